package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.model.tlc.probe.PhaseTimes;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sluice bench verify}: the time of a verification by phase and by kind of model. */
@Command(
    name = "verify",
    description = {
      VerifyBench.WHAT,
      "",
      "Wall time is the sum over all runs; several runs go on at a time. CPU time of TLC's phases"
          + " is that of its process, compilation and garbage collection included; CPU time of the"
          + " other phases is that of the thread."
    },
    footer = {"", "Example:", "  sluice bench verify 'Nscc*'"})
final class VerifyBench implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT =
      "Checks models as verify does, and prints the wall and CPU time by phase.";

  private static final Set<Phase> OF_TLC = EnumSet.range(Phase.START, Phase.COUNTEREXAMPLE);

  private final Session session;

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Specifications, models or patterns (default: all but the full lane).")
  private List<String> names = List.of();

  @Mixin private RunOptions options = new RunOptions();

  VerifyBench(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, InterruptedException {
    ModelTable table = session.table();
    List<Model> models = Selection.of(table, names, false);
    TraceKeeper traces = new TraceKeeper(table);
    long begun = session.nanos().getAsLong();
    long cpuBegun = GraphBench.ownCpuNanos();
    List<Done> done =
        new Checks(session, options).run("measure", models, table.library(), true, true, traces);
    long elapsed = session.nanos().getAsLong() - begun;
    print(done, elapsed, GraphBench.ownCpuNanos() - cpuBegun);
    return ModelTableText.worst(done).exitCode();
  }

  private void print(List<Done> done, long elapsed, long ownCpu) {
    PhaseTimes all = new PhaseTimes();
    long tlcCpu = 0;
    for (Done each : done) {
      all.add(each.phases());
      TlcRun run = each.result().run();
      tlcCpu += run == null ? 0 : Math.max(0, run.cpuNanos());
    }
    Terminal terminal = session.terminal();
    TextTable table = new TextTable("phase", ">wall, s", ">CPU, s", ">share of wall");
    long wall = all.wallNanos();
    for (Phase phase : Phase.values()) {
      row(table, phase.words(), all.wallNanos(phase), all.cpuNanos(phase), wall);
      if (OF_TLC.contains(phase)) {
        tlcCpu -= all.cpuNanos(phase);
      } else {
        ownCpu -= all.cpuNanos(phase);
      }
    }
    row(table, "TLC's processes between runs", 0, tlcCpu, wall);
    row(table, "Sluice's compilation, collection, other threads", 0, ownCpu, wall);
    table.lines().forEach(terminal::line);
    terminal.line("");
    kinds(done).lines().forEach(terminal::line);
    terminal.line("");
    terminal.line(
        Words.some(done.size(), "model", "models")
            + " in "
            + Words.seconds(elapsed)
            + " s, "
            + options.jobs()
            + " at a time");
  }

  private static void row(TextTable table, String name, long wall, long cpu, long allWall) {
    table.row(
        List.of(
            name,
            Words.seconds(wall),
            Words.seconds(cpu),
            allWall == 0 ? "" : Math.round(100.0 * wall / allWall) + " %"));
  }

  private static TextTable kinds(List<Done> done) {
    TreeMap<String, long[]> byKind = new TreeMap<>();
    for (Done each : done) {
      long[] sums = byKind.computeIfAbsent(kind(each.model()), unused -> new long[3]);
      sums[0]++;
      sums[1] += each.nanos();
      sums[2] = Math.max(sums[2], each.nanos());
    }
    TextTable table = new TextTable("kind", ">models", ">wall, s", ">longest, s");
    byKind.forEach(
        (kind, sums) ->
            table.row(
                List.of(
                    kind, Words.count(sums[0]), Words.seconds(sums[1]), Words.seconds(sums[2]))));
    return table;
  }

  private static String kind(Model model) {
    return model.mustHold() && !model.replayed() ? "not replayed" : model.lane().key();
  }
}
