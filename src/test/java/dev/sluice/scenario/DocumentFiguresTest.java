package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The source documents' figures, on the whole system at full size. */
class DocumentFiguresTest {
  /** A hundred-gigabit byte. */
  private static final long BYTE_PS = 80;

  private static Scenario read(String text, String... changes) throws BadScenario {
    Map<String, String> all = new TreeMap<>();
    for (String change : changes) {
      all.put(change.replaceFirst("=.*", ""), change.replaceFirst("[^=]*=", ""));
    }
    return Scenario.read("a", "a.toml", text, all);
  }

  private static Scenario ready(String name, String... changes) throws BadScenario {
    return read(ReadyScenarios.text(name).orElseThrow(), changes);
  }

  /** The path of the base RTT's example: four links, three switches, frames of 9,216 B. */
  private static final String PATH =
      """
      profile = "source-documents"
      cc = "window"

      [topology]
      kind = "custom"
      switch-latency = "400ns"
      fec = "150ns"

      [[host]]
      name = "a"

      [[host]]
      name = "b"

      [[switch]]
      name = "s1"

      [[switch]]
      name = "s2"

      [[switch]]
      name = "s3"

      [[link]]
      from = "a"
      to = "s1"
      length = "12.5m"

      [[link]]
      from = "s1"
      to = "s2"
      length = "12.5m"

      [[link]]
      from = "s2"
      to = "s3"
      length = "12.5m"

      [[link]]
      from = "s3"
      to = "b"
      length = "12.5m"

      [nic]
      mtu = 9090
      commit = "0ns"

      [[flow]]
      from = "a"
      to = "b"
      size = "9.09MB"
      """;

  @ParameterizedTest
  @Requirement({"RTT-6", "RTT-7"})
  @CsvSource({"150ns, 400ns, 6", "75ns, 400ns, 5", "225ns, 400ns, 7", "150ns, 500ns, 7"})
  void theLongestPathGivesTheConfiguredBaseRtt(String fec, String latency, long us)
      throws BadScenario {
    // 4 links of 150 ns: 5,574.56 ns, up to 6; the FEC of 2 and of 6 links: 5 and 7
    Scenario scenario = read(PATH, "topology.fec=" + fec, "topology.switch-latency=" + latency);
    assertThat(scenario.nic().baseRttPs()).isEqualTo(1_000_000 * us);
  }

  @Test
  @Requirement("NSCC-4")
  void aWindowOfOneBdpKeepsTheLinkFull() throws BadScenario {
    Figures unlimited = Run.of(read(PATH, "cc=none"));
    Figures window = Run.of(read(PATH));
    // a request without congestion state is 4 B shorter; 1,000 packets, there and back 2 * 2,050
    // ns,
    // and an ACK_CC of 38 + 20 + 8 + 32 B
    long frame = 9_090 + 126 - 4;
    long expected = 1_000 * frame * BYTE_PS + 2 * 2_050_000 + 98 * BYTE_PS;
    assertThat(unlimited.fctPs(100)).isEqualTo(expected);
    assertThat(window.fctPs(100)).as("75,000 B, as fast as without any limit").isEqualTo(expected);
    assertThat(window.peakQueueBytes()).isZero();
    Figures half = Run.of(read(PATH, "nic.initial-window=37500B"));
    assertThat(half.fctPs(100)).as("half a BDP does not").isGreaterThan(expected * 3 / 2);
  }

  @Test
  @Requirement({"RCCC-14", "RCCC-2", "RCCC-10", "RCCC-12"})
  void twoSendersOfTheFigureGetFiftyGigabitsEach() throws BadScenario {
    Figures figures = Run.of(ready("rccc-14", "flow[*].size=10MB"));
    // each packet has 126 B of headers on the link, and many are cut to the credit
    long headers = figures.dataPackets() / 2 * 126;
    assertThat(figures.dataPackets() / 2).isGreaterThan(10_000_000 / 4_096);
    for (FlowResult flow : figures.flows()) {
      long onTheLink = flow.goodputBps() / 10_000 * ((10_000_000 + headers) / 1_000);
      assertThat(onTheLink).isBetween(49_800_000_000L, 50_200_000_000L);
    }
    assertThat(figures.busiestPort()).as("the last hop").isEqualTo("leaf-1>rank-2");
    assertThat(figures.frames().dropped()).isZero();
    assertThat(figures.entropyChanges()).as("the last hop does not mark").isZero();
    long credited = figures.peakQueueBytes();
    Figures uncredited = Run.of(ready("rccc-14", "flow[*].size=10MB", "cc=none"));
    assertThat(uncredited.peakQueueBytes())
        .as("without credit 2 x 1,024 packets of 4,222 B, the range of numbers, wait there")
        .isBetween(8_500_000L, 2 * 1_024 * 4_222L)
        .isGreaterThan(40 * credited);
  }

  @Test
  @Requirement("RCCC-14")
  void theCoreOfTheFigureIsHalfFull() throws BadScenario {
    // 400G between the leaves, two senders of 100G: whatever they do, no frame waits there
    Scenario scenario = ready("rccc-14", "flow[*].size=1MB", "cc=none", "topology.core-length=0m");
    Figures figures = Run.of(scenario);
    assertThat(scenario.topology().portName(0)).isEqualTo("leaf-0>leaf-1");
    assertThat(scenario.topology().link(0).rateBps()).isEqualTo(400_000_000_000L);
    assertThat(figures.busiestPort()).isEqualTo("leaf-1>rank-2");
  }

  @Test
  @Requirement({"RCCC-18", "RCCC-8", "PDC-1"})
  void aLoneSenderNeedsTwentyThousandSlicesAndTheHeaders() throws BadScenario {
    Figures figures = Run.of(ready("rccc-8"));
    assertThat(256_000_000 / 12_500).isEqualTo(20_480);
    assertThat(256_000_000 * BYTE_PS).as("20.48 ms").isEqualTo(20_480_000_000L);
    // 62,500 packets of 4,096 B and 126 B of headers; and less than one base RTT to begin and end
    long onTheLink = 62_500 * (4_096 + 126) * BYTE_PS;
    assertThat(onTheLink).isEqualTo(21_110_000_000L);
    assertThat(figures.fctPs(100)).isBetween(onTheLink, onTheLink + 6_000_000);
    assertThat(figures.isAtRest()).isTrue();
  }

  @Test
  @Requirement({"RCCC-18", "RCCC-3"})
  void aLoneSenderGrantedHalfTheLinkNeedsTwiceAsMany() throws BadScenario {
    // the credit, not the link, is now the bottleneck: 6,250 B a slice, 40,960 slices
    Figures figures = Run.of(ready("rccc-8", "nic.grant-share=50"));
    long slices = 2 * 20_480_000_000L;
    assertThat(figures.fctPs(100)).isBetween(slices - 6_000_000, slices + 6_000_000);
  }

  @ParameterizedTest
  @Requirement({"RCCC-10", "FIND-6", "NSCC-3"})
  @CsvSource({"8, 59108", "32, 261764"})
  void theQueueOfAnIncastIsTheInitialCreditOfAllButOne(int senders, long peak) throws BadScenario {
    Figures figures =
        Run.of(ready("incast", "workload[0].senders=" + senders, "workload[0].size=1MB"));
    // unsolicited: 12,544 B of nominal size, that is two packets of 4,222 B each
    assertThat(figures.peakQueueBytes()).isEqualTo(peak).isEqualTo((senders - 1) * 2 * 4_222L);
    assertThat(figures.frames().dropped()).isZero();
  }

  /** The queue of the incast passes the 6,080 B from which on switches mark: 0.2 BDP. */
  @Test
  @Requirement("RCCC-11")
  void withCreditTheLastHopMarksNothingAndTheCoreDoes() throws BadScenario {
    String[] small = {"workload[0].senders=8", "workload[0].size=200KB", "cc=rccc"};
    Figures credit = Run.of(ready("incast", small));
    assertThat(credit.peakQueueBytes()).isGreaterThan(50_000);
    assertThat(credit.frames().marked()).isZero();
    small[2] = "cc=nscc";
    assertThat(Run.of(ready("incast", small)).frames().marked()).as("the window").isPositive();
    Figures core = Run.of(ready("link", "cc=rccc", "flow[*].size=400KB"));
    assertThat(core.busiestPort()).isEqualTo("leaf-0>spine-0");
    assertThat(core.frames().marked()).as("between switches there are other paths").isPositive();
  }

  @Test
  @Requirement("RCCC-10")
  void belowThatBufferTheIncastLosesAndStillCompletes() throws BadScenario {
    String[] small = {"workload[0].senders=8", "workload[0].size=200KB", "queues.buffer=66000B"};
    Figures lossless = Run.of(ready("incast", small));
    assertThat(lossless.frames().dropped()).isZero();
    small[2] = "queues.buffer=50000B";
    Figures lossy = Run.of(ready("incast", small));
    assertThat(lossy.frames().dropped()).isPositive();
    assertThat(lossy.completed()).isEqualTo(8);
    assertThat(lossy.retransmissions()).isPositive();
  }

  @Test
  @Requirement("CCC-15")
  void withBothTheSmallerOfWindowAndCreditIsTheFirstBurst() throws BadScenario {
    // 75,000 B of window and 12,500 B of credit; nothing else is sent before the first answer
    String[] early = {"cc=both", "nic.base-rtt=6us", "until=2us", "nic.initial-credit=12500B"};
    Figures figures = Run.of(ready("rccc-8", early));
    assertThat(figures.dataPackets()).as("12,500 = 3 x 4,096 + 212").isEqualTo(4);
  }

  @Test
  @Requirement("RTT-7")
  void noSampleOfALoneFlowLiesAboveTheBaseRtt() throws BadScenario {
    for (String rate : new String[] {"100G", "400G"}) {
      for (String size : new String[] {"1B", "20KB", "2MB"}) {
        Scenario scenario =
            read(
                "[topology]\nkind = \"leaf-spine\"\n[[flow]]\nfrom = 0\nto = 15\n",
                "topology.rate=" + rate,
                "topology.core-rate=" + rate,
                "nic.ack-bytes=0B",
                "flow[0].size=" + size);
        Figures figures = Run.of(scenario);
        assertThat(figures.greatestRttPs()).isBetween(1L, scenario.nic().baseRttPs());
        assertThat(figures.leastRttPs()).isBetween(1L, figures.greatestRttPs());
      }
    }
  }

  @Test
  @Requirement({"PDC-12", "PDC-1"})
  void aReadBringsTheDataOfTheOtherHost() throws BadScenario {
    String text = "[topology]\nhosts = 2\n[[flow]]\nfrom = 0\nto = 1\nsize = \"400KB\"\n";
    Figures write = Run.of(read(text));
    Figures read = Run.of(read(text, "flow[0].operation=read"));
    assertThat(read.completed()).isEqualTo(1);
    assertThat(read.isAtRest()).isTrue();
    assertThat(read.dataPackets()).as("and a request").isEqualTo(write.dataPackets() + 1);
    long wayPs = 2 * 125_000 + 400_000 + 2 * 150_000; // fibre, switch, error correction
    assertThat(read.fctPs(100))
        .as("the request's way, all octets at 80 ps each, and their way")
        .isBetween(2 * wayPs + 400_000 * 80L, write.fctPs(100) + wayPs);
  }

  @Test
  @Requirement({"CCC-3", "CCC-4", "CCC-6"})
  void nothingIsSentBeforeTheContextIsConfigured() throws BadScenario {
    Figures at = Run.of(ready("handshake"));
    Figures later = Run.of(ready("handshake", "nic.context=7us"));
    assertThat(later.fctPs(100)).isEqualTo(at.fctPs(100) + 7_000_000);
  }

  @Test
  @Requirement({"PDC-1", "CCC-1"})
  void whatFindsNoPdcWaits() throws BadScenario {
    StringBuilder text = new StringBuilder("[topology]\nhosts = 2\n");
    for (int job = 0; job < 6; job++) {
      text.append("[[flow]]\nfrom = 0\nto = 1\nsize = \"20KB\"\njob = ").append(job).append('\n');
    }
    Figures plenty = Run.of(read(text.toString(), "cc=none"));
    Figures few = Run.of(read(text.toString(), "cc=none", "nic.pdc-pool=2"));
    assertThat(few.completed()).isEqualTo(6);
    assertThat(few.isAtRest()).isTrue();
    assertThat(few.fctPs(100)).as("ids rest").isGreaterThan(plenty.fctPs(100) + 1_000_000_000);
  }

  /**
   * The window falls with the base RTT that the first acknowledgment teaches, while six PDCs share
   * it: the one that asked for that acknowledgment is served, and what the others have in flight is
   * too little for the target to acknowledge it unasked.
   */
  @Test
  @Requirement({"UET-4", "FIND-3"})
  void aFlightOverManyPdcsIsAcknowledgedThoughTheWindowFallsBelowIt() throws BadScenario {
    StringBuilder six =
        new StringBuilder("cc = \"nscc\"\n[topology]\nkind = \"star\"\nhosts = 2\n");
    six.append("[nic]\nbase-rtt = \"3us\"\n");
    for (int job = 0; job < 6; job++) {
      six.append("[[flow]]\nfrom = 0\nto = 1\nsize = \"20KB\"\njob = ").append(job).append('\n');
    }
    Figures figures = Run.of(read(six.toString()));
    assertThat(figures.value(Metric.RETRANSMISSIONS)).isZero();
    assertThat(figures.value(Metric.FCT_MAX)).isBetween(1L, 30_000_000L);
  }
}
