package dev.sluice.model;

import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The small specification that tests of the machinery run on. */
public final class Toy {
  private Toy() {}

  /** The folder of the toy's modules and configurations. */
  public static Path folder() {
    return Path.of("src/test/resources/toy").toAbsolutePath();
  }

  /** Runs TLC on one of the toy's configurations. */
  public static TlcRun run(Path scratch, String module, String config, int workers)
      throws IOException, InterruptedException {
    return run(scratch, folder().resolve(module), folder().resolve(config), workers, 0);
  }

  /**
   * Reads the graph that TLC finds in one of the toy's models.
   *
   * <p>The property {@code sluice.toys} names a folder that keeps what TLC wrote, so that tests of
   * thousands of mutants of the reader's side do not start TLC anew for each (docs/mutation.md).
   */
  public static StateGraph graph(Path scratch, String model, int workers) throws Exception {
    String toys = System.getProperty("sluice.toys");
    if (toys == null) {
      return GraphReader.read(run(scratch, model + ".tla", model + ".cfg", workers).graph());
    }
    Path kept = Path.of(toys, model + "-" + workers);
    if (!Files.exists(kept)) {
      Path written = run(scratch, model + ".tla", model + ".cfg", workers).graph();
      Path whole = Files.createDirectories(Path.of(toys)).resolve(model + "-" + UUID.randomUUID());
      Files.createDirectory(whole);
      try (Stream<Path> files = Files.list(written)) {
        for (Path file : files.toList()) {
          Files.copy(file, whole.resolve(file.getFileName()));
        }
      }
      Files.move(whole, kept);
    }
    return GraphReader.read(kept);
  }

  /** Runs TLC on any module, with the bundled jar, and keeps its graph. */
  public static TlcRun run(Path scratch, Path module, Path config, int workers, long seconds)
      throws IOException, InterruptedException {
    return run(scratch, module, config, workers, seconds, Reporting.GRAPH);
  }

  /** Runs TLC on any module, with the bundled jar. */
  public static TlcRun run(
      Path scratch, Path module, Path config, int workers, long seconds, Reporting report)
      throws IOException, InterruptedException {
    TlcRequest request =
        new TlcRequest(
            module,
            Configuration.of(config),
            List.of(),
            workers,
            512,
            seconds,
            report,
            Housing.BRIEF,
            TlcOptions.NONE);
    Path folder = Files.createTempDirectory(scratch, "run");
    return new Tlc(TlcJar.shipped()).run(request, folder, done -> {});
  }
}
