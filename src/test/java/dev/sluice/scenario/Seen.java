package dev.sluice.scenario;

import dev.sluice.trace.EventCollector;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** A run, and what was seen of it: its figures, every event of its log, the load of its links. */
final class Seen {
  final Scenario scenario;
  final Figures figures;
  final Closeup closeup;
  private final List<LogEvent> events = new ArrayList<>();

  Seen(Scenario scenario) {
    this.scenario = scenario;
    closeup = new Closeup(scenario);
    EventCollector log = new EventCollector(events::add, null);
    try {
      figures =
          Run.of(scenario, new Run.Recording(false, log, null, Integer.MAX_VALUE, null, closeup));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Events of an action. */
  Stream<LogEvent> events(String spec, String action) {
    return events.stream().filter(e -> e.spec().equals(spec) && e.action().equals(action));
  }

  long count(String spec, String action) {
    return events(spec, action).count();
  }

  boolean has(String spec) {
    return events.stream().anyMatch(event -> event.spec().equals(spec));
  }

  /** When an action happened first; −1 if it never did. */
  long firstPs(String spec, String action) {
    return events(spec, action).mapToLong(LogEvent::atPs).findFirst().orElse(-1);
  }

  /** When an action happened last; −1 if it never did. */
  long lastPs(String spec, String action) {
    return events(spec, action).mapToLong(LogEvent::atPs).max().orElse(-1);
  }

  /** How long after an action the next one of its kind came, the shortest time of all. */
  long leastApartPs(String spec, String action) {
    long[] times = events(spec, action).mapToLong(LogEvent::atPs).toArray();
    long least = Long.MAX_VALUE;
    for (int i = 1; i < times.length; i++) {
      least = Math.min(least, times[i] - times[i - 1]);
    }
    return least;
  }

  /** How many of these happened before the first acknowledgment that says something new. */
  long beforeAnswer(String spec, String action) {
    long answer = firstPs("PdcHandshake", "ReceiveAck");
    return events(spec, action).filter(e -> answer < 0 || e.atPs() < answer).count();
  }

  /** An argument of an action, each time. */
  LongStream arguments(String spec, String action, String name) {
    return events(spec, action).flatMapToLong(e -> number(e.arguments(), name));
  }

  /** A variable after an action, each time that it is told. */
  LongStream variables(String spec, String action, String name) {
    return events(spec, action).flatMapToLong(e -> number(e.variables(), name));
  }

  /** A field of NSCC's windows, each time that one is told. */
  LongStream windows(String field) {
    return events.stream()
        .filter(e -> e.spec().equals("NsccWindow"))
        .flatMapToLong(
            e ->
                e.variables().get("window") instanceof LogValue.Fields window
                    ? number(window.fields(), field)
                    : LongStream.empty());
  }

  static LongStream number(Map<String, LogValue> values, String name) {
    return values.get(name) instanceof LogValue.Num number
        ? LongStream.of(number.value())
        : LongStream.empty();
  }

  /** A field of the CCC as it was configured first. */
  long configured(String field) {
    return events("CccLifecycle", "Configure")
        .map(e -> e.variables().get("ccc"))
        .flatMapToLong(
            ccc ->
                ccc instanceof LogValue.Fields fields
                    ? number(fields.fields(), field)
                    : LongStream.empty())
        .findFirst()
        .orElse(-1);
  }

  /** What all senders of a run hold of credit that has not come in as data, at most. */
  long mostCreditOut() {
    Map<String, Long> out = new HashMap<>();
    long most = 0;
    for (LogEvent event : events) {
      if (event.spec().equals("CreditConservation") && event.isOfTarget()) {
        String sender = event.instance().map(LogInstance::flow).orElse("");
        LongStream granted = number(event.variables(), "granted");
        LongStream arrived = number(event.variables(), "arrived");
        long[] both = LongStream.concat(granted, arrived).toArray();
        if (both.length == 2) {
          out.put(sender, both[0] - both[1]);
        }
        most = Math.max(most, out.values().stream().mapToLong(Long::longValue).sum());
      }
    }
    return most;
  }

  /** How many PDCs a host has as a source at a time, resting ids included. */
  long mostOpen(String host) {
    long open = 0;
    long most = 0;
    for (LogEvent event : events) {
      if (event.spec().equals("PdcHandshake") && event.at().equals(host)) {
        open += event.action().equals("Open") ? 1 : event.action().equals("Release") ? -1 : 0;
        most = Math.max(most, open);
      }
    }
    return most;
  }

  /** Packets that came to a target after one with a higher number. */
  long overtaken() {
    long highest = -1;
    long overtaken = 0;
    for (LogEvent event : events) {
      boolean isData = List.of("ReceiveSyn", "ReceiveRequest").contains(event.action());
      if (isData && event.arguments().get("m") instanceof LogValue.Fields message) {
        long psn = number(message.fields(), "psn").findFirst().orElse(-1);
        overtaken += psn < highest ? 1 : 0;
        highest = Math.max(highest, psn);
      }
    }
    return overtaken;
  }

  /** Links that have carried data, and not a Close alone, of those whose name begins so. */
  long linksUsed(String prefix) {
    Predicate<Closeup.Load> fits =
        load -> load.name().startsWith(prefix) && load.meanBps() > load.rateBps() / 1_000;
    return closeup.loads(figures, Integer.MAX_VALUE).stream().filter(fits).count();
  }

  /** How many hosts have asked for something. */
  long askers() {
    return events("CccLifecycle", "Post").map(LogEvent::at).distinct().count();
  }

  long switches() {
    return scenario.topology().nodes() - scenario.topology().hosts();
  }

  long fctPs() {
    return figures.fctPs(100);
  }
}
