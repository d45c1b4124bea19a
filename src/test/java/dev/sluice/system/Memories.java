package dev.sluice.system;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Every byte of every flow is committed exactly once, and in its place. */
final class Memories extends Judge {
  /** By flow: where committed stretches begin, and where they end. */
  private final List<TreeMap<Long, Long>> memory = new ArrayList<>();

  private long[] completed;

  @Override
  void begin() {
    rig.scenario.flows().forEach(flow -> memory.add(new TreeMap<>()));
    completed = new long[memory.size()];
  }

  @Override
  public void packetCommitted(
      long atPs,
      int host,
      int flow,
      int region,
      long offset,
      int bytes,
      int fromRegion,
      long fromOffset) {
    var asked = rig.scenario.flows().get(flow);
    check(host == asked.to(), "flow %d is written at host %d", flow, host);
    check(
        region == flow && fromRegion == flow && offset == fromOffset,
        "bytes %d+%d of region %d went to %d of region %d",
        fromOffset,
        bytes,
        fromRegion,
        offset,
        region);
    check(
        bytes > 0 && offset >= 0 && offset + bytes <= asked.bytes(),
        "flow %d has no bytes %d+%d",
        flow,
        offset,
        bytes);
    TreeMap<Long, Long> ranges = memory.get(flow);
    long from = offset;
    long to = offset + bytes;
    var before = ranges.floorEntry(from);
    var after = ranges.ceilingEntry(from);
    check(
        (before == null || before.getValue() <= from) && (after == null || after.getKey() >= to),
        "flow %d: bytes %d+%d are committed a second time",
        flow,
        offset,
        bytes);
    if (before != null && before.getValue() == from) {
      from = before.getKey();
    }
    if (after != null && after.getKey() == to) {
      to = after.getValue();
      ranges.remove(after.getKey());
    }
    ranges.put(from, to);
  }

  private boolean isWhole(int flow) {
    return memory.get(flow).equals(new TreeMap<>(java.util.Map.of(0L, bytes(flow))));
  }

  private long bytes(int flow) {
    return rig.scenario.flows().get(flow).bytes();
  }

  @Override
  public void flowCompleted(long atPs, int flow) {
    completed[flow]++;
    check(isWhole(flow), "flow %d is complete, and in memory is %s", flow, memory.get(flow));
  }

  @Override
  void end() {
    for (int flow = 0; flow < completed.length; flow++) {
      check(completed[flow] == 1, "flow %d was completed %d times", flow, completed[flow]);
      check(isWhole(flow), "in the end flow %d has in memory %s", flow, memory.get(flow));
    }
  }
}
