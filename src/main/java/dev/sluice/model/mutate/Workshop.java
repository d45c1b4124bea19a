package dev.sluice.model.mutate;

import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.ModelCheck;
import dev.sluice.model.ModelTable;
import dev.sluice.model.graph.GraphBroken;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.replay.Twins;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Where one mutant after another is made and run: a copy of the specifications, in which the text
 * of one module changes, and a process of TLC's that stays.
 *
 * <p>For one thread. What a mutant comes to depends on the specification alone: every search is
 * limited by a number of states, and every process has met the same strings in the same order.
 */
final class Workshop implements AutoCloseable {
  /** So many mutants a process serves; TLC keeps something of every one. */
  private static final int TENANTS = 200;

  private static final int DOES_NOT_PARSE = 150;

  private final Specification specification;
  private final Settings settings;
  private final Path folder;
  private final Path file;
  private final String original;
  private final List<Path> library;
  private final Map<String, Model> models = new HashMap<>();
  private final Map<String, Baseline> baselines;
  private final Map<String, String> sums;
  private final Tlc tlc;
  private volatile boolean stopped;
  private int runs;
  private int tenants;

  /**
   * A workshop.
   *
   * @param table the table of which the specification has rows
   * @param folder an empty folder; whoever made it deletes it
   * @param words the file of words that a process meets first
   * @param baselines what each model comes to without a mutant; filled by {@link #measure}
   * @param sums digests of graphs without a mutant, filled as they are needed; shared by all
   */
  Workshop(
      Specification specification,
      ModelTable table,
      Settings settings,
      TlcJar jar,
      Path folder,
      Path words,
      Map<String, Baseline> baselines,
      Map<String, String> sums)
      throws IOException {
    this.specification = specification;
    this.settings = settings;
    this.folder = folder;
    this.baselines = baselines;
    this.sums = sums;
    this.original = Files.readString(specification.file());
    Path from = table.root().toAbsolutePath().resolve("spec");
    copy(from, folder.resolve("spec"));
    this.file = folder.resolve("spec").resolve(from.relativize(specification.file()).toString());
    try {
      ModelTable copied = ModelTable.load(folder);
      this.library = copied.library();
      copied.models().forEach(model -> models.put(model.id(), model));
    } catch (BadTable e) {
      throw new IOException(e.getMessage(), e);
    }
    this.tlc = new Tlc(jar, folder.resolve("classes.jsa"), words);
  }

  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(from)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    for (Path each : files) {
      Path target = to.resolve(from.relativize(each).toString());
      Files.createDirectories(target.getParent());
      Files.copy(each, target);
    }
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
  String measure(Model model) throws IOException, InterruptedException {
    TlcRun run = run(model, model(model).config(), Reporting.NOTHING, 0).run();
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
    } else if (run.distinct() != model.states() || run.depth() != model.depth()) {
      return model.id()
          + ": "
          + run.distinct()
          + " states and depth "
          + run.depth()
          + ", and spec/models.toml pins others";
    }
    baselines.put(model.id(), new Baseline(run.generated(), length));
    return "";
  }

  /** What a model comes to without a mutant, found out when it is first needed. */
  private Baseline baseline(Model model) throws IOException, InterruptedException {
    if (!baselines.containsKey(model.id())) {
      String mutated = Files.readString(file);
      Files.writeString(file, original);
      String wrong = measure(model);
      Files.writeString(file, mutated);
      if (!baselines.containsKey(model.id())) {
        throw new IOException("without any mutant, a model is not as it must be: " + wrong);
      }
    }
    return baselines.get(model.id());
  }

  /** Makes a mutant, and says what becomes of it. */
  Fate fate(Mutant mutant) throws IOException, InterruptedException {
    if (++tenants % TENANTS == 0) {
      tlc.rest();
    }
    Files.writeString(file, specification.text().with(mutant.edit()));
    try {
      return judged(mutant);
    } finally {
      Files.writeString(file, original);
    }
  }

  private Fate judged(Mutant mutant) throws IOException, InterruptedException {
    Predicate<Model> rests = model -> specification.rests(model, mutant.definition());
    List<Model> watching = specification.models().stream().filter(rests).toList();
    List<Model> controls = specification.controls().stream().filter(rests).toList();
    Fate fate = new Fate(Kill.SURVIVES, "", "", "");
    for (Model model : ordered(mutant, watching, controls)) {
      Fate seen = model.mustHold() ? watched(model, mutant) : controlled(model);
      if (seen.kill() == Kill.STILLBORN || seen.kill().isStrong()) {
        return seen;
      }
      fate = fate.or(seen);
    }
    if (settings.replay()
        && fate.kill().ordinal() > Kill.REPLAY.ordinal()
        && !mutant.ofProperty()) {
      for (Model model : watching) {
        fate = model.replayed() ? fate.or(replayed(model)) : fate;
      }
    }
    if (fate.kill() == Kill.SURVIVES && !mutant.ofProperty()) {
      return new Fate(Kill.SURVIVES, "", "", graphs(watching));
    }
    return fate;
  }

  /** What is run, in this order: first what is most likely to notice. */
  private static List<Model> ordered(Mutant mutant, List<Model> watching, List<Model> controls) {
    if (mutant.weakens() && !controls.isEmpty()) {
      return controls; // of less, every model holds
    }
    List<Model> all = new ArrayList<>(mutant.ofProperty() ? controls : watching);
    all.addAll(mutant.ofProperty() ? watching : controls);
    return all;
  }

  // ---------------------------------------------------------------- a model that must hold

  private Fate watched(Model model, Mutant mutant) throws IOException, InterruptedException {
    // Where nothing moves otherwise than before, what else is claimed of it holds.
    Set<String> claims = specification.claims(model, mutant.definition());
    Predicate<String> sound = name -> mutant.ofProperty() && !claims.contains(name);
    Fate fate = seen(model, without(model, sound));
    if (fate.kill() != Kill.TYPE) {
      return fate;
    }
    // What is no value of its type may break a claim, too, a few steps later.
    return fate.or(seen(model, without(model, sound.or(Specification::isOfTypes))));
  }

  private Fate seen(Model model, Path config) throws IOException, InterruptedException {
    String name = model.name();
    long most = (long) settings.budget() * model.states();
    TlcRun run = run(model, config, Reporting.NOTHING, most).run();
    Verdict verdict = run.verdict();
    if (run.exitCode() == DOES_NOT_PARSE) {
      return new Fate(Kill.STILLBORN, "", "", "");
    }
    if (verdict instanceof Verdict.Violated violated) {
      return switch (violated.kind()) {
        case INVARIANT, ACTION_PROPERTY, LIVENESS -> {
          String property = named(model, config, violated, most);
          int length = violated.counterexample().steps().size();
          Kill kill = Specification.isOfTypes(property) ? Kill.TYPE : Kill.PROPERTY;
          yield new Fate(kill, property, name, "in " + length + " states");
        }
        default -> new Fate(Kill.ERROR, "", name, violated.kind().words());
      };
    }
    if (verdict instanceof Verdict.BadInput bad) {
      return new Fate(Kill.ERROR, "", name, bad.what());
    }
    if (verdict instanceof Verdict.Spent) {
      return new Fate(Kill.PIN, "", name, "more than " + most + " states");
    }
    if (verdict instanceof Verdict.NotDecided cut) {
      return new Fate(Kill.UNDECIDED, "", name, cut.why());
    }
    return counted(model, run);
  }

  /** Holds what was counted against what is counted without the mutant. */
  private Fate counted(Model model, TlcRun run) throws IOException, InterruptedException {
    if (run.distinct() != model.states()) {
      return new Fate(Kill.PIN, "", model.name(), run.distinct() + " states");
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
  private String named(Model model, Path config, Verdict.Violated violated, long most)
      throws IOException, InterruptedException {
    if (!violated.property().isEmpty()) {
      return violated.property();
    }
    List<String> properties = TlcConfig.read(config).properties();
    for (String property : properties.subList(0, properties.size() - 1)) {
      Path alone = without(model, name -> !name.equals(property));
      if (run(model, alone, Reporting.NOTHING, most).run().verdict() instanceof Verdict.Violated) {
        return property;
      }
    }
    return properties.get(properties.size() - 1); // it can be no other
  }

  /** A configuration without some of its invariants and properties. */
  private Path without(Model model, Predicate<String> left) throws IOException {
    Path config = model(model).config();
    TlcConfig read = TlcConfig.read(config);
    Set<String> names = new TreeSet<>(read.invariants());
    names.addAll(read.properties());
    names.removeIf(left.negate());
    Path other = config.resolveSibling("part_" + config.getFileName());
    return Files.writeString(other, TlcConfig.without(Files.readString(config), names));
  }

  // ---------------------------------------------------------------- a control

  private Fate controlled(Model control) throws IOException, InterruptedException {
    String name = control.name();
    List<Model> models = specification.models();
    int largest = models.isEmpty() ? 1000 : models.get(models.size() - 1).states();
    for (Model model : models) {
      largest = Math.max(largest, model.states());
    }
    long most = (long) settings.budget() * largest;
    TlcRun run = run(control, model(control).config(), Reporting.NOTHING, most).run();
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
      return new Fate(Kill.PIN, "", name, "not caught within " + most + " states");
    }
    return new Fate(Kill.UNDECIDED, "", name, verdict.toString());
  }

  // ---------------------------------------------------------------- graphs

  private Fate replayed(Model model) throws IOException, InterruptedException {
    StateGraph graph = graph(model);
    if (graph == null) {
      return new Fate(Kill.SURVIVES, "", "", "");
    }
    try {
      ReplayReport report = Replay.run(graph, Twins.of(model.replay(), graph.constants()));
      boolean parts = report.mismatched() > 0 || !report.faithful() || !report.unknown().isEmpty();
      return parts
          ? new Fate(
              Kill.REPLAY, "", model.name(), "they part in " + report.mismatched() + " places")
          : new Fate(Kill.SURVIVES, "", "", "");
    } catch (RuntimeException e) {
      return new Fate(Kill.REPLAY, "", model.name(), "the twin cannot follow");
    }
  }

  /** Whether the graphs of the models are those that they are without the mutant. */
  private String graphs(List<Model> watching) throws IOException, InterruptedException {
    for (Model model : watching) {
      StateGraph graph = graph(model);
      String sum = graph == null ? "" : GraphSum.of(graph);
      if (!sum.equals(sum(model))) {
        return "another graph with the same numbers in " + model.name();
      }
    }
    return "the same graph in all models";
  }

  private String sum(Model model) throws IOException, InterruptedException {
    String known = sums.get(model.id());
    if (known != null) {
      return known;
    }
    String mutated = Files.readString(file);
    Files.writeString(file, original);
    try {
      StateGraph graph = graph(model);
      String sum = graph == null ? "" : GraphSum.of(graph);
      sums.put(model.id(), sum);
      return sum;
    } finally {
      Files.writeString(file, mutated);
    }
  }

  /** A model's graph; {@code null} where its search did not come to its end. */
  private StateGraph graph(Model model) throws IOException, InterruptedException {
    long most = (long) settings.budget() * model.states();
    return run(model, model(model).config(), Reporting.GRAPH, most).graph();
  }

  // ---------------------------------------------------------------- runs

  /** A run, and its graph where that was asked for and is whole. */
  private record Ran(TlcRun run, StateGraph graph) {}

  private Ran run(Model model, Path config, Reporting report, long most)
      throws IOException, InterruptedException {
    TlcRequest request =
        new TlcRequest(
            model(model).rootModule(),
            config,
            library,
            1,
            settings.heapMib(),
            settings.timeoutSeconds(),
            report,
            Housing.KEPT,
            TlcOptions.within(most));
    Path scratch = Files.createDirectories(folder.resolve("run-" + ++runs));
    try {
      TlcRun run = tlc.run(request, scratch, howFar -> {});
      if (report != Reporting.GRAPH || !(run.verdict() instanceof Verdict.Holds)) {
        return new Ran(run, null);
      }
      try {
        return new Ran(run, GraphReader.read(run.graph()));
      } catch (GraphBroken e) {
        return new Ran(run, null);
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
    return models.get(model.id());
  }

  /** A map that several workshops may share. */
  static <T> Map<String, T> shared() {
    return new ConcurrentHashMap<>();
  }
}
