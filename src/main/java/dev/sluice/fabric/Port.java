package dev.sluice.fabric;

import dev.sluice.sim.RandomStream;

/**
 * One direction of a link, and the queues in front of it.
 *
 * <p>A large fabric does not fit into a processor's caches, and most ports it comes to are cold. So
 * what a frame needs that finds a port at rest stands in this object itself, the first frame on the
 * link included; arrays are for what comes behind.
 */
final class Port {
  final PortKind kind;
  final int number;

  /** The host at this end, or −1. */
  final int fromHost;

  /** The host at the far end, or the switch's node: see {@link PortKind#leadsToHost}. */
  final int farEnd;

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

  /** The first frame on the link: when it can leave the next switch, or has reached its host. */
  private long firstWhenPs;

  private int first = Packets.NONE;

  /**
   * The frames on the link behind the first one, in the order of their arrival: a ring of pairs,
   * when, and which. Here and not in the packets, so that a hop touches memory of one packet only.
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

  Port(Topology topology, int number, PortKind kind, long markStream, SharedBuffer shared) {
    this.number = number;
    this.kind = kind;
    this.fromHost = topology.hostOf(topology.portFrom(number));
    int to = topology.portTo(number);
    this.farEnd = kind.leadsToHost() ? topology.hostOf(to) : to;
    this.queues = new long[LANE * kind.treatment().limitBytes.length];
    for (int lane = 0; lane < queues.length; lane += LANE) {
      queues[lane + HEAD] = Packets.NONE;
    }
    this.markStream = markStream;
    this.shared = shared;
  }

  long queuedBytes(int trafficClass) {
    return (waitingClasses & 1 << trafficClass) == 0 ? 0 : queues[LANE * trafficClass + QUEUED];
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
    return first != Packets.NONE;
  }

  /** When the first frame on the link can leave the next switch, or has reached its host. */
  long firstWhenPs() {
    return firstWhenPs;
  }

  /** Takes the first frame off the link. */
  int land() {
    int packet = first;
    if (flightCount == 0) {
      first = Packets.NONE;
    } else {
      firstWhenPs = flight[flightFirst];
      first = (int) flight[flightFirst + 1];
      flightFirst = flightFirst + 2 & flight.length - 1;
      flightCount--;
    }
    return packet;
  }

  /** Puts a frame on the link behind the others. */
  void fly(int packet, long whenPs) {
    if (first == Packets.NONE) {
      firstWhenPs = whenPs;
      first = packet;
      return;
    }
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

  /** How many frames are on the link. */
  int flightCount() {
    return hasFlight() ? 1 + flightCount : 0;
  }

  /** One of the frames on the link, from 0 on. */
  int flying(int index) {
    return index == 0
        ? first
        : (int) flight[(flightFirst + 2 * (index - 1) & flight.length - 1) + 1];
  }
}
