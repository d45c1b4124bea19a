package dev.sluice.model.tlc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.Toy;
import dev.sluice.model.graph.GraphReader;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.trace.Counterexample;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlcTest {
  @TempDir Path scratch;

  @Test
  void aModelThatHoldsSaysSoAndStreamsEveryTransition() throws Exception {
    TlcRun run = Toy.run(scratch, "Relay.tla", "Relay.cfg", 1);
    assertThat(run.verdict()).isEqualTo(new Verdict.Holds());
    StateGraph graph = GraphReader.read(run.graph());
    assertThat(graph.variables()).containsExactly("next", "wire", "seen");
    assertThat(graph.constants()).containsEntry("Last", Value.of(3));
    assertThat(graph.states()).isEqualTo((int) run.distinct());
    assertThat(graph.reportedTransitions()).isEqualTo(run.generated() - 1);
    // Send, and Receive and Lose for each of three tokens
    assertThat(graph.alphabet()).hasSize(1 + 2 * 3);
    assertThat(graph.alphabet().get(0).name()).isEqualTo("Lose");
    assertThat(graph.alphabet().get(0).arguments()).containsExactly(Value.of(1));
    assertThat(run.cpuNanos()).isPositive();
  }

  @Test
  void theGraphIsTheSameWithOneWorkerAndWithTwo() throws Exception {
    StateGraph one = Toy.graph(scratch, "Relay", 1);
    StateGraph two = Toy.graph(scratch, "Relay", 2);
    assertThat(two.states()).isEqualTo(one.states());
    assertThat(two.transitions()).isEqualTo(one.transitions());
    assertThat(two.depth()).isEqualTo(one.depth());
    assertThat(two.countByAction()).isEqualTo(one.countByAction());
  }

  @Test
  void aViolatedInvariantIsNamedWithItsShortestBehaviour() throws Exception {
    Verdict verdict = Toy.run(scratch, "RelayFaults.tla", "Relay_late.cfg", 1).verdict();
    assertThat(verdict).isInstanceOf(Verdict.Violated.class);
    Verdict.Violated violated = (Verdict.Violated) verdict;
    assertThat(violated.kind()).isEqualTo(Verdict.Kind.INVARIANT);
    assertThat(violated.property()).isEqualTo("SeenWasSentInv");
    List<Counterexample.Step> steps = violated.counterexample().steps();
    assertThat(steps).extracting(Counterexample.Step::action).containsExactly("Init", "SendLate");
    assertThat(steps.get(1).state()).containsEntry("seen", Value.of(2));
  }

  @Test
  void aViolatedActionPropertyIsNamed() throws Exception {
    Verdict verdict = Toy.run(scratch, "RelayFaults.tla", "Relay_latest.cfg", 1).verdict();
    Verdict.Violated violated = (Verdict.Violated) verdict;
    assertThat(violated.property()).isEqualTo("SeenNeverFallsProp");
    assertThat(violated.counterexample().steps()).isNotEmpty();
  }

  @Test
  void aViolatedTemporalPropertyIsNamedWhereItCanBeNoOther() throws Exception {
    Verdict verdict = Toy.run(scratch, "Relay.tla", "Relay_lossy.cfg", 1).verdict();
    Verdict.Violated violated = (Verdict.Violated) verdict;
    assertThat(violated.kind()).isEqualTo(Verdict.Kind.LIVENESS);
    assertThat(violated.property()).isEqualTo("AllSeenProp");
    assertThat(violated.counterexample().end()).isEqualTo(Counterexample.End.STUTTERING);
  }

  @Test
  void anEndThatWasNotAllowedIsADeadlock() throws Exception {
    Verdict verdict = Toy.run(scratch, "Relay.tla", "Relay_ends.cfg", 1).verdict();
    assertThat(((Verdict.Violated) verdict).kind()).isEqualTo(Verdict.Kind.DEADLOCK);
  }

  @Test
  void aModuleThatDoesNotParseIsBadInputWithFileLineAndColumn() throws Exception {
    Path module = write("Broken.tla", "---- MODULE Broken ----\nVARIABLE x\nInit == x = \n====\n");
    Path config = write("Broken.cfg", "INIT Init\nNEXT Init\n");
    Verdict verdict = Toy.run(scratch, module, config, 1, 0).verdict();
    assertThat(verdict).isInstanceOf(Verdict.BadInput.class);
    assertThat(((Verdict.BadInput) verdict).details().get(0)).contains(module + ":4:1: ");
  }

  @Test
  void anUnknownNameIsBadInputWithFileLineAndColumn() throws Exception {
    Path module =
        write("Sem.tla", "---- MODULE Sem ----\nVARIABLE x\nInit == x = 0\nNext == x' = y\n====\n");
    Path config = write("Sem.cfg", "INIT Init\nNEXT Next\n");
    Verdict verdict = Toy.run(scratch, module, config, 1, 0).verdict();
    assertThat(((Verdict.BadInput) verdict).details().get(0))
        .contains(module + ":4:14: Unknown operator: `y'.");
  }

  @Test
  void aConfigurationThatDoesNotFitIsBadInput() throws Exception {
    Path config = write("bad.cfg", "CONSTANT Last = 3\nSPECIFICATION Spok\n");
    Verdict verdict = Toy.run(scratch, Toy.folder().resolve("Relay.tla"), config, 1, 0).verdict();
    assertThat(verdict).isInstanceOf(Verdict.BadInput.class);
    assertThat(((Verdict.BadInput) verdict).details()).anyMatch(line -> line.contains("Spok"));
  }

  @Test
  void aConfigurationMayLieInAnotherFolder() throws Exception {
    Path config = Files.copy(Toy.folder().resolve("Relay.cfg"), scratch.resolve("Elsewhere.cfg"));
    Verdict verdict = Toy.run(scratch, Toy.folder().resolve("Relay.tla"), config, 1, 0).verdict();
    assertThat(verdict).isEqualTo(new Verdict.Holds());
  }

  @Test
  void anExpressionThatCannotBeEvaluatedIsBadInput() throws Exception {
    Path module =
        write(
            "Ev.tla",
            "---- MODULE Ev ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
                + "Next == x' = IF x = 2 THEN x[1] ELSE x + 1\n====\n");
    Path config = write("Ev.cfg", "INIT Init\nNEXT Next\n");
    Verdict verdict = Toy.run(scratch, module, config, 1, 0).verdict();
    assertThat(((Verdict.BadInput) verdict).details())
        .anyMatch(line -> line.contains("line 5, col 28"));
  }

  @Test
  void aTemporalPropertyWithoutAValueInAnInitialStateIsBadInput() throws Exception {
    Path module =
        write(
            "Late.tla",
            "---- MODULE Late ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = [a |-> 0]\n"
                + "Next == x' = x\nProp == x[\"b\"] = 0 ~> x[\"a\"] = 0\n====\n");
    Path config = write("Late.cfg", "INIT Init\nNEXT Next\nPROPERTY Prop\n");
    Verdict verdict = Toy.run(scratch, module, config, 1, 0).verdict();
    assertThat(verdict).isInstanceOf(Verdict.BadInput.class);
    assertThat(((Verdict.BadInput) verdict).what()).contains("cannot evaluate");
  }

  @Test
  void aRunThatTakesTooLongDecidesNothing() throws Exception {
    Path module =
        write(
            "Long.tla",
            "---- MODULE Long ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\n"
                + "Next == x' = x + 1\n====\n");
    Path config = write("Long.cfg", "INIT Init\nNEXT Next\n");
    Verdict verdict = Toy.run(scratch, module, config, 1, 3).verdict();
    assertThat(verdict).isInstanceOf(Verdict.NotDecided.class);
    assertThat(((Verdict.NotDecided) verdict).why()).contains("after 3 s");
  }

  @Test
  void aJarWithoutTlcIsRefused() throws Exception {
    Path notAJar = write("tla2tools.jar", "not a jar");
    assertThatThrownBy(() -> TlcJar.of(notAJar)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> TlcJar.of(scratch.resolve("absent.jar")))
        .hasMessageContaining("is not a file");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(scratch.resolve(name), text);
  }
}
