package dev.sluice.conformance.shim;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.trace.JsonValues;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.ParserWords;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads a line as the reply to a request, and refuses any other. */
final class ReplyReader {
  private static final Set<String> OF_DEPARTURES = Set.of("t", "do", "msg");

  private ReplyReader() {}

  /** A line that is no such reply. */
  static final class NoReply extends Exception {
    private static final long serialVersionUID = 1L;

    NoReply(String sentence) {
      super(sentence);
    }
  }

  /**
   * Reads a reply.
   *
   * @param id the number of the request
   * @param keys the keys that a reply to this verb may have, besides {@code id}
   * @throws NoReply if the line is no reply to the request
   */
  static Reply read(byte[] line, int length, long id, Set<String> keys) throws NoReply {
    String text;
    try {
      text =
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line, 0, length)).toString();
    } catch (CharacterCodingException e) {
      throw new NoReply("it is not UTF-8 text");
    }
    if (text.isBlank()) {
      throw new NoReply("it is blank");
    }
    try (JsonParser json = JsonValues.parser(text)) {
      JsonValues<NoReply> values = new JsonValues<>(json, NoReply::new);
      json.nextToken();
      values.require(JsonToken.START_OBJECT, "a reply is a JSON object");
      Reply reply = reply(json, values, id, keys);
      if (json.nextToken() != null) {
        throw new NoReply("something follows the object");
      }
      return reply;
    } catch (JsonProcessingException e) {
      throw new NoReply("it is not JSON: " + ParserWords.json(e));
    } catch (IOException impossible) {
      throw new IllegalStateException("reading from memory failed", impossible);
    }
  }

  private static Reply reply(JsonParser json, JsonValues<NoReply> values, long id, Set<String> keys)
      throws IOException, NoReply {
    long told = -1;
    Map<String, LogValue> fields = new LinkedHashMap<>();
    Optional<ShimError> error = Optional.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      if (key.equals("id")) {
        told = values.integer(key);
      } else if (key.equals("error")) {
        error = Optional.of(error(values.members(key)));
      } else if (keys.contains(key)) {
        fields.put(key, values.value(key));
      } else {
        values.pass(key, "a reply to this request");
      }
    }
    if (told != id) {
      throw new NoReply(
          told == -1
              ? "the key \"id\" is missing"
              : told > 0 && told < id
                  ? "it is another reply to request " + told
                  : "its id is " + told + ", and that of the request is " + id);
    }
    if (keys.contains(Reply.MAY)
        && error.isEmpty()
        && !(fields.get(Reply.MAY) instanceof LogValue.Truth)) {
      throw new NoReply("\"may\" is true or false");
    }
    return checked(fields, error);
  }

  /**
   * Reads the replies to the requests of a whole case.
   *
   * @param of the reply to {@code play}
   * @throws NoReply if these are no replies to the requests
   */
  static List<Reply> replies(List<ShimRequest> requests, Reply of) throws NoReply {
    if (of.error().isPresent()) {
      throw new NoReply("play is answered with " + of.error().get());
    }
    List<LogValue> items =
        of.fields().get(Reply.REPLIES) instanceof LogValue.Items list ? list.items() : List.of();
    if (items.size() != requests.size()) {
      throw new NoReply(
          "\"replies\" is a list of %d replies, one for each request, and has %d"
              .formatted(requests.size(), items.size()));
    }
    List<Reply> replies = new ArrayList<>();
    for (int at = 0; at < items.size(); at++) {
      if (!(items.get(at) instanceof LogValue.Fields object)) {
        throw new NoReply("each of the \"replies\" is an object");
      }
      replies.add(reply(object.fields(), requests.get(at).replies()));
    }
    return replies;
  }

  private static Reply reply(Map<String, LogValue> object, Set<String> keys) throws NoReply {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    Optional<ShimError> error = Optional.empty();
    for (Map.Entry<String, LogValue> each : object.entrySet()) {
      if (each.getKey().equals("error") && each.getValue() instanceof LogValue.Fields told) {
        error = Optional.of(error(told.fields()));
      } else if (keys.contains(each.getKey())) {
        fields.put(each.getKey(), each.getValue());
      } else if (!each.getKey().startsWith("x_")) {
        throw new NoReply("one of the \"replies\" has a key \"" + each.getKey() + "\"");
      }
    }
    return checked(fields, error);
  }

  private static Reply checked(Map<String, LogValue> fields, Optional<ShimError> error)
      throws NoReply {
    if (error.isPresent() && !fields.isEmpty()) {
      throw new NoReply("a reply with an error has other keys too: " + fields.keySet());
    }
    if (error.isEmpty()) {
      shapes(fields);
    }
    return new Reply(fields, error);
  }

  private static ShimError error(Map<String, LogValue> fields) throws NoReply {
    for (String key : fields.keySet()) {
      if (!key.startsWith("x_") && !Set.of("code", "text", "definite").contains(key)) {
        throw new NoReply("an error has no key \"" + key + "\"");
      }
    }
    if (!(fields.get("code") instanceof LogValue.Num code)
        || code.value() < 1
        || code.value() > Integer.MAX_VALUE) {
      throw new NoReply("an error has a \"code\" from 1 on");
    }
    if (!(fields.get("definite") instanceof LogValue.Truth definite)) {
      throw new NoReply("an error says whether it is \"definite\"");
    }
    String text = fields.get("text") instanceof LogValue.Str said ? said.value() : "";
    return new ShimError((int) code.value(), Printable.of(text), definite.value());
  }

  private static void shapes(Map<String, LogValue> fields) throws NoReply {
    LogValue state = fields.get(Reply.STATE);
    if (state != null && !(state instanceof LogValue.Fields)) {
      throw new NoReply("\"st\" is an object of variables");
    }
    LogValue next = fields.get(Reply.NEXT);
    if (next != null && !(next instanceof LogValue.Num)) {
      throw new NoReply("\"next\" is a time in picoseconds; leave it out if there is none");
    }
    LogValue sends = fields.get(Reply.SENDS);
    if (sends != null) {
      if (!(sends instanceof LogValue.Items items)) {
        throw new NoReply("\"sends\" is a list of departures");
      }
      for (LogValue each : items.items()) {
        departure(each);
      }
    }
  }

  private static void departure(LogValue value) throws NoReply {
    if (!(value instanceof LogValue.Fields departure)
        || !(departure.fields().get("t") instanceof LogValue.Num)
        || !(departure.fields().get("do") instanceof LogValue.Str)
        || !(departure.fields().get("msg") instanceof LogValue.Fields)) {
      throw new NoReply(
          "a departure in \"sends\" has a time \"t\", an action \"do\" and a message \"msg\"");
    }
    for (String key : departure.fields().keySet()) {
      if (!OF_DEPARTURES.contains(key) && !key.startsWith("x_")) {
        throw new NoReply("a departure has no key \"" + key + "\"");
      }
    }
  }
}
