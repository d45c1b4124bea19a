package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.FlowCount;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.TelemetryFormat;
import java.util.function.LongFunction;

/**
 * How a host speaks HPCC++, where it does: its data packets carry the draft's header, switches
 * write into that, and acknowledgments bring back what they wrote, or a window.
 *
 * @param isSpoken whether it is; of selected flows
 * @param format of data packets, with all the room there is
 * @param units what the numbers of records count
 * @param fastestMbps the fastest link of the fabric, in Mb/s
 * @param every of how many packets of a connection one carries the header
 * @param byProbe whether probes carry it instead, one in T while data are in flight
 * @param returned in what comes back what packets have gathered
 * @param noticePort the UDP port of notifications
 * @param atReceiver whether the receiver runs the algorithm
 * @param countedFlows for how many flows of its link a receiver has room to count them, for itself
 *     or the sender that runs the algorithm; 0: it counts none
 * @param silencePs after which silence a flow has ended for it, in picoseconds
 * @param params what both ends are configured with, by the rate of the host's link in bits a second
 */
@Requirement({"HPCC-9", "HPCC-11", "HPCC-17"})
public record HpccEnds(
    boolean isSpoken,
    TelemetryFormat format,
    TelemetryUnits units,
    long fastestMbps,
    long every,
    boolean byProbe,
    HpccReturn returned,
    int noticePort,
    boolean atReceiver,
    int countedFlows,
    long silencePs,
    LongFunction<HpccParams> params) {
  /** HPCC++ is not spoken. */
  public static final HpccEnds NONE =
      new HpccEnds(false, null, null, 0, 1, false, HpccReturn.WHOLE, 0, false, 0, 0, null);

  /**
   * @throws IllegalArgumentException if no packet carries the header, packets would grow, a
   *     receiver were to run it by probes or to bring telemetry back beside its window, one link
   *     were to come back of data, notifications had the port of another form, or a count of flows
   *     were to come back in a response or a notification
   */
  public HpccEnds {
    if (isSpoken && (every < 1 || !format.preallocated())) {
      throw new IllegalArgumentException(
          "the header in one of " + every + " packets, " + format + ": frames do not grow here");
    }
    if (byProbe && atReceiver) {
      throw new IllegalArgumentException("probes for a receiver that runs the algorithm");
    } else if (returned != HpccReturn.WHOLE && atReceiver) {
      throw new IllegalArgumentException("a receiver that runs the algorithm sends back a window");
    } else if (countedFlows > 0 && returned != HpccReturn.WHOLE) {
      throw new IllegalArgumentException(
          "a count of flows comes back only where telemetry is returned whole");
    } else if (returned == HpccReturn.LINK && !byProbe) {
      throw new IllegalArgumentException("a response with one link answers a probe");
    } else if (isNotified(returned)
        && (noticePort == format.udpPort() || noticePort == WellKnown.PORT)) {
      throw new IllegalArgumentException(
          "notifications to UDP port %d, which other packets go to".formatted(noticePort));
    }
  }

  private static boolean isNotified(HpccReturn returned) {
    return returned == HpccReturn.NOTIFICATION;
  }

  /** Whether notifications bring back what packets have gathered. */
  public boolean isNotified() {
    return isNotified(returned);
  }

  /** Whether the receiver keeps records of links: to run the algorithm, or to choose one. */
  boolean receiverKeeps() {
    return atReceiver || returned == HpccReturn.LINK;
  }

  /**
   * Returns for how many flows a receiver has room that counts them, 0 if it counts none: if it
   * reports the count, for no more than the report can tell.
   */
  @Requirement({"HPCC-6", "HPCC-17"})
  public int room() {
    return atReceiver ? countedFlows : Math.min(countedFlows, AckTelemetry.MOST_FLOWS);
  }

  /** Returns what counts the flows of a host's link, or null if nothing does. */
  @Requirement("HPCC-17")
  FlowCount flows() {
    return room() == 0 ? null : new FlowCount(room(), silencePs);
  }

  /** Who hears of links, in the specifications' word. */
  String hears() {
    return returned == HpccReturn.LINK ? "RESPONSE" : form();
  }

  /** Who runs the algorithm, in the specifications' word. */
  String form() {
    return atReceiver ? "RECEIVER" : "SENDER";
  }

  /** What an end keeps of the links of a path. */
  LinkRecords links(HpccParams of) {
    return new LinkRecords(units, of.tPs(), of.one(), fastestMbps);
  }

  /** Octets of the header in a packet of data. */
  public int octets() {
    return byProbe ? 0 : mostOctets();
  }

  /** The same in whatever packet carries it. */
  public int mostOctets() {
    return isSpoken ? format.size(0) : 0;
  }
}
