package dev.sluice.cc.pfc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cc.Ranges;
import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The headroom's terms, as literals with their arithmetic. */
class HeadroomTest {
  private static final long G = 1_000_000_000L;

  /** 100 m at 198,000,000 m/s: 505,050.5 ps. */
  private static final long FIBRE_PS = 505_051;

  /**
   * The published response times with 100 m of fibre. The last two columns are the table that the
   * figures come from; where one of ours is one less, that table rounds a part of a byte up.
   */
  @ParameterizedTest
  @Requirement("PFC-6")
  @CsvSource({
    "10, 67, 4288, 1262, 8670, 24066, 8671, 24067",
    "25, 80, 5120, 3156, 11396, 26792, 11397, 26793",
    "40, 118, 7552, 5050, 15722, 31118, 15723, 31119",
    "100, 394, 25216, 12626, 40962, 56358, 40962, 56358",
    "200, 453, 28992, 25252, 57364, 72760, 57365, 72761",
    "400, 905, 57920, 50505, 111545, 126941, 111545, 126941",
    "800, 905, 57920, 101010, 162050, 177446, 162050, 177446",
  })
  void eachRowOfTheTable(
      long rate,
      long quanta,
      long response,
      long cable,
      long small,
      long jumbo,
      long smallTold,
      long jumboTold) {
    assertThat(Headroom.responseQuanta(rate * G)).isEqualTo(quanta);
    Headroom of = Headroom.of(rate * G, FIBRE_PS, quanta, 1518, 1518);
    assertThat(of.responseBytes()).isEqualTo(response).isEqualTo(quanta * 64);
    assertThat(of.cableBytes()).isEqualTo(cable);
    assertThat(of.bytes()).isEqualTo(small).isEqualTo(1518 + 84 + cable + response + 1518);
    Headroom large = Headroom.of(rate * G, FIBRE_PS, quanta, 9216, 9216);
    assertThat(large.bytes()).isEqualTo(jumbo).isEqualTo(9216 + 84 + cable + response + 9216);
    assertThat(smallTold - small).isBetween(0L, 1L).isEqualTo(jumboTold - jumbo);
  }

  /** At 5 ns/m: 9,216 + 84 + 12,500 + 25,216 + 9,216. */
  @Test
  @Requirement("PFC-6")
  void aHundredMetresAt100G() {
    assertThat(Headroom.of(100 * G, 500_000, 394, 9216, 9216).bytes()).isEqualTo(56_232);
  }

  /** Twice 500 ns and 33 ns carry 12,912.5 B: the half byte begins no frame. */
  @Test
  void aPartOfAByteIsRoundedOnceTowardZero() {
    Headroom of = Headroom.of(100 * G, 500_000, 394, 9216, 9216).interfaces(33_000);
    assertThat(of.cableBytes()).isEqualTo(12_912);
    assertThat(of.cable(500_020).cableBytes()).isEqualTo(12_913);
  }

  @Test
  @Requirement("PFC-6")
  void countingLateClocksAndCellsComeOnTop() {
    Headroom plain = new Headroom(100 * G, 0, 0, 0, 100, 100, 84, 0, false, 1, 50);
    assertThat(plain.bytes()).isEqualTo(100 + 84 + 100);
    Headroom late = new Headroom(100 * G, 0, 0, 0, 100, 100, 84, 0, true, 1, 50);
    assertThat(late.bytes()).isEqualTo(284 + 100);
    // 184 B of line at 1 % more: 1.84 B, and a part of one may begin a frame
    Headroom fast = new Headroom(100 * G, 0, 0, 0, 100, 100, 84, 10_000, false, 1, 50);
    assertThat(fast.bytes()).isEqualTo(284 + 2);
    // 184 B are four frames of 50 B at most, and one begins behind them: 5 x 7 B
    Headroom cells = new Headroom(100 * G, 0, 0, 0, 100, 100, 84, 0, false, 8, 50);
    assertThat(cells.bytes()).isEqualTo(284 + 5 * 7);
  }

  /** 56,232 B is for 100 m, and one byte less is not. */
  @Test
  void theLongestCable() {
    Headroom of = Headroom.of(100 * G, 0, 394, 9216, 9216);
    assertThat(of.longestCablePs(56_232)).isEqualTo(500_039); // the next 80 ps carry one byte more
    assertThat(of.cable(500_039).bytes()).isEqualTo(56_232);
    assertThat(of.cable(500_040).bytes()).isEqualTo(56_233);
    assertThat(of.longestCablePs(43_731)).isEqualTo(-1);
    assertThat(of.longestCablePs(43_732)).isEqualTo(39);
  }

  /** 65,535 quanta of 5.12 ns, less 737.28 ns for the own frame and 2,017.28 ns to heed. */
  @Test
  @Requirement("PFC-5")
  void thePauseIsRepeatedInTime() {
    Headroom of = Headroom.of(100 * G, 500_000, 394, 9216, 9216);
    assertThat(of.refreshAfterPs(65_535)).isEqualTo(335_539_200 - 737_280 - 2_017_280 - 1);
    assertThat(of.refreshAfterPs(538)).isNegative();
  }

  @Test
  @Requirement("PFC-3")
  void aQuantumIs512BitTimes() {
    assertThat(Headroom.QUANTUM_BYTES * 8).isEqualTo(512);
    assertThat(Headroom.responseQuanta(50 * G)).isEqualTo(-1);
  }

  @Test
  void whatIsOutOfItsRangeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Headroom.of(0, 1, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Headroom.of(G, -1, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Headroom.of(G, 1, 1, 1, 0));
  }

  @Test
  @Requirement("PFC-6")
  void eachNumberHasItsRange() {
    Ranges.of(new Headroom(100 * G, 7, 7, 7, 100, 90, 84, 7, true, 7, 50))
        .has("rateBps", 1)
        .has("cablePs", 0)
        .has("interfacePs", 0)
        .has("responseQuanta", 0)
        .has("ownBytes", 84)
        .has("pauseBytes", 1, 100)
        .has("leastBytes", 1, 90)
        .has("frameBytes", 50)
        .has("clockMillionths", 0)
        .has("cellBytes", 1);
    Ranges.of(new PauseParams(7, 7, 7, 7, 5))
        .has("gap", 0)
        .has("headroom", 0)
        .has("cell", 1)
        .has("refreshAfter", 1, 6)
        .has("pause", 6);
  }

  /** Four frames of 50 B fill a line of 200 B, and one begins behind them. */
  @Test
  @Requirement("PFC-6")
  void whatFillsTheLineIsNoFrameMore() {
    Headroom cells = new Headroom(100 * G, 0, 0, 0, 116, 116, 84, 0, false, 8, 50);
    assertThat(cells.cellsBytes()).isEqualTo(5 * 7);
  }

  /** At 4 Tb/s each picosecond of cable carries a byte there and back. */
  @Test
  void theLongestCableMayBeAnyNumber() {
    Headroom of = Headroom.of(4_000 * G, 0, 0, 100, 100);
    for (long ps = 0; ps < 70; ps++) {
      assertThat(of.longestCablePs(284 + ps)).isEqualTo(ps);
    }
  }

  /** 65,535 quanta of 5.12 ns are 33.55392 ns less by a clock that is 0.01 % faster. */
  @Test
  @Requirement("PFC-5")
  void aFasterClockEndsThePauseSooner() {
    Headroom of = new Headroom(100 * G, 0, 0, 394, 9216, 9216, 84, 100, false, 1, 9216);
    assertThat(of.refreshAfterPs(65_535)).isEqualTo(335_539_200 - 33_554 - 737_280 - 2_017_280 - 1);
  }
}
