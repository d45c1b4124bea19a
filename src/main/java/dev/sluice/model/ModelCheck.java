package dev.sluice.model;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.ActionCounts;
import dev.sluice.model.graph.GraphBroken;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.Retraced;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Replay;
import dev.sluice.model.replay.ReplayReport;
import dev.sluice.model.replay.Twin;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.Tlc;
import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcOutput.HowFar;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.Value;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Takes one model through its whole life: searched by TLC, its graph streamed and read, every
 * transition replayed, and the outcome held against what the table pins.
 */
public final class ModelCheck {
  private static final String TOO_LARGE =
      " does not fit Sluice's own memory; allow more with JAVA_TOOL_OPTIONS=-Xmx8g, or check a"
          + " smaller model";

  private final Search search;
  private final TlcJar jar;
  private final List<Path> library;

  /** A run of TLC, as {@link Tlc#run} makes it. */
  @FunctionalInterface
  interface Search {
    TlcRun run(TlcRequest request, Path folder, Consumer<HowFar> progress)
        throws IOException, InterruptedException;
  }

  /**
   * What a check may use.
   *
   * @param workers TLC's workers; a control always gets one, so that its counterexample is the same
   * @param heapMib TLC's largest heap in MiB
   * @param timeoutSeconds after which nothing is decided; 0 for no limit
   * @param replay whether the graph is replayed where a twin exists
   * @param pins whether the outcome is held against the table's numbers; a specification of
   *     somebody else's has none
   * @param share whether a run that is to be brief may be in a process that others are in, too
   * @param graph whether the graph of a specification of somebody else's is wanted
   * @param options how it is searched, where that is not as its configuration says
   */
  public record Limits(
      int workers,
      int heapMib,
      long timeoutSeconds,
      boolean replay,
      boolean pins,
      boolean share,
      boolean graph,
      TlcOptions options) {
    /** The limits of a model of the table: searched as its configuration says. */
    public Limits(
        int workers,
        int heapMib,
        long timeoutSeconds,
        boolean replay,
        boolean pins,
        boolean share) {
      this(workers, heapMib, timeoutSeconds, replay, pins, share, false, TlcOptions.NONE);
    }

    /** What is to be known of a search beside its verdict. */
    Reporting report(Model model) {
      if (model.isOwn()) {
        return graph ? Reporting.GRAPH : Reporting.COUNTS;
      }
      return model.mustHold() ? Reporting.GRAPH_AND_PARTS : Reporting.NOTHING;
    }
  }

  /**
   * A checker.
   *
   * @param library folders in which modules are found
   */
  public ModelCheck(Tlc tlc, List<Path> library) {
    this(tlc::run, tlc.jar(), library);
  }

  /** A checker of the runs that a search makes, with or without TLC. */
  ModelCheck(Search search, TlcJar jar, List<Path> library) {
    this.search = search;
    this.jar = jar;
    this.library = List.copyOf(library);
  }

  /**
   * Checks one model.
   *
   * @param folder an empty folder for everything the run writes; the caller deletes it
   * @param graphs told the graph, where one was read whole; for those who want more of it
   * @param progress told how far TLC has come
   * @param phases told the phase that begins, on the calling thread
   * @throws IOException if the disk is full
   * @throws InterruptedException if the waiting thread was interrupted
   */
  public ModelResult check(
      Model model,
      Limits limits,
      Path folder,
      Consumer<StateGraph> graphs,
      Consumer<HowFar> progress,
      Consumer<Phase> phases)
      throws IOException, InterruptedException {
    try {
      String unreadable = Encoding.problem(model.config(), model.rootModule());
      String unknown = unreadable == null ? unknown(model.config().read()) : unreadable;
      if (unknown != null) {
        return new Finding(model, null, false)
            .outcome("cannot be checked")
            .not(Status.BAD_INPUT, model.id() + ": " + unknown)
            .result();
      }
      // A specification of somebody else's may take hours, whatever lane it is given.
      boolean brief =
          model.lane() == Lane.CONTROL
              || model.lane() == Lane.TRACE
              || model.lane() == Lane.SMOKE && limits.pins();
      TlcRequest request =
          new TlcRequest(
              model.rootModule(),
              model.config(),
              library,
              model.mustHold() ? limits.workers() : 1,
              limits.heapMib(),
              limits.timeoutSeconds(),
              limits.report(model),
              brief ? Housing.BRIEF : Housing.LONG,
              limits.options());
      if (limits.share() && brief && request.workers() == 1) {
        // Only what is as the table pins it counts: anything else may come from what another run
        // left behind, and is found out alone.
        Path among = Files.createDirectories(folder.resolve("shared"));
        Judged shared =
            judged(model, limits, request.housedIn(Housing.SHARED), among, progress, phases);
        if (shared.result().status() == Status.AS_EXPECTED) {
          return shared.told(graphs, phases);
        }
      }
      return judged(model, limits, request, folder, progress, phases).told(graphs, phases);
    } catch (IOException e) {
      if (DiskTrouble.isFull(e)) {
        throw e; // whoever named the folder can say where
      }
      return new Finding(model, null, false)
          .outcome("not decided")
          .not(Status.NOT_DECIDED, model.id() + ": TLC could not be run: " + DiskTrouble.why(e))
          .result();
    }
  }

  /** What a configuration asks for that this TLC would take for a name; {@code null}: nothing. */
  private String unknown(TlcConfig config) throws IOException {
    for (String keyword : List.of("ALIAS", "POSTCONDITION")) {
      if (config.sections().contains(keyword) && !jar.reads(keyword)) {
        return "the configuration uses "
            + keyword
            + ", which "
            + (jar.bundled() ? "the TLC that Sluice comes with" : jar.path())
            + " does not know; name a newer tla2tools.jar with --tla2tools, or take it out";
      }
    }
    return null;
  }

  /** A result, and the graph where one was read whole. */
  private record Judged(ModelResult result, StateGraph graph) {
    ModelResult told(Consumer<StateGraph> graphs, Consumer<Phase> phases) {
      if (graph != null) {
        phases.accept(Phase.KEPT);
        graphs.accept(graph);
        phases.accept(Phase.FILES);
      }
      return result;
    }
  }

  /** Returns a warning with its module's file by name, so that it is the same in every checkout. */
  private String named(String warning) {
    String text = warning;
    for (Path folder : library) {
      text = text.replace(folder + File.separator, "");
    }
    return text;
  }

  /** Makes one run, and says what came of it. */
  private Judged judged(
      Model model,
      Limits limits,
      TlcRequest request,
      Path folder,
      Consumer<HowFar> progress,
      Consumer<Phase> phases)
      throws IOException, InterruptedException {
    TlcRun run = search.run(request, folder, progress);
    Finding finding = new Finding(model, run, limits.pins());
    Verdict verdict = run.verdict();
    run.warnings().forEach(warning -> finding.warn(model.isOwn() ? warning : named(warning)));
    Encoding.warning(model.rootModule()).ifPresent(finding::warn);
    StateGraph graph = null;
    if (verdict instanceof Verdict.BadInput bad) {
      explain(finding, bad.behaviour());
      finding.outcome("cannot be checked").not(Status.BAD_INPUT, model.id() + ": " + bad.what());
      bad.details().forEach(detail -> finding.not(Status.BAD_INPUT, detail));
    } else if (verdict instanceof Verdict.NotDecided cut) {
      finding.outcome("not decided").not(Status.NOT_DECIDED, model.id() + ": " + cut.why());
    } else if (verdict instanceof Verdict.Spent spent) {
      finding
          .outcome("not decided")
          .not(Status.NOT_DECIDED, model.id() + ": ended after " + spent.states() + " states");
    } else if (verdict instanceof Verdict.Violated violated) {
      violated(finding, violated);
    } else if (model.isOwn()) {
      graph = found(finding, model.config().read(), limits);
    } else {
      graph = holds(finding, limits, phases);
      phases.accept(Phase.FILES);
    }
    return new Judged(finding.result(), graph);
  }

  private void violated(Finding finding, Verdict.Violated violated) throws IOException {
    Model model = finding.model;
    explain(finding, violated.counterexample());
    int length = violated.counterexample().steps().size();
    finding.length = length == 0 ? -1 : length; // a false assumption has no behaviour
    String name = named(violated);
    Doubts doubts = new Doubts(model.config().read(), finding.run);
    if (model.mustHold() || doubts.ofViolation(violated.kind()).isPresent()) {
      violates(finding, violated, doubts);
      violated.further().forEach(further -> violates(finding, further, doubts));
      return;
    }
    if (!violated.property().equals(model.expect())) {
      finding
          .outcome("violates " + name)
          .not(
              Status.FAILED,
              model.id()
                  + ": must be caught by "
                  + model.expect()
                  + ", and "
                  + name
                  + " is violated");
      return;
    }
    finding.outcome("caught by " + name);
    finding.pinned("length", model.length(), finding.length, "states of the counterexample");
  }

  /** Adds a violation to the outcome. */
  private static void violates(Finding finding, Verdict.Violated violated, Doubts doubts) {
    String before = finding.outcome.isEmpty() ? "" : finding.outcome + "; ";
    String id = finding.model.id() + ": ";
    doubts
        .ofViolation(violated.kind())
        .ifPresentOrElse(
            doubt ->
                finding
                    .outcome(before + "may violate " + named(violated))
                    .not(Status.NOT_DECIDED, id + doubt),
            () ->
                finding
                    .outcome(before + outcome(violated))
                    .not(Status.FAILED, id + violated.sentence()));
  }

  private static String named(Verdict.Violated violated) {
    return violated.property().isEmpty() ? "a temporal property" : violated.property();
  }

  private static String outcome(Verdict.Violated violated) {
    return switch (violated.kind()) {
      case DEADLOCK -> "deadlocks";
      case ASSERTION -> "an Assert fails";
      case ASSUMPTION -> "an assumption is false";
      case POSTCONDITION -> "the postcondition is false";
      case INVARIANT, ACTION_PROPERTY, LIVENESS -> "violates " + named(violated);
    };
  }

  /**
   * Reports a specification of somebody else's in which TLC found nothing wrong. As in TLC's own
   * coverage, a transition that two disjuncts of an action give counts twice: among all
   * transitions, and among those of its action.
   *
   * @return its graph, if that was asked for
   */
  private static StateGraph found(Finding finding, TlcConfig config, Limits limits)
      throws IOException {
    TlcRun run = finding.run;
    String id = finding.model.id();
    if (limits.options().simulation() != null) {
      finding.outcome(
          String.format(
              Locale.ROOT,
              "nothing found in %,d behaviours drawn at random",
              Math.multiplyExact(
                  limits.options().simulation().behaviours(), (long) limits.workers())));
      finding.note(
          String.format(
              Locale.ROOT,
              "%,d states were generated; what was not drawn was not looked at",
              run.generated()));
      if (run.liveness()) {
        finding.warn(Doubts.DRAWN.formatted(String.join(", ", config.properties())));
      }
      return null;
    }
    if (run.distinct() == 0) {
      finding.states = 0;
      finding.transitions = 0;
    }
    if (config.behaviour().isEmpty()) {
      finding.outcome("the assumptions hold");
      return null;
    }
    if (run.distinct() == 0) {
      finding
          .outcome("holds of nothing")
          .not(
              Status.NOT_DECIDED,
              id
                  + ": there is no initial state, so every property holds of it; look at what the"
                  + " initial predicate asks for");
      return null;
    }
    finding.outcome("holds");
    finding.states = small(run.distinct());
    finding.depth = run.depth();
    StateGraph graph = null;
    try {
      if (limits.graph()) {
        graph = GraphReader.read(run.graph());
        if (!config.merges()) {
          streamed(finding, graph);
        }
        finding.constants = graph.constants();
        finding.transitions = small(graph.reportedTransitions());
        finding.actionCounts = small(graph.reportedByAction());
      } else {
        ActionCounts counts = ActionCounts.read(run.graph());
        finding.constants = counts.constants();
        finding.transitions = small(counts.transitions());
        finding.actionCounts = small(counts.byName());
      }
    } catch (GraphBroken e) {
      finding.not(Status.NOT_DECIDED, id + ": " + e.getMessage());
      return null;
    } catch (OutOfMemoryError e) {
      finding.not(Status.NOT_DECIDED, id + ": its graph" + TOO_LARGE);
      return null;
    }
    List<String> never =
        finding.actionCounts.entrySet().stream()
            .filter(action -> action.getValue() == 0)
            .map(Map.Entry::getKey)
            .toList();
    if (!never.isEmpty()) {
      finding.note(
          "no step takes "
              + String.join(", ", never)
              + (config.cuts() ? "; steps that a constraint cuts off are not counted" : ""));
    }
    if (config.merges()) {
      finding.note("under SYMMETRY or VIEW one state stands for several: those are counted once");
    }
    doubt(finding, new Doubts(config, run).ofHolding(finding.transitions));
    return graph;
  }

  private static void doubt(Finding finding, Optional<String> doubt) {
    doubt.ifPresent(
        sentence ->
            finding
                .outcome("not decided")
                .not(Status.NOT_DECIDED, finding.model.id() + ": " + sentence));
  }

  private static int small(long count) {
    return (int) Math.min(count, Integer.MAX_VALUE);
  }

  private static Map<String, Integer> small(Map<String, Long> counts) {
    Map<String, Integer> all = new TreeMap<>();
    counts.forEach((name, count) -> all.put(name, small(count)));
    return all;
  }

  /** Reads and replays the graph of a run that found nothing; {@code null} if it cannot be. */
  private StateGraph holds(Finding finding, Limits limits, Consumer<Phase> phases) {
    Model model = finding.model;
    if (!model.mustHold()) {
      finding
          .outcome("holds")
          .not(
              Status.FAILED,
              model.id() + ": must be caught by " + model.expect() + ", and nothing is violated");
      return null;
    }
    finding.outcome("holds");
    StateGraph graph;
    TlcConfig config;
    boolean bounded;
    try {
      config = model.config().read();
      bounded = !config.reductions().isEmpty();
      if (model.replayed() && bounded) {
        finding.not(
            Status.FAILED,
            model.id()
                + ": is replayed, and yet its configuration has "
                + config.reductions()
                + ": successors outside it are never streamed");
      }
      phases.accept(Phase.READ);
      graph = GraphReader.read(finding.run.graph());
    } catch (IOException e) {
      finding.not(
          Status.NOT_DECIDED, model.id() + ": the graph could not be read: " + DiskTrouble.why(e));
      return null;
    } catch (GraphBroken e) {
      finding.not(Status.NOT_DECIDED, model.id() + ": " + e.getMessage());
      return null;
    } catch (OutOfMemoryError e) {
      finding.not(
          Status.NOT_DECIDED,
          model.id() + ": its graph of " + finding.run.distinct() + " states" + TOO_LARGE);
      return null;
    }
    finding.states = graph.states();
    finding.depth = graph.depth();
    finding.transitions = graph.transitions();
    finding.actionCounts = graph.countByAction();
    finding.constants = graph.constants();
    streamed(finding, graph);
    long edges = finding.run.generated() - graph.initials().length;
    if (!bounded && graph.reportedTransitions() != edges) {
      finding.not(
          Status.FAULT,
          model.id()
              + ": TLC generated "
              + edges
              + " transitions and streamed "
              + graph.reportedTransitions());
    }
    finding.pinned("states", model.states(), graph.states(), "distinct states");
    finding.pinned("depth", model.depth(), graph.depth(), "breadth-first depth");
    finding.pinned("transitions", model.transitions(), graph.transitions(), "transitions");
    if (limits.pins() && graph.transitions() == 0) {
      finding.not(Status.FAILED, model.id() + ": has no transition at all; nothing was shown");
    }
    doubt(finding, new Doubts(config, finding.run).ofHolding(graph.reportedTransitions()));
    if (limits.replay() && model.replayed()) {
      phases.accept(Phase.REPLAY);
      replay(finding, graph, phases);
    }
    return graph;
  }

  /** Holds a graph that was streamed against the states that TLC counted itself. */
  private static void streamed(Finding finding, StateGraph graph) {
    if (graph.states() != finding.run.distinct()) {
      finding.not(
          Status.FAULT,
          finding.model.id()
              + ": TLC found "
              + finding.run.distinct()
              + " states and streamed "
              + graph.states());
    }
  }

  private static void replay(Finding finding, StateGraph graph, Consumer<Phase> phases) {
    Model model = finding.model;
    Twin<?> twin;
    try {
      twin = Systems.twin(model.replay(), graph.constants());
    } catch (IllegalArgumentException e) {
      finding.not(
          Status.FAILED,
          model.id() + ": the twin cannot be built from the constants: " + e.getMessage());
      return;
    }
    ReplayReport report = Replay.run(graph, twin, () -> phases.accept(Phase.WALKS));
    finding.replay = report;
    finding.actionCounts = report.actionCounts();
    problems(model, report).forEach(problem -> finding.not(Status.FAILED, problem));
  }

  /** Returns the reasons for which a replay has not shown that the kernels are faithful. */
  static List<String> problems(Model model, ReplayReport report) {
    List<String> problems = new ArrayList<>();
    if (!report.unknown().isEmpty()) {
      problems.add(
          model.id()
              + ": the kernels do not know the actions "
              + report.unknown()
              + " of the model");
    }
    if (!report.variablesMissing().isEmpty()) {
      problems.add(model.id() + ": only one side has the variables " + report.variablesMissing());
    }
    // A trace model shows every action; another may leave out what its constants rule out.
    if (model.lane() == Lane.TRACE && !report.unwitnessed().isEmpty()) {
      problems.add(model.id() + ": no transition witnesses the actions " + report.unwitnessed());
    }
    if (report.mismatched() > 0 || !report.faithful()) {
      problems.add(
          model.id()
              + ": "
              + report.replayed()
              + " of "
              + report.transitions()
              + " transitions replayed, and model and kernels part in "
              + report.mismatched()
              + " places");
    }
    return problems;
  }

  /** Fills in what TLC does not print, or not in every version. */
  private static void explain(Finding finding, Counterexample printed) {
    finding.counterexample = printed;
    try {
      Retraced retraced = Retraced.read(finding.run.graph());
      finding.constants = retraced.constants();
      finding.counterexample = retraced.fill(printed);
    } catch (IOException | GraphBroken e) {
      finding.note("the counterexample is shown without arguments: " + e.getMessage());
    }
  }

  /** Deletes a run's folder and all in it. */
  public static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException changed) {
      throw changed.getCause(); // somebody else is at it
    }
  }

  /** A result in the making. */
  private static final class Finding {
    private final Model model;
    private final TlcRun run;
    private final boolean pins;
    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Status status = Status.AS_EXPECTED;
    private String outcome = "";
    private int states = -1;
    private int depth = -1;
    private int transitions = -1;
    private int length = -1;
    private Map<String, Integer> actionCounts = Map.of();
    private Map<String, Value> constants = Map.of();
    private ReplayReport replay;
    private Counterexample counterexample;

    Finding(Model model, TlcRun run, boolean pins) {
      this.model = model;
      this.run = run;
      this.pins = pins;
    }

    Finding outcome(String words) {
      outcome = words;
      return this;
    }

    void note(String sentence) {
      notes.add(sentence);
    }

    void warn(String sentence) {
      warnings.add(sentence);
    }

    Finding not(Status worse, String sentence) {
      status = status.or(worse);
      problems.add(sentence);
      return this;
    }

    void pinned(String key, int expected, int found, String what) {
      if (!pins) {
        return;
      }
      if (expected < 0) {
        not(
            Status.FAILED,
            model.id() + ": " + model.row() + " pins no " + key + "; found " + found + " " + what);
      } else if (expected != found) {
        not(
            Status.FAILED,
            model.id() + ": " + found + " " + what + ", and " + model.row() + " pins " + expected);
      }
    }

    ModelResult result() {
      return new ModelResult(
          model,
          status,
          outcome,
          problems,
          notes,
          warnings,
          states,
          depth,
          transitions,
          length,
          actionCounts,
          constants,
          replay,
          counterexample,
          run);
    }
  }
}
