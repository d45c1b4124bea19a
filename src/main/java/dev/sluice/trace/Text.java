package dev.sluice.trace;

/** What a string inside a trace may hold. */
final class Text {
  private Text() {}

  /**
   * Whether a string may be written to a trace and read from one: whole Unicode characters, and no
   * control characters except those that TLA+ has escapes for. So a trace from a stranger cannot
   * steer the terminal on which it is shown.
   */
  static boolean isWritable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)) {
        if (++i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      } else if (Character.isLowSurrogate(c) || isControl(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isControl(char c) {
    return Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\f' && c != '\r';
  }
}
