package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.house.Golden;
import dev.sluice.house.Whole;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Algorithm;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.ReadyScenarios;
import dev.sluice.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code sluice compare}: the same flows and one ideal for all, whatever runs at a time. */
class CompareCommandTest {
  private static final String[] SMALL = {
    "compare",
    "incast",
    "--senders",
    "16",
    "--size",
    "200KB",
    "--cc",
    "nscc,rccc,rcm",
    "--seeds",
    "3"
  };

  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    out.reset();
    err.reset();
    Terminal terminal = new Terminal(stream(out), stream(err), false, false, false);
    Session session = new Session(terminal, Map.of(), System::nanoTime, new Interrupts(), null);
    return Sluice.run(session, args);
  }

  private static PrintStream stream(ByteArrayOutputStream into) {
    return new PrintStream(into, true, StandardCharsets.UTF_8);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode json(String... args) throws IOException {
    List<String> all = new ArrayList<>(List.of(args));
    all.add("--json");
    assertThat(run(all.toArray(String[]::new))).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return new ObjectMapper().readTree(out());
  }

  private static String[] small(String... more) {
    List<String> all = new ArrayList<>(List.of(SMALL));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void theTableHasARowForEachFigureAndSaysHowSwitchesAreSet() {
    assertThat(run(SMALL)).isZero();
    assertThat(out().lines())
        .anyMatch(line -> line.matches(" +nscc +rccc +rcm"))
        .anyMatch(line -> line.matches("transport +UET +UET +RoCEv2"))
        .anyMatch(
            line -> line.matches("switches as +in the scenario +in the scenario +of the algorithm"))
        .anyMatch(line -> line.matches("marks from, to .* 5,000 B, 200,000 B \\(0\\.010000\\)"))
        .anyMatch(line -> line.matches("pause +off +off +on"))
        .anyMatch(line -> line.matches("completed +16/16 +16/16 +16/16"));
    for (String row : CompareText.ROWS.values()) {
      assertThat(out().lines()).anyMatch(line -> line.startsWith(row + " "));
    }
    assertThat(out()).endsWith("DONE: 9 runs, all flows completed\n");
  }

  @Test
  void theResultDoesNotDependOnHowManyRunsGoOnAtATime() throws IOException {
    Path one = folder.resolve("one.csv");
    Path four = folder.resolve("four.csv");
    run(small("--jobs", "1", "--csv", one.toString(), "--plot", folder.resolve("1").toString()));
    String alone = out();
    run(small("--jobs", "4", "--csv", four.toString(), "--plot", folder.resolve("4").toString()));
    assertThat(out()).isEqualTo(alone);
    assertThat(Files.readString(four)).isEqualTo(Files.readString(one)).hasLineCount(10);
    assertThat(folder.resolve("4/compare.svg"))
        .hasSameTextualContentAs(folder.resolve("1/compare.svg"));
    assertThat(Files.readString(folder.resolve("1/compare.svg")))
        .contains("prefers-color-scheme: dark", ">nscc<", ">rccc<", ">rcm<", "Slowdown — incast");
    json(small("--jobs", "1"));
    String document = out();
    json(small("--jobs", "3"));
    assertThat(out()).isEqualTo(document);
  }

  /**
   * One that is drawn by chance, with other flows for each seed, and the same for each algorithm.
   */
  @Test
  void everyAlgorithmGetsTheSameFlowsAndTheyAreThoseOfTheScenario() throws IOException {
    JsonNode found =
        json(
            "compare",
            "many-to-many",
            "--cc",
            "rcm,nscc",
            "--seeds",
            "2",
            "--size",
            "20KB",
            "--set",
            "workload[0].flows=40");
    Set<String> digests = new HashSet<>();
    found.get("flowFiles").forEach(file -> digests.add(file.get("digest").asText()));
    assertThat(digests).as("other flows for another seed").hasSize(2);
    assertThat(
            run(
                "run",
                "many-to-many",
                "--size",
                "20KB",
                "--set",
                "workload[0].flows=40",
                "--seed",
                "8",
                "--cc",
                "nscc",
                "--json"))
        .isLessThan(2);
    JsonNode single = new ObjectMapper().readTree(out()).get("runs").get(0);
    JsonNode second = found.get("algorithms").get(1).get("runs").get(1);
    assertThat(second.get("seed").asInt()).isEqualTo(8);
    List<Long> alone = new ArrayList<>();
    single.get("flows").forEach(flow -> alone.add(flow.get("fctPs").asLong()));
    List<Long> beside = new ArrayList<>();
    second.get("fctPs").forEach(time -> beside.add(time.asLong()));
    assertThat(beside).isEqualTo(alone).hasSize(40);
  }

  /** Their NICs are configured with other base RTTs; what a flow takes alone is one time. */
  @Test
  void slowdownIsOverOneIdealForAll() throws IOException {
    JsonNode found = json(SMALL);
    long rtt = found.get("idealRttPs").asLong();
    assertThat(rtt).as("exact, and not rounded to a microsecond").isEqualTo(2_432_000);
    long ideal = 200_000 * 80 + rtt; // 100 Gb/s
    for (JsonNode algorithm : found.get("algorithms")) {
      for (JsonNode one : algorithm.get("runs")) {
        long longest = 0;
        for (JsonNode time : one.get("fctPs")) {
          longest = Math.max(longest, time.asLong());
        }
        assertThat(one.get("figures").get("slowdown-max").asLong())
            .as(algorithm.get("algorithm").asText())
            .isEqualTo(Math.multiplyExact(longest, 1_000_000) / ideal);
      }
    }
  }

  /** The second runs thousands of flows; a build compares fewer by size in FlowSizesTest. */
  static List<Arguments> commands() {
    Arguments first = Arguments.of(0, "compare");
    return Whole.IS_ASKED ? List.of(first, Arguments.of(1, "websearch")) : List.of(first);
  }

  /** Of the first command all that it prints, of the second what it says of flows by size. */
  @ParameterizedTest
  @MethodSource("commands")
  void thePageShowsWhatTheCommandPrintsAndDraws(int number, String picture) throws IOException {
    Path file = Path.of("docs/compare.md");
    String page = Files.readString(file);
    String line =
        page.lines().filter(each -> each.startsWith("./sluice compare")).toList().get(number);
    String[] words = line.replace("./sluice ", "").replace("plots", folder.toString()).split(" ");
    assertThat(run(words)).isZero();
    String shown = number == 0 ? out() : out().substring(out().indexOf("\nslowdown  flows") + 1);
    Matcher text = Pattern.compile("(?s)(?<=```text\n).*?(?=```\n)").matcher(page);
    for (int i = 0; i <= number; i++) {
      assertThat(text.find()).isTrue();
    }
    String should = page.substring(0, text.start()) + shown + page.substring(text.end());
    Golden.hold(file, should, CompareCommandTest.class);
    for (String shape : List.of("", "-narrow")) {
      assertThat(page).contains("compare/" + picture + shape + ".svg");
      Golden.hold(
          Path.of("docs/compare", picture + shape + ".svg"),
          Files.readString(folder.resolve("compare" + shape + ".svg")),
          CompareCommandTest.class);
    }
  }

  @Test
  void theSpreadIsOfValuesThatOccurred() throws IOException {
    String[] larger = SMALL.clone();
    larger[3] = "64";
    larger[5] = "1MB";
    JsonNode rcm = json(larger).get("algorithms").get(2);
    List<Long> times = new ArrayList<>();
    rcm.get("runs").forEach(one -> times.add(one.get("figures").get("fct-max").asLong()));
    times.sort(null);
    JsonNode spread = rcm.get("figures").get("fct-max");
    assertThat(times).hasSize(3);
    assertThat(times.get(0)).as("chance has a part in it").isLessThan(times.get(2));
    assertThat(spread.get("least").asLong()).isEqualTo(times.get(0));
    assertThat(spread.get("median").asLong()).isEqualTo(times.get(1));
    assertThat(spread.get("greatest").asLong()).isEqualTo(times.get(2));
  }

  @Test
  @Requirement("RCM-7")
  void withPauseNothingIsLostAndWithoutItSomeIs() throws IOException {
    JsonNode found =
        json(
            "compare",
            "incast",
            "--senders",
            "64",
            "--size",
            "200KB",
            "--cc",
            "rcm,rcm-lossy,roce");
    assertThat(lost(found, 0)).as("frames that rcm loses, with pause").isZero();
    assertThat(lost(found, 1)).as("frames that rcm-lossy loses, without pause").isPositive();
    assertThat(lost(found, 2)).as("frames that roce loses, with pause").isZero();
    assertThat(found.get("algorithms").get(1).get("pause").asBoolean()).isFalse();
    assertThat(found.get("algorithms").get(2).get("figures").get("marks").get("median").asInt())
        .as("none of its own, and none of the scenario's")
        .isZero();
  }

  /**
   * LDCP has no pause, what it loses are packets of the first round trip, and its queue is short.
   */
  @Test
  @Requirement({"LDCP-15", "LDCP-8"})
  void ldcpGoesWithoutPause() throws IOException {
    JsonNode found =
        json("compare", "incast", "--senders", "16", "--size", "200KB", "--cc", "rcm,ldcp");
    JsonNode ldcp = found.get("algorithms").get(1);
    assertThat(ldcp.get("pause").asBoolean()).isFalse();
    assertThat(ldcp.get("switches").asText()).isEqualTo("algorithm");
    assertThat(ldcp.get("figures").get("completed").get("least").asInt()).isEqualTo(16);
    assertThat(lost(found, 1)).isPositive();
    long longest = ldcp.get("figures").get("peak-queue").get("greatest").asLong();
    assertThat(longest)
        .isLessThan(
            found.get("algorithms").get(0).get("figures").get("peak-queue").get("least").asLong());
  }

  /** HPCC++ has pause, needs none here, and of all the shortest queue once it has come to rest. */
  @Test
  @Requirement({"HPCC-3", "HPCC-13"})
  void hpccIsBesideTheOthers() throws IOException {
    JsonNode found =
        json("compare", "incast", "--senders", "16", "--size", "400KB", "--cc", "roce,ldcp,hpcc");
    JsonNode hpcc = found.get("algorithms").get(2);
    assertThat(hpcc.get("pause").asBoolean()).isTrue();
    assertThat(hpcc.get("switches").asText()).isEqualTo("algorithm");
    assertThat(hpcc.get("figures").get("completed").get("least").asInt()).isEqualTo(16);
    assertThat(lost(found, 2)).as("frames that hpcc loses, with pause").isZero();
    assertThat(hpcc.get("figures").get("peak-queue").get("greatest").asLong())
        .isLessThan(
            found.get("algorithms").get(0).get("figures").get("peak-queue").get("least").asLong());
  }

  private static long lost(JsonNode found, int algorithm) {
    return found.get("algorithms").get(algorithm).get("figures").get("drops").get("least").asLong();
  }

  @Test
  void aScenarioThatIsWrittenForAnAlgorithmKeepsItsOwnSwitches() throws IOException {
    JsonNode found =
        json(
            "compare",
            "rcm-two-flows",
            "--size",
            "100KB",
            "--cc",
            "rcm,nscc",
            "--set",
            "rcm:rcm.cnp-interval=20us");
    assertThat(found.get("algorithms").get(0).get("switches").asText()).isEqualTo("scenario");
    assertThat(found.get("algorithms").get(0).get("pause").asBoolean()).isFalse();
    assertThat(found.get("algorithms").get(1).get("switches").asText()).isEqualTo("algorithm");
    assertThat(found.get("algorithms").get(0).get("changes").get("rcm.cnp-interval").asText())
        .isEqualTo("20us");
    assertThat(found.get("algorithms").get(1).get("changes").has("rcm.cnp-interval")).isFalse();
  }

  @Test
  void flowsThatAreCutShortAreNotDecided() {
    assertThat(
            run(
                "compare",
                "incast",
                "--senders",
                "4",
                "--size",
                "1MB",
                "--cc",
                "nscc,rccc",
                "--set",
                "until=100us"))
        .isEqualTo(3);
    assertThat(out()).contains("NOT DECIDED: flows were cut short, in nscc with seed 1, rccc with");
  }

  @Test
  void failedConnectionsFailTheComparison() throws Exception {
    String text =
        """
        [roce]
        retries = 1
        timeout = 4
        [[flow]]
        transport = "roce"
        from = 0
        to = 1
        size = "4KB"
        [[fault]]
        link = "switch-0>host-1"
        loss = "100%"
        """;
    Path mine = Files.writeString(folder.resolve("dead.toml"), text);
    assertThat(run("compare", mine.toString(), "--cc", "rcm,ldcp-rate")).isEqualTo(1);
    assertThat(out()).endsWith("CONNECTIONS FAILED: in rcm with seed 1, ldcp-rate with seed 1\n");
    assertThat(run("compare", mine.toString(), "--cc", "rcm,ldcp-rate", "--json")).isEqualTo(1);
    assertThat(out()).contains("\"status\" : \"connections-failed\"");
  }

  /** Every ready scenario can be compared, or says in a sentence why not. */
  @Test
  void everyReadyScenarioIsReadForOneTransportAtLeast() throws Exception {
    for (String name : ReadyScenarios.names()) {
      String text = ReadyScenarios.text(name).orElseThrow();
      int read = 0;
      for (String word : List.of("nscc", "rcm", "roce")) {
        try {
          Scenario.read(name, name + ".toml", text, Map.of(), Algorithm.of(word).orElseThrow());
          read++;
        } catch (BadScenario e) {
          assertThat(e.getMessage()).as(name + " " + word).contains("allowed");
        }
      }
      assertThat(read).as(name).isPositive();
    }
  }
}
