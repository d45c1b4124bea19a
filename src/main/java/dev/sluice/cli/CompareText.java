package dev.sluice.cli;

import dev.sluice.fabric.PortRules;
import dev.sluice.scenario.Algorithm;
import dev.sluice.scenario.Comparison;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Metric;
import dev.sluice.scenario.QueueRule;
import dev.sluice.scenario.QueueRules;
import dev.sluice.scenario.RunVerdict;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.SizeBin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** What {@code sluice compare} prints for people: a row a figure, a column an algorithm. */
final class CompareText {
  /** The figures of the table, and what they are called there. */
  static final Map<Metric, String> ROWS = rows();

  private static final long MILLION = 1_000_000;
  private static final long HALF = 1L << 31;

  private CompareText() {}

  private static Map<Metric, String> rows() {
    Map<Metric, String> rows = new LinkedHashMap<>();
    rows.put(Metric.COMPLETED, "completed");
    rows.put(Metric.FCT_MEDIAN, "completion p50");
    rows.put(Metric.FCT_P99, "completion p99");
    rows.put(Metric.FCT_MAX, "completion max");
    rows.put(Metric.SLOWDOWN_P99, "slowdown p99");
    rows.put(Metric.SLOWDOWN_MAX, "slowdown max");
    rows.put(Metric.QUEUE_P50, "queue p50");
    rows.put(Metric.QUEUE_P99, "queue p99");
    rows.put(Metric.PEAK_QUEUE, "queue peak");
    rows.put(Metric.DROPS, "frames lost");
    rows.put(Metric.RETRANSMISSIONS, "sent again");
    rows.put(Metric.MARKS, "frames marked");
    rows.put(Metric.XOFFS, "pauses (XOFF)");
    rows.put(Metric.PAUSED_MAX, "paused longest");
    rows.put(Metric.FAIRNESS, "fairness (Jain)");
    rows.put(Metric.GOODPUT, "goodput");
    return rows;
  }

  /** The whole result. */
  static List<String> of(Terminal terminal, Comparison found, int exit) {
    Scenario first = found.firsts().get(0);
    List<String> lines = new ArrayList<>();
    lines.add(first.title().isEmpty() ? first.name() : first.title());
    lines.add(
        "  flows       %s, %s; the same for all"
            .formatted(
                Words.some(first.flows().size(), "flow", "flows"),
                Amounts.size(first.demandBytes())));
    lines.add("  ideal       payload at the rate of its slowest hop, and " + rtt(found.ideal()));
    lines.add("  seeds       " + seeds(found));
    first.changes().forEach((path, value) -> with(found, path, value, lines));
    lines.add("");
    for (Algorithm algorithm : found.algorithms()) {
      lines.add("  %-11s %s".formatted(algorithm.word(), algorithm.says()));
    }
    lines.add("");
    lines.addAll(table(terminal, found));
    lines.add("");
    if (found.sizes().size() > 1) {
      lines.addAll(bySize(found));
      lines.add("");
    }
    lines.add(last(terminal, found, exit));
    return lines;
  }

  private static String rtt(Scenario scenario) {
    return Amounts.time(scenario.nic().baseRttPs());
  }

  private static String seeds(Comparison found) {
    long last = found.firstSeed() + found.seeds() - 1;
    return found.seeds() == 1
        ? Long.toString(last)
        : "%d to %d; the median, and below it the least and the greatest value where they differ"
            .formatted(found.firstSeed(), last);
  }

  /** A change that holds for all. */
  private static void with(Comparison found, String path, String value, List<String> lines) {
    boolean forAll = true;
    for (int i = 0; i < found.algorithms().size(); i++) {
      forAll &= value.equals(found.firsts().get(i).changes().get(path));
    }
    if (forAll && !path.equals("seed")) {
      lines.add("  with        " + path + " = " + value);
    }
  }

  private static List<String> table(Terminal terminal, Comparison found) {
    List<String> heads = new ArrayList<>(List.of(""));
    found.algorithms().forEach(algorithm -> heads.add(">" + algorithm.word()));
    TextTable table = new TextTable(heads.toArray(String[]::new));
    settings(found, table);
    for (Map.Entry<Metric, String> row : ROWS.entrySet()) {
      List<String> cells = new ArrayList<>(List.of(row.getValue()));
      for (int i = 0; i < found.algorithms().size(); i++) {
        cells.add(cell(found, i, row.getKey()));
      }
      boolean isBad = row.getKey() == Metric.COMPLETED && !found.allCompleted();
      table.row(cells, isBad ? terminal::doubtful : UnaryOperator.identity(), 0);
      List<String> ranges = new ArrayList<>(List.of(""));
      for (int i = 0; i < found.algorithms().size(); i++) {
        ranges.add(range(found, i, row.getKey()));
      }
      if (ranges.stream().anyMatch(range -> !range.isEmpty())) {
        table.row(ranges);
      }
    }
    return table.lines();
  }

  /**
   * Slowdown by size of flows: the median over the seeds, and behind it the least and the greatest
   * value where they differ.
   */
  private static List<String> bySize(Comparison found) {
    List<String> heads = new ArrayList<>(List.of("slowdown", ">flows", ""));
    found.algorithms().forEach(algorithm -> heads.add(">" + algorithm.word()));
    TextTable table = new TextTable(heads.toArray(String[]::new));
    for (SizeBin size : found.sizes()) {
      int flows = 0;
      for (int i = 0; i < found.algorithms().size(); i++) {
        flows = Math.max(flows, found.flows(i, size));
      }
      for (int percent : SizeBin.PERCENTS) {
        boolean isFirst = percent == SizeBin.PERCENTS.get(0);
        List<String> cells = new ArrayList<>();
        cells.add(isFirst ? size.says() : "");
        cells.add(isFirst ? Words.count(flows) : "");
        cells.add("p" + percent);
        for (int i = 0; i < found.algorithms().size(); i++) {
          cells.add(slowdown(found.slowdown(i, size, percent)));
        }
        table.row(cells);
      }
    }
    return table.lines();
  }

  private static String slowdown(Comparison.Spread spread) {
    if (spread.runs() == 0) {
      return "-";
    }
    String median = Amounts.ratio(spread.median());
    return spread.least() == spread.greatest()
        ? median
        : "%s (%s…%s)"
            .formatted(median, Amounts.ratio(spread.least()), Amounts.ratio(spread.greatest()));
  }

  /** How each runs: rows without figures. */
  private static void settings(Comparison found, TextTable table) {
    List<String> transport = new ArrayList<>(List.of("transport"));
    List<String> packet = new ArrayList<>(List.of("packet"));
    List<String> switches = new ArrayList<>(List.of("switches as"));
    List<String> marks = new ArrayList<>(List.of("marks from, to"));
    List<String> buffer = new ArrayList<>(List.of("port buffer"));
    List<String> pause = new ArrayList<>(List.of("pause"));
    List<String> own = new ArrayList<>(List.of("set"));
    for (int i = 0; i < found.algorithms().size(); i++) {
      Scenario one = found.firsts().get(i);
      boolean isRoce = found.algorithms().get(i).isRoce();
      transport.add(isRoce ? "RoCEv2" : "UET");
      packet.add(Amounts.size(isRoce ? one.roce().mtu() : one.nic().mtuBytes()));
      switches.add(found.isWrittenFor().get(i) ? "in the scenario" : "of the algorithm");
      marks.add(one.queues().marks().map(CompareText::marking).orElse("none"));
      long most = one.queues().bufferBytes();
      buffer.add(most >= PortRules.UNLIMITED ? "unlimited" : Amounts.size(most));
      pause.add(one.queues().pause().isPresent() ? "on" : "off");
      own.add(ownChanges(found, i));
    }
    table.row(transport);
    table.row(packet);
    table.row(switches);
    table.row(marks);
    table.row(buffer);
    table.row(pause);
    if (own.stream().skip(1).anyMatch(text -> !text.isEmpty())) {
      table.row(own);
    }
  }

  private static String marking(QueueRules.Marks marks) {
    String range =
        marks.minBytes() == QueueRule.AUTO && marks.maxBytes() == QueueRule.AUTO
            ? "0.2, 0.8 BDP"
            : edge(marks.minBytes(), "0.2 BDP") + ", " + edge(marks.maxBytes(), "0.8 BDP");
    long millionths = marks.of32() * MILLION + HALF >> 32;
    String chance = millionths == MILLION ? "" : " (" + Amounts.fraction(millionths) + ")";
    return range + chance + (marks.atLastHop() ? "" : ", core only");
  }

  private static String edge(long bytes, String auto) {
    return bytes == QueueRule.AUTO ? auto : Amounts.size(bytes);
  }

  /** What is set for one algorithm and not for all. */
  private static String ownChanges(Comparison found, int algorithm) {
    List<String> own = new ArrayList<>();
    found
        .firsts()
        .get(algorithm)
        .changes()
        .forEach(
            (path, value) -> {
              for (int i = 0; i < found.algorithms().size(); i++) {
                if (!value.equals(found.firsts().get(i).changes().get(path))) {
                  own.add(path + "=" + value);
                  return;
                }
              }
            });
    return String.join(" ", own);
  }

  private static String cell(Comparison found, int algorithm, Metric metric) {
    Comparison.Spread spread = found.spread(algorithm, metric);
    if (spread.runs() == 0) {
      return "-";
    }
    String median = Amounts.of(metric, spread.median());
    if (metric == Metric.COMPLETED) {
      median += "/" + Words.count(flows(found, algorithm));
    }
    return median;
  }

  /** Least and greatest, where they differ; below the median. */
  private static String range(Comparison found, int algorithm, Metric metric) {
    Comparison.Spread spread = found.spread(algorithm, metric);
    return spread.least() == spread.greatest()
        ? ""
        : Amounts.of(metric, spread.least()) + " … " + Amounts.of(metric, spread.greatest());
  }

  private static int flows(Comparison found, int algorithm) {
    return found.firsts().get(algorithm).flows().size();
  }

  private static String last(Terminal terminal, Comparison found, int exit) {
    int all = found.runs().size();
    String runs = found.finished() + " of " + Words.some(all, "run", "runs");
    return switch (exit) {
      case ExitCodes.OK ->
          terminal.good("DONE") + ": " + Words.some(all, "run", "runs") + ", all flows completed";
      case ExitCodes.INTERRUPTED ->
          terminal.doubtful("INTERRUPTED") + ": " + runs + " finished, which the table has";
      case ExitCodes.FAILED ->
          found.verdict() == RunVerdict.DEADLOCK
              ? terminal.bad("DEADLOCK")
                  + ": ports pause one another for ever, in "
                  + in(found, figures -> figures.deadlock().isPresent())
              : terminal.bad("CONNECTIONS FAILED")
                  + ": in "
                  + in(found, figures -> figures.roce().failed() > 0);
      default ->
          terminal.doubtful("NOT DECIDED")
              + ": flows were cut short, in "
              + in(found, figures -> figures.completed() < figures.flows().size());
    };
  }

  /** Returns the finished runs whose figures are such. */
  private static String in(Comparison found, Predicate<Figures> such) {
    List<String> runs = new ArrayList<>();
    for (int i = 0; i < found.algorithms().size(); i++) {
      for (int seed = 0; seed < found.seeds(); seed++) {
        Figures figures = found.figures(i, seed).orElse(null);
        if (figures != null && such.test(figures)) {
          runs.add(found.algorithms().get(i).word() + " with seed " + (found.firstSeed() + seed));
        }
      }
    }
    return String.join(", ", runs);
  }
}
