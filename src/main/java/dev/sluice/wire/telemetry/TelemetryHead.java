package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The word in front of the records.
 *
 * @param nHop how many switches the packet has passed, 4 bits
 * @param pathId their ids, added by exclusive or, 12 bits
 * @param padding sent as 0, 16 bits
 */
@Requirement("HPCC-7")
public record TelemetryHead(int nHop, int pathId, int padding) {
  /** Octets of the word. */
  public static final int SIZE = 4;

  /** The largest count. */
  public static final int MOST_HOPS = 0xF;

  /** As it leaves the sender. */
  public static final TelemetryHead FRESH = new TelemetryHead(0, 0, 0);

  public TelemetryHead {
    Octets.fitting(nHop, MOST_HOPS);
    Octets.fitting(pathId, 0xFFF);
    Octets.fitting(padding, 0xFFFF);
  }

  /** Writes the word, and answers where the first record begins. */
  public int put(byte[] octets, int at) {
    put(octets, at, nHop, pathId);
    Octets.putU16(octets, at + 2, padding);
    return at + SIZE;
  }

  /** Writes count and path, and leaves the padding as it is. */
  public static void put(byte[] octets, int at, int nHop, int pathId) {
    Octets.putU16(octets, at, first(nHop, pathId));
  }

  /** Count and path as the first two octets hold them. */
  public static int first(int nHop, int pathId) {
    return Octets.fitting(nHop, MOST_HOPS) << 12 | Octets.fitting(pathId, 0xFFF);
  }

  /** Reads the word; that it is all there is the caller's to check. */
  public static TelemetryHead read(byte[] octets, int at) {
    return new TelemetryHead(nHop(octets, at), pathId(octets, at), Octets.u16(octets, at + 2));
  }

  /** How many switches the packet has passed. */
  public static int nHop(byte[] octets, int at) {
    return Octets.u8(octets, at) >> 4;
  }

  /** The ids of those switches, added by exclusive or. */
  public static int pathId(byte[] octets, int at) {
    return Octets.u16(octets, at) & 0xFFF;
  }
}
