package dev.sluice.scenario;

/** Verdicts on a run, from the best to the worst. */
public enum RunVerdict {
  /** All flows were completed, or are as expected, and all expectations are met. */
  AS_EXPECTED,
  /** Flows were still under way when the run ended. */
  NOT_DECIDED,
  /** An expectation is not met. */
  FAILED,
  /** Connections have failed, and the scenario does not expect that. */
  CONNECTIONS_FAILED,
  /** Ports paused one another for ever, and the scenario does not expect that. */
  DEADLOCK
}
