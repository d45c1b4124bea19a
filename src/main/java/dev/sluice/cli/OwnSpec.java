package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
   * @param config {@code null} for the one beside the module, of the same name, or else the one
   *     that the module's file holds, as the modules do that TLC writes for a counterexample
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
    boolean isWithin = config == null && !Files.isRegularFile(beside);
    if (isWithin && within(module).isEmpty()) {
      throw Refusal.badInput(
          "there is no configuration "
              + beside
              + "; write one (SPECIFICATION Spec, INVARIANT ..., CONSTANT ...), or name it with"
              + " --config");
    }
    Path used = isWithin ? module : config == null ? beside : config.toAbsolutePath().normalize();
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
        configuration(used),
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

  /** A model's own folder first, then what the user names, then Sluice's. */
  static List<Path> library(List<Model> models, OwnLibrary own, Session session) throws Refusal {
    Set<Path> library = new LinkedHashSet<>();
    models.forEach(model -> library.add(model.rootModule().getParent()));
    library.addAll(own.in(session.environment()));
    if (session.hasProject()) {
      library.addAll(new ModelTable(session.root(), List.of(), List.of()).library());
    }
    return List.copyOf(library);
  }

  private static Configuration configuration(Path used) throws Refusal {
    if (!used.toString().endsWith(".tla")) {
      return Configuration.of(used);
    }
    String stem = used.getFileName().toString().replaceAll("\\.tla$", "");
    return within(used)
        .orElseThrow(
            () ->
                Refusal.badInput(
                    used
                        + " holds no configuration: a line ---- CONFIG "
                        + stem
                        + " ---- begins one, and a line ==== ends it"));
  }

  private static Optional<Configuration> within(Path module) throws Refusal {
    try {
      return Configuration.within(module);
    } catch (IOException e) {
      throw Refusal.badInput(module + " cannot be read: " + e.getMessage());
    }
  }
}
