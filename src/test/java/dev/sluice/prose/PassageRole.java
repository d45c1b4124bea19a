package dev.sluice.prose;

/** Grammatical role of a passage; some rules apply to one role only. */
enum PassageRole {
  /** Running text, list items and table cells. */
  BODY,

  /** Heading of a page. */
  HEADING,

  /** Main description in the Javadoc of a type, a field or a package. */
  SUMMARY,

  /** Main description in the Javadoc of a method or a constructor. */
  METHOD_SUMMARY,

  /** Description behind {@code @throws}. */
  THROWS;

  /** Returns whether the passage is the main description of a Javadoc comment. */
  boolean isSummary() {
    return this == SUMMARY || this == METHOD_SUMMARY;
  }
}
