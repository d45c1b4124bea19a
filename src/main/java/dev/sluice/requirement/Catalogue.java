package dev.sluice.requirement;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every row of {@code spec/requirements/}, in the order of the files. */
public final class Catalogue {

  /**
   * One file of the catalogue.
   *
   * @param name the file's name without its ending, such as {@code "rccc"}
   * @param title what the family is about
   */
  public record Family(String name, String title) {}

  /** The families, in the order in which they are listed everywhere. */
  static final List<String> FAMILIES =
      List.of(
          "rtt", "ccc", "nscc", "pdc", "rccc", "ldcp", "rcm", "hpcc", "uet", "roce", "pfc", "find");

  private final List<Family> families;
  private final Map<String, Source> sources;
  private final Map<String, Row> rows;

  Catalogue(List<Family> families, Map<String, Source> sources, List<Row> rows) {
    this.families = List.copyOf(families);
    this.sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    Map<String, Row> byId = new LinkedHashMap<>();
    rows.forEach(row -> byId.put(row.id(), row));
    this.rows = Collections.unmodifiableMap(byId);
  }

  /**
   * Reads the catalogue of a project.
   *
   * @param root the project's root, the folder that holds {@code spec}
   * @throws CatalogueException naming every problem with its file and line
   */
  public static Catalogue load(Path root) {
    return new CatalogueReader(root).read();
  }

  /** All rows, by family and number. */
  public List<Row> rows() {
    return List.copyOf(rows.values());
  }

  /** The rows of one family, by number. */
  public List<Row> rows(String family) {
    return rows.values().stream().filter(row -> row.family().equals(family)).toList();
  }

  /** The row with this id, if there is one. */
  public Optional<Row> row(String id) {
    return Optional.ofNullable(rows.get(id));
  }

  /** All ids, in the order of the rows. */
  public Collection<String> ids() {
    return rows.keySet();
  }

  /** The families, in order. */
  public List<Family> families() {
    return families;
  }

  /** The documents, by key. */
  public Map<String, Source> sources() {
    return sources;
  }

  /** The known id that a mistaken one most likely meant. */
  public String nearest(String id) {
    return Ids.nearest(id, ids());
  }
}
