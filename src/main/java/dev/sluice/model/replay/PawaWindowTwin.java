package dev.sluice.model.replay;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaParams.TimerRtt;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The Java side of {@code spec/ldcp/PawaWindow.tla}: a sender's window, its receiver, and a network
 * that keeps the order of acknowledgments, and loses all that is on its way at a time.
 */
public final class PawaWindowTwin implements Twin<PawaWindowTwin.World> {
  private final Wire wire = new Wire();
  private final PawaParams params;
  private final AckPolicy.Params policy;
  private final long startCw;
  private final int startInFlight;
  private final int naks;
  private final int timeouts;
  private final int packets;
  private final int maxData;
  private final int maxAcks;
  private final boolean isChaos; // whether the receiver is a chaos peer
  private final List<Part<World>> parts;

  /** An acknowledgment on its way. */
  private record Ack(long n, boolean ece) {
    private Value value() {
      return Value.rec(Value.field("n", Value.ofExact(n)), Value.field("ece", Value.of(ece)));
    }
  }

  /** Both ends, and the network. */
  public final class World implements PawaWindow.Sink, AckPolicy.Sink {
    private final PawaWindow window;
    private final AckPolicy receiver;
    private final List<Ack> acks;
    private long sent;
    private long acked;
    private long data;

    /** Whether all packets left with a codepoint that a switch can mark. */
    private boolean markable = true;

    private long marks;
    private long told;
    private long naksSoFar;
    private long timeoutsSoFar;
    private long nowPs;

    private World() {
      window = new PawaWindow(params, startCw, startInFlight, 0);
      sent = startInFlight;
      data = startInFlight;
      receiver = new AckPolicy(policy);
      acks = new ArrayList<>();
    }

    private World(World from) {
      window = from.window.copy();
      receiver = from.receiver.copy();
      acks = new ArrayList<>(from.acks);
      sent = from.sent;
      acked = from.acked;
      data = from.data;
      markable = from.markable;
      marks = from.marks;
      told = from.told;
      naksSoFar = from.naksSoFar;
      timeoutsSoFar = from.timeoutsSoFar;
      nowPs = from.nowPs;
    }

    @Override
    @Requirement("LDCP-8")
    public void send(int ecn) {
      markable &= Ecn.canBeMarked(ecn);
      sent++;
      data++;
    }

    @Override
    public void acknowledge(long n, boolean ece) {
      Ack leaves = new Ack(n, ece);
      acks.add(leaves);
      told += ece ? n : 0;
      wire.sends(leaves::value);
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public PawaWindowTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    params =
        new PawaParams(
            of.integer("One"),
            of.integer("Alpha"),
            of.integer("Beta"),
            of.integer("Gamma"),
            of.integer("MaxCw"),
            of.bool("Floor"),
            of.integer("BaseRtt"),
            of.integer("MaxRtt"),
            TimerRtt.valueOf(of.string("TimerRtt")));
    policy = new AckPolicy.Params(of.integer("DelayUpTo"), of.bool("CleanFirst"));
    startCw = of.integer("StartCw");
    startInFlight = of.integer("StartInFlight");
    naks = of.integer("Naks");
    timeouts = of.integer("Timeouts");
    packets = of.integer("Packets");
    maxData = of.integer("MaxData");
    maxAcks = of.integer("MaxAcks");
    isChaos = of.has("Merged");
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
    for (dev.sluice.kernel.Action action : PawaWindow.FACE.actions()) {
      boolean never =
          action == PawaWindow.GO_BACK && naks == 0
              || action == PawaWindow.TIMEOUT && timeouts == 0;
      if (!never) {
        all.add(Action.of(PawaWindow.class, action));
      }
    }
    if (isChaos) {
      all.add(Action.of(PawaWindowTwin.class, "Inject", "a"));
    } else {
      all.add(Action.of(AckPolicy.class, AckPolicy.RECEIVE));
    }
    if (policy.delayUpTo() > 1) {
      all.add(Action.of(AckPolicy.class, AckPolicy.FLUSH));
    }
    all.add(Action.of(PawaWindowTwin.class, "Tick", "time"));
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
    String window = world.window.broken();
    return window == null ? world.receiver.broken() : window;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "Transmit" -> this::transmit;
      case "ReceiveAck" -> {
        int rtt = Constants.integer(arguments.get(0));
        yield world -> receiveAck(world, rtt);
      }
      case "Receive" -> {
        boolean ce = ((Value.Bool) arguments.get(0)).value();
        boolean busy = ((Value.Bool) arguments.get(1)).value();
        yield world -> receive(world, ce, busy);
      }
      case "Flush" ->
          world -> Attempt.of(world.acks.size() < maxAcks, () -> world.receiver.flush(world));
      case "GoBack" ->
          world -> {
            boolean told = world.naksSoFar < naks && world.receiver.held() == 0;
            return Attempt.of(told && world.acks.isEmpty(), () -> goBack(world));
          };
      case "Timeout" ->
          world ->
              Attempt.of(
                  world.timeoutsSoFar < timeouts && world.receiver.held() == 0,
                  () -> timeout(world));
      case "Inject" -> {
        Value.Rec forged = (Value.Rec) arguments.get(0);
        Ack ack =
            new Ack(Constants.integer(forged.get("n")), ((Value.Bool) forged.get("ece")).value());
        yield world -> Attempt.of(inject(world, ack));
      }
      case "Tick" -> {
        int time = Constants.integer(arguments.get(0));
        yield world -> Attempt.of(tick(world, time));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Attempt transmit(World world) {
    return Attempt.of(
        world.sent < packets && world.data < maxData,
        () -> world.window.transmit(world.nowPs, world));
  }

  private Attempt receiveAck(World world, int rtt) {
    if (world.acks.isEmpty()) {
      return Attempt.ABSENT;
    }
    Ack came = world.acks.get(0);
    String refused = world.window.receiveAck(came.n, came.ece, rtt);
    if (refused == null) {
      world.acks.remove(0);
      wire.takes(came::value);
      world.acked += came.n;
    }
    return Attempt.of(refused);
  }

  /** A receiver acknowledges as many packets as it likes. */
  @Requirement({"LDCP-2", "LDCP-3"})
  private static boolean inject(World world, Ack forged) {
    if (!world.acks.isEmpty()) {
      return false;
    }
    world.acks.add(forged);
    world.data = Math.max(0, world.data - forged.n);
    return true;
  }

  private Attempt receive(World world, boolean ce, boolean busy) {
    if (world.data == 0
        || ce && !world.markable
        || world.acks.size() + world.receiver.answers(ce, busy) > maxAcks) {
      return Attempt.ABSENT;
    }
    world.data--;
    world.marks += ce ? 1 : 0;
    return Attempt.of(world.receiver.receive(ce, busy, world));
  }

  private static String goBack(World world) {
    String refused = world.window.goBack();
    if (refused == null) {
      world.naksSoFar++;
      lose(world);
    }
    return refused;
  }

  private static String timeout(World world) {
    String refused = world.window.timeout();
    if (refused == null) {
      world.timeoutsSoFar++;
      world.acks.clear();
      lose(world);
    }
    return refused;
  }

  /** All that is on its way is lost, and to be sent again. */
  private static void lose(World world) {
    world.sent = world.acked;
    world.data = 0;
  }

  /** Time passes. */
  @Requirement("LDCP-7")
  private boolean tick(World world, long time) {
    world.nowPs += time;
    return true;
  }

  private List<Part<World>> table() {
    return Twin.all(
        List.of(
            Part.of("w", PawaWindowTwin::read, PawaWindowTwin::value),
            Part.number("sent", w -> w.sent),
            Part.number("acked", w -> w.acked),
            Part.number("data", w -> w.data),
            Part.of(
                "acks",
                w -> List.copyOf(w.acks),
                acks -> Value.seq(acks.stream().map(Ack::value).toList())),
            Part.number("marks", w -> w.marks),
            Part.number("told", w -> w.told),
            Part.number("naks", w -> w.naksSoFar),
            Part.number("timeouts", w -> w.timeoutsSoFar)),
        Part.of(AckPolicy.FACE, w -> w.receiver));
  }

  private static Numbers read(World world) {
    long[] numbers = new long[PawaWindow.FACE.shown().size()];
    PawaWindow.FACE.read(world.window, world.nowPs, numbers, 0);
    return new Numbers(numbers);
  }

  private static Value value(Numbers numbers) {
    return new Value.Rec(numbers.fields(PawaWindow.FACE, 0));
  }
}
