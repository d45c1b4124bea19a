package dev.sluice.cli;

import dev.sluice.model.ModelTable;
import java.net.URISyntaxException;
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
    Path jar = jar();
    for (Path at = jar == null ? null : jar.getParent(); at != null; at = at.getParent()) {
      if (!ModelTable.files(at).isEmpty()) {
        return at;
      }
    }
    return null;
  }

  /** Where this program's own classes are, usually a jar; {@code null} where nobody can tell. */
  static Path jar() {
    CodeSource source = Home.class.getProtectionDomain().getCodeSource();
    try {
      return source == null ? null : Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
