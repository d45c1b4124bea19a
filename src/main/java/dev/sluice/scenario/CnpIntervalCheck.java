package dev.sluice.scenario;

import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.requirement.Requirement;
import java.util.Optional;

/**
 * Interval of CNPs within which a rate rises again, so that marks remain unanswered while the queue
 * grows. If the next mark answers, the last one of an interval has no answer, however short the
 * interval: that case is not checked.
 *
 * @param intervalPs picoseconds between two CNPs of a queue pair at least
 * @param params the configuration of the first sender to which this applies
 */
@Requirement("FIND-27")
public record CnpIntervalCheck(long intervalPs, ReactionParams params) {
  /**
   * Looks at the senders of RoCEv2, once for each rate of a link; empty if no rate rises so soon.
   */
  public static Optional<CnpIntervalCheck> of(Scenario scenario) {
    Notices notices = scenario.roce().notices();
    if (!notices.areSent()) {
      return Optional.empty();
    }
    long intervalPs = notices.params().intervalPs();
    return scenario.flows().stream()
        .filter(PlannedFlow::isRoce)
        .mapToLong(flow -> scenario.topology().hostRateBps(flow.source()))
        .distinct()
        .mapToObj(scenario.roce()::reaction)
        .flatMap(Optional::stream)
        .filter(params -> params.risesWithin(intervalPs))
        .map(params -> new CnpIntervalCheck(intervalPs, params))
        .findFirst();
  }
}
