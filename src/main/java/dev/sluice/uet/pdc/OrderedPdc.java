package dev.sluice.uet.pdc;

import dev.sluice.requirement.Requirement;

/**
 * One PDC at a target of reliable ordered delivery (ROD): only the next request in order is taken.
 * One that comes early is dropped and refused by NACK 0x0D, and the source sends anew from there;
 * one that has come before is acknowledged again.
 *
 * <p>NICs here run RUD alone, where packets may come in any order; this is the rule that ROD puts
 * in place of {@link ReceiveWindow}.
 */
public final class OrderedPdc {
  /** The code of the NACK that an early packet gets. */
  public static final int OUT_OF_ORDER = 0x0D;

  private final long start;
  private final long psnModulus;
  private long awaited;

  /** What an action asks of the host. */
  public interface Sink {
    /** A packet's payload goes to memory. */
    void delivered(long packet);

    /** All packets before this PSN have come. */
    void acknowledged(long psn);

    /** A packet is refused by a NACK. */
    void refused(int code, long psn);
  }

  /**
   * A PDC of which no packet has come.
   *
   * @param start its first PSN
   * @param psnModulus what PSNs count modulo; 2³² on the wire
   */
  public OrderedPdc(long start, long psnModulus) {
    this.start = start;
    this.psnModulus = psnModulus;
  }

  /** A copy with everything in it. */
  public OrderedPdc copy() {
    OrderedPdc copy = new OrderedPdc(start, psnModulus);
    copy.awaited = awaited;
    return copy;
  }

  /** Its first PSN. */
  public long start() {
    return start;
  }

  /** How many packets have come, and so the number of the next one. */
  public long awaited() {
    return awaited;
  }

  /** Takes a request in. */
  @Requirement({"X12", "UET-4"})
  public String receiveRequest(long psn, Sink sink) {
    long ahead = Psn.offset(psn, next(), psnModulus);
    if (ahead == 0) {
      awaited++;
      sink.delivered(awaited - 1);
      sink.acknowledged(next());
    } else if (ahead < psnModulus / 2) {
      sink.refused(OUT_OF_ORDER, psn);
    } else {
      sink.acknowledged(next());
    }
    return null;
  }

  private long next() {
    return Psn.at(start, awaited, psnModulus);
  }
}
