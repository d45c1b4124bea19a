package dev.sluice.host.uet;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Flows;
import dev.sluice.host.Host;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.trace.EventSink;
import dev.sluice.wire.uet.AckCc;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A NIC at every host of a fabric, and the flows that they carry.
 *
 * <pre>{@code
 * EventLoop loop = new EventLoop();
 * RandomStreams streams = new RandomStreams(seed);
 * FabricConfig config = new FabricConfig(new UetHeaderFormat(), TrafficClasses.standard(), rules,
 *     NicSystem.FRAME_OVERHEAD_BYTES, false);
 * Fabric fabric = new Fabric(topology, config,
 *     NicSystem.packets(), loop, streams);
 * NicSystem nics = new NicSystem(fabric, loop, streams, NicParams.sourceDocuments());
 * int flow = nics.write(0, 1, 7, 0, 20_000_000, 0);
 * loop.run(untilPs, maxEvents);
 * nics.completedPs(flow);   // or NicSystem.NEVER
 * nics.isAtRest();          // everything is released
 * }</pre>
 *
 * <p>Flows are numbered from 0 on in the order of the calls. Each has a region of memory of its own
 * at both ends, named by its number; the payload of frames refers to the source's.
 */
public final class NicSystem {
  /** The time of what has not happened. */
  public static final long NEVER = Flows.NEVER;

  /** What a frame takes on a link beside IP packet: Ethernet header, FCS, preamble and gap. */
  public static final int FRAME_OVERHEAD_BYTES = 14 + 4 + 8 + 12;

  /** What an acknowledgment takes on a link, all counted. */
  public static final int ACK_FRAME_BYTES = FRAME_OVERHEAD_BYTES + Frames.PDS + AckCc.SIZE;

  private final Fabric fabric;
  private final EventLoop loop;
  private final Nic[] nics;
  private final Map<Object, Object> shared = new HashMap<>();
  private NicObserver observer;

  private final Flows flows;

  /** NICs that are all configured alike, at every host of a fabric. */
  public NicSystem(Fabric fabric, EventLoop loop, RandomStreams streams, NicParams params) {
    this(fabric, loop, streams, host -> params);
  }

  /** NICs at every host of a fabric, each configured as the function says of its host. */
  public NicSystem(
      Fabric fabric, EventLoop loop, RandomStreams streams, IntFunction<NicParams> params) {
    this(Host.all(fabric, loop, streams), fabric, loop, params);
  }

  /** The same at hosts that may speak something else besides. */
  public NicSystem(
      IntFunction<Host> hosts, Fabric fabric, EventLoop loop, IntFunction<NicParams> params) {
    this(hosts, fabric, loop, params, host -> FaultPoints.NONE);
  }

  NicSystem(
      Fabric fabric,
      EventLoop loop,
      RandomStreams streams,
      IntFunction<NicParams> params,
      IntFunction<FaultPoints> points) {
    this(Host.all(fabric, loop, streams), fabric, loop, params, points);
  }

  private NicSystem(
      IntFunction<Host> hosts,
      Fabric fabric,
      EventLoop loop,
      IntFunction<NicParams> params,
      IntFunction<FaultPoints> points) {
    this.fabric = fabric;
    this.loop = loop;
    flows = new Flows(loop, this::begin);
    nics = new Nic[fabric.topology().hosts()];
    for (int host = 0; host < nics.length; host++) {
      nics[host] = new Nic(this, hosts.apply(host), alike(params.apply(host)), points.apply(host));
    }
  }

  /** A pool of frames with room for the headers that NICs write. */
  public static Packets packets() {
    return new Packets(Frames.HEADER_ROOM);
  }

  /** The room for headers in such a pool, in octets. */
  public static int headerRoom() {
    return Frames.HEADER_ROOM;
  }

  /** One and the same of all equal values: NICs that are configured alike share what says so. */
  @SuppressWarnings("unchecked")
  <T> T alike(T value) {
    return (T) shared.computeIfAbsent(value, first -> first);
  }

  Fabric fabric() {
    return fabric;
  }

  EventLoop loop() {
    return loop;
  }

  /** Tells an observer what happens from now on; null for nobody. */
  public void observe(NicObserver toBeTold) {
    observer = toBeTold;
    for (Nic nic : nics) {
      nic.observer = toBeTold;
    }
  }

  /**
   * Tells a log of every transition of the kernels, from now on; null for nobody. Times come in
   * order only where the fabric is punctual.
   */
  public void log(EventSink sink) {
    for (Nic nic : nics) {
      nic.log.to(sink);
    }
  }

  // ---------------------------------------------------------------- flows

  /**
   * Has a host write into another one's memory.
   *
   * @param job part of what decides which PDC serves it
   * @param trafficClass 0 to 4
   * @param startPs when the request comes to the NIC; not in the past
   * @return the flow's number
   */
  public int write(
      int source, int destination, int job, int trafficClass, long bytes, long startPs) {
    return flow(source, destination, job, trafficClass, bytes, startPs, false);
  }

  /**
   * Has a host read from another one's memory. The request goes to that host, which sends the data
   * on a PDC of its own; the flow is complete when all of it is in the reader's memory.
   *
   * @param source the reader
   * @param destination whose memory is read
   * @return the flow's number
   */
  public int read(
      int source, int destination, int job, int trafficClass, long bytes, long startPs) {
    return flow(source, destination, job, trafficClass, bytes, startPs, true);
  }

  private int flow(
      int source,
      int destination,
      int job,
      int trafficClass,
      long bytes,
      long startPs,
      boolean reads) {
    if (source == destination || bytes <= 0 || bytes > 0xFFFF_FFFFL) {
      throw new IllegalArgumentException(
          "a flow of " + bytes + " bytes between " + source + " and " + destination);
    }
    if (trafficClass < 0 || trafficClass >= NicParams.TRAFFIC_CLASSES) {
      throw new IllegalArgumentException("no traffic class of data: " + trafficClass);
    }
    return flows.add(source, destination, job, trafficClass, bytes, startPs, reads);
  }

  private void begin(int flow) {
    Nic nic = nics[flows.source(flow)];
    nic.host.settle();
    if (observer != null) {
      observer.flowBegun(
          loop.nowPs(), flow, flows.source(flow), flows.destination(flow), flows.bytes(flow));
    }
    Message message;
    int id = nic.source.nextMessageId();
    if (flows.isRead(flow)) {
      message = Message.read(flow, id, flows.job(flow), flows.bytes(flow));
      nic.source.awaits(message);
    } else {
      message = Message.write(flow, id, flows.job(flow), flows.bytes(flow));
    }
    nic.source.post(flows.destination(flow), flows.trafficClass(flow), message);
  }

  void completed(int flow, long atPs) {
    flows.complete(flow, atPs);
    if (observer != null) {
      observer.flowCompleted(atPs, flow);
    }
  }

  // ---------------------------------------------------------------- queries

  /** How many flows there are. */
  public int flows() {
    return flows.count();
  }

  /** How many flows are complete. */
  public int completedFlows() {
    return flows.completed();
  }

  /** When a flow's request came to its NIC. */
  public long startedPs(int flow) {
    return flows.startedPs(flow);
  }

  /** When a flow was complete: in memory, and known to be so where it was asked for. */
  public long completedPs(int flow) {
    return flows.completedPs(flow);
  }

  /** A flow's source. */
  public int source(int flow) {
    return flows.source(flow);
  }

  /** A flow's destination. */
  public int destination(int flow) {
    return flows.destination(flow);
  }

  /** How many bytes a flow moves. */
  public long bytes(int flow) {
    return flows.bytes(flow);
  }

  /**
   * Whether all is released: no PDC, CCC, table entry, resting id or uncommitted packet is left.
   */
  public boolean isAtRest() {
    for (Nic nic : nics) {
      if (!nic.source.isAtRest() || !nic.target.isAtRest()) {
        return false;
      }
    }
    return true;
  }

  /** All that is not released, a line or more for each PDC and CCC; empty at rest. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (Nic nic : nics) {
      nic.source.describe(text);
      nic.target.describe(text);
    }
    return text.toString();
  }

  /** PDCs that a host has, as a source and as a target. */
  public int openPdcs(int host) {
    return nics[host].source.openPdcs() + nics[host].target.openPdcs();
  }

  /** CCCs that a host has, as a source and as a target. */
  public int openCccs(int host) {
    return nics[host].source.openCccs() + nics[host].target.openCccs();
  }

  /** Entries of a host's Active Sender Table. */
  public int activeSenders(int host) {
    return nics[host].target.activeSenders();
  }
}
