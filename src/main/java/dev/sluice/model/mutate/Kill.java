package dev.sluice.model.mutate;

import java.util.Locale;

/** What becomes of a mutant, the strongest first. */
public enum Kill {
  PROPERTY("a property of the specification is violated"),
  CONTROL("a control is no longer caught by its property"),
  TYPE("only the types of the variables are violated"),
  ERROR("an expression has no value, an assumption is false, or it deadlocks"),
  REPLAY("model and kernels part"),
  PIN("a pinned number is another: of states, depth, transitions, or the length of a behaviour"),
  UNDECIDED("not decided in the time that a run may take"),
  SURVIVES("nothing notices"),
  STILLBORN("it does not parse");

  private final String words;

  Kill(String words) {
    this.words = words;
  }

  /** Its name in files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What it means, in words. */
  public String words() {
    return words;
  }

  /** Whether something noticed. */
  public boolean kills() {
    return ordinal() <= PIN.ordinal();
  }

  /**
   * Whether a check of TLC's notices: a claim, a type, a deadlock or an expression without value.
   */
  boolean isNoticed() {
    return this != PIN && this != SURVIVES;
  }

  /** Whether it is a statement about the protocol that noticed, and not a number or a type. */
  public boolean isStrong() {
    return this == PROPERTY || this == CONTROL;
  }

  /** The one of this name. */
  public static Kill of(String key) {
    return valueOf(key.toUpperCase(Locale.ROOT));
  }
}
