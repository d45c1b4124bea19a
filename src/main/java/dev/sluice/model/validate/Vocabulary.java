package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogNames;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All names that a log may tell of one specification, at every depth. A name that the judge would
 * not look at is refused: a log whose writer has misspelt one would be accepted for what it does
 * not tell.
 */
final class Vocabulary {
  private final Projection projection;
  private final String spec;
  private final List<String> constants;
  private final Map<String, List<String>> records;
  private final SortedMap<String, Of> actions = new TreeMap<>();

  /** The names of one action's events. */
  private record Of(
      Collection<String> arguments,
      Collection<String> variables,
      Collection<String> given,
      Collection<String> message) {}

  /**
   * @param names what the specification's log module looks at
   */
  Vocabulary(Projection projection, LogNames names) {
    this.projection = projection;
    this.spec = projection.spec();
    this.records = projection.records();
    List<String> told = new ArrayList<>(names.constants());
    told.retainAll(projection.constants());
    this.constants = told;
    names
        .actions()
        .forEach(
            (action, of) -> {
              if (!projection.added().contains(action)) {
                List<String> arguments = new ArrayList<>(of.parameters());
                arguments.retainAll(of.arguments());
                arguments.removeIf(name -> projection.added().contains(action + "." + name));
                SortedSet<String> given = new TreeSet<>(of.given());
                given.addAll(projection.fixes(action));
                SortedSet<String> message = new TreeSet<>(of.message());
                message.addAll(projection.reads(action));
                actions.put(action, new Of(arguments, of.variables(), given, message));
              }
            });
  }

  /** The actions that a log may tell of, sorted. */
  Collection<String> actions() {
    return actions.keySet();
  }

  /** The constants that a header may tell, sorted. */
  Collection<String> constants() {
    return constants;
  }

  /** The variables that a log may tell, sorted. */
  SortedSet<String> variables() {
    SortedSet<String> variables = new TreeSet<>();
    actions.values().forEach(of -> variables.addAll(of.variables()));
    return variables;
  }

  /** How much some steps have told of what there was to tell. */
  Compared coverage(List<Step> steps, EventLog log) {
    long compared = 0;
    long values = 0;
    SortedSet<String> missing = new TreeSet<>();
    SortedSet<String> untold = variables();
    SortedSet<String> unseen = new TreeSet<>(actions.keySet());
    for (Step step : steps) {
      Of of = actions.get(step.action());
      if (step.isImplied() || of == null) {
        continue;
      }
      unseen.remove(step.action());
      for (String variable : of.variables()) {
        int size = records.getOrDefault(variable, List.of(variable)).size();
        if (step.tells(variable)) {
          compared += size;
          values += size;
          untold.remove(variable);
        } else if (projection.isMissing(variable, step, log)) {
          values += size;
          missing.add(variable);
        }
      }
    }
    missing.retainAll(untold);
    return new Compared(compared, values, untold, unseen, missing);
  }

  /**
   * Looks through what a log tells of this specification.
   *
   * @throws BadLog for the first name that means nothing, with those that would, and for a constant
   *     that the header neither tells nor leaves out in words: its rule would not be judged
   */
  void check(EventLog log) throws BadLog {
    for (String name : log.constants(spec).keySet()) {
      if (!constants.contains(name)) {
        throw BadLog.header(
            "constants.%s has a name \"%s\" that no log tells%s"
                .formatted(spec, name, BadLog.instead(name, constants)));
      }
    }
    List<LogEvent> events = log.of(spec);
    for (String name : constants) {
      boolean isTold =
          log.constants(spec).containsKey(name)
              || name.equals(LogFrame.PROFILE)
              || projection.implied().contains(name);
      if (!events.isEmpty() && !isTold && !Omitted.isOmitted(log, spec + "." + name)) {
        throw BadLog.header(
            "constants.%s do not tell %s; tell it, or let a sentence of omits begin with \"%s.%s:\""
                .formatted(spec, name, spec, name));
      }
    }
    for (LogEvent event : events) {
      check(event);
    }
  }

  private void check(LogEvent event) throws BadLog {
    Of of = actions.get(event.action());
    if (event.isOutside()) {
      if (of != null) {
        throw BadLog.of(event, "is said to be outside, but it is an action of " + spec);
      }
      return; // nobody looks at what it tells, and the verdict says so
    }
    if (of == null) {
      throw BadLog.of(
          event,
          "is no action that a log of "
              + spec
              + " tells of"
              + BadLog.instead(event.action(), actions.keySet()));
    }
    names(event, "in", event.arguments(), of.arguments());
    names(event, "st", event.variables(), of.variables());
    names(event, "given", event.given(), of.given());
    names(event, "msg", event.message(), of.message());
  }

  private void names(
      LogEvent event, String part, Map<String, LogValue> told, Collection<String> allowed)
      throws BadLog {
    for (Map.Entry<String, LogValue> each : told.entrySet()) {
      if (!allowed.contains(each.getKey())) {
        throw BadLog.of(
            event,
            "tells \"%s\" in \"%s\", which means nothing there%s"
                .formatted(each.getKey(), part, BadLog.instead(each.getKey(), allowed)));
      }
      fields(event, part + "." + each.getKey(), each.getKey(), each.getValue());
    }
  }

  /** The names inside a value; those of a list's items are those of the list. */
  private void fields(LogEvent event, String path, String name, LogValue value) throws BadLog {
    if (value instanceof LogValue.Items items) {
      for (LogValue item : items.items()) {
        fields(event, path, name, item);
      }
    } else if (value instanceof LogValue.Fields record) {
      List<String> allowed = records.get(name);
      if (allowed == null) {
        throw BadLog.of(event, "tells a record under \"" + path + "\", where there is none");
      }
      for (Map.Entry<String, LogValue> each : record.fields().entrySet()) {
        if (!allowed.contains(each.getKey())) {
          throw BadLog.of(
              event,
              "tells \"%s\" in \"%s\", which means nothing there%s"
                  .formatted(each.getKey(), path, BadLog.instead(each.getKey(), allowed)));
        }
        fields(event, path + "." + each.getKey(), each.getKey(), each.getValue());
      }
    }
  }
}
