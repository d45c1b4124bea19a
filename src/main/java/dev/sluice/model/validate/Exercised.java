package dev.sluice.model.validate;

import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.StepKinds;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.trace.StepKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What of a specification the logs of running systems have exercised, held against the transitions
 * of its models. Logs and models are added in any order; the outcome is the same.
 */
public final class Exercised {
  private final String spec;
  private final Set<String> left;
  private final SortedSet<String> actions = new TreeSet<>();
  private final SortedSet<String> modelVariables = new TreeSet<>();
  private final SortedSet<String> logVariables = new TreeSet<>();
  private final Map<StepKind, Long> models = new HashMap<>();
  private final Map<StepKind, Long> logs = new HashMap<>();

  /** Nothing exercised yet. */
  public Exercised(Projection projection) {
    this.spec = projection.spec();
    this.left = projection.network();
  }

  /** The specification's module. */
  public String spec() {
    return spec;
  }

  /** Adds the transitions of a model's graph. */
  public void model(StateGraph graph) {
    modelVariables.addAll(graph.variables());
    graph.alphabet().forEach(letter -> actions.add(letter.name()));
    StepKinds.count(graph).forEach((kind, count) -> models.merge(kind, (long) count, Long::sum));
  }

  /** Adds the steps of a behaviour that was accepted. */
  public void log(Accepted accepted) {
    logVariables.addAll(accepted.variables());
    accepted.kinds().forEach((kind, count) -> logs.merge(kind, (long) count, Long::sum));
  }

  /**
   * The outcome.
   *
   * @param transitions transitions of the models
   * @param seen how many of these are of a kind that logs have
   * @param kinds kinds of the models' transitions
   * @param kindsSeen how many of these logs have
   * @param steps steps of the logs
   * @param actions the specification's actions
   * @param never those of which no log has a step
   */
  public record Summary(
      long transitions,
      long seen,
      int kinds,
      int kindsSeen,
      long steps,
      SortedSet<String> actions,
      SortedSet<String> never) {}

  /** What has been exercised so far. */
  public Summary summary() {
    SortedMap<StepKind, Long> ours = common(models);
    SortedMap<StepKind, Long> theirs = common(logs);
    SortedSet<String> never = new TreeSet<>(actions);
    theirs.keySet().forEach(kind -> never.remove(kind.action()));
    long transitions = 0;
    long seen = 0;
    int kindsSeen = 0;
    for (Map.Entry<StepKind, Long> kind : ours.entrySet()) {
      transitions += kind.getValue();
      if (theirs.containsKey(kind.getKey())) {
        seen += kind.getValue();
        kindsSeen++;
      }
    }
    long steps = theirs.values().stream().mapToLong(Long::longValue).sum();
    return new Summary(transitions, seen, ours.size(), kindsSeen, steps, actions, never);
  }

  /** Kinds by the variables that models and logs keep alike. */
  private SortedMap<StepKind, Long> common(Map<StepKind, Long> kinds) {
    SortedMap<StepKind, Long> all = new TreeMap<>();
    kinds.forEach(
        (kind, count) ->
            all.merge(
                kind.only(
                    variable ->
                        modelVariables.contains(variable)
                            && logVariables.contains(variable)
                            && !left.contains(variable)),
                count,
                Long::sum));
    return all;
  }
}
