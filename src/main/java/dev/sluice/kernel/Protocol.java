package dev.sluice.kernel;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a protocol declares of itself, in its own room. Whoever replays it, judges its logs or draws
 * them attaches to this, and nobody else lists its specifications.
 *
 * @param name of its folder under {@code spec/}
 * @param specifications in the order in which they are listed
 */
public record Protocol(String name, List<Specification> specifications) {
  public Protocol {
    specifications = List.copyOf(specifications);
  }

  /** The unit of each quantity, by {@code Module.name}, sorted; what only counts has none. */
  public Map<String, String> units() {
    Map<String, String> units = new TreeMap<>();
    for (Specification specification : specifications) {
      specification
          .units()
          .forEach((name, unit) -> units.put(specification.name() + "." + name, unit.label()));
    }
    return units;
  }
}
