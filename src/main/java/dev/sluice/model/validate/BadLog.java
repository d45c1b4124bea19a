package dev.sluice.model.validate;

/** A log that is written well and yet cannot be judged, with a sentence that says why. */
public final class BadLog extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * @param message what is wrong, where, and what to do
   */
  public BadLog(String message) {
    super(message);
  }
}
