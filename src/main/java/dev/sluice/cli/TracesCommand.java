package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice traces}: the behaviours that are kept for other implementations. */
@Command(
    name = "traces",
    description = {TracesCommand.WHAT})
final class TracesCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Writes model-traces/ anew: for each trace model, behaviours that together take every"
          + " transition, as ITF JSON. With --check nothing is written; it is only said what has"
          + " drifted.";

  private final Session session;

  @Option(names = "--check", description = "Only say whether they are as the models give them.")
  private boolean check;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  TracesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    ModelTable table = session.table();
    TraceKeeper traces = new TraceKeeper(table);
    List<Model> models = traces.models();
    if (models.isEmpty()) {
      throw Refusal.notDecided("nothing selected: there is no model of lane trace");
    }
    List<Done> done =
        new Checks(session, options).run("traces", models, table.library(), false, false, traces);
    Status worst = ModelTableText.worst(done);
    Part part;
    if (check) {
      part = traces.compare();
    } else if (worst == Status.AS_EXPECTED) {
      part = traces.write();
    } else {
      part = new Part("traces", worst, "not written: a model is not as it must be", List.of());
    }
    RunResult result = new RunResult("traces", done, List.of(part), List.of());
    if (json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      new Report(session.terminal(), true, false).print(result);
    }
    return result.status().exitCode();
  }
}
