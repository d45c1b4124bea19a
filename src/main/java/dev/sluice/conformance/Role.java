package dev.sluice.conformance;

import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A role that an implementation plays: the names and values that its dialogue has, in the
 * vocabulary of event logs.
 *
 * @param name the role's name in {@code start}
 * @param spec the module of the specification
 * @param about the role in a few words
 * @param given the parameters, each with a value that every implementation should be able to take
 * @param events the events that are sent to an implementation, each with a message that it may have
 * @param departures the actions that {@code sends} may name
 * @param variables the variables that replies may show, with their units
 */
public record Role(
    String name,
    String spec,
    String about,
    Map<String, LogValue> given,
    List<Event> events,
    List<String> departures,
    Map<String, String> variables) {
  public Role {
    given = Collections.unmodifiableMap(new LinkedHashMap<>(given));
    events = List.copyOf(events);
    departures = List.copyOf(departures);
    variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
  }

  /**
   * An event that is sent to an implementation.
   *
   * @param action the action of the specification
   * @param arguments its arguments
   * @param message a message that it may have; empty if it has none
   */
  public record Event(
      String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    public Event {
      arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
      message = Collections.unmodifiableMap(new LinkedHashMap<>(message));
    }
  }

  /** Returns the names of the events and departures: all that the role's dialogue may name. */
  public List<String> actions() {
    List<String> all = new ArrayList<>(events.stream().map(Event::action).toList());
    all.addAll(departures);
    return all;
  }
}
