package dev.sluice.wire.uet;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Ipv4;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What is done to every packet at every hop allocates nothing. */
class HotPathTest {

  private static long hops(byte[] data, byte[] ack, int hops) {
    long seen = 0;
    for (int i = 0; i < hops; i++) {
      Request.put(data, 28, PacketType.RUD_CC_REQ, 3, Request.AR, 0, i, 0x4001, 0x4011);
      Request.putCccState(data, 28, 0xA1, i & Octets.MAX_U24);
      seen += Ip.dscp(data, 0) + Entropy.of(data, 0) + Ipv4.destination(data, 0);
      seen += Ip.markCe(data, 0) ? Request.psn(data, Entropy.pdsAt(data, 0)) : 0;
      Ack.put(ack, 28, PacketType.ACK_CC, 0, Ack.M, i, i, 0x4011, 0x4001);
      AckCc.putSack(ack, 28, CcType.CC_CREDIT, 8, i, 0);
      CreditState.put(ack, 28, i & Octets.MAX_U24, 0);
      seen += Ack.ackPsn(ack, 28) + CreditState.credit(ack, 28) + AckCc.sackBitmap(ack, 28);
      Trimming.trim(ack, 0, 64, 18);
    }
    return seen;
  }

  @Test
  void aPacketHopAllocatesNothing() {
    byte[] data = Sample.data(4096).headers();
    byte[] ack = Sample.acknowledgment().headers();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long seen = hops(data, ack, 20_000) + threads.getThreadAllocatedBytes(thread);
    int hops = 100_000;
    long before = threads.getThreadAllocatedBytes(thread);
    seen += hops(data, ack, hops);
    long allocated = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(seen).isNotZero();
    assertThat(allocated)
        .as("the runtime's own, once; an object a hop is 16 a hop")
        .isLessThan(hops);
  }
}
