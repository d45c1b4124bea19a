package dev.sluice.scenario;

import java.util.List;
import java.util.stream.Collectors;

/** A scenario that cannot be run; it says all that is wrong with it, and not only the first. */
public final class BadScenario extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Complaint> complaints;

  /** With these complaints, in the order of their lines. */
  BadScenario(List<Complaint> complaints) {
    super(complaints.stream().map(Complaint::toString).collect(Collectors.joining("\n")));
    this.complaints = List.copyOf(complaints);
  }

  /** What is wrong. */
  public List<Complaint> complaints() {
    return complaints;
  }
}
