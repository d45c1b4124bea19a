package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sluice.model.graph.TraceStore;
import dev.sluice.model.replay.BehaviourReplay;
import dev.sluice.model.replay.Twin;
import dev.sluice.trace.ItfTrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The kept behaviours belong to the specifications as they stand, are whole, and lead the kernels
 * to every state they show. No TLC is needed for any of this.
 */
class ModelTracesTest {
  /** So that a checkout stays small; 20 MB are the goal. */
  private static final long MOST_BYTES = 13_200_000;

  private ModelTraces traces;
  private TraceStore store;
  private List<TraceStore.Entry> index;

  @BeforeEach
  void open() throws Exception {
    traces = new ModelTraces(ModelTable.load(Path.of("").toAbsolutePath()));
    store = traces.store();
    index = store.index();
    assumeFalse(index.isEmpty(), "no behaviours are kept yet: './sluice traces' writes them");
  }

  private Map<String, Model> models() {
    return traces.models().stream().collect(Collectors.toMap(Model::id, model -> model));
  }

  @Test
  void whatTheTableKeepsIsKeptAndNothingElse() {
    Set<String> kept = index.stream().map(TraceStore.Entry::id).collect(Collectors.toSet());
    assertThat(kept).isEqualTo(traces.ids());
  }

  @Test
  void theyWereTakenFromTheSpecificationsAsTheyStand() throws Exception {
    for (TraceStore.Entry entry : index) {
      assertThat(entry.specSha256())
          .as("%s: its specification was edited; './sluice traces' writes it anew", entry.id())
          .isEqualTo(traces.digest(models().get(entry.id())));
    }
  }

  @Test
  void theyTakeWhatTheTablePins() throws Exception {
    for (TraceStore.Entry entry : index) {
      Model model = models().get(entry.id());
      assertThat(entry.all()).as(entry.id()).isEqualTo(model.transitions());
      assertThat(entry.isWhole()).as(entry.id()).isEqualTo(model.kept() == Model.ALL);
      if (entry.isWhole()) {
        assertThat(entry.states()).as(entry.id()).isEqualTo(model.states());
      } else {
        assertThat(entry.steps()).as(entry.id()).isEqualTo(model.kept());
      }
      assertThat(entry.shortfalls(store.read(entry, traces.digest(model)))).isEmpty();
    }
  }

  @Test
  void theyAreSmallEnoughToBeKept() throws Exception {
    long bytes = 0;
    try (Stream<Path> files = Files.walk(Path.of("model-traces"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    assertThat(bytes).isLessThanOrEqualTo(MOST_BYTES);
  }

  @Test
  void theKernelsFollowEveryOneOfThemToItsEnd() throws Exception {
    for (TraceStore.Entry entry : index) {
      Model model = models().get(entry.id());
      if (!model.replayed()) {
        continue; // the table says why
      }
      int steps = 0;
      for (ItfTrace behaviour : store.read(entry, entry.specSha256())) {
        Twin<?> twin = Systems.twin(model.replay(), behaviour.meta().constants());
        BehaviourReplay.Report report = BehaviourReplay.run(behaviour, twin);
        assertThat(report.misfits()).as(entry.id()).isEmpty();
        assertThat(report.mismatch()).as(entry.id()).isEmpty();
        steps += report.steps();
      }
      assertThat(steps).as(entry.id()).isEqualTo(entry.steps()).isPositive();
    }
  }
}
