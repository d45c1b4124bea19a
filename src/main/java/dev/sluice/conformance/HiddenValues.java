package dev.sluice.conformance;

import dev.sluice.conformance.shim.Declaration;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Parameters of an implementation that cannot be set. The parameters of a case are all combinations
 * of the values that these may have, together with those that can be set.
 */
public final class HiddenValues {
  private HiddenValues() {}

  /** Returns the parameters that can be set. */
  static Map<String, LogValue> shown(Map<String, LogValue> given, Declaration.Part declared) {
    Map<String, LogValue> shown = new LinkedHashMap<>(given);
    shown.keySet().removeAll(declared.hidden().keySet());
    return shown;
  }

  /** Returns all parameters that a case may have: one combination if none are hidden. */
  static List<Map<String, LogValue>> all(
      Player player, Map<String, LogValue> given, Declaration.Part declared) {
    if (declared.hidden().isEmpty()) {
      return List.of(given);
    }
    List<Map<String, LogValue>> all = List.of(given);
    for (Map.Entry<String, List<LogValue>> each : declared.hidden().entrySet()) {
      List<Map<String, LogValue>> more = new ArrayList<>();
      for (Map<String, LogValue> one : all) {
        for (LogValue value : each.getValue()) {
          Map<String, LogValue> with = new LinkedHashMap<>(one);
          with.put(each.getKey(), value);
          more.add(with);
        }
      }
      all = more;
    }
    return all.stream().filter(one -> isPossible(player, one)).toList();
  }

  private static boolean isPossible(Player player, Map<String, LogValue> given) {
    if (!player.role().fault(given).isEmpty()) {
      return false;
    }
    try {
      player.start(given);
      return true;
    } catch (IllegalArgumentException | ArithmeticException impossible) {
      return false;
    }
  }

  /** Returns why a case cannot be played with the hidden parameters; empty if it can. */
  static String fault(Case of, Declaration.Part declared) {
    Set<String> unknown = new TreeSet<>(declared.hidden().keySet());
    unknown.removeAll(of.player().role().given().keySet());
    if (!unknown.isEmpty()) {
      return "%s in \"hidden\" is no parameter of the role".formatted(String.join(", ", unknown));
    }
    if (declared.hidden().isEmpty()) {
      return "";
    } else if (!of.player().configurations().containsKey(of.configuration())) {
      return "an example or a tour sets all parameters, and the shim hides "
          + String.join(", ", new TreeSet<>(declared.hidden().keySet()));
    }
    return all(of.player(), of.given(), declared).isEmpty()
        ? "no value of %s fits the other parameters of the case"
            .formatted(String.join(" and ", new TreeSet<>(declared.hidden().keySet())))
        : "";
  }

  /** Returns the values that hidden parameters have in some combinations. */
  static Map<String, List<LogValue>> in(
      Collection<Map<String, LogValue>> all, Declaration.Part declared) {
    Map<String, List<LogValue>> left = new LinkedHashMap<>();
    declared
        .hidden()
        .keySet()
        .forEach(
            name -> {
              Set<LogValue> values = new LinkedHashSet<>();
              all.forEach(one -> values.add(one.get(name)));
              left.put(name, List.copyOf(values));
            });
    return left;
  }

  /** Returns the values of hidden parameters in words. */
  public static String words(Map<String, List<LogValue>> hidden) {
    List<String> words = new ArrayList<>();
    hidden.forEach(
        (name, values) ->
            words.add(
                name + " " + String.join(" or ", values.stream().map(ShownValues::of).toList())));
    return String.join(", ", words);
  }
}
