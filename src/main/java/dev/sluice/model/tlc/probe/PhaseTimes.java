package dev.sluice.model.tlc.probe;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Wall and CPU time by phase, in nanoseconds. Not thread-safe. */
public final class PhaseTimes {
  private final Map<Phase, long[]> times = new EnumMap<>(Phase.class);

  /** Reads the lines that {@link #lines} returns; ignores lines of another form. */
  public static PhaseTimes read(List<String> lines) {
    PhaseTimes times = new PhaseTimes();
    for (String line : lines) {
      String[] words = line.split(" ");
      if (words.length == 3) {
        times.add(Phase.valueOf(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
      }
    }
    return times;
  }

  /** Returns one line for each phase that took time: its name, wall time and CPU time. */
  public List<String> lines() {
    return times.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue()[0] + " " + each.getValue()[1])
        .toList();
  }

  /** Adds time to a phase; a negative amount moves time that another phase counts. */
  public void add(Phase phase, long wallNanos, long cpuNanos) {
    long[] both = times.computeIfAbsent(phase, unused -> new long[2]);
    both[0] += wallNanos;
    both[1] += cpuNanos;
  }

  /** Adds the times of another run. */
  public void add(PhaseTimes other) {
    other.times.forEach((phase, both) -> add(phase, both[0], both[1]));
  }

  /** Returns the wall time of a phase, 0 if it did not occur. */
  public long wallNanos(Phase phase) {
    return times.containsKey(phase) ? times.get(phase)[0] : 0;
  }

  /** Returns the CPU time of a phase, 0 if it did not occur. */
  public long cpuNanos(Phase phase) {
    return times.containsKey(phase) ? times.get(phase)[1] : 0;
  }

  /** Returns the wall time of all phases. */
  public long wallNanos() {
    return times.values().stream().mapToLong(both -> both[0]).sum();
  }
}
