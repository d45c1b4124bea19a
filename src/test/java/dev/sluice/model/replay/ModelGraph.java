package dev.sluice.model.replay;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Modelled;
import dev.sluice.model.Systems;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import java.nio.file.Path;
import java.util.List;

/** The graph of one of the project's own models, as TLC streams it. */
final class ModelGraph {
  private static final Path SPEC = Path.of("spec").toAbsolutePath();
  private static final long NO_LIMIT = 0;

  private ModelGraph() {}

  /**
   * Has TLC search a model.
   *
   * @param scratch an empty folder
   */
  static StateGraph of(String module, String name, Path scratch) throws Exception {
    return GraphReader.read(streamed(module, name, scratch));
  }

  /** The folder into which TLC has streamed it. */
  static Path streamed(String module, String name, Path scratch) throws Exception {
    Path models = folder(module).resolve("models");
    TlcRequest request =
        new TlcRequest(
            root(module, name, models),
            Configuration.of(models.resolve("MC" + module + "_" + name + ".cfg")),
            List.of(folder(module), SPEC.resolve("lib")),
            1,
            512,
            NO_LIMIT,
            Reporting.GRAPH,
            Housing.BRIEF,
            TlcOptions.NONE);
    return new Tlc(TlcJar.shipped()).run(request, scratch, done -> {}).graph();
  }

  /** The module that TLC is started on: that of the model's row, or the usual one for a draft. */
  private static Path root(String module, String name, Path models) throws BadTable {
    return ModelTable.load(SPEC.getParent()).models().stream()
        .filter(row -> row.module().equals(module) && row.name().equals(name))
        .map(Model::rootModule)
        .findFirst()
        .orElse(models.resolve("MC" + module + ".tla"));
  }

  /** The folder of a specification: that of its protocol. */
  private static Path folder(String module) {
    return Systems.all().stream()
        .map(Modelled::protocol)
        .filter(one -> one.specifications().stream().anyMatch(of -> of.name().equals(module)))
        .map(one -> SPEC.resolve(one.name()))
        .findFirst()
        .orElseThrow();
  }
}
