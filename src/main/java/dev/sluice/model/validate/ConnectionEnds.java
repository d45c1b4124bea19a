package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;

/** Whose the events are of specifications that look at one connection of RoCEv2. */
final class ConnectionEnds {
  private ConnectionEnds() {}

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
