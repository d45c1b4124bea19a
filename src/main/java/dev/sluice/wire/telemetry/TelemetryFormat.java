package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import java.util.Map;

/**
 * Which form of the draft's header the packets of a fabric have.
 *
 * @param udpPort where packets with it go, 1 to 65,535, or {@link #EMBEDDED}; but none whose
 *     packets readers take for something else: 4789 (VXLAN), 4790 (VXLAN-GPE) and 4791 (RoCEv2,
 *     where the header would be read as a base transport header)
 * @param room how many records a packet can have, 1 to {@value TelemetryHead#MOST_HOPS}
 * @param preallocated whether the sender leaves all the room there is, and lengths stay as they
 *     are; else the packet grows by {@value HopRecord#SIZE} octets at each switch
 * @param hasLastWord whether a {@link LastWord} stands behind the records
 */
@Requirement("HPCC-7")
public record TelemetryFormat(int udpPort, int room, boolean preallocated, boolean hasLastWord) {
  /** No port: the header stands behind that of another protocol. */
  public static final int EMBEDDED = 0;

  private static final Map<Integer, String> TAKEN =
      Map.of(4789, "VXLAN", 4790, "VXLAN-GPE", 4791, "RoCEv2");

  /**
   * @throws IllegalArgumentException if a number is out of its range, the port is another's, or a
   *     header that is not behind UDP would grow
   */
  public TelemetryFormat {
    boolean isPort = udpPort >= 1 && udpPort <= 0xFFFF || udpPort == EMBEDDED && preallocated;
    if (!isPort || room < 1 || room > TelemetryHead.MOST_HOPS) {
      throw new IllegalArgumentException(
          "port %d with room for %d records: a port is 1 to 65535, and room 1 to %d"
              .formatted(udpPort, room, TelemetryHead.MOST_HOPS));
    }
    if (TAKEN.containsKey(udpPort)) {
      throw new IllegalArgumentException(
          "UDP port %d is that of %s, which readers would take the header for"
              .formatted(udpPort, TAKEN.get(udpPort)));
    }
  }

  /** The form behind another header: with all its room, and no last word. */
  public static TelemetryFormat embedded(int room) {
    return new TelemetryFormat(EMBEDDED, room, true, false);
  }

  /** How many records a packet has that has passed so many switches. */
  public int records(int nHop) {
    return Math.min(nHop, room);
  }

  /** Octets of the header of a packet that has passed so many switches. */
  public int size(int nHop) {
    int slots = preallocated ? room : records(nHop);
    return TelemetryHead.SIZE + slots * HopRecord.SIZE + (hasLastWord ? LastWord.SIZE : 0);
  }

  /** Whether a packet that has passed so many switches lacks records of some. */
  public boolean isCut(int nHop) {
    return nHop > room;
  }
}
