package dev.sluice.cli;

/** Why a command does not begin, or does not go on: a sentence for the user, and the exit code. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private Refusal(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  /** The input, or the way it was asked for, is wrong: says what, and what to do. */
  static Refusal badInput(String sentence) {
    return new Refusal(ExitCodes.BAD_INPUT, sentence);
  }

  /** Nothing can be decided: says why, and what to do. */
  static Refusal notDecided(String sentence) {
    return new Refusal(ExitCodes.NOT_DECIDED, sentence);
  }

  int exitCode() {
    return exitCode;
  }
}
