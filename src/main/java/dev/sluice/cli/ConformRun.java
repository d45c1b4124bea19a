package dev.sluice.cli;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CasePool;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.Player;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Declaration;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice conform run}. */
@Command(
    name = "run",
    description = {
      ConformRun.WHAT,
      "",
      "A case is a configuration of a role and a seed. Its requests follow from the seed and from"
          + " the replies. A case passes if a state of the specification explains every reply. Pass"
          + " means that no deviation was seen, not that the implementation conforms.",
      "",
      "The exit code is 1 if a case fails, 3 if a case is not decided or none was run, and 4 if the"
          + " shim never became usable."
    },
    footer = {
      "",
      "Examples:",
      "  sluice conform run --demo",
      "  sluice conform run -- ./shim",
      "  sluice conform run --role rcm-rp --level wire -- ./shim",
      "  sluice conform run --case rcm-rp/paper-2015 -- ./shim",
      "  sluice conform run --case rcm-rp/paper-2015/3 -- ./shim"
    })
final class ConformRun implements Callable<Integer> {
  /** Summary in the list of commands. */
  static final String WHAT = "Plays the cases of the roles that a shim declares, and judges them.";

  private static final String DEMO = "Demo.java";
  private static final int SHOWN_FAILURES = 3;
  private static final long SHRINK_NANOS = 10_000_000_000L;

  private final Session session;

  @Mixin private ShimOptions shim = new ShimOptions();

  @Parameters(paramLabel = "SHIM", arity = "0..*", description = ShimOptions.SHIM)
  void command(List<String> words) {
    shim.command(words);
  }

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      description = "Play this role alone; can be repeated (default: all that the shim declares).")
  private List<String> named = List.of();

  @Option(
      names = "--level",
      paramLabel = "LEVEL",
      defaultValue = "state",
      description =
          "wire: judge departures and their times; state: also the variables (default:"
              + " ${DEFAULT-VALUE}).")
  private ConformLevel level;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      defaultValue = "12",
      description = "Cases of each configuration (default: ${DEFAULT-VALUE}).")
  private int seeds;

  @Option(
      names = "--seeded-only",
      description =
          "Leave out the cases without a seed: the documents' examples, and the tours, walks that"
              + " make each request in each state of small worlds.")
  private boolean seededOnly;

  @Option(
      names = "--case",
      paramLabel = "NAME",
      description =
          "Play one case: ROLE/CONFIGURATION/SEED, ROLE/EXAMPLE/1 or ROLE/TOUR/WALK; without the"
              + " number, all cases of the configuration, example or tour.")
  private String only;

  @Option(
      names = "--demo",
      description =
          "Play a notification point that has a mistake, to see how a failure is reported.")
  private boolean demo;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Keep the results in a new folder: journal.jsonl, results.json, junit.xml, and for each"
              + " kind of failure a transcript, the shortest one found, and a sequence chart.")
  private Path folder;

  @Option(
      names = "--resume",
      description = "Go on with the run of --out, which was cut off: its outcomes are kept.")
  private boolean resume;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      defaultValue = "1",
      description =
          "Processes of the shim at once; no outcome depends on it (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Option(
      names = "--expect",
      paramLabel = "FILE",
      description =
          "Failures that are known, with their signatures. A listed case that passes, or that fails"
              + " in another way, fails the run.")
  private Path expected;

  @Option(
      names = "--write-expect",
      paramLabel = "FILE",
      description = "Write the failures of this run as such a file.")
  private Path writeExpected;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the results as JUnit XML, for a build server.")
  private Path junit;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  /** Returns why the journal could not be written; null if it could. */
  private Supplier<IOException> unwritten = () -> null;

  ConformRun(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException {
    List<Case> selected =
        only == null ? ConformCases.seeded(named, seeds) : ConformCases.named(only, seeds);
    Outputs outputs =
        new Outputs(session)
            .prints(json)
            .filesOnly()
            .reads("the file of --expect", expected)
            .writes("--junit", junit, Outputs.Kind.RESULTS)
            .writes("--write-expect", writeExpected, Outputs.Kind.EXPECTED_FAILURES);
    outputs.check();
    Optional<ExpectedFailures> known =
        expected == null ? Optional.empty() : Optional.of(ExpectedFailures.read(expected));
    if (resume && folder == null) {
      throw Refusal.badInput("--resume goes on with the run of a folder; name it with --out");
    }
    if (folder != null && !(resume && Files.exists(ConformJournal.file(folder)))) {
      OutFolder.unused(folder);
      if (resume) {
        session.terminal().tell("there is no journal in " + folder + "; the run begins afresh");
      }
    }
    try (Scratch scratch = Scratch.open(session);
        CaseRunner runner =
            new CaseRunner(starter(scratch), Sluice.version(), ShimOptions.nonce())) {
      Declaration told;
      try {
        told = runner.declaration();
      } catch (Broken broken) {
        return unusable(session, broken);
      }
      runner.judge(level == ConformLevel.STATE);
      List<Case> cases = declared(selected, told);
      Map<String, Integer> calibrated = new TreeMap<>();
      for (Player player : Players.all()) {
        if (cases.stream().anyMatch(each -> each.player() == player)) {
          calibrated.put(player.role().name(), runner.calibrate(player, ConformCases.STEPS));
        }
      }
      told = runner.frozen();
      session.interrupts().keepsWhatIsDone();
      UnaryOperator<CaseOutcome> judged = of -> known.map(file -> file.judged(of)).orElse(of);
      FirstFailures first = new FirstFailures(cases, judged, begun(told, cases, calibrated));
      List<Result> played = new ArrayList<>();
      List<CaseOutcome> found = play(runner, told, cases, first, played);
      List<CaseOutcome> outcomes = found.stream().map(judged).toList();
      report(runner, told, outcomes, played);
      if (unwritten.get() != null) {
        throw unwritten.get();
      }
      if (junit != null) {
        byte[] xml = JUnitXml.of(outcomes).getBytes(StandardCharsets.UTF_8);
        outputs.write(junit, out -> out.write(xml));
      }
      if (writeExpected != null) {
        byte[] text = ExpectedFailures.text(found).getBytes(StandardCharsets.UTF_8);
        outputs.write(writeExpected, out -> out.write(text));
        if (found.stream().allMatch(each -> each.signature().isEmpty())) {
          session.terminal().tell("no case failed; " + writeExpected + " has no rows");
        }
      }
      List<String> stale = known.map(file -> file.stale(Players.all())).orElse(List.of());
      stale.forEach(session.terminal()::tell);
      if (folder != null && session.interrupts().signalled()) {
        session
            .terminal()
            .tell("the run was cut off; to go on, give the same command again with --resume");
      }
      return stale.isEmpty() || session.interrupts().signalled()
          ? code(outcomes.stream().map(CaseOutcome::verdict).toList(), session)
          : ExitCodes.FAILED;
    }
  }

  /**
   * Prints the head of the report, and returns a printer of first failures.
   *
   * @param calibrated the cases that explain hidden parameters, by role
   */
  private Consumer<CaseOutcome> begun(
      Declaration told, List<Case> cases, Map<String, Integer> calibrated) {
    if (json) {
      return failed -> {};
    }
    if (demo) {
      session
          .terminal()
          .line(
              "The demonstration is a notification point in Java that keeps the interval of CNPs"
                  + " in 32 bits, where picoseconds need 64. Its short intervals pass.");
      session.terminal().line("");
    }
    ConformText text = new ConformText(session.terminal());
    text.head(told, level, cases);
    calibrated.forEach(
        (role, played) -> text.hidden(role, told.roles().get(role).hidden(), played));
    return text::failure;
  }

  /**
   * Plays the cases that no journal has.
   *
   * @param first takes the outcomes as they come
   * @param played takes the results of those
   * @return the outcomes of all cases
   */
  private List<CaseOutcome> play(
      CaseRunner runner,
      Declaration told,
      List<Case> cases,
      FirstFailures first,
      List<Result> played)
      throws Refusal, IOException {
    CasePool pool = new CasePool(runner, jobs);
    BooleanSupplier goesOn = () -> !session.interrupts().signalled();
    Map<String, CaseOutcome> outcomes = new HashMap<>();
    if (folder == null) {
      played.addAll(pool.run(cases, goesOn, result -> first.add(result.outcome())));
    } else {
      Map<String, String> of = new TreeMap<>();
      of.put("sluice", Sluice.version());
      of.put("level", level.name());
      of.put("cases", cases.size() + ", seeds " + seeds + (only == null ? "" : ", only " + only));
      of.put("declaration", told.line());
      try (ConformJournal journal = ConformJournal.open(folder, of, cases)) {
        unwritten = journal::failed;
        outcomes.putAll(journal.done());
        outcomes.values().forEach(first::add);
        List<Case> left =
            cases.stream().filter(each -> !outcomes.containsKey(each.name())).toList();
        Consumer<Result> done =
            result -> {
              journal.add(result.outcome());
              first.add(result.outcome());
            };
        played.addAll(pool.run(left, goesOn, done));
      }
    }
    played.forEach(each -> outcomes.put(each.of().name(), each.outcome()));
    return cases.stream().map(each -> outcomes.get(each.name())).toList();
  }

  /** Says that a shim does not start. */
  static int unusable(Session session, Broken broken) {
    session.terminal().tell("the shim is unusable: " + broken.getMessage());
    broken.errors().lines().forEach(line -> session.terminal().err().print("  " + line + "\n"));
    return session.interrupts().signalled() ? ExitCodes.INTERRUPTED : ExitCodes.UNUSABLE;
  }

  private CaseRunner.Starter starter(Scratch scratch) throws Refusal, IOException {
    if (demo) {
      Path source = scratch.folder().resolve(DEMO);
      try (InputStream in = ConformInit.shipped(DEMO)) {
        Files.copy(in, source);
      }
      shim.demo(source);
    }
    return shim.starter(session, scratch, "run");
  }

  /**
   * Leaves out roles that neither the user named nor the shim declares, and adds the cases without
   * a seed of the others.
   */
  private List<Case> declared(List<Case> all, Declaration told) {
    List<Case> some =
        new ArrayList<>(
            all.stream()
                .filter(
                    one ->
                        only != null
                            || !named.isEmpty()
                            || told.roles().containsKey(one.player().role().name()))
                .toList());
    if (only == null && !seededOnly) {
      some.stream()
          .map(Case::player)
          .distinct()
          .toList()
          .forEach(player -> some.addAll(player.seedless()));
    }
    return some;
  }

  /** Returns the exit code for cases that ended with these verdicts. */
  static int code(List<CaseVerdict> verdicts, Session session) {
    if (session.interrupts().signalled()) {
      return ExitCodes.INTERRUPTED;
    } else if (verdicts.stream().anyMatch(CaseVerdict::isFailure)) {
      return ExitCodes.FAILED;
    }
    boolean decided =
        verdicts.stream().anyMatch(CaseVerdict::isAsExpected)
            && verdicts.stream()
                .allMatch(each -> each.isAsExpected() || each == CaseVerdict.UNSUPPORTED);
    return decided ? ExitCodes.OK : ExitCodes.NOT_DECIDED;
  }

  // ---------------------------------------------------------------- report

  private void report(
      CaseRunner runner, Declaration told, List<CaseOutcome> outcomes, List<Result> played)
      throws IOException {
    ConformText text = new ConformText(session.terminal());
    if (json) {
      session.terminal().out().print(ResultJson.print(ConformJson.of(told, level, outcomes)));
    } else {
      text.tables(outcomes);
    }
    if (!json || folder != null) {
      List<Result> failed = kinds(runner, outcomes, played);
      List<Result> shortest = shortest(runner, failed);
      if (!json) {
        failures(failed, shortest);
        text.end(outcomes);
      }
      if (folder != null) {
        new ConformFolder(folder, told, level, runner).write(outcomes, failed, shortest);
      }
    }
  }

  /** Returns the first case of each kind of failure; one that a journal has is played again. */
  private static List<Result> kinds(
      CaseRunner runner, List<CaseOutcome> outcomes, List<Result> played) {
    Map<String, CaseOutcome> kinds = new LinkedHashMap<>();
    for (CaseOutcome each : outcomes) {
      if (each.verdict().isFailure()) {
        kinds.putIfAbsent(FirstFailures.kind(each), each);
      }
    }
    List<Result> failed = new ArrayList<>();
    for (CaseOutcome each : kinds.values()) {
      if (each.verdict() == CaseVerdict.UNEXPECTED_PASS) {
        failed.add(Result.without(each));
      } else {
        failed.add(
            played.stream()
                .filter(result -> result.of() == each.of())
                .findFirst()
                .orElseGet(() -> runner.again(each)));
      }
    }
    return failed;
  }

  /** Returns the shortest case that is found of each in all the time that there is. */
  private List<Result> shortest(CaseRunner runner, List<Result> failed) {
    long until = session.nanos().getAsLong() + SHRINK_NANOS;
    List<Result> all = new ArrayList<>();
    for (Result each : failed) {
      all.add(
          each.exchanges().isEmpty()
              ? each
              : runner.shrunk(
                  each,
                  () -> session.nanos().getAsLong() < until && !session.interrupts().signalled()));
    }
    return all;
  }

  private void failures(List<Result> failed, List<Result> shortest) {
    Terminal terminal = session.terminal();
    CaseText text = CaseText.of(session);
    for (int at = 0; at < Math.min(SHOWN_FAILURES, failed.size()); at++) {
      Result each = failed.get(at);
      terminal.line("");
      text.print(
          shortest.get(at),
          "shortest case found: %d of %d requests"
              .formatted(shortest.get(at).requests().size(), each.requests().size()),
          false);
      terminal.line("");
      String signature = each.outcome().signature();
      String other = shortest.get(at).outcome().signature();
      if (!signature.isEmpty()) {
        terminal.line(
            "  signature: "
                + signature
                + (other.equals(signature) ? "" : "; of the shortest case: " + other));
      }
      terminal.line("  repeat: " + repeat(each));
    }
    if (failed.size() > SHOWN_FAILURES) {
      terminal.line("");
      terminal.line((failed.size() - SHOWN_FAILURES) + " other kinds of failure are not shown.");
    }
  }

  private String repeat(Result failed) {
    return folder == null || failed.exchanges().isEmpty()
        ? "sluice conform run --case %s%s %s"
            .formatted(
                failed.of().name(), level == ConformLevel.WIRE ? " --level wire" : "", shim.words())
        : "sluice conform replay %s %s"
            .formatted(ConformFolder.shortest(folder, failed), shim.words());
  }
}
