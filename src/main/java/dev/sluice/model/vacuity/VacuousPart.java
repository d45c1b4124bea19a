package dev.sluice.model.vacuity;

import dev.sluice.model.tlc.probe.PartKind;
import java.util.List;

/**
 * A part of a claim that no model of a run exercises.
 *
 * @param name the part, by its text
 * @param place file and line of the part, for readers
 * @param marked the lines of the part, with a line of marks below each
 */
public record VacuousPart(Name name, String place, List<String> marked) {
  public VacuousPart {
    marked = List.copyOf(marked);
  }

  /**
   * Name of a part that does not depend on its line.
   *
   * @param module the specification whose models claim it
   * @param claim name of the claim
   * @param kind the difference between the claim and the form without the part
   * @param text the part on one line, without comments
   * @param occurrence number of the part among those of the claim with the same kind and text, from
   *     1
   */
  public record Name(String module, String claim, PartKind kind, String text, int occurrence) {
    /** Returns the name of another part with the same text. */
    Name numbered(int other) {
      return new Name(module, claim, kind, text, other);
    }

    /** Returns the name as messages write it. */
    public String phrase() {
      return module
          + ": "
          + claim
          + ", "
          + kind.key()
          + (occurrence > 1 ? " " + occurrence : "")
          + ": "
          + text;
    }
  }
}
