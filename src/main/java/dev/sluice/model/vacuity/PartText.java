package dev.sluice.model.vacuity;

import java.util.ArrayList;
import java.util.List;

/** Text of a part of a module. Lines and columns count from 1, and ends are included. */
final class PartText {
  private PartText() {}

  /** Returns a part on one line, without comments. */
  static String of(List<String> lines, int beginLine, int beginColumn, int endLine, int endColumn) {
    StringBuilder all = new StringBuilder();
    for (int number = beginLine; number <= endLine; number++) {
      String line = lines.get(number - 1);
      int from = number == beginLine ? beginColumn - 1 : 0;
      int to = number == endLine ? endColumn : line.length();
      all.append(withoutComment(line.substring(from, to))).append(' ');
    }
    return all.toString().replaceAll("\\s+", " ").strip();
  }

  /** Returns the lines of a part, with carets below the part. */
  static List<String> marked(
      List<String> lines, int beginLine, int beginColumn, int endLine, int endColumn) {
    int indent = Integer.MAX_VALUE;
    for (int number = beginLine; number <= endLine; number++) {
      String line = lines.get(number - 1);
      if (!line.isBlank()) {
        indent = Math.min(indent, line.length() - line.stripLeading().length());
      }
    }
    List<String> all = new ArrayList<>();
    for (int number = beginLine; number <= endLine; number++) {
      String line = withoutComment(lines.get(number - 1)).stripTrailing();
      if (line.isBlank()) {
        continue;
      }
      int first = line.length() - line.stripLeading().length();
      int from = number == beginLine ? beginColumn - 1 : first;
      int to = number == endLine ? endColumn : line.length();
      all.add(line.substring(indent));
      all.add(" ".repeat(from - indent) + "^".repeat(Math.max(1, to - from)));
    }
    return all;
  }

  private static String withoutComment(String line) {
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
