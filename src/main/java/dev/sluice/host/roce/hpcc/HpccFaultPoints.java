package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.wire.telemetry.AckTelemetry;

/**
 * The places at which a test can put a faulty piece into what a NIC does in HPCC++, to see that it
 * is noticed. What stands here is the sound one.
 */
public class HpccFaultPoints {
  /** Nothing is faulty. */
  public static final HpccFaultPoints NONE = new HpccFaultPoints();

  /** What an end of HPCC++ makes of the records that come to it. */
  protected String hear(LinkRecords links, long nowPs, AckTelemetry brought) {
    return links.hear(nowPs, brought.pathId(), brought.nHop(), brought.first(), brought.records());
  }

  /** What a sender of HPCC++ makes of an acknowledgment. */
  protected String receiveAck(
      HpccSender sender, long seq, long received, long flows, long u, long tauPs) {
    return sender.receiveAck(seq, received, flows, u, tauPs);
  }

  /** What a receiver of HPCC++ makes of a packet. */
  protected String receive(
      HpccReceiver receiver, long nowPs, long seq, long u, long tauPs, HpccReceiver.Sink sink) {
    return receiver.receive(nowPs, seq, u, tauPs, sink);
  }
}
