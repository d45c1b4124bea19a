package dev.sluice.prose;

/** One place at which a passage violates a rule, or follows a rule that is wanted. */
record Occurrence(StyleRule rule, Passage passage, int from, int to) {
  /** Characters that are shown on either side of the occurrence. */
  private static final int AROUND = 24;

  private static final int WIDEST = 80;

  /** Returns the place with the words around it, on one line. */
  @Override
  public String toString() {
    String text = passage.text();
    int begin = Math.max(0, from - AROUND);
    int end = Math.min(text.length(), Math.min(to, from + WIDEST) + AROUND);
    int start =
        from + text.substring(from, to).length() - text.substring(from, to).stripLeading().length();
    return "%s:%d: %s"
        .formatted(
            passage.file(),
            passage.lineAt(start),
            (begin > 0 ? "…" : "")
                + text.substring(begin, end).strip().replaceAll("\\s+", " ")
                + (end < text.length() ? "…" : ""));
  }
}
