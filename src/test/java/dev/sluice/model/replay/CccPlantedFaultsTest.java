package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cc.Outcome;
import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.PdsManager;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults that an implementer of the CCC would make: the replay finds each, and says what it is. */
class CccPlantedFaultsTest {
  private static StateGraph graph;
  private static Map<String, Value> constants;

  @BeforeAll
  static void stream(@TempDir Path scratch) throws Exception {
    graph = ModelGraph.of("CccLifecycle", "trace", scratch);
    constants = graph.constants();
  }

  /** The kernels, but for what a test overrides. */
  private abstract static class Mostly implements CccLifecycleTwin.Kernels {
    @Override
    public Outcome<PdsManager.State> allocate(
        PdsManager.State state, PdsManager.Params params, PdsManager.Request request) {
      return REAL.allocate(state, params, request);
    }

    @Override
    public Outcome<Ccc.State> send(Ccc.State state, long size) {
      return REAL.send(state, size);
    }
  }

  private static ReplayReport replay(CccLifecycleTwin.Kernels kernels) {
    return Replay.run(graph, new CccLifecycleTwin(constants, kernels));
  }

  @Test
  void withoutAFaultEveryTransitionIsReplayed() {
    ReplayReport report = replay(CccLifecycleTwin.Kernels.REAL);
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.faithful()).isTrue();
    assertThat(report.replayed()).isEqualTo(graph.transitions());
  }

  @Test
  @Requirement({"CCC-5", "CCC-6"})
  void dataBeforeReadyIsFoundAndNamesItsRequirement() {
    ReplayReport report =
        replay(
            new Mostly() {
              @Override
              public Outcome<Ccc.State> send(Ccc.State state, long size) {
                if (state.phase() == Ccc.Phase.NONE || size > state.room()) {
                  return super.send(state, size);
                }
                return Outcome.accepted( // a window is all it asks for
                    new Ccc.State(
                        state.phase(),
                        state.flow(),
                        state.maxWnd(),
                        state.cwnd(),
                        state.inflight() + size,
                        state.pdcs()));
              }
            });
    Mismatch first = report.mismatches().get(0);
    assertThat(first.kind()).isEqualTo(Kind.TAKEN);
    assertThat(first.action().name()).isEqualTo("Send");
    assertThat(first.requirements()).contains("CCC-6");
    assertThat(first.path())
        .extracting(ActionInstance::name)
        .contains("Bind", "Configure")
        .doesNotContain("MakeReady");
  }

  @Test
  @Requirement({"CCC-1", "CCC-11"})
  void aPoolThatKeepsItsLastIdIsFoundAndNamesItsRequirement() {
    ReplayReport report =
        replay(
            new Mostly() {
              @Override
              public Outcome<PdsManager.State> allocate(
                  PdsManager.State state, PdsManager.Params params, PdsManager.Request request) {
                return state.pdcs().free() <= params.pdcKept() + 1 // one too many
                    ? Outcome.refused(state, "no PDC id is left for this endpoint's own requests")
                    : super.allocate(state, params, request);
              }
            });
    Mismatch first = report.mismatches().get(0);
    assertThat(first.kind()).isEqualTo(Kind.REFUSED);
    assertThat(first.action().name()).isEqualTo("Allocate");
    assertThat(first.requirements()).contains("CCC-1");
    assertThat(first.path()).extracting(ActionInstance::name).containsExactly("Post");
  }

  @Test
  @Requirement("CCC-12")
  void aWindowThatIsOneTooWideIsFound() {
    ReplayReport report =
        replay(
            new Mostly() {
              @Override
              public Outcome<Ccc.State> send(Ccc.State state, long size) {
                return state.phase() == Ccc.Phase.READY && size == state.room() + 1
                    ? Outcome.accepted(
                        new Ccc.State(
                            state.phase(),
                            state.flow(),
                            state.maxWnd(),
                            state.cwnd(),
                            state.inflight() + size,
                            state.pdcs()))
                    : super.send(state, size);
              }
            });
    assertThat(report.mismatches()).extracting(Mismatch::kind).contains(Kind.TAKEN);
    assertThat(report.mismatches().get(0).requirements()).contains("CCC-12");
  }
}
