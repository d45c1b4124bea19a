package dev.sluice.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;

/**
 * Finds the project's root, wherever the command was called from: the launcher says where it is,
 * and a jar that is started by hand lies in its {@code target/}.
 */
final class Home {
  private Home() {}

  /** The root, or {@code null} where there is none to be found. */
  static Path find(Map<String, String> environment) {
    String told = System.getProperty("sluice.home", environment.getOrDefault("SLUICE_HOME", ""));
    if (!told.isEmpty()) {
      return Path.of(told).toAbsolutePath().normalize();
    }
    CodeSource source = Home.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return null;
    }
    try {
      Path at = Path.of(source.getLocation().toURI());
      for (Path folder = at.getParent(); folder != null; folder = folder.getParent()) {
        if (Files.isRegularFile(folder.resolve("spec").resolve("models.toml"))) {
          return folder;
        }
      }
      return null;
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
