package dev.sluice.model.replay;

import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.trace.Value;
import java.util.List;

/** What is on its way, or waits to be, in {@code spec/uet/CreditConservation.tla}. */
final class CreditMessages {
  private CreditMessages() {}

  /** A request as both ends see it: they do not know what the network will do with it. */
  static Value told(List<String> pdcs, int pdc, long size, long target) {
    return Value.rec(
        Value.field("pdc", Value.of(pdc == CreditSpender.NO_PDC ? "none" : pdcs.get(pdc))),
        Value.field("size", Value.ofExact(size)),
        Value.field("target", Value.ofExact(target)));
  }

  /**
   * A request on its way.
   *
   * @param lost whether its data are gone; with a target other than 0, its header is still on its
   *     way
   */
  record Request(int pdc, long size, long target, boolean lost) {
    boolean isTrimmed() {
      return lost && target != 0;
    }

    Value value(List<String> pdcs) {
      return Value.rec(
          Value.field("pdc", Value.of(pdc == CreditSpender.NO_PDC ? "none" : pdcs.get(pdc))),
          Value.field("size", Value.ofExact(size)),
          Value.field("target", Value.ofExact(target)),
          Value.field("lost", Value.of(lost)));
    }
  }

  /** An ACK_CC on its way, or a Credit packet. */
  record Ack(long total, long acked) {
    Value value() {
      return Value.rec(
          Value.field("total", Value.ofExact(total)), Value.field("acked", Value.ofExact(acked)));
    }
  }

  /** A packet that the host has given up for lost, and keeps to send it again. */
  record Piece(long size, boolean lost) {
    Value value() {
      return Value.rec(
          Value.field("size", Value.ofExact(size)), Value.field("lost", Value.of(lost)));
    }
  }
}
