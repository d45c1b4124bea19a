package dev.sluice.wire;

/** Whoever can write out what a {@link Payload} refers to. */
@FunctionalInterface
public interface PayloadSource {
  /** Writes the payload's octets, {@code length} of them, from {@code into[at]} on. */
  void write(Payload payload, byte[] into, int at);

  /**
   * Memory whose every octet is a function of its place, so that any part of it can be told from
   * any other without anybody keeping it.
   *
   * <p>Eight octets at a time are one mixed 64-bit number of region and position. An octet written
   * to the wrong place, or taken from the wrong place, is a wrong octet in all but one case of 256.
   */
  static PayloadSource patterned() {
    return (payload, into, at) -> {
      long offset = payload.offset();
      int left = payload.length();
      int to = at;
      while (left > 0) {
        int within = (int) offset & 7;
        int some = Math.min(8 - within, left);
        long word = patternedWord(payload.region(), offset >>> 3) >>> 8 * within;
        for (int i = 0; i < some; i++) {
          into[to + i] = (byte) (word >>> 8 * i);
        }
        offset += some;
        to += some;
        left -= some;
      }
    };
  }

  /** One octet of patterned memory. */
  static byte patternedOctet(int region, long offset) {
    return (byte) (patternedWord(region, offset >>> 3) >>> 8 * (offset & 7));
  }

  /** Eight octets of patterned memory, the first one lowest. */
  private static long patternedWord(int region, long index) {
    long word = index * 0x9E37_79B9_7F4A_7C15L + region * 0xD1B5_4A32_D192_ED03L;
    word = (word ^ word >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    word = (word ^ word >>> 27) * 0x94D0_49BB_1331_11EBL;
    return word ^ word >>> 31;
  }
}
