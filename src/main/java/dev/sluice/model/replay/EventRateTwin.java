package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.integer;

import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.RttResponder;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The Java side of {@code spec/ldcp/EventRate.tla}: a sender, a receiver that answers requests and
 * tells of marks, and a network that loses messages, carries them twice or late, so many in all.
 */
public final class EventRateTwin implements Twin<EventRateTwin.World> {
  private final Wire wire = new Wire();
  private final RttResponder responder = new RttResponder();
  private final EventRate.Params params;
  private final long startWindow;
  private final int numbers;
  private final boolean hasOthers;
  private final int mostMarks;
  private final int mostFaults;
  private final boolean timePasses;
  private final boolean isChaos; // whether the receiver is a chaos peer
  private final List<Part<World>> parts;

  /** A sender, its receiver, and the network. */
  public final class World implements EventRate.Sink {
    private final EventRate sender;
    private final int[] requests;
    private final int[] responses;
    private int cnps;
    private int faults;
    private int marks;
    private int cuts;
    private long nowPs;

    private World() {
      sender = new EventRate(params, startWindow);
      requests = new int[numbers];
      responses = new int[numbers];
    }

    private World(World from) {
      sender = from.sender.copy();
      requests = from.requests.clone();
      responses = from.responses.clone();
      cnps = from.cnps;
      faults = from.faults;
      marks = from.marks;
      cuts = from.cuts;
      nowPs = from.nowPs;
    }

    @Override
    public void request(long number) {
      requests[(int) number]++;
      wire.sends(() -> message("REQUEST", (int) number));
    }

    @Override
    public void pace(long rate) {
      // what leaves is not in the model: the sender shows its rate
    }

    private boolean isFree(long number) {
      return requests[(int) number] + responses[(int) number] == 0;
    }
  }

  /** A message that comes into the network, or goes out of it. */
  private interface Change {
    void apply(World world);
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public EventRateTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    numbers = of.integer("Numbers");
    params =
        new EventRate.Params(
            of.integer("One"),
            of.integer("Alpha"),
            of.integer("Beta"),
            of.integer("MinWindow"),
            of.integer("MaxWindow"),
            of.integer("BaseRtt"),
            of.integer("ResponseTime"),
            of.integer("RatePer"),
            numbers);
    startWindow = of.integer("StartWindow");
    hasOthers = !of.items("Others").isEmpty();
    mostMarks = of.integer("Marks");
    mostFaults = of.integer("Faults");
    timePasses = !of.items("Elapsed").isEmpty();
    isChaos = of.has("Liar");
    parts = table();
  }

  private static Value message(String kind, int number) {
    return Value.rec(Value.field("kind", Value.of(kind)), Value.field("number", Value.of(number)));
  }

  @Override
  public Wire wire() {
    return wire;
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    Class<?> network = EventRateTwin.class;
    List<Action> all = new ArrayList<>();
    all.add(Action.of(EventRate.class, EventRate.REQUEST));
    all.add(Action.of(EventRate.class, EventRate.RECEIVE_RESPONSE));
    all.add(Action.of(network, isChaos ? "Inject" : "Respond", "number"));
    if (hasOthers) {
      all.add(Action.of(EventRate.class, EventRate.OTHER_EVENT));
    }
    if (mostMarks > 0) {
      all.add(Action.of(EventRate.class, EventRate.RECEIVE_CNP));
      all.add(Action.of(network, "Notify", "k"));
    }
    if (mostFaults > 0 && !isChaos) {
      all.add(Action.of(network, "LoseRequest", "number"));
      all.add(Action.of(network, "RepeatRequest", "number"));
      all.add(Action.of(network, "LoseResponse", "number"));
      all.add(Action.of(network, "RepeatResponse", "number"));
    }
    if (mostFaults > 0 && mostMarks > 0 && !isChaos) {
      all.add(Action.of(network, "LoseCnp"));
      all.add(Action.of(network, "RepeatCnp"));
    }
    if (timePasses) {
      all.add(Action.of(network, "Tick", "time"));
    }
    if (timePasses && mostFaults > 0) {
      all.add(Action.of(EventRate.class, EventRate.TIMEOUT));
    }
    return all;
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
    return world.sender.broken();
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int at =
        arguments.isEmpty() || !(arguments.get(0) instanceof Value.Int)
            ? 0
            : integer(arguments.get(0));
    return switch (action) {
      case "Request" ->
          world ->
              Attempt.of(
                  world.isFree(world.sender.number()),
                  () -> world.sender.request(world.nowPs, world));
      case "ReceiveResponse" -> world -> receiveResponse(world, at);
      case "Timeout" -> world -> Attempt.of(world.sender.timeout(world.nowPs));
      case "ReceiveCnp" -> this::receiveCnp;
      case "OtherEvent" -> {
        EventRate.Event event = EventRate.Event.valueOf(Constants.string(arguments.get(0)));
        yield world -> Attempt.of(world.sender.otherEvent(event));
      }
      case "Respond" -> world -> respond(world, at);
      case "Inject" -> world -> Attempt.of(inject(world, at));
      case "Notify" -> world -> Attempt.of(notify(world, at));
      case "LoseRequest" -> world -> fails(world, world.requests[at], w -> w.requests[at]--);
      case "RepeatRequest" -> world -> fails(world, world.requests[at], w -> w.requests[at]++);
      case "LoseResponse" -> world -> fails(world, world.responses[at], w -> w.responses[at]--);
      case "RepeatResponse" -> world -> fails(world, world.responses[at], w -> w.responses[at]++);
      case "LoseCnp" -> world -> fails(world, world.cnps, w -> w.cnps--);
      case "RepeatCnp" -> world -> fails(world, world.cnps, w -> w.cnps++);
      case "Tick" -> world -> Attempt.of(tick(world, at));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Attempt receiveResponse(World world, int number) {
    if (world.responses[number] == 0) {
      return Attempt.ABSENT;
    }
    world.responses[number]--;
    wire.takes(() -> message("RESPONSE", number));
    return Attempt.of(world.sender.receiveResponse(world.nowPs, number, world));
  }

  private Attempt receiveCnp(World world) {
    if (world.cnps == 0) {
      return Attempt.ABSENT;
    }
    world.cnps--;
    world.cuts++;
    wire.takes(() -> Value.rec(Value.field("kind", Value.of("CNP"))));
    return Attempt.of(world.sender.receiveCnp(world));
  }

  // ---------------------------------------------------------------- receiver, network and time

  /** The receiver's NIC answers a request at once. */
  @Requirement("LDCP-13")
  private Attempt respond(World world, int number) {
    if (world.requests[number] == 0) {
      return Attempt.ABSENT;
    }
    world.requests[number]--;
    responder.respond(number, answered -> world.responses[(int) answered]++);
    wire.takes(() -> message("REQUEST", number));
    wire.sends(() -> message("RESPONSE", number));
    return Attempt.TAKEN;
  }

  /** A chaos peer answers a request, whether it has come or not. */
  @Requirement("LDCP-13")
  private static boolean inject(World world, int number) {
    if (world.responses[number] > 0) {
      return false;
    }
    world.responses[number] = 1;
    world.requests[number] = 0;
    return true;
  }

  /** Of so many marked packets one CNP tells. */
  @Requirement("LDCP-13")
  private boolean notify(World world, int k) {
    if (world.marks + k > mostMarks) {
      return false;
    }
    world.marks += k;
    world.cnps++;
    wire.sends(() -> Value.rec(Value.field("kind", Value.of("CNP"))));
    return true;
  }

  private Attempt fails(World world, int onWay, Change change) {
    if (onWay == 0 || world.faults == mostFaults) {
      return Attempt.ABSENT;
    }
    world.faults++;
    change.apply(world);
    return Attempt.TAKEN;
  }

  /** Time passes; beyond the wait for what is under way only as one of the network's faults. */
  @Requirement("LDCP-13")
  private boolean tick(World world, long time) {
    EventRate sender = world.sender;
    boolean late =
        sender.isOut()
            && world.nowPs < sender.timerPs()
            && world.nowPs + time >= sender.timerPs()
            && !world.isFree(sender.number());
    if (late && world.faults == mostFaults) {
      return false;
    }
    world.faults += late ? 1 : 0;
    world.nowPs += time;
    return true;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    return List.of(
        Part.of("w", EventRateTwin::read, EventRateTwin::value),
        byNumber("requests", w -> w.requests),
        byNumber("responses", w -> w.responses),
        Part.number("cnps", w -> w.cnps),
        Part.number("faults", w -> w.faults),
        Part.number("marks", w -> w.marks),
        Part.number("cuts", w -> w.cuts));
  }

  private static Numbers read(World world) {
    long[] numbers = new long[EventRate.FACE.shown().size()];
    EventRate.FACE.read(world.sender, world.nowPs, numbers, 0);
    return new Numbers(numbers);
  }

  private static Value value(Numbers numbers) {
    return new Value.Rec(numbers.fields(EventRate.FACE, 0));
  }

  private Part<World> byNumber(String name, Function<World, int[]> of) {
    return Part.of(
        name,
        world -> Numbers.of(numbers, n -> of.apply(world)[n]),
        counts -> {
          Map<Value, Value> entries = new HashMap<>();
          for (int n = 0; n < numbers; n++) {
            entries.put(Value.of(n), Value.ofExact(counts.get(n)));
          }
          return Value.function(entries);
        });
  }
}
