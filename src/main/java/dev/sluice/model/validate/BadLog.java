package dev.sluice.model.validate;

import dev.sluice.requirement.EditDistance;
import dev.sluice.trace.LogEvent;
import java.util.Collection;

/**
 * A log that is written well and yet cannot be judged, with a sentence that says why, and in which
 * line.
 */
public final class BadLog extends Exception {
  private static final long serialVersionUID = 1L;
  private static final long HEADER = 1;

  private final long line;

  /**
   * @param line where it is, from 1; 0 where no line can be named
   * @param message what is wrong, and what to do
   */
  private BadLog(long line, String message) {
    super(message);
    this.line = line;
  }

  /**
   * Something that no single line is to blame for.
   *
   * @param message what is wrong, where, and what to do
   */
  public BadLog(String message) {
    this(0, message);
  }

  /**
   * Something in the header.
   *
   * @param message what is wrong, and what to do
   */
  static BadLog header(String message) {
    return new BadLog(HEADER, "the header's " + message);
  }

  /**
   * Something in an event, which is told with its number, its action and its line.
   *
   * @param message what it does that it should not, and what to do
   */
  static BadLog of(LogEvent event, String message) {
    return new BadLog(
        HEADER + event.number(),
        "event %d, %s.%s, %s".formatted(event.number(), event.spec(), event.action(), message));
  }

  /** What may stand in the place of a name that nobody knows: the nearest one, then all of them. */
  static String instead(String name, Collection<String> allowed) {
    String near = EditDistance.nearest(name, allowed);
    return (near.isEmpty() ? "" : "; did you mean \"" + near + "\"?")
        + (near.isEmpty() ? "; " : " ")
        + (allowed.isEmpty()
            ? "nothing may be told there"
            : "there may be " + String.join(", ", allowed));
  }

  /** The line that it is in, from 1; 0 where no line can be named. */
  public long line() {
    return line;
  }
}
