package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.PortRole;
import dev.sluice.sim.RandomStream;
import java.util.Arrays;

/** One direction of a link, and the queues in front of it. */
final class Port {
  final int number;
  final int fromNode;
  final int toNode;

  /** The host at the far end, or −1. */
  final int toHost;

  /** The host at this end, or −1. */
  final int fromHost;

  final long psPerByte;

  /** Fibre, error correction, and the latency of the switch at the far end. */
  final long delayPs;

  /** Whether the switch at the far end sends frames on before it has them whole. */
  final boolean toCutThrough;

  /** Whether any port of the switch at the far end is faster than this one. */
  final boolean mayMeetFaster;

  final long bufferBytes;
  final boolean[] trims;

  /** One for each class, or null if there is none at all. */
  final PortRole[] roles;

  /** What marking draws from: a number of its own, and how many draws it has made. */
  final long markStream;

  long markDraws;
  final SharedBuffer shared;

  LinkFaults faults;
  RandomStream faultChance;

  boolean isUp = true;

  /** A source of frames at this host that has something to send. */
  HostSide puller;

  /** For each class four numbers: what waits, what may wait, and the ends of the list. */
  final long[] queues;

  static final int LANE = 4;
  static final int QUEUED = 0;
  static final int LIMIT = 1;
  static final int HEAD = 2;
  static final int TAIL = 3;

  /** A bit for each class in which frames wait. */
  int waitingClasses;

  /** Frames on the link, in the order of their arrival. */
  int flightHead = Packets.NONE;

  int flightTail = Packets.NONE;

  /** When the frame being sent ends; what begins next begins no earlier. */
  long freeAtPs;

  int sendingBytes;
  long heldBytes;
  int holderIndex;

  long sentBytes;

  int timer;
  int wake;

  Port(Topology topology, int number, PortRules rules, long markStream, SharedBuffer shared) {
    this.number = number;
    this.fromNode = topology.portFrom(number);
    this.toNode = topology.portTo(number);
    this.fromHost = topology.hostOf(fromNode);
    this.toHost = topology.hostOf(toNode);
    var link = topology.link(number);
    this.psPerByte = BaseRtt.psPerByte(link.rateBps());
    long latency = toHost >= 0 ? 0 : topology.switchSpec(toNode).latencyPs();
    this.delayPs =
        Math.addExact(Math.addExact(BaseRtt.propagationPs(link.lengthMm()), link.fecPs()), latency);
    this.toCutThrough = toHost < 0 && topology.switchSpec(toNode).cutThrough();
    this.mayMeetFaster =
        Arrays.stream(topology.portsOf(toNode))
            .anyMatch(port -> topology.link(port).rateBps() > link.rateBps());
    int classes = rules.queues().size();
    this.bufferBytes = rules.bufferBytes();
    this.queues = new long[LANE * classes];
    this.trims = new boolean[classes];
    this.roles = rules.hasRole() ? new PortRole[classes] : null;
    for (int i = 0; i < classes; i++) {
      queues[LANE * i + LIMIT] = rules.queues().get(i).limitBytes();
      queues[LANE * i + HEAD] = Packets.NONE;
      trims[i] = rules.queues().get(i).trims();
      if (roles != null) {
        roles[i] = rules.queues().get(i).role().orElse(null);
      }
    }
    this.markStream = markStream;
    this.shared = shared;
  }

  long queuedBytes(int trafficClass) {
    return queues[LANE * trafficClass + QUEUED];
  }

  /** What a class's own limit leaves. */
  long roomBytes(int trafficClass) {
    return queues[LANE * trafficClass + LIMIT] - queues[LANE * trafficClass + QUEUED];
  }

  void hold(int bytes) {
    if (shared != null) {
      if (heldBytes == 0) {
        shared.add(this);
      }
      shared.heldBytes += bytes;
    }
    heldBytes += bytes;
  }

  void letGo(long bytes) {
    heldBytes -= bytes;
    if (shared != null) {
      shared.heldBytes -= bytes;
      if (heldBytes == 0 && bytes > 0) {
        shared.remove(this);
      }
    }
  }
}
