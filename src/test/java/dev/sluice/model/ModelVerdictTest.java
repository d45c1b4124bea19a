package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.Octets;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.model.tlc.probe.PhaseTimes;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Judges runs of TLC that are written by hand: a verdict, counts, and a graph, each of which may be
 * another one than the table pins. {@link ModelCheckTest} has TLC itself make the run.
 *
 * <p>The graph has {@code x = 0} and {@code x = 1}; {@code Step} leads to 1, and {@code Back} to 0.
 */
class ModelVerdictTest {
  private static final int NONE = -1;

  @TempDir Path root;

  private Path module;
  private String config = "SPECIFICATION Spec\nINVARIANT AInv\n";
  private Lane lane = Lane.TRACE;
  private String expect = "ok";
  private String replay = "none: the toy has no kernel";
  private int states = 2;
  private int depth = 2;
  private int transitions = 2;
  private int length = NONE;

  private Verdict verdict = new Verdict.Holds();
  private long generated = 3;
  private long initials = 1;
  private long distinct = 2;
  private boolean liveness;
  private List<String> drawn = List.of();
  private List<String> warnings = List.of();
  private byte[] graph = whole().octets();
  private byte[] behaviour;
  private byte[] counts;

  private int workers = 1;
  private boolean replays;
  private boolean pins = true;
  private boolean share;
  private boolean wantsGraph;
  private TlcOptions options = TlcOptions.NONE;

  private final List<TlcRequest> requests = new ArrayList<>();
  private final List<Path> folders = new ArrayList<>();
  private final List<Integer> graphs = new ArrayList<>();
  private final List<Phase> phases = new ArrayList<>();
  private Consumer<Phase> onPhase = phases::add;

  private static Octets whole() {
    return new Octets()
        .variables("x")
        .constant("Last", 1)
        .action(0, "Step")
        .action(1, "Back")
        .value(0, 0)
        .state(Octets.INITIAL, 100, 0)
        .value(1, 2)
        .state(Octets.STATE, 200, 1)
        .from(100)
        .edge(0, 200)
        .from(200)
        .edge(1, 100)
        .end(2);
  }

  @BeforeEach
  void modules() throws IOException {
    module = Files.createDirectories(root.resolve("spec/models")).resolve("MCFoo.tla");
    Files.writeString(module, "---- MODULE MCFoo ----\n====\n");
  }

  private Model model() {
    return new Model(
        "Foo",
        "a",
        module,
        Configuration.made("MCFoo_a.cfg", config, "its row"),
        lane,
        expect,
        states,
        depth,
        transitions,
        0,
        length,
        replay,
        "",
        "",
        "spec/models.toml:7");
  }

  private TlcRun run(TlcRequest request, Path folder) throws IOException {
    requests.add(request);
    folders.add(folder);
    Path written = Files.createDirectories(folder.resolve("graph"));
    if (graph != null) {
      Files.write(written.resolve("segment-0"), graph);
    }
    if (behaviour != null) {
      Files.write(written.resolve("behaviour"), behaviour);
    }
    if (counts != null) {
      Files.write(written.resolve("counts"), counts);
    }
    return new TlcRun(
        request,
        verdict,
        warnings,
        "",
        liveness,
        false,
        drawn,
        generated,
        initials,
        distinct,
        5,
        List.of(),
        0,
        List.of(),
        0,
        List.of(),
        folder.resolve("tlc.out"),
        graph == null ? folder.resolve("absent") : written,
        0,
        0,
        new PhaseTimes());
  }

  private ModelResult check() throws Exception {
    return check((request, folder, progress) -> run(request, folder), TlcJar.shipped());
  }

  private ModelResult check(ModelCheck.Search search, TlcJar jar) throws Exception {
    return new ModelCheck(search, jar, List.of(root.resolve("spec/models")))
        .check(
            model(),
            new ModelCheck.Limits(workers, 512, 60, replays, pins, share, wantsGraph, options),
            Files.createTempDirectory(root, "run"),
            each -> graphs.add(each.states()),
            said -> {},
            phase -> onPhase.accept(phase));
  }

  /** Expects one status and exactly these problems, without the model's name before each. */
  private ModelResult expect(Status status, String outcome, String... problems) throws Exception {
    ModelResult result = check();
    assertThat(result.problems())
        .containsExactlyElementsOf(List.of(problems).stream().map(p -> "Foo/a: " + p).toList());
    assertThat(result.outcome()).as("outcome").isEqualTo(outcome);
    assertThat(result.status()).as("status").isEqualTo(status);
    return result;
  }

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

  private static Counterexample shown(String... actions) {
    List<Counterexample.Step> steps = new ArrayList<>();
    for (String action : actions) {
      steps.add(
          new Counterexample.Step(action, List.of(), "", Map.of("x", Value.of(steps.size()))));
    }
    return new Counterexample(steps, Counterexample.End.STATE, 0);
  }

  private static Verdict.Violated violated(Kind kind, String property) {
    return new Verdict.Violated(kind, property, property + " does not hold", shown("Init", "Step"));
  }

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

  // ---------------------------------------------------------------- controls

  private void control(String property) {
    lane = Lane.CONTROL;
    expect = property;
    replay = "";
    length = 2;
  }

  @Test
  void aControlIsCaughtByItsPropertyInThePinnedLength() throws Exception {
    control("AInv");
    verdict = violated(Kind.INVARIANT, "AInv");
    expect(Status.AS_EXPECTED, "caught by AInv");
    length = 3;
    expect(
        Status.FAILED,
        "caught by AInv",
        "2 states of the counterexample, and spec/models.toml:7 pins 3");
    length = NONE;
    expect(
        Status.FAILED,
        "caught by AInv",
        "spec/models.toml:7 pins no length; found 2 states of the counterexample");
    verdict = violated(Kind.INVARIANT, "BInv");
    expect(Status.FAILED, "violates BInv", "must be caught by AInv, and BInv is violated");
    verdict = violated(Kind.LIVENESS, "");
    expect(
        Status.FAILED,
        "violates a temporal property",
        "must be caught by AInv, and a temporal property is violated");
  }

  @Test
  void aControlInWhichNothingIsViolatedFails() throws Exception {
    control("AInv");
    expect(Status.FAILED, "holds", "must be caught by AInv, and nothing is violated");
    assertThat(graphs).as("graphs").isEmpty();
    assertThat(phases).containsExactly(Phase.FILES);
  }

  // ---------------------------------------------------------------- requests

  @Test
  void aModelIsSearchedByAllWorkersAndAControlByOne() throws Exception {
    workers = 4;
    check();
    control("AInv");
    check();
    assertThat(requests).extracting(TlcRequest::workers).containsExactly(4, 1);
    assertThat(requests)
        .extracting(TlcRequest::report)
        .containsExactly(Reporting.GRAPH, Reporting.NOTHING);
    lane = Lane.FULL;
    expect = "ok";
    own();
    check();
    wantsGraph = true;
    check();
    assertThat(requests.subList(2, 4))
        .extracting(TlcRequest::report)
        .containsExactly(Reporting.COUNTS, Reporting.GRAPH);
  }

  @ParameterizedTest
  @CsvSource({
    "TRACE, true, BRIEF",
    "TRACE, false, BRIEF",
    "SMOKE, true, BRIEF",
    "SMOKE, false, LONG",
    "FULL, true, LONG",
    "CONTROL, false, BRIEF"
  })
  void aLaneDecidesTheProcessOfARun(Lane of, boolean pinned, Housing housing) throws Exception {
    lane = of;
    pins = pinned;
    share = of == Lane.FULL;
    check();
    assertThat(requests).extracting(TlcRequest::housing).containsExactly(housing);
  }

  @Test
  void onlyAnExpectedOutcomeOfASharedProcessCounts() throws Exception {
    share = true;
    expect(Status.AS_EXPECTED, "holds");
    assertThat(requests).extracting(TlcRequest::housing).containsExactly(Housing.SHARED);
    assertThat(folders.get(0)).hasFileName("shared");
    assertThat(graphs).containsExactly(2);
    states = 3;
    expect(Status.FAILED, "holds", "2 distinct states, and spec/models.toml:7 pins 3");
    assertThat(requests)
        .extracting(TlcRequest::housing)
        .containsExactly(Housing.SHARED, Housing.SHARED, Housing.BRIEF);
    assertThat(graphs).as("graphs that were handed over").containsExactly(2, 2);
    workers = 2;
    check();
    assertThat(requests.get(3).housing()).as("with two workers").isEqualTo(Housing.BRIEF);
    assertThat(requests).hasSize(4);
  }

  // ---------------------------------------------------------------- of somebody else's

  private void own() {
    replay = "";
    pins = false;
    counts =
        new Octets()
            .constant("Last", 1)
            .taken(6, "Step")
            .taken(1, "Step")
            .taken(0, "Never")
            .end(0)
            .octets();
  }

  @Test
  void aSpecificationOfAnybodysHoldsWithItsCounts() throws Exception {
    own();
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.states()).as("states").isEqualTo(2);
    assertThat(result.depth()).as("TLC's own depth").isEqualTo(5);
    assertThat(result.transitions()).as("transitions").isEqualTo(7);
    assertThat(result.actionCounts()).containsExactly(entry("Never", 0), entry("Step", 7));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(result.notes()).containsExactly("no step takes Never");
    assertThat(graphs).as("graphs").isEmpty();
    counts = new Octets().taken(3_000_000_000L, "Step").end(0).octets();
    ModelResult large = check();
    assertThat(large.transitions()).as("more than fit").isEqualTo(Integer.MAX_VALUE);
    assertThat(large.notes()).isEmpty();
  }

  @Test
  void aSpecificationOfAnybodysSaysWhatItsCountsLeaveOut() throws Exception {
    own();
    config += "CONSTRAINT C\n";
    assertThat(check().notes())
        .containsExactly("no step takes Never; steps that a constraint cuts off are not counted");
    config += "VIEW V\n";
    assertThat(check().notes())
        .contains("under SYMMETRY or VIEW one state stands for several: those are counted once");
  }

  @Test
  void aGraphOfAnybodysIsReadIfItIsWanted() throws Exception {
    own();
    wantsGraph = true;
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.transitions()).isEqualTo(2);
    assertThat(result.actionCounts()).containsExactly(entry("Back", 1), entry("Step", 1));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(graphs).containsExactly(2);
    distinct = 3;
    expect(Status.FAULT, "holds", "TLC found 3 states and streamed 2");
    config += "VIEW V\n"; // under which TLC streams what it does not count
    expect(Status.AS_EXPECTED, "holds");
    graph = new byte[] {1, 2, 3, 4, 5};
    ModelResult broken = check();
    assertThat(broken.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(broken.problems()).singleElement().asString().startsWith("Foo/a: ");
  }

  @Test
  void aDoubtAboutAnybodysPropertyLeavesItUndecided() throws Exception {
    own();
    config = "SPECIFICATION Spec\nPROPERTY P\nCONSTRAINT C\n";
    liveness = true;
    generated = 8;
    expect(Status.AS_EXPECTED, "holds");
    generated = 9;
    ModelResult result = check();
    assertThat(result.outcome()).isEqualTo("not decided");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems()).singleElement().asString().contains("1 of 8 steps");
  }

  @Test
  void aSpecificationWithoutInitialStatesHoldsOfNothing() throws Exception {
    own();
    distinct = 0;
    ModelResult result = check();
    assertThat(result.outcome()).isEqualTo("holds of nothing");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems()).singleElement().asString().contains("there is no initial state");
    assertThat(result.states()).as("states").isZero();
    assertThat(result.transitions()).as("transitions").isZero();
    config = "CONSTANT N = 1\n";
    ModelResult assumed = expect(Status.AS_EXPECTED, "the assumptions hold");
    assertThat(assumed.states()).as("states").isZero();
    distinct = 2;
    assertThat(expect(Status.AS_EXPECTED, "the assumptions hold").states()).isEqualTo(NONE);
  }

  @Test
  void behavioursDrawnAtRandomDecideNoMoreThanThey() throws Exception {
    own();
    workers = 3;
    options =
        new TlcOptions(new TlcOptions.Simulation(500, 10, 1), null, false, List.of(), List.of());
    generated = 12_345;
    ModelResult result =
        expect(Status.AS_EXPECTED, "nothing found in 1,500 behaviours drawn at random");
    assertThat(result.notes())
        .containsExactly("12,345 states were generated; what was not drawn was not looked at");
    assertThat(result.warnings()).isEmpty();
    config += "PROPERTIES P Q\n";
    liveness = true;
    assertThat(check().warnings()).singleElement().asString().startsWith("PROPERTY P, Q: in a");
  }

  @Test
  void aFolderIsDeletedWithAllInIt() throws Exception {
    Path folder = Files.createDirectories(root.resolve("old/deep"));
    Files.writeString(folder.resolve("file"), "x");
    ModelCheck.delete(root.resolve("old"));
    assertThat(root.resolve("old")).doesNotExist();
    ModelCheck.delete(root.resolve("old"));
  }

  // ---------------------------------------------------------------- several at once

  /**
   * Orders the ways in which a model may fail from the least to the worst, with their exit codes.
   */
  @Test
  void theWorstOfSeveralStatusesCounts() {
    List<Status> all =
        List.of(
            Status.AS_EXPECTED,
            Status.NOT_DECIDED,
            Status.FAILED,
            Status.BAD_INPUT,
            Status.INTERRUPTED,
            Status.FAULT);
    assertThat(all).extracting(Status::exitCode).containsExactly(0, 3, 1, 2, 130, 70);
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < all.size(); j++) {
        assertThat(all.get(i).or(all.get(j)))
            .as("%s or %s", all.get(i), all.get(j))
            .isEqualTo(all.get(Math.max(i, j)));
      }
    }
  }

  @Test
  void aResultHasTheVerdictOfItsRunIfThereWasOne() throws Exception {
    verdict = new Verdict.Spent(7);
    assertThat(check().verdict()).isEqualTo(verdict);
    config = "\uFEFF" + config;
    assertThat(check().verdict()).as("without a run").isNull();
  }
}
