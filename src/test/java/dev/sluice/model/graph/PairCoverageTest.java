package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Of a larger model the behaviours are kept that show the most pairs of values. */
class PairCoverageTest {
  private static final ItfTrace.Meta META =
      new ItfTrace.Meta("", "Counters", "large", "0".repeat(64), Map.of());

  /** Returns a behaviour of two counters in one record; each point after the first is a step. */
  private static ItfTrace through(int... counters) {
    List<ItfTrace.State> states = new ArrayList<>();
    for (int i = 0; i < counters.length; i += 2) {
      Value value =
          Value.rec(
              Value.field("bytes", Value.of(counters[i])),
              Value.field("time", Value.of(counters[i + 1])));
      states.add(
          new ItfTrace.State(
              i == 0 ? Optional.empty() : Optional.of(new ItfTrace.Step("Rise", List.of())),
              List.of(value)));
    }
    return new ItfTrace(META, List.of("stages"), states);
  }

  private static final ItfTrace BY_BYTES = through(0, 0, 1, 0, 2, 0);
  private static final ItfTrace BY_TIME = through(0, 0, 0, 1, 0, 2);
  private static final ItfTrace REPEATED = through(0, 0, 1, 0, 0, 0);
  private static final ItfTrace BY_BOTH = through(0, 0, 1, 0, 1, 1, 1, 2, 2, 2);

  @Test
  void aBehaviourThatAloneShowsPairsComesBeforeThoseThatRepeatThem() {
    List<ItfTrace> all = List.of(REPEATED, BY_BYTES, BY_TIME, BY_BOTH);
    assertThat(PairCoverage.choose(all, 6)).containsExactly(BY_BOTH, BY_TIME);
  }

  @Test
  void theLastBehaviourEndsWithTheLastStepThatIsAskedFor() {
    List<ItfTrace> chosen = PairCoverage.choose(List.of(BY_BOTH, BY_TIME), 5);
    assertThat(chosen).containsExactly(BY_BOTH, through(0, 0, 0, 1));
  }

  @Test
  void allAreChosenIfThereAreSteps() {
    assertThat(PairCoverage.choose(List.of(REPEATED, BY_TIME), 100))
        .containsExactly(BY_TIME, REPEATED);
  }

  /**
   * Has two more behaviours repeat states of the first: one four of them, one two in more steps.
   */
  @Test
  void aStateThatAChosenBehaviourReachesCostsNothingMore() {
    ItfTrace first = through(0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0);
    ItfTrace repeats = through(0, 0, 1, 0, 2, 0, 3, 0, 3, 1);
    ItfTrace wanders = through(0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5);
    assertThat(PairCoverage.choose(List.of(wanders, repeats, first), 100))
        .containsExactly(first, repeats, wanders);
  }

  /** Returns a behaviour of one variable. */
  private static ItfTrace of(Value... values) {
    List<ItfTrace.State> states = new ArrayList<>();
    for (Value value : values) {
      states.add(
          new ItfTrace.State(
              states.isEmpty()
                  ? Optional.empty()
                  : Optional.of(new ItfTrace.Step("Rise", List.of())),
              List.of(value)));
    }
    return new ItfTrace(META, List.of("queue"), states);
  }

  private static Value queue(int... items) {
    return Value.seq(Arrays.stream(items).<Value>mapToObj(Value::of).toList());
  }

  /** Swaps two items, which leaves the values that occur, but not their places. */
  @Test
  void aPlaceOfASequenceIsAValueOfItsOwn() {
    ItfTrace same = of(queue(1, 2), queue(1, 2));
    ItfTrace swapped = of(queue(1, 2), queue(2, 1));
    assertThat(PairCoverage.choose(List.of(same, swapped), 1))
        .as("the one behaviour with a step that shows other pairs")
        .containsExactly(swapped);
  }

  /** Lets an item leave, so that the length is all that is new. */
  @Test
  void theLengthOfASequenceIsAValue() {
    ItfTrace same = of(queue(1, 2), queue(1, 2));
    ItfTrace shorter = of(queue(1, 2), queue(1));
    assertThat(PairCoverage.choose(List.of(same, shorter), 1))
        .as("the one behaviour with a step that shows another length")
        .containsExactly(shorter);
  }
}
