package dev.sluice.host.roce;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.RedMarker;
import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.FabricConfig;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topologies;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.roce.Completion;
import dev.sluice.roce.ResponseKind;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.sim.RunEnd;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A fabric with RoCEv2 NICs at its hosts, and somebody who counts. */
final class RoceLab implements RoceObserver {
  static final long US = 1_000_000;
  static final SwitchSpec SWITCH = SwitchSpec.cutThrough(400_000);

  /** 100G, 10 m: 80 ps a byte; 50 ns of fibre and 150 ns of FEC. */
  static final BaseRtt.Link HUNDRED = Topologies.link(100, 10);

  final EventLoop loop = new EventLoop();
  final Fabric fabric;
  final RoceSystem nics;
  final Map<Integer, Long> delivered = new HashMap<>();
  final List<String> said = new ArrayList<>();
  final List<Long> sentPs = new ArrayList<>();
  int sent;
  int again;
  int timeouts;
  long lastEndPs;

  RoceLab(Topology topology, FabricRules rules, RoceParams params, long seed) {
    this(topology, rules, params, seed, true);
  }

  /** A fabric that asks for frames in time, or late. */
  RoceLab(Topology topology, FabricRules rules, RoceParams params, long seed, boolean punctual) {
    RandomStreams streams = new RandomStreams(seed);
    fabric =
        new Fabric(
            topology,
            new FabricConfig(
                new RoceHeaderFormat(),
                TrafficClasses.standard(),
                rules,
                RoceSystem.FRAME_OVERHEAD_BYTES,
                punctual),
            RoceSystem.packets(params, 0),
            loop,
            streams);
    nics = new RoceSystem(fabric, loop, streams, host -> params);
    nics.observe(this);
  }

  static RoceLab star(int hosts, RoceParams params) {
    Topology topology = Topologies.star(hosts, host -> HUNDRED, SWITCH);
    return new RoceLab(topology, (of, port) -> PortRules.unlimited(3), params, 1);
  }

  /** A star whose switch marks what waits at each of its ports. */
  static RoceLab marking(int hosts, RoceParams params, RedMarker marker, long seed) {
    PortRules.Queue marks = PortRules.Queue.of(PortRules.UNLIMITED, marker);
    PortRules rules = new PortRules(PortRules.UNLIMITED, List.of(marks, marks, marks));
    return new RoceLab(
        Topologies.star(hosts, host -> HUNDRED, SWITCH),
        (of, port) -> of.isHost(of.portFrom(port)) ? PortRules.unlimited(3) : rules,
        params,
        seed);
  }

  /** Sees a frame that leaves a host. */
  interface Leaving {
    void frame(Packets packets, int packet, long atPs);
  }

  /** Has all frames seen as they begin to leave hosts. */
  void watch(Leaving leaving) {
    fabric.observe(
        new FabricObserver() {
          @Override
          public void dequeued(long atPs, int port, int packet, int of, long queueBytes) {
            if (fabric.topology().isHost(fabric.topology().portFrom(port))) {
              leaving.frame(fabric.packets(), packet, atPs);
            }
          }
        });
  }

  boolean runToRest() {
    return loop.run(Long.MAX_VALUE - 1, 20_000_000) == RunEnd.IDLE && nics.isAtRest();
  }

  @Override
  public void packetSent(long atPs, int host, int flow, long number, int bytes, boolean repeats) {
    sent++;
    again += repeats ? 1 : 0;
    sentPs.add(atPs);
  }

  @Override
  public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
    delivered.merge(flow, (long) bytes, Long::sum);
  }

  @Override
  public void responded(long atPs, int host, int destination, ResponseKind kind, long rttPs) {
    said.add(kind + (rttPs > 0 ? " after " + rttPs : ""));
  }

  /** Hears of each frame that is dropped for what it says. */
  Runnable ignored = () -> {};

  @Override
  public void ignored(long atPs, int host, int peer) {
    ignored.run();
  }

  @Override
  public void timedOut(long atPs, int host, int destination) {
    timeouts++;
  }

  @Override
  public void flowEnded(long atPs, int flow, Completion how) {
    lastEndPs = atPs;
    said.add(flow + " " + how);
  }
}
