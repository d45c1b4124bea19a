package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.ReceiveWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * The Java side of {@code spec/uet/LossRecovery.tla}: what a source gives up because too much has
 * come after it, beside the packets of its PDC, its target's window, and a network that loses,
 * repeats, and has messages overtake each other.
 */
public final class LossRecoveryTwin implements Twin<LossRecoveryTwin.World> {
  private final Wire wire = new Wire();
  private final List<Part<World>> parts = table();
  private final int packets;
  private final int threshold;
  private final int window;
  private final int grows;
  private final int sackBits;
  private final boolean counting;
  private final boolean timeouts;
  private final int overtake;
  private final int losses;
  private final int ackLosses;
  private final int repeats;
  private final int maxAcks;

  /** A packet on its way, and how many later ones have overtaken it. */
  private record OnWay(int number, int passed) {}

  /** An acknowledgment: the bits of those that it shows begin at the one behind cack. */
  private record Ack(int cack, long shown, int count) {}

  /** Both ends, and the network. */
  public final class World implements LossRecovery.Packets {
    private final LossRecovery recovery;
    private final PacketStanding[] packet;
    private final int[] tries;
    private int acked;
    private final ReceiveWindow got;
    private final List<OnWay> data;
    private final List<Ack> acks;
    private int lost;
    private int lostAcks;
    private int repeated;

    private World() {
      recovery = new LossRecovery();
      packet = new PacketStanding[packets];
      Arrays.fill(packet, PacketStanding.NEW);
      tries = new int[packets];
      got = new ReceiveWindow();
      data = new ArrayList<>();
      acks = new ArrayList<>();
    }

    private World(World from) {
      recovery = from.recovery.copy();
      packet = from.packet.clone();
      tries = from.tries.clone();
      acked = from.acked;
      got = from.got.copy();
      data = new ArrayList<>(from.data);
      acks = new ArrayList<>(from.acks);
      lost = from.lost;
      lostAcks = from.lostAcks;
      repeated = from.repeated;
    }

    @Override
    public boolean isFlying(long number) {
      return packet[(int) number] == PacketStanding.FLYING;
    }

    @Override
    public void giveUp(long number) {
      packet[(int) number] = PacketStanding.WAITING;
    }

    private void leaves(int p) {
      packet[p] = PacketStanding.FLYING;
      tries[p]++;
      data.add(new OnWay(p, 0));
      wire.sends(() -> number(p));
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public LossRecoveryTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    packets = of.integer("Packets");
    threshold = of.integer("Threshold");
    window = of.integer("Window");
    grows = of.integer("Grows");
    sackBits = of.integer("SackBits");
    counting = of.bool("Counting");
    timeouts = of.bool("Timeouts");
    overtake = of.integer("Overtake");
    losses = of.integer("Losses");
    ackLosses = of.integer("AckLosses");
    repeats = of.integer("Repeats");
    maxAcks = of.integer("MaxAcks");
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
    Class<?> network = LossRecoveryTwin.class;
    List<Action> all = new ArrayList<>();
    all.add(Action.of(LossRecovery.class, "Transmit", "p"));
    all.add(Action.of(network, "Receive", "i", "stays"));
    all.add(Action.of(LossRecovery.class, "ReceiveAck", "i", "stays"));
    boolean counts = counting && threshold < packets;
    if (timeouts || counts && (losses > 0 || overtake >= threshold)) {
      all.add(Action.of(LossRecovery.class, "Retransmit", "p"));
    }
    if (timeouts && losses + ackLosses > 0) {
      all.add(Action.of(LossRecovery.class, "Timeout", "p"));
    }
    if (losses > 0) {
      all.add(Action.of(network, "Lose", "i"));
    }
    if (ackLosses > 0) {
      all.add(Action.of(network, "LoseAck", "i"));
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
    String recovery = world.recovery.broken();
    return recovery == null ? world.got.broken() : recovery;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int n = Constants.integer(arguments.get(0));
    boolean stays = arguments.size() > 1 && ((Value.Bool) arguments.get(1)).value();
    return switch (action) {
      case "Transmit" -> world -> transmit(world, n);
      case "Retransmit" -> world -> retransmit(world, n);
      case "Timeout" -> world -> timeout(world, n);
      case "Receive" -> on(world -> receive(world, n - 1, stays));
      case "ReceiveAck" -> world -> receiveAck(world, n - 1, stays);
      case "Lose" -> on(world -> lose(world, n - 1));
      case "LoseAck" -> on(world -> loseAck(world, n - 1));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  /** A step of what is about the kernel; false: there is nothing of the kind. */
  private static Step<World> on(Predicate<World> step) {
    return world -> Attempt.of(step.test(world));
  }

  // ---------------------------------------------------------------- source

  private static Attempt transmit(World world, int p) {
    String refused = world.recovery.transmit(p);
    if (refused == null) {
      world.leaves(p);
    }
    return Attempt.of(refused);
  }

  private static Attempt retransmit(World world, int p) {
    if (world.packet[p] != PacketStanding.WAITING) {
      return Attempt.ABSENT;
    }
    String refused = world.recovery.retransmit(p);
    if (refused == null) {
      world.leaves(p);
    }
    return Attempt.of(refused);
  }

  private Attempt receiveAck(World world, int i, boolean stays) {
    if (i >= world.acks.size() || stays && world.repeated >= repeats) {
      return Attempt.ABSENT;
    }
    Ack ack = stays ? world.acks.get(i) : world.acks.remove(i);
    wire.takes(() -> ofAck(ack));
    world.repeated += stays ? 1 : 0;
    for (int p = 0; p < packets; p++) {
      boolean isShown = p > ack.cack && (ack.shown >>> p & 1) != 0;
      if (p < ack.cack || isShown) {
        world.packet[p] = PacketStanding.DONE;
      }
    }
    int more = grows * world.acked;
    world.acked = Math.max(world.acked, ack.cack);
    boolean waits = Arrays.asList(world.packet).contains(PacketStanding.WAITING);
    return Attempt.of(
        world.recovery.receiveAck(
            ack.cack, world.acked, ack.count, waits, threshold + more, window + more, world));
  }

  private Attempt timeout(World world, int p) {
    if (!timeouts
        || !world.acks.isEmpty()
        || world.data.stream().anyMatch(onWay -> onWay.number == p)) {
      return Attempt.ABSENT;
    }
    return Attempt.of(world.recovery.timeout(p, world));
  }

  // ---------------------------------------------------------------- target and network

  private boolean receive(World world, int i, boolean stays) {
    if (i >= world.data.size()
        || stays && world.repeated >= repeats
        || world.acks.size() >= maxAcks
        || world.data.subList(0, i).stream().anyMatch(onWay -> onWay.passed >= overtake)) {
      return false;
    }
    world.repeated += stays ? 1 : 0;
    world.data.subList(0, i).replaceAll(onWay -> new OnWay(onWay.number, onWay.passed + 1));
    int number = stays ? world.data.get(i).number : world.data.remove(i).number;
    wire.takes(() -> number(number));
    world.got.add(number);
    Ack ack = ackOf(world.got);
    world.acks.add(ack);
    wire.sends(() -> ofAck(ack));
    return true;
  }

  private Ack ackOf(ReceiveWindow got) {
    int cack = (int) got.awaited();
    long bits = got.received(cack) & (1L << sackBits) - 1;
    return new Ack(cack, bits << cack, counting ? got.ahead() : LossRecovery.NOT_COMPUTED);
  }

  private boolean lose(World world, int i) {
    if (i >= world.data.size() || world.lost >= losses) {
      return false;
    }
    world.data.remove(i);
    world.lost++;
    return true;
  }

  private boolean loseAck(World world, int i) {
    if (i >= world.acks.size() || world.lostAcks >= ackLosses) {
      return false;
    }
    world.acks.remove(i);
    world.lostAcks++;
    return true;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>(Part.of(LossRecovery.FACE, world -> world.recovery));
    table.add(
        Part.of(
            "packet",
            world -> List.of(world.packet),
            packet -> byPacket(p -> Value.of(packet.get(p).name()))));
    table.add(
        Part.of(
            "tries",
            world -> Numbers.of(packets, p -> world.tries[p]),
            tries -> byPacket(p -> Value.ofExact(tries.get(p)))));
    table.add(Part.number("acked", world -> world.acked));
    table.add(Part.of("again", world -> numbers(world.recovery::again), Value::set));
    table.add(Part.of("got", world -> numbers(world.got::contains), Value::set));
    table.add(Part.of("data", world -> List.copyOf(world.data), LossRecoveryTwin::ofData));
    table.add(Part.of("acks", world -> List.copyOf(world.acks), this::ofAcks));
    table.add(Part.number("lost", world -> world.lost));
    table.add(Part.number("lostAcks", world -> world.lostAcks));
    table.add(Part.number("repeated", world -> world.repeated));
    return table;
  }

  /** The packets for which something holds. */
  private List<Value> numbers(Predicate<Long> holds) {
    List<Value> numbers = new ArrayList<>();
    for (int p = 0; p < packets; p++) {
      if (holds.test((long) p)) {
        numbers.add(Value.of(p));
      }
    }
    return numbers;
  }

  private Value byPacket(IntFunction<Value> of) {
    Map<Value, Value> byPacket = new TreeMap<>();
    for (int p = 0; p < packets; p++) {
      byPacket.put(Value.of(p), of.apply(p));
    }
    return Value.function(byPacket);
  }

  private static Value ofData(List<OnWay> data) {
    List<Value> items = new ArrayList<>();
    for (OnWay onWay : data) {
      items.add(
          Value.rec(
              Value.field("number", Value.of(onWay.number)),
              Value.field("passed", Value.of(onWay.passed))));
    }
    return Value.seq(items);
  }

  private Value ofAcks(List<Ack> acks) {
    List<Value> items = new ArrayList<>();
    acks.forEach(ack -> items.add(ofAck(ack)));
    return Value.seq(items);
  }

  private Value ofAck(Ack ack) {
    return Value.rec(
        Value.field("cack", Value.of(ack.cack)),
        Value.field("shown", Value.set(numbers(p -> (ack.shown >>> p & 1) != 0))),
        Value.field("count", Value.of(ack.count)));
  }

  private static Value number(int p) {
    return Value.rec(Value.field("number", Value.of(p)));
  }
}
