package dev.sluice.sim;

import java.util.HashSet;
import java.util.Set;

/**
 * All the chance of a run, forked from one seed by name.
 *
 * <p>A stream depends on the seed and on its own name, and on nothing that others ask for: a host,
 * a switch or a fault that is added draws from a stream of its own and leaves the rest as they
 * were. Names are paths such as {@code "link/leaf-0~spine-1/loss"}. The number that a stream starts
 * from is the 64-bit FNV-1a hash of the name's UTF-16 octets, high octet first, plus the seed after
 * SplitMix64's mixing.
 */
public final class RandomStreams {
  private static final long FNV_OFFSET = 0xCBF29CE484222325L;
  private static final long FNV_PRIME = 0x100000001B3L;

  private final long seed;
  private final Set<String> given = new HashSet<>();

  /** The streams of a seed; none has been given out. */
  public RandomStreams(long seed) {
    this.seed = seed;
  }

  /** The seed. */
  public long seed() {
    return seed;
  }

  /**
   * The stream of this name.
   *
   * @throws IllegalStateException if it has been given out before: two users of one stream would
   *     move each other's draws
   */
  public RandomStream stream(String name) {
    if (!given.add(name)) {
      throw new IllegalStateException("the stream " + name + " is already somebody's");
    }
    return RandomStream.of(number(name));
  }

  /**
   * One number that depends on the seed and the name only, such as a switch's salt, or what {@link
   * RandomStream#draw32} draws from.
   */
  public long number(String name) {
    return RandomStream.mix(hash(name) + RandomStream.mix(seed));
  }

  /** One number that depends on the name only, and is the same for each seed. */
  public static long key(String name) {
    return RandomStream.mix(hash(name));
  }

  private static long hash(String name) {
    long hash = FNV_OFFSET;
    for (int i = 0; i < name.length(); i++) {
      char unit = name.charAt(i);
      hash = (hash ^ (unit >>> 8)) * FNV_PRIME;
      hash = (hash ^ (unit & 0xFF)) * FNV_PRIME;
    }
    return hash;
  }
}
