package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks through a small world of a role that together make each request in each state.
 *
 * <p>The graph is that of an implementation in which everything leaves as soon as it may. States
 * that differ only in the time of day are one. If another implementation makes other choices, the
 * walk goes on from the state in which that implementation then is.
 */
public final class Tour {
  /** A world of more states is too large for a tour. */
  private static final int MOST_STATES = 50_000;

  /** The most requests of a walk, so that one failure hides few others. */
  private static final int LONGEST = 250;

  private final Player.Play play;
  private final Map<String, LogValue> given;

  /** For each state, the state after each of its requests. */
  private final List<int[]> targets = new ArrayList<>();

  private List<int[]> walks;

  /** A state of the graph, as an implementation that is in it. */
  private record At(Device device, long nowPs) {}

  /**
   * Makes a tour. Its walks are computed on first use.
   *
   * @param given the parameters of the world
   */
  public Tour(Player.Play play, Map<String, LogValue> given) {
    this.play = play;
    this.given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
  }

  /** Returns the parameters of the world. */
  public Map<String, LogValue> given() {
    return given;
  }

  /** Returns the number of states. */
  public int states() {
    walks();
    return targets.size();
  }

  /** Returns the number of requests of all states. */
  public int edges() {
    walks();
    return targets.stream().mapToInt(each -> each.length).sum();
  }

  /**
   * Returns the walks. Each number of a walk is the place of a request among those of the state in
   * which it is made, see {@link Player.Play#requests}.
   *
   * @throws IllegalStateException if the world has too many states
   */
  public synchronized List<int[]> walks() {
    if (walks == null) {
      explore();
      walks = walk();
    }
    return walks;
  }

  // ---------------------------------------------------------------- the graph

  private void explore() {
    Map<Object, Integer> numbers = new HashMap<>();
    List<At> states = new ArrayList<>();
    numbers.put(key(play.start(given), 0), 0);
    states.add(new At(play.start(given), 0));
    for (int state = 0; state < states.size(); state++) {
      At from = states.get(state);
      List<ShimRequest> requests = play.requests(from.device(), from.nowPs(), given);
      int[] to = new int[requests.size()];
      for (int at = 0; at < to.length; at++) {
        Device after = from.device().copy();
        Prompt.make(requests.get(at), after, from.nowPs());
        long nowPs = requests.get(at).untilPs();
        after = after.settled(nowPs, after.shown(nowPs)); // an id that was shown stays
        Object key = key(after, nowPs);
        Integer known = numbers.putIfAbsent(key, states.size());
        if (known == null) {
          states.add(new At(after, nowPs));
        }
        to[at] = known == null ? states.size() - 1 : known;
      }
      targets.add(to);
      states.set(state, null); // its requests are all that is left to know
      if (states.size() > MOST_STATES) {
        throw new IllegalStateException("the world has more than " + MOST_STATES + " states");
      }
    }
  }

  /** Returns all that tells a state from others; of times, how far off they are. */
  private static Object key(Device device, long nowPs) {
    return List.of(
        device.shown(nowPs),
        left(device.timerPs(), nowPs),
        left(device.notBeforePs(nowPs), nowPs),
        device.due(),
        device.hidden(nowPs));
  }

  private static long left(long atPs, long nowPs) {
    return atPs == Device.NEVER_PS ? -1 : Math.max(0, atPs - nowPs);
  }

  // ---------------------------------------------------------------- walks

  /**
   * Goes on with a request that was not made before, or by the shortest way to a state that has
   * one. A walk that has become long ends, and the next one begins anew.
   */
  private List<int[]> walk() {
    List<int[]> all = new ArrayList<>();
    int[] made = new int[targets.size()];
    int[] way = way(0, made);
    while (way.length > 0) {
      int[] walk = new int[LONGEST + targets.size()];
      int length = 0;
      int state = 0;
      while (way.length > 0 && (length == 0 || length + way.length <= LONGEST)) {
        for (int request : way) {
          walk[length++] = request;
          if (request == made[state]) {
            made[state]++;
          }
          state = targets.get(state)[request];
        }
        way = way(state, made);
      }
      all.add(Arrays.copyOf(walk, length));
      way = way(0, made);
    }
    return all;
  }

  /**
   * Returns the shortest way that ends in a request that was not made; empty if all were.
   *
   * @param made how many of the first requests of each state were made
   */
  private int[] way(int from, int[] made) {
    int[] before = new int[targets.size()];
    int[] by = new int[targets.size()];
    Arrays.fill(before, -1);
    before[from] = from;
    Deque<Integer> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      int state = open.poll();
      if (made[state] < targets.get(state).length) {
        return back(from, state, before, by, made[state]);
      }
      for (int request = 0; request < targets.get(state).length; request++) {
        int target = targets.get(state)[request];
        if (before[target] < 0) {
          before[target] = state;
          by[target] = request;
          open.add(target);
        }
      }
    }
    return new int[0];
  }

  private static int[] back(int from, int to, int[] before, int[] by, int last) {
    List<Integer> way = new ArrayList<>(List.of(last));
    for (int state = to; state != from; state = before[state]) {
      way.add(by[state]);
    }
    Collections.reverse(way);
    return way.stream().mapToInt(Integer::intValue).toArray();
  }
}
