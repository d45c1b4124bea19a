package dev.sluice.conformance.shim;

/** A dialogue that cannot go on: why, and the last the shim wrote to standard error. */
public final class Broken extends Exception {
  private static final long serialVersionUID = 1L;

  /** The ways in which a dialogue ends early. */
  public enum Kind {
    /** The process did not start, or ended by itself. */
    CRASH,
    /** A reply did not come in time. */
    TIMEOUT,
    /** A line is no reply, or not the one that was due. */
    PROTOCOL,
    /** A limit of sizes was passed. */
    OVERFLOW
  }

  private final Kind kind;
  private final String errors;

  /**
   * Says why a dialogue ended.
   *
   * @param errors the last lines of standard error, escaped; empty if there are none
   */
  Broken(Kind kind, String sentence, String errors) {
    super(sentence);
    this.kind = kind;
    this.errors = errors;
  }

  /** Returns the way in which it ended. */
  public Kind kind() {
    return kind;
  }

  /** Returns the last lines of standard error, escaped. */
  public String errors() {
    return errors;
  }
}
