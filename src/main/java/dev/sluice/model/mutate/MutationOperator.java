package dev.sluice.model.mutate;

import java.util.Locale;

/** What kind of edit makes a mutant. */
public enum MutationOperator {
  GUARD("a condition of an action is dropped"),
  CONJUNCT("a conjunct is dropped that is no condition of an action"),
  DISJUNCT("a disjunct is removed"),
  COMPARISON("a comparison is shifted by one, turned round or negated"),
  CONSTANT("a number is one more, or one less"),
  UPDATE("a variable keeps its value"),
  PRIME("the value before the step is read in place of the one after it"),
  EXTREME("the least is taken for the greatest, or the other way round"),
  SET("union is taken for intersection and the other way round, difference for union"),
  FAIRNESS("fairness is dropped, strengthened or weakened"),
  IMPLICATION("a side of an implication is replaced");

  private final String words;

  MutationOperator(String words) {
    this.words = words;
  }

  /** Its name in ids, files and options. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it does, in words. */
  public String words() {
    return words;
  }
}
