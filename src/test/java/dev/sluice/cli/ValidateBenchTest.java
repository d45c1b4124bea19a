package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.Behaviour;
import dev.sluice.model.validate.Omission;
import dev.sluice.model.validate.Projection;
import dev.sluice.scenario.BadScenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code bench validate} has TLC judge; that it does, and how fast, is seen by running it. */
class ValidateBenchTest {
  /** Each specification that logs tell of is measured, but for those named here. */
  @Test
  void nearlyEachSpecificationHasALogThatGrowsWithWhatIsSent() throws BadScenario, IOException {
    List<String> none = new ArrayList<>();
    Systems.projections().forEach(projection -> none.add(projection.spec()));
    none.removeAll(ValidateBench.scenarios().keySet());
    assertThat(none).containsExactly("PfcLossless", "FastStart");
  }

  /** So long a log holds a behaviour that is as long, whether it tells all or not. */
  @Test
  void eachHasABehaviourOfEnoughEvents() throws BadScenario, BadLog, IOException {
    Map<String, String> scenarios = ValidateBench.scenarios();
    for (Projection projection : Systems.projections()) {
      if (!scenarios.containsKey(projection.spec())) {
        continue;
      }
      List<Optional<Omission>> omissions = new ArrayList<>(List.of(Optional.empty()));
      projection.hardest().map(Optional::of).ifPresent(omissions::add);
      for (Optional<Omission> omission : omissions) {
        Behaviour whole =
            ValidateBench.behaviour(
                scenarios.get(projection.spec()), projection, omission, ValidateBench.LENGTHS[0]);
        assertThat(whole.events())
            .as("%s, %s", projection.spec(), omission)
            .isGreaterThanOrEqualTo(ValidateBench.LENGTHS[0]);
      }
    }
  }
}
