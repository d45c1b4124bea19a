package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.Octets;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts on models that must hold: their counts, their replay, and violations. */
class ModelVerdictTest extends HandCheck {
  // ---------------------------------------------------------------- models that must hold

  @Test
  void aGraphThatIsAsPinnedIsAsExpectedAndHandedOver() throws Exception {
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.states()).as("states").isEqualTo(2);
    assertThat(result.depth()).as("depth").isEqualTo(2);
    assertThat(result.transitions()).as("transitions").isEqualTo(2);
    assertThat(result.length()).as("length").isEqualTo(NONE);
    assertThat(result.actionCounts()).containsExactly(entry("Back", 1), entry("Step", 1));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(result.replay()).as("replay").isNull();
    assertThat(graphs).as("states of the graphs that were handed over").containsExactly(2);
    assertThat(phases).containsExactly(Phase.READ, Phase.FILES, Phase.KEPT, Phase.FILES);
  }

  @ParameterizedTest
  @CsvSource({
    "3, 2, 2, '2 distinct states, and spec/models.toml:7 pins 3'",
    "1, 2, 2, '2 distinct states, and spec/models.toml:7 pins 1'",
    "2, 1, 2, '2 breadth-first depth, and spec/models.toml:7 pins 1'",
    "2, 2, 3, '2 transitions, and spec/models.toml:7 pins 3'",
    "2, 2, 0, '2 transitions, and spec/models.toml:7 pins 0'",
    "-1, 2, 2, spec/models.toml:7 pins no states; found 2 distinct states",
    "2, -1, 2, spec/models.toml:7 pins no depth; found 2 breadth-first depth",
    "2, 2, -1, spec/models.toml:7 pins no transitions; found 2 transitions"
  })
  void aCountThatIsNotThePinnedOneFails(int s, int d, int t, String problem) throws Exception {
    states = s;
    depth = d;
    transitions = t;
    expect(Status.FAILED, "holds", problem);
    pins = false;
    expect(Status.AS_EXPECTED, "holds");
  }

  @Test
  void aModelWithoutTransitionsShowsNothing() throws Exception {
    graph = new Octets().variables("x").value(0, 0).state(Octets.INITIAL, 100, 0).end(0).octets();
    states = 1;
    depth = 1;
    transitions = 0;
    generated = 1;
    distinct = 1;
    expect(Status.FAILED, "holds", "has no transition at all; nothing was shown");
    pins = false;
    expect(Status.AS_EXPECTED, "holds");
  }

  @Test
  void aStreamThatIsNotWhatTlcCountedIsAFault() throws Exception {
    generated = 4;
    expect(Status.FAULT, "holds", "TLC generated 3 transitions and streamed 2");
    generated = 2;
    expect(Status.FAULT, "holds", "TLC generated 1 transitions and streamed 2");
    config += "CONSTRAINT Small\n"; // which leaves out transitions
    expect(Status.AS_EXPECTED, "holds");
    distinct = 3;
    expect(Status.FAULT, "holds", "TLC found 3 states and streamed 2");
  }

  @Test
  void eachInitialStateIsGeneratedBesideTheSteps() throws Exception {
    graph =
        new Octets()
            .variables("x")
            .action(0, "Step")
            .value(0, 0)
            .state(Octets.INITIAL, 100, 0)
            .value(1, 2)
            .state(Octets.INITIAL, 200, 1)
            .from(100)
            .edge(0, 200)
            .end(1)
            .octets();
    depth = 1;
    transitions = 1;
    expect(Status.AS_EXPECTED, "holds");
    generated = 4;
    expect(Status.FAULT, "holds", "TLC generated 2 transitions and streamed 1");
  }

  /** Streams a step twice, under a constraint that cuts nothing off. */
  @Test
  void aRepeatedTransitionIsNotTakenForOneThatIsCutOff() throws Exception {
    graph = repeated().octets();
    config = "SPECIFICATION Spec\nPROPERTY Served\nCONSTRAINT C\n";
    liveness = true;
    generated = 4;
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.transitions()).as("transitions that are pinned").isEqualTo(2);
    assertThat(result.actionCounts()).containsExactly(entry("Back", 1), entry("Step", 1));
  }

  @Test
  void aGraphThatCannotBeReadDecidesNothing() throws Exception {
    graph = whole().octets();
    graph = java.util.Arrays.copyOf(graph, graph.length - 1);
    ModelResult cut = check();
    assertThat(cut.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(cut.problems()).singleElement().asString().contains("ends in the middle");
    graph = null;
    ModelResult absent = check();
    assertThat(absent.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(absent.problems())
        .singleElement()
        .asString()
        .startsWith("Foo/a: the graph could not be read: there is no ");
    assertThat(graphs).as("graphs that were handed over").isEmpty();
  }

  @Test
  void aGraphThatDoesNotFitTheMemoryDecidesNothing() throws Exception {
    onPhase =
        phase -> {
          if (phase == Phase.READ) {
            throw new OutOfMemoryError();
          }
        };
    expect(
        Status.NOT_DECIDED,
        "holds",
        "its graph of 2 states does not fit Sluice's own memory; allow more with"
            + " JAVA_TOOL_OPTIONS=-Xmx8g, or check a smaller model");
  }

  @Test
  void aTemporalPropertyUnderAViewIsNotDecided() throws Exception {
    config = "SPECIFICATION Spec\nPROPERTY Served\nVIEW V\n";
    liveness = true;
    expect(
        Status.NOT_DECIDED,
        "not decided",
        "PROPERTY Served is not decided: under VIEW TLC may miss violations; check it without"
            + " VIEW");
  }

  @Test
  void aConstraintThatCutsNothingOffLeavesNoDoubt() throws Exception {
    config = "SPECIFICATION Spec\nPROPERTY Served\nCONSTRAINT C\n";
    liveness = true;
    expect(Status.AS_EXPECTED, "holds");
    generated = 4;
    ModelResult result = check();
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems()).singleElement().asString().contains("cut off 1 of 3 steps");
  }

  @Test
  void valuesDrawnAtRandomLeaveAPropertyInDoubt() throws Exception {
    drawn = List.of("RandomElement (A.tla:3:4)");
    ModelResult result = check();
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems().get(0)).contains("draws values at random by RandomElement (A.tla");
  }

  // ---------------------------------------------------------------- replay

  @Test
  void aModelThatIsReplayedMayNotCutItsGraph() throws Exception {
    replay = "LossRecovery";
    config += "CONSTRAINT C\n";
    expect(
        Status.FAILED,
        "holds",
        "is replayed, and yet its configuration has [CONSTRAINT]: successors outside it are never"
            + " streamed");
  }

  @Test
  void aTwinWithoutItsConstantsFails() throws Exception {
    replay = "LossRecovery";
    replays = true;
    expect(
        Status.FAILED,
        "holds",
        "the twin cannot be built from the constants: the model has no constant Packets");
    assertThat(phases).contains(Phase.REPLAY).doesNotContain(Phase.WALKS);
  }

  /** Gives a twin the graph of another specification. */
  @Test
  void kernelsOfAnotherSpecificationFail() throws Exception {
    graph =
        new Octets()
            .variables("x")
            .constant("Packets", 2)
            .constant("Threshold", 1)
            .constant("Window", 2)
            .constant("Grows", 0)
            .constant("SackBits", 2)
            .constant("Counting", true)
            .constant("Timeouts", false)
            .constant("Overtake", 1)
            .constant("Losses", 1)
            .constant("AckLosses", 0)
            .constant("Repeats", 0)
            .constant("MaxAcks", 1)
            .action(0, "Step")
            .value(0, 0)
            .state(Octets.INITIAL, 100, 0)
            .from(100)
            .edge(0, 100)
            .end(1)
            .octets();
    generated = 2;
    distinct = 1;
    pins = false;
    replay = "LossRecovery";
    ModelResult without = check();
    assertThat(without.problems()).as("without a replay").isEmpty();
    replays = true;
    ModelResult result = check();
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.problems())
        .anySatisfy(each -> assertThat(each).contains("do not know the actions [Step]"))
        .anySatisfy(each -> assertThat(each).contains("only one side has the variables"))
        .anySatisfy(each -> assertThat(each).contains("0 of 1 transitions replayed"));
    assertThat(result.replay().transitions()).isEqualTo(1);
    assertThat(result.actionCounts()).containsEntry("Step", 1);
  }

  private static ReplayReport report(
      int replayed, long mismatched, long steps, List<String> unwitnessed) {
    return new ReplayReport(
        2,
        2,
        replayed,
        2,
        steps,
        1,
        0,
        0,
        mismatched,
        List.of(),
        Map.of(),
        unwitnessed,
        List.of(),
        List.of());
  }

  @Test
  void aReplayIsFaithfulOrAFailure() {
    String two = "Foo/a: 2 of 2 transitions replayed, and model and kernels part in %d places";
    assertThat(ModelCheck.problems(model(), report(2, 0, 9, List.of()))).isEmpty();
    assertThat(ModelCheck.problems(model(), report(2, 1, 9, List.of())))
        .containsExactly(two.formatted(1));
    assertThat(ModelCheck.problems(model(), report(2, 0, 0, List.of())))
        .as("living kernels took no step")
        .containsExactly(two.formatted(0));
    assertThat(ModelCheck.problems(model(), report(1, 0, 9, List.of())))
        .singleElement()
        .asString()
        .startsWith("Foo/a: 1 of 2 transitions replayed");
  }

  @Test
  void onlyATraceModelMustWitnessEachAction() {
    ReplayReport never = report(2, 0, 9, List.of("Leap"));
    assertThat(ModelCheck.problems(model(), never))
        .containsExactly("Foo/a: no transition witnesses the actions [Leap]");
    lane = Lane.SMOKE;
    assertThat(ModelCheck.problems(model(), never)).isEmpty();
  }

  // ---------------------------------------------------------------- verdicts

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aModelThatMustHoldAndDoesNotFails(Kind kind) throws Exception {
    verdict = violated(kind, "AInv");
    String outcome =
        switch (kind) {
          case DEADLOCK -> "deadlocks";
          case ASSERTION -> "an Assert fails";
          case ASSUMPTION -> "an assumption is false";
          case POSTCONDITION -> "the postcondition is false";
          default -> "violates AInv";
        };
    ModelResult result = expect(Status.FAILED, outcome, "AInv does not hold");
    assertThat(result.length()).as("length").isEqualTo(2);
    assertThat(result.states()).as("states").isEqualTo(NONE);
    assertThat(graphs).as("graphs").isEmpty();
    assertThat(phases).as("phases").isEmpty();
  }

  @Test
  void allViolationsAreListed() throws Exception {
    verdict =
        new Verdict.Violated(
            Kind.INVARIANT,
            "AInv",
            "AInv does not hold",
            shown("Init"),
            List.of(violated(Kind.LIVENESS, ""), violated(Kind.DEADLOCK, "Deadlock")));
    expect(
        Status.FAILED,
        "violates AInv; violates a temporal property; deadlocks",
        "AInv does not hold",
        " does not hold",
        "Deadlock does not hold");
  }

  @Test
  void aViolationThatIsInDoubtIsNotDecided() throws Exception {
    config = "SPECIFICATION Spec\nPROPERTY Served\nSYMMETRY S\n";
    verdict = violated(Kind.LIVENESS, "Served");
    ModelResult result = check();
    assertThat(result.outcome()).isEqualTo("may violate Served");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems())
        .singleElement()
        .asString()
        .startsWith("Foo/a: PROPERTY Served is not decided: under SYMMETRY");
    control("Served");
    assertThat(check().status()).as("a control").isEqualTo(Status.NOT_DECIDED);
  }

  @Test
  void aFalseAssumptionHasNoLength() throws Exception {
    verdict = new Verdict.Violated(Kind.ASSUMPTION, "", "it is false", shown());
    assertThat(expect(Status.FAILED, "an assumption is false", "it is false").length())
        .isEqualTo(NONE);
  }

  @Test
  void aCounterexampleHasTheArgumentsOfItsSteps() throws Exception {
    verdict = violated(Kind.INVARIANT, "AInv");
    behaviour = new Octets().variables("x").constant("Last", 1).step("Step", 4).end(0).octets();
    ModelResult result = check();
    assertThat(result.counterexample().steps().get(1).arguments())
        .containsExactly(Value.field("n", Value.of(4)));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(result.notes()).isEmpty();
    behaviour = new byte[] {1, 2, 3};
    ModelResult without = check();
    assertThat(without.counterexample().steps()).as("steps without arguments").hasSize(2);
    assertThat(without.notes())
        .singleElement()
        .asString()
        .startsWith("the counterexample is shown without arguments: ");
  }

  @Test
  void anInputThatCannotBeCheckedIsToldInFull() throws Exception {
    verdict = new Verdict.BadInput("it does not parse", List.of("A.tla:3:4: ..."), shown("Init"));
    ModelResult result = check();
    assertThat(result.problems()).containsExactly("Foo/a: it does not parse", "A.tla:3:4: ...");
    assertThat(result.status()).isEqualTo(Status.BAD_INPUT);
    assertThat(result.outcome()).isEqualTo("cannot be checked");
    assertThat(result.counterexample().steps()).hasSize(1);
  }

  @Test
  void aRunThatWasCutShortIsNotDecided() throws Exception {
    verdict = new Verdict.NotDecided("the disk is full", true);
    expect(Status.NOT_DECIDED, "not decided", "the disk is full");
    verdict = new Verdict.Spent(7);
    expect(Status.NOT_DECIDED, "not decided", "ended after 7 states");
  }

  @Test
  void aSearchThatCannotBeMadeIsNotDecidedUnlessTheDiskIsFull() throws Exception {
    ModelResult result =
        check(
            (request, folder, progress) -> {
              throw new IOException("no fork");
            },
            TlcJar.shipped());
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.outcome()).isEqualTo("not decided");
    assertThat(result.problems()).containsExactly("Foo/a: TLC could not be run: no fork");
    assertThatThrownBy(
            () ->
                check(
                    (request, folder, progress) -> {
                      throw new IOException("No space left on device");
                    },
                    TlcJar.shipped()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void aConfigurationThatThisTlcDoesNotReadIsRefused() throws Exception {
    Path old = root.resolve("old.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(old))) {
      for (String name :
          List.of(
              "tlc2/TLC.class",
              "tlc2/util/IStateWriter.class",
              "tlc2/tool/impl/ModelConfig.class")) {
        jar.putNextEntry(new JarEntry(name));
        jar.write("ALIAS".getBytes(StandardCharsets.UTF_8));
      }
    }
    config += "ALIAS A\n";
    assertThat(check((request, folder, progress) -> run(request, folder), TlcJar.of(old)).status())
        .as("of a keyword that it knows")
        .isEqualTo(Status.AS_EXPECTED);
    config += "POSTCONDITION P\n";
    ModelResult result = check((request, folder, progress) -> run(request, folder), TlcJar.of(old));
    assertThat(result.status()).isEqualTo(Status.BAD_INPUT);
    assertThat(result.outcome()).isEqualTo("cannot be checked");
    assertThat(result.problems())
        .singleElement()
        .asString()
        .startsWith("Foo/a: the configuration uses POSTCONDITION, which " + old + " does not");
    assertThat(requests).as("searches").hasSize(1);
  }

  @Test
  void aConfigurationInAnotherEncodingIsRefused() throws Exception {
    config = "\uFEFF" + config;
    ModelResult result = check();
    assertThat(result.status()).isEqualTo(Status.BAD_INPUT);
    assertThat(result.problems()).singleElement().asString().contains("byte order mark");
    assertThat(requests).as("searches").isEmpty();
  }

  @Test
  void aWarningNamesAFileOfTheProjectWithoutItsFolder() throws Exception {
    String path = root.resolve("spec/models/MCFoo.tla").toString();
    warnings = List.of(path + ":3:4: odd");
    assertThat(check().warnings()).containsExactly("MCFoo.tla:3:4: odd");
    own();
    assertThat(check().warnings()).as("of somebody else's").containsExactly(path + ":3:4: odd");
    warnings = List.of();
    Files.write(module, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF, '-'});
    assertThat(check().warnings())
        .singleElement()
        .asString()
        .contains("begins with a byte order mark");
  }
}
