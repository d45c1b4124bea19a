package dev.sluice.host.roce;

import dev.sluice.cc.Pacer;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.EventRate.Event;
import dev.sluice.host.roce.hpcc.HpccFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpFaultPoints;
import dev.sluice.host.roce.rcm.RcmFaultPoints;
import dev.sluice.kernel.Face;
import dev.sluice.model.validate.EventLog;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Faults that makers of LDCP by rates may make, to be planted in a whole system. */
public enum LdcpRateFault {
  /** None: the NICs as they are. */
  NONE(() -> LdcpFaultPoints.NONE),

  /** Of the CNPs in a round trip the first alone takes beta. */
  FIRST_CNP_OF_A_ROUND_ALONE(
      () ->
          new LdcpFaultPoints() {
            private final Map<EventRate, Long> rounds = new HashMap<>();

            @Override
            protected String receiveCnp(EventRate rate, EventRate.Sink sink) {
              Long before = rounds.put(rate, rate.number());
              if (before != null && before == rate.number()) {
                set(rate, "window", rate.window() + rate.params().beta());
              }
              return super.receiveCnp(rate, sink);
            }
          }),

  /** Each acknowledgment adds alpha, and not each response alone. */
  ALPHA_WITH_EACH_ACK(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String otherEvent(EventRate rate, Event event) {
              if (event == Event.ACK) {
                set(rate, "window", rate.window() + rate.params().alpha());
              }
              return super.otherEvent(rate, event);
            }
          }),

  /** A request is answered with the number of the next one. */
  ANSWERED_WITH_ANOTHER_NUMBER(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected long answered(long number) {
              return number + 1;
            }
          }),

  /** A timeout is taken for a round trip. */
  TIMEOUT_ADDS_ALPHA(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String timeout(EventRate rate, long nowPs) {
              if (rate.timerPs() <= nowPs) {
                set(rate, "window", rate.window() + rate.params().alpha());
              }
              return super.timeout(rate, nowPs);
            }
          }),

  /** A response to an earlier request is taken for that of the one that is out. */
  LATE_RESPONSE_TAKEN(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveResponse(
                EventRate rate, long nowPs, long number, EventRate.Sink sink) {
              return super.receiveResponse(rate, nowPs, rate.number(), sink);
            }
          }),

  /** The window is divided by the round trip without a queue. */
  BASE_RTT_DIVIDES(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveResponse(
                EventRate rate, long nowPs, long number, EventRate.Sink sink) {
              set(rate, "askedAtPs", nowPs - rate.params().baseRttPs());
              return super.receiveResponse(rate, nowPs, number, sink);
            }
          }),

  /** A CNP takes its beta, and the rate stays until the next response. */
  CNP_LEAVES_THE_RATE(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveCnp(EventRate rate, EventRate.Sink sink) {
              long before = rate.rate();
              String refused = super.receiveCnp(rate, sink);
              set(rate, "rate", before);
              sink.pace(before);
              return refused;
            }
          }),

  /** A CNP names another queue pair of the same host. */
  CNP_NAMES_ANOTHER_SENDER(
      () -> LdcpFaultPoints.NONE,
      new RcmFaultPoints() {
        @Override
        protected long named(long queuePair) {
          return queuePair ^ 1;
        }
      },
      true),

  /** Nobody looks whether a response is late. */
  TIMEOUT_IGNORED(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String timeout(EventRate rate, long nowPs) {
              set(rate, "askedAtPs", nowPs); // and waits once more
              return "ignored";
            }
          }),

  /** A rate is told, and packets leave as before. */
  NOT_SPACED_OUT(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected long notBeforePs(Pacer pacer, long nowPs) {
              return nowPs;
            }
          },
      RcmFaultPoints.NONE,
      false);

  private final Supplier<LdcpFaultPoints> points;
  private final RcmFaultPoints notices;

  /** Whether a log shows it: when packets leave, none tells. */
  private final boolean isLogged;

  LdcpRateFault(Supplier<LdcpFaultPoints> points) {
    this(points, RcmFaultPoints.NONE, true);
  }

  LdcpRateFault(Supplier<LdcpFaultPoints> points, RcmFaultPoints notices, boolean isLogged) {
    this.points = points;
    this.notices = notices;
    this.isLogged = isLogged;
  }

  /** Whether EventRate sees the fault in a log. */
  public boolean isLogged() {
    return isLogged && this != NONE;
  }

  /** What is wrong with a NIC that has it. */
  RoceFaultPoints points() {
    return new RoceFaultPoints(notices, points.get(), HpccFaultPoints.NONE);
  }

  private static void set(EventRate rate, String name, long value) {
    Face<EventRate> face = EventRate.FACE;
    face.variable(name).writer().set(rate, 0, value);
  }

  /** The log of a run in which the fault shows, where all NICs have it, or none has. */
  public EventLog log(boolean isPlanted) {
    return LdcpRateRuns.showing(this).log(host -> isPlanted ? points() : RoceFaultPoints.NONE);
  }
}
