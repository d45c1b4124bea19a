package dev.sluice.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;

/**
 * A key of a scenario file.
 *
 * @param name as it is written
 * @param kind what may stand behind it
 * @param isNeeded whether it must be given
 * @param fallback what holds where it is left out, as it would be written; null for nothing
 * @param says what it means
 */
record Key(String name, Kind kind, boolean isNeeded, String fallback, String says) {
  Key {
    if (fallback != null && kind.reads().apply(node(fallback)).isEmpty()) {
      throw new IllegalArgumentException(name + ": the default is not allowed: " + fallback);
    }
  }

  /** A key that must be given. */
  static Key needed(String name, Kind kind, String says) {
    return new Key(name, kind, true, null, says);
  }

  /** A key that may be left out. */
  static Key of(String name, Kind kind, String fallback, String says) {
    return new Key(name, kind, false, fallback, says);
  }

  /** What a text stands for, as given on the command line. */
  Optional<Object> read(String text) {
    return kind.reads().apply(node(text));
  }

  /** A text of the command line as it would be read in a file. */
  static JsonNode node(String text) {
    if (text.matches("-?\\d{1,18}")) {
      return JsonNodeFactory.instance.numberNode(Long.parseLong(text));
    }
    if (text.equals("true") || text.equals("false")) {
      return JsonNodeFactory.instance.booleanNode(text.equals("true"));
    }
    if (text.startsWith("[") && text.endsWith("]")) {
      var array = JsonNodeFactory.instance.arrayNode();
      for (String item : text.substring(1, text.length() - 1).split(",")) {
        array.add(node(item.strip().replaceAll("^\"|\"$", "")));
      }
      return array;
    }
    return JsonNodeFactory.instance.textNode(text);
  }
}
