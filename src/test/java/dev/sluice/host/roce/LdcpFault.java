package dev.sluice.host.roce;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.cli.LogMutations;
import dev.sluice.host.roce.hpcc.HpccFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpResponses;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.host.roce.rcm.RcmFaultPoints;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Specification;
import dev.sluice.model.validate.EventLog;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.wire.roce.Reth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Faults that makers of LDCP may make, to be planted in a whole system. */
public enum LdcpFault {
  /** None: the NICs as they are. */
  NONE(LdcpFaultPoints::new),

  /** What an increase leaves over is forgotten. */
  LEFT_OVER_IS_FORGOTTEN(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
              String refused = super.receiveAck(window, n, ece, rttPs);
              set(PawaWindow.FACE, window, "rest", 0);
              return refused;
            }
          }),

  /** A mark takes nothing from the window. */
  MARK_TAKES_NOTHING(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
              long before = window.cw();
              String refused = super.receiveAck(window, n, ece, rttPs);
              if (ece) {
                set(PawaWindow.FACE, window, "cw", before);
              }
              return refused;
            }
          }),

  /** A NAK halves the window. */
  NAK_HALVES_THE_WINDOW(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String goBack(PawaWindow window) {
              String refused = super.goBack(window);
              set(PawaWindow.FACE, window, "cw", Math.max(1_024, window.cw() / 2));
              return refused;
            }
          }),

  /** A timeout leaves the window as it was. */
  TIMEOUT_LEAVES_THE_WINDOW(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String timeout(PawaWindow window) {
              long before = window.cw();
              String refused = super.timeout(window);
              set(PawaWindow.FACE, window, "cw", before);
              return refused;
            }
          }),

  /** What waited for an acknowledgment waits on after it. */
  ACKNOWLEDGED_AND_STILL_HELD(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected void receive(
                AckPolicy policy, boolean ce, boolean busy, AckPolicy.Sink sink) {
              long before = policy.held();
              super.receive(policy, ce, busy, sink);
              set(AckPolicy.FACE, policy, "held", Math.max(before, policy.held()));
            }
          }),

  /** The tail of the initial window may be dropped early: a packet more is taken for one of it. */
  TAIL_MAY_BE_DROPPED(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected FastStart firstRound(LdcpSender.Params params) {
              FastStart.Params first = params.first();
              return new FastStart(
                  new FastStart.Params(
                      first.iw() + 1,
                      first.tailOf(),
                      first.roundEnd(),
                      first.baseRttPs(),
                      first.rtoPs()),
                  params.stable());
            }
          },
      Ldcp.FIRST),

  /** The first acknowledgment has all that follows be ECN-capable. */
  FIRST_ROUND_ENDS_TOO_EARLY(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected FastStart firstRound(LdcpSender.Params params) {
              FastStart.Params first = params.first();
              return new FastStart(
                  new FastStart.Params(
                      first.iw(),
                      first.tailOf(),
                      RoundEnd.FIRST_ACK,
                      first.baseRttPs(),
                      first.rtoPs()),
                  params.stable());
            }
          },
      Ldcp.FIRST),

  /** The first acknowledgment ends fast start, as if it stood for all of the initial window. */
  FAST_START_ENDS_TOO_EARLY(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(FastStart first, long nowPs, boolean nak, long psn) {
              settle(first, first.bound());
              return super.receiveAck(first, nowPs, nak, psn);
            }
          },
      Ldcp.FIRST),

  /** A loss leaves a window of all that was sent, be it acknowledged or not. */
  LOSS_LEAVES_ALL_THAT_WAS_SENT(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(FastStart first, long nowPs, boolean nak, long psn) {
              if (nak) {
                settle(first, first.next());
              }
              return super.receiveAck(first, nowPs, nak, psn);
            }
          },
      Ldcp.FIRST),

  /** A timeout in fast start leaves one packet, as a later one does. */
  FIRST_TIMEOUT_LEAVES_ONE_PACKET(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String timeout(FastStart first, long nowPs) {
              settle(first, 1);
              return super.timeout(first, nowPs);
            }
          },
      Ldcp.FIRST),

  /** A READ occupies a byte more than was agreed on. */
  READ_OCCUPIES_TOO_MUCH(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String transmit(
                LsnWindow space, long bytes, long window, LsnWindow.Sink sink) {
              return super.transmit(space, bytes == Reth.SIZE ? bytes + 1 : bytes, window, sink);
            }
          },
      Ldcp.SPACES),

  /** A response that comes early is taken for the next one, and the gap before it forgotten. */
  GAP_IS_JUMPED(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receive(
                LsnReceiver space, long lsn, long bytes, LsnReceiver.Sink sink) {
              String refused = super.receive(space, lsn, bytes, sink);
              if (space.expected() < lsn) {
                set(LsnReceiver.FACE, space, "expected", lsn + bytes);
              }
              return refused;
            }
          },
      Ldcp.SPACES),

  /** A READ that has its responses sent again does not say so. */
  REPEATED_READ_SAYS_NOTHING(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected boolean again(ReadRepeat repeat) {
              return false;
            }
          },
      Ldcp.SPACES),

  /** Responses go on though a READ says that one of them is missing. */
  RESPONSES_DO_NOT_GO_BACK(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(
                LsnWindow space, boolean nak, long lsn, LsnWindow.Sink sink) {
              String refused = super.receiveAck(space, nak, lsn, sink);
              if (nak && sink instanceof LdcpResponses) {
                set(LsnWindow.FACE, space, "next", space.sent());
              }
              return refused;
            }
          },
      Ldcp.SPACES),

  /** An acknowledgment is taken for one of all that was sent. */
  ACKNOWLEDGED_BEFORE_IT_CAME(
      () ->
          new LdcpFaultPoints() {
            @Override
            protected String receiveAck(
                LsnWindow space, boolean nak, long lsn, LsnWindow.Sink sink) {
              return super.receiveAck(space, nak, nak ? lsn : space.next(), sink);
            }
          },
      Ldcp.SPACES),

  /** The last packet of a message may be dropped early, and its header says that it is the last. */
  LAST_MAY_BE_DROPPED(LdcpFaultPoints::new, Ldcp.FIRST) {
    @Override
    EventLog altered(EventLog log) {
      return log.with(log.events().stream().map(LdcpFault::withoutCapableLast).toList());
    }
  };

  private final Supplier<LdcpFaultPoints> points;
  private final Specification sees;

  LdcpFault(Supplier<LdcpFaultPoints> points) {
    this(points, Ldcp.STABLE);
  }

  LdcpFault(Supplier<LdcpFaultPoints> points, Specification sees) {
    this.points = points;
    this.sees = sees;
  }

  /** The specification by which the fault is seen. */
  public String spec() {
    return sees.name();
  }

  private static void settle(FastStart first, long window) {
    set(FastStart.FACE, first, "stage", FastStart.Stage.STABLE.ordinal());
    set(FastStart.FACE, first, "cw", window);
  }

  private static LogEvent withoutCapableLast(LogEvent event) {
    if (!LogValue.of(true).equals(event.message().get("last"))) {
      return event;
    }
    Map<String, LogValue> message = new LinkedHashMap<>(event.message());
    message.put("ecn", LogValue.of("NOT_ECT"));
    return LogMutations.withMessage(event, message);
  }

  /** The log of NICs with the fault, where no fault point has what is wrong. */
  EventLog altered(EventLog log) {
    return log;
  }

  private static <K> void set(Face<K> face, K kernel, String name, long value) {
    face.variable(name).writer().set(kernel, 0, value);
  }

  private RoceFaultPoints planted() {
    return new RoceFaultPoints(RcmFaultPoints.NONE, points.get(), HpccFaultPoints.NONE);
  }

  /**
   * The log of a run in which the fault shows, where all NICs have it, or none has: of windows and
   * acknowledgments, or of sequence numbers.
   */
  public EventLog log(boolean isPlanted) {
    EventLog log = LdcpRuns.showing(this).log(host -> isPlanted ? planted() : RoceFaultPoints.NONE);
    boolean isOfSpaces = sees == Ldcp.SPACES;
    EventLog seen =
        log.with(
            log.events().stream()
                .filter(event -> event.spec().equals(Ldcp.SPACES.name()) == isOfSpaces)
                .toList());
    return isPlanted ? altered(seen) : seen;
  }
}
