package dev.sluice.scenario;

import dev.sluice.fabric.HostSide;
import dev.sluice.fabric.Packets;
import dev.sluice.host.roce.RoceObserver;
import dev.sluice.host.uet.NicObserver;
import dev.sluice.roce.Completion;
import dev.sluice.sim.EventLoop;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * A run in which some ends lie. The NICs and their kernels are sound: a lie changes the octets of a
 * frame on its last step to the host, behind all switches.
 */
final class LyingRun {
  /** Changes a frame that a host is about to receive. */
  @FunctionalInterface
  interface Lie {
    /** Changes the header octets from {@code at} to {@code end}. */
    void change(byte[] octets, int at, int end);
  }

  /** A host that receives changed frames. */
  private record LiedTo(HostSide sound, Packets packets, Lie lie) implements HostSide {
    @Override
    public void deliver(int packet, long atPs) {
      int at = packets.at(packet);
      lie.change(packets.octets(), at, at + packets.headerBytes(packet));
      sound.deliver(packet, atPs);
    }

    @Override
    public int pull(long atPs, int paused) {
      return sound.pull(atPs, paused);
    }

    @Override
    public long pullAgainPs() {
      return sound.pullAgainPs();
    }

    @Override
    public void resumed() {
      sound.resumed();
    }
  }

  private static final long EVENTS = 20_000_000;

  /** Payload of each flow that has come by the end of the observed time. */
  private final long[] delivered;

  /** The largest window of each host: in bytes, of LDCP in packets, rounded up. */
  private final long[] window;

  /** By source: the bytes that its receiver has granted, and those that have come. */
  private final long[] granted;

  private final long[] came;

  /** The most credit that was out: for one source, and for all. */
  private long credit;

  private long allCredit;
  private int completed;
  private boolean isAtRest;

  private LyingRun(int flows, int hosts) {
    delivered = new long[flows];
    window = new long[hosts];
    granted = new long[hosts];
    came = new long[hosts];
  }

  /**
   * Runs a scenario to its end.
   *
   * @param lies by the host that receives changed frames
   * @param observedPs time after which the payload of each flow is counted
   */
  static LyingRun of(Scenario scenario, Map<Integer, Lie> lies, long observedPs) {
    LyingRun run = new LyingRun(scenario.flows().size(), scenario.topology().hosts());
    EventLoop loop = new EventLoop();
    Assembled system = Run.assemble(scenario, loop, true);
    lies.forEach(
        (host, lie) ->
            system
                .fabric()
                .attach(
                    host, new LiedTo(system.fabric().side(host), system.fabric().packets(), lie)));
    if (system.nics() != null) {
      system.nics().observe(run.ofUet(scenario));
    }
    if (system.roce() != null) {
      system.roce().observe(run.ofRoce());
    }
    long[] all = run.delivered.clone();
    scenario.flows().forEach(system::begin);
    loop.run(observedPs, EVENTS);
    System.arraycopy(run.delivered, 0, all, 0, all.length);
    loop.endsAtRest(system::isAtRest);
    loop.run(scenario.untilPs(), EVENTS);
    run.isAtRest = system.isAtRest();
    System.arraycopy(all, 0, run.delivered, 0, all.length);
    return run;
  }

  private NicObserver ofUet(Scenario scenario) {
    return new NicObserver() {
      @Override
      public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
        delivered[flow] += bytes;
        came[scenario.flows().get(flow).from()] += bytes;
      }

      @Override
      public void windowChanged(long atPs, int host, int destination, long cwnd, long inFlight) {
        window[host] = LongStream.of(window[host], cwnd, inFlight).max().orElseThrow();
      }

      @Override
      public void creditGranted(long atPs, int host, int source, long bytes, long total) {
        granted[source] = total;
        credit = Math.max(credit, total - came[source]);
        long all = LongStream.of(granted).sum() - LongStream.of(came).sum();
        allCredit = Math.max(allCredit, all);
      }

      @Override
      public void flowCompleted(long atPs, int flow) {
        completed++;
      }
    };
  }

  private RoceObserver ofRoce() {
    return new RoceObserver() {
      @Override
      public void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {
        delivered[flow] += bytes;
      }

      @Override
      public void windowMoved(
          long atPs, int host, int to, long packets, boolean ece, long cw, long one, long out) {
        window[host] = LongStream.of(window[host], (cw + one - 1) / one, out).max().orElseThrow();
      }

      @Override
      public void windowTold(long atPs, int host, int to, long w, long u, long inFlight) {
        window[host] = LongStream.of(window[host], w >> 9, inFlight >> 9).max().orElseThrow();
      }

      @Override
      public void flowEnded(long atPs, int flow, Completion how) {
        completed += how == Completion.DONE ? 1 : 0;
      }
    };
  }

  /** Returns whether all flows are complete, and all NICs at rest. */
  boolean isComplete() {
    return isAtRest && completed == delivered.length;
  }

  /** Returns the goodput of flow 0 in thousandths of the mean of the other flows. */
  long gainOfFirst() {
    long others = LongStream.of(delivered).skip(1).sum();
    return 1_000 * (delivered.length - 1) * delivered[0] / others;
  }

  /** Returns the least goodput of a flow other than the first, in thousandths of an even share. */
  long leastHonest() {
    long least = LongStream.of(delivered).skip(1).min().orElseThrow();
    return 1_000 * delivered.length * least / LongStream.of(delivered).sum();
  }

  /** Returns the largest window of a host. */
  long window(int host) {
    return window[host];
  }

  /** Returns the most credit that was out for a source, in bytes. */
  long credit() {
    return credit;
  }

  /** Returns the most credit that was out for all sources, in bytes. */
  long allCredit() {
    return allCredit;
  }
}
