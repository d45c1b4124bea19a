package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.ItfWriter;
import java.io.IOException;
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

  @Option(
      names = "--itf",
      paramLabel = "FILE",
      description = "Write the counterexample of the one model checked as an ITF trace.")
  private Path itf;

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
    List<Model> models = files ? own() : Selection.of(session.table(), names, full);
    if (itf != null && models.size() != 1) {
      throw Refusal.badInput(
          "--itf goes with one model; this selects " + Words.count(models.size()));
    }
    List<Path> library = library(models);
    List<Done> all =
        new Checks(session, options)
            .run("check", models, library, false, !files, new Runner.Watcher() {});
    RunResult result = RunResult.of("check", all);
    if (json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      new Report(session.terminal(), true, counterexample || all.size() == 1).print(result);
    }
    Status status = result.status();
    return (itf == null ? status : status.or(write(all.get(0), library))).exitCode();
  }

  private List<Model> own() throws Refusal {
    List<Model> models = new ArrayList<>();
    for (String name : names) {
      models.add(OwnSpec.of(name, config));
    }
    return models;
  }

  /** A model's own folder first, then Sluice's. */
  private List<Path> library(List<Model> models) throws Refusal {
    Set<Path> library = new LinkedHashSet<>();
    models.forEach(model -> library.add(model.rootModule().getParent()));
    if (session.hasProject()) {
      library.addAll(new ModelTable(session.root(), List.of(), List.of()).library());
    }
    return List.copyOf(library);
  }

  private Status write(Done done, List<Path> library) {
    Counterexample counterexample = done.result().counterexample();
    Model model = done.model();
    if (counterexample == null || counterexample.steps().isEmpty()) {
      session.terminal().tell("there is no counterexample, so " + itf + " was not written");
      return Status.AS_EXPECTED;
    }
    try {
      ItfTrace.Meta meta =
          new ItfTrace.Meta(
              "A counterexample: " + done.result().outcome() + ".",
              model.module(),
              model.name(),
              SpecDigest.of(model.rootModule(), model.config(), library),
              done.result().constants());
      ItfWriter.write(ItfTrace.of(counterexample, meta), itf);
      return Status.AS_EXPECTED;
    } catch (IOException | IllegalArgumentException e) {
      session.terminal().tell(itf + " could not be written, and nothing is left of it: " + e);
      return Status.NOT_DECIDED;
    }
  }
}
