package dev.sluice.prose;

import java.util.function.Consumer;

/** Text of one passage under construction, in step with the lines of its file. */
final class PassageText {
  private final StringBuilder text = new StringBuilder();
  private int first;
  private int line;

  /** Appends text that begins on a line of the file, with the line breaks in between. */
  PassageText append(int at, String more) {
    if (text.isEmpty()) {
      first = at;
      line = at;
    }
    while (line < at) {
      text.append('\n');
      line++;
    }
    text.append(more);
    line += (int) more.chars().filter(c -> c == '\n').count();
    return this;
  }

  /** Appends the placeholder for code. */
  PassageText code(int at) {
    return append(at, Passage.CODE);
  }

  /** Hands the passage to a consumer unless it is blank, and starts an empty one. */
  void flush(ProseKind kind, PassageRole role, String file, Consumer<Passage> to) {
    if (!text.toString().isBlank()) {
      to.accept(new Passage(kind, role, file, first, text.toString()));
    }
    text.setLength(0);
  }
}
