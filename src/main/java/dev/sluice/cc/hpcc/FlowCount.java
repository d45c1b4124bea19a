package dev.sluice.cc.hpcc;

import dev.sluice.requirement.Requirement;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How many flows share a receiver's own last link.
 *
 * <p>A flow counts from its first packet until it says that it ends, or until nothing of it has
 * come for some time. The count is exact as long as there is room for all flows; a flow that comes
 * while there is none is not counted, so that the count is then the room, and the least there can
 * be. Memory is bounded by the room, and each call takes the same time but for flows that end in
 * it.
 *
 * <p>Time does not go back from call to call.
 */
public final class FlowCount {
  private final int room;
  private final long idlePs;

  /** When each flow was last heard of, the longest silent first. */
  private final Map<Long, Long> heardPs = new LinkedHashMap<>();

  /**
   * A count of no flows.
   *
   * @param room how many are counted at most, from 1
   * @param idlePs after which silence a flow has ended, from 1; several round trips of a flow whose
   *     window is least, as otherwise flows that are slow count as gone
   * @throws IllegalArgumentException if one is out of its range
   */
  @Requirement("HPCC-17")
  public FlowCount(int room, long idlePs) {
    if (room < 1 || idlePs < 1) {
      throw new IllegalArgumentException(
          "room for %d flows that end after %d ps".formatted(room, idlePs));
    }
    this.room = room;
    this.idlePs = idlePs;
  }

  /**
   * A packet of a flow comes over the link.
   *
   * @param flow which one, by any number that no other flow has
   * @return null, or why it is not counted
   */
  @Requirement("HPCC-17")
  public String arrive(long flow, long nowPs) {
    forget(nowPs);
    boolean isNew = heardPs.remove(flow) == null;
    if (isNew && heardPs.size() == room) {
      return "there is room for " + room + " flows";
    }
    heardPs.put(flow, nowPs);
    return null;
  }

  /**
   * A flow says that it ends.
   *
   * @return null, or why nothing changes
   */
  @Requirement("HPCC-17")
  public String end(long flow, long nowPs) {
    forget(nowPs);
    return heardPs.remove(flow) == null ? "flow " + flow + " is not counted" : null;
  }

  /** How many flows there are. */
  @Requirement("HPCC-17")
  public int flows(long nowPs) {
    forget(nowPs);
    return heardPs.size();
  }

  /** Flows that were silent too long have ended. */
  private void forget(long nowPs) {
    Iterator<Long> heard = heardPs.values().iterator();
    while (heard.hasNext() && nowPs - heard.next() >= idlePs) {
      heard.remove();
    }
  }

  @Override
  public String toString() {
    return heardPs.size() + " flows of at most " + room;
  }
}
