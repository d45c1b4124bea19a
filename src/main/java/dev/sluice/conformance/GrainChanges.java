package dev.sluice.conformance;

import dev.sluice.trace.LogValue;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts the changes of variables with a grain. A change is hidden if the variable may show the
 * same value without it: an implementation that does not make the change passes there.
 */
public final class GrainChanges {
  private final Map<String, Long> grain;
  private final Map<String, Long> last = new TreeMap<>();
  private final Map<String, Map<String, Long>> made = new TreeMap<>();
  private final Map<Change, Count> counts = new TreeMap<>();
  private final Set<String> shown = new TreeSet<>();
  private final Set<String> hidden = new TreeSet<>();

  /** A variable that an action changes. */
  public record Change(String variable, String action) implements Comparable<Change> {
    @Override
    public int compareTo(Change other) {
      int order = variable.compareTo(other.variable);
      return order != 0 ? order : action.compareTo(other.action);
    }
  }

  /** Replies after such a change: those that would not tell it from none, and all. */
  public record Count(int hidden, int all) {
    /** Returns the sum of two counts. */
    public Count and(Count other) {
      return new Count(hidden + other.hidden, all + other.all);
    }
  }

  /** Begins without a change. */
  GrainChanges(Map<String, Long> grain) {
    this.grain = grain;
  }

  /**
   * Records that a step has changed variables.
   *
   * @param changes by how many {@link Device#PARTS}, by name
   */
  void made(String action, Map<String, Long> changes) {
    changes.forEach(
        (variable, parts) ->
            made.computeIfAbsent(variable, fresh -> new TreeMap<>())
                .merge(action, parts, Long::sum));
  }

  /** Counts the changes since the last reply. */
  void told(Map<String, LogValue> state) {
    grain.forEach(
        (variable, step) -> {
          if (state.get(variable) instanceof LogValue.Num number) {
            long value = number.value();
            Long before = last.put(variable, value);
            Map<String, Long> actions = made.remove(variable);
            if (before != null && actions != null) {
              boolean hides = Math.abs(value - before) <= step;
              for (String action : actions.keySet()) {
                counts.merge(new Change(variable, action), new Count(hides ? 1 : 0, 1), Count::and);
              }
              if (!hides) {
                shown.add(variable);
              } else if (actions.values().stream().mapToLong(each -> each).sum() >= Device.PARTS) {
                hidden.add(variable);
              }
            }
          }
        });
  }

  /** Returns the counts. */
  public Map<Change, Count> counts() {
    return counts;
  }

  /**
   * Returns the variables whose changes are all hidden, if one of them is at least a unit of the
   * variable, so that an exact implementation would show it.
   */
  Set<String> hidden() {
    Set<String> all = new TreeSet<>(hidden);
    all.removeAll(shown);
    return all;
  }
}
