package dev.sluice.cc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cc.BaseRtt.Link;
import dev.sluice.cc.BaseRtt.OneWay;
import dev.sluice.cc.BaseRtt.Path;
import dev.sluice.requirement.Requirement;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures of the base RTT, to the picosecond. */
class BaseRttTest {
  private static final long GBPS = 1_000_000_000L;
  private static final int JUMBO_BYTES = 9_216;

  /** The example: 50 m of fibre in all, three switches of 400 ns, 150 ns of FEC a link. */
  private static OneWay example(int links, long latencyPs) {
    return new OneWay(
        BaseRtt.serializationPs(JUMBO_BYTES, 100 * GBPS),
        BaseRtt.propagationPs(50_000),
        BaseRtt.switchingPs(3, latencyPs),
        links * BaseRtt.FEC_PS);
  }

  @Test
  @Requirement("RTT-1")
  void aJumboFrameTakes737NanosecondsAt100G() {
    assertThat(BaseRtt.serializationPs(JUMBO_BYTES, 100 * GBPS)).isEqualTo(737_280);
    assertThat(9_216 * 8 * 1_000 / 100).as("73,728 bit over 100 Gb/s").isEqualTo(737_280);
  }

  @ParameterizedTest
  @CsvSource({"10,800", "25,320", "40,200", "50,160", "100,80", "200,40", "400,20", "800,10"})
  @Requirement("RTT-1")
  void aByteTakesWholePicoseconds(long gbps, long ps) {
    assertThat(BaseRtt.psPerByte(gbps * GBPS)).isEqualTo(ps);
  }

  @Test
  @Requirement("RTT-1")
  void aRateAtWhichAByteTakesAFractionIsRefused() {
    assertThatThrownBy(() -> new Link(56 * GBPS, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("56000000000");
    assertThatThrownBy(() -> new Link(0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Requirement("RTT-3")
  void fiftyMetresTake250Nanoseconds() {
    assertThat(BaseRtt.propagationPs(50_000)).isEqualTo(50 * 5_000).isEqualTo(250_000);
  }

  @Test
  @Requirement("RTT-4")
  void threeSwitchesTake1200NanosecondsWithinTheirBand() {
    assertThat(BaseRtt.switchingPs(3, 400_000)).isEqualTo(1_200_000);
    assertThat(BaseRtt.switchingPs(3, 350_000)).isEqualTo(1_050_000);
    assertThat(BaseRtt.switchingPs(3, 500_000)).isEqualTo(1_500_000);
  }

  @Test
  @Requirement("RTT-5")
  void aCodewordHas5440BitsAndCollectsFasterThanTheConfiguredDelay() {
    assertThat(BaseRtt.codewordBits()).isEqualTo(5_140 + 300).isEqualTo(5_440);
    assertThat(BaseRtt.codewordPs(400 * GBPS)).isEqualTo(13_600);
    assertThat(BaseRtt.codewordPs(100 * GBPS)).isEqualTo(54_400);
    assertThat(BaseRtt.FEC_PS).isEqualTo(150_000);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 400000, 4974560, 5",
    "3, 400000, 5274560, 6",
    "4, 400000, 5574560, 6",
    "5, 400000, 5874560, 6",
    "6, 400000, 6174560, 7",
    "4, 500000, 6174560, 7",
  })
  @Requirement("RTT-6")
  void theExampleRoundsUpToItsMicroseconds(int links, long latencyPs, long rttPs, long us) {
    assertThat(example(links, latencyPs).roundTripPs(0)).isEqualTo(rttPs);
    assertThat(BaseRtt.configBaseRttUs(rttPs)).isEqualTo(us);
    assertThat(BaseRtt.configBaseRttPs(rttPs)).isEqualTo(us * 1_000_000);
  }

  @Test
  @Requirement("RTT-6")
  void theExamplesOneWayIsTheSumOfItsParts() {
    assertThat(example(4, 400_000).totalPs())
        .isEqualTo(737_280 + 250_000 + 1_200_000 + 4 * 150_000)
        .isEqualTo(2_787_280);
  }

  @Test
  @Requirement({"RTT-2", "RTT-6"})
  void theExampleAsAPathGivesTheSame() {
    Link link = new Link(100 * GBPS, 12_500, 150_000);
    Path path = new Path(List.of(link, link, link, link), List.of(400_000L, 400_000L, 400_000L));
    assertThat(BaseRtt.oneWay(path, JUMBO_BYTES)).isEqualTo(example(4, 400_000));
  }

  @Test
  @Requirement({"RTT-6", "RTT-7"})
  void committingToMemoryIsPartOfTheRoundTrip() {
    assertThat(example(4, 400_000).roundTripPs(425_440)).isEqualTo(6_000_000);
    assertThat(BaseRtt.configBaseRttUs(6_000_000)).isEqualTo(6);
    assertThat(BaseRtt.configBaseRttUs(6_000_001)).isEqualTo(7);
  }

  @Test
  @Requirement("RTT-2")
  void serializationCountsOnceUnlessAFasterLinkLiesBetweenSlowerOnes() {
    Link slow = new Link(100 * GBPS, 0, 0);
    Link fast = new Link(400 * GBPS, 0, 0);
    long one = 737_280;
    assertThat(BaseRtt.serializationPs(path(slow, slow, slow), JUMBO_BYTES)).isEqualTo(one);
    assertThat(BaseRtt.serializationPs(path(slow, fast), JUMBO_BYTES)).isEqualTo(one);
    assertThat(BaseRtt.serializationPs(path(fast, slow), JUMBO_BYTES)).isEqualTo(one);
    assertThat(BaseRtt.serializationPs(path(fast, slow, fast), JUMBO_BYTES)).isEqualTo(one);
    assertThat(BaseRtt.serializationPs(path(slow, fast, slow), JUMBO_BYTES))
        .as("737.28 ns until the last bit is at the second switch, less 184.32 ns that it overlaps")
        .isEqualTo(one - 184_320 + one)
        .isEqualTo(1_290_240);
  }

  @Test
  @Requirement({"RTT-2", "RTT-6"})
  void theWayBackMeetsTheSameLinksTheOtherWayRound() {
    Link near = new Link(100 * GBPS, 3_000, 150_000);
    Link far = new Link(400 * GBPS, 90_000, 0);
    Link last = new Link(200 * GBPS, 1_000, 0);
    Path there = new Path(List.of(near, far, last), List.of(400_000L, 600_000L));
    assertThat(there.reversed())
        .isEqualTo(new Path(List.of(last, far, near), List.of(600_000L, 400_000L)));
  }

  @Test
  @Requirement("RTT-6")
  void aPartOfADelayMayBeNothing() {
    assertThat(new OneWay(0, 0, 0, 0).totalPs()).isZero();
  }

  private static Path path(Link... links) {
    return new Path(List.of(links), Collections.nCopies(links.length - 1, 0L));
  }

  @Test
  void aPathJoinsItsLinksBySwitches() {
    Link link = new Link(100 * GBPS, 0, 0);
    assertThatThrownBy(() -> new Path(List.of(link, link), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 links joined by 0 switches");
    assertThatThrownBy(() -> new Path(List.of(), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Path(List.of(link, link), List.of(-1L)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Link(100 * GBPS, -1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new OneWay(0, 0, -1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  /** The example with an acknowledgment of 98 B back: 2,787.28 and 2,057.84 ns, up to 38 × 128. */
  @Test
  @Requirement("UET-2")
  void publicMaterialConfiguresTheRoundTripOfAPacketToOneHundredAndTwentyEightNs() {
    BaseRtt.Link link = new BaseRtt.Link(100_000_000_000L, 12_500, 150_000);
    BaseRtt.Path path =
        new BaseRtt.Path(List.of(link, link, link, link), List.of(400_000L, 400_000L, 400_000L));
    assertThat(BaseRtt.oneWay(path, 9_216).totalPs()).isEqualTo(2_787_280);
    assertThat(BaseRtt.oneWay(path, 98).totalPs()).isEqualTo(2_057_840);
    assertThat(BaseRtt.fineBaseRttPs(path, 9_216, 98, 0)).isEqualTo(38 * 128_000);
    assertThat(BaseRtt.fineBaseRttPs(path, 9_216, 98, 18_880)).isEqualTo(38 * 128_000);
    assertThat(BaseRtt.fineBaseRttPs(path, 9_216, 98, 18_881)).isEqualTo(39 * 128_000);
  }
}
