package dev.sluice.host;

import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import java.util.Arrays;

/**
 * Packets on their way into a host's memory, first come, first committed: a ring of what must be
 * known of each when it is there.
 *
 * <p>A timer is set only where a commit has consequences at once ({@link #watch}); others are
 * noted, with their right time, when anything else happens at the host ({@link #commit}).
 *
 * @param <C> whose packets they are
 */
public final class Memory<C> {
  /** Is told what is in memory; what is known of it can be read from the memory meanwhile. */
  @FunctionalInterface
  public interface Sink {
    /** A packet is in memory since this instant, which may be past. */
    void committed(long atPs);
  }

  private final EventLoop loop;
  private final Sink sink;
  private final int timer;

  /** Room at first: most hosts of a large incast only send. */
  private static final int FIRST = 1;

  private int mask = FIRST - 1;
  private Object[] whose = new Object[FIRST];

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

  /** The memory of a host, with nothing on its way. */
  public Memory(Host host, Sink sink) {
    loop = host.loop();
    this.sink = sink;
    EventHandler due = host.handler(subject -> due(), null);
    timer = loop.timer(due, host.number());
  }

  private void due() {
    commit(loop.nowPs());
    if (!isEmpty()) {
      watch();
    }
  }

  /** Has {@link #commit} happen when the first packet is in memory. */
  public void watch() {
    if (!loop.isSet(timer)) {
      loop.set(timer, nextDuePs());
    }
  }

  /** Tells of all that is in memory by now, each with its own time. */
  public void commit(long nowPs) {
    while (first != end && nextDuePs() <= nowPs) {
      long duePs = nextDuePs();
      poll();
      sink.committed(duePs);
    }
  }

  /** Whether nothing is on its way. */
  public boolean isEmpty() {
    return first == end;
  }

  /**
   * A packet is on its way.
   *
   * @param duePs when it is in memory; no earlier than those before it
   * @param psn its number with its connection, as on the wire
   * @param flags what the transport wants to know of it when it is there
   * @param region where it goes
   * @param fromRegion where it was read
   */
  public void add(
      long arrivedPs,
      long duePs,
      C of,
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
    whose[i] = of;
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
    whose = Arrays.copyOf(turned(whose, shift), 2 * length);
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

  /** Takes the first one out; its contents stay readable until the next is taken out. */
  private void poll() {
    int i = (int) first++ & mask;
    current = i * FIELDS;
    currentOwner = whose[i];
    whose[i] = null;
  }

  private int current;
  private Object currentOwner;

  private long nextDuePs() {
    return numbers[((int) first & mask) * FIELDS + DUE];
  }

  /** Whose packet it is that is told of. */
  @SuppressWarnings("unchecked")
  public C owner() {
    return (C) currentOwner;
  }

  /** Its number. */
  public int psn() {
    return (int) (numbers[current + PSN_AND_FLAGS] >>> 32);
  }

  /** What was noted with it. */
  public int flags() {
    return (int) numbers[current + PSN_AND_FLAGS];
  }

  /** Where it went. */
  public int region() {
    return (int) numbers[current + REGION];
  }

  /** The same, within the region. */
  public long offset() {
    return numbers[current + OFFSET];
  }

  /** Where it was read. */
  public int fromRegion() {
    return (int) numbers[current + FROM_REGION];
  }

  /** The same, within the region. */
  public long fromOffset() {
    return numbers[current + FROM_OFFSET];
  }

  /** Its payload. */
  public int bytes() {
    return (int) numbers[current + BYTES];
  }

  /** When it came to the host. */
  public long arrivedPs() {
    return numbers[current + ARRIVED];
  }
}
