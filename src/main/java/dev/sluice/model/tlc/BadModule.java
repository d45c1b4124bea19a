package dev.sluice.model.tlc;

/** A module that TLC's parser does not take; the message says which, and TLC's own words. */
public final class BadModule extends Exception {
  private static final long serialVersionUID = 1L;

  BadModule(String sentence) {
    super(sentence);
  }
}
