package dev.sluice.host.roce;

import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Sender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
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
final class RequestingQp extends QueuePair implements Requester.Sink {
  /** In place of the timer's end: it does not run. */
  private static final long NEVER = Long.MAX_VALUE;

  final Notifying notifying;

  private final Service service;
  private final int sourcePort;
  private final long firstPsn;
  private final Requester requester;
  private final RcTransportLog.Asked log;
  private final Sender sender;
  private final EventLoop loop;

  /** Where LDCP is spoken, the role of its sender; otherwise null. */
  private final LdcpSender window;

  /** The same: what requests occupy, and what becomes of the responses to READs. */
  private final LsnParams lsns;

  private final LsnWindow space;

  private final LdcpReads reads;

  /** Hears of them; null where nobody listens. */
  private final LsnSpaceLog.End told;

  /** The same of HPCC++. */
  private final HpccSending hpcc;

  /** The timer of its probes; −1 without. */
  private final int probe;

  /** Requests that are not complete: the oldest, and the one that was posted last. */
  private Work oldest;

  private Work latest;
  private int open;

  /** One of them that was looked for, and is likely to be looked for again. */
  private Work found;

  /** Those of them that have no packet out, behind the others. */
  private long position;

  private long end;

  /** Where LDCP is spoken, packets and bytes of its space in all requests that were posted. */
  private long packets;

  private long lsn;

  /** An echo that no packet has been taken out of flight with yet. */
  private boolean isEceDue;

  private int retransmission;
  private int rnr;

  /** The timer's true end: it is set anew only when it rings before that. */
  private long duePs = NEVER;

  /** A packet whose way there and back is timed, and when it left; −1: none. */
  private long timed = -1;

  private long timedPs;

  /** The frame in the making, and when it begins, which may lie behind. */
  private int frame;

  private long leavesPs;

  private int bytesSent;
  private long rttPs;

  RequestingQp(
      RoceNic nic, int number, int peer, int peerQp, Service service, Requester requester) {
    super(nic, number, peer, peerQp);
    this.service = service;
    this.requester = requester;
    firstPsn = requester.params().firstPsn();
    log = nic.log.follow(this, requester);
    sourcePort = RoceNic.sourcePort(number, peerQp);
    loop = nic.loop;
    notifying = new Notifying(nic, number, peer, peerQp, service, sourcePort, this::response);
    retransmission = loop.timer(nic.host.handler(subject -> ring(), null), 0);
    rnr = loop.timer(nic.host.handler(subject -> waited(), null), 0);
    sender = new Asking();
    sender.role(nic.role(service, number, peer, peerQp));
    window = sender.role() instanceof LdcpSender ldcp ? ldcp : null;
    if (window != null) {
      nic.first.follow(window, number, peer, peerQp);
      nic.ldcp.follow(window, number, peer, peerQp);
      lsns = LdcpSpaces.params(nic.params.mtu());
      space = new LsnWindow(lsns, LdcpSpaces.FIRST);
      reads = new LdcpReads(nic, number, peer, peerQp, this::acknowledge);
      told = nic.spaces.follow(number, peer, peerQp, lsns, space);
      reads.follow(told);
    } else {
      lsns = null;
      space = null;
      reads = null;
      told = null;
    }
    hpcc = sender.role() instanceof HpccSending sending ? sending : null;
    if (hpcc != null) {
      nic.windows.follow(hpcc, number, peer, peerQp);
      nic.records.follow(hpcc, number, peer, peerQp);
    }
    probe =
        hpcc != null && hpcc.hasProbes()
            ? loop.timer(nic.host.handler(subject -> probe(), null), 0)
            : -1;
  }

  /** Its turns at the link. */
  private final class Asking extends Sender {
    Asking() {
      super(nic.host);
    }

    @Override
    protected boolean maySend() {
      return requester.mayTransmit() && fits(bytes(requester.next()));
    }

    @Override
    protected int dscp(boolean droppable) {
      return service.dscp();
    }

    @Override
    protected int send(long atPs, boolean droppable) {
      leavesPs = atPs;
      String held = nic.points.transmit(requester, RequestingQp.this);
      if (held != null) {
        throw new IllegalStateException(held);
      }
      sent(atPs, bytesSent, nic.host.frameBytes(frame));
      arm(atPs);
      goesOn(maySend());
      return frame;
    }

    @Override
    public long inflight() {
      return position(requester.next()) - position(requester.acked());
    }
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
    Work work = new Work(flow, verb, bytes, end, position, this.packets, lsn);
    if (latest == null) {
      oldest = work;
    } else {
      latest.next = work;
    }
    latest = work;
    open++;
    end += packets;
    position += work.carried();
    if (window != null) {
      this.packets += op == Op.READ ? 1 : packets;
      lsn += op.isAnswered() ? extent(work, 0) : work.bytes;
    }
    sender.wake();
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

  /** Where a packet begins in LDCP's space of requests. */
  private long lsn(long number) {
    if (isBehindAll(number)) {
      return lsn;
    }
    Work of = work(number);
    return of.lsn + Math.min(of.carried(), (number - of.begin) * nic.params.mtu());
  }

  /** What a packet of a request occupies there. */
  private long extent(Work work, long carries) {
    return LdcpSpaces.extent(lsns, work.verb.op(), carries);
  }

  private int bytes(long number) {
    Work of = work(number);
    long left = of.carried() - (number - of.begin) * nic.params.mtu();
    return (int) Math.max(0, Math.min(left, nic.params.mtu()));
  }

  // ---------------------------------------------------------------- what leaves

  @Override
  @Requirement({"RC-9", "RC-15", "LDCP-8"})
  public void send(long packet, RequestPacket request) {
    Work work = work(packet);
    long place = (packet - work.begin) * nic.params.mtu();
    int bytes = bytes(packet);
    int opcode = opcode(request, work.verb.isImmediate());
    boolean isStamped = hpcc != null && hpcc.transmit(leavesPs, packet);
    if (probe >= 0 && !loop.isSet(probe)) {
      loop.set(probe, Math.max(loop.nowPs(), leavesPs));
    }
    frame =
        nic.frames.begin(
            peer,
            service,
            sourcePort,
            window == null ? service.ecn() : window.transmit(leavesPs, request.last()),
            opcode,
            peerQp,
            request.psn(),
            request.ack(),
            isStamped,
            window == null ? 0 : LdcpHeader.size(opcode),
            bytes);
    byte[] octets = nic.packets.octets();
    int at = nic.frames.extended(frame);
    if (Opcode.hasReth(opcode)) {
      long length = work.bytes - (request.op() == Op.READ ? place : 0);
      long address = request.op() == Op.READ ? place : 0;
      at = Reth.put(octets, at, address, work.flow, length);
    } else if (Opcode.hasAtomicEth(opcode)) {
      at = new AtomicEth(0, work.flow, 1, 0).put(octets, at);
    }
    if (Opcode.hasImmediate(opcode)) {
      new Immediate(work.flow).put(octets, at);
    }
    boolean again = packet + request.span() <= sentBefore;
    if (window != null) {
      numbered(work, opcode, bytes, again);
    }
    nic.packets.payload(frame, work.flow, place, bytes);
    sentBefore = Math.max(sentBefore, packet + request.span());
    boolean isTimed = window == null || request.op() != Op.READ; // its answer has to wait for acks
    if (timed < 0 && !again && isTimed) {
      timed = packet + request.span() - 1;
      timedPs = leavesPs;
    }
    bytesSent = bytes;
    if (nic.observer != null) {
      nic.observer.packetSent(leavesPs, nic.number, work.flow, packet, bytes, again);
    }
  }

  /** Writes LDCP's header of the frame in the making, whose packet occupies its LSNs. */
  @Requirement({"LDCP-12", "LDCP-19"})
  private void numbered(Work work, int opcode, int bytes, boolean again) {
    byte[] octets = nic.packets.octets();
    int at = nic.frames.behind(frame, opcode);
    long number = space.next();
    boolean isRead = work.verb.op() == Op.READ;
    boolean repeats = isRead && reads.leaves(again, work.bytes);
    if (told != null) {
      told.done(isRead ? work.bytes : 0, reads.expected(), repeats);
    }
    String held = nic.points.transmit(space, extent(work, bytes), lsns.window(), IN_PSNS);
    if (held != null) {
      throw new IllegalStateException(held);
    }
    if (isRead) {
      LdcpHeader.putRead(octets, at, number, false, repeats, reads.expected());
    } else {
      LdcpHeader.put(octets, at, number, false);
    }
  }

  /** What the space of requests has sent and freed is known by packet numbers. */
  private static final LsnWindow.Sink IN_PSNS =
      new LsnWindow.Sink() {
        @Override
        public void send(long lsn, long bytes, boolean again) {}

        @Override
        public void freed(long bytes) {}
      };

  /** An acknowledgment of responses to READs leaves. */
  @Requirement({"LDCP-2", "LDCP-12"})
  private void acknowledge(long psn, long upTo, boolean ece) {
    int made =
        nic.frames.begin(
            peer,
            service,
            sourcePort,
            service.ecn(),
            Opcode.ACKNOWLEDGE,
            peerQp,
            psn,
            false,
            false,
            LdcpHeader.SIZE,
            0);
    byte[] octets = nic.packets.octets();
    int syndrome = Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    Aeth.put(octets, nic.frames.extended(made), syndrome, 0);
    LdcpHeader.put(octets, nic.frames.behind(made, Opcode.ACKNOWLEDGE), upTo, ece);
    nic.host.send(made);
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

  /** Once in T, as long as data are in flight. */
  @Requirement("HPCC-9")
  private void probe() {
    if (requester.isOutstanding()) {
      long psn = (firstPsn + requester.next()) % RequesterParams.MODULUS;
      nic.host.send(nic.frames.probe(peer, service, sourcePort, peerQp, psn, hpcc.room()));
      loop.set(probe, loop.nowPs() + hpcc.params().tPs());
    }
  }

  /** What a packet has gathered has come back in a packet of its own. */
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  void notice(AckTelemetry brought) {
    noticed(requester.acked(), brought);
  }

  /** The same, with how far the receiver has got; what has not left since is not believed. */
  @Requirement("HPCC-10")
  void notified(TelemetryReturn notification) {
    long psn = firstPsn + requester.acked();
    long ahead = Math.floorMod(notification.missing() - psn, RequesterParams.MODULUS);
    boolean hasLeft = ahead <= requester.next() - requester.acked();
    noticed(requester.acked() + (hasLeft ? ahead : 0), AckTelemetry.of(notification));
  }

  private void noticed(long acked, AckTelemetry brought) {
    hpccHears(acked, false, brought);
    sender.wake();
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
    if (kind == ResponseKind.DATA && !fits(octets, at, opcode, packet)) {
      nic.ignored(peer);
      return;
    }
    long before = requester.acked();
    long freedFrom = position(before);
    long sentUpTo = position(requester.next());
    long nextBefore = requester.next();
    long packetsBefore = window == null ? 0 : packets(before);
    long packetsSent = window == null ? 0 : packets(nextBefore);
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
    if (window != null && requester.state() == Requester.State.READY) {
      int own = at + Opcode.headerSize(opcode);
      if (kind == ResponseKind.DATA) {
        long bytes = nic.packets.payloadBytes(packet);
        reads.came(psn, LdcpHeader.lsn(octets, own), bytes, isBrought, nic.isMarked(packet));
      }
      if (back) {
        reads.goesBack();
      }
      isEceDue |= LdcpHeader.ece(octets, own);
      long taken = acked < nextBefore ? packets(acked) : packetsSent;
      windowHears(taken - packetsBefore, back);
    }
    if (hpcc != null) {
      int end = nic.packets.at(packet) + nic.packets.headerBytes(packet) - Icrc.SIZE;
      hpccHears(
          requester.acked(), back, AckTelemetry.read(octets, at + Opcode.headerSize(opcode), end));
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
      nic.observer.responded(loop.nowPs(), nic.number, peer, kind, rttPs);
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
        && (window == null
            || LdcpHeader.lsn(octets, at + Opcode.headerSize(opcode)) == reads.expected());
  }

  /**
   * Tells the window of a response that has been taken in. A READ is acknowledged by its responses:
   * an echo that comes before counts with the next packets that are.
   *
   * @param n packets that it has taken out of flight
   * @param back whether all behind them is to be sent again
   */
  @Requirement({"LDCP-4", "LDCP-10", "LDCP-12"})
  private void windowHears(long n, boolean back) {
    boolean ece = isEceDue;
    isEceDue = ece && n == 0;
    nic.points.receiveAck(space, back, LdcpSpaces.onWire(lsn(requester.acked())), IN_PSNS);
    window.heard(loop.nowPs(), packets(requester.acked()), n, back, ece, rttPs);
    nic.moved(window, peer, n, ece);
  }

  /** The same where HPCC++ is spoken, with what a response or a notice has brought. */
  @Requirement({"HPCC-4", "HPCC-10", "HPCC-23"})
  private void hpccHears(long acked, boolean back, AckTelemetry brought) {
    hpcc.heard(loop.nowPs(), acked, back, brought);
    if (nic.observer != null) {
      nic.observer.windowTold(
          loop.nowPs(),
          nic.number,
          peer,
          hpcc.kernel().w(),
          hpcc.utilisationMillionths(),
          hpcc.kernel().inFlight() * hpcc.params().size());
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

  private void arm(long atPs) {
    if (duePs == NEVER) {
      duePs = atPs + nic.params.timeoutPs();
    }
    if (!loop.isSet(retransmission)) {
      loop.set(retransmission, duePs);
    }
  }

  private void followTimer() {
    if (!requester.isOutstanding() || requester.waits()) {
      duePs = NEVER;
      loop.cancel(retransmission);
    } else {
      arm(loop.nowPs());
    }
  }

  /** As it rings, what has left by now was armed for already: the timer is for what is older. */
  @Requirement("RC-12")
  private void ring() {
    if (duePs == NEVER) {
      return;
    }
    if (loop.nowPs() < duePs) {
      arm(loop.nowPs());
      return;
    }
    timed = -1;
    long bytes = sender.inflight();
    if (nic.points.timeout(requester, this) == null) {
      if (window != null && requester.state() == Requester.State.READY) {
        space.timeout();
        reads.timedOut();
        window.timedOut(loop.nowPs());
      }
      if (hpcc != null) {
        hpcc.goesBack();
      }
      sender.lost(bytes);
      if (nic.observer != null) {
        nic.observer.timedOut(loop.nowPs(), nic.number, peer);
      }
    }
    duePs = loop.nowPs() + nic.params.timeoutPs();
    followTimer();
    sender.wake();
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
    if (broken != null || window == null || requester.state() != Requester.State.READY) {
      return broken;
    }
    long out = packets(requester.next()) - packets(requester.acked());
    if (out != window.inFlight()) {
      return out + " packets in flight, and " + window.inFlight() + " in the window";
    } else if (open == 0 && reads.misses()) {
      return "all is complete, and responses are missing";
    }
    return space.broken() == null ? reads.broken() : space.broken();
  }

  @Override
  boolean isLdcp() {
    return window != null;
  }

  @Override
  public String toString() {
    return "QP " + number + " to QP " + peerQp + ": " + requester + ", " + open + " open";
  }
}
