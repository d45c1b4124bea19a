package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.RelayTwin;
import dev.sluice.model.RelayTwin.Fault;
import dev.sluice.model.Toy;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.Behaviours;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.trace.ItfTrace;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
  @SuppressWarnings("unchecked")
  private static <W> Twin<W> with(String method, Object answer, Twin<W> twin) {
    return (Twin<W>)
        Proxy.newProxyInstance(
            Twin.class.getClassLoader(),
            new Class<?>[] {Twin.class},
            (proxy, asked, arguments) ->
                asked.getName().equals(method) ? answer : asked.invoke(twin, arguments));
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
