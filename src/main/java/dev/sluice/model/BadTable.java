package dev.sluice.model;

/** A table of models that cannot be used; the message says where, what and why. */
public final class BadTable extends Exception {
  private static final long serialVersionUID = 1L;

  /** The sentence to show. */
  public BadTable(String sentence) {
    super(sentence);
  }

  /** The sentence to show, and what was thrown beneath. */
  public BadTable(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
