package dev.sluice.host;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value that a kernel decides, exchanged for another one.
 *
 * @param value the interface, its method and the parameter; or the class and the method that
 *     answers
 * @param source the file, within {@code dev/sluice}
 * @param in what stands in it before the statement: that is the first such one behind it
 * @param from the statement, with one blank for any space
 * @param to the statement in its place
 */
public record Exchange(String value, String source, String in, String from, String to) {
  /** The lines of a table: one beginning with {@code @} names the file of those below it. */
  public static List<Exchange> table(String lines) {
    List<Exchange> all = new ArrayList<>();
    String source = "";
    for (String line : lines.split("\n")) {
      if (line.startsWith("@ ")) {
        source = line.substring(2);
        continue;
      }
      String[] cells = line.split(" \\|> ");
      all.add(new Exchange(cells[0].strip(), source, cells[1], cells[2], cells[3]));
    }
    return all;
  }

  /** The lines of a table of what is not exchanged, by its name or its class, and why. */
  public static Map<String, String> reasons(String lines) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (String line : lines.split("\n")) {
      String[] cells = line.split(" \\|> ");
      reasons.put(cells[0].strip(), cells[1]);
    }
    return reasons;
  }

  @Override
  public String toString() {
    return value + ": " + to;
  }
}
