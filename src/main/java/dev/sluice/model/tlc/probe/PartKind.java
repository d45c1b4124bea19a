package dev.sluice.model.tlc.probe;

import java.util.Locale;

/** The ways in which a strengthened form of a claim differs from the claim by one part. */
public enum PartKind {
  /** The right side of an implication, replaced by FALSE. */
  CONSEQUENT("FALSE in its place changes nothing: the condition before it never holds"),
  /** The left side of an implication, replaced by TRUE. */
  ANTECEDENT("TRUE in its place changes nothing: the rest holds without this condition"),
  /** One of several alternatives, replaced by FALSE. */
  DISJUNCT("FALSE in its place changes nothing: the rest holds without this alternative"),
  /** One of several conditions under a negation, replaced by TRUE. */
  CONDITION("TRUE in its place changes nothing: the rest holds without this condition"),
  /** The body of a quantifier, replaced by FALSE, or by TRUE under a negation. */
  BODY("the other truth value in its place changes nothing: no value reaches it"),
  /** A branch of IF or CASE, replaced by FALSE, or by TRUE under a negation. */
  BRANCH("the other truth value in its place changes nothing: nothing depends on this branch"),
  /** An action that every step must be, replaced by FALSE. */
  STEP("FALSE in its place changes nothing: no step changes the subscript"),
  /** An equivalence, replaced by the claim that neither side holds. */
  BOTH("its two sides are never true together"),
  /** An equivalence, replaced by the claim that both sides hold. */
  NEITHER("its two sides are never false together"),
  /** The left side of a leads-to, or the state formula under {@code []<>} or {@code <>[]}. */
  LEADS_TO("it holds in no reachable state"),
  /** A fair action. */
  FAIRNESS("no step of any model whose liveness rests on it is a step of this action");

  private final String meaning;

  PartKind(String meaning) {
    this.meaning = meaning;
  }

  /** Returns a clause on the consequence of finding that nothing exercises such a part. */
  public String meaning() {
    return meaning;
  }

  /** Returns the name in files and documents. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
