package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.Golden;
import dev.sluice.requirement.Catalogue;
import dev.sluice.requirement.Requirement;
import dev.sluice.requirement.Row;
import dev.sluice.requirement.Standing;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.Metric;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code spec/FINDINGS.md} shows at full size is what its command gives: the figures, which
 * each scenario expects, the figure that the mended rule gives, and the plot. {@code mvn test
 * -Dtest=FindingsRunTest -Dsluice.pages=write} draws the plots anew.
 */
@Requirement({
  "FIND-3", "FIND-4", "FIND-5", "FIND-6", "FIND-18", "FIND-22", "FIND-25", "FIND-27", "FIND-28",
  "FIND-29", "FIND-30", "FIND-31"
})
class FindingsRunTest {
  private static final Path FOLDER = Path.of("docs/findings");
  private static final Path PAGE = Path.of("spec/FINDINGS.md");
  private static final int[] NUMBERS = {3, 4, 5, 6, 18, 22, 25, 27, 28, 29, 30, 31};
  private static final Pattern VARIANT =
      Pattern.compile("# (Mended|Otherwise): ((?:--set \\S+=\\S+ )+)gives (\\S+) ([\\d,.]+)");
  private static final Pattern SET = Pattern.compile("--set (\\S+)=(\\S+)");
  private static final Pattern EXPECTED =
      Pattern.compile("(?m)^(peak-queue|queue-p50|completed|hpcc-queue-p99) = \"?(\\d+)B?\"?$");

  /** No flow ends while the load is measured, however few there are; and nothing runs after it. */
  private static final Map<String, String> SENDING_TO_THE_END =
      Map.of("until", "1800us", "workload[0].size", "2MB");

  @TempDir Path folder;

  @ParameterizedTest
  @MethodSource("numbers")
  void theFindingShowsARealRunAndItsPlot(int number) throws IOException, BadScenario {
    String name = "find-" + number;
    Path file = FOLDER.resolve(name + ".toml");
    String text = Files.readString(file);
    String section = section(number);
    assertThat(section).contains("./sluice run " + file + " --plot plots");

    Path plots = folder.resolve("plots");
    // A run that ends with flows open decides nothing about them; what it shows is looked at here.
    assertThat(run("run", file.toString(), "--plot", plots.toString()))
        .isIn(ExitCodes.OK, ExitCodes.NOT_DECIDED);
    Figures published = Run.of(Scenario.read(name, name, text, Map.of()));
    Matcher expected = EXPECTED.matcher(text);
    int figures = 0;
    while (expected.find()) {
      figures++;
      String figure = grouped(figure(published, expected.group(1)));
      assertThat(figure).isEqualTo(grouped(Long.parseLong(expected.group(2))));
      assertThat(section).contains(figure);
    }
    assertThat(figures).isPositive();

    String plot = Set.of(25, 29, 31).contains(number) ? "rate" : "queue";
    String svg = name + "-" + plot + ".svg";
    String drawn = Files.readString(plots.resolve(plot + ".svg"));
    Golden.hold(FOLDER.resolve(svg), drawn, FindingsRunTest.class);
    assertThat(section).contains("(../docs/findings/" + svg + ")");

    for (Variant variant : variants(text)) {
      assertThat(section).contains(variant.options()).contains(variant.value());
      Figures with = Run.of(Scenario.read(name, name, text, variant.settings()));
      assertThat(shown(with, variant.metric())).as(variant.options()).isEqualTo(variant.value());
    }
  }

  /** A fix that reduces a queue may reduce goodput more: the page shows all figures, both ways. */
  @Test
  void theCostOfEachFixIsWhatBothRunsGive() throws IOException, BadScenario {
    StringBuilder table =
        new StringBuilder(
            """
            | finding | rules | goodput, Gb/s | last FCT, ms | fairness | peak queue, B | median queue, B | dropped | packets |
            |---|---|--:|--:|--:|--:|--:|--:|--:|
            """);
    for (int number : NUMBERS) {
      String name = "find-" + number;
      String text = Files.readString(FOLDER.resolve(name + ".toml"));
      Map<String, String> settings = mended(text);
      String finding = "FIND-" + number;
      table.append(row(finding, "as published", Scenario.read(name, name, text, Map.of())));
      String set =
          settings.entrySet().stream()
              .map(each -> "`" + each.getKey() + "=" + each.getValue() + "`")
              .collect(Collectors.joining(", "));
      table.append(row("", set, Scenario.read(name, name, text, settings)));
    }
    holdBlock("costs", table);
  }

  /**
   * The fast flow of FIND-29 has what the slow one's share leaves of the target's link: each byte
   * of the slow one costs a share of a slice for each packet, and half of the link is left in any
   * case.
   */
  @Test
  void aSlowSendersShareIsWhatTheFastOneLacks() throws IOException, BadScenario {
    String text = Files.readString(FOLDER.resolve("find-29.toml"));
    double share = 100e9 / 8 * 1e-6 / 2;
    double packet = 4096;
    StringBuilder table =
        new StringBuilder(
            """
            | slow link, Gb/s | slow flow, Gb/s | free for the fast one | fast flow, Gb/s | 100 − slow × 6,250 / 4,096, at least 50 |
            |--:|--:|--:|--:|--:|
            """);
    for (int rate : new int[] {10, 25, 40, 50}) {
      Map<String, String> set =
          Map.of("link[0].rate", rate + "G", "flow[0].size", "30MB", "flow[1].size", "20MB");
      Figures figures = Run.of(Scenario.read("find-29", "find-29", text, set));
      double slow = figures.flows().get(0).goodputBps() / 1e9;
      double fast = figures.flows().get(1).goodputBps() / 1e9;
      double closed = Math.max(50, 100 - slow * share / packet);
      assertThat(fast).isBetween(0.99 * closed, closed);
      table.append(
          String.format(
              Locale.ROOT,
              "| %d | %.3f | %d | %.3f | %.3f |%n",
              rate,
              slow,
              100 - rate,
              fast,
              closed));
    }
    holdBlock("speeds", table);
  }

  /** The first windows of all flows of FIND-30 but one wait. */
  @Test
  void theFirstWindowsOfAllButOneWait() throws IOException, BadScenario {
    String text = Files.readString(FOLDER.resolve("find-30.toml"));
    StringBuilder table =
        new StringBuilder(
            """
            | senders | peak queue, B | (N − 1) · B·T, B |
            |--:|--:|--:|
            """);
    for (int senders : new int[] {2, 4, 8, 16, 32}) {
      Map<String, String> set = Map.of("workload[0].senders", Integer.toString(senders));
      long peak = Run.of(Scenario.read("find-30", "find-30", text, set)).peakQueueBytes();
      long windows = (senders - 1) * 62_500L;
      assertThat(peak).isBetween(windows * 99 / 100, windows + 1_150);
      table.append(String.format(Locale.ROOT, "| %d | %,d | %,d |%n", senders, peak, windows));
    }
    holdBlock("starts", table);
  }

  /** With N reported, windows of one to two packets are alike, and the load of FIND-31 falls. */
  @Test
  void windowsThatAreAlikeLeaveTheLinkIdleTogether() throws IOException, BadScenario {
    String text = Files.readString(FOLDER.resolve("find-31.toml"));
    Figures published = Run.of(Scenario.read("find-31", "find-31", text, Map.of()));
    assertThat(section(31))
        .contains("load is " + decimal(published.hpcc().loadMillionths(), 4, 2))
        .contains("between " + decimal(published.hpcc().leastMillionths(), 4, 2))
        .contains("and " + decimal(published.hpcc().mostMillionths(), 4, 2) + " % in each T")
        .contains("fairness " + decimal(published.fairnessMillionths(), 6, 4));
    StringBuilder table =
        new StringBuilder(
            """
            | senders | packets in a window, B·T / (N · 1,150 B) | `fits`, N expected | `fits`, N reported | `below`, N expected | `below`, N reported |
            |--:|--:|--:|--:|--:|--:|
            """);
    int[] senders = {16, 24, 32, 33, 36};
    List<Scenario> scenarios = new ArrayList<>();
    for (int i = 0; i < 4 * senders.length; i++) {
      Map<String, String> set = new LinkedHashMap<>(SENDING_TO_THE_END);
      set.put("workload[0].senders", Integer.toString(senders[i / 4]));
      set.put("topology.hosts", Integer.toString(senders[i / 4] + 1));
      set.put("hpcc.leaves-if", i % 4 < 2 ? "fits" : "below");
      set.put("hpcc.counted-flows", i % 2 == 0 ? "0" : "100");
      scenarios.add(Scenario.read("find-31", "find-31", text, set));
    }
    long[] all =
        scenarios.parallelStream()
            .mapToLong(each -> Run.of(each).hpcc().loadMillionths())
            .toArray();
    for (int i = 0; i < senders.length; i++) {
      long[] loads = Arrays.copyOfRange(all, 4 * i, 4 * i + 4);
      assertThat(loads[3]).isGreaterThan(loads[0]).isGreaterThan(loads[2]);
      assertThat(loads[1]).isLessThan(loads[0] - (senders[i] < 32 ? 0 : 80_000));
      String cells =
          Arrays.stream(loads)
              .mapToObj(load -> decimal(load, 4, 2))
              .collect(Collectors.joining(" | "));
      String packets = decimal(62_500_000L / (senders[i] * 1_150L), 3, 1);
      table.append("| %d | %s | %s |%n".formatted(senders[i], packets, cells));
    }
    holdBlock("loads", table);
  }

  /** Compares a computed block of the page with its table, or writes it. */
  private static void holdBlock(String name, CharSequence table) throws IOException {
    String page = Files.readString(PAGE);
    Pattern pattern =
        Pattern.compile(
            "<!-- begin %1$s [^>]*-->\n(.*?)<!-- end %1$s -->".formatted(name), Pattern.DOTALL);
    Matcher block = pattern.matcher(page);
    assertThat(block.find()).isTrue();
    Golden.hold(
        PAGE,
        page.substring(0, block.start(1)) + "\n" + table + "\n" + page.substring(block.end(1)),
        FindingsRunTest.class);
  }

  @Test
  void eachFindingThatHoldsHasACost() throws IOException {
    String all = Files.readString(PAGE);
    String costs = all.substring(all.indexOf("## The cost of each fix"));
    for (Row row : Catalogue.load(Path.of("")).rows()) {
      if (row.id().startsWith("FIND-") && row.standing() == Standing.SHOWN) {
        assertThat(costs).contains("| " + row.id() + " |");
      }
    }
  }

  private static String row(String finding, String rules, Scenario scenario) {
    Figures figures = Run.of(scenario);
    boolean isAny = figures.completed() > 0;
    return String.format(
        Locale.ROOT,
        "| %s | %s | %s | %s | %s | %,d | %,d | %,d | %,d |%n",
        finding,
        rules,
        isAny ? decimal(figures.value(Metric.GOODPUT), 9) : "no flow ends",
        isAny ? decimal(figures.fctPs(100), 9) : "",
        isAny ? decimal(figures.fairnessMillionths(), 6) : "",
        figures.peakQueueBytes(),
        figures.queueP50Bytes(),
        figures.value(Metric.DROPS),
        figures.dataPackets());
  }

  private static String decimal(long value, int places) {
    return decimal(value, places, 3);
  }

  private static String decimal(long value, int places, int shown) {
    return BigDecimal.valueOf(value, places).setScale(shown, RoundingMode.HALF_UP).toPlainString();
  }

  /**
   * Other settings that a scenario names, and a figure of their run.
   *
   * @param isMended whether these are the fix
   * @param options as the command takes them
   */
  private record Variant(
      boolean isMended,
      String options,
      Map<String, String> settings,
      String metric,
      String value) {}

  private static List<Variant> variants(String text) {
    List<Variant> all = new ArrayList<>();
    Matcher line = VARIANT.matcher(text);
    while (line.find()) {
      Map<String, String> settings = new LinkedHashMap<>();
      Matcher set = SET.matcher(line.group(2));
      while (set.find()) {
        settings.put(set.group(1), set.group(2));
      }
      boolean isMended = line.group(1).equals("Mended");
      all.add(new Variant(isMended, line.group(2).strip(), settings, line.group(3), line.group(4)));
    }
    assertThat(all).filteredOn(Variant::isMended).hasSize(1);
    return all;
  }

  private static Map<String, String> mended(String text) {
    return variants(text).stream().filter(Variant::isMended).findFirst().orElseThrow().settings();
  }

  /** Returns a figure as the page has it. */
  private static String shown(Figures figures, String metric) {
    return switch (metric) {
      case "goodput" -> decimal(figures.goodputBps(), 9);
      case "hpcc-load" -> decimal(figures.hpcc().loadMillionths(), 4, 2); // per cent
      default -> grouped(figure(figures, metric));
    };
  }

  private static IntStream numbers() {
    return IntStream.of(NUMBERS);
  }

  private static long figure(Figures figures, String metric) {
    return switch (metric) {
      case "peak-queue" -> figures.peakQueueBytes();
      case "queue-p50" -> figures.queueP50Bytes();
      case "hpcc-queue-p99" -> figures.hpcc().queueP99Bytes();
      case "fct-max" -> (figures.fctPs(100) + 500) / 1_000; // ns, rounded as the command does
      default -> figures.flows().stream().filter(FlowResult::isComplete).count();
    };
  }

  private static String section(int number) throws IOException {
    String all = Files.readString(PAGE);
    int from = all.indexOf("## FIND-" + number + " ");
    int to = all.indexOf("\n## ", from);
    return all.substring(from, to < 0 ? all.length() : to);
  }

  private static int run(String... args) {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    Session session =
        new Session(
            new Terminal(nowhere, nowhere, false, false, false),
            Map.of(),
            System::nanoTime,
            new Interrupts(),
            null);
    return Sluice.run(session, args);
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
