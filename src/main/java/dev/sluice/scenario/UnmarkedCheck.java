package dev.sluice.scenario;

import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.host.roce.connection.Service;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Queue that never marks frames although its flows have RCM: no CNP is sent, and no rate falls.
 *
 * @param queue the queue's name
 * @param why the reason for which no port marks
 * @param ecnMinBytes the queue length from which frames may be marked, if marking is on
 * @param mostBytes the most that the queue holds at the ports that could mark
 */
public record UnmarkedCheck(String queue, Why why, long ecnMinBytes, long mostBytes) {
  /** Reason for which no port marks frames of a queue. */
  public enum Why {
    /** The queue has no marking. */
    OFF,
    /** Ports towards hosts do not mark, and there are no others at switches. */
    LAST_HOP_OFF,
    /** No port holds so much of the queue that frames may be marked. */
    TOO_SHORT
  }

  /** Returns the first such queue of a scenario's flows; empty if there is none. */
  public static Optional<UnmarkedCheck> of(Scenario scenario) {
    QueueRules rules = scenario.queues();
    if (!scenario.roce().notices().areSent() || !reacts(scenario)) {
      return Optional.empty();
    }
    long ofPort = Math.min(rules.bufferBytes(), rules.sharedBytes());
    boolean isOneHop = isOneHop(scenario.topology());
    return scenario.flows().stream()
        .filter(PlannedFlow::isRoce)
        .flatMap(flow -> flow.service().stream())
        .filter(Service::isSelected)
        .mapToInt(service -> rules.classes().classOf(service.dscp()))
        .distinct()
        .mapToObj(rules.queues()::get)
        .map(queue -> of(queue, isOneHop, Math.min(queue.limitBytes(), ofPort)))
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

  /** Returns whether all ports of switches lead to hosts. */
  private static boolean isOneHop(Topology topology) {
    return IntStream.range(0, topology.ports())
        .filter(port -> !topology.isHost(topology.portFrom(port)))
        .allMatch(topology::leadsToHost);
  }

  private static Optional<UnmarkedCheck> of(QueueRule queue, boolean isOneHop, long limitBytes) {
    long lastHopBytes = Math.min(limitBytes, queue.lastHopBytes());
    long mostBytes = isOneHop ? lastHopBytes : limitBytes;
    if (!queue.ecn()) {
      return Optional.of(new UnmarkedCheck(queue.name(), Why.OFF, 0, mostBytes));
    }
    if (isOneHop && !queue.lastHopEcn()) {
      return Optional.of(new UnmarkedCheck(queue.name(), Why.LAST_HOP_OFF, 0, mostBytes));
    }
    boolean fits = queue.ecnMinBytes() == QueueRule.AUTO || queue.ecnMinBytes() < mostBytes;
    return fits || mostBytes >= PortRules.UNLIMITED
        ? Optional.empty()
        : Optional.of(
            new UnmarkedCheck(queue.name(), Why.TOO_SHORT, queue.ecnMinBytes(), mostBytes));
  }
}
