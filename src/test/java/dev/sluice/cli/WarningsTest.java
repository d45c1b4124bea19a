package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that warnings of TLC and doubts of Sluice are part of the verdict. */
class WarningsTest {
  private static final String PUMP =
      """
      ---- MODULE Pump ----
      EXTENDS Naturals
      CONSTANT Most
      VARIABLES level, alarm
      vars == <<level, alarm>>
      Init == level = 0 /\\ alarm = [on |-> FALSE]
      Fill == level < 5 /\\ level' = level + 1 /\\ alarm' = [alarm EXCEPT !.om = TRUE]
      Spec == Init /\\ [][Fill]_vars /\\ WF_vars(Fill)
      Small == level <= Most
      Full == <>(level = 5)
      ====
      """;
  private static final String TURNS =
      """
      ---- MODULE Turns ----
      EXTENDS TLC
      CONSTANT Node
      VARIABLE holder
      Perms == Permutations(Node)
      Pass == holder' \\in Node \\ {holder}
      Spec == holder \\in Node /\\ [][Pass]_holder /\\ WF_holder(Pass)
      Everyone == \\A n \\in Node : []<>(holder = n)
      ====
      """;

  private static final String NEVER =
      """
      ---- MODULE Never ----
      EXTENDS Naturals
      VARIABLE x
      Next == x' \\in 0..3
      Fair == WF_x(Next)
      Spec == x = 0 /\\ [][Next]_x /\\ Fair
      Dull == FALSE ~> (x = 9)
      Again == Fair
      Named == WF_x(Next)
      Moves == WF_x(x' \\in 0..3)
      ====
      """;

  @TempDir Path folder;
  private Project project;

  @BeforeEach
  void makeAProject() throws IOException {
    project = Project.of(folder, Project.HOLDS);
  }

  private String write(String name, String module, String config) throws IOException {
    Files.writeString(folder.resolve(name + ".cfg"), config);
    return Files.writeString(folder.resolve(name + ".tla"), module).toString();
  }

  private String pump(int most) throws IOException {
    String config =
        "SPECIFICATION Spec\nCONSTANT Most = "
            + most
            + "\nCONSTRAINT Small\nPROPERTY Full\nCHECK_DEADLOCK FALSE\n";
    return write("Pump", PUMP, config);
  }

  @Test
  void livenessUnderAConstraintThatCutsOffStepsIsNotDecided() throws IOException {
    String pump = pump(3);
    assertThat(project.run("check", pump, "--json")).isEqualTo(3);
    JsonNode model = new ObjectMapper().readTree(project.out()).get("models").get(0);
    assertThat(model.get("status").asText()).isEqualTo("not-decided");
    assertThat(model.get("problems").get(0).asText())
        .contains("PROPERTY Full is not decided: CONSTRAINT cut off 1 of 4 steps");
    assertThat(model.get("warnings"))
        .extracting(JsonNode::asText)
        .anyMatch(
            warning ->
                warning.startsWith(
                    pump + ": Declaring state or action constraints during liveness"))
        .anyMatch(
            warning ->
                warning.startsWith(
                    pump + ":7:54: The EXCEPT was applied to non-existing fields of the value"));
  }

  @Test
  void aConstraintThatCutsOffNothingLeavesTheWarnings() throws IOException {
    assertThat(project.run("check", pump(5))).isEqualTo(0);
    assertThat(project.out())
        .contains("Pump/Pump.cfg: warning: ")
        .endsWith("\nHOLDS, but with 2 warnings: 1 of 1 model without a fault\n");
  }

  @Test
  void livenessOfBehavioursDrawnAtRandomIsQualified() throws IOException {
    assertThat(project.run("check", pump(5), "--simulate", "2")).isEqualTo(0);
    assertThat(project.out())
        .contains("warning: PROPERTY Full: in a behaviour drawn at random TLC finds a violation")
        .contains("\nNOTHING FOUND, but with ");
  }

  @Test
  void aViolationForWhichTlcIgnoresAConstantDecidesNothing() throws IOException {
    assertThat(project.run("check", write("Never", NEVER, "SPECIFICATION Spec\nPROPERTY Dull\n")))
        .isEqualTo(3);
    assertThat(project.out())
        .contains("may violate Dull")
        .contains(
            "PROPERTY Dull is not decided: this TLC ignores constants in temporal properties");
  }

  @Test
  void aPropertyThatIsAssumedIsNamed() throws IOException {
    String never = write("Never", NEVER, "SPECIFICATION Spec\nPROPERTIES Again Named Moves\n");
    assertThat(project.run("check", never)).isEqualTo(0);
    assertThat(project.out())
        .contains("warning: " + never + ":5:9: this property is a fairness condition that the")
        .contains("warning: " + never + ":9:10: this property is a fairness condition that the")
        .contains("HOLDS, but with 2 warnings: ");
  }

  @Test
  void aCounterexampleUnderSymmetryDecidesNothing() throws IOException {
    String config =
        "SPECIFICATION Spec\nCONSTANT Node = {n1, n2, n3}\nSYMMETRY Perms\nPROPERTY Everyone\n";
    assertThat(project.run("check", write("Turns", TURNS, config))).isEqualTo(3);
    assertThat(project.out())
        .contains("OPEN  Turns/Turns.cfg  may violate Everyone")
        .contains("PROPERTY Everyone is not decided: under SYMMETRY the behaviour that TLC shows")
        .contains("Turns/Turns.cfg: the behaviour that TLC shows\n")
        .contains("warning: ")
        .contains("Declaring symmetry during liveness checking is dangerous");
  }

  @Test
  void aTranslationOfPlusCalThatIsOutOfDateIsNamed() throws IOException {
    String module =
        """
        ---- MODULE Up ----
        EXTENDS Naturals
        (* --algorithm up {
          variable x = 0; { x := x + ADDED; }
        } *)
        \\* BEGIN TRANSLATION (chksum(pcal) = "9607ed1f" /\\ chksum(tla) = "94cd5c4d")
        VARIABLES x, pc

        vars == << x, pc >>

        Init == (* Global variables *)
                /\\ x = 0
                /\\ pc = "Lbl_1"

        Lbl_1 == /\\ pc = "Lbl_1"
                 /\\ x' = x + 2
                 /\\ pc' = "Done"

        (* Allow infinite stuttering to prevent deadlock on termination. *)
        Terminating == pc = "Done" /\\ UNCHANGED vars

        Next == Lbl_1
                   \\/ Terminating

        Spec == Init /\\ [][Next]_vars

        Termination == <>(pc = "Done")

        \\* END TRANSLATION\\s
        ====
        """;
    String config = "SPECIFICATION Spec\n";
    assertThat(project.run("check", write("Up", module.replace("ADDED", "2"), config))).isZero();
    assertThat(project.out()).endsWith("\nHOLDS: 1 of 1 model without a fault\n");
    String up = write("Up", module.replace("ADDED", "3"), config);
    assertThat(project.run("check", up)).isZero();
    assertThat(project.out())
        .contains(
            "warning: "
                + up
                + ":6:1: the PlusCal algorithm has changed since it was translated, and TLC checks the"
                + " old translation; translate it again\n")
        .contains("HOLDS, but with 1 warning: ");
    write("Up", module.replace("ADDED", "2").replace("x' = x + 2", "x' = x + 4"), config);
    assertThat(project.run("check", up)).isZero();
    assertThat(project.out())
        .contains(
            up
                + ":6:1: the TLA+ translation has changed since it was made from the PlusCal algorithm, and"
                + " TLC checks the changed one; translate the algorithm again, or write chksum(tla) \\in"
                + " STRING here to keep the change\n");
    write("Up", module.replace("ADDED", "3").replace("x' = x + 2", "x' = x + 4"), config);
    assertThat(project.run("check", up)).isZero();
    assertThat(project.out())
        .contains(
            up + ":6:1: the PlusCal algorithm and its TLA+ translation have both changed since");
  }

  @Test
  void aSearchThatDrawsValuesAtRandomDecidesNothing() throws IOException {
    String module =
        """
        ---- MODULE Dice ----
        EXTENDS Naturals, Randomization, TLC
        VARIABLES n, r
        Throw == RandomElement(0..1000)
        Next == n < 6 /\\ n' = n + 1 /\\ r' = Throw
        Spec == n = 0 /\\ r = 0 /\\ [][Next]_<<n, r>>
        Some == n = 0 /\\ r \\in RandomSubset(2, 0..9) /\\ [][UNCHANGED <<n, r>>]_<<n, r>>
        All == n = 0 /\\ r = 0 /\\ [][n < 6 /\\ n' = n + 1 /\\ r' \\in 0..9]_<<n, r>>
        Apply(Of(_), S) == Of(S)
        Given == n = 0 /\\ r = 0 /\\ [][n < 6 /\\ n' = n + 1 /\\ r' = Apply(RandomElement, 0..9)]_<<n, r>>
        Fair == n = 0 /\\ r = 0 /\\ [][Next]_<<n, r>> /\\ WF_<<n, r>>(Next)
        Never == <>(n > 6)
        Small == n < 7 /\\ r < 2000
        Low == n < 3
        ====
        """;
    String end = "CHECK_DEADLOCK FALSE\nINVARIANT ";
    String dice = write("Dice", module, "SPECIFICATION Spec\n" + end + "Small\n");
    assertThat(project.run("check", dice))
        .as("exit code of an invariant that holds of drawn values: %s", project.out())
        .isEqualTo(3);
    assertThat(project.out())
        .contains("OPEN  Dice/Dice.cfg  not decided")
        .contains(
            "Dice/Dice.cfg: no violation was found, but TLC draws values at random by RandomElement"
                + " ("
                + dice
                + ":4:10) and searches only the drawn ones; to search all of them, let the"
                + " variable range over the whole set, as in x' \\in S\n");
    write("Dice", module, "SPECIFICATION Some\n" + end + "Small\n");
    assertThat(project.run("check", dice)).isEqualTo(3);
    assertThat(project.out()).contains("at random by RandomSubset (" + dice + ":7:");
    write("Dice", module, "SPECIFICATION Given\n" + end + "Small\n");
    assertThat(project.run("check", dice)).isEqualTo(3);
    assertThat(project.out()).contains("at random by RandomElement (" + dice + ":10:");
    write("Dice", module, "SPECIFICATION Fair\nPROPERTY Never\nCHECK_DEADLOCK FALSE\n");
    assertThat(project.run("check", dice)).isEqualTo(3);
    assertThat(project.out())
        .contains("PROPERTY Never is not decided: TLC draws values at random by RandomElement (")
        .contains("an action that fairness asks for may be missing");
    write("Dice", module, "SPECIFICATION Spec\n" + end + "Low\n");
    assertThat(project.run("check", dice)).isEqualTo(1);
    write("Dice", module, "SPECIFICATION All\n" + end + "Small\n");
    assertThat(project.run("check", dice)).isZero();
  }
}
