package dev.sluice.cli;

import dev.sluice.evidence.Chart;
import dev.sluice.evidence.ChartPage;
import dev.sluice.scenario.Comparison;
import dev.sluice.scenario.Curve;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The page that {@code sluice compare} draws: four charts, and two more where flows differ in size,
 * a line for each algorithm. For narrow screens they stand one below the other.
 */
final class ComparePlots {
  private static final int STEPS = 500;
  private static final int PERCENT = 100;
  private static final String NAME = "compare";
  private static final String NARROW = "compare-narrow";

  private ComparePlots() {}

  /** The names that files may have in the folder. */
  static Map<String, Outputs.Kind> files() {
    Map<String, Outputs.Kind> files = new LinkedHashMap<>();
    for (String name : List.of(NAME, NARROW)) {
      files.put(name + ".svg", Outputs.Kind.CHART);
      files.put(name + ".png", Outputs.Kind.PICTURE);
    }
    return files;
  }

  /** Writes the page, and the one for narrow screens; that PNGs are left out is told once. */
  static void write(Path folder, Comparison found, Consumer<String> toldInstead)
      throws IOException {
    ChartPage page = page(found);
    Plots.write(folder, NAME, page.svg(), page::png, toldInstead);
    Plots.write(folder, NARROW, page.narrowSvg(), page::narrowPng, why -> {});
  }

  /** The page; charts of which no run tells anything are left out. */
  static ChartPage page(Comparison found) {
    List<Chart> charts = new ArrayList<>();
    add(charts, queues(found));
    add(charts, shares(found, "Completion times", FlowResult::fctPs, "completion time", true));
    add(charts, completed(found));
    add(
        charts,
        shares(found, "Slowdown", FlowResult::slowdownMillionths, "times as long as alone", false));
    if (found.sizes().size() > 1) {
      add(charts, bySize(found, 50));
      add(charts, bySize(found, 99));
    }
    return new ChartPage(charts);
  }

  private static void add(List<Chart> charts, Chart chart) {
    if (chart != null) {
      charts.add(chart);
    }
  }

  private static String named(Comparison found, String what) {
    return what + " — " + found.firsts().get(0).name();
  }

  private static Chart.Axis time(String label, long most) {
    return most >= 2_000_000_000L
        ? new Chart.Axis(label + ", ms", 1_000_000_000)
        : new Chart.Axis(label + ", µs", 1_000_000);
  }

  private static Chart.Axis bytes(String label, long most) {
    return most >= 2_000_000
        ? new Chart.Axis(label + ", MB", 1_000_000)
        : new Chart.Axis(label + ", kB", 1_000);
  }

  private static long most(List<Chart.Line> lines) {
    long most = 0;
    for (Chart.Line line : lines) {
      for (long value : line.values()) {
        most = Math.max(most, value);
      }
    }
    return most;
  }

  private static long end(List<Chart.Line> lines) {
    return lines.stream().mapToLong(line -> line.step() * line.values().length).max().orElse(0);
  }

  /** The busiest queue of each, in its first run. */
  private static Chart queues(Comparison found) {
    List<Chart.Line> lines = new ArrayList<>();
    for (int i = 0; i < found.algorithms().size(); i++) {
      Figures figures = found.figures(i, 0).orElse(null);
      Curve busiest = figures == null ? null : busiest(figures);
      if (busiest != null) {
        lines.add(
            new Chart.Line(found.algorithms().get(i).word(), busiest.stepPs(), busiest.values()));
      }
    }
    return lines.isEmpty()
        ? null
        : new Chart(
            named(found, "The busiest queue"),
            "seed " + found.firstSeed() + "; the largest value in each step of time",
            time("time", end(lines)),
            bytes("bytes queued", most(lines)),
            lines);
  }

  private static Curve busiest(Figures figures) {
    Curve longest = null;
    for (Curve curve : figures.curves()) {
      if (curve.group().equals("queue")) {
        if (curve.name().equals(figures.busiestPort())) {
          return curve;
        }
        longest = longest == null ? curve : longest;
      }
    }
    return longest;
  }

  /** What each percentage of the flows does not exceed, the flows of all runs together. */
  private static Chart shares(
      Comparison found,
      String what,
      ToLongFunction<FlowResult> figure,
      String label,
      boolean isTime) {
    List<Chart.Line> lines = new ArrayList<>();
    for (int i = 0; i < found.algorithms().size(); i++) {
      List<Long> sorted = new ArrayList<>();
      for (int seed = 0; seed < found.seeds(); seed++) {
        found
            .figures(i, seed)
            .ifPresent(
                figures ->
                    figures.flows().stream()
                        .filter(FlowResult::isComplete)
                        .forEach(flow -> sorted.add(figure.applyAsLong(flow))));
      }
      if (!sorted.isEmpty()) {
        sorted.sort(null);
        long[] values = new long[PERCENT];
        for (int percent = 1; percent <= PERCENT; percent++) {
          int rank = Math.max(1, (sorted.size() * percent + PERCENT - 1) / PERCENT);
          values[percent - 1] = sorted.get(rank - 1);
        }
        lines.add(new Chart.Line(found.algorithms().get(i).word(), 1, values));
      }
    }
    return lines.isEmpty()
        ? null
        : new Chart(
            named(found, what),
            Words.some(found.seeds(), "seed", "seeds") + "; which of the flows take no longer",
            new Chart.Axis("share of the flows, %", 1),
            isTime ? time(label, most(lines)) : new Chart.Axis(label, 1_000_000),
            lines);
  }

  /** What so many percent of the flows of each size keep: the median over the seeds. */
  private static Chart bySize(Comparison found, int percent) {
    List<Chart.Line> lines = new ArrayList<>();
    for (int i = 0; i < found.algorithms().size(); i++) {
      int algorithm = i;
      long[] values =
          found.sizes().stream()
              .mapToLong(size -> found.slowdown(algorithm, size, percent).median())
              .map(value -> Math.max(0, value))
              .toArray();
      if (Arrays.stream(values).anyMatch(value -> value > 0)) {
        lines.add(new Chart.Line(found.algorithms().get(i).word(), 1, values));
      }
    }
    return lines.isEmpty()
        ? null
        : new Chart(
            named(found, "Slowdown by size, p" + percent),
            Words.some(found.seeds(), "seed", "seeds")
                + "; what "
                + percent
                + " % of the flows keep, the median over the seeds",
            Plots.sizes(found.sizes()),
            new Chart.Axis("times as long as alone", 1_000_000),
            lines);
  }

  /** The payload of the flows that are complete at a time, in the first run of each. */
  private static Chart completed(Comparison found) {
    long end = 0;
    for (int i = 0; i < found.algorithms().size(); i++) {
      Figures figures = found.figures(i, 0).orElse(null);
      if (figures != null) {
        end = Math.max(end, figures.flows().stream().mapToLong(FlowResult::endPs).max().orElse(0));
      }
    }
    long step = end / STEPS + 1;
    List<Chart.Line> lines = new ArrayList<>();
    for (int i = 0; i < found.algorithms().size(); i++) {
      Figures figures = found.figures(i, 0).orElse(null);
      if (figures == null || figures.completed() == 0) {
        continue;
      }
      long[] values = new long[STEPS];
      for (FlowResult flow : figures.flows()) {
        if (flow.isComplete()) {
          values[(int) (flow.endPs() / step)] += flow.flow().bytes();
        }
      }
      for (int at = 1; at < STEPS; at++) {
        values[at] += values[at - 1];
      }
      lines.add(new Chart.Line(found.algorithms().get(i).word(), step, values));
    }
    return lines.isEmpty()
        ? null
        : new Chart(
            named(found, "Flows completed"),
            "seed " + found.firstSeed() + "; their payload",
            time("time", end(lines)),
            bytes("payload of complete flows", most(lines)),
            lines);
  }
}
