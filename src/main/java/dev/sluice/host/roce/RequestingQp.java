package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Sender;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.host.roce.hpcc.HpccDataReceiver;
import dev.sluice.host.roce.hpcc.HpccDataSender;
import dev.sluice.host.roce.hpcc.HpccSending;
import dev.sluice.host.roce.ldcp.LdcpReads;
import dev.sluice.host.roce.ldcp.LdcpRequests;
import dev.sluice.host.roce.ldcp.LdcpSender;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.roce.PsnRing;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.ResponseKind;
import dev.sluice.sim.EventLoop;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.AtomicEth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Immediate;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Reth;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryReturn;

/** The end of a connection that asks, with its frames and its timers. */
final class RequestingQp extends ConnectionEnd implements Requester.Sink {
  private final long firstPsn;
  private final Requester requester;
  private final RcTransportLog.Asked log;
  private final Sender sender;
  private final EventLoop loop;

  /** Where LDCP is spoken, what is between this end and its frames; otherwise null. */
  private final LdcpRequests<Work> requests;

  /** Where HPCC++ is spoken, what it does beside its requests, and as responses to READs come. */
  private final HpccDataSender hpcc;

  private final HpccDataReceiver hpccReads;

  /** Requests that are not complete: the oldest, and the one that was posted last. */
  private Work oldest;

  private Work latest;
  private int open;

  /** One of them that was looked for, and is likely to be looked for again. */
  private Work found;

  /** Those of them that have no packet out, behind the others. */
  private long position;

  private long end;

  /** Packets in all requests that were posted. */
  private long packets;

  private int retransmission;
  private int rnr;

  /** The timer's true end: it is set anew only when it rings before that. */
  private long duePs = SenderRole.NEVER_PS;

  /** A packet whose way there and back is timed, and when it left; −1: none. */
  private long timed = -1;

  private long timedPs;

  /** The frame in the making, and when it begins, which may lie behind. */
  private int frame;

  private long leavesPs;

  private int bytesSent;
  private long rttPs;

  RequestingQp(RoceNic nic, QueuePair qp, Requester requester) {
    super(nic, qp);
    this.requester = requester;
    firstPsn = requester.params().firstPsn();
    log = nic.log.follow(this, requester);
    loop = nic.loop;
    retransmission = loop.timer(nic.host.handler(subject -> ring(), null), 0);
    rnr = loop.timer(nic.host.handler(subject -> waited(), null), 0);
    sender = new Asking();
    sender.role(nic.role(this));
    notifying = nic.notifying(qp, sender.role(), this::response);
    requests =
        sender.role() instanceof LdcpSender window
            ? new LdcpRequests<>(nic.ldcp, qp, requester.params().retries(), window)
            : null;
    if (sender.role() instanceof HpccSending sending) {
      hpcc = new HpccDataSender(nic.hpcc, qp, sending, requester::isOutstanding, this::nextPsn);
      hpccReads = new HpccDataReceiver(nic.hpcc, qp);
    } else {
      hpcc = null;
      hpccReads = null;
    }
  }

  /** Its turns at the link. */
  private final class Asking extends Sender {
    Asking() {
      super(nic.host);
    }

    @Override
    protected boolean maySend() {
      LdcpRequests.Kept<Work> again = sentAgain();
      return again == null
          ? requester.mayTransmit() && fits(bytes(requester.next()))
          : requester.state() == Requester.State.READY && fits(bytes(again.work(), again.number()));
    }

    @Override
    protected int dscp(boolean droppable) {
      return qp.service().dscp();
    }

    @Override
    protected int send(long atPs, boolean droppable) {
      leavesPs = atPs;
      LdcpRequests.Kept<Work> again = sentAgain();
      if (again == null || requester.mayTransmit() && requester.next() == again.number()) {
        Kernels.done(nic.points.transmit(requester, RequestingQp.this));
      } else { // below the connection: what its packet became is no affair of it
        leaves(again.work(), again.number(), again.request());
      }
      nic.leaves(this, atPs, bytesSent, frame);
      arm(atPs);
      goesOn(maySend());
      return frame;
    }

    @Override
    public long inflight() {
      return position(requester.next()) - position(requester.acked());
    }
  }

  /**
   * Where LDCP is spoken, the packet that is to be sent again before any other; null if none is.
   */
  private LdcpRequests.Kept<Work> sentAgain() {
    return requests == null ? null : requests.upcoming();
  }

  @Override
  protected Sender sender() {
    return sender;
  }

  @Override
  boolean isAtRest() {
    return open == 0;
  }

  // ---------------------------------------------------------------- requests

  /** Posts a flow's request; answers whether the connection still takes any. */
  boolean post(int flow, Verb verb, long bytes) {
    Op op = verb.op();
    long packets = op == Op.ATOMIC ? 1 : nic.params.packets(bytes);
    if (requester.post(op, packets) == null) {
      return false;
    }
    Work work = new Work(flow, verb, bytes, end, position, this.packets);
    if (latest == null) {
      oldest = work;
    } else {
      latest.next = work;
    }
    latest = work;
    open++;
    end += packets;
    position += work.carried();
    this.packets += op == Op.READ ? 1 : packets;
    if (requests != null) {
      followTimer(); // what is in flight may be of requests that were complete
    }
    begins();
    return true;
  }

  /** The request of a packet that is not acknowledged. */
  private Work work(long number) {
    Work of = found != null && found.begin <= number ? found : oldest;
    while (of.next != null && of.next.begin <= number) {
      of = of.next;
    }
    found = of;
    return of;
  }

  /** Whether no request is open that a packet could be of; after a failure none is. */
  private boolean isBehindAll(long number) {
    return number == end || oldest == null;
  }

  /** How many bytes of data packets before this one carry. */
  private long position(long number) {
    if (isBehindAll(number)) {
      return position;
    }
    Work of = work(number);
    return of.position + Math.min(of.carried(), (number - of.begin) * nic.params.mtu());
  }

  /** How many packets there are before this one, of which a READ is one. */
  private long packets(long number) {
    if (isBehindAll(number)) {
      return packets;
    }
    Work of = work(number);
    return of.packets + (of.verb.op() == Op.READ ? 0 : number - of.begin);
  }

  private int bytes(long number) {
    return bytes(work(number), number);
  }

  private int bytes(Work of, long number) {
    long left = of.carried() - (number - of.begin) * nic.params.mtu();
    return (int) Math.max(0, Math.min(left, nic.params.mtu()));
  }

  // ---------------------------------------------------------------- what leaves

  @Override
  @Requirement({"RC-9", "RC-15", "LDCP-8"})
  public void send(long packet, RequestPacket request) {
    leaves(work(packet), packet, request);
  }

  /** The frame of a packet that leaves. */
  private void leaves(Work work, long packet, RequestPacket request) {
    long place = (packet - work.begin) * nic.params.mtu();
    int bytes = bytes(work, packet);
    int opcode = opcode(request, work.verb.isImmediate());
    boolean again = packet + request.span() <= sentBefore;
    long asks = request.op() == Op.READ ? work.bytes - place : 0;
    boolean isStamped = hpcc != null && hpcc.transmit(leavesPs, packets(packet));
    frame =
        nic.frames.begin(
            qp,
            requests == null
                ? nic.codepoint(sender, qp)
                : requests.transmit(
                    leavesPs, work, packet, request, bytes, asks, again, requester.mayTransmit()),
            opcode,
            request.psn(),
            request.ack(),
            isStamped,
            beside(opcode),
            bytes);
    byte[] octets = nic.packets.octets();
    int at = nic.frames.extended(frame);
    if (Opcode.hasReth(opcode)) {
      long length = request.op() == Op.READ ? asks : work.bytes;
      long address = request.op() == Op.READ ? place : 0;
      at = Reth.put(octets, at, address, work.flow, length);
    } else if (Opcode.hasAtomicEth(opcode)) {
      at = new AtomicEth(0, work.flow, 1, 0).put(octets, at);
    }
    if (Opcode.hasImmediate(opcode)) {
      new Immediate(work.flow).put(octets, at);
    }
    if (requests != null) {
      requests.put(octets, nic.frames.behind(frame, opcode), request.op() == Op.READ);
    } else if (hpcc != null && opcode == Opcode.READ_REQUEST) {
      hpccReads.telling(octets, nic.frames.behind(frame, opcode));
    }
    nic.packets.payload(frame, work.flow, place, bytes);
    sentBefore = Math.max(sentBefore, packet + request.span());
    boolean isTimed = requests == null || request.op() != Op.READ; // its answer waits for acks
    if (timed < 0 && !again && isTimed) {
      timed = packet + request.span() - 1;
      timedPs = leavesPs;
    }
    bytesSent = bytes;
    if (nic.observer != null) {
      nic.observer.packetSent(leavesPs, nic.number, work.flow, packet, bytes, again);
    }
  }

  /** Before it, packets that were sent at least once. */
  private long sentBefore;

  private static int opcode(RequestPacket request, boolean isImmediate) {
    boolean first = request.first();
    boolean last = request.last();
    return switch (request.op()) {
      case SEND -> {
        int plain =
            first
                ? last ? Opcode.SEND_ONLY : Opcode.SEND_FIRST
                : last ? Opcode.SEND_LAST : Opcode.SEND_MIDDLE;
        yield isImmediate && last ? plain + 1 : plain; // the same with immediate data
      }
      case WRITE ->
          first
              ? last ? Opcode.WRITE_ONLY : Opcode.WRITE_FIRST
              : last ? Opcode.WRITE_LAST : Opcode.WRITE_MIDDLE;
      case WRITE_IMM ->
          first
              ? last ? Opcode.WRITE_ONLY_WITH_IMMEDIATE : Opcode.WRITE_FIRST
              : last ? Opcode.WRITE_LAST_WITH_IMMEDIATE : Opcode.WRITE_MIDDLE;
      case READ -> Opcode.READ_REQUEST;
      case ATOMIC -> Opcode.FETCH_ADD;
    };
  }

  private long nextPsn() {
    return PsnRing.OF_WIRE.plus(firstPsn, requester.next());
  }

  @Override
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  public void notice(AckTelemetry brought) {
    noticed(requester.acked(), brought);
  }

  /** What has not left since is not believed. */
  @Override
  @Requirement("HPCC-10")
  public void notified(TelemetryReturn notification) {
    long psn = firstPsn + requester.acked();
    long ahead = PsnRing.OF_WIRE.ahead(notification.missing(), psn);
    boolean hasLeft = ahead <= requester.next() - requester.acked();
    noticed(requester.acked() + (hasLeft ? ahead : 0), AckTelemetry.of(notification));
  }

  private void noticed(long acked, AckTelemetry brought) {
    if (hpcc != null && requester.state() == Requester.State.READY) {
      hpcc.heard(packets(acked), false, brought);
      sender.wake();
    }
  }

  /**
   * It is of responses to READs, which are acknowledged once more: no other acknowledgment says
   * that the last one was lost.
   */
  @Override
  @Requirement({"HPCC-9", "HPCC-10"})
  public void probed(byte[] octets, int at) {
    if (hpccReads != null && requester.state() == Requester.State.READY) {
      hpccReads.probed(octets, at, hpccReads.expected());
      hpccReads.acknowledge(Bth.psn(octets, at));
    }
  }

  // ---------------------------------------------------------------- what comes

  /** A response has come. */
  @Requirement({"RC-4", "RC-11"})
  private void response(byte[] octets, int at, int packet) {
    int opcode = Bth.opcode(octets, at);
    long psn = Bth.psn(octets, at);
    long msn = Requester.NO_MSN;
    int syndrome = 0;
    if (Opcode.hasAeth(opcode)) {
      msn = Aeth.msn(octets, at + Bth.SIZE);
      syndrome = Aeth.syndrome(octets, at + Bth.SIZE);
    }
    ResponseKind kind = RoceFrames.kind(opcode, syndrome);
    int own = at + Opcode.headerSize(opcode);
    long upTo = requests == null ? 0 : upTo(octets, own, kind);
    if (requests != null && !requests.isPlace(upTo)
        || kind == ResponseKind.DATA && !fits(octets, at, opcode, packet)) {
      nic.ignored(qp.peer());
      return;
    }
    if (requests != null && opcode == Opcode.ACKNOWLEDGE && LdcpHeader.isAlone(octets, own)) {
      acknowledged(kind, upTo, LdcpHeader.ece(octets, own));
      return;
    }
    long before = requester.acked();
    long freedFrom = position(before);
    long sentUpTo = position(requester.next());
    long nextBefore = requester.next();
    boolean waited = requester.waits();
    inHand = packet;
    isBrought = false;
    rttPs = 0;
    nic.points.receiveResponse(requester, kind, psn, msn, this);
    long acked = requester.acked();
    if (timed >= 0 && acked > timed) {
      rttPs = requester.tries() == 0 ? loop.nowPs() - timedPs : 0;
      timed = -1;
    } else if (requester.next() <= timed) {
      timed = -1; // it is sent again, and nobody can tell which one is answered
    }
    boolean back = requester.next() < Math.max(nextBefore, acked);
    if (requests != null && requester.state() == Requester.State.READY) {
      LdcpReads reads = requests.reads();
      if (kind == ResponseKind.DATA) {
        long bytes = nic.packets.payloadBytes(packet);
        reads.came(psn, LdcpHeader.lsn(octets, own), bytes, isBrought, nic.isMarked(packet));
      }
      if (back) {
        reads.miss();
      }
      requests.heard(false, upTo, LdcpHeader.ece(octets, own));
    }
    if (hpcc != null && requester.state() == Requester.State.READY) {
      hpccHears(kind, psn, back, octets, own);
    }
    if (acked > before) {
      long freed = position(acked) - freedFrom;
      sender.acknowledged(freed, freed, false, rttPs);
      duePs = loop.nowPs() + nic.params.timeoutPs();
    }
    long again = sentUpTo - Math.max(position(requester.next()), position(acked));
    if (kind == ResponseKind.NAK || kind == ResponseKind.RNR && requester.waits()) {
      sender.refused(Math.max(again, 0), syndrome, rttPs);
    } else if (again > 0) {
      sender.lost(again); // a later response has told of the loss
    }
    if (!waited && requester.waits()) {
      loop.set(rnr, loop.nowPs() + Syndrome.rnrTimerPs(Syndrome.value(syndrome)));
    } else if (waited && !requester.waits()) {
      loop.cancel(rnr);
    }
    if (nic.observer != null) {
      nic.observer.responded(loop.nowPs(), nic.number, qp.peer(), kind, rttPs);
    }
    followTimer();
    sender.wake();
  }

  /**
   * Whether a response to a READ has as many bytes as were asked for with its PSN, and, where LDCP
   * is spoken, the LSN that is expected. One that brings nothing may have any.
   */
  @Requirement({"RC-9", "LDCP-12"})
  private boolean fits(byte[] octets, int at, int opcode, int packet) {
    long number = requester.number(Bth.psn(octets, at));
    if (!requester.brings(ResponseKind.DATA, number)) {
      return true;
    }
    Work of = work(number);
    long left = of.bytes - (number - of.begin) * nic.params.mtu();
    return nic.packets.payloadBytes(packet) == Math.min(left, nic.params.mtu())
        && (requests == null
            || LdcpHeader.lsn(octets, at + Opcode.headerSize(opcode))
                == requests.reads().expected());
  }

  /** The LSN of requests before which all has come, as an answer says; a response has it second. */
  private static long upTo(byte[] octets, int own, ResponseKind kind) {
    return kind == ResponseKind.DATA ? LdcpHeader.other(octets, own) : LdcpHeader.lsn(octets, own);
  }

  /** An acknowledgment of LSNs alone has come, or a NAK. */
  @Requirement({"LDCP-2", "LDCP-10", "LDCP-12"})
  private void acknowledged(ResponseKind kind, long upTo, boolean ece) {
    if (requester.state() != Requester.State.READY) {
      return;
    }
    requests.heard(kind == ResponseKind.NAK, upTo, ece);
    if (requests.upcoming() != null) {
      timed = -1; // nobody can tell which one is answered
    }
    if (nic.observer != null) {
      nic.observer.responded(loop.nowPs(), nic.number, qp.peer(), kind, 0);
    }
    followTimer();
    sender.wake();
  }

  /** Where HPCC++ is spoken, its window hears of what has come, with what that brings. */
  @Requirement({"HPCC-4", "HPCC-10", "HPCC-23"})
  private void hpccHears(ResponseKind kind, long psn, boolean back, byte[] octets, int behind) {
    long acked = packets(requester.acked());
    if (kind == ResponseKind.DATA) {
      int head = nic.frames.head(octets, nic.packets.at(inHand));
      hpccReads.came(isBrought, psn, hpccReads.expected() + (isBrought ? 1 : 0), head);
      hpccReads.acknowledge(psn);
      hpcc.answered(acked, back);
    } else {
      int end = nic.packets.at(inHand) + nic.packets.headerBytes(inHand) - Icrc.SIZE;
      hpcc.heard(acked, back, AckTelemetry.read(octets, behind, end));
    }
  }

  /** The frame in hand: what it brings may be the answer. */
  private int inHand = Packets.NONE;

  /** Whether it was. */
  private boolean isBrought;

  @Override
  public void returned(long packet) {
    isBrought = true;
    int bytes = inHand == Packets.NONE ? 0 : nic.packets.payloadBytes(inHand);
    if (nic.observer != null && bytes > 0) {
      nic.observer.packetDelivered(
          loop.nowPs(), nic.number, work(packet).flow, bytes, nic.isMarked(inHand));
    }
  }

  @Override
  public void told(long request, Completion what) {
    if (log != null) {
      log.done(request, what);
    }
    Work ended = oldest;
    oldest = ended.next;
    open--;
    if (oldest == null) {
      latest = null;
    }
    if (found == ended) {
      found = null;
    }
    nic.ended(ended.flow, what);
  }

  // ---------------------------------------------------------------- timers

  /** The timer's end follows from what is out at this instant. */
  private void arm(long atPs) {
    if (!requester.isOutstanding() || requester.waits()) {
      duePs = SenderRole.NEVER_PS;
    } else if (duePs == SenderRole.NEVER_PS) {
      duePs = atPs + nic.params.timeoutPs();
    }
    long firstPs = Math.min(connectionDuePs(), requestsDuePs());
    if (firstPs == SenderRole.NEVER_PS) {
      loop.cancel(retransmission);
    } else if (!loop.isSet(retransmission) || loop.deadlinePs(retransmission) > firstPs) {
      loop.set(retransmission, Math.max(firstPs, loop.nowPs()));
    }
  }

  private void followTimer() {
    arm(loop.nowPs());
  }

  /** When the connection's own timer runs out, to which LDCP's acknowledgments count as well. */
  @Requirement({"RC-12", "LDCP-12"})
  private long connectionDuePs() {
    return duePs == SenderRole.NEVER_PS || requests == null
        ? duePs
        : Math.max(duePs, requests.heardPs() + nic.params.timeoutPs());
  }

  /** When the timer of LDCP's space of requests runs out, as long as something is asked for. */
  private long requestsDuePs() {
    boolean runs = requests != null && open > 0 && requester.state() == Requester.State.READY;
    return runs ? requests.duePs() : SenderRole.NEVER_PS;
  }

  /** As it rings, what has left by now was armed for already: the timer is for what is older. */
  @Requirement("RC-12")
  private void ring() {
    boolean isSpaces = requestsDuePs() <= loop.nowPs();
    boolean isConnections = connectionDuePs() <= loop.nowPs();
    if (isSpaces) {
      requests.timedOut();
    }
    if (isConnections) {
      timedOut();
    }
    if ((isSpaces || isConnections) && nic.observer != null) {
      nic.observer.timedOut(loop.nowPs(), nic.number, qp.peer());
    }
    followTimer();
    if (isSpaces || isConnections) {
      sender.wake();
    }
  }

  /** Nothing that the connection waits for has come. */
  @Requirement("RC-12")
  private void timedOut() {
    timed = -1;
    long bytes = sender.inflight();
    if (nic.points.timeout(requester, this) == null) {
      if (requests != null && requester.state() == Requester.State.READY) {
        requests.reads().miss();
      }
      if (hpcc != null) {
        hpcc.goesBack();
      }
      sender.lost(bytes);
    }
    duePs = loop.nowPs() + nic.params.timeoutPs();
  }

  private void waited() {
    if (requester.rnrTimer() == null) {
      duePs = loop.nowPs() + nic.params.timeoutPs();
      followTimer();
      sender.wake();
    }
  }

  @Override
  String broken() {
    String broken = requester.broken();
    if (broken != null || requests == null || requester.state() != Requester.State.READY) {
      return broken != null || hpcc == null ? broken : hpcc.broken();
    }
    if (open == 0 && requests.reads().misses()) {
      return "all is complete, and responses are missing";
    }
    return requests.broken();
  }

  @Override
  boolean isLdcp() {
    return requests != null;
  }

  @Override
  boolean isHpcc() {
    return hpcc != null;
  }

  @Override
  public String toString() {
    return "QP " + qp.number() + " to QP " + qp.peerQp() + ": " + requester + ", " + open + " open";
  }
}
