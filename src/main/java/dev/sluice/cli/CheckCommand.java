package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice check}: has TLC search models, and holds what it finds against the table. */
@Command(
    name = "check",
    description = {
      "Has TLC search models, and holds what it finds against spec/models.toml; or checks a"
          + " specification of your own, from any folder.",
      "",
      "A MODEL is Module/name, or Module for all of its models but those of the full lane, or a"
          + " pattern such as 'Pdc*' or '*/trace'. Without one, all models but those of the full"
          + " lane are checked. `sluice list models` shows the names.",
      "",
      "A FILE.tla is checked with the configuration of the same name beside it, or the one named"
          + " with --config. Modules are found in its folder, then among Sluice's own. Nothing is"
          + " written beside it."
    },
    footer = {
      "",
      "Examples:",
      "  sluice check CccLifecycle/trace",
      "  sluice check 'Pdc*' --jobs 2",
      "  sluice check ~/specs/Queue.tla --config ~/specs/Small.cfg --workers 2 --timeout 5m"
    })
final class CheckCommand implements Callable<Integer> {
  private final Session session;

  @Parameters(paramLabel = "MODEL|FILE.tla", description = "What to check.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE.cfg",
      description = "The configuration of a FILE.tla.")
  private Path config;

  @Option(names = "--full", description = "The full lane too, where a name leaves it open.")
  private boolean full;

  @Option(
      names = "--counterexample",
      description = "Print counterexamples that were expected too: those of controls.")
  private boolean counterexample;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private RunOptions options = new RunOptions();

  CheckCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    boolean files = names.stream().anyMatch(OwnSpec::isFile);
    if (config != null && (!files || names.size() > 1)) {
      throw Refusal.badInput("--config goes with exactly one FILE.tla");
    }
    if (files && !names.stream().allMatch(OwnSpec::isFile)) {
      throw Refusal.badInput("name either models or files, not both: " + String.join(" ", names));
    }
    List<Done> all = files ? own() : ours();
    RunResult result = RunResult.of("check", all);
    if (json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      new Report(session.terminal(), true, counterexample || all.size() == 1).print(result);
    }
    return result.status().exitCode();
  }

  private List<Done> ours() throws Refusal, InterruptedException {
    ModelTable table = session.table();
    List<Model> models = Selection.of(table, names, full);
    return new Checks(session, options)
        .run("check", models, table.library(), false, true, new Runner.Watcher() {});
  }

  private List<Done> own() throws Refusal, InterruptedException {
    List<Model> models = new ArrayList<>();
    Set<Path> library = new LinkedHashSet<>();
    for (String name : names) {
      Model model = OwnSpec.of(name, config);
      models.add(model);
      library.add(model.rootModule().getParent());
    }
    if (session.hasProject()) {
      library.addAll(new ModelTable(session.root(), List.of()).library());
    }
    return new Checks(session, options)
        .run("check", models, List.copyOf(library), false, false, new Runner.Watcher() {});
  }
}
