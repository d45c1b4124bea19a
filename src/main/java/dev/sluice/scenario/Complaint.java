package dev.sluice.scenario;

/**
 * What is wrong with a scenario, where, and what would be right.
 *
 * @param file the file as the user named it, or the option of the command line
 * @param line counted from 1; 0 where there is no line
 * @param what a clause: what stands there, and why it cannot
 * @param allowed what could; empty where that does not help
 * @param nearest what was probably meant; empty where nobody can tell
 */
public record Complaint(String file, int line, String what, String allowed, String nearest) {
  /** {@code FILE:LINE: what; allowed: …; nearest: …}. */
  @Override
  public String toString() {
    return file
        + (line > 0 ? ":" + line : "")
        + ": "
        + what
        + (allowed.isEmpty() ? "" : "; allowed: " + allowed)
        + (nearest.isEmpty() ? "" : "; nearest: " + nearest);
  }
}
