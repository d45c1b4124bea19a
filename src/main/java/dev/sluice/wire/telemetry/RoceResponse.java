package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;

/**
 * What comes back of a probe in the RoCEv2 form: the record of one link of the path.
 *
 * <p>The draft gives queue length, timestamp and transmitted bytes. Bandwidth and the link's
 * identity are here beside them, since the sender can use the three only with those: the record has
 * its Speed, and count, path and hop say which link of which path it is of. The ICRC covers all of
 * it.
 *
 * @param base its opcode is {@value #OPCODE}; the queue pair is that of the probe's sender, and the
 *     PSN is the probe's
 * @param nHop how many switches the probe had passed, 4 bits
 * @param pathId their ids, added by exclusive or, 12 bits
 * @param hop which of them, from 0, the record is of, 4 bits; {@link #NONE} if none was measured
 * @param reserved sent as 0, 12 bits
 * @param record zeros if none was measured
 */
@Requirement({"HPCC-12", "HPCC-15"})
public record RoceResponse(
    Bth base, int nHop, int pathId, int hop, int reserved, HopRecord record) {
  /** An opcode of those that are left to manufacturers. */
  public static final int OPCODE = 0xC9;

  /** The hop of a response without a link. */
  public static final int NONE = 0xF;

  /** Octets behind UDP, the ICRC among them. */
  public static final int SIZE = Bth.SIZE + TelemetryHead.SIZE + HopRecord.SIZE + Icrc.SIZE;

  public RoceResponse {
    if (base.opcode() != OPCODE) {
      throw new IllegalArgumentException("0x%02x is no response".formatted(base.opcode()));
    }
    Octets.fitting(nHop, TelemetryHead.MOST_HOPS);
    Octets.fitting(pathId, 0xFFF);
    Octets.fitting(hop, 0xF);
    Octets.fitting(reserved, 0xFFF);
  }

  /**
   * The response to a probe.
   *
   * @param senderQp the queue pair that the probe came from, 24 bits
   * @param hop the chosen link, an index of the probe's records; below 0 if none was measured
   */
  public static RoceResponse of(RoceProbe probe, int senderQp, int hop) {
    Bth asked = probe.base();
    TelemetryHead head = probe.block().head();
    return new RoceResponse(
        new Bth(OPCODE, 0, asked.pKey(), 0, senderQp, 0, asked.psn()),
        head.nHop(),
        head.pathId(),
        hop < 0 ? NONE : hop,
        0,
        hop < 0 ? new HopRecord(0, 0, 0, 0) : probe.block().records().get(hop));
  }

  /** Writes the response, and answers where its ICRC stands. */
  public int put(byte[] octets, int at) {
    int head = base.put(octets, at);
    int next = new TelemetryHead(nHop, pathId, hop << 12 | reserved).put(octets, head);
    return record.put(octets, next);
  }

  /** Reads a response; that it is one, all there and intact, is the caller's to check. */
  public static RoceResponse read(byte[] octets, int at) {
    TelemetryHead head = TelemetryHead.read(octets, at + Bth.SIZE);
    return new RoceResponse(
        Bth.read(octets, at),
        head.nHop(),
        head.pathId(),
        head.padding() >> 12,
        head.padding() & 0xFFF,
        HopRecord.read(octets, at + Bth.SIZE + TelemetryHead.SIZE));
  }
}
