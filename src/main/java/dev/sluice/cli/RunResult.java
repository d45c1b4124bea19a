package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.requirement.Coverage;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that a command found out, before anything of it is printed or kept.
 *
 * @param command the command's name
 * @param models in the table's order
 * @param parts what else was judged
 * @param notShown what all this does not show; empty where the command does not say
 * @param catalogue its rows, with who stands for each; {@code null} where the command does not say
 * @param ofAll all models of the specifications that were checked; empty if the command says
 *     nothing of them
 */
record RunResult(
    String command,
    List<Done> models,
    List<Part> parts,
    List<String> notShown,
    Coverage catalogue,
    List<Model> ofAll) {
  RunResult {
    ofAll = List.copyOf(ofAll);
    models = List.copyOf(models);
    parts = List.copyOf(parts);
    notShown = List.copyOf(notShown);
  }

  /** Of a command that does not say anything of the catalogue. */
  RunResult(String command, List<Done> models, List<Part> parts, List<String> notShown) {
    this(command, models, parts, notShown, null, List.of());
  }

  /** What came of models alone. */
  static RunResult of(String command, List<Done> models) {
    return new RunResult(command, models, List.of(), List.of());
  }

  /**
   * Returns the number of transitions of all models of the specifications that were checked,
   * replayed by a kernel or not.
   */
  long transitionsOfAll() {
    Set<Model> every = new LinkedHashSet<>(ofAll);
    models.forEach(done -> every.add(done.model()));
    Map<Model, Integer> found = new HashMap<>();
    models.forEach(done -> found.put(done.model(), done.result().transitions()));
    return every.stream()
        .filter(Model::mustHold)
        .mapToLong(
            model -> Math.max(0, Math.max(found.getOrDefault(model, -1), model.transitions())))
        .sum();
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
