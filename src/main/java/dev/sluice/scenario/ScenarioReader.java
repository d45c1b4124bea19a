package dev.sluice.scenario;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.trace.ParserWords;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of a scenario by {@link ScenarioKeys}, and collects all complaints.
 *
 * <p>Two steps: each key for itself, here; then, if all keys are sound, what they say together, by
 * {@link ScenarioBuilder}.
 */
final class ScenarioReader {
  private static final int MAX_CHARS = 4 << 20;
  private static final Pattern STEP = Pattern.compile("([a-z-]+)(?:\\[(\\d{1,6}|\\*)])?");

  private final String file;
  private final NamedFiles files;
  private final Map<String, String> read = new TreeMap<>();
  private final List<Complaint> complaints = new ArrayList<>();
  private TomlLines lines = TomlLines.of("");
  private Map<String, String> changes = Map.of();

  ScenarioReader(String file) {
    this(file, NamedFiles.NONE);
  }

  /** With what reads the files that the scenario names. */
  ScenarioReader(String file, NamedFiles files) {
    this.file = file;
    this.files = files;
  }

  Scenario read(String name, String text, Map<String, String> given) throws BadScenario {
    return read(name, text, given, Optional.empty());
  }

  /** The same with an algorithm in place of the scenario's own. */
  Scenario read(String name, String text, Map<String, String> given, Optional<Algorithm> algorithm)
      throws BadScenario {
    changes = new TreeMap<>(given);
    ObjectNode root = parse(text);
    algorithm.ifPresent(each -> each.apply(root));
    changes.forEach((path, value) -> change(root, path, value));
    Map<String, List<Section>> sections = new LinkedHashMap<>();
    for (Table table : ScenarioKeys.ALL) {
      sections.put(table.name(), sections(table, root));
    }
    stopIfWrong();
    Scenario scenario =
        new ScenarioBuilder(this, sections).build(name, changes, () -> digest(text, algorithm));
    stopIfWrong();
    return scenario;
  }

  private ObjectNode parse(String text) throws BadScenario {
    if (text.length() > MAX_CHARS) {
      complaints.add(new Complaint(file, 0, "longer than " + MAX_CHARS + " characters", "", ""));
      stopIfWrong();
    }
    try {
      lines = TomlLines.of(text);
      if (lines.tooLong().isPresent()) {
        TomlLines.TooLong number = lines.tooLong().get();
        String what = number.written() + " has nineteen digits";
        complaints.add(new Complaint(file, number.line(), what, "numbers of at most eighteen", ""));
        throw new BadScenario(complaints);
      }
      return (ObjectNode) new TomlMapper().readTree(lines.text());
    } catch (JsonProcessingException e) {
      if (lines.repeated().isPresent()) {
        TomlLines.Repeated key = lines.repeated().get();
        String what =
            "%s stands here a second time; line %d has it".formatted(key.path(), key.first());
        complaints.add(new Complaint(file, key.second(), what, "each key once", ""));
        throw new BadScenario(complaints);
      }
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      complaints.add(new Complaint(file, line, "not TOML: " + ParserWords.toml(e), "", ""));
      throw new BadScenario(complaints);
    }
  }

  private void stopIfWrong() throws BadScenario {
    if (!complaints.isEmpty()) {
      complaints.sort(Comparator.comparingInt(Complaint::line)); // stable
      throw new BadScenario(complaints);
    }
  }

  private String digest(String text, Optional<Algorithm> algorithm) {
    StringBuilder all = new StringBuilder(text);
    algorithm.ifPresent(each -> all.append("\nalgorithm = ").append(each.word()));
    changes.forEach((path, value) -> all.append('\n').append(path).append(" = ").append(value));
    read.forEach((path, value) -> all.append('\n').append(path).append(" has\n").append(value));
    try {
      byte[] bytes = all.toString().getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  // ---------------------------------------------------------------- complaints

  /** Complains about what stands at a path. */
  void complain(String path, String what, String allowed, String nearest) {
    for (Map.Entry<String, String> change : changes.entrySet()) {
      if (covers(change.getKey(), path)) {
        String where = "--set " + change.getKey() + "=" + change.getValue();
        complaints.add(new Complaint(where, 0, what, allowed, nearest));
        return;
      }
    }
    complaints.add(new Complaint(file, lines.line(path), what, allowed, nearest));
  }

  /** The file that stands at a path; null, with a complaint, if it cannot be read. */
  NamedFile named(String path, String name) {
    NamedFile found = files.read(name);
    if (!found.why().isEmpty()) {
      complain(path, found.called() + ": " + found.why(), "", "");
      return null;
    }
    read.put(path, found.text());
    return found;
  }

  /** Complains about a line of such a file. */
  void complain(NamedFile named, BadLine bad) {
    complaints.add(new Complaint(named.called(), bad.line(), bad.getMessage(), bad.allowed(), ""));
  }

  private static boolean covers(String change, String path) {
    return path.matches(Pattern.quote(change).replace("[*]", "\\E\\[\\d+]\\Q"));
  }

  // ---------------------------------------------------------------- command line

  /** Puts a value where the command line wants it; what it means is checked with the rest. */
  private void change(ObjectNode root, String path, String value) {
    String[] steps = path.split("\\.");
    List<ObjectNode> tables = List.of(root);
    for (int i = 0; i < steps.length - 1; i++) {
      Matcher step = STEP.matcher(steps[i]);
      if (!step.matches()) {
        complain(path, path + " is no path", "a path such as topology.rate", "");
        return;
      }
      List<ObjectNode> inside = new ArrayList<>();
      for (ObjectNode table : tables) {
        step(table, step, inside);
      }
      if (inside.isEmpty()) {
        boolean isList =
            tables.stream().anyMatch(table -> table.get(step.group(1)) instanceof ArrayNode);
        complain(
            path,
            isList && step.group(2) == null
                ? "the scenario may have several " + step.group(1) + " tables"
                : "the scenario has no " + steps[i],
            isList ? step.group(1) + "[0] and so on, or " + step.group(1) + "[*] for all" : "",
            "");
        return;
      }
      tables = inside;
    }
    JsonNode node = Key.node(value);
    tables.forEach(table -> table.set(steps[steps.length - 1], node));
  }

  private static void step(ObjectNode table, Matcher step, List<ObjectNode> inside) {
    JsonNode next = table.get(step.group(1));
    if (step.group(2) == null) {
      if (next == null) {
        next = table.putObject(step.group(1));
      }
      if (next instanceof ObjectNode object) {
        inside.add(object);
      }
    } else if (next instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        boolean wanted = step.group(2).equals("*") || step.group(2).equals(Integer.toString(i));
        if (wanted && array.get(i) instanceof ObjectNode object) {
          inside.add(object);
        }
      }
    }
  }

  // ---------------------------------------------------------------- tables

  private List<Section> sections(Table table, ObjectNode root) {
    if (table.name().isEmpty()) {
      return List.of(section(table, "", root));
    }
    JsonNode node = root.get(table.name());
    if (table.repeated()) {
      List<Section> sections = new ArrayList<>();
      if (node == null) {
        return sections;
      }
      if (!node.isArray()) {
        complain(
            table.name(),
            table.name() + " may stand several times",
            "[[" + table.name() + "]], in double brackets",
            "");
        return sections;
      }
      for (int i = 0; i < node.size(); i++) {
        String path = table.name() + "[" + i + "]";
        if (node.get(i) instanceof ObjectNode object) {
          sections.add(section(table, path, object));
        } else {
          complain(path, path + " is no table", "[[" + table.name() + "]]", "");
        }
      }
      return sections;
    }
    if (node != null && !(node instanceof ObjectNode)) {
      complain(table.name(), table.name() + " is a table", "[" + table.name() + "]", "");
      return List.of();
    }
    return List.of(
        section(table, table.name(), node == null ? root.objectNode() : (ObjectNode) node));
  }

  private Section section(Table table, String path, ObjectNode node) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<Key> keys = table.keys("");
    Set<String> given = new HashSet<>();
    node.fieldNames().forEachRemaining(given::add);
    Section section = new Section(path, values, given);
    if (!table.variants().isEmpty()) {
      Key kind = Table.find(table.common(), "kind").orElseThrow();
      read(section, kind, node);
      if (!section.has("kind")) {
        return section; // said already; which other keys are right, nobody can tell
      }
      keys = table.keys(section.text("kind"));
    }
    for (Key key : keys) {
      if (!section.has(key.name())) {
        read(section, key, node);
      }
    }
    List<String> known = new ArrayList<>(keys.stream().map(Key::name).toList());
    if (table.name().isEmpty()) {
      ScenarioKeys.ALL.stream().map(Table::name).filter(n -> !n.isEmpty()).forEach(known::add);
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        complainOfKey(table, section, name, known);
      }
    }
    return section;
  }

  private void complainOfKey(Table table, Section section, String name, List<String> known) {
    String where = table.name().isEmpty() ? "a scenario" : table.name();
    if (section.has("kind") && !table.variants().isEmpty()) {
      where += " of kind " + section.text("kind");
    }
    String path = section.at(name);
    for (String change : changes.keySet()) {
      if (change.startsWith(path + ".")) {
        path = change; // what the command line wants inside of it
      }
    }
    String shown = name.codePoints().anyMatch(Character::isISOControl) ? "?" : name;
    complain(
        path,
        where + " has no key " + shown,
        String.join(", ", known.stream().sorted().toList()),
        Nearest.of(name, known));
  }

  private void read(Section section, Key key, ObjectNode node) {
    JsonNode given = node.get(key.name());
    if (given == null) {
      if (key.isNeeded()) {
        complain(section.path(), section.at(key.name()) + " is missing", key.kind().allowed(), "");
      } else if (key.fallback() != null) {
        section.values().put(key.name(), key.read(key.fallback()).orElseThrow());
      }
      return;
    }
    Optional<Object> value = key.kind().reads().apply(given);
    if (value.isPresent()) {
      section.values().put(key.name(), value.get());
      return;
    }
    complain(
        section.at(key.name()),
        section.at(key.name()) + " is " + shown(given),
        key.kind().allowed(),
        given.isTextual() ? Nearest.of(given.textValue(), key.kind().words()) : "");
  }

  private static String shown(JsonNode node) {
    if (node.isObject()) {
      return "a table";
    }
    String text =
        node.isTextual()
            ? "\"" + node.textValue() + "\""
            : node.isArray() ? node.toString() : node.asText();
    String safe = text.replaceAll("\\p{Cntrl}", "?");
    return safe.length() > 60 ? safe.substring(0, 60) + "…" : safe;
  }
}
