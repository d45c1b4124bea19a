package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.fabric.Packets;
import dev.sluice.host.Sender;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.host.roce.hpcc.HpccDataReceiver;
import dev.sluice.host.roce.hpcc.HpccResponses;
import dev.sluice.host.roce.ldcp.LdcpArrivals;
import dev.sluice.host.roce.ldcp.LdcpResponses;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.AtomicEth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Reth;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryReturn;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The end of a connection that answers: what comes to it, and its user's receives. What it answers
 * leaves by {@link Answering}.
 */
final class RespondingQp extends ConnectionEnd implements Responder.Sink {
  private final Responder responder;

  /** PSNs that the requester may have outstanding. */
  private final long window;

  private final RcTransportLog.Answered log;
  private final Answering answering;
  private final int repost;

  /** Where LDCP is spoken, what of its requests has come, and responses; otherwise null. */
  private final LdcpArrivals ldcp;

  private final LdcpResponses responses;

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

  private int inHand = Packets.NONE;

  /** What the request in hand says of where to read, and how much. */
  private long address;

  private int region;
  private long length;

  /** Whether it was executed before. */
  private boolean isRepeated;

  RespondingQp(RoceNic nic, QueuePair qp, Responder responder, long window) {
    super(nic, qp);
    this.window = window;
    this.responder = responder;
    log = nic.log.follow(this, responder);
    repost = nic.loop.timer(nic.host.handler(subject -> post(), null), 0);
    boolean isLdcp = nic.params.acks().areEchoed() && qp.service().isSelected();
    boolean isHpcc = nic.params.hpcc().isSpoken() && qp.service().isSelected();
    hpcc = isHpcc ? new HpccDataReceiver(nic.hpcc, qp) : null;
    SenderRole role = nic.role(this);
    notifying = nic.notifying(qp, role, this::request);
    answering = new Answering(this, role, isLdcp, hpcc);
    responses = answering.responses;
    hpccResponses = answering.hpccResponses;
    ldcp = isLdcp ? new LdcpArrivals(nic.ldcp, qp, responses, answering::acknowledges) : null;
  }

  @Override
  protected Sender sender() {
    return answering;
  }

  @Override
  boolean isAtRest() {
    return answering.isAtRest();
  }

  /** The PSN of the request that is expected. */
  long epsn() {
    return responder.epsn();
  }

  /** Whether the request in hand was executed before. */
  boolean isRepeated() {
    return isRepeated;
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
      nic.ignored(qp.peer());
      return;
    }
    if (ldcp == null) {
      nic.points.receive(responder, request, !isTooLong, this);
    } else {
      ldcp.came(
          request,
          nic.packets.payloadBytes(packet),
          length,
          octets,
          own,
          new Taking(request, !isTooLong));
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
  private final class Taking implements LdcpArrivals.Turn {
    private final RequestPacket request;
    private final boolean allowed;

    Taking(RequestPacket request, boolean allowed) {
      this.request = request;
      this.allowed = allowed;
    }

    @Override
    public void take() {
      given = null;
      nic.points.receive(responder, request, allowed, RespondingQp.this);
    }

    /** It is acknowledged, whatever its connection made of it. */
    @Override
    @Requirement({"LDCP-2", "LDCP-12"})
    public void taken(long upTo) {
      boolean isRead = given == ResponseKind.DATA;
      ResponseKind kind = isRead ? null : given;
      ldcp.answered(kind, givenPsn, givenMsn, givenValue, upTo, nic.isMarked(inHand));
      if (isRead) {
        readUnderWindow();
      }
    }

    @Override
    @Requirement({"LDCP-2", "LDCP-12"})
    public void acknowledge(boolean nak, long lsn) {
      answering.acknowledges(nak, lsn, false);
    }
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
  public void probed(byte[] octets, int at) {
    if (hpcc != null) {
      hpcc.probed(octets, at, responder.epsn());
    }
  }

  /** It is of responses to READs. */
  @Override
  @Requirement({"HPCC-9", "HPCC-12"})
  public void notice(AckTelemetry brought) {
    if (hpccResponses != null) {
      hpccResponses.heard(brought);
      answering.wake();
    }
  }

  @Override
  @Requirement("HPCC-10")
  public void notified(TelemetryReturn notification) {
    if (hpccResponses != null) {
      hpccResponses.heard(notification.missing(), AckTelemetry.of(notification));
      answering.wake();
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
      responses.reads().add(givenPsn, givenMsn, region, address, length);
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
      answering.wake();
    }
    if (responses == null) {
      return;
    }
    long upTo = LdcpHeader.lsn(octets, header);
    if (responses.isPlace(upTo)) {
      acknowledged(false, upTo, LdcpHeader.ece(octets, header));
    } else {
      nic.ignored(qp.peer());
    }
  }

  private void acknowledged(boolean again, long upTo, boolean ece) {
    responses.heard(nic.loop.nowPs(), again, upTo, ece);
    answering.wake();
  }

  @Override
  public void read(RequestPacket packet, long msn) {
    if (responses != null) {
      given(ResponseKind.DATA, packet.psn(), msn, 0);
      return;
    } else if (hpccResponses != null) {
      if (!isRepeated) {
        hpccResponses.reads().add(packet.psn(), msn, region, address, length);
      }
      hpccResponses.read(isRepeated, packet.psn(), Aeth.msn(nic.packets.octets(), own));
      answering.wake();
      return;
    }
    Answer data = new Answer(ResponseKind.DATA, packet.psn(), msn, 0, false);
    data.region = region;
    data.place = address;
    data.left = length;
    data.again = isRepeated;
    data.number = address / nic.params.mtu();
    answering.leaves(data);
    begins();
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
      answering.leaves(kind, psn, msn, value, false);
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

  @Override
  String broken() {
    String broken = responder.broken();
    if (broken == null && responses != null) {
      broken = ldcp.broken();
    }
    return broken == null ? answering.broken() : broken;
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
    return "QP " + qp.number() + " of QP " + qp.peerQp() + ": " + responder + ", " + answering;
  }
}
