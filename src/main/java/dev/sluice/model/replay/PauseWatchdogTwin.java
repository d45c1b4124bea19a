package dev.sluice.model.replay;

import dev.sluice.cc.pfc.PauseReceiver;
import dev.sluice.cc.pfc.PauseWatchdog;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;

/**
 * The Java side of {@code spec/rcm/PauseWatchdog.tla}: one class of a port that may be paused, the
 * watchdog over it, and the time that passes for both.
 */
public final class PauseWatchdogTwin implements Twin<PauseWatchdogTwin.World> {
  private final List<Part<World>> parts = table();
  private final int room;
  private final long pause;
  private final long holds;
  private final int pollTime;
  private final int detectPolls;
  private final int restorePolls;
  private final boolean drops;

  /** The port, its watchdog, and their surroundings. */
  public final class World implements PauseWatchdog.Sink {
    private final PauseReceiver receiver;
    private final PauseWatchdog watchdog;
    private int waiting;
    private int untilPoll;
    private int still;
    private int calm;
    private boolean lost;

    private World() {
      receiver = new PauseReceiver();
      watchdog = new PauseWatchdog(detectPolls, restorePolls);
      untilPoll = pollTime;
      calm = calmAtMost();
    }

    private World(World from) {
      receiver = from.receiver.copy();
      watchdog = from.watchdog.copy();
      waiting = from.waiting;
      untilPoll = from.untilPoll;
      still = from.still;
      calm = from.calm;
      lost = from.lost;
    }

    @Override
    public void finds() {
      still = 0;
      if (drops) {
        waiting = 0;
        lost = true;
      }
    }

    @Override
    public void restores() {
      // the model asks the watchdog
    }
  }

  /**
   * Makes the twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public PauseWatchdogTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    room = of.integer("Room");
    pause = of.integer("Pause");
    holds = of.integer("Holds");
    pollTime = of.integer("PollTime");
    detectPolls = of.integer("DetectPolls");
    restorePolls = of.integer("RestorePolls");
    drops = of.bool("Drops");
  }

  private int stillAtMost() {
    return (detectPolls + 2) * pollTime;
  }

  private int calmAtMost() {
    return (restorePolls + 2) * pollTime + (int) pause;
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    return List.of(
        Action.of(PauseWatchdogTwin.class, "Arrive"),
        Action.of(PauseReceiver.class, "Begin"),
        Action.of(PauseReceiver.class, "ReceivePause", "time"),
        Action.of(PauseWatchdog.class, "Poll"),
        Action.of(PauseReceiver.class, "Elapse"));
  }

  @Override
  public World initial() {
    return new World();
  }

  @Override
  public World copy(World world) {
    return new World(world);
  }

  @Override
  public String broken(World world) {
    String port = world.receiver.broken();
    return port == null ? world.watchdog.broken() : port;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "Arrive" -> this::arrive;
      case "Begin" -> this::begin;
      case "ReceivePause" -> {
        int time = Constants.integer(arguments.get(0));
        yield world -> receivePause(world, time);
      }
      case "Poll" -> this::poll;
      case "Elapse" -> this::elapse;
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  @Requirement("PFC-10")
  private Attempt arrive(World world) {
    if (world.waiting == room) {
      return Attempt.ABSENT;
    }
    if (!world.watchdog.isStorming() || !drops) {
      world.waiting++;
    }
    return Attempt.TAKEN;
  }

  private Attempt begin(World world) {
    if (world.waiting == 0) {
      return Attempt.ABSENT;
    }
    boolean ignores = world.watchdog.isStorming();
    Attempt begun = ignores ? Attempt.TAKEN : Attempt.of(world.receiver.begin());
    world.waiting -= begun.isTaken() ? 1 : 0;
    return begun;
  }

  private Attempt receivePause(World world, int time) {
    if (time > 0 && holds > 0 && world.still + pause > holds) {
      return Attempt.ABSENT;
    }
    Attempt received = Attempt.of(world.receiver.receivePause(time, 0));
    if (time > 0) {
      world.watchdog.asks();
    } else {
      world.watchdog.goesOn();
    }
    world.still = time > 0 ? world.still : 0;
    world.calm = time > 0 ? 0 : world.calm;
    return received;
  }

  private Attempt poll(World world) {
    if (world.untilPoll > 0) {
      return Attempt.ABSENT;
    }
    boolean isPaused = world.receiver.left() > 0;
    Attempt polled = Attempt.of(world.watchdog.poll(isPaused, world.waiting > 0, world));
    world.untilPoll = pollTime;
    return polled;
  }

  private Attempt elapse(World world) {
    if (world.untilPoll == 0) {
      return Attempt.ABSENT;
    }
    Attempt elapsed = Attempt.of(world.receiver.elapse(1));
    boolean isPaused = world.receiver.left() > 0;
    boolean isHeldUp = isPaused && world.waiting > 0 && !world.watchdog.isStorming();
    world.untilPoll--;
    if (!isPaused) {
      world.watchdog.goesOn();
    }
    world.still = isHeldUp ? Math.min(world.still + 1, stillAtMost()) : 0;
    world.calm = Math.min(world.calm + 1, calmAtMost());
    return elapsed;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    return Twin.all(
        Part.of(PauseReceiver.FACE, world -> world.receiver),
        Part.of(PauseWatchdog.FACE, world -> world.watchdog),
        List.of(
            Part.of("waiting", world -> world.waiting, Value::of),
            Part.of("untilPoll", world -> world.untilPoll, Value::of),
            Part.of("still", world -> world.still, Value::of),
            Part.of("calm", world -> world.calm, Value::of),
            Part.of("lost", world -> world.lost, Value::of)));
  }
}
