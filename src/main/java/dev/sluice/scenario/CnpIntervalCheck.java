package dev.sluice.scenario;

import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.requirement.Requirement;
import java.util.Optional;

/**
 * An interval of CNPs in which rates rise again, so that marks come without an answer while the
 * queue that they tell of grows.
 *
 * @param host the first sender to which this applies
 * @param intervalPs picoseconds between two CNPs of a queue pair at least
 * @param params the configuration of the sender's reaction points
 */
@Requirement("FIND-27")
public record CnpIntervalCheck(int host, long intervalPs, ReactionParams params) {
  /** Looks at each sender of RoCEv2, in the order of the flows; empty if no rate rises so soon. */
  public static Optional<CnpIntervalCheck> of(Scenario scenario) {
    long intervalPs = scenario.roce().notices().params().intervalPs();
    if (!scenario.roce().notices().areSent()) {
      return Optional.empty();
    }
    for (PlannedFlow flow : scenario.flows()) {
      if (flow.isRoce()) {
        long rateBps = scenario.topology().hostRateBps(flow.source());
        Optional<ReactionParams> params = scenario.roce().reaction(rateBps);
        if (params.isPresent() && params.get().risesWithin(intervalPs)) {
          return Optional.of(new CnpIntervalCheck(flow.source(), intervalPs, params.get()));
        }
      }
    }
    return Optional.empty();
  }
}
