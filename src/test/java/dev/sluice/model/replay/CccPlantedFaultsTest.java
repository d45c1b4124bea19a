package dev.sluice.model.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.graph.ActionInstance;
import dev.sluice.model.graph.StateGraph;
import dev.sluice.model.replay.Mismatch.Kind;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.Windowless;
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

  private static ReplayReport replay(CccLifecycleTwin twin) {
    return Replay.run(graph, twin);
  }

  @Test
  void withoutAFaultEveryTransitionIsReplayed() {
    ReplayReport report = replay(new CccLifecycleTwin(constants));
    assertThat(report.mismatches()).isEmpty();
    assertThat(report.faithful()).isTrue();
    assertThat(report.replayed()).isEqualTo(graph.transitions());
  }

  @Test
  @Requirement({"CCC-5", "CCC-6"})
  void dataBeforeReadyIsFoundAndNamesItsRequirement() {
    ReplayReport report =
        replay(
            new CccLifecycleTwin(constants) {
              @Override
              String send(Ccc context, long size) {
                return size > context.cwnd() - context.inflight()
                    ? super.send(context, size)
                    : Windowless.send(context, size); // a window is all it asks for
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
            new CccLifecycleTwin(constants) {
              @Override
              String allocate(PdsManager pds, PdsManager.Request request, PdsManager.Sink sink) {
                return pds.pdcs().free()
                        <= Constants.integer(constants.get("PdcKept")) + 1 // one too many
                    ? "no PDC id is left for this endpoint's own requests"
                    : super.allocate(pds, request, sink);
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
            new CccLifecycleTwin(constants) {
              @Override
              String send(Ccc context, long size) {
                return context.phase() == Ccc.Phase.READY
                        && size == context.cwnd() - context.inflight() + 1
                    ? Windowless.send(context, size)
                    : super.send(context, size);
              }
            });
    assertThat(report.mismatches()).extracting(Mismatch::kind).contains(Kind.TAKEN);
    assertThat(report.mismatches().get(0).requirements()).contains("CCC-12");
  }
}
