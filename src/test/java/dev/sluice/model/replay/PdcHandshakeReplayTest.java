package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

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
    String admit(Target target, Packet.Syn syn, int pdcid, Target.Sink sink) {
      int known = target.target().find(new PdcKey(syn.fa(), syn.spdcid()));
      if (known == 0 || known == pdcid) {
        return super.admit(target, syn, pdcid, sink);
      }
      TargetPdc hidden = target.target().get(known);
      target.target().remove(known);
      String refused = super.admit(target, syn, pdcid, sink);
      target.target().put(known, hidden);
      return refused;
    }
  }
}
