package dev.sluice.scenario;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.requirement.Requirement;

/**
 * What a run of HPCC++ is to be held against.
 *
 * @param params how the first host's flows are configured
 * @param frameBytes what a whole packet of data takes on a link, all counted
 * @param rule what switches write
 * @param atReceiver whether the receiver runs the algorithm
 * @param countedFlows how many flows a receiver counts at most, so that W_ai follows, 0 to
 *     1,000,000; 0 if it counts none
 * @param dscp of its frames
 * @param fromPs from when on it is observed
 * @param untilPs until when
 */
public record HpccPlan(
    HpccParams params,
    int frameBytes,
    TelemetryRule rule,
    boolean atReceiver,
    long countedFlows,
    int dscp,
    long fromPs,
    long untilPs) {
  /** W_ai of each of so many flows, in 2⁻⁹ byte, where the link that counts them is the fullest. */
  @Requirement("HPCC-17")
  long wai(int flows) {
    return countedFlows == 0 ? params.wai() : params.waiBy(Math.min(flows, countedFlows));
  }
}
