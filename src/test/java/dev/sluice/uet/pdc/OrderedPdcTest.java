package dev.sluice.uet.pdc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.uet.NackCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ordered delivery: the next packet or none. */
class OrderedPdcTest {
  private static final long START = Psn.WIRE_MODULUS - 2; // numbers wrap on the way

  private final OrderedPdc pdc = new OrderedPdc(START, Psn.WIRE_MODULUS);
  private final List<Object> effects = new ArrayList<>();

  private record Delivered(long packet) {}

  private record Acknowledged(long psn) {}

  private record Refused(int code, long psn) {}

  private final OrderedPdc.Sink sink =
      new OrderedPdc.Sink() {
        @Override
        public void delivered(long packet) {
          effects.add(new Delivered(packet));
        }

        @Override
        public void acknowledged(long psn) {
          effects.add(new Acknowledged(psn));
        }

        @Override
        public void refused(int code, long psn) {
          effects.add(new Refused(code, psn));
        }
      };

  private void receive(long packet) {
    effects.clear();
    assertThat(pdc.receiveRequest(psn(packet), sink)).isNull();
  }

  private static long psn(long packet) {
    return Psn.at(START, packet, Psn.WIRE_MODULUS);
  }

  @Test
  @Requirement({"X12", "UET-4"})
  void anEarlyPacketIsDroppedAndRefused() {
    receive(0);
    assertThat(effects).containsExactly(new Delivered(0), new Acknowledged(psn(1)));
    receive(2);
    assertThat(effects)
        .as("nothing is delivered out of order")
        .containsExactly(new Refused(0x0D, psn(2)));
    assertThat(OrderedPdc.OUT_OF_ORDER).isEqualTo(NackCode.ROD_OOO);
    assertThat(pdc.awaited()).isEqualTo(1);
    assertThat(pdc.start()).isEqualTo(START);
  }

  @Test
  @Requirement({"X12", "UET-4"})
  void theSourceGoesOnFromTheGap() {
    List<Long> delivered = new ArrayList<>();
    for (long packet : new long[] {0, 2, 3, 1, 2, 2, 3, 0, 4}) {
      receive(packet);
      effects.forEach(
          effect -> {
            if (effect instanceof Delivered one) {
              delivered.add(one.packet());
            }
          });
    }
    assertThat(delivered).as("each once, in order").containsExactly(0L, 1L, 2L, 3L, 4L);
    OrderedPdc copy = pdc.copy();
    assertThat(copy.receiveRequest(psn(5), sink)).isNull();
    assertThat(copy.awaited()).isEqualTo(6);
    receive(3);
    assertThat(effects)
        .as("one that has come before is acknowledged again")
        .containsExactly(new Acknowledged(psn(5)));
  }

  /** Half of all numbers lie ahead and half behind; the one in the middle is behind. */
  @Test
  @Requirement({"X12", "UET-4"})
  void halfOfAllNumbersAreAhead() {
    receive(1L << 31);
    assertThat(effects).containsExactly(new Acknowledged(START));
    receive((1L << 31) - 1);
    assertThat(effects).containsExactly(new Refused(0x0D, psn((1L << 31) - 1)));
  }
}
