package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.scenario.Algorithm;
import dev.sluice.scenario.Comparison;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.Metric;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.SizeBin;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The result of {@code sluice compare} as one JSON document and as a table of runs, the same bytes
 * from run to run: whole numbers only, in the units that {@code units} names; −1 where there is no
 * such figure.
 */
final class CompareJson {
  /** Names this form; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-compare/1";

  /** How the table of runs begins. */
  static final String CSV_HEAD = "algorithm,seed,flows,";

  private static final ObjectMapper JSON = new ObjectMapper();

  private CompareJson() {}

  /** The document as text. */
  static String of(Comparison found, int exit) {
    Scenario first = found.firsts().get(0);
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("sluice", Sluice.version());
    root.put("command", "compare");
    root.put("status", status(found, exit));
    root.put("exit", exit);
    root.put("scenario", first.name());
    root.put("title", first.title());
    root.put("idealRttPs", found.ideal().nic().baseRttPs());
    root.put("runs", found.runs().size());
    root.put("finished", found.finished());
    ArrayNode flowFiles = root.putArray("flowFiles");
    for (int seed = 0; seed < found.seeds(); seed++) {
      for (int i = 0; i < found.algorithms().size(); i++) {
        Comparison.Done done = found.run(i, seed).orElse(null);
        if (done != null) {
          ObjectNode one = flowFiles.addObject();
          one.put("seed", done.scenario().seed());
          one.put("digest", Comparison.flowDigest(done.scenario()));
          one.put("flows", done.scenario().flows().size());
          break;
        }
      }
    }
    ObjectNode units = root.putObject("units");
    for (Metric metric : metrics()) {
      units.put(metric.key(), RunJson.unit(metric));
    }
    if (found.sizes().size() > 1) {
      units.put("slowdownBySize", "10^-6");
    }
    ArrayNode algorithms = root.putArray("algorithms");
    for (int i = 0; i < found.algorithms().size(); i++) {
      algorithm(found, i, algorithms.addObject());
    }
    return ResultJson.print(root);
  }

  private static String status(Comparison found, int exit) {
    return switch (exit) {
      case ExitCodes.OK -> "done";
      case ExitCodes.INTERRUPTED -> "interrupted";
      default -> RunJson.status(found.verdict());
    };
  }

  private static void algorithm(Comparison found, int number, ObjectNode node) {
    Algorithm algorithm = found.algorithms().get(number);
    Scenario first = found.firsts().get(number);
    node.put("algorithm", algorithm.word());
    node.put("says", algorithm.says());
    node.put("transport", algorithm.isRoce() ? "roce" : "uet");
    node.put("mtu", algorithm.isRoce() ? first.roce().mtu() : first.nic().mtuBytes());
    node.put("switches", found.isWrittenFor().get(number) ? "scenario" : "algorithm");
    node.put("settings", found.isWrittenFor().get(number) ? "" : algorithm.settings());
    node.put("pause", first.queues().pause().isPresent());
    ObjectNode changes = node.putObject("changes");
    first.changes().forEach(changes::put);
    changes.remove("seed");
    ObjectNode spreads = node.putObject("figures");
    for (Metric metric : metrics()) {
      spread(found.spread(number, metric), spreads.putObject(metric.key()));
    }
    if (found.sizes().size() > 1) {
      ArrayNode sizes = node.putArray("slowdownBySize");
      for (SizeBin size : found.sizes()) {
        ObjectNode one = sizes.addObject();
        RunJson.bounds(size, one);
        one.put("flows", found.flows(number, size));
        for (int percent : SizeBin.PERCENTS) {
          spread(found.slowdown(number, size, percent), one.putObject("p" + percent));
        }
      }
    }
    ArrayNode runs = node.putArray("runs");
    for (int seed = 0; seed < found.seeds(); seed++) {
      found
          .run(number, seed)
          .ifPresent(done -> run(done, found.sizes().size() > 1, runs.addObject()));
    }
  }

  private static void spread(Comparison.Spread spread, ObjectNode node) {
    node.put("least", spread.least());
    node.put("median", spread.median());
    node.put("greatest", spread.greatest());
    node.put("runs", spread.runs());
  }

  private static void run(Comparison.Done done, boolean differInSize, ObjectNode node) {
    Scenario scenario = done.scenario();
    Figures figures = done.figures();
    node.put("seed", scenario.seed());
    node.put("digest", scenario.digest());
    node.put("endPs", figures.endPs());
    node.put("dataPackets", figures.dataPackets());
    node.put("busiestPort", figures.busiestPort());
    ObjectNode values = node.putObject("figures");
    for (Metric metric : metrics()) {
      values.put(metric.key(), figures.value(metric));
    }
    if (differInSize) {
      ArrayNode sizes = node.putArray("slowdownBySize");
      done.bySize().forEach(bin -> RunJson.size(bin, sizes.addObject()));
    }
    ArrayNode completions = node.putArray("fctPs");
    figures.flows().stream().mapToLong(FlowResult::fctPs).forEach(completions::add);
  }

  private static List<Metric> metrics() {
    return Arrays.asList(Metric.values());
  }

  /**
   * A row for each finished run, by algorithm and then by seed, below a head; behind the figures
   * slowdowns by size, where sizes differ.
   */
  static String csv(Comparison found) {
    StringBuilder text = new StringBuilder(CSV_HEAD);
    text.append(metrics().stream().map(Metric::key).collect(Collectors.joining(",")));
    List<SizeBin> sizes = found.sizes().size() > 1 ? found.sizes() : List.of();
    for (SizeBin size : sizes) {
      for (int percent : SizeBin.PERCENTS) {
        String name = size.upToBytes() == Long.MAX_VALUE ? "more" : Long.toString(size.upToBytes());
        text.append(",slowdown-").append(name).append("-p").append(percent);
      }
    }
    text.append('\n');
    for (int i = 0; i < found.algorithms().size(); i++) {
      for (int seed = 0; seed < found.seeds(); seed++) {
        Figures figures = found.figures(i, seed).orElse(null);
        if (figures == null) {
          continue;
        }
        text.append(found.algorithms().get(i).word())
            .append(',')
            .append(found.firstSeed() + seed)
            .append(',')
            .append(figures.flows().size());
        metrics().forEach(metric -> text.append(',').append(figures.value(metric)));
        for (SizeBin size : sizes) {
          for (int percent : SizeBin.PERCENTS) {
            text.append(',').append(found.slowdown(i, seed, size, percent));
          }
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
