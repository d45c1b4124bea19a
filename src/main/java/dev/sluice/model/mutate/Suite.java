package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.TlcOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Models that mutants of specifications are held against, and the modules they are made of. */
public interface Suite {
  /** Returns the folder that messages name files in. */
  Path root();

  /** Returns the models of a specification, the full lane left out. */
  List<Model> models(String module);

  /** Returns the folders and jars in which modules are found, besides a root module's folder. */
  List<Path> library();

  /** Returns the file of the results that are kept of a specification; it may be missing. */
  Path kept(String module);

  /** Returns how a model is searched, within a number of states; 0 for no limit. */
  TlcOptions options(long mostStates);

  /**
   * Copies all modules, so that one of them can be edited.
   *
   * @param folder an empty folder
   */
  Copy copy(Path folder) throws BadTable, IOException;

  /** Modules in another folder, and models that are made of them. */
  interface Copy {
    /** Returns the copy of a module's file. */
    Path of(Path file);

    /** Returns the copy of a model. */
    Model of(Model model);

    /** Returns the folders and jars in which the copied models find modules. */
    List<Path> library();
  }

  /** Returns the models of a project's tables. */
  static Suite of(ModelTable table) {
    return new Table(table);
  }

  /** The models of a project's tables. */
  record Table(ModelTable table) implements Suite {
    @Override
    public Path root() {
      return table.root().toAbsolutePath();
    }

    @Override
    public List<Model> models(String module) {
      return table.models().stream()
          .filter(model -> model.module().equals(module))
          .filter(model -> model.lane() != Lane.FULL)
          .toList();
    }

    @Override
    public List<Path> library() {
      return table.library();
    }

    @Override
    public Path kept(String module) {
      return Results.place(table, module);
    }

    @Override
    public TlcOptions options(long mostStates) {
      return TlcOptions.within(mostStates);
    }

    @Override
    public Copy copy(Path folder) throws BadTable, IOException {
      Path from = root().resolve("spec");
      Path to = folder.resolve("spec");
      List<Path> files;
      try (Stream<Path> all = Files.walk(from)) {
        files = all.filter(Files::isRegularFile).toList();
      }
      for (Path each : files) {
        Path target = to.resolve(from.relativize(each).toString());
        Files.createDirectories(target.getParent());
        Files.copy(each, target);
      }
      ModelTable copied = ModelTable.load(folder);
      Map<String, Model> models = new HashMap<>();
      copied.models().forEach(model -> models.put(model.id(), model));
      return new Copy() {
        @Override
        public Path of(Path file) {
          return to.resolve(from.relativize(file).toString());
        }

        @Override
        public Model of(Model model) {
          return models.get(model.id());
        }

        @Override
        public List<Path> library() {
          return copied.library();
        }
      };
    }
  }
}
