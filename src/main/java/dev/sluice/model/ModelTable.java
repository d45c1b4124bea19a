package dev.sluice.model;

import dev.sluice.model.graph.SpecDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All models: what there is, what each must show, and what replays it.
 *
 * <p>Rows lie with their system: {@code spec/uet/models.toml} has those of the modules in {@code
 * spec/uet}. A project of one system may have {@code spec/models.toml} instead, or as well.
 *
 * @param root the project's root, in which {@code spec/} stands
 * @param models the rows, in the order of the tables: sorted by path, each from its top
 * @param proofs what the tables have beside models
 */
public record ModelTable(Path root, List<Model> models, List<Proof> proofs) {
  private static final String NAME = "models.toml";

  /**
   * A proof to be asked for.
   *
   * @param file its obligations, in SMT-LIB
   * @param obligations how many there must be, so that none is lost unseen
   * @param row where the table says so
   */
  public record Proof(Path file, int obligations, String row) {}

  public ModelTable {
    models = List.copyOf(models);
    proofs = List.copyOf(proofs);
  }

  /** The folders in which modules are found. */
  public List<Path> library() {
    try {
      return SpecDigest.folders(root.toAbsolutePath().resolve("spec"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The tables of a project: {@code spec/models.toml} if it is there, then those of the folders in
   * {@code spec/}, sorted.
   *
   * @return none where this is no project
   */
  public static List<Path> files(Path root) {
    List<Path> files = new ArrayList<>();
    Path spec = root.resolve("spec");
    if (!Files.isDirectory(spec)) {
      return files;
    }
    files.add(spec.resolve(NAME));
    try (Stream<Path> systems = Files.list(spec)) {
      systems.filter(Files::isDirectory).sorted().forEach(each -> files.add(each.resolve(NAME)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.removeIf(file -> !Files.isRegularFile(file));
    return files;
  }

  /**
   * Reads the tables.
   *
   * @param root the project's root
   * @throws BadTable with a sentence, if a row is not as it must be, or a file it names is missing
   */
  public static ModelTable load(Path root) throws BadTable {
    return new TableReader(root).read();
  }
}
