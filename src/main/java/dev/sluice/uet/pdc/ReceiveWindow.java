package dev.sluice.uet.pdc;

import java.util.Arrays;

/**
 * Which packets of a PDC have been received: all before one, and some beyond it.
 *
 * <p>Immutable, and equal where the same packets have been received. Packets that come in order
 * cost no more than a counter; those that come early, one bit each in a word of 64.
 */
public final class ReceiveWindow {
  private final long awaited;

  /** Early packets: bit n of word w stands for packet 64 · (awaited / 64 + w) + n. */
  private final long[] early;

  private ReceiveWindow(long awaited, long[] early) {
    this.awaited = awaited;
    this.early = early;
  }

  /** Nothing received. */
  public static ReceiveWindow empty() {
    return new ReceiveWindow(0, new long[0]);
  }

  /** The first packet that has not been received. */
  public long awaited() {
    return awaited;
  }

  /** Whether no packet beyond {@link #awaited()} has been received. */
  public boolean inOrder() {
    return early.length == 0;
  }

  /** Whether the packet has been received. */
  public boolean contains(long packet) {
    if (packet < awaited) {
      return true;
    }
    long word = (packet >>> 6) - (awaited >>> 6);
    return word < early.length && (early[(int) word] >>> packet & 1) != 0;
  }

  /** How many packets beyond {@link #awaited()} have been received. */
  public int ahead() {
    int count = 0;
    for (long word : early) {
      count += Long.bitCount(word);
    }
    return count;
  }

  /** Which of 64 packets, from one on that is not before {@link #awaited()}, have been received. */
  public long received(long first) {
    int shift = (int) first & 63;
    long word = (first >>> 6) - (awaited >>> 6);
    long bits = early(word) >>> shift;
    return shift == 0 ? bits : bits | early(word + 1) << (64 - shift);
  }

  private long early(long word) {
    return word < early.length ? early[(int) word] : 0;
  }

  /** This window and one more packet. */
  public ReceiveWindow with(long packet) {
    if (contains(packet)) {
      return this;
    }
    if (packet == awaited && early.length == 0) {
      return new ReceiveWindow(Math.incrementExact(awaited), early);
    }
    int word = Math.toIntExact((packet >>> 6) - (awaited >>> 6));
    long[] bits = Arrays.copyOf(early, Math.max(early.length, word + 1));
    bits[word] |= 1L << packet;
    if (packet != awaited) {
      return new ReceiveWindow(awaited, bits);
    }
    long first = awaited;
    int base = 0;
    while (base < bits.length && (bits[base] >>> first & 1) != 0) {
      bits[base] &= ~(1L << first);
      first++;
      if ((first & 63) == 0) {
        base++;
      }
    }
    int end = bits.length;
    while (end > base && bits[end - 1] == 0) {
      end--;
    }
    return new ReceiveWindow(first, Arrays.copyOfRange(bits, Math.min(base, end), end));
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof ReceiveWindow that
            && awaited == that.awaited
            && Arrays.equals(early, that.early);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(awaited) + Arrays.hashCode(early);
  }

  @Override
  public String toString() {
    return "all before " + awaited + (inOrder() ? "" : ", and " + Arrays.toString(early));
  }
}
