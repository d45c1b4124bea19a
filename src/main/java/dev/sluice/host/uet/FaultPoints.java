package dev.sluice.host.uet;

import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.kernel.Kernels;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;

/**
 * The places at which a test can put a faulty piece into a NIC, to see that it is noticed. What
 * stands here is the sound one.
 */
class FaultPoints {
  static final FaultPoints NONE = new FaultPoints();

  /** What a source makes of the credit in an acknowledgment. */
  void learn(CreditSpender credit, CreditParams params, long wireCredit, long acked) {
    Kernels.done(credit.learn(wireCredit, acked));
  }

  /** The window of a CCC that is asked what it lets out, in bytes. */
  long window(Ccc ccc, SendPermission permission) {
    return ccc.cwnd();
  }

  /** Takes a packet into the window. */
  String send(Ccc ccc, long size) {
    return ccc.send(size);
  }

  /** Takes a packet that has come for the first time. */
  String receive(Ccc ccc, long size, Ccc.Sink sink) {
    return ccc.receive(size, sink);
  }

  /** What an acknowledgment tells: what is in memory, not what has come. */
  TargetPdc told(TargetPdc received, TargetPdc committed) {
    return committed;
  }

  /** How many packets a target holds beyond the first that is missing. */
  int ahead(ReceiveWindow got) {
    return got.inOrder() ? 0 : got.ahead();
  }

  /** What a source makes of an acknowledgment's count. */
  String receiveAck(
      LossRecovery recovery,
      long cack,
      long acked,
      int count,
      boolean waits,
      long threshold,
      long window,
      LossRecovery.Packets packets) {
    return recovery.receiveAck(cack, acked, count, waits, threshold, window, packets);
  }

  /** Notes that a packet has left again. */
  String retransmit(LossRecovery recovery, long packet) {
    return recovery.retransmit(packet);
  }

  /** Whether a mark on the value in use makes the entropy value change. */
  boolean obeysMark() {
    return true;
  }

  /** What the first packets of a PDC say of their distance from its first PSN. */
  long psnOffset(long offset) {
    return offset;
  }

  /** What a target's PSNs count modulo. */
  long psnModulus() {
    return Psn.WIRE_MODULUS;
  }

  /** Whether a SYN finds a PDC, and a CCC if need be. */
  boolean canAdmit(Target target, Target.Flow flow) {
    return target.canAdmit(flow);
  }

  /** What a request asks for, as the kernel has computed it for a packet of this size. */
  long creditTarget(long target, long size) {
    return target;
  }

  /** Divides a slice, and answers null, or why it is refused. */
  String slice(CreditGranter granter) {
    return granter.slice();
  }

  /**
   * A window has taken an acknowledgment.
   *
   * @param cwndBefore what it was before
   */
  void acknowledged(NsccWindow window, long nowPs, long cwndBefore) {}

  /** The first PSN of a PDC, of which this was drawn. */
  long startPsn(long drawn) {
    return drawn;
  }

  /** How long an id rests before it is used again. */
  long idSafety(long lifetimePs) {
    return lifetimePs;
  }
}
