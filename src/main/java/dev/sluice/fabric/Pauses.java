package dev.sluice.fabric;

import dev.sluice.cc.pfc.Headroom;
import dev.sluice.cc.pfc.PauseParams;
import dev.sluice.cc.pfc.PauseReceiver;
import dev.sluice.cc.pfc.PauseSender;
import dev.sluice.kernel.Kernels;
import dev.sluice.sim.EventLoop;
import dev.sluice.trace.EventSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Priority flow control at work: hosts a {@link PauseSender} for each lossless lane of switches
 * that pause, and a {@link PauseReceiver} for each class of the ports that send to them; carries
 * what the one says to the other, and lets time go by for both.
 */
final class Pauses {
  private final Fabric fabric;
  private final Topology topology;
  private final EventLoop loop;
  private final Port[] ports;
  private final int classes;

  /** By lane: the port that sends to the switch, and the class; null where nothing is paused. */
  private final PauseSender[] senders;

  private final PausePlan[] plans;
  private final PauseReceiver[] receivers;

  /** By lane: when its XOFF is to be repeated, and when its pause runs out. */
  private final int[] refreshes;

  private final int[] expiries;
  private final long[] sendersAtPs;
  private final long[] receiversAtPs;

  /** By the port that is paused: what is on its way to it, by class; below 0 for no word. */
  private final List<Deque<long[]>> under = new ArrayList<>();

  /** The same as it has arrived, and is not heeded yet. */
  private final List<Deque<long[]>> arrived = new ArrayList<>();

  /** By node: what it holds, less what stands in the headrooms of its lanes. */
  private final long[] sharedHeld;

  private final PauseStorms storms;

  private PauseFaultPoints points = new PauseFaultPoints();

  /** Tells of what happens, where somebody listens. */
  private PauseLog log;

  /** Frames that asked for a pause, and for its end. */
  private long xoffs;

  private long xons;

  Pauses(
      Fabric fabric,
      Topology topology,
      FabricRules rules,
      int classes,
      Port[] ports,
      EventLoop loop) {
    this.fabric = fabric;
    this.topology = topology;
    this.loop = loop;
    this.ports = ports;
    this.classes = classes;
    senders = new PauseSender[ports.length * classes];
    receivers = new PauseReceiver[ports.length * classes];
    refreshes = new int[senders.length];
    expiries = new int[senders.length];
    plans = new PausePlan[ports.length];
    sharedHeld = new long[topology.nodes()];
    sendersAtPs = new long[senders.length];
    receiversAtPs = new long[senders.length];
    for (int from = 0; from < ports.length; from++) {
      under.add(new ArrayDeque<>());
      arrived.add(new ArrayDeque<>());
      boolean isHost = topology.isHost(topology.portTo(from));
      plans[from] = isHost ? null : rules.pauses(topology, from).orElse(null);
      for (int i = 0; i < classes; i++) {
        if (plans[from] != null && plans[from].hasLane(i)) {
          senders[from * classes + i] =
              new PauseSender(plans[from].params(ports[from].kind.psPerByte()));
          receivers[from * classes + i] = new PauseReceiver();
          refreshes[from * classes + i] = loop.timer(this::refresh, from * classes + i);
          expiries[from * classes + i] = loop.timer(this::expire, from * classes + i);
        }
      }
    }
    storms = new PauseStorms(fabric, this, ports, classes, loop, rules.watchdog().orElse(null));
  }

  /** Whether any switch pauses anybody. */
  static boolean any(Topology topology, FabricRules rules) {
    for (int from = 0; from < topology.ports(); from++) {
      boolean isHost = topology.isHost(topology.portTo(from));
      if (!isHost && rules.pauses(topology, from).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Has faulty pieces take the sound ones' places; before anything is sent or told. */
  void plant(PauseFaultPoints faulty) {
    points = faulty;
    for (int lane = 0; lane < senders.length; lane++) {
      if (senders[lane] != null) {
        PauseParams sound = plan(lane).params(kind(lane).psPerByte());
        senders[lane] = new PauseSender(faulty.params(sound));
      }
    }
  }

  /** Has a log hear of all lanes from now on. */
  PauseLog log(EventSink sink, Packets packets) {
    log = new PauseLog(this, sink, packets);
    for (int lane = 0; lane < senders.length; lane++) {
      if (senders[lane] != null) {
        log.follow(lane, senders[lane], receivers[lane]);
      }
    }
    return log;
  }

  /** The port that sends into a lane has a frame of a class begin; answers which lane, or -1. */
  int begins(int from, int trafficClass, long atPs) {
    int lane = lane(from * classes + trafficClass);
    if (senders[lane] == null) {
      return -1;
    }
    pass(lane, atPs);
    return lane;
  }

  Topology topology() {
    return topology;
  }

  /** What a lane's switch does, on a link of its kind. */
  PausePlan plan(int lane) {
    return plans[lane / classes];
  }

  PortKind kind(int lane) {
    return ports[lane / classes].kind;
  }

  int classes() {
    return classes;
  }

  long nowPs() {
    return loop.nowPs();
  }

  /** How long a pause frame for a lane is on its way, but for what it takes of the link. */
  long backPs(int lane) {
    int from = lane / classes ^ 1;
    return ports[from].kind.delayPs() - latencyPs(from);
  }

  /** The latency of the switch that a lane is of. */
  long laneLatencyPs(int lane) {
    return latencyPs(lane / classes);
  }

  /** Begins or ends a storm of pause frames from the end of a link at which a port is. */
  void storm(int from, boolean begins) {
    storms.storm(from, begins);
  }

  /** Returns the plan by which a port is paused, also by an end that pauses nobody; or null. */
  PausePlan heeded(int number) {
    return plans[number] == null ? plans[number ^ 1] : plans[number];
  }

  /** Makes a port heed pause frames, though its far end has no reason to send any. */
  void canBePaused(int number) {
    PausePlan plan = heeded(number);
    for (int i = 0; i < classes; i++) {
      int lane = number * classes + i;
      if (plan.hasLane(i) && receivers[lane] == null) {
        receivers[lane] = new PauseReceiver();
        receiversAtPs[lane] = loop.nowPs();
        expiries[lane] = loop.backgroundTimer(this::expire, lane);
      } else if (plan.hasLane(i)) {
        putOff(lane);
      }
      endLog(lane, "Storm"); // pause frames come to it that no buffer asks for
    }
  }

  /** Ends a lane's log: its port sends in spite of pauses from now on. */
  void ignoresPause(int lane) {
    endLog(lane, "Forward");
  }

  private void endLog(int lane, String what) {
    if (log != null) {
      log.leaves(lane, what);
    }
  }

  /** Ends the pauses of a port whose link goes down. */
  void forget(Port port) {
    for (int i = 0; i < classes; i++) {
      int lane = port.number * classes + i;
      if (isPaused(lane)) {
        endLog(lane, "Forget");
        receivers[lane] = new PauseReceiver();
        loop.cancel(expiries[lane]);
      }
    }
    apply(port, loop.nowPs());
  }

  /** Lets a run end before a lane's pauses do, for a storm may never end. */
  private void putOff(int lane) {
    int before = expiries[lane];
    expiries[lane] = loop.backgroundTimer(this::expire, lane);
    if (loop.isSet(before)) {
      loop.set(expiries[lane], loop.deadlinePs(before));
    }
    loop.release(before);
  }

  /** Has a pause frame leave a port as soon as it can. */
  void owe(int number) {
    loop.at(loop.nowPs(), this::leave, number);
  }

  /** What pause frames have said so far. */
  PauseCounts counts() {
    return new PauseCounts(xoffs, xons);
  }

  /** What one lane's kernel says. */
  private final class Said implements PauseSender.Sink {
    private final int from;
    private boolean drops;
    private long time = -1;

    Said(int from) {
      this.from = from;
    }

    @Override
    public void owe() {
      Pauses.this.owe(from ^ 1);
    }

    @Override
    public void drop() {
      drops = true;
    }

    @Override
    public void pause(long asked) {
      time = asked;
    }
  }

  /** The lane of a pausing switch: one for all classes, where all are paused at once. */
  int lane(int countedIn) {
    PausePlan plan = plans[countedIn / classes];
    return plan != null && plan.wholeLink() ? countedIn / classes * classes : countedIn;
  }

  /** Returns the lanes that can never resume, if there are any now. */
  Optional<PauseDeadlock> deadlock(Packets packets) {
    return new DeadlockSearch(topology, packets, ports, this).find();
  }

  /** Returns whether a pause holds a lane up at this time, even if its port ignores that. */
  boolean isPaused(int lane) {
    if (receivers[lane] == null) {
      return false;
    }
    pass(lane, loop.nowPs());
    return receivers[lane].left() > 0;
  }

  /** Returns whether the port of a lane is paused in a class that belongs to the lane. */
  boolean isPaused(int lane, int trafficClass) {
    return senders[lane] != null && (ports[lane / classes].pausedClasses & 1 << trafficClass) != 0;
  }

  /**
   * Returns whether a paused lane may ever resume if frames can leave its switch.
   *
   * @param stuckBytes of the lane's frames, those that never leave
   * @param leavingBytes of all frames at the lane's switch, those that may leave
   */
  boolean mayResume(int lane, long stuckBytes, long leavingBytes) {
    PauseSender sender = senders[lane];
    if (!sender.isPausing()) {
      return true;
    }
    PausePlan plan = plan(lane);
    long held = sharedHeld[topology.portTo(lane / classes)];
    long threshold = plan.thresholdBytes(Math.max(0, held - leavingBytes));
    return stuckBytes < sender.held() && stuckBytes + plan.gapBytes() <= threshold;
  }

  /** A frame counts in a lane; answers whether there is room for it. */
  boolean admit(int countedIn, int bytes, long nowPs) {
    int node = topology.portTo(countedIn / classes);
    int lane = lane(countedIn);
    PauseSender sender = senders[lane];
    if (sender == null) {
      sharedHeld[node] += bytes;
      return true;
    }
    catchUp(lane, nowPs);
    Said said = new Said(lane / classes);
    long before = sender.held() - sender.inHeadroom();
    Kernels.done(sender.admit(bytes, plans[lane / classes].thresholdBytes(sharedHeld[node]), said));
    sharedHeld[node] += sender.held() - sender.inHeadroom() - before;
    return !said.drops;
  }

  /** A frame leaves a lane. */
  void release(int countedIn, long bytes, long atPs) {
    int node = topology.portTo(countedIn / classes);
    int lane = lane(countedIn);
    PauseSender sender = senders[lane];
    if (sender == null) {
      sharedHeld[node] -= bytes;
      return;
    }
    catchUp(lane, atPs);
    long before = sender.held() - sender.inHeadroom();
    long threshold = plans[lane / classes].thresholdBytes(sharedHeld[node]);
    Kernels.done(sender.release(bytes, threshold, new Said(lane / classes)));
    sharedHeld[node] += sender.held() - sender.inHeadroom() - before;
  }

  private void catchUp(int lane, long nowPs) {
    if (nowPs > sendersAtPs[lane]) {
      Kernels.done(senders[lane].elapse(nowPs - sendersAtPs[lane]));
      sendersAtPs[lane] = nowPs;
    }
  }

  /**
   * A port owes a pause frame: it leaves at once, if the port is free, and else behind the frame
   * that has begun.
   */
  private void leave(int number) {
    Port port = ports[number];
    long nowPs = loop.nowPs();
    fabric.settle(port, nowPs);
    port.owes = true;
    if (port.freeAtPs <= nowPs) {
      fabric.resume(port, nowPs);
    } else {
      fabric.rearm(port);
    }
  }

  /** A port is free: what it owes leaves, in one frame. */
  void send(Port port, long startPs) {
    port.owes = false;
    int from = port.number ^ 1;
    long[] says = new long[classes];
    boolean isStorm = storms.speaks(port.number);
    boolean speaks = isStorm;
    for (int i = 0; i < classes; i++) {
      int lane = from * classes + i;
      says[i] = -1;
      if (senders[lane] != null && senders[lane].isOwed()) {
        catchUp(lane, startPs);
        Said said = new Said(from);
        Kernels.done(senders[lane].sendPause(said));
        says[i] = said.time;
        speaks = true;
        if (said.time > 0) {
          loop.set(refreshes[lane], sendersAtPs[lane] + senders[lane].untilRefresh());
        } else {
          loop.cancel(refreshes[lane]);
        }
      }
      if (isStorm && heeded(from).hasLane(i)) {
        says[i] = heeded(from).params(port.kind.psPerByte()).pause();
      }
      xoffs += says[i] > 0 ? 1 : 0;
      xons += says[i] == 0 ? 1 : 0;
    }
    if (speaks) {
      long takesPs = Headroom.PAUSE_BYTES * port.kind.psPerByte();
      port.freeAtPs = startPs + takesPs;
      under.get(from).add(says);
      long wayPs = port.kind.delayPs() - latencyPs(port.number);
      loop.at(startPs + takesPs + wayPs, this::arrive, from);
    }
  }

  /** A pause frame has arrived whole at the port that it was sent to, which takes its time. */
  private void arrive(int from) {
    long[] says = under.get(from).poll();
    arrived.get(from).add(says);
    for (int i = 0; i < classes; i++) {
      if (says[i] > 0) {
        storms.xoff(from * classes + i);
      }
    }
    if (fabric.observer != null) {
      int spoken = heeded(from).wholeLink() ? FabricObserver.WHOLE_LINK : 0;
      int[] quanta = new int[classes];
      for (int i = 0; i < classes; i++) {
        spoken |= says[i] >= 0 ? 1 << i : 0;
        quanta[i] = says[i] > 0 ? heeded(from).pauseQuanta() : 0;
      }
      fabric.observer.toldToPause(loop.nowPs(), from, spoken, quanta);
    }
    loop.at(loop.nowPs() + heeded(from).responsePs(), this::heed, from);
  }

  /** What a port's delay has of the switch at its far end, which pause frames do not pass. */
  private long latencyPs(int number) {
    int to = topology.portTo(number);
    return topology.isHost(to) ? 0 : topology.switchSpec(to).latencyPs();
  }

  private void refresh(int lane) {
    catchUp(lane, loop.nowPs());
    if (senders[lane].untilRefresh() == 0) {
      Kernels.done(senders[lane].refresh(new Said(lane / classes)));
    }
  }

  /** A pause frame is heeded by the port that it was sent to. */
  private void heed(int from) {
    long nowPs = loop.nowPs();
    Port port = ports[from];
    fabric.settle(port, nowPs); // what could begin has begun
    long[] says = arrived.get(from).poll();
    for (int i = 0; i < classes; i++) {
      if (says[i] >= 0 && points.heeds(says[i])) {
        int lane = from * classes + i;
        PauseReceiver receiver = receivers[lane];
        pass(lane, nowPs);
        Kernels.done(receiver.receivePause(says[i], heeded(from).responsePs()));
        if (receiver.left() > 0) {
          loop.set(expiries[lane], nowPs + receiver.left());
        } else {
          loop.cancel(expiries[lane]);
        }
      }
    }
    apply(port, nowPs);
  }

  private void expire(int lane) {
    apply(ports[lane / classes], loop.nowPs());
  }

  private void pass(int lane, long nowPs) {
    Kernels.done(receivers[lane].elapse(nowPs - receiversAtPs[lane]));
    receiversAtPs[lane] = nowPs;
  }

  /** Has a port send what it may now. */
  void apply(Port port, long nowPs) {
    int before = port.pausedClasses;
    int now = 0;
    for (int i = 0; i < classes; i++) {
      int lane = port.number * classes + i;
      if (isPaused(lane)) {
        now |= heeded(port.number).paused(i, classes);
      } else {
        storms.goesOn(lane);
      }
    }
    now &= ~port.ignoringClasses;
    fabric.settle(port, nowPs);
    port.pausedClasses = now;
    if (before != now && fabric.observer != null) {
      fabric.observer.paused(nowPs, port.number, now);
    }
    if ((before & ~now) != 0) {
      fabric.resume(port, nowPs);
      if (port.fromHost >= 0 && fabric.side(port.fromHost) != null) {
        fabric.side(port.fromHost).resumed();
      }
    } else {
      fabric.rearm(port);
    }
  }
}
