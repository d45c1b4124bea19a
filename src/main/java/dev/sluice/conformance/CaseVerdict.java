package dev.sluice.conformance;

/** How a case ended. */
public enum CaseVerdict {
  /** No deviation was seen. */
  PASS,
  /** A departure came before its earliest time. */
  EARLY,
  /** A due departure did not leave in time. */
  LATE,
  /** A variable or a message has a value that no state of the specification explains. */
  VALUE,
  /** The implementation carried out an action that it must refuse. */
  ACCEPTED_FORBIDDEN,
  /** The implementation refused an action that it must carry out. */
  REFUSED_ALLOWED,
  /** When the case was played again, replies differed. */
  NONDETERMINISTIC,
  /** The process ended in the middle of the case. */
  CRASH,
  /** A reply did not come in time. */
  TIMEOUT,
  /** A line was no reply, or a limit was passed. */
  PROTOCOL,
  /** The case passes, and was expected to fail. */
  UNEXPECTED_PASS,
  /** The case fails in the expected way. */
  EXPECTED,
  /** The implementation has declared that it cannot play the case. */
  UNSUPPORTED,
  /** Too many states explain the replies. */
  INCONCLUSIVE,
  /** The case was not begun. */
  NOT_RUN;

  /** Returns whether the case ended as it should. */
  public boolean isAsExpected() {
    return this == PASS || this == EXPECTED;
  }

  /** Returns whether the run fails because of it. */
  public boolean isFailure() {
    return switch (this) {
      case EARLY,
          LATE,
          VALUE,
          ACCEPTED_FORBIDDEN,
          REFUSED_ALLOWED,
          NONDETERMINISTIC,
          CRASH,
          TIMEOUT,
          PROTOCOL,
          UNEXPECTED_PASS ->
          true;
      default -> false;
    };
  }
}
