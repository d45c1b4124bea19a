package dev.sluice.house;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * How much of itself a test does: a part that every build does, or, with {@code -Dsluice.all=true},
 * all of it. {@code .ci/long} has a step in which all is done; {@code WholeTest} holds the tests
 * that this step names against those that have a part.
 *
 * <p>A part is drawn with a seed that stays the same, so that a build that was green is green
 * again; or it is chosen, and then the test says why.
 */
public final class Whole {
  /** Whether all is done, as it is where pages are written. */
  public static final boolean IS_ASKED = Boolean.getBoolean("sluice.all") || Golden.isWritten();

  private static final long SEED = 16;

  private Whole() {}

  /** So many of a list, in its order; all where that is asked for, or there are no more. */
  public static <T> List<T> drawn(List<T> all, int most) {
    if (IS_ASKED || all.size() <= most) {
      return all;
    }
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      places.add(i);
    }
    Collections.shuffle(places, new Random(SEED));
    return places.subList(0, most).stream().sorted().map(all::get).toList();
  }

  /** One of each kind in a list, by the kind; all where that is asked for. */
  public static <T> List<T> ofEach(List<T> all, Function<T, String> kind) {
    if (IS_ASKED) {
      return all;
    }
    Map<String, List<T>> kinds = new TreeMap<>();
    for (T one : all) {
      kinds.computeIfAbsent(kind.apply(one), any -> new ArrayList<>()).add(one);
    }
    return kinds.values().stream().flatMap(some -> drawn(some, 1).stream()).toList();
  }
}
