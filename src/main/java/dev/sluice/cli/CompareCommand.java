package dev.sluice.cli;

import dev.sluice.scenario.Algorithm;
import dev.sluice.scenario.BadScenario;
import dev.sluice.scenario.Comparison;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.NamedFiles;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.Sweep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice compare}: algorithms side by side on one scenario. */
@Command(
    name = "compare",
    description = {
      CompareCommand.WHAT,
      "",
      "Each algorithm gets the same flows, once for each seed; the table has of each figure the"
          + " median over the seeds, and the least and the greatest value where they differ. Slowdown"
          + " is completion time over one ideal for all: a flow's payload at the rate of its slowest hop,"
          + " and a base RTT.",
      "",
      "A scenario that is written for an algorithm keeps its settings of switches for it; the others"
          + " get their own, which the table's head names. What the scenario expects is not asked.",
      "",
      "The result is the same, however many runs go on at a time. A signal ends what goes on; the"
          + " table then has the runs that were finished."
    },
    footer = {
      "",
      "Algorithms: none, window, nscc, rccc, both over UET; roce, rcm, rcm-lossy, ldcp, ldcp-rate,",
      "hpcc over RoCEv2.",
      "Scenarios: `sluice list scenarios`, or a file: docs/scenarios.md.",
      "",
      "Examples:",
      "  sluice compare incast --senders 64 --size 1MB --cc nscc,rccc,rcm --seeds 4",
      "  sluice compare permutation --cc nscc,both --seeds 8 --plot plots --csv runs.csv",
      "  sluice compare incast --cc rcm,rcm-lossy --set rcm:pause.threshold=50KB"
    })
final class CompareCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Runs algorithms on the same flows, and puts their figures side by side.";

  /** Tables that may differ from one algorithm to another. */
  private static final Pattern OF_ONE =
      Pattern.compile(
          "(nic|roce|%s|queues|queue\\[[^]]*]|pause)\\."
              .formatted(String.join("|", Algorithm.ownTables())));

  private static final int MOST = 8;

  /** The command line takes whole numbers of so many digits. */
  private static final long LARGEST_SEED = 999_999_999_999_999_999L;

  private static final int MOST_SEEDS = 1_000;

  /** No frame is longer, octets. */
  private static final int WHOLE = 262_144;

  private final Session session;
  private final String[] args;

  @Parameters(
      paramLabel = "SCENARIO|FILE.toml",
      description = "A ready scenario's name, or a file that ends in .toml.")
  private String scenario;

  @Option(
      names = "--cc",
      paramLabel = "WORDS",
      description = "The algorithms, with commas between: two or more of those below.")
  private String words;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description =
          "How many runs each algorithm has: with the scenario's seed, and the numbers that follow"
              + " it (default: 1).")
  private String seeds = "1";

  @Mixin private WorkloadOptions workload = new WorkloadOptions();

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Which reading of the rules of UET: uet-1.0, source-documents.")
  private String profile;

  @Option(
      names = "--set",
      paramLabel = "[WORD:]KEY=VALUE",
      description =
          "Any key of the scenario, for all algorithms or for one; may be given several times.")
  private List<String> sets = List.of();

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write a row for each run as comma-separated values; - is standard output.")
  private Path csv;

  @Option(
      names = "--plot",
      paramLabel = "DIR",
      description =
          "Draw one page, as SVG and PNG: queues over time, completion times, slowdowns, and what"
              + " was completed when.")
  private Path plot;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      description =
          "How many runs go on at a time (default: as many as there are cores); the result is the"
              + " same.")
  private Integer jobs;

  private ScenarioChoice choice;
  private NamedFiles files;

  /**
   * With all that stands on the command line, to be said again where another process takes over.
   */
  CompareCommand(Session session, String... args) {
    this.session = session;
    this.args = args.clone();
  }

  @Override
  public Integer call() throws Refusal, IOException {
    try {
      return compare();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCodes.INTERRUPTED;
    }
  }

  private int compare() throws Refusal, IOException, InterruptedException {
    choice = new ScenarioChoice(scenario);
    files = choice.files();
    List<Algorithm> algorithms = algorithms();
    int runs = seeds();
    String text = choice.text();
    Outputs outputs =
        new Outputs(session)
            .reads("the scenario", choice.isFile() ? Path.of(scenario) : null)
            .prints(json)
            .writes("--csv", csv, Outputs.Kind.COMPARISON)
            .fills("--plot", plot, ComparePlots.files());
    outputs.check();
    Terminal terminal =
        outputs.takeStandardOutput() ? session.terminal().aside() : session.terminal();
    Scenario plain = plain(text, runs);
    List<Scenario> firsts = new ArrayList<>();
    for (Algorithm algorithm : algorithms) {
      firsts.add(scenario(algorithm, text, plain.seed()));
    }
    boolean again =
        (!choice.isFile() || Files.isRegularFile(Path.of(scenario))) && outputs.canBeHandedOver();
    if (again && BothCompilers.pay(runs * packets(firsts), false, args)) {
      return BothCompilers.take(session, args);
    }
    session.interrupts().keepsWhatIsDone();
    long begun = session.nanos().getAsLong();
    Comparison found =
        new Comparison(
            algorithms,
            algorithms.stream().map(each -> each.isWrittenFor(text)).toList(),
            ideal(text),
            plain.seed(),
            runs,
            firsts,
            runAll(firsts, algorithms, runs, text));
    int exit = exit(found);
    if (csv != null && found.finished() > 0) {
      byte[] table = CompareJson.csv(found).getBytes(StandardCharsets.UTF_8);
      outputs.write(csv, out -> out.write(table));
    }
    if (plot != null && found.finished() > 0) {
      ComparePlots.write(plot, found, session.terminal()::tell);
    }
    if (json) {
      terminal.out().print(CompareJson.of(found, exit));
    } else {
      CompareText.of(terminal, found, exit).forEach(terminal::line);
    }
    session
        .terminal()
        .tell(
            Words.some(found.finished(), "run", "runs")
                + " in "
                + Words.seconds(session.nanos().getAsLong() - begun)
                + " s");
    return exit;
  }

  private int exit(Comparison found) {
    if (session.interrupts().signalled()) {
      return ExitCodes.INTERRUPTED;
    }
    return RunCommand.exit(found.verdict());
  }

  // ---------------------------------------------------------------- what to run

  private List<Algorithm> algorithms() throws Refusal {
    if (words == null) {
      throw Refusal.badInput(
          "`sluice compare` needs --cc: two or more of "
              + String.join(", ", Algorithm.words())
              + ", with commas between");
    }
    List<Algorithm> algorithms = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      Algorithm algorithm = algorithm(word.strip(), "--cc " + words);
      if (algorithms.contains(algorithm)) {
        throw Refusal.badInput("--cc " + words + ": " + algorithm.word() + " stands there twice");
      }
      algorithms.add(algorithm);
    }
    if (algorithms.size() > MOST) {
      throw Refusal.badInput(
          "--cc " + words + ": at most " + MOST + " are compared at a time, as a chart has lines");
    }
    if (algorithms.size() < 2) {
      throw Refusal.badInput("--cc " + words + ": two or more are compared; `sluice run` runs one");
    }
    return algorithms;
  }

  private static Algorithm algorithm(String word, String option) throws Refusal {
    String nearest = Algorithm.nearest(word);
    return Algorithm.of(word)
        .orElseThrow(
            () ->
                Refusal.badInput(
                    option
                        + ": there is no algorithm "
                        + (word.isEmpty() ? "without a name" : word)
                        + "; allowed: "
                        + String.join(", ", Algorithm.words())
                        + (nearest.isEmpty() ? "" : "; nearest: " + nearest)));
  }

  private int seeds() throws Refusal {
    try {
      int number = Integer.parseInt(seeds);
      if (number >= 1 && number <= MOST_SEEDS) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw Refusal.badInput("--seeds " + seeds + ": a number from 1 to " + MOST_SEEDS);
  }

  /** What is to be different for all of them, or for one algorithm alone. */
  private Map<String, String> changes(String text, Algorithm algorithm) throws Refusal {
    Map<String, String> changes = new LinkedHashMap<>();
    ScenarioChoice.put(changes, "profile", profile);
    workload.put(changes, text, choice.file());
    List<String> own = new ArrayList<>();
    for (String set : sets) {
      int colon = set.indexOf(':');
      int equals = set.indexOf('=');
      if (colon < 0 || equals >= 0 && colon > equals) {
        own.add(set);
        continue;
      }
      Algorithm one = algorithm(set.substring(0, colon), "--set " + set);
      if (!algorithms().contains(one)) {
        throw Refusal.badInput("--set " + set + ": " + one.word() + " is not among --cc " + words);
      }
      String key = set.substring(colon + 1);
      if (!OF_ONE.matcher(key).lookingAt()) {
        throw Refusal.badInput(
            "--set "
                + set
                + ": for one algorithm alone keys of nic, roce, "
                + String.join(", ", Algorithm.ownTables())
                + ", queues, queue and pause are set; the rest is the same for all, without "
                + one.word()
                + ":");
      }
      if (one == algorithm) {
        own.add(set.substring(colon + 1));
      }
    }
    ScenarioChoice.set(changes, own);
    for (String key : List.of("cc", "roce.cc")) {
      if (changes.containsKey(key)) {
        throw Refusal.badInput("--set " + key + ": --cc says which algorithms run");
      }
    }
    return changes;
  }

  /** What flows take alone: with the exact base RTT, whatever NICs are configured with. */
  private Scenario ideal(String text) throws Refusal {
    Map<String, String> changes = changes(text, null);
    changes.put("nic.base-rtt", "exact");
    return read(text, changes, Algorithm.NONE);
  }

  /** The scenario as it stands, once it is known to be one that can be compared. */
  private Scenario plain(String text, int runs) throws Refusal {
    Map<String, String> changes = changes(text, null);
    Scenario plain = read(text, changes, null);
    Sweep sweep = plain.sweep().filter(one -> !changes.containsKey(one.path())).orElse(null);
    if (sweep != null) {
      throw Refusal.badInput(
          "%s is a sweep, and one run of it is compared; choose it with --set %s=%s"
              .formatted(scenario, sweep.path(), sweep.values().get(0)));
    }
    if (plain.seed() > LARGEST_SEED - runs) {
      throw Refusal.badInput(
          "--seeds %s: the last would be beyond %d".formatted(seeds, LARGEST_SEED));
    }
    return plain;
  }

  /** What one algorithm runs with one seed. */
  private Scenario scenario(Algorithm algorithm, String text, long seed) throws Refusal {
    Map<String, String> changes = changes(text, algorithm);
    changes.put("seed", Long.toString(seed));
    return read(text, changes, algorithm);
  }

  private Scenario read(String text, Map<String, String> changes, Algorithm algorithm)
      throws Refusal {
    try {
      return algorithm == null
          ? Scenario.read(choice.name(), choice.file(), text, changes, files)
          : Scenario.read(choice.name(), choice.file(), text, changes, files, algorithm);
    } catch (BadScenario e) {
      String said =
          workload.asTyped(
              ScenarioChoice.renamed(e.getMessage(), "profile", profile, "--profile "));
      throw Refusal.badInput(algorithm == null ? said : "with " + algorithm.word() + ": " + said);
    }
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

  /**
   * All runs, several at a time: no two share anything, and each is told by its place. Runs of one
   * seed begin together, so that slow algorithms do not stay for the end.
   */
  private List<Optional<Comparison.Done>> runAll(
      List<Scenario> firsts, List<Algorithm> algorithms, int runs, String text)
      throws Refusal, InterruptedException {
    int all = runs * algorithms.size();
    int threads = Math.min(jobs == null ? RunOptions.cores() : jobs, all);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (RunProgress progress = new RunProgress(session, firsts, runs)) {
      Map<Integer, Future<Optional<Comparison.Done>>> running = new HashMap<>();
      for (int run = 0; run < runs; run++) {
        int seed = run;
        for (int i = 0; i < algorithms.size(); i++) {
          Scenario first = firsts.get(i);
          Algorithm algorithm = algorithms.get(i);
          running.put(
              i * runs + seed,
              pool.submit(() -> runOne(first, algorithm, text, seed, progress.ofOne())));
        }
      }
      List<Optional<Comparison.Done>> done = new ArrayList<>();
      for (int place = 0; place < all; place++) {
        done.add(running.get(place).get());
      }
      return done;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  /** One run; empty if a signal came before its end. */
  private Optional<Comparison.Done> runOne(
      Scenario first, Algorithm algorithm, String text, int run, Run.Watcher watcher)
      throws Refusal, IOException {
    if (session.interrupts().signalled()) {
      return Optional.empty();
    }
    Scenario one = run == 0 ? first : scenario(algorithm, text, first.seed() + run);
    boolean[] wasCut = new boolean[1];
    Run.Watcher ends =
        (delivered, nowPs) -> {
          boolean goesOn = watcher.goesOn(delivered, nowPs);
          wasCut[0] |= !goesOn;
          return goesOn;
        };
    boolean drawn = plot != null && run == 0;
    Figures figures = Run.of(one, new Run.Recording(drawn, null, null, WHOLE, ends, null));
    return wasCut[0] ? Optional.empty() : Optional.of(new Comparison.Done(one, figures));
  }
}
