package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;
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

  final Treatment treatment;

  /** What marking draws from: a number of its own, and how many draws it has made. */
  final long markStream;

  long markDraws;
  final SharedBuffer shared;

  LinkFaults faults;
  RandomStream faultChance;

  boolean isUp = true;

  /** A source of frames at this host that has something to send. */
  HostSide puller;

  /** For each class three numbers: what waits, and the ends of the list. */
  final long[] queues;

  static final int LANE = 3;
  static final int QUEUED = 0;
  static final int HEAD = 1;
  static final int TAIL = 2;

  /** A bit for each class in which frames wait. */
  int waitingClasses;

  /**
   * Frames on the link in the order of their arrival, a ring of pairs: when, and which. Here and
   * not in the packets, so that a hop touches memory of one packet only.
   */
  private long[] flight = new long[2 * 4];

  private int flightFirst;
  private int flightCount;

  /** When the frame being sent ends; what begins next begins no earlier. */
  long freeAtPs;

  int sendingBytes;
  long heldBytes;
  int holderIndex;

  long sentBytes;

  /** Whether the event of the link's first frame is appointed, and the one of the next to begin. */
  boolean lands;

  boolean wakes;

  Port(Topology topology, int number, Treatment treatment, long markStream, SharedBuffer shared) {
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
    this.treatment = treatment;
    this.queues = new long[LANE * treatment.limitBytes.length];
    for (int lane = 0; lane < queues.length; lane += LANE) {
      queues[lane + HEAD] = Packets.NONE;
    }
    this.markStream = markStream;
    this.shared = shared;
  }

  long queuedBytes(int trafficClass) {
    return queues[LANE * trafficClass + QUEUED];
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

  boolean hasFlight() {
    return flightCount > 0;
  }

  /** When the first frame on the link can leave the next switch, or has reached its host. */
  long firstWhenPs() {
    return flight[flightFirst];
  }

  /** Takes the first frame off the link. */
  int land() {
    int packet = (int) flight[flightFirst + 1];
    flightFirst = flightFirst + 2 & flight.length - 1;
    flightCount--;
    return packet;
  }

  /** Puts a frame on the link behind the others. */
  void fly(int packet, long whenPs) {
    if (2 * flightCount == flight.length) {
      long[] larger = new long[4 * flightCount];
      System.arraycopy(flight, flightFirst, larger, 0, flight.length - flightFirst);
      System.arraycopy(flight, 0, larger, flight.length - flightFirst, flightFirst);
      flight = larger;
      flightFirst = 0;
    }
    int at = flightFirst + 2 * flightCount & flight.length - 1;
    flight[at] = whenPs;
    flight[at + 1] = packet;
    flightCount++;
  }

  int flightCount() {
    return flightCount;
  }

  /** One of the frames on the link, from 0 on. */
  int flying(int index) {
    return (int) flight[(flightFirst + 2 * index & flight.length - 1) + 1];
  }
}
