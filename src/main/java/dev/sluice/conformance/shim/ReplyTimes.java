package dev.sluice.conformance.shim;

import java.util.Optional;

/** Holds the times of replies against those before. */
final class ReplyTimes {
  private long lastPs;

  /** Begins a case, whose time is 0. */
  void restart() {
    lastPs = 0;
  }

  /**
   * Returns why a reply cannot be used: a departure is out of order, or outside the time that has
   * passed, or the next step is past.
   *
   * @param id the number of the request
   * @return the reason; empty if there is none
   */
  String fault(long id, ShimRequest request, Reply reply) {
    long from = lastPs;
    long to = Math.max(lastPs, request.untilPs());
    if (reply.isGood()) {
      lastPs = to;
    }
    for (Reply.Departure each : reply.sends()) {
      if (each.atPs() < from || each.atPs() > to) {
        return "request %d has a departure at %d ps; it lasts from %d to %d ps, and departures are in order of time"
            .formatted(id, each.atPs(), from, to);
      }
      from = each.atPs();
    }
    Optional<Long> next = reply.next();
    return next.isPresent() && next.get() < to
        ? "the reply to request %d says that something happens next at %d ps, which is past: it is %d ps"
            .formatted(id, next.get(), to)
        : "";
  }
}
