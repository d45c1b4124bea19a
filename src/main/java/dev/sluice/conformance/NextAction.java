package dev.sluice.conformance;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;

/**
 * Tells until when a state can stay unchanged, for {@code next} of a reply: up to that time nothing
 * leaves, and no variable changes except for times that grow, unless an event happens or packets of
 * a backlog wait.
 *
 * @param latencyPs the time within which a departure leaves that must
 * @param visible the exact variables that replies show: a timer whose step changes none of them,
 *     and sends nothing, may have run or not
 */
record NextAction(long latencyPs, Set<String> visible) {
  /** Steps of timers that are looked at. Beyond them a state counts as one that can stay. */
  private static final int MOST_STEPS = 64;

  /**
   * Returns the latest time before which a state need not act visibly, or a given time if that is
   * earlier.
   *
   * @param nowPs the time at which it is the state
   * @param toPs a time that is not earlier
   */
  long latestPs(Cell of, long nowPs, long toPs) {
    Deque<Cell> open = new ArrayDeque<>();
    open.add(of);
    long latest = nowPs;
    for (int step = 0; !open.isEmpty(); step++) {
      Cell each = open.remove();
      long timer = Math.max(nowPs, each.device().timerPs());
      long leaves =
          each.device().due().map(must -> must.atPs() + latencyPs).orElse(Device.NEVER_PS);
      if (Math.min(timer, leaves) >= toPs || step == MOST_STEPS) {
        return toPs;
      } else if (leaves <= timer) {
        latest = Math.max(latest, leaves);
        continue;
      }
      for (Device.Step due : each.device().timers(timer)) {
        for (Cell.After<Boolean> way : each.after(timer, due.taking(), took -> "")) {
          if (way.cell().device().timerPs() > timer && isOther(of, way.cell(), timer)) {
            latest = Math.max(latest, timer);
          } else {
            open.add(way.cell());
          }
        }
      }
    }
    return latest;
  }

  /** Returns whether two states show another value of a visible variable at a time. */
  private boolean isOther(Cell one, Cell other, long atPs) {
    Map<String, ?> before = one.device().shown(atPs);
    Map<String, ?> after = other.device().shown(atPs);
    return visible.stream()
        .anyMatch(name -> before.containsKey(name) && !before.get(name).equals(after.get(name)));
  }
}
