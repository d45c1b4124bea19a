package dev.sluice.system;

import dev.sluice.sim.RunEnd;

/** All comes to an end within a time that the scenario tells, and nothing is left behind. */
final class Rest extends Judge {
  private static final long ROUNDS = 40;

  /**
   * The latest by which all must be over: after the last flow began and the last fault of a time is
   * gone, as long as all bytes take one after the other on the slowest link, four times, and so
   * many of the longest timeouts, for what loss costs.
   */
  static long boundPs(Rig rig) {
    long from = 0;
    for (var flow : rig.scenario.flows()) {
      from = Math.max(from, flow.startPs());
    }
    for (var fault : rig.scenario.faults()) {
      if (fault.toPs() != Long.MAX_VALUE) {
        from = Math.max(from, fault.toPs());
      }
    }
    var topology = rig.scenario.topology();
    long slowest = Long.MAX_VALUE;
    for (int port = 0; port < topology.ports(); port++) {
      slowest = Math.min(slowest, topology.link(port).rateBps());
    }
    long mtu = rig.params().mtuBytes();
    long bits = 0;
    for (var flow : rig.scenario.flows()) {
      bits += 8 * (flow.bytes() + (flow.bytes() + mtu - 1) / mtu * 200);
    }
    long sending = bits * 1_000 / (slowest / 1_000_000_000);
    long timeout =
        Math.max(
            rig.params().rtoPs() << rig.params().maxBackoff(),
            Math.max(rig.params().askPs(), rig.params().lifetimePs()));
    return from + 4 * sending + ROUNDS * timeout;
  }

  @Override
  void end() {
    check(rig.ending == RunEnd.IDLE, "it never ends: %s", rig.ending);
    check(
        rig.nics.completedFlows() == rig.nics.flows(),
        "%d of %d flows are complete",
        rig.nics.completedFlows(),
        rig.nics.flows());
    long bound = boundPs(rig);
    check(rig.loop.nowPs() <= bound, "it ends only now, and should have by %d", bound);
    check(rig.nics.isAtRest(), "not all is at rest");
    check(rig.fabric.packets().used() == 0, "frames are left: %d", rig.fabric.packets().used());
    for (int host = 0; host < rig.fabric.topology().hosts(); host++) {
      check(rig.nics.openPdcs(host) == 0, "host %d has PDCs", host);
      check(rig.nics.openCccs(host) == 0, "host %d has CCCs", host);
      check(rig.nics.activeSenders(host) == 0, "host %d has active senders", host);
    }
    var counts = rig.fabric.counts();
    check(
        counts.inFlight() == 0
            && counts.delivered() + counts.dropped() == counts.sent() + counts.repeated(),
        "frames are lost without a trace: %s",
        counts);
  }
}
