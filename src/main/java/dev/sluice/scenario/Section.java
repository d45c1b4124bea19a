package dev.sluice.scenario;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table of a scenario as it was read, with defaults filled in.
 *
 * @param path where it stands, such as {@code workload[0]}; empty for the top
 * @param values by key
 * @param given the keys that stand there, in the file or by the command line
 */
record Section(String path, Map<String, Object> values, Set<String> given) {
  /** Where a key stands. */
  String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Whether there is a value. */
  boolean has(String key) {
    return values.get(key) != null;
  }

  /** A quantity or a count. */
  long number(String key) {
    return (Long) values.get(key);
  }

  /** A quantity or a count, or a number that stands for the word that may be there instead. */
  long number(String key, long forWord) {
    return values.get(key) instanceof Long number ? number : forWord;
  }

  /** A word or a text. */
  String text(String key) {
    return (String) values.get(key);
  }

  /** Whether this word stands there. */
  boolean is(String key, String word) {
    return word.equals(values.get(key));
  }

  /** A truth value. */
  boolean truth(String key) {
    return (Boolean) values.get(key);
  }

  /** One or more quantities. */
  List<Long> numbers(String key) {
    return ((List<?>) values.get(key)).stream().map(value -> (Long) value).toList();
  }
}
