package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Run;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SimBenchTest {
  /** The curve compares like with like only if no timer fires in vain, however many senders. */
  @Test
  void aPacketOnAStarCostsAsManyEventsAmongManySendersAsAmongFew() {
    Figures few = Run.of(SimBench.all().get("star-16-rccc").scenario());
    Figures many = Run.of(SimBench.all().get("star-1024-rccc").scenario());
    assertThat(few.retransmissions()).isZero();
    assertThat(many.retransmissions()).isZero();
    assertThat(many.dataPackets()).isEqualTo(few.dataPackets());
    assertThat(many.events()).isCloseTo(few.events(), Percentage.withPercentage(10));
    assertThat(many.frames().hops()).isCloseTo(few.frames().hops(), Percentage.withPercentage(10));
  }
}
