package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.conformance.Draw;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Draws the telemetry of an acknowledgment, against the records that its receiver keeps: loads
 * below, near and above the aim, gaps around T, counters that wrap, older and repeated records, and
 * changes of path, speed and number of hops.
 */
final class TelemetryDraw {
  private static final long BYTE_MBPS = 8_000_000;
  private static final long TIMES = 1L << TelemetryUnits.TIME_BITS;
  private static final long SENT = 1L << TelemetryUnits.TX_BITS;
  private static final long QUEUES = 1L << TelemetryUnits.QUEUE_BITS;

  /** Parts of a load that are a full link. */
  private static final long FULL = 1_000;

  private static final int[] HOPS = {1, 1, 2, 3, 5, 5, 15};

  private final HpccParams params;
  private final TelemetryUnits units;
  private final LinkRecords links;
  private final Draw draw;

  TelemetryDraw(HpccParams params, TelemetryGiven telemetry, LinkRecords links, Draw draw) {
    this.params = params;
    this.units = telemetry.units();
    this.links = links;
    this.draw = draw;
  }

  /**
   * Adds telemetry to a message.
   *
   * @param load of the fullest link, in thousandths
   */
  void addTo(Map<String, LogValue> message, long load) {
    int nHop = links.nHop();
    if (nHop == 0 || draw.oneIn(25)) {
      nHop = HOPS[(int) draw.below(HOPS.length)];
    }
    long path = draw.oneIn(20) ? 1 + draw.below(0xFFF) : links.path();
    boolean isFresh = path != links.path() || nHop != links.nHop();
    int first = draw.oneIn(8) ? (int) draw.below(nHop) : 0;
    int count = first > 0 || draw.oneIn(10) ? (int) draw.below(2) : nHop;
    int fullest = first + (int) draw.below(Math.max(1, count));
    long base = params.tPs() / units.tickPs();
    long tied = draw.oneIn(8) ? gapTicks() : -1;
    if (load == 0 ? draw.oneIn(2) : draw.oneIn(3)) {
      tied = base + 1; // a load that lasts for all of T replaces U
    }
    List<LogValue> hops = new ArrayList<>();
    for (int hop = first; hop < first + count; hop++) {
      long share = hop == fullest || tied >= 0 ? FULL : draw.below(FULL);
      hops.add(record(hop, isFresh, load * share / FULL, tied >= 0 ? tied : gapTicks()));
    }
    message.put("path", LogValue.of(path));
    message.put("nHop", LogValue.of(nHop));
    message.put("first", LogValue.of(first + 1L));
    message.put("hops", new LogValue.Items(hops));
  }

  /** Draws the time since the record before, in ticks; at most 0 if it is no later. */
  private long gapTicks() {
    long base = params.tPs() / units.tickPs();
    return switch ((int) draw.below(14)) {
      case 0 -> -draw.below(100);
      case 1, 2 -> base;
      case 3 -> base + 1;
      case 4 -> Math.max(1, base - 1);
      case 5 -> base + draw.below(3 * base);
      case 6 -> 1 + draw.below(1 + base / 16);
      case 7 -> draw.oneIn(2) ? TIMES / 2 - 1 + draw.below(3) : base;
      default -> 1 + draw.below(base);
    };
  }

  /**
   * Makes the next record of a hop.
   *
   * @param drawn the ticks since the record before; of half of all that a timestamp tells, the
   *     sources leave open which of the two records is later
   */
  private LogValue record(int hop, boolean isFresh, long load, long drawn) {
    long gap = drawn == TIMES / 2 ? drawn + 1 : drawn;
    boolean isKept = !isFresh && links.heardAtPs(hop) >= 0;
    long before = links.record(hop);
    List<Long> speeds = units.speedsMbps();
    long mbps =
        isKept && !draw.oneIn(25)
            ? units.mbps(before)
            : speeds.get((int) draw.below(speeds.size()));
    if (!isKept) {
      long ts = draw.oneIn(2) ? TIMES - 1 - draw.below(3 * params.tPs() / units.tickPs()) : 0;
      long sent = draw.oneIn(2) ? SENT - 1 - draw.below(200) : draw.below(SENT);
      return record(mbps, ts, sent, draw.below(200));
    }
    long waiting = draw.oneIn(2) ? load * draw.below(FULL) / FULL : 0;
    long ticks = Math.max(0, gap);
    long sent = mbps * ticks * units.tickPs() / BYTE_MBPS * (load - waiting) / FULL;
    long grown =
        Math.min(SENT - 1, sent / units.txUnitBytes() + (load > 0 && draw.oneIn(4) ? 1 : 0));
    if (units.tickPs() == 1 && load > 0 && draw.oneIn(8)) {
      return record(mbps, TelemetryUnits.timestamp(before) + 1, beyond(before), draw.below(QUEUES));
    }
    long wait = params.tPs() * waiting / FULL;
    long queue =
        units.hasSojourn()
            ? wait / units.sojournUnitPs()
            : mbps * wait / BYTE_MBPS / units.queueUnitBytes();
    if (load > 0 && draw.oneIn(8)) {
      queue = draw.oneIn(4) ? QUEUES - 1 : queue + 1 + draw.below(1 + 3 * queue);
    }
    return record(
        draw.oneIn(40) ? 0 : mbps,
        TelemetryUnits.timestamp(before) + gap,
        TelemetryUnits.txBytes(before) + grown,
        Math.min(QUEUES - 1, queue));
  }

  /** Returns a count of bytes that has grown by nearly all that the counter tells. */
  private static long beyond(long before) {
    return TelemetryUnits.txBytes(before) + SENT - 1;
  }

  /** Makes a record, whose counters are cut to their fields. */
  private static LogValue record(long mbps, long ts, long sent, long queue) {
    Map<String, LogValue> record = new LinkedHashMap<>();
    record.put("speed", LogValue.of(mbps));
    record.put("ts", LogValue.of(Math.floorMod(ts, TIMES)));
    record.put("tx", LogValue.of(Math.floorMod(sent, SENT)));
    record.put("queue", LogValue.of(queue));
    return new LogValue.Fields(record);
  }
}
