package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the values of event logs, and of dialogues in the same vocabulary, from one line of JSON.
 *
 * <p>Refused are a key given twice, a fraction, an exponent, {@code null}, a number beyond ±(2⁵³ −
 * 1), a text with control characters, and values that are larger or deeper than the limits here.
 *
 * @param <E> the exception that a refusal is
 */
public final class JsonValues<E extends Exception> {
  /** The most members of a value that consists of parts, and the most arguments or variables. */
  public static final int MAX_MEMBERS = 4096;

  /** The longest text, in characters. */
  public static final int MAX_TEXT = 1 << 16;

  /** Levels of JSON that may stand around a value. */
  private static final int LEVELS_AROUND = 4;

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(LogValue.MAX_DEPTH + LEVELS_AROUND)
                  .maxStringLength(MAX_TEXT)
                  .maxNameLength(1 << 10)
                  .maxNumberLength(64)
                  .build())
          .build();

  /**
   * Makes the exception for a line that is refused.
   *
   * @param <E> its type
   */
  @FunctionalInterface
  public interface Refusing<E extends Exception> {
    /** Returns the exception that names the fault. */
    E bad(String what);

    /** Returns the exception for a number that is too large to be read. */
    default E large(String what) {
      return bad(what);
    }
  }

  private final JsonParser json;
  private final Refusing<E> refusing;

  /** Reads from a parser that {@link #parser} made. */
  public JsonValues(JsonParser json, Refusing<E> refusing) {
    this.json = json;
    this.refusing = refusing;
  }

  /** Returns a parser of one line that has the limits of the format. */
  public static JsonParser parser(String line) throws IOException {
    return JSON.createParser(line);
  }

  /** Reads an object that begins at the current token: its members, in their order. */
  public Map<String, LogValue> members(String key) throws IOException, E {
    return members(key, 0);
  }

  /**
   * Reads an object that begins at the current token.
   *
   * @param depth how deep the object itself is nested
   */
  Map<String, LogValue> members(String key, int depth) throws IOException, E {
    require(JsonToken.START_OBJECT, "\"" + key + "\" is an object");
    Map<String, LogValue> members = new LinkedHashMap<>();
    while (json.nextToken() != JsonToken.END_OBJECT) {
      String name = json.currentName();
      if (!Text.isWritable(name)) {
        throw refusing.bad("a name has characters that are not read");
      }
      json.nextToken();
      members.put(name, value(name, depth + 1));
      if (members.size() > MAX_MEMBERS) {
        throw refusing.bad("\"" + key + "\" has more than " + MAX_MEMBERS + " members");
      }
    }
    return members;
  }

  /** Reads the value at the current token. */
  public LogValue value(String key) throws IOException, E {
    return value(key, 1);
  }

  private LogValue value(String name, int depth) throws IOException, E {
    if (depth > LogValue.MAX_DEPTH) {
      throw refusing.bad("values may be nested " + LogValue.MAX_DEPTH + " deep");
    }
    switch (json.currentToken()) {
      case VALUE_TRUE:
      case VALUE_FALSE:
        return LogValue.of(json.getBooleanValue());
      case VALUE_STRING:
        return LogValue.of(string(name));
      case START_OBJECT:
        return new LogValue.Fields(members(name, depth));
      case START_ARRAY:
        List<LogValue> items = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
          items.add(value(name, depth + 1));
          if (items.size() > MAX_MEMBERS) {
            throw refusing.bad("\"" + name + "\" has more than " + MAX_MEMBERS + " members");
          }
        }
        return new LogValue.Items(items);
      default:
        return LogValue.of(integer(name));
    }
  }

  /** Reads the number at the current token. */
  public long integer(String key) throws IOException, E {
    require(JsonToken.VALUE_NUMBER_INT, "\"" + key + "\" is a whole number");
    JsonParser.NumberType type = json.getNumberType();
    long value = type == JsonParser.NumberType.BIG_INTEGER ? Long.MAX_VALUE : json.getLongValue();
    if (value < -LogValue.LARGEST || value > LogValue.LARGEST) {
      throw refusing.large("\"" + key + "\" is " + json.getText() + ", beyond 2^53 - 1");
    }
    return value;
  }

  /** Reads the text at the current token. */
  public String string(String key) throws IOException, E {
    require(JsonToken.VALUE_STRING, "\"" + key + "\" is a string");
    String text = json.getText();
    if (!Text.isWritable(text)) {
      throw refusing.bad("\"" + key + "\" has characters that are not read");
    }
    return text;
  }

  /** Passes over a key that begins with {@code x_}, and refuses any other. */
  public void pass(String key, String where) throws IOException, E {
    if (!key.startsWith("x_")) {
      String shown = Text.isWritable(key) ? key : "?";
      throw refusing.bad(where + " has no key \"" + shown + "\"; keys of your own begin with x_");
    }
    json.skipChildren();
  }

  /** Refuses a current token of another kind. */
  public void require(JsonToken wanted, String sentence) throws E {
    if (json.currentToken() != wanted) {
      throw refusing.bad(sentence + "; found " + ParserWords.kind(json.currentToken()));
    }
  }
}
