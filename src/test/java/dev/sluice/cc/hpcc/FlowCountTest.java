package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** How many flows a receiver counts, and what increase it has them take. */
class FlowCountTest {
  private static final long IDLE_PS = 50_000_000;

  /** 100 Gb/s x 5 µs x (1 - 0.95), in thousandths of a byte. */
  private static FlowCount ten() {
    FlowCount count = new FlowCount(100, IDLE_PS);
    for (long flow = 0; flow < 10; flow++) {
      assertThat(count.arrive(flow, 1_000 * flow)).isNull();
    }
    return count;
  }

  @Test
  @Requirement("HPCC-17")
  void aFlowEndsWhereItSaysSoOrIsSilentForSoLong() {
    FlowCount count = ten();
    assertThat(count.end(3, 10_000)).isNull();
    assertThat(count.end(3, 10_000)).isEqualTo("flow 3 is not counted");
    assertThat(count.flows(10_000)).isEqualTo(9);
    assertThat(count.arrive(0, 20_000)).isNull();
    // flow 1 was heard of last at 1,000 ps, flow 9 at 9,000, and flow 0 at 20,000
    assertThat(count.flows(IDLE_PS + 999)).isEqualTo(9);
    assertThat(count.flows(IDLE_PS + 1_000)).isEqualTo(8);
    assertThat(count.flows(IDLE_PS + 9_000)).isEqualTo(1);
    assertThat(count.flows(IDLE_PS + 20_000)).isZero();
  }

  @Test
  @Requirement("HPCC-17")
  void whereThereIsNoRoomTheCountIsTheRoom() {
    FlowCount count = new FlowCount(2, IDLE_PS);
    assertThat(count.arrive(7, 0)).isNull();
    assertThat(count.arrive(8, 1)).isNull();
    assertThat(count.arrive(9, 2)).isEqualTo("there is room for 2 flows");
    assertThat(count.arrive(7, 3)).as("a flow that is counted").isNull();
    assertThat(count.flows(3)).isEqualTo(2);
    assertThat(count.arrive(9, IDLE_PS + 1)).as("flow 8 has ended").isNull();
    assertThat(count).hasToString("2 flows of at most 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FlowCount(0, 1))
        .withMessage("room for 0 flows that end after 1 ps");
    assertThatIllegalArgumentException().isThrownBy(() -> new FlowCount(1, 0));
  }
}
