package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Ids that a host takes, gives back and takes again, under the names 1, 2, 3 …: each gets the least
 * that is free when it is taken.
 *
 * <p>An id that is taken while it is in use keeps its name, and one that nobody took has a name
 * that is free: so a specification sees both for what they are.
 */
final class Names {
  private final Map<Integer, Integer> names = new HashMap<>();
  private final BitSet used = new BitSet();
  private int most;

  /** The name of an id that is taken now. */
  int take(int id) {
    Integer known = names.get(id);
    if (known != null) {
      return known;
    }
    int name = free();
    names.put(id, name);
    used.set(name);
    return name;
  }

  /** The name of an id; 0 for 0. */
  int of(int id) {
    Integer known = names.get(id);
    return known != null ? known : id == 0 ? 0 : free();
  }

  /** An id is given back. */
  void give(int id) {
    Integer name = names.remove(id);
    if (name != null) {
      used.clear(name);
    }
  }

  private int free() {
    int name = used.nextClearBit(1);
    most = Math.max(most, name);
    return name;
  }

  /** An event with names for the ids of its context and PDC. */
  static LogEvent in(LogEvent event, int ccc, int pdc) {
    LogInstance of = event.instance().orElseThrow();
    return event.of(
        new LogInstance(
            of.role(), of.source(), of.destination(), of.trafficClass(), ccc, of.life(), pdc));
  }

  /** The greatest name that was used, and 1 if none was. */
  int most() {
    return Math.max(1, most);
  }
}
