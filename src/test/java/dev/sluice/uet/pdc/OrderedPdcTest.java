package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.NackCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ordered delivery: the next packet or none. */
class OrderedPdcTest {
  private static final long START = Psn.WIRE_MODULUS - 2; // numbers wrap on the way

  private OrderedPdc.State pdc = new OrderedPdc.State(START, 0);
  private final List<Effect> effects = new ArrayList<>();

  private void receive(long packet) {
    long psn = Psn.at(START, packet, Psn.WIRE_MODULUS);
    var accepted =
        (Outcome.Accepted<OrderedPdc.State>) OrderedPdc.receiveRequest(pdc, psn, Psn.WIRE_MODULUS);
    pdc = accepted.next();
    effects.clear();
    effects.addAll(accepted.effects());
  }

  private static long psn(long packet) {
    return Psn.at(START, packet, Psn.WIRE_MODULUS);
  }

  @Test
  @Requirement({"X12", "UET-4"})
  void anEarlyPacketIsDroppedAndRefused() {
    receive(0);
    assertThat(effects)
        .containsExactly(new OrderedPdc.Delivered(0), new OrderedPdc.Acknowledged(psn(1)));
    receive(2);
    assertThat(effects)
        .as("nothing is delivered out of order")
        .containsExactly(new OrderedPdc.Refused(0x0D, psn(2)));
    assertThat(OrderedPdc.OUT_OF_ORDER).isEqualTo(NackCode.ROD_OOO);
    assertThat(pdc).isEqualTo(new OrderedPdc.State(START, 1));
  }

  @Test
  @Requirement({"X12", "UET-4"})
  void theSourceGoesOnFromTheGap() {
    List<Long> delivered = new ArrayList<>();
    for (long packet : new long[] {0, 2, 3, 1, 2, 2, 3, 0, 4}) {
      receive(packet);
      effects.forEach(
          effect -> {
            if (effect instanceof OrderedPdc.Delivered one) {
              delivered.add(one.packet());
            }
          });
    }
    assertThat(delivered).as("each once, in order").containsExactly(0L, 1L, 2L, 3L, 4L);
    receive(3);
    assertThat(effects)
        .as("one that has come before is acknowledged again")
        .containsExactly(new OrderedPdc.Acknowledged(psn(5)));
  }
}
