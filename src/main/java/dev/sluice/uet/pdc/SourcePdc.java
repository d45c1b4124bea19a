package dev.sluice.uet.pdc;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PACKET;
import static dev.sluice.kernel.Unit.PSN;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.Code;

/**
 * One PDC at its initiator: SYN until the target's id is known, requests with that id afterwards,
 * and the Close.
 *
 * <p>Worked on in place, in constant time for each packet. {@link Initiator} has the pool, finds
 * the PDC, and is whom a host calls; the rules of a packet are here. An action answers null, or why
 * it is refused, and has changed nothing then.
 */
public final class SourcePdc implements Initiator.Slot {
  private static final String NOTHING = "no packet";
  private static final String CLOSING = "the PDC is closing";
  private static final String NO_WORK = "every packet has been sent";
  private static final String SYN_WINDOW = "the SYN window is full until the first ACK_CC";
  private static final String MP_RANGE = "too far beyond what is acknowledged";
  private static final String NOT_ANSWERED =
      "until the target has answered only the first packet is sent again";
  private static final String NOT_OUTSTANDING = "the packet is not outstanding";
  private static final String NOT_ESTABLISHED = "the PDC is not established, or closing already";
  private static final String OUTSTANDING = "packets are not acknowledged yet";
  private static final String SYN_ABOUT = "a SYN may still be under way";
  private static final String NO_CLOSE = "no Close has been sent";

  /** The record of the specification's {@code source}, but for whose it is. */
  public static final Face<SourcePdc> FACE =
      Face.of(SourcePdc.class)
          .heldBy(Party.SENDER)
          .number("spdcid", NONE, "its id", p -> p.spdcid, null)
          .number(
              "dpdcid",
              NONE,
              "the target's id; 0 while unknown",
              p -> p.dpdcid,
              (p, v) -> p.dpdcid = (int) v)
          .number("job", NONE, "which message it carries", p -> p.payload, null)
          .word(
              "state",
              Phase.values(),
              "where it is in its life",
              p -> p.phase,
              (p, v) -> p.phase = v)
          .number("start", PSN, "its first PSN", p -> p.start, null)
          .number(
              "sent",
              PACKET,
              "how many packets have been sent at least once",
              p -> p.sent,
              (p, v) -> p.sent = v)
          .number(
              "acked",
              PACKET,
              "how many of them, from the first on, have been acknowledged",
              p -> p.acked,
              (p, v) -> p.acked = v)
          .keeps("work", PACKET, "how many it has to carry", p -> p.work, (p, v) -> p.work = v)
          .build();

  private final Initiator.Params params;
  private final int spdcid;
  private final int trafficClass;
  private final int ccc;
  private final long payload;
  private final long start;
  private Phase phase = Phase.CREATING;
  private int dpdcid;
  private long work;
  private long sent;
  private long acked;

  /** Where a PDC is in its life, in the words of public UE 1.0.x material. */
  public enum Phase {
    /** The target's id is unknown; every request carries SYN. */
    CREATING,
    /** The target's id is known. */
    ESTABLISHED,
    /** A Close is out, and not answered. */
    CLOSE_ACK_WAIT
  }

  /** A PDC that has sent nothing, and does not know its target's id. */
  SourcePdc(Initiator.Params params, int spdcid, Initiator.Job job) {
    this.params = params;
    this.spdcid = spdcid;
    this.trafficClass = job.trafficClass();
    this.ccc = job.ccc();
    this.payload = job.payload();
    this.start = job.start();
    this.work = job.work();
  }

  /** A copy with everything in it. */
  SourcePdc copy() {
    return FACE.copy(
        this,
        new SourcePdc(params, spdcid, new Initiator.Job(trafficClass, ccc, payload, start, work)));
  }

  /** Its id. */
  public int spdcid() {
    return spdcid;
  }

  /** The target's id; 0 while unknown. */
  public int dpdcid() {
    return dpdcid;
  }

  /** The traffic class of its packets. */
  public int trafficClass() {
    return trafficClass;
  }

  /** The CCC that it is bound to. */
  public int ccc() {
    return ccc;
  }

  /** Which message it carries. */
  public long payload() {
    return payload;
  }

  /** Where it is in its life. */
  public Phase phase() {
    return phase;
  }

  /** Its first PSN. */
  public long start() {
    return start;
  }

  /** How many packets it has to carry. */
  public long work() {
    return work;
  }

  /** How many of them have been sent at least once. */
  public long sent() {
    return sent;
  }

  /** How many of them, from the first on, have been acknowledged. */
  public long acked() {
    return acked;
  }

  /** The PSN of a packet. */
  public long psn(long packet) {
    return Psn.at(start, packet, params.psnModulus());
  }

  /** Takes on more work, while the PDC does not close. */
  @Requirement({"PDC-1", "CCC-1"})
  public String take(long packets) {
    if (packets <= 0) {
      return NOTHING;
    } else if (phase == Phase.CLOSE_ACK_WAIT) {
      return CLOSING;
    }
    work = Math.addExact(work, packets);
    return null;
  }

  /** Whether {@link Initiator#transmit} may be called. */
  public boolean mayTransmit() {
    return whyNot() == null;
  }

  @Requirement("PDC-3")
  private String whyNot() {
    if (phase == Phase.CLOSE_ACK_WAIT) {
      return CLOSING;
    } else if (sent >= work) {
      return NO_WORK;
    } else if (sent - acked >= params.mpRange()) {
      return MP_RANGE;
    } else if (phase == Phase.CREATING && sent >= params.synWindow()) {
      return SYN_WINDOW;
    }
    return null;
  }

  String transmit(Initiator owner, Initiator.Sink sink) {
    String refused = whyNot();
    if (refused == null) {
      sent++;
      if (owner.isHeard()) {
        owner.took(Initiator.TRANSMIT, spdcid, 1, needsSyn(), work);
      }
      sink.inFlight(ccc, 1);
      send(sent - 1, sink);
    }
    return refused;
  }

  String retransmit(long packet, Initiator owner, Initiator.Sink sink) {
    if (phase == Phase.CLOSE_ACK_WAIT) {
      return CLOSING;
    } else if (packet < acked || packet >= sent) {
      return NOT_OUTSTANDING;
    } else if (!mayRetransmit(packet)) {
      return NOT_ANSWERED;
    }
    if (owner.isHeard()) {
      owner.took(Initiator.RETRANSMIT, spdcid, packet, needsSyn());
    }
    send(packet, sink);
    return null;
  }

  /**
   * Whether a packet that is not acknowledged may be sent again now: any one, or until the target
   * has answered the first one only. What is sent again by then is on nobody's credit, and trimming
   * would have it all sent again and again.
   */
  @Requirement("UET-8")
  public boolean mayRetransmit(long packet) {
    return packet == 0 || phase != Phase.CREATING || !params.firstAgain();
  }

  /** Whether the target's id is unknown, and so each request carries SYN. */
  @Requirement({"PDC-2", "PDC-3", "PDC-6"})
  private boolean needsSyn() {
    return phase == Phase.CREATING;
  }

  /** A packet leaves as it must look now. */
  private void send(long packet, Initiator.Sink sink) {
    if (needsSyn()) {
      sink.sourceClockRestarted(spdcid);
      sink.syn(params.fa(), trafficClass, spdcid, psn(packet), packet, payload);
    } else {
      sink.request(params.fa(), spdcid, dpdcid, psn(packet), payload);
    }
  }

  /**
   * Whether an acknowledgment is of this PDC, late and repeated ones included: before the first
   * one, whoever sends it that has an id; after that, only what the learnt target sends.
   *
   * @param from its sender's id
   * @param cack the PSN behind the last that it acknowledges
   */
  @Requirement({"PDC-1", "PDC-6", "PDC-10"})
  public boolean isOwn(int from, long cack) {
    return count(cack) <= sent && (phase == Phase.CREATING ? from != 0 : from == dpdcid);
  }

  private long count(long cack) {
    return Psn.offset(cack, start, params.psnModulus());
  }

  /** Whether an acknowledgment is that of the Close, with which the PDC ends. */
  @Requirement("PDC-11")
  boolean isEndedBy(int from, long cack) {
    return phase == Phase.CLOSE_ACK_WAIT && from == dpdcid && count(cack) == work + 1;
  }

  /** Whether an acknowledgment tells what is not known yet, while the PDC does not close. */
  @Requirement({"PDC-6", "PDC-10"})
  boolean isNews(int from, long cack) {
    return phase != Phase.CLOSE_ACK_WAIT
        && isOwn(from, cack)
        && (phase == Phase.CREATING || count(cack) > acked);
  }

  /** Learns from an acknowledgment that is news; how many packets it is the first to cover. */
  @Requirement({"PDC-3", "PDC-6"})
  long learn(int from, long cack) {
    long newly = count(cack) - acked;
    phase = Phase.ESTABLISHED;
    dpdcid = from;
    acked += newly;
    return newly;
  }

  /** Whether a NACK answers the Close: the target's PDC is gone, and so is this one. */
  @Requirement("PDC-11")
  boolean isEndedBy(Code code, long psn) {
    boolean gone = code == Code.UNKNOWN || code == Code.MISMATCH;
    return gone && count(psn) == work && phase == Phase.CLOSE_ACK_WAIT;
  }

  String close(long sinceSyn, Initiator owner, Initiator.Sink sink) {
    if (phase != Phase.ESTABLISHED) {
      return NOT_ESTABLISHED;
    } else if (acked < work) {
      return OUTSTANDING;
    } else if (sinceSyn < params.synSafety()) {
      return SYN_ABOUT;
    }
    phase = Phase.CLOSE_ACK_WAIT;
    if (owner.isHeard()) {
      owner.took(Initiator.CLOSE, spdcid, work);
    }
    sendClose(sink);
    return null;
  }

  String repeatClose(Initiator owner, Initiator.Sink sink) {
    if (phase != Phase.CLOSE_ACK_WAIT) {
      return NO_CLOSE;
    }
    if (owner.isHeard()) {
      owner.took(Initiator.REPEAT_CLOSE, spdcid);
    }
    sendClose(sink);
    return null;
  }

  private void sendClose(Initiator.Sink sink) {
    sink.closeCommand(params.fa(), spdcid, dpdcid, psn(work));
  }

  /** What does not fit together; {@code null} if all does. */
  String broken() {
    if ((phase == Phase.CREATING) != (dpdcid == 0)) {
      return "target's id " + dpdcid + " while " + phase;
    }
    return acked < 0 || acked > sent || sent > work
        ? acked + " acknowledged of " + sent + " sent of " + work
        : null;
  }

  @Override
  public String toString() {
    return "SourcePdc %d for %d on %d: %s, dpdcid %d, start %d, work %d, sent %d, acked %d"
        .formatted(spdcid, payload, ccc, phase, dpdcid, start, work, sent, acked);
  }
}
