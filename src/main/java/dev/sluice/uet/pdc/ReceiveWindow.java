package dev.sluice.uet.pdc;

import java.util.Arrays;

/**
 * Which packets of a PDC have been received: all before one, and some beyond it.
 *
 * <p>Immutable, and equal where the same packets have been received. Packets that come in order
 * cost no more than a counter; those that come early, one bit each in a word of 64. {@link Draft}
 * is the same, worked on in place.
 */
public final class ReceiveWindow {
  /** Worked on by nobody. */
  private final Draft draft;

  private ReceiveWindow(Draft draft) {
    this.draft = draft;
  }

  /** Nothing received. */
  public static ReceiveWindow empty() {
    return new ReceiveWindow(new Draft());
  }

  /** The first packet that has not been received. */
  public long awaited() {
    return draft.awaited();
  }

  /** Whether no packet beyond {@link #awaited()} has been received. */
  public boolean inOrder() {
    return draft.inOrder();
  }

  /** Whether the packet has been received. */
  public boolean contains(long packet) {
    return draft.contains(packet);
  }

  /** How many packets beyond {@link #awaited()} have been received. */
  public int ahead() {
    return draft.ahead();
  }

  /** Which of 64 packets, from one on that is not before {@link #awaited()}, have been received. */
  public long received(long first) {
    return draft.received(first);
  }

  /** This window and one more packet. */
  public ReceiveWindow with(long packet) {
    if (contains(packet)) {
      return this;
    }
    Draft more = new Draft(this);
    more.add(packet);
    return new ReceiveWindow(more);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || other instanceof ReceiveWindow that
            && draft.awaited == that.draft.awaited
            && Arrays.equals(draft.early, 0, draft.words, that.draft.early, 0, that.draft.words);
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(draft.awaited);
    for (int word = 0; word < draft.words; word++) {
      hash = 31 * hash + Long.hashCode(draft.early[word]);
    }
    return hash;
  }

  @Override
  public String toString() {
    return "all before "
        + awaited()
        + (inOrder() ? "" : ", and " + Arrays.toString(Arrays.copyOf(draft.early, draft.words)));
  }

  /** A window that is worked on in place. */
  public static final class Draft {
    private long awaited;

    /** Early packets: bit n of word w stands for packet 64 · (awaited / 64 + w) + n. */
    private long[] early = {};

    /** How many words there are, up to the last that is not 0. */
    private int words;

    /** Nothing received. */
    public Draft() {}

    /** A window to be worked on, which begins like this one. */
    public Draft(ReceiveWindow window) {
      this(window.draft);
    }

    private Draft(Draft other) {
      awaited = other.awaited;
      words = other.words;
      early = Arrays.copyOf(other.early, words);
    }

    /** The window as it stands. */
    public ReceiveWindow toWindow() {
      return new ReceiveWindow(new Draft(this));
    }

    /** {@link ReceiveWindow#awaited}. */
    public long awaited() {
      return awaited;
    }

    /** {@link ReceiveWindow#inOrder}. */
    public boolean inOrder() {
      return words == 0;
    }

    /** {@link ReceiveWindow#contains}. */
    public boolean contains(long packet) {
      return packet < awaited || (early((packet >>> 6) - (awaited >>> 6)) >>> packet & 1) != 0;
    }

    /** {@link ReceiveWindow#ahead}. */
    public int ahead() {
      int count = 0;
      for (int word = 0; word < words; word++) {
        count += Long.bitCount(early[word]);
      }
      return count;
    }

    /** {@link ReceiveWindow#received}. */
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
  }
}
