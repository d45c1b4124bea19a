package dev.sluice.scenario;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * What a key of a scenario promises: a scenario, the key's value, and the figure of the run that
 * must change, and how.
 *
 * @param id table, its kind where it has several, and key, such as {@code topology/star.length};
 *     with {@code =} and the value where that is a word with a meaning of its own
 * @param value of the key
 * @param base the scenario
 * @param promise in words
 * @param figure that is looked at; null where the value is refused
 * @param holds of the figure without the change and with it
 * @param refusal what is said to the value; null where it is taken
 */
record KeyRow(
    String id,
    String value,
    String base,
    String promise,
    ToLongFunction<Seen> figure,
    Relation holds,
    String refusal) {
  private static final Map<String, String> TEXTS =
      Map.of(
          "word.cdf", "8 100",
          "packets.cdf", "8192 100",
          "two.csv", "from,to,bytes,start_ps\n0,1,8,0\n0,1,8,0\n",
          "three.csv", "from,to,bytes,start_ps\n0,1,8,0\n2,1,8,0\n3,1,8,0\n");

  /** How a figure changes. */
  @FunctionalInterface
  interface Relation {
    boolean holds(long before, long after);
  }

  /** The figure is greater. */
  static final Relation MORE = (before, after) -> after > before;

  /** The figure is less. */
  static final Relation LESS = (before, after) -> after < before;

  static KeyRow of(
      String id,
      String value,
      String base,
      String promise,
      ToLongFunction<Seen> figure,
      Relation holds) {
    return new KeyRow(id, value, base, promise, figure, holds, null);
  }

  /** A value that this scenario must not have. */
  static KeyRow refused(String id, String value, String base, String refusal) {
    return new KeyRow(id, value, base, "is refused", null, null, refusal);
  }

  /** The figure has exactly this value afterwards. */
  static Relation is(long expected) {
    return (before, after) -> after == expected;
  }

  /** The figure has exactly these values. */
  static Relation goes(long from, long to) {
    return (before, after) -> before == from && after == to;
  }

  /** The figure is exactly so much larger. */
  static Relation by(long more) {
    return (before, after) -> after - before == more;
  }

  /** The figure is greater than nothing, and was not. */
  static Relation appears() {
    return (before, after) -> before == 0 && after > 0;
  }

  /** The figure is nothing, and was more. */
  static Relation vanishes() {
    return (before, after) -> before > 0 && after == 0;
  }

  /** The figure keeps within a bound that it exceeded before. */
  static Relation keepsWithin(long bound) {
    return (before, after) -> before > bound && after <= bound;
  }

  /** Where the key stands: in the first table of its name. */
  String path() {
    int dot = id.indexOf('.');
    if (dot < 0) {
      return id.split("=")[0];
    }
    String table = id.substring(0, dot).split("/")[0];
    boolean repeated =
        ScenarioKeys.ALL.stream().anyMatch(t -> t.name().equals(table) && t.repeated());
    return table + (repeated ? "[0]." : ".") + id.substring(dot + 1).split("=")[0];
  }

  Scenario before() throws BadScenario {
    return read(base, Map.of());
  }

  Scenario after() throws BadScenario {
    return read(base, new TreeMap<>(Map.of(path(), value)));
  }

  /** With the files that bases and values name. */
  static Scenario read(String text, Map<String, String> changes) throws BadScenario {
    return Scenario.read(
        "base", "base", text, changes, name -> new NamedFile(name, TEXTS.get(name), ""));
  }

  @Override
  public String toString() {
    return id + " → " + value + ": " + promise;
  }
}
