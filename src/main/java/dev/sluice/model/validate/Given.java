package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import java.util.Collection;

/**
 * What events fix for all that follow: the first of those concerned all of it, no later one any.
 */
final class Given {
  private Given() {}

  /**
   * Holds an event to that.
   *
   * @param isFirst whether it is the first of those that the names concern
   * @param names what is fixed
   * @param whose what it would be the first of: {@code end}
   * @param who the same, as a subject: {@code an end}
   * @throws BadLog if it lacks one of the names as the first, or has one as a later event
   */
  static void hold(
      LogEvent event, boolean isFirst, Collection<String> names, String whose, String who)
      throws BadLog {
    for (String name : names) {
      boolean isTold = event.given().containsKey(name);
      if (isFirst && !isTold) {
        throw lacks(event, names, whose);
      }
      if (!isFirst && isTold) {
        throw BadLog.of(
            event, "fixes %s again; %s has that of its first event".formatted(name, who));
      }
    }
  }

  /** What is wrong with a first event that does not tell all that it is to fix. */
  static BadLog lacks(LogEvent event, Collection<String> names, String whose) {
    return BadLog.of(
        event,
        "is the first of its %s, but does not tell what it is configured with; give it given.%s"
            .formatted(whose, String.join(", given.", names)));
  }
}
