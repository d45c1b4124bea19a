package dev.sluice.cli;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck.Limits;
import dev.sluice.model.mutate.Campaign;
import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.KnownSurvivors;
import dev.sluice.model.mutate.Mutable;
import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.OwnScore;
import dev.sluice.model.mutate.OwnSuite;
import dev.sluice.model.mutate.PlusCalLines;
import dev.sluice.model.mutate.Settings;
import dev.sluice.model.tlc.BadModule;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.vacuity.LaneParts;
import dev.sluice.model.vacuity.VacuousPart;
import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Mutation testing of one specification of the user's own. */
final class OwnMutation {
  /** The time limit of a mutant, as a multiple of the time that the specification itself takes. */
  private static final long PATIENCE = 20;

  /** The least time limit of a mutant, in seconds. */
  private static final long LEAST_SECONDS = 20;

  /** No exit code: the specification does not hold without a mutant. */
  private static final int NONE = -1;

  private final Session session;
  private final OwnMutationOptions own;
  private final RunOptions options;
  private final Wish wish;

  /**
   * Options that specifications of the table have, too.
   *
   * @param results the folder of the results; {@code null}: they are not kept
   * @param verbose whether every mutant has a line
   */
  record Wish(
      MutantChoice choice,
      Integer budget,
      Path results,
      boolean fresh,
      boolean list,
      boolean show,
      boolean verbose,
      boolean json) {}

  OwnMutation(Session session, OwnMutationOptions own, RunOptions options, Wish wish) {
    this.session = session;
    this.own = own;
    this.options = options;
    this.wish = wish;
  }

  /** Runs the mutants of a module's file. */
  int run(String file) throws Refusal, IOException, InterruptedException {
    Model model = OwnSpec.of(file, own.config());
    List<Path> library = OwnSpec.library(List.of(model), own.library(), session);
    Outputs outputs = new Outputs(session).filesOnly();
    outputs.reads("a module", model.rootModule()).reads("the configuration", own.config());
    outputs.writes("--sarif", own.sarif(), Outputs.Kind.SARIF);
    outputs.writes("--keep", own.keep(), Outputs.Kind.SURVIVORS);
    outputs.check();
    if (own.keep() != null && !wish.choice.isWhole()) {
      throw Refusal.badInput(
          "--keep goes with all mutants; leave out --only, --operators and --sample");
    }
    if (wish.results != null) {
      OutFolder.reachable("--results", wish.results);
    }
    TlcJar jar = options.jar(session);
    options.lookForCode(session, library);
    KnownSurvivors known = survivors(own.known());
    KnownSurvivors kept = survivors(own.keep());
    try (Scratch scratch = Scratch.open(session)) {
      OwnSuite suite =
          new OwnSuite(model, own.library().folders(), library, own.library().deadlock());
      Tlc parser = new Tlc(jar);
      session.interrupts().onSignal(parser::stop);
      List<Mutable> specifications = Mutable.read(suite, parser, scratch.folder());
      List<Mutant> all = new ArrayList<>();
      specifications.forEach(each -> all.addAll(Campaign.mutants(each)));
      List<Mutant> chosen = wish.choice.of(all);
      if (wish.list || wish.show) {
        specifications.forEach(
            each ->
                MutantList.print(
                    session.terminal(),
                    each,
                    chosen,
                    wish.list,
                    Path.of(""),
                    command(file) + " --only %",
                    "sluice check " + file));
        return ExitCodes.OK;
      }
      int code = run(suite, specifications, all, chosen, known, kept, jar, scratch);
      if (code != NONE) {
        return code;
      }
    } catch (BadTable e) {
      throw Refusal.badInput(e.getMessage());
    } catch (BadModule e) {
      // The check says where.
    }
    return checked(file, model, library);
  }

  private int run(
      OwnSuite suite,
      List<Mutable> specifications,
      List<Mutant> all,
      List<Mutant> chosen,
      KnownSurvivors known,
      KnownSurvivors kept,
      TlcJar jar,
      Scratch scratch)
      throws Refusal, BadTable, IOException, InterruptedException {
    Map<String, Long> sizes =
        all.stream().collect(Collectors.groupingBy(Mutant::module, Collectors.counting()));
    Mutable largest =
        Collections.max(
            specifications,
            Comparator.comparingLong(each -> sizes.getOrDefault(each.module(), 0L)));
    Path parts = scratch.folder();
    Path results = wish.results == null ? scratch.folder() : wish.results;
    OwnMutationText text = new OwnMutationText(session.terminal(), wish.verbose);
    Model model = suite.model();
    LaneParts vacuity = new LaneParts(Path.of("").toAbsolutePath(), suite.library());
    Map<Mutant, Fate> fates = new LinkedHashMap<>();
    TlcRun run;
    List<VacuousPart> never;
    try (Campaign first = campaign(suite, jar, scratch)) {
      long begun = session.nanos().getAsLong();
      run = first.first(largest, parts);
      long seconds = (session.nanos().getAsLong() - begun) / 1_000_000_000L;
      if (session.interrupts().signalled()) {
        return ExitCodes.INTERRUPTED;
      }
      if (!holds(run)) {
        return NONE;
      }
      vacuity.add(model, parts);
      never = vacuity.never();
      if (!wish.json) {
        text.first(model, run, summary(vacuity, never), never);
      }
      session.interrupts().keepsWhatIsDone();
      MutantSpeaker speaker = new MutantSpeaker(session, chosen.size());
      long most = Math.max(LEAST_SECONDS, PATIENCE * (seconds + 1));
      try (Campaign campaign = first.with(settings(most))) {
        session.interrupts().onSignal(campaign::stop);
        for (Mutable each : specifications) {
          List<Mutant> mine =
              chosen.stream().filter(one -> one.module().equals(each.module())).toList();
          if (!mine.isEmpty()) {
            fates.putAll(campaign.run(each, mine, results, wish.fresh, speaker));
          }
        }
      }
    }
    boolean cut = session.interrupts().signalled();
    OwnScore score = score(suite, all.size(), fates, model);
    List<String> problems = new ArrayList<>();
    if (known != null) {
      known.unknown(score.survivors()).forEach(one -> problems.add("not known: " + one.id()));
      if (score.whole()) {
        known
            .stale(score.survivors())
            .forEach(entry -> problems.add("an entry is no longer needed: " + entry));
      }
    }
    if (wish.json) {
      session.terminal().out().print(OwnMutationJson.of(model, run, score, never, problems));
    } else {
      text.print(score, own.matrix(), problems, cut, wish.results != null);
    }
    if (own.sarif() != null) {
      byte[] bytes = Sarif.of(score, never).getBytes(StandardCharsets.UTF_8);
      WholeFile.write(own.sarif(), bytes);
    }
    if (cut) {
      return ExitCodes.INTERRUPTED;
    }
    if (kept != null) {
      kept.write(score.survivors());
      session.terminal().tell("the survivors are in " + own.keep());
    }
    return problems.isEmpty() ? ExitCodes.OK : ExitCodes.FAILED;
  }

  private static KnownSurvivors survivors(Path file) throws Refusal {
    try {
      return file == null ? null : KnownSurvivors.read(file);
    } catch (BadTable e) {
      throw Refusal.badInput(e.getMessage());
    }
  }

  private static String summary(LaneParts vacuity, List<VacuousPart> never) {
    return vacuity.forms() == 0
        ? "no claim has a part that could be left out"
        : VacuityKeeper.summary(vacuity, never);
  }

  private Campaign campaign(OwnSuite suite, TlcJar jar, Scratch scratch) throws IOException {
    Campaign campaign = new Campaign(suite, jar, settings(0), options.jobs(), scratch.folder());
    session.interrupts().onSignal(campaign::stop);
    return campaign;
  }

  private Settings settings(long seconds) {
    return new Settings(
        wish.budget == null ? Settings.BUDGET : wish.budget,
        Settings.GLANCE,
        false,
        own.matrix(),
        options.heapMib(),
        options.timeoutSeconds(seconds));
  }

  private OwnScore score(OwnSuite suite, int made, Map<Mutant, Fate> fates, Model model)
      throws IOException {
    TlcConfig config = model.config().read();
    List<String> claims = new ArrayList<>(config.invariants());
    claims.addAll(config.properties());
    Map<String, PlusCalLines> algorithms = new HashMap<>();
    Map<Mutant, Integer> pluscal = new HashMap<>();
    for (Mutant mutant : fates.keySet()) {
      Path file = suite.own().get(mutant.module());
      if (!algorithms.containsKey(mutant.module())) {
        algorithms.put(mutant.module(), new PlusCalLines(file));
      }
      int line = algorithms.get(mutant.module()).of(mutant);
      if (line > 0) {
        pluscal.put(mutant, line);
      }
    }
    return new OwnScore(made, fates, suite.own(), claims, pluscal);
  }

  /** Returns whether a specification holds, and of some state: otherwise mutants tell nothing. */
  private static boolean holds(TlcRun run) {
    return run.verdict() instanceof Verdict.Holds && run.distinct() > 0;
  }

  /** Reports a specification that does not hold without a mutant, as {@code check} does. */
  private int checked(String file, Model model, List<Path> library)
      throws Refusal, InterruptedException {
    TlcOptions search = new TlcOptions(null, own.library().deadlock(), false, List.of(), List.of());
    Limits limits = options.ownLimits(search, false, true);
    List<Done> all =
        new Checks(session, options)
            .run("check", List.of(model), library, any -> limits, new Runner.Watcher() {});
    RunResult result = new RunResult("check", all, List.of(), List.of());
    if (wish.json) {
      session.terminal().out().print(ResultJson.of(result));
    } else {
      new Report(session.terminal(), true, true).print(result, List.of());
    }
    session
        .terminal()
        .tell(file + " has no mutants yet: they tell something only if it holds without one");
    int code = result.status().exitCode();
    return code == ExitCodes.OK ? ExitCodes.NOT_DECIDED : code;
  }

  private static String command(String file) {
    return "sluice mutate " + file;
  }
}
