package dev.sluice.model.mutate;

import dev.sluice.model.SpecLines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The text of a module, with edits that leave every other line, and every column, where it is. */
public final class SourceText {
  private static final int CONTEXT = 3;

  private final List<String> lines;

  /** Blanks that TLC's parser counts a tab as reaching a multiple of. */
  private static final int TAB = 8;

  /** Takes a text, with blanks in the place of tabs: TLC's parser counts columns so. */
  SourceText(String text) {
    this.lines =
        Stream.of(text.replace("\r\n", "\n").split("\n", -1)).map(SourceText::expanded).toList();
  }

  private static String expanded(String line) {
    if (line.indexOf('\t') < 0) {
      return line;
    }
    StringBuilder out = new StringBuilder();
    for (char c : line.toCharArray()) {
      out.append(c == '\t' ? " ".repeat(TAB - out.length() % TAB) : String.valueOf(c));
    }
    return out.toString();
  }

  /** Whether a line is of a translation from PlusCal. */
  boolean isTranslated(int number) {
    for (int i = number - 1; i >= 0; i--) {
      if (lines.get(i).contains("END TRANSLATION")) {
        return false;
      } else if (lines.get(i).contains("BEGIN TRANSLATION")) {
        return true;
      }
    }
    return false;
  }

  /**
   * A place to be replaced.
   *
   * @param beginLine where it begins; all count from 1, and ends are included
   * @param text what comes there
   * @param follows the last line of a junction list that begins behind it in its last line, whose
   *     bullets must stay below each other; 0 where there is none
   */
  public record Edit(
      int beginLine, int beginColumn, int endLine, int endColumn, String text, int follows) {
    static Edit of(Syntax node, String text, int follows) {
      return new Edit(
          node.beginLine(), node.beginColumn(), node.endLine(), node.endColumn(), text, follows);
    }
  }

  /** The text with a place replaced. */
  String with(Edit edit) {
    return String.join("\n", edited(edit));
  }

  private List<String> edited(Edit edit) {
    List<String> all = new ArrayList<>(lines);
    String first = line(edit.beginLine);
    String head = first.substring(0, edit.beginColumn - 1) + edit.text;
    String last = line(edit.endLine);
    String rest = last.substring(edit.endColumn);
    if (edit.beginLine < edit.endLine) {
      all.set(edit.beginLine - 1, head);
      for (int number = edit.beginLine + 1; number < edit.endLine; number++) {
        all.set(number - 1, "");
      }
      all.set(edit.endLine - 1, rest.isBlank() ? "" : " ".repeat(edit.endColumn) + rest);
      return all;
    }
    int longer = head.length() - edit.endColumn;
    if (longer < 0) {
      head += rest.isBlank() ? "" : " ".repeat(-longer);
      longer = 0;
    }
    all.set(edit.beginLine - 1, head + rest);
    for (int number = edit.endLine + 1; longer > 0 && number <= edit.follows; number++) {
      all.set(number - 1, line(number).isBlank() ? "" : " ".repeat(longer) + line(number));
    }
    return all;
  }

  /** The lines of an edit as they are, as one line without comments. */
  String before(Edit edit) {
    return SpecLines.squeezed(lines.subList(edit.beginLine - 1, edit.endLine));
  }

  /** The lines of an edit as they become. */
  String after(Edit edit) {
    return SpecLines.squeezed(edited(edit).subList(edit.beginLine - 1, edit.endLine));
  }

  /** The edit as a unified diff. */
  public String diff(Edit edit, String file) {
    List<String> becomes = edited(edit);
    int end = Math.max(edit.endLine, edit.follows);
    int begin = edit.beginLine;
    while (end > begin && becomes.get(end - 1).equals(line(end))) {
      end--;
    }
    int first = Math.max(1, begin - CONTEXT);
    int last = Math.min(lines.size() - 1, end + CONTEXT); // the last line is what follows the file
    StringBuilder diff = new StringBuilder();
    diff.append("--- a/").append(file).append("\n+++ b/").append(file).append('\n');
    String range = first + "," + (last - first + 1);
    diff.append("@@ -").append(range).append(" +").append(range).append(" @@\n");
    lines.subList(first - 1, begin - 1).forEach(line -> add(diff, ' ', line));
    lines.subList(begin - 1, end).forEach(line -> add(diff, '-', line));
    becomes.subList(begin - 1, end).forEach(line -> add(diff, '+', line));
    lines.subList(end, last).forEach(line -> add(diff, ' ', line));
    return diff.toString();
  }

  private static void add(StringBuilder diff, char sign, String line) {
    diff.append(sign).append(line).append('\n');
  }

  private String line(int number) {
    return lines.get(number - 1);
  }
}
