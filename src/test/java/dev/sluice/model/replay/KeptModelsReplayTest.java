package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.ModelTraces;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.KeptGraph;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.graph.TraceStore;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The kernels replay every trace model whole, refusals included, on the graph that its kept
 * behaviours make up: one test for each model, and no TLC. These are also what mutants of the
 * kernels are held against.
 */
class KeptModelsReplayTest {
  private static Map<String, Kept> kept;

  private record Kept(Model model, TraceStore.Entry entry, StateGraph graph) {}

  /** Read once: what is read does not depend on any kernel. */
  private static synchronized Map<String, Kept> kept() throws Exception {
    if (kept == null) {
      Map<String, Kept> read = new LinkedHashMap<>();
      ModelTraces traces = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath()));
      TraceStore store = traces.store();
      for (TraceStore.Entry entry : store.index()) {
        Model model =
            traces.models().stream()
                .filter(one -> one.id().equals(entry.id()))
                .findFirst()
                .orElseThrow();
        if (model.replayed() && entry.isWhole()) { // what a part forbids, it does not show
          StateGraph graph = KeptGraph.of(store.read(entry, entry.specSha256()));
          read.put(entry.id(), new Kept(model, entry, graph));
        }
      }
      kept = read;
    }
    return kept;
  }

  static Stream<String> models() throws Exception {
    return kept().keySet().stream();
  }

  @Test
  void thereAreModels() throws Exception {
    assertThat(kept()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("models")
  void theKernelsTakeWhatItAllowsAndRefuseTheRest(String id) throws Exception {
    Kept one = kept().get(id);
    assertThat(one.graph().states()).isEqualTo(one.entry().states());
    assertThat(one.graph().transitions()).isEqualTo(one.entry().transitions());
    Twin<?> twin = Systems.twin(one.model().replay(), one.graph().constants());
    ReplayReport report = Replay.run(one.graph(), new SaysWhy<>(twin));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.faithful()).isTrue();
    assertThat(report.walked()).isEqualTo(one.entry().transitions());
    assertThat(report.refused() + report.absent()).isPositive();
  }

  /** Another twin, whose kernels refuse nothing without a reason. */
  private record SaysWhy<W>(Twin<W> twin) implements Twin<W> {
    @Override
    public List<Part<W>> parts() {
      return twin.parts();
    }

    @Override
    public List<Action> actions() {
      return twin.actions();
    }

    @Override
    public W initial() {
      return twin.initial();
    }

    @Override
    public W copy(W world) {
      return twin.copy(world);
    }

    @Override
    public String broken(W world) {
      return twin.broken(world);
    }

    @Override
    public Step<W> bind(String action, List<Value> arguments) {
      Step<W> step = twin.bind(action, arguments);
      return world -> {
        Attempt attempt = step.attempt(world);
        if (attempt.kind() == Attempt.Kind.REFUSED) {
          assertThat(attempt.because()).as("why %s is refused", action).isNotBlank();
        }
        return attempt;
      };
    }
  }
}
