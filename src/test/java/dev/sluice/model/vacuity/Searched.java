package dev.sluice.model.vacuity;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.Toy;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.TlcRun;
import java.io.IOException;
import java.nio.file.Path;

/** Searches of TLC for tests of this package. */
final class Searched {
  private Searched() {}

  /** Searches a module with the configuration beside it. */
  static TlcRun search(Path scratch, Path module, Reporting report, int workers)
      throws IOException, InterruptedException {
    Path config = module.resolveSibling(module.getFileName().toString().replace(".tla", ".cfg"));
    return Toy.run(scratch, module, config, workers, 120, report);
  }

  /** Returns a row for a module. */
  static Model model(Path module, String name) throws IOException {
    String specification = module.getFileName().toString().replace(".tla", "");
    Configuration config = Configuration.of(module.resolveSibling(specification + ".cfg"));
    return new Model(
        specification,
        name,
        module,
        config,
        Lane.SMOKE,
        "ok",
        1,
        1,
        1,
        0,
        -1,
        "none: a test",
        "",
        "",
        "");
  }
}
