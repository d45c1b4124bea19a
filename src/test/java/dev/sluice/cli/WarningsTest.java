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
}
