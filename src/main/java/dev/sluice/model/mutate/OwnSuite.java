package dev.sluice.model.mutate;

import dev.sluice.model.Model;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.tlc.LibraryModules;
import dev.sluice.model.tlc.TlcOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One model of a specification that is in no table: a module of the user's, and its configuration.
 */
public final class OwnSuite implements Suite {
  private final Model model;
  private final List<Path> library;
  private final Boolean deadlock;
  private final SortedMap<String, Path> files;
  private final SortedMap<String, Path> own = new TreeMap<>();

  /**
   * Finds the modules of a model.
   *
   * @param folders the folders besides the root module's whose modules are the user's own
   * @param library all folders and jars in which modules are found
   * @param deadlock whether a state without successors is a violation; {@code null}: as the
   *     configuration says
   */
  public OwnSuite(Model model, List<Path> folders, List<Path> library, Boolean deadlock)
      throws IOException {
    this.model = model;
    this.library = List.copyOf(library);
    this.deadlock = deadlock;
    this.files = SpecDigest.files(model.rootModule(), library);
    files.forEach(
        (name, file) -> {
          Path folder = file.toAbsolutePath().getParent();
          boolean mine = folder.equals(root()) || folders.contains(folder);
          if (mine && !LibraryModules.contains(name)) {
            own.put(name, file);
          }
        });
  }

  /** Returns the model. */
  public Model model() {
    return model;
  }

  /** Returns the files of the modules that may have mutants, by name: library modules have none. */
  public SortedMap<String, Path> own() {
    return new TreeMap<>(own);
  }

  @Override
  public Path root() {
    return model.rootModule().toAbsolutePath().getParent();
  }

  @Override
  public List<Model> models(String module) {
    return List.of(model);
  }

  @Override
  public List<Path> library() {
    return library;
  }

  /** Returns a file that is never there: results of such a model are kept where the user says. */
  @Override
  public Path kept(String module) {
    return root().resolve(module + ".tla").resolve("none");
  }

  @Override
  public TlcOptions options(long mostStates) {
    return new TlcOptions(null, deadlock, false, List.of(), List.of(), mostStates);
  }

  @Override
  public Copy copy(Path folder) throws IOException {
    Path to = Files.createDirectories(folder.resolve("spec"));
    for (Path each : files.values()) {
      Files.copy(each, to.resolve(each.getFileName().toString()));
    }
    List<Path> all = new ArrayList<>(List.of(to));
    all.addAll(library);
    return new Copy() {
      @Override
      public Path of(Path file) {
        return to.resolve(file.getFileName().toString());
      }

      @Override
      public Model of(Model model) {
        return model.in(of(model.rootModule()));
      }

      @Override
      public List<Path> library() {
        return all;
      }
    };
  }
}
