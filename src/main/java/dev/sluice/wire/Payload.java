package dev.sluice.wire;

/**
 * The payload of a packet as a reference: which octets of which region of memory it is.
 *
 * <p>Packets carry their headers as real octets and their payload as one of these, so that a
 * simulated fabric copies nothing. Whoever needs the octets, a capture or the checker of memory
 * commits, asks the {@link PayloadSource}.
 *
 * @param region names a region of somebody's memory
 * @param offset first octet within the region
 * @param length how many octets
 */
public record Payload(int region, long offset, int length) {
  /** No payload. */
  public static final Payload NONE = new Payload(0, 0, 0);

  public Payload {
    if (offset < 0 || length < 0) {
      throw new IllegalArgumentException("payload at " + offset + " of length " + length);
    }
  }
}
