package dev.sluice.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.replay.Twins;
import dev.sluice.model.tlc.Configuration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The table of all models, {@code spec/models.toml}: what there is, what each must show, and what
 * replays it.
 *
 * <p>A row names its specification and itself; the files follow from that: {@code
 * models/MC<module>_<name>.cfg} beside the module, checked from {@code models/MC<module>.tla}
 * unless the row names another root. Read strictly: a key that nobody reads is a mistake.
 *
 * @param root the project's root, in which {@code spec/} stands
 * @param models the rows, in the order of the table
 * @param proofs what the table has beside models
 */
public record ModelTable(Path root, List<Model> models, List<Proof> proofs) {
  private static final Set<String> KEYS =
      Set.of(
          "module",
          "name",
          "root",
          "lane",
          "expect",
          "states",
          "depth",
          "transitions",
          "length",
          "replay",
          "finding",
          "shows");

  /**
   * A proof to be asked for.
   *
   * @param file its obligations, in SMT-LIB
   * @param obligations how many there must be, so that none is lost unseen
   */
  public record Proof(Path file, int obligations) {}

  public ModelTable {
    models = List.copyOf(models);
    proofs = List.copyOf(proofs);
  }

  /** The folders in which modules are found. */
  public List<Path> library() {
    try {
      return SpecDigest.folders(root.toAbsolutePath().resolve("spec"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * Reads the table.
   *
   * @param root the project's root
   * @throws BadTable with a sentence, if a row is not as it must be, or a file it names is missing
   */
  public static ModelTable load(Path root) throws BadTable {
    Path file = root.resolve("spec").resolve("models.toml");
    JsonNode tree;
    try {
      tree = new TomlMapper().readTree(file.toFile());
    } catch (JsonProcessingException e) {
      throw new BadTable(
          file
              + ":"
              + (e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + ": not TOML: "
              + e.getOriginalMessage(),
          e);
    } catch (IOException e) {
      throw new BadTable(file + " cannot be read: " + e.getMessage(), e);
    }
    Map<String, Path> folders = moduleFolders(root);
    List<Model> models = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    int row = 0;
    for (JsonNode node : tree.path("model")) {
      Model model = model(file, ++row, node, folders);
      if (!ids.add(model.id())) {
        throw new BadTable(file + ": two rows are called " + model.id());
      }
      models.add(model);
    }
    return new ModelTable(root, models, proofs(file, tree.path("proof")));
  }

  private static List<Proof> proofs(Path file, JsonNode rows) throws BadTable {
    List<Proof> proofs = new ArrayList<>();
    for (JsonNode node : rows) {
      Path script = file.resolveSibling(text(node, "file"));
      int obligations = node.path("obligations").asInt();
      if (node.size() != 2 || obligations < 1 || !Files.isRegularFile(script)) {
        throw new BadTable(
            file
                + ": a proof needs file, which is there under spec/, and obligations, a number of"
                + " at least 1; found "
                + node);
      }
      proofs.add(new Proof(script, obligations));
    }
    return proofs;
  }

  private static Map<String, Path> moduleFolders(Path root) throws BadTable {
    Map<String, Path> folders = new TreeMap<>();
    Path spec = root.resolve("spec");
    try (Stream<Path> all = Files.walk(spec)) {
      List<Path> modules =
          all.filter(path -> path.toString().endsWith(".tla"))
              .filter(path -> !SpecDigest.isLeftByAnEditor(spec, path))
              .sorted()
              .toList();
      for (Path module : modules) {
        String name = module.getFileName().toString().replace(".tla", "");
        Path other = folders.put(name, module.toAbsolutePath().getParent());
        if (other != null) {
          throw new BadTable(
              "two modules under spec/ are called "
                  + name
                  + ": one in "
                  + other
                  + ", one in "
                  + folders.get(name));
        }
      }
    } catch (IOException e) {
      throw new BadTable("spec/ cannot be read: " + e.getMessage(), e);
    }
    return folders;
  }

  private static Model model(Path file, int row, JsonNode node, Map<String, Path> folders)
      throws BadTable {
    String where =
        file + ", row " + row + " (" + text(node, "module") + "/" + text(node, "name") + ")";
    for (Iterator<String> keys = node.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!KEYS.contains(key)) {
        throw new BadTable(where + ": nobody reads the key " + key + "; there are " + sorted(KEYS));
      }
    }
    String module = text(node, "module");
    String name = text(node, "name");
    if (module.isEmpty() || name.isEmpty()) {
      throw new BadTable(where + ": a row needs module and name");
    }
    if (!folders.containsKey(module)) {
      throw new BadTable(where + ": there is no module " + module + " under spec/");
    }
    String rootName = node.hasNonNull("root") ? text(node, "root") : "MC" + module;
    if (!folders.containsKey(rootName)) {
      throw new BadTable(where + ": there is no module " + rootName + " under spec/");
    }
    Path rootModule = folders.get(rootName).resolve(rootName + ".tla");
    Path config =
        folders.get(module).resolve("models").resolve("MC" + module + "_" + name + ".cfg");
    if (!Files.isRegularFile(config)) {
      throw new BadTable(where + ": the configuration " + config + " is missing");
    }
    Lane lane = null;
    for (Lane known : Lane.values()) {
      if (known.key().equals(text(node, "lane"))) {
        lane = known;
      }
    }
    if (lane == null) {
      throw new BadTable(
          where + ": lane is \"" + text(node, "lane") + "\"; it is trace, smoke, full or control");
    }
    String expect = text(node, "expect");
    boolean ok = expect.equals("ok");
    if (expect.isEmpty() || ok == (lane == Lane.CONTROL)) {
      throw new BadTable(
          where
              + ": a control names the property that must be violated, any other lane expects \"ok\"");
    }
    String replay = text(node, "replay");
    if (ok && replay.startsWith("none:") && replay.substring(5).isBlank()) {
      throw new BadTable(where + ": a model that nothing replays states the reason");
    }
    if (ok && !replay.startsWith("none:") && !Twins.names().contains(replay)) {
      throw new BadTable(
          where
              + ": replay is \""
              + replay
              + "\"; it is one of the twins "
              + Twins.names()
              + ", or \"none: \" and the reason");
    }
    return new Model(
        module,
        name,
        rootModule,
        Configuration.of(config),
        lane,
        expect,
        number(where, node, "states", ok),
        number(where, node, "depth", ok),
        number(where, node, "transitions", ok),
        number(where, node, "length", !ok),
        replay,
        text(node, "finding"),
        text(node, "shows"));
  }

  private static List<String> sorted(Set<String> names) {
    return names.stream().sorted().toList();
  }

  private static String text(JsonNode node, String key) {
    return node.path(key).asText("");
  }

  private static int number(String where, JsonNode node, String key, boolean needed)
      throws BadTable {
    JsonNode value = node.path(key);
    if (value.isMissingNode()) {
      return -1;
    }
    if (!needed) {
      throw new BadTable(where + ": " + key + " is not pinned for a model of this kind");
    }
    if (!value.canConvertToInt() || value.intValue() < 1) {
      throw new BadTable(where + ": " + key + " is not a number from 1 to 2147483647");
    }
    return value.intValue();
  }
}
