package dev.sluice.host.roce;

import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;

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

  /** What a responder makes of a packet; all is allowed. */
  void receive(Responder responder, RequestPacket packet, Responder.Sink sink) {
    responder.receive(packet, true, sink);
  }

  /** What a notification point makes of a packet; its ICRC is right. */
  void see(NotificationPoint point, long nowPs, int opcode, int ecn, NotificationPoint.Sink sink) {
    point.receive(nowPs, opcode, ecn, true, sink);
  }
}
