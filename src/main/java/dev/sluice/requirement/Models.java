package dev.sluice.requirement;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What the matrix needs to know of the tables of models and of configurations: which properties a
 * model that must hold lists, which modules are replayed, which models and controls show a finding,
 * which property catches a control. Whether the tables are as they must be is not this room's
 * business.
 */
final class Models {
  private static final Set<String> KEYWORDS =
      Set.of(
          "SPECIFICATION",
          "INIT",
          "NEXT",
          "CONSTANT",
          "CONSTANTS",
          "CONSTRAINT",
          "CONSTRAINTS",
          "ACTION_CONSTRAINT",
          "ACTION_CONSTRAINTS",
          "INVARIANT",
          "INVARIANTS",
          "PROPERTY",
          "PROPERTIES",
          "SYMMETRY",
          "VIEW",
          "CHECK_DEADLOCK",
          "POSTCONDITION",
          "ALIAS");

  private final Set<String> invariants = new TreeSet<>();
  private final Set<String> properties = new TreeSet<>();
  private final Map<String, Set<String>> listing = new TreeMap<>();
  private final Set<String> replayed = new TreeSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Map<String, Control> controls = new TreeMap<>();

  /** A model that shows a finding. */
  record Finding(String id, String model, Place place) {}

  /**
   * A control.
   *
   * @param module the specification in which a mistake is planted
   * @param root the module from which TLC reads it
   * @param catches the property that catches it
   */
  record Control(String module, String root, String catches) {
    /**
     * Returns whether a definition is that property: of the specification, or of the root module. A
     * module of faults stands for the module whose faults it has.
     */
    boolean isCaughtBy(String definition) {
      return Stream.of(module, root.replaceFirst("Faults$", ""))
          .anyMatch(each -> definition.equals(each + "!" + catches));
    }
  }

  private Models() {}

  /** Names that a model that must hold lists as INVARIANT. */
  Set<String> invariants() {
    return invariants;
  }

  /** Names that a model that must hold lists as PROPERTY. */
  Set<String> properties() {
    return properties;
  }

  /** Returns the root modules of the models that must hold and list this invariant or property. */
  Set<String> listing(String name) {
    return listing.getOrDefault(name, Set.of());
  }

  /** Modules of which at least one model is replayed. */
  Set<String> replayed() {
    return replayed;
  }

  List<Finding> findings() {
    return findings;
  }

  /** Returns the controls by module and name. */
  Map<String, Control> controls() {
    return controls;
  }

  static Models read(Path root) throws IOException {
    Models models = new Models();
    Map<String, Path> configs = configs(root);
    for (Path file : tables(root)) {
      models.read(file, SourceFiles.named(root, file), configs);
    }
    return models;
  }

  /** {@code spec/models.toml}, and that of each folder in {@code spec/}. */
  static List<Path> tables(Path root) throws IOException {
    Path spec = root.resolve("spec");
    return SourceFiles.under(spec, "models.toml").stream()
        .filter(file -> file.getFileName().toString().equals("models.toml"))
        .filter(file -> spec.relativize(file).getNameCount() <= 2)
        .toList();
  }

  private void read(Path file, String named, Map<String, Path> configs) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    JsonNode tree;
    try {
      tree = new TomlMapper().readTree(text);
    } catch (JsonProcessingException e) {
      return; // reported by those who run the models
    }
    for (String kind : List.of("model", "control")) {
      List<Integer> lines = lines(text, kind);
      int row = 0;
      for (JsonNode model : tree.path(kind)) {
        add(
            model,
            kind.equals("model"),
            new Place(named, row < lines.size() ? lines.get(row) : 1),
            configs);
        row++;
      }
    }
  }

  /** The lines on which the tables of an array begin, counted from 1. */
  static List<Integer> lines(String text, String kind) {
    List<Integer> lines = new ArrayList<>();
    List<String> all = text.lines().toList();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).strip().startsWith("[[" + kind + "]]")) {
        lines.add(i + 1);
      }
    }
    return lines;
  }

  private void add(JsonNode model, boolean holds, Place place, Map<String, Path> configs)
      throws IOException {
    String module = model.path("module").asText("");
    String name = model.path("name").asText("");
    for (Ids.Found found : Ids.in(model.path("finding").asText(""))) {
      findings.add(new Finding(found.id(), module + "/" + name, place));
    }
    if (!holds) {
      String root = model.path("root").asText(module);
      controls.put(
          module + "/" + name, new Control(module, root, model.path("catches").asText("")));
      return;
    }
    String replay = model.path("replay").asText("");
    if (!replay.isEmpty() && !replay.startsWith("none:")) {
      replayed.add(module);
    }
    Path config = configs.get("MC" + module + "_" + name + ".cfg");
    if (config != null) {
      String root = model.path("root").asText(module);
      listed(Files.readString(config, StandardCharsets.UTF_8), root);
    }
  }

  private void listed(String config, String root) {
    String section = "";
    String plain = config.replaceAll("(?s)\\(\\*.*?\\*\\)", " ").replaceAll("\\\\\\*[^\n]*", " ");
    for (String word : plain.strip().split("[\\s,]+")) {
      if (KEYWORDS.contains(word)) {
        section = word;
      } else if (section.startsWith("INVARIANT")) {
        invariants.add(word);
        listing.computeIfAbsent(word, property -> new TreeSet<>()).add(root);
      } else if (section.startsWith("PROPERT")) {
        properties.add(word);
        listing.computeIfAbsent(word, property -> new TreeSet<>()).add(root);
      }
    }
  }

  private static Map<String, Path> configs(Path root) throws IOException {
    Map<String, Path> configs = new LinkedHashMap<>();
    for (Path file : SourceFiles.under(root.resolve("spec"), ".cfg")) {
      configs.put(file.getFileName().toString(), file);
    }
    return configs;
  }
}
