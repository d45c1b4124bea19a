package dev.sluice.cc;

/** Which reading of the rules a model or a run follows; no profile mixes them. */
public enum Profile {
  /**
   * The source documents. Credit: a target is the backlog left, bytes leave the backlog when they
   * are authorised, and a lost packet gives its credit back. Window: steered by RTT against the
   * base RTT and by marks, by equal steps at every speed.
   */
  SOURCE_DOCUMENTS("source-documents"),

  /**
   * Public material on UE Specification 1.0.x. Credit: a target is the level up to which credit is
   * wanted, bytes leave the backlog when they are sent, and lost bytes join it again. Window:
   * steered by mark and queue delay together, by steps that follow the speed.
   */
  UET_1_0("uet-1.0");

  private final String label;

  Profile(String label) {
    this.label = label;
  }

  /** The profile's name in specifications and reports. */
  public String label() {
    return label;
  }

  /**
   * The profile of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Profile of(String label) {
    for (Profile profile : values()) {
      if (profile.label.equals(label)) {
        return profile;
      }
    }
    throw new IllegalArgumentException("no profile is called " + label);
  }
}
