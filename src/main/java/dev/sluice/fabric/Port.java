package dev.sluice.fabric;

import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;

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

  /**
   * What its turn among the ports whose frames land in one picosecond is drawn from: a hash of its
   * name, which stays when other links come before it.
   */
  final long key;

  /** Its place in {@link Topology#portsByName}: who is first of those that draw the same turn. */
  int place;

  /** The host at this end, or −1. */
  final int fromHost;

  /** The host at the far end, or the switch's node: see {@link PortKind#leadsToHost}. */
  final int farEnd;

  /** What marking draws from: a number of its own, and how many draws it has made. */
  final long markStream;

  long markDraws;

  /** The same for frames that begin to leave. */
  long leaveStream;

  long leaveDraws;

  final SharedBuffer shared;

  /** Who goes next; null where all classes are strict and go by their number. */
  private final Turns turns;

  /** What its switch holds by the port that it came by; null where that is not counted. */
  final IngressBytes ingress;

  LinkFaults faults;
  RandomStream faultChance;

  boolean isUp = true;

  /** A source of frames at this host that has something to send. */
  HostSide puller;

  /** It is asked no earlier; 0 where it is asked as soon as the port is free. */
  long pullAtPs;

  /** For each class two numbers: the bytes that wait, and the last packet and the first. */
  private final long[] queues;

  private static final int LANE = 2;
  private static final int QUEUED = 0;
  private static final int ENDS = 1;

  /** A bit for each class in which frames wait. */
  int waitingClasses;

  /**
   * The first frame on the link: when it can leave the next switch, or has reached its host; and
   * where it goes next, with the packet.
   */
  private long firstWhenPs;

  private long firstFlier = Packets.NONE;

  /**
   * The frames on the link behind the first one, in the order of their arrival: a ring of such
   * pairs. Here and not in the packets, so that a hop touches memory of one packet only, and does
   * not wait for it to know which port is next.
   */
  private long[] flight = new long[2 * 4];

  private int flightFirst;
  private int flightCount;

  /** When the frame being sent ends; what begins next begins no earlier. */
  long freeAtPs;

  int sendingBytes;

  /** Where the frame being sent is counted, if it is: see {@link IngressBytes#lane}. */
  int sendingLane;

  long heldBytes;
  int holderIndex;

  long sentBytes;

  /** Whether the event of the link's first frame is appointed, and the one of the next to begin. */
  boolean lands;

  boolean wakes;

  Port(
      Topology topology,
      int number,
      PortKind kind,
      long markStream,
      SharedBuffer shared,
      IngressBytes ingress) {
    this.number = number;
    this.key = RandomStreams.key(topology.portName(number));
    this.kind = kind;
    this.fromHost = topology.hostOf(topology.portFrom(number));
    int to = topology.portTo(number);
    this.farEnd = kind.leadsToHost() ? topology.hostOf(to) : to;
    this.queues = new long[LANE * kind.treatment().limitBytes.length];
    this.markStream = markStream;
    this.shared = shared;
    this.turns = kind.treatment().ranks == null ? null : new Turns(kind.treatment());
    this.ingress = ingress;
  }

  /** A bit for each class that the far end has paused. */
  int pausedClasses;

  /** A bit for each class that heeds no pause, as a watchdog has found a storm of pause frames. */
  int ignoringClasses;

  /** A bit for each class of which all frames are dropped for the same reason. */
  int droppingClasses;

  /** Whether a pause frame is to leave, before all other frames. */
  boolean owes;

  /** A bit for each class of which a frame may begin. */
  int readyClasses() {
    return waitingClasses & ~pausedClasses;
  }

  /** Whether a frame of a class that comes now begins at once. */
  boolean isIdleFor(int trafficClass, long nowPs) {
    boolean isPaused = (pausedClasses & 1 << trafficClass) != 0;
    return readyClasses() == 0 && !isPaused && !owes && freeAtPs <= nowPs;
  }

  /** Whether its host may be asked for frames. */
  boolean pulls() {
    return puller != null;
  }

  /** Whether a frame can begin as soon as the port is free. */
  boolean hasMore() {
    return readyClasses() != 0 || (pulls() && pullAtPs <= freeAtPs) || owes;
  }

  long queuedBytes(int trafficClass) {
    return (waitingClasses & 1 << trafficClass) == 0 ? 0 : queues[LANE * trafficClass + QUEUED];
  }

  /** Has a packet wait behind the others of its class. */
  void append(Packets packets, int packet, int trafficClass, int frameBytes) {
    int lane = LANE * trafficClass;
    long first = packet;
    if ((waitingClasses & 1 << trafficClass) == 0) {
      waitingClasses |= 1 << trafficClass;
    } else {
      long ends = queues[lane + ENDS];
      packets.next((int) (ends >>> 32), packet);
      first = (int) ends;
    }
    packets.next(packet, Packets.NONE);
    queues[lane + ENDS] = (long) packet << 32 | first;
    queues[lane + QUEUED] += frameBytes;
  }

  /** The packet of a class that has waited longest. */
  int first(int trafficClass) {
    return (int) queues[LANE * trafficClass + ENDS];
  }

  /** Takes out the packet that goes next; some packet waits that may. */
  int takeNext(Packets packets) {
    if (turns == null) {
      return takeFirst(packets, Integer.numberOfTrailingZeros(readyClasses()));
    }
    return takeOut(packets, turns.next(this, packets));
  }

  /** Takes out the packet of a class that has waited longest, whether it may go or not. */
  int takeOut(Packets packets, int trafficClass) {
    int packet = takeFirst(packets, trafficClass);
    if (turns != null && (waitingClasses & 1 << trafficClass) == 0) {
      turns.emptied(trafficClass);
    }
    return packet;
  }

  /** Takes out the packet of a class that has waited longest. */
  private int takeFirst(Packets packets, int trafficClass) {
    int lane = LANE * trafficClass;
    long ends = queues[lane + ENDS];
    int packet = (int) ends;
    int next = packets.next(packet);
    if (next == Packets.NONE) {
      waitingClasses &= ~(1 << trafficClass);
    } else {
      queues[lane + ENDS] = ends & ~0xFFFF_FFFFL | next;
    }
    queues[lane + QUEUED] -= packets.frameBytes(packet);
    return packet;
  }

  /** Takes a frame that has come. */
  void hold(Packets packets, int packet, long nowPs) {
    if (kind.treatment().leaving != null) { // elsewhere nobody asks for it
      packets.cameAtPs(packet, nowPs);
    }
    int bytes = packets.frameBytes(packet);
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

  /** Looks at this port; see {@link dev.sluice.sim.EventHandler#lookAt}. */
  long look() {
    return freeAtPs + sentBytes + waitingClasses + queues[0] + (lands ? 1 : 0);
  }

  /** Looks at the frame that lands next, and those that begin next. */
  long lookAtFrames(Packets packets) {
    long seen = flight[flightFirst];
    if (firstFlier != Packets.NONE) {
      seen += packets.flags(packet(firstFlier));
    }
    if (waitingClasses != 0) {
      long ends = queues[LANE * Integer.numberOfTrailingZeros(waitingClasses) + ENDS];
      seen += packets.flags((int) ends) + packets.flags((int) (ends >>> 32));
    }
    return seen;
  }

  /** The frame that lands next, if there is any. */
  int firstPacket() {
    return packet(firstFlier);
  }

  /** Where the frame that lands next goes; {@link Fabric#NO_ROUTE} if there is none. */
  int firstOut() {
    return firstFlier == Packets.NONE ? Fabric.NO_ROUTE : out(firstFlier);
  }

  boolean hasFlight() {
    return firstFlier != Packets.NONE;
  }

  /** When the first frame on the link can leave the next switch, or has reached its host. */
  long firstWhenPs() {
    return firstWhenPs;
  }

  /** Takes the first frame off the link; see {@link #packet} and {@link #out}. */
  long land() {
    long flier = firstFlier;
    if (flightCount == 0) {
      firstFlier = Packets.NONE;
    } else {
      firstWhenPs = flight[flightFirst];
      firstFlier = flight[flightFirst + 1];
      flightFirst = flightFirst + 2 & flight.length - 1;
      flightCount--;
    }
    return flier;
  }

  static int packet(long flier) {
    return (int) flier;
  }

  /** The port that a frame on a link goes to next, or another sign. */
  static int out(long flier) {
    return (int) (flier >>> 32);
  }

  /** Puts a frame on the link behind the others. */
  void fly(int packet, int out, long whenPs) {
    long flier = (long) out << 32 | packet;
    if (firstFlier == Packets.NONE) {
      firstWhenPs = whenPs;
      firstFlier = flier;
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
    flight[at + 1] = flier;
    flightCount++;
  }

  /** How many frames are on the link. */
  int flightCount() {
    return hasFlight() ? 1 + flightCount : 0;
  }

  /** One of the packets on the link, from 0 on. */
  int flying(int index) {
    return packet(
        index == 0 ? firstFlier : flight[(flightFirst + 2 * (index - 1) & flight.length - 1) + 1]);
  }
}
