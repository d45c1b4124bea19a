package dev.sluice.host.roce;

import dev.sluice.fabric.Fabric;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Flows;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.host.roce.connection.Service;
import dev.sluice.host.roce.hpcc.HpccEnds;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequesterParams;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStreams;
import dev.sluice.trace.EventSink;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A RoCEv2 NIC at every host of a fabric, and the flows that they carry.
 *
 * <p>Flows are numbered from 0 on in the order of the calls. Each is one request: a WRITE, a SEND,
 * a READ or an ATOMIC. Flows of two hosts, one job and one {@link Service} share a connection, and
 * go one after the other there; others have connections of their own.
 */
public final class RoceSystem {
  /** The time of what has not happened. */
  public static final long NEVER = Flows.NEVER;

  /** What a frame takes on a link beside its IP packet: Ethernet header, FCS, preamble and gap. */
  public static final int FRAME_OVERHEAD_BYTES = 14 + 4 + 8 + 12;

  /** What an acknowledgment takes on a link, all counted. */
  public static final int ACK_FRAME_BYTES = FRAME_OVERHEAD_BYTES + Answering.acknowledgmentBytes();

  /** What a whole packet of data takes on a link, all counted: one with neither RETH nor tag. */
  public static int frameBytes(boolean isIpv6, int mtu, boolean isLdcp) {
    return framed(isIpv6, Opcode.WRITE_MIDDLE, isLdcp) + mtu;
  }

  /** The same of a packet with telemetry for HPCC++. */
  public static int frameBytes(boolean isIpv6, int mtu, HpccEnds hpcc) {
    return frameBytes(isIpv6, mtu, false) + hpcc.octets();
  }

  /** What an acknowledgment takes on a link, all counted but for a tag. */
  public static int ackFrameBytes(boolean isIpv6, boolean isLdcp) {
    return framed(isIpv6, Opcode.ACKNOWLEDGE, isLdcp);
  }

  private static int framed(boolean isIpv6, int opcode, boolean isLdcp) {
    int beside = isLdcp ? LdcpHeader.SIZE : 0;
    return FRAME_OVERHEAD_BYTES + RoceFrames.headerBytes(isIpv6, opcode) + beside;
  }

  /** The most bytes of a message. */
  public static final long LARGEST = 1L << 31;

  /** The bytes of an ATOMIC. */
  public static final int ATOMIC_BYTES = 8;

  /** Whose connection it is. */
  private record Pair(int from, int to, int job, Service service) {}

  private final EventLoop loop;
  private final RandomStreams streams;
  private final RoceNic[] nics;
  private final Map<Pair, RequestingQp> connections = new HashMap<>();
  private final Flows flows;
  private Verb[] verbs = new Verb[64];
  private Service[] services = new Service[64];
  private Completion[] endings = new Completion[64];
  private RoceObserver observer;

  /** NICs at every host of a fabric, each configured as the function says of its host. */
  public RoceSystem(
      Fabric fabric, EventLoop loop, RandomStreams streams, IntFunction<RoceParams> params) {
    this(Host.all(fabric, loop, streams), fabric.topology().hosts(), loop, streams, params);
  }

  /** The same at hosts, so many of them, that may speak something else besides. */
  public RoceSystem(
      IntFunction<Host> hosts,
      int count,
      EventLoop loop,
      RandomStreams streams,
      IntFunction<RoceParams> params) {
    this.loop = loop;
    this.streams = streams;
    flows = new Flows(loop, this::begin);
    nics = new RoceNic[count];
    for (int host = 0; host < nics.length; host++) {
      nics[host] = new RoceNic(this, hosts.apply(host), params.apply(host));
    }
  }

  /** A pool of frames with room for the headers that NICs write. */
  public static Packets packets() {
    return new Packets(RoceFrames.HEADER_ROOM);
  }

  /** The same for NICs that are configured so, beside others that need so much room. */
  public static Packets packets(RoceParams params, int atLeast) {
    return new Packets(Math.max(atLeast, RoceFrames.HEADER_ROOM + params.hpcc().mostOctets()));
  }

  /** Tells an observer what happens from now on; null for nobody. */
  public void observe(RoceObserver toBeTold) {
    observer = toBeTold;
    for (RoceNic nic : nics) {
      nic.observer = toBeTold;
    }
  }

  /**
   * Tells a log of every transition of the kernels of connections that are made from now on; null
   * for nobody. Times come in order only where the fabric is punctual.
   */
  public void log(EventSink sink) {
    for (RoceNic nic : nics) {
      nic.log(sink);
    }
  }

  /** The NIC of a host. */
  RoceNic nic(int host) {
    return nics[host];
  }

  /** Gives each NIC the faults of its host. */
  void plant(IntFunction<RoceFaultPoints> points) {
    for (RoceNic nic : nics) {
      nic.plant(points.apply(nic.number));
    }
  }

  // ---------------------------------------------------------------- flows

  /** Has a host ask something of another one, treated as its NIC has it. */
  public int ask(Op op, int source, int destination, int job, long bytes, long startPs) {
    Service usual = nics[source].params.service();
    return ask(Verb.of(op), usual, source, destination, job, bytes, startPs);
  }

  /**
   * Has a host ask something of another one.
   *
   * @param job flows of the same job and service share a connection
   * @param bytes of the message, or to be read; of an ATOMIC 8
   * @param startPs when the request comes to the NIC, in picoseconds; not in the past
   * @return the flow's number
   * @throws IllegalArgumentException if there can be no such flow
   */
  @Requirement({"RC-15", "RCM-10"})
  public int ask(
      Verb verb, Service service, int source, int destination, int job, long bytes, long startPs) {
    boolean isAtomic = verb == Verb.ATOMIC;
    boolean isRead = verb == Verb.READ;
    if (source == destination
        || bytes <= 0
        || bytes > LARGEST
        || isAtomic && bytes != ATOMIC_BYTES) {
      throw new IllegalArgumentException(
          verb + " of " + bytes + " bytes between " + source + " and " + destination);
    }
    RoceParams params = nics[source].params;
    if (isRead && params.packets(bytes) > params.window()) {
      throw new IllegalArgumentException(
          "READ of %d packets, and a window of %d PSNs"
              .formatted(params.packets(bytes), params.window()));
    }
    int flow = flows.add(source, destination, job, 0, bytes, startPs, isRead);
    if (flow == verbs.length) {
      verbs = Arrays.copyOf(verbs, 2 * flow);
      services = Arrays.copyOf(services, 2 * flow);
      endings = Arrays.copyOf(endings, 2 * flow);
    }
    verbs[flow] = verb;
    services[flow] = service;
    endings[flow] = Completion.OPEN;
    return flow;
  }

  private void begin(int flow) {
    int source = flows.source(flow);
    RoceNic nic = nics[source];
    nic.host.settle();
    if (observer != null) {
      observer.flowBegun(loop.nowPs(), flow, source, flows.destination(flow), flows.bytes(flow));
    }
    Pair pair = new Pair(source, flows.destination(flow), flows.job(flow), services[flow]);
    RequestingQp connection = connections.computeIfAbsent(pair, this::connect);
    if (!connection.post(flow, verbs[flow], flows.bytes(flow))) {
      ended(flow, Completion.FLUSHED, loop.nowPs());
    }
    nic.host.feed();
  }

  /** Both ends at once, as if a connection manager had been at work. */
  private RequestingQp connect(Pair pair) {
    RoceNic asks = nics[pair.from];
    RoceNic answers = nics[pair.to];
    int here = asks.nextQp();
    long firstPsn =
        asks.params.firstPsn() >= 0
            ? asks.params.firstPsn()
            : streams.stream("roce/" + pair.from + "/psn/" + here).nextLong()
                & RequesterParams.MODULUS - 1;
    int there = answers.nextQp();
    answers.answering(asks.params, pair.from, here, firstPsn, pair.service);
    return asks.asking(pair.to, there, firstPsn, pair.service);
  }

  void ended(int flow, Completion how, long atPs) {
    endings[flow] = how;
    if (how == Completion.DONE) {
      flows.complete(flow, atPs);
    }
    if (observer != null) {
      observer.flowEnded(atPs, flow, how);
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

  /** What a flow's user has heard of it. */
  public Completion ending(int flow) {
    return endings[flow];
  }

  /** When a flow was complete, or {@link #NEVER}. */
  public long completedPs(int flow) {
    return flows.completedPs(flow);
  }

  /** Whether no request is open and no answer waits. */
  public boolean isAtRest() {
    for (RoceNic nic : nics) {
      if (!nic.isAtRest()) {
        return false;
      }
    }
    return true;
  }

  /** All queue pairs, a line each. */
  public String describe() {
    StringBuilder text = new StringBuilder();
    for (RoceNic nic : nics) {
      nic.describe(text);
    }
    return text.toString();
  }
}
