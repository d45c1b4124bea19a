package dev.sluice.cli;

import dev.sluice.model.validate.EventLog;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that may be wrong with one event of a log, each as a log of its own, numbered anew. */
public final class LogMutations {
  private LogMutations() {}

  /**
   * A log with one thing wrong.
   *
   * @param kind what was done: {@code drop}, {@code repeat}, {@code swap}, {@code add}, or {@code
   *     alter} and the path of the value
   */
  record Mutant(String kind, EventLog log) {
    /** Returns the kind, without the value's path within {@code in}, {@code st} and so on. */
    String part() {
      return kind.replaceFirst("\\..*", "");
    }
  }

  /**
   * @param log a log that is right
   * @param at index of the event to spoil
   * @param until index behind the last event that is kept
   */
  static List<Mutant> of(EventLog log, int at, int until) {
    List<LogEvent> events = log.events().subList(0, Math.min(until, log.events().size()));
    List<Mutant> all = new ArrayList<>();
    LogEvent event = events.get(at);
    all.add(new Mutant("drop", with(log, events, list -> list.remove(at))));
    all.add(new Mutant("repeat", with(log, events, list -> list.add(at + 1, event))));
    int next = nextOf(events, at);
    if (next > 0) {
      LogEvent other = events.get(next);
      all.add(
          new Mutant(
              "swap",
              with(
                  log,
                  events,
                  list -> {
                    list.set(at, timed(other, event));
                    list.set(next, timed(event, other));
                  })));
    }
    int foreign = foreign(events, at);
    if (foreign >= 0) {
      all.add(
          new Mutant(
              "add", with(log, events, list -> list.add(at, timed(events.get(foreign), event)))));
    }
    alterations(all, log, events, at, "in", event.arguments(), LogMutations::withArguments);
    alterations(all, log, events, at, "st", event.variables(), LogMutations::withVariables);
    alterations(all, log, events, at, "given", event.given(), LogMutations::withGiven);
    alterations(all, log, events, at, "msg", event.message(), LogMutations::withMessage);
    return all;
  }

  private static EventLog with(
      EventLog log, List<LogEvent> events, java.util.function.Consumer<List<LogEvent>> change) {
    List<LogEvent> list = new ArrayList<>(events);
    change.accept(list);
    return log.with(list);
  }

  /** The next event of the same specification and flow, if it is another one. */
  private static int nextOf(List<LogEvent> events, int at) {
    LogEvent event = events.get(at);
    for (int i = at + 1; i < events.size(); i++) {
      LogEvent other = events.get(i);
      if (other.spec().equals(event.spec())
          && other.instance().equals(event.instance())
          && other.at().equals(event.at())) {
        return other.action().equals(event.action()) && other.variables().equals(event.variables())
            ? -1
            : i;
      }
    }
    return -1;
  }

  /** An earlier event of the same context but another action, which has no business here. */
  private static int foreign(List<LogEvent> events, int at) {
    LogEvent event = events.get(at);
    for (int i = at - 1; i >= 0; i--) {
      LogEvent other = events.get(i);
      if (other.spec().equals(event.spec())
          && other.instance().equals(event.instance())
          && !other.action().equals(event.action())) {
        return i;
      }
    }
    return -1;
  }

  /** An event in another one's place. */
  private static LogEvent timed(LogEvent event, LogEvent where) {
    LogEvent e = event;
    return copy(e, e.action(), where, e.arguments(), e.variables(), e.given(), e.message());
  }

  // ---------------------------------------------------------------- values

  private interface Put {
    LogEvent in(LogEvent event, Map<String, LogValue> values);
  }

  private static void alterations(
      List<Mutant> all,
      EventLog log,
      List<LogEvent> events,
      int at,
      String part,
      Map<String, LogValue> values,
      Put put) {
    values.forEach(
        (name, value) ->
            leaves(
                part + "." + name,
                value,
                (path, changed) -> {
                  Map<String, LogValue> others = new LinkedHashMap<>(values);
                  others.put(name, changed);
                  LogEvent event = put.in(events.get(at), others);
                  all.add(
                      new Mutant("alter " + path, with(log, events, list -> list.set(at, event))));
                }));
  }

  private interface Leaf {
    void changed(String path, LogValue whole);
  }

  /** Each number, string and truth value inside, changed a little. */
  private static void leaves(String path, LogValue value, Leaf leaf) {
    if (value instanceof LogValue.Num number) {
      leaf.changed(path, LogValue.of(number.value() + 1));
    } else if (value instanceof LogValue.Truth truth) {
      leaf.changed(path, LogValue.of(!truth.value()));
    } else if (value instanceof LogValue.Str text) {
      leaf.changed(path, LogValue.of(text.value() + "x"));
    } else if (value instanceof LogValue.Items items) {
      for (int i = 0; i < Math.min(2, items.items().size()); i++) {
        int index = i;
        leaves(
            path + "[" + i + "]",
            items.items().get(i),
            (inner, changed) -> {
              List<LogValue> others = new ArrayList<>(items.items());
              others.set(index, changed);
              leaf.changed(inner, new LogValue.Items(others));
            });
      }
    } else if (value instanceof LogValue.Fields fields) {
      fields
          .fields()
          .forEach(
              (name, each) ->
                  leaves(
                      path + "." + name,
                      each,
                      (inner, changed) -> {
                        Map<String, LogValue> others = new LinkedHashMap<>(fields.fields());
                        others.put(name, changed);
                        leaf.changed(inner, new LogValue.Fields(others));
                      }));
    }
  }

  /** An event with other arguments. */
  public static LogEvent withArguments(LogEvent e, Map<String, LogValue> in) {
    return copy(e, e.action(), e, in, e.variables(), e.given(), e.message());
  }

  public static LogEvent withVariables(LogEvent e, Map<String, LogValue> st) {
    return copy(e, e.action(), e, e.arguments(), st, e.given(), e.message());
  }

  /** An event that fixes other constants. */
  public static LogEvent withGiven(LogEvent e, Map<String, LogValue> given) {
    return copy(e, e.action(), e, e.arguments(), e.variables(), given, e.message());
  }

  /** An event that tells another message. */
  public static LogEvent withMessage(LogEvent e, Map<String, LogValue> msg) {
    return copy(e, e.action(), e, e.arguments(), e.variables(), e.given(), msg);
  }

  /** An event of another action. */
  static LogEvent withAction(LogEvent e, String action) {
    return copy(e, action, e, e.arguments(), e.variables(), e.given(), e.message());
  }

  /** The same event at another time, in picoseconds. */
  static LogEvent at(LogEvent e, long atPs) {
    return e.placed(e.number(), atPs);
  }

  private static LogEvent copy(
      LogEvent e,
      String action,
      LogEvent where,
      Map<String, LogValue> in,
      Map<String, LogValue> st,
      Map<String, LogValue> given,
      Map<String, LogValue> msg) {
    return new LogEvent(
        where.number(),
        where.atPs(),
        e.at(),
        e.spec(),
        action,
        e.instance(),
        in,
        st,
        given,
        msg,
        e.isOutside());
  }
}
