package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Whose the events are of specifications that look at one connection of RoCEv2. */
final class ConnectionEnds {
  private ConnectionEnds() {}

  /**
   * The behaviours of a log, one for each connection in each direction, in the order in which they
   * begin.
   *
   * @param events those of one specification
   * @param isOfTarget whether an event's action is one of the end that receives
   * @param begun makes a behaviour without a step, by what tells its connection from all others
   * @throws BadLog if an event is of no connection or of its other end, or the log cannot be judged
   */
  static List<Behaviour> behaviours(
      Iterable<LogEvent> events, Predicate<LogEvent> isOfTarget, Function<String, Growing> begun)
      throws BadLog {
    Map<String, Growing> all = new LinkedHashMap<>();
    for (LogEvent event : events) {
      all.computeIfAbsent(flow(event, isOfTarget.test(event)), begun).add(event);
    }
    return all.values().stream().map(Growing::behaviour).toList();
  }

  /**
   * The connection of an event, and in which direction it sends.
   *
   * @param isOfTarget whether the event's action is one of the end that receives
   * @return what tells it from all others of the log
   * @throws BadLog if the event does not tell its connection, tells more than that, or is of the
   *     other end
   */
  static String flow(LogEvent event, boolean isOfTarget) throws BadLog {
    LogInstance of = event.instance().orElse(null);
    if (of == null || !of.isConnection() || of.source().isEmpty() || of.destination().isEmpty()) {
      throw BadLog.of(
          event,
          "does not tell whose it is; give it of.role, of.source, of.destination, of.sourceQp and"
              + " of.destinationQp");
    }
    if (of.trafficClass() >= 0 || of.ccc() > 0 || of.pdc() > 0) {
      throw BadLog.of(event, "is of a connection, which has neither class nor CCC nor PDC");
    }
    if (isOfTarget != event.isOfTarget() && !event.isOutside()) {
      throw BadLog.of(event, "is of a " + of.role() + ", and no action of its end of a connection");
    }
    return of.flow();
  }
}
