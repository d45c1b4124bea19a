package dev.sluice.host.uet;

import java.util.Arrays;

/**
 * Packets on their way into a host's memory, first come, first committed: a ring of what must be
 * known of each when it is there.
 */
final class Memory {
  /** Room at first: most hosts of a large incast only send. */
  private static final int FIRST = 1;

  private int mask = FIRST - 1;
  private ReceivingPdc[] pdc = new ReceivingPdc[FIRST];

  /** Eight numbers a packet. */
  private long[] numbers = new long[FIRST * FIELDS];

  private static final int FIELDS = 8;
  private static final int DUE = 0;
  private static final int PSN_AND_FLAGS = 1;
  private static final int REGION = 2;
  private static final int OFFSET = 3;
  private static final int FROM_REGION = 4;
  private static final int FROM_OFFSET = 5;
  private static final int BYTES = 6;
  private static final int ARRIVED = 7;

  private long first;
  private long end;

  /** Looks at the first, and at the place of the next to come. */
  long look() {
    return nextDuePs() + numbers[((int) end & mask) * FIELDS] + pdc.length;
  }

  boolean isEmpty() {
    return first == end;
  }

  void add(
      long arrivedPs,
      long duePs,
      ReceivingPdc of,
      int psn,
      int flags,
      int region,
      long offset,
      int fromRegion,
      long fromOffset,
      int bytes) {
    if (end - first > mask) {
      grow();
    }
    int i = (int) end++ & mask;
    pdc[i] = of;
    int at = i * FIELDS;
    numbers[at + DUE] = duePs;
    numbers[at + PSN_AND_FLAGS] = (long) psn << 32 | flags;
    numbers[at + REGION] = region;
    numbers[at + OFFSET] = offset;
    numbers[at + FROM_REGION] = fromRegion;
    numbers[at + FROM_OFFSET] = fromOffset;
    numbers[at + BYTES] = bytes;
    numbers[at + ARRIVED] = arrivedPs;
  }

  private void grow() {
    int length = mask + 1;
    int shift = (int) first & mask;
    pdc = Arrays.copyOf(turned(pdc, shift), 2 * length);
    long[] more = new long[2 * length * FIELDS];
    for (int k = 0; k < length; k++) {
      int from = ((int) first + k & mask) * FIELDS;
      System.arraycopy(numbers, from, more, k * FIELDS, FIELDS);
    }
    numbers = more;
    mask = 2 * length - 1;
    first = 0;
    end = length;
  }

  private static <T> T[] turned(T[] ring, int shift) {
    T[] result = ring.clone();
    System.arraycopy(ring, shift, result, 0, ring.length - shift);
    System.arraycopy(ring, 0, result, ring.length - shift, shift);
    return result;
  }

  /** Takes the first one out; its contents stay readable until the next is added. */
  void poll() {
    int i = (int) first++ & mask;
    current = i * FIELDS;
    currentPdc = pdc[i];
    pdc[i] = null;
  }

  private int current;
  private ReceivingPdc currentPdc;

  long nextDuePs() {
    return numbers[((int) first & mask) * FIELDS + DUE];
  }

  ReceivingPdc pdc() {
    return currentPdc;
  }

  int psn() {
    return (int) (numbers[current + PSN_AND_FLAGS] >>> 32);
  }

  int flags() {
    return (int) numbers[current + PSN_AND_FLAGS];
  }

  int region() {
    return (int) numbers[current + REGION];
  }

  long offset() {
    return numbers[current + OFFSET];
  }

  int fromRegion() {
    return (int) numbers[current + FROM_REGION];
  }

  long fromOffset() {
    return numbers[current + FROM_OFFSET];
  }

  int bytes() {
    return (int) numbers[current + BYTES];
  }

  long arrivedPs() {
    return numbers[current + ARRIVED];
  }
}
