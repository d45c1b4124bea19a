package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck.Limits;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.SpecDigest;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.ItfTrace;
import dev.sluice.trace.ItfWriter;
import dev.sluice.trace.NotWritten;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice check}: has TLC search models, and holds what it finds against the table. */
@Command(
    name = "check",
    description = {
      CheckCommand.WHAT,
      "",
      "A MODEL is Module/name, or Module for all of its models but those of the full lane, or a"
          + " pattern such as 'Pdc*' or '*/trace'. Without one, all models but those of the full"
          + " lane are checked. `sluice list models` shows the names.",
      "",
      "A FILE.tla is checked with the configuration of the same name beside it, the one within it,"
          + " or the one named with --config. Modules are found in its folder, then where --library and TLA_PATH say,"
          + " then among Sluice's own. Nothing is written beside it. With several --workers TLC's"
          + " depth, and which counterexample it finds, may differ from run to run.",
      "",
      "A control has no configuration of its own: it is made of its row and of the model that the"
          + " row is based on. --print-cfg shows it.",
      "",
      "What follows -- goes to TLC as it is: sluice check Queue.tla -- -lncheck default."
          + " -Dname=value sets a property in TLC's JVM. With -continue TLC goes on after a"
          + " violation, and all are reported."
    },
    footer = {
      "",
      "Examples:",
      "  sluice check CccLifecycle/trace",
      "  sluice check 'Pdc*' --jobs 2",
      "  sluice check CreditConservation/fault_adds_total --print-cfg",
      "  sluice check ~/specs/Queue.tla --config ~/specs/Small.cfg --workers 2 --timeout 5m",
      "  sluice check Queue.tla --library ~/specs/lib --deadlock off --coverage",
      "  sluice check Queue.tla --simulate 100000 --depth 200"
    })
final class CheckCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Has TLC search models, and holds what it finds against the table of models; or checks a"
          + " specification of your own, from any folder.";

  private final Session session;

  @Parameters(paramLabel = "MODEL|FILE.tla", description = "What to check.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "The configuration of a FILE.tla; or a module's file that holds one, behind a line ----"
              + " CONFIG NAME ----.")
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

  @Option(
      names = "--print-cfg",
      description = "Print the configuration that TLC gets for the one model, and search nothing.")
  private boolean printCfg;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Keep the configurations of the models in a new folder, beside copies of their modules:"
              + " for an editor, or for TLC alone.")
  private Path out;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private OwnOptions own = new OwnOptions();

  @Mixin private RunOptions options = new RunOptions();

  @Spec private CommandSpec spec;

  CheckCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    List<String> flags = flags();
    boolean files = names.stream().anyMatch(OwnSpec::isFile);
    if (config != null && (!files || names.size() > 1)) {
      throw Refusal.badInput("--config goes with exactly one FILE.tla");
    }
    if (files && !names.stream().allMatch(OwnSpec::isFile)) {
      throw Refusal.badInput("name either models or files, not both: " + String.join(" ", names));
    }
    if (!files && (own.given() || !flags.isEmpty())) {
      throw Refusal.badInput(
          "--library, --simulate, --depth, --seed, --deadlock, --coverage, --dump and what follows"
              + " -- go with a FILE.tla of your own");
    }
    NoEffect.refuse("--full", full && files, "with a FILE.tla, which is in no lane");
    NoEffect.refuse(
        "--counterexample", json && counterexample, "with --json, which says everything");
    if (printCfg) {
      Map<String, Object> given = new LinkedHashMap<>();
      given.put("--json", json);
      given.put("--itf", itf);
      given.put("--counterexample", counterexample);
      NoEffect.refuse(given, "with --print-cfg, which searches nothing");
    }
    List<Model> models = files ? own() : Selection.of(session.table(), names, full);
    if (itf != null && models.size() != 1) {
      throw Refusal.badInput(
          "--itf goes with one model; this selects " + Words.count(models.size()));
    }
    Outputs outputs = new Outputs(session).filesOnly().writes("--itf", itf, Outputs.Kind.TRACE);
    models.forEach(model -> outputs.reads("a module", model.rootModule()));
    outputs.reads("a configuration", config);
    outputs.check();
    List<Path> library = OwnSpec.library(models, own.library(), session);
    if (files && (printCfg || out != null)) {
      throw Refusal.badInput(
          "--print-cfg and --out go with models of the table; the configuration of a FILE.tla is a"
              + " file already");
    }
    if (printCfg && models.size() != 1) {
      throw Refusal.badInput(
          "--print-cfg goes with one model; this selects "
              + Words.count(models.size())
              + ", whose configurations --out DIR keeps");
    }
    if (out != null) {
      String how = KeptConfigurations.keep(models, library, out);
      session.terminal().tell("kept in " + out + "; for example: sluice " + how);
    }
    if (printCfg) {
      session.terminal().out().print(KeptConfigurations.text(models.get(0)));
      return ExitCodes.OK;
    }
    Checks checks = new Checks(session, options);
    List<Done> all;
    List<Part> parts = new ArrayList<>();
    StateGraph[] graph = {null};
    Path dump = null;
    if (files) {
      TlcOptions search = own.tlc(flags, options.trusts());
      dump = own.dump(models.get(0).module());
      if (dump != null && models.size() != 1) {
        throw Refusal.badInput("--dump goes with one FILE.tla");
      }
      outputs.writes("--dump", dump, dumpKind(dump)).check();
      if (dump != null && merges(models.get(0))) {
        throw Refusal.badInput(
            "--dump: "
                + models.get(0).config()
                + " has SYMMETRY or VIEW, under which TLC keeps one state for several, so that what"
                + " it would write is not the graph; take that out for the dump");
      }
      Limits limits = options.ownLimits(search, dump != null, models.size() == 1);
      all =
          checks.run(
              "check",
              models,
              library,
              model -> limits,
              new Runner.Watcher() {
                @Override
                public void graph(Model model, StateGraph read) {
                  graph[0] = read;
                }
              });
    } else {
      VacuityKeeper vacuity = new VacuityKeeper(session.table());
      all = checks.run("check", models, library, false, true, vacuity);
      if (models.stream().anyMatch(Model::mustHold)) {
        parts.add(vacuity.report(json));
      }
    }
    RunResult result = new RunResult("check", all, parts, List.of());
    if (json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      Report report = new Report(session.terminal(), true, counterexample || all.size() == 1);
      report.print(result, own.coverage() ? library : List.of());
    }
    Status status = result.status();
    if (itf != null) {
      status = status.or(write(all.get(0), library));
    }
    if (dump != null) {
      status = status.or(write(graph[0], models.get(0).module(), dump));
    }
    return status.exitCode();
  }

  private static boolean merges(Model model) throws Refusal {
    try {
      return model.config().read().merges();
    } catch (IOException e) {
      throw Refusal.badInput(model.config() + " cannot be read: " + e.getMessage());
    }
  }

  private static Outputs.Kind dumpKind(Path dump) {
    return dump != null && dump.toString().endsWith(".dot") ? Outputs.Kind.DOT : Outputs.Kind.GRAPH;
  }

  /** What stands behind {@code --}: it is taken out of the names. */
  private List<String> flags() {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    int end = typed.indexOf("--");
    if (end < 0) {
      return List.of();
    }
    int kept = names.size() - (typed.size() - end - 1);
    List<String> flags = List.copyOf(names.subList(kept, names.size()));
    names = new ArrayList<>(names.subList(0, kept));
    return flags;
  }

  private List<Model> own() throws Refusal {
    List<Model> models = new ArrayList<>();
    for (String name : names) {
      models.add(OwnSpec.of(name, config));
    }
    return models;
  }

  private Status write(StateGraph graph, String module, Path file) {
    if (graph == null) {
      session.terminal().tell("there is no whole graph, so " + file + " was not written");
      return Status.AS_EXPECTED;
    }
    GraphDump dump = new GraphDump(module, graph);
    String text = dumpKind(file) == Outputs.Kind.DOT ? dump.dot() : dump.json();
    try {
      WholeFile.write(file, text.getBytes(StandardCharsets.UTF_8));
      session.terminal().tell("the graph is in " + file);
      return Status.AS_EXPECTED;
    } catch (NotWritten e) {
      session.terminal().tell(e.getMessage());
      return Status.NOT_DECIDED;
    }
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
              SpecDigest.of(model.rootModule(), model.config().bytes(), library),
              done.result().constants());
      ItfWriter.write(ItfTrace.of(counterexample, meta), itf);
      return Status.AS_EXPECTED;
    } catch (IOException e) {
      session
          .terminal()
          .tell(e instanceof NotWritten ? e.getMessage() : DiskTrouble.notWritten(itf, e));
      return Status.NOT_DECIDED;
    }
  }
}
