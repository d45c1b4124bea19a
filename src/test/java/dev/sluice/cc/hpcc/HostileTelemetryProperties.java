package dev.sluice.cc.hpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.SenderRole;
import dev.sluice.requirement.Requirement;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Whatever records come back: a window within its bounds, and a flow that goes on. */
class HostileTelemetryProperties {
  /** How many records are drawn; others with {@code -Dsluice.records=300000}. */
  private static final int RECORDS = Integer.getInteger("sluice.records", 10_000_000);

  private static final long ONE = HpccParams.ONE;
  private static final long T_PS = 5_000_000;
  private static final long MODULUS = 1 << 24;
  private static final TelemetryUnits UNITS = TelemetryProfile.EVERY_SPEED.units(100_000);
  private static final HpccParams PARAMS =
      HpccParams.defaults(100_000_000_000L, 100, 1_000, MODULUS);

  /** A flow whose feedback somebody writes who means no good. */
  private static final class Flow {
    private final SplittableRandom random;
    private final LinkRecords links = new LinkRecords(UNITS, T_PS, ONE, 1_600_000);
    private final HpccSender sender = new HpccSender(PARAMS, new HpccWindow(PARAMS), 0);
    private final long[][] seen = new long[64][];
    private long nowPs;
    private long sentBytes;
    private int path;
    private int records;
    private int measured;
    private int left;

    private Flow(long seed) {
      random = new SplittableRandom(seed);
    }

    /** What switches would have written. */
    private long[] honest(int hops) {
      long[] all = new long[hops];
      for (int hop = 0; hop < hops; hop++) {
        all[hop] =
            UNITS.record(
                UNITS.code(100_000), nowPs - hop * 100_000L, sentBytes, random.nextInt(1_000_000));
      }
      return all;
    }

    /** Random, replayed, wrapped, forged, or what switches would have written. */
    private long[] drawn() {
      int hops = random.nextInt(6);
      long[] all;
      switch (random.nextInt(6)) {
        case 0 -> all = random.longs(hops).toArray();
        case 1 -> {
          long[] old = seen[random.nextInt(seen.length)];
          all = old == null ? honest(hops) : old;
        }
        case 2 -> {
          all = honest(hops);
          for (int hop = 0; hop < hops; hop++) {
            all[hop] ^= 1L << random.nextInt(64);
          }
        }
        case 3 -> {
          all = new long[hops];
          long ps = nowPs + (random.nextInt(5) - 2) * UNITS.timePeriodPs() / 4;
          for (int hop = 0; hop < hops; hop++) {
            all[hop] =
                UNITS.record(random.nextInt(9), Math.max(0, ps), random.nextLong(1L << 40), 0);
          }
        }
        default -> all = honest(hops);
      }
      seen[random.nextInt(seen.length)] = all;
      return all;
    }

    /** Time passes, packets leave where they may, and one packet's feedback comes. */
    private void step() {
      nowPs +=
          random.nextInt(50) == 0 ? random.nextLong(UNITS.timePeriodPs()) : random.nextInt(90_000);
      sentBytes += random.nextInt(9_000);
      path = random.nextInt(8) == 0 ? random.nextInt(4_096) : path;
      long from = sender.notBeforePs(nowPs);
      if (from != SenderRole.NEVER_PS) {
        nowPs = Math.max(nowPs, from);
        assertThat(sender.transmit(nowPs, seq -> {})).isNull();
        left++;
      }
      long[] hops = drawn();
      records += hops.length;
      int first = random.nextInt(4) == 0 ? random.nextInt(3) : 0;
      String refused = links.hear(nowPs, path, first + hops.length, first, hops);
      long seq = (sender.sndUna() + Math.min(1, sender.inFlight())) % MODULUS;
      sender.receiveAck(seq, HpccWindow.ABSENT, HpccWindow.ABSENT, links.u(), links.tauPs());
      measured += links.tauPs() > 0 ? 1 : 0;
      if (refused != null
          || links.broken() != null
          || sender.broken() != null
          || sender.w() < PARAMS.minW()
          || sender.w() > PARAMS.wInit()
          || links.tauPs() > UNITS.timePeriodPs() / 2
          || sender.inFlight() == 0 && sender.notBeforePs(nowPs) == SenderRole.NEVER_PS) {
        throw new AssertionError(refused + ", " + links + ", " + links.broken() + ", " + sender);
      }
    }

    /** Two packets of honest feedback, and after at most the longest silence there is a rate. */
    private void heals() {
      nowPs += links.longestPs() + 1;
      for (int i = 0; i < 2; i++) {
        nowPs += 1_000_000;
        sentBytes += 12_500;
        assertThat(
                links.hear(
                    nowPs,
                    1,
                    1,
                    0,
                    new long[] {UNITS.record(UNITS.code(100_000), nowPs, sentBytes, 0)}))
            .isNull();
      }
      assertThat(links.tauPs()).isEqualTo(1_000_000);
      assertThat(links.u()).isBetween(ONE / 10 * 9, ONE / 10 * 11);
    }
  }

  @Test
  @Requirement({"HPCC-2", "HPCC-3", "HPCC-15", "FIND-11"})
  void aFlowGoesOnWhateverComesBack() {
    Flow flow = new Flow(20);
    while (flow.records < RECORDS) {
      flow.step();
    }
    flow.heals();
    System.out.printf(
        "%,d records, %,d measurements, %,d packets left%n",
        flow.records, flow.measured, flow.left);
    assertThat(flow.measured).as("some of it measures").isGreaterThan(RECORDS / 100);
    assertThat(flow.left).isGreaterThan(RECORDS / 100);
  }

  /** Amounts and speeds times a factor measure the same, over the same time, on the same hop. */
  @Property(tries = 60, seed = "22", edgeCases = EdgeCasesMode.NONE)
  @Requirement("HPCC-22")
  void anotherDomainMeasuresTheSame(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 1_000) int drawn) {
    Flow flow = new Flow(seed);
    for (int factor : List.of(2, 10, drawn)) {
      LinkRecords own = new LinkRecords(UNITS, T_PS, ONE, 1_600_000);
      LinkRecords told =
          new LinkRecords(UNITS.scaled(factor), T_PS, ONE, Math.multiplyExact(1_600_000L, factor));
      assertThat(told.longestPs()).isEqualTo(own.longestPs());
      for (int i = 0; i < 30; i++) {
        flow.nowPs += 200_000;
        long[] hops = flow.drawn();
        assertThat(LinkRecordsTest.heard(told, flow.nowPs, 1, hops))
            .isEqualTo(LinkRecordsTest.heard(own, flow.nowPs, 1, hops));
        assertThat(List.of(told.u(), told.tauPs(), (long) told.fullest()))
            .isEqualTo(List.of(own.u(), own.tauPs(), (long) own.fullest()));
      }
    }
  }
}
