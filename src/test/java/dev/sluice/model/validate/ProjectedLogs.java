package dev.sluice.model.validate;

import dev.sluice.cli.LogMutations;
import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Changes kept logs and logs by hand, and reads the behaviours that are cut from them. */
final class ProjectedLogs {
  private ProjectedLogs() {}

  static Projection projection(String spec) {
    return Systems.projections().stream()
        .filter(each -> each.spec().equals(spec))
        .findFirst()
        .orElseThrow();
  }

  static EventLog kept(String name) throws Exception {
    return KeptBehavioursTest.logs(spec(name)).get(name + ".log");
  }

  static String spec(String name) {
    return name.substring(0, name.indexOf('-'));
  }

  static List<Behaviour> behaviours(EventLog log) throws BadLog {
    return SpecJudge.behaviours(projection(log.events().get(0).spec()), log);
  }

  static List<String> unjudged(EventLog log) throws BadLog {
    return behaviours(log).stream()
        .flatMap(each -> each.unjudged().stream())
        .map(Behaviour.Unjudged::why)
        .toList();
  }

  static EventLog each(EventLog log, UnaryOperator<LogEvent> change) {
    return log.with(log.events().stream().map(change).toList());
  }

  /** Returns the log with another value of a constant in each event that fixes it. */
  static EventLog fixing(EventLog log, String name, Object value) {
    return each(
        log,
        event ->
            event.given().containsKey(name)
                ? LogMutations.withGiven(event, with(event.given(), name, value))
                : event);
  }

  /** Returns the log with another value in each message that an action tells it of. */
  static EventLog telling(EventLog log, String action, String name, Object value) {
    return each(
        log,
        event ->
            event.action().equals(action) && event.message().containsKey(name)
                ? LogMutations.withMessage(event, with(event.message(), name, value))
                : event);
  }

  static LogEvent in(LogEvent event, String name, Object value) {
    return LogMutations.withArguments(event, with(event.arguments(), name, value));
  }

  /** Returns the log with another constant in its header. */
  static EventLog telling(EventLog log, String name, Object value) {
    String spec = log.events().get(0).spec();
    LogValue constants = new LogValue.Fields(with(log.constants(spec), name, value));
    Map<String, LogValue> all = with(log.header().constants(), spec, constants);
    return new EventLog(log.header().telling(all), log.events());
  }

  static Map<String, LogValue> with(Map<String, LogValue> all, String name, Object value) {
    Map<String, LogValue> others = new TreeMap<>(all);
    others.put(name, HandLog.value(value));
    return others;
  }

  static LogEvent at(LogEvent e, long ps) {
    return e.placed(e.number(), ps);
  }

  /** Returns the times that steps of this action let pass before an event. */
  static List<Integer> times(Behaviour behaviour, String action, long event) {
    List<Integer> times = new ArrayList<>();
    for (Step step : behaviour.steps()) {
      if (step.isImplied() && step.action().equals(action) && step.number() == event) {
        times.add(((Value.Int) part(step, "in", "time")).value());
      }
    }
    return times;
  }

  static Value part(Step step, String part, String name) {
    return ((Value.Rec) ((Value.Rec) step.event()).get(part)).get(name);
  }
}
