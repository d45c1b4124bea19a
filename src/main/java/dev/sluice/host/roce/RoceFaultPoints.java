package dev.sluice.host.roce;

import dev.sluice.cc.Pacer;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.telemetry.AckTelemetry;

/**
 * The places at which a test can put a faulty piece into a NIC, to see that it is noticed. What
 * stands here is the sound one.
 */
class RoceFaultPoints {
  static final RoceFaultPoints NONE = new RoceFaultPoints();

  /** Has the next packet leave. */
  String transmit(Requester requester, Requester.Sink sink) {
    return requester.transmit(sink);
  }

  /** What a requester makes of a response. */
  void receiveResponse(
      Requester requester, ResponseKind kind, long psn, long msn, Requester.Sink sink) {
    requester.receiveResponse(kind, psn, msn, sink);
  }

  /** What a requester does when nothing was acknowledged for too long. */
  String timeout(Requester requester, Requester.Sink sink) {
    return requester.timeout(sink);
  }

  /** What a responder makes of a packet. */
  void receive(Responder responder, RequestPacket packet, boolean allowed, Responder.Sink sink) {
    responder.receive(packet, allowed, sink);
  }

  /** When a reaction point has the next packet leave. */
  long notBeforePs(ReactionPoint point, long nowPs) {
    return point.notBeforePs(nowPs);
  }

  /** Has a reaction point count a packet that leaves. */
  String transmit(ReactionPoint point, long nowPs, long bytes) {
    return point.transmit(nowPs, bytes, ecn -> {});
  }

  /** What a reaction point makes of a CNP. */
  void receiveCnp(ReactionPoint point, long nowPs) {
    point.receiveCnp(nowPs);
  }

  /** Which queue pair the CNPs of one name whose peer is this. */
  long named(long queuePair) {
    return queuePair;
  }

  /** What a sender of LDCP by rates makes of the response to a request. */
  String receiveResponse(EventRate rate, long nowPs, long number, EventRate.Sink sink) {
    return rate.receiveResponse(nowPs, number, sink);
  }

  /** What it makes of a CNP. */
  String receiveCnp(EventRate rate, EventRate.Sink sink) {
    return rate.receiveCnp(sink);
  }

  /** What it does when a response has not come in time. */
  String timeout(EventRate rate, long nowPs) {
    return rate.timeout(nowPs);
  }

  /** What it makes of another event of its NIC. */
  String otherEvent(EventRate rate, EventRate.Event event) {
    return rate.otherEvent(event);
  }

  /** When it has the next packet leave. */
  long notBeforePs(Pacer pacer, long nowPs) {
    return pacer.notBeforePs(nowPs);
  }

  /** The number in the response to a request with this one. */
  long answered(long number) {
    return number;
  }

  /** The first round trip of a queue pair in LDCP. */
  FastStart firstRound(LdcpSender.Params params) {
    return new FastStart(params.first(), params.stable());
  }

  /** Has a packet of it leave. */
  String transmit(FastStart first, long nowPs, boolean last, FastStart.Sink sink) {
    return first.transmit(nowPs, last, sink);
  }

  /** What it makes of an acknowledgment, or a NAK. */
  String receiveAck(FastStart first, long nowPs, boolean nak, long psn) {
    return first.receiveAck(nowPs, nak, psn);
  }

  /** What it does when nothing was heard for so long. */
  String timeout(FastStart first, long nowPs) {
    return first.timeout(nowPs);
  }

  /** What a window of LDCP makes of an acknowledgment. */
  String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
    return window.receiveAck(n, ece, rttPs);
  }

  /** What it makes of a NAK. */
  String goBack(PawaWindow window) {
    return window.goBack();
  }

  /** What it does when nothing was heard for so long. */
  String timeout(PawaWindow window) {
    return window.timeout();
  }

  /** What a receiver of LDCP makes of a packet. */
  void receive(AckPolicy policy, boolean ce, boolean busy, AckPolicy.Sink sink) {
    policy.receive(ce, busy, sink);
  }

  /** Has a packet leave with the next LSN of its space. */
  String transmit(LsnWindow space, long bytes, long window, LsnWindow.Sink sink) {
    return space.transmit(bytes, window, sink);
  }

  /** What a sender of LDCP makes of an acknowledgment of its LSNs. */
  String receiveAck(LsnWindow space, boolean nak, long lsn, LsnWindow.Sink sink) {
    return space.receiveAck(nak, lsn, sink);
  }

  /** What a receiver of LDCP makes of the LSN of a packet. */
  String receive(LsnReceiver space, long lsn, long bytes, LsnReceiver.Sink sink) {
    return space.receive(lsn, bytes, false, sink);
  }

  /** Whether a READ that leaves again has its responses sent again. */
  boolean again(ReadRepeat repeat) {
    return repeat.again();
  }

  /** What an end of HPCC++ makes of the records that come to it. */
  String hear(LinkRecords links, long nowPs, AckTelemetry brought) {
    return links.hear(nowPs, brought.pathId(), brought.nHop(), brought.first(), brought.records());
  }

  /** What a sender of HPCC++ makes of an acknowledgment. */
  String receiveAck(HpccSender sender, long seq, long received, long u, long tauPs) {
    return sender.receiveAck(seq, received, u, tauPs);
  }

  /** What a receiver of HPCC++ makes of a packet. */
  String receive(
      HpccReceiver receiver, long nowPs, long seq, long u, long tauPs, HpccReceiver.Sink sink) {
    return receiver.receive(nowPs, seq, u, tauPs, sink);
  }

  /** What a notification point makes of a packet; its ICRC is right. */
  void see(NotificationPoint point, long nowPs, int opcode, int ecn, NotificationPoint.Sink sink) {
    point.receive(nowPs, opcode, ecn, true, sink);
  }
}
