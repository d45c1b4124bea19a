package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code sluice bench sim --against} prints: rounds, and ratios with their spread. */
final class AgainstText {
  /** Names the form of the document; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-bench-against/1";

  private static final long MILLION = 1_000_000;

  private AgainstText() {}

  /** For people. */
  static List<String> lines(SimBench.Case one, String theirs, List<AgainstBench.Round> rounds) {
    Scenario scenario = one.scenario();
    List<String> lines = new ArrayList<>();
    lines.add(
        one.id()
            + ": "
            + Words.some(scenario.flows().size(), "flow", "flows")
            + " of "
            + Words.count(scenario.flows().get(0).bytes())
            + " B among "
            + Words.count(scenario.topology().hosts())
            + " hosts; the other program: "
            + theirs.replaceAll("\\p{Cntrl}", "?"));
    lines.add("");
    TextTable table =
        new TextTable(
            ">round", ">CPU s", ">other CPU s", ">ratio", ">wall s", ">other wall s", ">ratio");
    int number = 0;
    for (AgainstBench.Round round : rounds) {
      table.row(
          List.of(
              Integer.toString(++number),
              seconds(round.ours().cpuNanos()),
              seconds(round.theirs().cpuNanos()),
              places(round.cpuRatio()),
              seconds(round.ours().wallNanos()),
              seconds(round.theirs().wallNanos()),
              places(round.wallRatio())));
    }
    lines.addAll(table.lines());
    lines.add("");
    lines.add("CPU time against the other's: " + spread(cpu(rounds)));
    lines.add("wall time against the other's: " + spread(wall(rounds)));
    lines.add(
        "whole processes, user and system time, one after the other and the next round reversed");
    return lines;
  }

  private static AgainstBench.Spread cpu(List<AgainstBench.Round> rounds) {
    return AgainstBench.Spread.of(rounds, AgainstBench.Round::cpuRatio);
  }

  private static AgainstBench.Spread wall(List<AgainstBench.Round> rounds) {
    return AgainstBench.Spread.of(rounds, AgainstBench.Round::wallRatio);
  }

  private static String spread(AgainstBench.Spread spread) {
    return places(spread.middle())
        + " x, in the middle of "
        + places(spread.least())
        + " to "
        + places(spread.greatest());
  }

  private static String seconds(long nanos) {
    return places(nanos / 1e9);
  }

  private static String places(double number) {
    return String.format(Locale.ROOT, "%.2f", number);
  }

  /** The same as one document; whole numbers only. */
  static String json(SimBench.Case one, String theirs, List<AgainstBench.Round> rounds) {
    ObjectNode root = new ObjectMapper().createObjectNode();
    root.put("format", FORMAT);
    root.put("sluice", Sluice.version());
    root.put("case", one.id());
    root.put("against", theirs);
    ObjectNode units = root.putObject("units");
    units.put("nanos", "ns");
    units.put("ratio", "10^-6");
    ArrayNode all = root.putArray("rounds");
    for (AgainstBench.Round round : rounds) {
      ObjectNode node = all.addObject();
      taken(node.putObject("ours"), round.ours());
      taken(node.putObject("theirs"), round.theirs());
      node.put("cpuRatio", millionths(round.cpuRatio()));
      node.put("wallRatio", millionths(round.wallRatio()));
    }
    spread(root.putObject("cpuRatio"), cpu(rounds));
    spread(root.putObject("wallRatio"), wall(rounds));
    return ResultJson.print(root);
  }

  private static void taken(ObjectNode node, AgainstBench.Taken taken) {
    node.put("cpuNanos", taken.cpuNanos());
    node.put("wallNanos", taken.wallNanos());
  }

  private static void spread(ObjectNode node, AgainstBench.Spread spread) {
    node.put("least", millionths(spread.least()));
    node.put("middle", millionths(spread.middle()));
    node.put("greatest", millionths(spread.greatest()));
  }

  private static long millionths(double ratio) {
    return Math.round(ratio * MILLION);
  }
}
