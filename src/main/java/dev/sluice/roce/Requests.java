package dev.sluice.roce;

import java.util.Arrays;

/** Requests in the order in which they were posted, without those that are forgotten. */
final class Requests {
  private static final int LEAST = 8;

  private Op[] ops = new Op[LEAST];

  /** Behind the last packet of each. */
  private long[] ends = new long[LEAST];

  private long first;
  private long count;
  private long begin;
  private long end;

  /** A copy with everything in it. */
  Requests copy() {
    Requests copy = new Requests();
    copy.ops = ops.clone();
    copy.ends = ends.clone();
    copy.first = first;
    copy.count = count;
    copy.begin = begin;
    copy.end = end;
    return copy;
  }

  /** How many have been posted. */
  long count() {
    return count;
  }

  /** Behind the last packet of all. */
  long end() {
    return end;
  }

  /** Puts one behind the others; answers its number. */
  long add(Op op, long packets) {
    if (count - first == ops.length) {
      grow();
    }
    end = Math.addExact(end, packets);
    ops[at(count)] = op;
    ends[at(count)] = end;
    return count++;
  }

  /** Forgets all before one. */
  void forget(long before) {
    if (before > first) {
      begin = ends[at(before - 1)];
      first = before;
    }
  }

  /** What one asks for; null if there is none. */
  Op op(long request) {
    return request < count ? ops[at(request)] : null;
  }

  /** Its first packet. */
  long begin(long request) {
    return request == first ? begin : ends[at(request - 1)];
  }

  /** Behind its last packet. */
  long end(long request) {
    return ends[at(request)];
  }

  /** The request of a packet; how many there are, for the one behind all. */
  long of(long packet) {
    long request = first;
    while (request < count && end(request) <= packet) {
      request++;
    }
    return request;
  }

  private int at(long request) {
    return (int) (request & ops.length - 1);
  }

  private void grow() {
    int length = ops.length;
    Op[] moreOps = new Op[2 * length];
    long[] moreEnds = new long[2 * length];
    for (long request = first; request < count; request++) {
      int to = (int) (request & 2 * length - 1);
      moreOps[to] = ops[at(request)];
      moreEnds[to] = ends[at(request)];
    }
    ops = moreOps;
    ends = moreEnds;
  }

  @Override
  public String toString() {
    return "requests " + first + " to " + count + ": " + Arrays.toString(ops);
  }
}
