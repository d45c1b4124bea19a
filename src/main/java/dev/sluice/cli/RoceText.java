package dev.sluice.cli;

import dev.sluice.host.roce.RoceParams;
import dev.sluice.host.roce.rcm.Notices;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.PlannedFlow;
import dev.sluice.scenario.RoceResult;
import dev.sluice.scenario.Scenario;

/** What {@code sluice run} prints of reliable connections of RoCEv2. */
final class RoceText {
  private RoceText() {}

  /** What carries a scenario's flows: the profile of UET and its algorithm, RoCEv2, or both. */
  static String carriers(Scenario scenario) {
    String uet = scenario.nic().profile().label() + ", cc " + scenario.control();
    return !scenario.hasRoce() ? uet : scenario.hasUet() ? uet + ", and RoCEv2" : "RoCEv2";
  }

  /** How they are configured, and how many flows they carry where UET carries others. */
  static String head(Scenario scenario) {
    RoceParams params = scenario.roce();
    long flows = scenario.flows().stream().filter(PlannedFlow::isRoce).count();
    String which =
        scenario.hasUet() ? Words.some((int) flows, "flow", "flows") + " of these; " : "";
    return "%spath MTU %d, %s, %s in a window, an acknowledgment each %s%s"
        .formatted(
            which,
            params.mtu(),
            params.service().isIpv6() ? "IPv6" : "IPv4",
            Words.some((int) params.window(), "packet", "packets"),
            params.ackEvery() == 0 ? "message" : Words.some(params.ackEvery(), "packet", "packets"),
            params.notices().equals(Notices.NONE) || scenario.ldcpRate().isPresent()
                ? ""
                : "; RCM");
  }

  /** What notifications came to. */
  static String notifications(Figures figures) {
    RoceResult roce = figures.roce();
    String least =
        roce.leastRateBps() < 0 ? "" : "; least rate " + Amounts.rate(roce.leastRateBps());
    return "%s sent, %s received%s"
        .formatted(
            Words.some(roce.cnpsSent(), "CNP", "CNPs"), Words.count(roce.cnpsReceived()), least);
  }

  /** What came of them. */
  static String result(Figures figures) {
    RoceResult roce = figures.roce();
    long last =
        figures.flows().stream()
            .filter(flow -> flow.flow().isRoce())
            .mapToLong(FlowResult::fctPs)
            .max()
            .orElse(-1);
    String time = last < 0 ? "" : ", FCT max " + Amounts.time(last);
    return "%d of %s%s; %s, NAKs %s, RNR NAKs %s, timeouts %s%s"
        .formatted(
            roce.completed(),
            Words.some(roce.flows(), "flow", "flows"),
            time,
            Words.count(roce.acknowledgments()) + " acknowledgments",
            Words.count(roce.naks()),
            Words.count(roce.rnrNaks()),
            Words.count(roce.timeouts()),
            roce.failed() == 0 ? "" : "; " + Words.count(roce.failed()) + " failed");
  }
}
