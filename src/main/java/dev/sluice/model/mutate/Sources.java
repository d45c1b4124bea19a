package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.graph.SpecDigest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All that the results of a specification's mutants rest on: its module, the models and controls
 * that mutants are held against, and the files of the modules that these are made of.
 *
 * @param module the module's name
 * @param file the module's file
 * @param models the models that must hold, the smallest first
 * @param controls the models that must fail, in the order of the table
 * @param files the files of all modules, by name
 */
record Sources(
    String module, Path file, List<Model> models, List<Model> controls, List<Path> files) {

  /**
   * Those of a specification.
   *
   * @param suite the suite that its models are part of
   * @throws BadTable if it has no models that can be run
   */
  static Sources of(Suite suite, String module) throws BadTable, IOException {
    List<Model> models = new ArrayList<>();
    List<Model> controls = new ArrayList<>();
    SortedMap<String, Path> files = new TreeMap<>();
    Set<Path> roots = new HashSet<>();
    for (Model model : suite.models(module)) {
      (model.mustHold() ? models : controls).add(model);
      if (roots.add(model.rootModule())) {
        files.putAll(SpecDigest.files(model.rootModule(), suite.library()));
      }
    }
    models.sort(Comparator.comparingInt(Model::transitions).thenComparing(Model::name));
    Path file = files.get(module);
    if (file == null) {
      throw new BadTable(
          "no table under spec/ has a model of " + module + " outside the full lane");
    }
    return new Sources(module, file, models, controls, List.copyOf(files.values()));
  }

  /** Models and controls, the models first. */
  List<Model> all() {
    List<Model> all = new ArrayList<>(models);
    all.addAll(controls);
    return all;
  }

  /**
   * The digest of all of it, of the settings, and of which TLC runs.
   *
   * @return 64 hexadecimal digits in lower case
   */
  String digest(Settings settings, String tlc) throws IOException {
    MessageDigest digest = GraphSum.sha256();
    add(digest, settings.words() + " " + tlc);
    for (Path each : files) {
      add(digest, each.getFileName() + "\n" + Files.readString(each));
    }
    for (Model model : all()) {
      add(digest, model.config().text());
      add(digest, row(model));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** What a model's row in the table says that outcomes are held against. */
  static String row(Model model) {
    return String.join(
        " ",
        model.id(),
        model.rootModule().getFileName().toString(),
        model.expect(),
        String.valueOf(model.states()),
        String.valueOf(model.depth()),
        String.valueOf(model.transitions()),
        String.valueOf(model.length()),
        model.replay());
  }

  private static void add(MessageDigest digest, String text) {
    byte[] bytes = text.replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
    digest.update((bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
  }
}
