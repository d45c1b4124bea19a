package dev.sluice.requirement;

import java.util.List;

/**
 * One requirement of the catalogue.
 *
 * @param id the name by which everything else cites it, such as {@code "RCCC-5"}
 * @param family the file it stands in, such as {@code "rccc"}
 * @param title the requirement in a few words, for tables
 * @param statement the requirement in full
 * @param sources the documents it is taken from, main one first
 * @param standing on what authority the statement stands
 * @param figures numbers that a check must reproduce
 * @param see other rows that the reader of this one wants
 * @param mend for a suspected hole: the smallest rule that would close it; else empty
 * @param notes choices, contradictions and open points
 * @param revision counts up when the meaning changes
 * @param place where the row stands, for messages
 */
public record Row(
    String id,
    String family,
    String title,
    String statement,
    List<Source> sources,
    Standing standing,
    List<String> figures,
    List<String> see,
    String mend,
    List<Note> notes,
    int revision,
    Place place) {

  public Row {
    sources = List.copyOf(sources);
    figures = List.copyOf(figures);
    see = List.copyOf(see);
    notes = List.copyOf(notes);
  }

  /** True if a note of this kind stands under the row. */
  public boolean has(Note.Kind kind) {
    return notes.stream().anyMatch(note -> note.kind() == kind);
  }
}
