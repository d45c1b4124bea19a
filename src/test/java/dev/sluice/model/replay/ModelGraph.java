package dev.sluice.model.replay;

import dev.sluice.model.Model;
import dev.sluice.model.Rows;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
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
    Model model = Rows.of(module + "/" + name);
    Path folder = model.rootModule().getParent().getParent();
    TlcRequest request =
        new TlcRequest(
            model.rootModule(),
            model.config(),
            List.of(folder, folder.resolveSibling("lib")),
            1,
            512,
            NO_LIMIT,
            Reporting.GRAPH,
            Housing.BRIEF,
            TlcOptions.NONE);
    return new Tlc(TlcJar.shipped()).run(request, scratch, done -> {}).graph();
  }
}
