package dev.sluice.prose;

import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Mode of the ratchet, as {@code -Dsluice.prose} names it. */
enum ProseMode {
  /** Fails if a number is worse than recorded. */
  CHECK,

  /** Does the same, and otherwise records all numbers. */
  WRITE,

  /** Records all numbers, also those that are worse. */
  RAISE;

  private static final String AFTER =
      """

      Rewrite these places; target/prose.txt lists the place of each occurrence.
      If correct text needs the number, say why in the commit, and record it:
        mvn test -Dtest=ProseTest -Dsluice.prose=raise
      """;

  /**
   * Returns the mode that a property names.
   *
   * @param property null, "write" or "raise"
   */
  static ProseMode of(String property) {
    if (property == null) {
      return CHECK;
    }
    return switch (property) {
      case "write" -> WRITE;
      case "raise" -> RAISE;
      default ->
          throw new IllegalArgumentException(
              "invalid -Dsluice.prose=\"" + property + "\"; use \"write\" or \"raise\"");
    };
  }

  /**
   * Returns the recorded numbers.
   *
   * @throws IOException if the file is absent or invalid, unless this mode writes it anew
   */
  ProseRatchet recorded(Path file, ProseCensus now) throws IOException {
    return this == RAISE && !Files.exists(file) ? ProseRatchet.of(now) : ProseRatchet.read(file);
  }

  /** Fails if the check failed and this mode permits no worse number; records if it does that. */
  void apply(Path file, ProseCheck check) throws IOException {
    if (this != RAISE && !check.failures().isEmpty()) {
      fail(
          "The prose is worse than %s allows:\n%s\n%s",
          file, String.join("\n", check.failures()), AFTER);
    }
    if (this != CHECK) {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, ProseRatchet.of(check.now()).text());
    }
  }
}
