package dev.sluice.requirement;

/** On what authority a row's statement stands. */
public enum Standing {
  /** The cited document says so. Notes may qualify parts of it. */
  STATED,
  /** The documents leave the point open; the project chose, and a note gives the reason. */
  DERIVED,
  /** Sources contradict each other or themselves; a note names the readings and the one taken. */
  CONTRADICTION,
  /** A hole suspected in the published rules, that no model has settled yet. */
  SUSPECTED,
  /** A hole that a model has shown in the rules as published. */
  SHOWN,
  /** What was taken for a hole, but is none in the nearer reading; kept for what it costs. */
  WITHDRAWN,
  /** A defect seen in a public implementation; the row states what must happen instead. */
  OBSERVED;

  /** Whether this is said of a hole in the published rules, which a model has to settle. */
  public boolean isHole() {
    return this == SUSPECTED || this == SHOWN || this == WITHDRAWN;
  }
}
