package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.LockedRing;
import dev.sluice.scenario.ReadyScenarios;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code sluice run}, as a user meets it. */
class RunCommandTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    Terminal terminal = new Terminal(stream(out), stream(err), false, false, false);
    List<String> all = new ArrayList<>(List.of("run"));
    all.addAll(List.of(args));
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    return Sluice.run(session, all.toArray(String[]::new));
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("mine.toml"), text);
  }

  @Test
  void theResultNamesProfileAndAlgorithmAndWhatCameOut() {
    assertThat(run("incast", "--senders", "3", "--size", "1MB", "--cc", "both")).as(err()).isZero();
    assertThat(out())
        .contains(
            "  profile     uet-1.0\n",
            "  algorithm   NSCC and RCCC together\n",
            "  flows       3 flows, 3,000,000 B\n",
            "  seed        1\n",
            "  with        workload[*].senders = 3\n",
            "  completed   3 of 3 flows; all at rest after ",
            "  FCT         min ",
            "  goodput     ",
            "  fairness    ",
            "  queue       peak ",
            "  frames      dropped 0, marked ",
            "  packets     735 of data, 0 of them sent again",
            "ok  completed = all ")
        .endsWith("AS EXPECTED: 5 of 5 expectations met\n");
    assertThat(err()).matches("sluice: [\\d,]+ events in \\d+\\.\\d s\n");
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    List<List<String>> all = new ArrayList<>();
    for (String each : List.of("first", "second")) {
      Path to = folder.resolve(each);
      int code =
          run(
              "many-to-many",
              "--set",
              "workload[0].flows=20",
              "--set",
              "workload[0].over=50us",
              "--csv",
              to.resolve("flows.csv").toString(),
              "--plot",
              to.resolve("plots").toString(),
              "--log",
              to.resolve("log.ndjson").toString(),
              "--pcap",
              to.resolve("frames.pcapng").toString());
      assertThat(code).as(err()).isZero();
      List<String> kept = new ArrayList<>(List.of(out()));
      try (Stream<Path> files = Files.walk(to)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          if (!file.toString().endsWith(".png")) {
            kept.add(to.relativize(file) + new String(Files.readAllBytes(file), "ISO-8859-1"));
          }
        }
      }
      all.add(kept);
    }
    assertThat(all.get(0)).hasSize(1 + 3 + 5).isEqualTo(all.get(1));
    String recorded = all.get(0).get(0);
    run("many-to-many", "--set", "workload[0].flows=20", "--set", "workload[0].over=50us");
    assertThat(out()).as("recording changes nothing").isEqualTo(recorded);
    run(
        "many-to-many",
        "--set",
        "workload[0].flows=20",
        "--set",
        "workload[0].over=50us",
        "--seed",
        "8");
    assertThat(out()).isNotEqualTo(recorded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"incast", "rccc-8"})
  void aReadyScenarioIsAFileThatCanBePrintedAndRun(String name) throws IOException {
    assertThat(run(name, "--print")).isZero();
    assertThat(out()).isEqualTo(ReadyScenarios.text(name).orElseThrow()).startsWith("# ");
    Path mine = file(out());
    int code = run(mine.toString(), "--size", "16KB");
    String own = out();
    assertThat(own).contains(name.equals("incast") ? "32 of 32 flows" : "1 of 1 flow");
    assertThat(run(name, "--size", "16KB")).isEqualTo(code);
    assertThat(own).isEqualTo(out());
  }

  /** Eight senders: 87,500 B and 4,221 B each; 102,128 B and seven times 12,500 B. */
  @Test
  @Requirement({"RCCC-10", "FIND-5"})
  void aCapThatDoesNotGiveTheBoundIsWarnedOf() throws IOException {
    String[] incast = {
      "incast",
      "--senders",
      "8",
      "--size",
      "16KB",
      "--cc",
      "rccc",
      "--set",
      "nic.base-rtt=6us",
      "--profile",
      "source-documents"
    };
    assertThat(run(with(incast))).isLessThan(2);
    assertThat(out()).doesNotContain("warning");
    assertThat(run(with(incast, "nic.credit-cap=121268B"))).isLessThan(2);
    assertThat(out()).doesNotContain("warning");
    assertThat(run(with(incast, "nic.credit-cap=102128B"))).isLessThan(2);
    assertThat(out())
        .containsOnlyOnce("warning")
        .contains(
            "  warning     credit-cap is below 121,268 B: the link may idle or stand still (8");
    run(with(incast, "nic.credit-cap=121268B", "queues.last-hop-queue=208767B", "nic.rto=20us"));
    assertThat(out())
        .contains("the last hop holds less than 208,768 B: it may lose packets (8 senders to host-")
        .contains("rto is below 23.039 us: what only waits may be sent again (8 senders to host-");
    run(with(incast, "nic.credit-cap=121268B", "queues.last-hop-queue=208768B", "nic.rto=23040ns"));
    assertThat(out()).doesNotContain("warning");
    String[] json = with(incast, "nic.credit-cap=102128B");
    json = Arrays.copyOf(json, json.length + 1);
    json[json.length - 1] = "--json";
    run(json);
    JsonNode warnings = new ObjectMapper().readTree(out()).path("runs").path(0).path("warnings");
    assertThat(warnings).hasSize(1);
  }

  /** The document's write of 256,000,000 B: 12,500 B, and half of 24 bits, less one. */
  @Test
  @Requirement({"RCCC-8", "FIND-7"})
  void theCloseupShowsTheCreditTargetOfTheLog() throws IOException {
    Path log = folder.resolve("rccc-8.log");
    String[] words = {"rccc-8", "--closeup", "--log", log.toString()};
    run(with(words, "until=8us"));
    String first =
        Files.readAllLines(log).stream()
            .filter(line -> line.contains("\"do\":\"Transmit\""))
            .findFirst()
            .orElseThrow();
    assertThat(first).contains("\"credit_target\":8401107");
    assertThat(12_500 + (1 << 23) - 1).isEqualTo(8_401_107);
    assertThat(out()).contains("\n  asks for    credit_target 8,401,107 in the first request\n");
  }

  @Test
  @Requirement("FIND-27")
  void anIntervalOfCnpsInWhichRatesRiseIsWarnedOf() throws IOException {
    String[] flows = {"docs/findings/find-27.toml"};
    run(with(flows));
    assertThat(out())
        .containsOnlyOnce("warning")
        .contains(
            "  warning     cnp-interval is 500.000 us, and rates rise within it (rise-timer 55.000 us"
                + " or rise-bytes 10,000,000 B): marks are not answered");
    run(with(flows, "rcm.cnp-interval=54us"));
    assertThat(out()).doesNotContain("warning");
    run(with(flows, "rcm.react=false"));
    assertThat(out()).doesNotContain("warning");
    run(with(flows, "rcm.rise-after=both", "rcm.cnp-interval=100us"));
    assertThat(out()).doesNotContain("warning");
  }

  @Test
  void timersThatRunOutWithoutALossAreWarnedOf() throws IOException {
    String text =
        """
        [roce]
        timeout = 2
        [[workload]]
        kind = "incast"
        senders = 4
        size = "64KB"
        transport = "roce"
        """;
    String[] incast = {file(text).toString()};
    run(incast);
    assertThat(out())
        .containsPattern(
            "  warning +\\d+ retransmission timers of RoCEv2 ran out, and no frame was lost:"
                + " acknowledgments took longer than roce.timeout, which is 16.384 us; set a"
                + " longer one\n");
    run(with(incast, "roce.timeout=8"));
    assertThat(out()).doesNotContain("warning");
    run(with(incast, "queues.buffer=50KB", "roce.timeout=4"));
    assertThat(out()).contains("no room").doesNotContain("warning");
  }

  @Test
  void congestionManagementWithoutMarksIsWarnedOf() throws IOException {
    String incast =
        """
        [[queue]]
        name = "lossy"
        dscp = "others"
        limit = "200KB"
        [roce]
        cc = "rcm"
        [[workload]]
        kind = "incast"
        senders = 2
        size = "64KB"
        transport = "roce"
        """;
    String[] plain = {file(incast).toString()};
    run(plain);
    assertThat(out())
        .contains(
            "  warning     roce.cc is rcm, but queue lossy never marks frames (ecn-min is off): no CNP"
                + " is sent, and no rate falls; set ecn-min and ecn-max of the queue\n");
    run(with(plain, "queue[0].ecn-min=200KB", "queue[0].ecn-max=400KB"));
    assertThat(out())
        .contains(
            "never marks frames (ecn-min is 200,000 B, and the queue holds at most 200,000 B)");
    run(with(plain, "queue[0].ecn-min=199KB", "queue[0].ecn-max=400KB"));
    assertThat(out()).doesNotContain("warning");
    run(with(plain, "queue[0].ecn-min=auto"));
    assertThat(out()).doesNotContain("warning");
    run(with(plain, "queue[0].ecn-min=auto", "queue[0].last-hop-ecn=off"));
    assertThat(out())
        .contains(
            "never marks frames (last-hop-ecn is off, and all ports of switches lead to hosts): no"
                + " CNP is sent, and no rate falls; set last-hop-ecn to on\n");
    run(
        with(
            plain,
            "topology.kind=leaf-spine",
            "queue[0].ecn-min=auto",
            "queue[0].last-hop-ecn=off"));
    assertThat(out()).doesNotContain("warning");
    String queues = incast.substring(incast.indexOf("[roce]")) + "[queues]\n";
    String[] ready = {file(queues + "ecn-min = \"60KB\"\necn-max = \"90KB\"\n").toString()};
    run(with(ready, "queues.last-hop-queue=50KB"));
    assertThat(out())
        .contains("never marks frames (ecn-min is 60,000 B, and the queue holds at most 50,000 B)");
    run(with(ready, "queues.last-hop-queue=70KB"));
    assertThat(out()).doesNotContain("warning");
    run(with(ready, "queues.last-hop-queue=50KB", "topology.kind=leaf-spine"));
    assertThat(out()).doesNotContain("warning");
    run(with(plain, "rcm.react=false"));
    assertThat(out()).doesNotContain("warning");
    run(with(plain, "workload[0].selected=false"));
    assertThat(out()).doesNotContain("warning");
    run(with(plain, "roce.cc=none"));
    assertThat(out()).doesNotContain("warning");
  }

  private static String[] with(String[] first, String... sets) {
    List<String> all = new ArrayList<>(List.of(first));
    for (String set : sets) {
      all.add("--set");
      all.add(set);
    }
    return all.toArray(String[]::new);
  }

  @Test
  void theDocumentHasWholeNumbersOnly() throws IOException {
    assertThat(run("rccc-14", "--size", "64KB", "--json")).isZero();
    JsonNode document = new ObjectMapper().readTree(out());
    assertThat(document.path("format").asText()).isEqualTo("sluice-run/2");
    assertThat(document.path("status").asText()).isEqualTo("as-expected");
    JsonNode run = document.path("runs").path(0);
    assertThat(run.path("profile").asText()).isEqualTo("source-documents");
    assertThat(run.path("cc").asText()).isEqualTo("rccc");
    assertThat(run.path("figures").path("completed").asInt()).isEqualTo(2);
    assertThat(run.path("flows")).hasSize(2);
    assertThat(run.path("expectations")).hasSize(4).allMatch(one -> one.path("met").asBoolean());
    assertThat(out()).doesNotContainPattern("\\d\\.\\d+[,\\s]");
  }

  @Test
  void theQueueThatStandsIsNamedAndTheLastHopBesideIt() throws IOException {
    // six links into one between the leaves for long; on the other leaf two into one, for a while
    StringBuilder scenario =
        new StringBuilder(
            """
            cc = "window"
            [topology]
            kind = "leaf-spine"
            leaves = 2
            spines = 1
            hosts-per-leaf = 6
            """);
    for (int from = 0; from < 6; from++) {
      scenario.append("[[flow]]\nfrom = ").append(from);
      scenario.append("\nto = ").append(6 + from).append("\nsize = \"1MB\"\n");
    }
    scenario.append("[[flow]]\nfrom = 9\nto = 10\nsize = \"64kB\"\n");
    scenario.append("[[flow]]\nfrom = 8\nto = 10\nsize = \"64kB\"\n");
    Path file = file(scenario.toString());
    assertThat(run(file.toString())).as(err()).isZero();
    assertThat(out())
        .containsPattern(
            "\n  queue       peak [\\d,]+ B, .* at leaf-0>spine-0\n  last hop    peak ")
        .contains("at leaf-1>host-10\n");
    assertThat(run(file.toString(), "--json")).isZero();
    JsonNode run = new ObjectMapper().readTree(out()).path("runs").path(0);
    assertThat(run.path("busiestPort").asText()).isEqualTo("leaf-0>spine-0");
    assertThat(run.path("longestQueuePort").asText()).isEqualTo("leaf-0>spine-0");
    assertThat(run.path("busiestLastHop").path("port").asText()).isEqualTo("leaf-1>host-10");
    assertThat(run.path("busiestLastHop").path("peakBytes").asLong()).isPositive();
  }

  @Test
  @Requirement({"RCCC-13", "FIND-25"})
  void theDocumentSaysHowCreditIsAskedForAndSpent() throws IOException {
    assertThat(run("rccc-14", "--size", "64KB", "--json")).isZero();
    JsonNode run = new ObjectMapper().readTree(out()).path("runs").path(0);
    assertThat(run.path("creditTarget").asText()).isEqualTo("total");
    assertThat(run.path("packets").asText()).isEqualTo("cut");
    assertThat(run("rccc-14", "--size", "64KB", "--json", "--set", "nic.packet-overhead=126B"))
        .isZero();
    run = new ObjectMapper().readTree(out()).path("runs").path(0);
    assertThat(run.path("packets").asText()).as("headers count").isEqualTo("saved");
  }

  @Test
  void theDocumentSaysWhatLowersTheWindow() throws IOException {
    assertThat(run("rccc-14", "--size", "64KB", "--json")).isZero();
    assertThat(new ObjectMapper().readTree(out()).path("runs").path(0).has("windowSignals"))
        .as("without a window that moves")
        .isFalse();
    for (String reading : List.of("both", "rtt")) {
      assertThat(
              run("growth", "--size", "64KB", "--json", "--set", "nic.window-signals=" + reading))
          .isZero();
      JsonNode run = new ObjectMapper().readTree(out()).path("runs").path(0);
      assertThat(run.path("windowSignals").asText()).isEqualTo(reading);
    }
  }

  @Test
  void aSweepIsARowForEachValue() throws IOException {
    assertThat(run("incast-sweep", "--size", "8KB", "--set", "sweep.values=[1, 3]"))
        .as(err())
        .isIn(0, 1);
    assertThat(out())
        .containsPattern("(ok|FAIL) +1 +1/1 ")
        .containsPattern("(ok|FAIL) +3 +3/3 ")
        .contains("workload[0].senders", "peak queue");
    Path csv = folder.resolve("a.csv");
    run("incast-sweep", "--size", "8KB", "--set", "sweep.values=[1, 3]", "--csv", csv.toString());
    assertThat(Files.readAllLines(csv))
        .hasSize(5)
        .startsWith("run,flow,from,to,bytes,start_ps,end_ps,fct_ps,goodput_bps");
    assertThat(run("incast-sweep", "--log", "x.ndjson")).isEqualTo(2);
    assertThat(err()).contains("choose one with --set workload[0].senders=1");
    assertThat(run("incast-sweep", "--set", "workload[0].senders=2", "--size", "8KB")).isIn(0, 1);
    assertThat(out()).contains("2 of 2 flows");
  }

  @Test
  void howManyRunsOfASweepGoOnAtATimeChangesNothing() {
    String[] sweep = {
      "incast-sweep", "--size", "40KB", "--json", "--set", "sweep.values=[7, 2, 12, 1, 3]"
    };
    List<String> results = new ArrayList<>();
    for (String jobs : List.of("1", "2", "5", "9")) {
      List<String> args = new ArrayList<>(List.of(sweep));
      args.addAll(List.of("--jobs", jobs));
      assertThat(run(args.toArray(String[]::new))).as(err()).isIn(0, 1);
      results.add(out());
    }
    assertThat(results.stream().distinct()).hasSize(1);
    assertThat(results.get(0)).contains("\"7\"");
    assertThat(run("incast", "--jobs", "none")).isEqualTo(2);
    assertThat(err()).contains("is not a number from 1 to 1024");
  }

  /** A wrong value at a sweep's end is told before its first run. */
  @Test
  void aSweepIsReadWholeBeforeItRuns() {
    assertThat(run("incast-sweep", "--size", "8KB", "--set", "sweep.values=[1, 0]")).isEqualTo(2);
    assertThat(out()).isEmpty();
  }

  @Test
  void aValueOfASweepThatCannotBeIsToldWithItsKey() throws IOException {
    Path mine = file("[[flow]]\nfrom = 0\nto = 1\n[sweep]\nkey = \"nic.rot\"\nvalues = [1]\n");
    assertThat(run(mine.toString())).isEqualTo(2);
    assertThat(err()).contains("[sweep] sets nic.rot to 1: nic has no key rot");
  }

  @Test
  void anExpectationThatIsNotMetFails() throws IOException {
    assertThat(run("handshake", "--set", "expect.fct-max=< 1ns")).isEqualTo(1);
    assertThat(out())
        .containsPattern("FAIL +fct-max < 1ns +\\d")
        .endsWith("FAILED: 3 of 4 expectations met\n");
  }

  @Test
  void expectationsOfAnotherSizeAreToldToBeSo() {
    assertThat(run("incast", "--senders", "2", "--size", "8KB", "--set", "expect.goodput=> 99G"))
        .isEqualTo(1);
    assertThat(out())
        .contains(
            "What is expected is said of the scenario as it is written, and workload[*].senders,"
                + " workload[*].size are different here; --set expect.KEY=VALUE says what is"
                + " expected instead.\n\nFAILED: ");
    assertThat(run("incast", "--seed", "2", "--set", "expect.goodput=> 99G")).isEqualTo(1);
    assertThat(out()).doesNotContain("different here");
  }

  @Test
  void flowsThatAreCutShortDecideNothing() throws IOException {
    Path mine = file("until = \"1us\"\n[[flow]]\nfrom = 0\nto = 1\nsize = \"20MB\"\n");
    assertThat(run(mine.toString())).isEqualTo(3);
    assertThat(out())
        .contains("completed   0 of 1 flow; NOT at rest after 1.000 us")
        .contains("FCT         min -, median -, p99 -, max -")
        .endsWith("NOT DECIDED: flows were cut short; 0 of 0 expectations met\n");
  }

  /** Has one connection use up its retries, while the other is complete. */
  private static final String DEAD_LINK =
      """
      [topology]
      hosts = 4
      [roce]
      retries = 2
      [[flow]]
      transport = "roce"
      from = 0
      to = 1
      size = "64KB"
      [[flow]]
      transport = "roce"
      from = 2
      to = 3
      size = "64KB"
      [[fault]]
      link = "switch-0>host-1"
      loss = "100%"
      """;

  @Test
  void failedConnectionsAreAVerdictOfTheirOwn() throws IOException {
    Path mine = file(DEAD_LINK);
    assertThat(run(mine.toString())).isEqualTo(1);
    assertThat(out())
        .contains(
            "  failed      1 of 2 flows with their connections: first flow 0, from host 0 to host 1,"
                + " at 3.146 ms\n")
        .endsWith("CONNECTIONS FAILED: 1 flow failed; 0 of 0 expectations met\n");
    assertThat(run(mine.toString(), "--json")).isEqualTo(1);
    JsonNode document = new ObjectMapper().readTree(out());
    assertThat(document.path("status").asText()).isEqualTo("connections-failed");
    assertThat(document.path("exit").asInt()).isEqualTo(1);
    JsonNode only = document.path("runs").path(0);
    assertThat(only.path("roce").path("failed").asInt()).isEqualTo(1);
    assertThat(only.path("flows").path(0).path("outcome").asText()).isEqualTo("failed");
    assertThat(only.path("flows").path(0).path("failedPs").asLong()).isPositive();
    assertThat(only.path("flows").path(1).path("outcome").asText()).isEqualTo("completed");
  }

  @Test
  void failedConnectionsThatAreExpectedAreAsExpected() throws IOException {
    assertThat(run(file(DEAD_LINK + "[expect]\nfailed = 1\n").toString())).isZero();
    assertThat(out()).endsWith("AS EXPECTED: 1 of 1 expectation met\n");
    assertThat(run(file(DEAD_LINK + "[expect]\nfailed = 0\n").toString())).isEqualTo(1);
    assertThat(out())
        .contains("FAIL  failed = 0")
        .endsWith("CONNECTIONS FAILED: 1 flow failed; 0 of 1 expectation met\n");
  }

  @Test
  void sweptRunsWithFailedConnectionsSayWhichFailed() throws IOException {
    Path mine = file(DEAD_LINK + "[sweep]\nkey = \"fault[0].loss\"\nvalues = [\"1%\", \"100%\"]\n");
    assertThat(run(mine.toString())).isEqualTo(1);
    assertThat(out())
        .contains(
            "  fault[0].loss = 100%: failed 1 of 2 flows with their connections: first flow 0,")
        .endsWith("CONNECTIONS FAILED: 1 flow failed; 0 of 0 expectations met\n");
  }

  @Test
  void anIncastOfReadsIsToldToBeAnOutcast() throws IOException {
    String reads =
        """
        [topology]
        kind = "star"
        [[workload]]
        kind = "KIND"
        transport = "roce"
        operation = "read"
        OTHERS = 2
        size = "4KB"
        """;
    String incast = reads.replace("KIND", "incast").replace("OTHERS", "senders");
    assertThat(run(file(incast).toString())).isZero();
    assertThat(out())
        .contains(
            "  warning     all flows are READs from one host, so that data leave it and nothing meets"
                + " there: this incast is an outcast; use kind = \"outcast\" for an incast of"
                + " READs\n");
    assertThat(run(file(incast).toString(), "--json")).isZero();
    assertThat(out()).contains("this incast is an outcast");
    String outcast = reads.replace("KIND", "outcast").replace("OTHERS", "receivers");
    assertThat(run(file(outcast).toString())).isZero();
    assertThat(out()).doesNotContain("warning");
  }

  /** Compares 255 and 250 times 100 Mb/s with 25 Gb/s. */
  @Test
  @Requirement("HPCC-13")
  void leastRatesThatDoNotFitTheLinkHaveNoClosedForm() throws IOException {
    String many =
        """
        [topology]
        kind = "star"
        rate = "25G"
        [roce]
        cc = "hpcc"
        mtu = 1024
        [[workload]]
        kind = "incast"
        transport = "roce"
        senders = 255
        size = "2KB"
        """;
    assertThat(run(file(many).toString())).isZero();
    assertThat(out())
        .contains(
            "  warning     255 flows at hpcc.least-rate need 25.500 Gb/s, and the link to host-255 has"
                + " 25.000 Gb/s: no window can fall far enough, the queue grows, and the closed form"
                + " does not apply; lower hpcc.least-rate\n")
        .doesNotContain("closed form U*");
    assertThat(run(file(many.replace("255", "250")).toString())).isZero();
    assertThat(out()).doesNotContain("warning").contains("closed form U*");
  }

  /** Gives each of the three lanes of a switch 50 kB. */
  @Test
  @Requirement("PFC-6")
  void headroomsThatDoNotFitTheBufferAreToldBeforeTheRun() throws IOException {
    String lossless =
        LockedRing.text()
            .replace("[[queue]]", "[queues]\nshared-buffer = \"100KB\"\n[[queue]]")
            .replace("threshold = \"20KB\"", "threshold = \"20KB\"\nheadroom = \"50KB\"");
    run(file(lossless).toString());
    assertThat(out())
        .contains(
            "  warning     the headrooms of 3 lossless lanes at s0 are 150,000 B together, and its"
                + " shared buffer is 100,000 B: lossless queues may drop; raise"
                + " queues.shared-buffer, or lower pause.headroom\n");
    run(file(lossless.replace("100KB", "150KB")).toString());
    assertThat(out()).doesNotContain("warning");
  }

  /** Gives each of the three links of a switch 50 kB for either of two lossless queues. */
  @Test
  @Requirement("PFC-6")
  void headroomsOfTwoLosslessQueuesAddUp() throws IOException {
    String second = "[[queue]]\nname = \"second\"\ndscp = [8]\n[pause]\n";
    String two =
        LockedRing.text()
            .replaceFirst("\\[\\[queue]]", "[queues]\nshared-buffer = \"299KB\"\n[[queue]]")
            .replace("[pause]\n", second)
            .replace("[\"roce\"]", "[\"roce\", \"second\"]")
            .replace("threshold = \"20KB\"", "threshold = \"20KB\"\nheadroom = \"50KB\"");
    run(file(two).toString());
    assertThat(out() + err())
        .as("six lanes of 50,000 B at each switch of 299,000 B")
        .contains("  warning     the headrooms of 6 lossless lanes at s0 are 300,000 B together");
    run(file(two.replace("299KB", "300KB")).toString());
    assertThat(out())
        .as("six lanes of 50,000 B at each switch of 300,000 B")
        .doesNotContain("headrooms");
  }

  /** Runs the ready ring over RoCEv2, with pause: each link waits for the next one. */
  @Test
  @Requirement("PFC-8")
  void aDeadlockNamesTheCycleOfPausedPorts() throws IOException {
    String ring = LockedRing.text();
    assertThat(run(file(ring).toString())).isEqualTo(1);
    assertThat(out())
        .containsPattern(
            """
              deadlock    3 ports pause one another since [0-9.]+ us; 6 ports are stopped for ever
                          s0>s1 roce waits for s1>s2 roce: [0-9,]+ B at s1
                          s1>s2 roce waits for s2>s0 roce: [0-9,]+ B at s2
                          s2>s0 roce waits for s0>s1 roce: [0-9,]+ B at s0
            """)
        .endsWith("DEADLOCK: ports pause one another for ever; 0 of 0 expectations met\n");
    assertThat(run(file(ring).toString(), "--json")).isEqualTo(1);
    JsonNode document = new ObjectMapper().readTree(out());
    assertThat(document.path("status").asText()).isEqualTo("deadlock");
    JsonNode deadlock = document.path("runs").path(0).path("deadlock");
    assertThat(deadlock.path("ports").asInt()).isEqualTo(6);
    assertThat(deadlock.path("cycle")).hasSize(3);
    assertThat(deadlock.path("cycle").path(2).path("waitsForPort").asText()).isEqualTo("s0>s1");
    assertThat(run(file(ring + "[expect]\ndeadlocked = 6\n").toString())).isZero();
  }

  /** Two senders at the rate of the one link that they share: what waits there grows and grows. */
  @Test
  @Requirement("FIND-1")
  void packetsThatWaitForLongerThanTheyMayAreToldOfWhereFlowsAreLeft() throws IOException {
    String incast =
        "cc = \"none\"\nuntil = \"%s\"\n[nic]\nlifetime = \"%s\"\n"
            + "[[workload]]\nkind = \"incast\"\nsenders = 2\nsize = \"400KB\"\n";
    assertThat(run(file(incast.formatted("20us", "1us")).toString())).isEqualTo(3);
    assertThat(out())
        .contains("  warning     a packet waited ")
        .contains(" at switch-0>host-2, and nic.lifetime is 1.000 us: a SYN sent again")
        .contains("raise nic.lifetime above that, or nic.rto");
    run(file(incast.formatted("20us", "500us")).toString());
    assertThat(out()).doesNotContain("warning");
    run(file(incast.formatted("1s", "1us")).toString());
    assertThat(out()).contains("2 of 2 flows; all at rest").doesNotContain("warning");
  }

  @Test
  void wrongInputIsRefusedWithPlaceAllowedAndNearest() throws IOException {
    assertThat(run("incats")).isEqualTo(2);
    assertThat(err())
        .contains("there is no scenario incats; ready ones: incast, ", "nearest: incast");
    assertThat(run(folder.resolve("none.toml").toString())).isEqualTo(2);
    assertThat(err()).contains("none.toml: there is no such file");
    Path mine = file("cc = \"rcc\"\n\n[topology]\nrat = \"1G\"\n");
    assertThat(run(mine.toString())).isEqualTo(2);
    assertThat(err())
        .contains(
            mine + ":1: cc is \"rcc\"; allowed: none, window, nscc, rccc, both; nearest: rccc\n")
        .contains(mine + ":4: topology of kind star has no key rat; allowed: ")
        .contains("; nearest: rate\n");
    assertThat(out()).isEmpty();
    assertThat(run("incast", "--set", "workload")).isEqualTo(2);
    assertThat(err()).contains("--set workload: write it as KEY=VALUE");
    assertThat(run("incast", "--senders", "0")).isEqualTo(2);
    assertThat(err()).contains("workload[0].senders is 0; allowed: a whole number from 1 to 4096");
    assertThat(run("permutation", "--senders", "4")).isEqualTo(2);
    assertThat(err()).contains("workload of kind permutation has no key senders");
    assertThat(run("incast", "--cc", "bbr")).isEqualTo(2);
    assertThat(run("incast", "--profile", "uet-2.0")).isEqualTo(2);
    assertThat(err()).contains("allowed: uet-1.0, source-documents");
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void whatCannotBeWrittenIsSaidAndNothingIsLeft() throws IOException {
    Path blocked = Files.writeString(folder.resolve("file"), "");
    String inside = blocked.resolve("log.ndjson").toString();
    assertThat(run("handshake", "--log", inside)).isEqualTo(2);
    assertThat(err()).contains(inside + " cannot be written");
    assertThat(run("handshake", "--csv", inside)).isEqualTo(2);
    assertThat(run("handshake", "--plot", inside)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnabledOnOs(OS.LINUX)
  @ValueSource(strings = {"--log", "--csv", "--pcap"})
  void aDiskThatIsFullIsSaid(String option) {
    assertThat(run("handshake", option, "/dev/full")).isEqualTo(3);
    assertThat(err())
        .contains(
            "/dev/full could not be written: the disk is full; free some space there, or name another place");
  }

  @Test
  void theKindsOfCongestionHaveAScenarioEach() {
    assertThat(ReadyScenarios.names()).contains("incast", "outcast", "local", "link", "network");
  }
}
