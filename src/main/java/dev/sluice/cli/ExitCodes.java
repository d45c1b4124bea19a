package dev.sluice.cli;

/** How a process ends. What is worse wins: 70, then an interruption, then 2, 4, 1, 3, 0. */
final class ExitCodes {
  /** Everything is as expected. */
  static final int OK = 0;

  /** A verdict is not the expected one, or kept traces have drifted. */
  static final int FAILED = 1;

  /** Wrong usage, or input that cannot be used. */
  static final int BAD_INPUT = 2;

  /** Nothing was decided: cut short, or nothing selected. */
  static final int NOT_DECIDED = 3;

  /** The implementation under test never became usable. */
  static final int UNUSABLE = 4;

  /** Interrupted; after SIGTERM Java makes it 143. */
  static final int INTERRUPTED = 130;

  /** A fault of Sluice itself. */
  static final int FAULT = 70;

  private ExitCodes() {}
}
