package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What one switch tells of the port that the packet left by.
 *
 * @param speed the code of its bandwidth, called B in the draft's text, 4 bits
 * @param timestamp 24 bits
 * @param txBytes 20 bits
 * @param queueLength 16 bits
 */
@Requirement("HPCC-7")
public record HopRecord(int speed, int timestamp, int txBytes, int queueLength) {
  /** Octets of a record. */
  public static final int SIZE = 8;

  public HopRecord {
    Octets.fitting(speed, 0xF);
    Octets.fitting(timestamp, Octets.MAX_U24);
    Octets.fitting(txBytes, 0xF_FFFF);
    Octets.fitting(queueLength, 0xFFFF);
  }

  /** The record whose 64 bits are these. */
  public static HopRecord of(long bits) {
    return new HopRecord(
        (int) (bits >>> 60),
        (int) (bits >>> 36) & Octets.MAX_U24,
        (int) (bits >>> 16) & 0xF_FFFF,
        (int) bits & 0xFFFF);
  }

  /** The record as the 64 bits that are on the wire. */
  public long bits() {
    return (long) speed << 60 | (long) timestamp << 36 | (long) txBytes << 16 | queueLength;
  }

  /** Writes the record, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putBits64(octets, at, bits());
    return at + SIZE;
  }

  /** Reads a record; that it is all there is the caller's to check. */
  public static HopRecord read(byte[] octets, int at) {
    return of(Octets.bits64(octets, at));
  }
}
