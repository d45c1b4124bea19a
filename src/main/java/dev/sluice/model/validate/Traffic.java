package dev.sluice.model.validate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages between hosts, as the events of one host tell of them: counters that departures raise,
 * and the level that a counter must have reached before an arrival. {@link Projection#traffic}
 * fills it, event by event.
 */
public final class Traffic {
  /** A counter rises by an amount. */
  record Departure(String key, long amount) {}

  /** A counter has reached a level. */
  record Arrival(String key, long level) {}

  private final List<Departure> departures = new ArrayList<>();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final Map<String, Long> arrived = new HashMap<>();
  private final Map<String, Long> memory = new HashMap<>();

  /** Forgets the messages of the event before. */
  void next() {
    departures.clear();
    arrivals.clear();
  }

  /** Adds a departure: the amount that can arrive for this key rises. */
  void departs(String key, long amount) {
    departures.add(new Departure(key, amount));
  }

  /** Adds the arrival of something that has departed at least once. */
  void arrives(String key) {
    arrivals.add(new Arrival(key, 1));
  }

  /** Adds the arrival of an amount, on top of all that has arrived at this host before. */
  void arrives(String key, long amount) {
    long level = arrived.merge(key, amount, Long::sum);
    if (amount > 0) {
      arrivals.add(new Arrival(key, level));
    }
  }

  /** Adds the arrival of a first part of the next amount. */
  void begins(String key) {
    arrivals.add(new Arrival(key, arrived.getOrDefault(key, 0L) + 1));
  }

  /** Keeps a number of this host for later events. */
  void remember(String key, long value) {
    memory.put(key, value);
  }

  /** Returns a number that was kept, or another one if none was. */
  long recall(String key, long otherwise) {
    return memory.getOrDefault(key, otherwise);
  }

  List<Departure> departures() {
    return List.copyOf(departures);
  }

  List<Arrival> arrivals() {
    return List.copyOf(arrivals);
  }
}
