package dev.sluice.fabric;

import java.util.Optional;

/** Which rules hold where; asked once for each port and switch when the fabric is built. */
public interface FabricRules {
  /** The rules of a port; {@link Topology#leadsToHost} tells the last hop. */
  PortRules port(Topology topology, int port);

  /** The most that all ports of a switch together hold. */
  default long sharedBufferBytes(Topology topology, int node) {
    return PortRules.UNLIMITED;
  }

  /** Whether a switch counts what it holds by the link that it came over, and by class. */
  default boolean countsIngress(Topology topology, int node) {
    return false;
  }

  /**
   * How a switch pauses the port that sends to it; empty: it does not, and loses what has no room.
   */
  default Optional<PausePlan> pauses(Topology topology, int port) {
    return Optional.empty();
  }

  /** Returns how switches watch ports that are paused; empty if they do not. */
  default Optional<WatchdogPlan> watchdog() {
    return Optional.empty();
  }

  /** The same rules at every port of every switch, and none at the hosts' own ports. */
  static FabricRules everywhere(PortRules rules) {
    return (topology, port) ->
        topology.isHost(topology.portFrom(port))
            ? PortRules.unlimited(rules.queues().size())
            : rules;
  }
}
