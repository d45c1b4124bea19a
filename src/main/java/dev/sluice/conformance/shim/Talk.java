package dev.sluice.conformance.shim;

import java.util.List;

/** Answers the requests of cases: a process does, or a transcript of one. */
public interface Talk {
  /** Begins a case. */
  Reply start(ShimRequest start) throws Broken;

  /** Asks for anything else. */
  Reply ask(ShimRequest request) throws Broken;

  /** Returns whether a whole case is sent at once, so that its requests must be known before. */
  default boolean isAtOnce() {
    return false;
  }

  /** Returns whether questions are answered: whether the implementation would do something now. */
  default boolean answersMay() {
    return false;
  }

  /**
   * Returns the dialogue of one case.
   *
   * @param requests all requests of the case after {@code start}
   */
  default Talk of(List<ShimRequest> requests) {
    return this;
  }
}
