package dev.sluice.model.replay;

import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The Java side of {@code spec/uet/CccScheduling.tla}: one CCC's scheduling, what its algorithms
 * allow, its PDCs with their packets, and a network that may lose them.
 *
 * <p>What NSCC and RCCC decide is an argument of the model's steps, and so is the packet for which
 * they are asked; both are so here.
 */
public final class CccSchedulingTwin implements Twin<CccSchedulingTwin.World> {
  private static final PacketStanding[] STANDINGS = PacketStanding.values();

  private static final List<String> STEPS = List.of("Nscc", "Mark", "Rccc", "Settle");

  private static final List<Action> ACTIONS =
      List.of(
          Action.of(CccScheduling.class, CccScheduling.NEW_DATA, "x"),
          Action.of(CccScheduling.class, CccScheduling.SEND, "p"),
          Action.of(CccScheduling.class, CccScheduling.ACK, "S"),
          Action.of(CccScheduling.class, CccScheduling.NACK, "p"),
          Action.of(CccScheduling.class, CccScheduling.INFER_LOSS, "p"),
          Action.of(CccScheduling.class, CccScheduling.CREDIT_UPDATE),
          Action.of(CccScheduling.class, CccScheduling.NSCC_STEP, "w"),
          Action.of(CccScheduling.class, CccScheduling.MARK_STEP, "size", "cost"),
          Action.of(CccScheduling.class, CccScheduling.RCCC_STEP, "c"),
          Action.of(CccScheduling.class, CccScheduling.SETTLE_STEP, "size", "cost"),
          Action.of(CccSchedulingTwin.class, "Lose", "p"));

  private final List<Part<World>> parts = table();
  private final List<String> pdcs;

  /** The index of each PDC's first packet, and behind the last one how many there are. */
  private final int[] firsts;

  private final int mtu;
  private final int maxCopies;
  private final boolean overdraft;
  private final SendPermission permission;
  private final int initialWindow;
  private final int initialCredit;

  /** About which packet the algorithms are asked. */
  private record Asked(int size, int cost) {}

  /** The CCC, its algorithms, its packets, and the network. */
  public final class World implements CccScheduling.Work, CccScheduling.Sink {
    private final CccScheduling ccc;
    private long window = initialWindow;
    private long nsccInflight;
    private long credit = initialCredit;

    /** About which packet the model asks in the action at hand. */
    private Asked asked;

    /** Of each PDC what is left of each message, to be sent for the first time. */
    private final List<List<Integer>> queue = new ArrayList<>();

    /** By packet; {@link PacketStanding#NEW} for one that was not sent. */
    private final PacketStanding[] standings;

    /** By packet, of those that were sent. */
    private final int[] sizes;

    private final int[] copies;

    /** The packet that the CCC is called for. */
    private int inHand;

    private World(int packets) {
      ccc = new CccScheduling(permission);
      pdcs.forEach(pdc -> queue.add(new ArrayList<>()));
      standings = new PacketStanding[packets];
      Arrays.fill(standings, PacketStanding.NEW);
      sizes = new int[packets];
      copies = new int[packets];
    }

    private World(World from) {
      ccc = from.ccc.copy();
      window = from.window;
      nsccInflight = from.nsccInflight;
      credit = from.credit;
      from.queue.forEach(messages -> queue.add(new ArrayList<>(messages)));
      standings = from.standings.clone();
      sizes = from.sizes.clone();
      copies = from.copies.clone();
    }

    @Override
    public void stands(PacketStanding standing) {
      standings[inHand] = standing;
    }

    @Override
    public void sent(long size) {
      copies[inHand]++;
      nsccInflight += size;
      credit -= overdraft ? size : ccc.nextCost();
    }

    @Override
    public long window() {
      return window;
    }

    @Override
    public long inflight() {
      return nsccInflight;
    }

    @Override
    public boolean lets(long size) {
      return true;
    }

    @Override
    public long credit() {
      return credit;
    }

    /** A PDC offers the packet, if it is to be sent as things stand; a whole one need not be. */
    @Override
    public boolean findNext() {
      return !isWhole(asked) && isOffered(this, asked, -1);
    }

    @Override
    public long nextSize() {
      return asked.size();
    }

    @Override
    public boolean isPaid() {
      return asked.cost() == 0;
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public CccSchedulingTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    if (!of.bool("Bounded")) {
      throw new IllegalArgumentException("a model that is not bounded has no graph");
    }
    pdcs = of.strings("Pdc");
    Map<String, Value> most = of.byString("MaxPackets");
    firsts = new int[pdcs.size() + 1];
    for (int x = 0; x < pdcs.size(); x++) {
      firsts[x + 1] = firsts[x] + Constants.integer(most.get(pdcs.get(x)));
    }
    mtu = of.integer("Mtu");
    maxCopies = of.integer("MaxCopies");
    overdraft = of.bool("Overdraft");
    permission = new SendPermission(of.bool("OwnSize"), overdraft, mtu);
    initialWindow = of.integer("InitialWindow");
    initialCredit = of.integer("InitialCredit");
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    return ACTIONS;
  }

  @Override
  public World initial() {
    return new World(firsts[pdcs.size()]);
  }

  @Override
  public World copy(World world) {
    return new World(world);
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "CreditUpdate" -> world -> Attempt.of(world.ccc.creditUpdate());
      case "NewData" -> {
        int pdc = pdcs.indexOf(Constants.string(arguments.get(0)));
        int size = Constants.integer(arguments.get(1));
        yield world -> newData(world, pdc, size);
      }
      case "Mark", "Settle" -> {
        Asked asked =
            new Asked(Constants.integer(arguments.get(0)), Constants.integer(arguments.get(1)));
        yield action.equals("Mark") ? world -> mark(world, asked) : world -> settle(world, asked);
      }
      case "Nscc" -> {
        long window = Constants.integer(arguments.get(0));
        yield world -> nscc(world, window);
      }
      case "Rccc" -> {
        long credit = Constants.integer(arguments.get(0));
        yield world -> rccc(world, credit);
      }
      case "Ack" -> {
        int[] acked = Constants.items(arguments.get(0)).stream().mapToInt(this::packet).toArray();
        yield world -> ack(world, acked);
      }
      case "Send" -> {
        int pdc = pdcs.indexOf(Constants.string(Constants.items(arguments.get(0)).get(0)));
        int p = packet(arguments.get(0));
        yield world -> send(world, pdc, p);
      }
      default -> {
        int p = packet(arguments.get(0));
        yield switch (action) {
          case "Nack" -> world -> nack(world, p);
          case "InferLoss" -> world -> inferLoss(world, p);
          case "Lose" -> world -> lose(world, p);
          default -> throw new IllegalArgumentException("no such action: " + action);
        };
      }
    };
  }

  /** The index of a packet, which the model names by its PDC and its number there. */
  private int packet(Value name) {
    List<Value> items = Constants.items(name);
    return firsts[pdcs.indexOf(Constants.string(items.get(0)))] + Constants.integer(items.get(1));
  }

  private int sent(World world, int pdc) {
    int end = firsts[pdc];
    while (end < firsts[pdc + 1] && world.standings[end] != PacketStanding.NEW) {
      end++;
    }
    return end - firsts[pdc];
  }

  private int count(int size) {
    return (size + mtu - 1) / mtu;
  }

  /** The application is the model's environment: it has so many packets to send, and no more. */
  private Attempt newData(World world, int pdc, int size) {
    int known = sent(world, pdc) + count(size);
    for (int left : world.queue.get(pdc)) {
      known += count(left);
    }
    if (known > firsts[pdc + 1] - firsts[pdc]) {
      return Attempt.ABSENT;
    }
    String refused = world.ccc.newData(size);
    if (refused == null) {
      world.queue.get(pdc).add(size);
    }
    return Attempt.of(refused);
  }

  private int firstSize(List<Integer> messages) {
    return (int) permission.firstSize(messages.get(0));
  }

  /** A PDC offers a packet; whether the algorithms were asked about it, the CCC knows. */
  private Attempt send(World world, int pdc, int p) {
    PacketStanding standing = world.standings[p];
    List<Integer> messages = world.queue.get(pdc);
    boolean again = standing == PacketStanding.WAITING;
    if (standing == PacketStanding.NEW) {
      if (messages.isEmpty() || p != firsts[pdc] + sent(world, pdc)) {
        return Attempt.ABSENT;
      }
      standing = PacketStanding.QUEUED;
    }
    int size = standing == PacketStanding.QUEUED ? firstSize(messages) : world.sizes[p];
    world.inHand = p;
    String refused = world.ccc.send(standing, size, world);
    if (refused != null) {
      return Attempt.of(refused);
    }
    world.sizes[p] = size;
    if (!again) {
      int left = messages.get(0) - size;
      if (left == 0) {
        messages.remove(0);
      } else {
        messages.set(0, left);
      }
    }
    return Attempt.TAKEN;
  }

  private static Attempt ack(World world, int[] acked) {
    CccScheduling.Acked sum = new CccScheduling.Acked();
    PacketStanding[] stand = new PacketStanding[acked.length];
    for (int i = 0; i < acked.length; i++) {
      int p = acked[i];
      if (world.copies[p] == 0) {
        return Attempt.ABSENT;
      }
      stand[i] = sum.add(world.standings[p], world.sizes[p]);
    }
    String refused = world.ccc.ack(sum);
    if (refused != null) {
      return Attempt.of(refused);
    }
    for (int i = 0; i < acked.length; i++) {
      world.copies[acked[i]]--;
      world.standings[acked[i]] = stand[i];
    }
    return Attempt.TAKEN;
  }

  private static Attempt nack(World world, int p) {
    if (world.copies[p] == 0) {
      return Attempt.ABSENT;
    }
    String refused = world.ccc.nack(p + 1, world.standings[p], world.sizes[p]);
    if (refused == null) {
      world.copies[p]--;
    }
    return Attempt.of(refused);
  }

  /** The PDC's timer is the model's environment: it fires while there is room for a copy more. */
  private Attempt inferLoss(World world, int p) {
    return world.copies[p] >= maxCopies
        ? Attempt.ABSENT
        : Attempt.of(world.ccc.inferLoss(p + 1, world.standings[p], world.sizes[p]));
  }

  private static Attempt nscc(World world, long window) {
    long bytes = world.ccc.event().bytes();
    String refused = world.ccc.nscc();
    if (refused == null) {
      world.window = window;
      world.nsccInflight -= bytes;
    }
    return Attempt.of(refused);
  }

  private static Attempt rccc(World world, long credit) {
    String refused = world.ccc.rccc();
    if (refused == null) {
      world.credit = credit;
    }
    return Attempt.of(refused);
  }

  // ---------------------------------------------------------------- permission

  private boolean isAskedFor(Asked asked, int size, boolean waits) {
    return asked.size() == size
        && (asked.cost() == size || waits && !overdraft && asked.cost() == 0);
  }

  private boolean isWhole(Asked asked) {
    return asked.size() == mtu && asked.cost() == mtu;
  }

  /** Whether a PDC has this packet to send, perhaps the one that is being marked. */
  private boolean isOffered(World world, Asked asked, int marked) {
    for (List<Integer> messages : world.queue) {
      if (!messages.isEmpty() && isAskedFor(asked, firstSize(messages), false)) {
        return true;
      }
    }
    for (int p = 0; p < world.standings.length; p++) {
      if ((p == marked || world.standings[p] == PacketStanding.WAITING)
          && isAskedFor(asked, world.sizes[p], true)) {
        return true;
      }
    }
    return false;
  }

  /** Has the CCC ask about this packet, if a PDC may have it; one that holds back offers none. */
  private Attempt ask(World world, Asked asked, int marked, Supplier<String> step) {
    world.asked = asked;
    return Attempt.of(isWhole(asked) || isOffered(world, asked, marked), step);
  }

  private Attempt mark(World world, Asked asked) {
    int marked = world.ccc.event().marked() - 1;
    world.inHand = marked;
    return ask(world, asked, marked, () -> world.ccc.mark(world, world));
  }

  private Attempt settle(World world, Asked asked) {
    return ask(world, asked, -1, () -> world.ccc.settle(world));
  }

  // ---------------------------------------------------------------- network

  /** The network loses a copy, between two events. */
  private static Attempt lose(World world, int p) {
    if (world.copies[p] == 0 || !world.ccc.event().isOver()) {
      return Attempt.ABSENT;
    }
    world.copies[p]--;
    return Attempt.TAKEN;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>(Part.of(CccScheduling.FACE, world -> world.ccc));
    table.add(Part.of("event", world -> world.ccc.event(), this::event));
    table.add(
        Part.of(
            "next",
            world -> Numbers.of(2, i -> i == 0 ? world.ccc.nextSize() : world.ccc.nextCost()),
            CccSchedulingTwin::next));
    table.add(Part.number("window", world -> world.window));
    table.add(Part.number("nsccInflight", world -> world.nsccInflight));
    table.add(Part.number("credit", world -> world.credit));
    table.add(
        Part.of(
            "queue",
            world -> world.queue.stream().map(List::copyOf).toList(),
            queue -> byPdc(x -> Value.seq(queue.get(x).stream().<Value>map(Value::of).toList()))));
    table.add(
        Part.of(
            "sent",
            world -> Numbers.of(pdcs.size(), x -> sent(world, x)),
            sent -> byPdc(x -> Value.ofExact(sent.get(x)))));
    table.add(Part.of("packet", this::standings, this::packets));
    table.add(
        Part.of(
            "copies",
            world -> Numbers.of(world.copies.length, p -> world.copies[p]),
            copies -> byPacket(p -> Value.ofExact(copies.get(p)))));
    return table;
  }

  private static Value next(Numbers next) {
    return Value.rec(
        Value.field("size", Value.ofExact(next.get(0))),
        Value.field("cost", Value.ofExact(next.get(1))));
  }

  /** Size and standing of each packet, as one number. */
  private Numbers standings(World world) {
    return Numbers.of(
        world.standings.length,
        p -> (long) STANDINGS.length * world.sizes[p] + world.standings[p].ordinal());
  }

  /** The packets that are sent and not acknowledged, by standing, each with its size. */
  private Value packets(Numbers standings) {
    return Value.rec(
        packets(standings, PacketStanding.FLYING), packets(standings, PacketStanding.WAITING));
  }

  private Value.Field packets(Numbers standings, PacketStanding standing) {
    return Value.field(
        standing.name(),
        byPacket(
            p ->
                standings.get(p) % STANDINGS.length == standing.ordinal()
                    ? Value.ofExact(standings.get(p) / STANDINGS.length)
                    : null));
  }

  private Value byPdc(IntFunction<Value> of) {
    return Value.function(pdcs, of);
  }

  private Value byPacket(IntFunction<Value> of) {
    Map<Value, Value> byPacket = new TreeMap<>();
    for (int p = 0; p < firsts[pdcs.size()]; p++) {
      Value value = of.apply(p);
      if (value != null) {
        byPacket.put(name(p), value);
      }
    }
    return Value.function(byPacket);
  }

  private Value name(int packet) {
    int pdc = 0;
    while (packet >= firsts[pdc + 1]) {
      pdc++;
    }
    return Value.seq(List.of(Value.of(pdcs.get(pdc)), Value.of(packet - firsts[pdc])));
  }

  private Value event(CccScheduling.Event event) {
    List<Value> steps = new ArrayList<>();
    for (int step = 0; step < STEPS.size(); step++) {
      if ((event.steps() & (1 << step)) != 0) {
        steps.add(Value.of(STEPS.get(step)));
      }
    }
    return Value.rec(
        Value.field("steps", Value.seq(steps)),
        Value.field(
            "marked", event.marked() == 0 ? Value.EMPTY_SET : Value.set(name(event.marked() - 1))),
        Value.field("packets", Value.of(event.packets())),
        Value.field("bytes", Value.ofExact(event.bytes())));
  }
}
