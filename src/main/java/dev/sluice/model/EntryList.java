package dev.sluice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.trace.ParserWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

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
}
