package dev.sluice.uet.pdc;

import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PSN;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.Syn;

/**
 * One PDC at its target: which packets have come, and the acknowledgments that tell so. Nothing of
 * it changes but which packets these are, and those stand in a {@link ReceiveWindow}.
 *
 * <p>Worked on in place, in constant time for each packet that comes in order. {@link Target} has
 * the pool, and finds the PDC; the rules of a packet are here.
 */
public final class TargetPdc {
  /** A packet is there, to be acknowledged, whether for the first time or again. */
  public static final Action RECEIVE = Action.of("Receive", By.MESSAGE).telling("packet");

  /**
   * The record of PdcHandshake's {@code target}, but for whose it is, and for {@code got}; and the
   * action of LossRecovery that is the target's, whose variable is a table.
   */
  public static final Face<TargetPdc> FACE =
      Face.of(TargetPdc.class)
          .heldBy(Party.RECEIVER)
          .number("pdcid", NONE, "its id", p -> p.pdcid, null)
          .number("spdcid", NONE, "the initiator's id", p -> p.key.spdcid(), null)
          .number("cccid", NONE, "the CCC that it is bound to", p -> p.cccid, null)
          .number("start", PSN, "its first PSN", p -> p.start, null)
          .actions(RECEIVE)
          .build();

  private final Target.Params params;
  private final int pdcid;
  private final PdcKey key;
  private final int cccid;
  private final long start;
  private final ReceiveWindow got;
  private Listener<TargetPdc> listener;

  /**
   * A PDC of which no packet has come.
   *
   * @param pdcid its id
   * @param key whose it is
   * @param cccid the CCC that it is bound to
   * @param start its first PSN, told by the first SYN that came
   */
  public TargetPdc(Target.Params params, int pdcid, PdcKey key, int cccid, long start) {
    this(params, pdcid, key, cccid, start, new ReceiveWindow());
  }

  private TargetPdc(
      Target.Params params, int pdcid, PdcKey key, int cccid, long start, ReceiveWindow got) {
    this.params = params;
    this.pdcid = pdcid;
    this.key = key;
    this.cccid = cccid;
    this.start = start;
    this.got = got;
  }

  /** A copy with everything in it. */
  TargetPdc copy() {
    return new TargetPdc(params, pdcid, key, cccid, start, got.copy());
  }

  /** Tells a listener of what is received from now on ({@link #receive}); null for nobody. */
  public void tell(Listener<TargetPdc> to) {
    listener = to;
  }

  /** Its id. */
  public int pdcid() {
    return pdcid;
  }

  /** Whose it is. */
  public PdcKey key() {
    return key;
  }

  /** The CCC that it is bound to. */
  public int cccid() {
    return cccid;
  }

  /** Its first PSN. */
  public long start() {
    return start;
  }

  /** The packets that have come, to be read. */
  public ReceiveWindow got() {
    return got;
  }

  /** What an acknowledgment tells: all PSNs before this one have come. */
  @Requirement("PDC-6")
  public long cack() {
    return cack(got.awaited());
  }

  private long cack(long awaited) {
    return Psn.at(start, awaited, params.psnModulus());
  }

  /** The first PSN of the PDC that a packet with SYN tells of. */
  static long start(Target.Params params, Syn syn) {
    return Psn.offset(syn.psn(), syn.offset(), params.psnModulus());
  }

  /** What becomes of a packet that comes. */
  enum Taken {
    /** It is out of range, or of another PDC: it changes nothing. */
    NOT,
    /** It has come before. */
    AGAIN,
    /** It has come for the first time. */
    NEW
  }

  /** Takes a packet without SYN. */
  @Requirement("PDC-6")
  public void receiveRequest(long psn, long payload, Target.Sink sink) {
    long packet = number(psn);
    answer(take(packet), packet, payload, sink);
  }

  /** Takes a packet, with SYN or without, of which all that is to be written has been written. */
  @Requirement({"PDC-6", "UET-9"})
  public void receive(long psn, Target.Sink sink) {
    long packet = number(psn);
    Taken taken = take(packet);
    if (listener != null && taken != Taken.NOT) {
      listener.took(this, RECEIVE, packet);
    }
    answer(taken, packet, 0, sink);
  }

  /** The number of the packet with this PSN. */
  long number(long psn) {
    return Psn.offset(psn, start, params.psnModulus());
  }

  /** Takes a packet with SYN; one of another Start_PSN changes nothing. */
  @Requirement({"PDC-5", "PDC-6"})
  Taken take(Syn syn) {
    return start(params, syn) == start ? take(syn.offset()) : Taken.NOT;
  }

  /** Takes a packet of this number; what is out of range changes nothing. */
  @Requirement({"PDC-5", "PDC-6"})
  Taken take(long packet) {
    if (packet - got.awaited() >= params.mpRange()) {
      return Taken.NOT;
    }
    return got.add(packet) ? Taken.NEW : Taken.AGAIN;
  }

  /** Writes what is new, and acknowledges whatever was taken. */
  @Requirement({"PDC-5", "PDC-6"})
  void answer(Taken taken, long packet, long payload, Target.Sink sink) {
    if (taken == Taken.NEW) {
      sink.written(key, payload, packet);
    }
    if (taken != Taken.NOT) {
      sink.ackCc(key.fa(), pdcid, key.spdcid(), cack());
    }
  }

  /** Whether a Close ends the PDC: all before it has come, and nothing beyond it. */
  @Requirement("PDC-11")
  boolean isEndedBy(long psn) {
    return number(psn) == got.awaited() && got.inOrder();
  }

  /** Acknowledges the Close that has ended the PDC. */
  @Requirement("PDC-11")
  void answerClose(Target.Sink sink) {
    sink.ackCc(key.fa(), pdcid, key.spdcid(), cack(got.awaited() + 1));
  }

  @Override
  public String toString() {
    return "TargetPdc " + pdcid + " of " + key + " on " + cccid + ": from " + start + ", " + got;
  }
}
