package dev.sluice.model.mutate;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What became of a mutant.
 *
 * @param kill the strongest thing that noticed
 * @param by the property that did, or {@code ""}
 * @param model the model that it was seen on, by its name in the specification, or {@code ""}
 * @param detail what was seen, in a few words
 * @param also the other properties that notice, if they were looked for
 */
public record Fate(Kill kill, String by, String model, String detail, Set<String> also) {
  public Fate {
    also = Collections.unmodifiableSet(new TreeSet<>(also));
  }

  /** A fate of which no other property was looked for. */
  public Fate(Kill kill, String by, String model, String detail) {
    this(kill, by, model, detail, Set.of());
  }

  /** Returns the same fate with other properties that notice. */
  Fate with(Set<String> others) {
    return new Fate(kill, by, model, detail, others);
  }

  /** The stronger one of two; the first of two that are equal. */
  Fate or(Fate other) {
    return other.kill.ordinal() < kill.ordinal() ? other : this;
  }

  /** As a phrase: what noticed, and where. */
  public String phrase() {
    String who = by.isEmpty() ? kill.key() : kill.key() + " " + by;
    return who
        + (model.isEmpty() ? "" : " (" + model + ")")
        + (detail.isEmpty() ? "" : ": " + detail);
  }
}
