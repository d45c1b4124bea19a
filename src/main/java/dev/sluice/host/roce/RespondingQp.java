package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Sender;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.roce.PsnRing;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.ip.Ecn;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.AtomicAckEth;
import dev.sluice.wire.roce.AtomicEth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Reth;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryReturn;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** The end of a connection that answers, with its frames and its user's receives. */
final class RespondingQp extends QueuePair implements Responder.Sink {
  final Notifying notifying;

  private final Service service;
  private final int sourcePort;
  private final Responder responder;

  /** PSNs that the requester may have outstanding. */
  private final long window;

  private final RcTransportLog.Answered log;
  private final Sender sender;
  private final int repost;

  /** Where LDCP is spoken, when it acknowledges; otherwise null. */
  private final LdcpReceiver ldcp;

  /** The same: what requests occupy, what of them has come, and the responses to READs. */
  private final LsnParams lsns;

  private final LsnReceiver space;

  private final LdcpResponses responses;

  /** Where windows are over responses to READs, those; otherwise null. */
  private final Responses windowed;

  /** Hears of what is asked of it; null where nobody listens. */
  private final LsnSpaceLog.End told;

  /** The same: before which LSN of requests all is acknowledged. */
  private long acknowledgedUpTo = LdcpSpaces.FIRST;

  /** The same: what its connection answers to the request that has been taken, null for nothing. */
  private ResponseKind given;

  private long givenPsn;
  private long givenMsn;
  private long givenValue;

  /** Where HPCC++ is spoken, what it brings back, and the responses to READs; otherwise null. */
  private final HpccDataReceiver hpcc;

  private final HpccResponses hpccResponses;

  /** Whether that has heard of the packet in hand, and whether the packet was executed. */
  private boolean isHeard;

  private boolean isExecuted;

  /** Of the packet in hand, where its telemetry begins; −1: it has none. */
  private int head;

  /** Its PSN. */
  private long inHandPsn;

  /** The place of LDCP's header of the request in hand. */
  private int own;

  /** Receives that are to be posted when their time has come. */
  private final ArrayDeque<Long> reposts = new ArrayDeque<>();

  /** Words that ATOMICs have changed, by their region. */
  private final Map<Integer, Long> words = new HashMap<>();

  /** Answers that wait for their turn, in order. */
  private final ArrayDeque<Answer> answers = new ArrayDeque<>();

  private int inHand = Packets.NONE;

  /** What the request in hand says of where to read, and how much. */
  private long address;

  private int region;
  private long length;

  /** When the response in the making leaves, which may lie behind. */
  private long leavesPs;

  /** Whether it was executed before. */
  private boolean isRepeated;

  RespondingQp(
      RoceNic nic,
      int number,
      int peer,
      int peerQp,
      Service service,
      Responder responder,
      long window) {
    super(nic, number, peer, peerQp);
    this.window = window;
    this.service = service;
    this.responder = responder;
    log = nic.log.follow(this, responder);
    sourcePort = RoceNic.sourcePort(number, peerQp);
    notifying = new Notifying(nic, number, peer, peerQp, service, sourcePort, this::request);
    repost = nic.loop.timer(nic.host.handler(subject -> post(), null), 0);
    boolean isLdcp = nic.params.acks().areEchoed() && service.isSelected();
    ldcp = isLdcp ? new LdcpReceiver(nic, number, peer, peerQp, this::acknowledges) : null;
    lsns = LdcpSpaces.params(nic.params.mtu());
    space = isLdcp ? new LsnReceiver(lsns, LdcpSpaces.FIRST) : null;
    boolean isHpcc = nic.params.hpcc().isSpoken() && service.isSelected();
    hpcc = isHpcc ? new HpccDataReceiver(this, service, sourcePort) : null;
    sender = new Answering();
    SenderRole role = nic.role(service, number, peer, peerQp);
    if (isLdcp && role instanceof LdcpSender moves) {
      nic.first.follow(moves, number, peer, peerQp);
      nic.ldcp.follow(moves, number, peer, peerQp);
      responses = new LdcpResponses(nic.params.mtu(), moves, nic.points, this::mayAnswer);
      told = nic.spaces.follow(number, peer, peerQp, space, responses);
    } else {
      responses = null;
      told = null;
    }
    hpccResponses =
        isHpcc && role instanceof HpccSending sending
            ? new HpccResponses(this, service, sourcePort, sending, this::mayAnswer)
            : null;
    windowed = responses == null ? hpccResponses : responses;
    sender.role(windowed == null ? role : windowed);
  }

  /** Whether the first answer that waits need wait no longer for responses to READs. */
  private boolean mayAnswer() {
    return !answers.isEmpty() && isDue(answers.peek());
  }

  private boolean isDue(Answer answer) {
    return windowed == null || answer.behind <= windowed.place();
  }

  /** Its turns at the link. But for LDCP nothing acknowledges responses: none is in flight. */
  private final class Answering extends Sender {
    Answering() {
      super(nic.host);
    }

    @Override
    protected boolean maySend() {
      return windowed == null
          ? !answers.isEmpty() && fits(bytes(answers.peek()))
          : mayAnswer() || windowed.maySend();
    }

    @Override
    protected int dscp(boolean droppable) {
      return service.dscp();
    }

    @Override
    protected int send(long atPs, boolean droppable) {
      leavesPs = atPs;
      if (windowed != null && !mayAnswer()) {
        AskedReads.Response response = windowed.next();
        int made = responses == null ? stamped(response) : numbered(response);
        sent(atPs, response.bytes(), nic.host.frameBytes(made));
        goesOn(maySend());
        return made;
      }
      Answer answer = answers.peek();
      int bytes = bytes(answer);
      int frame = frame(answer);
      if (answer.left == 0) {
        answers.remove();
      }
      if (answer.kind == ResponseKind.DATA) {
        sent(atPs, bytes, nic.host.frameBytes(frame));
      } // an acknowledgment that waited in its turn is no part of the rate
      goesOn(maySend());
      return frame;
    }

    @Override
    public long inflight() {
      return 0;
    }
  }

  @Override
  protected Sender sender() {
    return sender;
  }

  @Override
  boolean isAtRest() {
    return answers.isEmpty();
  }

  // ---------------------------------------------------------------- what comes

  /** A request packet has come. */
  @Requirement({"RC-15", "RC-16"})
  private void request(byte[] octets, int at, int packet) {
    int opcode = Bth.opcode(octets, at);
    if (Opcode.hasReth(opcode)) {
      address = Reth.virtualAddress(octets, at + Bth.SIZE);
      region = Reth.rKey(octets, at + Bth.SIZE);
      length = Reth.dmaLength(octets, at + Bth.SIZE);
    } else if (Opcode.hasAtomicEth(opcode)) {
      region = AtomicEth.read(octets, at + Bth.SIZE).rKey();
    }
    inHand = packet;
    own = at + Opcode.headerSize(opcode);
    isRepeated = Bth.psn(octets, at) != responder.epsn();
    if (hpcc != null) {
      isHeard = false;
      isExecuted = false;
      head = nic.frames.head(nic.packets.octets(), nic.packets.at(packet));
      inHandPsn = Bth.psn(octets, at);
    }
    RequestPacket request = RoceFrames.request(octets, at, nic.params.packets(length));
    boolean isTooLong = request.op() == Op.READ && request.span() > window;
    if (isTooLong && isRepeated || responses != null && !namesResponse(request)) {
      nic.ignored(peer);
      return;
    }
    if (space == null) {
      nic.points.receive(responder, request, !isTooLong, this);
    } else {
      long extent = LdcpSpaces.extent(lsns, request.op(), nic.packets.payloadBytes(packet));
      if (told != null) {
        told.done(request.op() == Op.READ ? length : 0);
      }
      nic.points.receive(
          space, LdcpHeader.lsn(octets, own), extent, new Taking(request, !isTooLong));
    }
    hears();
    inHand = Packets.NONE;
    post(); // once the packet is done with
  }

  /** Whether the request in hand is no READ, or names a response. */
  @Requirement("LDCP-12")
  private boolean namesResponse(RequestPacket request) {
    return request.op() != Op.READ
        || responses.isPlace(LdcpHeader.other(nic.packets.octets(), own));
  }

  /** The request in hand has come to LDCP's space of requests, which takes it in its turn. */
  private final class Taking implements LsnReceiver.Sink {
    private final RequestPacket request;
    private final boolean allowed;
    private boolean isTaken;

    Taking(RequestPacket request, boolean allowed) {
      this.request = request;
      this.allowed = allowed;
    }

    @Override
    public void take() {
      isTaken = true;
      given = null;
      nic.points.receive(responder, request, allowed, RespondingQp.this);
    }

    /** It is acknowledged, whatever its connection made of it; or it has come before. */
    @Override
    @Requirement({"LDCP-2", "LDCP-12"})
    public void acknowledge(long upTo) {
      if (!isTaken) {
        if (!ldcp.flush()) {
          acknowledges(false, false);
        }
        return;
      }
      boolean isRead = given == ResponseKind.DATA;
      ResponseKind kind = isRead ? null : given;
      ldcp.came(kind, givenPsn, givenMsn, givenValue, upTo, nic.isMarked(inHand));
      if (isRead) {
        readUnderWindow();
      }
    }

    @Override
    @Requirement("LDCP-12")
    public void missing(long at) {
      ldcp.flush();
      acknowledges(true, false);
    }
  }

  /** An acknowledgment of LSNs alone leaves, before whatever waits. */
  private void acknowledges(boolean nak, boolean ece) {
    long missing = responder.epsn();
    nic.host.send(
        nic.frames.lsns(peer, service, sourcePort, peerQp, missing, nak, acknowledgedUpTo, ece));
  }

  /** HPCC++ hears of the packet in hand, before it is answered, once it is known what it is. */
  private void hears() {
    if (hpcc != null && !isHeard) {
      isHeard = true;
      hpcc.came(isExecuted, inHandPsn, responder.epsn(), head);
    }
  }

  @Override
  @Requirement({"HPCC-9", "HPCC-10"})
  void probed(byte[] octets, int at) {
    if (hpcc != null) {
      hpcc.probed(octets, at, responder.epsn());
    }
  }

  /** It is of responses to READs. */
  @Override
  @Requirement({"HPCC-9", "HPCC-12"})
  void notice(AckTelemetry brought) {
    if (hpccResponses != null) {
      hpccResponses.heard(brought);
      sender.wake();
    }
  }

  @Override
  @Requirement("HPCC-10")
  void notified(TelemetryReturn notification) {
    if (hpccResponses != null) {
      hpccResponses.heard(notification.missing(), AckTelemetry.of(notification));
      sender.wake();
    }
  }

  @Override
  public long execute(RequestPacket packet) {
    if (log != null) {
      log.done(packet);
    }
    isExecuted = true;
    int bytes = nic.packets.payloadBytes(inHand);
    if (nic.observer != null && bytes > 0) {
      nic.observer.packetDelivered(
          nic.loop.nowPs(),
          nic.number,
          nic.packets.payloadRegion(inHand),
          bytes,
          nic.isMarked(inHand));
    }
    boolean isMessage = packet.op() == Op.SEND || packet.op() == Op.WRITE_IMM;
    if (isMessage && packet.last()) {
      reposts.add(nic.loop.nowPs() + nic.params.repostPs());
    }
    return packet.op() == Op.ATOMIC ? words.merge(region, 1L, Long::sum) - 1 : 0;
  }

  /** Posts the receives whose time has come. */
  private void post() {
    while (!reposts.isEmpty() && reposts.peek() <= nic.loop.nowPs()) {
      reposts.remove();
      responder.postReceive();
    }
    if (!reposts.isEmpty() && !nic.loop.isSet(repost)) {
      nic.loop.set(repost, reposts.peek());
    }
  }

  // ---------------------------------------------------------------- what is answered

  /** In LDCP a READ that was executed before has its responses sent again if it says so. */
  @Requirement("LDCP-12")
  private void readUnderWindow() {
    byte[] octets = nic.packets.octets();
    if (!isRepeated) {
      responses.reads.add(givenPsn, givenMsn, region, address, length);
    }
    acknowledged(LdcpHeader.again(octets, own), LdcpHeader.other(octets, own), false);
  }

  /**
   * The requester has acknowledged responses.
   *
   * @param end of what stands there
   */
  @Requirement({"LDCP-4", "LDCP-12", "HPCC-10"})
  void acknowledged(byte[] octets, int at, int end) {
    int header = at + Opcode.headerSize(Opcode.ACKNOWLEDGE);
    if (hpccResponses != null) {
      AckTelemetry brought = AckTelemetry.read(octets, header, end);
      hpccResponses.heard(Aeth.msn(octets, at + Bth.SIZE), brought);
      sender.wake();
    }
    if (responses == null) {
      return;
    }
    long upTo = LdcpHeader.lsn(octets, header);
    if (responses.isPlace(upTo)) {
      acknowledged(false, upTo, LdcpHeader.ece(octets, header));
    } else {
      nic.ignored(peer);
    }
  }

  private void acknowledged(boolean again, long upTo, boolean ece) {
    long n = responses.heard(nic.loop.nowPs(), again, upTo, ece);
    nic.moved(responses.window(), peer, n, ece);
    sender.wake();
  }

  @Override
  public void read(RequestPacket packet, long msn) {
    if (responses != null) {
      given(ResponseKind.DATA, packet.psn(), msn, 0);
      return;
    } else if (hpccResponses != null) {
      if (!isRepeated) {
        hpccResponses.reads.add(packet.psn(), msn, region, address, length);
      }
      hpccResponses.read(isRepeated, packet.psn(), Aeth.msn(nic.packets.octets(), own));
      sender.wake();
      return;
    }
    Answer data = new Answer(ResponseKind.DATA, packet.psn(), msn, 0, false);
    data.region = region;
    data.place = address;
    data.left = length;
    data.again = isRepeated;
    data.number = address / nic.params.mtu();
    leaves(data);
  }

  @Override
  public void answerAtomic(long psn, long msn, long value) {
    answered(ResponseKind.ATOMIC, psn, msn, value);
  }

  @Override
  public void answer(ResponseKind kind, long psn, long msn) {
    answered(kind, psn, msn, 0);
  }

  /** In LDCP its LSN says first when it is acknowledged. */
  private void answered(ResponseKind kind, long psn, long msn, long value) {
    hears();
    if (ldcp == null) {
      leaves(kind, psn, msn, value, false);
    } else {
      given(kind, psn, msn, value);
    }
  }

  private void given(ResponseKind kind, long psn, long msn, long value) {
    given = kind;
    givenPsn = psn;
    givenMsn = msn;
    givenValue = value;
  }

  /** What LDCP has acknowledge all before an LSN. */
  private void acknowledges(
      ResponseKind kind, long psn, long msn, long value, long upTo, boolean ece) {
    acknowledgedUpTo = upTo;
    if (kind == null) {
      acknowledges(false, ece);
    } else {
      leaves(kind, psn, msn, value, ece);
    }
  }

  private void leaves(ResponseKind kind, long psn, long msn, long value, boolean ece) {
    Answer answer = new Answer(kind, psn, msn, value, ece);
    if (hpcc != null) {
      answer.brings = hpcc.taken();
    }
    leaves(answer);
  }

  /**
   * Behind all that waits; at once, where nothing does and it carries nothing. In LDCP what has to
   * wait is acknowledged at once by its LSN, and one acknowledgment that waits stands for all.
   */
  @Requirement({"LDCP-2", "LDCP-12"})
  private void leaves(Answer answer) {
    answer.behind = windowed == null ? 0 : windowed.reads.bytes();
    if (ldcp != null && isRepeated && answer.kind == ResponseKind.ATOMIC) {
      goesBefore(answer);
      return;
    }
    if (answers.isEmpty() && answer.kind != ResponseKind.DATA && isDue(answer)) {
      nic.host.send(frame(answer));
      return;
    }
    if (ldcp != null) {
      acknowledges(false, answer.ece);
      answer.ece = false;
      if (answer.standsFor(answers.peekLast())) {
        answers.removeLast();
      }
    }
    answers.add(answer);
    sender.wake();
  }

  /**
   * An ATOMIC's result, asked for again, goes before the responses that nobody takes without it.
   */
  @Requirement({"RC-8", "LDCP-19"})
  private void goesBefore(Answer answer) {
    acknowledges(false, answer.ece);
    answer.ece = false;
    answer.behind = windowed.reads.bytesBefore(answer.psn);
    answer.join(answers);
    sender.wake();
  }

  private int bytes(Answer answer) {
    return (int) Math.min(answer.left, nic.params.mtu());
  }

  /** The next frame of an answer, which then is shorter by it. */
  @Requirement({"RC-5", "RC-9", "LDCP-8", "LDCP-19"})
  private int frame(Answer answer) {
    int bytes = bytes(answer);
    boolean last = answer.left == bytes;
    int opcode = opcode(answer, last);
    boolean isData = answer.kind == ResponseKind.DATA;
    int ecn = isData || ldcp != null ? service.ecn() : Ecn.NOT_ECT;
    int beside = ldcp == null ? 0 : LdcpHeader.SIZE;
    beside += hpcc == null ? 0 : answer.brings.size();
    int frame =
        nic.frames.begin(
            peer,
            service,
            sourcePort,
            ecn,
            opcode,
            peerQp,
            answer.psn,
            false,
            false,
            beside,
            bytes);
    byte[] octets = nic.packets.octets();
    int at = nic.frames.extended(frame);
    if (Opcode.hasAeth(opcode)) {
      at = Aeth.put(octets, at, syndrome(answer.kind), (int) answer.msn);
    }
    if (Opcode.hasAtomicAckEth(opcode)) {
      new AtomicAckEth(answer.value).put(octets, at);
    }
    if (ldcp != null) {
      LdcpHeader.put(octets, nic.frames.behind(frame, opcode), acknowledgedUpTo, answer.ece);
    }
    if (hpcc != null) {
      answer.brings.put(octets, nic.frames.behind(frame, opcode));
    }
    if (isData) {
      nic.packets.payload(frame, answer.region, answer.place, bytes);
      answer.psn = PsnRing.OF_WIRE.plus(answer.psn, 1);
      answer.place += bytes;
      answer.number++;
      answer.left -= bytes;
      answer.first = false;
      if (nic.observer != null) {
        nic.observer.packetSent(
            leavesPs, nic.number, answer.region, answer.number, bytes, answer.again);
      }
    }
    return frame;
  }

  /** The frame of a response under a window of LDCP. */
  @Requirement({"LDCP-8", "LDCP-12", "LDCP-19"})
  private int numbered(AskedReads.Response response) {
    int ecn = responses.transmit(leavesPs, response);
    int frame = frame(response, ecn, false, LdcpHeader.READ_SIZE);
    LdcpHeader.putRead(
        nic.packets.octets(),
        nic.frames.behind(frame, opcode(response.first(), response.last())),
        responses.lsn(),
        false,
        false,
        acknowledgedUpTo);
    return frame;
  }

  /** The same of HPCC++, with the header for what switches write. */
  @Requirement({"HPCC-7", "HPCC-9"})
  private int stamped(AskedReads.Response response) {
    return frame(response, service.ecn(), hpccResponses.transmit(leavesPs), 0);
  }

  private int frame(AskedReads.Response response, int ecn, boolean isStamped, int beside) {
    int opcode = opcode(response.first(), response.last());
    int frame =
        nic.frames.begin(
            peer,
            service,
            sourcePort,
            ecn,
            opcode,
            peerQp,
            response.psn(),
            false,
            isStamped,
            beside,
            response.bytes());
    if (Opcode.hasAeth(opcode)) {
      int at = nic.frames.extended(frame);
      Aeth.put(nic.packets.octets(), at, syndrome(ResponseKind.DATA), (int) response.msn());
    }
    nic.packets.payload(frame, response.region(), response.place(), response.bytes());
    if (nic.observer != null) {
      nic.observer.packetSent(
          leavesPs,
          nic.number,
          response.region(),
          response.number() + 1,
          response.bytes(),
          response.again());
    }
    return frame;
  }

  private static int opcode(boolean first, boolean last) {
    if (first) {
      return last ? Opcode.READ_RESPONSE_ONLY : Opcode.READ_RESPONSE_FIRST;
    }
    return last ? Opcode.READ_RESPONSE_LAST : Opcode.READ_RESPONSE_MIDDLE;
  }

  private static int opcode(Answer answer, boolean last) {
    return switch (answer.kind) {
      case DATA -> opcode(answer.first, last);
      case ATOMIC -> Opcode.ATOMIC_ACKNOWLEDGE;
      default -> Opcode.ACKNOWLEDGE;
    };
  }

  private int syndrome(ResponseKind kind) {
    return switch (kind) {
      case RNR -> Syndrome.of(Syndrome.RNR_NAK, nic.params.rnrTimer());
      case NAK -> Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR);
      case REFUSED -> Syndrome.of(Syndrome.NAK, Syndrome.REMOTE_ACCESS_ERROR);
      default -> Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    };
  }

  /** Octets of an acknowledgment's IP packet. */
  static int acknowledgmentBytes() {
    return RoceFrames.headerBytes(false, Opcode.ACKNOWLEDGE);
  }

  @Override
  String broken() {
    String broken = responder.broken();
    if (broken != null || windowed == null) {
      return broken;
    } else if (responses == null) {
      return windowed.broken();
    }
    return space.broken() == null ? responses.broken() : space.broken();
  }

  @Override
  boolean isLdcp() {
    return ldcp != null;
  }

  @Override
  boolean isHpcc() {
    return hpccResponses != null;
  }

  @Override
  public String toString() {
    return "QP " + number + " of QP " + peerQp + ": " + responder + ", " + answers.size() + " due";
  }
}
