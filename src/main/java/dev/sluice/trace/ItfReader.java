package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads behaviours from ITF JSON, and refuses what it would have to guess at.
 *
 * <p>Read is the notation of ADR-015: booleans, strings, integers (plain or {@code #bigint}),
 * arrays and {@code #tup}, {@code #set}, {@code #map}, objects as records. Refused, each with a
 * sentence in {@link BadTrace}: what is no JSON or is cut off, text after the end, a key given
 * twice, an integer outside −2³¹ … 2³¹−1, a fraction or an exponent, {@code null}, an element of a
 * set or an argument of a map given twice, a state with variables missing or undeclared, states out
 * of order, another specification's digest, an action that the model does not have. Unknown keys
 * inside a {@code #meta} are passed over, since the format leaves these objects to everybody.
 *
 * <p>A hostile file costs bounded memory and stack: see the limits below.
 */
public final class ItfReader {
  /** The largest file that is read, in bytes. */
  public static final int MAX_BYTES = 16 << 20;

  /** The most values, counted with all inside them, that one file may hold. */
  public static final int MAX_VALUES = 4_000_000;

  /** The longest string, in characters. */
  public static final int MAX_STRING = 1 << 16;

  private static final String RENEW =
      "Write the traces anew with 'sluice traces', or restore the file from version control.";
  private static final String REPAIR = "Correct the file, or write it anew.";

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(4 * Value.MAX_DEPTH)
                  .maxStringLength(MAX_STRING)
                  .maxNameLength(1 << 10)
                  .maxNumberLength(1 << 10)
                  .build())
          .build();

  private final String file;
  private final JsonParser json;
  private int values;
  private int state = -1;

  private ItfReader(String file, JsonParser json) {
    this.file = file;
    this.json = json;
  }

  /**
   * What the caller knows of the model.
   *
   * @param specSha256 digest of its specification, if a trace must be of exactly that one
   * @param actions its actions, if a trace may have no others
   */
  public record Expected(Optional<String> specSha256, Optional<Set<String>> actions) {
    /** Any model's trace. */
    public static final Expected ANY = new Expected(Optional.empty(), Optional.empty());

    /** The trace of one model, as its specification stands now. */
    public static Expected of(String specSha256, Set<String> actions) {
      return new Expected(Optional.of(specSha256), Optional.of(Set.copyOf(actions)));
    }
  }

  /** Reads one file. */
  public static ItfTrace read(Path file, Expected expected) throws BadTrace {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (NoSuchFileException missing) {
      throw new BadTrace(file.toString(), 0, -1, "there is no such file", RENEW);
    } catch (IOException failed) {
      String what = "it cannot be read: " + DiskTrouble.why(failed);
      throw new BadTrace(file.toString(), 0, -1, what, "Check the path and its permissions.");
    }
    return read(file.toString(), bytes, expected);
  }

  /**
   * Reads a file's bytes.
   *
   * @param file its name, for the sentences only
   */
  public static ItfTrace read(String file, byte[] bytes, Expected expected) throws BadTrace {
    String text = text(file, bytes);
    try (JsonParser json = JSON.createParser(text)) {
      return new ItfReader(file, json).trace(text, expected);
    } catch (IOException impossible) {
      throw new IllegalStateException("reading from memory failed", impossible);
    }
  }

  private ItfTrace trace(String text, Expected expected) throws IOException, BadTrace {
    try {
      return trace(expected);
    } catch (StreamConstraintsException limit) {
      throw bad(json.currentLocation(), sentence(limit), REPAIR);
    } catch (JsonProcessingException bad) {
      JsonLocation at = bad.getLocation() == null ? json.currentLocation() : bad.getLocation();
      boolean cutOff =
          bad instanceof JsonEOFException
              || !json.getParsingContext().inRoot()
                  && Math.max(at.getCharOffset(), json.currentLocation().getCharOffset())
                      >= text.stripTrailing().length();
      String what =
          cutOff
              ? "the file ends in the middle: it has been cut off"
              : "this is not JSON: " + sentence(bad);
      throw bad(at, what, RENEW);
    }
  }

  private static String text(String file, byte[] bytes) throws BadTrace {
    if (bytes.length > MAX_BYTES) {
      String what = "the file is longer than " + MAX_BYTES + " bytes, the most that is read";
      throw new BadTrace(file, 0, -1, what, "Split the behaviour.");
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException bad) {
      throw new BadTrace(file, 0, -1, "the file is not UTF-8 text", RENEW);
    }
    if (text.isBlank()) {
      throw new BadTrace(file, 0, -1, "the file is empty", RENEW);
    }
    return text;
  }

  /** Jackson's own words, without the place and the settings that it names. */
  private static String sentence(JsonProcessingException bad) {
    return ParserWords.json(bad);
  }

  private BadTrace bad(String what, String next) {
    return bad(json.currentTokenLocation(), what, next);
  }

  private BadTrace bad(JsonLocation at, String what, String next) {
    return new BadTrace(file, at.getLineNr(), state, what, next);
  }

  // ---------------------------------------------------------------- the file

  /** What is read of a state before it is known which variables there are. */
  private record RawState(
      int line,
      Optional<ItfTrace.Step> step,
      List<ItfTrace.Step> refused,
      Map<String, Value> values) {}

  private ItfTrace trace(Expected expected) throws IOException, BadTrace {
    json.nextToken();
    require(JsonToken.START_OBJECT, "a trace is a JSON object");
    ItfTrace.Meta meta = null;
    List<String> variables = null;
    List<RawState> states = null;
    OptionalInt loop = OptionalInt.empty();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "#meta" -> meta = meta(expected);
        case "vars" -> variables = variables();
        case "states" -> states = states(expected);
        case "loop" -> loop = OptionalInt.of(integer());
        case "params" ->
            throw bad("'params' is not used here", "Put the constants into #meta.constants.");
        default -> throw bad("a trace has no key '" + key + "'", REPAIR);
      }
    }
    if (json.nextToken() != null) {
      throw bad("something follows the end of the trace: " + found(), REPAIR);
    }
    if (meta == null || variables == null || states == null) {
      String missing = meta == null ? "#meta" : variables == null ? "vars" : "states";
      throw bad("the trace has no '" + missing + "'", REPAIR);
    }
    if (states.isEmpty()) {
      throw bad("the trace has no state, not even an initial one", REPAIR);
    }
    if (loop.isPresent() && (loop.getAsInt() < 0 || loop.getAsInt() >= states.size())) {
      throw bad("'loop' is " + loop.getAsInt() + ", and there is no such state", REPAIR);
    }
    return new ItfTrace(meta, variables, complete(states, variables), loop);
  }

  private ItfTrace.Meta meta(Expected expected) throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "#meta is an object");
    Map<String, String> texts = new TreeMap<>();
    Map<String, Value> constants = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "format", "description", "module", "model", "spec-sha256" -> {
          require(JsonToken.VALUE_STRING, "#meta." + key + " is a string");
          texts.put(key, string(json.getText()));
          check(key, texts.get(key), expected);
        }
        case "constants" -> {
          require(JsonToken.START_OBJECT, "#meta.constants is an object");
          while (json.nextToken() != JsonToken.END_OBJECT) {
            String constant = string(json.currentName());
            json.nextToken();
            constants.put(constant, value(1));
          }
        }
        default -> json.skipChildren();
      }
    }
    for (String key : List.of("format", "module", "model", "spec-sha256")) {
      if (!texts.containsKey(key)) {
        throw bad("#meta has no '" + key + "'", REPAIR);
      }
    }
    return new ItfTrace.Meta(
        texts.getOrDefault("description", ""),
        texts.get("module"),
        texts.get("model"),
        texts.get("spec-sha256"),
        constants);
  }

  private void check(String key, String text, Expected expected) throws BadTrace {
    if (key.equals("format") && !text.equals("ITF")) {
      throw bad("the format is '" + text + "', not 'ITF'", REPAIR);
    }
    if (key.equals("spec-sha256")) {
      if (!ItfTrace.isDigest(text)) {
        throw bad("spec-sha256 is not 64 hexadecimal digits in lower case: '" + text + "'", REPAIR);
      }
      if (expected.specSha256().isPresent() && !expected.specSha256().get().equals(text)) {
        throw bad(
            "the trace was taken from another specification: its digest is "
                + text
                + ", and that of the specification here is "
                + expected.specSha256().get(),
            "If the specification was changed on purpose, write the traces anew with 'sluice"
                + " traces'; else restore it.");
      }
    }
  }

  private List<String> variables() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'vars' is an array of names");
    List<String> variables = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(JsonToken.VALUE_STRING, "'vars' is an array of names");
      String variable = string(json.getText());
      if (variable.startsWith("#") || !seen.add(variable)) {
        throw bad("'" + variable + "' in 'vars' is given twice, or is no name", REPAIR);
      }
      variables.add(variable);
    }
    return variables;
  }

  private List<RawState> states(Expected expected) throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'states' is an array of states");
    List<RawState> states = new ArrayList<>();
    state = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      states.add(state(expected));
      state++;
    }
    state = -1;
    return states;
  }

  private RawState state(Expected expected) throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "a state is an object");
    int line = json.currentTokenLocation().getLineNr();
    boolean hasMeta = false;
    List<ItfTrace.Step> refused = new ArrayList<>();
    Optional<ItfTrace.Step> step = Optional.empty();
    Map<String, Value> variables = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = string(json.currentName());
      json.nextToken();
      if (key.equals("#meta")) {
        hasMeta = true;
        step = step(expected, refused);
      } else {
        variables.put(key, value(1));
      }
    }
    if (!hasMeta) {
      throw bad("the state has no '#meta' with its index and action", REPAIR);
    }
    return new RawState(line, step, refused, variables);
  }

  private Optional<ItfTrace.Step> step(Expected expected, List<ItfTrace.Step> refused)
      throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "the #meta of a state is an object");
    int index = -1;
    String action = null;
    List<Value.Field> arguments = new ArrayList<>();
    Optional<Value> takes = Optional.empty();
    List<Value> sends = List.of();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "index" -> index = integer();
        case "action" -> action = action(expected);
        case "arguments" -> arguments = arguments();
        case "takes" -> takes = Optional.of(value(1));
        case "sends" -> {
          require(JsonToken.START_ARRAY, "'sends' is an array of messages");
          sends = array(1);
        }
        case "refused" -> refused.addAll(refused(expected));
        default -> json.skipChildren();
      }
    }
    if (index != state) {
      String said = index < 0 ? "no index" : "the index " + index;
      throw bad("the state has " + said + " where " + state + " is due: a state is missing", RENEW);
    }
    if (action == null && state > 0) {
      throw bad("no action leads to this state", REPAIR);
    } else if (action != null && state == 0) {
      throw bad("an action leads to the initial state", REPAIR);
    } else if (action == null) {
      return Optional.empty();
    }
    return Optional.of(new ItfTrace.Step(action, arguments, takes, sends));
  }

  private String action(Expected expected) throws IOException, BadTrace {
    require(JsonToken.VALUE_STRING, "an action is a string");
    String action = string(json.getText());
    if (expected.actions().isPresent() && !expected.actions().get().contains(action)) {
      throw bad(
          "the action '"
              + action
              + "' is unknown; the model has "
              + String.join(", ", new TreeSet<>(expected.actions().get())),
          RENEW);
    }
    return action;
  }

  private List<Value.Field> arguments() throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "arguments are an object");
    List<Value.Field> arguments = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String parameter = string(json.currentName());
      json.nextToken();
      arguments.add(Value.field(parameter, value(1)));
    }
    return arguments;
  }

  private List<ItfTrace.Step> refused(Expected expected) throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'refused' is an array of calls");
    List<ItfTrace.Step> calls = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(JsonToken.START_OBJECT, "a refused call is an object");
      String action = null;
      List<Value.Field> arguments = List.of();
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String key = json.currentName();
        json.nextToken();
        switch (key) {
          case "action" -> action = action(expected);
          case "arguments" -> arguments = arguments();
          default -> throw bad("a refused call has no key '" + key + "'", REPAIR);
        }
      }
      if (action == null) {
        throw bad("a refused call has no action", REPAIR);
      }
      calls.add(new ItfTrace.Step(action, arguments));
    }
    return calls;
  }

  private List<ItfTrace.State> complete(List<RawState> raw, List<String> variables)
      throws BadTrace {
    List<ItfTrace.State> states = new ArrayList<>(raw.size());
    for (int i = 0; i < raw.size(); i++) {
      RawState state = raw.get(i);
      List<Value> inOrder = new ArrayList<>(variables.size());
      for (String variable : variables) {
        Value value = state.values().get(variable);
        if (value == null) {
          throw new BadTrace(
              file, state.line(), i, "the variable '" + variable + "' has no value", REPAIR);
        }
        inOrder.add(value);
      }
      if (state.values().size() > variables.size()) {
        Set<String> undeclared = new TreeSet<>(state.values().keySet());
        variables.forEach(undeclared::remove);
        String what = "'" + undeclared.iterator().next() + "' is not declared in 'vars'";
        throw new BadTrace(file, state.line(), i, what, REPAIR);
      }
      states.add(new ItfTrace.State(state.step(), inOrder, state.refused()));
    }
    return states;
  }

  // ---------------------------------------------------------------- values

  private Value value(int depth) throws IOException, BadTrace {
    if (depth > Value.MAX_DEPTH) {
      throw bad("values may be nested " + Value.MAX_DEPTH + " deep, not deeper", REPAIR);
    }
    if (++values > MAX_VALUES) {
      throw bad("more than " + MAX_VALUES + " values in one file", "Split the behaviour.");
    }
    return switch (json.currentToken()) {
      case VALUE_TRUE -> Value.of(true);
      case VALUE_FALSE -> Value.of(false);
      case VALUE_STRING -> Value.of(string(json.getText()));
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Value.of(integer());
      case START_ARRAY -> Value.seq(array(depth));
      case START_OBJECT -> object(depth);
      default -> throw bad("TLA+ has no value for " + found(), REPAIR);
    };
  }

  private int integer() throws IOException, BadTrace {
    if (json.currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
      throw bad(found() + " is written with a fraction or an exponent; integers only", REPAIR);
    }
    require(JsonToken.VALUE_NUMBER_INT, "an integer belongs here");
    if (json.getNumberType() != JsonParser.NumberType.INT) {
      throw outside(json.getText());
    }
    return json.getIntValue();
  }

  private BadTrace outside(String digits) {
    String shown = digits.length() > 40 ? digits.substring(0, 40) + "…" : digits;
    return bad(
        "the integer " + shown + " is outside -2147483648 .. 2147483647, the range of TLC",
        "Scale the quantity; it is never truncated.");
  }

  private List<Value> array(int depth) throws IOException, BadTrace {
    List<Value> items = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(depth + 1));
    }
    return items;
  }

  private Value object(int depth) throws IOException, BadTrace {
    if (json.nextToken() == JsonToken.END_OBJECT) {
      return Value.EMPTY_SEQ;
    }
    String first = json.currentName();
    if (first.startsWith("#")) {
      json.nextToken();
      Value value = sign(first, depth);
      if (json.nextToken() != JsonToken.END_OBJECT) {
        throw bad("'" + first + "' stands alone in its object", REPAIR);
      }
      return value;
    }
    List<Value.Field> fields = new ArrayList<>();
    do {
      String name = string(json.currentName());
      if (name.startsWith("#")) {
        throw bad("'" + name + "' stands alone in its object", REPAIR);
      }
      json.nextToken();
      fields.add(Value.field(name, value(depth + 1)));
    } while (json.nextToken() != JsonToken.END_OBJECT);
    return new Value.Rec(fields);
  }

  private Value sign(String sign, int depth) throws IOException, BadTrace {
    switch (sign) {
      case "#bigint":
        require(JsonToken.VALUE_STRING, "#bigint is a string of digits");
        return bigint(json.getText());
      case "#tup":
        require(JsonToken.START_ARRAY, "#tup is an array");
        return Value.seq(array(depth));
      case "#set":
        require(JsonToken.START_ARRAY, "#set is an array");
        return set(depth);
      case "#map":
        require(JsonToken.START_ARRAY, "#map is an array of pairs");
        return map(depth);
      case "#unserializable":
        throw bad("a value that its writer could not write: #unserializable", REPAIR);
      default:
        throw bad("'" + sign + "' is not a sign of ITF", REPAIR);
    }
  }

  private Value bigint(String digits) throws BadTrace {
    if (!digits.matches("-?[0-9]+")) {
      throw bad("#bigint is a string of digits, not '" + shorten(digits) + "'", REPAIR);
    }
    try {
      return Value.of(Integer.parseInt(digits));
    } catch (NumberFormatException tooBig) {
      throw outside(digits);
    }
  }

  private Value set(int depth) throws IOException, BadTrace {
    List<Value> items = array(depth);
    Value.Set set = new Value.Set(items);
    if (set.items().size() < items.size()) {
      items.sort(null);
      int second = 1;
      while (!items.get(second).equals(items.get(second - 1))) {
        second++;
      }
      throw bad("the set holds " + shorten(items.get(second).toString()) + " twice", REPAIR);
    }
    return set;
  }

  private Value map(int depth) throws IOException, BadTrace {
    Map<Value, Value> entries = new TreeMap<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(JsonToken.START_ARRAY, "#map is an array of pairs");
      List<Value> pair = array(depth);
      if (pair.size() != 2) {
        throw bad("#map is an array of pairs, and here are " + pair.size() + " values", REPAIR);
      }
      if (entries.put(pair.get(0), pair.get(1)) != null) {
        throw bad("the map has " + shorten(pair.get(0).toString()) + " twice", REPAIR);
      }
    }
    return Value.function(entries);
  }

  private String string(String text) throws BadTrace {
    if (!Text.isWritable(text)) {
      throw bad("a string holds control characters or half a character", REPAIR);
    }
    return text;
  }

  private void require(JsonToken token, String sentence) throws IOException, BadTrace {
    if (json.currentToken() != token) {
      throw bad(sentence + "; found " + found(), REPAIR);
    }
  }

  private String found() throws IOException {
    JsonToken token = json.currentToken();
    if (token == null) {
      return "the end";
    }
    return switch (token) {
      case START_ARRAY -> "an array";
      case START_OBJECT -> "an object";
      case VALUE_STRING -> "a string";
      default -> shorten(json.getText());
    };
  }

  private static String shorten(String text) {
    return text.length() > 60 ? text.substring(0, 60) + "…" : text;
  }
}
