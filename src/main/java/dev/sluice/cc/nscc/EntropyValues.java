package dev.sluice.cc.nscc;

import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * Which entropy value the next packet of one CCC takes: the variable {@code ev} of {@code
 * spec/uet/NsccWindow.tla}, and what the action {@code Ack} does to it. It stands beside {@link
 * NsccWindow}, since a CCC whose window does not move heeds marks too.
 *
 * <p>Values are numbers below the size of their set. The model has a set of two and no packets:
 * each of its marks is on the value in use, and which values a sprayed set passes over is not
 * shown.
 *
 * <p>Each call takes constant time, but for {@link #next} and {@link #send} where values are passed
 * over.
 */
public final class EntropyValues {
  private static final String NOT_OF_THE_SET = "an entropy value is below the size of its set";
  private static final String NO_OTHER = "a draw is one of the other values of the set";

  /** A mark is heeded, as a part of Ack, which {@link NsccWindow#ack} begins. */
  public static final Action MARK = Action.of("Mark", By.INTERNAL);

  /** The variable of the specification, and what is kept beside it. */
  public static final Face<EntropyValues> FACE =
      Face.of(EntropyValues.class)
          .heldBy(Party.SENDER)
          .number("ev", NONE, "the entropy value in use", v -> v.ev, (v, ev) -> v.ev = (int) ev)
          .keeps(
              "avoided",
              NONE,
              "values that are passed over once, a bit each",
              v -> v.avoided.length,
              (v, word) -> v.avoided[(int) word],
              (v, word, bits) -> v.avoided[word] = bits)
          .actions(MARK)
          .build();

  private final boolean sprayed;
  private final int count;

  /** Values that {@link #next} passes over once, a bit each; none where one value is kept. */
  private final long[] avoided;

  private int ev;

  /**
   * A set of values of which none has brought a mark.
   *
   * @param count how many values the set has, a power of two
   * @param first the first of them to be taken
   */
  public EntropyValues(EntropyPolicy policy, int count, int first) {
    this(policy == EntropyPolicy.SPRAYED, checked(count, first));
    ev = first;
  }

  private static int checked(int count, int first) {
    if (Integer.bitCount(count) != 1 || first < 0 || first >= count) {
      throw new IllegalArgumentException("the value " + first + " of a set of " + count);
    }
    return count;
  }

  private EntropyValues(boolean sprayed, int count) {
    this.sprayed = sprayed;
    this.count = count;
    avoided = new long[sprayed ? (count + Long.SIZE - 1) / Long.SIZE : 0];
  }

  /** A raw copy. */
  public EntropyValues copy() {
    return FACE.copy(this, new EntropyValues(sprayed, count));
  }

  // Readers.

  /** The value in use; in a sprayed set, the one whose turn it is. */
  public int ev() {
    return ev;
  }

  /** Whether the turn of a value will be passed over. */
  public boolean isAvoided(int value) {
    return sprayed && (avoided[value / Long.SIZE] >> value & 1) != 0;
  }

  /** The value that the next packet takes. */
  @Requirement({"NSCC-10", "UET-6"})
  public int next() {
    int value = ev;
    for (int passed = 0; passed < count && isAvoided(value); passed++) {
      value = after(value);
    }
    return value;
  }

  /**
   * Whether a mark on a packet of this value has {@link #ev} change, so that chance must say which
   * value comes next. One that is not in use any more has changed already: one mark changes the
   * value at most once.
   */
  @Requirement("NSCC-11")
  public boolean changesOn(int marked) {
    return !sprayed && marked == ev && count > 1;
  }

  /** What is wrong with what it holds; null if nothing is. */
  public String broken() {
    if (ev < 0 || ev >= count) {
      return "the entropy value is " + ev + ", but the set has only " + count;
    }
    for (int value = count; value < avoided.length * Long.SIZE; value++) {
      if (isAvoided(value)) {
        return "entropy value " + value + " is avoided, but the set has only " + count;
      }
    }
    return null;
  }

  // Actions.

  /** A packet leaves with the value {@link #next}. */
  @Requirement({"NSCC-10", "UET-6"})
  public String send() {
    if (sprayed) {
      for (int passed = 0; passed < count && isAvoided(ev); passed++) {
        avoided[ev / Long.SIZE] &= ~(1L << ev);
        ev = after(ev);
      }
      ev = after(ev);
    }
    return null;
  }

  /**
   * A mark has come back for a packet of this value.
   *
   * @param marked the value that the packet had
   * @param drawn by chance, which of the other values comes next: 0 to the size of the set less
   *     two; heeded where the mark {@link #changesOn} its value
   */
  @Requirement({"NSCC-10", "NSCC-11"})
  public String mark(int marked, int drawn) {
    if (marked < 0 || marked >= count) {
      return NOT_OF_THE_SET;
    }
    boolean changes = changesOn(marked);
    if (changes && (drawn < 0 || drawn >= count - 1)) {
      return NO_OTHER;
    }
    if (sprayed) {
      avoided[marked / Long.SIZE] |= 1L << marked;
    } else if (changes) {
      ev = ev + 1 + drawn & count - 1;
    }
    return null;
  }

  private int after(int value) {
    return value + 1 & count - 1;
  }
}
