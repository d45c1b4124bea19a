package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.nscc.NsccStates;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults planted in the sender's window are found, and the requirement is named. */
class NsccWindowTwinTest {
  private static StateGraph graph;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = ModelGraph.of("NsccWindow", "trace", scratch);
  }

  @Test
  void theKernelItselfReplaysEveryTransition() {
    ReplayReport report = Replay.run(graph, new NsccWindowTwin(graph.constants()));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.faithful()).isTrue();
    assertThat(report.replayed()).isEqualTo(graph.transitions()).isPositive();
    assertThat(report.refused()).isPositive();
    assertThat(report.absent()).isPositive();
  }

  /** The window's test is off by one packet: what is in flight may reach it before the send. */
  private static final class OffByOnePacket extends NsccWindowTwin {
    OffByOnePacket(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String send(NsccWindow window, long size) {
      long cwnd = window.cwnd();
      NsccStates.cwnd(window, cwnd + window.params().mtu());
      String refused = super.send(window, size);
      NsccStates.cwnd(window, cwnd);
      return refused;
    }
  }

  @Test
  @Requirement("CCC-12")
  void aWindowTestThatIsOffByOnePacketIsFound() {
    Mismatch mismatch = only(new OffByOnePacket(graph.constants()), "Send");
    assertThat(mismatch.requirements()).contains("CCC-12");
  }

  /** The mark gets lost between the window and the entropy value. */
  private static final class KeepsEv extends NsccWindowTwin {
    KeepsEv(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String mark(EntropyValues entropy) {
      return null;
    }
  }

  /** A mark turns the entropy value, and is forgotten. */
  private static final class ForgetsMarks extends NsccWindowTwin {
    ForgetsMarks(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String ack(
        NsccWindow window,
        long nowPs,
        long received,
        long freed,
        boolean marked,
        long rtt,
        int pend,
        boolean restore) {
      return super.ack(window, nowPs, received, freed, false, rtt, pend, restore);
    }
  }

  @Test
  @Requirement("NSCC-9")
  void aMarkThatIsForgottenIsFound() {
    Mismatch mismatch = only(new ForgetsMarks(graph.constants()), "Ack");
    assertThat(mismatch.kind()).isEqualTo(Mismatch.Kind.OTHER_STATE);
    assertThat(mismatch.differing()).containsExactly("window");
    assertThat(mismatch.requirements()).contains("NSCC-9");
  }

  @Test
  @Requirement({"NSCC-10", "NSCC-11"})
  void anInstructionThatIsIgnoredIsFound() {
    Mismatch mismatch = only(new KeepsEv(graph.constants()), "Ack");
    assertThat(mismatch.kind()).isEqualTo(Mismatch.Kind.OTHER_STATE);
    assertThat(mismatch.differing()).containsExactly("ev");
    assertThat(mismatch.requirements()).contains("NSCC-10", "NSCC-11");
  }

  /** Every late sample makes the window fall. */
  private static final class FallsTwice extends NsccWindowTwin {
    FallsTwice(Map<String, Value> constants) {
      super(constants);
    }

    @Override
    protected String ack(
        NsccWindow window,
        long nowPs,
        long received,
        long freed,
        boolean marked,
        long rtt,
        int pend,
        boolean restore) {
      long last = NsccStates.lastDecreasePs(window);
      long longAgo = nowPs - window.params().configBaseRttPs() - 1;
      NsccStates.lastDecreasePs(window, longAgo);
      String refused = super.ack(window, nowPs, received, freed, marked, rtt, pend, restore);
      if (NsccStates.lastDecreasePs(window) == longAgo) {
        NsccStates.lastDecreasePs(window, last);
      }
      return refused;
    }
  }

  @Test
  @Requirement("NSCC-12")
  void aSecondDecreaseInABaseRttIsFound() {
    Mismatch mismatch = only(new FallsTwice(graph.constants()), "Ack");
    assertThat(mismatch.kind()).isEqualTo(Mismatch.Kind.OTHER_STATE);
    assertThat(mismatch.differing()).containsExactly("window");
    assertThat(mismatch.requirements()).contains("NSCC-12");
  }

  private static Mismatch only(NsccWindowTwin faulty, String action) {
    ReplayReport report = Replay.run(graph, faulty);
    assertThat(report.faithful()).isFalse();
    assertThat(report.mismatches()).isNotEmpty();
    Mismatch first = report.mismatches().get(0);
    assertThat(first.action().name()).isEqualTo(action);
    return first;
  }
}
