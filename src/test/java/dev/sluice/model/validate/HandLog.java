package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds logs event by event, each with few values. */
final class HandLog {
  private final List<LogEvent> events = new ArrayList<>();
  private final Map<String, LogValue> constants = new TreeMap<>();
  private final Map<String, String> units = new TreeMap<>();
  private final List<String> omits = new ArrayList<>();
  private String profile = "uet-1.0";
  private Optional<String> cut = Optional.empty();
  private BigInteger originPs = BigInteger.ZERO;

  /** One event in the making; the next one begins with {@link HandLog#event}. */
  final class Event {
    private final String spec;
    private final String action;
    private long atPs = 1;
    private String at = "a";
    private LogInstance of = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 1, 0);
    private final Map<String, LogValue> in = new LinkedHashMap<>();
    private final Map<String, LogValue> st = new LinkedHashMap<>();
    private final Map<String, LogValue> given = new LinkedHashMap<>();
    private final Map<String, LogValue> msg = new LinkedHashMap<>();
    private boolean isOutside;

    private Event(String spec, String action) {
      this.spec = spec;
      this.action = action;
    }

    Event at(String host, long ps) {
      at = host;
      atPs = ps;
      return this;
    }

    Event of(LogInstance other) {
      of = other;
      return this;
    }

    Event in(String name, Object value) {
      in.put(name, value(value));
      return this;
    }

    Event st(String name, Object value) {
      st.put(name, value(value));
      return this;
    }

    Event given(String name, Object value) {
      given.put(name, value(value));
      return this;
    }

    Event msg(String name, Object value) {
      msg.put(name, value(value));
      return this;
    }

    Event outside() {
      isOutside = true;
      return this;
    }

    /** Adds the event to the log. */
    HandLog end() {
      events.add(
          new LogEvent(
              events.size() + 1,
              atPs,
              at,
              spec,
              action,
              Optional.ofNullable(of),
              in,
              st,
              given,
              msg,
              isOutside));
      return HandLog.this;
    }
  }

  Event event(String spec, String action) {
    return new Event(spec, action);
  }

  HandLog constant(String spec, String name, Object value) {
    Map<String, LogValue> all = new TreeMap<>();
    if (constants.get(spec) instanceof LogValue.Fields before) {
      all.putAll(before.fields());
    }
    all.put(name, value(value));
    constants.put(spec, new LogValue.Fields(all));
    return this;
  }

  HandLog unit(String name, String unit) {
    units.put(name, unit);
    return this;
  }

  HandLog omits(String sentence) {
    omits.add(sentence);
    return this;
  }

  HandLog profile(String other) {
    profile = other;
    return this;
  }

  /** Makes the log one whose writer did not finish it. */
  HandLog unfinished() {
    cut = Optional.of("it ends in the middle of a line");
    return this;
  }

  /** Lets the times count from another instant. */
  HandLog from(long ps) {
    originPs = BigInteger.valueOf(ps);
    return this;
  }

  EventLog log() {
    return new EventLog(
        new LogHeader("test", "1", profile, 0, "", units, constants, omits),
        events,
        new LogExtent(cut, events.size() + 1, originPs));
  }

  /** Returns a number, a text, a truth value, a list or a record as a value of a log. */
  static LogValue value(Object value) {
    if (value instanceof LogValue already) {
      return already;
    } else if (value instanceof Number number) {
      return LogValue.of(number.longValue());
    } else if (value instanceof Boolean truth) {
      return LogValue.of(truth.booleanValue());
    } else if (value instanceof List<?> items) {
      return new LogValue.Items(items.stream().map(HandLog::value).toList());
    } else if (value instanceof Map<?, ?> fields) {
      Map<String, LogValue> record = new TreeMap<>();
      fields.forEach((name, each) -> record.put(name.toString(), value(each)));
      return new LogValue.Fields(record);
    }
    return LogValue.of(value.toString());
  }
}
