package dev.sluice.example.stopandwait;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must hold of the example's specification, kernels and log together. */
class StopAndWaitTest {
  private static final Path EXAMPLE = Path.of("src/test/resources/example");

  @TempDir Path folder;

  @Test
  void theModelHoldsAndTheControlIsCaughtAndTheKernelsTakeEveryTransition() throws Exception {
    ModelTable table = ModelTable.load(EXAMPLE);
    ModelCheck check = new ModelCheck(new Tlc(JarInUse.jar()), table.library());
    List<StateGraph> graphs = new ArrayList<>();
    for (Model model : table.models()) {
      var limits = new ModelCheck.Limits(1, 512, 60, true, true, false);
      Path own = Files.createTempDirectory(folder, "run");
      assertThat(check.check(model, limits, own, graphs::add, p -> {}).problems()).isEmpty();
    }
    ReplayReport report = Replay.run(graphs.get(0), new StopAndWaitTwin());
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.unwitnessed()).isEmpty();
    assertThat(report.walked()).isEqualTo(report.transitions());
  }

  @Test
  void theLogOfARunIsABehaviourAndIsNoneOnceAnEventIsWrong() throws Exception {
    Path file = folder.resolve("run.jsonl");
    new StopAndWaitHost(4, Files.newOutputStream(file)).run();
    EventLog log = EventLog.read(file);
    assertThat(log.events()).extracting(LogEvent::action).contains("Timeout");
    List<Path> library = new ArrayList<>(ModelTable.load(EXAMPLE).library());
    library.add(Path.of("spec/lib").toAbsolutePath());
    Validation validation = new Validation(new Tlc(JarInUse.jar()), library);
    try (JudgePool pool = validation.pool(Housing.BRIEF, 1, folder.resolve("judge"))) {
      assertThat(judge(log, pool).isAccepted()).isTrue();
      for (LogEvent event : log.events()) {
        List<LogEvent> events = new ArrayList<>(log.events());
        String name = event.variables().containsKey("next") ? "next" : "passed";
        events.set((int) event.number() - 1, event.telling(Map.of(name, LogValue.of(9))));
        assertThat(judge(log.with(events), pool).rejected().number()).isEqualTo(event.number());
      }
    }
  }

  private static Judged judge(EventLog log, JudgePool pool) throws Exception {
    return Validation.judge(log, List.of(new StopAndWaitProjection()), pool).get(0);
  }
}
