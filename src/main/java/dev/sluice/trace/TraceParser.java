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
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the readers of behaviours have in common: values, calls, names of variables, the digest, and
 * sentences for what is refused.
 *
 * <p>Read is the notation of ADR-015: booleans, strings, integers (plain or {@code #bigint}),
 * arrays and {@code #tup}, {@code #set}, {@code #map}, objects as records, names as {@code
 * #unserializable} for model values. Refused, each with a sentence in {@link BadTrace}: what is no
 * JSON or is cut off, text after the end, a key given twice, an integer outside −2³¹ … 2³¹−1, a
 * fraction or an exponent, {@code null}, an element of a set or an argument of a map given twice,
 * another specification's digest, an action that the model does not have.
 *
 * @param <T> what a file holds
 */
abstract class TraceParser<T> {
  static final String RENEW =
      "Write the traces anew with 'sluice traces', or restore the file from version control.";
  static final String REPAIR = "Correct the file, or write it anew.";

  private static final Set<String> INFINITE = Set.of("Int", "Nat", "Real", "Seq", "STRING");
  private static final int MAX_STRING = 1 << 16;

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

  /** What is read of a state before it is known which variables there are. */
  record RawState(int line, Map<String, Value> values) {}

  final String file;
  final JsonParser json;
  private final ItfReader.Expected expected;
  private final String text;
  private final int maxValues;
  private int values;

  /** The state that is being read, for the sentences; -1 outside the states. */
  int state = -1;

  /**
   * @param file its name, for the sentences only
   * @param maxBytes the largest file that is read
   * @param maxValues the most values, counted with all inside them, that it may hold
   */
  TraceParser(String file, byte[] bytes, int maxBytes, int maxValues, ItfReader.Expected expected)
      throws BadTrace {
    this.file = file;
    this.maxValues = maxValues;
    this.expected = expected;
    this.text = text(file, bytes, maxBytes);
    try {
      this.json = JSON.createParser(text);
    } catch (IOException impossible) {
      throw new IllegalStateException("reading from memory failed", impossible);
    }
  }

  /** A file's bytes; one more than may be read, where there are more. */
  static byte[] bytes(Path file, int maxBytes) throws BadTrace {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(maxBytes + 1);
    } catch (NoSuchFileException missing) {
      throw new BadTrace(file.toString(), 0, -1, "there is no such file", RENEW);
    } catch (IOException failed) {
      String what = "it cannot be read: " + DiskTrouble.why(failed);
      throw new BadTrace(file.toString(), 0, -1, what, "Check the path and its permissions.");
    }
  }

  /** Reads what the file holds, from its first token to its last. */
  abstract T whole() throws IOException, BadTrace;

  /** Reads the file, and says of whatever it cannot read where and why. */
  final T read() throws BadTrace {
    try (json) {
      return placed();
    } catch (IOException impossible) {
      throw new IllegalStateException("reading from memory failed", impossible);
    }
  }

  private T placed() throws IOException, BadTrace {
    try {
      return whole();
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

  private static String text(String file, byte[] bytes, int maxBytes) throws BadTrace {
    if (bytes.length > maxBytes) {
      String what = "the file is longer than " + maxBytes + " bytes, the most that is read";
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

  final BadTrace bad(String what, String next) {
    return bad(json.currentTokenLocation(), what, next);
  }

  private BadTrace bad(JsonLocation at, String what, String next) {
    return new BadTrace(file, at.getLineNr(), state, what, next);
  }

  final List<String> variables() throws IOException, BadTrace {
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

  final String action() throws IOException, BadTrace {
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

  final List<Value.Field> arguments() throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, "arguments are an object");
    List<Value.Field> arguments = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String parameter = string(json.currentName());
      json.nextToken();
      arguments.add(Value.field(parameter, value(1)));
    }
    return arguments;
  }

  /** What is read of a step, field by field. */
  final class RawStep {
    private String action;
    private List<Value.Field> arguments = List.of();
    private Optional<Value> takes = Optional.empty();
    private List<Value> sends = List.of();

    /** Reads a field, if it is one of a step's own; answers whether it is. */
    boolean has(String key) throws IOException, BadTrace {
      switch (key) {
        case "action" -> action = action();
        case "arguments" -> arguments = arguments();
        case "takes" -> takes = Optional.of(value(1));
        case "sends" -> sends = sends();
        default -> {
          return false;
        }
      }
      return true;
    }

    /** Whether an action was there, without which there is no step. */
    boolean isOne() {
      return action != null;
    }

    ItfTrace.Step step() {
      return new ItfTrace.Step(action, arguments, takes, sends);
    }
  }

  final List<ItfTrace.Step> refused() throws IOException, BadTrace {
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
          case "action" -> action = action();
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

  final Value value(int depth) throws IOException, BadTrace {
    if (depth > Value.MAX_DEPTH) {
      throw bad("values may be nested " + Value.MAX_DEPTH + " deep, not deeper", REPAIR);
    }
    if (++values > maxValues) {
      throw bad("more than " + maxValues + " values in one file", "Split the behaviour.");
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

  final int integer() throws IOException, BadTrace {
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

  final List<Value> array(int depth) throws IOException, BadTrace {
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
        require(JsonToken.VALUE_STRING, "#unserializable is a string");
        return modelValue(json.getText());
      default:
        throw bad("'" + sign + "' is not a sign of ITF", REPAIR);
    }
  }

  /** Reads the name of a model value, and refuses other text: an infinite set, or an expression. */
  private Value modelValue(String name) throws BadTrace {
    if (!TlaNotation.isName(name) || INFINITE.contains(name)) {
      throw bad("a value that its writer could not write: #unserializable", REPAIR);
    }
    return new Value.Model(name);
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

  final String string(String text) throws BadTrace {
    if (!Text.isWritable(text)) {
      throw bad("a string holds control characters or half a character", REPAIR);
    }
    return text;
  }

  final void require(JsonToken token, String sentence) throws IOException, BadTrace {
    if (json.currentToken() != token) {
      throw bad(sentence + "; found " + found(), REPAIR);
    }
  }

  final String found() throws IOException {
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

  /** The constants of a model, by name. */
  final Map<String, Value> constants(String key) throws IOException, BadTrace {
    require(JsonToken.START_OBJECT, key + " is an object");
    Map<String, Value> constants = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String constant = string(json.currentName());
      json.nextToken();
      constants.put(constant, value(1));
    }
    return constants;
  }

  /** The messages that a step sends. */
  final List<Value> sends() throws IOException, BadTrace {
    require(JsonToken.START_ARRAY, "'sends' is an array of messages");
    return array(1);
  }

  /** Refuses what is no digest, or another one than is expected. */
  final void checkDigest(String digest) throws BadTrace {
    if (!ItfTrace.isDigest(digest)) {
      throw bad("spec-sha256 is not 64 hexadecimal digits in lower case: '" + digest + "'", REPAIR);
    }
    if (expected.specSha256().isPresent() && !expected.specSha256().get().equals(digest)) {
      throw bad(
          "the trace was taken from another specification: its digest is "
              + digest
              + ", and that of the specification here is "
              + expected.specSha256().get(),
          "If the specification was changed on purpose, write the traces anew with 'sluice"
              + " traces'; else restore it.");
    }
  }

  /** A state's values in the order of the variables: one for each, and no other. */
  final List<Value> complete(RawState raw, int index, List<String> variables) throws BadTrace {
    List<Value> inOrder = new ArrayList<>(variables.size());
    for (String variable : variables) {
      Value value = raw.values().get(variable);
      if (value == null) {
        throw new BadTrace(
            file, raw.line(), index, "the variable '" + variable + "' has no value", REPAIR);
      }
      inOrder.add(value);
    }
    if (raw.values().size() > variables.size()) {
      Set<String> undeclared = new TreeSet<>(raw.values().keySet());
      variables.forEach(undeclared::remove);
      String what = "'" + undeclared.iterator().next() + "' is not declared in 'vars'";
      throw new BadTrace(file, raw.line(), index, what, REPAIR);
    }
    return inOrder;
  }
}
