package dev.sluice.model.proof;

import static org.assertj.core.api.Assertions.assertThat;
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

/** The headroom for all sizes: what the solver says, and what it says of weaker rules. */
class PfcProofTest {
  private static final Path PROOF = Path.of("spec/rcm/proof/PfcLossless.smt2");

  @TempDir Path folder;

  private static List<Answer> ask(Path file) throws IOException {
    List<Answer> answers = Solver.ask(ProofFile.read(file));
    assumeThat(answers).noneMatch(answer -> answer.words().startsWith("no solver runs"));
    return answers;
  }

  @Test
  @Requirement({"PFC-5", "PFC-6", "RCM-7"})
  void theInductiveStepOfTheHeadroomHoldsForAllSizes() throws IOException {
    assertThat(ask(PROOF)).hasSize(32).allMatch(a -> a.outcome() == Outcome.AS_EXPECTED);
  }

  /** A rule weakened in the file is missed by the obligation that rests on it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(+ own pauseFrame (* 2 cable) response)|(+ own pauseFrame cable response)|what counts after",
        "(define-fun bound () Int (+ lineTime largest))|(define-fun bound () Int lineTime)|what counts after",
        "(= due 0) (<= 0 waited) (<= waited own)|(= due 0) (<= 0 waited)|xoff: Admit",
        "(< (+ refreshAfter own response) pause)|(< (+ refreshAfter own) pause)|the pause has not run out",
        "(< stage 2) (= busy 0)|(<= stage 2) (= busy 0)|xoff: Begin, as long as",
        "(and (line busy due behind) (= busy 0)|(and (line busy due behind)|line: a frame that begins behind",
      })
  void aWeakerRuleIsMissed(String rule, String weaker, String obligation) throws IOException {
    String text = Files.readString(PROOF);
    assertThat(text).contains(rule);
    Path file = Files.writeString(folder.resolve("weak.smt2"), text.replace(rule, weaker));
    assertThat(ask(file))
        .filteredOn(answer -> answer.outcome() == Outcome.FAILED)
        .anySatisfy(answer -> assertThat(answer.obligation()).startsWith(obligation));
  }
}
