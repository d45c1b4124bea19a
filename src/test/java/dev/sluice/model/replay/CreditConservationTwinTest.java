package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.CreditStates;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults planted in the kernels of receiver credits are found, and the requirement is named. */
class CreditConservationTwinTest {
  private static StateGraph graph;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = ModelGraph.of("CreditConservation", "live_share", scratch);
  }

  @Test
  void theKernelsThemselvesReplayEveryTransition() {
    ReplayReport report = Replay.run(graph, new CreditConservationTwin(graph.constants()));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.faithful()).isTrue();
    assertThat(report.replayed()).isEqualTo(graph.transitions()).isPositive();
    assertThat(report.refused()).isPositive();
    assertThat(report.absent()).isPositive();
  }

  /** A slice divided as an integer division says, and what is left over forgotten. */
  private static final class DropsRemainder extends CreditConservationTwin {
    DropsRemainder(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String slice(CreditGranter granter) {
      String refused = super.slice(granter);
      if (refused == null) {
        CreditStates.dropRemainder(granter);
      }
      return refused;
    }
  }

  @Test
  @Requirement({"RCCC-3", "FIND-8"})
  void aDroppedRemainderIsFound() {
    Mismatch mismatch = only(new DropsRemainder(graph.constants()), "Slice");
    assertThat(mismatch.kind()).isEqualTo(Mismatch.Kind.OTHER_STATE);
    assertThat(mismatch.differing()).containsExactly("remainder");
    assertThat(mismatch.requirements()).contains("RCCC-3");
  }

  /** Total credit taken as a step: what the ACK_CC says is added to what is held. */
  private static final class AddsTotal extends CreditConservationTwin {
    AddsTotal(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String learn(CreditSpender spender, CreditParams using, long wireCredit, long acked) {
      return super.learn(spender, using, using.wireCredit(spender.credit() + wireCredit), acked);
    }
  }

  @Test
  @Requirement("RCCC-5")
  void totalCreditTakenAsAStepIsFound() {
    Mismatch mismatch = only(new AddsTotal(graph.constants()), "Learn");
    assertThat(mismatch.kind()).isEqualTo(Mismatch.Kind.OTHER_STATE);
    assertThat(mismatch.differing()).contains("credit");
    assertThat(mismatch.requirements()).contains("RCCC-5");
  }

  private static Mismatch only(CreditConservationTwin faulty, String action) {
    ReplayReport report = Replay.run(graph, faulty);
    assertThat(report.faithful()).isFalse();
    assertThat(report.replayed()).isLessThan(graph.transitions());
    Mismatch first = report.mismatches().get(0);
    assertThat(first.action().name()).isEqualTo(action);
    return first;
  }
}
