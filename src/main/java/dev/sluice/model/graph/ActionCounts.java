package dev.sluice.model.graph;

import dev.sluice.model.tlc.probe.Probe;
import dev.sluice.model.tlc.probe.Segment;
import dev.sluice.trace.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is left of a search whose graph nobody asked for.
 *
 * @param constants the constants as TLC evaluated them, by name; without operators and infinite
 *     sets
 * @param taken how often each action instance was taken, whether it ever was or not
 */
public record ActionCounts(Map<String, Value> constants, Map<ActionInstance, Long> taken) {
  public ActionCounts {
    constants = Map.copyOf(constants);
    taken = java.util.Collections.unmodifiableMap(new TreeMap<>(taken));
  }

  /**
   * Reads what a run left in its folder; nothing where it left nothing.
   *
   * @throws GraphBroken if the run ended while it wrote
   */
  public static ActionCounts read(Path directory) throws IOException, GraphBroken {
    Map<String, Value> constants = new TreeMap<>();
    Map<ActionInstance, Long> taken = new TreeMap<>();
    Path file = directory.resolve(Probe.COUNTS_FILE);
    if (Files.exists(file)) {
      try (SegmentReader in = new SegmentReader(file)) {
        for (int tag = in.number(); tag != Segment.END; tag = in.number()) {
          switch (tag) {
            case Segment.CONSTANT -> constants.put(in.text(), in.value());
            case Segment.TAKEN -> {
              long count = in.fingerprint();
              taken.merge(in.action(), count, Long::sum);
            }
            default -> throw new GraphBroken(file + " holds a record of unknown kind " + tag);
          }
        }
      }
    }
    return new ActionCounts(constants, taken);
  }

  /** How many transitions there were in all. */
  public long transitions() {
    return taken.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How often each action name was taken; one that never was counts 0. */
  public Map<String, Long> byName() {
    Map<String, Long> counts = new TreeMap<>();
    taken.forEach((action, count) -> counts.merge(action.name(), count, Long::sum));
    return counts;
  }
}
