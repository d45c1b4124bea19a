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
            model, status, outcome, problems, List.of(), List.of(), -1, -1, -1, -1, Map.of(),
            Map.of(), null, null, null),
        0,
        new PhaseTimes());
  }

  Model model() {
    return result.model();
  }

  Status status() {
    return result.status();
  }

  /**
   * Returns the problems without the names of temporary folders, so that they are the same each
   * time.
   */
  List<String> problems() {
    return withoutFolder(result.problems());
  }

  /** Returns the warnings without the names of temporary folders. */
  List<String> warnings() {
    return withoutFolder(result.warnings());
  }

  private List<String> withoutFolder(List<String> sentences) {
    if (result.run() == null) {
      return sentences;
    }
    String folder = result.run().output().getParent().toString();
    return sentences.stream()
        .map(sentence -> sentence.replace(folder, "(temporary folder)"))
        .toList();
  }
}
