package dev.sluice.model;

import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Party;
import dev.sluice.kernel.Specification;
import dev.sluice.model.graph.Behaviours;
import dev.sluice.model.graph.PairCoverage;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.model.replay.ToldBehaviours;
import dev.sluice.model.replay.Twin;
import dev.sluice.trace.ItfTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which models keep their behaviours in {@code model-traces/}, and where each was taken from.
 *
 * <p>Kept are those of lane {@link Lane#TRACE}, whole, and of a few larger models so many steps as
 * the table says, chosen by {@link PairCoverage}: they show what no small model has room for. To
 * write them anew: check each such model, hand its graph to {@link #share}, and all shares to
 * {@link TraceStore#write} with {@link #ids}; to see whether they have drifted, to {@link
 * TraceStore#compare}.
 */
public final class ModelTraces {
  private final ModelTable table;

  /** The traces of a table's models. */
  public ModelTraces(ModelTable table) {
    this.table = table;
  }

  /** The folder in which they are kept. */
  public TraceStore store() {
    return new TraceStore(table.root().resolve("model-traces"));
  }

  /** The models whose behaviours are kept, in the table's order. */
  public List<Model> models() {
    return table.models().stream().filter(model -> model.kept() > 0).toList();
  }

  /** Their ids. */
  public Set<String> ids() {
    Set<String> ids = new TreeSet<>();
    models().forEach(model -> ids.add(model.id()));
    return ids;
  }

  /** The digest of a model's specification and configuration, as they stand. */
  public String digest(Model model) throws IOException {
    List<Path> library = table.library();
    return SpecDigest.of(model.rootModule(), model.config().bytes(), library);
  }

  /**
   * What is to be kept of one model.
   *
   * @throws IllegalStateException if the model's kernels part from it
   */
  public TraceStore.Share share(Model model, StateGraph graph) throws IOException {
    return share(model, graph, model.kept());
  }

  /**
   * All behaviours of one model.
   *
   * @throws IllegalStateException if the model's kernels part from it
   */
  public TraceStore.Share whole(Model model, StateGraph graph) throws IOException {
    return share(model, graph, Model.ALL);
  }

  private TraceStore.Share share(Model model, StateGraph graph, int steps) throws IOException {
    List<ItfTrace> covering =
        Behaviours.covering(graph, model.module(), model.name(), digest(model));
    List<ItfTrace> behaviours =
        steps == Model.ALL ? covering : PairCoverage.choose(covering, steps);
    if (model.replayed()) {
      Twin<?> twin = Systems.twin(model.replay(), graph.constants());
      behaviours = ToldBehaviours.of(covering, behaviours, graph, twin);
    }
    Optional<Specification> declared = Systems.specification(model.module());
    return TraceStore.share(
        graph,
        behaviours,
        new TraceStore.Labels(
            variable -> declared.flatMap(one -> one.holder(variable)).map(Party::label).orElse(""),
            field -> declared.map(one -> one.fields().getOrDefault(field, "")).orElse(""),
            action -> declared.flatMap(one -> one.actor(action)).map(Party::label).orElse(""),
            action -> declared.flatMap(one -> one.by(action)).map(By::label).orElse("")));
  }
}
