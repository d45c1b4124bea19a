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
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code bench validate} has TLC judge; that it does, and how fast, is seen by running it. */
class ValidateBenchTest {
  /** Each specification that logs tell of is measured, but for those named here. */
  @Test
  void nearlyEachSpecificationHasALogThatGrowsWithWhatIsSent() throws BadScenario, IOException {
    List<String> none = new ArrayList<>();
    for (Projection projection : Systems.projections()) {
      if (ValidateBench.scenario(projection).isEmpty()) {
        none.add(projection.spec());
      }
    }
    assertThat(none).containsExactly("PfcLossless", "FastStart");
  }

  /** So long a log holds a behaviour that is as long, whether it tells all or not. */
  @Test
  void eachHasABehaviourOfEnoughEvents() throws BadScenario, BadLog, IOException {
    for (Projection projection : Systems.projections()) {
      Optional<String> scenario = ValidateBench.scenario(projection);
      List<Optional<Omission>> omissions = new ArrayList<>(List.of(Optional.empty()));
      projection.hardest().map(Optional::of).ifPresent(omissions::add);
      for (Optional<Omission> omission :
          scenario.isEmpty() ? List.<Optional<Omission>>of() : omissions) {
        Behaviour whole =
            ValidateBench.behaviour(scenario.get(), projection, omission, ValidateBench.LENGTHS[0]);
        assertThat(whole.events())
            .as("%s, %s", projection.spec(), omission)
            .isGreaterThanOrEqualTo(ValidateBench.LENGTHS[0]);
      }
    }
  }
}
