package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Whole;
import dev.sluice.house.WholeOnly;
import dev.sluice.requirement.Requirement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HPCC++ in whole runs: frames of 1,150 B over links of 100 Gb/s, T 5 us, B T 62,500 B. */
class HpccScenariosTest {
  private static final long BDP = 62_500;

  private static Figures ready(String name, String... changes) throws BadScenario {
    Map<String, String> all = new HashMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    return Run.of(Scenario.read(name, name, ReadyScenarios.text(name).orElseThrow(), all));
  }

  /**
   * The closed form by its own arithmetic, and the run by it. Nothing waits but what meets by
   * chance, and by that the load is short of U.
   */
  @ParameterizedTest
  @CsvSource({"1, 950500", "2, 951000", "4, 952000", "8, 954000"})
  @Requirement({"HPCC-1", "HPCC-2", "HPCC-3", "HPCC-13", "HPCC-21"})
  void theLoadComesToRestWhereItShould(int flows, long u) throws BadScenario {
    Figures figures = ready("hpcc-load", "workload[0].senders=" + flows);
    HpccResult result = figures.hpcc();
    assertThat(result.closed().orElseThrow().uMillionths()).isEqualTo(u);
    assertThat(result.uOff()).as("%s", result).isLessThan(5_000);
    assertThat(result.loadOff()).as("%s", result).isLessThan(10_000);
    assertThat(result.queueP99Bytes()).isLessThan(25_000);
    assertThat(figures.completed()).isEqualTo(flows);
    assertThat(figures.frames().dropped()).isZero();
  }

  /**
   * All first windows meet at one port, and are gone after as many T as there are other senders.
   * The link is never idle meanwhile, and switches that may pause do not.
   */
  @Test
  @Requirement({"HPCC-2", "HPCC-3", "HPCC-4", "HPCC-5", "HPCC-19", "HPCC-21"})
  void anIncastOfFirstWindowsDrains() throws BadScenario {
    Figures figures =
        ready(
            "hpcc-incast",
            "workload[0].senders=16",
            "workload[0].size=300KB",
            "topology.hosts=17",
            "hpcc.observe-from=150us",
            "hpcc.observe-until=350us");
    assertThat(figures.peakQueueBytes()).isBetween(10 * BDP, 16 * BDP * 11 / 10);
    assertThat(figures.hpcc().queuePeakBytes()).as("after 2 x 15 T").isLessThan(20_000);
    assertThat(figures.hpcc().loadMillionths()).isGreaterThan(930_000);
    assertThat(figures.value(Metric.XOFFS)).isZero();
    assertThat(figures.fairnessMillionths()).isGreaterThan(980_000);
  }

  /** The rule of thumb: up to N none waits, with twice as many some do, and all is stable. */
  @Test
  @Requirement({"HPCC-6", "HPCC-13"})
  void beyondTheRuleOfThumbAQueueStands() throws BadScenario {
    HpccResult half = ready("hpcc-beyond", "workload[0].senders=20").hpcc();
    HpccResult twice = ready("hpcc-beyond", "workload[0].senders=80").hpcc();
    assertThat(half.closed().orElseThrow().queueBytes()).isZero();
    assertThat(twice.closed().orElseThrow().queueBytes()).isEqualTo(3_125);
    assertThat(half.uOff()).isLessThan(10_000);
    assertThat(twice.uOff()).isLessThan(10_000);
    assertThat(twice.queueBytes()).isGreaterThan(3_125).isGreaterThan(2 * half.queueBytes());
    assertThat(twice.loadMillionths()).isGreaterThan(half.loadMillionths());
  }

  /**
   * With what a switch has received in place of what it has sent, what waits is counted as a rate,
   * too: load and queue swing more.
   */
  @Test
  @Requirement("HPCC-21")
  void theRateOfReceptionSwingsMore() throws BadScenario {
    String[] run = {"workload[0].senders=8", "workload[0].size=700KB", "topology.length=400m"};
    HpccResult sent = ready("hpcc-load", run).hpcc();
    HpccResult received = ready("hpcc-load", run[0], run[1], run[2], "hpcc.counts=received").hpcc();
    assertThat(received.mostMillionths() - received.leastMillionths())
        .as("%s %s", sent, received)
        .isGreaterThan(sent.mostMillionths() - sent.leastMillionths());
    assertThat(received.queuePeakBytes()).isGreaterThan(3 * sent.queuePeakBytes());
  }

  /** Once a short flow has gone, the long one has its rate back: at once with maxStage 0. */
  @ParameterizedTest
  @CsvSource({"0, 5", "5, 10"})
  @Requirement("HPCC-3")
  void aFlowHasItsRateBack(int stages, int rounds) throws BadScenario {
    long gone = ready("hpcc-visitor", "hpcc.max-stage=" + stages).fctPs(0) + 150_000_000;
    HpccResult after =
        ready(
                "hpcc-visitor",
                "hpcc.max-stage=" + stages,
                "hpcc.observe-from=" + (gone + rounds * 5_000_000L) + "ps",
                "hpcc.observe-until=" + (gone + (rounds + 20) * 5_000_000L) + "ps")
            .hpcc();
    assertThat(after.loadMillionths()).isGreaterThan(950_500 * 95 / 100);
  }

  /**
   * What maxStage is for: the fewer additive rounds come before a multiplicative one, the sooner a
   * flow has what another has left. In ten T it has all of it with none; with twenty it has half,
   * and ten steps of 31.25 B more.
   */
  @Test
  @Requirement({"HPCC-3", "HPCC-6"})
  void theMoreStagesTheLaterAFlowHasItsRateBack() throws BadScenario {
    long[] loads = new long[4];
    int[] stages = {0, 1, 5, 20};
    for (int i = 0; i < stages.length; i++) {
      loads[i] = ready("hpcc-stages", "hpcc.max-stage=" + stages[i]).hpcc().loadMillionths();
    }
    for (int i = 1; i < loads.length; i++) {
      assertThat(loads[i]).isLessThan(loads[i - 1]);
    }
    assertThat(loads[0]).isGreaterThan(940_000);
    assertThat(loads[1]).as("a round of ten is lost").isBetween(880_000L, 930_000L);
    assertThat(loads[2]).as("six of ten are, at the most").isBetween(680_000L, 900_000L);
    assertThat(loads[3]).isBetween(440_000L, 951_000L / 2 + 10 * 500);
  }

  /**
   * What W_ai is for: U* and the queue rise with it, and the sooner are shares alike. Sixteen flows
   * with W_ai for ten, a hundred, a thousand; for ten, 16 x 312.5 - 3,125 = 1,875 B wait.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-13"})
  void aLargerStepHasSharesAlikeSoonerAndAQueue() throws BadScenario {
    Figures ten = ready("hpcc-wai", "hpcc.flows=10");
    Figures hundred = ready("hpcc-wai", "hpcc.flows=100");
    Figures thousand = ready("hpcc-wai", "hpcc.flows=1000");
    assertThat(ten.hpcc().closed().orElseThrow().uMillionths()).isEqualTo(1_030_000);
    assertThat(ten.hpcc().closed().orElseThrow().queueBytes()).isEqualTo(1_875);
    assertThat(thousand.hpcc().closed().orElseThrow().uMillionths()).isEqualTo(950_800);
    for (Figures figures : List.of(ten, hundred, thousand)) {
      assertThat(figures.hpcc().uOff()).isLessThan(10_000);
    }
    assertThat(ten.hpcc().queueBytes())
        .isGreaterThan(1_875)
        .isGreaterThan(2 * hundred.hpcc().queueBytes());
    assertThat(1_000_000 - hundred.fairnessMillionths())
        .isGreaterThan(2 * (1_000_000 - ten.fairnessMillionths()));
    assertThat(1_000_000 - thousand.fairnessMillionths())
        .isGreaterThan(2 * (1_000_000 - hundred.fairnessMillionths()));
  }

  /**
   * What the reference is for, after the first windows of an incast: where it moves with each
   * acknowledgment, windows collapse and the link stands idle; where the window moves once a round,
   * the queue stays longer.
   */
  @Test
  @Requirement({"HPCC-4", "HPCC-20"})
  void aWindowWithoutAReferenceCollapsesAndOnceARoundItIsLate() throws BadScenario {
    Figures both = ready("hpcc-reference", "hpcc.reacts=both");
    Figures ack = ready("hpcc-reference", "hpcc.reacts=ack");
    Figures round = ready("hpcc-reference", "hpcc.reacts=round");
    assertThat(both.hpcc().loadMillionths()).isBetween(940_000L, 960_000L);
    assertThat(ack.hpcc().loadMillionths()).isLessThan(750_000);
    assertThat(round.hpcc().loadMillionths()).isBetween(930_000L, 960_000L);
    assertThat(both.hpcc().queueBytes()).isLessThan(4_000);
    assertThat(round.hpcc().queueBytes()).isGreaterThan(2 * both.hpcc().queueBytes());
    assertThat(ack.hpcc().queueBytes()).isGreaterThan(20 * round.hpcc().queueBytes());
    assertThat(ack.fctPs(100)).isGreaterThan(both.fctPs(100) * 14 / 10);
    for (Figures figures : List.of(both, ack, round)) {
      assertThat(figures.completed()).isEqualTo(16);
      assertThat(figures.frames().dropped()).isZero();
    }
  }

  /** Short messages take no more than half as long again as on an idle path. */
  @Test
  @Requirement("HPCC-13")
  void shortMessagesFindNextToNothing() throws BadScenario {
    long idle = ready("hpcc-mice", "flow[*].start=10ms").fctPs(0);
    assertThat(ready("hpcc-mice").fctPs(50)).isBetween(idle, idle * 3 / 2);
  }

  /**
   * Both forms come to rest there, and so they do with the header in some packets; a receiver,
   * where its window is in force well before T is over.
   */
  @ParameterizedTest
  @CsvSource({"sender, 1", "receiver, 1", "sender, 3", "receiver, 2"})
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-11"})
  void eitherEndMayRunItOnSomePackets(String form, int every) throws BadScenario {
    Figures figures =
        ready(
            "hpcc-load",
            "workload[0].senders=4",
            "workload[0].size=1MB",
            "topology.length=" + (form.equals("sender") ? "170m" : "10m"),
            "hpcc.form=" + form,
            "hpcc.header-every=" + every);
    assertThat(figures.hpcc().loadMillionths()).isBetween(900_000L, 962_000L);
    assertThat(figures.hpcc().queueP99Bytes()).isLessThan(25_000);
    assertThat(figures.completed()).isEqualTo(4);
  }

  /**
   * Eight flows whose receiver counts them: W_ai is 62,500 x 0.05 / 8 = 390.625 B in place of 31.25
   * B, so that U comes to rest at 0.95 + 8 x 390.625 / 62,500 = 1 in place of 0.954, and shares are
   * alike far sooner, which is what the draft has the count for. What waits is part of U. With the
   * number known beforehand all is the same.
   */
  @Test
  @Requirement({"HPCC-6", "HPCC-11", "HPCC-13", "HPCC-17"})
  void aReceiverThatCountsItsFlowsHasThemUseTheHeadroom() throws BadScenario {
    String[] run = {
      "workload[0].senders=8", "workload[0].size=700KB", "topology.length=10m", "hpcc.form=receiver"
    };
    Figures hundred = ready("hpcc-load", run);
    Figures counted = ready("hpcc-load", run[0], run[1], run[2], run[3], "hpcc.counted-flows=100");
    Figures known = ready("hpcc-load", run[0], run[1], run[2], run[3], "hpcc.flows=8");
    assertThat(hundred.hpcc().closed().orElseThrow().uMillionths()).isEqualTo(954_000);
    for (Figures figures : List.of(counted, known)) {
      assertThat(figures.hpcc().closed().orElseThrow().uMillionths()).isEqualTo(1_000_000);
      assertThat(figures.hpcc().loadMillionths())
          .as("%s beside %s", figures.hpcc(), hundred.hpcc())
          .isGreaterThan(hundred.hpcc().loadMillionths() + 20_000);
      assertThat(figures.completed()).isEqualTo(8);
      assertThat(1_000_000 - hundred.fairnessMillionths())
          .isGreaterThan(10 * (1_000_000 - figures.fairnessMillionths()));
    }
    assertThat(counted.fctPs(100)).isEqualTo(known.fctPs(100));
  }

  /** A large incast, by order alone: where RCM has switches pause, HPCC++ does not. */
  @Test
  @Requirement({"HPCC-2", "HPCC-4"})
  void aLargeIncastPausesNobody() throws BadScenario {
    Map<String, String> large =
        Map.of("workload[0].senders", "60", "workload[0].size", "250KB", "topology.hosts", "61");
    String text = ReadyScenarios.text("incast").orElseThrow();
    Figures hpcc = Run.of(Scenario.read("i", "i", text, large, Algorithm.HPCC));
    Figures rcm = Run.of(Scenario.read("i", "i", text, large, Algorithm.RCM));
    assertThat(hpcc.completed()).isEqualTo(60);
    assertThat(hpcc.value(Metric.XOFFS)).isZero();
    assertThat(rcm.value(Metric.XOFFS)).isPositive();
    assertThat(hpcc.peakQueueBytes()).isLessThan(rcm.peakQueueBytes());
    assertThat(hpcc.fctPs(100)).isLessThan(rcm.fctPs(100));
  }

  /**
   * A cut of the testbed's workload, by order alone: beside long flows, short ones wait longer, and
   * queues are longer, where marks steer than where telemetry does. What long ones pay is not
   * asked: if all shared alike, headroom and telemetry would have them take (1,024 / 1,106 - 0.5) /
   * (0.95 x 1,024 / 1,150 - 0.5) = 1.23 times as long, and marks have a price of their own.
   */
  @Test
  @Requirement({"HPCC-2", "HPCC-4", "HPCC-13", "RCM-5"})
  void shortFlowsWaitLessThanBehindMarks() throws BadScenario {
    String text = ReadyScenarios.text("hpcc-websearch").orElseThrow();
    int flows = Whole.IS_ASKED ? 300 : 150; // the shorter run shows it as well
    Map<String, String> cut = Map.of("workload[0].flows", Integer.toString(flows));
    Figures hpcc = Run.of(Scenario.read("w", "w", text, cut, Algorithm.HPCC));
    Figures rcm = Run.of(Scenario.read("w", "w", text, cut, Algorithm.RCM));
    assertThat(hpcc.completed()).isEqualTo(flows);
    assertThat(rcm.completed()).isEqualTo(flows);
    assertThat(hpcc.value(Metric.XOFFS)).isZero();
    assertThat(rcm.value(Metric.XOFFS)).isPositive();
    assertThat(rcm.peakQueueBytes()).isGreaterThan(4 * hpcc.peakQueueBytes());
    for (long bytes : new long[] {3_000, 10_000}) {
      assertThat(slowdown(rcm, bytes)).as("%d", bytes).isGreaterThan(slowdown(hpcc, bytes));
    }
  }

  /**
   * The whole of it. The paper behind the draft has 11.2 and 2.38 at 30 %, and 53.9 and 2.70 at 50
   * %, for flows of less than 3 KB, with marks and with HPCC: 4.7 and 20 times as much. Here the
   * ratio alone is held, at 4 and at 10.
   */
  @ParameterizedTest
  @CsvSource({"30%, 4", "50%, 10"})
  @WholeOnly // two runs of two thousand flows each
  @Requirement({"HPCC-2", "HPCC-4", "HPCC-13", "RCM-5"})
  void onTheTestbedShortFlowsWaitAFractionOfWhatMarksHaveThemWait(String load, int times)
      throws BadScenario {
    String text = ReadyScenarios.text("hpcc-websearch").orElseThrow();
    Map<String, String> at = Map.of("workload[0].load", load);
    Figures hpcc = Run.of(Scenario.read("w", "w", text, at, Algorithm.HPCC));
    Figures rcm = Run.of(Scenario.read("w", "w", text, at, Algorithm.RCM));
    assertThat(hpcc.completed()).isEqualTo(2_000);
    assertThat(rcm.completed()).isEqualTo(2_000);
    assertThat(slowdown(rcm, 3_000)).isGreaterThanOrEqualTo(times * slowdown(hpcc, 3_000));
    assertThat(hpcc.value(Metric.XOFFS)).isZero();
  }

  /** How many times as long as alone 99 % of the flows of a size take at most, in millionths. */
  private static long slowdown(Figures figures, long upToBytes) {
    return figures.bySize().stream()
        .filter(bin -> bin.upToBytes() == upToBytes)
        .findFirst()
        .orElseThrow()
        .p99();
  }

  /**
   * By probes, one in T, nothing is left to smooth, and each that comes back ends a round: load and
   * queue swing around where they should be.
   */
  @Test
  @Requirement({"HPCC-9", "HPCC-10"})
  void probesTellOfThePathOnceInT() throws BadScenario {
    Figures figures =
        ready(
            "hpcc-load",
            "workload[0].senders=4",
            "workload[0].size=1MB",
            "topology.length=10m",
            "hpcc.carried=probe");
    assertThat(figures.completed()).isEqualTo(4);
    assertThat(figures.hpcc().loadMillionths()).as("%s", figures.hpcc()).isGreaterThan(800_000);
    assertThat(figures.hpcc().queuePeakBytes()).isLessThan(100_000);
  }

  /**
   * Whole, or as one link, or by notifications: flows come to rest alike. With notifications one
   * acknowledgment is enough for sixteen packets, and one at a message's end: 4 x (900,000 / 1,024
   * / 16 + 1) and 2 x (200,000 / 1,024 / 16 + 1), cut toward zero, of 3,908 packets.
   */
  @ParameterizedTest
  @CsvSource({"whole, 3908", "link, 3908", "notification, 246"})
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  void whateverComesBackFlowsComeToRest(String returned, long acknowledgments) throws BadScenario {
    Figures figures = ready("hpcc-returned", "hpcc.returned=" + returned);
    assertThat(figures.completed()).isEqualTo(6);
    assertThat(figures.hpcc().loadMillionths()).isBetween(880_000L, 980_000L);
    assertThat(figures.hpcc().queueP99Bytes()).isBetween(125_000L, 187_500L);
    assertThat(figures.roce().acknowledgments()).isEqualTo(acknowledgments);
  }

  /**
   * In a queue that has a quarter of the link a wait is four times what its length says, and what
   * waits is gone sooner.
   */
  @Test
  @Requirement("HPCC-14")
  void aWaitTellsOfAQueueThatSharesItsLink() throws BadScenario {
    Figures length = ready("hpcc-sojourn", "hpcc.waits=length");
    Figures sojourn = ready("hpcc-sojourn", "hpcc.waits=sojourn");
    assertThat(length.hpcc().queueBytes()).isBetween(12_000L, 30_000L);
    assertThat(sojourn.hpcc().queueBytes()).isBetween(3_000L, length.hpcc().queueBytes() / 2);
    for (Figures figures : List.of(length, sojourn)) {
      assertThat(figures.completed()).isEqualTo(8);
      assertThat(figures.hpcc().loadMillionths()).isBetween(940_000L, 1_000_000L);
    }
  }

  /** Lost packets and lost acknowledgments cost no flow its end. */
  @Test
  @Requirement({"HPCC-10", "HPCC-23"})
  void whatIsLostIsSentAgain() throws BadScenario {
    String lossy =
        ReadyScenarios.text("hpcc-visitor").orElseThrow()
            + "\n[[fault]]\nlink = \"*\"\nloss = \"0.5%\"\n";
    for (String way : List.of("form=sender", "form=receiver", "returned=notification")) {
      String key = "hpcc." + way.replaceFirst("=.*", "");
      String value = way.replaceFirst(".*=", "");
      Figures figures =
          Run.of(Scenario.read("l", "l", lossy, Map.of(key, value, "flow[0].size", "1MB")));
      assertThat(figures.completed()).isEqualTo(2);
      assertThat(figures.retransmissions()).isPositive();
    }
  }

  /**
   * Responses to READs are data, and come to rest where the packets of WRITEs do: eight at 0.95 + 8
   * x 31.25 / 62,500 = 0.954. They begin at line rate, so that seven first windows of eight wait.
   */
  @Test
  @Requirement({"HPCC-2", "HPCC-9", "HPCC-10", "HPCC-13", "HPCC-19"})
  void responsesToReadsComeToRestWhereWritesDo() throws BadScenario {
    Figures figures =
        ready(
            "hpcc-read",
            "workload[0].receivers=8",
            "workload[0].size=600KB",
            "topology.hosts=9",
            "hpcc.observe-from=150us",
            "hpcc.observe-until=350us");
    HpccResult result = figures.hpcc();
    assertThat(result.closed().orElseThrow().uMillionths()).isEqualTo(954_000);
    assertThat(result.uOff()).as("%s", result).isLessThan(10_000);
    assertThat(result.loadOff()).as("%s", result).isLessThan(15_000);
    assertThat(figures.peakQueueBytes()).isBetween(5 * BDP, 8 * BDP);
    assertThat(result.queuePeakBytes()).isLessThan(20_000);
    assertThat(figures.completed()).isEqualTo(8);
    assertThat(figures.roce().timeouts()).isZero();
  }

  /**
   * A READ whose responses are lost is asked for again, and has those sent again that are missing,
   * whichever way telemetry comes and goes. 4 x 200,000 B take 4 x 196 responses.
   */
  @ParameterizedTest
  @CsvSource({
    "form, sender",
    "form, receiver",
    "carried, probe",
    "returned, notification",
    "header-every, 3"
  })
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-11", "HPCC-23"})
  void responsesThatAreLostAreSentAgain(String key, String value) throws BadScenario {
    String lossy =
        ReadyScenarios.text("hpcc-read").orElseThrow()
            + "\n[[fault]]\nlink = \"*\"\nloss = \"0.5%\"\n";
    Map<String, String> few =
        Map.of(
            "topology.hosts",
            "5",
            "workload[0].receivers",
            "4",
            "workload[0].size",
            "200KB",
            "hpcc." + key,
            value);
    Figures figures = Run.of(Scenario.read("l", "l", lossy, few));
    assertThat(figures.completed()).isEqualTo(4);
    assertThat(figures.retransmissions()).isBetween(1L, 4 * 196L);
  }
}
