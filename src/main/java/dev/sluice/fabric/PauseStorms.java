package dev.sluice.fabric;

import dev.sluice.cc.pfc.PauseWatchdog;
import dev.sluice.kernel.Kernels;
import dev.sluice.sim.EventLoop;
import java.util.Arrays;

/**
 * Ends of links that ask for a pause without need, again and again, and the watchdogs of switches
 * over the ports that are asked: hosts a {@link PauseWatchdog} for each lossless class of each port
 * of a switch.
 */
final class PauseStorms {
  private final Fabric fabric;
  private final Pauses pauses;
  private final Port[] ports;
  private final EventLoop loop;
  private final int classes;
  private final WatchdogPlan plan;

  /** By port: the timer of a storm from there; below 0 without one. */
  private final int[] repeats;

  /** By port: number of storms from there that go on. */
  private final int[] storms;

  /** By port: true if a storm's frame must leave. */
  private final boolean[] owed;

  /** By port and class; null without a watchdog. */
  private final PauseWatchdog[] watchdogs;

  private final int pollTimer;

  PauseStorms(
      Fabric fabric, Pauses pauses, Port[] ports, int classes, EventLoop loop, WatchdogPlan plan) {
    this.fabric = fabric;
    this.pauses = pauses;
    this.ports = ports;
    this.classes = classes;
    this.loop = loop;
    this.plan = plan;
    repeats = new int[ports.length];
    Arrays.fill(repeats, -1);
    storms = new int[ports.length];
    owed = new boolean[ports.length];
    watchdogs = new PauseWatchdog[ports.length * classes];
    if (plan == null) {
      pollTimer = -1;
      return;
    }
    for (int lane = 0; lane < watchdogs.length; lane++) {
      PausePlan heeded = pauses.heeded(lane / classes);
      if (ports[lane / classes].fromHost < 0 && heeded != null && heeded.hasLane(lane % classes)) {
        watchdogs[lane] = new PauseWatchdog(plan.detectPolls(), plan.restorePolls());
      }
    }
    pollTimer = loop.backgroundTimer(subject -> poll(), 0);
    loop.set(pollTimer, loop.nowPs() + plan.pollPs());
  }

  /** Begins or ends a storm from the end of a link at which a port is. */
  void storm(int from, boolean begins) {
    if (begins) {
      storms[from]++;
      pauses.canBePaused(from ^ 1);
      if (repeats[from] < 0) {
        repeats[from] = loop.backgroundTimer(this::repeat, from);
      }
      repeat(from);
    } else if (--storms[from] == 0) {
      loop.cancel(repeats[from]);
      owed[from] = false;
    }
  }

  private void repeat(int from) {
    owed[from] = true;
    pauses.owe(from);
    PausePlan heeded = pauses.heeded(from ^ 1);
    loop.set(repeats[from], loop.nowPs() + heeded.refreshAfterPs(ports[from].kind.psPerByte()));
  }

  /** Returns whether the pause frame that leaves a port is a storm's, which is so once. */
  boolean speaks(int from) {
    boolean speaks = owed[from];
    owed[from] = false;
    return speaks;
  }

  /** Takes an XOFF that has arrived at the port of a lane. */
  void xoff(int lane) {
    if (watchdogs[lane] != null) {
      watchdogs[lane].asks();
    }
  }

  /** Takes a lane that no pause holds up. */
  void goesOn(int lane) {
    if (watchdogs[lane] != null) {
      watchdogs[lane].goesOn();
    }
  }

  private void poll() {
    long nowPs = loop.nowPs();
    for (int lane = 0; lane < watchdogs.length; lane++) {
      if (watchdogs[lane] != null) {
        poll(lane, nowPs);
      }
    }
    loop.set(pollTimer, nowPs + plan.pollPs());
  }

  private void poll(int lane, long nowPs) {
    Port port = ports[lane / classes];
    fabric.settle(port, nowPs);
    int held = pauses.heeded(port.number).paused(lane % classes, classes);
    boolean waits = (port.waitingClasses & held) != 0;
    boolean isPaused = pauses.isPaused(lane);
    Kernels.done(watchdogs[lane].poll(isPaused, waits, new Finding(lane, port, held)));
  }

  /** The end of one poll. */
  private final class Finding implements PauseWatchdog.Sink {
    private final int lane;
    private final Port port;
    private final int held;

    Finding(int lane, Port port, int held) {
      this.lane = lane;
      this.port = port;
      this.held = held;
    }

    @Override
    public void finds() {
      tell(true);
      if (plan.drops()) {
        port.droppingClasses |= held;
        fabric.discard(port, held);
      } else {
        port.ignoringClasses |= held;
        pauses.ignoresPause(lane);
      }
      pauses.apply(port, loop.nowPs());
    }

    @Override
    public void restores() {
      port.ignoringClasses &= ~held;
      port.droppingClasses &= ~held;
      tell(false);
      pauses.apply(port, loop.nowPs());
    }

    private void tell(boolean isStorm) {
      if (fabric.observer != null) {
        fabric.observer.watched(loop.nowPs(), port.number, held, isStorm);
      }
    }
  }
}
