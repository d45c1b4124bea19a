package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.model.Model;
import dev.sluice.model.ModelTable;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.BadScenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice bench}: what things cost on this machine. */
@Command(name = "bench", description = BenchCommand.WHAT)
final class BenchCommand {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Measures costs on this machine: conform, graph, sim, validate, verify.";

  private BenchCommand() {}

  private static String twoPlaces(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  /** The group, made so that only its parts can be called. */
  static CommandLine group(Session session, String... args) {
    CommandLine group = new CommandLine(new BenchCommand());
    Subcommands parts = new Subcommands(group, args);
    parts.add("conform", ConformBench.WHAT, () -> new ConformBench(session));
    parts.add("graph", Graph.WHAT, () -> new Graph(session));
    parts.add("sim", Sim.WHAT, () -> new Sim(session));
    parts.add("validate", Validate.WHAT, () -> new Validate(session));
    parts.add("verify", VerifyBench.WHAT, () -> new VerifyBench(session));
    return group;
  }

  /** {@code sluice bench graph}. */
  @Command(
      name = "graph",
      description = {
        Graph.WHAT,
        "",
        "Only the ratio means much: machines differ, and this one may be busy. The exit code is 1"
            + " where the ratio in the middle is above the limit."
      },
      footer = {"", "Example:", "  sluice bench graph --rounds 5"})
  static final class Graph implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT =
        "Checks a model with TLC alone, then checks, streams and replays it, in turn, and prints"
            + " the CPU time of all processes and the ratio of the two.";

    private final Session session;

    @Parameters(
        arity = "0..1",
        paramLabel = "MODEL",
        defaultValue = "CccLifecycle/full_window",
        description = "A model that a twin replays (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(
        names = "--rounds",
        paramLabel = "N",
        converter = RunOptions.Count.class,
        defaultValue = "3",
        description = "How often both are measured (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin private RunOptions options = new RunOptions();

    Graph(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal, IOException, InterruptedException {
      ModelTable table = session.table();
      List<Model> selected = Selection.of(table, List.of(name), true);
      Model model = selected.get(0);
      if (selected.size() != 1 || !model.replayed()) {
        throw Refusal.badInput(
            name + " does not name one model that a twin replays; `sluice list models` shows them");
      }
      options.refuseAllBut(
          "with bench graph, which makes one run after another to its end",
          "--tla2tools",
          "--workers",
          "--heap");
      Tlc tlc = new Tlc(options.jar(session));
      session.interrupts().onSignal(tlc::stop);
      var limits = options.limits(model, true, false, false);
      GraphBench bench = new GraphBench(tlc, table.library(), limits.workers(), limits.heapMib());
      try (Scratch scratch = Scratch.open(session)) {
        GraphBench.Result result = bench.measure(model, rounds, scratch, session.terminal()::tell);
        print(model, limits.workers(), result);
        return result.ratio() <= GraphBench.LIMIT ? ExitCodes.OK : ExitCodes.FAILED;
      }
    }

    private void print(Model model, int workers, GraphBench.Result result) {
      Terminal terminal = session.terminal();
      terminal.line(
          model.id()
              + ": "
              + Words.count(result.states())
              + " states, "
              + Words.count(result.transitions())
              + " transitions, all replayed; "
              + Words.count(result.attempts())
              + " action instances tried");
      terminal.line(
          "on "
              + Words.some(RunOptions.cores(), "core", "cores")
              + ", "
              + Words.count(RunOptions.memoryMib() >> 10)
              + " GiB of memory, Java "
              + Runtime.version().feature()
              + ", TLC with "
              + Words.some(workers, "worker", "workers"));
      terminal.line("");
      TextTable table =
          new TextTable(
              ">round", ">TLC alone, s", ">TLC streaming, s", ">read and replay, s", ">ratio");
      int number = 0;
      long plainKib = 0;
      long streamKib = 0;
      for (GraphBench.Round round : result.rounds()) {
        table.row(
            List.of(
                Integer.toString(++number),
                Words.seconds(round.plainNanos()),
                Words.seconds(round.streamNanos()),
                Words.seconds(round.replayNanos()),
                twoPlaces(round.ratio())));
        plainKib = Math.max(plainKib, round.plainKib());
        streamKib = Math.max(streamKib, round.streamKib());
      }
      table.lines().forEach(terminal::line);
      terminal.line("");
      terminal.line(
          "CPU time of all processes, checking and streaming and replaying against checking alone: "
              + twoPlaces(result.ratio())
              + " x (at most "
              + twoPlaces(GraphBench.LIMIT)
              + ", goal "
              + twoPlaces(GraphBench.GOAL)
              + ")");
      terminal.line(
          "peak memory: TLC alone "
              + Words.count(plainKib >> 10)
              + " MiB, TLC streaming "
              + Words.count(streamKib >> 10)
              + " MiB, this process "
              + Words.count(GraphBench.ownPeakKib() >> 10)
              + " MiB");
    }
  }

  /** {@code sluice bench sim}. */
  @Command(
      name = "sim",
      description = {
        Sim.WHAT,
        "",
        "A figure counts the CPU time of the thread that simulates, in the fastest round once Java"
            + " has warmed up: others on the machine can only make a round slower. The same"
            + " arithmetic, done before each round, tells how much they did. The cold figure is that of"
            + " the whole process, from its start. The exit code is 1 where a hop on the star grows"
            + " more than twice as dear.",
        "",
        "Rates of two machines say nothing of two programs. With --against, one case is run by this"
            + " program and by another, in turn on this machine, and the ratio is what is told."
      },
      footer = {
        "",
        "Examples:",
        "  sluice bench sim --rounds 5",
        "  sluice bench sim --against 'mine --flows {flows} --bytes {bytes}' --case incast-nscc"
      })
  static final class Sim implements Callable<Integer> {
    private static final String USUAL_CASE = "incast-nscc";
    private static final int USUAL_SECONDS = 600;

    /** What the list of commands says of it. */
    static final String WHAT =
        "Runs two large scenarios with either algorithm, one of them over RoCEv2 too, and prints how many data packets and"
            + " events they take a CPU second; then what a packet costs on each hop of a star, with"
            + " ever more senders. Or compares one of them with another program.";

    private final Session session;

    @Option(
        names = "--rounds",
        paramLabel = "N",
        converter = RunOptions.Count.class,
        defaultValue = "3",
        description =
            "The least number of rounds that count, once Java has warmed up; the fastest is told"
                + " (default: ${DEFAULT-VALUE}, and as many as 4 s of CPU time take).")
    private int rounds;

    @Option(
        names = "--in-this-process",
        hidden = true,
        description = "Measures one case here, and prints what was found as JSON.")
    private String one;

    @Option(
        names = "--against",
        paramLabel = "COMMAND",
        description =
            "Another program, as a command line for sh -c. {case}, {cc}, {hosts}, {flows} and"
                + " {bytes} (of each flow) in it stand for those of the case.")
    private String against;

    @Option(
        names = "--case",
        paramLabel = "NAME",
        description =
            "Which case is compared: incast or permutation, -nscc or -rccc, or incast-roce (default: "
                + USUAL_CASE
                + ").")
    private String compared;

    @Option(
        names = "--limit",
        paramLabel = "SECONDS",
        converter = RunOptions.Count.class,
        description =
            "How long either may take before it is stopped (default: " + USUAL_SECONDS + ").")
    private Integer limit;

    @Option(names = "--json", description = "With --against: print one JSON document.")
    private boolean json;

    private final LongSummaryStatistics yardsticks = new LongSummaryStatistics();

    Sim(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal, IOException, InterruptedException {
      Terminal terminal = session.terminal();
      if (one != null) {
        SimBench.Case here = SimBench.all().get(one);
        if (here == null) {
          throw Refusal.badInput("no case " + one + "; there are " + SimBench.all().keySet());
        }
        terminal.line(new ObjectMapper().writeValueAsString(SimBench.here(here, rounds)));
        return ExitCodes.OK;
      }
      if (against != null) {
        compare(terminal);
        return ExitCodes.OK;
      }
      Map<String, Object> given = new LinkedHashMap<>();
      given.put("--json", json);
      given.put("--case", compared);
      given.put("--limit", limit);
      NoEffect.refuse(given, "without --against");
      terminal.line(machine());
      terminal.line("");
      double roce = figures(terminal);
      terminal.line("");
      double star = star(terminal);
      terminal.line("");
      terminal.line(
          String.format(
              Locale.ROOT,
              "the fastest of %d rounds or more each; before these rounds the same arithmetic took"
                  + " %.1f to %.1f ms",
              rounds,
              yardsticks.getMin() / 1e6,
              yardsticks.getMax() / 1e6));
      boolean isMet = star <= SimBench.STAR_LIMIT && roce >= SimBench.ROCE_GOAL;
      return isMet ? ExitCodes.OK : ExitCodes.FAILED;
    }

    private static String machine() {
      return "on "
          + Words.some(RunOptions.cores(), "core", "cores")
          + ", "
          + Words.count(RunOptions.memoryMib() >> 10)
          + " GiB of memory, Java "
          + Runtime.version().feature()
          + "; profile uet-1.0";
    }

    private void compare(Terminal terminal) throws Refusal, IOException, InterruptedException {
      String named = compared == null ? USUAL_CASE : compared;
      SimBench.Case one = SimBench.all().get(named);
      if (one == null) {
        throw Refusal.badInput(
            "--case "
                + named
                + ": there are "
                + String.join(", ", SimBench.all().keySet())
                + "; nearest: "
                + Words.nearest(named, SimBench.all().keySet()));
      }
      if (against.isBlank()) {
        throw Refusal.badInput("--against names no command");
      }
      String theirs = one.filledIn(against);
      List<AgainstBench.Round> done;
      try (Scratch scratch = Scratch.open(session)) {
        Path folder = scratch.folder();
        Interrupts interrupts = session.interrupts();
        AgainstBench bench =
            new AgainstBench(
                session.nanos(),
                interrupts::signalled,
                limit == null ? USUAL_SECONDS : limit,
                folder);
        interrupts.onSignal(bench::stop);
        done = bench.measure(one.ours(folder), theirs, rounds, terminal::tell);
      }
      if (json) {
        terminal.out().print(AgainstText.json(one, theirs, done));
      } else {
        terminal.line(machine());
        AgainstText.lines(one, theirs, done).forEach(terminal::line);
      }
    }

    private SimBench.Measured measure(Terminal terminal, SimBench.Case each)
        throws Refusal, IOException, InterruptedException {
      terminal.tell("measuring " + each.id());
      SimBench.Measured measured = SimBench.apart(each, rounds);
      measured.rounds().forEach(round -> yardsticks.accept(round.yardstickNanos()));
      return measured;
    }

    /** How many data packets of RoCEv2 a CPU second has for each of NSCC's, in the same incast. */
    private double figures(Terminal terminal) throws Refusal, IOException, InterruptedException {
      TextTable table =
          new TextTable(
              "case",
              "cc",
              ">data packets",
              ">packets/s",
              ">events/s",
              ">ns a hop",
              ">JIT ms",
              ">GC ms",
              ">cold packets/s",
              ">peak MiB");
      Map<String, Long> rates = new LinkedHashMap<>();
      for (SimBench.Case each : SimBench.figures()) {
        SimBench.Measured measured = measure(terminal, each);
        rates.put(each.id(), measured.perSecond(measured.packets()));
        table.row(
            List.of(
                each.name(),
                each.cc(),
                Words.count(measured.packets()),
                Words.count(measured.perSecond(measured.packets())),
                Words.count(measured.perSecond(measured.events())),
                Math.round(measured.nanosPerHop()) + "",
                measured.fastest().compilerMillis() + "",
                measured.fastest().collectorMillis() + "",
                Words.count(Math.round(measured.packets() * 1e9 / measured.coldNanos())),
                Words.count(measured.peakKib() >> 10)));
      }
      table.lines().forEach(terminal::line);
      terminal.line("incast: 32 hosts send 20 MB each to one, fat tree of 128 hosts, 100G, 4 KiB");
      terminal.line("permutation: each of 1,024 hosts of a fat tree sends 2 MB, 100G, 4 KiB");
      double ratio = (double) rates.get("incast-roce") / rates.get("incast-nscc");
      terminal.line(
          String.format(
              Locale.ROOT,
              "RoCEv2, with nothing that slows it down: %.2f times the data packets of NSCC, at"
                  + " least %.1f",
              ratio,
              SimBench.ROCE_GOAL));
      return ratio;
    }

    /** How many times dearer a hop is among the most senders than among the fewest. */
    private double star(Terminal terminal) throws Refusal, IOException, InterruptedException {
      TextTable table =
          new TextTable(
              ">senders on a star",
              ">ns a hop",
              ">against 16",
              ">hops a packet",
              ">events a packet",
              ">ns an event",
              ">peak MiB");
      SimBench.Measured[] best = new SimBench.Measured[SimBench.STAR.length];
      for (int turn = 0; turn < SimBench.STAR_TURNS; turn++) {
        for (int i = 0; i < best.length; i++) {
          SimBench.Measured measured = measure(terminal, SimBench.star().get(i));
          if (best[i] == null || measured.nanosPerHop() < best[i].nanosPerHop()) {
            best[i] = measured;
          }
        }
      }
      double first = best[0].nanosPerHop();
      double last = best[best.length - 1].nanosPerHop();
      for (int i = 0; i < best.length; i++) {
        SimBench.Measured measured = best[i];
        table.row(
            List.of(
                Words.count(SimBench.STAR[i]),
                Math.round(measured.nanosPerHop()) + "",
                String.format(Locale.ROOT, "%.2f x", measured.nanosPerHop() / first),
                twoPlaces((double) measured.hops() / measured.packets()),
                twoPlaces((double) measured.events() / measured.packets()),
                Math.round((double) measured.fastest().threadNanos() / measured.events()) + "",
                Words.count(measured.peakKib() >> 10)));
      }
      table.lines().forEach(terminal::line);
      terminal.line(
          "an incast of 1 GiB in all, RCCC; timers by one rule, 1 ms and so many turns (a turn: what"
              + " the link takes for the initial credit, FIND-6, and one grant of each sender): "
              + starTimers(SimBench.STAR[0])
              + "; "
              + starTimers(SimBench.STAR[SimBench.STAR.length - 1]));
      terminal.line(
          String.format(
              Locale.ROOT,
              "a hop among 4,096 senders costs %.2f x what it costs among 16 (at most %.2f)",
              last / first,
              SimBench.STAR_LIMIT));
      return last / first;
    }

    private static String starTimers(int senders) {
      return String.format(
          Locale.ROOT,
          "%s senders rto and lifetime %.2f ms (1 turn), ask %.2f ms (%d turns)",
          Words.count(senders),
          SimBench.starTimerPs(senders, 1) / 1e9,
          SimBench.starTimerPs(senders, SimBench.ASK_TURNS) / 1e9,
          SimBench.ASK_TURNS);
    }
  }

  /** {@code sluice bench validate}. */
  @Command(
      name = "validate",
      description = {
        Validate.WHAT,
        "",
        "The exit code is 1 where 30,000 events take more than 5 s, TLC's start included, or 15 s"
            + " where something is left out."
      },
      footer = {"", "Example:", "  sluice bench validate --longest 30000"})
  static final class Validate implements Callable<Integer> {
    /** What the list of commands says of it. */
    static final String WHAT =
        "Has TLC judge logs of one sender and one target, 1,000 to 300,000 events long, through each"
            + " specification of which such logs tell much, and prints how many events it judges a"
            + " second: the figure must not fall as logs grow. Then the same with the target's events"
            + " left out, or all values.";

    private final Session session;

    @Option(
        names = "--longest",
        paramLabel = "N",
        defaultValue = "300000",
        description = "No log longer than that (default: ${DEFAULT-VALUE}).")
    private int longest;

    @Mixin private RunOptions options = new RunOptions();

    Validate(Session session) {
      this.session = session;
    }

    @Override
    public Integer call() throws Refusal, IOException, InterruptedException {
      Terminal terminal = session.terminal();
      if (longest < ValidateBench.LENGTHS[0]) {
        throw Refusal.badInput("--longest is at least " + ValidateBench.LENGTHS[0]);
      }
      options.refuseAllBut("with bench validate", "--tla2tools");
      Tlc tlc = new Tlc(options.jar(session));
      session.interrupts().onSignal(tlc::stop);
      Validation validation = new Validation(tlc, session.table());
      List<String> heads = new ArrayList<>(List.of("events a second, for logs of"));
      for (int length : ValidateBench.LENGTHS) {
        heads.add(">" + Words.count(length));
      }
      heads.add(">" + Words.count(ValidateBench.MIDDLE) + " from start, s");
      TextTable table = new TextTable(heads.toArray(new String[0]));
      boolean slow = false;
      List<String> others = new ArrayList<>();
      try (Scratch scratch = Scratch.open(session)) {
        ValidateBench bench = new ValidateBench(validation, scratch, session.nanos());
        Map<String, String> scenarios = ValidateBench.scenarios();
        for (Projection projection : Systems.projections()) {
          String scenario = scenarios.get(projection.spec());
          if (scenario == null) {
            others.add(projection.spec());
            continue;
          }
          terminal.tell("measuring " + projection.spec());
          ValidateBench.Curve curve =
              bench.measure(scenario, projection, Optional.empty(), longest);
          table.row(row(curve.spec(), curve));
          slow |= curve.fromStart() > ValidateBench.MIDDLE_SECONDS * 1e9;
          Optional<Omission> omission = projection.hardest();
          if (omission.isPresent()) {
            String name =
                curve.spec()
                    + (omission.get() == Omission.TARGETS
                        ? ", initiators alone"
                        : ", without values");
            terminal.tell("measuring " + name);
            curve = bench.measure(scenario, projection, omission, longest);
            table.row(row(name, curve));
            slow |= curve.fromStart() > ValidateBench.MIDDLE_SECONDS_OMITTED * 1e9;
          }
        }
      } catch (BadScenario | BadLog impossible) {
        throw new IllegalStateException(impossible);
      }
      table.lines().forEach(terminal::line);
      terminal.line(
          "Not measured, since one sender and one target tell little of it: "
              + String.join(", ", others));
      return slow ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private static List<String> row(String name, ValidateBench.Curve curve) {
      List<String> row = new ArrayList<>(List.of(name));
      for (int i = 0; i < ValidateBench.LENGTHS.length; i++) {
        row.add(
            i < curve.nanos().size()
                ? Words.count(Math.round(ValidateBench.LENGTHS[i] * 1e9 / curve.nanos().get(i)))
                : "");
      }
      row.add(curve.fromStart() < 0 ? "" : Words.seconds(curve.fromStart()));
      return row;
    }
  }
}
