package dev.sluice.example.stopandwait;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Constants;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JarInUse;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What must hold of the example's specification, kernels and log together. */
class StopAndWaitTest {
  private static final Path EXAMPLE = Path.of("src/test/resources/example");

  private static final Projection SEEN = Projection.whole(StopAndWaitHost.SPEC, "Last");

  @TempDir Path folder;

  @Test
  void theModelHoldsAndTheControlIsCaughtAndTheKernelsTakeEveryTransition() throws Exception {
    ModelTable table = ModelTable.load(EXAMPLE);
    ModelCheck check = new ModelCheck(new Tlc(JarInUse.jar()), table.library());
    List<StateGraph> graphs = new ArrayList<>();
    for (Model model : table.models()) {
      var limits = new ModelCheck.Limits(1, 512, 60, true, true, false);
      Path own = Files.createTempDirectory(folder, "run");
      assertThat(check.check(model, limits, own, graphs::add, p -> {}, phase -> {}).problems())
          .isEmpty();
    }
    int last = new Constants(graphs.get(0).constants()).integer("Last");
    ReplayReport report = Replay.run(graphs.get(0), new StopAndWaitTwin(last));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.unwitnessed()).isEmpty();
    assertThat(report.walked()).isEqualTo(report.transitions());
  }

  @Test
  void theLogOfARunIsABehaviourAndIsNoneOnceAnEventIsWrong() throws Exception {
    Path file = folder.resolve("run.jsonl");
    new StopAndWaitHost().run(4, Files.newOutputStream(file));
    EventLog log = EventLog.read(file);
    assertThat(log.events()).extracting(LogEvent::action).contains("Timeout");
    List<Path> library = new ArrayList<>(ModelTable.load(EXAMPLE).library());
    library.add(Path.of("spec/lib").toAbsolutePath());
    Validation validation = new Validation(new Tlc(JarInUse.jar()), library);
    try (JudgePool pool = validation.pool(Housing.BRIEF, 1, folder.resolve("judge"))) {
      assertThat(judge(log, pool).isAccepted()).isTrue();
      for (LogEvent event : log.events()) {
        String name = event.variables().containsKey("next") ? "next" : "passed";
        EventLog wrong = log.with(event.telling(Map.of(name, LogValue.of(9))));
        assertThat(judge(wrong, pool).rejected())
            .hasValueSatisfying(step -> assertThat(step.number()).isEqualTo(event.number()));
      }
    }
  }

  private static Judged judge(EventLog log, JudgePool pool) throws Exception {
    return Validation.judge(log, List.of(SEEN), pool).judged().get(0);
  }

  /** Specification, models and control, kernels, twin, host and log module, and this test. */
  @Test
  void aProtocolTakesFewerThanThreeHundredLines() throws IOException {
    int lines = 0;
    for (Path part : List.of(EXAMPLE, Path.of("src/test/java/dev/sluice/example"))) {
      try (Stream<Path> files = Files.walk(part)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String text = Files.readString(file);
          text = text.replaceAll("(?m)^(package|import) .*|^\\(\\*.*", ""); // nor the header
          lines += text.lines().filter(line -> !line.isBlank()).count();
        }
      }
    }
    assertThat(lines).isBetween(200, 299);
  }
}
