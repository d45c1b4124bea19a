package dev.sluice.host.uet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Looks on while NICs work, and notes what must never be: from what they tell alone, and from what
 * the test itself knows of flows and parameters.
 */
final class Judge implements NicObserver {
  final List<String> wrong = new ArrayList<>();

  /** Entropy values in the order in which packets of a source show them, without repetitions. */
  final Map<Integer, List<Integer>> entropies = new HashMap<>();

  private record Pair(int source, int destination) {}

  private record Id(int host, int pdc) {}

  private final NicSystem nics;
  private final NicParams params;
  private final List<TreeMap<Long, Long>> memory = new ArrayList<>();
  private final Map<Pair, Long> committed = new HashMap<>();
  private final Map<Pair, Long> acknowledged = new HashMap<>();
  private final Map<Pair, Long> granted = new HashMap<>();
  private final Map<Id, Long> closed = new HashMap<>();
  private boolean justSent;

  /** Read requests are acknowledged too, and commit nothing. */
  long slack;

  long sends;
  long losses;

  Judge(NicSystem nics, NicParams params) {
    this.nics = nics;
    this.params = params;
  }

  private void check(boolean holds, String what) {
    if (!holds && wrong.size() < 20) {
      wrong.add(what);
    }
  }

  private long size(int bytes) {
    return bytes + params.overheadBytes();
  }

  /** Every byte is committed once, and in its place. */
  @Override
  public void packetCommitted(
      long atPs,
      int host,
      int flow,
      int region,
      long offset,
      int length,
      int fromRegion,
      long fromOffset) {
    check(
        region == fromRegion && offset == fromOffset,
        fromRegion + "@" + fromOffset + " went to " + region + "@" + offset);
    int peer = nics.destination(flow) == host ? nics.source(flow) : nics.destination(flow);
    committed.merge(new Pair(peer, host), size(length), Long::sum);
    while (memory.size() <= flow) {
      memory.add(new TreeMap<>());
    }
    TreeMap<Long, Long> ranges = memory.get(flow);
    long from = offset;
    long to = offset + length;
    var before = ranges.floorEntry(from);
    var after = ranges.ceilingEntry(from);
    check(
        (before == null || before.getValue() <= from) && (after == null || after.getKey() >= to),
        "flow " + flow + " committed twice at " + offset + " + " + length);
    if (before != null && before.getValue() == from) {
      from = before.getKey();
    }
    if (after != null && after.getKey() == to) {
      to = after.getValue();
      ranges.remove(after.getKey());
    }
    ranges.put(from, to);
  }

  /** Whether all of a flow is in memory. */
  boolean isWhole(int flow) {
    return flow < memory.size()
        && memory.get(flow).size() == 1
        && memory.get(flow).firstEntry().getKey() == 0
        && memory.get(flow).firstEntry().getValue() == nics.bytes(flow);
  }

  /** An id is not used again while messages of its last PDC can be under way. */
  @Override
  public void packetSent(
      long atPs, int host, int flow, int pdc, long packet, int bytes, int entropy, boolean again) {
    sends++;
    justSent = true;
    Long since = closed.remove(new Id(host, pdc));
    check(
        since == null || atPs - since >= params.lifetimePs(),
        "PDC id " + pdc + " of host " + host + " is used again too early");
    List<Integer> values = entropies.computeIfAbsent(host, h -> new ArrayList<>());
    if (values.isEmpty() || values.get(values.size() - 1) != entropy) {
      values.add(entropy);
    }
  }

  @Override
  public void pdcClosed(long atPs, int host, int destination, int pdc) {
    closed.put(new Id(host, pdc), atPs);
  }

  /** No packet leaves beyond the window, and the window is never above MaxWnd. */
  @Override
  public void windowChanged(long atPs, int host, int destination, long cwnd, long inFlight) {
    check(!justSent || inFlight <= cwnd, inFlight + " in flight in a window of " + cwnd);
    check(inFlight >= 0, "in flight " + inFlight);
    justSent = false;
  }

  /** Nothing is acknowledged that is not in memory. */
  @Override
  public void acknowledged(
      long atPs, int host, int destination, long bytes, long rttPs, boolean marked) {
    Pair pair = new Pair(host, destination);
    long all = acknowledged.merge(pair, bytes, Long::sum);
    check(
        all <= committed.getOrDefault(pair, 0L) + slack,
        all + " bytes acknowledged, and " + committed.get(pair) + " in memory");
  }

  @Override
  public void creditGranted(long atPs, int host, int source, long bytes, long total) {
    granted.merge(new Pair(source, host), total, Math::max);
  }

  /** No credit is held that was not granted. */
  @Override
  public void creditChanged(long atPs, int host, int destination, long credit, long backlog) {
    long most =
        Math.max(
            params.initialCreditBytes(), granted.getOrDefault(new Pair(host, destination), 0L));
    check(credit <= most, "credit of " + credit + ", of which " + most + " was granted");
  }

  @Override
  public void lossInferred(long atPs, int host, int flow, int pdc, long packet) {
    losses++;
  }
}
