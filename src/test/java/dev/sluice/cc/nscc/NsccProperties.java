package dev.sluice.cc.nscc;

import static dev.sluice.cc.nscc.NsccFigures.G;
import static dev.sluice.cc.nscc.NsccFigures.US;
import static dev.sluice.cc.nscc.NsccFigures.taken;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import dev.sluice.units.Bytes;
import java.math.BigInteger;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Windows of any speed under any sequence of signals, and what must hold after each of them. */
class NsccProperties {
  private static final long[] SPEEDS = {25, 100, 200, 400, 800};
  private static final int SIGNALS = 300;

  /** One run: its sizes, and the seed of what happens in it. */
  record Run(long senderGbps, long receiverGbps, long rttUs, long packet, long seed) {
    NsccParams uet(NsccParams.Readings readings) {
      return NsccParams.uet10(
              senderGbps * G, receiverGbps * G, rttUs * US, packet - 60, packet, seed % 2 == 0)
          .with(readings);
    }

    NsccParams source() {
      long bdp = Math.min(senderGbps, receiverGbps) * 125 * rttUs;
      return NsccParams.sourceDocuments(
          senderGbps * G, receiverGbps * G, rttUs * US, packet, bdp, 1024, rttUs * US * 3 / 4);
    }
  }

  @Provide
  Arbitrary<Run> runs() {
    return Combinators.combine(
            Arbitraries.integers().between(0, SPEEDS.length - 1),
            Arbitraries.integers().between(0, SPEEDS.length - 1),
            Arbitraries.longs().between(4, 20),
            Arbitraries.longs().between(1_100, 9_300),
            Arbitraries.longs().greaterOrEqual(0))
        .as((a, b, rtt, packet, seed) -> new Run(SPEEDS[a], SPEEDS[b], rtt, packet, seed));
  }

  /** A sender in a fabric of chance, and the laws that it is held to at each signal. */
  private static final class Fabric {
    private final NsccParams params;
    private final Random random;
    private final NsccWindow window;
    private long nowPs;
    private long flight;

    Fabric(NsccParams params, long seed) {
      this.params = params;
      random = new Random(seed);
      window = new NsccWindow(params, 0);
    }

    void run() {
      for (int i = 0; i < SIGNALS; i++) {
        nowPs += random.nextInt((int) (params.configBaseRttPs() / 2));
        int kind = random.nextInt(12);
        if (window.mayTransmit() && (kind < 7 || flight == 0)) {
          send();
        } else if (kind < 10 || flight == 0) {
          ack();
        } else {
          lose(kind == 10);
        }
        holds();
      }
    }

    private void send() {
      long size = Bytes.ofWhole(1 + random.nextInt((int) Bytes.toWhole(params.mtu())));
      assertThat(window.send(size)).isNull();
      flight += size;
      assertThat(flight).isLessThanOrEqualTo(window.cwnd());
    }

    private long some() {
      long whole = Bytes.toWhole(flight);
      return Bytes.ofWhole(whole == 0 ? 0 : 1 + (long) (random.nextInt() >>> 1) % whole);
    }

    private long sample() {
      long base = params.configBaseRttPs();
      return switch (random.nextInt(6)) {
        case 0 -> NsccWindow.NO_SAMPLE;
        case 1 -> base - base / 50 + random.nextInt((int) (base / 50));
        case 2 -> base + random.nextInt(1_000_000);
        case 3 -> base + params.targetPs() + random.nextInt(3) - 1;
        default -> base + random.nextInt((int) (3 * base));
      };
    }

    private void ack() {
      NsccWindow before = window.copy();
      long amount = some();
      boolean marked = random.nextInt(4) == 0;
      long rtt = sample();
      int pend = random.nextInt(12) == 0 ? random.nextInt(128) : 0;
      boolean restore = random.nextInt(8) == 0;
      assertThat(window.ack(nowPs, amount, amount, marked, rtt, pend, restore)).isNull();
      flight -= amount;
      boolean late = rtt != NsccWindow.NO_SAMPLE;
      if (params.isSourceDocuments()) {
        late &= rtt > params.configBaseRttPs() + params.targetPs();
        boolean counts = marked && params.readings().signals() == Signals.BOTH;
        boolean mayFall = (late || counts) && nowPs - before.lastDecreasePs > before.baseRttPs();
        assertThat(window.cwnd() < before.cwnd())
            .isEqualTo(mayFall && before.cwnd() > params.mtu());
        if (mayFall && !late) {
          assertThat(before.cwnd() - window.cwnd())
              .isEqualTo(Math.min(params.mtu(), before.cwnd() - params.mtu()));
        }
        assertThat(counts && window.cwnd() > before.cwnd()).isFalse();
        assertThat(window.cwnd() - before.cwnd()).isLessThanOrEqualTo(params.increase().step());
        assertThat(window.baseRttPs()).isEqualTo(params.configBaseRttPs());
      } else {
        late &= marked && rtt - window.baseRttPs() >= params.targetPs();
      }
      boolean restored = before.savedCwnd != window.savedCwnd;
      if (late && !restored) {
        assertThat(window.cwnd()).isLessThanOrEqualTo(before.cwnd());
        assertThat(window.incBytes).isLessThanOrEqualTo(before.incBytes);
      }
    }

    private void lose(boolean trimmed) {
      long size = Math.min(some(), params.mtu());
      long before = window.cwnd();
      String refused =
          trimmed
              ? window.nack(nowPs, size, size, NackReason.TRIMMED, NsccWindow.NO_SAMPLE)
              : window.inferLoss(size);
      assertThat(refused).isNull();
      flight -= size;
      assertThat(window.cwnd()).isLessThanOrEqualTo(before);
    }

    private void holds() {
      assertThat(window.inflight()).isEqualTo(flight);
      assertThat(window.cwnd())
          .isBetween(params.mtu(), window.maxWnd())
          .isLessThanOrEqualTo(params.limits().maxWnd());
      // everything that a log shows fits TLC's integers
      assertThat(window.incBytes).isBetween(0L, (long) Integer.MAX_VALUE);
      assertThat(window.avgDelayPs).isBetween(0L, (long) Integer.MAX_VALUE);
      assertThat(window.fiCount).isBetween(0L, params.limits().maxWnd() + 1);
      assertThat(window.achievedBytes).isBetween(0L, (long) Integer.MAX_VALUE);
      assertThat(window.bytesIgnored).isBetween(0L, window.bytesToIgnore);
      if (flight == 0) {
        assertThat(window.mayTransmit()).isTrue();
      }
    }
  }

  @Property(seed = "61", tries = 150)
  @Requirement({"NSCC-2", "NSCC-9", "RTT-7", "RTT-8", "CCC-12", "X18"})
  void theWindowKeepsItsLawsInTheSourceDocuments(@ForAll("runs") Run run) {
    for (Signals signals : Signals.values()) {
      NsccParams params = run.source();
      new Fabric(params.with(params.readings().withSignals(signals)), run.seed).run();
    }
  }

  @Property(seed = "62", tries = 300)
  @Requirement({"NSCC-2", "UET-2", "CCC-12", "X18", "X19", "FIND-3", "FIND-23"})
  void theWindowKeepsItsLawsInUet(@ForAll("runs") Run run) {
    new Fabric(run.uet(NsccParams.Readings.DEFAULT), run.seed).run();
  }

  @Property(seed = "63", tries = 200)
  @Requirement({"NSCC-13", "D9"})
  void onlyWhatHasPassedMattersNotWhatTimeItIs(@ForAll("runs") Run run) {
    NsccParams params = run.uet(NsccParams.Readings.DEFAULT.withRccc());
    Random random = new Random(run.seed);
    long shift = random.nextInt();
    NsccWindow here = new NsccWindow(params, 0);
    NsccWindow there = new NsccWindow(params, shift);
    long now = 0;
    for (int i = 0; i < SIGNALS; i++) {
      now += random.nextInt(2_000_000);
      long n = Bytes.ofWhole(random.nextInt(20_000));
      boolean marked = random.nextBoolean();
      long rtt = params.configBaseRttPs() - 100_000 + random.nextInt(15_000_000);
      if (random.nextInt(5) == 0) {
        NackReason why = NackReason.values()[random.nextInt(3)];
        assertThat(here.nack(now, n, 0, why, rtt)).isNull();
        assertThat(there.nack(now + shift, n, 0, why, rtt)).isNull();
      } else {
        assertThat(here.ack(now, n, 0, marked, rtt, 0, false)).isNull();
        assertThat(there.ack(now + shift, n, 0, marked, rtt, 0, false)).isNull();
      }
      assertThat(NsccStates.shown(there, now + shift)).isEqualTo(NsccStates.shown(here, now));
    }
  }

  @Property(seed = "64", tries = 500)
  @Requirement({"NSCC-12", "UET-2"})
  void aDecreaseIsTheExactOneRoundedOnce(@ForAll("runs") Run run) {
    NsccParams params = run.uet(NsccParams.Readings.DEFAULT);
    Random random = new Random(run.seed);
    long cwnd = params.mtu() + (random.nextInt() >>> 1) % (params.limits().maxWnd() - params.mtu());
    long avg = params.targetPs() + 1 + random.nextInt(30_000_000);
    NsccWindow fallen = NsccFigures.given(params).cwnd(cwnd).avgDelayPs(avg).window();
    long base = params.configBaseRttPs();
    assertThat(fallen.ack(base + 1, 0, 0, true, base + avg, 0, false)).isNull();
    // cwnd · max(5 · avg − 4 · (avg − target), 5/2 · avg) ÷ (5 · avg)
    BigInteger kept =
        BigInteger.valueOf(10 * avg - 8 * (avg - params.targetPs()))
            .max(BigInteger.valueOf(5 * avg));
    long exact =
        BigInteger.valueOf(cwnd)
            .multiply(kept)
            .divide(BigInteger.valueOf(10 * avg))
            .longValueExact();
    assertThat(fallen.cwnd()).isEqualTo(Math.max(exact, params.mtu()));
  }

  @Property(seed = "65", tries = 500)
  @Requirement({"UET-2", "X14"})
  void anIncrementIsTheExactOneRoundedOnce(@ForAll("runs") Run run) {
    NsccParams params = run.uet(NsccParams.Readings.DEFAULT);
    NsccParams.Increase gain = params.increase();
    Random random = new Random(run.seed);
    long n = Bytes.ofWhole(1 + random.nextInt(32_000));
    long delay = gain.aboutZeroPs() + random.nextInt((int) (2 * params.targetPs()));
    NsccWindow state = NsccFigures.given(params).cwnd(2 * params.mtu()).window();
    long base = params.configBaseRttPs();
    NsccWindow owed = taken(state, to -> to.ack(1, n, 0, false, base + delay, 0, false));
    BigInteger factors = BigInteger.valueOf(n);
    BigInteger divisor = BigInteger.valueOf(gain.grain());
    if (delay >= params.targetPs()) {
      factors = factors.multiply(BigInteger.valueOf(gain.fair()));
    } else {
      factors =
          factors
              .multiply(BigInteger.valueOf(gain.proportional()))
              .multiply(BigInteger.valueOf(params.targetPs() - delay));
      divisor = divisor.multiply(BigInteger.valueOf(params.targetPs()));
    }
    long exact = factors.divide(divisor).longValueExact();
    if (n > gain.threshold()) { // the adjustment is made at once
      BigInteger lift =
          BigInteger.valueOf(Math.min(exact, params.incLimit()))
              .multiply(BigInteger.valueOf(gain.grain()))
              .divide(BigInteger.valueOf(state.cwnd()));
      assertThat(owed.cwnd())
          .isEqualTo(Math.min(state.cwnd() + lift.longValueExact(), state.maxWnd()));
    } else {
      assertThat(owed.incBytes).isEqualTo(Math.min(exact, params.incLimit()));
    }
  }

  /**
   * As many equal delays as come in a base RTT have an equal weight each, whatever their number is:
   * from none the average goes 1 − (1 − 1/k)^k of the way, less what rounding leaves out.
   */
  @Property(seed = "12")
  @Requirement("UET-10")
  void asManyDelaysAsComeInABaseRttShareTheWeight(
      @ForAll("runs") Run run,
      @ForAll @IntRange(min = 1, max = 500) int k,
      @ForAll @LongRange(min = 1, max = 100_000_000) long delay) {
    long base = run.rttUs() * US / k * k;
    NsccParams params =
        new Run(100, 100, run.rttUs(), run.packet(), 0).uet(NsccParams.Readings.DEFAULT);
    NsccWindow window = NsccFigures.given(params).window();
    window.baseRttPs = base;
    double left = 1;
    for (int i = 1; i <= k; i++) {
      assertThat(window.ack(base / k * i, 0, 0, false, base + delay, 0, false)).isNull();
      left *= 1 - 1.0 / k;
      assertThat((double) window.avgDelayPs)
          .isBetween(delay * (1 - left) - i - 1, delay * (1 - left) + 1);
    }
  }

  /** Delays at any times: none moves the average beyond itself, and after a base RTT it is one. */
  @Property(seed = "13")
  @Requirement("UET-10")
  void anAverageForgetsWhatIsOlderThanABaseRtt(@ForAll("runs") Run run) {
    NsccParams params = run.uet(NsccParams.Readings.DEFAULT);
    NsccWindow window = NsccFigures.given(params).window();
    Random random = new Random(run.seed());
    long nowPs = 0;
    long base = params.configBaseRttPs();
    for (int i = 0; i < SIGNALS; i++) {
      long gap = random.nextInt((int) (3 * base / 2));
      nowPs += gap;
      long before = window.avgDelayPs;
      long delay = random.nextInt((int) (3 * base));
      assertThat(window.ack(nowPs, 0, 0, random.nextBoolean(), base + delay, 0, false)).isNull();
      long way = Math.abs(delay - before);
      long made = Math.abs(window.avgDelayPs - before);
      assertThat(Math.abs(delay - window.avgDelayPs)).isEqualTo(way - made);
      BigInteger exact = BigInteger.valueOf(way).multiply(BigInteger.valueOf(Math.min(gap, base)));
      assertThat(made).isEqualTo(exact.divide(BigInteger.valueOf(base)).longValueExact());
    }
  }
}
