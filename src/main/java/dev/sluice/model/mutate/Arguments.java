package dev.sluice.model.mutate;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.model.BadTable;
import dev.sluice.model.EntryList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What people say of mutants of a specification that no check notices: {@code
 * spec/mutants/<Module>.toml}.
 *
 * <p>A mutant is named by its definition, its operator, and the lines as they are and as they
 * become, so that an entry stays right whatever is edited elsewhere. Read strictly, as the table of
 * models is.
 */
public final class Arguments {
  private static final Set<String> KEYS =
      Set.of("definition", "operator", "from", "to", "occurrence", "kind", "because");

  /** What is said of a mutant. */
  public enum Standing {
    /** It behaves as the specification does. */
    EQUIVALENT,
    /** It differs only beyond the constants of the models of the smoke lane. */
    OUTSIDE,
    /** It is wrong, and nothing notices yet: known, and counted against the checks. */
    GAP;

    /** Its name in files. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** One entry. */
  public record Entry(
      String definition,
      String operator,
      String from,
      String to,
      int occurrence,
      Standing standing,
      String because) {
    Mutant.Name name() {
      return new Mutant.Name(definition, operator, from, to, occurrence);
    }

    /** As reports name it: by what it says. */
    public String phrase() {
      return definition + ", " + operator + ": " + from + "  becomes  " + to;
    }
  }

  private final Path file;
  private final List<Entry> entries;

  private Arguments(Path file, List<Entry> entries) {
    this.file = file;
    this.entries = List.copyOf(entries);
  }

  /**
   * Reads the file of a specification; one that is not there has no entry.
   *
   * @param root the project's root
   * @throws BadTable with a sentence, if an entry is not as it must be
   */
  public static Arguments load(Path root, String module) throws BadTable {
    Path file = root.resolve("spec").resolve("mutants").resolve(module + ".toml");
    List<Entry> entries = new ArrayList<>();
    for (JsonNode node : EntryList.read(file, "mutant")) {
      entries.add(entry(file, entries.size() + 1, node));
    }
    return new Arguments(file, entries);
  }

  private static Entry entry(Path file, int number, JsonNode node) throws BadTable {
    String where = file + ", entry " + number + " (" + node.path("definition").asText() + ")";
    for (Iterator<String> keys = node.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!KEYS.contains(key)) {
        throw new BadTable(where + ": there is no key " + key);
      }
    }
    for (String key : KEYS) {
      if (!key.equals("occurrence") && node.path(key).asText("").isBlank()) {
        throw new BadTable(where + ": " + key + " is missing");
      }
    }
    Standing standing = null;
    for (Standing known : Standing.values()) {
      if (known.key().equals(node.path("kind").asText())) {
        standing = known;
      }
    }
    if (standing == null) {
      throw new BadTable(where + ": kind is equivalent, outside or gap");
    }
    return new Entry(
        node.path("definition").asText(),
        node.path("operator").asText(),
        node.path("from").asText(),
        node.path("to").asText(),
        node.path("occurrence").asInt(1),
        standing,
        node.path("because").asText());
  }

  /** The file, whether it is there or not. */
  public Path file() {
    return file;
  }

  /** All entries, in the order of the file. */
  public List<Entry> entries() {
    return entries;
  }

  /** What is said of a mutant, or {@code null}. */
  public Entry of(Mutant mutant) {
    return of(mutant.name());
  }

  Entry of(Mutant.Name mutant) {
    return entries.stream().filter(entry -> entry.name().equals(mutant)).findFirst().orElse(null);
  }
}
