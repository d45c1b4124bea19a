package dev.sluice.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The scenarios that come with Sluice, by name; they are files like a user's own. */
public final class ReadyScenarios {
  private static final List<String> NAMES =
      List.of(
          "incast",
          "trimmed-incast",
          "incast-sweep",
          "fair-incast",
          "latecomer",
          "outcast",
          "permutation",
          "websearch",
          "many-to-many",
          "local",
          "link",
          "network",
          "isolation",
          "ring",
          "link-failure",
          "mixed-speed",
          "base-rtt",
          "growth",
          "first-windows",
          "handshake",
          "rccc-14",
          "rccc-8",
          "roce-write",
          "roce-read",
          "roce-send",
          "roce-loss",
          "roce-incast",
          "roce-permutation",
          "roce-websearch",
          "roce-beside-uet",
          "roce-alone",
          "rcm-two-flows",
          "rcm-incast",
          "rcm-isolation",
          "victim",
          "victim-switch",
          "ecn-before-pfc",
          "ldcp-incast",
          "ldcp-first-round",
          "ldcp-churn",
          "ldcp-thousand",
          "ldcp-read",
          "ldcp-read-write",
          "ldcp-read-loss",
          "ldcp-rate-incast",
          "hpcc-incast",
          "hpcc-load",
          "hpcc-eta",
          "hpcc-stages",
          "hpcc-read",
          "hpcc-reference",
          "hpcc-returned",
          "hpcc-sojourn",
          "hpcc-wai",
          "hpcc-beyond",
          "hpcc-visitor",
          "hpcc-mice",
          "hpcc-websearch");

  private ReadyScenarios() {}

  /** Their names. */
  public static List<String> names() {
    return NAMES;
  }

  /** The text of one, or empty if there is none of that name. */
  public static Optional<String> text(String name) {
    if (!NAMES.contains(name)) {
      return Optional.empty();
    }
    try (InputStream in = ReadyScenarios.class.getResourceAsStream(name + ".toml")) {
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name that was probably meant, or {@code ""}. */
  public static String nearest(String typed) {
    return Nearest.of(typed, NAMES);
  }
}
