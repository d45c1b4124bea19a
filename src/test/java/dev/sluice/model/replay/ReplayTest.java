package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.RelayTwin;
import dev.sluice.model.RelayTwin.Fault;
import dev.sluice.model.Toy;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.Behaviours;
import dev.sluice.model.graph.KeptGraph;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The replay finds each way in which a kernel can leave its model, and says where. */
class ReplayTest {
  private static final int LAST = 3;
  private static StateGraph graph;

  /** Of the model that begins in two states. */
  private static StateGraph starts;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    starts = Toy.graph(scratch, "RelayStarts", 1);
    graph = Toy.graph(scratch, "Relay", 1);
  }

  @Test
  void afaithfulTwinReplaysEveryTransitionAndEveryRefusal() {
    ReplayReport report = replay(Fault.NONE);
    assertThat(report.faithful()).isTrue();
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.replayed()).isEqualTo(graph.transitions());
    // every letter was tried in every state: taken, refused, or not on offer
    assertThat(report.replayed() + report.refused() + report.absent())
        .isEqualTo((long) graph.states() * graph.alphabet().size());
    assertThat(report.refused()).isPositive();
    assertThat(report.absent()).isPositive();
    assertThat(report.unwitnessed()).isEmpty();
  }

  @Test
  void anotherStartIsFound() {
    assertThat(kinds(Fault.STARTS_AT_TWO)).containsExactly(Kind.INITIAL_STATE);
  }

  @Test
  void arefusalTheModelDoesNotKnowIsFoundWithItsShortestPath() {
    ReplayReport report = replay(Fault.REFUSES_LAST);
    Mismatch mismatch = report.mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.REFUSED);
    assertThat(mismatch.path()).extracting(ActionInstance::name).containsExactly("Send", "Send");
    assertThat(mismatch.because()).isEqualTo("all tokens are sent");
    assertThat(mismatch.requirements()).containsExactly("RCCC-6");
    assertThat(report.replayed()).isLessThan(graph.transitions());
  }

  @Test
  void astepTheModelDoesNotAllowIsFound() {
    assertThat(kinds(Fault.SENDS_BEYOND_LAST)).containsExactly(Kind.TAKEN);
  }

  @Test
  void anotherSuccessorIsFoundWithTheVariableThatDiffers() {
    Mismatch mismatch = replay(Fault.KEEPS_LATEST).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.OTHER_STATE);
    assertThat(mismatch.differing()).containsExactly("seen");
    assertThat(mismatch.path())
        .extracting(ActionInstance::name)
        .containsExactly("Send", "Send", "Receive");
    assertThat(mismatch.requirements()).as("cited by Receive").isEmpty();
  }

  @Test
  void arefusalThatChangesSomethingIsFound() {
    assertThat(kinds(Fault.CHANGES_ON_REFUSAL)).containsExactly(Kind.REFUSED_BUT_CHANGED);
  }

  @Test
  void arefusalThatChangesWhatComesLaterIsFound() {
    Mismatch mismatch = replay(Fault.STUMBLES_AFTER_REFUSAL).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.REFUSED_BUT_CHANGED);
    assertThat(mismatch.action().name()).isEqualTo("Send");
    assertThat(mismatch.because()).isEqualTo("all tokens are sent, and then Receive");
    assertThat(mismatch.differing()).containsExactly("seen");
  }

  @Test
  void whatIsWrongBesideTheVariablesIsFound() {
    Mismatch mismatch = replay(Fault.COUNTS_IN_SECRET).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.BROKEN);
    assertThat(mismatch.because()).isEqualTo("1 tokens are said to be in flight, and there are 0");
  }

  /** Shows for each value of each variable another one, which the model has nowhere. */
  @Test
  void aValueThatTheModelNeverHasIsFound() {
    for (int variable = 0; variable < graph.variables().size(); variable++) {
      String name = graph.variables().get(variable);
      for (int id = 0; id < graph.valueCount(variable); id++) {
        Value known = graph.valueById(variable, id);
        ReplayReport report = Replay.run(graph, showing(name, known));
        assertThat(report.faithful()).as("another value than %s = %s", name, known).isFalse();
        assertThat(report.mismatches().get(0).differing())
            .as("variables that differ where the model has %s = %s", name, known)
            .containsExactly(name);
      }
    }
  }

  /** The toy's kernels, which show a value of their own in the place of one. */
  private static Twin<RelayTwin.World> showing(String variable, Value known) {
    Twin<RelayTwin.World> relay = new RelayTwin(LAST, Fault.NONE);
    int place = relay.variables().indexOf(variable);
    return proxy(
        (asked, arguments) -> {
          Object answer = asked.invoke(relay, arguments);
          return asked.getName().equals("value")
                  && arguments[0].equals(place)
                  && answer.equals(known)
              ? Value.of("none of the model's")
              : answer;
        });
  }

  /** Lives on which walks are shorter than the alphabet try all of its letters together. */
  @Test
  void eachLetterThatIsNotAllowedIsTriedOnLivingKernels() {
    Twin<RelayTwin.World> relay = new RelayTwin(LAST, Fault.NONE);
    Set<List<Object>> tried = new HashSet<>();
    Twin<RelayTwin.World> watched =
        proxy(
            (asked, arguments) -> {
              if (!asked.getName().equals("bind")) {
                return asked.invoke(relay, arguments);
              }
              List<Value> values =
                  ((List<?>) arguments[1]).stream().map(Value.class::cast).toList();
              Twin.Step<RelayTwin.World> step = relay.bind((String) arguments[0], values);
              Twin.Step<RelayTwin.World> counted =
                  world -> {
                    Twin.Attempt attempt = step.attempt(world);
                    if (!attempt.isTaken()) {
                      tried.add(List.of(arguments[0], values));
                    }
                    return attempt;
                  };
              return counted;
            });
    ReplayReport report = Replay.run(graph, watched, tried::clear);
    assertThat(report.steps() / report.lives())
        .as("steps of a life, beside the letters")
        .isLessThan(graph.alphabet().size());
    assertThat(tried)
        .as("letters that living kernels did not take")
        .containsExactlyInAnyOrderElementsOf(
            graph.alphabet().stream()
                .map(letter -> List.<Object>of(letter.name(), letter.arguments()))
                .toList());
  }

  /** No refusal alone changes anything; it takes the second one. */
  @Test
  void whatOnlySeveralRefusalsTogetherChangeIsFound() throws Exception {
    ItfTrace.Step call = new ItfTrace.Step("Ask", List.of());
    List<ItfTrace> asked = new ArrayList<>();
    for (ItfTrace each : Behaviours.covering(graph, "Relay", "relay", "0".repeat(64))) {
      List<ItfTrace.State> states = new ArrayList<>(each.states());
      ItfTrace.State first = states.get(0);
      states.set(0, new ItfTrace.State(first.step(), first.values(), List.of(call)));
      asked.add(each.with(states));
    }
    StateGraph more = KeptGraph.of(asked);
    assertThat(Replay.run(more, refusingTwice(Fault.NONE)).faithful()).isTrue();
    Mismatch mismatch =
        Replay.run(more, refusingTwice(Fault.CHANGES_ON_SECOND_REFUSAL)).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.REFUSED_BUT_CHANGED);
    assertThat(mismatch.alive()).as("alive").isFalse();
    assertThat(mismatch.differing()).containsExactly("seen");
  }

  /** The toy's kernels, which refuse Ask in every state as Send when all is sent. */
  private static Twin<RelayTwin.World> refusingTwice(Fault fault) {
    RelayTwin relay = new RelayTwin(LAST, fault);
    List<Twin.Action> actions = new ArrayList<>(relay.actions());
    actions.add(Twin.Action.of(RelayTwin.class, "Ask"));
    Twin.Step<RelayTwin.World> refusing = relay::refuse;
    return proxy(
        (asked, arguments) -> {
          if (asked.getName().equals("actions")) {
            return actions;
          }
          return asked.getName().equals("bind") && arguments[0].equals("Ask")
              ? refusing
              : asked.invoke(relay, arguments);
        });
  }

  private interface Answer {
    Object to(Method asked, Object[] arguments) throws ReflectiveOperationException;
  }

  @SuppressWarnings("unchecked")
  private static <W> Twin<W> proxy(Answer answer) {
    return (Twin<W>)
        Proxy.newProxyInstance(
            Twin.class.getClassLoader(),
            new Class<?>[] {Twin.class},
            (proxy, asked, arguments) -> answer.to(asked, arguments));
  }

  /** Refuses a specification with a new action in a sentence, not as a fault of Sluice. */
  @Test
  void behavioursWithAnActionThatTheKernelsLackAreRefused() {
    Twin<RelayTwin.World> without = without("Lose", new RelayTwin(LAST, Fault.NONE));
    List<ItfTrace> covering = Behaviours.covering(graph, "Relay", "relay", "0".repeat(64));
    assertThat(Replay.run(graph, without).unknown()).isNotEmpty();
    assertThatThrownBy(() -> ToldBehaviours.of(covering, covering, graph, without))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("model and kernels part at Lose(");
  }

  private static <W> Twin<W> without(String action, Twin<W> twin) {
    return with(
        "actions",
        twin.actions().stream().filter(one -> !one.name().equals(action)).toList(),
        twin);
  }

  /** A twin that gives another answer to one question. */
  private static <W> Twin<W> with(String method, Object answer, Twin<W> twin) {
    return with(method, answer, twin, "", "");
  }

  /** The same, which knows one action under another name. */
  @SuppressWarnings("unchecked")
  private static <W> Twin<W> with(
      String method, Object answer, Twin<W> twin, String called, String own) {
    return (Twin<W>)
        Proxy.newProxyInstance(
            Twin.class.getClassLoader(),
            new Class<?>[] {Twin.class},
            (proxy, asked, arguments) -> {
              if (asked.getName().equals(method)) {
                return answer;
              }
              if (asked.getName().equals("bind") && arguments[0].equals(called)) {
                arguments[0] = own;
              }
              return asked.invoke(twin, arguments);
            });
  }

  /** The toy's kernels, which start as these do. */
  private static Twin<RelayTwin.World> startingAs(Fault... faults) {
    List<Supplier<RelayTwin.World>> worlds = new ArrayList<>();
    for (Fault fault : faults) {
      worlds.add(new RelayTwin(LAST, fault)::initial);
    }
    return with("starts", worlds, new RelayTwin(LAST, Fault.NONE));
  }

  @Test
  void kernelsAreReplayedAndWalkedFromEachInitialState() {
    ReplayReport report = Replay.run(starts, startingAs(Fault.STARTS_AT_TWO, Fault.NONE));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.replayed()).isEqualTo(starts.transitions()).isPositive();
    assertThat(report.walked()).isEqualTo(starts.transitions());
    assertThat(report.lives()).isGreaterThan(1);
  }

  @Test
  void anInitialStateInWhichNoKernelStartsIsFound() {
    assertThat(starts(new RelayTwin(LAST, Fault.NONE)))
        .isEqualTo("the model has 2 initial states, kernels one");
    assertThat(starts(startingAs(Fault.NONE, Fault.NONE)))
        .isEqualTo("the kernels start in another state than the model");
  }

  private static String starts(Twin<RelayTwin.World> twin) {
    Mismatch mismatch = Replay.run(starts, twin).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.INITIAL_STATE);
    return mismatch.because();
  }

  /** To each state only one shortest way is kept; what the other leaves behind is found alive. */
  @Test
  void whatOnlyAnotherPathLeavesBehindIsFoundOnLivingKernels() {
    Mismatch one = replay(Fault.FAILS_AFTER_LOSING_ONE_LAST).mismatches().get(0);
    Mismatch two = replay(Fault.FAILS_AFTER_LOSING_TWO_LAST).mismatches().get(0);
    assertThat(one.kind()).isEqualTo(Kind.THREW);
    assertThat(two.kind()).isEqualTo(Kind.THREW);
    assertThat(List.of(one.alive(), two.alive())).containsExactlyInAnyOrder(true, false);
  }

  /** Compares after each step of a life: no copy of this kernel is ever wrong. */
  @Test
  void whatALivingKernelShowsIsCompared() {
    ReplayReport report = replay(Fault.FORGETS_WITH_AGE);
    assertThat(report.mismatches())
        .isNotEmpty()
        .allSatisfy(
            mismatch -> {
              assertThat(mismatch.kind()).isEqualTo(Kind.OTHER_STATE);
              assertThat(mismatch.alive()).as("alive").isTrue();
              assertThat(mismatch.differing()).containsExactly("seen");
            });
  }

  @Test
  void aStateWithoutSuccessorsIsCompared() {
    Mismatch mismatch = replay(Fault.FORGETS_AT_THE_END).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.OTHER_STATE);
    assertThat(mismatch.alive()).as("alive").isFalse();
    assertThat(mismatch.differing()).containsExactly("seen");
  }

  @Test
  void livingKernelsWalkEveryTransition() {
    ReplayReport report = replay(Fault.NONE);
    assertThat(report.walked()).isEqualTo(graph.transitions());
    assertThat(report.steps()).isGreaterThan(report.walked());
    assertThat(report.lives()).isPositive();
  }

  @Test
  void anEnvironmentThatOffersTooLittleOrTooMuchIsFound() {
    assertThat(kinds(Fault.FORGETS_TO_LOSE)).containsExactly(Kind.ABSENT);
    assertThat(kinds(Fault.LOSES_NOTHING_IN_FLIGHT)).containsExactly(Kind.TAKEN);
  }

  @Test
  void akernelThatFailsIsFoundWhereItShouldRefuseAndWhereItShouldNot() {
    assertThat(kinds(Fault.FAILS_WHEN_ALL_IS_SENT)).containsExactly(Kind.THREW);
    Mismatch mismatch = replay(Fault.FAILS_ON_THE_LAST).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.THREW);
    assertThat(mismatch.path()).extracting(ActionInstance::name).containsExactly("Send", "Send");
    assertThat(mismatch.because()).contains("/ by zero at").contains("RelayTwin.send");
  }

  @Test
  void aReplayOfNothingIsNotFaithful() {
    assertThat(report(1, 1, 1).faithful()).as("a transition and a step").isTrue();
    assertThat(report(0, 0, 1).faithful()).as("no transition").isFalse();
    assertThat(report(1, 1, 0).faithful()).as("no step of a living kernel").isFalse();
    assertThat(report(2, 1, 1).faithful()).as("a transition left").isFalse();
  }

  private static ReplayReport report(int transitions, int replayed, long steps) {
    return new ReplayReport(
        2,
        transitions,
        replayed,
        replayed,
        steps,
        1,
        0,
        0,
        0,
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** Follows a mismatch's path through the graph; the state before the step is where it ends. */
  private static void assertPathLeadsToIt(Mismatch mismatch) {
    int state = graph.initials()[0];
    for (ActionInstance action : mismatch.path()) {
      state = after(state, action);
    }
    assertThat(graph.state(state)).as("the state before the step").isEqualTo(mismatch.before());
  }

  private static int after(int state, ActionInstance action) {
    for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
      if (graph.alphabet().get(graph.action(edge)).equals(action)) {
        return graph.target(edge);
      }
    }
    throw new AssertionError("the model has no such step: " + action);
  }

  /** Each is found on a kernel that has lived on, with the whole of its life as path. */
  @ParameterizedTest
  @CsvSource({
    "FORGETS_WITH_AGE, OTHER_STATE, ''",
    "MISCOUNTS_WITH_AGE, BROKEN, '1 tokens are said to be in flight, and there are 0'",
    "CANNOT_REFUSE_WITH_AGE, THREW, too old to refuse",
    "TAKES_WITH_AGE, TAKEN, ''",
    "REFUSES_WITH_AGE, REFUSED, it is old"
  })
  void whatComesWithAgeIsFoundWithItsWholeLife(Fault fault, Kind kind, String because) {
    ReplayReport report = replay(fault);
    assertThat(report.replayed()).as("on copies").isEqualTo(graph.transitions());
    assertThat(report.mismatches()).hasSize(1);
    assertThat(report.mismatched()).as("no walk goes on from a wrong state").isEqualTo(1);
    Mismatch mismatch = report.mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(kind);
    assertThat(mismatch.alive()).as("alive").isTrue();
    assertThat(mismatch.because()).contains(because);
    assertThat(mismatch.path()).as("a life that is long enough").hasSizeGreaterThan(3);
    assertPathLeadsToIt(mismatch);
    boolean isForbidden = fault == Fault.CANNOT_REFUSE_WITH_AGE || fault == Fault.TAKES_WITH_AGE;
    assertThat(mismatch.expected().isEmpty()).as("no state to come to").isEqualTo(isForbidden);
  }

  /** It may be the cause; which call was refused no state shows. */
  @Test
  void theCallThatALifeRefusedLastIsNamed() {
    assertThat(replay(Fault.FORGETS_AFTER_REFUSAL).mismatches())
        .singleElement()
        .satisfies(
            mismatch ->
                assertThat(mismatch.because())
                    .isEqualTo("the call refused last in this life was Send"));
    assertThat(replay(Fault.FORGETS_WITH_AGE).mismatches().get(0).because())
        .as("none was refused in this life")
        .isEmpty();
  }

  /** On copies the nearest place is known, so that no life need be lived. */
  @ParameterizedTest
  @EnumSource(names = {"SENDS_BEYOND_LAST", "LOSES_NOTHING_IN_FLIGHT", "FAILS_WHEN_ALL_IS_SENT"})
  void whatMustBeRefusedIsFoundOnACopyWithItsShortestPath(Fault fault) {
    ReplayReport report = replay(fault);
    Mismatch mismatch = report.mismatches().get(0);
    assertThat(mismatch.alive()).as("alive").isFalse();
    assertThat(mismatch.expected()).as("no state to come to").isEmpty();
    assertPathLeadsToIt(mismatch);
    assertThat(report.walked()).as("walked").isZero();
    assertThat(report.replayed()).as("what is allowed").isEqualTo(graph.transitions());
    assertThat(mismatch.path())
        .hasSize(fault == Fault.LOSES_NOTHING_IN_FLIGHT ? 0 : graph.pathTo(allSent()).size());
  }

  /** The nearest state in which all is sent. */
  private static int allSent() {
    int next = graph.variables().indexOf("next");
    for (int place = 0; place < graph.states(); place++) {
      int state = graph.breadthFirst(place);
      if (graph.value(state, next).equals(Value.of(LAST + 1))) {
        return state;
      }
    }
    throw new AssertionError("nothing is ever all sent");
  }

  @Test
  void eachFaultIsToldOnceForEachActionAndCountedEachTime() {
    ReplayReport report = replay(Fault.STUMBLES_AFTER_REFUSAL);
    assertThat(report.mismatches()).as("told").hasSize(1);
    assertThat(report.mismatched()).as("counted").isGreaterThan(1);
    assertThat(kinds(Fault.CHANGES_ON_REFUSAL)).containsExactly(Kind.REFUSED_BUT_CHANGED);
  }

  @Test
  void nothingIsReplayedFromAnotherStart() {
    ReplayReport report = replay(Fault.STARTS_AT_TWO);
    assertThat(report.mismatched()).isEqualTo(1);
    assertThat(report.replayed() + report.refused() + report.absent()).as("tried").isZero();
    assertThat(report.mismatches().get(0).differing()).containsExactly("next");
    ReplayReport two = Replay.run(starts, new RelayTwin(LAST, Fault.NONE));
    assertThat(two.replayed() + two.refused() + two.absent()).as("tried").isZero();
  }

  @Test
  void walksBeginAfterAllCopiesAndOnlyIfThoseAreRight() {
    List<String> asked = new ArrayList<>();
    Replay.run(graph, new RelayTwin(LAST, Fault.NONE), () -> asked.add("walks"));
    assertThat(asked).containsExactly("walks");
    Replay.run(graph, new RelayTwin(LAST, Fault.KEEPS_LATEST), () -> asked.add("walks again"));
    assertThat(asked).containsExactly("walks");
  }

  /** No kernel has an answer to it: the model itself is undecided. */
  @Test
  void astepWithTwoOutcomesIsFound() throws Exception {
    List<ItfTrace> covering = Behaviours.covering(graph, "Relay", "relay", "0".repeat(64));
    ItfTrace one = covering.get(0);
    List<ItfTrace.State> states = new ArrayList<>(one.states().subList(0, 2));
    ItfTrace.State last = one.states().get(one.states().size() - 1);
    assertThat(last.values()).isNotEqualTo(states.get(1).values());
    states.set(1, new ItfTrace.State(states.get(1).step(), last.values()));
    List<ItfTrace> undecided = new ArrayList<>(covering);
    undecided.add(one.with(states));
    ReplayReport report = Replay.run(KeptGraph.of(undecided), new RelayTwin(LAST, Fault.NONE));
    assertThat(report.mismatches()).extracting(Mismatch::kind).contains(Kind.TWO_SUCCESSORS);
    assertThat(report.faithful()).isFalse();
  }

  @Test
  void variablesAndActionsOfOneSideAloneAreNamed() {
    Twin<RelayTwin.World> relay = new RelayTwin(LAST, Fault.NONE);
    ReplayReport fewer = Replay.run(graph, with("variables", List.of("next", "wire"), relay));
    assertThat(fewer.variablesMissing()).containsExactly("seen");
    List<String> four = List.of("next", "wire", "seen", "heard");
    ReplayReport more = Replay.run(graph, with("variables", four, relay));
    assertThat(more.variablesMissing()).containsExactly("heard");
    assertThat(more.replayed()).isZero();
    ReplayReport unknown = Replay.run(graph, without("Lose", relay));
    assertThat(unknown.unknown()).containsExactly("Lose");
    assertThat(unknown.replayed()).isZero();
    List<Twin.Action> actions = new ArrayList<>(relay.actions());
    actions.add(Twin.Action.of(RelayTwin.class, "Wait"));
    ReplayReport unwitnessed = Replay.run(graph, with("actions", actions, relay));
    assertThat(unwitnessed.unwitnessed()).containsExactly("Wait");
    assertThat(List.of(fewer, more, unknown)).noneMatch(ReplayReport::faithful);
  }

  /** Sends as {@code Ask}, which is tried before what is absent, and not after it. */
  private static Twin<RelayTwin.World> asking(Fault fault) {
    Twin<RelayTwin.World> relay = new RelayTwin(LAST, fault);
    List<Twin.Action> actions = new ArrayList<>(relay.actions());
    actions.set(0, Twin.Action.of(RelayTwin.class, "Ask"));
    return with("actions", actions, relay, "Ask", "Send");
  }

  private static ItfTrace asking(ItfTrace trace) {
    List<ItfTrace.State> states =
        trace.states().stream()
            .map(
                state ->
                    new ItfTrace.State(
                        state
                            .step()
                            .map(
                                step ->
                                    new ItfTrace.Step(
                                        step.action().replace("Send", "Ask"), step.arguments())),
                        state.values()))
            .toList();
    return trace.with(states);
  }

  @Test
  void aRefusalIsRememberedWhateverIsTriedAfterIt() throws Exception {
    List<ItfTrace> covering =
        Behaviours.covering(graph, "Relay", "relay", "0".repeat(64)).stream()
            .map(ReplayTest::asking)
            .toList();
    StateGraph asking = KeptGraph.of(covering);
    assertThat(Replay.run(asking, asking(Fault.NONE)).faithful()).isTrue();
    Mismatch mismatch =
        Replay.run(asking, asking(Fault.STUMBLES_AFTER_REFUSAL)).mismatches().get(0);
    assertThat(mismatch.kind()).isEqualTo(Kind.REFUSED_BUT_CHANGED);
    assertThat(mismatch.alive()).as("alive").isFalse();
    assertThat(mismatch.action().name()).isEqualTo("Ask");
    assertThat(Replay.run(asking, asking(Fault.FORGETS_AFTER_REFUSAL)).mismatches())
        .as("Ask is the first call of all")
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.because()).isEqualTo("the call refused last in this life was Ask"));
  }

  /** Leaves out of the model all that loses, except calls that are named as refused. */
  @Test
  void anActionThatNeverFiresNeedsNoKernel() throws Exception {
    ItfTrace one =
        Behaviours.covering(graph, "Relay", "relay", "0".repeat(64)).stream()
            .filter(each -> each.states().stream().noneMatch(ReplayTest::isLost))
            .findFirst()
            .orElseThrow();
    List<ItfTrace.State> states = new ArrayList<>(one.states());
    ItfTrace.Step lose = new ItfTrace.Step("Lose", List.of(Value.field("n", Value.of(9))));
    states.set(0, new ItfTrace.State(states.get(0).step(), states.get(0).values(), List.of(lose)));
    StateGraph fewer = KeptGraph.of(List.of(one.with(states)));
    assertThat(fewer.countByAction()).containsEntry("Lose", 0);
    ReplayReport report = Replay.run(fewer, without("Lose", new RelayTwin(LAST, Fault.NONE)));
    assertThat(report.unknown()).isEmpty();
    assertThat(report.actionCounts()).doesNotContainKey("Lose");
    assertThat(report.absent()).as("Lose is absent in every state").isPositive();
  }

  private static boolean isLost(ItfTrace.State state) {
    return state.step().filter(step -> step.action().equals("Lose")).isPresent();
  }

  private static ReplayReport replay(Fault fault) {
    return Replay.run(graph, new RelayTwin(LAST, fault));
  }

  private static List<Kind> kinds(Fault fault) {
    ReplayReport report = replay(fault);
    assertThat(report.faithful()).isFalse();
    assertThat(report.mismatched()).isPositive();
    return report.mismatches().stream().map(Mismatch::kind).distinct().toList();
  }
}
