package dev.sluice.model.mutate;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** How the steps of a mutant that no claim notices differ from those of the specification. */
public enum Change {
  /** The mutant has further steps: a claim could forbid them. */
  MORE("further steps, and every step of the specification"),
  /** The mutant has other steps instead: a claim could forbid the new ones. */
  OTHER("further steps, and lacks some of the specification"),
  /** The mutant lacks steps. No invariant can notice this, only a liveness property. */
  FEWER("no further step, and lacks some of the specification"),
  /** The mutant has the same steps in this model. */
  NONE("the steps of the specification");

  private final String words;

  Change(String words) {
    this.words = words;
  }

  /** Returns the name in files. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the meaning, in words. */
  public String words() {
    return words;
  }

  /** Compares the steps of a specification with those of a mutant. */
  static <T> Change between(Set<T> specification, Set<T> mutant) {
    boolean further = !specification.containsAll(mutant);
    boolean lacks = !mutant.containsAll(specification);
    return further ? lacks ? OTHER : MORE : lacks ? FEWER : NONE;
  }

  /** Returns the change that a survivor's fate tells, or {@code null} if it tells none. */
  public static Change of(Fate fate) {
    return fate.kill() != Kill.SURVIVES
        ? null
        : Stream.of(values())
            .filter(change -> fate.detail().equals(change.key()))
            .findFirst()
            .orElse(null);
  }
}
