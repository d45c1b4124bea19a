package dev.sluice.cli;

import dev.sluice.model.Modelled;
import dev.sluice.model.Systems;
import dev.sluice.model.validate.Projection;
import java.nio.file.Path;

/** Where specifications and log modules stand. */
final class SpecFiles {
  private SpecFiles() {}

  /** A specification's module. */
  static Path module(String spec) {
    return folder(spec).resolve(spec + ".tla");
  }

  /** Its log module, or the configuration of that. */
  static Path log(Projection projection, String ending) {
    return folder(projection.spec()).resolve("log").resolve(projection.spec() + "Log" + ending);
  }

  private static Path folder(String spec) {
    Modelled system =
        Systems.all().stream()
            .filter(
                each ->
                    each.protocol().specifications().stream()
                        .anyMatch(one -> one.name().equals(spec)))
            .findFirst()
            .orElseThrow();
    return Path.of("spec", system.protocol().name());
  }
}
