package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.tlc.Configuration;
import java.nio.file.Files;
import java.nio.file.Path;

/** A specification of the user's own, checked as if it were a row of the table without numbers. */
final class OwnSpec {
  private OwnSpec() {}

  /** Whether a name on the command line stands for a file. */
  static boolean isFile(String name) {
    return name.endsWith(".tla") || name.endsWith(".cfg");
  }

  /**
   * The model made of a module and its configuration.
   *
   * @param config {@code null} for the one beside the module, of the same name
   * @throws Refusal if a file is missing
   */
  static Model of(String name, Path config) throws Refusal {
    if (name.endsWith(".cfg")) {
      throw Refusal.badInput(name + " is a configuration; name the module, and this with --config");
    }
    Path module = Path.of(name).toAbsolutePath().normalize();
    if (Files.isDirectory(module)) {
      throw Refusal.badInput(module + " is a folder; name a module's file");
    }
    if (!Files.isRegularFile(module)) {
      throw Refusal.badInput(
          "there is no file "
              + module
              + "; name a module's file, or a model of the table (`sluice list models`)");
    }
    String stem = module.getFileName().toString().replaceAll("\\.tla$", "");
    Path beside = module.resolveSibling(stem + ".cfg");
    if (config == null && !Files.isRegularFile(beside)) {
      throw Refusal.badInput(
          "there is no configuration "
              + beside
              + "; write one (SPECIFICATION Spec, INVARIANT ..., CONSTANT ...), or name it with"
              + " --config");
    }
    Path used = config == null ? beside : config.toAbsolutePath().normalize();
    if (!Files.isRegularFile(used)) {
      throw Refusal.badInput(
          Files.isDirectory(used)
              ? used + " is a folder; name a configuration's file"
              : "there is no configuration " + used + "; name another with --config");
    }
    return new Model(
        stem,
        used.getFileName().toString(),
        module,
        Configuration.of(used),
        Lane.SMOKE,
        "ok",
        -1,
        -1,
        -1,
        0,
        -1,
        "",
        "",
        "",
        "");
  }
}
