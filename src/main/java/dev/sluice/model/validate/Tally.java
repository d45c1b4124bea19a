package dev.sluice.model.validate;

import dev.sluice.model.validate.Behaviour.Unjudged;
import dev.sluice.trace.LogEvent;
import java.util.Optional;

/**
 * Counts which events of a context are judged: all up to the first that cannot be, since what comes
 * after rests on it.
 */
public final class Tally {
  private long judged;
  private long from;
  private long unjudged;
  private String why;

  /** Whether this event is judged; one that happened outside the specification stops it. */
  public boolean judges(LogEvent event) {
    if (why == null && event.isOutside()) {
      stop(event, event.action() + " is no action of " + event.spec());
      return false;
    }
    if (why != null) {
      unjudged++;
      return false;
    }
    judged++;
    return true;
  }

  /** The event that was to be judged cannot be, nor any after it. */
  public void stop(LogEvent event, String reason) {
    if (!event.isOutside()) {
      judged--;
    }
    from = event.number();
    unjudged = 1;
    why = reason;
  }

  /** How many events are judged. */
  public long judged() {
    return judged;
  }

  /** What is not judged, if anything. */
  public Optional<Unjudged> unjudged() {
    return why == null ? Optional.empty() : Optional.of(new Unjudged(from, unjudged, why));
  }
}
