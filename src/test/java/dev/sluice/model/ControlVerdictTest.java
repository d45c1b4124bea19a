package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.model.ModelResult.Status;
import dev.sluice.model.graph.Octets;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.tlc.Reporting;
import dev.sluice.model.tlc.TlcOptions;
import dev.sluice.model.tlc.TlcRequest;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.trace.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts on controls and on specifications of anybody, and the runs that are made for them. */
class ControlVerdictTest extends HandCheck {
  // ---------------------------------------------------------------- controls

  @Test
  void aControlIsCaughtByItsPropertyInThePinnedLength() throws Exception {
    control("AInv");
    verdict = violated(Kind.INVARIANT, "AInv");
    expect(Status.AS_EXPECTED, "caught by AInv");
    length = 3;
    expect(
        Status.FAILED,
        "caught by AInv",
        "2 states of the counterexample, and spec/models.toml:7 pins 3");
    length = NONE;
    expect(
        Status.FAILED,
        "caught by AInv",
        "spec/models.toml:7 pins no length; found 2 states of the counterexample");
    verdict = violated(Kind.INVARIANT, "BInv");
    expect(Status.FAILED, "violates BInv", "must be caught by AInv, and BInv is violated");
    verdict = violated(Kind.LIVENESS, "");
    expect(
        Status.FAILED,
        "violates a temporal property",
        "must be caught by AInv, and a temporal property is violated");
  }

  @Test
  void aControlInWhichNothingIsViolatedFails() throws Exception {
    control("AInv");
    expect(Status.FAILED, "holds", "must be caught by AInv, and nothing is violated");
    assertThat(graphs).as("graphs").isEmpty();
    assertThat(phases).containsExactly(Phase.FILES);
  }

  // ---------------------------------------------------------------- requests

  @Test
  void aModelIsSearchedByAllWorkersAndAControlByOne() throws Exception {
    workers = 4;
    check();
    control("AInv");
    check();
    assertThat(requests).extracting(TlcRequest::workers).containsExactly(4, 1);
    assertThat(requests)
        .extracting(TlcRequest::report)
        .containsExactly(Reporting.GRAPH_AND_PARTS, Reporting.NOTHING);
    lane = Lane.FULL;
    expect = "ok";
    own();
    check();
    wantsGraph = true;
    check();
    assertThat(requests.subList(2, 4))
        .extracting(TlcRequest::report)
        .containsExactly(Reporting.COUNTS, Reporting.GRAPH);
  }

  @ParameterizedTest
  @CsvSource({
    "TRACE, true, BRIEF",
    "TRACE, false, BRIEF",
    "SMOKE, true, BRIEF",
    "SMOKE, false, LONG",
    "FULL, true, LONG",
    "CONTROL, false, BRIEF"
  })
  void aLaneDecidesTheProcessOfARun(Lane of, boolean pinned, Housing housing) throws Exception {
    lane = of;
    pins = pinned;
    share = of == Lane.FULL;
    check();
    assertThat(requests).extracting(TlcRequest::housing).containsExactly(housing);
  }

  @Test
  void onlyAnExpectedOutcomeOfASharedProcessCounts() throws Exception {
    share = true;
    expect(Status.AS_EXPECTED, "holds");
    assertThat(requests).extracting(TlcRequest::housing).containsExactly(Housing.SHARED);
    assertThat(folders.get(0)).hasFileName("shared");
    assertThat(graphs).containsExactly(2);
    states = 3;
    expect(Status.FAILED, "holds", "2 distinct states, and spec/models.toml:7 pins 3");
    assertThat(requests)
        .extracting(TlcRequest::housing)
        .containsExactly(Housing.SHARED, Housing.SHARED, Housing.BRIEF);
    assertThat(graphs).as("graphs that were handed over").containsExactly(2, 2);
    workers = 2;
    check();
    assertThat(requests.get(3).housing()).as("with two workers").isEqualTo(Housing.BRIEF);
    assertThat(requests).hasSize(4);
  }

  // ---------------------------------------------------------------- of somebody else's

  @Test
  void aSpecificationOfAnybodysHoldsWithItsCounts() throws Exception {
    own();
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.states()).as("states").isEqualTo(2);
    assertThat(result.depth()).as("TLC's own depth").isEqualTo(5);
    assertThat(result.transitions()).as("transitions").isEqualTo(7);
    assertThat(result.actionCounts()).containsExactly(entry("Never", 0), entry("Step", 7));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(result.notes()).containsExactly("no step takes Never");
    assertThat(graphs).as("graphs").isEmpty();
    counts = new Octets().taken(3_000_000_000L, "Step").end(0).octets();
    ModelResult large = check();
    assertThat(large.transitions()).as("more than fit").isEqualTo(Integer.MAX_VALUE);
    assertThat(large.notes()).isEmpty();
  }

  @Test
  void aSpecificationOfAnybodysSaysWhatItsCountsLeaveOut() throws Exception {
    own();
    config += "CONSTRAINT C\n";
    assertThat(check().notes())
        .containsExactly("no step takes Never; steps that a constraint cuts off are not counted");
    config += "VIEW V\n";
    assertThat(check().notes())
        .contains("under SYMMETRY or VIEW one state stands for several: those are counted once");
  }

  @Test
  void aGraphOfAnybodysIsReadIfItIsWanted() throws Exception {
    own();
    wantsGraph = true;
    ModelResult result = expect(Status.AS_EXPECTED, "holds");
    assertThat(result.transitions()).isEqualTo(2);
    assertThat(result.actionCounts()).containsExactly(entry("Back", 1), entry("Step", 1));
    assertThat(result.constants()).containsExactly(entry("Last", Value.of(1)));
    assertThat(graphs).containsExactly(2);
    distinct = 3;
    expect(Status.FAULT, "holds", "TLC found 3 states and streamed 2");
    config += "VIEW V\n"; // under which TLC streams what it does not count
    expect(Status.AS_EXPECTED, "holds");
    graph = new byte[] {1, 2, 3, 4, 5};
    ModelResult broken = check();
    assertThat(broken.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(broken.problems()).singleElement().asString().startsWith("Foo/a: ");
  }

  @Test
  void aDoubtAboutAnybodysPropertyLeavesItUndecided() throws Exception {
    own();
    config = "SPECIFICATION Spec\nPROPERTY P\nCONSTRAINT C\n";
    liveness = true;
    generated = 8;
    expect(Status.AS_EXPECTED, "holds");
    generated = 9;
    ModelResult result = check();
    assertThat(result.outcome()).isEqualTo("not decided");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems()).singleElement().asString().contains("1 of 8 steps");
  }

  @Test
  void aSpecificationWithoutInitialStatesHoldsOfNothing() throws Exception {
    own();
    distinct = 0;
    ModelResult result = check();
    assertThat(result.outcome()).isEqualTo("holds of nothing");
    assertThat(result.status()).isEqualTo(Status.NOT_DECIDED);
    assertThat(result.problems()).singleElement().asString().contains("there is no initial state");
    assertThat(result.states()).as("states").isZero();
    assertThat(result.transitions()).as("transitions").isZero();
    config = "CONSTANT N = 1\n";
    ModelResult assumed = expect(Status.AS_EXPECTED, "the assumptions hold");
    assertThat(assumed.states()).as("states").isZero();
    distinct = 2;
    assertThat(expect(Status.AS_EXPECTED, "the assumptions hold").states()).isEqualTo(NONE);
  }

  @Test
  void behavioursDrawnAtRandomDecideNoMoreThanThey() throws Exception {
    own();
    workers = 3;
    options =
        new TlcOptions(new TlcOptions.Simulation(500, 10, 1), null, false, List.of(), List.of());
    generated = 12_345;
    ModelResult result =
        expect(Status.AS_EXPECTED, "nothing found in 1,500 behaviours drawn at random");
    assertThat(result.notes())
        .containsExactly("12,345 states were generated; what was not drawn was not looked at");
    assertThat(result.warnings()).isEmpty();
    config += "PROPERTIES P Q\n";
    liveness = true;
    assertThat(check().warnings()).singleElement().asString().startsWith("PROPERTY P, Q: in a");
  }

  @Test
  void aFolderIsDeletedWithAllInIt() throws Exception {
    Path folder = Files.createDirectories(root.resolve("old/deep"));
    Files.writeString(folder.resolve("file"), "x");
    ModelCheck.delete(root.resolve("old"));
    assertThat(root.resolve("old")).doesNotExist();
    ModelCheck.delete(root.resolve("old"));
  }

  // ---------------------------------------------------------------- several at once

  /**
   * Orders the ways in which a model may fail from the least to the worst, with their exit codes.
   */
  @Test
  void theWorstOfSeveralStatusesCounts() {
    List<Status> all =
        List.of(
            Status.AS_EXPECTED,
            Status.NOT_DECIDED,
            Status.FAILED,
            Status.BAD_INPUT,
            Status.INTERRUPTED,
            Status.FAULT);
    assertThat(all).extracting(Status::exitCode).containsExactly(0, 3, 1, 2, 130, 70);
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < all.size(); j++) {
        assertThat(all.get(i).or(all.get(j)))
            .as("%s or %s", all.get(i), all.get(j))
            .isEqualTo(all.get(Math.max(i, j)));
      }
    }
  }

  @Test
  void aResultHasTheVerdictOfItsRunIfThereWasOne() throws Exception {
    verdict = new Verdict.Spent(7);
    assertThat(check().verdict()).isEqualTo(verdict);
    config = "\uFEFF" + config;
    assertThat(check().verdict()).as("without a run").isNull();
  }

  /** Streams the step from the first state twice, as TLC does that finds it in two ways. */
  @Test
  void aTransitionThatIsFoundTwiceIsNotTakenForOneThatIsCutOff() throws Exception {
    own();
    wantsGraph = true;
    config = "SPECIFICATION Spec\nPROPERTY P\nCONSTRAINT C\n";
    liveness = true;
    graph = repeated().octets();
    generated = 4; // one initial state, and three steps
    ModelResult twice = expect(Status.AS_EXPECTED, "holds");
    assertThat(twice.transitions()).as("transitions").isEqualTo(3);
    assertThat(twice.actionCounts())
        .as("transitions by action, which add up to all")
        .containsExactly(entry("Back", 1), entry("Step", 2));
    generated = 5;
    assertThat(check().problems()).singleElement().asString().contains("cut off 1 of 4 steps");
  }
}
