package dev.sluice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.trace.ParserWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** A file of entries of one kind, such as the arguments about a specification's mutants. */
public final class EntryList {
  private EntryList() {}

  /**
   * Reads the entries of a file; a file that does not exist has none.
   *
   * @param kind the name of their tables: {@code mutant} for {@code [[mutant]]}
   * @throws BadTable if the file is not TOML, cannot be read, or has another key
   */
  public static Iterable<JsonNode> read(Path file, String kind) throws BadTable {
    JsonNode tree;
    try {
      TomlMapper toml = new TomlMapper();
      tree = Files.exists(file) ? toml.readTree(file.toFile()) : toml.createObjectNode();
    } catch (JsonProcessingException e) {
      throw new BadTable(file + ": not TOML: " + ParserWords.toml(e), e);
    } catch (IOException e) {
      throw new BadTable(file + " cannot be read: " + e.getMessage(), e);
    }
    for (Iterator<String> keys = tree.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!key.equals(kind)) {
        throw new BadTable(file + ": unknown key " + key + "; entries are [[" + kind + "]]");
      }
    }
    return tree.path(kind);
  }

  /**
   * Checks the keys of an entry.
   *
   * @param where the entry's place, for the message
   * @param known the keys that an entry may have
   * @param required those that it must have, with a text
   * @throws BadTable if a key is unknown, or missing
   */
  public static void check(String where, JsonNode entry, Set<String> known, List<String> required)
      throws BadTable {
    for (Iterator<String> keys = entry.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        throw new BadTable(where + ": unknown key " + key);
      }
    }
    for (String key : required) {
      if (entry.path(key).asText("").isBlank()) {
        throw new BadTable(where + ": " + key + " is missing");
      }
    }
  }

  /** Returns a text as a string of TOML. */
  public static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
