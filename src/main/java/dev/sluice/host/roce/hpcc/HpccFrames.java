package dev.sluice.host.roce.hpcc;

import dev.sluice.fabric.Packets;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.roce.WellKnown;
import dev.sluice.wire.telemetry.AckTelemetry;
import dev.sluice.wire.telemetry.HopRecord;
import dev.sluice.wire.telemetry.RoceProbe;
import dev.sluice.wire.telemetry.RoceResponse;
import dev.sluice.wire.telemetry.TelemetryBlock;
import dev.sluice.wire.telemetry.TelemetryFormat;
import dev.sluice.wire.telemetry.TelemetryReturn;

/** Frames that HPCC++ has beside those of the transport. */
final class HpccFrames {
  private final RoceFrames frames;
  private final Packets packets;
  private final HpccEnds ends;

  HpccFrames(RoceFrames frames, Packets packets, HpccEnds ends) {
    this.frames = frames;
    this.packets = packets;
    this.ends = ends;
  }

  /**
   * An acknowledgment of responses to READs.
   *
   * @param count how many have come, modulo 2²⁴
   * @param brings what it brings back
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  int responses(QueuePair of, long psn, int count, AckTelemetry brings) {
    int syndrome = Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made = frames.acknowledgment(of, psn, syndrome, count, brings.size());
    brings.put(packets.octets(), frames.behind(made, Opcode.ACKNOWLEDGE));
    return made;
  }

  /** A probe. */
  @Requirement("HPCC-9")
  int probe(QueuePair of, long psn, int room) {
    int made = frames.bare(of, RoceProbe.size(room));
    int at = frames.behindUdp(made);
    RoceProbe.put(packets.octets(), at, WellKnown.DEFAULT_P_KEY, of.peerQp(), (int) psn, room);
    return made;
  }

  /** What a probe has gathered, on its way back. */
  @Requirement("HPCC-10")
  int notice(QueuePair of, long psn, AckTelemetry brings) {
    int made = frames.bare(of, Bth.SIZE + brings.size() + Icrc.SIZE);
    int next =
        Bth.put(
            packets.octets(),
            frames.behindUdp(made),
            AckTelemetry.NOTICE_OPCODE,
            Bth.MIGRATED,
            WellKnown.DEFAULT_P_KEY,
            of.peerQp(),
            0,
            (int) psn);
    brings.put(packets.octets(), next);
    return made;
  }

  /**
   * The response to a probe.
   *
   * @param hop of the one link that it tells of, from 0; below 0 of none
   */
  @Requirement("HPCC-12")
  int response(QueuePair of, long psn, AckTelemetry gathered, int hop) {
    int made = frames.bare(of, RoceResponse.SIZE);
    new RoceResponse(
            new Bth(RoceResponse.OPCODE, 0, WellKnown.DEFAULT_P_KEY, 0, of.peerQp(), 0, (int) psn),
            gathered.nHop(),
            gathered.pathId(),
            hop < 0 ? RoceResponse.NONE : hop,
            0,
            HopRecord.of(hop < 0 ? 0 : gathered.records()[hop]))
        .put(packets.octets(), frames.behindUdp(made));
    return made;
  }

  /**
   * A notification of what a packet has gathered.
   *
   * @param psn of that packet
   * @param missing the PSN of the first packet that is missing
   * @param head where what the packet has gathered begins
   */
  @Requirement("HPCC-10")
  int notification(QueuePair of, long psn, long missing, int head) {
    int room = ends.format().room();
    TelemetryReturn notification =
        TelemetryReturn.of(
            of.peerQp(),
            (int) psn,
            (int) missing,
            room,
            TelemetryBlock.read(TelemetryFormat.embedded(room), packets.octets(), head));
    int made =
        frames.bare(
            of,
            of.service().dscp(),
            ends.noticePort(),
            of.service().ecn(),
            TelemetryReturn.size(room));
    notification.put(packets.octets(), frames.behindUdp(made));
    return made;
  }
}
