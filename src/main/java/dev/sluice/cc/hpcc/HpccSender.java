package dev.sluice.cc.hpcc;

import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.SenderRole;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.WrappingCounter;

/**
 * A sender of HPCC++: a packet leaves when pace and window both allow it. It runs the algorithm on
 * the telemetry that acknowledgments bring, or takes the window that the receiver computes.
 *
 * <p>Mirrors {@code s} of {@code spec/hpcc/HpccWindow.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class HpccSender {
  /** A packet leaves. */
  public static final Action TRANSMIT = Action.of("Transmit", By.MUST).telling("seq");

  /** An acknowledgment comes, with telemetry, with a window, or with neither. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE, "u", "tau").telling("seq", "w", "n");

  /**
   * The transport goes back to the first packet that is not acknowledged, after a NAK or a timer of
   * its own.
   */
  public static final Action GO_BACK = Action.of("GoBack", By.APPLICATION);

  /** What the specification has of a sender. */
  public static final Face<HpccSender> FACE =
      Face.of(HpccSender.class)
          .heldBy(Party.SENDER)
          .number("w", FIXED_POINT, "the window", s -> s.w, (s, v) -> s.w = v)
          .number("sndUna", NONE, "not acknowledged", s -> s.sndUna, (s, v) -> s.sndUna = v)
          .number("sndNxt", NONE, "the next packet", s -> s.sndNxt, (s, v) -> s.sndNxt = v)
          .number(
              "lastUpdateSeq",
              NONE,
              "the packet that the round waits for",
              s -> s.lastUpdateSeq,
              (s, v) -> s.lastUpdateSeq = v)
          .follows("sinceSent", PICOSECOND, "since a packet left", HpccSender::sinceSent)
          .keeps(
              "sentAtPs",
              PICOSECOND,
              "when a packet left",
              s -> s.sentAtPs,
              (s, v) -> s.sentAtPs = v)
          .actions(TRANSMIT, RECEIVE_ACK, GO_BACK)
          .build();

  private final HpccParams params;
  private final HpccWindow window;
  private final long longestGapPs;

  private long w;
  private long sndUna;
  private long sndNxt;
  private long lastUpdateSeq;
  private long sentAtPs;

  private Listener<HpccSender> listener;

  /** What the sender's owner does for it. */
  public interface Sink {
    /** The packet of this sequence number leaves. */
    void send(long seq);
  }

  /**
   * A sender that has sent nothing: its flow starts at line rate.
   *
   * @param window the algorithm, which nobody else touches; null where the receiver runs it
   */
  @Requirement("HPCC-19")
  public HpccSender(HpccParams params, HpccWindow window, long nowPs) {
    this.params = params;
    this.window = window;
    longestGapPs = params.gapPs(params.minW());
    w = params.wInit();
    sentAtPs = nowPs - longestGapPs;
  }

  /** A copy with everything in it, the algorithm included. */
  public HpccSender copy() {
    return FACE.copy(this, new HpccSender(params, window == null ? null : window.copy(), 0));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<HpccSender> to) {
    listener = to;
  }

  /** The algorithm; null where the receiver runs it. */
  public HpccWindow window() {
    return window;
  }

  /** The window, in 2⁻⁹ byte; as published, {@link HpccWindow#ABSENT} if it is no number. */
  public long w() {
    return w;
  }

  /** The first packet that is not acknowledged. */
  public long sndUna() {
    return sndUna;
  }

  /** The next packet. */
  public long sndNxt() {
    return sndNxt;
  }

  /** The packet whose acknowledgment closes the round. */
  public long lastUpdateSeq() {
    return lastUpdateSeq;
  }

  /** Packets in flight. */
  public long inFlight() {
    return Math.floorMod(sndNxt - sndUna, params.modulus());
  }

  private long sinceSent(long nowPs) {
    return Math.min(nowPs - sentAtPs, longestGapPs);
  }

  /**
   * When the next packet may leave; {@link SenderRole#NEVER_PS} while an acknowledgment has to come
   * first. A window below one packet lets one be in flight, and the pace alone says when it leaves.
   * The time counts from the last packet, and the rate is that of now.
   */
  @Requirement({"HPCC-5", "HPCC-21", "HPCC-23"})
  public long notBeforePs(long nowPs) {
    boolean alone = params.bounded() && sndNxt == sndUna;
    if (w <= 0 || !alone && !params.leavesIf().permits(inFlight(), params.size(), w)) {
      return SenderRole.NEVER_PS;
    }
    return Math.max(nowPs, sentAtPs + params.gapPs(w));
  }

  /** A packet leaves. */
  @Requirement({"HPCC-5", "HPCC-19", "HPCC-21"})
  public String transmit(long nowPs, Sink sink) {
    long from = notBeforePs(nowPs);
    if (from == SenderRole.NEVER_PS) {
      return "a window of " + w + " has " + inFlight() + " packets in flight";
    } else if (from > nowPs) {
      return "the pace has the next packet wait until " + from + " ps";
    }
    long seq = sndNxt;
    sndNxt = (seq + 1) % params.modulus();
    sentAtPs = nowPs;
    if (listener != null) {
      listener.took(this, TRANSMIT, seq);
    }
    sink.send(seq);
    return null;
  }

  /**
   * An acknowledgment comes; lines 21 to 27. The transport has seen to it that it is of packets
   * that were sent.
   *
   * @param seq the first packet that is missing at the receiver
   * @param received the window that the receiver sends back, or {@link HpccWindow#ABSENT}
   * @param flows N as the receiver has counted it, on its own link, which is the fullest; from 1,
   *     or {@link HpccWindow#ABSENT}
   * @param u the utilisation of the fullest link, in parts, or {@link HpccWindow#ABSENT}
   * @param tauPs what it was measured over; 0 without telemetry
   */
  @Requirement({"HPCC-4", "HPCC-10", "HPCC-11", "HPCC-17"})
  public String receiveAck(long seq, long received, long flows, long u, long tauPs) {
    String refused = HpccWindow.refused(u, tauPs);
    String noCount = HpccWindow.refusedCount(flows);
    if (refused != null) {
      return refused;
    } else if (noCount != null) {
      return noCount;
    } else if (seq < 0 || seq >= params.modulus()) {
      return "a sequence number of " + seq;
    } else if (tauPs > 0 && window == null) {
      return "telemetry for a sender whose receiver runs the algorithm";
    }
    boolean closes = progress(seq, lastUpdateSeq) > 0;
    sndUna = progress(seq, sndUna) > 0 ? seq : sndUna;
    sndNxt = progress(seq, sndNxt) > 0 ? seq : sndNxt;
    if (tauPs > 0) {
      window.measure(u, tauPs);
      window.counted(flows);
      if (params.reacts().movesWindow(closes)) {
        w = window.computeWind(params.reacts().movesReference(closes));
      }
    } else if (received != HpccWindow.ABSENT) {
      w = params.within(received);
    }
    if (closes) {
      lastUpdateSeq = tauPs > 0 ? sndNxt : Math.floorMod(seq - 1, params.modulus());
    }
    if (listener != null) {
      listener.took(this, RECEIVE_ACK, u, tauPs, seq, received, flows);
    }
    return null;
  }

  @Requirement("HPCC-4")
  private long progress(long seen, long own) {
    return WrappingCounter.progress(seen, own, params.modulus());
  }

  /** The transport goes back to the first packet that is not acknowledged. */
  @Requirement("HPCC-23")
  public String goBack() {
    if (sndNxt == sndUna) {
      return "nothing is in flight";
    }
    sndNxt = sndUna;
    if (listener != null) {
      listener.took(this, GO_BACK);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    if (params.bounded() && params.within(w) != w) {
      return "a window of " + w;
    }
    return window == null ? null : window.broken();
  }

  @Override
  public String toString() {
    return "W " + w + ", " + inFlight() + " in flight";
  }
}
