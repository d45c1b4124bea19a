package dev.sluice.conformance;

import dev.sluice.conformance.shim.Printable;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shows values of a dialogue in messages, with their names in order. */
public final class ShownValues {
  private static final int MOST = 200;

  private ShownValues() {}

  /** Returns names and values, as in {@code bytes 1122, ecn "ECT_0"}. */
  public static String of(Map<String, LogValue> values) {
    if (values.isEmpty()) {
      return "nothing";
    }
    List<String> all = new ArrayList<>();
    new TreeMap<>(values).forEach((name, value) -> all.add(Printable.of(name) + " " + of(value)));
    return String.join(", ", all);
  }

  /** Returns names, escaped for printing. */
  static String names(Collection<String> names) {
    return String.join(", ", names.stream().map(Printable::of).toList());
  }

  /**
   * Returns how the variables of replies differ from those of the declaration.
   *
   * @param lacking declared variables that replies do not show
   * @param more variables that replies show and that are not declared
   * @return the difference; empty if both are
   */
  static String undeclared(Collection<String> lacking, Collection<String> more) {
    List<String> sentences = new ArrayList<>();
    if (!lacking.isEmpty()) {
      sentences.add(
          "\"st\" lacks %s, which \"observe\" of the declaration has".formatted(names(lacking)));
    }
    if (!more.isEmpty()) {
      sentences.add(
          "\"st\" has %s, which \"observe\" of the declaration lacks".formatted(names(more)));
    }
    return String.join("; ", sentences);
  }

  /** Returns a value in the notation of JSON, shortened if it is long. */
  public static String of(LogValue value) {
    String text = whole(value);
    return text.length() > MOST ? text.substring(0, MOST) + "…" : text;
  }

  /** Returns names and values without shortening any. */
  static String whole(Map<String, LogValue> values) {
    return whole(new LogValue.Fields(values));
  }

  private static String whole(LogValue value) {
    if (value instanceof LogValue.Num number) {
      return Long.toString(number.value());
    } else if (value instanceof LogValue.Str text) {
      return "\"" + Printable.of(text.value()) + "\"";
    } else if (value instanceof LogValue.Truth truth) {
      return Boolean.toString(truth.value());
    } else if (value instanceof LogValue.Items items) {
      return items.items().stream().map(ShownValues::whole).toList().toString();
    }
    return "{" + of(((LogValue.Fields) value).fields()) + "}";
  }
}
