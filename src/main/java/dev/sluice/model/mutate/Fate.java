package dev.sluice.model.mutate;

/**
 * What became of a mutant.
 *
 * @param kill the strongest thing that noticed
 * @param by the property that did, or {@code ""}
 * @param model the model that it was seen on, by its name in the specification, or {@code ""}
 * @param detail what was seen, in a few words
 */
public record Fate(Kill kill, String by, String model, String detail) {
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
