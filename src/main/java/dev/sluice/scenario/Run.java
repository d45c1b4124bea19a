package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.LinkFaults;
import dev.sluice.fabric.PauseDeadlock;
import dev.sluice.host.load.OpenLoop;
import dev.sluice.host.uet.NicSystem;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RunEnd;
import dev.sluice.trace.EventSink;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Has a scenario happen: event loop, fabric and NICs put together, flows and faults set to their
 * times.
 *
 * <p>What is recorded besides, curves, a log, a capture, changes nothing of the result. Only then
 * is the fabric punctual, and tells everything in the order of its times, for a second event a hop.
 */
public final class Run {
  /** Between two looks at whether to go on: with a log, a tenth of a second on a slow machine. */
  private static final long EVENTS_AT_A_TIME = 10_000;

  private static final LinkFaults NONE = new LinkFaults(0, 0, 0, 0, 0);

  private Run() {}

  /** Is told now and then how far a run is, and may end it. */
  @FunctionalInterface
  public interface Watcher {
    /**
     * How far it is.
     *
     * @param deliveredBytes payload that has come to its targets
     * @param nowPs simulated time
     * @return whether to go on
     */
    boolean goesOn(long deliveredBytes, long nowPs);
  }

  /**
   * What is recorded beside the result.
   *
   * @param curves whether figures are recorded over time
   * @param log takes the events; null for nobody
   * @param capture takes a capture of all frames; null for nobody
   * @param snapOctets how much of each frame is captured
   * @param watcher is told how far it is; null for nobody
   * @param closeup looks from near by; null for nobody
   */
  public record Recording(
      boolean curves,
      EventSink log,
      OutputStream capture,
      int snapOctets,
      Watcher watcher,
      Closeup closeup) {
    /** With frames captured whole, and nobody near by. */
    public Recording(boolean curves, EventSink log, OutputStream capture, Watcher watcher) {
      this(curves, log, capture, Integer.MAX_VALUE, watcher, null);
    }

    /** Nothing besides. */
    public static final Recording NOTHING = new Recording(false, null, null, null);
  }

  /** Runs a scenario and records nothing. */
  public static Figures of(Scenario scenario) {
    try {
      return of(scenario, Recording.NOTHING);
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Runs a scenario.
   *
   * @throws IOException if a recording cannot be written
   */
  public static Figures of(Scenario scenario, Recording recording) throws IOException {
    EventLoop loop = new EventLoop();
    Closeup closeup = recording.closeup();
    boolean punctual =
        recording.curves()
            || recording.log() != null
            || recording.capture() != null
            || closeup != null;
    Assembled system = assemble(scenario, loop, punctual);
    Fabric fabric = system.fabric();
    Meter meter = new Meter(scenario, fabric.packets(), recording.curves());
    LdcpMeter ldcp =
        scenario.ldcp().map(plan -> new LdcpMeter(scenario, plan, fabric.packets())).orElse(null);
    HpccMeter hpcc =
        scenario.hpcc().map(plan -> new HpccMeter(scenario, plan, fabric.packets())).orElse(null);
    RoceMeter roce = new RoceMeter(meter, ldcp, hpcc, scenario);
    OpenLoop loads =
        new OpenLoop(
            fabric,
            loop,
            NicSystem.FRAME_OVERHEAD_BYTES,
            scenario.queues().byPriority(),
            scenario.loads());
    PauseMeter pauses = new PauseMeter(scenario, fabric.packets(), recording.curves());
    FabricObserver observer = meter;
    if (scenario.queues().pause().isPresent()) {
      observer = new BothObservers(meter, pauses);
    }
    if (ldcp != null) {
      observer = new BothObservers(observer, ldcp);
    }
    if (hpcc != null) {
      observer = new BothObservers(observer, hpcc);
    }
    if (recording.capture() != null) {
      observer =
          new BothObservers(
              observer,
              new Capture(
                  fabric,
                  scenario.roce().hpcc().format(),
                  recording.capture(),
                  recording.snapOctets()));
    }
    EventSink log = recording.log();
    if (closeup != null) {
      closeup.of(fabric.packets());
      observer = new BothObservers(observer, closeup);
      log = closeup.events(log);
    }
    FabricObserver paused = log == null ? null : fabric.logPauses(log);
    fabric.observe(paused == null ? observer : new BothObservers(observer, paused));
    system.observe(meter, roce);
    system.log(log);
    scenario.flows().forEach(system::begin);
    for (Fault fault : scenario.faults()) {
      schedule(fault, fabric, loop);
    }
    loop.endsAtRest(system::isAtRest);
    RunEnd end;
    boolean goesOn;
    do {
      end = loop.run(scenario.untilPs(), EVENTS_AT_A_TIME);
      goesOn =
          recording.watcher() == null
              || recording.watcher().goesOn(meter.deliveredBytes(), loop.nowPs());
    } while (end == RunEnd.EVENTS && goesOn);
    boolean isAtRest = end == RunEnd.IDLE && system.isAtRest();
    LdcpResult ofLdcp = ldcp == null ? LdcpResult.NONE : ldcp.result(loop.nowPs());
    HpccResult ofHpcc = hpcc == null ? HpccResult.NONE : hpcc.result(loop.nowPs());
    return figures(fabric, loop, meter, pauses, roce.result(), ofLdcp, ofHpcc, loads, isAtRest);
  }

  /**
   * Puts fabric and NICs together; nothing has happened yet.
   *
   * @param punctual whether everything is told in the order of its times
   * @throws IllegalArgumentException if what the scenario says does not go together
   */
  static Assembled assemble(Scenario scenario, EventLoop loop, boolean punctual) {
    return Assembled.of(scenario, loop, punctual);
  }

  private static void schedule(Fault fault, Fabric fabric, EventLoop loop) {
    at(loop, fault.fromPs(), () -> begin(fault, fabric));
    if (fault.toPs() != Long.MAX_VALUE) {
      at(loop, fault.toPs(), () -> end(fault, fabric));
    }
    if (!fault.links().isEmpty() && fault.reroutePs() >= 0) {
      at(loop, Math.addExact(fault.fromPs(), fault.reroutePs()), fabric::computeRoutes);
      if (fault.toPs() != Long.MAX_VALUE) {
        at(loop, Math.addExact(fault.toPs(), fault.reroutePs()), fabric::computeRoutes);
      }
    }
  }

  private static void at(EventLoop loop, long atPs, Runnable happens) {
    if (atPs <= loop.nowPs()) {
      happens.run();
    } else {
      loop.at(atPs, subject -> happens.run(), 0);
    }
  }

  private static void begin(Fault fault, Fabric fabric) {
    fault.ports().forEach(port -> fabric.disturb(port, fault.disturbance()));
    fault.links().forEach(link -> fabric.setLink(link, false));
    fault.storms().forEach(port -> fabric.storm(port, true));
  }

  private static void end(Fault fault, Fabric fabric) {
    fault.ports().forEach(port -> fabric.disturb(port, NONE));
    fault.links().forEach(link -> fabric.setLink(link, true));
    fault.storms().forEach(port -> fabric.storm(port, false));
  }

  /** Where curves end: with the last flow, if all are completed. */
  private static long end(Meter meter, EventLoop loop) {
    long last = -1;
    for (FlowResult flow : meter.flowResults()) {
      if (!flow.isComplete()) {
        return loop.nowPs();
      }
      last = Math.max(last, flow.endPs());
    }
    return last;
  }

  private static Figures figures(
      Fabric fabric,
      EventLoop loop,
      Meter meter,
      PauseMeter pauses,
      RoceResult roce,
      LdcpResult ldcp,
      HpccResult hpcc,
      OpenLoop loads,
      boolean isAtRest) {
    Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
    for (DropReason reason : DropReason.values()) {
      if (fabric.dropped(reason) > 0) {
        drops.put(reason, fabric.dropped(reason));
      }
    }
    meter.endsAt(loop.nowPs());
    Optional<DeadlockResult> deadlock = PauseDeadlock.in(fabric).map(pauses::deadlock);
    pauses.endsAt(loop.nowPs());
    PortQueue busiest = meter.busiest(false);
    return new Figures(
        meter.flowResults(),
        meter.leastPs(),
        fabric.counts(),
        drops,
        meter.dataPackets(),
        meter.retransmissions(),
        meter.entropyChanges(),
        meter.leastRttPs(),
        meter.greatestRttPs(),
        busiest,
        meter.longest(busiest),
        meter.busiest(true),
        meter.queueResults(),
        IntStream.range(0, loads.sources())
            .mapToObj(i -> new LoadResult(loads.load(i), loads.counts(i)))
            .toList(),
        meter.ingressPeak(),
        pauses.results(),
        pauses.storms(),
        deadlock,
        pauses.unmarkedXoffs(),
        roce,
        ldcp,
        hpcc,
        loop.nowPs(),
        loop.firedEvents(),
        isAtRest,
        Stream.concat(
                meter.curves(end(meter, loop)).stream(), pauses.curves(end(meter, loop)).stream())
            .toList());
  }
}
