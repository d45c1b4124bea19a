package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;

/**
 * Transitions of EventRate: what the senders of one NIC do that keep to a rate in LDCP, and what
 * its queue pairs send back. The senders' kernels tell of each; whose they are, and what they are
 * configured with, is added here.
 */
final class EventRateLog extends ConnectionLog {
  /** Marked packets that a CNP may stand for where an interval bounds CNPs, and not marks. */
  private static final int ANY_NUMBER = 1_000_000_000;

  EventRateLog(Host host) {
    super(host, Ldcp.EVENTS.name());
  }

  /** Tells of the rate of a queue pair, if somebody listens. */
  void follow(LdcpRate role, QueuePair of) {
    if (isHeard()) {
      role.kernel().tell(new Moves(asking(of), role.params()));
    }
  }

  /**
   * Tells of what a queue pair sends back.
   *
   * @param isEach whether each mark is answered
   * @return what hears of its notification point; null if nobody listens
   */
  Listener<NotificationPoint> follow(LdcpRate role, QueuePair of, boolean isEach) {
    if (!isHeard()) {
      return null;
    }
    Receiving receiving = new Receiving(answering(of), isEach);
    role.responder()
        .tell(
            (kernel, action, arguments) ->
                receiving.tell(action.name(), "number", (Long) arguments[0]));
    return receiving;
  }

  /** Hears of the rate of one queue pair. */
  private final class Moves extends Listening implements Listener<EventRate> {
    private final LdcpRate.Params params;

    Moves(LogInstance of, LdcpRate.Params params) {
      super(of);
      this.params = params;
    }

    @Override
    public void took(EventRate rate, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      Told.arguments(event, action, arguments);
      event.variable("w", Told.record(EventRate.FACE, rate, nowPs()));
      if (isFirst()) {
        EventRate.Params with = params.events();
        event
            .given("One", LogValue.of(with.one()))
            .given("Alpha", LogValue.of(with.alpha()))
            .given("Beta", LogValue.of(with.beta()))
            .given("MinWindow", LogValue.of(with.minWindow()))
            .given("MaxWindow", LogValue.of(with.maxWindow()))
            .given("StartWindow", LogValue.of(params.startWindow()))
            .given("BaseRtt", LogValue.of(with.baseRttPs()))
            .given("ResponseTime", LogValue.of(with.responsePs()))
            .given("RatePer", LogValue.of(with.ratePerPs()))
            .given("Numbers", LogValue.of(with.numbers()));
      }
      event.end();
    }
  }

  /** Hears of what one queue pair sends back. */
  private final class Receiving extends Listening implements Listener<NotificationPoint> {
    private final boolean isEach;

    /** Packets that have come marked since the last CNP. */
    private long marks;

    Receiving(LogInstance of, boolean isEach) {
      super(of);
      this.isEach = isEach;
    }

    @Override
    public void took(NotificationPoint point, Action action, Object... arguments) {
      if (action == NotificationPoint.RECEIVE
          && Told.number("ecn", action, arguments) == Ecn.CE
          && !arguments[0].equals(false)) {
        marks++;
      }
      if (!Told.numbers("cnp", action, arguments).isEmpty()) {
        tell("Notify", "k", marks);
        marks = 0;
      }
    }

    private void tell(String action, String argument, long value) {
      EventSink event = begin(action, of).argument(argument, LogValue.of(value));
      if (isFirst()) {
        event.given("Merge", LogValue.of(isEach ? 1 : ANY_NUMBER));
      }
      event.end();
    }
  }
}
