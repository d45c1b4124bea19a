package dev.sluice.model;

import dev.sluice.model.replay.Twin;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.TreeSet;

/** The toy specification's Java side, with a switch for each way in which a kernel can go wrong. */
public final class RelayTwin implements Twin<RelayTwin.World> {

  /** A mistake to plant. */
  public enum Fault {
    NONE,
    STARTS_AT_TWO,
    REFUSES_LAST,
    SENDS_BEYOND_LAST,
    KEEPS_LATEST,
    CHANGES_ON_REFUSAL,

    /** Changes something with a second refusal in a row. */
    CHANGES_ON_SECOND_REFUSAL,
    STUMBLES_AFTER_REFUSAL,
    COUNTS_IN_SECRET,
    FAILS_AFTER_LOSING_ONE_LAST,
    FAILS_AFTER_LOSING_TWO_LAST,
    FORGETS_TO_LOSE,
    LOSES_NOTHING_IN_FLIGHT,
    FAILS_WHEN_ALL_IS_SENT,
    FAILS_ON_THE_LAST,

    /** Forgets with age what it has seen, and a copy is young. */
    FORGETS_WITH_AGE,

    /** Forgets what it has seen with the last message of all, behind which nothing happens. */
    FORGETS_AT_THE_END,

    /** Counts wrong with age, which no variable shows. */
    MISCOUNTS_WITH_AGE,

    /** Fails with age where it must refuse. */
    CANNOT_REFUSE_WITH_AGE,

    /** Takes with age a step that it must refuse, and changes nothing. */
    TAKES_WITH_AGE,

    /** Refuses with age to take the last message. */
    REFUSES_WITH_AGE,

    /** Forgets with age what it has seen, if it has refused in its life. */
    FORGETS_AFTER_REFUSAL
  }

  /**
   * Sender, wire and receiver. No variable shows {@code inFlight}, which must be the wire's size,
   * nor what the faults remember.
   */
  public static final class World {
    private int next;
    private final TreeSet<Integer> wire = new TreeSet<>();
    private int seen;
    private int inFlight;
    private int lastLost;
    private boolean wasRefused;
    private int age;
    private int refusals;

    private int put(int token) {
      wire.add(token);
      inFlight++;
      return token;
    }
  }

  private static final int OLD = 2;

  private final int last;
  private final Fault fault;

  public RelayTwin(int last, Fault fault) {
    this.last = last;
    this.fault = fault;
  }

  @Override
  public List<Part<World>> parts() {
    return List.of(
        Part.number("next", world -> world.next),
        Part.of(
            "wire",
            world -> List.copyOf(world.wire),
            wire -> Value.set(wire.stream().<Value>map(Value::of).toList())),
        Part.number("seen", world -> world.seen));
  }

  @Override
  public List<Action> actions() {
    return List.of(
        Action.of(RelayTwin.class, "Send"),
        Action.of(RelayTwin.class, "Receive", "n"),
        Action.of(RelayTwin.class, "Lose", "n"));
  }

  @Override
  public World initial() {
    World world = new World();
    world.next = fault == Fault.STARTS_AT_TWO ? 2 : 1;
    return world;
  }

  @Override
  public World copy(World world) {
    World copy = new World();
    copy.next = world.next;
    copy.wire.addAll(world.wire);
    copy.seen = world.seen;
    copy.inFlight = world.inFlight;
    copy.lastLost = world.lastLost;
    copy.wasRefused = world.wasRefused;
    return copy;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int n = arguments.isEmpty() ? 0 : ((Value.Int) arguments.get(0)).value();
    return switch (action) {
      case "Send" -> this::send;
      case "Receive" -> world -> receive(world, n);
      default -> world -> lose(world, n);
    };
  }

  @Requirement("RCCC-6")
  private Attempt send(World world) {
    int failing = fault == Fault.FAILS_WHEN_ALL_IS_SENT ? last + 1 : last;
    if (fault.name().startsWith("FAILS_") && !isOfLoss() && world.next == failing) {
      throw new ArithmeticException("/ by zero");
    }
    int limit = fault == Fault.SENDS_BEYOND_LAST ? last + 1 : last;
    if (world.next > limit || fault == Fault.REFUSES_LAST && world.next == last) {
      if (fault == Fault.CANNOT_REFUSE_WITH_AGE && world.age > 0) {
        throw new IllegalStateException("too old to refuse");
      }
      if (fault == Fault.TAKES_WITH_AGE && world.age > 0) {
        return Attempt.TAKEN;
      }
      if (fault == Fault.CHANGES_ON_REFUSAL) {
        world.seen = 0;
      }
      return refuse(world);
    }
    world.next = world.put(world.next) + 1;
    return Attempt.TAKEN;
  }

  /** Refuses a call when all is sent; with {@code Ask} in whatever state. */
  public Attempt refuse(World world) {
    world.refusals++;
    world.wasRefused = fault == Fault.STUMBLES_AFTER_REFUSAL;
    if (fault == Fault.CHANGES_ON_SECOND_REFUSAL && world.refusals == 2) {
      world.seen = last + 1;
    }
    return Attempt.of("all tokens are sent");
  }

  private boolean isOfLoss() {
    return fault == Fault.FAILS_AFTER_LOSING_ONE_LAST || fault == Fault.FAILS_AFTER_LOSING_TWO_LAST;
  }

  private Attempt receive(World world, int n) {
    if (!world.wire.contains(n)) {
      return Attempt.ABSENT;
    }
    int bad = fault == Fault.FAILS_AFTER_LOSING_ONE_LAST ? 1 : 2;
    if (isOfLoss()
        && n == last
        && world.wire.size() == 1
        && world.seen == 0
        && world.lastLost == bad) {
      throw new IllegalStateException("it was " + bad);
    }
    world.age++;
    boolean isOld = world.age > OLD;
    if (fault == Fault.REFUSES_WITH_AGE && isOld && n == last) {
      return Attempt.of("it is old");
    }
    world.wire.remove(n);
    boolean counts =
        fault != Fault.COUNTS_IN_SECRET && !(fault == Fault.MISCOUNTS_WITH_AGE && isOld);
    world.inFlight -= counts ? 1 : 0;
    world.seen = fault == Fault.KEEPS_LATEST || world.wasRefused ? n : Math.max(world.seen, n);
    boolean isLast = world.next > last && world.wire.isEmpty();
    if (fault == Fault.FORGETS_WITH_AGE && isOld || fault == Fault.FORGETS_AT_THE_END && isLast) {
      world.seen = 0;
    }
    return Attempt.TAKEN;
  }

  private Attempt lose(World world, int n) {
    if (fault == Fault.FORGETS_TO_LOSE || !world.wire.contains(n)) {
      return fault == Fault.LOSES_NOTHING_IN_FLIGHT ? Attempt.TAKEN : Attempt.ABSENT;
    }
    world.wire.remove(n);
    world.inFlight--;
    world.lastLost = n;
    if (fault == Fault.FORGETS_AFTER_REFUSAL && world.refusals > 0 && world.age > 0) {
      world.seen = 0;
    }
    return Attempt.TAKEN;
  }

  @Override
  public String broken(World world) {
    return world.inFlight == world.wire.size()
        ? null
        : "%d tokens are said to be in flight, and there are %d"
            .formatted(world.inFlight, world.wire.size());
  }
}
