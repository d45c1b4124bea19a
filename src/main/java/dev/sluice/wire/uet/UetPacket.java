package dev.sluice.wire.uet;

/** A PDS header, or the security header that may stand in its place. */
public sealed interface UetPacket
    permits Request, Ack, AckCc, AckCcx, Nack, NackCcx, Control, Rudi, Uud, Tss {
  /** Which one it is; see {@link PacketType}. */
  int type();

  /** Octets of the header. */
  int size();

  /** Writes the header, and answers where the next one begins. */
  int put(byte[] octets, int at);
}
