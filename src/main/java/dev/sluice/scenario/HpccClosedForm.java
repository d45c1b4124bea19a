package dev.sluice.scenario;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.fabric.Topology;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import java.util.List;
import java.util.Optional;

/**
 * Where N equal flows of HPCC++ into one link come to rest. With W = Wc the multiplicative branch
 * stands still at W = W·eta/U + W_ai, and all windows together are U·B·T; so
 *
 * <pre>
 * U* = eta + N·W_ai ÷ (B·T)
 * q* = (U* − 1)·B·T, where U* is above 1; otherwise none
 * </pre>
 *
 * <p>There is no such rest if the least windows alone fill more than the link: N·MinW above B·T.
 *
 * <p>Windows count all that a packet takes on a link, as txBytes does. A queue that comes of frames
 * that meet by chance is part of U: by so much the load stays below U*.
 *
 * @param flows N
 * @param bdpBytes B·T
 * @param uMillionths U*
 * @param loadMillionths how busy the link is: U*, and no more than all of the time
 * @param windowBytes W*, of each flow
 * @param queueBytes q*
 * @param mostFlows for how many U* is not above 1
 */
@Requirement("HPCC-13")
public record HpccClosedForm(
    int flows,
    long bdpBytes,
    long uMillionths,
    long loadMillionths,
    long windowBytes,
    long queueBytes,
    long mostFlows) {
  private static final long MILLION = 1_000_000;

  /**
   * Returns that of a scenario whose flows all begin together and go to one host, and whose least
   * windows fit the link; empty of any other.
   */
  static Optional<HpccClosedForm> of(Scenario scenario, HpccPlan plan) {
    List<PlannedFlow> flows = scenario.flows();
    Topology topology = scenario.topology();
    return scenario.isOneIncast() && LeastRateCheck.of(scenario).isEmpty()
        ? Optional.of(
            of(
                flows.size(),
                topology.hostRateBps(flows.get(0).destination()),
                plan.params(),
                plan.wai(flows.size())))
        : Optional.empty();
  }

  /**
   * That of so many flows with a link of so many bits a second.
   *
   * @param wai W_ai of each, in 2⁻⁹ byte
   */
  private static HpccClosedForm of(int flows, long rateBps, HpccParams params, long wai) {
    long pipe = HpccUnits.window(rateBps, params.tPs());
    long all = flows * wai;
    long eta = FixedPoint.mulDiv(pipe, params.eta(), params.one());
    long u = Figures.ratio(eta + all, pipe);
    return new HpccClosedForm(
        flows,
        pipe / HpccUnits.PARTS_OF_BYTE,
        u,
        Math.min(MILLION, u),
        (eta + all) / flows / HpccUnits.PARTS_OF_BYTE,
        Math.max(0, eta + all - pipe) / HpccUnits.PARTS_OF_BYTE,
        (pipe - eta) / wai);
  }
}
