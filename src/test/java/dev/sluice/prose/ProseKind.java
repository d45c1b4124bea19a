package dev.sluice.prose;

/** Kind of prose; the ratchet records the numbers of each kind separately. */
enum ProseKind {
  /** Markdown pages without the changelog, which is history. */
  PAGES("pages"),

  /** Descriptions, headers and footers of commands and options, as picocli prints them. */
  HELP("help"),

  /** String literals of {@code src/main} that contain prose; see {@link MessageProse}. */
  MESSAGES("messages"),

  /** Javadoc of {@code src/main}. */
  JAVADOC("javadoc"),

  /** Javadoc of {@code src/test} and {@code src/jmh}, which fewer readers see. */
  TESTS("tests"),

  /** Comments in TLA+ modules and in configurations for TLC. */
  TLA("tla");

  private final String id;

  ProseKind(String id) {
    this.id = id;
  }

  /** Returns the name of this kind in the table and in the ratchet. */
  String id() {
    return id;
  }

  /** Returns whether the prose is Javadoc, whose summaries have rules of their own. */
  boolean isJavadoc() {
    return this == JAVADOC || this == TESTS;
  }

  /** Returns whether the prose must address the reader as "you". */
  boolean addressesReader() {
    return this == PAGES || this == HELP || this == MESSAGES;
  }
}
