package dev.sluice.model.validate;

import dev.sluice.trace.BadTrace;
import dev.sluice.trace.EventLogReader;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A whole log.
 *
 * @param header its first line
 * @param events all events in order, their numbers without a gap
 */
public record EventLog(LogHeader header, List<LogEvent> events) {
  public EventLog {
    events = List.copyOf(events);
  }

  /**
   * Reads a file.
   *
   * @throws BadTrace if it is no log, or not whole
   */
  public static EventLog read(Path file) throws BadTrace {
    try (EventLogReader reader = EventLogReader.open(file)) {
      List<LogEvent> events = new ArrayList<>();
      for (Optional<LogEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        events.add(event.get());
      }
      return new EventLog(reader.header(), events);
    } catch (IOException failed) {
      String what = "it cannot be read (" + failed.getMessage() + ")";
      throw new BadTrace(file.toString(), 0, -1, what, "Check the path and its permissions.");
    }
  }

  /** The events of one module. */
  public List<LogEvent> of(String spec) {
    return events.stream().filter(event -> event.spec().equals(spec)).toList();
  }

  /** A constant of a module, if the header tells it. */
  public Optional<LogValue> constant(String spec, String name) {
    return header.constants().get(spec) instanceof LogValue.Fields fields
        ? Optional.ofNullable(fields.fields().get(name))
        : Optional.empty();
  }

  /** All constants of a module that the header tells. */
  public Map<String, LogValue> constants(String spec) {
    return header.constants().get(spec) instanceof LogValue.Fields fields
        ? fields.fields()
        : Map.of();
  }
}
