package dev.sluice.cc.nscc;

import static dev.sluice.cc.nscc.NsccFigures.G;
import static dev.sluice.cc.nscc.NsccFigures.SOURCE;
import static dev.sluice.cc.nscc.NsccFigures.UET_12US;
import static dev.sluice.cc.nscc.NsccFigures.UET_6US;
import static dev.sluice.cc.nscc.NsccFigures.US;
import static dev.sluice.cc.nscc.NsccFigures.ack;
import static dev.sluice.cc.nscc.NsccFigures.bytes;
import static dev.sluice.cc.nscc.NsccFigures.given;
import static dev.sluice.cc.nscc.NsccFigures.source;
import static dev.sluice.cc.nscc.NsccFigures.taken;
import static dev.sluice.cc.nscc.NsccFigures.uet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.requirement.Requirement;
import org.junit.jupiter.api.Test;

/** The published figures, in units of 2⁻⁹ byte, with what is rounded and how. */
class GoldenValuesTest {
  @Test
  @Requirement({"NSCC-1", "NSCC-2"})
  void bdpAndMaxWndOfTheExample() {
    // 100 Gb/s · 6 µs = 600,000 bit = 75,000 B; · 1.5 = 112,500 B
    assertThat(SOURCE.limits().initialWnd()).isEqualTo(bytes(75_000)).isEqualTo(38_400_000);
    assertThat(SOURCE.limits().maxWnd()).isEqualTo(bytes(112_500)).isEqualTo(57_600_000);
    assertThat(UET_12US.limits().maxWnd()).isEqualTo(bytes(225_000));
  }

  @Test
  @Requirement({"NSCC-3", "X14"})
  void eachProfileStartsWithItsOwnWindow() {
    assertThat(new NsccWindow(SOURCE, 0).cwnd()).isEqualTo(bytes(75_000));
    assertThat(new NsccWindow(UET_6US, 0).cwnd()).isEqualTo(bytes(112_500));
    assertThatThrownBy(
            () ->
                NsccParams.sourceDocuments(100 * G, 100 * G, 6 * US, 4096, 75_001, 1024, 4_500_000))
        .hasMessageContaining("above one BDP");
  }

  @Test
  @Requirement({"NSCC-5", "NSCC-6", "NSCC-8"})
  void aStepIsTheFabricsBdpOverTheScalingFactor() {
    // 150,000 B = 76,800,000 units: whole for every F
    assertThat(SOURCE.increase().step()).isEqualTo(76_800_000 / 1024).isEqualTo(75_000);
    long[][] steps = {
      {512, 150_000, 292},
      {1024, 75_000, 146},
      {2048, 37_500, 73},
      {4096, 18_750, 36},
      {8192, 9_375, 18}
    };
    for (long[] of : steps) {
      NsccParams.Increase increase = source(100, of[0]).increase();
      assertThat(increase.step()).isEqualTo(of[1]);
      assertThat(increase.inWholeBytes().step()).isEqualTo(bytes(of[2]));
    }
  }

  @Test
  @Requirement({"NSCC-5", "RTT-8"})
  void oneStepFromOneBdp() {
    NsccWindow grown = ack(new NsccWindow(SOURCE, 0), 6 * US, 4096, false, 6 * US);
    // 75,000 + 146.484375 B = 38,400,000 + 75,000 units
    assertThat(grown.cwnd()).isEqualTo(38_475_000);
  }

  @Test
  @Requirement({"NSCC-7", "X14"})
  void stepsAreEqualAtEverySpeedInTheSourceDocuments() {
    assertThat(source(400, 1024).increase().step()).isEqualTo(SOURCE.increase().step());
  }

  @Test
  @Requirement({"X14", "UET-2"})
  void gainsAreFourToOneInUet() {
    NsccParams.Increase slow = UET_6US.increase();
    NsccParams.Increase fast = uet(400, 400, 6).increase();
    assertThat(fast.fair()).isEqualTo(4 * slow.fair());
    assertThat(fast.proportional()).isEqualTo(4 * slow.proportional());
    assertThat(fast.fastNum() * slow.fastDen()).isEqualTo(4 * slow.fastNum() * fast.fastDen());
    // eta: 307.2 and 1,228.8 B are 157,286.4 and 629,145.6 units, each rounded by itself
    assertThat(slow.eta()).isEqualTo(157_286);
    assertThat(fast.eta()).isEqualTo(629_145);
  }

  @Test
  @Requirement("NSCC-13")
  void aSmallerFactorIsFaster() {
    long[][] counts = {{512, 128}, {1024, 256}, {2048, 512}, {4096, 1024}, {8192, 2048}};
    for (long[] of : counts) {
      NsccParams params = source(100, of[0]);
      NsccWindow state = new NsccWindow(params, 0);
      int steps = 0;
      while (state.cwnd() < bytes(112_500)) {
        steps++;
        state = ack(state, steps * 6 * US, 4096, false, 6 * US);
      }
      assertThat(steps).isEqualTo((int) of[1]);
      assertThat(state.cwnd()).isEqualTo(bytes(112_500));
    }
  }

  @Test
  @Requirement({"UET-2", "X13"})
  void parametersOfTheExample() {
    assertThat(UET_6US.targetPs()).isEqualTo(4_500_000);
    assertThat(UET_6US.increase().fair()).isEqualTo(bytes(10_240));
    // 4 · scaling_a · scaling_b · MTU = 4 · 0.5 · 0.375 · 4096 = 3072 B = alpha · target_qdelay:
    // alpha = 3072 B / 4.5 µs = 2048/3 B/µs
    assertThat(UET_6US.increase().proportional()).isEqualTo(bytes(3072));
    assertThat(UET_6US.increase().fastDen()).isEqualTo(8 * UET_6US.increase().fastNum());
    assertThat(UET_6US.increase().eta()).isEqualTo(157_286); // 307.2 B = 157,286.4 units
    assertThat(UET_6US.increase().threshold()).isEqualTo(bytes(32_768));
    assertThat(UET_6US.increase().periodPs()).isEqualTo(6 * US);
    assertThat(UET_6US.increase().grain()).isEqualTo(1 << 19); // 2 B²
    assertThat(UET_6US.limits().maxWnd() >> UET_6US.quickAdapt().gate())
        .isEqualTo(7_200_000); // 14,062.5 B
  }

  @Test
  @Requirement({"UET-2", "X13"})
  void parametersOfTheReferenceNetwork() {
    assertThat(UET_12US.targetPs()).isEqualTo(9_000_000);
    assertThat(UET_12US.increase().fair()).isEqualTo(bytes(20_480));
    // 4 · 1 · 0.75 · 4096 = 12,288 B over 9 µs = 4096/3 B/µs
    assertThat(UET_12US.increase().proportional()).isEqualTo(bytes(12_288));
    assertThat(UET_12US.increase().fastDen()).isEqualTo(4 * UET_12US.increase().fastNum());
    assertThat(UET_12US.increase().eta()).isEqualTo(314_572); // 614.4 B = 314,572.8 units
    assertThat(UET_12US.increase().threshold()).isEqualTo(bytes(32_768));
    assertThat(UET_12US.increase().periodPs()).isEqualTo(12 * US);
    assertThat(UET_12US.limits().maxWnd() >> UET_12US.quickAdapt().gate()).isEqualTo(bytes(28_125));
  }

  @Test
  @Requirement("UET-2")
  void withoutTrimmingDelayTriggersQuickAdapt() {
    NsccParams params = NsccParams.uet10(100 * G, 100 * G, 6 * US, 4096, 4096, false);
    assertThat(params.targetPs()).isEqualTo(6 * US);
    assertThat(params.quickAdapt().thresholdPs()).isEqualTo(24 * US);
    assertThat(UET_6US.quickAdapt().thresholdPs()).isEqualTo(NsccParams.NEVER_PS);
  }

  @Test
  @Requirement("UET-2")
  void proportionalIncrease() {
    NsccWindow before = given(UET_6US).cwnd(bytes(75_000)).window();
    NsccWindow owed = ack(before, 5 * US, 4096, false, 7_500_000);
    // alpha · n · (4.5 − 1.5) µs = 2048/3 · 4096 · 3 = 8,388,608 B² in grains of 2 B²
    assertThat(owed.incBytes).isEqualTo(4_194_304);
    NsccWindow paid = ack(owed, 6 * US, 0, false, 10_500_000);
    // 8,388,608 / 75,000 = 111.848106… B = 57,266.230… units, rounded; then eta
    assertThat(paid.cwnd() - bytes(75_000)).isEqualTo(57_266 + 157_286);
    assertThat(paid.incBytes).isZero();
  }

  @Test
  @Requirement("UET-2")
  void fairIncrease() {
    NsccWindow before = given(UET_6US).cwnd(bytes(75_000)).window();
    NsccWindow owed = ack(before, 5 * US, 4096, false, 10_500_000);
    // fi · n = 10,240 · 4096 = 41,943,040 B² in grains of 2 B²
    assertThat(owed.incBytes).isEqualTo(20_971_520);
    NsccWindow paid = ack(owed, 6 * US, 0, false, 10_500_000);
    // 41,943,040 / 75,000 = 559.240533… B = 286,331.153… units, rounded; then eta
    assertThat(paid.cwnd() - bytes(75_000)).isEqualTo(286_331 + 157_286);
  }

  @Test
  @Requirement("UET-2")
  void fastIncrease() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).window();
    state = ack(state, 1 * US, 75_001, false, 6 * US);
    assertThat(state.increaseMode).isTrue();
    // what was received is more than 8 MTU: the adjustment is made at once, with nothing owed
    assertThat(state.cwnd()).isEqualTo(bytes(75_000) + bytes(75_001) / 8);
    NsccWindow grown = ack(state, 2 * US, 4096, false, 6 * US + 999_999);
    assertThat(grown.cwnd() - state.cwnd()).isEqualTo(bytes(512));
    NsccWindow slow = ack(state, 2 * US, 4096, false, 7 * US);
    assertThat(slow.increaseMode).isFalse();
    assertThat(slow.cwnd()).isEqualTo(state.cwnd());
  }

  @Test
  @Requirement({"NSCC-12", "UET-2"})
  void multiplicativeDecrease() {
    // The average is what it was told: it moves by none of the way, since sample and average agree.
    assertThat(decreased(75_000, 9 * US)).isEqualTo(bytes(45_000)); // factor 0.6
    assertThat(decreased(75_000, 18 * US)).isEqualTo(bytes(37_500)); // 0.4, at least 0.5
    assertThat(decreased(75_000, 12 * US)).isEqualTo(bytes(37_500)); // the clamp begins to bind
    // 1 − 0.8 · (6 − 4.5) / 6 = 0.8
    assertThat(decreased(75_000, 6 * US)).isEqualTo(bytes(60_000));
    assertThat(decreased(5_000, 18 * US)).isEqualTo(bytes(4096)); // one MTU
  }

  private static long decreased(long cwnd, long averagePs) {
    NsccWindow state = given(UET_6US).cwnd(bytes(cwnd)).avgDelayPs(averagePs).window();
    return ack(state, 6 * US + 1, 0, true, 6 * US + averagePs).cwnd();
  }

  @Test
  @Requirement("UET-2")
  void flowControl() {
    NsccWindow state = given(UET_6US).cwnd(bytes(75_000)).inflight(bytes(79_096)).window();
    long packet = bytes(4096);
    NsccWindow halved =
        taken(state, to -> to.ack(0, packet, packet, false, NsccWindow.NO_SAMPLE, 64, false));
    assertThat(halved.cwnd()).isEqualTo(bytes(75_000 - 2048));
    assertThat(halved.savedCwnd).isEqualTo(bytes(75_000));
    NsccWindow most =
        taken(state, to -> to.ack(0, packet, packet, false, NsccWindow.NO_SAMPLE, 127, false));
    assertThat(most.cwnd()).isEqualTo(bytes(75_000 - 4064));
  }

  @Test
  @Requirement("UET-2")
  void quickAdapt() {
    assertThat(adapted(10_000)).isEqualTo(bytes(10_000));
    assertThat(adapted(3_000)).isEqualTo(bytes(4096)); // one MTU
    // 14,062.5 B is the gate: half a byte above, the window only loses the trimmed packet
    assertThat(adapted(14_063)).isEqualTo(bytes(75_000 - 4096));
    assertThat(adapted(14_062)).isEqualTo(bytes(14_062));
  }

  private static long adapted(long achieved) {
    long packet = bytes(4096);
    NsccWindow state =
        given(UET_6US).cwnd(bytes(75_000)).achieved(bytes(achieved), 10 * US).window();
    return taken(
            state, to -> to.nack(10 * US, packet, packet, NackReason.TRIMMED, NsccWindow.NO_SAMPLE))
        .cwnd();
  }

  @Test
  @Requirement({"X19", "FIND-3"})
  void maxWndFollowsTheSlowerLinkWhenTheBaseFalls() {
    NsccParams mended = uet(400, 100, 6);
    NsccParams published = mended.withMaxWnd(100 * G, 400 * G, 3, 2);
    assertThat(mended.limits().maxWnd()).isEqualTo(bytes(112_500));
    assertThat(afterBaseOf(mended, 5_900_000).maxWnd()).isEqualTo(bytes(110_625));
    assertThat(afterBaseOf(mended, 5_900_000).cwnd()).isEqualTo(bytes(110_625));
    assertThat(afterBaseOf(published, 5_900_000).maxWnd()).isEqualTo(bytes(442_500));
  }

  private static NsccWindow afterBaseOf(NsccParams params, long basePs) {
    return ack(new NsccWindow(params, 0), 0, 0, true, basePs);
  }

  @Test
  @Requirement({"FIND-23", "UET-2"})
  void anAdjustmentWaitsWhileAcknowledgmentsAreMarkedAndLate() {
    NsccWindow owed = given(UET_6US).cwnd(bytes(75_000)).incBytes(20_971_520).window();
    NsccParams published = UET_6US.with(NsccParams.Readings.PUBLISHED);
    NsccWindow growing = given(published).cwnd(bytes(75_000)).incBytes(20_971_520).window();
    long late = 6 * US + 4_500_000;
    // 559.240… and 307.199… B, though the sample is marked and at the target delay
    assertThat(ack(growing, 6 * US, 0, true, late).cwnd() - bytes(75_000))
        .isEqualTo(286_331 + 157_286);
    assertThat(ack(owed, 6 * US, 0, true, late).cwnd()).isEqualTo(bytes(75_000));
    assertThat(ack(owed, 6 * US, 0, true, late).incBytes).isEqualTo(20_971_520);
  }

  @Test
  @Requirement("NSCC-2")
  void whatIsLoggedAt400GFitsTlc() {
    NsccParams params = uet(400, 400, 6);
    assertThat(params.limits().maxWnd()).isEqualTo(230_400_000);
    assertThat(params.increase().grain()).isEqualTo(1 << 23);
    assertThat(params.incLimit()).isEqualTo(1_582_031_250);
    NsccParams fastest = uet(1600, 1600, 12);
    assertThat(fastest.limits().maxWnd()).isEqualTo(1_843_200_000).isLessThan(Integer.MAX_VALUE);
    assertThat(fastest.incLimit()).isLessThan(Integer.MAX_VALUE);
  }
}
