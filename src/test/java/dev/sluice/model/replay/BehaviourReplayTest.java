package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelTable;
import dev.sluice.model.ModelTraces;
import dev.sluice.model.RelayTwin;
import dev.sluice.model.RelayTwin.Fault;
import dev.sluice.model.Rows;
import dev.sluice.model.Systems;
import dev.sluice.model.Toy;
import dev.sluice.model.graph.Behaviours;
import dev.sluice.model.graph.KeptGraph;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.trace.ItfReader;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.ItfWriter;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Kept behaviours find the faults of a kernel that does too little, or something else. */
class BehaviourReplayTest {
  private static final List<ItfTrace> BEHAVIOURS = new ArrayList<>();
  private static StateGraph graph;

  /** A model whose messages go through the common network, and one with its own. */
  private static final List<String> TOLD_ANEW =
      List.of("PdcHandshake/trace", "CreditConservation/trace");

  /** Small models, in one of which a step sends several messages. */
  private static final Set<String> RETOLD =
      Set.of("CccTeardown/ahead", "CreditConservation/smoke_carriers");

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = Toy.graph(scratch, "Relay", 1);
    for (ItfTrace behaviour : Behaviours.covering(graph, "Relay", "trace", "0".repeat(64))) {
      byte[] bytes = ItfWriter.bytes(behaviour);
      BEHAVIOURS.add(ItfReader.read("relay", bytes, ItfReader.Expected.ANY));
    }
  }

  private static RelayTwin twin(Fault fault) {
    Value last = BEHAVIOURS.get(0).meta().constants().get("Last");
    return new RelayTwin(((Value.Int) last).value(), fault);
  }

  private static Set<Kind> kinds(Fault fault) {
    return BEHAVIOURS.stream()
        .map(behaviour -> BehaviourReplay.run(behaviour, twin(fault)).mismatch())
        .flatMap(Optional::stream)
        .map(Mismatch::kind)
        .collect(Collectors.toSet());
  }

  @Test
  void aFaithfulTwinFollowsEveryBehaviourToItsEnd() {
    int steps = 0;
    for (ItfTrace behaviour : BEHAVIOURS) {
      BehaviourReplay.Report report = BehaviourReplay.run(behaviour, twin(Fault.NONE));
      assertThat(report.faithful()).isTrue();
      assertThat(report.steps()).isEqualTo(behaviour.states().size() - 1);
      steps += report.steps();
    }
    assertThat(steps).isGreaterThanOrEqualTo(graph.transitions());
  }

  @Test
  void whatAKernelDoesOtherwiseIsFound() {
    assertThat(kinds(Fault.NONE)).isEmpty();
    assertThat(kinds(Fault.STARTS_AT_TWO)).containsExactly(Kind.INITIAL_STATE);
    assertThat(kinds(Fault.REFUSES_LAST)).containsExactly(Kind.REFUSED);
    assertThat(kinds(Fault.KEEPS_LATEST)).containsExactly(Kind.OTHER_STATE);
    assertThat(kinds(Fault.FORGETS_TO_LOSE)).containsExactly(Kind.ABSENT);
  }

  @Test
  void theMismatchNamesPathVariableReasonAndRequirement() {
    Mismatch refused =
        BEHAVIOURS.stream()
            .map(behaviour -> BehaviourReplay.run(behaviour, twin(Fault.REFUSES_LAST)))
            .flatMap(report -> report.mismatch().stream())
            .findFirst()
            .orElseThrow();
    assertThat(refused.action().name()).isEqualTo("Send");
    assertThat(refused.because()).isEqualTo("all tokens are sent");
    assertThat(refused.requirements()).containsExactly("RCCC-6");
    assertThat(refused.path()).isNotEmpty();
    Mismatch other =
        BEHAVIOURS.stream()
            .map(behaviour -> BehaviourReplay.run(behaviour, twin(Fault.KEEPS_LATEST)))
            .flatMap(report -> report.mismatch().stream())
            .findFirst()
            .orElseThrow();
    assertThat(other.differing()).containsExactly("seen");
    assertThat(other.expected()).isNotEqualTo(other.reached());
  }

  @Test
  void theLastStateOfABehaviourIsCompared() {
    assertThat(kinds(Fault.FORGETS_AT_THE_END)).containsExactly(Kind.OTHER_STATE);
  }

  /** Tells a message of the first step; the kernels of this specification tell none. */
  @ParameterizedTest
  @CsvSource({"true, it takes Optional.empty", "false, it sends []"})
  void otherMessagesAreFound(boolean takes, String because) {
    ItfTrace trace = BEHAVIOURS.get(0);
    List<ItfTrace.State> states = new ArrayList<>(trace.states());
    ItfTrace.Step step = states.get(1).step().orElseThrow();
    Value message = Value.of(7);
    ItfTrace.Step other =
        new ItfTrace.Step(
            step.action(),
            step.arguments(),
            takes ? Optional.of(message) : Optional.empty(),
            takes ? List.of() : List.of(message));
    states.set(1, new ItfTrace.State(Optional.of(other), states.get(1).values()));
    ItfTrace told = trace.with(states);
    Mismatch mismatch = BehaviourReplay.run(told, twin(Fault.NONE)).mismatch().orElseThrow();
    assertThat(mismatch.kind()).isEqualTo(Kind.OTHER_MESSAGES);
    assertThat(mismatch.because()).startsWith(because).endsWith("[7]");
  }

  /** A change of the messages that a behaviour has in a step. */
  private enum Retold {
    LACKS_ITS_FIRST(step -> changed(step, step.sends().subList(1, step.sends().size()))),
    LACKS_ITS_LAST(step -> changed(step, step.sends().subList(0, step.sends().size() - 1))),
    TELLS_ONE_TWICE(
        step -> {
          List<Value> more = new ArrayList<>(step.sends());
          more.add(more.get(0));
          return changed(step, more);
        }),
    TELLS_ANOTHER_ORDER(
        step -> {
          List<Value> turned = new ArrayList<>(step.sends());
          Collections.reverse(turned);
          return changed(step, turned);
        }),
    TAKES_NOTHING(
        step -> new ItfTrace.Step(step.action(), step.arguments(), Optional.empty(), step.sends()));

    private final UnaryOperator<ItfTrace.Step> change;

    Retold(UnaryOperator<ItfTrace.Step> change) {
      this.change = change;
    }

    private static ItfTrace.Step changed(ItfTrace.Step step, List<Value> sends) {
      return new ItfTrace.Step(step.action(), step.arguments(), step.takes(), sends);
    }

    /** Returns the behaviour up to the first step that can be retold so. */
    private Optional<ItfTrace> in(ItfTrace told) {
      for (int at = 1; at < told.states().size(); at++) {
        ItfTrace.Step step = told.states().get(at).step().orElseThrow();
        ItfTrace.Step other =
            this == TAKES_NOTHING || !step.sends().isEmpty() ? change.apply(step) : step;
        if (!other.equals(step)) {
          List<ItfTrace.State> states = new ArrayList<>(told.states().subList(0, at + 1));
          ItfTrace.State end = states.get(at);
          states.set(at, new ItfTrace.State(Optional.of(other), end.values(), end.refused()));
          return Optional.of(told.with(states));
        }
      }
      return Optional.empty();
    }
  }

  /** Changes the messages of a step: the kernels take and send exactly those, in their order. */
  @ParameterizedTest
  @EnumSource
  void aMessageMoreOrLessThanIsToldIsFound(Retold retold) throws Exception {
    TraceStore store = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath())).store();
    int tried = 0;
    for (TraceStore.Entry entry : store.index()) {
      if (!RETOLD.contains(entry.id())) {
        continue;
      }
      for (ItfTrace kept : store.read(entry, entry.specSha256())) {
        Optional<ItfTrace> other = retold.in(kept);
        if (other.isPresent()) {
          Twin<?> twin = Systems.twin(Rows.of(entry.id()).replay(), kept.meta().constants());
          BehaviourReplay.Report report = BehaviourReplay.run(other.get(), twin);
          assertThat(report.mismatch().map(Mismatch::kind))
              .as("%s: its step %d %s", entry.id(), report.steps(), retold)
              .contains(Kind.OTHER_MESSAGES);
          tried++;
          break;
        }
      }
    }
    assertThat(tried).as("models with a step that can be told so").isPositive();
  }

  /** What the model forbids steps cannot show; the calls named as refused do. */
  @Test
  void whatAKernelDoesBeyondTheModelIsFoundByTheCallsThatAreNamed() {
    assertThat(kinds(Fault.SENDS_BEYOND_LAST)).isEmpty();
    assertThat(told(Fault.SENDS_BEYOND_LAST)).containsExactly(Kind.TAKEN);
    assertThat(told(Fault.CHANGES_ON_REFUSAL)).containsExactly(Kind.REFUSED_BUT_CHANGED);
    assertThat(told(Fault.FAILS_WHEN_ALL_IS_SENT)).containsExactly(Kind.THREW);
    assertThat(told(Fault.NONE)).isEmpty();
    assertThat(told(Fault.LOSES_NOTHING_IN_FLIGHT))
        .as("what nothing offers is named nowhere, and is for the whole graph to find")
        .isEmpty();
  }

  private static List<ItfTrace> told() {
    return ToldBehaviours.of(BEHAVIOURS, BEHAVIOURS, graph, twin(Fault.NONE));
  }

  private static Set<Kind> told(Fault fault) {
    return told().stream()
        .map(behaviour -> BehaviourReplay.run(behaviour, twin(fault)).mismatch())
        .flatMap(Optional::stream)
        .map(Mismatch::kind)
        .collect(Collectors.toSet());
  }

  /** Finds only Send refused, when all is sent; the rest is not on offer. */
  @Test
  void aRefusedCallIsNamedWhereItsStateIsFirstComeTo() {
    int next = BEHAVIOURS.get(0).variables().indexOf("next");
    Value end =
        Value.of(((Value.Int) BEHAVIOURS.get(0).meta().constants().get("Last")).value() + 1);
    Set<List<Value>> seen = new HashSet<>();
    int named = 0;
    for (ItfTrace behaviour : told()) {
      for (ItfTrace.State state : behaviour.states()) {
        boolean isFirst = seen.add(state.values()) && state.values().get(next).equals(end);
        assertThat(state.refused())
            .extracting(ItfTrace.Step::action)
            .as("%s", state.values())
            .isEqualTo(isFirst ? List.of("Send") : List.of());
        named += state.refused().size();
      }
    }
    int refused =
        told().stream()
            .mapToInt(each -> BehaviourReplay.run(each, twin(Fault.NONE)).refused())
            .sum();
    assertThat(refused).as("refused as named").isEqualTo(named).isPositive();
  }

  /** The network has nothing to take there: that is no refusal. */
  @Test
  void aCallThatIsNotOnOfferIsNotRefusedNeitherInTheFirstStateNorLater() {
    ItfTrace trace = BEHAVIOURS.get(0);
    ItfTrace.Step call = new ItfTrace.Step("Receive", List.of(Value.field("n", Value.of(3))));
    for (int at : List.of(0, 1)) {
      List<ItfTrace.State> states = new ArrayList<>(trace.states());
      ItfTrace.State state = states.get(at);
      states.set(at, new ItfTrace.State(state.step(), state.values(), List.of(call)));
      BehaviourReplay.Report report = BehaviourReplay.run(trace.with(states), twin(Fault.NONE));
      assertThat(report.mismatch()).as("in state %d", at).isPresent();
      assertThat(report.mismatch().get().kind()).isEqualTo(Kind.ABSENT);
      assertThat(report.steps()).as("steps before it").isEqualTo(at);
    }
  }

  @Test
  void aNamedCallThatTheKernelsDoNotKnowDoesNotFit() {
    ItfTrace trace = BEHAVIOURS.get(0);
    List<ItfTrace.State> states = new ArrayList<>(trace.states());
    ItfTrace.Step call = new ItfTrace.Step("Wait", List.of());
    states.set(0, new ItfTrace.State(Optional.empty(), states.get(0).values(), List.of(call)));
    ItfTrace other = trace.with(states);
    assertThat(BehaviourReplay.run(other, twin(Fault.NONE)).misfits())
        .containsExactly("the kernels do not know Wait()");
  }

  /**
   * The files that are kept are those that the kernels tell now, messages and refusals included.
   */
  @Test
  void keptModelsAreToldAnewAsTheyAreKept() throws Exception {
    TraceStore store = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath())).store();
    int models = 0;
    for (TraceStore.Entry entry : store.index()) {
      if (TOLD_ANEW.contains(entry.id())) {
        models++;
        List<ItfTrace> kept = store.read(entry, entry.specSha256());
        StateGraph whole = KeptGraph.of(kept);
        List<ItfTrace> bare = kept.stream().map(BehaviourReplayTest::bare).toList();
        Twin<?> twin = Systems.twin(Rows.of(entry.id()).replay(), whole.constants());
        assertThat(ToldBehaviours.of(bare, bare, whole, twin)).as(entry.id()).isEqualTo(kept);
        for (ItfTrace behaviour : kept) {
          assertThat(BehaviourReplay.run(behaviour, twin).faithful()).as(entry.id()).isTrue();
        }
      }
    }
    assertThat(models).isEqualTo(TOLD_ANEW.size());
  }

  /** Without what {@link ToldBehaviours} adds. */
  private static ItfTrace bare(ItfTrace told) {
    List<ItfTrace.State> states =
        told.states().stream()
            .map(
                state ->
                    new ItfTrace.State(
                        state
                            .step()
                            .map(step -> new ItfTrace.Step(step.action(), step.arguments())),
                        state.values(),
                        List.of()))
            .toList();
    return told.with(states);
  }

  @Test
  void aBehaviourOfAnotherModelDoesNotFit() {
    ItfTrace trace = BEHAVIOURS.get(0);
    List<ItfTrace.State> states = new ArrayList<>(trace.states().subList(0, 1));
    ItfTrace.Step step = new ItfTrace.Step("Lose", List.of(Value.field("m", Value.of(1))));
    states.add(new ItfTrace.State(Optional.of(step), states.get(0).values()));
    ItfTrace other = new ItfTrace(trace.meta(), List.of("next", "seen", "wirre"), states);
    BehaviourReplay.Report report = BehaviourReplay.run(other, twin(Fault.NONE));
    assertThat(report.faithful()).isFalse();
    assertThat(report.misfits())
        .containsExactly(
            "only one of behaviour and kernels has the variables [wire, wirre]",
            "the kernels do not know Lose(m)");
  }

  @Test
  void aBehaviourWithoutStepsIsNotFaithful() {
    ItfTrace trace = BEHAVIOURS.get(0);
    ItfTrace still = trace.with(trace.states().subList(0, 1));
    assertThat(BehaviourReplay.run(still, twin(Fault.NONE)).faithful()).isFalse();
  }

  /** Gives the first step an argument more, or takes its only one away. */
  @Test
  void aStepWithAnArgumentTooManyOrTooFewDoesNotFit() {
    Value.Field more = Value.field("more", Value.of(1));
    assertThat(misfits("Send", List.of(more)))
        .containsExactly("the kernels do not know Send(more)");
    Value.Field own = Value.field("n", Value.of(1));
    assertThat(misfits("Lose", List.of(own, more)))
        .containsExactly("the kernels do not know Lose(n, more)");
    assertThat(misfits("Lose", List.of())).containsExactly("the kernels do not know Lose()");
    assertThat(misfits("Lose", List.of(own))).as("as it is").isEmpty();
  }

  private static List<String> misfits(String action, List<Value.Field> arguments) {
    ItfTrace trace = BEHAVIOURS.get(0);
    List<ItfTrace.State> states = new ArrayList<>(trace.states().subList(0, 1));
    ItfTrace.Step step = new ItfTrace.Step(action, arguments);
    states.add(new ItfTrace.State(Optional.of(step), states.get(0).values()));
    return BehaviourReplay.run(trace.with(states), twin(Fault.NONE)).misfits();
  }

  /** Leaves a variable of the kernels out of all states. */
  @Test
  void aBehaviourThatLacksAVariableDoesNotFit() {
    ItfTrace trace = BEHAVIOURS.get(0);
    List<ItfTrace.State> states = new ArrayList<>();
    for (ItfTrace.State state : trace.states()) {
      List<Value> fewer = state.values().subList(0, state.values().size() - 1);
      states.add(new ItfTrace.State(state.step(), fewer));
    }
    List<String> left = trace.variables().subList(0, trace.variables().size() - 1);
    assertThat(
            BehaviourReplay.run(new ItfTrace(trace.meta(), left, states), twin(Fault.NONE))
                .misfits())
        .containsExactly("only one of behaviour and kernels has the variables [wire]");
  }
}
