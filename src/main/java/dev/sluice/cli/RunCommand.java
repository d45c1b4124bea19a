package dev.sluice.cli;

import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Closeup;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowFile;
import dev.sluice.scenario.NamedFiles;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.RunVerdict;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.Sweep;
import dev.sluice.trace.EventLogWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice run}: the whole system, NICs and switches, at full size. */
@Command(
    name = "run",
    description = {
      RunCommand.WHAT,
      "",
      "A scenario is a ready one, by name, or a file. The exit code is 1 if an expectation of the"
          + " scenario is not met, or if connections fail or ports deadlock and the scenario does"
          + " not expect that; it is 3 if the run's end cuts flows short.",
      "",
      "Same scenario, same seed, same bytes: on standard output and in every file but the PNGs."
    },
    footer = {
      "",
      "Ready scenarios: `sluice list scenarios`. What a file may say: docs/scenarios.md.",
      "",
      "Examples:",
      "  sluice run incast --senders 32 --size 20MB --cc rccc",
      "  sluice run rccc-14 --plot plots --set nic.initial-credit=25000B",
      "  sluice run incast --print > mine.toml; sluice run mine.toml"
    })
final class RunCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Runs a scenario on simulated hosts, NICs, links and switches: UET at full size, driven by"
          + " the kernels that the models are replayed on.";

  /** No frame is longer, octets. */
  private static final int WHOLE = 262_144;

  private final Session session;
  private final String[] args;

  @Parameters(
      paramLabel = "SCENARIO|FILE.toml",
      description = "A ready scenario's name, or a file that ends in .toml.")
  private String scenario;

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--cc",
      paramLabel = "WORD",
      description = "What holds senders back: none, window, nscc, rccc, both.")
  private String cc;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which reading of the rules: uet-1.0, source-documents.")
  private String profile;

  @Option(names = "--seed", paramLabel = "N", description = "Where all chance comes from.")
  private String seed;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Any key of the scenario, such as topology.rate=400G or workload[0].size=4KiB; may be"
              + " given several times.")
  private List<String> sets = List.of();

  @Option(names = "--print", description = "Print the scenario's file and do not run it.")
  private boolean print;

  @Option(
      names = "--closeup",
      description =
          "Print as well the sums behind base RTT, windows and credit, the first steps of the"
              + " first flow's contexts, RTT samples, and the load of links.")
  private boolean closeup;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write the flows as comma-separated values; - is standard output.")
  private Path csv;

  @Option(
      names = "--flows",
      paramLabel = "FILE",
      description =
          "Write who sends what to whom, and when, for a [[workload]] of kind file; - is standard"
              + " output.")
  private Path flows;

  @Option(
      names = "--plot",
      paramLabel = "DIR",
      description =
          "Draw queue, window, credit, rate and pauses over time, as SVG and PNG, with the numbers"
              + " behind them as series.csv.")
  private Path plot;

  @Option(
      names = "--log",
      paramLabel = "FILE",
      description =
          "Write every transition under the names of the specifications, as NDJSON; its form:"
              + " `sluice list log-schema`; - is standard output.")
  private Path log;

  @Option(
      names = "--pcap",
      paramLabel = "FILE",
      description = "Write what comes in and goes out at every host, as pcapng.")
  private Path pcap;

  @Option(
      names = "--snap",
      paramLabel = "OCTETS",
      description = "How much of each frame goes into the capture (default: all of it).")
  private Integer snap;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      description =
          "How many runs of a sweep go on at a time (default: as many as there are cores); the"
              + " result is the same.")
  private Integer jobs;

  private ScenarioChoice choice;
  private NamedFiles files;
  private Closeup near;
  private Outputs outputs;
  private Terminal terminal;

  /**
   * With all that stands on the command line, to be said again where another process takes over.
   */
  RunCommand(Session session, String... args) {
    this.session = session;
    this.args = args.clone();
  }

  @Override
  public Integer call() throws Refusal, IOException, InterruptedException {
    if (snap != null && snap < 1) {
      throw Refusal.badInput("--snap " + snap + ": at least one octet of a frame is captured");
    }
    if (pcap == null) {
      NoEffect.refuse("--snap", snap, "without --pcap");
    }
    if (print) {
      NoEffect.refuse(besidePrint(), "with --print, which shows the scenario's file as it stands");
    }
    if (closeup && json) {
      throw Refusal.badInput("--closeup is printed for people; leave --json out");
    }
    choice = new ScenarioChoice(scenario);
    files = choice.files();
    boolean isFile = choice.isFile();
    String text = choice.text();
    if (print) {
      session.terminal().out().print(text);
      return ExitCodes.OK;
    }
    String name = choice.name();
    outputs(isFile).check();
    Map<String, String> changes = changes(text);
    Scenario first = read(name, text, changes);
    if (closeup && first.flows().get(0).isRoce()) {
      throw Refusal.badInput(
          "--closeup looks at the contexts of the first flow, and RoCEv2 has none: "
              + "leave it out, or let a flow of UET be the first");
    }
    Sweep sweep = first.sweep().filter(one -> !changes.containsKey(one.path())).orElse(null);
    if (sweep == null) {
      NoEffect.refuse("--jobs", jobs, "on a single run");
    }
    List<Scenario> scenarios = sweep == null ? List.of(first) : swept(sweep, name, text, changes);
    boolean again =
        (!isFile || Files.isRegularFile(Path.of(scenario))) && outputs.canBeHandedOver();
    if (again && BothCompilers.pay(packets(scenarios), log != null, args)) {
      return BothCompilers.take(session, args);
    }
    List<RunText.Swept> runs = new ArrayList<>();
    long begun = session.nanos().getAsLong();
    if (sweep == null) {
      heading(first, RunText.headOfOne(first));
      near = closeup ? new Closeup(first) : null;
      runs.add(new RunText.Swept("", first, runOne(first)));
    } else {
      heading(first, RunText.head(first));
      List<Figures> figures = runAll(scenarios);
      for (int i = 0; i < scenarios.size(); i++) {
        runs.add(new RunText.Swept(sweep.values().get(i), scenarios.get(i), figures.get(i)));
      }
    }
    RunVerdict verdict = verdict(runs);
    if (flows != null) {
      byte[] table = FlowFile.of(first).getBytes(StandardCharsets.UTF_8);
      outputs.write(flows, out -> out.write(table));
    }
    if (csv != null) {
      outputs.write(csv, out -> out.write(RunJson.csv(runs).getBytes(StandardCharsets.UTF_8)));
    }
    print(runs, sweep, verdict);
    tellTime(runs, session.nanos().getAsLong() - begun);
    return exit(verdict);
  }

  /** All other options, none of which goes with {@code --print}. */
  private Map<String, Object> besidePrint() {
    Map<String, Object> given = new LinkedHashMap<>();
    given.putAll(workload.given());
    given.put("--cc", cc);
    given.put("--profile", profile);
    given.put("--seed", seed);
    given.put("--set", !sets.isEmpty());
    given.put("--closeup", closeup);
    given.put("--json", json);
    given.put("--csv", csv);
    given.put("--plot", plot);
    given.put("--flows", flows);
    given.put("--log", log);
    given.put("--pcap", pcap);
    given.put("--jobs", jobs);
    return given;
  }

  /** What is going to be written; the words go elsewhere where that takes standard output. */
  private Outputs outputs(boolean isFile) throws Refusal {
    outputs =
        new Outputs(session)
            .reads("the scenario", isFile ? Path.of(scenario) : null)
            .prints(json)
            .writes("--log", log, Outputs.Kind.EVENT_LOG)
            .writes("--pcap", pcap, Outputs.Kind.CAPTURE)
            .writes("--csv", csv, Outputs.Kind.FLOWS)
            .writes("--flows", flows, Outputs.Kind.FLOW_FILE)
            .fills("--plot", plot, Plots.files());
    terminal = outputs.takeStandardOutput() ? session.terminal().aside() : session.terminal();
    return outputs;
  }

  // ---------------------------------------------------------------- what to run

  private Map<String, String> changes(String text) throws Refusal {
    Map<String, String> changes = new LinkedHashMap<>();
    ScenarioChoice.put(changes, "cc", cc);
    ScenarioChoice.put(changes, "profile", profile);
    ScenarioChoice.put(changes, "seed", seed);
    workload.put(changes, text, choice.file());
    ScenarioChoice.set(changes, sets);
    return changes;
  }

  private Scenario read(String name, String text, Map<String, String> changes) throws Refusal {
    try {
      return Scenario.read(name, choice.file(), text, changes, files);
    } catch (BadScenario e) {
      throw Refusal.badInput(asTyped(e.getMessage()));
    }
  }

  /** Names the options that were given in the place of the keys that they stand for. */
  private String asTyped(String sentences) {
    String said = ScenarioChoice.renamed(sentences, "cc", cc, "--cc ");
    said = ScenarioChoice.renamed(said, "seed", seed, "--seed ");
    said = ScenarioChoice.renamed(said, "profile", profile, "--profile ");
    return workload.asTyped(said);
  }

  private void refuseFilesOfASweep(Sweep sweep) throws Refusal {
    if (log != null || pcap != null || plot != null || flows != null || closeup) {
      throw Refusal.badInput(
          "--log, --pcap, --plot, --flows and --closeup take one run, and "
              + scenario
              + " is a sweep; choose one with --set "
              + sweep.path()
              + "="
              + sweep.values().get(0));
    }
  }

  /**
   * A scenario for each value; all are read before any is run, so that a wrong one costs nothing.
   */
  private List<Scenario> swept(Sweep sweep, String name, String text, Map<String, String> changes)
      throws Refusal {
    refuseFilesOfASweep(sweep);
    List<Scenario> scenarios = new ArrayList<>();
    for (String value : sweep.values()) {
      Map<String, String> one = new LinkedHashMap<>(changes);
      one.put(sweep.path(), value);
      try {
        scenarios.add(Scenario.read(name, choice.file(), text, one, files));
      } catch (BadScenario e) { // it can be read as it stands, so that this value is to blame
        throw Refusal.badInput(
            "%s: [sweep] sets %s to %s: %s"
                .formatted(choice.file(), sweep.path(), value, e.complaints().get(0).what()));
      }
    }
    return scenarios;
  }

  /** About how many packets are sent, if none is sent again. */
  private static long packets(List<Scenario> scenarios) {
    long packets = 0;
    for (Scenario one : scenarios) {
      int mtu = one.hasUet() ? one.nic().mtuBytes() : one.roce().mtu();
      packets += one.demandBytes() / mtu + one.flows().size();
    }
    return packets;
  }

  // ---------------------------------------------------------------- running

  /** Anything that writes a file while the run goes on. */
  private interface Recorded {
    void with(OutputStream out) throws IOException, InterruptedException;
  }

  private Figures runOne(Scenario one) throws IOException, InterruptedException {
    Figures[] figures = new Figures[1];
    try {
      recorded(
          log, logOut -> recorded(pcap, pcapOut -> figures[0] = simulate(one, logOut, pcapOut)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (plot != null) {
      Plots.write(plot, one, figures[0], session.terminal()::tell);
    }
    return figures[0];
  }

  /** Runs with a file open, which is there whole afterwards or not at all. */
  private void recorded(Path file, Recorded run) throws IOException, InterruptedException {
    if (file == null) {
      run.with(null);
      return;
    }
    InterruptedException[] interrupted = new InterruptedException[1];
    try {
      outputs.write(
          file,
          out -> {
            try {
              run.with(out);
            } catch (InterruptedException e) {
              interrupted[0] = e;
              throw new IOException("interrupted");
            }
          });
    } catch (IOException e) {
      if (interrupted[0] != null) {
        throw interrupted[0];
      }
      throw e;
    }
  }

  /**
   * The runs of a sweep, several at a time: no two share anything, and each is told by its place.
   */
  private List<Figures> runAll(List<Scenario> scenarios) throws IOException, InterruptedException {
    int threads = Math.min(jobs == null ? RunOptions.cores() : jobs, scenarios.size());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (RunProgress progress = new RunProgress(session, scenarios)) {
      List<Future<Figures>> running = new ArrayList<>();
      for (Scenario one : scenarios) {
        Run.Watcher watcher = progress.ofOne();
        running.add(
            pool.submit(
                () -> Run.of(one, new Run.Recording(false, null, null, WHOLE, watcher, null))));
      }
      List<Figures> figures = new ArrayList<>();
      for (Future<Figures> each : running) {
        figures.add(each.get());
      }
      if (session.interrupts().signalled()) {
        throw new InterruptedException();
      }
      return figures;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private Figures simulate(Scenario one, OutputStream logOut, OutputStream pcapOut)
      throws IOException, InterruptedException {
    try (RunProgress progress = new RunProgress(session, List.of(one))) {
      EventLogWriter writer =
          logOut == null ? null : new EventLogWriter(logOut, RunLog.header(one));
      Figures figures =
          Run.of(
              one,
              new Run.Recording(
                  plot != null,
                  writer,
                  pcapOut,
                  snap == null ? WHOLE : snap,
                  progress.ofOne(),
                  near));
      if (session.interrupts().signalled()) {
        throw new InterruptedException();
      }
      if (writer != null) {
        writer.finish();
      }
      return figures;
    }
  }

  // ---------------------------------------------------------------- the result

  private void heading(Scenario one, List<String> lines) {
    if (!json) {
      lines.forEach(terminal::line);
      terminal.line("");
      if (closeup) {
        CloseupText.sums(one).forEach(terminal::line);
        terminal.line("");
      }
    }
  }

  private static RunVerdict verdict(List<RunText.Swept> runs) {
    return runs.stream()
        .map(RunText.Swept::verdict)
        .max(Comparator.naturalOrder())
        .orElse(RunVerdict.AS_EXPECTED);
  }

  /** Returns the exit code of a verdict. */
  static int exit(RunVerdict verdict) {
    return switch (verdict) {
      case AS_EXPECTED -> ExitCodes.OK;
      case NOT_DECIDED -> ExitCodes.NOT_DECIDED;
      case FAILED, CONNECTIONS_FAILED, DEADLOCK -> ExitCodes.FAILED;
    };
  }

  private void print(List<RunText.Swept> runs, Sweep sweep, RunVerdict verdict) {
    if (json) {
      terminal.out().print(RunJson.of(runs, RunJson.status(verdict), exit(verdict)));
      return;
    }
    if (sweep == null) {
      RunText.Swept run = runs.get(0);
      RunText.result(run.scenario(), run.figures()).forEach(terminal::line);
      if (near != null) {
        terminal.line("");
        CloseupText.seen(run.scenario(), near, run.figures()).forEach(terminal::line);
      }
      if (!run.scenario().expectations().isEmpty()) {
        terminal.line("");
        RunText.expectations(terminal, run.scenario(), run.figures()).forEach(terminal::line);
      }
    } else {
      RunText.sweep(terminal, sweep.path(), runs).forEach(terminal::line);
    }
    terminal.line("");
    if (verdict == RunVerdict.FAILED) {
      RunText.isChanged(runs.get(0).scenario())
          .ifPresent(
              why -> {
                terminal.line(why);
                terminal.line("");
              });
    }
    terminal.line(RunText.verdict(terminal, runs, verdict));
  }

  private void tellTime(List<RunText.Swept> runs, long nanos) {
    long events = runs.stream().mapToLong(run -> run.figures().events()).sum();
    session
        .terminal()
        .tell(Words.some(events, "event", "events") + " in " + Words.seconds(nanos) + " s");
  }
}
