package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice verify}: checks the claims of this project. */
@Command(
    name = "verify",
    description = {
      VerifyCommand.WHAT,
      "",
      "The quick lane (the default, about a minute) checks, for each specification, the trace model, a"
          + " small irredundant set of further models in which every kind of transition and every"
          + " claim occurs, and one control for each claim. `sluice list lanes` shows the set and the"
          + " reason for each element.",
      "--all (about four minutes) checks all models but those of the full lane.",
      "--full (many minutes) adds the full lane, runs each model in a process of its own, and judges"
          + " small runs of every ready scenario."
    },
    footer = {
      "",
      "Examples:",
      "  sluice verify                       # quick lane",
      "  sluice verify NsccWindow 'Ccc*'     # quick lane of some specifications",
      "  sluice verify --all --fail-fast",
      "",
      "The folder of --out holds result.json, junit.xml, timings.json, not-shown.md, commands.txt,"
          + " digests.txt, provenance.json, SHA256SUMS, and under tlc/ TLC's own output and the configurations of controls. It is written whole or not at all.",
      "",
      "result.json, and --json: format, sluice, command, status, exit; models (id, lane, expect,"
          + " status, outcome, problems, states, depth, transitions, length, actions, constants,"
          + " replay or notReplayed, counterexample); specifications (module, controls,"
          + " controlsCaught, actions, actionsWitnessed); parts (name, status, summary, problems);"
          + " scope (models, modelsOfAll, transitionsReplayed, transitionsOfAll); notShown;"
          + " requirements (the rows of the catalogue, as in `list requirements --json`). Values are"
          + " in TLA+ notation; there are no times in it."
    })
final class VerifyCommand implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT =
      "Checks the claims of this project: searches models, replays their transitions on the kernels,"
          + " compares every outcome and count with the tables of models, expects every planted fault"
          + " to be caught by the property named, and compares model-traces/ and the catalogue of"
          + " requirements with their sources.";

  private final Session session;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description =
          "Specifications (NsccWindow), for their part of the lane, or models of any"
              + " lane (MODULE/NAME); both may be patterns (default: the whole lane).")
  private List<String> names = List.of();

  @Option(names = "--all", description = "Check all models but those of the full lane.")
  private boolean all;

  @Option(names = "--full", description = "Check the full lane, too: minutes to hours.")
  private boolean full;

  @Option(names = "--fail-fast", description = "Stop at the first unexpected outcome.")
  private boolean failFast;

  @Option(
      names = "--write-counts",
      description = "With --all: write the counts that the quick lane is computed from.")
  private boolean writeCounts;

  @Option(
      names = "--write-vacuity",
      description =
          "Write spec/vacuity/ with the parts of claims that the lane never exercises; the reasons"
              + " of known parts stay.")
  private boolean writeVacuity;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keep the result and its evidence in a new folder.")
  private Path out;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "Print a line for every control, and the list of points not shown.")
  private boolean verbose;

  @Mixin private RunOptions options = new RunOptions();

  VerifyCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    NoEffect.refuse("--verbose", json && verbose, "with --json, which says everything");
    if (writeCounts && (!all || !names.isEmpty())) {
      throw Refusal.badInput(
          "--write-counts needs the counts of all models; use it with --all, and without NAME");
    }
    if (writeVacuity && names.stream().anyMatch(name -> name.contains("/"))) {
      throw Refusal.badInput(
          "--write-vacuity needs all models of a specification in the lane; name specifications,"
              + " not models");
    }
    TlcJar jar = options.jar(session);
    if (out != null) {
      OutFolder.unused(out);
    }
    SourceDigests sources = out == null ? null : SourceDigests.take(session.root(), jar);
    ModelTable table = session.table();
    VerifyScope scope =
        VerifyScope.of(
            table,
            full ? VerifyScope.Which.FULL : all ? VerifyScope.Which.ALL : VerifyScope.Which.QUICK,
            names);
    if (out == null) {
      return verify(table, scope, null, jar, null);
    }
    try (OutFolder folder =
        OutFolder.begin(out, table.root(), jar, sources, session.interrupts())) {
      return verify(table, scope, folder, jar, sources);
    }
  }

  private int verify(
      ModelTable table, VerifyScope scope, OutFolder folder, TlcJar jar, SourceDigests sources)
      throws Refusal, InterruptedException {
    CompletableFuture<Requirements> reading =
        CompletableFuture.supplyAsync(() -> Requirements.read(table.root()));
    CompletableFuture<Part> proofs = CompletableFuture.supplyAsync(() -> Proofs.read(table));
    TraceKeeper traces = new TraceKeeper(table, scope.models());
    CountsKeeper counts = new CountsKeeper(table);
    VacuityKeeper vacuity = new VacuityKeeper(table);
    LogCoverage coverage = new LogCoverage();
    long begun = session.nanos().getAsLong();
    List<Done> done =
        new Checks(session, options, scope.counts(), failFast)
            .run(
                "verify",
                scope.models(),
                table.library(),
                true,
                true,
                watcher(table, traces, counts, vacuity, coverage, folder, sources));
    long elapsed = session.nanos().getAsLong() - begun;
    Requirements requirements = reading.join();
    boolean stopped = done.size() < scope.models().size();
    boolean cut = stopped || session.interrupts().signalled();
    List<Part> parts = new ArrayList<>();
    // Single models need not show every action of their specification.
    if (!stopped && names.stream().noneMatch(name -> name.contains("/"))) {
      parts.add(Part.actions(done));
    }
    if (!stopped && scope.models().stream().anyMatch(Model::mustHold)) {
      parts.add(
          cut
              ? new Part("traces", Status.INTERRUPTED, "not compared: interrupted", List.of())
              : traces.compare());
    }
    if (!cut && !scope.counts().isEmpty() && !writeCounts) {
      parts.add(counts.compare(scope.counts()));
    }
    boolean wholeSpecifications = names.stream().noneMatch(name -> name.contains("/"));
    if (!cut && scope.models().stream().anyMatch(Model::mustHold)) {
      parts.add(
          !wholeSpecifications
              ? vacuity.report(verbose || json)
              : writeVacuity
                  ? vacuity.write(scope.which().vacuity())
                  : vacuity.compare(scope.which().vacuity(), verbose || json));
    }
    if (!stopped && !table.proofs().isEmpty()) {
      parts.add(proofs.join());
    }
    if (full && names.isEmpty() && !cut) {
      parts.add(logs(table, coverage, jar));
    }
    parts.add(requirements.part(done));
    if (sources != null) {
      parts.add(sources.part());
    }
    if (writeCounts && !cut && ModelTableText.worst(done) == Status.AS_EXPECTED) {
      parts.add(counts.write());
    }
    RunResult result =
        new RunResult(
            "verify",
            done,
            parts,
            NotShown.points(done, table.models(), requirements.coverage()),
            requirements.coverage(),
            scope.ofAll());
    if (folder != null) {
      folder.finish(result);
    }
    print(result, scope, elapsed);
    return result.status().exitCode();
  }

  private Part logs(ModelTable table, LogCoverage coverage, TlcJar jar)
      throws Refusal, InterruptedException {
    try (Scratch scratch = Scratch.open(session)) {
      Tlc tlc = new Tlc(jar, scratch.shared());
      session.interrupts().onSignal(tlc::stop);
      return coverage.judge(table, tlc, scratch, options.jobs());
    }
  }

  private Runner.Watcher watcher(
      ModelTable table,
      TraceKeeper traces,
      CountsKeeper counts,
      VacuityKeeper vacuity,
      LogCoverage coverage,
      OutFolder folder,
      SourceDigests sources) {
    return new Runner.Watcher() {
      @Override
      public void begins(Model model) {
        if (sources != null) {
          sources.reads(model, table.library());
        }
      }

      @Override
      public void graph(Model model, StateGraph graph) {
        traces.graph(model, graph);
        counts.graph(model, graph);
        if (full) {
          coverage.graph(model, graph);
        }
      }

      @Override
      public void done(Done done, Path wrote) throws IOException {
        counts.done(done, wrote);
        vacuity.done(done, wrote);
        if (folder != null) {
          sources.reads(done.model(), table.library());
          folder.keep(done);
        }
      }
    };
  }

  private void print(RunResult result, VerifyScope scope, long elapsed) {
    Terminal terminal = session.terminal();
    if (json) {
      terminal.out().print(ResultJson.of(result));
      return;
    }
    new Report(terminal, verbose, false).print(result);
    if (verbose) {
      terminal.line("");
      terminal.line(terminal.strong("Not shown:"));
      result.notShown().forEach(point -> terminal.line("  " + point));
    } else {
      terminal.line(
          "Not shown: "
              + Words.some(result.notShown().size(), "point", "points")
              + (out == null
                  ? "; --verbose lists them, --out DIR keeps them"
                  : ", listed in " + out.resolve("not-shown.md")));
    }
    int unchecked = scope.models().size() - result.models().size();
    if (unchecked > 0) {
      terminal.line(
          "Stopped at the first unexpected outcome (--fail-fast): "
              + Words.some(unchecked, "model was", "models were")
              + " not checked");
    }
    scope.leftOut().forEach(terminal::line);
    if (unchecked == 0 && !session.interrupts().signalled()) {
      scope.nextLane(elapsed).ifPresent(terminal::tell);
    }
  }
}
