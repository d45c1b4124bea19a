package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * A switch's record in IFA 2.0, of the profile that is in common use (LNS 1).
 *
 * <p>It has all that HPCC++ needs but a whole instant: bytes are those of the packet's queue, not
 * of the port; the queue counts cells of a size that the switch's maker knows; and the time of
 * leaving is the sum of two fields. It takes 32 octets a hop, where the draft's figure takes 8.
 *
 * @param lns the namespace of this record, 4 bits
 * @param deviceId 20 bits
 * @param hopLimit of IP as the packet came, 8 bits
 * @param speed of the port by code: 10, 25, 40, 50, 100, 200, 400 Gb/s are 0 to 6, 4 bits
 * @param congestion the packet's ECN, 2 bits
 * @param queue which queue of the port, 6 bits
 * @param rxSeconds when the packet came, 20 bits
 * @param egressPort 16 bits
 * @param ingressPort 16 bits
 * @param rxNanoseconds the rest of when it came, 32 bits
 * @param residenceNs how long it stayed, 32 bits
 * @param queueTxBytes what its queue has sent, 32 bits
 * @param queueDepth cells in the queue, reserved bits among them, 32 bits
 * @param poolCells cells in the buffer, 32 bits
 */
@Requirement("HPCC-16")
public record IfaHop(
    int lns,
    int deviceId,
    int hopLimit,
    int speed,
    int congestion,
    int queue,
    int rxSeconds,
    int egressPort,
    int ingressPort,
    int rxNanoseconds,
    int residenceNs,
    int queueTxBytes,
    int queueDepth,
    int poolCells) {
  /** Words of a record. */
  public static final int WORDS = 8;

  /** Octets of a record. */
  public static final int SIZE = 4 * WORDS;

  public IfaHop {
    Octets.fitting(lns, 0xF);
    Octets.fitting(deviceId, 0xF_FFFF);
    Octets.fitting(hopLimit, 0xFF);
    Octets.fitting(speed, 0xF);
    Octets.fitting(congestion, 3);
    Octets.fitting(queue, 0x3F);
    Octets.fitting(rxSeconds, 0xF_FFFF);
    Octets.fitting(egressPort, 0xFFFF);
    Octets.fitting(ingressPort, 0xFFFF);
  }

  /** Writes the record, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    Octets.putBits32(octets, at, lns << 28 | deviceId << 8 | hopLimit);
    Octets.putBits32(octets, at + 4, speed << 28 | congestion << 26 | queue << 20 | rxSeconds);
    Octets.putU16(octets, at + 8, egressPort);
    Octets.putU16(octets, at + 10, ingressPort);
    Octets.putBits32(octets, at + 12, rxNanoseconds);
    Octets.putBits32(octets, at + 16, residenceNs);
    Octets.putBits32(octets, at + 20, queueTxBytes);
    Octets.putBits32(octets, at + 24, queueDepth);
    Octets.putBits32(octets, at + 28, poolCells);
    return at + SIZE;
  }

  /** Reads a record; that it is all there is the caller's to check. */
  public static IfaHop read(byte[] octets, int at) {
    int first = Octets.bits32(octets, at);
    int second = Octets.bits32(octets, at + 4);
    return new IfaHop(
        first >>> 28,
        first >>> 8 & 0xF_FFFF,
        first & 0xFF,
        second >>> 28,
        second >>> 26 & 3,
        second >>> 20 & 0x3F,
        second & 0xF_FFFF,
        Octets.u16(octets, at + 8),
        Octets.u16(octets, at + 10),
        Octets.bits32(octets, at + 12),
        Octets.bits32(octets, at + 16),
        Octets.bits32(octets, at + 20),
        Octets.bits32(octets, at + 24),
        Octets.bits32(octets, at + 28));
  }
}
