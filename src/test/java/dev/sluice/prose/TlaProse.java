package dev.sluice.prose;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Passages of the comments in a TLA+ module or in a configuration for TLC. A comment that continues
 * on the next line, in the same column, is one passage; a blank line or a label begins another.
 */
final class TlaProse {
  /** Label of a paragraph in the header of a module, such as {@code Leaves out}. */
  private static final Pattern LABEL = Pattern.compile("[A-Z][a-z]+(?: [a-z]+)?\\s{2,}\\S");

  private static final Pattern TICKS = Pattern.compile("`[^`\n]*`");

  private static final int NONE = -1;

  private final String file;
  private final String source;
  private final Consumer<Passage> to;
  private final PassageText text = new PassageText();
  private int at;
  private int line = 1;
  private int depth;
  private int lastComment;
  private int begin;
  private int column = NONE;
  private int lastColumn;
  private boolean isCodeLine;

  private TlaProse(String file, String source, Consumer<Passage> to) {
    this.file = file;
    this.source = source;
    this.to = to;
  }

  /** Reads the passages of one file. */
  static void read(String file, String source, Consumer<Passage> to) {
    new TlaProse(file, source, to).scan();
  }

  private void scan() {
    StringBuilder inner = new StringBuilder();
    while (at < source.length()) {
      char c = source.charAt(at);
      if (c == '\n') {
        comment(inner);
        line++;
        isCodeLine = false;
        column = depth > 0 ? lastColumn : NONE;
        begin = at + 1;
        at++;
      } else if (source.startsWith("(*", at)) {
        mark();
        depth++;
        at += 2;
      } else if (depth > 0 && source.startsWith("*)", at)) {
        depth--;
        at += 2;
      } else if (depth > 0) {
        inner.append(c);
        at++;
      } else if (source.startsWith("\\*", at)) {
        mark();
        int end = endOfLine();
        inner.append(source, at + 2, end);
        at = end;
      } else if (c == '"') {
        isCodeLine = true;
        at = endOfString();
      } else {
        isCodeLine |= !Character.isWhitespace(c);
        at++;
      }
    }
    comment(inner);
    flush();
  }

  /** Notes the column of the first comment of a line. */
  private void mark() {
    if (column == NONE) {
      column = at - begin;
    }
  }

  private int endOfLine() {
    int end = source.indexOf('\n', at);
    return end < 0 ? source.length() : end;
  }

  private int endOfString() {
    int end = at + 1;
    while (end < source.length() && source.charAt(end) != '"' && source.charAt(end) != '\n') {
      end += source.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(
        source.length(), end < source.length() && source.charAt(end) == '"' ? end + 1 : end);
  }

  /** Adds the comment of the current line; a comment behind code begins a passage. */
  private void comment(StringBuilder inner) {
    String said = inner.toString().replaceAll("^[*\\s-]*|[*\\s-]*$", "");
    inner.setLength(0);
    boolean continues = !isCodeLine && lastComment == line - 1 && column == lastColumn;
    if (said.isEmpty() || !continues || LABEL.matcher(said).lookingAt()) {
      flush();
    }
    if (!said.isEmpty()) {
      text.append(line, TICKS.matcher(said).replaceAll(Passage.CODE));
      lastComment = line;
      lastColumn = column;
    }
  }

  private void flush() {
    text.flush(ProseKind.TLA, PassageRole.BODY, file, to);
  }
}
