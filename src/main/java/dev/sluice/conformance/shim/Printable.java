package dev.sluice.conformance.shim;

import java.nio.charset.StandardCharsets;

/** Shows bytes of a shim on a terminal or in a report, where they can do nothing. */
public final class Printable {
  private Printable() {}

  /**
   * Returns text without control characters, escape sequences and marks of writing direction: they
   * are shown as {@code \x1b} or <code>&#92;u202e</code>.
   */
  public static String of(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              switch (Character.getType(point)) {
                case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    out.append((point < 0x100 ? "\\x%02x" : "\\u%04x").formatted(point));
                default -> out.appendCodePoint(point);
              }
            });
    return out.toString();
  }

  /** Returns the beginning of some bytes, escaped, with an ellipsis if there are more. */
  static String of(byte[] bytes, int length, int most) {
    String text = new String(bytes, 0, Math.min(length, most), StandardCharsets.UTF_8);
    return of(text) + (length > most ? "…" : "");
  }
}
