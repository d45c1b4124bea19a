package dev.sluice.scenario;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A host whose senders may not be as slow as its link asks: windows of HPCC++ have a least one, and
 * that of all flows together is above the link's rate.
 *
 * @param host the host
 * @param flows how many flows send to it
 * @param leastBps the rate of the least window of one flow
 * @param rateBps the rate of the host's link
 */
@Requirement("HPCC-13")
public record LeastRateCheck(String host, int flows, long leastBps, long rateBps) {
  /** Returns the hosts of a scenario that are such, in the order of hosts. */
  public static List<LeastRateCheck> of(Scenario scenario) {
    List<LeastRateCheck> checks = new ArrayList<>();
    if (scenario.hpcc().isEmpty()) {
      return checks;
    }
    HpccParams params = scenario.hpcc().get().params();
    long least = HpccUnits.rateBps(params.minW(), params.tPs());
    Map<Integer, Integer> flows = new TreeMap<>();
    for (PlannedFlow flow : scenario.flows()) {
      if (flow.isRoce()) {
        flows.merge(flow.destination(), 1, Integer::sum);
      }
    }
    flows.forEach(
        (host, count) -> {
          long rate = scenario.topology().hostRateBps(host);
          if (count > rate / least) {
            String name = scenario.topology().hostName(host);
            checks.add(new LeastRateCheck(name, count, least, rate));
          }
        });
    return checks;
  }
}
