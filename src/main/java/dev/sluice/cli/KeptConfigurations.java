package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.trace.DiskTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Shows the configurations of models, or keeps them with the modules that they are about. */
final class KeptConfigurations {
  private KeptConfigurations() {}

  /** The text of a configuration, as TLC gets it. */
  static String text(Model model) throws Refusal {
    try {
      String text = model.config().text();
      return text.endsWith("\n") ? text : text + "\n";
    } catch (IOException e) {
      throw Refusal.badInput(model.config() + " cannot be read: " + e.getMessage());
    }
  }

  /**
   * Writes configurations into a new folder, beside copies of the modules, so that they can be
   * checked there by whatever runs TLC.
   *
   * @return how one of them is checked there
   * @throws Refusal if there is something in the folder, or it cannot be written
   */
  static String keep(List<Model> models, List<Path> library, Path folder) throws Refusal {
    OutFolder.reachable("--out", folder);
    try {
      Files.createDirectories(folder);
      try (Stream<Path> inside = Files.list(folder)) {
        if (inside.findAny().isPresent()) {
          throw Refusal.badInput(
              "--out " + folder + " is not empty; name a new folder, so that nothing is mixed");
        }
      }
      SortedMap<String, Path> modules = new TreeMap<>();
      Set<Path> roots = new HashSet<>();
      for (Model model : models) {
        Files.writeString(folder.resolve(model.config().name()), text(model));
        if (roots.add(model.rootModule())) {
          modules.putAll(SpecDigest.files(model.rootModule(), library));
        }
      }
      for (Path module : modules.values()) {
        Files.copy(module, folder.resolve(module.getFileName()));
      }
      Model last = models.get(models.size() - 1);
      return "check "
          + folder.resolve(last.rootModule().getFileName())
          + " --config "
          + folder.resolve(last.config().name());
    } catch (IOException e) {
      throw Refusal.notDecided(DiskTrouble.notWritten("--out " + folder, e));
    }
  }
}
