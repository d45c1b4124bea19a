package dev.sluice.scenario;

import dev.sluice.fabric.PortRules;
import dev.sluice.host.roce.connection.Service;
import java.util.Optional;

/**
 * Queue that never marks frames although its flows have RCM: no CNP is sent, and no rate falls.
 *
 * @param queue the queue's name
 * @param isOff whether the queue has no marking at all
 * @param ecnMinBytes the queue length from which frames may be marked, if marking is on
 * @param mostBytes the most that the queue holds, which is no more than that
 */
public record UnmarkedCheck(String queue, boolean isOff, long ecnMinBytes, long mostBytes) {
  /** Returns the first such queue of a scenario's flows; empty if there is none. */
  public static Optional<UnmarkedCheck> of(Scenario scenario) {
    QueueRules rules = scenario.queues();
    if (!scenario.roce().notices().areSent() || !reacts(scenario)) {
      return Optional.empty();
    }
    long ofPort = Math.min(rules.bufferBytes(), rules.sharedBytes());
    return scenario.flows().stream()
        .filter(PlannedFlow::isRoce)
        .flatMap(flow -> flow.service().stream())
        .filter(Service::isSelected)
        .mapToInt(service -> rules.classes().classOf(service.dscp()))
        .distinct()
        .mapToObj(rules.queues()::get)
        .map(queue -> of(queue, Math.min(queue.limitBytes(), ofPort)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Returns whether senders have RCM, which they have at every rate or at none. */
  private static boolean reacts(Scenario scenario) {
    return scenario.flows().stream()
        .filter(PlannedFlow::isRoce)
        .mapToLong(flow -> scenario.topology().hostRateBps(flow.source()))
        .distinct()
        .anyMatch(rateBps -> scenario.roce().reaction(rateBps).isPresent());
  }

  private static Optional<UnmarkedCheck> of(QueueRule queue, long mostBytes) {
    boolean fits = queue.ecnMinBytes() == QueueRule.AUTO || queue.ecnMinBytes() < mostBytes;
    boolean marks = queue.ecn() && (fits || mostBytes >= PortRules.UNLIMITED);
    return marks
        ? Optional.empty()
        : Optional.of(
            new UnmarkedCheck(queue.name(), !queue.ecn(), queue.ecnMinBytes(), mostBytes));
  }
}
