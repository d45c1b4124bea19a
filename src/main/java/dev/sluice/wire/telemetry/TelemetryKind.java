package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The word in front of telemetry where nothing else tells what it is: a probe, in which switches
 * write, or what comes back of one, in which they do not. The draft has no such word.
 *
 * @param kind {@link #PROBE}, {@link #RESPONSE} or {@link #NOTIFICATION}, 8 bits
 * @param room how many records a probe has room for, 1 to {@value TelemetryHead#MOST_HOPS}, 8 bits
 * @param reserved sent as 0, 16 bits
 */
@Requirement("HPCC-18")
public record TelemetryKind(int kind, int room, int reserved) {
  /** Octets of the word. */
  public static final int SIZE = 4;

  /** On its way to the receiver: switches write records. */
  public static final int PROBE = 1;

  /** On its way back, with what a probe has gathered. */
  public static final int RESPONSE = 2;

  /** A packet of its own that brings back what any packet has gathered. */
  public static final int NOTIFICATION = 3;

  public TelemetryKind {
    Octets.fitting(kind, 0xFF);
    Octets.fitting(room, 0xFF);
    Octets.fitting(reserved, 0xFFFF);
  }

  /** Writes the word, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putU8(octets, at, kind);
    Octets.putU8(octets, at + 1, room);
    Octets.putU16(octets, at + 2, reserved);
    return at + SIZE;
  }

  /** Reads the word; that it is all there is the caller's to check. */
  public static TelemetryKind read(byte[] octets, int at) {
    return new TelemetryKind(
        Octets.u8(octets, at), Octets.u8(octets, at + 1), Octets.u16(octets, at + 2));
  }
}
