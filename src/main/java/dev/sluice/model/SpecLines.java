package dev.sluice.model;

import java.util.List;

/** Lines of a specification, without their comments. */
public final class SpecLines {
  private SpecLines() {}

  /** Returns lines as one, without comments, with one space for any number of them. */
  public static String squeezed(List<String> lines) {
    StringBuilder all = new StringBuilder();
    for (String line : lines) {
      all.append(withoutComment(line)).append(' ');
    }
    return all.toString().replaceAll("\\s+", " ").strip();
  }

  /** Returns a line up to its comment; a string may contain the mark of one. */
  public static String withoutComment(String line) {
    boolean quoted = false;
    for (int i = 0; i + 1 < line.length(); i++) {
      if (line.charAt(i) == '"') {
        quoted = !quoted;
      } else if (!quoted && line.startsWith("\\*", i)) {
        return line.substring(0, i);
      }
    }
    return line;
  }
}
