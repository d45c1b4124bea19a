package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.cc.Profile;
import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code spec/uet/NsccWindow.tla} in Java: an {@link NsccWindow} for each sender, the entropy value
 * that its effects turn, and a network that counts what is in flight.
 *
 * <p>The kernel is told the time by its host's clock; here the clock always shows 0, and {@link
 * NsccWindow#tick} moves its origin, since only what has passed matters.
 */
public class NsccWindowTwin implements ValueTwin<NsccWindowTwin.World> {
  private static final long NOW = 0;
  private static final int NOT_BEGUN = -1;

  private static final List<String> VARIABLES = List.of("window", "ev", "flight", "strays");

  private static final Twin.Action SEND = Twin.Action.of(NsccWindow.class, "Send", "S", "size");
  private static final Twin.Action ACK =
      Twin.Action.of(NsccWindow.class, "Ack", "S", "n", "late", "marked", "rtt", "penalty");
  private static final Twin.Action NACK =
      Twin.Action.of(NsccWindow.class, "Nack", "S", "size", "late", "reason", "rtt");
  private static final Twin.Action INFER_LOSS =
      Twin.Action.of(NsccWindow.class, "InferLoss", "S", "size", "stray");
  private static final Twin.Action TICK = Twin.Action.of(NsccWindow.class, "Tick", "time");

  private static final Attempt<World> ABSENT = new Attempt.Absent<>();

  private final List<String> senders;
  private final NsccParams[] params;
  private final int maxStrays;
  private final int ahead;
  private final int rounding;
  private final List<Twin.Action> actions;

  /** The senders' windows and entropy values, and what the network holds. */
  public static final class World {
    private final NsccWindow.State[] windows;
    private final int[] ev;
    private final int[] flight;
    private final int[] strays;

    private World(NsccWindow.State[] windows, int[] ev, int[] flight, int[] strays) {
      this.windows = windows;
      this.ev = ev;
      this.flight = flight;
      this.strays = strays;
    }

    private World copy() {
      return new World(windows.clone(), ev.clone(), flight.clone(), strays.clone());
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof World that
              && Arrays.equals(flight, that.flight)
              && Arrays.equals(strays, that.strays)
              && Arrays.equals(ev, that.ev)
              && Arrays.equals(windows, that.windows);
    }

    @Override
    public int hashCode() {
      int hash = Arrays.hashCode(windows);
      hash = 31 * hash + Arrays.hashCode(flight);
      return 31 * (31 * hash + Arrays.hashCode(strays)) + Arrays.hashCode(ev);
    }

    @Override
    public String toString() {
      return Arrays.toString(windows)
          + " "
          + Arrays.toString(ev)
          + " "
          + Arrays.toString(flight)
          + " "
          + Arrays.toString(strays);
    }
  }

  /** What one signal is to one kernel. */
  @FunctionalInterface
  private interface Signal {
    Outcome<NsccWindow.State> to(NsccWindow.State window, NsccParams params);
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public NsccWindowTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    senders = of.strings("Sender");
    Profile profile = Profile.of(Constants.string(constants.get("Profile")));
    Signals signals = Signals.of(Constants.string(constants.get("Signals")));
    Map<String, Value> configs = of.byString("Config");
    params =
        senders.stream()
            .map(sender -> params(profile, signals, configs.get(sender)))
            .toArray(NsccParams[]::new);
    maxStrays = of.integer("MaxStrays");
    ahead = of.integer("Ahead");
    rounding = of.integer("Rounding");
    List<Twin.Action> known = new ArrayList<>(List.of(SEND, ACK, INFER_LOSS));
    if (!of.items("Reasons").isEmpty()) {
      known.add(NACK);
    }
    if (!of.items("Elapsed").isEmpty()) {
      known.add(TICK);
    }
    actions = List.copyOf(known);
  }

  private static NsccParams params(Profile profile, Signals signals, Value config) {
    Field of = new Field(config);
    return new NsccParams(
        profile,
        of.integer("mtu"),
        of.integer("baseRtt"),
        of.integer("target"),
        0,
        new NsccParams.Limits(
            of.integer("initialWnd"),
            of.integer("maxWnd"),
            of.integer("perRttNum"),
            of.integer("perRttDen")),
        new NsccParams.Increase(
            of.integer("step"),
            of.integer("fair"),
            of.integer("proportional"),
            of.integer("fastNum"),
            of.integer("fastDen"),
            of.integer("eta"),
            of.integer("aboutZero"),
            of.integer("period"),
            of.integer("threshold"),
            of.integer("grain")),
        new NsccParams.Decrease(
            of.integer("gammaNum"),
            of.integer("gammaDen"),
            of.integer("jumpNum"),
            of.integer("jumpDen")),
        new NsccParams.Average(of.integer("avgNum"), of.integer("avgDen")),
        new NsccParams.QuickAdapt(
            of.bool("quickAdapt"), of.integer("gate"), of.integer("qaThreshold")),
        new NsccParams.Readings(
            of.bool("rccc"),
            of.bool("ownSize"),
            of.bool("clampsAtOnce"),
            false,
            of.bool("keepsSaved"),
            false,
            false,
            signals));
  }

  /** The fields of a configuration. */
  private record Field(Value config) {
    int integer(String name) {
      return Constants.integer(Constants.in(config, name));
    }

    boolean bool(String name) {
      return truth(Constants.in(config, name));
    }
  }

  private static boolean truth(Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.value();
    }
    throw new IllegalArgumentException("not a truth value: " + value);
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Twin.Action> actions() {
    return actions;
  }

  @Override
  public World initial() {
    int n = senders.size();
    NsccWindow.State[] windows = new NsccWindow.State[n];
    for (int s = 0; s < n; s++) {
      windows[s] = NsccWindow.initial(params[s], NOW);
    }
    return new World(windows, new int[n], new int[n], new int[n]);
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Tick")) {
      long time = Constants.integer(arguments.get(0));
      int[] all = new int[senders.size()];
      Arrays.setAll(all, s -> s);
      return world -> hear(world, all, 0, 0, (window, with) -> NsccWindow.tick(window, with, time));
    }
    int[] hearers =
        Constants.items(arguments.get(0)).stream()
            .mapToInt(sender -> senders.indexOf(Constants.string(sender)))
            .toArray();
    int amount = Constants.integer(arguments.get(1));
    return switch (action) {
      case "Send" ->
          world -> hear(world, hearers, -amount, 0, (window, with) -> send(window, with, amount));
      case "Ack" -> ack(hearers, amount, arguments);
      case "Nack" -> nack(hearers, amount, arguments);
      case "InferLoss" -> {
        int stray = truth(arguments.get(2)) ? -amount : 0;
        yield world ->
            hear(
                world,
                hearers,
                amount,
                stray,
                (window, with) -> NsccWindow.inferLoss(window, with, amount));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Step<World> ack(int[] hearers, int received, List<Value> arguments) {
    int late = Constants.integer(arguments.get(2));
    int freed = received - late;
    boolean marked = truth(arguments.get(3));
    int rtt = Constants.integer(arguments.get(4));
    List<Value> penalty = Constants.items(arguments.get(5));
    int pend = Constants.integer(penalty.get(0));
    boolean restore = truth(penalty.get(1));
    if (freed < 0) {
      return world -> ABSENT;
    }
    return world ->
        !mayCount(world, hearers, received)
            ? ABSENT
            : hear(
                world,
                hearers,
                freed,
                late,
                (window, with) -> ack(window, with, received, freed, marked, rtt, pend, restore));
  }

  /** Whether so much has been sent to each, and not been counted yet. */
  private boolean mayCount(World world, int[] hearers, int received) {
    for (int s : hearers) {
      if (received > world.flight[s] + world.strays[s] + rounding) {
        return false;
      }
    }
    return true;
  }

  private Step<World> nack(int[] hearers, int size, List<Value> arguments) {
    boolean late = truth(arguments.get(2));
    int freed = late ? 0 : size;
    NackReason reason =
        switch (Constants.string(arguments.get(3))) {
          case "trimmed" -> NackReason.TRIMMED;
          case "trimmed at the last hop" -> NackReason.TRIMMED_LAST_HOP;
          default -> NackReason.OTHER;
        };
    int rtt = Constants.integer(arguments.get(4));
    return world ->
        hear(
            world,
            hearers,
            freed,
            size - freed,
            (window, with) -> NsccWindow.nack(window, with, NOW, size, freed, reason, rtt));
  }

  /** The kernel's {@code send}; a test plants its faults here. */
  protected Outcome<NsccWindow.State> send(NsccWindow.State window, NsccParams with, long size) {
    return NsccWindow.send(window, with, size);
  }

  /** The kernel's {@code ack}; a test plants its faults here. */
  protected Outcome<NsccWindow.State> ack(
      NsccWindow.State window,
      NsccParams with,
      long received,
      long freed,
      boolean marked,
      long rtt,
      int pend,
      boolean restore) {
    return NsccWindow.ack(window, with, NOW, received, freed, marked, rtt, pend, restore);
  }

  /**
   * The network gives up so much of what is in flight and of what strays (takes it, if negative),
   * and each hearer's kernel hears the signal; if one refuses, nobody has heard it.
   */
  private Attempt<World> hear(World world, int[] hearers, int landed, int strayed, Signal signal) {
    for (int s : hearers) {
      if (world.flight[s] < landed
          || world.strays[s] - strayed < -ahead
          || world.strays[s] - strayed > maxStrays) {
        return ABSENT;
      }
    }
    World next = world.copy();
    for (int s : hearers) {
      Outcome<NsccWindow.State> outcome = signal.to(world.windows[s], params[s]);
      if (!(outcome instanceof Outcome.Accepted<NsccWindow.State> taken)) {
        return refused(world, s, (Outcome.Refused<NsccWindow.State>) outcome);
      }
      next.windows[s] = taken.next();
      for (Effect effect : taken.effects()) {
        if (effect instanceof NsccWindow.ChangeEv) {
          next.ev[s] = 1 - next.ev[s];
        }
      }
      next.flight[s] -= landed;
      next.strays[s] -= strayed;
    }
    return new Attempt.Taken<>(next);
  }

  private static Attempt<World> refused(
      World world, int sender, Outcome.Refused<NsccWindow.State> no) {
    if (no.next() == world.windows[sender]) {
      return new Attempt.Refused<>(world, no.because());
    }
    World moved = world.copy();
    moved.windows[sender] = no.next();
    return new Attempt.Refused<>(moved, no.because());
  }

  @Override
  public Object part(World world, int variable) {
    return switch (variable) {
      case 0 -> List.of(world.windows);
      case 1 -> boxed(world.ev);
      case 2 -> boxed(world.flight);
      default -> boxed(world.strays);
    };
  }

  private static List<Integer> boxed(int[] row) {
    return Arrays.stream(row).boxed().toList();
  }

  @Override
  public Value value(int variable, Object part) {
    Map<Value, Value> bySender = new TreeMap<>();
    List<?> items = (List<?>) part;
    for (int s = 0; s < items.size(); s++) {
      Value value =
          items.get(s) instanceof NsccWindow.State window
              ? window(window)
              : Value.of((Integer) items.get(s));
      bySender.put(Value.of(senders.get(s)), value);
    }
    return Value.function(bySender);
  }

  private static Value window(NsccWindow.State w) {
    return Value.rec(
        Value.field("cwnd", Value.ofExact(w.cwnd())),
        Value.field("inflight", Value.ofExact(w.inflight())),
        Value.field("maxWnd", Value.ofExact(w.maxWnd())),
        Value.field("baseRtt", Value.ofExact(w.baseRttPs())),
        Value.field("savedCwnd", Value.ofExact(w.savedCwnd())),
        Value.field("avgDelay", Value.ofExact(w.avgDelayPs())),
        Value.field("incBytes", Value.ofExact(w.incBytes())),
        Value.field("receivedBytes", Value.ofExact(w.receivedBytes())),
        Value.field("achievedBytes", Value.ofExact(w.achievedBytes())),
        Value.field("fiCount", Value.ofExact(w.fiCount())),
        Value.field("increaseMode", Value.of(w.increaseMode())),
        Value.field("bytesToIgnore", Value.ofExact(w.bytesToIgnore())),
        Value.field("bytesIgnored", Value.ofExact(w.bytesIgnored())),
        Value.field("triggerQa", Value.of(w.triggerQa())),
        Value.field("sinceAdjust", Value.ofExact(NOW - w.lastAdjustPs())),
        Value.field("sinceDecrease", Value.ofExact(NOW - w.lastDecreasePs())),
        Value.field(
            "untilQa",
            w.quickAdaptHasBegun() ? Value.ofExact(w.qaEndPs() - NOW) : Value.of(NOT_BEGUN)));
  }
}
