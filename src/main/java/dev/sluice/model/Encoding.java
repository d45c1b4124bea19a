package dev.sluice.model;

import dev.sluice.model.tlc.Configuration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Byte order marks, which editors may put at the start of a file, and TLC does not know. */
final class Encoding {
  private static final int LONGEST = 3;

  private Encoding() {}

  /** Returns the reason for which TLC cannot read a file, or {@code null}. */
  static String problem(Configuration config, Path module) throws IOException {
    switch (Mark.of(config.bytes())) {
      case UTF_8 -> {
        return config
            + " begins with a byte order mark (EF BB BF), which TLC takes for part of the first"
            + " word, so that it skips the section; save the file as UTF-8 without one";
      }
      case UTF_16 -> {
        return Mark.utf16(config);
      }
      default -> {
        return Mark.of(start(module)) == Mark.UTF_16 ? Mark.utf16(module) : null;
      }
    }
  }

  /** Returns a warning about a mark that TLC skips. */
  static Optional<String> warning(Path module) throws IOException {
    return Mark.of(start(module)) == Mark.UTF_8
        ? Optional.of(
            module
                + " begins with a byte order mark (EF BB BF), which TLC skips as text before the"
                + " module; other tools may not")
        : Optional.empty();
  }

  private static byte[] start(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(LONGEST);
    }
  }

  private enum Mark {
    NONE,
    UTF_8,
    UTF_16;

    static Mark of(byte[] text) {
      int first = text.length < 2 ? 0 : (text[0] & 0xFF) << 8 | text[1] & 0xFF;
      if (first == 0xFEFF || first == 0xFFFE) {
        return UTF_16;
      }
      return first == 0xEFBB && text.length >= LONGEST && (text[2] & 0xFF) == 0xBF ? UTF_8 : NONE;
    }

    static String utf16(Object file) {
      return file + " is encoded in UTF-16, which TLC cannot read; save it as UTF-8";
    }
  }
}
