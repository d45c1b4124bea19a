package dev.sluice.host.roce.ldcp;

import dev.sluice.fabric.Packets;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.RoceFrames;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.Icrc;
import dev.sluice.wire.roce.LdcpHeader;
import dev.sluice.wire.roce.Opcode;
import dev.sluice.wire.roce.RttMessage;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.roce.WellKnown;

/** Frames that LDCP has beside those of the transport. */
final class LdcpFrames {
  private final RoceFrames frames;
  private final Packets packets;

  LdcpFrames(RoceFrames frames, Packets packets) {
    this.frames = frames;
    this.packets = packets;
  }

  /**
   * An acknowledgment of LDCP's sequence numbers of requests alone, or a NAK.
   *
   * @param missing the PSN that the responder expects, which this acknowledges nothing by
   * @param lsn before which all has come
   * @param ece whether it echoes a mark
   */
  @Requirement({"LDCP-2", "LDCP-12", "LDCP-19"})
  int lsns(QueuePair of, long missing, boolean nak, long lsn, boolean ece) {
    int syndrome =
        nak
            ? Syndrome.of(Syndrome.NAK, Syndrome.SEQUENCE_ERROR)
            : Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made = frames.acknowledgment(of, missing, syndrome, 0, LdcpHeader.SIZE);
    LdcpHeader.putAlone(packets.octets(), frames.behind(made, Opcode.ACKNOWLEDGE), lsn, ece);
    return made;
  }

  /** The same of responses to READs, of which there is no NAK. */
  @Requirement({"LDCP-2", "LDCP-12"})
  int lsnsOfResponses(QueuePair of, long psn, long lsn, boolean ece) {
    int syndrome = Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS);
    int made = frames.acknowledgment(of, psn, syndrome, 0, LdcpHeader.SIZE);
    LdcpHeader.put(packets.octets(), frames.behind(made, Opcode.ACKNOWLEDGE), lsn, ece);
    return made;
  }

  /**
   * A request to measure a round trip, or the response to one.
   *
   * @param opcode which of the two
   * @param number of the request
   */
  @Requirement("LDCP-13")
  int rtt(QueuePair of, int opcode, long number) {
    int made = frames.bare(of, RttMessage.SIZE + Icrc.SIZE);
    RttMessage.put(
        packets.octets(),
        frames.behindUdp(made),
        opcode,
        WellKnown.DEFAULT_P_KEY,
        of.peerQp(),
        (int) number);
    return made;
  }
}
