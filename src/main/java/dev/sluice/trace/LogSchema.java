package dev.sluice.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The published JSON Schema of the event log, {@code schema/}, as the program carries it along. */
public final class LogSchema {
  private static final String FILE = LogHeader.FORMAT + "-" + LogHeader.VERSION + ".schema.json";

  private LogSchema() {}

  /** The schema's text. */
  public static String text() {
    try (InputStream in = LogSchema.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the program was built without " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
