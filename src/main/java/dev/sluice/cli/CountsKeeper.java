package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.coverage.ModelCounts;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.StepKinds;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Takes the counts of {@link ModelCounts} while models are checked, and compares the kept ones with
 * them or writes them anew.
 */
final class CountsKeeper implements Runner.Watcher {
  private static final String NAME = "counts";
  private static final int SHOWN = 5;

  private final ModelTable table;
  private final SortedMap<String, SortedMap<String, Integer>> kinds = new TreeMap<>();
  private final SortedMap<String, Long> controlStates = new TreeMap<>();

  CountsKeeper(ModelTable table) {
    this.table = table;
  }

  @Override
  public void graph(Model model, StateGraph graph) {
    if (model.lane() == Lane.FULL) {
      return;
    }
    SortedMap<String, Integer> counts = new TreeMap<>();
    StepKinds.count(graph).forEach((kind, count) -> counts.put(kind.toString(), count));
    synchronized (this) {
      kinds.put(model.id(), counts);
    }
  }

  @Override
  public synchronized void done(Done done, Path folder) {
    if (!done.model().mustHold() && done.status() == Status.AS_EXPECTED) {
      controlStates.put(done.model().id(), done.result().run().distinct());
    }
  }

  private synchronized ModelCounts counts() {
    return new ModelCounts(kinds, controlStates);
  }

  /** Compares the kept counts with those of the models that were checked. */
  Part compare(ModelCounts kept) {
    Set<String> ids = new TreeSet<>();
    table.models().stream()
        .filter(model -> model.lane() != Lane.FULL)
        .forEach(model -> ids.add(model.id()));
    List<String> problems = kept.differences(counts(), ids);
    String models = Words.some(kinds.size(), "model", "models");
    if (problems.isEmpty()) {
      return new Part(
          NAME, Status.AS_EXPECTED, "transitions by kind of " + models + " as kept", List.of());
    }
    List<String> shown = new ArrayList<>(problems.subList(0, Math.min(SHOWN, problems.size())));
    if (problems.size() > SHOWN) {
      shown.add("... and " + (problems.size() - SHOWN) + " more like these");
    }
    shown.add("To write " + ModelCounts.FILE + " anew: sluice verify --all --write-counts");
    return new Part(NAME, Status.FAILED, "differ from " + ModelCounts.FILE, shown);
  }

  /** Writes the counts of the models that were checked, which must be all. */
  Part write() {
    try {
      counts().write(table.root());
      return new Part(NAME, Status.AS_EXPECTED, ModelCounts.FILE + " written", List.of());
    } catch (IOException e) {
      return new Part(
          NAME,
          Status.NOT_DECIDED,
          "not written",
          List.of(DiskTrouble.notWritten(ModelCounts.FILE, e)));
    }
  }
}
