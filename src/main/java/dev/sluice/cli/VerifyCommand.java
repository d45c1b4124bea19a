package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice verify}: all that this project claims, found out again. */
@Command(
    name = "verify",
    description = {
      VerifyCommand.WHAT,
      "",
      "Without --full this takes about a minute; the models of the full lane take many. With it,"
          + " small runs of every ready scenario are judged as well, and what they exercise of each"
          + " specification is printed."
    },
    footer = {
      "",
      "The folder of --out holds result.json, junit.xml, timings.json, not-shown.md, commands.txt,"
          + " digests.txt, provenance.json, and under tlc/ TLC's own output and the configurations of controls. It is written whole or not at all.",
      "",
      "result.json, and --json: format, sluice, command, status, exit; models (id, lane, expect,"
          + " status, outcome, problems, states, depth, transitions, length, actions, constants,"
          + " replay or notReplayed, counterexample); specifications (module, controls,"
          + " controlsCaught, actions, actionsWitnessed); parts (name, status, summary, problems);"
          + " notShown; requirements (the rows of the catalogue, as in `list requirements --json`)."
          + " Values are in TLA+ notation; there are no times in it."
    })
final class VerifyCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Checks again all that this project claims: every model is searched, every transition"
          + " replayed on the kernels, every outcome and count held against the tables of models,"
          + " every planted fault caught by the property named; then model-traces/ and the catalogue of"
          + " requirements are checked.";

  private final Session session;

  @Option(names = "--full", description = "The full lane too: minutes to hours.")
  private boolean full;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keep the result, and all it rests on, in a new folder.")
  private Path out;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Option(
      names = "--verbose",
      description = "A line for every control, and the list of what was not shown.")
  private boolean verbose;

  @Mixin private RunOptions options = new RunOptions();

  VerifyCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    NoEffect.refuse("--verbose", json && verbose, "with --json, which says everything");
    ModelTable table = session.table();
    List<Model> models = Selection.of(table, List.of(), full);
    TlcJar jar = options.jar(session);
    if (out == null) {
      return verify(table, models, null, jar);
    }
    try (OutFolder folder = OutFolder.begin(out, table.root(), jar, session.interrupts())) {
      return verify(table, models, folder, jar);
    }
  }

  private int verify(ModelTable table, List<Model> models, OutFolder folder, TlcJar jar)
      throws Refusal, InterruptedException {
    CompletableFuture<Requirements> reading =
        CompletableFuture.supplyAsync(() -> Requirements.read(table.root()));
    CompletableFuture<Part> proofs = CompletableFuture.supplyAsync(() -> Proofs.read(table));
    TraceKeeper traces = new TraceKeeper(table);
    LogCoverage coverage = new LogCoverage();
    List<Done> done =
        new Checks(session, options)
            .run("verify", models, table.library(), true, true, watcher(traces, coverage, folder));
    Requirements requirements = reading.join();
    boolean cut = session.interrupts().signalled();
    List<Part> parts = new ArrayList<>();
    parts.add(Part.actions(done));
    parts.add(
        cut
            ? new Part("traces", Status.INTERRUPTED, "not compared: interrupted", List.of())
            : traces.compare());
    if (!table.proofs().isEmpty()) {
      parts.add(proofs.join());
    }
    if (full && !cut) {
      parts.add(logs(table, coverage, jar));
    }
    parts.add(requirements.part(done));
    RunResult result =
        new RunResult(
            "verify",
            done,
            parts,
            NotShown.points(done, table.models(), requirements.coverage()),
            requirements.coverage());
    if (folder != null) {
      folder.finish(result);
    }
    print(result);
    return result.status().exitCode();
  }

  private Part logs(ModelTable table, LogCoverage coverage, TlcJar jar)
      throws Refusal, InterruptedException {
    try (Scratch scratch = Scratch.open(session)) {
      Tlc tlc = new Tlc(jar, scratch.archive());
      session.interrupts().onSignal(tlc::stop);
      return coverage.judge(table, tlc, scratch, options.jobs());
    }
  }

  private Runner.Watcher watcher(TraceKeeper traces, LogCoverage coverage, OutFolder folder) {
    return new Runner.Watcher() {
      @Override
      public void graph(Model model, StateGraph graph) {
        traces.graph(model, graph);
        if (full) {
          coverage.graph(model, graph);
        }
      }

      @Override
      public void done(Done done, Path wrote) {
        if (folder != null) {
          folder.keep(done);
        }
      }
    };
  }

  private void print(RunResult result) {
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
      return;
    }
    terminal.line(
        "Not shown: "
            + Words.some(result.notShown().size(), "point", "points")
            + (out == null
                ? "; --verbose lists them, --out DIR keeps them"
                : ", listed in " + out.resolve("not-shown.md")));
  }
}
