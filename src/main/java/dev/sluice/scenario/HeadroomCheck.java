package dev.sluice.scenario;

import dev.sluice.fabric.PausePlan;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A switch whose lossless lanes have more headroom together than it has buffer: if all of them fill
 * at once, it drops frames.
 *
 * @param node the switch
 * @param lanes its lossless lanes, one for each link and lossless queue
 * @param headroomBytes the sum of their headrooms
 * @param bufferBytes the most that the switch holds
 */
@Requirement("PFC-6")
public record HeadroomCheck(String node, int lanes, long headroomBytes, long bufferBytes) {
  /** Returns the switches of a scenario that are such, in the order of the topology. */
  public static List<HeadroomCheck> of(Scenario scenario) {
    List<HeadroomCheck> checks = new ArrayList<>();
    Topology topology = scenario.topology();
    Optional<PauseRule> rule = scenario.queues().pause();
    for (int node = 0; rule.isPresent() && node < topology.nodes(); node++) {
      long buffer = scenario.queues().sharedBufferBytes(topology, node);
      if (topology.isHost(node) || buffer >= PortRules.UNLIMITED) {
        continue;
      }
      int lanes = 0;
      long sum = 0;
      for (int out : topology.portsOf(node)) {
        PausePlan plan = rule.get().at(topology, out ^ 1);
        int ofLink = plan.wholeLink() ? 1 : Integer.bitCount(plan.classes());
        lanes += ofLink;
        sum += ofLink * plan.headroomBytes();
      }
      if (sum > buffer) {
        checks.add(new HeadroomCheck(topology.name(node), lanes, sum, buffer));
      }
    }
    return checks;
  }
}
