package dev.sluice.model.tlc.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * One part of a claim, with the result of a search: whether the claim without the part, in the
 * sense of {@link PartKind}, was violated.
 *
 * @param claim name of the invariant, property or fairness condition
 * @param kind the difference between the claim and the form
 * @param module name of the module in which the part stands
 * @param beginLine line on which it begins; lines and columns count from 1, and ends are included
 * @param outer index of the nearest part around it in the same list; −1 if there is none
 * @param exercised whether a state or step violates the form
 * @param failed whether TLC could not evaluate the form, which counts as a violation
 */
public record ClaimPart(
    String claim,
    PartKind kind,
    String module,
    int beginLine,
    int beginColumn,
    int endLine,
    int endColumn,
    int outer,
    boolean exercised,
    boolean failed) {
  private static final int FIELDS = 10;

  /** Reads the lines that {@link #line} returns. */
  public static List<ClaimPart> read(List<String> lines) {
    List<ClaimPart> parts = new ArrayList<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words.length != FIELDS) {
        throw new IllegalArgumentException("not a part of a claim: " + line);
      }
      parts.add(
          new ClaimPart(
              words[0],
              PartKind.valueOf(words[1]),
              words[2],
              Integer.parseInt(words[3]),
              Integer.parseInt(words[4]),
              Integer.parseInt(words[5]),
              Integer.parseInt(words[6]),
              Integer.parseInt(words[7]),
              Boolean.parseBoolean(words[8]),
              Boolean.parseBoolean(words[9])));
    }
    return parts;
  }

  /** Returns the part with the result of a search. */
  ClaimPart with(boolean nowExercised, boolean nowFailed) {
    return new ClaimPart(
        claim,
        kind,
        module,
        beginLine,
        beginColumn,
        endLine,
        endColumn,
        outer,
        nowExercised,
        nowFailed);
  }

  /** Returns the part of a list that begins at an index of a longer list. */
  ClaimPart within(int offset) {
    return new ClaimPart(
        claim,
        kind,
        module,
        beginLine,
        beginColumn,
        endLine,
        endColumn,
        outer < 0 ? outer : outer + offset,
        exercised,
        failed);
  }

  /** Returns the part as one line. */
  String line() {
    return String.join(
        " ",
        claim,
        kind.name(),
        module,
        Integer.toString(beginLine),
        Integer.toString(beginColumn),
        Integer.toString(endLine),
        Integer.toString(endColumn),
        Integer.toString(outer),
        Boolean.toString(exercised),
        Boolean.toString(failed));
  }
}
