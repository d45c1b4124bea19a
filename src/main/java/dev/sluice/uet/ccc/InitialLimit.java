package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/** How large the first window of a context may be; a larger one is refused. */
@Requirement({"NSCC-3", "X14"})
public enum InitialLimit {
  /** One BDP, the ideal of the source documents. */
  BDP("BDP"),

  /** MaxWnd, where windows of {@code uet-1.0} begin. */
  MAX_WND("MaxWnd");

  private final String label;

  InitialLimit(String label) {
    this.label = label;
  }

  /** The limit's name in specifications and logs. */
  public String label() {
    return label;
  }

  /**
   * The limit of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static InitialLimit of(String label) {
    for (InitialLimit limit : values()) {
      if (limit.label.equals(label)) {
        return limit;
      }
    }
    throw new IllegalArgumentException("no limit of a first window is called " + label);
  }
}
