package dev.sluice.uet.pdc;

import dev.sluice.requirement.Requirement;
import dev.sluice.uet.pdc.Packet.Syn;

/**
 * One PDC at its target: which packets have come, and the acknowledgments that tell so.
 *
 * <p>Worked on in place, in constant time for each packet that comes in order. {@link Target} has
 * the pool, and finds the PDC; the rules of a packet are here.
 */
public final class TargetPdc {
  private final Target.Params params;
  private final int pdcid;
  private final PdcKey key;
  private final int cccid;
  private final long start;
  private final ReceiveWindow got;

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

  /** Takes a packet with SYN; one of another Start_PSN changes nothing. */
  @Requirement({"PDC-5", "PDC-6"})
  void receiveSyn(Syn syn, Target.Sink sink) {
    if (start(params, syn) == start) {
      receive(syn.offset(), syn.payload(), sink);
    }
  }

  /** Takes a packet without SYN. */
  @Requirement("PDC-6")
  public void receiveRequest(long psn, long payload, Target.Sink sink) {
    receive(Psn.offset(psn, start, params.psnModulus()), payload, sink);
  }

  /** Writes what is new, and acknowledges in any case; what is out of range changes nothing. */
  @Requirement({"PDC-5", "PDC-6"})
  void receive(long packet, long payload, Target.Sink sink) {
    if (packet - got.awaited() >= params.mpRange()) {
      return;
    }
    if (got.add(packet)) {
      sink.written(key, payload, packet);
    }
    sink.ackCc(key.fa(), pdcid, key.spdcid(), cack());
  }

  /** Whether a Close ends the PDC: all before it has come, and nothing beyond it. */
  @Requirement("PDC-11")
  boolean isEndedBy(long psn) {
    return Psn.offset(psn, start, params.psnModulus()) == got.awaited() && got.inOrder();
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
