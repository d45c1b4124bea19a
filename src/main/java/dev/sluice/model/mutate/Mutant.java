package dev.sluice.model.mutate;

/**
 * One edit of a specification.
 *
 * @param module the module that it is an edit of
 * @param definition the definition that it stands in
 * @param operator its kind
 * @param number which of its kind in that definition, in the order of the text, from 1
 * @param ofProperty whether only properties rest on the definition, so that no behaviour changes
 * @param weakens whether it can only make a property claim less, so that every model that held
 *     still holds; {@code false} where that is not known
 * @param line where it begins in the module's file
 * @param from the lines as they are, as one line without comments
 * @param to the same as they become
 * @param occurrence which of those in the definition that read the same, from 1
 * @param edit what is done
 */
public record Mutant(
    String module,
    String definition,
    MutationOperator operator,
    int number,
    boolean ofProperty,
    boolean weakens,
    int line,
    String from,
    String to,
    int occurrence,
    SourceText.Edit edit) {

  /** Its name: it stays the same where other definitions are edited. */
  public String id() {
    return module + "/" + definition + "/" + operator.key() + "-" + number;
  }

  /**
   * What a mutant says, which stays the same whatever is edited elsewhere; its number may belong to
   * another where other mutants are made.
   */
  record Name(String definition, String operator, String from, String to, int occurrence) {
    /**
     * That of a mutant in a file.
     *
     * @param id its {@link Mutant#id()}
     * @throws IllegalArgumentException if that is none
     */
    static Name of(String id, String from, String to, int occurrence) {
      String[] parts = id.split("/");
      if (parts.length != 3) {
        throw new IllegalArgumentException(id);
      }
      return new Name(parts[1], parts[2].replaceFirst("-\\d+$", ""), from, to, occurrence);
    }
  }

  Name name() {
    return new Name(definition, operator.key(), from, to, occurrence);
  }
}
