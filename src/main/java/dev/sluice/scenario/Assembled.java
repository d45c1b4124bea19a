package dev.sluice.scenario;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.HeaderFormat;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Host;
import dev.sluice.host.roce.RoceSystem;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.uet.NicObserver;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.host.uet.UetHeaderFormat;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.trace.EventSink;
import java.util.function.IntFunction;

/**
 * A fabric, and what the hosts at it speak: UET, RoCEv2, or both at one link each.
 *
 * @param nics of UET; null where no flow is UET's
 * @param roce of RoCEv2; null where no flow is RoCEv2's
 */
record Assembled(Fabric fabric, NicSystem nics, RoceSystem roce) {
  static Assembled of(Scenario scenario, EventLoop loop, boolean punctual) {
    RandomStreams streams = new RandomStreams(scenario.seed());
    HeaderFormat headers = scenario.hasRoce() ? new FrameHeaders() : new UetHeaderFormat();
    Fabric fabric =
        new Fabric(
            scenario.topology(),
            new FabricConfig(
                headers,
                scenario.queues().classes(),
                scenario.queues(),
                NicSystem.FRAME_OVERHEAD_BYTES,
                punctual),
            packets(scenario),
            loop,
            streams);
    IntFunction<Host> hosts = Host.all(fabric, loop, streams);
    NicSystem nics = scenario.hasUet() ? new NicSystem(hosts, fabric, loop, scenario::nic) : null;
    int count = scenario.topology().hosts();
    RoceSystem roce =
        scenario.hasRoce()
            ? new RoceSystem(hosts, count, loop, streams, host -> scenario.roce())
            : null;
    return new Assembled(fabric, nics, roce);
  }

  private static Packets packets(Scenario scenario) {
    if (!scenario.hasRoce()) {
      return NicSystem.packets();
    }
    return RoceSystem.packets(scenario.roce(), scenario.hasUet() ? NicSystem.headerRoom() : 0);
  }

  void observe(NicObserver meter, RoceMeter roceMeter) {
    if (nics != null) {
      nics.observe(meter);
    }
    if (roce != null) {
      roce.observe(roceMeter);
    }
  }

  /** Tells a log of every transition of the kernels; before anything is asked for. */
  void log(EventSink sink) {
    if (nics != null) {
      nics.log(sink);
    }
    if (roce != null) {
      roce.log(sink);
    }
  }

  /** Has a flow begin at its time. */
  void begin(PlannedFlow flow) {
    if (flow.isRoce()) {
      Service service = flow.service().orElseThrow();
      roce.ask(
          flow.verb(), service, flow.from(), flow.to(), flow.job(), flow.bytes(), flow.startPs());
    } else if (flow.isRead()) {
      nics.read(
          flow.from(), flow.to(), flow.job(), flow.trafficClass(), flow.bytes(), flow.startPs());
    } else {
      nics.write(
          flow.from(), flow.to(), flow.job(), flow.trafficClass(), flow.bytes(), flow.startPs());
    }
  }

  boolean isAtRest() {
    return (nics == null || nics.isAtRest()) && (roce == null || roce.isAtRest());
  }
}
