package dev.sluice.wire.uet;

/** A SES header: what the semantic layer asks for or answers. */
public sealed interface Ses
    permits StandardRequest,
        MediumRequest,
        SmallRequest,
        Response,
        ResponseWithData,
        SmallResponseWithData {
  /** The next_hdr that announces it; see {@link NextHdr}. */
  int nextHdr();

  /** What is asked for or answered; see {@link SesOpcode}. */
  int opcode();

  /** Octets of the header. */
  int size();

  /** Writes the header, reserved bits 0, and answers where it ends. */
  int put(byte[] octets, int at);
}
