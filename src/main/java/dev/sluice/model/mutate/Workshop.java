package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.graph.GraphBroken;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.Gone;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.JavaCode;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.Probe;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Where one mutant after another is made and run: a copy of the specifications, in which the text
 * of one module changes, and a process of TLC's that stays.
 *
 * <p>For one thread. What a mutant comes to depends on the specification alone: every search is
 * limited by a number of states, and every process has met the same strings in the same order.
 */
final class Workshop implements AutoCloseable {
  /** How many mutants a process serves; TLC keeps something of every one. */
  private static final int TENANTS = 200;

  private static final int DOES_NOT_PARSE = 150;

  /** A model without pins may be tiny: its mutants are searched as far as this in any case. */
  private static final int FEWEST = 2000;

  /**
   * A control that is not caught within so many times the states of which it is caught without the
   * mutant is no longer caught. Where a fault lets the world grow without end, no search could say
   * more.
   */
  private static final int FAR = 10;

  private final Mutable specification;
  private Settings settings;
  private final Path folder;
  private final Path file;
  private final String original;
  private final Suite suite;
  private final Suite.Copy copy;
  private final Map<String, Baseline> baselines;
  private final Map<String, String> sums;
  private final Set<String> same = new HashSet<>();
  private final Tlc tlc;
  private volatile boolean stopped;
  private Path keep;

  /** The steps of the one model without a mutant; {@code null} until they are needed. */
  private Set<Long> steps;

  private int runs;
  private int tenants;

  /**
   * A workshop.
   *
   * @param suite the suite that the specification's models are part of
   * @param folder an empty folder; whoever made it deletes it
   * @param baselines what each model comes to without a mutant; filled by {@link #measure}
   * @param sums digests of graphs without a mutant, filled as they are needed; shared by all
   */
  Workshop(
      Mutable specification,
      Suite suite,
      Settings settings,
      TlcJar jar,
      Path folder,
      Map<String, Baseline> baselines,
      Map<String, String> sums)
      throws BadTable, IOException {
    this.specification = specification;
    this.settings = settings;
    this.folder = folder;
    this.baselines = baselines;
    this.sums = sums;
    this.original = Files.readString(specification.file());
    this.suite = suite;
    this.copy = suite.copy(folder);
    this.file = copy.of(specification.file());
    this.tlc = new Tlc(jar, folder);
  }

  /** Whether it makes mutants of a specification. */
  boolean isOf(Mutable other) {
    return specification == other;
  }

  /** Goes on with other settings. */
  Workshop under(Settings other) {
    settings = other;
    return this;
  }

  /** Ends what runs, and lets nothing new start. */
  void stop() {
    stopped = true;
    tlc.stop();
  }

  @Override
  public void close() {
    tlc.rest();
  }

  /**
   * Runs a model without a mutant, and remembers what it comes to.
   *
   * @return what is not as the table says, or {@code ""}
   */
  String measure(Model model) throws BadTable, IOException, InterruptedException {
    Reporting report = model.mustHold() ? Reporting.SUM : Reporting.NOTHING;
    return measured(model, run(model, model(model).config(), report, 0));
  }

  /**
   * Runs a model without a mutant, remembers the outcome, and keeps the parts of its claims.
   *
   * @param parts the folder for the file {@link Probe#PARTS_FILE}
   * @return the run, whether the model holds or not
   */
  TlcRun first(Model model, Path parts) throws BadTable, IOException, InterruptedException {
    keep = parts;
    Ran ran = run(model, model(model).config(), Reporting.SUM_AND_PARTS, 0);
    keep = null;
    if (ran.run().verdict() instanceof Verdict.Holds) {
      measured(model, ran);
    }
    return ran.run();
  }

  private String measured(Model model, Ran ran) {
    TlcRun run = ran.run();
    if (stopped) {
      return "";
    }
    int length = 0;
    if (run.verdict() instanceof Verdict.Violated violated) {
      length = violated.counterexample().steps().size();
      if (model.mustHold() || !violated.property().equals(model.expect())) {
        return model.id() + ": " + violated.sentence();
      }
    } else if (!(run.verdict() instanceof Verdict.Holds) || !model.mustHold()) {
      return model.id() + ": " + run.verdict();
    } else if (!model.isOwn()
        && (run.distinct() != model.states() || run.depth() != model.depth())) {
      return model.id()
          + ": "
          + run.distinct()
          + " states and depth "
          + run.depth()
          + ", and "
          + model.row()
          + " pins others";
    }
    baselines.put(model.id(), new Baseline(run.generated(), run.distinct(), ran.sum(), length));
    return "";
  }

  /** What a model comes to without a mutant, found out when it is first needed. */
  private Baseline baseline(Model model) throws BadTable, IOException, InterruptedException {
    if (!baselines.containsKey(model.id())) {
      String wrong = unmutated(() -> measure(model));
      if (!baselines.containsKey(model.id())) {
        throw new BadTable("without any mutant, a model is not as it must be: " + wrong);
      }
    }
    return baselines.get(model.id());
  }

  /** A run of a model. */
  private interface Run<T> {
    T run() throws BadTable, IOException, InterruptedException;
  }

  /** Makes a run of the specification without the mutant. */
  private <T> T unmutated(Run<T> run) throws BadTable, IOException, InterruptedException {
    String mutated = Files.readString(file);
    Files.writeString(file, original);
    T result = run.run();
    Files.writeString(file, mutated);
    return result;
  }

  /** Makes a mutant, and says what becomes of it. */
  Fate fate(Mutant mutant) throws BadTable, IOException, InterruptedException {
    if (++tenants % TENANTS == 0) {
      tlc.rest();
    }
    Files.writeString(file, specification.text().with(mutant.edit()));
    Fate fate = judged(mutant); // whatever it throws, no further mutant is made here
    Files.writeString(file, original);
    return fate;
  }

  private Fate judged(Mutant mutant) throws BadTable, IOException, InterruptedException {
    Predicate<Model> rests = model -> specification.rests(model, mutant.definition());
    List<Model> watching = specification.models().stream().filter(rests).toList();
    List<Model> controls = specification.controls().stream().filter(rests).toList();
    Fate fate =
        mutant.ofProperty() ? controlled(controls) : watched(watching, mutant); // likely ones first
    boolean less = mutant.weakens() && !controls.isEmpty(); // of less, every model holds
    if (!isFinal(fate) && !less) {
      Fate next = mutant.ofProperty() ? watched(watching, mutant) : controlled(controls);
      fate = isFinal(next) ? next : fate.or(next);
    }
    if (settings.replay()
        && fate.kill().ordinal() > Kill.REPLAY.ordinal()
        && fate.kill() != Kill.STILLBORN
        && !mutant.ofProperty()) {
      for (Model model : watching) {
        fate = model.replayed() ? fate.or(MutantReplay.of(model, graph(model))) : fate;
      }
    }
    Model first = watching.isEmpty() ? null : watching.get(0);
    if (first != null && first.isOwn() && settings.matrix()) {
      fate = withOthers(fate, first);
    }
    if (first != null && first.isOwn() && !fate.kill().isNoticed()) {
      Change change = fate.kill() == Kill.SURVIVES ? Change.NONE : changed(first);
      return new Fate(Kill.SURVIVES, "", fate.model(), change.key());
    }
    if (fate.kill() == Kill.SURVIVES && !mutant.ofProperty()) {
      return new Fate(Kill.SURVIVES, "", "", graphs(watching));
    }
    return fate;
  }

  /** Adds the other claims that notice a mutant: each search leaves out those that have. */
  private Fate withOthers(Fate fate, Model model)
      throws BadTable, IOException, InterruptedException {
    Set<String> left = new TreeSet<>(specification.claims(model));
    Set<String> also = new TreeSet<>();
    for (Fate next = fate; !next.by().isEmpty() && left.remove(next.by()); ) {
      next =
          left.isEmpty()
              ? new Fate(Kill.SURVIVES, "", "", "")
              : seen(model, left, most(model)).fate;
      if (!next.by().isEmpty()) {
        also.add(next.by());
      }
    }
    return fate.with(also);
  }

  /** Compares the steps of a model with the mutant and without it. */
  private Change changed(Model model) throws BadTable, IOException, InterruptedException {
    StateGraph mutated = graph(model);
    if (mutated == null) {
      return Change.MORE; // it grows beyond the limit
    }
    if (steps == null) {
      StateGraph graph = unmutated(() -> graph(model));
      steps = graph == null ? Set.of() : GraphSum.steps(graph);
    }
    return Change.between(steps, GraphSum.steps(mutated));
  }

  /** Whether nothing further is run. */
  private static boolean isFinal(Fate fate) {
    return fate.kill() == Kill.STILLBORN || fate.kill().isStrong();
  }

  // ---------------------------------------------------------------- models that must hold

  /**
   * What the models say of a mutant: the small ones at once, of the larger ones at first only what
   * is seen close to where they begin, which is where most mutants are noticed.
   */
  private Fate watched(List<Model> watching, Mutant mutant)
      throws BadTable, IOException, InterruptedException {
    same.clear();
    List<Watch> watches = new ArrayList<>();
    for (Model model : watching) {
      Watch watch = new Watch(model, mutant);
      if (isSmall(model)) {
        watch.finish();
      } else {
        watch.glance();
      }
      if (watch.fate != null && isFinal(watch.fate)) {
        return watch.fate;
      }
      watches.add(watch);
    }
    Fate fate = new Fate(Kill.SURVIVES, "", "", "");
    for (Watch watch : watches) {
      if (watch.fate == null) {
        watch.finish();
      }
      if (isFinal(watch.fate)) {
        return watch.fate;
      }
      fate = fate.or(watch.fate);
    }
    return fate;
  }

  private boolean isSmall(Model model) throws BadTable, IOException, InterruptedException {
    return states(model) <= settings.glance();
  }

  /** The states of a model without a mutant: pinned, or counted where nothing is pinned. */
  private long states(Model model) throws BadTable, IOException, InterruptedException {
    return model.isOwn() ? baseline(model).distinct() : model.states();
  }

  /** The distinct states within which a model is searched. */
  private long most(Model model) throws BadTable, IOException, InterruptedException {
    long most = settings.budget() * states(model);
    return model.isOwn() ? Math.max(most, FEWEST) : most;
  }

  /** What a search has shown, and where it came to its end a digest of its graph, or {@code ""}. */
  private record Seen(Fate fate, String sum) {}

  /** A model that must hold, held against a mutant in one search or several. */
  private final class Watch {
    private final Model model;
    private final long most;

    /**
     * What may be false: of a mutant of a claim, where nothing moves otherwise, what rests on it.
     */
    private final Set<String> claims;

    /** What may be false though the graph is the same. */
    private final Set<String> first;

    private final boolean moves;
    private Seen whole;
    private Fate fate;

    Watch(Model model, Mutant mutant) throws BadTable, IOException, InterruptedException {
      this.model = model;
      this.most = most(model);
      this.moves = !mutant.ofProperty();
      String definition = mutant.definition();
      this.claims =
          new TreeSet<>(
              moves ? specification.claims(model) : specification.claims(model, definition));
      this.first = new TreeSet<>(specification.claimsOnTheSameGraph(model, definition));
    }

    /** Looks no further than a number of states; the fate stays open where that says nothing. */
    void glance() throws BadTable, IOException, InterruptedException {
      Set<String> now = new TreeSet<>(claims);
      now.removeIf(claim -> specification.isOfTime(model, claim));
      if (now.isEmpty()) {
        return;
      }
      long near = Math.min(settings.glance(), most);
      Seen seen = seen(model, now, near);
      switch (seen.fate.kill()) {
        case STILLBORN, PROPERTY, ERROR -> fate = seen.fate;
        case TYPE -> {
          now.removeIf(Mutable::isOfTypes);
          Seen other = seen(model, now, near);
          fate = other.fate.kill() == Kill.PROPERTY ? other.fate : null;
        }
        default -> {
          if (!seen.sum.isEmpty()) {
            came(seen, now);
          } else if (near == most) {
            fate = seen.fate;
          }
        }
      }
    }

    /** Takes down a search that came to its end: what it held against the model is true of it. */
    private void came(Seen seen, Set<String> held) {
      whole = seen;
      claims.removeAll(held);
      first.removeAll(held);
    }

    /** Searches as far as it takes. */
    void finish() throws BadTable, IOException, InterruptedException {
      if (moves && !isSmall(model) && specification.showsItsGraph(model)) {
        if (whole == null || !first.isEmpty()) {
          Set<String> now = new TreeSet<>(first);
          Seen seen = seen(model, now, most);
          if (seen.fate.kill() == Kill.STILLBORN || seen.fate.kill() == Kill.PROPERTY) {
            fate = seen.fate;
            return;
          }
          if (!seen.sum.isEmpty()) {
            came(seen, now);
          }
        }
        if (whole != null && whole.sum.equals(baseline(model).sum())) {
          fate = whole.fate;
          return;
        }
      }
      if (whole != null && claims.isEmpty()) {
        fate = whole.fate;
        return;
      }
      Seen seen = seen(model, claims, most);
      fate = seen.fate;
      if (fate.kill() == Kill.TYPE) {
        // What is no value of its type may break a claim, too, a few steps later.
        claims.removeIf(Mutable::isOfTypes);
        fate = fate.or(seen(model, claims, most).fate);
      }
      whole = seen;
    }
  }

  private Seen seen(Model model, Set<String> claims, long most)
      throws BadTable, IOException, InterruptedException {
    Configuration config = only(model, claims);
    String name = model.name();
    Ran ran = run(model, config, Reporting.SUM, most);
    TlcRun run = ran.run();
    Verdict verdict = run.verdict();
    if (run.exitCode() == DOES_NOT_PARSE) {
      return new Seen(new Fate(Kill.STILLBORN, "", "", ""), "");
    }
    if (verdict instanceof Verdict.Violated violated) {
      return switch (violated.kind()) {
        case INVARIANT, ACTION_PROPERTY, LIVENESS -> {
          String property = named(model, config, violated, most);
          int length = violated.counterexample().steps().size();
          Kill kill = Mutable.isOfTypes(property) ? Kill.TYPE : Kill.PROPERTY;
          yield new Seen(new Fate(kill, property, name, "in " + length + " states"), "");
        }
        default -> new Seen(new Fate(Kill.ERROR, "", name, violated.kind().words()), "");
      };
    }
    if (verdict instanceof Verdict.BadInput bad) {
      return new Seen(new Fate(Kill.ERROR, "", name, bad.what()), "");
    }
    if (verdict instanceof Verdict.Spent) {
      return new Seen(new Fate(Kill.PIN, "", name, "more than " + most + " states"), "");
    }
    if (verdict instanceof Verdict.NotDecided cut) {
      return new Seen(new Fate(Kill.UNDECIDED, "", name, cut.why()), "");
    }
    return new Seen(counted(model, ran), ran.sum());
  }

  /** Holds what was counted against what is counted without the mutant. */
  private Fate counted(Model model, Ran ran) throws BadTable, IOException, InterruptedException {
    TlcRun run = ran.run();
    if (ran.sum().equals(baseline(model).sum())) {
      same.add(model.id());
      return new Fate(Kill.SURVIVES, "", "", "");
    }
    if (run.distinct() != states(model)) {
      return new Fate(Kill.PIN, "", model.name(), run.distinct() + " states");
    }
    if (model.isOwn()) {
      return new Fate(Kill.PIN, "", model.name(), "other steps"); // #changed says which
    }
    if (run.depth() != model.depth()) {
      return new Fate(Kill.PIN, "", model.name(), "depth " + run.depth());
    }
    if (run.generated() != baseline(model).generated()) {
      // TLC counts a transition twice that two disjuncts give: only the graph tells.
      StateGraph graph = graph(model);
      if (graph == null || graph.transitions() != model.transitions()) {
        return new Fate(
            Kill.PIN,
            "",
            model.name(),
            (graph == null ? -1 : graph.transitions()) + " transitions");
      }
    }
    return new Fate(Kill.SURVIVES, "", "", "");
  }

  /** The property that is violated; where TLC does not say, each is asked for alone. */
  private String named(Model model, Configuration config, Verdict.Violated violated, long most)
      throws BadTable, IOException, InterruptedException {
    if (!violated.property().isEmpty()) {
      return violated.property();
    }
    List<String> properties = config.read().properties();
    for (String property : properties.subList(0, properties.size() - 1)) {
      Configuration alone = only(model, Set.of(property));
      if (run(model, alone, Reporting.NOTHING, most).run().verdict() instanceof Verdict.Violated) {
        return property;
      }
    }
    return properties.get(properties.size() - 1); // it can be no other
  }

  /** A configuration with no other invariants and properties than these. */
  private Configuration only(Model model, Set<String> claims) throws IOException {
    Configuration config = model(model).config();
    Set<String> names = new TreeSet<>(specification.claims(model));
    names.removeAll(claims);
    return config.with(TlcConfig.without(config.text(), names));
  }

  // ---------------------------------------------------------------- controls

  private Fate controlled(List<Model> controls) throws BadTable, IOException, InterruptedException {
    Fate fate = new Fate(Kill.SURVIVES, "", "", "");
    for (Model control : controls) {
      Fate seen = controlled(control);
      if (isFinal(seen)) {
        return seen;
      }
      fate = fate.or(seen);
    }
    return fate;
  }

  private Fate controlled(Model control) throws BadTable, IOException, InterruptedException {
    String name = control.name();
    List<Model> models = specification.models();
    int largest = models.isEmpty() ? 1000 : models.get(models.size() - 1).states();
    for (Model model : models) {
      largest = Math.max(largest, model.states());
    }
    long most = (long) settings.budget() * largest;
    TlcRun run = run(control, model(control).config(), Reporting.NOTHING, most).run();
    long own = 0;
    if (run.verdict() instanceof Verdict.Spent) {
      own = baseline(control).distinct();
      if (settings.budget() * own > most) {
        // Some are caught far from where they begin, in larger worlds than any model's.
        most = settings.budget() * own;
        run = run(control, model(control).config(), Reporting.NOTHING, most).run();
      }
    }
    Verdict verdict = run.verdict();
    if (run.exitCode() == DOES_NOT_PARSE) {
      return new Fate(Kill.STILLBORN, "", "", "");
    }
    if (verdict instanceof Verdict.Holds) {
      return new Fate(Kill.CONTROL, control.expect(), name, "nothing is violated");
    }
    if (verdict instanceof Verdict.Violated violated) {
      int length = violated.counterexample().steps().size();
      if (violated.property().equals(control.expect())) {
        // Of several lassos TLC may find another one here than where the length was pinned.
        return length == control.length() || length == baseline(control).length()
            ? new Fate(Kill.SURVIVES, "", "", "")
            : new Fate(Kill.PIN, "", name, "caught in " + length + " states");
      }
      return violated.property().isEmpty() || violated.kind() == Kind.DEADLOCK
          ? new Fate(Kill.ERROR, "", name, violated.kind().words())
          : new Fate(Kill.ERROR, "", name, violated.kind().words() + " " + violated.property());
    }
    if (verdict instanceof Verdict.BadInput bad) {
      return new Fate(Kill.ERROR, "", name, bad.what());
    }
    if (verdict instanceof Verdict.Spent) {
      String detail = "not caught within " + most + " states";
      return most >= FAR * own
          ? new Fate(Kill.CONTROL, control.expect(), name, detail)
          : new Fate(Kill.PIN, "", name, detail);
    }
    return new Fate(Kill.UNDECIDED, "", name, verdict.toString());
  }

  // ---------------------------------------------------------------- graphs

  /** Whether the graphs of the models are those that they are without the mutant. */
  private String graphs(List<Model> watching) throws BadTable, IOException, InterruptedException {
    for (Model model : watching) {
      if (same.contains(model.id())) {
        continue;
      }
      StateGraph graph = graph(model);
      String sum = graph == null ? "" : GraphSum.of(graph);
      if (!sum.equals(sum(model))) {
        return "another graph with the same numbers in " + model.name();
      }
    }
    return "the same graph in all models";
  }

  private String sum(Model model) throws BadTable, IOException, InterruptedException {
    String known = sums.get(model.id());
    if (known != null) {
      return known;
    }
    StateGraph graph = unmutated(() -> graph(model));
    String sum = graph == null ? "" : GraphSum.of(graph);
    sums.put(model.id(), sum);
    return sum;
  }

  /** A model's graph; {@code null} where its search did not come to its end. */
  private StateGraph graph(Model model) throws BadTable, IOException, InterruptedException {
    return run(model, model(model).config(), Reporting.GRAPH, most(model)).graph();
  }

  // ---------------------------------------------------------------- runs

  /**
   * A run, and where they were asked for and are whole its graph and the digest that it left.
   *
   * @param graph {@code null} where there is none
   * @param sum {@code ""} where there is none
   */
  private record Ran(TlcRun run, StateGraph graph, String sum) {}

  private Ran run(Model model, Configuration config, Reporting report, long most)
      throws BadTable, IOException, InterruptedException {
    TlcRequest request =
        new TlcRequest(
            model(model).rootModule(),
            config,
            copy.library(),
            1,
            settings.heapMib(),
            settings.timeoutSeconds(),
            report,
            Housing.KEPT,
            suite.options(most));
    Path scratch = Files.createDirectories(folder.resolve("run-" + ++runs));
    try {
      TlcRun run = tlc.run(request, scratch, howFar -> {});
      if (run.verdict() instanceof Verdict.NotDecided cut && cut.broken() && !stopped) {
        throw new Gone(cut.why());
      }
      if (run.verdict() instanceof Verdict.BadInput bad && JavaCode.isRefused(bad)) {
        // No mutant's fault. The class was copied here with the specification.
        String code = bad.what() + ": " + String.join("; ", bad.details());
        throw new BadTable(
            code.replace(folder.toRealPath() + File.separator, suite.root() + File.separator));
      }
      if (!(run.verdict() instanceof Verdict.Holds)) {
        return new Ran(run, null, "");
      }
      if (report == Reporting.SUM_AND_PARTS) {
        Files.copy(run.graph().resolve(Probe.PARTS_FILE), keep.resolve(Probe.PARTS_FILE));
      }
      if (report == Reporting.SUM || report == Reporting.SUM_AND_PARTS) {
        return new Ran(run, null, Files.readString(run.graph().resolve(Probe.SUM_FILE)));
      }
      if (report != Reporting.GRAPH) {
        return new Ran(run, null, "");
      }
      try {
        return new Ran(run, GraphReader.read(run.graph()), "");
      } catch (GraphBroken e) {
        return new Ran(run, null, "");
      }
    } finally {
      try {
        ModelCheck.delete(scratch);
      } catch (FileSystemException e) {
        // A search that was ended may still write a file: it goes with the workshop's folder.
      }
    }
  }

  private Model model(Model model) {
    return copy.of(model);
  }

  /** A map that several workshops may share. */
  static <T> Map<String, T> shared() {
    return new ConcurrentHashMap<>();
  }
}
