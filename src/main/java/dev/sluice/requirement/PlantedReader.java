package dev.sluice.requirement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads the table of planted deviations, and holds each against what it speaks of: a control that
 * exists and is caught by a property cited for the row; or a text that stands in its source once,
 * and a test that is cited for the row. One that does not is a problem, and plants nothing.
 */
final class PlantedReader {
  static final String FILE = "spec/planted.toml";

  private static final Set<String> OF_CONTROL = Set.of("id", "control");
  private static final Set<String> OF_SOURCE =
      Set.of("id", "says", "source", "find", "replace", "test");

  private final Path root;
  private final Models models;
  private final List<Citation> citations;
  private final List<Planted> sound = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, String> sources = new HashMap<>();

  PlantedReader(Path root, Models models, List<Citation> citations) {
    this.root = root;
    this.models = models;
    this.citations = citations;
  }

  /** Those that fit, in the order of the table; none where there is no table. */
  List<Planted> sound() {
    return sound;
  }

  /** What is wrong with the others. */
  List<Problem> problems() {
    return problems;
  }

  PlantedReader read() throws IOException {
    Path file = root.resolve(FILE);
    if (!Files.exists(file)) {
      return this;
    }
    String text = Files.readString(file, StandardCharsets.UTF_8);
    JsonNode tree;
    try {
      tree = new TomlMapper().readTree(text);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      problem(new Place(FILE, line), "is no TOML: " + e.getOriginalMessage());
      return this;
    }
    List<Integer> lines = Models.lines(text, "planted");
    int row = 0;
    for (JsonNode one : tree.path("planted")) {
      read(one, new Place(FILE, row < lines.size() ? lines.get(row) : 1));
      row++;
    }
    for (Iterator<String> names = tree.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!name.equals("planted")) {
        problem(
            new Place(FILE, 1),
            "`" + name + "` is nothing that this table has; its rows begin with [[planted]]");
      }
    }
    return this;
  }

  private void read(JsonNode row, Place place) throws IOException {
    Set<String> fields = row.has("control") ? OF_CONTROL : OF_SOURCE;
    for (Iterator<String> names = row.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!fields.contains(name)) {
        problem(place, "has a field `%s`; a row like this has %s", name, listed(fields));
        return;
      }
    }
    for (String name : fields.stream().sorted().toList()) {
      boolean mayBeEmpty = name.equals("replace");
      if (!row.path(name).isTextual() || row.path(name).asText().isBlank() && !mayBeEmpty) {
        problem(place, "needs a text as its `%s`; a row like this has %s", name, listed(fields));
        return;
      }
    }
    Planted planted =
        new Planted(
            row.path("id").asText(),
            row.path("says").asText(""),
            row.path("control").asText(""),
            row.path("source").asText(""),
            row.path("find").asText(""),
            row.path("replace").asText(""),
            row.path("test").asText(""),
            place);
    boolean fits = planted.isControl() ? isCaught(planted) : isTested(planted) && stands(planted);
    if (fits) {
      sound.add(planted);
    }
  }

  private static String listed(Set<String> fields) {
    return String.join(", ", fields.stream().sorted().toList());
  }

  /** Whether the control exists, and the property that catches it is a check cited for the row. */
  private boolean isCaught(Planted planted) {
    Models.Control control = models.controls().get(planted.control());
    if (control == null) {
      problem(
          planted.place(),
          "there is no control %s; did you mean %s?",
          planted.control(),
          Ids.nearest(planted.control(), models.controls().keySet()));
      return false;
    }
    boolean cited =
        citations.stream()
            .filter(citation -> citation.id().equals(planted.id()) && citation.checks())
            .map(Citation::name)
            .anyMatch(control::isCaughtBy);
    if (!cited) {
      problem(
          planted.place(),
          "%s is caught by %s, which is no check cited for %s; take another control, or cite the"
              + " row where the property is defined",
          planted.control(),
          control.catches(),
          planted.id());
    }
    return cited;
  }

  private boolean isTested(Planted planted) {
    if (!planted.test().matches("[\\w.]+#\\w+")) {
      problem(planted.place(), "`test` is a class and its method, as in dev.sluice.FooTest#method");
      return false;
    }
    boolean cited =
        citations.stream()
            .anyMatch(citation -> citation.id().equals(planted.id()) && planted.isOf(citation));
    if (!cited) {
      problem(
          planted.place(),
          "%s is no test cited for %s; write @Requirement(\"%s\") on it, or take another one",
          planted.test(),
          planted.id(),
          planted.id());
    }
    return cited;
  }

  private boolean stands(Planted planted) throws IOException {
    Path file = root.resolve(planted.source());
    if (!planted.source().startsWith("src/main/java/") || !Files.isRegularFile(file)) {
      problem(planted.place(), "%s is no source in src/main/java, as it must be", planted.source());
      return false;
    }
    String text = sources.get(planted.source());
    if (text == null) {
      text = Files.readString(file, StandardCharsets.UTF_8);
      sources.put(planted.source(), text);
    }
    int first = text.indexOf(planted.find());
    boolean once = first >= 0 && text.indexOf(planted.find(), first + 1) < 0;
    if (!once) {
      problem(
          planted.place(),
          "what is to be found for %s stands in %s %s, and must stand there once",
          planted.id(),
          planted.source(),
          first < 0 ? "nowhere" : "more than once");
    }
    return once;
  }

  private void problem(Place place, String format, Object... values) {
    problems.add(new Problem(place, String.format(Locale.ROOT, format, values)));
  }
}
