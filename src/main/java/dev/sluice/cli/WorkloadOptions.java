package dev.sluice.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that say how much a scenario's senders send, whichever scenario it is. */
final class WorkloadOptions {
  @Option(
      names = "--senders",
      paramLabel = "N",
      description = "How many senders; for --set workload[*].senders=N.")
  private String senders;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "Bytes of each flow, such as 20MB or 4KiB.")
  private String size;

  @Option(
      names = "--load",
      paramLabel = "PERCENT",
      description =
          "How much payload drawn flows have in all, such as 50%% of the hosts' links; for --set"
              + " workload[*].load=PERCENT.")
  private String load;

  /** What was given of them; what was not is null. */
  Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--senders", senders);
    given.put("--size", size);
    given.put("--load", load);
    return given;
  }

  /**
   * Takes them for the keys that they stand for.
   *
   * @param text what stands in the scenario
   * @param file how messages name it
   * @throws Refusal if the scenario has nothing that they could change
   */
  void put(Map<String, String> changes, String text, String file) throws Refusal {
    boolean hasWorkload = has(text, "[[workload]]");
    if (!hasWorkload) {
      refuse("--senders", senders, file, "whose senders it would be");
      refuse("--load", load, file, "whose load it would be");
    }
    ScenarioChoice.put(changes, "workload[*].load", load);
    ScenarioChoice.put(changes, "workload[*].senders", senders);
    if (size != null) {
      boolean hasFlow = has(text, "[[flow]]");
      ScenarioChoice.put(changes, "workload[*].size", hasWorkload || !hasFlow ? size : null);
      ScenarioChoice.put(changes, "flow[*].size", hasFlow ? size : null);
    }
  }

  private static boolean has(String text, String table) {
    return text.lines().anyMatch(line -> line.strip().startsWith(table));
  }

  private static void refuse(String option, String value, String file, String whose)
      throws Refusal {
    if (value != null) {
      throw Refusal.badInput(
          option
              + " "
              + value
              + ": "
              + file
              + " has no [[workload]], "
              + whose
              + "; edit its flows");
    }
  }

  /** Names those that were given in the place of the keys that they stand for. */
  String asTyped(String sentences) {
    String said = ScenarioChoice.renamed(sentences, "workload[*].senders", senders, "--senders ");
    said = ScenarioChoice.renamed(said, "workload[*].load", load, "--load ");
    said = ScenarioChoice.renamed(said, "workload[*].size", size, "--size ");
    return ScenarioChoice.renamed(said, "flow[*].size", size, "--size ");
  }
}
