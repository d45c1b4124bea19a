package dev.sluice.scenario;

/** A line of a file beside a scenario that cannot be what it must be. */
final class BadLine extends Exception {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 60;

  private final int line;
  private final String allowed;

  /**
   * One with what stands there and why it cannot.
   *
   * @param line from 1 on; 0 for the file as a whole
   * @param what a clause
   * @param allowed what could stand there; may be empty
   */
  BadLine(int line, String what, String allowed) {
    super(what);
    this.line = line;
    this.allowed = allowed;
  }

  /** What stands in a line, for a message. */
  static String shown(String text) {
    String safe = text.replaceAll("\\p{Cntrl}", "?");
    return safe.length() > SHOWN ? safe.substring(0, SHOWN) + "…" : safe;
  }

  int line() {
    return line;
  }

  String allowed() {
    return allowed;
  }
}
