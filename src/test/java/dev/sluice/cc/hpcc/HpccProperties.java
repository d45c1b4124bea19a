package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.SenderRole;
import dev.sluice.requirement.Requirement;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What holds of windows of HPCC++ at full size, whatever is measured. */
class HpccProperties {
  private static final long ONE = HpccParams.ONE;
  private static final long T_PS = 5_000_000;
  private static final long MODULUS = 1 << 16;

  private static HpccParams drawn(Random random) {
    long wInit = 512L * (2_000 + random.nextInt(1_000_000));
    long size = 512L * (64 + random.nextInt(1_900));
    return new HpccParams(
        ONE,
        1 + random.nextInt((int) ONE),
        5 * ONE,
        random.nextInt(6),
        HpccReaction.values()[random.nextInt(3)],
        HpccDeparture.values()[random.nextInt(2)],
        T_PS,
        wInit,
        1 + random.nextInt(100_000),
        1 + random.nextInt((int) size),
        true,
        size,
        MODULUS);
  }

  /**
   * Whatever the parameters are and whatever is measured, all packets are acknowledged, and windows
   * stay in their bounds. A packet leaves alone, within the window, or while less than the window
   * is in flight. No two packets leave closer than at line rate.
   */
  @Property(tries = 40, seed = "21")
  @Requirement({"HPCC-3", "HPCC-5", "HPCC-21", "HPCC-23"})
  void noSettingEndangersDelivery(@ForAll long seed) {
    Random random = new Random(seed);
    HpccParams params = drawn(random);
    HpccSender sender = new HpccSender(params, new HpccWindow(params), 0);
    long lineGap = params.gapPs(params.wInit());
    long now = 0;
    long last = -lineGap;
    long acked = 0;
    while (acked < 1_500) {
      long from = sender.notBeforePs(now);
      if (from != SenderRole.NEVER_PS && (sender.inFlight() == 0 || random.nextInt(3) > 0)) {
        now = from;
        assertThat(sender.transmit(now, seq -> {})).isNull();
        assertThat(now - last).isGreaterThanOrEqualTo(lineGap);
        long over = params.leavesIf() == HpccDeparture.BELOW ? params.size() - 1 : 0;
        assertThat(sender.inFlight() == 1 || sender.inFlight() * params.size() <= sender.w() + over)
            .isTrue();
        last = now;
      } else {
        acked++;
        boolean tells = random.nextInt(4) > 0;
        long u = tells ? (long) (random.nextDouble() * random.nextInt(7) * ONE) : -1;
        long tau = tells ? 1 + random.nextInt(2 * (int) T_PS) : 0;
        assertThat(sender.receiveAck(acked % MODULUS, HpccWindow.ABSENT, HpccWindow.ABSENT, u, tau))
            .isNull();
      }
      assertThat(sender.w()).isBetween(params.minW(), params.wInit());
      assertThat(sender.broken()).isNull();
    }
  }

  /** Wc follows once in a round trip: of the packets that one window lets out, one moves it. */
  @Property(tries = 30, seed = "21")
  @Requirement({"HPCC-4", "HPCC-20"})
  void wcMovesOnceForEachRound(@ForAll long seed) {
    Random random = new Random(seed);
    HpccParams params = HpccParams.defaults(100_000_000_000L, 100, 1_000, MODULUS);
    HpccSender sender = new HpccSender(params, new HpccWindow(params), 0);
    long now = 0;
    long acked = 0;
    long sentAtMove = 0;
    long sent = 0;
    for (int step = 0; step < 4_000; step++) {
      long from = sender.notBeforePs(now);
      if (from != SenderRole.NEVER_PS && (acked == sent || random.nextInt(3) > 0)) {
        now = from;
        assertThat(sender.transmit(now, seq -> {})).isNull();
        sent++;
        continue;
      }
      acked++;
      long wc = sender.window().wc();
      long stage = sender.window().incStage();
      long u = (long) ((0.6 + random.nextDouble()) * ONE);
      assertThat(sender.receiveAck(acked % MODULUS, HpccWindow.ABSENT, HpccWindow.ABSENT, u, T_PS))
          .isNull();
      if (sender.window().wc() != wc || sender.window().incStage() != stage) {
        assertThat(acked).isGreaterThan(sentAtMove);
        sentAtMove = sent;
      }
    }
    assertThat(sentAtMove).isPositive();
  }

  /** U is what the sum comes to, rounded once, and never more than a part from it. */
  @Property(tries = 200, seed = "21")
  @Requirement("HPCC-2")
  void uIsTheWeightedMean(@ForAll long seed) {
    Random random = new Random(seed);
    HpccParams params = HpccParams.defaults(100_000_000_000L, 10, 1_000, MODULUS);
    HpccWindow window = new HpccWindow(params);
    double exact = ONE;
    for (int i = 0; i < 50; i++) {
      long u = random.nextInt((int) (3 * ONE));
      long tau = 1 + random.nextInt((int) T_PS);
      window.measure(u, tau);
      double share = (double) tau / T_PS;
      exact = (1 - share) * exact + share * u;
      assertThat((double) window.u()).isBetween(exact - 60, exact + 1);
      exact = window.u();
    }
  }

  /**
   * What a step adds may change before each window, as a count of flows does: that moves nothing by
   * itself, and the next window goes along with it to the part. Inside its bounds a window less its
   * step is Wc, or the most of which U is no more than eta of Wc; at a bound it would be beyond.
   */
  @Property(tries = 200, seed = "17")
  @Requirement({"HPCC-3", "HPCC-17", "HPCC-20"})
  void aWindowHasTheStepOfNow(@ForAll long seed) {
    Random random = new Random(seed);
    HpccParams params = drawn(random);
    HpccWindow window = new HpccWindow(params);
    for (int i = 0; i < 60; i++) {
      if (random.nextInt(3) > 0) {
        String before = window.toString();
        window.counted(random.nextInt(4) > 0 ? 1 + random.nextInt(1_000) : HpccWindow.ABSENT);
        assertThat(window).hasToString(before);
      }
      long step = window.wai();
      assertThat(step == 1 || step == params.wai() || step * window.n() <= params.headroom())
          .isTrue();
      window.measure(random.nextInt(2 * (int) ONE), 1 + random.nextInt((int) T_PS));
      BigInteger target = times(window.wc(), params.eta());
      long wc = window.wc();
      boolean isByTarget = window.u() >= params.eta() || window.incStage() == params.maxStage();
      boolean isEnd = random.nextBoolean();
      long w = window.computeWind(isEnd);
      assertThat(w).isBetween(params.minW(), params.wInit());
      if (w > params.minW()) {
        assertThat(isByTarget ? times(w - step, window.u()).compareTo(target) <= 0 : w - step <= wc)
            .isTrue();
      }
      if (w < params.wInit()) {
        assertThat(
                isByTarget
                    ? target.compareTo(times(w - step + 1, window.u())) < 0
                    : wc < w - step + 1)
            .isTrue();
      }
    }
  }

  private static BigInteger times(long a, long b) {
    return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
  }
}
