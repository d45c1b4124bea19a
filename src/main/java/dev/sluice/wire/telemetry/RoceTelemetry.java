package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Icrc;
import java.util.Arrays;

/**
 * RoCEv2 data with the draft's header, where its figure has it: behind UDP, and before the base
 * header. Such packets go to a UDP port of the fabric's own, where no reader expects a base header.
 *
 * <p>The ICRC counts the header as ones, as it does with all that may change on the way; it covers
 * everything else, with the lengths that the packet has. So it holds at each hop, and says nothing
 * of the records.
 */
public final class RoceTelemetry {
  private static final int FLAGS_AT = 4;

  private RoceTelemetry() {}

  /** Whether a packet is one, by its UDP port. */
  public static boolean isOne(TelemetryFormat format, byte[] octets, int ipAt) {
    return Ip.protocol(octets, ipAt) == Ip.UDP
        && Udp.destinationPort(octets, ipAt + Ip.size(octets, ipAt)) == format.udpPort();
  }

  /** Where the base header of such a packet begins. */
  public static int bth(TelemetryFormat format, byte[] octets, int ipAt) {
    int head = TelemetryFrames.at(octets, ipAt);
    return head + format.size(TelemetryHead.nHop(octets, head));
  }

  /** Fills in the ICRC of a packet that stands there in full. */
  @Requirement("HPCC-7")
  public static void seal(TelemetryFormat format, byte[] octets, int ipAt) {
    Octets.putBits32(octets, Icrc.at(octets, ipAt), icrc(format, octets, ipAt));
  }

  /** Whether the ICRC of a packet that stands there in full is right. */
  @Requirement({"HPCC-7", "HPCC-15"})
  public static boolean isIntact(TelemetryFormat format, byte[] octets, int ipAt) {
    return Octets.bits32(octets, Icrc.at(octets, ipAt)) == icrc(format, octets, ipAt);
  }

  private static int icrc(TelemetryFormat format, byte[] octets, int ipAt) {
    int end = Icrc.at(octets, ipAt) + Icrc.SIZE;
    byte[] masked = Arrays.copyOfRange(octets, ipAt, end);
    int bth = bth(format, octets, ipAt) - ipAt;
    Arrays.fill(masked, TelemetryFrames.at(masked, 0), bth, (byte) 0xFF);
    masked[bth + FLAGS_AT] = (byte) 0xFF; // FECN, BECN and what is beside them
    return Icrc.of(masked, 0);
  }
}
