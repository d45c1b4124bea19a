package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The Java side of {@code spec/lib/Network.tla}: a network whose guarantee is a matter of
 * configuration, and whose messages grow old.
 *
 * <p>What is under way is a {@link Flight}, an immutable value; the network itself is a set of
 * functions on it, named as the operators are there, and a numbering of the messages that it has
 * met. It carries what kernels have put in, and knows nothing of what the messages mean.
 *
 * @param <M> message, with {@code equals} and {@code hashCode}
 */
public final class NetworkTwin<M> {
  private static final int AGE_SHIFT = 16;
  private static final int NUMBER_SHIFT = 32;
  private static final long PLACE_MASK = (1L << AGE_SHIFT) - 1;

  /**
   * What the network promises: the constants of the specification.
   *
   * @param lifetime L, in ticks
   * @param capacity messages under way in one channel; 0 for an open network, to which any message
   *     may come at any time, and which shows the last one that has been sent
   */
  public record Guarantee(
      boolean lossy, boolean repeating, boolean reordering, int lifetime, int capacity) {
    public Guarantee {
      if (lifetime <= 0 || capacity < 0) {
        throw new IllegalArgumentException("L and capacity: " + lifetime + ", " + capacity);
      }
      if (repeating && !lossy) {
        throw new IllegalArgumentException("a network that repeats may lose, too");
      }
      if (capacity == 0 && lossy) {
        throw new IllegalArgumentException("nothing is under way in an open network to be lost");
      }
    }

    private boolean oneForAll() {
      return reordering && repeating;
    }

    private boolean open() {
      return capacity == 0;
    }
  }

  /** Messages under way: sorted, so that equal content is an equal object. */
  public static final class Flight {
    private final long[] envelopes;
    private final int hash;

    private Flight(long[] envelopes) {
      this.envelopes = envelopes;
      this.hash = Arrays.hashCode(envelopes);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof Flight that
              && hash == that.hash
              && Arrays.equals(envelopes, that.envelopes);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public String toString() {
      return envelopes.length + " messages under way";
    }
  }

  private final Guarantee guarantee;
  private final Function<M, Object> channelOf;
  private final Function<M, Value> valueOf;
  private final Map<M, Integer> numbers = new HashMap<>();
  private final Map<Object, Integer> channelNumbers = new HashMap<>();
  private final List<M> messages = new ArrayList<>();
  private int[] channels = new int[64];
  private final Wire wire = new Wire();

  /**
   * A network that has met no message yet.
   *
   * @param channelOf the channel that a message travels in
   * @param valueOf a message as the specification would show it
   */
  public NetworkTwin(
      Guarantee guarantee, Function<M, Object> channelOf, Function<M, Value> valueOf) {
    this.guarantee = guarantee;
    this.channelOf = channelOf;
    this.valueOf = valueOf;
  }

  /** Nothing under way. */
  public Flight empty() {
    return new Flight(new long[0]);
  }

  /** A message's number, by which all other methods know it. */
  public int number(M message) {
    Integer known = numbers.get(message);
    if (known != null) {
      return known;
    }
    int number = messages.size();
    if (number == channels.length) {
      channels = Arrays.copyOf(channels, 2 * number);
    }
    Object channel = channelOf.apply(message);
    channels[number] = channelNumbers.computeIfAbsent(channel, fresh -> channelNumbers.size());
    messages.add(message);
    numbers.put(message, number);
    return number;
  }

  /** What tells of the messages that steps take, and of those that they are said to send. */
  Wire wire() {
    return wire;
  }

  /** Tells that a message is sent, whatever the network makes of it. */
  void sends(int message) {
    wire.sends(() -> valueOf.apply(messages.get(message)));
  }

  /** Whether the message may be sent: whether its channel has room. */
  public boolean room(Flight net, int message) {
    return guarantee.open()
        || guarantee.oneForAll() && onWay(net, message)
        || queued(net, message) < guarantee.capacity();
  }

  /** Whether there is room for a message, whatever it is. */
  public boolean roomForAny(Flight net) {
    return guarantee.open() || net.envelopes.length < guarantee.capacity();
  }

  /** The network after the message was sent. */
  public Flight put(Flight net, int message) {
    int place = 1;
    if (guarantee.open()) {
      return new Flight(new long[] {envelope(message, 0, place)});
    } else if (guarantee.oneForAll()) {
      int at = first(net, message);
      if (at >= 0) {
        if (net.envelopes[at] == envelope(message, 0, 1)) {
          return net;
        }
        long[] all = net.envelopes.clone();
        all[at] = envelope(message, 0, 1);
        return new Flight(all);
      }
    } else if (guarantee.reordering()) {
      for (long other : net.envelopes) {
        place += numberOf(other) == message && ageOf(other) == 0 ? 1 : 0;
      }
    } else {
      place += queued(net, message);
    }
    long[] more = Arrays.copyOf(net.envelopes, net.envelopes.length + 1);
    more[net.envelopes.length] = envelope(message, 0, place);
    Arrays.sort(more);
    return new Flight(more);
  }

  /** Whether the message may be delivered now. */
  public boolean deliverable(Flight net, int message) {
    if (guarantee.open()) {
      return true;
    }
    int at = oldest(net, message);
    return at >= 0 && (guarantee.reordering() || placeOf(net.envelopes[at]) == 1);
  }

  /** The network after the message was delivered; it must be {@link #deliverable}. */
  public Flight take(Flight net, int message) {
    wire.takes(() -> valueOf.apply(messages.get(message)));
    if (guarantee.open()) {
      return empty();
    }
    return guarantee.repeating() ? net : without(net, oldest(net, message));
  }

  /** Whether any message may come at any time. */
  public boolean isOpen() {
    return guarantee.open();
  }

  /** Whether any message may be lost. */
  public boolean isLossy() {
    return guarantee.lossy();
  }

  /** Whether the message may be lost now. */
  public boolean losable(Flight net, int message) {
    return guarantee.lossy() && onWay(net, message);
  }

  /** The network after the message was lost; it must be {@link #losable}. */
  public Flight drop(Flight net, int message) {
    return without(net, oldest(net, message));
  }

  /** Whether time may pass. */
  public boolean mayAge(Flight net) {
    if (guarantee.lossy() || guarantee.open()) {
      return true;
    }
    for (long envelope : net.envelopes) {
      if (ageOf(envelope) == guarantee.lifetime() - 1) {
        return false;
      }
    }
    return true;
  }

  /** The network so many ticks later; null if time may not pass so far. */
  Flight aged(Flight net, int ticks) {
    Flight aged = net;
    for (int passed = 0; passed < ticks; passed++) {
      if (!mayAge(aged)) {
        return null;
      }
      aged = aged(aged);
    }
    return aged;
  }

  /** The network one tick later; time {@link #mayAge may pass}. */
  public Flight aged(Flight net) {
    if (guarantee.open()) {
      return empty();
    }
    Flight left = net;
    int gone;
    while ((gone = lastTooOld(left)) >= 0) {
      left = without(left, gone);
    }
    if (left.envelopes.length == 0) {
      return left;
    }
    long[] older = left.envelopes.clone();
    for (int i = 0; i < older.length; i++) {
      older[i] += 1L << AGE_SHIFT;
    }
    return new Flight(older);
  }

  /** What is under way, as the specification would show it. */
  public Value value(Flight net) {
    List<Value> envelopes = new ArrayList<>();
    for (long envelope : net.envelopes) {
      envelopes.add(
          Value.rec(
              Value.field("body", valueOf.apply(messages.get(numberOf(envelope)))),
              Value.field("age", Value.of(ageOf(envelope))),
              Value.field("nth", Value.of(placeOf(envelope)))));
    }
    return Value.set(envelopes);
  }

  private static long envelope(int message, int age, int place) {
    return (long) message << NUMBER_SHIFT | (long) age << AGE_SHIFT | place;
  }

  private static int numberOf(long envelope) {
    return (int) (envelope >>> NUMBER_SHIFT);
  }

  private static int ageOf(long envelope) {
    return (int) (envelope >>> AGE_SHIFT & PLACE_MASK);
  }

  private static int placeOf(long envelope) {
    return (int) (envelope & PLACE_MASK);
  }

  /** Whether a copy of the message is under way. */
  boolean onWay(Flight net, int message) {
    return first(net, message) >= 0;
  }

  private static int first(Flight net, int message) {
    for (int i = 0; i < net.envelopes.length; i++) {
      if (numberOf(net.envelopes[i]) == message) {
        return i;
      }
    }
    return -1;
  }

  private int queued(Flight net, int message) {
    int count = 0;
    for (long other : net.envelopes) {
      count += channels[numberOf(other)] == channels[message] ? 1 : 0;
    }
    return count;
  }

  /**
   * The copy delivered or lost first: the oldest, or where order is kept, the next in its queue.
   */
  private int oldest(Flight net, int message) {
    int found = -1;
    for (int i = 0; i < net.envelopes.length; i++) {
      if (numberOf(net.envelopes[i]) == message
          && (found < 0
              || guarantee.reordering()
              || placeOf(net.envelopes[i]) < placeOf(net.envelopes[found]))) {
        found = i; // copies are sorted by age, then place: the last one is the oldest
      }
    }
    return found;
  }

  private int lastTooOld(Flight net) {
    int found = -1;
    for (int i = 0; i < net.envelopes.length; i++) {
      if (ageOf(net.envelopes[i]) == guarantee.lifetime() - 1
          && (found < 0 || placeOf(net.envelopes[i]) > placeOf(net.envelopes[found]))) {
        found = i;
      }
    }
    return found;
  }

  private Flight without(Flight net, int at) {
    long gone = net.envelopes[at];
    long[] fewer = Arrays.copyOf(net.envelopes, net.envelopes.length - 1);
    System.arraycopy(net.envelopes, at + 1, fewer, at, fewer.length - at);
    if (!guarantee.reordering()) {
      for (int i = 0; i < fewer.length; i++) {
        if (channels[numberOf(fewer[i])] == channels[numberOf(gone)]
            && placeOf(fewer[i]) > placeOf(gone)) {
          fewer[i]--;
        }
      }
      Arrays.sort(fewer);
    }
    return new Flight(fewer);
  }
}
