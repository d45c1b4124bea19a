package dev.sluice.model.vacuity;

import java.util.SplittableRandom;

/** Draws claims about two variables, each on one line, with all operators that forms follow. */
final class DrawnClaims {
  private static final int DEPTH = 4;

  private final SplittableRandom chance;
  private final boolean steps;
  private int names;

  /**
   * Makes a source of claims.
   *
   * @param steps whether the claims are about steps
   */
  DrawnClaims(SplittableRandom chance, boolean steps) {
    this.chance = chance;
    this.steps = steps;
  }

  /** Returns the next claim. */
  String next() {
    return formula(DEPTH, "");
  }

  private String formula(int depth, String bound) {
    if (depth == 0) {
      return atom(bound);
    }
    String name = "v" + names++;
    return switch (chance.nextInt(14)) {
      case 0, 1 -> "(" + formula(depth - 1, bound) + " /\\ " + formula(depth - 1, bound) + ")";
      case 2, 3 -> "(" + formula(depth - 1, bound) + " \\/ " + formula(depth - 1, bound) + ")";
      case 4, 5, 6 -> "(" + formula(depth - 1, bound) + " => " + formula(depth - 1, bound) + ")";
      case 7 -> "(~ " + formula(depth - 1, bound) + ")";
      case 8 -> "(" + formula(depth - 1, bound) + " <=> " + formula(depth - 1, bound) + ")";
      case 9 -> "(\\A " + name + " \\in " + set() + " : " + formula(depth - 1, name) + ")";
      case 10 -> "(\\E " + name + " \\in " + set() + " : " + formula(depth - 1, name) + ")";
      case 11 ->
          "(IF "
              + atom(bound)
              + " THEN "
              + formula(depth - 1, bound)
              + " ELSE "
              + formula(depth - 1, bound)
              + ")";
      case 12 ->
          "(LET "
              + name
              + "(p"
              + name
              + ") == "
              + formula(depth - 1, "p" + name)
              + " w"
              + name
              + " == "
              + formula(depth - 1, bound)
              + " IN "
              + name
              + "("
              + (chance.nextBoolean() ? "1" : "x")
              + ") /\\ w"
              + name
              + ")";
      default ->
          "(CASE "
              + atom(bound)
              + " -> "
              + formula(depth - 1, bound)
              + " [] OTHER -> "
              + formula(depth - 1, bound)
              + ")";
    };
  }

  private String set() {
    return switch (chance.nextInt(4)) {
      case 0 -> "{}";
      case 1 -> "1 .. x";
      case 2 -> "{y}";
      default -> "0 .. 1";
    };
  }

  private String atom(String bound) {
    int number = chance.nextInt(4);
    String prime = steps && chance.nextBoolean() ? "'" : "";
    return switch (chance.nextInt(bound.isEmpty() ? 5 : 7)) {
      case 0 -> "x" + prime + " = " + number;
      case 1 -> "y" + prime + " = " + number;
      case 2 -> "x" + prime + " > y";
      case 3 -> "x \\in {" + number + ", y}";
      case 4 -> "x" + prime + " <= 2";
      case 5 -> bound + " = x" + prime;
      default -> bound + " <= " + number;
    };
  }
}
