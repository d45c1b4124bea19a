package dev.sluice.model.mutate;

import dev.sluice.model.Model;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;

/** Replays the graphs of mutants on the kernels. */
final class MutantReplay {
  private MutantReplay() {}

  /**
   * Returns the fate of a mutant as the kernels show it.
   *
   * @param graph the model's graph with the mutant; {@code null} if its search did not end
   */
  static Fate of(Model model, StateGraph graph) {
    if (graph == null) {
      return new Fate(Kill.SURVIVES, "", "", "");
    }
    try {
      ReplayReport report = Replay.run(graph, Systems.twin(model.replay(), graph.constants()));
      boolean parts = report.mismatched() > 0 || !report.faithful() || !report.unknown().isEmpty();
      return parts
          ? new Fate(
              Kill.REPLAY, "", model.name(), "they part in " + report.mismatched() + " places")
          : new Fate(Kill.SURVIVES, "", "", "");
    } catch (RuntimeException e) {
      return new Fate(Kill.REPLAY, "", model.name(), "the twin cannot follow");
    }
  }
}
