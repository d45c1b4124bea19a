package dev.sluice.cli;

import dev.sluice.model.BadTable;
import dev.sluice.model.ModelTable;
import dev.sluice.model.mutate.Arguments;
import dev.sluice.model.mutate.Campaign;
import dev.sluice.model.mutate.Fate;
import dev.sluice.model.mutate.Mutable;
import dev.sluice.model.mutate.Mutant;
import dev.sluice.model.mutate.MutationOperator;
import dev.sluice.model.mutate.Results;
import dev.sluice.model.mutate.Score;
import dev.sluice.model.mutate.Settings;
import dev.sluice.model.mutate.Suite;
import dev.sluice.model.tlc.BadModule;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice mutate}: how good the checks of the specifications are. */
@Command(
    name = "mutate",
    description = {
      MutateCommand.WHAT,
      "",
      "A SPEC is a module that has models, Module/Definition for the mutants of one definition,"
          + " or Module/Definition/guard-1 for one mutant; * and ? stand for any letters. Without"
          + " one, all specifications are taken. Each result is kept as soon as it is known, in"
          + " target/mutants unless --results says otherwise; a run that was stopped goes on from"
          + " there. docs/mutation.md says more.",
      "",
      "A FILE.tla is a specification of your own, with the configuration that sluice check would"
          + " take: which mistakes in it do its invariants and properties not notice? With --results"
          + " DIR a run that was stopped goes on; without, nothing is kept."
          + " docs/how-good-are-my-invariants.md says more."
    },
    footer = {
      "",
      "Examples:",
      "  sluice mutate PdcHandshake",
      "  sluice mutate --sample 40 --seed 1",
      "  sluice mutate PdcHandshake/Forget --list",
      "  sluice mutate PdcHandshake/Forget/guard-1 --show",
      "  sluice mutate Queue.tla",
      "  sluice mutate Queue.tla --config Small.cfg --matrix --sarif survivors.sarif",
      "  sluice mutate Queue.tla --only Enqueue --verbose"
    })
final class MutateCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Makes mutants of specifications and of their properties, and says which checks notice them.";

  private static final long TIMEOUT_SECONDS = 600;

  private final Session session;

  @Parameters(paramLabel = "SPEC|FILE.tla", description = "What to make mutants of.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--operators",
      paramLabel = "NAME",
      split = ",",
      description = "Only these kinds of edits: ${COMPLETION-CANDIDATES}.")
  private Set<MutationOperator> operators = new LinkedHashSet<>();

  @Option(
      names = "--sample",
      paramLabel = "N",
      converter = RunOptions.Count.class,
      description = "Make only N mutants, drawn from all that are selected.")
  private Integer sample;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of the draw (default: 1): the same seed draws the same mutants.")
  private Long seed;

  @Option(
      names = "--budget",
      paramLabel = "K",
      converter = RunOptions.Count.class,
      description =
          "A search ends after K times the states that its model has without a mutant (default: 2);"
              + " for a FILE.tla after 2000 states at the least.")
  private Integer budget;

  @Option(
      names = "--replay",
      description = "Replay graphs on the kernels where nothing stronger notices.")
  private boolean replay;

  @Option(names = "--list", description = "Only list the mutants, with each line before and after.")
  private boolean list;

  @Option(names = "--show", description = "Only show each mutant as a diff, and how to run it.")
  private boolean show;

  @Option(
      names = "--results",
      paramLabel = "DIR",
      description =
          "The folder that keeps the results (default: target/mutants, and none for a FILE.tla).")
  private Path results;

  @Option(
      names = "--fresh",
      description = "Forget what is kept of these specifications, and begin anew.")
  private boolean fresh;

  @Option(
      names = "--write-results",
      description = {
        "Put all that is known into spec/mutants/results, beside what is kept there and still holds.",
        "What is kept is not run again, unless --fresh says so: then it is held against the run."
      })
  private boolean writeResults;

  @Option(names = "--verbose", description = "Say for every mutant what noticed it.")
  private boolean verbose;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

  @Mixin private OwnMutationOptions own = new OwnMutationOptions();

  @Mixin private RunOptions options = new RunOptions();

  MutateCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws Refusal, IOException, InterruptedException {
    if (seed != null && sample == null) {
      throw Refusal.badInput("--seed goes with --sample");
    }
    options.refuseAllBut(
        "with mutate, which gives each TLC one worker",
        "--tla2tools",
        "--jobs",
        "--heap",
        "--timeout",
        "--trust");
    NoEffect.refuse("--verbose", json && verbose, "with --json, which says everything");
    NoEffect.refuse("--list", list && show, "with --show, which shows more");
    if (list || show) {
      Map<String, Object> given = new LinkedHashMap<>();
      given.put("--json", json);
      given.put("--verbose", verbose);
      given.put("--fresh", fresh);
      given.put("--replay", replay);
      given.put("--budget", budget);
      given.put("--results", results);
      given.put("--write-results", writeResults);
      String when = "with --list and --show, which run no mutant";
      NoEffect.refuse(given, when);
      options.refuseAllBut(when, "--tla2tools");
    }
    if (names.stream().anyMatch(OwnSpec::isFile)) {
      return ofOwn();
    }
    NoEffect.refuse(own.given(), "without a FILE.tla of your own");
    ModelTable table = session.table();
    if (results != null) {
      OutFolder.reachable("--results", results);
    }
    List<String> modules = modules(table);
    TlcJar jar = options.jar(session);
    boolean asOthers = !replay && (budget == null || budget == Settings.BUDGET) && jar.bundled();
    if (writeResults && !asOthers) {
      throw Refusal.badInput(
          "--write-results: results are kept of the TLC that comes with Sluice, with a budget of "
              + Settings.BUDGET
              + " and without --replay, so that they can be compared; leave out what differs");
    }
    Settings settings =
        new Settings(
            budget == null ? Settings.BUDGET : budget,
            Settings.GLANCE,
            replay,
            false,
            options.heapMib(),
            options.timeoutSeconds(TIMEOUT_SECONDS));
    options.lookForCode(session, table.library());
    try (Scratch scratch = Scratch.open(session)) {
      Map<Mutable, List<Mutant>> all = new LinkedHashMap<>();
      Tlc parser = new Tlc(jar);
      session.interrupts().onSignal(parser::stop);
      for (String module : modules) {
        Mutable specification = Mutable.read(Suite.of(table), module, parser, scratch.folder());
        all.put(specification, Campaign.mutants(specification));
      }
      List<Mutant> every = new ArrayList<>();
      all.values().forEach(every::addAll);
      List<Mutant> chosen = new MutantChoice(names, operators, sample, seed).of(every);
      if (list || show) {
        for (Mutable each : all.keySet()) {
          MutantList.print(
              session.terminal(),
              each,
              chosen,
              list,
              table.root(),
              "./sluice mutate %",
              "./sluice check " + each.module());
        }
        return ExitCodes.OK;
      }
      Set<Mutant> wanted = new HashSet<>(chosen);
      Path written = results == null ? table.root().resolve("target/mutants") : results;
      Campaign campaign =
          new Campaign(Suite.of(table), jar, settings, options.jobs(), scratch.folder());
      session.interrupts().onSignal(campaign::stop);
      session.interrupts().keepsWhatIsDone();
      List<Score> scores = new ArrayList<>();
      for (Map.Entry<Mutable, List<Mutant>> each : all.entrySet()) {
        List<Mutant> mutants = each.getValue().stream().filter(wanted::contains).toList();
        Mutable specification = each.getKey();
        Arguments arguments = Arguments.load(table.root(), specification.module());
        Results before = campaign.kept(specification);
        Map<Mutant, Fate> fates =
            mutants.isEmpty()
                ? Map.of()
                : campaign.run(
                    specification,
                    mutants,
                    written,
                    fresh,
                    new MutantSpeaker(session, mutants.size()));
        if (writeResults && !mutants.isEmpty()) {
          campaign.keep(specification, written);
        }
        scores.add(Score.of(specification, each.getValue(), fates, arguments, before));
      }
      boolean cut = session.interrupts().signalled();
      print(scores, settings, cut);
      if (cut) {
        return ExitCodes.INTERRUPTED;
      }
      return scores.stream().allMatch(score -> score.problems().isEmpty())
          ? ExitCodes.OK
          : ExitCodes.FAILED;
    } catch (BadTable | BadModule e) {
      throw Refusal.badInput(e.getMessage());
    }
  }

  /** Runs the mutants of the one specification of the user's own. */
  private int ofOwn() throws Refusal, IOException, InterruptedException {
    if (names.size() > 1) {
      throw Refusal.badInput("name one FILE.tla alone; this names " + String.join(" ", names));
    }
    Map<String, Object> given = new LinkedHashMap<>();
    given.put("--replay", replay);
    given.put("--write-results", writeResults);
    NoEffect.refuse(given, "with a FILE.tla of your own");
    if (list || show) {
      Map<String, Object> outputs = own.given();
      outputs.keySet().retainAll(List.of("--matrix", "--known", "--keep", "--sarif"));
      NoEffect.refuse(outputs, "with --list and --show, which run no mutant");
    }
    MutantChoice choice = new MutantChoice(own.only(), operators, sample, seed);
    OwnMutation.Wish wish =
        new OwnMutation.Wish(choice, budget, results, fresh, list, show, verbose, json);
    return new OwnMutation(session, own, options, wish).run(names.get(0));
  }

  // ---------------------------------------------------------------- what is meant

  private List<String> modules(ModelTable table) throws Refusal {
    Set<String> known = new LinkedHashSet<>();
    table.models().forEach(model -> known.add(model.module()));
    if (names.isEmpty()) {
      return List.copyOf(known);
    }
    Set<String> meant = new LinkedHashSet<>();
    for (String name : names) {
      String module = name.replaceFirst("/.*", "");
      List<String> found =
          known.stream().filter(each -> Selection.glob(module).matcher(each).matches()).toList();
      if (found.isEmpty()) {
        String nearest = Words.nearest(module, new TreeSet<>(known));
        throw Refusal.badInput(
            "there is no specification "
                + module
                + (nearest.isEmpty() ? "; " : "; did you mean " + nearest + "? ")
                + "`sluice list models` shows them all");
      }
      meant.addAll(found);
    }
    return known.stream().filter(meant::contains).toList();
  }

  private void print(List<Score> scores, Settings settings, boolean cut) {
    Terminal terminal = session.terminal();
    if (json) {
      terminal.out().print(MutationJson.of(scores, settings));
      return;
    }
    MutationText.print(terminal, scores, verbose, cut);
  }
}
