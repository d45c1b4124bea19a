package dev.sluice.conformance.shim;

import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A shim's reply to one request.
 *
 * @param fields the reply's keys with their values, without {@code id}; those that begin with
 *     {@code x_} are left out
 * @param error the error, if the reply is one
 */
public record Reply(Map<String, LogValue> fields, Optional<ShimError> error) {
  /** The key of the variables. */
  public static final String STATE = "st";

  /** The key of the replies to the requests of a whole case. */
  static final String REPLIES = "replies";

  /** The key of the departures. */
  public static final String SENDS = "sends";

  /** The key of the time of the next step that the implementation takes by itself. */
  public static final String NEXT = "next";

  /** The verb of a question, and the key of its answer. */
  public static final String MAY = "may";

  private static final List<String> ORDER = List.of("given", STATE, SENDS, NEXT, MAY);

  public Reply {
    fields = Map.copyOf(fields);
  }

  /**
   * A packet or message that leaves the implementation.
   *
   * @param atPs when, in picoseconds of virtual time
   * @param action the action of the specification that it is
   * @param message its fields, as on the wire
   */
  public record Departure(long atPs, String action, Map<String, LogValue> message) {
    public Departure {
      message = Map.copyOf(message);
    }
  }

  /** Returns whether the shim carried the request out. */
  public boolean isGood() {
    return error.isEmpty();
  }

  /** Returns the variables that the reply shows; empty if it shows none. */
  public Map<String, LogValue> state() {
    return fields.get(STATE) instanceof LogValue.Fields state ? state.fields() : Map.of();
  }

  /** Returns the departures, in the order of the reply. */
  public List<Departure> sends() {
    return fields.get(SENDS) instanceof LogValue.Items items
        ? items.items().stream().map(Reply::departure).toList()
        : List.of();
  }

  private static Departure departure(LogValue value) {
    Map<String, LogValue> fields = ((LogValue.Fields) value).fields();
    return new Departure(
        ((LogValue.Num) fields.get("t")).value(),
        ((LogValue.Str) fields.get("do")).value(),
        ((LogValue.Fields) fields.get("msg")).fields());
  }

  /** Returns the answer to a question; empty if the reply has none. */
  public Optional<Boolean> may() {
    return fields.get(MAY) instanceof LogValue.Truth answer
        ? Optional.of(answer.value())
        : Optional.empty();
  }

  /** Returns the keys of a reply to a request of a case, in one order. */
  Map<String, LogValue> keys() {
    Map<String, LogValue> keys = new LinkedHashMap<>();
    for (String key : ORDER) {
      if (fields.containsKey(key)) {
        keys.put(key, fields.get(key));
      }
    }
    error.ifPresent(
        told -> {
          Map<String, LogValue> body = new LinkedHashMap<>();
          body.put("code", LogValue.of(told.code()));
          body.put("text", LogValue.of(told.text()));
          body.put("definite", LogValue.of(told.definite()));
          keys.put("error", new LogValue.Fields(body));
        });
    return keys;
  }

  /** Returns when the implementation acts next by itself, in picoseconds; empty if never. */
  public Optional<Long> next() {
    return fields.get(NEXT) instanceof LogValue.Num next
        ? Optional.of(next.value())
        : Optional.empty();
  }
}
