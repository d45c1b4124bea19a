package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.house.WholeOnly;
import dev.sluice.model.BadTable;
import dev.sluice.model.Model;
import dev.sluice.model.Rows;
import dev.sluice.model.Toy;
import dev.sluice.model.graph.ActionCounts;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.Retraced;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.trace.Counterexample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user's own jar, which differs from the one Sluice comes with in all that {@link UpstreamJar}
 * tells, gives the same results.
 */
class UpstreamJarTest {
  @TempDir static Path scratch;
  private static Tlc ours;
  private static Tlc theirs;
  private static int runs;

  @BeforeAll
  static void make() throws IOException {
    ours = new Tlc(TlcJar.shipped(), scratch.resolve("ours"));
    theirs = new Tlc(TlcJar.of(UpstreamJar.make(scratch)), scratch.resolve("theirs"));
  }

  @AfterAll
  static void end() {
    ours.rest();
    theirs.rest();
  }

  @Test
  void upstreamsSignatureStreamsTheSameGraph() throws Exception {
    TlcRequest request = toy("Relay.tla", Toy.folder().resolve("Relay.cfg"), Reporting.GRAPH);
    TlcRun run = run(theirs, request);
    assertThat(run.verdict()).isEqualTo(new Verdict.Holds());
    assertThat(run.command())
        .anyMatch(word -> word.startsWith(theirs.jar().path().toString()))
        .as("an option that upstream knows")
        .contains("-noGenerateSpecTE");
    same(GraphReader.read(run.graph()), GraphReader.read(run(ours, request).graph()));
  }

  private static void same(StateGraph theirs, StateGraph ours) {
    assertThat(theirs.alphabet()).isEqualTo(ours.alphabet());
    assertThat(theirs.states()).isEqualTo(ours.states());
    assertThat(theirs.reportedTransitions()).isEqualTo(ours.reportedTransitions());
    assertThat(theirs.countByAction()).isEqualTo(ours.countByAction());
    assertThat(theirs.constants()).isEqualTo(ours.constants());
  }

  /** Upstream lists an action for a choice from nothing, which never fires. */
  @Test
  void anEmptyRangeAddsNothingToTheAlphabet() throws Exception {
    Path module = Files.createDirectories(scratch.resolve("nobody")).resolve("Nobody.tla");
    Files.writeString(
        module,
        """
        ---- MODULE Nobody ----
        EXTENDS Naturals
        VARIABLE n
        Init == n = 0
        Count(i) == n < 3 /\\ n' = n + i
        Back(i) == n = i /\\ n' = 0
        Next == \\/ \\E i \\in 1 .. 2 : Count(i)
                \\/ \\E i \\in 1 .. 0 : Back(i)
        Spec == Init /\\ [][Next]_n
        ====
        """);
    Configuration config =
        Configuration.made("Nobody.cfg", "SPECIFICATION Spec\nCHECK_DEADLOCK FALSE\n", "a test");
    TlcRequest graph = request(module, config, List.of(), Reporting.GRAPH, Housing.BRIEF);
    StateGraph streamed = GraphReader.read(run(theirs, graph).graph());
    assertThat(streamed.alphabet()).hasSize(2);
    same(streamed, GraphReader.read(run(ours, graph).graph()));
    TlcRequest counts = request(module, config, List.of(), Reporting.COUNTS, Housing.BRIEF);
    assertThat(ActionCounts.read(run(theirs, counts).graph()))
        .isEqualTo(ActionCounts.read(run(ours, counts).graph()));
  }

  /** Upstream prints the arguments, the TLC at hand does not. */
  @Test
  void aCounterexampleReadsTheSame() throws Exception {
    TlcRequest request = control("CreditConservation", "fault_adds_total", Housing.BRIEF);
    TlcRun their = run(theirs, request);
    TlcRun our = run(ours, request);
    assertThat(Files.readString(their.output())).contains(": <Want(\"a\",\"p\") line ");
    assertThat(Files.readString(our.output())).contains(": <Want line ");
    assertThat(their.verdict()).isEqualTo(our.verdict());
    Counterexample filled = filled(their);
    assertThat(filled).isEqualTo(filled(our));
    assertThat(filled.steps().get(1).action()).isEqualTo("Want");
    assertThat(filled.steps().get(1).arguments()).hasSize(2);
  }

  private static Counterexample filled(TlcRun run) throws Exception {
    return Retraced.read(run.graph()).fill(violated(run).counterexample());
  }

  @Test
  @WholeOnly // a build reads a counterexample of this jar, and a graph
  void theLivenessPropertyThatIsViolatedHasTheNameThatUpstreamGives() throws Exception {
    Path config = scratch.resolve("Relay_two.cfg");
    Files.writeString(
        config,
        "CONSTANT Last = 3\nSPECIFICATION Spec\nPROPERTY SeenNeverFallsProp AllSeenProp\n"
            + "CHECK_DEADLOCK FALSE\n");
    TlcRequest request = toy("Relay.tla", config, Reporting.NOTHING);
    assertThat(violated(run(theirs, request)).property()).isEqualTo("AllSeenProp");
    assertThat(violated(run(ours, request)).property()).as("this one does not tell").isEmpty();
  }

  private static Verdict.Violated violated(TlcRun run) {
    assertThat(run.verdict()).isInstanceOf(Verdict.Violated.class);
    return (Verdict.Violated) run.verdict();
  }

  @Test
  @WholeOnly // as above; ours are read by VerdictReaderTest
  void aMessageWithinAnotherReadsTheSame() throws Exception {
    Path others = Path.of("src/test/resources/others").toAbsolutePath();
    TlcRequest request =
        request(
            others.resolve("ErrInit.tla"),
            Configuration.of(others.resolve("ErrInit.cfg")),
            List.of(),
            Reporting.NOTHING,
            Housing.BRIEF);
    TlcRun their = run(theirs, request);
    assertThat(Files.readString(their.output()))
        .containsPattern("STARTMSG 1000:1 @!@!@\\R@!@!@STARTMSG");
    assertThat(their.verdict())
        .isInstanceOf(Verdict.BadInput.class)
        .isEqualTo(run(ours, request).verdict());
  }

  @Test
  @WholeOnly // shared processes of ours are looked at by every build
  void oneProcessMakesRunAfterRunWithIt() throws Exception {
    for (String model : List.of("fault_adds_total", "fault_sets_backlog")) {
      TlcRun alone = run(ours, control("CreditConservation", model, Housing.BRIEF));
      for (int round = 0; round < 2; round++) {
        TlcRun shared = run(theirs, control("CreditConservation", model, Housing.SHARED));
        assertThat(shared.verdict()).isEqualTo(alone.verdict());
        assertThat(filled(shared)).isEqualTo(filled(alone));
        assertThat(shared.exitCode()).isEqualTo(alone.exitCode());
      }
    }
    assertThat(ProcessHandle.current().children())
        .as("the one that waits for more")
        .extracting(child -> child.info().commandLine().orElse(""))
        .filteredOn(line -> line.contains(" serve")) // other tests have theirs, of another jar
        .filteredOn(line -> line.contains(theirs.jar().path().toString()))
        .hasSize(1);
  }

  private static TlcRequest toy(String module, Path config, Reporting report) {
    return request(
        Toy.folder().resolve(module), Configuration.of(config), List.of(), report, Housing.BRIEF);
  }

  private static TlcRequest control(String spec, String name, Housing housing) throws BadTable {
    Path folder = Path.of("spec").toAbsolutePath();
    Model control = Rows.of(spec + "/" + name);
    return request(
        control.rootModule(),
        control.config(),
        List.of(folder.resolve("uet"), folder.resolve("lib")),
        Reporting.NOTHING,
        housing);
  }

  private static TlcRequest request(
      Path module, Configuration config, List<Path> library, Reporting report, Housing housing) {
    return new TlcRequest(module, config, library, 1, 512, 60, report, housing, TlcOptions.NONE);
  }

  private static TlcRun run(Tlc tlc, TlcRequest request) throws Exception {
    return tlc.run(request, Files.createDirectory(scratch.resolve("run-" + runs++)), said -> {});
  }
}
