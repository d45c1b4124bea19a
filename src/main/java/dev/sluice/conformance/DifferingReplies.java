package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares two replies to the same request of a case that was played twice. */
public final class DifferingReplies {
  private static final String ABSENT = "absent";

  private DifferingReplies() {}

  /**
   * Returns the values of a reply in the notation of JSON, by name: each variable, and each other
   * key. An error is the value of the key {@code error}.
   */
  public static Map<String, String> values(Reply of) {
    Map<String, String> all = new TreeMap<>();
    of.fields().forEach((key, value) -> all.put(key, ShownValues.of(value)));
    if (!of.state().isEmpty()) {
      all.remove(Reply.STATE);
    }
    of.state().forEach((name, value) -> all.put(name, ShownValues.of(value)));
    all.put(Reply.SENDS, ShownValues.of(new LogValue.Items(sends(of))));
    of.error().map(ShimError::toString).ifPresent(error -> all.put("error", error));
    return all;
  }

  private static List<LogValue> sends(Reply of) {
    return of.fields().get(Reply.SENDS) instanceof LogValue.Items items ? items.items() : List.of();
  }

  /** Returns the names whose values differ, each with its value in the second reply. */
  static Map<String, String> again(Reply first, Reply second) {
    Map<String, String> before = values(first);
    Map<String, String> after = values(second);
    TreeSet<String> names = new TreeSet<>(before.keySet());
    names.addAll(after.keySet());
    Map<String, String> differing = new TreeMap<>();
    for (String name : names) {
      String value = after.getOrDefault(name, ABSENT);
      if (!value.equals(before.getOrDefault(name, ABSENT))) {
        differing.put(name, value);
      }
    }
    return differing;
  }

  /** Returns the values that differ, as in {@code owed was true and then false}. */
  static String sentence(Reply first, Reply second) {
    Map<String, String> before = values(first);
    List<String> parts = new ArrayList<>();
    again(first, second)
        .forEach(
            (name, value) ->
                parts.add(
                    "%s was %s and then %s"
                        .formatted(name, before.getOrDefault(name, ABSENT), value)));
    return String.join("; ", parts);
  }
}
