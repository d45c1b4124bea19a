package dev.sluice.requirement;

import java.util.List;

/**
 * What a row does not take from its source without more ado: a choice, a contradiction, a point
 * that stays open.
 *
 * @param kind which of the three
 * @param about the point in question, in one sentence
 * @param readings the ways to read it; at least two, except for a {@link Kind#DERIVED} note
 * @param taken what the project does
 * @param reason why; empty only where the kind allows it
 * @param otherwise what another choice would do; empty only where the kind allows it
 */
public record Note(
    Kind kind, String about, List<String> readings, String taken, String reason, String otherwise) {

  public Note {
    readings = List.copyOf(readings);
  }

  /** What a note is about. */
  public enum Kind {
    /** The source leaves the point open, and the project chose. */
    DERIVED,
    /** Sources contradict each other or themselves. */
    CONTRADICTION,
    /**
     * No known material decides the point: a parameter, and either reading is accepted in a log.
     */
    UNSETTLED
  }
}
