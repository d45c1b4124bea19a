package dev.sluice.requirement;

/**
 * A document that requirements are taken from.
 *
 * @param key the name by which rows refer to it, such as {@code "RCCC"}
 * @param title the document's title
 * @param date its date or edition, as precisely as it states it
 * @param author who wrote it, or empty where the document does not say
 * @param kind what standing it has for this project
 */
public record Source(String key, String title, String date, String author, Kind kind) {

  /** What standing a document has for this project. */
  public enum Kind {
    /** One of the documents that the project is built on. */
    DOCUMENT,
    /** Public material about UE Specification 1.0.x, used by the profile {@code uet-1.0} only. */
    PUBLIC
  }

  /** Title and date as they are cited: {@code "RCCC, 5 February 2026"}. */
  public String cited() {
    return title + ", " + date;
  }
}
