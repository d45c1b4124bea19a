package dev.sluice.wire.telemetry;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The word behind the records, for which the draft has a picture and no meaning.
 *
 * @param options 24 bits
 * @param padding 8 bits
 */
@Requirement("HPCC-7")
public record LastWord(int options, int padding) {
  /** Octets of the word. */
  public static final int SIZE = 4;

  /** As it leaves the sender. */
  public static final LastWord EMPTY = new LastWord(0, 0);

  public LastWord {
    Octets.fitting(options, Octets.MAX_U24);
    Octets.fitting(padding, 0xFF);
  }

  /** Writes the word, and answers where the next header begins. */
  public int put(byte[] octets, int at) {
    Octets.putU24(octets, at, options);
    Octets.putU8(octets, at + 3, padding);
    return at + SIZE;
  }

  /** Reads the word; that it is all there is the caller's to check. */
  public static LastWord read(byte[] octets, int at) {
    return new LastWord(Octets.u24(octets, at), Octets.u8(octets, at + 3));
  }
}
