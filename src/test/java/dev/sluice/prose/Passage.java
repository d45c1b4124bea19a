package dev.sluice.prose;

import java.util.regex.Pattern;

/**
 * One paragraph, comment or message, without its code.
 *
 * @param file path from the root of the sources, with slashes
 * @param line line of the first character
 * @param text words and punctuation; line breaks are those of the file
 */
record Passage(ProseKind kind, PassageRole role, String file, int line, String text) {
  /** Placeholder for code and values, which are not words. */
  static final String CODE = "\u25A1";

  private static final Pattern WORD =
      Pattern.compile("(?<![\\p{L}\\d_-])\\p{L}[\\p{L}'’]*(?:-\\p{L}+)*(?![\\p{L}\\d_]|-\\d)");

  /**
   * Returns the number of words: runs of letters, with inner hyphens and apostrophes. Identifiers
   * with a digit, such as those of requirements, are not words.
   */
  long words() {
    return WORD.matcher(text).results().count();
  }

  /** Returns the number of words between two positions of the text. */
  long words(int from, int to) {
    return WORD.matcher(text).region(from, to).useTransparentBounds(true).results().count();
  }

  /** Returns the line of the file that contains a position of the text. */
  int lineAt(int position) {
    return line + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }
}
