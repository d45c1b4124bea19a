package dev.sluice.trace;

/**
 * A trace that cannot be used: it says where, what, and what to do next.
 *
 * <p>Checked, since a bad file is never our own fault and never a reason to end the program: who
 * reads a trace gives its refusal an outcome.
 */
public final class BadTrace extends Exception {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int line;
  private final int state;
  private final String what;
  private final String next;
  private final boolean gap;

  /**
   * @param file as the user named it
   * @param line counted from 1; 0 where no line can be named
   * @param state index of the state, counted from 0; −1 outside the states
   * @param what a sentence without its full stop: what is wrong, and against what
   * @param next a sentence: what the user can do
   */
  public BadTrace(String file, int line, int state, String what, String next) {
    this(file, line, state, what, next, false);
  }

  private BadTrace(String file, int line, int state, String what, String next, boolean gap) {
    super(
        file
            + (line > 0 ? ", line " + line : "")
            + (state >= 0 ? " (state " + state + ")" : "")
            + ": "
            + what
            + ". "
            + next);
    this.file = file;
    this.line = line;
    this.state = state;
    this.what = what;
    this.next = next;
    this.gap = gap;
  }

  /** A log that can be read, and yet is no record of what happened: events are missing in it. */
  static BadTrace gap(String file, int line, String what, String next) {
    return new BadTrace(file, line, -1, what, next, true);
  }

  /** Whether it is events that are missing, or stand twice: the log is rejected for it. */
  public boolean isGap() {
    return gap;
  }

  /** The file, as the user named it. */
  public String file() {
    return file;
  }

  /** The line, counted from 1, or 0. */
  public int line() {
    return line;
  }

  /** The index of the state, counted from 0, or −1. */
  public int state() {
    return state;
  }

  /** What is wrong. */
  public String what() {
    return what;
  }

  /** What the user can do about it. */
  public String next() {
    return next;
  }
}
