package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.ip.Ip;
import dev.sluice.wire.ip.Udp;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.WellKnown;
import java.util.Arrays;

/**
 * A probe of the RoCEv2 form: IP and UDP headers of the flow's data, so that it takes the data's
 * path, then a base header with an opcode of its own and the draft's header, with all its room.
 *
 * <p>The draft's figure has its header directly behind UDP. There, on the port of the flow's data,
 * every reader of RoCEv2 expects a base header; so it stands behind that one. Its ICRC counts what
 * switches write as ones, as it does with all that may change on the way: it holds at each hop, and
 * says nothing of the records.
 *
 * @param base its opcode is {@value #OPCODE}; the queue pair is the receiver's, and the PSN that of
 *     the data packet that would have left next
 * @param block without a last word
 */
@Requirement("HPCC-12")
public record RoceProbe(Bth base, TelemetryBlock block) {
  /** An opcode of those that are left to manufacturers. */
  public static final int OPCODE = 0xC8;

  public RoceProbe {
    if (base.opcode() != OPCODE) {
      throw new IllegalArgumentException("0x%02x is no probe".formatted(base.opcode()));
    }
  }

  /** Octets behind UDP of a probe with so much room, its ICRC among them. */
  public static int size(int room) {
    return Bth.SIZE + TelemetryFormat.embedded(room).size(0) + Icrc.SIZE;
  }

  /**
   * Writes a probe as it leaves its sender, and answers where its ICRC stands.
   *
   * @param at where the base header begins
   */
  public static int put(byte[] octets, int at, int pKey, int destinationQp, int psn, int room) {
    int block = Bth.put(octets, at, OPCODE, 0, pKey, destinationQp, 0, psn);
    TelemetryFormat format = TelemetryFormat.embedded(room);
    return TelemetryBlock.fresh(format).put(format, octets, block);
  }

  /** Reads a probe; that it is one, and all there, is the caller's to check. */
  public static RoceProbe read(byte[] octets, int at, int room) {
    return new RoceProbe(
        Bth.read(octets, at),
        TelemetryBlock.read(TelemetryFormat.embedded(room), octets, at + Bth.SIZE));
  }

  /**
   * Whether a packet is a probe, and stands there in full.
   *
   * @param to end of what stands there
   */
  public static boolean isOne(byte[] octets, int ipAt, int to) {
    int head = to - ipAt < 1 ? to : headAt(octets, ipAt);
    int base = head - Bth.SIZE;
    return to - head >= TelemetryHead.SIZE
        && Ip.protocol(octets, ipAt) == Ip.UDP
        && Udp.destinationPort(octets, base - Udp.SIZE) == WellKnown.PORT
        && Bth.opcode(octets, base) == OPCODE
        && Ip.packetLength(octets, ipAt) <= to - ipAt
        && room(octets, ipAt) >= 1;
  }

  /** How much room a probe has that stands there in full; below 1 it is none. */
  public static int room(byte[] octets, int ipAt) {
    int records = Ip.packetLength(octets, ipAt) - headAt(octets, ipAt) + ipAt - Icrc.SIZE;
    int left = records - TelemetryHead.SIZE;
    return left % HopRecord.SIZE == 0 && left <= TelemetryHead.MOST_HOPS * HopRecord.SIZE
        ? left / HopRecord.SIZE
        : 0;
  }

  /** Where the telemetry begins. */
  public static int headAt(byte[] octets, int ipAt) {
    return ipAt + Ip.size(octets, ipAt) + Udp.SIZE + Bth.SIZE;
  }

  /** Writes a switch's count and path. */
  public static void hop(byte[] octets, int ipAt, int nHop, int pathId) {
    TelemetryHead.put(octets, headAt(octets, ipAt), nHop, pathId);
  }

  /** Writes a switch's record into its place. */
  public static void record(byte[] octets, int ipAt, int slot, long record) {
    Octets.putBits64(octets, TelemetryBlock.recordAt(headAt(octets, ipAt), slot), record);
  }

  /** Fills in the ICRC of a probe that stands there in full. */
  public static void seal(byte[] octets, int ipAt) {
    Octets.putBits32(octets, Icrc.at(octets, ipAt), icrc(octets, ipAt));
  }

  /** Whether the ICRC of a probe that stands there in full is right. */
  public static boolean isIntact(byte[] octets, int ipAt) {
    return Octets.bits32(octets, Icrc.at(octets, ipAt)) == icrc(octets, ipAt);
  }

  private static int icrc(byte[] octets, int ipAt) {
    int end = Icrc.at(octets, ipAt);
    byte[] masked = Arrays.copyOfRange(octets, ipAt, end + Icrc.SIZE);
    Arrays.fill(masked, headAt(octets, ipAt) - ipAt, end - ipAt, (byte) 0xFF);
    return Icrc.of(masked, 0);
  }
}
