package dev.sluice.requirement;

import java.util.Comparator;

/**
 * Something wrong in the catalogue, or in a place that cites it.
 *
 * @param place where
 * @param text what is wrong, why it matters and what to do next
 */
public record Problem(Place place, String text) implements Comparable<Problem> {
  private static final Comparator<Problem> ORDER =
      Comparator.comparing(Problem::place).thenComparing(Problem::text);

  @Override
  public int compareTo(Problem other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return place + ": " + text;
  }
}
