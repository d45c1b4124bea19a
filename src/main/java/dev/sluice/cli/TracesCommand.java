package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice traces}: the behaviours that are kept for other implementations. */
@Command(
    name = "traces",
    description = {
      TracesCommand.WHAT,
      "",
      "With --out, the behaviours of the MODELs, named as for `check`, are written into a folder of"
          + " your own, in the same form, and model-traces/ is left as it is; with --itf as files in"
          + " ITF, one for each behaviour, which viewers of such traces show."
    },
    footer = {
      "",
      "Examples:",
      "  sluice traces --check",
      "  sluice traces CreditConservation/smoke_wrap --out /tmp/wrap",
      "  python3 model-traces/read.py /tmp/wrap"
    })
final class TracesCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Writes model-traces/ anew: for each trace model, behaviours that together take every"
          + " transition, and of a few larger models the first of such behaviours, as JSON. With"
          + " --check nothing is written; it is only said what has drifted.";

  private final Session session;

  @Option(names = "--check", description = "Only say whether they are as the models give them.")
  private boolean check;

  @Parameters(paramLabel = "MODEL", description = "Whose behaviours to export; goes with --out.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A folder, new or empty, for the behaviours of the MODELs.")
  private Path out;

  @Option(names = "--itf", description = "With --out: a file in ITF for each behaviour.")
  private boolean itf;

  @Option(names = "--full", description = "The full lane too, where a name leaves it open.")
  private boolean full;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  TracesCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    ModelTable table = session.table();
    TraceKeeper traces = out == null ? kept(table) : exported(table);
    List<Model> models = traces.models();
    if (models.isEmpty()) {
      throw Refusal.notDecided("nothing selected: there is no model whose behaviours are kept");
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

  private TraceKeeper kept(ModelTable table) throws Refusal {
    if (!names.isEmpty() || full) {
      throw Refusal.badInput(
          "model-traces/ keeps the behaviours of the models that the tables say, and of no others; to"
              + " export those of models that you name, say --out DIR");
    }
    if (itf) {
      throw Refusal.badInput("--itf goes with --out, and model-traces/ has a form of its own");
    }
    return new TraceKeeper(table);
  }

  private TraceKeeper exported(ModelTable table) throws Refusal {
    if (check) {
      throw Refusal.badInput("--check compares model-traces/, and --out writes another folder");
    }
    if (names.isEmpty()) {
      throw Refusal.badInput("--out needs a MODEL to export; `sluice list models` shows them all");
    }
    List<Model> selected = Selection.of(table, names, full);
    List<Model> models = selected.stream().filter(Model::mustHold).toList();
    if (models.isEmpty()) {
      throw Refusal.badInput(
          selected.get(0).id()
              + " is a control, which has no graph to take behaviours from; `sluice check "
              + selected.get(0).id()
              + " --counterexample` shows the one that it is for");
    }
    return new TraceKeeper(table, models, OutFolder.unused(out), itf);
  }
}
