package dev.sluice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.ParserWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Reads the tables of models, once.
 *
 * <p>A row names its specification and itself. A model that must hold has a configuration, {@code
 * models/MC<module>_<name>.cfg} beside the module, and is checked from {@code MC<module>}; a
 * control has none, see {@link ControlRow}, and is checked from {@code <module>Faults}, unless the
 * row names another root. Read strictly: a key that nobody reads is a mistake.
 */
final class TableReader {
  private static final Set<String> TABLES = Set.of("model", "control", "proof");
  private static final Set<String> MODEL =
      Set.of(
          "module",
          "name",
          "root",
          "lane",
          "states",
          "depth",
          "transitions",
          "kept",
          "replay",
          "finding",
          "shows");
  private static final Set<String> CONTROL =
      Set.of(
          "module", "name", "on", "root", "plant", "set", "catches", "length", "finding", "says");

  private final Path root;
  private final Path spec;
  private final Map<String, Path> folders;
  private final Map<String, Model> models = new HashMap<>();
  private final Map<String, Row> rows = new HashMap<>();
  private final Definitions.Library library;
  private final Map<String, Assignments> assignments = new HashMap<>();

  /** A row, and where it stands. */
  private record Row(JsonNode node, Path file, int line, int number) {
    String module() {
      return text(node, "module");
    }

    String name() {
      return text(node, "name");
    }

    String id() {
      return module() + "/" + name();
    }

    /** Where it stands, for a message. */
    String where() {
      String place = line > 0 ? file + ":" + line : file + ", row " + number;
      return module().isEmpty() && name().isEmpty() ? place : place + " (" + id() + ")";
    }

    BadTable bad(String sentence) {
      return new BadTable(where() + ": " + sentence);
    }

    BadTable bad(String sentence, Throwable cause) {
      return new BadTable(where() + ": " + sentence, cause);
    }
  }

  TableReader(Path root) throws BadTable {
    this.root = root;
    this.spec = root.resolve("spec");
    this.folders = moduleFolders();
    this.library = new Definitions.Library(folders);
  }

  ModelTable read() throws BadTable {
    List<Path> files = ModelTable.files(root);
    if (files.isEmpty()) {
      throw new BadTable(
          spec + " has no table of models: neither models.toml nor <system>/models.toml is there");
    }
    List<Model> all = new ArrayList<>();
    List<ModelTable.Proof> proofs = new ArrayList<>();
    for (Path file : files) {
      JsonNode tree = tree(file);
      for (Iterator<String> names = tree.fieldNames(); names.hasNext(); ) {
        String name = names.next();
        if (!TABLES.contains(name)) {
          throw new BadTable(
              file + ": nobody reads the table " + name + "; there are " + new TreeSet<>(TABLES));
        }
        if (!tree.path(name).isArray()) {
          throw new BadTable(file + ": rows stand below [[" + name + "]], in double brackets");
        }
      }
      List<Row> holding = rows(file, tree, "model");
      List<Row> controls = rows(file, tree, "control");
      for (Row row : holding) {
        enter(row, model(row));
      }
      for (Row row : controls) {
        enter(row, control(row));
      }
      List<Row> inOrder = new ArrayList<>(holding);
      inOrder.addAll(controls);
      inOrder.sort(Comparator.comparingInt(Row::line)); // as numbered where no line is known
      inOrder.forEach(row -> all.add(models.get(row.id())));
      for (Row row : rows(file, tree, "proof")) {
        proofs.add(proof(row));
      }
    }
    return new ModelTable(root, all, proofs);
  }

  private void enter(Row row, Model model) throws BadTable {
    Row other = rows.put(row.id(), row);
    if (other != null) {
      throw row.bad("two rows are called " + row.id() + "; the other is " + place(other));
    }
    models.put(row.id(), model);
  }

  private static JsonNode tree(Path file) throws BadTable {
    try {
      String text = Files.readString(file);
      return new TomlMapper().readTree(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (JsonProcessingException e) {
      throw new BadTable(
          file
              + ":"
              + (e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + ": not TOML: "
              + ParserWords.toml(e),
          e);
    } catch (IOException e) {
      throw new BadTable(file + " cannot be read: " + DiskTrouble.why(e), e);
    }
  }

  /** The rows of one kind, each with its line if it begins with its kind in brackets. */
  private static List<Row> rows(Path file, JsonNode tree, String kind) throws BadTable {
    List<Integer> lines = new ArrayList<>();
    try {
      List<String> text = Files.readAllLines(file);
      for (int i = 0; i < text.size(); i++) {
        if (text.get(i).strip().startsWith("[[" + kind + "]]")) {
          lines.add(i + 1);
        }
      }
    } catch (IOException e) {
      throw new BadTable(file + " cannot be read: " + e.getMessage(), e);
    }
    List<Row> rows = new ArrayList<>();
    for (JsonNode node : tree.path(kind)) {
      boolean known = lines.size() == tree.path(kind).size();
      rows.add(new Row(node, file, known ? lines.get(rows.size()) : 0, rows.size() + 1));
    }
    return rows;
  }

  private Map<String, Path> moduleFolders() throws BadTable {
    Map<String, Path> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(spec)) {
      List<Path> modules =
          all.filter(path -> path.toString().endsWith(".tla"))
              .filter(path -> !SpecDigest.isLeftByAnEditor(spec, path))
              .sorted()
              .toList();
      for (Path module : modules) {
        String name = module.getFileName().toString().replace(".tla", "");
        Path other = found.put(name, module.toAbsolutePath().getParent());
        if (other != null) {
          throw new BadTable(
              "two modules under spec/ are called "
                  + name
                  + ": one in "
                  + other
                  + ", one in "
                  + found.get(name));
        }
      }
    } catch (IOException e) {
      throw new BadTable("spec/ cannot be read: " + e.getMessage(), e);
    }
    return found;
  }

  private String place(Row row) {
    String file = root.relativize(row.file()).toString().replace('\\', '/');
    return row.line() > 0 ? file + ":" + row.line() : file;
  }

  // ---------------------------------------------------------------- what all rows have

  /** Whether a row reads as one, and is about a module of its own system. */
  private void common(Row row, Set<String> keys) throws BadTable {
    for (Iterator<String> names = row.node().fieldNames(); names.hasNext(); ) {
      String key = names.next();
      if (!keys.contains(key)) {
        throw row.bad("there is no key " + key + "; there are " + new TreeSet<>(keys));
      }
    }
    if (row.module().isEmpty() || row.name().isEmpty()) {
      throw row.bad("a row needs module and name");
    }
    Path folder = folders.get(row.module());
    if (folder == null) {
      throw row.bad("there is no module " + row.module() + " under spec/");
    }
    Path system = row.file().toAbsolutePath().getParent();
    if (!folder.normalize().startsWith(system.normalize())) {
      throw row.bad(
          "the module "
              + row.module()
              + " lies in "
              + folder
              + "; its rows go into the table of that system");
    }
  }

  /** The module from which it is checked. */
  private String rootModule(Row row, String usual) throws BadTable {
    String name = row.node().hasNonNull("root") ? text(row.node(), "root") : usual;
    if (!folders.containsKey(name)) {
      throw row.bad("there is no module " + name + " under spec/, from which it would be checked");
    }
    return name;
  }

  private Path file(String module) {
    return folders.get(module).resolve(module + ".tla");
  }

  private Path config(Row row) {
    String name = "MC" + row.module() + "_" + row.name() + ".cfg";
    return folders.get(row.module()).resolve("models").resolve(name);
  }

  private static int number(Row row, String key) throws BadTable {
    JsonNode value = row.node().path(key);
    if (value.isMissingNode()) {
      return -1;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 1) {
      throw row.bad(key + " is not a whole number from 1 to 2147483647");
    }
    return value.intValue();
  }

  private static String text(JsonNode node, String key) {
    return node.path(key).asText("");
  }

  // ---------------------------------------------------------------- models, controls, proofs

  private Model model(Row row) throws BadTable {
    common(row, MODEL);
    JsonNode node = row.node();
    String rootModule = rootModule(row, "MC" + row.module());
    Lane lane = null;
    for (Lane known : Lane.values()) {
      if (known.key().equals(text(node, "lane"))) {
        lane = known;
      }
    }
    if (lane == Lane.CONTROL) {
      throw row.bad("a control has no file: it is a row [[control]]");
    }
    if (lane == null) {
      throw row.bad("lane is \"" + text(node, "lane") + "\"; it is trace, smoke or full");
    }
    Path config = config(row);
    if (!Files.isRegularFile(config)) {
      throw row.bad("the configuration " + config + " is missing");
    }
    String replay = text(node, "replay");
    if (replay.startsWith("none:") && replay.substring(5).isBlank()) {
      throw row.bad("a model that nothing replays states the reason");
    }
    if (!replay.startsWith("none:") && !Systems.twins().contains(replay)) {
      throw row.bad(
          "replay is \""
              + replay
              + "\"; it is one of the twins "
              + Systems.twins()
              + ", or \"none: \" and the reason");
    }
    return new Model(
        row.module(),
        row.name(),
        file(rootModule),
        Configuration.of(config),
        lane,
        "ok",
        number(row, "states"),
        number(row, "depth"),
        number(row, "transitions"),
        kept(row, lane, replay),
        -1,
        replay,
        text(node, "finding"),
        text(node, "shows"),
        place(row));
  }

  /**
   * How many steps of behaviours are kept: all of a trace model, of another one as many as it says.
   */
  private static int kept(Row row, Lane lane, String replay) throws BadTable {
    if (!row.node().has("kept")) {
      return lane == Lane.TRACE ? Model.ALL : 0;
    }
    if (lane != Lane.SMOKE) {
      throw row.bad(
          "kept is for models of lane smoke: of a trace model all behaviours are kept, and the"
              + " full lane does not run every time");
    }
    if (replay.startsWith("none:")) {
      throw row.bad("kept is for models that are replayed");
    }
    int kept = number(row, "kept");
    if (kept == 0) {
      throw row.bad("kept is 0; leave it out where no behaviour is kept");
    }
    return kept;
  }

  private Model control(Row row) throws BadTable {
    common(row, CONTROL);
    JsonNode node = row.node();
    String rootModule = rootModule(row, row.module() + "Faults");
    String on = text(node, "on");
    Model base = models.get(row.module() + "/" + on);
    if (base == null || !base.mustHold()) {
      throw row.bad(
          "on is \""
              + on
              + "\", the model that it is derived from; of "
              + row.module()
              + " these hold: "
              + models.values().stream()
                  .filter(model -> model.module().equals(row.module()) && model.mustHold())
                  .map(Model::name)
                  .sorted()
                  .toList());
    }
    Path own = config(row);
    if (Files.exists(own)) {
      throw row.bad(
          "its configuration is made of this row, and "
              + own
              + " is there, too; delete that file, or make it a [[model]] if it must hold");
    }
    if (text(node, "says").isBlank()) {
      throw row.bad("says is empty; it is the one sentence about this control");
    }
    ControlRow control =
        new ControlRow(
            row.module(),
            row.name(),
            on,
            statements(row, "plant"),
            statements(row, "set"),
            text(node, "catches"),
            text(node, "says"),
            root.relativize(row.file()).toString().replace('\\', '/'));
    String text;
    try {
      text = control.configuration(assignments(base), library.of(rootModule));
    } catch (IllegalArgumentException e) {
      throw row.bad(e.getMessage(), e);
    } catch (IOException e) {
      throw row.bad("its configuration cannot be made: " + DiskTrouble.why(e), e);
    }
    return new Model(
        row.module(),
        row.name(),
        file(rootModule),
        Configuration.made(own.getFileName().toString(), text, "the row " + place(row)),
        Lane.CONTROL,
        text(node, "catches"),
        -1,
        -1,
        -1,
        0,
        number(row, "length"),
        "",
        text(node, "finding"),
        text(node, "says"),
        place(row));
  }

  /** One statement of a configuration, or several. */
  private static List<String> statements(Row row, String key) throws BadTable {
    JsonNode value = row.node().path(key);
    List<String> statements = new ArrayList<>();
    if (value.isTextual()) {
      statements.add(value.asText());
    } else if (value.isArray() || value.isMissingNode()) {
      for (JsonNode each : value) {
        statements.add(each.isTextual() ? each.asText() : "");
      }
    } else {
      statements.add("");
    }
    if (statements.contains("")) {
      throw row.bad(
          key + " is a text such as \"Learn <- LearnAddsTotal\" or \"Mtu = 2\", or a list of such");
    }
    return statements;
  }

  private Assignments assignments(Model base) throws IOException {
    Assignments known = assignments.get(base.id());
    if (known == null) {
      known = Assignments.read(base.config());
      assignments.put(base.id(), known);
    }
    return known;
  }

  private ModelTable.Proof proof(Row row) throws BadTable {
    Path script = row.file().resolveSibling(text(row.node(), "file"));
    int obligations =
        row.node().path("obligations").isInt() ? row.node().path("obligations").intValue() : 0;
    if (row.node().size() != 2 || obligations < 1 || !Files.isRegularFile(script)) {
      throw row.bad(
          "a proof needs file, which is there beside the table, and obligations, a number of at"
              + " least 1; found "
              + row.node());
    }
    return new ModelTable.Proof(script, obligations, place(row));
  }
}
