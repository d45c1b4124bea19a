package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Scenario;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A NIC that tells losses by what comes after them takes the steps of all other specifications
 * still: whatever gives a packet up, it is an inferred loss to them.
 */
class GapsLogTest {
  private static final String LOSES =
      """
      cc = "both"

      [topology]
      kind = "star"
      hosts = 2

      [nic]
      gaps = "on"

      [[flow]]
      from = 0
      to = 1
      size = "1MB"

      [[fault]]
      link = "*"
      loss = "1%"
      """;

  static List<Projection> projections() {
    return Systems.projections();
  }

  @ParameterizedTest
  @MethodSource("projections")
  @Requirement("UET-9")
  void theOtherSpecificationsAcceptItsLog(Projection projection) throws Exception {
    EventLog log = LoggedRuns.log(Scenario.read("gaps", "gaps.toml", LOSES, Map.of()));
    List<Judged> judged = SpecJudges.pool().through(projection, judge -> judge.judge(log));
    assertThat(judged).isNotEmpty().allMatch(Judged::isAccepted);
  }
}
