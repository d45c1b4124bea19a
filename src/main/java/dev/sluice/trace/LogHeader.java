package dev.sluice.trace;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first line of an event log: what it takes to read the others.
 *
 * @param writer who wrote it, such as {@code sluice}
 * @param writerVersion which one
 * @param profile the reading of the rules that the run followed
 * @param seed where the run's chance came from
 * @param scenario digest of the scenario, {@code sha256:} and 64 digits; empty where there is none
 * @param units the unit of each argument and variable that is a quantity, by name
 * @param constants the constants of the specifications, by module and name
 * @param omits what is not logged, a sentence each
 */
public record LogHeader(
    String writer,
    String writerVersion,
    String profile,
    long seed,
    String scenario,
    Map<String, String> units,
    Map<String, LogValue> constants,
    List<String> omits) {
  /** The format's name. */
  public static final String FORMAT = "sluice-log";

  /** The format's version. */
  public static final int VERSION = 1;

  private static final String DIGEST = "(sha256:[0-9a-f]{64})?";

  /** Of a writer for one specification, with its constants. */
  public static LogHeader of(String spec, Map<String, LogValue> constants) {
    Map<String, LogValue> all = Map.of(spec, new LogValue.Fields(constants));
    return new LogHeader(spec, "1", "", 0, "", Map.of(), all, List.of());
  }

  public LogHeader {
    if (!scenario.matches(DIGEST)) {
      throw new IllegalArgumentException("no digest of a scenario: " + scenario);
    }
    units = Collections.unmodifiableMap(new TreeMap<>(units));
    constants = Collections.unmodifiableMap(new TreeMap<>(constants));
    omits = List.copyOf(omits);
  }

  /** Returns the same header with other constants. */
  public LogHeader telling(Map<String, LogValue> others) {
    return new LogHeader(writer, writerVersion, profile, seed, scenario, units, others, omits);
  }

  /** Returns the same header with other sentences on what is not logged. */
  public LogHeader omitting(List<String> others) {
    return new LogHeader(writer, writerVersion, profile, seed, scenario, units, constants, others);
  }
}
