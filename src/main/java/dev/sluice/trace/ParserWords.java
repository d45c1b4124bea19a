package dev.sluice.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says for those who wrote a file what the parsers of JSON and TOML say for programmers. */
public final class ParserWords {
  private static final Pattern DUPLICATE =
      Pattern.compile("Duplicate (?:field|key) ?'?([^']*)'?.*");
  private static final Pattern TOKEN =
      Pattern.compile("(?:Unrecognized|Non-standard) token '([^']*)'.*");
  private static final Pattern CHARACTER =
      Pattern.compile("(?:Unexpected|Illegal) character \\('(.*)' \\(code (\\d+).*");

  private ParserWords() {}

  /** Why a text is not JSON. */
  public static String json(JsonProcessingException e) {
    String said = said(e);
    Matcher twice = DUPLICATE.matcher(said);
    Matcher token = TOKEN.matcher(said);
    Matcher character = CHARACTER.matcher(said);
    if (twice.matches()) {
      return "the key \"" + twice.group(1) + "\" stands here twice";
    } else if (token.matches()) {
      return "\"" + token.group(1) + "\" is no value; a text needs quotes";
    } else if (character.matches()) {
      return character.group(2).equals("65279")
          ? "it begins with a byte-order mark; save it without one"
          : "the character " + character.group(1) + " cannot stand here";
    }
    return said;
  }

  /** Why a text is not TOML. */
  public static String toml(JsonProcessingException e) {
    String said = said(e);
    if (said.startsWith("Unknown token")) {
      return "neither a key with its value nor a [table]; a text needs quotes";
    } else if (said.startsWith("Newline not permitted") || said.contains("end of file")) {
      return "the line ends before its value, quotes or brackets do";
    } else if (said.startsWith("More data after value")) {
      return "something follows the value, or it is none";
    } else if (said.startsWith("Unexpected token")) {
      return "a bracket is missing, or something stands where it cannot";
    } else if (said.startsWith("Duplicate key")) {
      return "this key stands here a second time";
    } else if (said.contains("existing non-array value")) {
      return "a table that stands in single brackets elsewhere stands here in double ones";
    } else if (said.contains("UTF-8")) {
      return "not UTF-8 text";
    }
    return said;
  }

  /** What kind of thing stands in JSON; {@code null}: nothing. */
  public static String kind(JsonToken token) {
    if (token == null) {
      return "nothing";
    }
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "a string";
      case VALUE_NUMBER_INT -> "a whole number";
      case VALUE_NUMBER_FLOAT -> "a fraction";
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NULL -> "null";
      default -> "the end of something";
    };
  }

  private static String said(JsonProcessingException e) {
    return e.getOriginalMessage().replaceAll("\\s+", " ").replaceAll(",? from `[^`]*`", "");
  }
}
