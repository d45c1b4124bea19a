package dev.sluice.uet.pdc;

import java.util.Arrays;

/**
 * Which packets of a PDC have been received: all before one, and some beyond it.
 *
 * <p>Worked on in place. Packets that come in order cost no more than a counter; those that come
 * early, one bit each in a word of 64.
 */
public final class ReceiveWindow {
  private long awaited;

  /** Early packets: bit n of word w stands for packet 64 · (awaited / 64 + w) + n. */
  private long[] early = {};

  /** How many words there are, up to the last that is not 0. */
  private int words;

  /** A copy with everything in it. */
  public ReceiveWindow copy() {
    ReceiveWindow copy = new ReceiveWindow();
    copy.awaited = awaited;
    copy.early = early.clone();
    copy.words = words;
    return copy;
  }

  /** The first packet that has not been received. */
  public long awaited() {
    return awaited;
  }

  /** Whether no packet beyond {@link #awaited()} has been received. */
  public boolean inOrder() {
    return words == 0;
  }

  /** Whether the packet has been received. */
  public boolean contains(long packet) {
    return packet < awaited || (early((packet >>> 6) - (awaited >>> 6)) >>> packet & 1) != 0;
  }

  /** How many packets beyond {@link #awaited()} have been received. */
  public int ahead() {
    int count = 0;
    for (int word = 0; word < words; word++) {
      count += Long.bitCount(early[word]);
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
    return word < words ? early[(int) word] : 0;
  }

  /** One more packet; whether it is new. */
  public boolean add(long packet) {
    if (contains(packet)) {
      return false;
    }
    if (packet == awaited && words == 0) {
      awaited = Math.incrementExact(awaited);
      return true;
    }
    int word = Math.toIntExact((packet >>> 6) - (awaited >>> 6));
    if (word >= early.length) {
      early = Arrays.copyOf(early, Math.max(word + 1, 2 * early.length));
    }
    early[word] |= 1L << packet;
    words = Math.max(words, word + 1);
    if (packet == awaited) {
      moveOn();
    }
    return true;
  }

  /** The awaited packet has come, and perhaps those behind it. */
  private void moveOn() {
    int base = 0;
    while (base < words && (early[base] >>> awaited & 1) != 0) {
      early[base] &= ~(1L << awaited);
      awaited++;
      if ((awaited & 63) == 0) {
        base++;
      }
    }
    int left = words - base;
    System.arraycopy(early, base, early, 0, left);
    Arrays.fill(early, left, words, 0);
    while (left > 0 && early[left - 1] == 0) {
      left--;
    }
    words = left;
  }

  /** What is wrong with the words and their number; {@code null} if nothing is. */
  public String broken() {
    int last = early.length;
    while (last > 0 && early[last - 1] == 0) {
      last--;
    }
    if (last != words) {
      return "the window has " + words + " words, and bits are left in " + last;
    }
    long old = words == 0 ? 0 : early[0] & (2L << awaited) - 1;
    return old == 0
        ? null
        : "packet " + awaited + " is awaited, and bits are set of " + Long.bitCount(old) + " to it";
  }

  @Override
  public String toString() {
    String more = inOrder() ? "" : ", and " + Arrays.toString(Arrays.copyOf(early, words));
    return "all before " + awaited + more;
  }
}
