package dev.sluice.requirement;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the files of the catalogue, strictly: what it does not know, misses or finds twice is a
 * problem with file, line and advice. All problems are collected before any is reported.
 */
final class CatalogueReader {
  private static final String FOLDER = "spec/requirements";
  private static final String SOURCES = FOLDER + "/sources.toml";

  private static final Set<String> SOURCE_FIELDS = Set.of("key", "title", "date", "author", "kind");
  private static final Set<String> FAMILY_FIELDS = Set.of("title", "prefixes", "requirement");
  private static final Set<String> ROW_FIELDS =
      Set.of(
          "id",
          "title",
          "statement",
          "source",
          "standing",
          "figure",
          "see",
          "mend",
          "note",
          "revision");
  private static final Set<String> NOTE_FIELDS =
      Set.of("kind", "about", "readings", "taken", "reason", "otherwise");

  /** A title longer than this is cut in every table. */
  private static final int LONGEST_TITLE = 72;

  private final Path root;
  private final TomlMapper toml = new TomlMapper();
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Map<String, Row> rows = new LinkedHashMap<>();

  CatalogueReader(Path root) {
    this.root = root;
  }

  Catalogue read() {
    refuseStrangers();
    readSources();
    List<Catalogue.Family> families = new ArrayList<>();
    for (String family : Catalogue.FAMILIES) {
      readFamily(family, families);
    }
    if (problems.isEmpty()) { // a row that could not be read would be missed from everywhere
      refuseLooseEnds();
    }
    if (!problems.isEmpty()) {
      throw new CatalogueException(problems);
    }
    return new Catalogue(families, sources, new ArrayList<>(rows.values()));
  }

  private void refuseLooseEnds() {
    for (Row row : rows.values()) {
      for (String other : row.see()) {
        if (!rows.containsKey(other)) {
          problem(
              row.place(),
              "%s points to %s in `see`, which is not in the catalogue; did you mean %s?",
              row.id(),
              other,
              Ids.nearest(other, rows.keySet()));
        }
      }
    }
  }

  /** A file that nobody reads would be a family that nobody misses. */
  private void refuseStrangers() {
    Set<String> expected = new TreeSet<>();
    Catalogue.FAMILIES.forEach(family -> expected.add(family + ".toml"));
    expected.add("sources.toml");
    try (Stream<Path> files = Files.list(root.resolve(FOLDER))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".toml") && !expected.contains(name))
          .sorted()
          .forEach(
              name ->
                  problem(
                      new Place(FOLDER + "/" + name, 1),
                      "is no file of the catalogue, so its rows would never be read;"
                          + " move them into one of %s",
                      String.join(" ", expected)));
    } catch (IOException e) {
      problem(
          new Place(FOLDER, 1), "cannot be listed (%s); run from a complete checkout", reason(e));
    }
  }

  private void readSources() {
    Text text = parse(SOURCES);
    if (text == null) {
      return;
    }
    known(text, new Place(SOURCES, 1), "the file", text.tree, Set.of("source"));
    List<JsonNode> tables = tables(text, new Place(SOURCES, 1), "the file", text.tree, "source");
    for (int i = 0; i < tables.size(); i++) {
      JsonNode table = tables.get(i);
      Place place = text.place("source", i);
      known(text, place, "this source", table, SOURCE_FIELDS);
      String key = string(place, "this source", table, "key", true);
      String title = string(place, "this source", table, "title", true);
      String date = string(place, "this source", table, "date", true);
      String author = string(place, "this source", table, "author", false);
      Source.Kind kind = choice(place, "this source", table, "kind", Source.Kind.class);
      if (kind == null || key.isEmpty()) {
        continue;
      }
      if (sources.putIfAbsent(key, new Source(key, title, date, author, kind)) != null) {
        problem(place, "source %s is defined twice; give one of the two another key", key);
      }
    }
  }

  private void readFamily(String family, List<Catalogue.Family> families) {
    String file = FOLDER + "/" + family + ".toml";
    Text text = parse(file);
    if (text == null) {
      return;
    }
    Place head = new Place(file, 1);
    known(text, head, "the file", text.tree, FAMILY_FIELDS);
    String title = string(head, "the file", text.tree, "title", true);
    List<String> prefixes = strings(head, "the file", text.tree, "prefixes", true);
    families.add(new Catalogue.Family(family, title));
    List<JsonNode> tables = tables(text, head, "the file", text.tree, "requirement");
    Map<String, Integer> last = new LinkedHashMap<>();
    for (int i = 0; i < tables.size(); i++) {
      Row row = row(text, family, tables.get(i), text.place("requirement", i));
      if (row == null) {
        continue;
      }
      Row twin = rows.putIfAbsent(row.id(), row);
      if (twin != null) {
        problem(
            row.place(),
            "%s is defined twice, first at %s; give one of the two a new number",
            row.id(),
            twin.place());
        continue;
      }
      String prefix = Ids.prefix(row.id());
      if (!prefixes.contains(prefix)) {
        problem(
            row.place(),
            "%s does not belong in this file, whose ids begin with %s; move the row",
            row.id(),
            String.join(" or ", prefixes));
      }
      int expected = last.getOrDefault(prefix, 0) + 1;
      int number = Ids.number(row.id());
      if (number != expected) {
        problem(
            row.place(),
            "%s stands where %s%d was expected; rows are numbered without gaps so that a lost one"
                + " is noticed",
            row.id(),
            prefix,
            expected);
      }
      last.put(prefix, number);
    }
    for (String prefix : prefixes) {
      if (!last.containsKey(prefix)) {
        problem(head, "has no row whose id begins with %s; add one or drop the prefix", prefix);
      }
    }
  }

  private Row row(Text text, String family, JsonNode table, Place place) {
    String id = string(place, "this row", table, "id", true);
    if (id.isEmpty()) {
      return null;
    }
    if (!Ids.looksLikeOne(id)) {
      problem(
          place,
          "\"%s\" is not spelt like an id; write the family and a number, as in RCCC-5 or X16",
          id);
      return null;
    }
    known(text, place, id, table, ROW_FIELDS);
    String title = string(place, id, table, "title", true);
    if (title.codePointCount(0, title.length()) > LONGEST_TITLE) {
      problem(
          place,
          "the title of %s is longer than %d characters; shorten it, the statement has room",
          id,
          LONGEST_TITLE);
    }
    String statement = string(place, id, table, "statement", true);
    List<Source> cited = new ArrayList<>();
    for (String key : strings(place, id, table, "source", true)) {
      Source source = sources.get(key);
      if (source == null) {
        problem(
            place,
            "%s cites source %s, which %s does not define; did you mean %s?",
            id,
            key,
            SOURCES,
            Ids.nearest(key, sources.keySet()));
      } else {
        cited.add(source);
      }
    }
    Standing standing = choice(place, id, table, "standing", Standing.class);
    List<String> figures = strings(place, id, table, "figure", false);
    List<String> see = strings(place, id, table, "see", false);
    String mend = string(place, id, table, "mend", false);
    int revision = revision(place, id, table);
    List<Note> notes = new ArrayList<>();
    for (JsonNode note : tables(text, place, id, table, "note", false)) {
      Note read = note(text, place, id, note);
      if (read != null) {
        notes.add(read);
      }
    }
    if (standing == null) {
      standing = Standing.STATED; // reported already; the row stays, so that nothing else misses it
    }
    Row row =
        new Row(
            id, family, title, statement, cited, standing, figures, see, mend, notes, revision,
            place);
    if (standing == Standing.DERIVED && !row.has(Note.Kind.DERIVED)) {
      problem(place, "%s is derived but has no note of kind \"derived\" that gives the reason", id);
    }
    if (standing == Standing.CONTRADICTION && !row.has(Note.Kind.CONTRADICTION)) {
      problem(
          place,
          "%s is a contradiction but has no note of kind \"contradiction\" with the readings",
          id);
    }
    if (!mend.isEmpty() && !(standing != null && standing.isHole())) {
      problem(place, "%s has a mend, which only a hole can have; drop it", id);
    }
    return row;
  }

  private Note note(Text text, Place place, String id, JsonNode table) {
    String what = "a note of " + id;
    known(text, place, what, table, NOTE_FIELDS);
    Note.Kind kind = choice(place, what, table, "kind", Note.Kind.class);
    if (kind == null) {
      return null;
    }
    boolean derived = kind == Note.Kind.DERIVED;
    String about = string(place, what, table, "about", true);
    List<String> readings = strings(place, what, table, "readings", !derived);
    if (!derived && readings.size() == 1) {
      problem(place, "%s gives one reading only; name the others too", what);
    }
    String taken = string(place, what, table, "taken", true);
    String reason = string(place, what, table, "reason", kind != Note.Kind.UNSETTLED);
    String otherwise = string(place, what, table, "otherwise", derived);
    return new Note(kind, about, readings, taken, reason, otherwise);
  }

  private int revision(Place place, String id, JsonNode table) {
    JsonNode value = table.get("revision");
    if (value == null) {
      problem(place, "%s has no `revision`; write revision = 1 for a new row", id);
      return 1;
    }
    if (!value.isInt() || value.intValue() < 1) {
      problem(place, "`revision` of %s must be a whole number from 1 on, not %s", id, value);
      return 1;
    }
    return value.intValue();
  }

  // ---- reading single fields

  private void known(Text text, Place place, String what, JsonNode table, Set<String> fields) {
    for (Iterator<String> names = table.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!fields.contains(name)) {
        problem(
            place,
            "%s has an unknown field `%s`; did you mean `%s`?",
            what,
            name,
            nearestField(name, fields));
      }
    }
  }

  private static String nearestField(String name, Set<String> fields) {
    List<String> upper =
        fields.stream().sorted().map(field -> field.toUpperCase(Locale.ROOT)).toList();
    return Ids.nearest(name, upper).toLowerCase(Locale.ROOT);
  }

  private String string(Place place, String what, JsonNode table, String field, boolean required) {
    JsonNode value = table.get(field);
    if (value == null) {
      if (required) {
        problem(
            place, "%s has no `%s`; add it (%s/README.md lists the fields)", what, field, FOLDER);
      }
      return "";
    }
    if (!value.isTextual() || value.textValue().isBlank()) {
      problem(place, "`%s` of %s must be a text that is not empty, not %s", field, what, value);
      return "";
    }
    return value.textValue().strip().replaceAll("\\s+", " ");
  }

  private List<String> strings(
      Place place, String what, JsonNode table, String field, boolean required) {
    JsonNode value = table.get(field);
    if (value == null) {
      if (required) {
        problem(
            place, "%s has no `%s`; add it (%s/README.md lists the fields)", what, field, FOLDER);
      }
      return List.of();
    }
    Set<String> texts = new LinkedHashSet<>();
    boolean sound = value.isArray() && !value.isEmpty();
    for (JsonNode item : value) {
      sound &= item.isTextual() && !item.textValue().isBlank() && texts.add(item.textValue());
    }
    if (!sound) {
      problem(
          place,
          "`%s` of %s must be a list of different texts that is not empty, such as [\"…\"], not %s",
          field,
          what,
          value);
    }
    return List.copyOf(texts);
  }

  private <E extends Enum<E>> E choice(
      Place place, String what, JsonNode table, String field, Class<E> kind) {
    String value = string(place, what, table, field, true);
    if (value.isEmpty()) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (E constant : kind.getEnumConstants()) {
      String name = constant.name().toLowerCase(Locale.ROOT);
      if (name.equals(value)) {
        return constant;
      }
      names.add(name);
    }
    problem(
        place,
        "`%s` of %s is \"%s\"; it must be one of %s",
        field,
        what,
        value,
        names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", ")));
    return null;
  }

  private List<JsonNode> tables(Text text, Place place, String what, JsonNode table, String field) {
    return tables(text, place, what, table, field, true);
  }

  private List<JsonNode> tables(
      Text text, Place place, String what, JsonNode table, String field, boolean required) {
    JsonNode value = table.get(field);
    List<JsonNode> tables = new ArrayList<>();
    boolean sound = value != null && value.isArray() && !value.isEmpty();
    if (sound) {
      for (JsonNode item : value) {
        sound &= item.isObject();
        tables.add(item);
      }
    }
    if (!sound && (required || value != null)) {
      problem(place, "%s needs tables headed [[%s]], and has none", what, field);
      return List.of();
    }
    return tables;
  }

  // ---- files

  /** A parsed file, and the lines on which its tables begin. */
  private record Text(String file, JsonNode tree, List<String> lines) {
    /** Where the table with this index begins. */
    Place place(String heading, int index) {
      int seen = 0;
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).strip().startsWith("[[" + heading + "]]") && seen++ == index) {
          return new Place(file, i + 1);
        }
      }
      return new Place(file, 1);
    }
  }

  private Text parse(String file) {
    String content;
    try {
      content = Files.readString(root.resolve(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      problem(new Place(file, 1), "cannot be read (%s); restore it from the repository", reason(e));
      return null;
    }
    try {
      return new Text(file, toml.readTree(content), content.lines().toList());
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      problem(
          new Place(file, at == null ? 1 : Math.max(1, at.getLineNr())),
          "is not well-formed TOML: %s",
          e.getOriginalMessage());
      return null;
    }
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "it is not there";
    } else if (e instanceof CharacterCodingException) {
      return "it is not UTF-8 text";
    }
    return String.valueOf(e.getMessage());
  }

  private void problem(Place place, String text, Object... values) {
    problems.add(new Problem(place, String.format(Locale.ROOT, text, values)));
  }
}
