package dev.sluice.model.tlc;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.jar.JarFile;

/**
 * The TLA+ tools that a run uses: the ones Sluice comes with, or the user's own {@code
 * tla2tools.jar}.
 *
 * @param path the jar
 * @param bundled whether it is the one that Sluice comes with
 */
public record TlcJar(Path path, boolean bundled) {

  /**
   * The user's own jar.
   *
   * @throws IOException with a sentence, if there is no jar there or TLC is not in it
   */
  public static TlcJar of(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new IOException(path + " is not a file; name a tla2tools.jar, or leave the option out");
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      if (jar.getEntry("tlc2/TLC.class") == null
          || jar.getEntry("tlc2/util/IStateWriter.class") == null) {
        throw new IOException(path + " is a jar, but TLC is not in it; name a tla2tools.jar");
      }
    } catch (java.util.zip.ZipException e) {
      throw new IOException(path + " is not a jar (" + e.getMessage() + ")", e);
    }
    return new TlcJar(path.toAbsolutePath().normalize(), false);
  }

  /** Whether this TLC takes an option that not every version knows. */
  boolean takes(String option) throws IOException {
    try (JarFile opened = new JarFile(path.toFile());
        InputStream main = opened.getInputStream(opened.getEntry("tlc2/TLC.class"))) {
      return new String(main.readAllBytes(), StandardCharsets.ISO_8859_1).contains(option);
    }
  }

  /**
   * The jar that Sluice comes with, found on its own class path.
   *
   * @throws IOException if it is not there: the installation is damaged
   */
  public static TlcJar shipped() throws IOException {
    try {
      Class<?> tlc = Class.forName("tlc2.TLC", false, TlcJar.class.getClassLoader());
      return new TlcJar(home(tlc), true);
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "TLC is missing from Sluice's class path; build it again with mvn package", e);
    }
  }

  /** Where the class files of the probe are: the second half of a run's class path. */
  static Path home(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the class path holds an unusable entry: " + source.getLocation(), e);
    }
  }
}
