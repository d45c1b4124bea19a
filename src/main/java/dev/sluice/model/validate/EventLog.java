package dev.sluice.model.validate;

import dev.sluice.trace.BadTrace;
import dev.sluice.trace.DiskTrouble;
import dev.sluice.trace.EventLogReader;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogExtent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A log, or the prefix of one whose writer did not finish it.
 *
 * @param header its first line
 * @param events all events in order, their numbers without a gap
 * @param extent how much of a file that is
 */
public record EventLog(LogHeader header, List<LogEvent> events, LogExtent extent) {
  public EventLog {
    events = Packed.kept(events);
  }

  /** A log that was never a file. */
  public EventLog(LogHeader header, List<LogEvent> events) {
    this(header, events, LogExtent.WHOLE);
  }

  /**
   * Reads a file.
   *
   * @throws BadTrace if it is no log
   */
  public static EventLog read(Path file) throws BadTrace {
    return read(file, false);
  }

  /**
   * Reads a file in which times may fall, as it has those of several clocks, or of one that was
   * set: to be merged.
   *
   * @throws BadTrace if it is no log
   */
  public static EventLog readUnordered(Path file) throws BadTrace {
    return read(file, true);
  }

  private static EventLog read(Path file, boolean mayFall) throws BadTrace {
    try (EventLogReader reader = EventLogReader.open(file)) {
      if (mayFall) {
        reader.acceptingFallingTimes();
      }
      List<LogEvent> events = new ArrayList<>();
      for (Optional<LogEvent> event = reader.next(); event.isPresent(); event = reader.next()) {
        events.add(event.get());
        events = Packed.grown(events);
      }
      return new EventLog(reader.header(), events, reader.extent());
    } catch (IOException failed) {
      String what = "it cannot be read: " + DiskTrouble.why(failed);
      throw new BadTrace(file.toString(), 0, -1, what, "Check the path and its permissions.");
    }
  }

  /** Writes it, with its events numbered anew. */
  public void write(OutputStream out) throws IOException {
    EventLogWriter writer = new EventLogWriter(out, header);
    for (LogEvent event : events) {
      EventSink sink = writer.event(event.atPs(), event.at(), event.spec(), event.action());
      event.instance().ifPresent(sink::instance);
      event.arguments().forEach(sink::argument);
      event.variables().forEach(sink::variable);
      event.given().forEach(sink::given);
      if (!event.message().isEmpty()) {
        sink.message(new LogValue.Fields(event.message()));
      }
      if (event.isOutside()) {
        sink.outside();
      }
      sink.end();
    }
    writer.finish();
  }

  /** The same with another event in the place of the one that has its number. */
  public EventLog with(LogEvent other) {
    return with(events.stream().map(one -> one.number() == other.number() ? other : one).toList());
  }

  /** The same with other events, numbered from 1. */
  public EventLog with(List<LogEvent> others) {
    List<LogEvent> numbered = new ArrayList<>();
    for (LogEvent event : others) {
      numbered.add(event.numbered(numbered.size() + 1));
    }
    return new EventLog(header, numbered);
  }

  /** What the header says that is left out of a specification's part, or of all. */
  public List<String> omits(String spec) {
    return Omitted.about(this, spec);
  }

  /** The events of one module. */
  public List<LogEvent> of(String spec) {
    return Packed.of(spec, events);
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
