package dev.sluice.uet.pdc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;

/**
 * What a target of reliable ordered delivery (ROD) does with a request: only the next one in order
 * is taken. One that comes early is dropped and refused by NACK 0x0D, and the source sends anew
 * from there; one that has come before is acknowledged again.
 *
 * <p>NICs here run RUD alone, where packets may come in any order; this is the rule that ROD puts
 * in place of {@link ReceiveWindow}.
 */
public final class OrderedPdc {
  /** The code of the NACK that an early packet gets. */
  public static final int OUT_OF_ORDER = 0x0D;

  private OrderedPdc() {}

  /**
   * One PDC.
   *
   * @param start its first PSN
   * @param awaited how many packets have come, and so the number of the next one
   */
  public record State(long start, long awaited) {}

  /** A packet's payload goes to memory. */
  public record Delivered(long packet) implements Effect {}

  /** All packets before this PSN have come. */
  public record Acknowledged(long psn) implements Effect {}

  /** A packet is refused. */
  public record Refused(int code, long psn) implements Effect {}

  /**
   * Takes a request in.
   *
   * @param psn its number, modulo {@code psnModulus}
   */
  @Requirement({"X12", "UET-4"})
  public static Outcome<State> receiveRequest(State pdc, long psn, long psnModulus) {
    long ahead = Psn.offset(psn, Psn.at(pdc.start, pdc.awaited, psnModulus), psnModulus);
    if (ahead == 0) {
      State next = new State(pdc.start, pdc.awaited + 1);
      return Outcome.accepted(
          next,
          new Delivered(pdc.awaited),
          new Acknowledged(Psn.at(pdc.start, next.awaited, psnModulus)));
    } else if (ahead < psnModulus / 2) {
      return Outcome.accepted(pdc, new Refused(OUT_OF_ORDER, psn));
    }
    return Outcome.accepted(pdc, new Acknowledged(Psn.at(pdc.start, pdc.awaited, psnModulus)));
  }
}
