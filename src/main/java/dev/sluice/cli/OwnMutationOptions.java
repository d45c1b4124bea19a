package dev.sluice.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code sluice mutate} that only a specification of the user's own has. */
final class OwnMutationOptions {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration of a FILE.tla, as with sluice check.")
  private Path config;

  @Mixin private OwnLibrary library = new OwnLibrary();

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only these mutants of a FILE.tla: Definition, Module/Definition, or"
              + " Module/Definition/guard-1; * and ? match any letters.")
  private List<String> only = new ArrayList<>();

  @Option(
      names = "--matrix",
      description =
          "Find all claims of a FILE.tla that notice a mutant, not only the first; each takes a"
              + " further search.")
  private boolean matrix;

  @Option(
      names = "--known",
      paramLabel = "FILE",
      description =
          "A TOML file of the survivors of a FILE.tla that you know: others are a failure, and so"
              + " are entries that a claim notices by now.")
  private Path known;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description =
          "Write the survivors of a FILE.tla to this TOML file, and keep the reasons that it has.")
  private Path keep;

  @Option(
      names = "--sarif",
      paramLabel = "FILE",
      description =
          "Write the survivors of a FILE.tla and the parts that nothing exercises as SARIF 2.1.0, so"
              + " that an editor marks their lines.")
  private Path sarif;

  /** Returns the options by name, for refusals. */
  Map<String, Object> given() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--config", config);
    given.put("--library", library.given() ? true : null);
    given.put("--only", only.isEmpty() ? null : only);
    given.put("--matrix", matrix);
    given.put("--known", known);
    given.put("--keep", keep);
    given.put("--sarif", sarif);
    return given;
  }

  Path config() {
    return config;
  }

  OwnLibrary library() {
    return library;
  }

  List<String> only() {
    return only;
  }

  boolean matrix() {
    return matrix;
  }

  Path known() {
    return known;
  }

  Path keep() {
    return keep;
  }

  Path sarif() {
    return sarif;
  }
}
