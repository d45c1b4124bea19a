package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.TlcOutput.HowFar;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of a long search where standard error is no terminal. */
class ProgressTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  private Progress progress() {
    return new Progress(session(), "check", List.of(), model -> 1);
  }

  private Session session() {
    PrintStream said = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(said, said, false, false, false);
    return new Session(terminal, Map.of(), () -> now, new Interrupts(), null);
  }

  /** Every 25th line estimates the time left from the work of the models that are done. */
  @Test
  void theTimeLeftIsEstimatedFromTheWorkDone() throws Exception {
    List<Model> models = ModelTable.load(Path.of("")).models().subList(0, 100);
    try (Progress progress =
        new Progress(session(), "check", models, model -> model == models.get(99) ? 1_000 : 10)) {
      for (Model model : models) {
        now += SECOND;
        progress.done(Done.without(model, Status.AS_EXPECTED, "holds", List.of()), null);
      }
    }
    List<String> estimates =
        err.toString(StandardCharsets.UTF_8).lines().filter(line -> line.endsWith("left")).toList();
    assertThat(estimates).hasSize(3);
    // 250 of 1,990 units took 25 s, and 750 took 75 s
    assertThat(estimates.get(0)).startsWith("[25/100] ").endsWith(" s; about 3 min left");
    assertThat(estimates.get(2)).startsWith("[75/100] ").endsWith(" s; about 2 min left");
  }

  private String after(long seconds, Progress progress, Model model, HowFar howFar) {
    now = seconds * SECOND;
    err.reset();
    progress.progress(model, howFar);
    return err.toString(StandardCharsets.UTF_8);
  }

  /**
   * A model that comes out otherwise than pinned is run again alone, and its count of states begins
   * anew; so do the seconds, and no rate is told over both.
   */
  @Test
  void aSearchThatBeginsAnewIsToldOfAsSuch() throws Exception {
    Model model = ModelTable.load(Path.of("")).models().get(0);
    String id = model.id();
    try (Progress progress = progress()) {
      assertThat(after(0, progress, model, new HowFar(1_000, 400, 9, 3))).isEmpty();
      assertThat(after(10, progress, model, new HowFar(21_000, 8_000, 70, 11)))
          .isEqualTo(
              id
                  + ": after 10.0 s 8,000 distinct states, 70 on the queue, depth 11,"
                  + " 2,000 states generated a second\n");
      assertThat(after(60, progress, model, new HowFar(500, 300, 8, 2))).isEmpty();
      assertThat(after(70, progress, model, new HowFar(20_500, 8_000, 70, 11)))
          .isEqualTo(
              id
                  + ": after 10.0 s 8,000 distinct states, 70 on the queue, depth 11,"
                  + " 2,000 states generated a second\n");
    }
  }
}
