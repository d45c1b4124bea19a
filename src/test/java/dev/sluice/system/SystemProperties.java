package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.nic.PlantedFault;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** What holds in every system, whatever the scenario. */
@AddLifecycleHook(Lane.class)
class SystemProperties {
  @Provide
  Arbitrary<ScenarioText> scenarios() {
    return Scenarios.of(Scenarios.any());
  }

  @Property(seed = "5001", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-5", "PDC-12", "CCC-11", "RCCC-15", "UET-1", "UET-4"})
  void everyByteIsCommittedOnceAndInItsPlace(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Memories())).isEmpty();
  }

  @Property(seed = "5002", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-11", "PDC-11", "RCCC-15"})
  void allEndsInTimeAndNothingIsLeft(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Rest())).isEmpty();
  }

  @Property(seed = "5004", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RCCC-4", "PDC-12"})
  void nothingIsAcknowledgedBeforeItIsInMemory(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Acknowledgments())).isEmpty();
  }

  @Property(seed = "5005", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-12", "NSCC-2"})
  void whatIsInFlightKeepsToTheWindow(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Windows())).isEmpty();
  }

  @Property(seed = "5006", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"RCCC-3", "RCCC-5", "RCCC-6", "RCCC-7", "RCCC-8", "RCCC-16"})
  void creditAndBacklogAreConserved(@ForAll("credited") ScenarioText text) {
    assertThat(Rig.wrong(text, new Credits())).isEmpty();
  }

  @Provide
  Arbitrary<ScenarioText> credited() {
    return Scenarios.of(Scenarios.with(Arbitraries.of("rccc", "both")));
  }

  @Property(seed = "5007", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-2", "PDC-3", "PDC-4", "PDC-5", "PDC-6", "PDC-7", "PDC-8", "PDC-9", "PDC-11"})
  void pdcsAreOpenedAndAddressedAsTheRulesSay(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Syns())).isEmpty();
  }

  @Property(seed = "5008", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"CCC-5", "CCC-6", "CCC-11"})
  void noDataLeavesWithoutAContextThatIsReady(@ForAll("scenarios") ScenarioText text) {
    Contexts contexts = new Contexts();
    assertThat(Rig.wrong(text, PlantedFault.NONE, contexts.log(), contexts)).isEmpty();
  }

  @Property(seed = "5009", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"PDC-5", "PDC-11", "FIND-1"})
  void idsRestBeforeTheyAreUsedAgain(@ForAll("scenarios") ScenarioText text) {
    assertThat(Rig.wrong(text, new Ids())).isEmpty();
  }

  @Property(seed = "5010", tries = 60, edgeCases = EdgeCasesMode.NONE)
  @Requirement({"NSCC-10", "NSCC-11"})
  void marksAreToldAndHeeded(@ForAll("marking") ScenarioText text) {
    assertThat(Rig.wrong(text, new Marks())).isEmpty();
  }

  @Provide
  Arbitrary<ScenarioText> marking() {
    return Scenarios.of(Scenarios.sticky());
  }

  // ---------------------------------------------------------------- the same again

  private record Recorded(Figures figures, byte[] log, byte[] capture) {
    static Recorded of(Scenario scenario) throws IOException {
      ByteArrayOutputStream log = new ByteArrayOutputStream();
      ByteArrayOutputStream capture = new ByteArrayOutputStream();
      try (EventLogWriter writer = writer(log)) {
        Figures figures = Run.of(scenario, new Run.Recording(true, writer, capture, null));
        writer.finish();
        return new Recorded(figures, log.toByteArray(), capture.toByteArray());
      }
    }
  }

  private static EventLogWriter writer(ByteArrayOutputStream out) {
    return new EventLogWriter(
        out, new LogHeader("sluice", "test", "drawn", 1, "", Map.of(), Map.of(), List.of()));
  }

  @Property(seed = "5003", tries = 30, edgeCases = EdgeCasesMode.NONE)
  void theSameTextGivesTheSameFiguresLogAndCapture(@ForAll("scenarios") ScenarioText text)
      throws IOException {
    Recorded first = Recorded.of(Rig.read(text));
    Recorded second = Recorded.of(Rig.read(text));
    assertThat(second.figures).isEqualTo(first.figures);
    assertThat(second.log).isEqualTo(first.log);
    assertThat(second.capture).isEqualTo(first.capture);
    Figures plain = Run.of(Rig.read(text));
    assertThat(plain.flows()).as("recording changes nothing").isEqualTo(first.figures.flows());
    assertThat(plain.frames()).isEqualTo(first.figures.frames());
  }
}
