package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Merge of logs by causality: each host's own order is kept, and every message arrives after it has
 * left. Only then do times count.
 *
 * <p>One offset for each host's clock makes every arrival as late as its departure, if offsets can;
 * the events then stand in the order of the corrected times. If they cannot, as where a clock
 * drifts, causality alone decides, and times are raised to that of the event before.
 */
public final class LogMerge {
  private final List<Stream> streams = new ArrayList<>();
  private final Map<String, Projection> projections = new HashMap<>();

  /** By key, the places at which a counter reaches its levels. */
  private final Map<String, List<Rise>> rises = new HashMap<>();

  private final boolean isPrefix;

  /** A place in a host's order. */
  private record Place(Stream stream, int at) {}

  private record Rise(long level, Place place) {}

  /** The events of one host in its own order. */
  private static final class Stream {
    final String host;
    final List<LogEvent> events = new ArrayList<>();

    /** Their times, after each fall of the clock as if it had stood still. */
    final List<Long> times = new ArrayList<>();

    final List<List<Traffic.Arrival>> arrivals = new ArrayList<>();

    /** Of each event the places that must have passed; null in a place for one that never comes. */
    final List<List<Place>> after = new ArrayList<>();

    long offsetPs;
    long falls;
    long worstFallPs;
    int passed;

    Stream(String host) {
      this.host = host;
    }

    /** Adds an event; returns by how much the clock has fallen since the last one, or 0. */
    long add(LogEvent event, long atPs) {
      long fallPs = times.isEmpty() ? 0 : Math.max(0, times.get(times.size() - 1) - atPs);
      falls += fallPs > 0 ? 1 : 0;
      worstFallPs = Math.max(worstFallPs, fallPs);
      events.add(event);
      times.add(atPs + fallPs);
      return fallPs;
    }

    long timePs(int at) {
      return times.get(at) + offsetPs;
    }
  }

  private LogMerge(List<EventLog> logs, Collection<Projection> projections) throws BadLog {
    isPrefix = logs.stream().anyMatch(log -> log.extent().isPrefix());
    projections.forEach(each -> this.projections.put(each.spec(), each));
    BigInteger origin =
        logs.stream().map(log -> log.extent().originPs()).reduce(BigInteger::min).orElseThrow();
    Map<String, Stream> byHost = new TreeMap<>();
    for (EventLog log : logs) {
      long shiftPs = log.extent().originPs().subtract(origin).longValueExact();
      Set<String> others = new LinkedHashSet<>(byHost.keySet());
      long raisedPs = 0; // one writer has one clock: if it falls, it does for all hosts of the log
      for (LogEvent event : log.events()) {
        if (others.contains(event.at())) {
          throw new BadLog(
              event.at()
                  + " has events in two of the logs, and nothing says which come first. Merge"
                  + " one log for each host");
        }
        Stream stream = byHost.computeIfAbsent(event.at(), Stream::new);
        raisedPs += stream.add(event, event.atPs() + shiftPs + raisedPs);
      }
    }
    streams.addAll(byHost.values());
  }

  /**
   * Merges logs.
   *
   * @param logs read with unmodified times
   * @param projections of all specifications
   * @throws BadLog if headers contradict each other, or two logs have events of one host
   */
  public static MergedLog of(List<EventLog> logs, Collection<Projection> projections)
      throws BadLog {
    LogMerge merge = new LogMerge(logs, projections);
    merge.streams.forEach(merge::collect);
    merge.streams.forEach(merge::link);
    List<MergedLog.Contradiction> contradictions = merge.contradictions();
    boolean isAligned = merge.align();
    List<LogEvent> events = merge.inOrder();
    LogHeader header = header(logs, events);
    List<MergedLog.Clock> clocks =
        merge.streams.stream()
            .map(
                each -> new MergedLog.Clock(each.host, each.offsetPs, each.falls, each.worstFallPs))
            .toList();
    return new MergedLog(
        new EventLog(header, events, extent(logs, events.size())),
        clocks,
        contradictions,
        isAligned);
  }

  /**
   * Returns the messages of one log that arrive before they leave, by its times.
   *
   * @param projections of all specifications
   */
  public static List<MergedLog.Contradiction> contradictions(
      EventLog log, Collection<Projection> projections) throws BadLog {
    LogMerge merge = new LogMerge(List.of(log), projections);
    merge.streams.forEach(merge::collect);
    merge.streams.forEach(merge::link);
    return merge.contradictions();
  }

  // ---------------------------------------------------------------- messages

  private void collect(Stream stream) {
    Traffic traffic = new Traffic();
    List<List<Traffic.Departure>> departures = new ArrayList<>();
    for (LogEvent event : stream.events) {
      traffic.next();
      Projection projection = projections.get(event.spec());
      if (projection != null) {
        projection.traffic(event, traffic);
      }
      departures.add(traffic.departures());
      stream.arrivals.add(traffic.arrivals());
    }
    for (int at = 0; at < departures.size(); at++) {
      Place place = new Place(stream, lastOf(stream, departures, at));
      for (Traffic.Departure each : departures.get(at)) {
        List<Rise> its = rises.computeIfAbsent(each.key(), fresh -> new ArrayList<>());
        long level = its.isEmpty() ? 0 : its.get(its.size() - 1).level();
        its.add(new Rise(level + Math.max(0, each.amount()), place));
      }
    }
  }

  /**
   * Returns the last event that tells of the same step of a host: at the same time, and of no
   * message of its own.
   */
  private static int lastOf(Stream stream, List<List<Traffic.Departure>> departures, int at) {
    int last = at;
    while (last + 1 < stream.events.size()
        && stream.times.get(last + 1).equals(stream.times.get(at))
        && departures.get(last + 1).isEmpty()
        && stream.arrivals.get(last + 1).isEmpty()) {
      last++;
    }
    return last;
  }

  private void link(Stream stream) {
    for (List<Traffic.Arrival> arrivals : stream.arrivals) {
      List<Place> after = new ArrayList<>();
      for (Traffic.Arrival arrival : arrivals) {
        Optional<Place> departure =
            reached(rises.getOrDefault(arrival.key(), List.of()), arrival.level());
        departure.filter(place -> place.stream() != stream).ifPresent(after::add);
        if (departure.isEmpty() && isPrefix) {
          after.add(null);
        }
      }
      stream.after.add(after);
    }
  }

  /** Returns the first place at which a counter has reached a level, if it ever does. */
  private static Optional<Place> reached(List<Rise> rises, long level) {
    int from = 0;
    int to = rises.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (rises.get(middle).level() < level) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from < rises.size() ? Optional.of(rises.get(from).place()) : Optional.empty();
  }

  // ---------------------------------------------------------------- clocks

  private List<MergedLog.Contradiction> contradictions() {
    Map<List<String>, MergedLog.Contradiction> all = new LinkedHashMap<>();
    for (Stream to : streams) {
      for (int at = 0; at < to.after.size(); at++) {
        Map<String, Long> early = new TreeMap<>();
        for (Place departure : to.after.get(at)) {
          if (departure != null) {
            Stream from = departure.stream();
            early.merge(from.host, from.timePs(departure.at()) - to.timePs(at), Math::max);
          }
        }
        early.values().removeIf(earlyPs -> earlyPs <= 0);
        early.forEach(
            (from, earlyPs) ->
                all.merge(
                    List.of(from, to.host),
                    new MergedLog.Contradiction(from, to.host, 1, earlyPs),
                    MergedLog.Contradiction::with));
      }
    }
    return List.copyOf(all.values());
  }

  /**
   * Sets offsets so that no message arrives before it leaves.
   *
   * @return whether offsets can do that; if not, all are 0
   */
  private boolean align() {
    boolean isAligned = false;
    for (int round = 0; round <= streams.size() && !isAligned; round++) {
      isAligned = !raise(); // each round settles one more host, unless the clocks drift
    }
    if (!isAligned) {
      streams.forEach(each -> each.offsetPs = 0);
    }
    return isAligned; // one clock at least has asked for nothing, and stays as it was
  }

  /** Sets each clock forward as far as the others' messages ask; returns whether any was. */
  private boolean raise() {
    boolean isRaised = false;
    for (Stream to : streams) {
      for (int at = 0; at < to.after.size(); at++) {
        for (Place departure : to.after.get(at)) {
          if (departure != null && departure.stream().timePs(departure.at()) > to.timePs(at)) {
            to.offsetPs += departure.stream().timePs(departure.at()) - to.timePs(at);
            isRaised = true;
          }
        }
      }
    }
    return isRaised;
  }

  // ---------------------------------------------------------------- order

  private List<LogEvent> inOrder() {
    List<LogEvent> events = new ArrayList<>();
    long nowPs = 0;
    for (Stream next = next(); next != null; next = next()) {
      nowPs = Math.max(nowPs, next.timePs(next.passed));
      events.add(next.events.get(next.passed).placed(events.size() + 1, nowPs));
      next.passed++;
    }
    return events;
  }

  /**
   * Returns the host whose event is next: the earliest one whose messages have left. If no event is
   * such, returns the earliest of all, for the judge to reject, or null at the end. In an
   * unfinished log the end comes before the first event that rests on a missing one.
   */
  private Stream next() {
    Stream ready = null;
    Stream any = null;
    for (Stream each : streams) {
      if (each.passed == each.events.size()) {
        continue;
      }
      if (any == null || each.timePs(each.passed) < any.timePs(any.passed)) {
        any = each;
      }
      boolean isReady =
          each.after.get(each.passed).stream()
              .allMatch(place -> place != null && place.stream().passed > place.at());
      if (isReady && (ready == null || each.timePs(each.passed) < ready.timePs(ready.passed))) {
        ready = each;
      }
    }
    return ready != null || isPrefix ? ready : any;
  }

  // ---------------------------------------------------------------- header

  private static LogExtent extent(List<EventLog> logs, int events) {
    Optional<String> cut = logs.stream().flatMap(log -> log.extent().cut().stream()).findFirst();
    BigInteger origin =
        logs.stream().map(log -> log.extent().originPs()).reduce(BigInteger::min).orElseThrow();
    return new LogExtent(cut, events + 1, origin);
  }

  private static LogHeader header(List<EventLog> logs, List<LogEvent> events) throws BadLog {
    LogHeader first = logs.get(0).header();
    Map<String, String> units = new TreeMap<>();
    Map<String, LogValue> constants = new TreeMap<>();
    Set<String> omits = new LinkedHashSet<>();
    boolean hasTargets = events.stream().anyMatch(LogEvent::isOfTarget);
    for (EventLog log : logs) {
      LogHeader header = log.header();
      if (!header.profile().equals(first.profile())) {
        throw new BadLog(
            "the headers of the logs differ in their profile, which is \"%s\" and \"%s\""
                .formatted(first.profile(), header.profile()));
      }
      for (Map.Entry<String, String> unit : header.units().entrySet()) {
        String mine = units.putIfAbsent(unit.getKey(), unit.getValue());
        if (mine != null && !mine.equals(unit.getValue())) {
          throw new BadLog(
              "the headers of the logs differ in units.%s, which is \"%s\" and \"%s\""
                  .formatted(unit.getKey(), mine, unit.getValue()));
        }
      }
      join(constants, header.constants(), "constants");
      header.omits().stream()
          .filter(each -> !(hasTargets && Omitted.name(each).equals(Omitted.TARGET)))
          .forEach(omits::add);
    }
    return new LogHeader(
        first.writer(),
        first.writerVersion(),
        first.profile(),
        first.seed(),
        first.scenario(),
        units,
        constants,
        List.copyOf(omits));
  }

  /** Adds values of another header: records are joined, all else must be equal. */
  private static void join(Map<String, LogValue> all, Map<String, LogValue> more, String name)
      throws BadLog {
    for (Map.Entry<String, LogValue> each : more.entrySet()) {
      LogValue mine = all.get(each.getKey());
      String path = name + "." + each.getKey();
      if (mine instanceof LogValue.Fields a && each.getValue() instanceof LogValue.Fields b) {
        Map<String, LogValue> joined = new TreeMap<>(a.fields());
        join(joined, b.fields(), path);
        all.put(each.getKey(), new LogValue.Fields(joined));
      } else if (mine == null || mine.equals(each.getValue())) {
        all.put(each.getKey(), each.getValue());
      } else {
        throw new BadLog("the headers of the logs differ in " + path);
      }
    }
  }
}
