package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.Ecn;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.PortVerdict;
import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import dev.sluice.trace.EventSink;
import dev.sluice.wire.ip.Vlan;
import java.util.Arrays;

/**
 * A topology at work: takes frames from hosts, queues, marks, trims, loses and delivers them.
 *
 * <p>How one event a hop is enough is said in the package's description; {@link #settle(Port,
 * long)} is its heart. Not for use by several threads.
 */
public final class Fabric {
  /** In place of where a frame goes next: nowhere. */
  static final int NO_ROUTE = Integer.MIN_VALUE;

  /** In place of the port that a frame came by: it begins here. */
  private static final int NOWHERE = -1;

  private final Topology topology;
  private final HeaderFormat headers;
  private final TrafficClasses classes;
  private final int overheadBytes;
  private final boolean punctual;
  private final EventLoop loop;
  private final RandomStreams streams;
  private final Packets packets;

  private final Port[] ports;
  private final Port[] hostPorts;

  /** All ports in the order of their names. */
  private final Port[] portsByName;

  /** The first of the ports' appointments, one for each, in the order of their names. */
  private final int landings;

  private final int wakings;
  private final HostSide[] sides;
  private final Paths paths;
  private final LookAhead lookAhead;
  private final Cuts cuts;

  /** What switches hold by the port that it came by; null where none counts that. */
  private final IngressBytes ingress;

  /** What pauses whom; null where no switch pauses anybody. */
  final Pauses pauses;

  FabricObserver observer;
  private boolean pulling;
  private long sent;
  private long repeated;
  private long delivered;
  private final long[] dropped = new long[DropReason.values().length];
  private long marked;
  private long trimmed;
  private long hops;

  /**
   * A fabric in which nothing has been sent.
   *
   * @param packets the frames; shared with whoever makes and reads them
   */
  public Fabric(
      Topology topology,
      FabricConfig config,
      Packets packets,
      EventLoop loop,
      RandomStreams streams) {
    this.topology = topology;
    this.headers = config.headers();
    this.classes = config.classes();
    this.overheadBytes = config.frameOverheadBytes();
    this.punctual = config.punctual();
    this.packets = packets;
    this.loop = loop;
    this.streams = streams;
    ingress = PortMaker.ingress(topology, config);
    ports = new PortMaker(topology, config, streams, ingress).make();
    pauses =
        Pauses.any(topology, config.rules())
            ? new Pauses(this, topology, config.rules(), classes.count(), ports, loop)
            : null;
    portsByName = PortMaker.byName(topology, ports);
    landings = loop.appointments(new Landing(), ports.length);
    wakings = loop.appointments(this::wake, punctual || ingress != null ? ports.length : 0);
    hostPorts = new Port[topology.hosts()];
    Arrays.setAll(hostPorts, host -> ports[topology.hostPort(host)]);
    sides = new HostSide[topology.hosts()];
    paths = new Paths(topology, ports, streams);
    lookAhead = new LookAhead(ports, packets, paths, sides);
    cuts = new Cuts(this, ports, packets, paths, loop);
  }

  // ---------------------------------------------------------------- hosts

  /** Says who stands at a host's end; before anything is sent to that host. */
  public void attach(int host, HostSide side) {
    sides[host] = side;
  }

  /** Who stands at a host's end; null if nobody does. */
  public HostSide side(int host) {
    return sides[host];
  }

  /** Tells an observer what happens from now on; null for nobody. */
  public void observe(FabricObserver toBeTold) {
    observer = toBeTold;
  }

  /** Logs what pauses do, if any are; whom it returns, or null, is to be told as well. */
  public FabricObserver logPauses(EventSink sink) {
    return pauses == null ? null : pauses.log(sink, packets);
  }

  /** The frames. */
  public Packets packets() {
    return packets;
  }

  /** The class of frames with a DSCP. */
  public int classOf(int dscp) {
    return classes.classOf(dscp);
  }

  /** The topology. */
  public Topology topology() {
    return topology;
  }

  /**
   * Hands a frame to a host's own port, which sends it as soon as its class's turn comes. Its
   * header must be complete. From now on the slot is the fabric's.
   */
  public void send(int host, int packet) {
    if (pulling) {
      throw new IllegalStateException("host " + host + " sends while it is asked for a frame");
    }
    Port port = hostPorts[host];
    take(host, packet);
    enqueue(port, packet, NOWHERE, loop.nowPs());
  }

  /** Says that a host has frames to be pulled, from now on or still. */
  public void ready(int host) {
    Port port = hostPorts[host];
    long nowPs = loop.nowPs();
    settle(port, nowPs);
    if (port.puller == null || port.pullAtPs > nowPs) {
      port.puller = sides[host];
      port.pullAtPs = 0;
      port.freeAtPs = Math.max(port.freeAtPs, nowPs);
      settle(port, nowPs);
    }
    rearm(port);
  }

  /** How much later than it was a host may be asked for a frame, at most. */
  public long pullsLateByPs(int host) {
    return hostPorts[host].kind.delayPs();
  }

  /** Begins every frame that a host must have begun by now; before the host changes its mind. */
  public void settle(int host) {
    settle(hostPorts[host], loop.nowPs());
  }

  private void take(int host, int packet) {
    if (packets.flags(packet) != Packets.IN_USE) {
      throw new IllegalStateException("packet " + packet + " cannot be sent by host " + host);
    }
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    int destination = headers.destination(octets, at);
    boolean known = destination >= 0 && destination < hostPorts.length;
    packets.flag(packet, Packets.IN_FABRIC);
    packets.travels(
        packet,
        host,
        known ? destination : -1,
        Paths.of(headers.flow(octets, at), headers.entropy(octets, at)));
    classes.classify(packets, packet, headers.dscp(octets, at), headers.ecn(octets, at));
    packets.frameBytes(
        packet, packets.headerBytes(packet) + packets.payloadBytes(packet) + overhead(packet));
    if (packets.frameBytes(packet) <= 0) {
      throw new IllegalArgumentException("packet " + packet + " is empty");
    }
    sent++;
  }

  private int overhead(int packet) {
    return packets.isTagged(packet) ? overheadBytes + Vlan.SIZE : overheadBytes;
  }

  /** What a frame that is not sent yet will take on a link, with its tag where it gets one. */
  public int frameBytes(int packet) {
    return packets.headerBytes(packet)
        + packets.payloadBytes(packet)
        + overheadBytes
        + (classes.areTagged() ? Vlan.SIZE : 0);
  }

  // --------------------------------------------------------------- queues

  /**
   * A frame could begin at a port now: decides on it, queues it, or begins it at once.
   *
   * @param from the port that it came by
   */
  private void enqueue(Port port, int packet, int from, long nowPs) {
    settle(port, nowPs);
    if (!port.isUp) {
      drop(nowPs, port.number, packet, DropReason.LINK_DOWN);
      return;
    }
    int trafficClass = packets.trafficClass(packet);
    if ((port.droppingClasses & 1 << trafficClass) != 0) {
      drop(nowPs, port.number, packet, DropReason.WATCHDOG);
      return;
    }
    int frameBytes = packets.frameBytes(packet);
    long queued = port.queuedBytes(trafficClass);
    long free = freeBytes(port, trafficClass, nowPs);
    PortRole[] roles = port.kind.treatment().roles;
    PortRole role = roles == null ? null : roles[trafficClass];
    boolean marks = false;
    boolean cuts = false;
    if (role != null) {
      int ecn = packets.ecn(packet);
      PortVerdict verdict =
          role.onEnqueue(
              queued,
              free,
              frameBytes,
              ecn,
              RandomStream.draw32(port.markStream, port.markDraws++));
      if (verdict == PortVerdict.DROP) {
        drop(nowPs, port.number, packet, DropReason.ROLE);
        return;
      }
      marks = verdict == PortVerdict.MARK && Ecn.canBeMarked(ecn);
      cuts = verdict == PortVerdict.TRIM;
    }
    if (cuts || frameBytes > free) {
      if (!trim(port, packet, nowPs)) {
        drop(nowPs, port.number, packet, cuts ? DropReason.ROLE : DropReason.NO_ROOM);
        return;
      }
      trafficClass = packets.trafficClass(packet);
      frameBytes = packets.frameBytes(packet);
      if (frameBytes > freeBytes(port, trafficClass, nowPs)) {
        drop(nowPs, port.number, packet, DropReason.NO_ROOM);
        return;
      }
    } else if (marks) {
      mark(port, packet, trafficClass, queued, nowPs);
    }
    if (port.ingress != null) {
      int lane = ingress.lane(from, trafficClass);
      if (pauses != null && !pauses.admit(lane, frameBytes, nowPs)) {
        drop(nowPs, port.number, packet, DropReason.NO_HEADROOM);
        return;
      }
      packets.lane(packet, lane);
      count(lane, frameBytes, nowPs);
    }
    port.hold(packets, packet, nowPs);
    boolean begins = port.isIdleFor(trafficClass, nowPs);
    if (!begins) {
      port.append(packets, packet, trafficClass, frameBytes);
    }
    if (observer != null) {
      observer.enqueued(nowPs, port.number, packet, trafficClass, port.queuedBytes(trafficClass));
    }
    if (begins) {
      begin(port, packet, nowPs);
    }
    rearm(port);
  }

  private void mark(Port port, int packet, int trafficClass, long queued, long atPs) {
    headers.markCe(packets.octets(), packets.at(packet));
    packets.treatment(packet, trafficClass, Ecn.CE);
    marked++;
    if (observer != null) {
      observer.marked(atPs, port.number, packet, queued);
    }
  }

  /** Cuts a frame down to its header, if it and the port allow that. */
  private boolean trim(Port port, int packet, long nowPs) {
    byte[] octets = packets.octets();
    int at = packets.at(packet);
    if (!port.kind.treatment().trims[packets.trafficClass(packet)]
        || !classes.isTrimmable(headers.dscp(octets, at))) {
      return false;
    }
    int dscp = classes.trimmedDscp(port.kind.leadsToHost());
    int left = headers.trim(octets, at, packets.headerBytes(packet), dscp);
    packets.headerBytes(packet, left);
    packets.payload(packet, packets.payloadRegion(packet), packets.payloadOffset(packet), 0);
    packets.flag(packet, Packets.TRIMMED);
    classes.classify(packets, packet, dscp, packets.ecn(packet));
    packets.frameBytes(packet, left + overhead(packet));
    trimmed++;
    if (observer != null) {
      observer.trimmed(nowPs, port.number, packet);
    }
    return true;
  }

  /** What a class at a port can still take: of the queue, the port and the switch. */
  private long freeBytes(Port port, int trafficClass, long nowPs) {
    Treatment treatment = port.kind.treatment();
    long free =
        Math.min(
            treatment.bufferBytes - port.heldBytes,
            treatment.limitBytes[trafficClass] - port.queuedBytes(trafficClass));
    SharedBuffer shared = port.shared;
    if (shared != null && shared.limitBytes - shared.heldBytes < free) {
      for (int i = shared.holders() - 1; i >= 0; i--) { // may hold frames that have left
        settle(shared.holder(i), nowPs);
      }
      free = Math.min(free, shared.limitBytes - shared.heldBytes);
    }
    return free;
  }

  /** A switch holds more of what came over a link, or less. */
  void count(int lane, long bytes, long atPs) {
    long now = ingress.add(lane, bytes);
    if (pauses != null && bytes < 0) {
      pauses.release(lane, -bytes, atPs);
    }
    if (observer != null) {
      observer.ingressChanged(atPs, ingress.port(lane), ingress.trafficClass(lane), now);
    }
  }

  // ---------------------------------------------------------------- links

  /**
   * Begins every frame that must have begun at a port by now, each at its instant. A frame that
   * comes at the very instant at which the port is free finds the one behind already begun.
   */
  void settle(Port port, long nowPs) {
    while (port.freeAtPs <= nowPs) {
      if (port.sendingBytes > 0) {
        port.letGo(port.sendingBytes);
        if (port.ingress != null) {
          count(port.sendingLane, -port.sendingBytes, port.freeAtPs);
        }
        port.sendingBytes = 0;
      }
      if (!port.isUp) {
        return;
      }
      if (port.owes) {
        pauses.send(port, port.freeAtPs);
      } else if (port.readyClasses() != 0) {
        begin(port, port.takeNext(packets), port.freeAtPs);
      } else if (!port.pulls() || !pull(port, nowPs)) {
        return;
      }
    }
  }

  /** Asks a host for a frame that can begin by now; answers whether there is more to do by then. */
  private boolean pull(Port port, long nowPs) {
    if (port.pullAtPs > nowPs) {
      return false;
    }
    port.freeAtPs = Math.max(port.freeAtPs, port.pullAtPs);
    pulling = true;
    int packet = port.puller.pull(port.freeAtPs, port.pausedClasses);
    pulling = false;
    if (packet == Packets.NONE) {
      port.pullAtPs = port.puller.pullAgainPs();
      if (port.pullAtPs <= port.freeAtPs) {
        throw new IllegalStateException("a host without a frame has one at the same time");
      }
      if (port.pullAtPs == HostSide.NEVER) {
        port.puller = null;
        port.pullAtPs = 0;
      }
      return port.puller != null;
    }
    take(port.fromHost, packet);
    port.hold(packets, packet, port.freeAtPs);
    if (observer != null) {
      observer.enqueued(port.freeAtPs, port.number, packet, packets.trafficClass(packet), 0);
    }
    begin(port, packet, port.freeAtPs);
    if (port.pullAtPs != 0) { // nothing was appointed while the host had no frame
      port.pullAtPs = 0;
      rearm(port);
    }
    return true;
  }

  /** Begins to send a frame: all of its way to the next queue is known from here on. */
  private void begin(Port port, int packet, long startPs) {
    PortKind kind = port.kind;
    if (kind.treatment().leaving != null) {
      askLeaving(port, packet, startPs);
    }
    int frameBytes = packets.frameBytes(packet);
    long frameTimePs = frameBytes * kind.psPerByte();
    port.freeAtPs = startPs + frameTimePs;
    port.sendingBytes = frameBytes;
    if (port.ingress != null) {
      port.sendingLane = packets.lane(packet);
    }
    port.sentBytes += frameBytes;
    hops++;
    if (observer != null) {
      int trafficClass = packets.trafficClass(packet);
      observer.dequeued(startPs, port.number, packet, trafficClass, port.queuedBytes(trafficClass));
    }
    long whenPs = startPs + kind.delayPs();
    int out;
    if (kind.leadsToHost()) {
      whenPs += frameTimePs;
      out = packets.to(packet) == port.farEnd ? ~port.farEnd : NO_ROUTE;
    } else {
      out = paths.onward(port.farEnd, packets.to(packet), packets.path(packet));
      if (!kind.toCutThrough()) {
        whenPs += frameTimePs;
      } else if (kind.mayMeetFaster() && out != NO_ROUTE) {
        whenPs += Math.max(0, frameTimePs - frameBytes * ports[out].kind.psPerByte());
      }
    }
    if (port.faults == null) {
      port.fly(packet, out, whenPs);
    } else {
      disturb(port, packet, out, whenPs);
    }
  }

  /** Has the role of a queue look at the frame that begins to leave it. */
  private void askLeaving(Port port, int packet, long startPs) {
    int trafficClass = packets.trafficClass(packet);
    DequeueRole role = port.kind.treatment().leaving[trafficClass];
    if (role == null) {
      return;
    }
    int ecn = packets.ecn(packet);
    long queued = port.queuedBytes(trafficClass);
    PortVerdict verdict =
        role.onDequeue(
            startPs,
            queued,
            startPs - packets.cameAtPs(packet),
            port.sentBytes,
            port.kind.psPerByte(),
            ecn,
            RandomStream.draw32(port.leaveStream, port.leaveDraws++),
            packets.octets(),
            packets.at(packet),
            packets.headerBytes(packet));
    if (verdict == PortVerdict.MARK && Ecn.canBeMarked(ecn)) {
      mark(port, packet, trafficClass, queued, startPs);
    } else if (verdict != PortVerdict.PASS && verdict != PortVerdict.MARK) {
      throw new IllegalStateException(
          topology.portName(port.number) + ": " + verdict + " for a frame that leaves");
    }
  }

  /** What a faulty link does; as many draws for each frame, whatever they come to. */
  private void disturb(Port port, int packet, int out, long whenPs) {
    LinkFaults faults = port.faults;
    boolean loses = port.faultChance.next32() < faults.lossOf32();
    boolean damages = port.faultChance.next32() < faults.damageOf32();
    boolean repeats = port.faultChance.next32() < faults.repeatOf32();
    boolean reorders = port.faultChance.next32() < faults.reorderOf32();
    long latePs = 1 + Math.multiplyHigh(port.faultChance.nextLong() >>> 1, 2 * faults.latestPs());
    if (loses) {
      packets.flag(packet, Packets.LOST);
    } else if (damages) {
      packets.flag(packet, Packets.DAMAGED);
    }
    int copy = repeats && !loses ? packets.copyOf(packet) : Packets.NONE;
    if (reorders) {
      packets.next(packet, port.number); // in no list now
      packets.out(packet, out);
      loop.at(whenPs + latePs, this::arriveLate, packet);
    } else {
      port.fly(packet, out, whenPs);
    }
    if (copy != Packets.NONE) {
      repeated++;
      port.fly(copy, out, whenPs);
    }
  }

  /** The first frame on a link can leave the next switch, or could be there by now. */
  private final class Landing implements EventHandler {
    @Override
    public void fire(int place) {
      Port port = portsByName[place];
      long nowPs = loop.nowPs();
      port.lands = false;
      settle(port, nowPs);
      if (port.hasFlight() && port.firstWhenPs() <= nowPs) {
        long flier = port.land();
        rearm(port);
        handOver(port.number, Port.packet(flier), Port.out(flier), nowPs);
      } else {
        rearm(port);
      }
    }

    @Override
    public long lookAt(int place, int step) {
      return lookAhead.at(portsByName[place], step);
    }
  }

  private void arriveLate(int packet) {
    handOver(packets.next(packet), packet, packets.out(packet), loop.nowPs());
  }

  private void wake(int place) {
    Port port = portsByName[place];
    port.wakes = false;
    settle(port, loop.nowPs());
    rearm(port);
  }

  /**
   * Appoints a port's next event, if none is: for the first frame on the link or, if there is none
   * but one will begin, for the earliest instant at which that could matter.
   */
  void rearm(Port port) {
    if (!port.lands) {
      if (port.hasFlight()) {
        port.lands = true;
        loop.appoint(landings + port.place, port.key, port.firstWhenPs());
      } else if (port.isUp && port.hasMore()) {
        port.lands = true;
        loop.appoint(landings + port.place, port.key, port.freeAtPs + port.kind.delayPs());
      }
    }
    boolean matters = punctual && port.isUp && port.hasMore();
    boolean counts = port.ingress != null && (port.sendingBytes > 0 || port.hasMore());
    if ((matters || counts) && port.isUp && !port.wakes) {
      port.wakes = true;
      loop.appoint(wakings + port.place, port.key, port.freeAtPs);
    }
  }

  /** Has a port go on that had stood still. */
  void resume(Port port, long nowPs) {
    port.freeAtPs = Math.max(port.freeAtPs, nowPs);
    settle(port, nowPs);
    rearm(port);
  }

  private void handOver(int from, int packet, int out, long nowPs) {
    int flags = packets.flags(packet);
    if ((flags & Packets.LOST) != 0) {
      drop(nowPs, from, packet, DropReason.LOST);
    } else if ((flags & Packets.CUT_OFF) != 0) {
      drop(nowPs, from, packet, DropReason.LINK_DOWN);
    } else if ((flags & Packets.DAMAGED) != 0 && !ports[from].kind.toCutThrough()) {
      drop(nowPs, from, packet, DropReason.DAMAGED);
    } else if (out >= 0) {
      enqueue(ports[out], packet, from, nowPs);
    } else if (out == NO_ROUTE) {
      drop(nowPs, from, packet, DropReason.NO_ROUTE);
    } else {
      deliver(~out, packet, nowPs);
    }
  }

  private void deliver(int host, int packet, long nowPs) {
    settle(hostPorts[host], nowPs);
    delivered++;
    if (observer != null) {
      observer.delivered(nowPs, host, packet);
    }
    sides[host].deliver(packet, nowPs);
    packets.recycle(packet);
  }

  void drop(long nowPs, int port, int packet, DropReason why) {
    dropped[why.ordinal()]++;
    if (observer != null) {
      observer.dropped(nowPs, port, packet, why);
    }
    packets.recycle(packet);
  }

  // --------------------------------------------------------------- faults

  /** Has one direction of a link disturb frames from now on. */
  public void disturb(int number, LinkFaults faults) {
    Port port = ports[number];
    settle(port, loop.nowPs());
    if (port.faultChance == null) {
      port.faultChance = streams.stream("fault/" + topology.portName(number));
    }
    port.faults = faults;
  }

  /**
   * Takes a link down or up, both directions. What was queued for it or under way on it is lost;
   * switches at its ends use other shortest ways, if there are any, while those further away do not
   * notice before {@link #computeRoutes}.
   */
  public void setLink(int link, boolean up) {
    cuts.set(link, up);
  }

  /**
   * Begins or ends a storm of pause frames from the end of a link at which a port is.
   *
   * @throws IllegalStateException if no switch pauses any port
   */
  public void storm(int number, boolean begins) {
    if (pauses == null) {
      throw new IllegalStateException("no port can be paused");
    }
    pauses.storm(number, begins);
  }

  /** Drops all frames that wait at a port in some classes, as a watchdog does in a storm. */
  void discard(Port port, int some) {
    cuts.discard(port, some);
  }

  /** Computes all paths anew over the links that are up, as a routing protocol does in the end. */
  public void computeRoutes() {
    Arrays.asList(ports).forEach(port -> settle(port, loop.nowPs()));
    paths.compute();
  }

  // --------------------------------------------------------------- counts

  /** What has become of all frames. */
  public FabricCounts counts() {
    return new FabricCounts(
        sent, repeated, delivered, Arrays.stream(dropped).sum(), marked, trimmed, hops);
  }

  /** How many frames have been dropped for this reason. */
  public long dropped(DropReason why) {
    return dropped[why.ordinal()];
  }

  /** What pause frames have said so far. */
  public PauseCounts pauses() {
    return pauses == null ? PauseCounts.NONE : pauses.counts();
  }

  /** Bytes that a port has begun to send; over time, how busy it is. */
  public long sentBytes(int port) {
    settle(ports[port], loop.nowPs());
    return ports[port].sentBytes;
  }

  /** Bytes that a port holds, waiting or being sent. */
  public long heldBytes(int port) {
    settle(ports[port], loop.nowPs());
    return ports[port].heldBytes;
  }

  /**
   * Bytes that a switch holds, waiting or being sent, of one class and of what came over one link.
   *
   * @param port the port that sends to the switch, at the other end of that link
   * @throws IllegalArgumentException if the switch does not count that, see {@link
   *     FabricRules#countsIngress}
   */
  public long ingressBytes(int port, int trafficClass) {
    int node = topology.portTo(port);
    int[] out = topology.portsOf(node);
    if (topology.isHost(node) || ports[out[0]].ingress == null) {
      throw new IllegalArgumentException(
          topology.name(node) + " does not count what comes by " + topology.portName(port));
    }
    Arrays.stream(out).forEach(each -> settle(ports[each], loop.nowPs()));
    return ingress.held(ingress.lane(port, trafficClass));
  }
}
