package dev.sluice.model.replay;

import dev.sluice.cc.hpcc.HpccDeparture;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReaction;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.kernel.Face;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The Java side of {@code spec/hpcc/HpccWindow.tla}: a sender and a receiver, one of which runs the
 * algorithm, and a network that keeps the order and may lose.
 */
public final class HpccWindowTwin implements Twin<HpccWindowTwin.World> {
  private final Wire wire = new Wire();
  private final HpccParams params;
  private final boolean atReceiver;
  private final int packets;
  private final int maxData;
  private final int maxAcks;
  private final int losses;
  private final boolean isCounted;

  /** Whether what counts as lost is what a third party injects. */
  private final boolean injects;

  private final List<Part<World>> parts;

  /** An acknowledgment on its way. */
  private record Ack(long seq, long w, long n) {
    private static Ack of(Value.Rec message) {
      return new Ack(
          Constants.integer(message.get("seq")),
          Constants.integer(message.get("w")),
          Constants.integer(message.get("n")));
    }

    private Value value() {
      return Value.rec(
          Value.field("n", Value.ofExact(n)),
          Value.field("seq", Value.ofExact(seq)),
          Value.field("w", Value.ofExact(w)));
    }
  }

  /** What the algorithm heard last. */
  private record Told(int u, int tau) {
    private Value value() {
      return Value.rec(Value.field("u", Value.of(u)), Value.field("tau", Value.of(tau)));
    }
  }

  /** Both ends, and the network. */
  public final class World implements HpccSender.Sink, HpccReceiver.Sink {
    private final HpccSender sender;
    private final HpccReceiver receiver;
    private final List<Long> data;
    private final List<Ack> acks;
    private int lost;
    private long done;
    private Told told;
    private long nowPs;

    private World() {
      sender = new HpccSender(params, atReceiver ? null : new HpccWindow(params), 0);
      receiver = new HpccReceiver(params, atReceiver ? new HpccWindow(params) : null, 0);
      data = new ArrayList<>();
      acks = new ArrayList<>();
      told = new Told((int) HpccWindow.ABSENT, 0);
    }

    private World(World from) {
      sender = from.sender.copy();
      receiver = from.receiver.copy();
      data = new ArrayList<>(from.data);
      acks = new ArrayList<>(from.acks);
      lost = from.lost;
      done = from.done;
      told = from.told;
      nowPs = from.nowPs;
    }

    private HpccWindow window() {
      return atReceiver ? receiver.window() : sender.window();
    }

    @Override
    public void send(long seq) {
      data.add(seq);
      wire.sends(() -> Value.ofExact(seq));
    }

    @Override
    public void acknowledge(long seq, long w, long flows) {
      Ack leaves = new Ack(seq, w, flows);
      acks.add(leaves);
      wire.sends(leaves::value);
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public HpccWindowTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    params =
        new HpccParams(
            of.integer("One"),
            of.integer("Eta"),
            of.integer("MaxU"),
            of.integer("MaxStage"),
            HpccReaction.valueOf(of.string("Reacts")),
            HpccDeparture.valueOf(of.string("LeavesIf")),
            of.integer("T"),
            of.integer("WInit"),
            of.integer("Wai"),
            of.integer("MinW"),
            of.bool("Bounded"),
            of.integer("Size"),
            of.integer("Modulus"));
    atReceiver = of.string("Form").equals("RECEIVER");
    packets = of.integer("Packets");
    maxData = of.integer("MaxData");
    maxAcks = of.integer("MaxAcks");
    losses = of.integer("Losses");
    isCounted = !of.items("Counts").isEmpty();
    injects = of.has("Windows");
    parts = table();
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
    List<Action> all = new ArrayList<>();
    all.add(Action.of(HpccSender.class, HpccSender.TRANSMIT));
    all.add(Action.of(HpccSender.class, HpccSender.RECEIVE_ACK));
    all.add(Action.of(HpccReceiver.class, HpccReceiver.RECEIVE));
    if (isCounted) {
      all.add(Action.of(HpccReceiver.class, HpccReceiver.COUNT));
    }
    all.add(Action.of(HpccWindowTwin.class, "Tick", "time"));
    if (losses > 0) {
      all.add(Action.of(HpccSender.class, HpccSender.GO_BACK));
      all.addAll(
          injects
              ? List.of(Action.of(HpccWindowTwin.class, "Inject", "a"))
              : Action.each(HpccWindowTwin.class, List.of("LoseData", "LoseAck")));
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
    String sender = world.sender.broken();
    return sender == null ? world.receiver.broken() : sender;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "Transmit" -> this::transmit;
      case "ReceiveAck" -> {
        Told telemetry = telemetry(arguments);
        yield world -> receiveAck(world, telemetry);
      }
      case "GoBack" ->
          world ->
              Attempt.of(world.data.isEmpty() && world.acks.isEmpty(), () -> world.sender.goBack());
      case "Receive" -> {
        Told telemetry = telemetry(arguments);
        yield world -> receive(world, telemetry);
      }
      case "Count" -> {
        int flows = Constants.integer(arguments.get(0));
        yield world -> Attempt.of(world.receiver.count(flows));
      }
      case "LoseData" -> world -> Attempt.of(loses(world, world.data));
      case "LoseAck" -> world -> Attempt.of(loses(world, world.acks));
      case "Inject" -> {
        Ack forged = Ack.of((Value.Rec) arguments.get(0));
        yield world -> Attempt.of(inject(world, forged));
      }
      case "Tick" -> {
        int time = Constants.integer(arguments.get(0));
        yield world -> Attempt.of(tick(world, time));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private static Told telemetry(List<Value> arguments) {
    return new Told(Constants.integer(arguments.get(0)), Constants.integer(arguments.get(1)));
  }

  private Attempt transmit(World world) {
    return Attempt.of(
        world.done + world.sender.inFlight() < packets && world.data.size() < maxData,
        () -> world.sender.transmit(world.nowPs, world));
  }

  private Attempt receiveAck(World world, Told telemetry) {
    if (world.acks.isEmpty()) {
      return Attempt.ABSENT;
    }
    Ack came = world.acks.get(0);
    long una = world.sender.sndUna();
    String refused = world.sender.receiveAck(came.seq, came.w, came.n, telemetry.u, telemetry.tau);
    if (refused == null) {
      world.acks.remove(0);
      wire.takes(came::value);
      world.done += Math.floorMod(world.sender.sndUna() - una, params.modulus());
      world.told = atReceiver ? world.told : telemetry;
    }
    return Attempt.of(refused);
  }

  private Attempt receive(World world, Told telemetry) {
    if (world.data.isEmpty() || world.acks.size() == maxAcks) {
      return Attempt.ABSENT;
    }
    long came = world.data.get(0);
    String refused = world.receiver.receive(world.nowPs, came, telemetry.u, telemetry.tau, world);
    if (refused == null) {
      world.data.remove(0);
      wire.takes(() -> Value.ofExact(came));
      world.told = atReceiver ? telemetry : world.told;
    }
    return Attempt.of(refused);
  }

  private boolean loses(World world, List<?> queue) {
    if (world.lost == losses || queue.isEmpty()) {
      return false;
    }
    queue.remove(0);
    world.lost++;
    return true;
  }

  /** A third party acknowledges a packet that has been sent, as far as the transport can tell. */
  @Requirement({"HPCC-4", "HPCC-10"})
  private boolean inject(World world, Ack forged) {
    long behind = Math.floorMod(world.sender.sndNxt() - forged.seq, params.modulus());
    if (world.lost == losses || !world.acks.isEmpty() || behind > packets + 1) {
      return false;
    }
    world.acks.add(forged);
    world.lost++;
    return true;
  }

  /** Time passes. */
  @Requirement({"HPCC-5", "HPCC-11"})
  private boolean tick(World world, long time) {
    world.nowPs += time;
    return true;
  }

  private List<Part<World>> table() {
    return List.of(
        record("c", HpccWindow.FACE, World::window),
        record("s", HpccSender.FACE, w -> w.sender),
        record("r", HpccReceiver.FACE, w -> w.receiver),
        Part.of(
            "data",
            w -> List.copyOf(w.data),
            data -> Value.seq(data.stream().<Value>map(Value::ofExact).toList())),
        Part.of(
            "acks",
            w -> List.copyOf(w.acks),
            acks -> Value.seq(acks.stream().map(Ack::value).toList())),
        Part.number("lost", w -> w.lost),
        Part.number("done", w -> w.done),
        Part.of("told", w -> w.told, Told::value));
  }

  /** A variable that is the record of all that a face shows. */
  private static <K> Part<World> record(String name, Face<K> face, Function<World, K> kernel) {
    return Part.of(
        name,
        world -> {
          long[] numbers = new long[face.shown().size()];
          face.read(kernel.apply(world), world.nowPs, numbers, 0);
          return new Numbers(numbers);
        },
        numbers -> new Value.Rec(numbers.fields(face, 0)));
  }
}
