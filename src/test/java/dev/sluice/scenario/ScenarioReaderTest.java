package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.host.uet.CongestionControl;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a scenario file says, and how one is refused that says nothing sound. */
class ScenarioReaderTest {
  private static final String INCAST =
      """
      cc = "rccc"

      [topology]
      kind = "star"
      rate = ["400G", "100G"]

      [[workload]]
      kind = "incast"
      senders = 4
      size = "20MB"
      stagger = "1us"

      [expect]
      drops = 0
      goodput = ">= 90G"
      """;

  private static final String FLOW =
      """

      [[flow]]
      from = 0
      to = 1
      """;

  private static Scenario read(String text, String... changes) throws BadScenario {
    Map<String, String> all = new java.util.TreeMap<>();
    for (int i = 0; i < changes.length; i += 2) {
      all.put(changes[i], changes[i + 1]);
    }
    return Scenario.read("a", "a.toml", text, all);
  }

  private static List<String> complaints(String text, String... changes) {
    BadScenario bad = catchThrowableOfType(BadScenario.class, () -> read(text, changes));
    assertThat(bad).as("complaints about\n" + text).isNotNull();
    assertThat(bad.getMessage()).doesNotContain("\r");
    return bad.complaints().stream().map(Complaint::toString).toList();
  }

  @Test
  void aPatternMayTakeAllHostsOfAStarWhoseSizeIsGiven() throws BadScenario {
    String all = "[topology]\nhosts = 3\n[[workload]]\nkind = \"permutation\"\n";
    assertThat(read(all).flows()).hasSize(3);
    assertThat(complaints(all.replace("hosts = 3", "hosts = \"auto\"")))
        .singleElement()
        .asString()
        .contains("takes all hosts");
  }

  @Test
  void aScenarioIsWhatTheFileSays() throws BadScenario {
    Scenario scenario = read(INCAST);
    assertThat(scenario.nic().congestionControl()).isEqualTo(CongestionControl.RCCC);
    assertThat(scenario.nic().isSourceDocuments()).as("uet-1.0 unless told").isFalse();
    assertThat(scenario.topology().hosts()).isEqualTo(5);
    assertThat(scenario.topology().hostRateBps(2)).isEqualTo(400_000_000_000L);
    assertThat(scenario.flows()).hasSize(4);
    assertThat(scenario.flows().get(3)).isEqualTo(new PlannedFlow(3, 4, 20_000_000, 3_000_000));
    assertThat(scenario.demandBytes()).isEqualTo(80_000_000);
    assertThat(scenario.expectations())
        .containsExactly(
            new Expectation(Metric.DROPS, Expectation.Comparison.EQUAL, 0),
            new Expectation(Metric.GOODPUT, Expectation.Comparison.AT_LEAST, 90_000_000_000L));
    assertThat(scenario.queues().ofData().lastHopEcn()).as("not with RCCC").isFalse();
    assertThat(scenario.digest()).matches("sha256:[0-9a-f]{64}");
    assertThat(read(INCAST).digest()).isEqualTo(scenario.digest());
  }

  @Test
  void theCommandLineChangesWhatItNames() throws BadScenario {
    Scenario scenario = read(INCAST, "workload[0].senders", "9", "workload[*].size", "1KiB");
    assertThat(scenario.flows()).hasSize(9).allMatch(flow -> flow.bytes() == 1024);
    assertThat(scenario.digest()).isNotEqualTo(read(INCAST).digest());
    assertThat(read(INCAST, "cc", "both").nic().congestionControl())
        .isEqualTo(CongestionControl.NSCC_AND_RCCC);
    assertThat(read(INCAST, "queues.last-hop-ecn", "on").queues().ofData().lastHopEcn()).isTrue();
    assertThat(complaints(INCAST, "workload[0].senders", "many"))
        .containsExactly(
            "--set workload[0].senders=many: workload[0].senders is \"many\"; allowed: a whole"
                + " number from 1 to 4096");
    assertThat(complaints(INCAST, "workload[*].size", "4096MBs").get(0))
        .startsWith("--set workload[*].size=4096MBs: workload[0].size is");
    assertThat(complaints(INCAST, "flow[3].size", "1MB").get(0))
        .contains("the scenario has no flow[3]");
    assertThat(complaints(INCAST, "topology.rat", "1G").get(0)).endsWith("; nearest: rate");
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnceWithItsLine() {
    String text =
        INCAST
            .replace("cc = \"rccc\"", "cc = \"rcc\"")
            .replace("rate = [\"400G\", \"100G\"]", "rat = 1")
            .replace("senders = 4", "senders = 0")
            .replace("drops = 0", "drop = 0");
    assertThat(complaints(text))
        .containsExactly(
            "a.toml:1: cc is \"rcc\"; allowed: none, window, nscc, rccc, both; nearest: rccc",
            "a.toml:5: topology of kind star has no key rat; allowed: fec, hosts, kind, length,"
                + " rate, switch-latency; nearest: rate",
            "a.toml:9: workload[0].senders is 0; allowed: a whole number from 1 to 4096",
            "a.toml:14: expect has no key drop; allowed: "
                + String.join(", ", Metric.keys().stream().sorted().toList())
                + "; nearest: drops");
  }

  /** The key, a value that it must not have, and a part of what is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "profile | \"uet\" | uet-1.0, source-documents; nearest: uet-1.0",
        "seed | -1 | a whole number from 0",
        "seed | 1.5 | a whole number from 0",
        "until | \"0s\" | a time such as",
        "until | 5 | until is 5; allowed: a time such as \"6us\"",
        "title | 7 | a text in quotes",
        "topology.kind | \"stra\" | nearest: star",
        "topology.hosts | 1 | a whole number from 2 to 4097, or auto",
        "topology.rate | \"7G\" | at which a byte takes a whole number of picoseconds",
        "topology.fec | -1 | a time such as",
        "topology.rate | [] | or a list of them",
        "topology.length | \"1.00001m\" | a length such as",
        "nic.mtu | 63 | from 64 to 16000",
        "nic.mp-range | 129 | nic.mp-range is 129; allowed: a multiple of 128; nearest: 128",
        "nic.initial-credit | 100 | in uet-1.0 a multiple of 256 B; nearest: 0B",
        "nic.entropies | 3 | a power of two from 1",
        "nic.base-rtt | \"soon\" | or auto",
        "nic.base-rtt | \"600us\" | the base RTT is 600us; allowed: at most 500us",
        "nic.initial-window | \"1000B\" | a window of 1000 B, at 100G and a base RTT of 2432ns, holds no packet; allowed: at least 4204 B",
        "nic.initial-window | \"1GB\" | nic.initial-window is 1000000000 B; allowed: at most MaxWnd of the slowest host, at 100G and a base RTT of 2432ns 45600 B; nearest: 45600B",
        "nic.scaling-factor | 1000 | a power of two from 512 to 8192, or auto",
        "nic.scaling-factor | 512 | nic.scaling-factor belongs to the profile source-documents; allowed: auto",
        "nic.theta | \"1us\" | nic.theta belongs to the profile source-documents; allowed: auto",
        "nic.window-signals | \"rtt\" | nic.window-signals rtt belongs to the profile source-documents; allowed: both",
        "nic.window-signals | \"ecn\" | both, rtt",
        "nic.pdc-pool | 1 | a whole number from 2 to 45000",
        "nic.context | 5 | a time such as",
        "queues.ecn-min | \"of\" | or off; nearest: off",
        "queues.buffer | \"infinite\" | or unlimited",
        "queues.trim | true | queues.trim is true",
        "queues.last-hop-ecn | true | auto, on, off",
        "expect.fairness | \"1.1\" | a number from 0 to 1",
        "expect.completed | \"most\" | or \"all\"",
        "expect.goodput | 5 | a rate such as",
        "expect.fct-max | \"~ 5us\" | a time such as",
        "sweep.key | \"seed\" | a sweep has a key and its values"
      })
  void aValueThatCannotBeIsRefused(String key, String value, String said) {
    String table = key.contains(".") ? "[" + key.replaceFirst("\\..*", "") + "]\n" : "";
    String last = key.replaceFirst(".*\\.", "");
    String text = (table.isEmpty() ? "" : table) + last + " = " + value + "\n" + FLOW;
    List<String> all = complaints(text);
    assertThat(all).hasSize(1);
    assertThat(all.get(0)).startsWith("a.toml:" + (table.isEmpty() ? 1 : 2) + ": ").contains(said);
  }

  @Test
  void aSweepHasALimit() throws BadScenario {
    String most = ", 1".repeat(999);
    assertThat(
            read("[sweep]\nkey = \"seed\"\nvalues = [1" + most + "]\n" + FLOW)
                .sweep()
                .get()
                .values())
        .hasSize(1000);
    assertThat(complaints("[sweep]\nkey = \"seed\"\nvalues = [1" + most + ", 1]\n" + FLOW))
        .singleElement()
        .asString()
        .startsWith("a.toml:3: sweep.values has 1,001 values; allowed: 1 to 1,000 values");
  }

  /** A file, and what is said about it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | a.toml:1: there is no flow; allowed: a [[workload]] or a [[flow]]",
        "'[[flow]]\nfrom = 0\n' | a.toml:1: flow[0].to is missing; allowed: a host",
        "'[[flow]]\nfrom = 1\nto = 1\n' | a.toml:3: a flow from a host to itself",
        "'[flow]\nfrom = 1\n' | a.toml:1: flow may stand several times; allowed: [[flow]]",
        "'flow = [1]\n' | a.toml:1: flow[0] is no table",
        "'topology = 1\n' | a.toml:1: topology is a table",
        "'topologie.kind = \"star\"\n' | a scenario has no key topologie; allowed: cc,",
        "'a = \n' | a.toml:1: not TOML",
        "'\n\n[topology\n' | a.toml:3: not TOML",
        "'cc = \"none\"\nseed = 9223372036854775807\n' | a.toml:2: 9223372036854775807 has nineteen digits; allowed: numbers of at most eighteen",
        "'seed = 1_000_000_000_000_000_000 # of them\n' | a.toml:1: 1_000_000_000_000_000_000 has nineteen digits",
        "'[sweep]\nkey = \"seed\"\nvalues = [1,\n 1234567890123456789]\n' | a.toml:4: 1234567890123456789 has nineteen digits",
        "'cc = \"none\"\ncc = \"none\"\n' | a.toml:2: cc stands here a second time; line 1 has it; allowed: each key once",
        "'[nic]\nrto = \"1ms\"\n[queues]\n\n[nic]\n' | a.toml:5: nic stands here a second time; line 1 has it; allowed: each key once",
        "'[[flow]]\nfrom = 0\nto = 1\n[[flow]]\nfrom = 1\nfrom = 2\n' | a.toml:6: flow[1].from stands here a second time; line 5 has it; allowed: each key once",
        "'[sweep]\nkey = \"sweep.values\"\nvalues = 1\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:2: sweep.key is sweep.values; allowed: a key of what is run",
        "'[[workload]]\nkind = \"permutation\"\n' | a number for one of the two",
        "'[[workload]]\nkind = \"incast\"\nsenders = 4096\ntarget = 4097\n' | needs 4098 hosts",
        "'[topology]\nkind = \"fat-tree\"\nradix = 7\n' | a.toml:3: topology.radix is 7; allowed: an even",
        "'[topology]\nkind = \"two-leaves\"\nlength = \"1.5m\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:3: topology.length is 1500 mm; allowed: whole",
        "'[topology]\nkind = \"two-leaves\"\nfec = \"1ns\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:3: topology.fec is 1ns for two-leaves; allowed: 150ns",
        "'[[flow]]\nfrom = 0\nto = 1\nsize = \"5GB\"\n' | a.toml:4: flow[0].size is \"5GB\"; allowed: a size",
        "'cc = \"rccc\"\n[nic]\ninitial-credit = \"256B\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:3: an initial credit of 256 B lets no packet out; allowed: an initial-credit of at least 4204 B",
        "'[topology]\nlength = \"100km\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:1: the base RTT is 2001920ns; allowed: at most 500us",
        "'[nic]\nslice = \"1ps\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:2: in a slice of 1ps a link of 100G carries no byte; allowed: a longer one",
        "'[nic]\ncredit-window = \"1TB\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:1: such NICs are not possible: a window",
        "'[[host]]\nname = \"a\"\n' | a.toml:1: host belongs to a custom topology",
        "'cc = \"none\"\n[queues]\ntrim = \"auto\"\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:3: data is to be trimmed while cc is none: nothing slows the senders down, each trimmed packet is sent again at once, and headers crowd out the data; allowed: off; or another cc",
        "'[nic]\npdc-pool = 45000\npdc-ids = 45000\n[[flow]]\nfrom = 0\nto = 1\n' | a.toml:3: the last PDC id would be 90000, pdc-ids and pdc-pool together; allowed: at most 65535",
        "'[[flow]]\nfrom = 0\nto = 1\noperation = \"send\"\n' | a.toml:4: flow[0].operation is send, and UET carries it; allowed: write, read",
        "'[topology]\nkind = \"custom\"\n' | a.toml:2: hosts: 0; allowed: 2 or more"
      })
  void aFileThatSaysNothingSoundIsRefused(String text, String said) {
    assertThat(complaints(text).get(0)).contains(said);
  }

  /** Editors put one before the text, and it means nothing. */
  @Test
  void aByteOrderMarkIsPassedOver() throws BadScenario {
    assertThat(Scenario.read("a", "a.toml", "\uFEFF" + FLOW, Map.of()).flows()).hasSize(1);
    assertThat(complaints("\uFEFFcc = 1\n" + FLOW).get(0)).startsWith("a.toml:1: cc is 1");
  }

  private static final String CUSTOM =
      """
      [topology]
      kind = "custom"

      [[switch]]
      name = "s"

      [[host]]
      name = "left"

      [[host]]
      name = "right"

      [[link]]
      from = "left"
      to = "s"

      [[link]]
      from = "right"
      to = "s"
      rate = "400G"

      [[flow]]
      from = "left"
      to = "right"
      """;

  @Test
  void aTopologyOfOnesOwnIsBuilt() throws BadScenario {
    Scenario scenario = read(CUSTOM);
    assertThat(scenario.topology().hosts()).isEqualTo(2);
    assertThat(scenario.topology().portName(2)).isEqualTo("right>s");
    assertThat(scenario.flows()).containsExactly(new PlannedFlow(0, 1, 2_000_000, 0));
    assertThat(complaints(CUSTOM.replace("to = \"right\"", "to = \"rihgt\"")))
        .containsExactly(
            "a.toml:24: no host is called rihgt; allowed: 0 to 1, or a name such as left or right;"
                + " nearest: right");
    assertThat(
            complaints(
                CUSTOM.replace("from = \"right\"\nto = \"s\"", "from = \"right\"\nto = \"t\"")))
        .containsExactly("a.toml:19: no node is called t; allowed: left, right, s; nearest: s");
    assertThat(complaints(CUSTOM.replace("from = \"right\"", "from = \"left\"")))
        .containsExactly(
            "a.toml:7: host left has 2 links; allowed: one",
            "a.toml:10: host right has 0 links; allowed: one");
    assertThat(complaints(CUSTOM.replace("name = \"right\"", "name = \"left\"")))
        .anyMatch(complaint -> complaint.startsWith("a.toml:11: two nodes are called left"));
    String apart =
        CUSTOM.replace(
            "[[host]]\nname = \"left\"", "[[switch]]\nname = \"t\"\n\n[[host]]\nname = \"left\"");
    assertThat(complaints(apart.replaceFirst("to = \"s\"", "to = \"t\"")))
        .containsExactly("a.toml:2: no way leads from left to right");
  }

  @Test
  void faultsNameLinksByTheirEnds() throws BadScenario {
    String loss = "\n[[fault]]\nlink = \"host-0>switch-0\"\nloss = \"0.1%\"\n";
    Fault fault = read(FLOW + loss).faults().get(0);
    assertThat(fault.ports()).containsExactly(0);
    assertThat(fault.disturbance().lossOf32()).isEqualTo(4_294_967);
    assertThat(fault.toPs()).isEqualTo(Long.MAX_VALUE);
    assertThat(read(FLOW + loss.replace('>', '~')).faults().get(0).ports()).containsExactly(0, 1);
    assertThat(read(FLOW + loss.replace("host-0>switch-0", "*")).faults().get(0).ports())
        .containsExactly(0, 1, 2, 3);
    String down = loss.replace("loss = \"0.1%\"", "down = true\nat = \"5us\"\nfor = \"2us\"");
    Fault failure = read(FLOW + down).faults().get(0);
    assertThat(failure.links()).containsExactly(0);
    assertThat(failure.ports()).isEmpty();
    assertThat(failure.toPs()).isEqualTo(7_000_000);
    assertThat(complaints(FLOW + loss.replace("host-0", "hots-0")))
        .containsExactly(
            "a.toml:7: no link is called hots-0>switch-0; allowed: host-0>switch-0,"
                + " host-1>switch-0, switch-0>host-0, switch-0>host-1, or with ~ for both"
                + " directions, or *; nearest: host-0>switch-0");
    assertThat(complaints(FLOW + loss.replace("0.1%", "0")))
        .containsExactly(
            "a.toml:6: fault[0] does nothing; allowed: loss, corruption, repetition, reordering,"
                + " down = true, or storm = true");
    assertThat(complaints(FLOW + loss.replace("0.1%", "200%")).get(0))
        .startsWith("a.toml:8: fault[0].loss is \"200%\"; allowed: a chance such as");
  }

  @Test
  void whatAFileHidesIsNotPrinted() {
    String text = "\"\\u001b[31m\" = 1\n" + FLOW + "class = \"\\u001b[31mred\"\n";
    assertThat(String.join("\n", complaints(text))).doesNotContain("\u001b");
  }

  @Test
  void aPermutationIsOneCycleAndItsOwnSeedOnly() throws BadScenario {
    String text = "[[workload]]\nkind = \"permutation\"\nhosts = 16\n";
    Scenario scenario = read(text);
    int at = 0;
    for (int i = 0; i < 16; i++) {
      assertThat(at == 0).isEqualTo(i == 0);
      at = scenario.flows().get(at).to();
    }
    assertThat(at).isZero();
    assertThat(read(text).flows()).isEqualTo(scenario.flows());
    assertThat(read(text, "seed", "2").flows()).isNotEqualTo(scenario.flows());
  }

  @Test
  void manyToManyDrawsPairsAndMoments() throws BadScenario {
    Scenario scenario =
        read("[[workload]]\nkind = \"many-to-many\"\nhosts = 5\nflows = 500\nover = \"1us\"\n");
    assertThat(scenario.flows()).hasSize(500).allMatch(flow -> flow.from() != flow.to());
    assertThat(scenario.flows().stream().map(PlannedFlow::to).distinct()).hasSize(5);
    assertThat(scenario.flows())
        .isSortedAccordingTo(java.util.Comparator.comparingLong(PlannedFlow::startPs))
        .allMatch(flow -> flow.startPs() < 1_000_000);
  }

  @Test
  void allReadyScenariosAreSound() throws BadScenario {
    for (String name : ReadyScenarios.names()) {
      String text = ReadyScenarios.text(name).orElseThrow();
      Scenario scenario = Scenario.read(name, name + ".toml", text, Map.of());
      assertThat(scenario.title()).as(name).isNotBlank();
      assertThat(scenario.expectations()).as(name).isNotEmpty();
    }
    assertThat(ReadyScenarios.text("../scenario/incast")).isEmpty();
    assertThat(ReadyScenarios.nearest("incats")).isEqualTo("incast");
  }

  private static String queues(String first, String second) {
    return FLOW
        + "[[queue]]\nname = \"a\"\n"
        + first
        + "\n[[queue]]\nname = \"b\"\n"
        + second
        + "\n";
  }

  @Test
  void queuesOfAScenariosOwnTakeEachFrameOnce() throws BadScenario {
    QueueRules rules = read(queues("dscp = [8, 46]", "dscp = \"others\"")).queues();
    assertThat(rules.classes().classOf(8)).isZero();
    assertThat(rules.classes().classOf(46)).isZero();
    assertThat(rules.classes().classOf(0)).isEqualTo(1);
    assertThat(complaints(queues("dscp = 8", "dscp = [9, 8]")))
        .containsExactly("a.toml:10: dscp 8 is in a already; allowed: each number in one queue");
    assertThat(complaints(queues("dscp = 8", "dscp = 9")))
        .containsExactly(
            "a.toml:5: no queue takes frames of dscp 0, 1, 2, 3, 4, 5, 6, 7, …; allowed: one queue"
                + " with dscp = \"others\"");
    assertThat(complaints(queues("", "dscp = \"others\"")))
        .containsExactly("a.toml:5: queue[0].dscp is missing; allowed: numbers, or others");
    assertThat(complaints(queues("dscp = \"others\"", "dscp = \"others\"")))
        .containsExactly("a.toml:10: two queues take all others; allowed: one of them");
    assertThat(complaints(queues("pcp = 1", "dscp = \"others\"")))
        .contains(
            "a.toml:7: queue[0].pcp chooses nothing where queues are chosen by dscp; allowed: dscp;"
                + " or queues.select-by = \"pcp\"");
    assertThat(complaints(queues("dscp = 1", "dscp = \"others\"").replace("\"b\"", "\"b, c\"")))
        .containsExactly("a.toml:9: a queue is called \"b, c\"; allowed: letters, digits, - _ .");
    assertThat(complaints(queues("dscp = 64", "dscp = \"others\"")))
        .singleElement()
        .asString()
        .contains("queue[0].dscp is 64; allowed: a whole number from 0 to 63");
    assertThat(complaints(queues("dscp = 1", "dscp = \"others\"").replace("\"b\"", "\"a\"")))
        .containsExactly("a.toml:9: two queues are called a");
    assertThat(complaints(queues("dscp = 1", "dscp = \"others\"") + "[queues]\ntrim = \"20KB\"\n"))
        .singleElement()
        .asString()
        .startsWith("a.toml:12: queues.trim belongs to the ready queues");
    assertThat(complaints(FLOW, "queues.select-by", "pcp"))
        .singleElement()
        .asString()
        .contains("queues are chosen by PCP, and there are none");
    StringBuilder nine = new StringBuilder(FLOW);
    for (int i = 0; i < 9; i++) {
      nine.append("[[queue]]\nname = \"q").append(i).append("\"\ndscp = ").append(i).append('\n');
    }
    assertThat(complaints(nine.toString()))
        .singleElement()
        .asString()
        .contains("there are 9 queues; allowed: at most 8");
  }

  /** 4,096 B and 126 B of headers, 4 B of tag. */
  @Test
  void tagsArePartOfEveryFrame() throws BadScenario {
    String own = queues("pcp = 5", "pcp = \"others\"");
    Scenario tagged = read(own, "queues.select-by", "pcp");
    assertThat(tagged.frameBytes()).isEqualTo(4_096 + 126 + 4);
    assertThat(tagged.queues().classes().classOf(46)).as("EF is 101110").isZero();
    assertThat(read(FLOW).frameBytes()).isEqualTo(4_096 + 126);
    long without = Run.of(read(FLOW, "flow[0].size", "4096B")).fctPs(100);
    long with = Run.of(read(own, "queues.select-by", "pcp", "flow[0].size", "4096B")).fctPs(100);
    assertThat(with - without).as("of a packet and its acknowledgment").isEqualTo(2 * 4 * 80);
  }

  /**
   * At 1 Gb/s the tags of a packet and its acknowledgment are 64,000 ps more, half of what a base
   * RTT is rounded up to; 8 ns more of error correction are 32 ns more at four ends of links: of
   * four such, two are rounded up over it.
   */
  @Test
  void theBaseRttIsThatOfFramesWithTags() throws BadScenario {
    String own = queues("pcp = 5", "pcp = \"others\"");
    long more = 0;
    for (String fec : List.of("0ns", "8ns", "16ns", "24ns")) {
      String[] slow = {"topology.rate", "1G", "nic.base-rtt", "exact", "topology.fec", fec};
      String[] tagged = java.util.Arrays.copyOf(slow, 8);
      tagged[6] = "queues.select-by";
      tagged[7] = "pcp";
      more += read(own, tagged).nic().baseRttPs() - read(FLOW, slow).nic().baseRttPs();
    }
    assertThat(more).isEqualTo(2 * 128_000);
  }

  private static final String RING =
      """
      [topology]
      kind = "custom"
      [[switch]]
      name = "s0"
      [[switch]]
      name = "s1"
      [[switch]]
      name = "s2"
      [[host]]
      name = "h0"
      [[host]]
      name = "h2"
      [[link]]
      from = "h0"
      to = "s0"
      [[link]]
      from = "h2"
      to = "s2"
      [[link]]
      from = "s0"
      to = "s1"
      [[link]]
      from = "s1"
      to = "s2"
      [[link]]
      from = "s2"
      to = "s0"
      [[flow]]
      from = "h0"
      to = "h2"
      [[route]]
      path = %s
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"s0\", \"s1\", \"s2\"|a route ends at the host that it leads to, and this one does not: s0,"
            + " s1, s2",
        "\"s0\", \"s1\", \"s0\", \"s2\", \"h2\"|a route comes to s0 twice",
        "\"s0\", \"h2\"|no link leads from s0 to h2",
        "\"h2\"|a route to h2 has a switch before it, and this one has none",
        "\"s0\", \"s9\", \"h2\"|no node is called s9; allowed: h0, h2, s0, s1, s2; nearest: s0",
      })
  void whatIsNoRouteIsRefused(String path, String why) {
    assertThat(complaints(RING.formatted("[" + path + "]"))).containsExactly("a.toml:32: " + why);
  }

  @Test
  void aRouteIsOfACustomTopologyAndTheBaseRttFollows() throws BadScenario {
    String twice = RING + "[[route]]\npath = [\"s0\", \"s2\", \"h2\"]\n";
    assertThat(complaints(twice.formatted("[\"s0\", \"s1\", \"s2\", \"h2\"]")))
        .containsExactly("a.toml:34: frames to h2 have two ways on from s0, to s1 and to s2");
    assertThat(complaints(FLOW + "[[route]]\npath = [\"switch-0\", \"host-1\"]\n"))
        .containsExactly("a.toml:5: route belongs to a custom topology, and this is star");
    Scenario routed =
        read(RING.formatted("[\"s0\", \"s1\", \"s2\", \"h2\"]"), "nic.base-rtt", "exact");
    Scenario direct = read(RING.formatted("[\"s0\", \"s2\", \"h2\"]"), "nic.base-rtt", "exact");
    // 400 ns of a switch, 150 ns of error correction and 25 ns of fibre there and back, and 128 ns
    assertThat(routed.nic().baseRttPs() - direct.nic().baseRttPs())
        .isBetween(2 * 575_000L - 128_000, 2 * 575_000L + 128_000);
  }

  @Test
  void whatIsNoLoadIsRefused() {
    String load = FLOW + "[[load]]\nfrom = 2\nto = 1\n";
    assertThat(complaints(load, "load[0].to", "2"))
        .containsExactly("--set load[0].to=2: a load from a host to itself; allowed: another host");
    assertThat(complaints(FLOW + "[[load]]\nfrom = 2\nto = 1\n".repeat(16_385)))
        .containsExactly("a.toml:5: there are 16385 loads; allowed: at most 16384");
    assertThat(complaints(load, "load[0].off", "1us"))
        .singleElement()
        .asString()
        .contains("load[0].off belongs to on");
    assertThat(complaints(load + "[[load]]\nfrom = 2\nto = 0\nrate = \"95G\"\n"))
        .containsExactly(
            "a.toml:11: host-2 is to send 105G in all over a link of 100G; allowed: no more"
                + " than the link carries");
    assertThat(complaints(load, "topology.hosts", "2"))
        .singleElement()
        .asString()
        .contains("no host");
  }
}
