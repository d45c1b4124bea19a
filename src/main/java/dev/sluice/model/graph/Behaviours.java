package dev.sluice.model.graph;

import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Behaviours of a model, from its initial state, that together take every transition of its graph.
 *
 * <p>They are canonical: they depend on the model alone, and neither on TLC's order nor on how many
 * workers it had. And they are as short as such a set can be, see {@link CoveringWalks}: a graph
 * that only ever leads away from its initial state needs many, one in which all can be undone needs
 * one.
 */
public final class Behaviours {
  private Behaviours() {}

  /**
   * The behaviours that cover a graph. Variables are sorted by name.
   *
   * @param module the specification
   * @param model the model's name
   * @param specSha256 digest of specification and configuration, see {@link SpecDigest}
   * @throws IllegalArgumentException if the graph has not exactly one initial state
   */
  public static List<ItfTrace> covering(
      StateGraph graph, String module, String model, String specSha256) {
    ItfTrace.Meta meta = new ItfTrace.Meta("", module, model, specSha256, graph.constants());
    CanonicalGraph canonical = new CanonicalGraph(graph);
    List<String> variables = canonical.variables();
    List<ItfTrace> behaviours = new ArrayList<>();
    for (List<Integer> walk : CoveringWalks.of(canonical)) {
      List<ItfTrace.State> states = new ArrayList<>();
      states.add(new ItfTrace.State(Optional.empty(), canonical.values(0)));
      for (int edge : walk) {
        Optional<ItfTrace.Step> step = Optional.of(step(canonical.action(edge)));
        states.add(new ItfTrace.State(step, canonical.values(canonical.target(edge))));
      }
      behaviours.add(new ItfTrace(meta, variables, states));
    }
    return behaviours;
  }

  private static ItfTrace.Step step(ActionInstance action) {
    List<Value.Field> arguments = new ArrayList<>();
    for (int i = 0; i < action.parameters().size(); i++) {
      arguments.add(Value.field(action.parameters().get(i), action.arguments().get(i)));
    }
    return new ItfTrace.Step(action.name(), arguments);
  }
}
