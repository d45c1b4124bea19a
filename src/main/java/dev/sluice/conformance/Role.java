package dev.sluice.conformance;

import dev.sluice.conformance.shim.Printable;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
   * @param message a message with all fields that it may have; empty if it has none
   * @param optional fields that a message may lack
   * @param isRefused whether an implementation refuses it in some of its states; otherwise it takes
   *     it in each
   */
  public record Event(
      String action,
      Map<String, LogValue> arguments,
      Map<String, LogValue> message,
      Set<String> optional,
      boolean isRefused) {
    public Event {
      arguments = Collections.unmodifiableMap(new LinkedHashMap<>(arguments));
      message = Collections.unmodifiableMap(new LinkedHashMap<>(message));
      optional = Set.copyOf(optional);
    }
  }

  /** Returns the event of an action, if it is one. */
  public Optional<Event> event(String action) {
    return events.stream().filter(each -> each.action().equals(action)).findFirst();
  }

  /** Returns the names of the events that an implementation refuses in some of its states. */
  public Set<String> refusable() {
    return events.stream()
        .filter(Event::isRefused)
        .map(Event::action)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns why parameters are not those of the role; empty if they are. */
  public String fault(Map<String, LogValue> parameters) {
    return fault("given", given, Set.of(), parameters);
  }

  /** Returns why a request of a case is none of the role; empty if it is one. */
  public String fault(ShimRequest request) {
    if (request.advances() || departures.contains(request.asked())) {
      return "";
    } else if (!request.asked().isEmpty()) {
      return "the role %s has no departure %s; it has %s"
          .formatted(name, Printable.of(request.asked()), String.join(", ", departures));
    }
    Optional<Event> event = event(request.action());
    if (event.isEmpty()) {
      return "the role %s has no event %s; it has %s"
          .formatted(
              name,
              Printable.of(request.action()),
              String.join(", ", events.stream().map(Event::action).toList()));
    }
    String fault = fault("in", event.get().arguments(), Set.of(), request.arguments());
    return fault.isEmpty()
        ? fault("msg", event.get().message(), event.get().optional(), request.message())
        : fault;
  }

  private static String fault(
      String where,
      Map<String, LogValue> example,
      Set<String> optional,
      Map<String, LogValue> values) {
    for (String key : example.keySet()) {
      if (!values.containsKey(key) && !optional.contains(key)) {
        return "\"%s\" lacks \"%s\"".formatted(where, key);
      }
    }
    for (Map.Entry<String, LogValue> each : values.entrySet()) {
      LogValue like = example.get(each.getKey());
      if (like == null) {
        return "\"%s\" has a key \"%s\", which it cannot have"
            .formatted(where, Printable.of(each.getKey()));
      }
      String fault = fault(each.getKey(), like, each.getValue());
      if (!fault.isEmpty()) {
        return fault;
      }
    }
    return "";
  }

  private static String fault(String key, LogValue example, LogValue value) {
    if (example.getClass() != value.getClass()) {
      return "\"%s\" is %s, and should look like %s"
          .formatted(key, ShownValues.of(value), ShownValues.of(example));
    } else if (example instanceof LogValue.Fields fields) {
      return fault(key, fields.fields(), Set.of(), ((LogValue.Fields) value).fields());
    } else if (example instanceof LogValue.Items items && !items.items().isEmpty()) {
      for (LogValue each : ((LogValue.Items) value).items()) {
        String fault = fault(key, items.items().get(0), each);
        if (!fault.isEmpty()) {
          return fault;
        }
      }
    }
    return "";
  }

  /** Returns the names of the events and departures: all that the role's dialogue may name. */
  public List<String> actions() {
    List<String> all = new ArrayList<>(events.stream().map(Event::action).toList());
    all.addAll(departures);
    return all;
  }
}
