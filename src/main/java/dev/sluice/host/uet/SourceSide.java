package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.host.Addresses;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.Psn32;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The half of a NIC that sends data: requests become PDCs and CCCs, and these become packets, one
 * at a time, as the link asks for them.
 */
final class SourceSide {
  private static final int MODE_RUD = 0;

  /** How many CCC_IDs there are. */
  static final int CCC_IDS = CccManager.WIRE_IDS;

  final Nic nic;
  final NicParams params;
  final EventLoop loop;
  final Frames frames;
  final FaultPoints points;
  final boolean credits;
  final boolean scheduled;
  private final Initiator.Params initiatorParams;
  final CreditParams creditParams;
  final SendPermission permission;
  private final RandomStream psnChance;

  private final EventHandler retransmission;
  private final EventHandler close;
  private final EventHandler configuring;
  final EventHandler resuming;

  final PdsManager pds;
  final CccManager cccs;
  final ContextEffects effects = new ContextEffects();
  final Initiator initiator;
  final InitiatorEffects told;
  final PacketInHand inHand;

  final Sending sending;
  final CreditAsking asking;
  final Acknowledgments acks;
  final Losses losses;
  final Closing closing;
  final EntropyChoice entropy;

  /** By their number with the PDS Manager, their id on the wire, and the CCC's id. */
  SendingPdc[] pdcs = new SendingPdc[8];

  SendingPdc[] bySpdcid = new SendingPdc[8];
  SendingCcc[] byCcc = new SendingCcc[2];

  /** What waits for a free id. */
  private final ArrayDeque<Message> stalledMessages = new ArrayDeque<>();

  private final ArrayDeque<PdsManager.Request> stalledRequests = new ArrayDeque<>();
  private final List<SendingPdc> unbound = new ArrayList<>();

  /** SPDCIDs of PDCs that are allocated, and not open yet. */
  private final BitSet taken = new BitSet();

  private long lastPsn;
  private int messageIds;
  private int requests;

  SourceSide(Nic nic) {
    this.nic = nic;
    params = nic.params;
    loop = nic.loop;
    frames = nic.frames;
    points = nic.points;
    credits = params.congestionControl().rccc();
    scheduled = !params.isSourceDocuments();
    initiatorParams =
        new Initiator.Params(
            Addresses.of(nic.number),
            Psn.WIRE_MODULUS,
            Psn.WIRE_SYN_WINDOW,
            params.mpRange(),
            params.lifetimePs(),
            points.idSafety(params.lifetimePs()),
            params.firstAgain());
    creditParams = nic.creditParams;
    permission = params.permission();
    psnChance = nic.host.chance("psn");
    pds = new PdsManager(new PdsManager.Params(nic.number, params.pdcPool(), 0));
    cccs = new CccManager(new CccManager.Params(nic.number, CCC_IDS - params.cccIdBase(), 0));
    initiator = new Initiator(initiatorParams, params.pdcPool());
    told = new InitiatorEffects(this);
    inHand = new PacketInHand(nic);
    entropy = new EntropyChoice(this);
    asking = new CreditAsking(this);
    sending = new Sending(this);
    closing = new Closing(this);
    losses = new Losses(this);
    acks = new Acknowledgments(this);
    retransmission = nic.host.handler(losses::retransmissionDue, this::bySpdcid);
    close = nic.host.handler(closing::closeDue, null);
    configuring = nic.host.handler(this::configure, null);
    resuming = nic.host.handler(losses::resume, null);
  }

  long size(int bytes) {
    return bytes + nic.extra;
  }

  // ---------------------------------------------------------------- requests

  /** A request of the application, or of the target side: the message goes on its way. */
  @Requirement({"PDC-1", "CCC-1", "CCC-2"})
  void post(int destination, int trafficClass, Message message) {
    Flow flow = new Flow(nic.number, destination, trafficClass);
    Pdc.SourceKey key = new Pdc.SourceKey(flow, message.job, MODE_RUD);
    long size = counted(message.bytes);
    PdsManager.Request request = new PdsManager.Request(requests++, key, size);
    Kernels.done(pds.post(request));
    if (!place(request, message)) {
      stalledRequests.add(request);
      stalledMessages.add(message);
    }
    nic.host.feed(); // before what is said on account of the request that has posted this
  }

  /** Notes a read, to know its answer by. */
  void awaits(Message read) {
    reads.put(read.id, new Read(read.flow, read.requested));
  }

  /** The flow of a read; negative if it is not awaited, or not any more. */
  int flowOfRead(int id) {
    Read read = reads.get(id);
    return read == null ? -1 : read.flow;
  }

  /** Bytes that a read has asked for are in memory. */
  @Requirement("PDC-12")
  void answered(int id, int bytes) {
    Read read = reads.get(id);
    read.left -= bytes;
    if (read.left == 0) {
      reads.remove(id);
      nic.completed(read.flow);
    }
  }

  private static final class Read {
    private final int flow;
    private long left;

    private Read(int flow, long left) {
      this.flow = flow;
      this.left = left;
    }
  }

  /** Reads that are not answered in full, by their message id. */
  private final Map<Integer, Read> reads = new HashMap<>();

  /** A number for a message, the same in each of its packets. */
  int nextMessageId() {
    return messageIds++ & 0xFFFF;
  }

  /** How many packets hold so many bytes, if they are whole. */
  long wholePackets(long bytes) {
    return (bytes + params.mtuBytes() - 1) / params.mtuBytes();
  }

  /** What so many bytes count for, in windows and in credit, if their packets are whole. */
  long counted(long bytes) {
    return bytes + wholePackets(bytes) * nic.extra;
  }

  private boolean place(PdsManager.Request request, Message message) {
    boolean isNew = pds.assign(request, effects) != null;
    if (isNew) {
      if (initiator.free() <= taken.cardinality() || pds.allocate(request, effects) != null) {
        return false;
      }
      pdcs = put(pdcs, effects.pdc, new SendingPdc(effects.pdc, request.key()));
      pdcs[effects.pdc].spdcid = takeId();
      nic.log.life.follow(pdcs[effects.pdc]);
      nic.log.recovery.follow(pdcs[effects.pdc]);
    }
    SendingPdc pdc = pdcs[effects.pdc];
    pdc.transfer.take(effects.size);
    pdc.unannounced.add(message);
    if (isNew) {
      askForCcc(pdc);
    } else if (pdc.ccc != null && pdc.ccc.isReady()) {
      announce(pdc);
    }
    return true;
  }

  /** An SPDCID for a PDC that will be opened when its CCC is there. */
  @Requirement("PDC-1")
  private int takeId() {
    int id = initiator.leastFree();
    while (taken.get(id) || !initiator.isFree(id)) {
      id++;
    }
    taken.set(id);
    return id;
  }

  private static SendingPdc[] put(SendingPdc[] table, int at, SendingPdc pdc) {
    SendingPdc[] room =
        at < table.length ? table : Arrays.copyOf(table, Math.max(at + 1, 2 * table.length));
    room[at] = pdc;
    return room;
  }

  // ---------------------------------------------------------------- contexts

  private void askForCcc(SendingPdc pdc) {
    Kernels.done(pds.askCcc(pdc.id, effects));
    Flow flow = effects.flow;
    int there = cccs.find(flow);
    if (there != 0) {
      join(pdc, byCcc[there]);
      return;
    }
    unbound.add(pdc);
    if (cccs.askCcc(flow) == null) {
      create(flow);
    }
  }

  private void create(Flow flow) {
    if (cccs.create(flow, effects) != null) {
      return; // no id is left: tried again when one is
    }
    int id = effects.ccc;
    SendingCcc ccc = new SendingCcc(this, id, effects.flow);
    nic.log.life.follow(ccc);
    nic.log.credit.follow(ccc);
    nic.log.scheduling.follow(ccc);
    if (id >= byCcc.length) {
      byCcc = Arrays.copyOf(byCcc, 2 * id);
    }
    byCcc[id] = ccc;
    if (params.contextPs() == 0) {
      configure(id);
    } else {
      loop.at(loop.nowPs() + params.contextPs(), configuring, id);
    }
  }

  /** From IDLE to READY: configured, bound, authorised. */
  @Requirement({"CCC-4", "CCC-5", "CCC-6"})
  private void configure(int id) {
    SendingCcc ccc = byCcc[id];
    long there = nic.host.rateBps(ccc.destination);
    Kernels.done(ccc.context.configure(nic.rateBps, there));
    ccc.role(nic.window(ccc.context));
    nic.log.nscc.follow(ccc);
    ccc.entropy = entropy.values();
    for (SendingPdc pdc : List.copyOf(unbound)) {
      if (pdc.key.flow().equals(ccc.flow)) {
        unbound.remove(pdc);
        bind(pdc, ccc);
      }
    }
    Kernels.done(ccc.context.makeReady());
    followWindow(ccc);
    for (SendingPdc pdc : ccc.places.clone()) {
      if (pdc != null) {
        announce(pdc);
      }
    }
  }

  /** Binds a PDC to a CCC that is there, if it may join it. Otherwise it waits for the next one. */
  @Requirement("CCC-8")
  private void join(SendingPdc pdc, SendingCcc ccc) {
    if (ccc.isReady() && ccc.teardown.mayOpen()) {
      bind(pdc, ccc);
      announce(pdc);
    } else {
      unbound.add(pdc);
    }
  }

  private void bind(SendingPdc pdc, SendingCcc ccc) {
    Kernels.done(pds.bind(pdc.id, ccc.id));
    Kernels.done(ccc.context.bind());
    Kernels.done(ccc.teardown.open());
    pdc.ccc = ccc;
    ccc.seat(pdc);
    int spdcid = pdc.spdcid;
    taken.clear(spdcid);
    lastPsn = lastPsn + (1 << 16) + psnChance.below(Psn.WIRE_MODULUS - (2 << 16));
    lastPsn = points.startPsn(lastPsn & Psn.WIRE_MODULUS - 1);
    Initiator.Job job =
        new Initiator.Job(pdc.key.flow().trafficClass(), ccc.id, pdc.id, lastPsn, 0);
    bySpdcid = put(bySpdcid, spdcid, pdc);
    Kernels.done(initiator.open(job, spdcid));
    pdc.state = initiator.source(spdcid);
    pdc.retransmissionTimer = loop.timer(retransmission, spdcid);
    pdc.closeTimer = loop.timer(close, spdcid);
  }

  /** Tells a READY CCC of what its PDC has to send. */
  @Requirement("RCCC-7")
  private void announce(SendingPdc pdc) {
    SendingCcc ccc = pdc.ccc;
    Message message;
    while ((message = pdc.unannounced.poll()) != null) {
      long delta = counted(message.bytes);
      Kernels.done(pdc.state.take(wholePackets(message.bytes)));
      pdc.add(message);
      if (scheduled) {
        inHand.take(pdc, pdc.state.sent(), loop.nowPs());
        Kernels.done(ccc.scheduling.newData(delta));
      }
      if (credits) {
        Kernels.done(ccc.credit.want(pdc.place, delta));
        tellCredit(ccc);
      }
      if (scheduled) {
        Kernels.done(ccc.scheduling.rccc());
        sending.settle(ccc);
      }
    }
    loop.cancel(pdc.closeTimer);
    sending.wake(ccc);
  }

  // ---------------------------------------------------------------- acknowledgments

  SendingPdc owner(int dpdcid, int from) {
    int id = dpdcid - params.pdcIdBase();
    SendingPdc pdc = id > 0 && id < bySpdcid.length ? bySpdcid[id] : null;
    return pdc != null && !pdc.isOver && pdc.destination == from ? pdc : null;
  }

  long number(SendingPdc pdc, int psn) {
    return Psn.offset(Psn32.number(psn), pdc.state.start(), Psn.WIRE_MODULUS);
  }

  /**
   * The target has closed: all that the PDC held is released, but its id rests.
   *
   * @param id the PDC's number with the PDS Manager
   */
  @Requirement({"PDC-11", "CCC-11"})
  void ended(SendingPdc pdc, int id) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    pdc.isOver = true;
    loop.release(pdc.retransmissionTimer);
    loop.set(pdc.closeTimer, pdc.clockPs + idSafetyPs());
    pdc.forgetMessages();
    ccc.unseat(pdc);
    Kernels.done(ccc.teardown.end());
    Kernels.done(pds.endClose(id, effects));
    Kernels.done(byCcc[effects.ccc].context.leave());
    pdcs[id] = null;
    if (ccc.context.isDeserted()) {
      Kernels.done(cccs.closeCcc(ccc.id, ccc.context));
      byCcc[ccc.id] = null;
      ccc.end();
      if (ccc.askTimer >= 0) {
        loop.release(ccc.askTimer);
      }
      for (SendingPdc waiting : List.copyOf(unbound)) {
        if (waiting.key.flow().equals(ccc.flow)) {
          unbound.remove(waiting);
          askForCcc(waiting); // for itself, and all others that wait
          break;
        }
      }
    }
    if (nic.observer != null) {
      nic.observer.pdcClosed(now, nic.number, pdc.destination, pdc.spdcid);
    }
    retryStalled();
  }

  /** How long an id rests. */
  private long idSafetyPs() {
    return initiatorParams.idSafety();
  }

  // ---------------------------------------------------------------- told to others

  void followWindow(SendingCcc ccc) {
    long cwnd = ccc.role().cwnd();
    if (cwnd != ccc.cwnd()) {
      Kernels.done(ccc.context.signal(cwnd));
    }
  }

  void tellWindow(SendingCcc ccc, long atPs) {
    nic.observer.windowChanged(atPs, nic.number, ccc.destination, ccc.cwnd(), ccc.inflight());
  }

  void tellCredit(SendingCcc ccc) {
    if (nic.observer != null) {
      nic.observer.creditChanged(
          loop.nowPs(), nic.number, ccc.destination, ccc.credit.credit(), ccc.credit.backlog());
    }
  }

  private SendingPdc bySpdcid(int spdcid) {
    return spdcid > 0 && spdcid < bySpdcid.length ? bySpdcid[spdcid] : null;
  }

  /** What an acknowledgment, or another answer, is for. */
  SendingPdc connection(byte[] octets, int at) {
    return bySpdcid(Ack.dpdcid(octets, at) - params.pdcIdBase());
  }

  void retryStalled() {
    if (!cccs.asked().isEmpty()) {
      List.copyOf(cccs.asked().descendingSet()).forEach(this::create);
    }
    while (!stalledRequests.isEmpty() && place(stalledRequests.peek(), stalledMessages.peek())) {
      stalledRequests.poll();
      stalledMessages.poll();
    }
  }

  // ---------------------------------------------------------------- state

  /** What is left, for the reader of a failed test. */
  void describe(StringBuilder text) {
    for (SendingCcc ccc : byCcc) {
      if (ccc == null) {
        continue;
      }
      text.append(nic.name).append(": ").append(ccc.context).append("\n  ");
      text.append(ccc.credit);
      text.append("\n  ").append(ccc.scheduling);
      text.append(", on the ring: ").append(ccc.isOnRing()).append('\n');
      for (SendingPdc pdc : ccc.places) {
        if (pdc != null) {
          text.append("  ").append(pdc.state).append(' ').append(pdc.transfer);
          text.append(", to be sent again: ").append(pdc.waiting).append('\n');
        }
      }
    }
  }

  /** Whether nothing is left of anything. */
  boolean isAtRest() {
    return openPdcs() == 0
        && openCccs() == 0
        && pds.waiting().isEmpty()
        && cccs.asked().isEmpty()
        && reads.isEmpty()
        && initiator.isAtRest();
  }

  int openPdcs() {
    return pds.pdcs().capacity() - pds.pdcs().free();
  }

  int openCccs() {
    return cccs.flows().capacity() - cccs.flows().free();
  }

  /** The CCC towards a host in a traffic class; null if there is none. */
  SendingCcc ccc(int destination, int trafficClass) {
    int id = cccs.find(new Flow(nic.number, destination, trafficClass));
    return id == 0 ? null : byCcc[id];
  }
}
