package dev.sluice.conformance.shim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sluice.trace.LogValue;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request, and the keys that its reply may have.
 *
 * @param keys the request's keys and values, without {@code id}
 * @param replies the keys of a good reply, without {@code id}
 */
public record ShimRequest(Map<String, LogValue> keys, Set<String> replies) {
  /** Writes lines of JSON. */
  static final JsonFactory JSON = new JsonFactory();

  private static final Set<String> OF_EVENTS = Set.of(Reply.STATE, Reply.SENDS, Reply.NEXT);

  public ShimRequest {
    keys = new LinkedHashMap<>(keys);
    replies = Set.copyOf(replies);
  }

  /** Asks for versions, roles and limits. */
  static ShimRequest hello(String harness, String version, String nonce, Limits limits) {
    Map<String, LogValue> named = new LinkedHashMap<>();
    limits.named().forEach((name, value) -> named.put(name, LogValue.of(value)));
    Map<String, LogValue> body = new LinkedHashMap<>();
    body.put("protocols", new LogValue.Items(List.of(LogValue.of(1))));
    body.put("harness", fields("name", LogValue.of(harness), "version", LogValue.of(version)));
    body.put("limits", new LogValue.Fields(named));
    body.put("nonce", LogValue.of(nonce));
    return of(
        "hello",
        new LogValue.Fields(body),
        Set.of("protocol", "nonce", "shim", "implementation", "determinism", "roles", "verbs"));
  }

  /**
   * Begins a case.
   *
   * @param role the role that the implementation plays
   * @param token the name of the case, which says nothing about it
   * @param given the parameters
   */
  public static ShimRequest start(String role, String token, Map<String, LogValue> given) {
    Map<String, LogValue> body = new LinkedHashMap<>();
    body.put("role", LogValue.of(role));
    body.put("case", LogValue.of(token));
    body.put("given", new LogValue.Fields(given));
    return of(
        "start", new LogValue.Fields(body), Set.of("given", Reply.STATE, Reply.SENDS, Reply.NEXT));
  }

  /**
   * Makes something happen to the implementation.
   *
   * @param atPs when, in picoseconds of virtual time
   */
  public static ShimRequest event(
      long atPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    Map<String, LogValue> keys = new LinkedHashMap<>();
    keys.put("t", LogValue.of(atPs));
    keys.put("do", LogValue.of(action));
    keys.put("in", new LogValue.Fields(arguments));
    keys.put("msg", new LogValue.Fields(message));
    return new ShimRequest(keys, OF_EVENTS);
  }

  /**
   * Lets virtual time pass.
   *
   * @param toPs up to when, in picoseconds, with all steps of that instant
   * @param backlog whether packets wait to be sent all the time
   */
  public static ShimRequest advance(long toPs, boolean backlog) {
    Map<String, LogValue> keys = new LinkedHashMap<>();
    keys.put("advance", LogValue.of(toPs));
    keys.put("backlog", LogValue.of(backlog));
    return new ShimRequest(keys, OF_EVENTS);
  }

  /**
   * Asks whether the implementation would do something now. Nothing happens to it.
   *
   * @param atPs the present time, in picoseconds
   * @param action the action of a departure, for which a packet waits
   */
  public static ShimRequest may(long atPs, String action) {
    Map<String, LogValue> body = new LinkedHashMap<>();
    body.put("t", LogValue.of(atPs));
    body.put("do", LogValue.of(action));
    body.put("in", new LogValue.Fields(Map.of()));
    return of(Reply.MAY, new LogValue.Fields(body), Set.of(Reply.MAY));
  }

  /** Plays a whole case. */
  static ShimRequest play(List<ShimRequest> requests) {
    List<LogValue> all = new ArrayList<>();
    requests.forEach(each -> all.add(new LogValue.Fields(each.keys())));
    return of("play", new LogValue.Items(all), Set.of(Reply.REPLIES));
  }

  /** Asks the shim to end. */
  static ShimRequest bye() {
    return of("bye", new LogValue.Fields(Map.of()), Set.of());
  }

  /** Makes a request of one verb, which may be one that the protocol does not have. */
  public static ShimRequest of(String verb, LogValue body, Set<String> replies) {
    return new ShimRequest(Map.of(verb, body), replies);
  }

  private static LogValue fields(String first, LogValue one, String second, LogValue other) {
    Map<String, LogValue> both = new LinkedHashMap<>();
    both.put(first, one);
    both.put(second, other);
    return new LogValue.Fields(both);
  }

  /** Returns the action that it asks about; empty if it is no question. */
  public String asked() {
    return question().get("do") instanceof LogValue.Str action ? action.value() : "";
  }

  private Map<String, LogValue> question() {
    return keys.get(Reply.MAY) instanceof LogValue.Fields body ? body.fields() : Map.of();
  }

  /** Returns the name of the request: the action of an event, or a word of the protocol. */
  public String name() {
    if (advances()) {
      return "advance";
    } else if (!asked().isEmpty()) {
      return Reply.MAY;
    }
    return action().isEmpty() ? "start" : action();
  }

  /** Returns whether it lets time pass, and makes nothing happen. */
  public boolean advances() {
    return keys.containsKey("advance");
  }

  /** Returns whether packets wait to be sent all the time. */
  public boolean hasBacklog() {
    return LogValue.of(true).equals(keys.get("backlog"));
  }

  /** Returns the action that it makes happen; empty if it makes none happen. */
  public String action() {
    return keys.get("do") instanceof LogValue.Str action ? action.value() : "";
  }

  /** Returns the arguments of the action. */
  public Map<String, LogValue> arguments() {
    return keys.get("in") instanceof LogValue.Fields fields ? fields.fields() : Map.of();
  }

  /** Returns the message that comes with the action. */
  public Map<String, LogValue> message() {
    return keys.get("msg") instanceof LogValue.Fields fields ? fields.fields() : Map.of();
  }

  /** Returns the virtual time up to which it lasts, in picoseconds; 0 if it has none. */
  public long untilPs() {
    LogValue until = keys.getOrDefault("advance", keys.getOrDefault("t", question().get("t")));
    return until instanceof LogValue.Num time ? time.value() : 0;
  }

  /** Returns the request as a line of JSON, without its line feed. */
  byte[] line(long id) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      write(json, id, keys);
    } catch (IOException impossible) {
      throw new IllegalStateException("writing to memory failed", impossible);
    }
    return out.toByteArray();
  }

  /** Writes a request or reply. */
  static void write(JsonGenerator json, long id, Map<String, LogValue> keys) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", id);
    for (Map.Entry<String, LogValue> each : keys.entrySet()) {
      json.writeFieldName(each.getKey());
      write(json, each.getValue());
    }
    json.writeEndObject();
  }

  /** Returns a value as JSON. */
  static String text(LogValue value) {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(out)) {
      write(json, value);
    } catch (IOException impossible) {
      throw new IllegalStateException("writing to memory failed", impossible);
    }
    return out.toString();
  }

  /** Writes a value. */
  static void write(JsonGenerator json, LogValue value) throws IOException {
    if (value instanceof LogValue.Num number) {
      json.writeNumber(number.value());
    } else if (value instanceof LogValue.Str text) {
      json.writeString(text.value());
    } else if (value instanceof LogValue.Truth truth) {
      json.writeBoolean(truth.value());
    } else if (value instanceof LogValue.Items items) {
      json.writeStartArray();
      for (LogValue each : items.items()) {
        write(json, each);
      }
      json.writeEndArray();
    } else if (value instanceof LogValue.Fields fields) {
      json.writeStartObject();
      for (Map.Entry<String, LogValue> each : fields.fields().entrySet()) {
        json.writeFieldName(each.getKey());
        write(json, each.getValue());
      }
      json.writeEndObject();
    }
  }
}
