package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.coverage.ModelCounts;
import dev.sluice.model.coverage.QuickLane;
import dev.sluice.model.vacuity.KnownVacuity.VacuityLane;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The models that one run of {@code verify} checks, and those that it leaves out.
 *
 * @param which the lane
 * @param models the models that are checked, in the table's order
 * @param ofAll all models of the same specifications that {@code --all} checks
 * @param counts the kept counts; none if the project keeps none
 */
record VerifyScope(Which which, List<Model> models, List<Model> ofAll, ModelCounts counts) {
  /** A lane of {@code verify}. */
  enum Which {
    QUICK,
    ALL,
    FULL;

    /** Returns the lane by which the known vacuous parts of claims are listed. */
    VacuityLane vacuity() {
      return VacuityLane.valueOf(name());
    }
  }

  VerifyScope {
    models = List.copyOf(models);
    ofAll = List.copyOf(ofAll);
  }

  /**
   * Returns the scope of a run.
   *
   * @param names specifications, models and patterns; all specifications if empty
   * @throws Refusal if a name selects nothing, or the kept counts cannot be read
   */
  static VerifyScope of(ModelTable table, Which which, List<String> names) throws Refusal {
    List<Model> selected = Selection.of(table, names, which == Which.FULL);
    try {
      ModelCounts counts = ModelCounts.read(table.root());
      List<Model> models = new ArrayList<>(selected);
      if (which == Which.QUICK && !counts.isEmpty()) {
        Set<String> quick = QuickLane.of(table, counts).keySet();
        Set<Model> named = Selection.named(table, names);
        models.removeIf(model -> !quick.contains(model.id()) && !named.contains(model));
      }
      Set<String> modules = new TreeSet<>();
      selected.forEach(model -> modules.add(model.module()));
      List<Model> ofAll =
          table.models().stream()
              .filter(model -> model.lane() != Lane.FULL && modules.contains(model.module()))
              .toList();
      return new VerifyScope(which, models, ofAll, counts);
    } catch (IOException e) {
      throw Refusal.badInput(DiskTrouble.why(e));
    }
  }

  /** Returns the reason for each model of the quick lane, by id. */
  Map<String, String> reasons(ModelTable table) throws Refusal {
    try {
      return QuickLane.of(table, counts);
    } catch (IOException e) {
      throw Refusal.badInput(DiskTrouble.why(e));
    }
  }

  /** Returns sentences on the models that were left out; none if none was. */
  List<String> leftOut() {
    long left = ofAll.stream().filter(model -> !models.contains(model)).count();
    if (left == 0) {
      return List.of();
    }
    long transitions =
        ofAll.stream()
            .filter(model -> model.mustHold() && !models.contains(model))
            .mapToLong(model -> Math.max(0, model.transitions()))
            .sum();
    long controls =
        ofAll.stream().filter(model -> !model.mustHold() && !models.contains(model)).count();
    return List.of(
        "Left out: "
            + Words.some(left - controls, "model", "models")
            + " with "
            + Words.some(transitions, "transition", "transitions")
            + ", and "
            + Words.some(controls, "control", "controls")
            + "; `sluice verify --all` checks them");
  }

  /**
   * Returns a sentence on the time that the next lane takes, estimated from this run.
   *
   * @param elapsed the time that this run took, in nanoseconds
   */
  Optional<String> nextLane(long elapsed) {
    long here = work(models);
    if (which != Which.QUICK || counts.isEmpty() || here == 0 || models.size() == ofAll.size()) {
      return Optional.empty();
    }
    return Optional.of(
        "sluice verify --all would take "
            + Words.about((long) ((double) elapsed * work(ofAll) / here)));
  }

  private long work(List<Model> some) {
    return some.stream().mapToLong(model -> QuickLane.work(model, counts)).sum();
  }
}
