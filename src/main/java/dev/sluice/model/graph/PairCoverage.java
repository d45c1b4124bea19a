package dev.sluice.model.graph;

import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Choice of the behaviours of a model that show the most pairs of values within a number of steps.
 *
 * <p>A value is one of a field, or of a variable that has none: {@code rp[1].byteStage = 2}. A
 * state shows each pair of its values. Mistakes that need two conditions at a time, such as two
 * kinds of rises, occur in a few states of a large model. Their pair of values is rare as well, so
 * that a behaviour with it is worth its cost. The cost is the number of its states that no chosen
 * behaviour reaches, since a file holds a state once, and a part of one for each step. The same
 * behaviours give the same choice.
 */
public final class PairCoverage {
  /** Distinguishes shares of pairs by cost up to this part of one. */
  private static final long PARTS = 1L << 20;

  /** A new state costs as many steps in a file. */
  private static final int STEPS_PER_STATE = 5;

  private final List<ItfTrace> behaviours;
  private final Map<Leaf, Integer> leaves = new HashMap<>();
  private final Map<List<Value>, Integer> known = new HashMap<>();
  private final List<int[]> values = new ArrayList<>();
  private final List<int[]> walks = new ArrayList<>();
  private final BitSet shown = new BitSet();

  /** States of the chosen behaviours; and new ones of the behaviour that was measured last. */
  private final BitSet reached = new BitSet();

  private final BitSet fresh = new BitSet();

  /** New pairs of the behaviour that was measured last: as a set, and as a list of so many. */
  private final BitSet inHand = new BitSet();

  private int[] pairs = new int[1 << 10];
  private int found;

  /** One value, and where it stands. */
  private record Leaf(String path, Value value) {}

  /** A behaviour, and the share of new pairs by cost that it had when it was measured last. */
  private record Candidate(int walk, long share) {}

  private PairCoverage(List<ItfTrace> behaviours) {
    this.behaviours = behaviours;
    for (ItfTrace behaviour : behaviours) {
      walks.add(
          behaviour.states().stream()
              .mapToInt(state -> number(behaviour.variables(), state.values()))
              .toArray());
    }
  }

  /**
   * Chooses behaviours, those with the most new pairs of values by cost first.
   *
   * @param steps the number of steps of all chosen behaviours together; the last one may end early
   * @return the chosen behaviours in the order of the choice
   */
  public static List<ItfTrace> choose(List<ItfTrace> behaviours, int steps) {
    return new PairCoverage(behaviours).chosen(steps);
  }

  private List<ItfTrace> chosen(int steps) {
    PriorityQueue<Candidate> queue =
        new PriorityQueue<>(
            Comparator.comparingLong((Candidate each) -> -each.share)
                .thenComparingInt(Candidate::walk));
    for (int walk = 0; walk < walks.size(); walk++) {
      queue.add(new Candidate(walk, share(walk, steps)));
    }
    List<ItfTrace> chosen = new ArrayList<>();
    int left = steps;
    while (left > 0 && !queue.isEmpty()) {
      int walk = queue.poll().walk;
      long share = share(walk, left);
      if (!queue.isEmpty() && share < queue.peek().share) {
        queue.add(new Candidate(walk, share)); // others have shown some of its pairs since
        continue;
      }
      int taken = Math.min(left, walks.get(walk).length - 1);
      shown.or(inHand);
      reached.or(fresh);
      ItfTrace whole = behaviours.get(walk);
      chosen.add(whole.with(whole.states().subList(0, taken + 1)));
      left -= taken;
    }
    return chosen;
  }

  /** Collects the new pairs of a behaviour's first steps, and returns their share by cost. */
  private long share(int walk, int left) {
    for (int i = 0; i < found; i++) {
      inHand.clear(pairs[i]);
    }
    found = 0;
    fresh.clear();
    int[] states = walks.get(walk);
    int taken = Math.min(left, states.length - 1);
    int[] before = {};
    for (int at = 0; at <= taken; at++) {
      int[] here = values.get(states[at]);
      if (!reached.get(states[at])) {
        fresh.set(states[at]);
      }
      for (int one : here) {
        if (Arrays.binarySearch(before, one) < 0) { // else its pairs with older values are known
          collect(one, here);
        }
      }
      before = here;
    }
    int cost = taken + STEPS_PER_STATE * (fresh.cardinality() + CoveringWalks.NEW_WALK);
    return found * PARTS / cost;
  }

  /** Collects the new pairs of one value of a state with the others. */
  private void collect(int one, int[] here) {
    for (int other : here) {
      int upper = Math.max(one, other);
      int pair = Math.multiplyExact(upper, upper - 1) / 2 + Math.min(one, other);
      if (one != other && !shown.get(pair) && !inHand.get(pair)) {
        inHand.set(pair);
        if (found == pairs.length) {
          pairs = Arrays.copyOf(pairs, 2 * found);
        }
        pairs[found++] = pair;
      }
    }
  }

  private int number(List<String> variables, List<Value> state) {
    Integer number = known.get(state);
    if (number != null) {
      return number;
    }
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < variables.size(); i++) {
      add(numbers, variables.get(i), state.get(i));
    }
    int[] sorted = numbers.stream().mapToInt(each -> each).toArray();
    Arrays.sort(sorted);
    values.add(sorted);
    known.put(state, values.size() - 1);
    return values.size() - 1;
  }

  private void add(List<Integer> numbers, String path, Value value) {
    if (value instanceof Value.Rec record) {
      for (Value.Field field : record.fields()) {
        add(numbers, path + "." + field.name(), field.value());
      }
    } else if (value instanceof Value.Seq sequence) {
      numbers.add(leaf(path + "#", Value.of(sequence.items().size())));
      for (int i = 0; i < sequence.items().size(); i++) {
        add(numbers, path + "[" + i + "]", sequence.items().get(i));
      }
    } else {
      numbers.add(leaf(path, value));
    }
  }

  private int leaf(String path, Value value) {
    return leaves.computeIfAbsent(new Leaf(path, value), leaf -> leaves.size());
  }
}
