package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Check that a log is complete: that it has its beginning, and the events of either end whose
 * messages the other one takes. A log without them is no behaviour for a reason that is not the
 * system's.
 */
public final class LogEnds {
  private LogEnds() {}

  /**
   * Checks the part of a log that each specification has.
   *
   * @throws BadLog if its beginning is missing, or the events of one end that its header does not
   *     leave out
   */
  public static void check(EventLog log, List<Projection> projections) throws BadLog {
    for (Projection each : projections) {
      check(log, each);
    }
  }

  private static void check(EventLog log, Projection projection) throws BadLog {
    List<LogEvent> events = log.of(projection.spec());
    Set<String> told = new HashSet<>();
    events.forEach(event -> told.add(end(event, event.isOfTarget())));
    boolean isOmitted = Omitted.isOmitted(log, Omitted.TARGET);
    Set<String> begun = new HashSet<>();
    for (LogEvent event : events) {
      boolean isArrival = projection.arrivals().contains(event.action());
      boolean isAlone = isArrival && !told.contains(end(event, !event.isOfTarget()));
      if (isAlone && event.isOfTarget()) {
        throw BadLog.of(event, withoutSource(event));
      }
      if (isAlone && !isOmitted) {
        throw BadLog.of(event, withoutTarget(log, event));
      }
      if (begun.add(end(event, false)) && (isArrival || !isOpening(log, projection, event))) {
        throw BadLog.of(event, withoutBeginning(projection));
      }
    }
  }

  private static boolean isOpening(EventLog log, Projection projection, LogEvent event) {
    Predicate<String> isLeftOut =
        action -> Omitted.isOmitted(log, projection.spec() + "." + action);
    return projection.openings().isEmpty()
        || projection.openings().contains(event.action())
        || projection.openings().stream().anyMatch(isLeftOut)
        || event.isOutside();
  }

  /** Returns a name for one end of the flow that an event is of. */
  private static String end(LogEvent event, boolean isTarget) {
    Optional<LogInstance> of = event.instance();
    return (isTarget ? "target " : "source ")
        + of.map(LogInstance::source).orElse("")
        + " "
        + of.map(LogInstance::destination).orElse("");
  }

  private static String withoutSource(LogEvent event) {
    String source = event.instance().orElseThrow().source();
    return ("takes a message of %s, and the log has no event of %s as a source. A target does"
            + " nothing unasked, so its events alone cannot be judged: give the log of %s as well,"
            + " with --merge")
        .formatted(source, source, source);
  }

  private static String withoutTarget(EventLog log, LogEvent event) {
    LogInstance of = event.instance().orElseThrow();
    String leave =
        log.events().stream()
            .filter(LogEvent::isOfTarget)
            .findFirst()
            .map(
                first ->
                    ", and leave out the events of role target, such as event " + first.number())
            .orElse("");
    return ("takes an answer of %s, and the log has no event of %s as a target. Give the log of %s"
            + " as well, with --merge; or declare in the header's omits \"%s: only %s writes a"
            + " log.\"%s")
        .formatted(
            of.destination(),
            of.destination(),
            of.destination(),
            Omitted.TARGET,
            of.source(),
            leave);
  }

  private static String withoutBeginning(Projection projection) {
    return ("is the first that the log has of %s between these hosts, and is not possible in the"
            + " initial state: events before it are missing. Sluice judges logs from their"
            + " beginning%s; give all parts of the log, numbered from 1. If it is in the order of"
            + " several hosts' clocks, use --merge")
        .formatted(
            projection.spec(),
            projection.openings().isEmpty()
                ? ""
                : ", which is " + String.join(" or ", projection.openings()));
  }
}
