package dev.sluice.cli;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.requirement.Coverage;
import java.util.List;

/**
 * All that a command found out, before anything of it is printed or kept.
 *
 * @param command the command's name
 * @param models in the table's order
 * @param parts what else was judged
 * @param notShown what all this does not show; empty where the command does not say
 * @param catalogue its rows, with who stands for each; {@code null} where the command does not say
 */
record RunResult(
    String command,
    List<Done> models,
    List<Part> parts,
    List<String> notShown,
    Coverage catalogue) {
  RunResult {
    models = List.copyOf(models);
    parts = List.copyOf(parts);
    notShown = List.copyOf(notShown);
  }

  /** Of a command that does not say anything of the catalogue. */
  RunResult(String command, List<Done> models, List<Part> parts, List<String> notShown) {
    this(command, models, parts, notShown, null);
  }

  /** What came of models alone. */
  static RunResult of(String command, List<Done> models) {
    return new RunResult(command, models, List.of(), List.of());
  }

  /** The worst of all. */
  Status status() {
    Status worst = ModelTableText.worst(models);
    for (Part part : parts) {
      worst = worst.or(part.status());
    }
    return worst;
  }
}
