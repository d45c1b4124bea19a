package dev.sluice.scenario;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * On which line of a TOML file each key stands; the parser, which reads the values, does not tell.
 *
 * <p>It looks for heads of tables and for keys at the beginning of lines, outside of strings and
 * arrays that go over several lines; what it says of a text that is no TOML is a guess, but for
 * what makes it none: a key that stands there twice.
 */
final class TomlLines {
  private final Map<String, Integer> lines = new LinkedHashMap<>();

  private static final Pattern NUMBER = Pattern.compile("\\d(?:_?\\d)*");
  private static final int MOST_DIGITS = 18;

  private final String text;
  private Repeated repeated;
  private TooLong tooLong;

  /**
   * A key, or a table, that stands there twice.
   *
   * @param path of it
   * @param first the line that has it, from 1 on
   * @param second the line that has it again
   */
  record Repeated(String path, int first, int second) {}

  /**
   * A whole number of nineteen digits. The parser would take it for another one, without its first
   * digits; of longer ones it says that they are too large.
   *
   * @param written as it stands there
   * @param line from 1 on
   */
  record TooLong(String written, int line) {}

  /** A text without the byte-order mark that some editors put before it. */
  private TomlLines(String text) {
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** The lines of a text. */
  static TomlLines of(String text) {
    TomlLines result = new TomlLines(text);
    result.scan();
    return result;
  }

  /** The text, for the parser. */
  String text() {
    return text;
  }

  /** The first key, or table, that stands there a second time. */
  Optional<Repeated> repeated() {
    return Optional.ofNullable(repeated);
  }

  /** The first whole number that the parser would read wrong. */
  Optional<TooLong> tooLong() {
    return Optional.ofNullable(tooLong);
  }

  private void once(String path, int number) {
    Integer first = lines.putIfAbsent(path, number);
    if (first != null && repeated == null) {
      repeated = new Repeated(path, first, number);
    }
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

  private void scan() {
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
        once(table, number);
        continue;
      }
      int equals = line.indexOf('=');
      if (begins && equals > 0 && !stripped.startsWith("#")) {
        String key = name(line.substring(0, equals));
        String path = table.isEmpty() ? key : table + "." + key;
        once(path, number);
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
        } else if (Character.isDigit(c) && (i > equals || !begins) && isFirst(line, i)) {
          i = pastNumber(line, i, number) - 1;
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

  /** Whether a number begins there, and neither a name, a fraction nor a date goes on. */
  private static boolean isFirst(String line, int at) {
    char before = at == 0 ? ' ' : line.charAt(at - 1);
    return !Character.isLetterOrDigit(before) && before != '.' && before != '_';
  }

  private int pastNumber(String line, int from, int number) {
    Matcher digits = NUMBER.matcher(line).region(from, line.length());
    digits.lookingAt();
    String written = digits.group();
    if (written.replace("_", "").length() == MOST_DIGITS + 1 && tooLong == null) {
      tooLong = new TooLong(written, number);
    }
    return digits.end();
  }

  private static String name(String written) {
    return written.strip().replaceAll("[\"']", "").replaceAll("\\s*\\.\\s*", ".");
  }
}
