package dev.sluice.cli;

import dev.sluice.model.Lane;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice replay}: drives the kernels through every transition of models. */
@Command(
    name = "replay",
    description = {
      ReplayCommand.WHAT,
      "",
      "A MODEL is named as for `check`. Without one, all models that a kernel replays are taken,"
          + " but those of the full lane.",
      "",
      "A FILE.json holds the behaviours of a model, such as those in model-traces/, or one behaviour"
          + " in ITF: they are followed without TLC."
    },
    footer = {
      "",
      "Examples:",
      "  sluice replay",
      "  sluice replay CreditConservation/trace",
      "  sluice replay model-traces/CreditConservation/*.json"
    })
final class ReplayCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Drives the kernels through every transition of a model, and through every action that the"
          + " model does not allow. Where the two part, says how to get there, what differs, and"
          + " which requirements are at stake.";

  private final Session session;

  @Parameters(paramLabel = "MODEL|FILE.json", description = "What to replay.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--full", description = "The full lane too, where a name leaves it open.")
  private boolean full;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  ReplayCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    ModelTable table = session.table();
    if (names.stream().anyMatch(TraceReplay::isFile)) {
      if (!names.stream().allMatch(TraceReplay::isFile)) {
        throw Refusal.badInput("name either models or files, not both: " + String.join(" ", names));
      }
      if (json) {
        throw Refusal.badInput("--json goes with models, not with files");
      }
      String when = "with files, which are followed without TLC";
      NoEffect.refuse("--full", full, when);
      options.refuseAllBut(when);
      return new TraceReplay(table, session.terminal()).all(names).exitCode();
    }
    List<Model> selected = Selection.of(table, names, full);
    List<Model> models = selected.stream().filter(Model::replayed).toList();
    if (models.isEmpty()) {
      throw Refusal.notDecided("nothing to replay: " + why(selected));
    }
    List<Done> all =
        new Checks(session, options)
            .run("replay", models, table.library(), true, true, new Runner.Watcher() {});
    RunResult result = RunResult.of("replay", all);
    if (json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      new Report(session.terminal(), true, false).print(result);
    }
    return result.status().exitCode();
  }

  private static String why(List<Model> selected) {
    Model first = selected.get(0);
    if (selected.size() > 1) {
      return "no kernel replays any of the " + selected.size() + " models selected";
    }
    return first.lane() == Lane.CONTROL
        ? first.id() + " is a control, which has no graph to replay"
        : "no kernel replays " + first.id() + " (" + first.whyNotReplayed() + ")";
  }
}
