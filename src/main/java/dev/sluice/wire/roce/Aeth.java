package dev.sluice.wire.roce;

import dev.sluice.wire.Octets;

/**
 * What a responder says of the requests so far.
 *
 * @param syndrome which kind of answer it is; see {@link Syndrome}, 8 bits
 * @param msn message sequence number: how many messages are executed, modulo 2²⁴
 */
public record Aeth(int syndrome, int msn) {
  /** Octets of the header. */
  public static final int SIZE = 4;

  public Aeth {
    Octets.fitting(syndrome, 0xFF);
    Octets.fitting(msn, Octets.MAX_U24);
  }

  /** Writes the header, and answers where the next one begins. */
  public int put(byte[] octets, int at) {
    return put(octets, at, syndrome, msn);
  }

  /** Writes a header, and answers where the next one begins. */
  public static int put(byte[] octets, int at, int syndrome, int msn) {
    Octets.putU8(octets, at, syndrome);
    Octets.putU24(octets, at + 1, msn);
    return at + SIZE;
  }

  /** Reads a header; that it is all there is the caller's to check. */
  public static Aeth read(byte[] octets, int at) {
    return new Aeth(syndrome(octets, at), msn(octets, at));
  }

  /** Which kind of answer it is; see {@link Syndrome}. */
  public static int syndrome(byte[] octets, int at) {
    return Octets.u8(octets, at);
  }

  /** How many messages are executed, modulo 2²⁴. */
  public static int msn(byte[] octets, int at) {
    return Octets.u24(octets, at + 1);
  }
}
