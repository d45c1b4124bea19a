package dev.sluice.model.tlc;

import dev.sluice.model.tlc.probe.Probe;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The TLA+ tools that a run uses: the ones Sluice comes with, or the user's own {@code
 * tla2tools.jar}.
 *
 * @param path the jar
 * @param bundled whether it is the one that Sluice comes with
 * @param trusts whether it may run Java classes that lie beside modules
 */
public record TlcJar(Path path, boolean bundled, boolean trusts) {
  private static final String PROBE = "lib/sluice-probe.jar";
  private static final List<String> COMMUNITY =
      List.of("CommunityModules-deps.jar", "CommunityModules.jar");

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
      throw new IOException(
          path + " is not a jar; name a tla2tools.jar, or leave the option out", e);
    }
    return new TlcJar(path.toAbsolutePath().normalize(), false, false);
  }

  /** Returns the same tools, which run Java classes that lie beside modules. */
  public TlcJar trusting() {
    return new TlcJar(path, bundled, true);
  }

  /** Whether this TLC takes an option that not every version knows. */
  boolean takes(String option) throws IOException {
    return mentions("tlc2/TLC.class", option);
  }

  /** Whether this TLC reads a keyword in configurations that not every version knows. */
  public boolean reads(String keyword) throws IOException {
    return mentions("tlc2/tool/impl/ModelConfig.class", keyword);
  }

  private boolean mentions(String type, String word) throws IOException {
    try (JarFile opened = new JarFile(path.toFile())) {
      JarEntry entry = opened.getJarEntry(type);
      if (entry == null) {
        return false;
      }
      try (InputStream octets = opened.getInputStream(entry)) {
        return new String(octets.readAllBytes(), StandardCharsets.ISO_8859_1).contains(word);
      }
    }
  }

  /**
   * The jar and those of the CommunityModules that lie beside it, whether its manifest names them
   * or not, as a class path.
   */
  String classPath() {
    List<String> all = new ArrayList<>(List.of(path.toString()));
    for (String name : COMMUNITY) {
      Path beside = path.resolveSibling(name);
      if (!bundled && Files.isRegularFile(beside)) {
        all.add(beside.toString());
      }
    }
    return String.join(File.pathSeparator, all);
  }

  /**
   * The jar that Sluice comes with, found on its own class path.
   *
   * @throws IOException if it is not there: the installation is damaged
   */
  public static TlcJar shipped() throws IOException {
    try {
      Class<?> tlc = Class.forName("tlc2.TLC", false, TlcJar.class.getClassLoader());
      return new TlcJar(home(tlc), true, false);
    } catch (ClassNotFoundException e) {
      throw new IOException(
          "TLC is missing from Sluice's class path; build it again with mvn package", e);
    }
  }

  /**
   * Returns the class path entry of the probe. It is a jar of its own, because the manifest of
   * Sluice's jar names the bundled TLC, which would supply any class that a user's TLC lacks. A
   * Sluice that runs from class folders has no such jar, and uses its folder.
   *
   * @throws IOException if it is missing: the installation is damaged
   */
  static Path probe() throws IOException {
    Path own = home(Probe.class);
    if (!Files.isRegularFile(own)) {
      return own;
    }
    Path probe = own.toAbsolutePath().resolveSibling(PROBE);
    if (!Files.isRegularFile(probe)) {
      throw new IOException(probe + " is missing; build Sluice again with mvn package");
    }
    return probe;
  }

  private static Path home(Class<?> type) throws IOException {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the class path holds an unusable entry: " + source.getLocation(), e);
    }
  }
}
