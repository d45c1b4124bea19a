package dev.sluice.conformance.shim;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.trace.JsonValues;
import dev.sluice.trace.Lines;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.ParserWords;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The dialogue of one case, as a file of JSON lines keeps it: a header, and then each request with
 * its reply, {@code start} first. The last request may lack a reply, if the dialogue broke.
 */
public record Transcript(Header header, List<Exchange> exchanges) {
  /** The format that the header names. */
  public static final String FORMAT = "sluice-transcript/1";

  /** Requests that a file may have: more than any case. */
  private static final int MOST_REQUESTS = 100_000;

  private static final Set<String> OF_HEADERS =
      Set.of("format", "case", "level", "verdict", "because", "shim", "implementation", "declared");

  public Transcript {
    exchanges = List.copyOf(exchanges);
  }

  /**
   * A request with its reply.
   *
   * @param reply null if there is none, since the dialogue broke
   */
  public record Exchange(ShimRequest request, Reply reply) {}

  /**
   * The first line.
   *
   * @param of the name of the case
   * @param level the level at which it was judged
   * @param verdict its verdict
   * @param because the deviation; empty if there is none
   * @param shim the shim's name and version
   * @param implementation the implementation's name and version
   * @param declared the role as the shim declares it, with the variables that were judged
   */
  public record Header(
      String of,
      String level,
      String verdict,
      String because,
      String shim,
      String implementation,
      Declaration.Part declared) {}

  /** A file that is no transcript. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String sentence) {
      super(sentence);
    }
  }

  /** Returns the name of the role. */
  public String role() {
    return ((LogValue.Str) body().get("role")).value();
  }

  /** Returns the parameters. */
  public Map<String, LogValue> given() {
    return ((LogValue.Fields) body().get("given")).fields();
  }

  private Map<String, LogValue> body() {
    return ((LogValue.Fields) exchanges.get(0).request().keys().get("start")).fields();
  }

  /** Returns the requests after {@code start}. */
  public List<ShimRequest> requests() {
    return exchanges.stream().skip(1).map(Exchange::request).toList();
  }

  /** Returns the dialogue with an implementation that gives the same replies again. */
  public Talk again() {
    return new Again(exchanges);
  }

  /** Replies that were written down. */
  private static final class Again implements Talk {
    private final List<Exchange> exchanges;
    private final ReplyTimes times = new ReplyTimes();
    private int at;

    Again(List<Exchange> exchanges) {
      this.exchanges = exchanges;
    }

    @Override
    public Reply start(ShimRequest start) throws Broken {
      at = 0;
      times.restart();
      return ask(start);
    }

    @Override
    public Reply ask(ShimRequest request) throws Broken {
      Reply reply = exchanges.get(at).reply();
      at++;
      if (reply == null) {
        throw new Broken(Broken.Kind.CRASH, "the transcript has no reply to request " + at, "");
      }
      String fault = times.fault(at, request, reply);
      if (!fault.isEmpty()) {
        throw new Broken(Broken.Kind.PROTOCOL, fault, "");
      }
      return reply;
    }
  }

  // ---------------------------------------------------------------- writing

  /** Writes the file. */
  public void write(OutputStream out) throws IOException {
    JsonGenerator json = ShimRequest.JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.setRootValueSeparator(null);
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    json.writeStringField("case", header.of());
    json.writeStringField("level", header.level());
    json.writeStringField("verdict", header.verdict());
    json.writeStringField("because", header.because());
    json.writeStringField("shim", header.shim());
    json.writeStringField("implementation", header.implementation());
    json.writeFieldName("declared");
    ShimRequest.write(json, new LogValue.Fields(header.declared().fields()));
    json.writeEndObject();
    json.writeRaw('\n');
    for (int at = 0; at < exchanges.size(); at++) {
      line(json, at + 1, exchanges.get(at).request().keys());
      Reply reply = exchanges.get(at).reply();
      if (reply != null) {
        line(json, at + 1, reply.keys());
      }
    }
    json.close();
  }

  private static void line(JsonGenerator json, long id, Map<String, LogValue> keys)
      throws IOException {
    ShimRequest.write(json, id, keys);
    json.writeRaw('\n');
  }

  // ---------------------------------------------------------------- reading

  /**
   * Reads a file.
   *
   * @throws Unreadable if it is no transcript, with the line that is at fault
   */
  public static Transcript read(InputStream in) throws IOException, Unreadable {
    Lines lines = new Lines(in, Limits.STANDARD.lineBytes());
    Header header = header(text(lines, 1));
    List<Exchange> exchanges = new ArrayList<>();
    int number = 2;
    for (String line = text(lines, number); !line.isEmpty(); line = text(lines, number)) {
      long id = exchanges.size() + 1L;
      ShimRequest request = request(number, line, id);
      if ((id == 1) != request.keys().containsKey("start")) {
        throw at(number, "the first request is start, and no other one is");
      }
      String told = text(lines, number + 1);
      exchanges.add(
          new Exchange(request, told.isEmpty() ? null : reply(number + 1, told, id, request)));
      if (exchanges.size() > MOST_REQUESTS) {
        throw at(number, "a transcript has at most " + MOST_REQUESTS + " requests");
      }
      number += 2;
    }
    if (exchanges.isEmpty()) {
      throw at(2, "it has no request");
    }
    return new Transcript(header, exchanges);
  }

  private static Unreadable at(int line, String sentence) {
    return new Unreadable("line " + line + ": " + sentence);
  }

  /** Returns the next line; empty if the file has ended. */
  private static String text(Lines lines, int number) throws IOException, Unreadable {
    int length = lines.next();
    if (length == Lines.END) {
      return "";
    } else if (length == Lines.TOO_LONG) {
      throw at(number, "it is longer than " + Limits.STANDARD.lineBytes() + " bytes");
    }
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(lines.bytes(), 0, lines.length()))
              .toString();
      if (text.isBlank()) {
        throw at(number, "it is blank");
      }
      return text;
    } catch (CharacterCodingException e) {
      throw at(number, "it is not UTF-8 text");
    }
  }

  private static Map<String, LogValue> object(int number, String line)
      throws IOException, Unreadable {
    try (JsonParser json = JsonValues.parser(line)) {
      JsonValues<Unreadable> values = new JsonValues<>(json, sentence -> at(number, sentence));
      json.nextToken();
      values.require(JsonToken.START_OBJECT, "a line is a JSON object");
      Map<String, LogValue> fields = new LinkedHashMap<>(values.members("the line"));
      if (json.nextToken() != null) {
        throw at(number, "something follows the object");
      }
      fields.keySet().removeIf(key -> key.startsWith("x_"));
      return fields;
    } catch (JsonProcessingException e) {
      throw at(number, "it is not JSON: " + ParserWords.json(e));
    }
  }

  private static Header header(String line) throws IOException, Unreadable {
    if (line.isEmpty()) {
      throw new Unreadable("it is empty");
    }
    Map<String, LogValue> fields = object(1, line);
    if (!LogValue.of(FORMAT).equals(fields.get("format"))) {
      throw at(1, "a transcript begins with {\"format\":\"" + FORMAT + "\"");
    }
    for (String key : fields.keySet()) {
      if (!OF_HEADERS.contains(key)) {
        throw at(1, "the header has no key \"" + Printable.of(key) + "\"");
      }
    }
    Declaration.Part declared;
    try {
      declared = Declaration.part("declared", object(fields, "declared", 1));
    } catch (Declaration.Unusable e) {
      throw at(1, e.getMessage());
    }
    return new Header(
        word(fields, "case"),
        word(fields, "level"),
        word(fields, "verdict"),
        word(fields, "because"),
        word(fields, "shim"),
        word(fields, "implementation"),
        declared);
  }

  /** Returns a text of the header, escaped for printing; empty if it has none. */
  private static String word(Map<String, LogValue> fields, String key) throws Unreadable {
    LogValue value = fields.getOrDefault(key, LogValue.of(""));
    if (value instanceof LogValue.Str text) {
      return Printable.of(text.value());
    }
    throw at(1, "\"" + key + "\" is a text");
  }

  private static Map<String, LogValue> object(Map<String, LogValue> of, String key, int number)
      throws Unreadable {
    if (of.get(key) instanceof LogValue.Fields fields) {
      return fields.fields();
    }
    throw at(number, "\"" + key + "\" is an object");
  }

  private static ShimRequest request(int number, String line, long id)
      throws IOException, Unreadable {
    Map<String, LogValue> fields = object(number, line);
    if (!LogValue.of(id).equals(fields.remove("id"))) {
      throw at(number, "request " + id + " has another id, or is no request");
    }
    Set<String> keys = fields.keySet();
    if (keys.equals(Set.of("start"))) {
      Map<String, LogValue> body = object(fields, "start", number);
      if (body.get("role") instanceof LogValue.Str role
          && body.get("case") instanceof LogValue.Str token) {
        return ShimRequest.start(role.value(), token.value(), object(body, "given", number));
      }
      throw at(number, "start has the texts \"role\" and \"case\"");
    } else if (keys.equals(Set.of("advance", "backlog"))
        && fields.get("backlog") instanceof LogValue.Truth backlog) {
      return ShimRequest.advance(time(fields, "advance", number), backlog.value());
    } else if (keys.equals(Set.of("t", "do", "in", "msg"))
        && fields.get("do") instanceof LogValue.Str action) {
      return ShimRequest.event(
          time(fields, "t", number),
          action.value(),
          object(fields, "in", number),
          object(fields, "msg", number));
    }
    Map<String, LogValue> question =
        keys.equals(Set.of(Reply.MAY)) ? object(fields, Reply.MAY, number) : Map.of();
    if (question.get("do") instanceof LogValue.Str action) {
      return ShimRequest.may(time(question, "t", number), action.value());
    }
    throw at(
        number,
        "a request has \"start\", or \"t\", \"do\", \"in\" and \"msg\", or \"advance\" and \"backlog\", or \"may\"");
  }

  private static long time(Map<String, LogValue> fields, String key, int number) throws Unreadable {
    if (fields.get(key) instanceof LogValue.Num time && time.value() >= 0) {
      return time.value();
    }
    throw at(number, "\"" + key + "\" is a time in picoseconds, from 0 on");
  }

  private static Reply reply(int number, String line, long id, ShimRequest request)
      throws Unreadable {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    try {
      return ReplyReader.read(bytes, bytes.length, id, request.replies());
    } catch (ReplyReader.NoReply e) {
      throw at(number, "it is no reply to request " + id + ": " + Printable.of(e.getMessage()));
    }
  }
}
