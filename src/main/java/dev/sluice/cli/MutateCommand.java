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
import dev.sluice.model.tlc.BadModule;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
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
          + " one, all specifications are taken. Specifications of your own are not: mutants are"
          + " held against the models and controls that the table has.",
      "",
      "Each result is kept as soon as it is known, in target/mutants unless --results says otherwise;"
          + " a run that was stopped goes on from there. docs/mutation.md says more."
    },
    footer = {
      "",
      "Examples:",
      "  sluice mutate PdcHandshake",
      "  sluice mutate --sample 40 --seed 1",
      "  sluice mutate PdcHandshake/Forget --list",
      "  sluice mutate PdcHandshake/Forget/guard-1 --show"
    })
final class MutateCommand implements Callable<Integer> {
  /** What the list of commands says of it. */
  static final String WHAT =
      "Makes mutants of specifications and of their properties, and says which checks notice them.";

  private static final long TIMEOUT_SECONDS = 600;
  private static final long SPEAK_NANOS = 10_000_000_000L;

  private final Session session;

  @Parameters(paramLabel = "SPEC", description = "What to make mutants of.")
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
          "A search ends after K times the states that are pinned for its model (default: 2).")
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
      description = "The folder that keeps the results (default: target/mutants).")
  private Path results;

  @Option(
      names = "--fresh",
      description = "Forget what is kept of these specifications, and begin anew.")
  private boolean fresh;

  @Option(
      names = "--keep",
      description = {
        "Put all that is known into spec/mutants/results, beside what is kept there and still holds.",
        "What is kept is not run again, unless --fresh says so: then it is held against the run."
      })
  private boolean keep;

  @Option(names = "--verbose", description = "Say for every mutant what noticed it.")
  private boolean verbose;

  @Option(names = "--json", description = "Print the result as one JSON document.")
  private boolean json;

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
      given.put("--keep", keep);
      String when = "with --list and --show, which run no mutant";
      NoEffect.refuse(given, when);
      options.refuseAllBut(when, "--tla2tools");
    }
    ModelTable table = session.table();
    if (results != null) {
      OutFolder.reachable("--results", results);
    }
    List<String> modules = modules(table);
    TlcJar jar = options.jar(session);
    boolean asOthers = !replay && (budget == null || budget == Settings.BUDGET) && jar.bundled();
    if (keep && !asOthers) {
      throw Refusal.badInput(
          "--keep: results are kept of the TLC that comes with Sluice, with a budget of "
              + Settings.BUDGET
              + " and without --replay, so that they can be compared; leave out what differs");
    }
    Settings settings =
        new Settings(
            budget == null ? Settings.BUDGET : budget,
            Settings.GLANCE,
            replay,
            options.heapMib(),
            options.timeoutSeconds(TIMEOUT_SECONDS));
    options.lookForCode(session, table.library());
    try (Scratch scratch = Scratch.open(session)) {
      Map<Mutable, List<Mutant>> all = new LinkedHashMap<>();
      Tlc parser = new Tlc(jar);
      session.interrupts().onSignal(parser::stop);
      for (String module : modules) {
        Mutable specification = Mutable.read(table, module, parser, scratch.folder());
        all.put(specification, Campaign.mutants(specification));
      }
      Set<Mutant> chosen = chosen(all);
      if (list || show) {
        all.forEach((specification, mutants) -> tell(specification, mutants, chosen));
        return ExitCodes.OK;
      }
      Path written = results == null ? table.root().resolve("target/mutants") : results;
      Campaign campaign = new Campaign(table, jar, settings, options.jobs(), scratch.folder());
      session.interrupts().onSignal(campaign::stop);
      session.interrupts().keepsWhatIsDone();
      List<Score> scores = new ArrayList<>();
      for (Map.Entry<Mutable, List<Mutant>> each : all.entrySet()) {
        List<Mutant> mutants = each.getValue().stream().filter(chosen::contains).toList();
        Mutable specification = each.getKey();
        Arguments arguments = Arguments.load(table.root(), specification.module());
        Results before = campaign.kept(specification);
        Map<Mutant, Fate> fates =
            mutants.isEmpty()
                ? Map.of()
                : campaign.run(
                    specification, mutants, written, fresh, new Speaker(mutants.size())::done);
        if (keep && !mutants.isEmpty()) {
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
        if (OwnSpec.isFile(name)) {
          throw Refusal.badInput(
              name
                  + " is a file of your own, and mutants are made of modules in the table of models;"
                  + " `sluice list models` shows them");
        }
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

  private Set<Mutant> chosen(Map<Mutable, List<Mutant>> all) throws Refusal {
    List<Mutant> chosen = new ArrayList<>();
    for (List<Mutant> mutants : all.values()) {
      for (Mutant mutant : mutants) {
        if ((operators.isEmpty() || operators.contains(mutant.operator())) && isMeant(mutant)) {
          chosen.add(mutant);
        }
      }
    }
    if (chosen.isEmpty()) {
      throw Refusal.notDecided(
          "nothing selected: there is no mutant of this name; --list shows them");
    }
    if (sample != null) {
      // By a digest of the name, so that an edit elsewhere leaves the others in the sample.
      long by = seed == null ? 1 : seed;
      chosen.sort(Comparator.comparing(mutant -> drawn(by, mutant)));
      chosen = chosen.subList(0, Math.min(sample, chosen.size()));
    }
    return new LinkedHashSet<>(chosen);
  }

  private boolean isMeant(Mutant mutant) {
    String definition = mutant.module() + "/" + mutant.definition();
    return names.isEmpty()
        || names.stream()
            .map(Selection::glob)
            .anyMatch(
                glob ->
                    glob.matcher(mutant.module()).matches()
                        || glob.matcher(definition).matches()
                        || glob.matcher(mutant.id()).matches());
  }

  private static String drawn(long seed, Mutant mutant) {
    try {
      byte[] text = (seed + " " + mutant.id()).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }

  // ---------------------------------------------------------------- what is told

  private void tell(Mutable specification, List<Mutant> mutants, Set<Mutant> chosen) {
    Terminal terminal = session.terminal();
    Path root = session.hasProject() ? root() : Path.of("");
    String file =
        root.toAbsolutePath().relativize(specification.file()).toString().replace('\\', '/');
    for (Mutant mutant : mutants) {
      if (!chosen.contains(mutant)) {
        continue;
      }
      if (list) {
        terminal.line(mutant.id() + "  line " + mutant.line());
        terminal.line("    " + mutant.from());
        terminal.line("    " + mutant.to());
      } else {
        terminal.line("# " + mutant.id() + ": " + mutant.operator().words());
        terminal.line("# what notices it: ./sluice mutate " + mutant.id() + " --verbose");
        terminal.line("# to look at it: git apply this, then ./sluice check " + mutant.module());
        terminal.out().print(specification.text().diff(mutant.edit(), file));
      }
    }
  }

  private Path root() {
    try {
      return session.root();
    } catch (Refusal impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Says now and then how far it is. */
  private final class Speaker {
    private final int total;
    private long next = session.nanos().getAsLong() + SPEAK_NANOS;
    private int alive;

    Speaker(int total) {
      this.total = total;
    }

    synchronized void done(Mutant mutant, Fate fate, int finished) {
      alive += fate.kill().kills() ? 0 : 1;
      long now = session.nanos().getAsLong();
      if (now >= next) {
        next = now + SPEAK_NANOS;
        session
            .terminal()
            .tell(
                mutant.module()
                    + ": "
                    + finished
                    + " of at most "
                    + Words.some(total, "mutant", "mutants")
                    + ", "
                    + Words.count(alive)
                    + " alive");
      }
    }
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
