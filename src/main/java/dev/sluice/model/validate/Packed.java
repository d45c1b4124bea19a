package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * A list that only grows, of what is packed and unpacked again each time that it is asked for. It
 * is slower than one of objects by a little, and ten times as long in the same memory.
 */
final class Packed<T> extends AbstractList<T> {
  /** So many events, and as many steps, take a few hundred megabytes as objects. */
  private static final int LONG = 30_000;

  private final Packing packing = new Packing();
  private final List<byte[]> octets = new ArrayList<>();
  private final BiFunction<Packing, T, byte[]> packed;
  private final BiFunction<Packing, byte[], T> unpacked;

  private Packed(BiFunction<Packing, T, byte[]> packed, BiFunction<Packing, byte[], T> unpacked) {
    this.packed = packed;
    this.unpacked = unpacked;
  }

  /** An empty list of events. */
  static Packed<LogEvent> events() {
    return new Packed<>(Packing::packed, Packing::event);
  }

  /** An empty list for events of a log: packed if those of the log are. */
  static List<LogEvent> events(EventLog log) {
    return log.events() instanceof Packed<LogEvent> ? events() : new ArrayList<>();
  }

  /** An empty list for steps of a log: packed if its events are. */
  static List<Step> steps(EventLog log) {
    return log.events() instanceof Packed<LogEvent>
        ? new Packed<>(Packing::packed, Packing::step)
        : new ArrayList<>();
  }

  /**
   * The same list, packed from now on if it has become long: a short one is read faster as it is.
   */
  static List<LogEvent> grown(List<LogEvent> events) {
    if (events instanceof Packed<LogEvent> || events.size() < LONG) {
      return events;
    }
    List<LogEvent> packed = events();
    packed.addAll(events);
    return packed;
  }

  /** Those of some events that are of one specification, without unpacking the others. */
  static List<LogEvent> of(String spec, List<LogEvent> events) {
    if (!(events instanceof Packed<LogEvent> packed)) {
      return events.stream().filter(event -> event.spec().equals(spec)).toList();
    }
    int[] places =
        IntStream.range(0, packed.size())
            .filter(i -> packed.packing.spec(packed.octets.get(i)).equals(spec))
            .toArray();
    return new AbstractList<>() {
      @Override
      public LogEvent get(int index) {
        return packed.get(places[index]);
      }

      @Override
      public int size() {
        return places.length;
      }
    };
  }

  /** A list that nobody changes any more: itself if it is packed, or else a copy. */
  static <T> List<T> kept(List<T> list) {
    return list instanceof Packed<T> ? list : List.copyOf(list);
  }

  @Override
  public boolean add(T one) {
    octets.add(packed.apply(packing, one));
    return true;
  }

  @Override
  public T get(int index) {
    return unpacked.apply(packing, octets.get(index));
  }

  @Override
  public int size() {
    return octets.size();
  }
}
