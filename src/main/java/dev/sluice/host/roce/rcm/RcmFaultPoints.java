package dev.sluice.host.roce.rcm;

import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.ReactionPoint;

/**
 * The places at which a test can put a faulty piece into what a NIC does in RoCEv2 congestion
 * management, to see that it is noticed. What stands here is the sound one.
 */
public class RcmFaultPoints {
  /** Nothing is faulty. */
  public static final RcmFaultPoints NONE = new RcmFaultPoints();

  /** When a reaction point has the next packet leave. */
  protected long notBeforePs(ReactionPoint point, long nowPs) {
    return point.notBeforePs(nowPs);
  }

  /** Has a reaction point count a packet that leaves. */
  protected String transmit(ReactionPoint point, long nowPs, long bytes, ReactionPoint.Sink sink) {
    return point.transmit(nowPs, bytes, sink);
  }

  /** What a reaction point makes of a CNP. */
  protected void receiveCnp(ReactionPoint point, long nowPs) {
    point.receiveCnp(nowPs);
  }

  /** Which queue pair the CNPs of one name whose peer is this. */
  protected long named(long queuePair) {
    return queuePair;
  }

  /** What a notification point makes of a packet; its ICRC is right. */
  protected void see(
      NotificationPoint point, long nowPs, int opcode, int ecn, NotificationPoint.Sink sink) {
    point.receive(nowPs, opcode, ecn, true, sink);
  }
}
