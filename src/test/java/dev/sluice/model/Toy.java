package dev.sluice.model;

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

  /** Runs TLC on any module, with the bundled jar. */
  public static TlcRun run(Path scratch, Path module, Path config, int workers, long seconds)
      throws IOException, InterruptedException {
    TlcRequest request =
        new TlcRequest(
            module,
            Configuration.of(config),
            List.of(),
            workers,
            512,
            seconds,
            Reporting.GRAPH,
            Housing.BRIEF,
            TlcOptions.NONE);
    Path folder = Files.createTempDirectory(scratch, "run");
    return new Tlc(TlcJar.shipped()).run(request, folder, done -> {});
  }
}
