package dev.sluice.host.roce;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.host.roce.hpcc.HpccFaultPoints;
import dev.sluice.host.roce.ldcp.LdcpFaultPoints;
import dev.sluice.host.roce.rcm.RcmFaultPoints;
import dev.sluice.kernel.Face;
import dev.sluice.model.validate.EventLog;
import dev.sluice.wire.telemetry.AckTelemetry;
import java.util.function.Supplier;

/** Faults that makers of HPCC++ may make, to be planted in a whole system. */
public enum HpccFault {
  /** None: the NICs as they are. */
  NONE("", HpccFaultPoints::new),

  /** A window is one octet larger than it may be. */
  WINDOW_ONE_OCTET_LARGER(
      Hpcc.WINDOW.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String receiveAck(
                HpccSender sender, long seq, long received, long flows, long u, long tauPs) {
              String refused = super.receiveAck(sender, seq, received, flows, u, tauPs);
              if (tauPs > 0) {
                set(HpccSender.FACE, sender, "w", 0, sender.w() + 512);
              }
              return refused;
            }
          }),

  /** The reference follows the window with every acknowledgment, and not once a round. */
  REFERENCE_FOLLOWS_EVERY_ACK(
      Hpcc.WINDOW.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String receiveAck(
                HpccSender sender, long seq, long received, long flows, long u, long tauPs) {
              set(HpccSender.FACE, sender, "lastUpdateSeq", 0, sender.sndUna());
              return super.receiveAck(sender, seq, received, flows, u, tauPs);
            }
          }),

  /**
   * A round waits for the packet that is acknowledged next, and not for the one to be sent next.
   */
  ROUND_CLOSES_TOO_EARLY(
      Hpcc.WINDOW.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String receiveAck(
                HpccSender sender, long seq, long received, long flows, long u, long tauPs) {
              String refused = super.receiveAck(sender, seq, received, flows, u, tauPs);
              if (sender.lastUpdateSeq() == sender.sndNxt()) {
                set(HpccSender.FACE, sender, "lastUpdateSeq", 0, sender.sndUna());
              }
              return refused;
            }
          }),

  /** A receiver that runs the algorithm sends a window with every packet that measures. */
  WINDOW_SENT_BEFORE_ITS_TIME(
      Hpcc.WINDOW.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String receive(
                HpccReceiver receiver,
                long nowPs,
                long seq,
                long u,
                long tauPs,
                HpccReceiver.Sink sink) {
              if (tauPs > 0) {
                set(HpccReceiver.FACE, receiver, "updatedAtPs", 0, -1_000_000_000);
              }
              return super.receive(receiver, nowPs, seq, u, tauPs, sink);
            }
          }),

  /** A record that is no later than the one kept takes its place. */
  STALE_RECORD_TAKEN(
      Hpcc.RECORDS.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String hear(LinkRecords links, long nowPs, AckTelemetry brought) {
              long[] hops = brought.records();
              for (int hop = 0; hop < hops.length; hop++) {
                int kept = TelemetryUnits.timestamp(links.record(hop));
                if (links.heardAtPs(hop) >= 0 && TelemetryUnits.timestamp(hops[hop]) < kept) {
                  set(LinkRecords.FACE, links, "heardAt", hop, -1);
                }
              }
              return super.hear(links, nowPs, brought);
            }
          }),

  /** What a link has sent since is taken for nothing where the counter has come round. */
  COUNT_TAKEN_WITHOUT_ITS_MODULUS(
      Hpcc.RECORDS.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String hear(LinkRecords links, long nowPs, AckTelemetry brought) {
              long[] hops = brought.records();
              for (int hop = 0; hop < hops.length; hop++) {
                long kept = links.record(hop);
                if (TelemetryUnits.txBytes(hops[hop]) < TelemetryUnits.txBytes(kept)) {
                  long count = 0xF_FFFFL << 16;
                  set(LinkRecords.FACE, links, "records", hop, kept & ~count | hops[hop] & count);
                }
              }
              return super.hear(links, nowPs, brought);
            }
          }),

  /** Records of one path are held against those of another. */
  PATH_CHANGE_IGNORED(
      Hpcc.RECORDS.name(),
      () ->
          new HpccFaultPoints() {
            @Override
            protected String hear(LinkRecords links, long nowPs, AckTelemetry brought) {
              set(LinkRecords.FACE, links, "path", 0, brought.pathId());
              set(LinkRecords.FACE, links, "nHop", 0, brought.nHop());
              return super.hear(links, nowPs, brought);
            }
          });

  private final String spec;
  private final Supplier<HpccFaultPoints> points;

  HpccFault(String spec, Supplier<HpccFaultPoints> points) {
    this.spec = spec;
    this.points = points;
  }

  private static <K> void set(Face<K> face, K kernel, String name, int at, long value) {
    face.variable(name).writer().set(kernel, at, value);
  }

  /** The specification that sees it. */
  public String spec() {
    return spec;
  }

  private RoceFaultPoints planted() {
    return new RoceFaultPoints(RcmFaultPoints.NONE, LdcpFaultPoints.NONE, points.get());
  }

  /** The log of a run in which the fault shows, where all NICs have it, or none has. */
  public EventLog log(boolean isPlanted) {
    return HpccRuns.showing(this).log(host -> isPlanted ? planted() : RoceFaultPoints.NONE);
  }
}
