package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Toy;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.trace.StepKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of steps in logs, beside the kinds of a model's transitions. */
class ExercisedTest {
  /** A specification whose wire no log tells in the way of its models. */
  private static final class Relay implements Projection {
    @Override
    public String spec() {
      return "Relay";
    }

    @Override
    public List<Behaviour> behaviours(EventLog log) {
      return List.of();
    }

    @Override
    public Set<String> constants() {
      return Set.of();
    }

    @Override
    public Set<String> network() {
      return Set.of("wire");
    }
  }

  private static Accepted steps(Set<String> variables, String... kinds) {
    TreeMap<StepKind, Integer> all = new TreeMap<>();
    for (String kind : kinds) {
      all.put(StepKind.parse(kind), 1);
    }
    return new Accepted(kinds.length, 1, variables, all);
  }

  /** Leaves the wire out on both sides: a log's Send is the model's, however the wire changes. */
  @Test
  void aVariableOfTheNetworkMakesNoKind(@TempDir Path scratch) throws Exception {
    StateGraph graph = Toy.graph(scratch, "Relay", 1);
    Exercised exercised = new Exercised(new Relay());
    exercised.model(graph);
    assertThat(exercised.summary().never()).containsExactly("Lose", "Receive", "Send");
    Set<String> variables = Set.of("next", "seen", "wire");
    exercised.log(steps(variables, "Send: next+, wire~", "Send: next+"));
    Exercised.Summary summary = exercised.summary();
    assertThat(summary.steps()).isEqualTo(2);
    assertThat(summary.never()).containsExactly("Lose", "Receive");
    assertThat(summary.kindsSeen()).as("kinds of the model that are in logs").isEqualTo(1);
    long sends =
        java.util.stream.IntStream.range(0, graph.transitions())
            .filter(edge -> graph.alphabet().get(graph.action(edge)).name().equals("Send"))
            .count();
    assertThat(summary.seen()).as("transitions of this kind").isEqualTo(sends);
  }

  /** Compares by the variables of both: logs of this writer have no seen. */
  @Test
  void aVariableThatNoLogKeepsMakesNoKind(@TempDir Path scratch) throws Exception {
    Exercised exercised = new Exercised(new Relay());
    exercised.model(Toy.graph(scratch, "Relay", 1));
    exercised.log(steps(Set.of("next"), "Receive: "));
    assertThat(exercised.summary().never()).containsExactly("Lose", "Send");
    assertThat(exercised.summary().kinds()).as("Lose, Receive and Send").isEqualTo(3);
  }
}
