package dev.sluice.host.roce;

import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.host.Connection;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.hpcc.HpccEnd;
import dev.sluice.host.roce.ldcp.LdcpRate;
import dev.sluice.host.roce.rcm.Notifying;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;

/** One end of a connection, at this NIC. */
abstract class ConnectionEnd extends Connection implements HpccEnd {
  final RoceNic nic;

  /** Who is connected. */
  final QueuePair qp;

  /** What each packet passes first that comes to it; made with it. */
  Notifying notifying;

  ConnectionEnd(RoceNic nic, QueuePair qp) {
    super(null);
    this.nic = nic;
    this.qp = qp;
  }

  /** There is something to send, be it after a pause or not. */
  @Requirement("LDCP-13")
  final void begins() {
    if (sender().role() instanceof LdcpRate rate) {
      rate.begins(nic.loop.nowPs());
      sender().heard();
    } else {
      sender().wake();
    }
  }

  /**
   * Where LDCP is spoken by rates, a request to measure a round trip has come, or the response to
   * one. A queue pair that does not speak it drops both.
   */
  @Requirement({"LDCP-13", "LDCP-19"})
  final void timing(byte[] octets, int at) {
    if (sender().role() instanceof LdcpRate rate && rate.came(nic.loop.nowPs(), octets, at)) {
      sender().heard();
    }
  }

  /** Whether it has nothing left to do. */
  abstract boolean isAtRest();

  /** Whether it speaks LDCP. */
  abstract boolean isLdcp();

  /** Whether it speaks HPCC++. */
  abstract boolean isHpcc();

  /** Octets behind the headers that an opcode announces, in packets of its connection. */
  @Requirement({"LDCP-12", "HPCC-10"})
  final int beside(int opcode) {
    if (isLdcp() && !ReactionPoint.isCnp(opcode)) {
      return LdcpHeader.size(opcode);
    }
    return isHpcc() && opcode == Opcode.READ_REQUEST ? Aeth.SIZE : 0;
  }

  /** What does not fit together in its kernels; {@code null} if all does. */
  abstract String broken();
}
