package dev.sluice.model.replay;

import dev.sluice.cc.Profile;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.cc.nscc.EntropyValues;
import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToIntBiFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * {@code spec/uet/NsccWindow.tla} in Java: for each sender an {@link NsccWindow} and {@link
 * EntropyValues}, the clock of their host, and a network that counts what is in flight.
 */
public class NsccWindowTwin implements Twin<NsccWindowTwin.World> {
  private static final int VALUES = 2;

  private static final Twin.Action SEND = Twin.Action.of(NsccWindow.class, NsccWindow.SEND, "S");
  private static final Twin.Action ACK = Twin.Action.of(NsccWindow.class, NsccWindow.ACK, "S");
  private static final Twin.Action MARK = Twin.Action.of(EntropyValues.class, EntropyValues.MARK);
  private static final Twin.Action NACK = Twin.Action.of(NsccWindow.class, NsccWindow.NACK, "S");
  private static final Twin.Action INFER_LOSS =
      Twin.Action.of(NsccWindow.class, "InferLoss", "S", "size", "stray");
  private static final Twin.Action TICK = Twin.Action.of(NsccWindowTwin.class, "Tick", "time");

  private static final int FIELDS = NsccWindow.FACE.shown().size();

  private final List<String> senders;
  private final NsccParams[] params;
  private final EntropyPolicy policy;
  private final int maxStrays;
  private final int ahead;
  private final int rounding;
  private final List<Twin.Action> actions;
  private final List<Part<World>> parts;

  /** The senders' windows and entropy values, their host's clock, and what the network holds. */
  public static final class World {
    private final NsccWindow[] windows;
    private final EntropyValues[] entropy;
    private final int[] flight;
    private final int[] strays;
    private long nowPs;

    private World(NsccWindow[] windows, EntropyValues[] entropy, int[] flight, int[] strays) {
      this.windows = windows;
      this.entropy = entropy;
      this.flight = flight;
      this.strays = strays;
    }
  }

  /** What one signal is to one sender; null, or why it is refused. */
  @FunctionalInterface
  private interface Signal {
    String to(World world, int sender);
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public NsccWindowTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    senders = of.strings("Sender");
    Profile profile = Profile.of(of.string("Profile"));
    Signals signals = Signals.of(of.string("Signals"));
    Map<String, Value> configs = of.byString("Config");
    params =
        senders.stream()
            .map(sender -> NsccParams.of(profile, signals, number(configs.get(sender))))
            .toArray(NsccParams[]::new);
    policy = profile == Profile.SOURCE_DOCUMENTS ? EntropyPolicy.STICKY : EntropyPolicy.SPRAYED;
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
    parts = table();
  }

  /** The fields of a configuration by their names; a truth value is 0 or 1. */
  private static ToLongFunction<String> number(Value config) {
    return name -> {
      Value value = Constants.in(config, name);
      return value instanceof Value.Bool bool ? (bool.value() ? 1 : 0) : Constants.integer(value);
    };
  }

  private static boolean truth(Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.value();
    }
    throw new IllegalArgumentException("not a truth value: " + value);
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Twin.Action> actions() {
    return actions;
  }

  /** An acknowledgment is heard by two kernels: its mark is on an entropy value. */
  @Override
  public List<String> requirements(String action) {
    List<String> own = Twin.super.requirements(action);
    return action.equals("Ack")
        ? Stream.concat(own.stream(), MARK.requirements()).distinct().sorted().toList()
        : own;
  }

  @Override
  public World initial() {
    int n = senders.size();
    World world = new World(new NsccWindow[n], new EntropyValues[n], new int[n], new int[n]);
    Arrays.setAll(world.windows, s -> new NsccWindow(params[s], world.nowPs));
    Arrays.setAll(world.entropy, s -> new EntropyValues(policy, VALUES, 0));
    return world;
  }

  @Override
  public World copy(World world) {
    int n = senders.size();
    World copy =
        new World(
            new NsccWindow[n], new EntropyValues[n], world.flight.clone(), world.strays.clone());
    Arrays.setAll(copy.windows, s -> world.windows[s].copy());
    Arrays.setAll(copy.entropy, s -> world.entropy[s].copy());
    copy.nowPs = world.nowPs;
    return copy;
  }

  @Override
  public String broken(World world) {
    for (EntropyValues entropy : world.entropy) {
      String wrong = entropy.broken();
      if (wrong != null) {
        return wrong;
      }
    }
    return null;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Tick")) {
      long time = Constants.integer(arguments.get(0));
      return world -> tick(world, time);
    }
    int[] hearers =
        Constants.items(arguments.get(0)).stream()
            .mapToInt(sender -> senders.indexOf(Constants.string(sender)))
            .toArray();
    int amount = Constants.integer(arguments.get(1));
    return switch (action) {
      case "Send" -> send(hearers, amount);
      case "Ack" -> ack(hearers, amount, arguments);
      case "Nack" -> nack(hearers, amount, arguments);
      case "InferLoss" -> {
        int stray = truth(arguments.get(2)) ? -amount : 0;
        Signal signal = (world, s) -> world.windows[s].inferLoss(amount);
        yield world -> hear(world, hearers, amount, stray, signal);
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  /** Time passes. */
  @Requirement({"NSCC-13", "D9"})
  private static Attempt tick(World world, long time) {
    world.nowPs += time;
    return Attempt.TAKEN;
  }

  /** Those who have no room are asked first: if one refuses, nobody must have sent. */
  private Step<World> send(int[] hearers, int size) {
    Signal signal = (world, s) -> send(world.windows[s], size);
    return world -> {
      for (int s : hearers) {
        if (!world.windows[s].mayTransmit(size)) {
          return Attempt.of(signal.to(world, s));
        }
      }
      return hear(world, hearers, -size, 0, signal);
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
    Signal signal =
        (world, s) -> {
          NsccWindow window = world.windows[s];
          String refused = ack(window, world.nowPs, received, freed, marked, rtt, pend, restore);
          return refused == null && marked ? mark(world.entropy[s]) : refused;
        };
    return world ->
        freed < 0 || !mayCount(world, hearers, received)
            ? Attempt.ABSENT
            : hear(world, hearers, freed, late, signal);
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
    int freed = truth(arguments.get(2)) ? 0 : size;
    NackReason reason = NackReason.of(Constants.string(arguments.get(3)));
    int rtt = Constants.integer(arguments.get(4));
    Signal signal = (world, s) -> world.windows[s].nack(world.nowPs, size, freed, reason, rtt);
    return world -> hear(world, hearers, freed, size - freed, signal);
  }

  /** The kernel's {@code send}; a test plants its faults here. */
  protected String send(NsccWindow window, long size) {
    return window.send(size);
  }

  /** The kernel's {@code ack}; a test plants its faults here. */
  protected String ack(
      NsccWindow window,
      long nowPs,
      long received,
      long freed,
      boolean marked,
      long rtt,
      int pend,
      boolean restore) {
    return window.ack(nowPs, received, freed, marked, rtt, pend, restore);
  }

  /** The kernel's {@code mark}, on the value in use; a test plants its faults here. */
  protected String mark(EntropyValues entropy) {
    return entropy.mark(entropy.ev(), 0);
  }

  /**
   * The network gives up so much of what is in flight and of what strays (takes it, if negative),
   * and each hearer's kernels hear the signal.
   */
  private Attempt hear(World world, int[] hearers, int landed, int strayed, Signal signal) {
    for (int s : hearers) {
      if (world.flight[s] < landed
          || world.strays[s] - strayed < -ahead
          || world.strays[s] - strayed > maxStrays) {
        return Attempt.ABSENT;
      }
    }
    for (int s : hearers) {
      String refused = signal.to(world, s);
      if (refused != null) {
        return Attempt.of(refused);
      }
      world.flight[s] -= landed;
      world.strays[s] -= strayed;
    }
    return Attempt.TAKEN;
  }

  private List<Part<World>> table() {
    return List.of(
        Part.of("window", this::windows, part -> bySender(s -> window(part, s))),
        bySender("ev", (world, s) -> world.entropy[s].ev()),
        bySender("flight", (world, s) -> world.flight[s]),
        bySender("strays", (world, s) -> world.strays[s]));
  }

  private Numbers windows(World world) {
    long[] numbers = new long[FIELDS * senders.size()];
    for (int s = 0; s < senders.size(); s++) {
      NsccWindow.FACE.read(world.windows[s], world.nowPs, numbers, s * FIELDS);
    }
    return new Numbers(numbers);
  }

  private static Value window(Numbers windows, int sender) {
    return new Value.Rec(windows.fields(NsccWindow.FACE, sender * FIELDS));
  }

  private Part<World> bySender(String name, ToIntBiFunction<World, Integer> number) {
    return Part.of(
        name,
        world -> Numbers.of(senders.size(), s -> number.applyAsInt(world, s)),
        numbers -> bySender(s -> Value.ofExact(numbers.get(s))));
  }

  private Value bySender(IntFunction<Value> value) {
    return Value.function(senders, value);
  }
}
