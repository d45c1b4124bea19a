package dev.sluice.impact;

/**
 * A check that an edit affects.
 *
 * @param name class of the test, {@code Module/name} of the model, or {@code format}
 * @param reason phrase that says why the edit affects it
 * @param distance number of uses between the check and the changed file
 * @param seconds expected duration
 */
public record Candidate(Kind kind, String name, String reason, int distance, double seconds) {
  /** Kind of a check, and the command that runs it alone. */
  public enum Kind {
    /** Formatter of the sources. */
    FORMAT("mvn spotless:check"),
    /** Trace model, whose transitions the kernels replay. */
    TRACE("./sluice replay "),
    /** Model that TLC searches. */
    CHECK("./sluice check "),
    /** Other model whose transitions the kernels replay. */
    REPLAY("./sluice replay "),
    /** Class of tests. */
    TEST("mvn test -Dtest=");

    private final String command;

    Kind(String command) {
      this.command = command;
    }
  }

  /** Returns the name as users write it. */
  public String shortName() {
    return kind == Kind.TEST ? ClassGraph.simple(name) : name;
  }

  /** Returns the command that runs this check alone. */
  public String command() {
    return kind == Kind.FORMAT ? kind.command : kind.command + shortName();
  }
}
