package dev.sluice.model.vacuity;

import dev.sluice.model.SpecLines;
import java.util.ArrayList;
import java.util.List;

/** Text of a part of a module. Lines and columns count from 1, and ends are included. */
final class PartText {
  private PartText() {}

  /** Returns a part on one line, without comments. */
  static String of(List<String> lines, int beginLine, int beginColumn, int endLine, int endColumn) {
    List<String> all = new ArrayList<>();
    for (int number = beginLine; number <= endLine; number++) {
      String line = lines.get(number - 1);
      int from = number == beginLine ? beginColumn - 1 : 0;
      int to = number == endLine ? endColumn : line.length();
      all.add(line.substring(from, to));
    }
    return SpecLines.squeezed(all);
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
      String line = SpecLines.withoutComment(lines.get(number - 1)).stripTrailing();
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
}
