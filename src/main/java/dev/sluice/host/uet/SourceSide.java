package dev.sluice.host.uet;

import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Addresses;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.Psn32;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.SesOpcode;
import dev.sluice.wire.uet.SynField;
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

  private static final int FIRST_ENTROPY = 0xC000;

  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final Pieces pieces;
  private final boolean credits;
  private final boolean scheduled;
  private final SendPermission permission;
  private final Initiator.Params initiatorParams;
  private final CreditParams creditParams;
  private final CreditSpender.Sink asks = this::request;

  /** Of the request that the kernel of a CCC has asked for last. */
  private long requestedBytes;

  private long requestedTarget;
  private final RandomStream psnChance;
  private final RandomStream entropyChance;

  private final EventHandler retransmission = this::retransmissionDue;
  private final EventHandler ask = this::askDue;

  private final PdsManager pds;
  private final CccManager cccs;
  private final Decided decided = new Decided();
  private final Initiator initiator;
  private final Told told = new Told();

  /** By their number with the PDS Manager, their id on the wire, and the CCC's id. */
  private SendingPdc[] pdcs = new SendingPdc[8];

  private SendingPdc[] bySpdcid = new SendingPdc[8];
  private SendingCcc[] byCcc = new SendingCcc[2];

  /** The CCCs that have a packet to send and may, in turn: the first and the last of them. */
  private SendingCcc ringFirst;

  private SendingCcc ringLast;

  private boolean isPulled;

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
    pieces = nic.pieces;
    credits = params.congestionControl().rccc();
    scheduled = !params.isSourceDocuments();
    permission =
        new SendPermission(
            !scheduled || !params.congestionControl().nscc(), !credits, size(params.mtuBytes()));
    initiatorParams =
        new Initiator.Params(
            Addresses.of(nic.host),
            Psn.WIRE_MODULUS,
            Psn.WIRE_SYN_WINDOW,
            params.mpRange(),
            params.lifetimePs(),
            pieces.idSafety(params.lifetimePs()));
    creditParams = nic.creditParams;
    psnChance = nic.chance("psn");
    entropyChance = nic.chance("entropy");
    pds = new PdsManager(new PdsManager.Params(nic.host, params.pdcPool(), 0));
    cccs = new CccManager(new CccManager.Params(nic.host, CCC_IDS - params.cccIdBase(), 0));
    initiator = new Initiator(initiatorParams, params.pdcPool());
  }

  private long size(int bytes) {
    return bytes + nic.extra;
  }

  // ---------------------------------------------------------------- requests

  /** A request of the application, or of the target side: the message goes on its way. */
  @Requirement({"PDC-1", "CCC-1", "CCC-2"})
  void post(int destination, int trafficClass, Message message) {
    Flow flow = new Flow(nic.host, destination, trafficClass);
    Pdc.SourceKey key = new Pdc.SourceKey(flow, message.job, MODE_RUD);
    long size = counted(message.bytes);
    PdsManager.Request request = new PdsManager.Request(requests++, key, size);
    Kernels.done(pds.post(request));
    nic.log.life.post(request);
    if (!place(request, message)) {
      stalledRequests.add(request);
      stalledMessages.add(message);
    }
    feed();
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
  private long wholePackets(long bytes) {
    return (bytes + params.mtuBytes() - 1) / params.mtuBytes();
  }

  /** What so many bytes count for, in windows and in credit, if their packets are whole. */
  private long counted(long bytes) {
    return bytes + wholePackets(bytes) * nic.extra;
  }

  private boolean place(PdsManager.Request request, Message message) {
    boolean isNew = pds.assign(request, decided) != null;
    if (isNew) {
      if (initiator.free() <= taken.cardinality() || pds.allocate(request, decided) != null) {
        return false;
      }
      pdcs = put(pdcs, decided.pdc, new SendingPdc(decided.pdc, request.key()));
      pdcs[decided.pdc].spdcid = takeId();
    }
    SendingPdc pdc = pdcs[decided.pdc];
    pdc.transfer.take(decided.size);
    pdc.unannounced.add(message);
    if (isNew) {
      nic.log.life.allocate(request, pdc);
    } else {
      nic.log.life.assign(request, pdc);
    }
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
    Kernels.done(pds.askCcc(pdc.id, decided));
    Flow flow = decided.flow;
    int there = cccs.find(flow);
    if (there != 0) {
      join(pdc, byCcc[there]);
      return;
    }
    unbound.add(pdc);
    if (cccs.ask(flow) == null) {
      nic.log.life.askCcc(pdc.spdcid, flow);
      create(flow);
    }
  }

  private void create(Flow flow) {
    if (cccs.create(flow, decided) != null) {
      return; // no id is left: tried again when one is
    }
    int id = decided.ccc;
    SendingCcc ccc = new SendingCcc(id, decided.flow, nic.cccParams, creditParams);
    if (id >= byCcc.length) {
      byCcc = Arrays.copyOf(byCcc, 2 * id);
    }
    byCcc[id] = ccc;
    nic.log.life.create(ccc);
    if (params.contextPs() == 0) {
      configure(id);
    } else {
      loop.at(loop.nowPs() + params.contextPs(), this::configureLater, id);
    }
  }

  private void configureLater(int id) {
    nic.fabric.settle(nic.host);
    configure(id);
    feed();
  }

  /** From IDLE to READY: configured, bound, authorised. */
  @Requirement({"CCC-4", "CCC-5", "CCC-6"})
  private void configure(int id) {
    SendingCcc ccc = byCcc[id];
    long there = nic.rateBps(ccc.destination);
    Kernels.done(ccc.context.configure(nic.rateBps, there));
    nic.log.life.configure(ccc);
    ccc.window = nic.window(ccc.context);
    int first = (int) entropyChance.below(params.entropies());
    ccc.entropy = new EntropyValues(params.entropy(), params.entropies(), first);
    for (SendingPdc pdc : List.copyOf(unbound)) {
      if (pdc.key.flow().equals(ccc.flow)) {
        unbound.remove(pdc);
        bind(pdc, ccc);
      }
    }
    Kernels.done(ccc.context.makeReady());
    nic.log.life.makeReady(ccc);
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
    nic.log.life.bind(pdc);
    int spdcid = pdc.spdcid;
    taken.clear(spdcid);
    lastPsn = lastPsn + (1 << 16) + psnChance.below(Psn.WIRE_MODULUS - (2 << 16));
    lastPsn = pieces.startPsn(lastPsn & Psn.WIRE_MODULUS - 1);
    Initiator.Job job =
        new Initiator.Job(pdc.key.flow().trafficClass(), ccc.id, pdc.id, lastPsn, 0);
    Kernels.done(initiator.open(job, spdcid));
    pdc.state = initiator.source(spdcid);
    nic.log.handshake.open(pdc);
    bySpdcid = put(bySpdcid, spdcid, pdc);
    pdc.retransmissionTimer = loop.timer(retransmission, spdcid);
    pdc.closeTimer = loop.timer(this::closeDue, spdcid);
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
        Kernels.done(ccc.scheduling.newData(delta));
        nic.log.scheduling.newData(ccc, pdc, delta);
      }
      if (credits) {
        Kernels.done(ccc.credit.want(pdc.place, delta));
        nic.log.credit.want(ccc, pdc.place, delta);
        tellCredit(ccc);
      }
      if (scheduled) {
        Kernels.done(ccc.scheduling.rccc());
        nic.log.scheduling.step(ccc, "Rccc");
        settle(ccc);
      }
    }
    loop.cancel(pdc.closeTimer);
    wake(ccc);
  }

  /** Ends an event of a READY CCC, and answers whether it can send now. */
  private boolean settle(SendingCcc ccc) {
    boolean may = permits(ccc);
    Kernels.done(ccc.scheduling.settle(may));
    asked(ccc, "Settle");
    return may && ccc.chosen != null;
  }

  // ---------------------------------------------------------------- choosing

  private boolean pick(SendingCcc ccc, SendingPdc pdc) {
    if (pdc.waiting > 0) {
      ccc.chosenPacket = pdc.firstWaiting();
      ccc.chosenBytes = pdc.bytes(ccc.chosenPacket);
    } else if (pdc.toSend != null && pdc.state.mayTransmit()) {
      Message message = pdc.toSend;
      ccc.chosenPacket = -1;
      long left = message.bytes - message.sent;
      ccc.chosenBytes =
          (int)
              (credits
                  ? ccc.credit.packetBytes(counted(left)) - nic.extra
                  : Math.min(params.mtuBytes(), left));
    } else {
      return false;
    }
    ccc.chosen = pdc;
    return true;
  }

  /** Finds the packet that a CCC would send next, and whether there is one. */
  private boolean findNext(SendingCcc ccc) {
    ccc.chosen = null;
    int places = ccc.places.length;
    if (credits && (ccc.waiting == 0 || !resendsFree(ccc))) {
      int place = ccc.credit.pdcInTurn();
      return place != CreditSpender.NO_PDC && pick(ccc, ccc.places[place]);
    }
    int place = ccc.turn < places ? ccc.turn : 0;
    for (int k = 0; k < places; k++) {
      SendingPdc pdc = ccc.places[place];
      if (pdc != null && (ccc.waiting == 0 || pdc.waiting > 0) && pick(ccc, pdc)) {
        return true;
      }
      place = place + 1 == places ? 0 : place + 1;
    }
    return false;
  }

  /**
   * Whether what is sent again does so on the credit that it had. In {@code uet-1.0} it needs new
   * credit; but as long as the target has not answered there is nobody to give it, and the first
   * packets, lost together with the initial credit, would never be sent again.
   */
  @Requirement({"RCCC-8", "RCCC-15", "FIND-9"})
  private boolean resendsFree(SendingCcc ccc) {
    return !scheduled || !isEstablished(ccc);
  }

  /** Notes a request, which leaves with the packet that is being made. */
  private void request(int place, long bytes, long target) {
    requestedBytes = bytes;
    requestedTarget = target;
  }

  /** The credit that a packet of this size takes. */
  private long cost(SendingCcc ccc, long size, boolean again) {
    return again && resendsFree(ccc) ? 0 : size;
  }

  /** Whether all algorithms allow a packet of this size. */
  @Requirement({"CCC-12", "CCC-15", "RCCC-6"})
  private boolean fits(SendingCcc ccc, long size, boolean again) {
    ccc.lacksCredit = false;
    if (!pieces.nsccCanSend(permission, ccc.cwnd(), ccc.inflight(), size)
        || !ccc.window.mayTransmit(size)) {
      return false;
    }
    ccc.lacksCredit =
        credits && !permission.rcccCanSend(ccc.credit.allowed(), cost(ccc, size, again));
    return !ccc.lacksCredit;
  }

  /** Whether the algorithms allow the next packet, whatever the PDCs say. */
  private boolean permits(SendingCcc ccc) {
    findNext(ccc);
    return fits(ccc, askedSize(ccc), isAskedAgain(ccc));
  }

  /** The size that is asked about: of the next packet, or of a whole one if there is none. */
  private long askedSize(SendingCcc ccc) {
    return size(ccc.chosen != null ? ccc.chosenBytes : params.mtuBytes());
  }

  /** Whether the next packet was sent before. */
  private static boolean isAskedAgain(SendingCcc ccc) {
    return ccc.chosen != null && ccc.chosenPacket >= 0;
  }

  /** Logs a step that asked {@link #permits}, and for what. */
  private void asked(SendingCcc ccc, String action) {
    if (nic.log.isOn()) {
      long size = askedSize(ccc);
      nic.log.scheduling.asked(ccc, action, size, cost(ccc, size, isAskedAgain(ccc)));
    }
  }

  /** Whether a CCC has a packet to send now; which one, is noted in it. */
  @Requirement({"CCC-5", "CCC-6"})
  private boolean choose(SendingCcc ccc) {
    return ccc.isReady()
        && findNext(ccc)
        && fits(ccc, size(ccc.chosenBytes), ccc.chosenPacket >= 0);
  }

  /** Puts a CCC among those that send, if it can. */
  private void wake(SendingCcc ccc) {
    if (!ccc.onRing) {
      wake(ccc, choose(ccc));
    }
  }

  /** The same where it is known whether it can. */
  private void wake(SendingCcc ccc, boolean can) {
    if (ccc.onRing) {
      return;
    }
    if (can) {
      ccc.onRing = true;
      ringAdd(ccc);
    } else {
      blocked(ccc);
      requestAck(ccc);
    }
  }

  private void ringAdd(SendingCcc ccc) {
    if (ringFirst == null) {
      ringFirst = ccc;
    } else {
      ringLast.nextOnRing = ccc;
    }
    ringLast = ccc;
  }

  /**
   * Asks for an acknowledgment of what is in flight, when the window has shrunk below it and no
   * packet has asked: too little may be on its way for the target to acknowledge it unasked, and
   * the window would stand still until a timeout.
   */
  @Requirement({"UET-2", "UET-4"})
  private void requestAck(SendingCcc ccc) {
    if (ccc.asker != null || ccc.lacksCredit || ccc.inflight() == 0 || ccc.chosen == null) {
      return;
    }
    for (SendingPdc pdc : ccc.places) {
      if (pdc != null && pdc.transfer.flight() > 0) {
        boolean syn = pdc.state.phase() == SourcePdc.Phase.CREATING;
        long last = pdc.state.sent() - 1;
        ccc.asker = pdc;
        ccc.askedFor = last;
        nic.control(
            frames.control(
                pdc.destination,
                FIRST_ENTROPY,
                ControlType.ACK_REQUEST,
                Control.AR | (syn ? Control.SYN : 0),
                (int) pdc.state.psn(last),
                params.pdcIdBase() + pdc.spdcid,
                syn ? SynField.of(false, (int) last) : pdc.state.dpdcid(),
                0));
      }
    }
  }

  /**
   * Sees to it that a CCC which lacks credit asks for it: at once, if what it has said last was
   * that it wants none, and otherwise when no answer comes for long.
   */
  @Requirement({"RCCC-15", "FIND-16"})
  private void blocked(SendingCcc ccc) {
    long nowPs = loop.nowPs();
    blocked(ccc, nowPs, nowPs);
  }

  /**
   * The same, found out while the link asked for a frame. That may be told late, by as much as the
   * link's delay; so the request goes out as much later than it was found out in any case, and what
   * happens does not depend on when it is told.
   */
  private void blockedInPull(SendingCcc ccc, long atPs) {
    blocked(ccc, atPs, atPs + nic.fabric.pullsLateByPs(nic.host));
  }

  private void blocked(SendingCcc ccc, long atPs, long firstPs) {
    if (!ccc.lacksCredit) {
      return;
    }
    if (!ccc.hasAsked && isEstablished(ccc)) {
      ccc.hasAsked = true;
      loop.set(askTimer(ccc), firstPs);
    } else if (!loop.isSet(askTimer(ccc))) {
      loop.set(ccc.askTimer, Math.max(firstPs, atPs + params.askPs()));
    }
  }

  private static boolean isEstablished(SendingCcc ccc) {
    return ccc.teardown.isKnown();
  }

  private int askTimer(SendingCcc ccc) {
    if (ccc.askTimer < 0) {
      ccc.askTimer = loop.timer(ask, ccc.id);
    }
    return ccc.askTimer;
  }

  /** Has the link ask for frames, if there are any; last in whatever happens here. */
  void feed() {
    if (!isPulled && ringFirst != null) {
      isPulled = true;
      nic.fabric.ready(nic.host);
    }
  }

  // ---------------------------------------------------------------- sending

  /** The next frame, of the CCC whose turn it is. */
  int pull(long atPs) {
    SendingCcc ccc;
    while ((ccc = ringFirst) != null) {
      ringFirst = ccc.nextOnRing;
      ccc.nextOnRing = null;
      if (choose(ccc)) {
        int packet = send(ccc, atPs);
        if (ccc.onRing) {
          ringAdd(ccc);
        }
        return packet;
      }
      ccc.onRing = false;
      blockedInPull(ccc, atPs);
    }
    isPulled = false;
    return Packets.NONE;
  }

  @Requirement({"PDC-2", "PDC-3", "PDC-6", "PDC-7", "CCC-9"})
  private int send(SendingCcc ccc, long atPs) {
    SendingPdc pdc = ccc.chosen;
    boolean again = ccc.chosenPacket >= 0;
    int bytes = ccc.chosenBytes;
    long size = size(bytes);
    Kernels.done(pieces.send(ccc.context, size));
    boolean isFree = again && resendsFree(ccc);
    if (credits && isFree) {
      if (scheduled) {
        Kernels.done(ccc.credit.recover(pdc.place, size));
        nic.log.credit.recover(ccc, pdc, ccc.chosenPacket, size);
      }
      Kernels.done(ccc.credit.resend(pdc.place, asks));
    } else if (credits && again) {
      Kernels.done(ccc.credit.transmitAgain(pdc.place, size, asks));
    } else if (credits) {
      Message message = pdc.toSend;
      long left = message.bytes - message.sent;
      Kernels.done(ccc.credit.transmit(pdc.place, counted(left), asks));
      bytes = (int) (requestedBytes - nic.extra);
      // A packet that is cut leaves more packets behind than a whole one would.
      long more = 1 + wholePackets(left - bytes) - wholePackets(left);
      if (more > 0) {
        Kernels.done(pdc.state.take(more));
      }
    }
    ccc.hasAsked = credits && ccc.credit.asksForMore();
    long target = credits ? pieces.creditTarget(requestedTarget, size) : 0;
    told.atPs = atPs;
    Kernels.done(
        again
            ? initiator.retransmit(pdc.spdcid, ccc.chosenPacket, told)
            : initiator.transmit(pdc.spdcid, told));
    long packet;
    Message message;
    long place;
    if (again) {
      packet = ccc.chosenPacket;
      message = pdc.message(packet);
      place = pdc.place(packet);
      pdc.waiting--;
      ccc.waiting--;
      nic.log.retransmit(ccc, pdc, packet, credits && !isFree, target);
    } else {
      packet = pdc.state.sent() - 1;
      Kernels.done(pdc.transfer.send(size(bytes), decided));
      bytes = (int) (decided.size - nic.extra);
      message = pdc.toSend;
      place = message.sent;
      message.sent += bytes;
      if (message.sent == message.bytes) {
        pdc.removeFirst();
      }
      pdc.put(packet, message, place, bytes);
      nic.log.transmit(ccc, pdc, size, target);
    }
    ccc.turn = pdc.place + 1;
    int entropy = FIRST_ENTROPY + ccc.entropy.next();
    Kernels.done(ccc.entropy.send());
    pdc.sent(packet, atPs, entropy);
    inHand.take(pdc, packet, atPs);
    if (scheduled) {
      PacketStanding standing = again ? PacketStanding.WAITING : PacketStanding.QUEUED;
      Kernels.done(ccc.scheduling.send(standing, size, inHand));
      nic.log.scheduling.step(ccc, "Send", pdc, packet);
      ccc.onRing = settle(ccc);
    } else {
      inHand.stands(PacketStanding.FLYING);
      inHand.sent(size);
      ccc.onRing = choose(ccc);
    }
    if (!loop.isSet(pdc.retransmissionTimer)) {
      long due = atPs + params.rtoPs(pdc.timeouts);
      loop.set(pdc.retransmissionTimer, Math.max(due, loop.nowPs()));
    }
    if (!ccc.onRing) {
      blockedInPull(ccc, atPs);
    }
    boolean asks =
        again || !ccc.onRing || place + bytes == message.bytes || ccc.window.requestsAck();
    ccc.asker = asks ? pdc : null;
    ccc.askedFor = packet;
    int flags =
        (again ? Request.RETX : 0) | (asks ? Request.AR : 0) | (told.isSyn ? Request.SYN : 0);
    if (nic.observer != null) {
      nic.observer.packetSent(
          atPs, nic.host, message.flow, pdc.spdcid, packet, bytes, entropy, again);
      tellWindow(ccc, atPs);
      if (credits) {
        tellCredit(ccc);
      }
    }
    return frames.data(
        pdc.destination,
        params.dscp(pdc.key.flow().trafficClass()),
        entropy,
        flags,
        (int) (pdc.state.acked() - 1 - packet),
        (int) told.psn,
        params.pdcIdBase() + pdc.spdcid,
        told.dpdcid,
        credits ? params.cccIdBase() + ccc.id : -1,
        credits ? (int) creditParams.wireTarget(target) : 0,
        message,
        place,
        message.isRead() ? 0 : bytes);
  }

  /** The packet that is sent or given up for lost. What the CCC decides about it is done here. */
  private final class PacketInHand implements CccScheduling.Sink {
    private SendingPdc pdc;
    private long packet;
    private long atPs;

    private void take(SendingPdc owner, long number, long nowPs) {
      pdc = owner;
      packet = number;
      atPs = nowPs;
    }

    @Override
    public void stands(PacketStanding standing) {
      pdc.stand(packet, standing);
    }

    @Override
    public void sent(long size) {
      pdc.ccc.window.onSend(atPs, size);
      nic.log.nscc.send(pdc.ccc, size);
    }
  }

  private final PacketInHand inHand = new PacketInHand();

  // ---------------------------------------------------------------- entropy

  /** A mark has come back for a packet of this value. */
  private void marked(SendingCcc ccc, int entropy) {
    if (!pieces.obeysMark()) {
      return;
    }
    int value = entropy - FIRST_ENTROPY;
    boolean changes = ccc.entropy.changesOn(value);
    int drawn = changes ? (int) entropyChance.below(params.entropies() - 1) : 0;
    Kernels.done(ccc.entropy.mark(value, drawn));
    if (changes && nic.observer != null) {
      nic.observer.entropyChanged(
          loop.nowPs(), nic.host, ccc.destination, entropy, FIRST_ENTROPY + ccc.entropy.ev());
    }
  }

  // ---------------------------------------------------------------- looking ahead

  /** Looks at what an acknowledgment, or another answer, is for. */
  long lookAt(byte[] octets, int at, int step) {
    int id = Ack.dpdcid(octets, at) - params.pdcIdBase();
    if (step == 0 || id <= 0 || id >= bySpdcid.length || bySpdcid[id] == null) {
      return bySpdcid.length;
    }
    return lookAt(bySpdcid[id], step);
  }

  /** Looks at what sends next. */
  long lookAtNext(int step) {
    if (step == 0 || ringFirst == null || ringFirst.chosen == null) {
      return ringFirst == null ? 0 : ringFirst.id;
    }
    return lookAt(ringFirst.chosen, step);
  }

  private long lookAt(SendingPdc pdc, int step) {
    SendingCcc ccc = pdc.ccc;
    if (pdc.state == null || ccc == null) {
      return 0;
    }
    if (step == 1) {
      return pdc.timeouts + ccc.look() + (pdc.isOver ? 1 : 0);
    }
    if (step == 2) {
      return pdc.state.sent()
          + pdc.transfer.flight()
          + ccc.scheduling.backlog()
          + ccc.places.length
          + (loop.isSet(pdc.retransmissionTimer) ? 1 : 0);
    }
    return pdc.lookAtPackets() + ccc.window.cwnd();
  }

  // ---------------------------------------------------------------- acknowledgments

  private SendingPdc owner(int dpdcid, int from) {
    int id = dpdcid - params.pdcIdBase();
    SendingPdc pdc = id > 0 && id < bySpdcid.length ? bySpdcid[id] : null;
    return pdc != null && !pdc.isOver && pdc.destination == from ? pdc : null;
  }

  /** An acknowledgment; late, repeated or strange ones change nothing. */
  @Requirement({"PDC-3", "PDC-6", "PDC-10", "RCCC-5"})
  void ack(byte[] octets, int at, int from) {
    SendingPdc pdc = owner(Ack.dpdcid(octets, at), from);
    if (pdc == null) {
      return;
    }
    long cack = Psn32.number(Ack.cackPsn(octets, at) + 1);
    int target = Ack.spdcid(octets, at);
    SourcePdc state = pdc.state;
    boolean isClosing = state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT;
    boolean isFirst = state.phase() == SourcePdc.Phase.CREATING;
    boolean isOwn = state.isOwn(target, cack);
    long acked = state.acked();
    told.atPs = loop.nowPs();
    Kernels.done(initiator.receiveAck(target, pdc.spdcid, cack, told));
    if (isClosing) {
      nic.log.handshake.receiveAck(pdc, target, cack, told.hasEnded);
      endIfTold(pdc);
      return;
    }
    Kernels.done(pdc.ccc.teardown.learn(isFirst && state.phase() == SourcePdc.Phase.ESTABLISHED));
    if (!isOwn) {
      return;
    }
    if (isFirst || state.acked() > acked) {
      nic.log.handshake.receiveAck(pdc, target, cack, false);
    }
    if (isFirst) {
      for (SendingPdc other : pdc.ccc.places) {
        if (other != null && other.transfer.isDone()) {
          closeSoon(other);
        }
      }
    }
    settleAck(pdc, acked, octets, at);
  }

  private void settleAck(SendingPdc pdc, long from, byte[] octets, int at) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    boolean m = Ack.m(octets, at);
    boolean hasNsccState = AckCc.ccType(octets, at) == CcType.CC_NSCC;
    long rttPs = NsccWindow.NO_SAMPLE;
    if (!Ack.p(octets, at)) {
      long packet = number(pdc, Ack.ackPsn(octets, at));
      if (packet >= from && packet < pdc.state.sent()) {
        if (pdc.standing(packet) == PacketStanding.FLYING) {
          rttPs =
              NsccWindow.rttSamplePs(
                  now,
                  pdc.sentAt(packet),
                  pdc.tries(packet) - 1,
                  Ack.retx(octets, at),
                  hasNsccState && scheduled
                      ? NsccWindow.serviceTimePs(
                          NsccParams.Readings.DEFAULT, NsccState.serviceTime(octets, at))
                      : 0);
        }
        if (m) {
          marked(ccc, pdc.entropy(packet));
        }
      }
    }
    acked.clear();
    for (long packet = from; packet < pdc.state.acked(); packet++) {
      done(pdc, packet);
    }
    long bitmap = AckCc.sackBitmap(octets, at);
    if (bitmap != 0) {
      long base = number(pdc, AckCc.sackBase(octets, at));
      for (long bits = bitmap; bits != 0; bits &= bits - 1) {
        long packet = base + Long.numberOfTrailingZeros(bits);
        if (packet >= pdc.state.acked() && packet < pdc.state.sent()) {
          done(pdc, packet);
        }
      }
    }
    long freed = acked.bytes();
    long newly = freed + acked.unmarkedBytes();
    if (newly > 0) {
      Kernels.done(pdc.transfer.acknowledge(newly));
      if (freed > 0) {
        Kernels.done(ccc.context.acknowledge(freed));
      }
      nic.log.life.acknowledge(pdc, newly);
      pdc.timeouts = 0;
      if (pdc.transfer.flight() == 0) {
        loop.cancel(pdc.retransmissionTimer);
      } else {
        loop.set(pdc.retransmissionTimer, now + params.rtoPs(0));
      }
    }
    if (scheduled) {
      Kernels.done(ccc.scheduling.ack(acked));
      nic.log.scheduling.acknowledged(ccc, pdc);
    }
    long received = newly;
    if (hasNsccState) {
      int field = NsccState.rcvdBytes(octets, at);
      long gain = NsccState.gainBytes(pdc.rcvdBytes, field);
      if (gain > 0) {
        pdc.rcvdBytes = field;
      }
      received = scheduled ? gain : newly;
    }
    int penalty = hasNsccState ? NsccState.rcvCwndPend(octets, at) : 0;
    boolean restores = hasNsccState && NsccState.restoreCwnd(octets, at);
    if (ccc.window instanceof NsccHost nscc) {
      nscc.onPenalty(penalty, restores);
    }
    ccc.window.onAck(now, received, freed, m, rttPs);
    nic.log.nscc.ack(ccc, received, freed, m, rttPs, penalty, restores);
    if (ccc.asker == pdc
        && (ccc.askedFor < pdc.state.acked()
            || pdc.standing(ccc.askedFor) == PacketStanding.DONE)) {
      ccc.asker = null; // answered; what other PDCs have in flight may not have asked
    }
    followWindow(ccc);
    if (scheduled) {
      Kernels.done(ccc.scheduling.nscc());
      nic.log.scheduling.step(ccc, "Nscc");
    }
    if (credits) {
      ccc.ackedBytes += newly;
      learn(
          ccc,
          AckCc.ccType(octets, at) == CcType.CC_CREDIT
              ? CreditState.credit(octets, at)
              : creditParams.wireCredit(ccc.credit.credit()));
    }
    boolean canSend;
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      nic.log.scheduling.step(ccc, "Rccc");
      canSend = settle(ccc);
    } else {
      canSend = !ccc.onRing && choose(ccc);
    }
    if (nic.observer != null) {
      nic.observer.acknowledged(now, nic.host, ccc.destination, newly, rttPs, m);
      tellWindow(ccc, now);
    }
    wake(ccc, canSend);
    if (pdc.transfer.isDone()) {
      closeSoon(pdc);
    }
  }

  /** What {@link #settleAck} gathers. */
  private final CccScheduling.Acked acked = new CccScheduling.Acked();

  private void done(SendingPdc pdc, long packet) {
    PacketStanding standing = pdc.standing(packet);
    if (standing == PacketStanding.DONE) {
      return;
    }
    int bytes = pdc.bytes(packet);
    long size = size(bytes);
    pdc.stand(packet, acked.add(standing, size));
    nic.log.scheduling.done(packet);
    if (standing == PacketStanding.WAITING) {
      pdc.waiting--;
      pdc.ccc.waiting--;
      if (credits && scheduled) {
        Kernels.done(pdc.ccc.credit.recover(pdc.place, size));
        nic.log.credit.recover(pdc.ccc, pdc, packet, size);
      }
    }
    Message message = pdc.message(packet);
    message.acked += bytes;
    if (message.acked == message.bytes && message.opcode == SesOpcode.WRITE) {
      nic.completed(message.flow);
    }
  }

  private long number(SendingPdc pdc, int psn) {
    return Psn.offset(Psn32.number(psn), pdc.state.start(), Psn.WIRE_MODULUS);
  }

  private void learn(SendingCcc ccc, long wireCredit) {
    long creditBefore = ccc.credit.credit();
    long ackedBefore = ccc.credit.acked();
    pieces.learn(ccc.credit, creditParams, wireCredit, ccc.ackedBytes);
    if (ccc.credit.credit() != creditBefore || ccc.credit.acked() != ackedBefore) {
      nic.log.credit.learn(ccc, wireCredit);
      tellCredit(ccc);
    }
  }

  /** A Credit packet. */
  @Requirement({"X16", "UET-3"})
  void credit(byte[] octets, int at, int from) {
    SendingPdc pdc = owner(Control.dpdcid(octets, at), from);
    if (pdc == null || !credits || pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      return;
    }
    SendingCcc ccc = pdc.ccc;
    long wireCredit = CreditPlacement.LAST.credit(Control.payload(octets, at));
    if (scheduled) {
      Kernels.done(ccc.scheduling.creditUpdate());
      nic.log.scheduling.step(ccc, "CreditUpdate");
    }
    learn(ccc, wireCredit);
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      nic.log.scheduling.step(ccc, "Rccc");
      settle(ccc);
    }
    wake(ccc);
  }

  private void followWindow(SendingCcc ccc) {
    long cwnd = ccc.window.cwnd();
    if (cwnd != ccc.cwnd()) {
      Kernels.done(ccc.context.signal(cwnd));
      nic.log.life.signal(ccc, cwnd);
    }
  }

  private void tellWindow(SendingCcc ccc, long atPs) {
    nic.observer.windowChanged(atPs, nic.host, ccc.destination, ccc.cwnd(), ccc.inflight());
  }

  private void tellCredit(SendingCcc ccc) {
    if (nic.observer != null) {
      nic.observer.creditChanged(
          loop.nowPs(), nic.host, ccc.destination, ccc.credit.credit(), ccc.credit.backlog());
    }
  }

  // ---------------------------------------------------------------- losses

  /** A packet was not taken, and says why. */
  @Requirement({"UET-4", "X17", "D12"})
  void nack(byte[] octets, int at, int from) {
    SendingPdc pdc = owner(Nack.dpdcid(octets, at), from);
    if (pdc == null) {
      return;
    }
    int code = Nack.code(octets, at);
    if (nic.observer != null) {
      nic.observer.refused(loop.nowPs(), nic.host, pdc.destination, code);
    }
    if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      Packet.Code why =
          code == NackCode.INV_DPDCID
              ? Packet.Code.UNKNOWN
              : code == NackCode.PDC_HDR_MISMATCH ? Packet.Code.MISMATCH : Packet.Code.NO_PDC;
      long psn = Psn32.number(Nack.nackPsn(octets, at));
      told.atPs = loop.nowPs();
      Kernels.done(initiator.receiveNack(pdc.spdcid, why, psn, told));
      nic.log.handshake.receiveNack(pdc, why, psn, told.hasEnded);
      endIfTold(pdc);
      return;
    }
    boolean trimmed = code == NackCode.TRIMMED || code == NackCode.TRIMMED_LASTHOP;
    if (!trimmed && code != NackCode.RCVR_INFER_LOSS) {
      return; // a refused SYN is sent again when its time has come
    }
    long packet = number(pdc, Nack.nackPsn(octets, at));
    if (packet < pdc.state.acked()
        || packet >= pdc.state.sent()
        || pdc.standing(packet) != PacketStanding.FLYING) {
      return;
    }
    if (Nack.m(octets, at) || code == NackCode.TRIMMED) {
      marked(pdc.ccc, pdc.entropy(packet));
    }
    long rttPs =
        NsccWindow.rttSamplePs(
            loop.nowPs(), pdc.sentAt(packet), pdc.tries(packet) - 1, Nack.retx(octets, at), 0);
    lose(pdc, packet, code, rttPs);
    wake(pdc.ccc);
  }

  /** Gives a packet up for lost; the code says who told, 0 for nobody. */
  @Requirement({"UET-1", "RCCC-8"})
  private void lose(SendingPdc pdc, long packet, int code, long rttPs) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    long size = size(pdc.bytes(packet));
    inHand.take(pdc, packet, now);
    inHand.stands(PacketStanding.WAITING); // the algorithms are asked for it before it is marked
    ccc.asker = null; // it may have been the one that asked
    pdc.waitingFrom = pdc.waiting == 0 ? packet : Math.min(packet, pdc.waitingFrom);
    pdc.waiting++;
    ccc.waiting++;
    if (scheduled) {
      int name = (int) (packet & 0x3FFF_FFFF) + 1;
      Kernels.done(
          code == 0
              ? ccc.scheduling.inferLoss(name, PacketStanding.FLYING, size)
              : ccc.scheduling.nack(name, PacketStanding.FLYING, size));
      nic.log.scheduling.step(ccc, code == 0 ? "InferLoss" : "Nack", pdc, packet);
    }
    Kernels.done(ccc.context.acknowledge(size));
    if (code == 0) {
      ccc.window.onLoss(now, size);
    } else {
      ccc.window.onNack(now, size, code, rttPs);
    }
    nic.log.nscc.loss(ccc, code, size, rttPs);
    followWindow(ccc);
    if (scheduled) {
      Kernels.done(ccc.scheduling.nscc());
      nic.log.scheduling.step(ccc, "Nscc");
      Kernels.done(ccc.scheduling.mark(permits(ccc), inHand));
      asked(ccc, "Mark");
    }
    if (credits && scheduled) {
      Kernels.done(ccc.credit.inferLoss(pdc.place, size));
      nic.log.credit.inferLoss(ccc, pdc, packet, size);
    }
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      nic.log.scheduling.step(ccc, "Rccc");
      settle(ccc);
    }
    if (nic.observer != null) {
      nic.observer.lossInferred(now, nic.host, pdc.message(packet).flow, pdc.spdcid, packet);
    }
  }

  private void retransmissionDue(int spdcid) {
    nic.fabric.settle(nic.host);
    SendingPdc pdc = bySpdcid[spdcid];
    long now = loop.nowPs();
    long rto = params.rtoPs(pdc.timeouts);
    long next = EventLoop.NEVER;
    boolean found = false;
    for (long packet = pdc.state.acked(); packet < pdc.state.sent(); packet++) {
      if (pdc.standing(packet) == PacketStanding.FLYING) {
        long due = pdc.sentAt(packet) + rto;
        if (due <= now) {
          lose(pdc, packet, 0, NsccWindow.NO_SAMPLE);
          found = true;
        } else {
          next = Math.min(next, due);
        }
      }
    }
    if (found) {
      pdc.timeouts++;
      if (nic.observer != null) {
        nic.observer.timedOut(now, nic.host, pdc.destination, spdcid);
      }
      wake(pdc.ccc);
    }
    if (next != EventLoop.NEVER && !loop.isSet(pdc.retransmissionTimer)) {
      loop.set(pdc.retransmissionTimer, next);
    }
    feed();
  }

  /** A sender that lacks credit asks for it, as the last grant may be lost. */
  @Requirement({"RCCC-15", "FIND-16"})
  private void askDue(int id) {
    nic.fabric.settle(nic.host);
    SendingCcc ccc = byCcc[id];
    if (ccc == null || ccc.onRing || choose(ccc) || !ccc.lacksCredit) {
      return;
    }
    for (SendingPdc pdc : ccc.places) {
      if (pdc != null && pdc.state.phase() == SourcePdc.Phase.ESTABLISHED) {
        long next = ccc.chosen == null ? 0 : size(ccc.chosenBytes);
        if (ccc.credit.ask(next, asks) == null) {
          nic.log.credit.ask(ccc, requestedTarget);
          int target = (int) creditParams.wireTarget(requestedTarget);
          nic.control(
              frames.control(
                  pdc.destination,
                  FIRST_ENTROPY,
                  ControlType.CREDIT_REQUEST,
                  0,
                  0,
                  params.pdcIdBase() + pdc.spdcid,
                  pdc.state.dpdcid(),
                  CreditPlacement.LAST.payload(target)));
        }
        break;
      }
    }
    loop.set(ccc.askTimer, loop.nowPs() + params.askPs());
  }

  // ---------------------------------------------------------------- closing

  private void closeSoon(SendingPdc pdc) {
    if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      return;
    }
    long due = pdc.clockPs + params.lifetimePs();
    loop.set(pdc.closeTimer, Math.max(due, loop.nowPs()));
  }

  /** It may be time to close a PDC, to close it again, or to give its id back. */
  @Requirement({"PDC-11", "CCC-11"})
  private void closeDue(int spdcid) {
    nic.fabric.settle(nic.host);
    SendingPdc pdc = bySpdcid[spdcid];
    long now = loop.nowPs();
    if (initiator.resting(spdcid)) {
      Kernels.done(initiator.release(spdcid, now - pdc.clockPs));
      nic.log.handshake.release(pdc);
      loop.release(pdc.closeTimer);
      bySpdcid[spdcid] = null;
      retryStalled();
    } else if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      Kernels.done(initiator.repeatClose(spdcid, told));
      nic.log.handshake.repeatClose(pdc);
      sendClose(pdc, Control.RETX);
    } else if (pdc.transfer.isDone() && pdc.ccc.teardown.mayClose()) {
      Kernels.done(pds.beginClose(pdc.id, pdc.transfer, decided));
      nic.log.life.beginClose(pdc);
      Kernels.done(initiator.close(spdcid, now - pdc.clockPs, told));
      Kernels.done(pdc.ccc.teardown.close());
      nic.log.handshake.close(pdc);
      if (credits && pdc.ccc.teardown.isClosing()) {
        closeCredit(pdc.ccc);
      }
      sendClose(pdcs[decided.pdc], 0);
    }
    feed();
  }

  /** All PDCs of a CCC close: it has nothing to send any more, and the target may forget it. */
  @Requirement({"RCCC-15", "CCC-11"})
  private void closeCredit(SendingCcc ccc) {
    Kernels.done(ccc.credit.close());
    nic.log.credit.close(ccc);
  }

  /** Sends the Close that the initiator has told of. */
  private void sendClose(SendingPdc pdc, int flags) {
    nic.control(
        frames.control(
            pdc.destination,
            FIRST_ENTROPY,
            ControlType.CLOSE_COMMAND,
            flags | Control.AR,
            (int) told.psn,
            params.pdcIdBase() + pdc.spdcid,
            told.dpdcid,
            0));
    loop.set(pdc.closeTimer, loop.nowPs() + params.rtoPs(Math.min(5, pdc.timeouts++)));
  }

  /** The target has closed: all that the PDC held is released, but its id rests. */
  @Requirement({"PDC-11", "CCC-11"})
  private void ended(SendingPdc pdc) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    pdc.isOver = true;
    loop.release(pdc.retransmissionTimer);
    loop.set(pdc.closeTimer, pdc.clockPs + initiatorParams.idSafety());
    pdc.forgetMessages();
    ccc.unseat(pdc);
    Kernels.done(ccc.teardown.end());
    Kernels.done(pds.endClose(pdc.id, decided));
    pdcs[pdc.id] = null;
    Kernels.done(byCcc[decided.ccc].context.leave());
    nic.log.life.endClose(pdc);
    if (ccc.context.isDeserted()) {
      Kernels.done(cccs.closeCcc(ccc.id, ccc.context));
      nic.log.life.closeCcc(ccc);
      byCcc[ccc.id] = null;
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
      nic.observer.pdcClosed(now, nic.host, pdc.destination, pdc.spdcid);
    }
    retryStalled();
  }

  private void endIfTold(SendingPdc pdc) {
    if (told.hasEnded) {
      told.hasEnded = false;
      ended(pdc);
    }
  }

  /** What the initiator asked for in the action at hand. */
  private final class Told implements Initiator.Sink {
    /** When that action happens: its clocks begin then. */
    private long atPs;

    private boolean isSyn;
    private long psn;

    /** The field of the target's id, which in a SYN tells the offset. */
    private int dpdcid;

    private boolean hasEnded;

    @Override
    public void syn(
        long fa, int trafficClass, int spdcid, long psnToSend, long offset, long payload) {
      isSyn = true;
      psn = psnToSend;
      dpdcid = SynField.of(false, (int) pieces.psnOffset(offset));
    }

    @Override
    public void request(long fa, int spdcid, int targetsId, long psnToSend, long payload) {
      isSyn = false;
      psn = psnToSend;
      dpdcid = targetsId;
    }

    @Override
    public void closeCommand(long fa, int spdcid, int targetsId, long psnToSend) {
      psn = psnToSend;
      dpdcid = targetsId;
    }

    @Override
    public void inFlight(int ccc, long change) {
      byCcc[ccc].packetsInFlight += change;
    }

    @Override
    public void sourceClockRestarted(int spdcid) {
      bySpdcid[spdcid].clockPs = atPs;
    }

    @Override
    public void ended(int spdcid, long payload) {
      hasEnded = true;
    }
  }

  private void retryStalled() {
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
      text.append("\n  ").append(ccc.scheduling).append(", to be sent again: ");
      text.append(ccc.waiting).append(", on the ring: ").append(ccc.onRing).append('\n');
      for (SendingPdc pdc : ccc.places) {
        if (pdc != null) {
          text.append("  ").append(pdc.state).append(' ').append(pdc.transfer).append('\n');
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
    int id = cccs.find(new Flow(nic.host, destination, trafficClass));
    return id == 0 ? null : byCcc[id];
  }
}
