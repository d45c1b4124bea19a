package dev.sluice.requirement;

/** On what authority a row's statement stands. */
public enum Standing {
  /** The cited document says so. Notes may qualify parts of it. */
  STATED,
  /** The documents leave the point open; the project chose, and a note gives the reason. */
  DERIVED,
  /** Sources contradict each other or themselves; a note names the readings and the one taken. */
  CONTRADICTION,
  /** A hole suspected in the published rules; a model settles it. */
  SUSPECTED,
  /** A defect seen in a public implementation; the row states what must happen instead. */
  OBSERVED
}
