package dev.sluice.scenario;

import dev.sluice.cc.rccc.IncastBound;
import dev.sluice.fabric.PortRules;
import dev.sluice.host.uet.NicParams;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the theorem of {@code RcccIncast} needs of a scenario: a cap that keeps the link busy, a
 * queue that holds the bound, and a retransmission timeout longer than that queue.
 *
 * <p>Without a cap over all senders the theorem says nothing, and neither does this.
 *
 * @param host the receiver
 * @param senders how many contexts send to it
 * @param capBytes the cap of the scenario
 * @param capNeededBytes the least with which the link is neither idle nor stands still
 * @param queueBytes what the last hop holds; {@link PortRules#UNLIMITED}: any amount
 * @param queueNeededBytes the bound
 * @param timeoutPs the first retransmission timeout
 * @param timeoutNeededPs the shortest with which no packet is sent again needlessly
 */
@Requirement({"RCCC-10", "FIND-5", "FIND-6"})
public record LosslessCheck(
    int host,
    int senders,
    long capBytes,
    long capNeededBytes,
    long queueBytes,
    long queueNeededBytes,
    long timeoutPs,
    long timeoutNeededPs) {
  /** Looks at each receiver with a cap, in the order of hosts. */
  public static List<LosslessCheck> of(Scenario scenario) {
    NicParams nic = scenario.nic();
    List<LosslessCheck> checks = new ArrayList<>();
    if (!nic.congestionControl().rccc() || nic.creditCapBytes() == 0) {
      return checks;
    }
    Map<Integer, Set<List<Integer>>> contexts = new TreeMap<>();
    for (PlannedFlow flow : scenario.flows()) {
      contexts
          .computeIfAbsent(flow.destination(), host -> new HashSet<>())
          .add(List.of(flow.source(), flow.trafficClass()));
    }
    long cap = nic.creditCapBytes();
    long queue = scenario.queues().lastHopBytes();
    contexts.forEach(
        (host, sources) -> {
          int senders = sources.size();
          long rate = scenario.topology().hostRateBps(host);
          long packet = scenario.frameBytes();
          long initial = nic.initialCreditBytes();
          IncastBound bound = new IncastBound(Math.max(cap, initial), initial);
          checks.add(
              new LosslessCheck(
                  host,
                  senders,
                  cap,
                  IncastBound.busyWindow(senders, rate, nic.baseRttPs() + nic.slicePs(), packet),
                  queue,
                  bound.buffer(senders),
                  nic.rtoPs(),
                  bound.timeoutPs(senders, rate, nic.baseRttPs(), packet)));
        });
    return checks;
  }

  /** The link idles, or stands still. */
  public boolean capIsShort() {
    return capBytes < capNeededBytes;
  }

  /** Packets may find no room. */
  public boolean queueIsShort() {
    return queueBytes < queueNeededBytes;
  }

  /** Packets that only wait may be sent again. */
  public boolean timeoutIsShort() {
    return timeoutPs < timeoutNeededPs;
  }
}
