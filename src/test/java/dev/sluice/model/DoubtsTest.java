package dev.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.tlc.TlcConfig;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.Verdict;
import dev.sluice.model.tlc.Verdict.Kind;
import dev.sluice.model.tlc.probe.PhaseTimes;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoubtsTest {
  private static Doubts of(String config, boolean liveness, long generated, long initials) {
    return of(config, liveness, false, generated, initials);
  }

  private static Doubts of(
      String config, boolean liveness, boolean ignored, long generated, long initials) {
    return of(config, liveness, ignored, List.of(), generated, initials);
  }

  private static Doubts of(
      String config,
      boolean liveness,
      boolean ignored,
      List<String> drawn,
      long generated,
      long initials) {
    TlcRun run =
        new TlcRun(
            null,
            new Verdict.Holds(),
            List.of(),
            "",
            liveness,
            ignored,
            drawn,
            generated,
            initials,
            generated,
            0,
            List.of(),
            0,
            List.of(),
            0,
            List.of(),
            Path.of(""),
            Path.of(""),
            0,
            0,
            new PhaseTimes());
    return new Doubts(TlcConfig.parse("PROPERTY P Q\n" + config), run);
  }

  @Test
  void symmetryAndViewLeaveNoTemporalPropertyDecided() {
    assertThat(of("VIEW V", true, 5, 1).ofHolding(4))
        .hasValue(
            "PROPERTY P, Q is not decided: under VIEW TLC may miss violations; check it without"
                + " VIEW");
    assertThat(of("VIEW V SYMMETRY S", true, 5, 1).ofViolation(Kind.LIVENESS).orElseThrow())
        .contains("under SYMMETRY and VIEW the behaviour that TLC shows may have a step that");
    assertThat(of("VIEW V", true, 5, 1).ofViolation(Kind.INVARIANT)).isEmpty();
    assertThat(of("VIEW V", false, 5, 1).ofHolding(4)).isEmpty();
  }

  @Test
  void aConstantThatTlcIgnoresLeavesTheViolationInDoubt() {
    assertThat(of("", true, true, 5, 1).ofViolation(Kind.LIVENESS).orElseThrow())
        .contains("this TLC ignores constants in temporal properties");
    assertThat(of("", true, true, 5, 1).ofViolation(Kind.INVARIANT)).isEmpty();
    assertThat(of("", true, true, 5, 1).ofHolding(4)).isEmpty();
  }

  @Test
  void aConstraintMattersIfItCutsOffSteps() {
    assertThat(of("ACTION_CONSTRAINT C", true, 5, 1).ofHolding(4)).isEmpty();
    assertThat(of("ACTION_CONSTRAINT C", true, 6, 1).ofHolding(4).orElseThrow())
        .contains("ACTION_CONSTRAINT cut off 1 of 5 steps");
    assertThat(of("CONSTRAINT C", true, 6, -1).ofHolding(5).orElseThrow())
        .contains("CONSTRAINT cut off states");
    assertThat(of("CONSTRAINT C", true, 4, -1).ofHolding(5).orElseThrow())
        .as("with as many steps as transitions, if −1 counted as a number of initial states")
        .contains("CONSTRAINT cut off states");
    assertThat(of("CONSTRAINT C", true, 6, 1).ofViolation(Kind.LIVENESS)).isEmpty();
    assertThat(of("", true, 6, 1).ofHolding(4)).isEmpty();
  }

  /** Counts the steps of a model that a constraint leaves without an initial state. */
  @Test
  void aConstraintThatLeavesNoInitialStateCutsOffNoStep() {
    assertThat(of("CONSTRAINT C", true, 0, 0).ofHolding(0)).isEmpty();
    assertThat(of("CONSTRAINT C", true, 5, 0).ofHolding(4).orElseThrow())
        .contains("CONSTRAINT cut off 1 of 5 steps");
  }

  @Test
  void valuesDrawnAtRandomLeaveTemporalViolationsInDoubt() {
    Doubts drawn = of("", true, false, List.of("RandomElement (A.tla:3:4)"), 5, 1);
    assertThat(drawn.ofViolation(Kind.LIVENESS).orElseThrow())
        .contains("TLC draws values at random by RandomElement (A.tla:3:4)");
    assertThat(drawn.ofViolation(Kind.INVARIANT)).isEmpty();
    assertThat(drawn.ofHolding(4).orElseThrow()).contains("searches only the drawn ones");
    assertThat(of("", true, 5, 1).ofViolation(Kind.LIVENESS)).isEmpty();
  }
}
