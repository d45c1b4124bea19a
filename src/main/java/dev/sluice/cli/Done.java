package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.tlc.probe.PhaseTimes;
import java.util.List;
import java.util.Map;

/**
 * A model that has had its turn.
 *
 * @param nanos how long it took; 0 where it never began
 * @param phases the same time by phase; empty where it never began
 */
record Done(ModelResult result, long nanos, PhaseTimes phases) {

  /** A model of which nothing is known, because of what the sentence says. */
  static Done without(Model model, Status status, String outcome, List<String> problems) {
    return new Done(
        new ModelResult(
            model, status, outcome, problems, List.of(), -1, -1, -1, -1, Map.of(), Map.of(), null,
            null, null),
        0,
        new PhaseTimes());
  }

  Model model() {
    return result.model();
  }

  Status status() {
    return result.status();
  }

  /** The problems as they are shown: without the names of temporary folders, the same each time. */
  List<String> problems() {
    if (result.run() == null) {
      return result.problems();
    }
    String folder = result.run().output().getParent().toString();
    return result.problems().stream()
        .map(problem -> problem.replace(folder, "(temporary folder)"))
        .toList();
  }
}
