package dev.sluice.scenario;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.FabricObserver;
import dev.sluice.fabric.Packets;
import dev.sluice.fabric.PauseDeadlock;
import dev.sluice.fabric.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Counts what pause frames say and do, by the port that they were sent to, and its queue. */
final class PauseMeter implements FabricObserver {
  private static final int MOST_CURVES = 8;
  private static final long MILLION = 1_000_000;

  private final Topology topology;
  private final Packets packets;
  private final QueueRules rules;
  private final boolean isWholeLink;
  private final int classes;
  private final long[] xoffs;
  private final long[] xons;
  private final long[] pausedPs;
  private final long[] sincePs;
  private final int[] pausedClasses;
  private final boolean records;

  /** Of each port and queue for how long it stood paused, over time. */
  private final Series[] curves;

  /** A storm that a watchdog has found. */
  private static final class Storm {
    private final int lane;
    private final long foundPs;
    private long endPs = -1;
    private long dropped;

    Storm(int lane, long foundPs) {
      this.lane = lane;
      this.foundPs = foundPs;
    }
  }

  /** Storms in the order in which they were found. */
  private final List<Storm> storms = new ArrayList<>();

  /** Those that are not over, by port and queue. */
  private final Map<Integer, Storm> going = new HashMap<>();

  private long marked;
  private long unmarkedXoffs;

  /** Counts a run of a scenario, and if wanted how long ports stand paused over time. */
  PauseMeter(Scenario scenario, Packets packets, boolean records) {
    this.records = records;
    this.packets = packets;
    topology = scenario.topology();
    rules = scenario.queues();
    isWholeLink = rules.pause().map(PauseRule::wholeLink).orElse(false);
    classes = rules.queues().size();
    boolean isOn = rules.pause().isPresent();
    pausedClasses = new int[isOn ? topology.ports() : 0];
    xoffs = new long[pausedClasses.length * classes];
    xons = new long[xoffs.length];
    pausedPs = new long[xoffs.length];
    sincePs = new long[xoffs.length];
    curves = new Series[records ? xoffs.length : 0];
  }

  @Override
  public void marked(long atPs, int port, int packet, long queueBytes) {
    marked++;
  }

  @Override
  public void toldToPause(long atPs, int port, int told, int[] quanta) {
    for (int i = 0; i < classes; i++) {
      if ((told & 1 << i) != 0 && quanta[i] > 0) {
        xoffs[port * classes + i]++;
        unmarkedXoffs += marked == 0 ? 1 : 0;
      } else if ((told & 1 << i) != 0) {
        xons[port * classes + i]++;
      }
    }
  }

  @Override
  public void paused(long atPs, int port, int now) {
    for (int i = 0; i < classes; i++) {
      int lane = port * classes + i;
      boolean was = (pausedClasses[port] & 1 << i) != 0;
      boolean is = (now & 1 << i) != 0;
      if (is && !was) {
        sincePs[lane] = atPs;
      } else if (was && !is) {
        pausedPs[lane] += atPs - sincePs[lane];
        if (records) {
          curves[lane] = curves[lane] == null ? new Series(Series.Keeps.SUM) : curves[lane];
          curves[lane].spread(sincePs[lane], atPs);
        }
      }
    }
    pausedClasses[port] = now;
  }

  @Override
  public void watched(long atPs, int port, int now, boolean isStorm) {
    int lane = port * classes + Integer.numberOfTrailingZeros(now);
    if (isStorm) {
      Storm storm = new Storm(lane, atPs);
      storms.add(storm);
      going.put(lane, storm);
    } else {
      going.remove(lane).endPs = atPs;
    }
  }

  @Override
  public void dropped(long atPs, int port, int packet, DropReason why) {
    if (why == DropReason.WATCHDOG) {
      int lane = port * classes + (isWholeLink ? 0 : packets.trafficClass(packet));
      going.get(lane).dropped++;
    }
  }

  /** Returns the storms in the order in which they were found. */
  List<StormResult> storms() {
    return storms.stream()
        .map(
            of ->
                new StormResult(
                    topology.portName(of.lane / classes),
                    queue(of.lane),
                    of.foundPs,
                    of.endPs,
                    of.dropped))
        .toList();
  }

  /** Returns a deadlock with the names of its ports and queues; before {@link #endsAt}. */
  DeadlockResult deadlock(PauseDeadlock found) {
    List<DeadlockResult.Wait> cycle = new ArrayList<>();
    long since = 0;
    for (PauseDeadlock.Wait wait : found.cycle()) {
      int lane = wait.port() * classes + wait.trafficClass();
      since = Math.max(since, sincePs[lane]);
      cycle.add(
          new DeadlockResult.Wait(
              topology.portName(wait.port()),
              queue(lane),
              topology.portName(wait.forPort()),
              queue(wait.forPort() * classes + wait.forClass()),
              topology.name(topology.portTo(wait.port())),
              wait.bytes()));
    }
    return new DeadlockResult(cycle, since, found.lanes());
  }

  /** The run is over; who is paused still has been until now. */
  void endsAt(long atPs) {
    for (int port = 0; port < pausedClasses.length; port++) {
      paused(atPs, port, 0);
    }
  }

  /** How many XOFFs arrived before the first frame was marked; −1 where nobody can be paused. */
  long unmarkedXoffs() {
    return rules.pause().isPresent() ? unmarkedXoffs : -1;
  }

  /** Of each port and queue that was told anything, the longest paused first. */
  List<PauseResult> results() {
    List<PauseResult> results = new ArrayList<>();
    for (int lane = 0; lane < xoffs.length; lane++) {
      if (xoffs[lane] + xons[lane] > 0) {
        results.add(
            new PauseResult(
                topology.portName(lane / classes),
                queue(lane),
                xoffs[lane],
                xons[lane],
                pausedPs[lane]));
      }
    }
    results.sort(Comparator.comparingLong((PauseResult result) -> -result.pausedPs())); // stable
    return results;
  }

  private String queue(int lane) {
    return isWholeLink ? "all" : rules.queues().get(lane % classes).name();
  }

  /** Which share of the time those stood paused that did so longest. */
  List<Curve> curves(long untilPs) {
    return IntStream.range(0, curves.length)
        .filter(lane -> curves[lane] != null && (!isWholeLink || lane % classes == 0))
        .boxed()
        .sorted(Comparator.comparingLong(lane -> -pausedPs[lane])) // stable
        .limit(MOST_CURVES)
        .map(lane -> curve(lane, untilPs))
        .toList();
  }

  private Curve curve(int lane, long untilPs) {
    long[] values = curves[lane].sums(untilPs, Meter.RATE_STEPS);
    long stepPs = Meter.RATE_STEPS * curves[lane].stepPs();
    int last = values.length - 1;
    for (int i = 0; i <= last; i++) {
      long tookPs = i < last ? stepPs : Math.max(1, untilPs - i * stepPs);
      values[i] = Math.min(MILLION, Math.multiplyExact(values[i], MILLION) / tookPs);
    }
    return new Curve(
        "pause", topology.portName(lane / classes) + " " + queue(lane), stepPs, values);
  }
}
