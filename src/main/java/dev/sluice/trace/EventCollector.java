package dev.sluice.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Takes the events of a run and hands each on as one value, as a reader of the log would have it.
 *
 * <p>For those who look at a run while it goes on; whoever writes a log takes {@link
 * EventLogWriter}, which allocates nothing.
 */
public final class EventCollector implements EventSink {
  private final Consumer<LogEvent> listener;
  private final EventSink next;
  private long number;
  private long atPs;
  private String at;
  private String spec;
  private String action;
  private LogInstance instance;
  private boolean outside;
  private final Map<String, LogValue> given = new LinkedHashMap<>();
  private Map<String, LogValue> message = Map.of();
  private Map<String, LogValue> arguments = Map.of();
  private Map<String, LogValue> variables = Map.of();

  /**
   * Tells a listener of every event.
   *
   * @param next is told the same, before the listener is; null for nobody
   */
  public EventCollector(Consumer<LogEvent> listener, EventSink next) {
    this.listener = listener;
    this.next = next;
  }

  @Override
  public EventSink event(long atPs, String at, String spec, String action) {
    number++;
    this.atPs = atPs;
    this.at = at;
    this.spec = spec;
    this.action = action;
    arguments = new LinkedHashMap<>();
    variables = new LinkedHashMap<>();
    given.clear();
    message = Map.of();
    instance = null;
    outside = false;
    if (next != null) {
      next.event(atPs, at, spec, action);
    }
    return this;
  }

  @Override
  public EventSink instance(LogInstance of) {
    instance = of;
    if (next != null) {
      next.instance(of);
    }
    return this;
  }

  @Override
  public EventSink given(String constant, LogValue value) {
    given.put(constant, value);
    if (next != null) {
      next.given(constant, value);
    }
    return this;
  }

  @Override
  public EventSink message(LogValue.Fields fields) {
    message = fields.fields();
    if (next != null) {
      next.message(fields);
    }
    return this;
  }

  @Override
  public EventSink outside() {
    outside = true;
    if (next != null) {
      next.outside();
    }
    return this;
  }

  @Override
  public EventSink argument(String name, LogValue value) {
    arguments.put(name, value);
    if (next != null) {
      next.argument(name, value);
    }
    return this;
  }

  @Override
  public EventSink variable(String name, LogValue value) {
    variables.put(name, value);
    if (next != null) {
      next.variable(name, value);
    }
    return this;
  }

  @Override
  public void end() {
    if (next != null) {
      next.end();
    }
    listener.accept(
        new LogEvent(
            number,
            atPs,
            at,
            spec,
            action,
            Optional.ofNullable(instance),
            arguments,
            variables,
            given,
            message,
            outside));
  }
}
