package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * A graph of states and transitions as a document, for tools of other people: DOT, or JSON.
 *
 * <p>States are numbered from 1 in the order of a breadth-first walk that goes by values and
 * actions alone, so that every version of TLC gives the same bytes.
 */
final class GraphDump {
  /** Names the JSON form; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-graph/1";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String module;
  private final StateGraph graph;
  private final int[] number;
  private final BitSet initial = new BitSet();
  private final List<Integer> order = new ArrayList<>();
  private final Comparator<Integer> byValues;

  /** A dump of a module's graph. */
  GraphDump(String module, StateGraph graph) {
    this.module = module;
    this.graph = graph;
    this.number = new int[graph.states()];
    this.byValues = Comparator.comparing(state -> Value.seq(graph.state(state)));
    Arrays.stream(graph.initials()).forEach(initial::set);
    walk();
  }

  private void walk() {
    Arrays.stream(graph.initials()).boxed().sorted(byValues).forEach(this::visit);
    for (int next = 0; next < order.size(); next++) {
      edges(order.get(next)).forEach(edge -> visit(graph.target(edge)));
    }
  }

  private void visit(int state) {
    if (number[state] == 0) {
      order.add(state);
      number[state] = order.size();
    }
  }

  /** A state's edges by action, and of one action by the values of the state it leads to. */
  private List<Integer> edges(int state) {
    List<Integer> edges = new ArrayList<>();
    for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
      edges.add(edge);
    }
    edges.sort(
        Comparator.comparingInt((Integer edge) -> graph.action(edge))
            .thenComparing(graph::target, byValues));
    return edges;
  }

  /** The document in the language of Graphviz. */
  String dot() {
    StringBuilder out = new StringBuilder();
    out.append("digraph ").append(quoted(module)).append(" {\n  node [shape=box];\n");
    for (int state : order) {
      StringBuilder label = new StringBuilder();
      for (int i = 0; i < graph.variables().size(); i++) {
        label
            .append(graph.variables().get(i))
            .append(" = ")
            .append(graph.value(state, i))
            .append('\n');
      }
      out.append("  ")
          .append(number[state])
          .append(" [label=")
          .append(quoted(label.toString().strip()))
          .append(isInitial(state) ? ", style=bold" : "")
          .append("];\n");
    }
    for (int state : order) {
      for (int edge : edges(state)) {
        out.append("  ")
            .append(number[state])
            .append(" -> ")
            .append(number[graph.target(edge)])
            .append(" [label=")
            .append(quoted(MismatchText.action(graph.alphabet().get(graph.action(edge)))))
            .append("];\n");
      }
    }
    return out.append("}\n").toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\l") + '"';
  }

  private boolean isInitial(int state) {
    return initial.get(state);
  }

  /** The document as JSON; values are in TLA+ notation. */
  String json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("module", module);
    ObjectNode constants = root.putObject("constants");
    graph.constants().forEach((name, value) -> constants.put(name, value.toString()));
    ArrayNode variables = root.putArray("variables");
    graph.variables().forEach(variables::add);
    ArrayNode states = root.putArray("states");
    for (int state : order) {
      ObjectNode node = states.addObject();
      node.put("id", number[state]);
      node.put("initial", isInitial(state));
      ObjectNode values = node.putObject("values");
      for (int i = 0; i < graph.variables().size(); i++) {
        values.put(graph.variables().get(i), graph.value(state, i).toString());
      }
    }
    ArrayNode transitions = root.putArray("transitions");
    for (int state : order) {
      for (int edge : edges(state)) {
        ActionInstance action = graph.alphabet().get(graph.action(edge));
        ObjectNode node = transitions.addObject();
        node.put("from", number[state]);
        node.put("action", action.name());
        ObjectNode arguments = node.putObject("arguments");
        for (int i = 0; i < action.parameters().size(); i++) {
          arguments.put(action.parameters().get(i), action.arguments().get(i).toString());
        }
        node.put("to", number[graph.target(edge)]);
      }
    }
    return ResultJson.print(root);
  }
}
