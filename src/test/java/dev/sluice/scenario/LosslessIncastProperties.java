package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.IncastBound;
import dev.sluice.fabric.PortRules;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * The theorem of {@code RcccIncast} on the whole system at full size: nothing is lost with the
 * buffer of {@link IncastBound}, and with a little less something is.
 */
@Requirement({"RCCC-10", "FIND-5", "FIND-6", "FIND-18"})
class LosslessIncastProperties {
  private static final long OVERHEAD = WorstIncast.OVERHEAD_BYTES;
  private static final long BASE_RTT = 6_000_000;

  /**
   * Senders, initial credit and window of each row of the model's table, in octets of the model.
   */
  private static List<int[]> modelTable() throws IOException {
    String module = Files.readString(Path.of("spec/uet/models/MCRcccIncast.tla"));
    String table = module.substring(module.indexOf("MCTable =="), module.indexOf("Rows(places)"));
    Matcher row = Pattern.compile("Case\\((\\d+), (\\d+), (\\d+), \\d+, \\d+\\)").matcher(table);
    List<int[]> rows = new ArrayList<>();
    while (row.find()) {
      rows.add(
          new int[] {
            Integer.parseInt(row.group(1)),
            Integer.parseInt(row.group(2)),
            Integer.parseInt(row.group(3))
          });
    }
    return rows;
  }

  /**
   * The model's own table, an octet of the model being two packets here. A row without initial
   * credit has no counterpart: such a sender could not begin.
   */
  @Example
  void eachRowOfTheModelsTableIsLosslessAtItsBoundAndLosesAPacketForEachSenderBelow()
      throws Exception {
    List<int[]> rows = modelTable();
    assertThat(rows).hasSize(14);
    for (int[] row : rows) {
      if (row[1] == 0) {
        continue;
      }
      int mtu = 16_000;
      long unit = 2 * (mtu + OVERHEAD);
      WorstIncast worst =
          new WorstIncast(row[0], 25_000_000_000L, BASE_RTT, row[2] * unit, row[1] * unit, mtu);
      assertThat(worst.bufferBytes()).isEqualTo((row[2] + (row[0] - 1) * row[1]) * unit);
      // The frame on the link is not in the queue: a lone sender's burst shows it.
      check(worst, Math.max(2, row[0]) * (mtu + OVERHEAD));
    }
  }

  /**
   * A gap that does not grow with the number of senders where the window does not: at most four
   * packets at 87,500 B, with which 64 senders do no more than spend their initial credit. With the
   * window that {@code bound incast} proposes, all flows complete.
   */
  @Example
  void theGapStaysAFewPacketsHoweverManySendersThereAre() throws Exception {
    for (int senders : new int[] {4, 16, 64}) {
      WorstIncast worst =
          new WorstIncast(senders, 100_000_000_000L, BASE_RTT, 87_500, 12_500, 4_096);
      check(worst, 4 * (4_096 + OVERHEAD));
      worst = busy(senders);
      Figures figures = check(worst, worst.mostGapBytes());
      assertThat(figures.flows()).hasSizeGreaterThan(senders).allMatch(FlowResult::isComplete);
    }
  }

  /** An incast as {@code sluice bound incast} proposes it for so many senders. */
  private static WorstIncast busy(int senders) {
    long window = IncastBound.busyWindow(senders, 100_000_000_000L, BASE_RTT + 1_000_000, 4_222);
    assertThat(window).isEqualTo(87_500 + senders * 4_221L);
    return new WorstIncast(senders, 100_000_000_000L, BASE_RTT, window, 12_500, 4_096);
  }

  /** However many senders there are: at the bound nothing is lost, and each of them gets done. */
  @Example
  @Requirement("RCCC-15")
  void everyFlowOfAnIncastCompletesAtTheBound() throws BadScenario {
    for (int senders : new int[] {2, 64, 256}) {
      WorstIncast worst = busy(senders);
      Figures figures = held(worst.windowBytes(), senders, worst.bufferBytes(), worst.timeoutPs());
      assertThat(figures.flows()).hasSize(senders).allMatch(FlowResult::isComplete);
      assertThat(figures.drops()).isEmpty();
      assertThat(figures.retransmissions()).isZero();
    }
  }

  /**
   * The worst incast of 64 senders at its bound of 1,145,144 B: 6 us, and 1,149,366 B at 80 ps
   * each. The others begin 2 us later, so that their packets are the last of a queue that is as
   * long. With this timeout nothing is sent again; with nine tenths of it packets are that only
   * wait, and with two fifths their copies fill the queue beyond the bound.
   */
  @Example
  void theShortestTimeoutKeepsCopiesOutOfTheQueueAndAShorterOneDoesNot() throws Exception {
    WorstIncast worst = busy(64);
    assertThat(worst.timeoutPs()).isEqualTo(6_000_000 + 1_149_366 * 80 + 1);
    WorstIncast.Found found = worst.search();
    long start = found.startPs() + 2_000_000;
    Figures at = worst.run(worst.bufferBytes(), start, worst.timeoutPs());
    assertThat(at.peakQueueBytes()).isEqualTo(found.peakBytes());
    assertThat(at.retransmissions()).isZero();
    assertThat(at.drops()).isEmpty();
    Figures shorter = worst.run(worst.bufferBytes(), start, worst.timeoutPs() / 10 * 9);
    assertThat(shorter.retransmissions()).isPositive();
    assertThat(shorter.drops()).isEmpty();
    shorter = worst.run(worst.bufferBytes(), start, worst.timeoutPs() / 10 * 4);
    assertThat(WorstIncast.lost(shorter)).isPositive();
  }

  /**
   * What the gap does depend on: 12,500 B in 1 us at 100 Gb/s, and a window for N senders of 87,500
   * B and 4,221 B for each. The window comes in at 1,600 Gb/s, and a sixteenth of it leaves.
   */
  @Example
  void theGapIsWhatTheFormulaSaysForWindowsLinksAndPackets() throws Exception {
    assertThat(gap(2, 100, 95_942, 12_500, 4_096)).isEqualTo(15_724);
    assertThat(gap(16, 100, 155_036, 12_500, 4_096)).isEqualTo(19_932);
    assertThat(gap(64, 100, 357_644, 12_500, 4_096)).isEqualTo(32_550);
    gap(8, 25, 55_643, 12_500, 4_096);
    gap(8, 400, 383_768, 12_500, 4_096);
    gap(8, 100, 96_692, 12_500, 1_024);
    gap(8, 100, 160_500, 12_500, 9_000);
    gap(8, 100, 1_000_000, 12_500, 4_096);
    gap(1, 100, 91_721, 12_500, 4_096);
  }

  private static long gap(int senders, long gbps, long window, long initial, int mtu)
      throws BadScenario {
    WorstIncast worst =
        new WorstIncast(senders, gbps * 1_000_000_000L, BASE_RTT, window, initial, mtu);
    long packet = mtu + OVERHEAD;
    long most = window * gbps / 1_600 + 2 * packet + 2 * Math.max(4_096, packet);
    most += Math.max(0, window - 10 * gbps * 750); // ten BDP of 6 us
    assertThat(worst.mostGapBytes()).isEqualTo(most);
    long gap = worst.search().gapBytes();
    assertThat(gap).as(worst.toString()).isBetween(packet, most);
    return gap;
  }

  private static Figures check(WorstIncast worst, long mostGap) throws BadScenario {
    WorstIncast.Found found = worst.search();
    assertThat(found.gapBytes()).as(worst.toString()).isBetween(0L, mostGap);
    Figures at = worst.run(worst.bufferBytes(), found.startPs());
    assertThat(at.drops()).as(worst.toString()).isEmpty();
    assertThat(at.retransmissions()).isZero();
    Figures below = worst.run(Math.max(1, worst.bufferBytes() - mostGap - 1), found.startPs());
    assertThat(WorstIncast.lost(below)).as(worst.toString()).isPositive();
    return at;
  }

  /**
   * What {@code CreditConservation/live_cap_short} says, at full size: 64 senders each hold 4,056 B
   * of their initial credit, which no packet of 4,222 B fits. A window that does not hold more than
   * that grants nothing ever; one with room for it, and for what the link carries meanwhile, does.
   */
  @Example
  @Requirement("RCCC-15")
  void aWindowThatSendersCanHoldWithoutAPacketStandsStill() throws BadScenario {
    assertThat(64 * (12_500 - 2 * 4_222)).isEqualTo(259_584);
    assertThat(held(87_500, 64, PortRules.UNLIMITED, 1_000_000_000).flows())
        .noneMatch(FlowResult::isComplete);
    Figures figures = held(87_500 + 64 * 4_221, 64, PortRules.UNLIMITED, 1_000_000_000);
    assertThat(figures.flows()).allMatch(FlowResult::isComplete);
    assertThat(figures.peakQueueBytes())
        .isLessThanOrEqualTo(new IncastBound(357_644, 12_500).buffer(64));
  }

  private static Figures held(long cap, int senders, long queue, long timeoutPs)
      throws BadScenario {
    return Run.of(
        Scenario.read(
            "held",
            "held.toml",
            """
            profile = "source-documents"
            cc = "rccc"
            until = "20ms"

            [topology]
            kind = "star"

            [nic]
            base-rtt = "6us"
            packet-overhead = "126B"
            credit-cap = "%dB"
            rto = "%dps"

            [queues]
            last-hop-queue = "%s"

            [[workload]]
            kind = "incast"
            senders = %d
            size = "200KB"
            """
                .formatted(
                    cap,
                    timeoutPs,
                    queue == PortRules.UNLIMITED ? "unlimited" : queue + "B",
                    senders),
            Map.of()));
  }

  /**
   * Any topology, speeds, fibres, sizes and times, with flows to other targets that make senders
   * save credit: nothing is lost, and everything arrives.
   */
  @Property(seed = "1010", tries = 60, shrinking = ShrinkingMode.OFF)
  void nothingIsLostAtTheBound(@ForAll @IntRange(min = 2, max = 24) int senders, @ForAll long seed)
      throws Exception {
    Random random = new Random(seed);
    boolean source = random.nextBoolean();
    int mtu = new int[] {1_024, 2_048, 4_096, 8_192}[random.nextInt(4)];
    long packet = mtu + OVERHEAD;
    long quantum = source ? 1 : 256;
    long initial = up(packet + random.nextInt(20_000), quantum);
    long window =
        up(senders * (packet - 1) + 2 * packet + initial + random.nextInt(200_000), quantum);
    long bound = new IncastBound(window, initial).buffer(senders);
    int hosts = senders + 2;
    String topology =
        switch (random.nextInt(3)) {
          case 0 -> "kind = \"star\"\nhosts = " + hosts;
          case 1 ->
              "kind = \"leaf-spine\"\nleaves = 4\nspines = "
                  + (1 + random.nextInt(3))
                  + "\nhosts-per-leaf = "
                  + (hosts + 3) / 4;
          default -> "kind = \"fat-tree\"\nradix = " + (hosts <= 16 ? 4 : 6);
        };
    String[] rates = {"25G", "50G", "100G", "200G", "400G"};
    StringBuilder text = new StringBuilder();
    text.append("profile = \"").append(source ? "source-documents" : "uet-1.0").append("\"\n");
    text.append("cc = \"rccc\"\nseed = ").append(random.nextInt(1_000)).append('\n');
    text.append("[topology]\n").append(topology).append('\n');
    text.append("rate = [");
    for (int i = 0; i < 5; i++) {
      text.append(i == 0 ? "\"" : ", \"").append(rates[random.nextInt(5)]).append('"');
    }
    text.append("]\nlength = \"").append(1 + random.nextInt(500)).append("m\"\n");
    text.append("[queues]\nlast-hop-queue = \"").append(bound).append("B\"\n");
    text.append("[nic]\nmtu = ").append(mtu).append("\npacket-overhead = \"126B\"\n");
    text.append("initial-credit = \"").append(initial).append("B\"\n");
    text.append("credit-cap = \"").append(window).append("B\"\nmax-window = 1000\n");
    text.append("rto = \"20ms\"\n");
    for (int from = 0; from < senders; from++) {
      flow(text, from, senders, 1 + random.nextInt(300_000), random.nextInt(30));
      if (random.nextBoolean()) {
        flow(text, from, senders + 1, 1 + random.nextInt(300_000), random.nextInt(10));
      }
    }
    Scenario scenario = Scenario.read("drawn", "drawn.toml", text.toString(), Map.of());
    Figures figures = Run.of(scenario);
    assertThat(figures.drops()).as(text.toString()).isEmpty();
    assertThat(figures.retransmissions()).as(text.toString()).isZero();
    assertThat(figures.flows()).as(text.toString()).allMatch(FlowResult::isComplete);
  }

  private static void flow(StringBuilder text, int from, int to, int bytes, int startUs) {
    text.append("[[flow]]\nfrom = ").append(from).append("\nto = ").append(to);
    text.append("\nsize = \"").append(bytes).append("B\"\n");
    text.append("start = \"").append(startUs).append("us\"\n");
  }

  private static long up(long bytes, long quantum) {
    return (bytes + quantum - 1) / quantum * quantum;
  }
}
