package dev.sluice.requirement;

import java.util.Comparator;

/**
 * A line of a file of the project.
 *
 * @param file path from the project's root, with forward slashes
 * @param line counted from 1
 */
public record Place(String file, int line) implements Comparable<Place> {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::file).thenComparingInt(Place::line);

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }

  /** {@code file:line}, as editors take it. */
  @Override
  public String toString() {
    return file + ":" + line;
  }
}
