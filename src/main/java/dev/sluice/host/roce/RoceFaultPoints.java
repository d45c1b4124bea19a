package dev.sluice.host.roce;

import dev.sluice.host.roce.hpcc.HpccFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpFaultPoints;
import dev.sluice.host.roce.rcm.RcmFaultPoints;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;

/**
 * The places at which a test can put a faulty piece into a NIC, to see that it is noticed: into the
 * connections here, and into each algorithm where that says. What stands here is the sound one.
 */
class RoceFaultPoints {
  static final RoceFaultPoints NONE = new RoceFaultPoints();

  final RcmFaultPoints rcm;
  final LdcpFaultPoints ldcp;
  final HpccFaultPoints hpcc;

  /** Its algorithms are sound. */
  RoceFaultPoints() {
    this(RcmFaultPoints.NONE, LdcpFaultPoints.NONE, HpccFaultPoints.NONE);
  }

  /** Its connections are sound. */
  RoceFaultPoints(RcmFaultPoints rcm, LdcpFaultPoints ldcp, HpccFaultPoints hpcc) {
    this.rcm = rcm;
    this.ldcp = ldcp;
    this.hpcc = hpcc;
  }

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
}
