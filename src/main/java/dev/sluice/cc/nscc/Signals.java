package dev.sluice.cc.nscc;

import dev.sluice.requirement.Requirement;

/** What lowers the window of the source documents; each value is a reading of theirs. */
@Requirement("NSCC-9")
public enum Signals {
  /** Round-trip times alone: a mark changes the entropy value, and no more. */
  RTT("rtt"),

  /** Marks as well: a mark lowers the window, and keeps it from growing. */
  BOTH("both");

  private final String label;

  Signals(String label) {
    this.label = label;
  }

  /** The reading's name in specifications, logs and scenarios. */
  public String label() {
    return label;
  }

  /**
   * The reading of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Signals of(String label) {
    for (Signals signals : values()) {
      if (signals.label.equals(label)) {
        return signals;
      }
    }
    throw new IllegalArgumentException("a window is lowered by rtt or both, not by " + label);
  }
}
