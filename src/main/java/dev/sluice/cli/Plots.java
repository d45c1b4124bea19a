package dev.sluice.cli;

import dev.sluice.evidence.Chart;
import dev.sluice.scenario.Curve;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.SizeBin;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The drawings of a run: a chart for each group of curves, and the numbers behind them. */
final class Plots {
  private static final int MOST_LINES = 8;

  private Plots() {}

  /** The files by name, as text; the PNGs are drawn from the same charts. */
  /** How the table of all curves begins. */
  static final String SERIES_HEAD = "group,name,time_ps,value\n";

  /** The names that files may have in the folder. */
  static Map<String, Outputs.Kind> files() {
    Map<String, Outputs.Kind> files = new LinkedHashMap<>();
    for (String group : List.of("queue", "window", "credit", "rate", "pause", "slowdown")) {
      files.put(group + ".svg", Outputs.Kind.CHART);
      files.put(group + ".png", Outputs.Kind.PICTURE);
    }
    files.put("series.csv", Outputs.Kind.SERIES);
    return files;
  }

  static Map<String, Chart> charts(Scenario scenario, Figures figures) {
    Map<String, List<Curve>> groups =
        figures.curves().stream()
            .collect(Collectors.groupingBy(Curve::group, LinkedHashMap::new, Collectors.toList()));
    Map<String, Chart> charts = new LinkedHashMap<>();
    groups.forEach((group, curves) -> charts.put(group, chart(scenario, figures, group, curves)));
    if (figures.differInSize()) {
      charts.put("slowdown", slowdown(scenario, figures));
    }
    return charts;
  }

  /** What flows of each size are slowed down by, a line for each percentage that keeps it. */
  private static Chart slowdown(Scenario scenario, Figures figures) {
    List<SizeBin> bins = figures.bySize();
    List<Chart.Line> lines = new ArrayList<>();
    for (int percent : SizeBin.PERCENTS) {
      long[] values = bins.stream().mapToLong(bin -> Math.max(0, bin.slowdown(percent))).toArray();
      lines.add(new Chart.Line("p" + percent, 1, values));
    }
    return new Chart(
        "Slowdown by size — " + scenario.name(),
        subtitle(scenario),
        sizes(bins),
        new Chart.Axis("times as long as alone", 1_000_000),
        lines);
  }

  /** An axis of sizes. */
  static Chart.Axis sizes(List<SizeBin> bins) {
    List<String> names = bins.stream().map(bin -> bin.says().replace("≤ ", "")).toList();
    return new Chart.Axis("size of the flow, up to", 1, names);
  }

  private static String subtitle(Scenario scenario) {
    return RoceText.carriers(scenario)
        + ", seed "
        + scenario.seed()
        + "; "
        + Words.some(scenario.flows().size(), "flow", "flows");
  }

  private static Chart chart(Scenario scenario, Figures figures, String group, List<Curve> curves) {
    List<Chart.Line> lines =
        curves.stream()
            .limit(MOST_LINES)
            .map(curve -> new Chart.Line(curve.name(), curve.stepPs(), curve.values()))
            .toList();
    long end = 0;
    long most = 0;
    for (Chart.Line line : lines) {
      end = Math.max(end, line.step() * line.values().length);
      for (long value : line.values()) {
        most = Math.max(most, value);
      }
    }
    Chart.Axis time =
        end >= 2_000_000_000L
            ? new Chart.Axis("time, ms", 1_000_000_000)
            : new Chart.Axis("time, µs", 1_000_000);
    String subtitle =
        subtitle(scenario)
            + (group.equals("queue")
                ? "; the longest data queues"
                : group.equals("pause")
                    ? "; ports and queues that stood paused longest"
                    : scenario.flows().size() > MOST_LINES ? "; the first of them" : "");
    String title = what(group) + " — " + scenario.name();
    return new Chart(title, subtitle, time, axis(group, most), lines);
  }

  private static String what(String group) {
    return switch (group) {
      case "queue" -> "Queues at switch ports";
      case "window" -> "Congestion windows";
      case "credit" -> "Cumulative credit";
      case "pause" -> "Pauses";
      default -> "Rates of delivery";
    };
  }

  private static Chart.Axis axis(String group, long most) {
    if (group.equals("rate")) {
      return new Chart.Axis("payload delivered, Gb/s", 1_000_000_000);
    }
    if (group.equals("pause")) {
      return new Chart.Axis("of the time paused, %", 10_000);
    }
    String label =
        switch (group) {
          case "queue" -> "bytes queued";
          case "window" -> "CWND";
          default -> "credit";
        };
    return most >= 2_000_000
        ? new Chart.Axis(label + ", MB", 1_000_000)
        : new Chart.Axis(label + ", kB", 1_000);
  }

  /**
   * Writes all into a folder, file by file. A Java without fonts cannot draw the PNGs, which is
   * said.
   */
  static void write(Path folder, Scenario scenario, Figures figures, Consumer<String> toldInstead)
      throws IOException {
    write(folder, scenario, figures, toldInstead, Chart::png);
  }

  static void write(
      Path folder,
      Scenario scenario,
      Figures figures,
      Consumer<String> toldInstead,
      Function<Chart, byte[]> png)
      throws IOException {
    boolean[] draws = {true};
    for (Map.Entry<String, Chart> chart : charts(scenario, figures).entrySet()) {
      write(
          folder,
          chart.getKey(),
          chart.getValue().svg(),
          () -> draws[0] ? png.apply(chart.getValue()) : null,
          why -> {
            if (draws[0]) {
              toldInstead.accept(why);
            }
            draws[0] = false;
          });
    }
    byte[] series = series(figures).getBytes(StandardCharsets.UTF_8);
    WholeFile.write(folder.resolve("series.csv"), series);
  }

  /** Writes one drawing as SVG and, where this Java can, as PNG. */
  static void write(
      Path folder, String name, String svg, Supplier<byte[]> png, Consumer<String> toldInstead)
      throws IOException {
    System.setProperty("java.awt.headless", "true"); // or Java looks for a screen
    WholeFile.write(folder.resolve(name + ".svg"), svg.getBytes(StandardCharsets.UTF_8));
    byte[] drawn = drawn(png);
    if (drawn != null) {
      WholeFile.write(folder.resolve(name + ".png"), drawn);
    } else {
      toldInstead.accept(
          "the PNGs of --plot are left out: this Java finds no fonts to draw them with; install"
              + " fontconfig and a font. The SVGs are whole");
    }
  }

  /** A drawing as PNG; null where Java's own drawing does not work, which it tells in many ways. */
  private static byte[] drawn(Supplier<byte[]> png) {
    try {
      return png.get();
    } catch (LinkageError | InternalError | RuntimeException e) {
      return null;
    }
  }

  /** All curves as comma-separated values. */
  static String series(Figures figures) {
    StringBuilder text = new StringBuilder(SERIES_HEAD);
    for (Curve curve : figures.curves()) {
      for (int i = 0; i < curve.values().length; i++) {
        text.append(curve.group())
            .append(',')
            .append(curve.name())
            .append(',')
            .append(i * curve.stepPs())
            .append(',')
            .append(curve.values()[i])
            .append('\n');
      }
    }
    return text.toString();
  }
}
