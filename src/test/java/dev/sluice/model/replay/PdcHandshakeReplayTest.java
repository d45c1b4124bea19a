package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Outcome;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernels that follow the handshake replay it; a kernel that accepts a SYN twice is found out. */
class PdcHandshakeReplayTest {
  private static StateGraph graph;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = ModelGraph.of("PdcHandshake", "full_psn", scratch);
  }

  @Test
  @Requirement("PDC-5")
  void theKernelsTakeEveryTransition() {
    ReplayReport report = Replay.run(graph, new PdcHandshakeTwin(graph.constants()));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.replayed()).isEqualTo(graph.transitions()).isPositive();
    assertThat(report.refused()).isPositive();
    assertThat(report.absent()).isPositive();
  }

  @Test
  @Requirement("PDC-5")
  void aSynAcceptedTwiceIsFoundAndNamesTheRequirement() {
    ReplayReport report = Replay.run(graph, new AcceptsTwice(graph.constants()));
    assertThat(report.faithful()).isFalse();
    Mismatch first = report.mismatches().get(0);
    assertThat(first.kind()).isEqualTo(Mismatch.Kind.TAKEN);
    assertThat(first.action().name()).isEqualTo("Admit");
    assertThat(first.requirements()).contains("PDC-5");
    assertThat(first.path())
        .extracting(step -> step.name())
        .as("the shortest way to a SYN of a known initiator")
        .containsExactly("Open", "Transmit", "Admit");
  }

  /** A target that does not look its initiators up. */
  private static final class AcceptsTwice extends PdcHandshakeTwin {
    AcceptsTwice(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    Outcome<Target.State> admit(
        Target.State state, Target.Params params, Packet.Syn syn, int pdcid) {
      int known = state.pdcs().find(new PdcKey(syn.fa(), syn.spdcid()));
      if (known == 0 || known == pdcid) {
        return super.admit(state, params, syn, pdcid);
      }
      TargetPdc.State hidden = state.pdcs().get(known);
      Target.State blind =
          new Target.State(state.pdcs().without(known), state.contexts(), state.memory());
      Outcome<Target.State> outcome = super.admit(blind, params, syn, pdcid);
      if (outcome instanceof Outcome.Refused<Target.State> refused) {
        return Outcome.refused(state, refused.because());
      }
      var accepted = (Outcome.Accepted<Target.State>) outcome;
      Target.State twice =
          new Target.State(
              accepted.next().pdcs().with(known, hidden),
              accepted.next().contexts(),
              accepted.next().memory());
      return Outcome.accepted(twice, accepted.effects());
    }
  }
}
