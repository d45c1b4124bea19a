package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.Octets;
import dev.sluice.model.tlc.Configuration;
import dev.sluice.model.tlc.TlcJar;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.model.tlc.probe.PhaseTimes;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks of runs of TLC that are written by hand: a verdict, counts, and a graph. Any of them may
 * differ from the pinned one. {@link ModelCheckTest} has TLC itself make the run.
 *
 * <p>The graph has {@code x = 0} and {@code x = 1}; {@code Step} leads to 1, and {@code Back} to 0.
 */
abstract class HandCheck {
  static final int NONE = -1;

  @TempDir Path root;

  Path module;
  String config = "SPECIFICATION Spec\nINVARIANT AInv\n";
  Lane lane = Lane.TRACE;
  String expect = "ok";
  String replay = "none: the toy has no kernel";
  int states = 2;
  int depth = 2;
  int transitions = 2;
  int length = NONE;

  Verdict verdict = new Verdict.Holds();
  long generated = 3;
  long initials = 1;
  long distinct = 2;
  boolean liveness;
  List<String> drawn = List.of();
  List<String> warnings = List.of();
  byte[] graph = whole().octets();
  byte[] behaviour;
  byte[] counts;

  int workers = 1;
  boolean replays;
  boolean pins = true;
  boolean share;
  boolean wantsGraph;
  TlcOptions options = TlcOptions.NONE;

  final List<TlcRequest> requests = new ArrayList<>();
  final List<Path> folders = new ArrayList<>();
  final List<Integer> graphs = new ArrayList<>();
  final List<Phase> phases = new ArrayList<>();
  Consumer<Phase> onPhase = phases::add;

  /** Makes the graph in which the step from the first state is streamed twice. */
  static Octets repeated() {
    return new Octets()
        .variables("x")
        .action(0, "Step")
        .action(1, "Back")
        .value(0, 0)
        .state(Octets.INITIAL, 100, 0)
        .value(1, 2)
        .state(Octets.STATE, 200, 1)
        .from(100)
        .edge(0, 200)
        .edge(0, 200)
        .from(200)
        .edge(1, 100)
        .end(3);
  }

  static Octets whole() {
    return new Octets()
        .variables("x")
        .constant("Last", 1)
        .action(0, "Step")
        .action(1, "Back")
        .value(0, 0)
        .state(Octets.INITIAL, 100, 0)
        .value(1, 2)
        .state(Octets.STATE, 200, 1)
        .from(100)
        .edge(0, 200)
        .from(200)
        .edge(1, 100)
        .end(2);
  }

  @BeforeEach
  void modules() throws IOException {
    module = Files.createDirectories(root.resolve("spec/models")).resolve("MCFoo.tla");
    Files.writeString(module, "---- MODULE MCFoo ----\n====\n");
  }

  Model model() {
    return new Model(
        "Foo",
        "a",
        module,
        Configuration.made("MCFoo_a.cfg", config, "its row"),
        lane,
        expect,
        states,
        depth,
        transitions,
        0,
        length,
        replay,
        "",
        "",
        "spec/models.toml:7");
  }

  TlcRun run(TlcRequest request, Path folder) throws IOException {
    requests.add(request);
    folders.add(folder);
    Path written = Files.createDirectories(folder.resolve("graph"));
    if (graph != null) {
      Files.write(written.resolve("segment-0"), graph);
    }
    if (behaviour != null) {
      Files.write(written.resolve("behaviour"), behaviour);
    }
    if (counts != null) {
      Files.write(written.resolve("counts"), counts);
    }
    return new TlcRun(
        request,
        verdict,
        warnings,
        "",
        liveness,
        false,
        drawn,
        generated,
        initials,
        distinct,
        5,
        List.of(),
        0,
        List.of(),
        0,
        List.of(),
        folder.resolve("tlc.out"),
        graph == null ? folder.resolve("absent") : written,
        0,
        0,
        new PhaseTimes());
  }

  ModelResult check() throws Exception {
    return check((request, folder, progress) -> run(request, folder), TlcJar.shipped());
  }

  ModelResult check(ModelCheck.Search search, TlcJar jar) throws Exception {
    return new ModelCheck(search, jar, List.of(root.resolve("spec/models")))
        .check(
            model(),
            new ModelCheck.Limits(workers, 512, 60, replays, pins, share, wantsGraph, options),
            Files.createTempDirectory(root, "run"),
            each -> graphs.add(each.states()),
            said -> {},
            phase -> onPhase.accept(phase));
  }

  /** Expects one status and exactly these problems, without the model's name before each. */
  ModelResult expect(Status status, String outcome, String... problems) throws Exception {
    ModelResult result = check();
    assertThat(result.problems())
        .containsExactlyElementsOf(List.of(problems).stream().map(p -> "Foo/a: " + p).toList());
    assertThat(result.outcome()).as("outcome").isEqualTo(outcome);
    assertThat(result.status()).as("status").isEqualTo(status);
    return result;
  }

  static Counterexample shown(String... actions) {
    List<Counterexample.Step> steps = new ArrayList<>();
    for (String action : actions) {
      steps.add(
          new Counterexample.Step(action, List.of(), "", Map.of("x", Value.of(steps.size()))));
    }
    return new Counterexample(steps, Counterexample.End.STATE, 0);
  }

  static Verdict.Violated violated(Kind kind, String property) {
    return new Verdict.Violated(kind, property, property + " does not hold", shown("Init", "Step"));
  }

  void control(String property) {
    lane = Lane.CONTROL;
    expect = property;
    replay = "";
    length = 2;
  }

  void own() {
    replay = "";
    pins = false;
    counts =
        new Octets()
            .constant("Last", 1)
            .taken(6, "Step")
            .taken(1, "Step")
            .taken(0, "Never")
            .end(0)
            .octets();
  }
}
