package dev.sluice.model.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import dev.sluice.trace.StepKind;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepKindsTest {
  @TempDir Path scratch;

  /** Compares each transition by itself, value by value. */
  @Test
  void everyTransitionIsCountedWithItsChanges() throws Exception {
    StateGraph graph = Toy.graph(scratch, "Relay", 1);
    TreeMap<StepKind, Integer> expected = new TreeMap<>();
    for (int state = 0; state < graph.states(); state++) {
      for (int edge = graph.firstEdge(state); edge < graph.firstEdge(state + 1); edge++) {
        SortedSet<String> changes = new TreeSet<>();
        List<Value> from = graph.state(state);
        List<Value> to = graph.state(graph.target(edge));
        for (int i = 0; i < from.size(); i++) {
          StepKind.changes(graph.variables().get(i), from.get(i), to.get(i), changes);
        }
        String action = graph.alphabet().get(graph.action(edge)).name();
        expected.merge(new StepKind(action, changes), 1, Integer::sum);
      }
    }
    assertThat(expected).hasSizeGreaterThan(3);
    assertThat(StepKinds.count(graph)).isEqualTo(expected);
    assertThat(expected.values().stream().mapToInt(n -> n).sum()).isEqualTo(74);
  }
}
