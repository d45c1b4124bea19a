package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.integer;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.NotEctLimit;
import dev.sluice.cc.PortVerdict;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.FastStart.RoundEnd;
import dev.sluice.cc.ldcp.FastStart.TailOf;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The Java side of {@code spec/ldcp/FastStart.tla}: a sender for each flow, the queue of a switch
 * before which they meet, and receivers that take packets in order.
 */
public final class FastStartTwin implements Twin<FastStartTwin.World> {
  private final Wire wire = new Wire();
  private final int[][] ends;
  private final boolean atOnce;
  private final Set<Integer> stable;
  private final FastStart.Params params;
  private final NotEctLimit port;
  private final int bufMax;
  private final int maxAcks;
  private final int ackLosses;
  private final int overtake;
  private final boolean timePasses;
  private final boolean isChaos; // whether all receivers are chaos peers
  private final List<Part<World>> parts;

  /** A packet that waits: its flow, from 0, its number and its codepoint. */
  private record Packet(int flow, long psn, int ecn) {
    private Value value() {
      return Value.rec(
          Value.field("flow", Value.of(flow + 1)),
          Value.field("psn", Value.ofExact(psn)),
          Value.field("ecn", Value.of(ecn == Ecn.ECT_0 ? "ECT_0" : "NOT_ECT")));
    }
  }

  /** An acknowledgment on its way. */
  private record Ack(int flow, boolean nak, long psn) {
    private Value value() {
      return Value.rec(
          Value.field("flow", Value.of(flow + 1)),
          Value.field("nak", Value.of(nak)),
          Value.field("psn", Value.ofExact(psn)));
    }
  }

  /** All senders, the switch, and the receivers. */
  public final class World implements FastStart.Sink {
    private final FastStart[] senders;
    private final int[] posted;
    private final long[] expected;
    private final boolean[] nakked;
    private final long[] early;
    private final List<Packet> queue;
    private final List<Ack> acks;
    private int lost;
    private long nowPs;

    /** The flow that sends. */
    private int hand;

    private World() {
      int n = ends.length;
      senders = new FastStart[n];
      Arrays.setAll(senders, f -> new FastStart(params, stable.contains(f)));
      posted = new int[n];
      expected = new long[n];
      nakked = new boolean[n];
      early = new long[n];
      queue = new ArrayList<>();
      acks = new ArrayList<>();
    }

    private World(World from) {
      senders = from.senders.clone();
      Arrays.setAll(senders, f -> from.senders[f].copy());
      posted = from.posted.clone();
      expected = from.expected.clone();
      nakked = from.nakked.clone();
      early = from.early.clone();
      queue = new ArrayList<>(from.queue);
      acks = new ArrayList<>(from.acks);
      lost = from.lost;
      nowPs = from.nowPs;
    }

    @Override
    @Requirement({"LDCP-8", "LDCP-16"})
    public void send(long psn, int ecn) {
      Packet leaves = new Packet(hand, psn, ecn);
      PortVerdict verdict = port.onEnqueue(queue.size(), bufMax - queue.size(), 1, ecn, 0);
      if (verdict != PortVerdict.DROP && queue.size() < bufMax) {
        queue.add(leaves);
      }
      wire.sends(leaves::value);
      boolean fast = senders[hand].stage() == FastStart.Stage.FAST;
      boolean tail = isLast(hand, psn) || psn + 1 == params.iw();
      early[hand] += fast && ecn == Ecn.ECT_0 && !tail ? 1 : 0;
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public FastStartTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    ends = of.items("Messages").stream().map(FastStartTwin::ends).toArray(int[][]::new);
    atOnce = of.bool("AtOnce");
    stable = new HashSet<>();
    of.items("Stable").forEach(one -> stable.add(integer(one) - 1));
    params =
        new FastStart.Params(
            of.integer("Iw"),
            TailOf.valueOf(of.string("TailOf")),
            RoundEnd.valueOf(of.string("RoundEnd")),
            of.integer("BaseRtt"),
            of.integer("Rto"));
    port = new NotEctLimit(of.integer("K"), (queue, free, frame, ecn, draw) -> PortVerdict.PASS);
    bufMax = of.integer("BufMax");
    maxAcks = of.integer("MaxAcks");
    ackLosses = of.integer("AckLosses");
    overtake = of.integer("Overtake");
    timePasses = !of.items("Elapsed").isEmpty();
    isChaos = of.has("Told");
    parts = table();
  }

  private static int[] ends(Value messages) {
    int[] lengths = Constants.items(messages).stream().mapToInt(Constants::integer).toArray();
    Arrays.parallelPrefix(lengths, Integer::sum);
    return lengths;
  }

  private boolean isLast(int flow, long psn) {
    return Arrays.stream(ends[flow]).anyMatch(end -> psn + 1 == end);
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
    Class<?> network = FastStartTwin.class;
    List<Action> all = new ArrayList<>();
    all.add(Action.of(network, "Post", "f"));
    all.add(Action.of(FastStart.class, FastStart.TRANSMIT, "f"));
    if (isChaos) {
      all.add(Action.of(network, "Inject", "m"));
    } else {
      all.add(Action.of(FastStart.class, FastStart.RECEIVE_ACK, "i"));
      all.add(Action.of(network, "Deliver"));
    }
    if (timePasses) {
      all.add(Action.of(network, "Tick", "time"));
    }
    if (timePasses && params.rtoPs() > 0) {
      all.add(Action.of(FastStart.class, FastStart.TIMEOUT, "f"));
    }
    if (ackLosses > 0) {
      all.add(Action.of(network, "LoseAck"));
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
    for (FastStart sender : world.senders) {
      if (sender.broken() != null) {
        return sender.broken();
      }
    }
    return null;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Inject")) {
      Value.Rec forged = (Value.Rec) arguments.get(0);
      boolean nak = ((Value.Bool) forged.get("nak")).value();
      Ack sent = new Ack(integer(forged.get("flow")) - 1, nak, integer(forged.get("psn")));
      return world -> inject(world, sent);
    }
    int at = arguments.isEmpty() ? 0 : integer(arguments.get(0));
    return switch (action) {
      case "Post" -> world -> Attempt.of(post(world, at - 1));
      case "Transmit" -> world -> transmit(world, at - 1);
      case "ReceiveAck" -> world -> receiveAck(world, at - 1);
      case "Timeout" -> world -> Attempt.of(world.senders[at - 1].timeout(world.nowPs));
      case "Deliver" -> world -> Attempt.of(deliver(world));
      case "LoseAck" -> world -> Attempt.of(loseAck(world));
      case "Tick" -> world -> Attempt.of(tick(world, at));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private boolean post(World world, int flow) {
    if (world.posted[flow] == ends[flow].length) {
      return false;
    }
    world.posted[flow] = atOnce ? ends[flow].length : world.posted[flow] + 1;
    return true;
  }

  private Attempt transmit(World world, int flow) {
    FastStart sender = world.senders[flow];
    int posted = world.posted[flow];
    if (posted == 0 || sender.next() >= ends[flow][posted - 1]) {
      return Attempt.ABSENT;
    }
    world.hand = flow;
    boolean more = sender.next() + 1 < ends[flow][posted - 1];
    return Attempt.of(sender.transmit(world.nowPs, isLast(flow, sender.next()), more, world));
  }

  private Attempt receiveAck(World world, int i) {
    if (i >= world.acks.size() || i > overtake) {
      return Attempt.ABSENT;
    }
    Ack came = world.acks.remove(i);
    wire.takes(came::value);
    return Attempt.of(world.senders[came.flow].receiveAck(world.nowPs, came.nak, came.psn));
  }

  /** The chaos peer of a flow takes all that has left, and its message comes now. */
  @Requirement("LDCP-10")
  private Attempt inject(World world, Ack sent) {
    FastStart sender = world.senders[sent.flow];
    if (sender.stage() == FastStart.Stage.STABLE) {
      return Attempt.ABSENT;
    }
    world.queue.clear();
    wire.takes(sent::value);
    return Attempt.of(sender.receiveAck(world.nowPs, sent.nak, sent.psn));
  }

  /** A packet comes out of the queue to a receiver that takes packets in order. */
  @Requirement("LDCP-9")
  private boolean deliver(World world) {
    if (world.queue.isEmpty()) {
      return false;
    }
    Packet came = world.queue.get(0);
    int flow = came.flow;
    boolean gap = came.psn > world.expected[flow];
    boolean answers = !gap || !world.nakked[flow];
    if (answers && world.acks.size() == maxAcks) {
      return false;
    }
    world.queue.remove(0);
    wire.takes(came::value);
    if (came.psn >= world.expected[flow]) {
      world.nakked[flow] = gap;
    }
    world.expected[flow] += came.psn == world.expected[flow] ? 1 : 0;
    if (answers) {
      Ack leaves = new Ack(flow, gap, world.expected[flow]);
      world.acks.add(leaves);
      wire.sends(leaves::value);
    }
    return true;
  }

  private boolean loseAck(World world) {
    if (world.acks.isEmpty() || world.lost >= ackLosses) {
      return false;
    }
    world.acks.remove(0);
    world.lost++;
    return true;
  }

  /** Time passes. */
  @Requirement({"LDCP-9", "LDCP-11"})
  private boolean tick(World world, long time) {
    world.nowPs += time;
    return true;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    int n = ends.length;
    return List.of(
        Part.of("s", FastStartTwin::read, this::senders),
        row("posted", w -> Numbers.of(n, f -> w.posted[f])),
        row("expected", w -> Numbers.of(n, f -> w.expected[f])),
        Part.of(
            "nakked",
            w -> Numbers.of(n, f -> w.nakked[f] ? 1 : 0),
            numbers -> seq(f -> Value.of(numbers.get(f) == 1))),
        Part.of(
            "queue",
            w -> List.copyOf(w.queue),
            all -> Value.seq(all.stream().map(Packet::value).toList())),
        Part.of(
            "acks",
            w -> List.copyOf(w.acks),
            all -> Value.seq(all.stream().map(Ack::value).toList())),
        Part.number("lost", w -> w.lost),
        row("early", w -> Numbers.of(n, f -> w.early[f])));
  }

  private static Numbers read(World world) {
    int fields = FastStart.FACE.shown().size();
    long[] numbers = new long[fields * world.senders.length];
    for (int f = 0; f < world.senders.length; f++) {
      FastStart.FACE.read(world.senders[f], world.nowPs, numbers, f * fields);
    }
    return new Numbers(numbers);
  }

  private Value senders(Numbers numbers) {
    int fields = FastStart.FACE.shown().size();
    return seq(f -> new Value.Rec(numbers.fields(FastStart.FACE, f * fields)));
  }

  private Part<World> row(String name, Function<World, Numbers> of) {
    return Part.of(name, of, numbers -> seq(f -> Value.ofExact(numbers.get(f))));
  }

  private Value seq(IntFunction<Value> value) {
    List<Value> items = new ArrayList<>();
    for (int f = 0; f < ends.length; f++) {
      items.add(value.apply(f));
    }
    return Value.seq(items);
  }
}
