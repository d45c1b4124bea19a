package dev.sluice.model.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.model.proof.Solver.Answer;
import dev.sluice.model.proof.Solver.Outcome;
import dev.sluice.requirement.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolverTest {
  private static final Path PROOF = Path.of("spec/uet/proof/RcccIncast.smt2");

  @TempDir Path folder;

  @Test
  @Requirement("RCCC-10")
  void theInductiveStepOfTheIncastHoldsForAllSizes() throws IOException {
    List<Answer> answers = Solver.ask(ProofFile.read(PROOF));
    assumeThat(answers).noneMatch(answer -> answer.words().startsWith("no solver runs"));
    assertThat(answers).hasSize(24).allMatch(a -> a.outcome() == Outcome.AS_EXPECTED);
  }

  /** A rule weakened in the file is missed by the obligation that rests on it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(<= (+ restKnown counted size) window)|(<= (+ restKnown unused size) window)|Grant",
        "(+ window (* (- senders 1) initial))|(+ window (* (- senders 2) initial))|what waits fits",
        "(and open (> charge 0) (<= charge unused))|(and open (> charge 0))|Send, into the queue",
        "(>= window initial)|(>= window 0)|Init",
        "(assert (and open (= queue 0)))|(assert open)|Leave, at the sender's end",
        "(assert closing)|(assert known)|Forget, at the receiver's",
      })
  void aWeakerRuleIsMissed(String rule, String weaker, String obligation) throws IOException {
    String text = Files.readString(PROOF);
    assertThat(text).contains(rule);
    Path file = Files.writeString(folder.resolve("weak.smt2"), text.replace(rule, weaker));
    List<Answer> answers = Solver.ask(ProofFile.read(file));
    assumeThat(answers).noneMatch(answer -> answer.words().startsWith("no solver runs"));
    assertThat(answers)
        .filteredOn(answer -> answer.outcome() == Outcome.FAILED)
        .anySatisfy(
            answer -> {
              assertThat(answer.obligation()).startsWith(obligation);
              assertThat(answer.words()).contains("counterexample");
            });
  }

  @Test
  void whatCannotBeReadIsNotDecidedAndNeverGreen() throws IOException {
    Path file = folder.resolve("bad.smt2");
    Files.writeString(
        file, "(declare-const x Int)\n; ---- obligation: a\n; expect: unsat\n(assert");
    assertThat(Solver.ask(ProofFile.read(file)).get(0).outcome()).isEqualTo(Outcome.NOT_DECIDED);
    Files.writeString(file, "(declare-const x Int)\n; ---- obligation: a\n; expect: sat\n");
    assertThat(Solver.ask(ProofFile.read(file)).get(0).outcome()).isEqualTo(Outcome.NOT_DECIDED);
    Files.writeString(file, "(declare-const x Int)\n");
    assertThatThrownBy(() -> ProofFile.read(file)).hasMessageContaining("obligation");
    Files.writeString(file, "; ---- obligation: a\n(assert true)\n");
    assertThatThrownBy(() -> ProofFile.read(file)).hasMessageContaining("bad.smt2:2: not");
  }
}
