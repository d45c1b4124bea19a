package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a log tells that belongs to no single specification: which ones it speaks of, by which
 * profile and in which units, and whose events they are.
 */
public final class LogFrame {
  /** The constant that the header tells once, for all specifications. */
  static final String PROFILE = "Profile";

  /** Stands before the names of a message's fields that count in another unit. */
  private static final String MESSAGE = "msg.";

  private final List<String> specs;
  private final Map<String, String> units;
  private final List<String> profiles;
  private final Set<String> begins = new TreeSet<>();

  /**
   * @param projections of all specifications of which a log may tell
   * @param units of all quantities by {@code Module.name}
   * @param profiles names of all readings of the rules
   */
  public LogFrame(
      List<Projection> projections, Map<String, String> units, Collection<String> profiles) {
    this.specs = projections.stream().map(Projection::spec).toList();
    for (Projection each : projections) {
      each.begins().ifPresent(action -> begins.add(each.spec() + "." + action));
    }
    this.units = new TreeMap<>(units);
    this.profiles = List.copyOf(profiles);
  }

  /**
   * Looks through a log.
   *
   * @throws BadLog for the first thing that is none of those declared, or that contradicts another
   */
  public void check(EventLog log) throws BadLog {
    header(log);
    Omitted.checkNames(log, specs);
    Contexts.check(log, begins);
    Map<String, Lives> lives = new HashMap<>();
    Map<String, Set<String>> told = new HashMap<>();
    for (LogEvent event : log.events()) {
      if (!specs.contains(event.spec())) {
        throw BadLog.of(
            event,
            "is of no specification that logs are held against"
                + BadLog.instead(event.spec(), specs));
      }
      names(event, told.computeIfAbsent(event.spec(), fresh -> new HashSet<>()));
      if (event.instance().isPresent()) {
        LogInstance of = event.instance().get();
        place(event, of);
        if (of.life() > 0) {
          lives.computeIfAbsent(of.role() + " " + of.flow(), fresh -> new Lives()).add(event, of);
        }
      }
    }
    haveUnits(log, told);
  }

  /** Adds the names of all that an event tells, at every depth. */
  private static void names(LogEvent event, Set<String> names) {
    for (Map<String, LogValue> part :
        List.of(event.arguments(), event.variables(), event.given(), event.message())) {
      names(part, "", names);
    }
    names(event.message(), MESSAGE, names);
  }

  private static void names(Map<String, LogValue> told, String before, Set<String> names) {
    for (Map.Entry<String, LogValue> each : told.entrySet()) {
      names.add(before + each.getKey());
      inner(each.getValue(), before, names);
    }
  }

  private static void inner(LogValue value, String before, Set<String> names) {
    if (value instanceof LogValue.Fields record) {
      names(record.fields(), before, names);
    } else if (value instanceof LogValue.Items items) {
      items.items().forEach(item -> inner(item, before, names));
    }
  }

  /** Refuses a log that tells a quantity without its unit: a reader would have to guess it. */
  private void haveUnits(EventLog log, Map<String, Set<String>> told) throws BadLog {
    for (String spec : told.keySet().stream().sorted().toList()) {
      Set<String> names = new HashSet<>(told.get(spec));
      names.addAll(log.constants(spec).keySet());
      for (String quantity : units.keySet()) {
        if (quantity.startsWith(spec + ".")
            && names.contains(quantity.substring(spec.length() + 1))
            && !log.header().units().containsKey(quantity)) {
          throw BadLog.header(
              "units do not tell that of %s, which the log tells; it counts \"%s\""
                  .formatted(quantity, units.get(quantity)));
        }
      }
    }
  }

  private void header(EventLog log) throws BadLog {
    String profile = log.header().profile();
    if (!profiles.contains(profile)) {
      throw BadLog.header(
          "profile is \"%s\", which is none that is known%s"
              .formatted(profile, BadLog.instead(profile, profiles)));
    }
    for (Map.Entry<String, String> unit : log.header().units().entrySet()) {
      String name = unit.getKey();
      if (!units.containsKey(name)) {
        List<String> ofItsOwn =
            units.keySet().stream()
                .filter(each -> each.startsWith(name.replaceFirst("\\..*", "") + "."))
                .toList();
        throw BadLog.header(
            "units has a name \"%s\" that is no quantity%s"
                .formatted(name, BadLog.instead(name, ofItsOwn.isEmpty() ? specs : ofItsOwn)));
      }
      if (!units.get(name).equals(unit.getValue())) {
        throw BadLog.header(
            "units say that %s counts \"%s\"; it counts \"%s\", in every log"
                .formatted(name, unit.getValue(), units.get(name)));
      }
    }
    for (String spec : log.header().constants().keySet()) {
      if (!specs.contains(spec)) {
        throw BadLog.header(
            "constants has a name \"%s\", which is no specification that logs are held against%s"
                .formatted(spec, BadLog.instead(spec, specs)));
      }
      LogValue told = log.constants(spec).get(PROFILE);
      if (told != null && !told.equals(LogValue.of(profile))) {
        throw BadLog.header(
            "constants.%s.%s is not the profile, which is \"%s\""
                .formatted(spec, PROFILE, profile));
      }
    }
  }

  /** The end that acts is the host where it happens. */
  private static void place(LogEvent event, LogInstance of) throws BadLog {
    boolean isSource = of.role().equals(LogInstance.SOURCE);
    String end = isSource ? of.source() : of.destination();
    if (!end.isEmpty() && !end.equals(event.at())) {
      throw BadLog.of(
          event,
          "happens at \"%s\", but \"of\" says that the %s acts, which is \"%s\""
              .formatted(event.at(), isSource ? "source" : "destination", end));
    }
  }

  /** The CCCs of one flow at one end: which id each has, in the order in which they come. */
  private static final class Lives {
    private final Map<Integer, Integer> ids = new HashMap<>();

    void add(LogEvent event, LogInstance of) throws BadLog {
      Integer id = ids.get(of.life());
      if (id == null) {
        if (of.life() != ids.size() + 1) {
          throw BadLog.of(
              event,
              "is the first of life %d of its CCC, where life %d is next; lives count from 1"
                  .formatted(of.life(), ids.size() + 1));
        }
        ids.put(of.life(), of.ccc());
      } else if (id != of.ccc()) {
        throw BadLog.of(
            event,
            "has CCC %d in life %d, which is that of CCC %d".formatted(of.ccc(), of.life(), id));
      }
    }
  }
}
