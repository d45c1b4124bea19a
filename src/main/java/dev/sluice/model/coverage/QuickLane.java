package dev.sluice.model.coverage;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.trace.StepKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The quick lane: for each specification its trace model, a small set of further models, and one
 * control for each claim.
 *
 * <p>A kind of transition is here an action and one change that it makes to a variable, or an
 * action that changes nothing. Every kind and every claim that occurs in some model of the trace
 * and smoke lanes occurs in a model of the set, and a kind that some kernel replays occurs in a
 * model that is replayed. The set is irredundant: without any of its models except the trace model,
 * a kind or a claim is missing. Of the controls that a claim catches, the lane takes the one that
 * needs the fewest states. All of it is computed from {@link ModelCounts}; a model or control
 * without counts belongs to the lane.
 *
 * <p>The lane does not cover the combinations of changes that {@link StepKind} tells apart: that
 * takes three fifths of all transitions.
 */
public final class QuickLane {
  /** Fixed cost of a run, in transitions. */
  private static final int START = 500;

  /** The name of the model that each specification with a kernel has. */
  private static final String TRACE = "trace";

  private final ModelCounts counts;
  private final SortedMap<String, String> reasons = new TreeMap<>();

  private QuickLane(ModelCounts counts) {
    this.counts = counts;
  }

  /**
   * Computes the lane.
   *
   * @return the ids of its models and controls, each with the reason for it; of a project without
   *     counts all models but the full lane
   * @throws IOException if a configuration cannot be read
   */
  public static SortedMap<String, String> of(ModelTable table, ModelCounts counts)
      throws IOException {
    QuickLane lane = new QuickLane(counts);
    Map<String, List<Model>> modules = new LinkedHashMap<>();
    for (Model model : table.models()) {
      if (model.lane() != Lane.FULL) {
        modules.computeIfAbsent(model.module(), module -> new ArrayList<>()).add(model);
      }
    }
    for (List<Model> models : modules.values()) {
      lane.models(models.stream().filter(Model::mustHold).toList());
      lane.controls(models.stream().filter(model -> !model.mustHold()).toList());
    }
    return lane.reasons;
  }

  /** Returns the work of a model in transitions, for estimates of time. */
  public static long work(Model model, ModelCounts counts) {
    return START
        + (model.mustHold()
            ? Math.max(0, model.transitions())
            : counts.controlStates().getOrDefault(model.id(), 0L));
  }

  private void models(List<Model> all) throws IOException {
    Map<Model, Set<String>> has = new LinkedHashMap<>();
    Set<String> replayedKinds = new HashSet<>();
    for (Model model : all) {
      if (!counts.kinds().containsKey(model.id())) {
        reasons.put(model.id(), "has no counts yet");
      } else if (model.replayed()) {
        replayedKinds.addAll(kinds(model));
      }
    }
    for (Model model : all) {
      if (!reasons.containsKey(model.id())) {
        has.put(model, elements(model, replayedKinds));
      }
    }
    List<Model> chosen = new ArrayList<>();
    has.keySet().stream()
        .filter(model -> model.lane() == Lane.TRACE)
        .min(Comparator.comparing((Model model) -> !model.name().equals(TRACE)))
        .ifPresent(chosen::add);
    Model trace = chosen.isEmpty() ? null : chosen.get(0);
    Set<String> missing = union(has.values());
    chosen.forEach(model -> missing.removeAll(has.get(model)));
    while (!missing.isEmpty()) {
      Model best =
          has.keySet().stream()
              .filter(model -> news(has.get(model), missing) > 0)
              .max(
                  Comparator.comparingDouble(
                          (Model model) ->
                              (double) news(has.get(model), missing) / work(model, counts))
                      .thenComparing(Comparator.comparing(Model::id).reversed()))
              .orElseThrow();
      chosen.add(best);
      missing.removeAll(has.get(best));
    }
    chosen.sort(Comparator.comparingLong((Model model) -> -work(model, counts)));
    for (Model model : List.copyOf(chosen)) {
      if (model != trace && alone(model, chosen, has).isEmpty()) {
        chosen.remove(model);
      }
    }
    for (Model model : chosen) {
      SortedSet<String> alone = alone(model, chosen, has);
      reasons.put(
          model.id(),
          model == trace
              ? "the trace model"
              : alone.size() + " kinds and claims that no other has, such as " + alone.first());
    }
  }

  private static long news(Set<String> elements, Set<String> missing) {
    return elements.stream().filter(missing::contains).count();
  }

  private static Set<String> union(Collection<Set<String>> sets) {
    Set<String> all = new HashSet<>();
    sets.forEach(all::addAll);
    return all;
  }

  /** Returns the elements that no other chosen model has. */
  private static SortedSet<String> alone(
      Model model, List<Model> chosen, Map<Model, Set<String>> has) {
    SortedSet<String> alone = new TreeSet<>(has.get(model));
    chosen.stream()
        .filter(other -> other != model)
        .forEach(other -> alone.removeAll(has.get(other)));
    return alone;
  }

  /** Returns the claims that a model checks, and the kinds of its transitions. */
  private Set<String> elements(Model model, Set<String> replayedKinds) throws IOException {
    TlcConfig config = model.config().read();
    Set<String> all = new HashSet<>(config.invariants());
    all.addAll(config.properties());
    kinds(model).stream()
        .filter(kind -> model.replayed() || !replayedKinds.contains(kind))
        .forEach(all::add);
    return all;
  }

  private Set<String> kinds(Model model) {
    Set<String> all = new HashSet<>();
    for (String text : counts.kinds().get(model.id()).keySet()) {
      StepKind kind = StepKind.parse(text);
      if (kind.changes().isEmpty()) {
        all.add(kind.action() + ": no change");
      }
      kind.changes().forEach(change -> all.add(kind.action() + ": " + change));
    }
    return all;
  }

  private void controls(List<Model> all) {
    Map<String, Model> best = new TreeMap<>();
    for (Model control : all) {
      if (!counts.controlStates().containsKey(control.id())) {
        reasons.put(control.id(), "has no count yet");
      } else {
        best.merge(control.expect(), control, this::quicker);
      }
    }
    best.forEach(
        (claim, control) -> reasons.put(control.id(), "shows that " + claim + " can fail"));
  }

  private Model quicker(Model one, Model other) {
    return Comparator.comparingLong((Model model) -> counts.controlStates().get(model.id()))
                .thenComparing(Model::id)
                .compare(one, other)
            <= 0
        ? one
        : other;
  }
}
