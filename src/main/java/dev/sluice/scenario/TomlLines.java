package dev.sluice.scenario;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * On which line of a TOML file each key stands; the parser, which reads the values, does not tell.
 *
 * <p>Only for text that is TOML: it looks for heads of tables and for keys at the beginning of
 * lines, outside of strings and arrays that go over several lines.
 */
final class TomlLines {
  private final Map<String, Integer> lines = new LinkedHashMap<>();

  private TomlLines() {}

  /** The lines of a text. */
  static TomlLines of(String text) {
    TomlLines result = new TomlLines();
    result.scan(text);
    return result;
  }

  /**
   * The line of a key, or of the table around it where the key has none.
   *
   * @param path such as {@code topology.kind} or {@code workload[0].size}
   */
  int line(String path) {
    for (String at = path; !at.isEmpty(); at = parent(at)) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
    }
    return 1;
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('.')));
  }

  private void scan(String text) {
    Map<String, Integer> counts = new HashMap<>();
    String table = "";
    int number = 0;
    int depth = 0;
    String quote = "";
    for (String line : text.split("\n", -1)) {
      number++;
      boolean begins = depth == 0 && quote.isEmpty();
      String stripped = line.strip();
      if (begins && stripped.startsWith("[[") && stripped.contains("]]")) {
        String name = name(stripped.substring(2, stripped.indexOf("]]")));
        int index = counts.merge(name, 1, Integer::sum) - 1;
        table = name + "[" + index + "]";
        lines.putIfAbsent(table, number);
        lines.putIfAbsent(name, number);
        continue;
      }
      if (begins && stripped.startsWith("[") && stripped.contains("]")) {
        table = name(stripped.substring(1, stripped.indexOf(']')));
        lines.putIfAbsent(table, number);
        continue;
      }
      int equals = line.indexOf('=');
      if (begins && equals > 0 && !stripped.startsWith("#")) {
        String key = name(line.substring(0, equals));
        String path = table.isEmpty() ? key : table + "." + key;
        lines.putIfAbsent(path, number);
        for (int dot = key.indexOf('.'); dot > 0; dot = key.indexOf('.', dot + 1)) {
          String outer = key.substring(0, dot);
          lines.putIfAbsent(table.isEmpty() ? outer : table + "." + outer, number);
        }
      }
      // what is still open at the end of the line
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (!quote.isEmpty()) {
          if (c == '\\' && quote.startsWith("\"")) {
            i++;
          } else if (line.startsWith(quote, i)) {
            i += quote.length() - 1;
            quote = "";
          }
        } else if (line.startsWith("\"\"\"", i) || line.startsWith("'''", i)) {
          quote = line.substring(i, i + 3);
          i += 2;
        } else if (c == '"' || c == '\'') {
          quote = String.valueOf(c);
        } else if (c == '#') {
          break;
        } else if (c == '[' || c == '{') {
          depth++;
        } else if (c == ']' || c == '}') {
          depth--;
        }
      }
      if (quote.length() == 1) {
        quote = ""; // such a string ends with its line
      }
    }
  }

  private static String name(String written) {
    return written.strip().replaceAll("[\"']", "").replaceAll("\\s*\\.\\s*", ".");
  }
}
