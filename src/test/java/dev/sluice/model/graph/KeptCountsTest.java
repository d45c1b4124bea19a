package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kernel.Specification;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Counts states and steps of behaviours, and compares the counts with a line of the index. */
class KeptCountsTest {
  private static final ItfTrace.Meta META =
      new ItfTrace.Meta("", "Relay", "trace", "0".repeat(64), Map.of());
  private static final Value SENT = Value.rec(Value.field("psn", Value.of(1)));
  private static final Value TAKEN = Value.rec(Value.field("ece", Value.of(true)));
  private static final ItfTrace.Step CALL = new ItfTrace.Step("Lose", List.of());

  private static ItfTrace.Step step(String action, int argument) {
    return new ItfTrace.Step(action, List.of(Value.field("n", Value.of(argument))));
  }

  private static ItfTrace.State state(ItfTrace.Step step, int value, ItfTrace.Step... refused) {
    return new ItfTrace.State(
        Optional.ofNullable(step), List.of(Value.of(value)), List.of(refused));
  }

  private static ItfTrace trace(ItfTrace.State... states) {
    return new ItfTrace(META, List.of("x"), List.of(states));
  }

  private static KeptCounts counts(ItfTrace... behaviours) {
    KeptCounts counts = new KeptCounts();
    List.of(behaviours).forEach(counts::add);
    return counts;
  }

  @Test
  void callsThatTheFirstStateRefusesCount() {
    assertThat(counts(trace(state(null, 0, CALL), state(step("Send", 1), 1, CALL, CALL))).refused())
        .as("refused calls")
        .isEqualTo(3);
  }

  @Test
  void aStepMayTakeOneMessageAndSendOthers() {
    ItfTrace.Step both =
        new ItfTrace.Step("Pass", List.of(), Optional.of(TAKEN), List.of(SENT, Value.of(7)));
    KeptCounts counts = counts(trace(state(null, 0), state(both, 1)));
    assertThat(counts.messages()).as("messages").isEqualTo(3);
    assertThat(counts.fields())
        .as("fields of the messages that are taken and sent")
        .containsExactlyInAnyOrder("ece", "psn", Specification.WHOLE);
  }

  @Test
  void aStateToWhichNoStepLeadsBackCounts() {
    KeptCounts counts =
        counts(trace(state(null, 0), state(step("Send", 1), 1)), trace(state(null, 5)));
    assertThat(counts.states()).as("distinct states").isEqualTo(3);
    assertThat(counts.initial()).as("distinct initial states").isEqualTo(2);
  }

  /** Takes a step twice, and steps that differ in one part. */
  @ParameterizedTest
  @CsvSource({
    "0, Send, 1, 1, 1",
    "0, Send, 2, 1, 2",
    "0, Send, 1, 2, 2",
    "3, Send, 1, 1, 2",
    "0, Lose, 1, 1, 2"
  })
  void aTransitionIsItsStatesItsActionAndItsArguments(
      int from, String action, int argument, int to, int distinct) {
    KeptCounts counts =
        counts(
            trace(state(null, 0), state(step("Send", 1), 1)),
            trace(state(null, from), state(step(action, argument), to)));
    assertThat(counts.steps()).as("steps").isEqualTo(2);
    assertThat(counts.transitions()).as("distinct transitions").isEqualTo(distinct);
    assertThat(counts.transitions("Send"))
        .as("distinct transitions of Send")
        .isEqualTo(action.equals("Send") ? distinct : 1);
  }

  /** Returns the index line of one behaviour with two steps, two messages and two refused calls. */
  private static TraceStore.Entry entry(
      int states, int transitions, int behaviours, int steps, int messages, int refused) {
    return new TraceStore.Entry(
        "Relay",
        "trace",
        "0".repeat(64),
        states,
        transitions,
        transitions,
        behaviours,
        steps,
        messages,
        refused,
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(
            Map.of(
                "Send", new TraceStore.Action(List.of("n"), "", "", 1),
                "Pass", new TraceStore.Action(List.of(), "", "", 1))));
  }

  private static final ItfTrace BEHAVIOUR =
      trace(
          state(null, 0, CALL),
          state(step("Send", 1), 1, CALL),
          state(new ItfTrace.Step("Pass", List.of(), Optional.of(TAKEN), List.of(SENT)), 2));

  /** Has the index say one more of each. */
  @ParameterizedTest
  @CsvSource({
    "3, 2, 1, 2, 2, 2, ''",
    "4, 2, 1, 2, 2, 2, '3 distinct states, the index says 4'",
    "3, 3, 1, 2, 2, 2, '2 distinct transitions, the index says 3'",
    "3, 2, 2, 2, 2, 2, '1 behaviours, the index says 2'",
    "3, 2, 1, 3, 2, 2, '2 steps, the index says 3'",
    "3, 2, 1, 2, 3, 2, '2 messages, the index says 3'",
    "3, 2, 1, 2, 2, 3, '2 refused calls, the index says 3'"
  })
  void eachCountOfTheIndexIsHeld(
      int states,
      int transitions,
      int behaviours,
      int steps,
      int messages,
      int refused,
      String shortfall) {
    assertThat(
            entry(states, transitions, behaviours, steps, messages, refused)
                .shortfalls(List.of(BEHAVIOUR)))
        .as("shortfalls")
        .isEqualTo(
            shortfall.isEmpty()
                ? List.of()
                : List.of("Relay/trace: the behaviours hold " + shortfall));
  }

  @Test
  void behavioursBeginInOneState() {
    ItfTrace elsewhere =
        trace(state(null, 2), state(step("Send", 1), 2, CALL), state(step("Send", 1), 2, CALL));
    assertThat(entry(3, 3, 2, 4, 2, 4).shortfalls(List.of(BEHAVIOUR, elsewhere)))
        .as("shortfalls of behaviours from two states")
        .contains("Relay/trace: the behaviours hold 2 initial states, the index says 1");
  }

  @Test
  void anActionThatTheIndexDoesNotKnowIsAShortfall() {
    ItfTrace other =
        trace(
            state(null, 0, CALL),
            state(step("Send", 1), 1, CALL),
            state(new ItfTrace.Step("Drop", List.of(), Optional.of(TAKEN), List.of(SENT)), 2));
    assertThat(entry(3, 2, 1, 2, 2, 2).shortfalls(List.of(other)))
        .as("shortfalls if Drop is taken in place of Pass")
        .containsExactly(
            "Relay/trace: the behaviours hold 1 distinct transitions of Drop, the index says 0",
            "Relay/trace: the behaviours hold 0 distinct transitions of Pass, the index says 1");
    assertThat(counts(other).actions()).as("actions").isEqualTo(Set.of("Drop", "Send"));
  }
}
