package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a target must have done by the time that its initiators see something of it, where a log has
 * initiators alone. Each step is put as late as it can have been; the specification still decides
 * whether it was possible.
 */
abstract class UnloggedTarget {
  private final List<LogEvent> implied = new ArrayList<>();
  private LogEvent next;

  /**
   * Whether the log says that it has none of its targets' events.
   *
   * @throws BadLog if it has some all the same
   */
  static boolean isLeftOut(EventLog log) throws BadLog {
    if (!Omitted.isOmitted(log, Omitted.TARGET)) {
      return false;
    }
    for (LogEvent event : log.events()) {
      if (event.isOfTarget()) {
        throw new BadLog(
            "the header leaves out the target (omits has a sentence that begins with \""
                + Omitted.TARGET
                + ":\"), but event "
                + event.number()
                + " is a target's");
      }
    }
    return true;
  }

  /** What the target did before this event of an initiator, and after the one before it. */
  final List<LogEvent> before(LogEvent event) {
    implied.clear();
    next = event;
    look(event, event.instance().orElseThrow());
    return List.copyOf(implied);
  }

  /** Looks at an event of an initiator, and calls {@link #did}. */
  abstract void look(LogEvent event, LogInstance of);

  /** A step of the target; of its context and its PDC, by its own ids. */
  final void did(String action, int ccc, int pdc, Map<String, LogValue> arguments) {
    LogInstance of = next.instance().orElseThrow();
    implied.add(
        new LogEvent(
            next.number(),
            next.atPs(),
            of.destination(),
            next.spec(),
            action,
            Optional.of(
                new LogInstance(
                    LogInstance.TARGET,
                    of.source(),
                    of.destination(),
                    of.trafficClass(),
                    ccc,
                    ccc == 0 ? 0 : 1,
                    pdc)),
            arguments,
            Map.of(),
            Map.of(),
            Map.of(),
            false));
  }

  /** Names and values in turn. */
  static Map<String, LogValue> named(Object... namesAndValues) {
    Map<String, LogValue> all = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      all.put((String) namesAndValues[i], value(namesAndValues[i + 1]));
    }
    return all;
  }

  private static LogValue value(Object value) {
    if (value instanceof LogValue told) {
      return told;
    } else if (value instanceof Boolean truth) {
      return LogValue.of(truth);
    } else if (value instanceof String text) {
      return LogValue.of(text);
    }
    return LogValue.of(((Number) value).longValue());
  }
}
