package dev.sluice.model.tlc;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The TLC that the tests hold Sluice against: the one that comes with it, or the jar that the
 * environment variable {@code SLUICE_TLA2TOOLS} names.
 */
public final class JarInUse {
  private JarInUse() {}

  /** The jar that the variable names, or {@code ""}. */
  public static String named() {
    return System.getenv().getOrDefault("SLUICE_TLA2TOOLS", "");
  }

  /** The jar to use. */
  public static TlcJar jar() throws IOException {
    return named().isEmpty() ? TlcJar.shipped() : TlcJar.of(Path.of(named()));
  }
}
