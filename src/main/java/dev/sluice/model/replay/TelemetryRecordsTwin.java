package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.items;

import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.Stamp;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.model.replay.NetworkTwin.Flight;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The Java side of {@code spec/hpcc/TelemetryRecords.tla}: switches that stamp, both ends' records
 * of links, and a network that loses, repeats and reorders what comes back, or brings a lie.
 *
 * <p>The kernels' counters have the widths of the wire. A tick of a model, and a unit of what links
 * send, are as many of the wire's as make its moduli those of the model, which are powers of two.
 */
public final class TelemetryRecordsTwin implements Twin<TelemetryRecordsTwin.World> {
  private static final long TICK_PS = 500_000;
  private static final int ABSENT = -1;
  private static final Real NO_REAL = new Real(ABSENT, 0, 0, 0, 0, 0);
  private static final Probe NO_PROBE = new Probe(ABSENT, 0, 0, 0, 0, List.of());
  private static final Message NO_MESSAGE = new Message(0, 0, 0, List.of());

  /** A unit of what links send is this many bytes; a speed is one of them in a tick. */
  private static final long UNIT_BYTES = 1L << TelemetryUnits.TX_BITS;

  private final String form;
  private final boolean sojourn;
  private final int tsModulus;
  private final long tickPs;
  private final int txModulus;
  private final int one;
  private final int base;
  private final int fastest;
  private final int life;
  private final int factor;
  private final int room;
  private final List<Integer> speeds;
  private final List<List<Integer>> starts;
  private final List<List<Integer>> paths;
  private final List<Integer> codes;
  private final int changes;
  private final int packets;
  private final int maxTime;
  private final int transit;
  private final List<Message> forgeries;
  private final TelemetryUnits units;
  private final List<Stamp> stamps;
  private final NetworkTwin<Integer> network;
  private final List<Part<World>> parts = table();

  /** A record, the numbers behind it, and what the wire has of them. */
  private record Real(int link, int speed, long at, long sent, long queue, long record) {
    private Value value() {
      return Value.rec(
          Value.field("link", Value.of(link)),
          Value.field("speed", Value.of(speed)),
          Value.field("at", Value.ofExact(at)),
          Value.field("sent", Value.ofExact(sent)),
          Value.field("queue", Value.ofExact(queue)));
    }

    private static Value values(List<Real> all) {
      return Value.seq(all.stream().map(Real::value).toList());
    }
  }

  /** A packet that passes the switches. */
  private record Probe(int n, int route, long since, int path, int nHop, List<Real> hops) {
    private Value value() {
      return Value.rec(
          Value.field("n", Value.of(n)),
          Value.field("route", Value.of(route)),
          Value.field("since", Value.ofExact(since)),
          Value.field("path", Value.of(path)),
          Value.field("nHop", Value.of(nHop)),
          Value.field("hops", Real.values(hops)));
    }
  }

  /** What comes back of a packet. */
  private record Message(int path, int nHop, int first, List<Real> hops) {
    private Value value() {
      return Value.rec(
          Value.field("path", Value.of(path)),
          Value.field("nHop", Value.of(nHop)),
          Value.field("first", Value.of(first)),
          Value.field("hops", Real.values(hops)));
    }

    private long[] records() {
      return hops.stream().mapToLong(Real::record).toArray();
    }
  }

  /** What an end has, as the specification shows it. */
  private record Shown(int path, int nHop, List<List<Long>> kept, long u, long tau, int fullest) {
    private Value value() {
      return Value.rec(
          Value.field("path", Value.of(path)),
          Value.field("nHop", Value.of(nHop)),
          Value.field("kept", Value.seq(kept.stream().map(Shown::hop).toList())),
          Value.field("u", Value.ofExact(u)),
          Value.field("tau", Value.ofExact(tau)),
          Value.field("fullest", Value.of(fullest)));
    }

    private static Value hop(List<Long> numbers) {
      return Value.rec(
          Value.field("speed", Value.ofExact(numbers.get(0))),
          Value.field("ts", Value.ofExact(numbers.get(1))),
          Value.field("tx", Value.ofExact(numbers.get(2))),
          Value.field("queue", Value.ofExact(numbers.get(3))),
          Value.field("heardAt", Value.ofExact(numbers.get(4))));
    }
  }

  /** Links, switches, both ends, and what is on its way. */
  public static final class World {
    private long now;
    private long[] sent;
    private long[] queue;
    private int path = 1;
    private Probe probe = NO_PROBE;
    private int next = 1;
    private Flight net;
    private Message[] told;
    private int changes;
    private LinkRecords sender;
    private LinkRecords receiver;
    private List<Real> senderTruth = List.of();
    private List<Real> receiverTruth = List.of();
    private int last = ABSENT;

    private World copy() {
      World copy = new World();
      copy.now = now;
      copy.sent = sent.clone();
      copy.queue = queue.clone();
      copy.path = path;
      copy.probe = probe;
      copy.next = next;
      copy.net = net;
      copy.told = told.clone();
      copy.changes = changes;
      copy.sender = sender.copy();
      copy.receiver = receiver.copy();
      copy.senderTruth = senderTruth;
      copy.receiverTruth = receiverTruth;
      copy.last = last;
      return copy;
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public TelemetryRecordsTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    form = of.string("Form");
    sojourn = of.string("Term").equals("SOJOURN");
    tsModulus = power(of.integer("TsModulus"));
    tickPs = (1L << TelemetryUnits.TIME_BITS) / tsModulus * TICK_PS;
    txModulus = power(of.integer("TxModulus"));
    one = of.integer("One");
    base = of.integer("T");
    fastest = of.integer("Fastest");
    life = of.integer("Life");
    factor = of.integer("Factor");
    room = of.integer("Room");
    speeds = of.items("Speeds").stream().map(Constants::integer).toList();
    starts = lists(of.items("Starts"));
    paths = lists(of.items("Paths"));
    codes = speeds.stream().distinct().sorted().toList();
    changes = of.integer("Changes");
    packets = of.integer("Packets");
    maxTime = of.integer("MaxTime");
    transit = of.integer("Transit");
    TelemetryUnits lengths =
        new TelemetryUnits(
            TICK_PS, txModulus, UNIT_BYTES, codes.stream().map(speed -> mbps(speed)).toList());
    units = sojourn ? lengths.withSojourn(tickPs) : lengths;
    List<Long> ports = speeds.stream().map(speed -> mbps(speed)).toList();
    stamps =
        of.items("Ids").stream().map(id -> new Stamp(units, Constants.integer(id), ports)).toList();
    forgeries = of.items("Forgeries").stream().map(this::forged).toList();
    network =
        new NetworkTwin<>(
            new NetworkTwin.Guarantee(
                of.bool("Lossy"),
                of.bool("Repeating"),
                of.bool("Reordering"),
                of.integer("L"),
                of.integer("Capacity")),
            n -> 0,
            Value::of);
    IntStream.rangeClosed(1, packets).forEach(network::number);
  }

  private static int power(int modulus) {
    if (Integer.bitCount(modulus) != 1 || modulus > UNIT_BYTES) {
      throw new IllegalArgumentException(modulus + " is no power of two up to " + UNIT_BYTES);
    }
    return modulus;
  }

  private static List<List<Integer>> lists(List<Value> values) {
    return values.stream()
        .map(each -> items(each).stream().map(Constants::integer).toList())
        .toList();
  }

  private long mbps(int speed) {
    return (long) speed * tsModulus;
  }

  private long waits(long queue) {
    return queue * (sojourn ? tickPs : UNIT_BYTES);
  }

  private Message forged(Value message) {
    return new Message(
        integer(in(message, "path")),
        integer(in(message, "nHop")),
        integer(in(message, "first")),
        items(in(message, "hops")).stream().map(this::lie).toList());
  }

  private Real lie(Value real) {
    int speed = integer(in(real, "speed"));
    int code = codes.indexOf(speed);
    long at = integer(in(real, "at"));
    long sent = integer(in(real, "sent"));
    long queue = integer(in(real, "queue"));
    long record =
        units.record(
            code < 0 ? TelemetryUnits.CODES - 1 : code,
            at * tickPs,
            sent * UNIT_BYTES,
            waits(queue));
    return new Real(integer(in(real, "link")), speed, at, sent, queue, record);
  }

  @Override
  public Wire wire() {
    return network.wire();
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    List<Action> all = new ArrayList<>();
    all.add(Action.of(TelemetryRecordsTwin.class, "Send"));
    all.add(Action.of(Stamp.class, "Emit"));
    all.add(Action.of(TelemetryRecordsTwin.class, "Receive"));
    if (maxTime > 0) {
      all.add(Action.of(TelemetryRecordsTwin.class, "Tick", "time", "use"));
    }
    if (!form.equals("RECEIVER")) {
      all.add(Action.of(LinkRecords.class, LinkRecords.HEAR, "n"));
      if (network.isLossy()) {
        all.add(Action.of(TelemetryRecordsTwin.class, "Lose", "n"));
      }
    }
    if (!forgeries.isEmpty()) {
      all.add(Action.of(TelemetryRecordsTwin.class, "Forge", "f"));
    }
    if (changes > 0) {
      all.add(Action.of(TelemetryRecordsTwin.class, "Reroute", "p"));
    }
    return all;
  }

  @Override
  public World initial() {
    World world = new World();
    world.sent = new long[speeds.size()];
    world.queue = starts.stream().mapToLong(start -> start.get(2)).toArray();
    world.net = network.empty();
    world.told = new Message[packets];
    Arrays.fill(world.told, NO_MESSAGE);
    TelemetryUnits told = units.scaled(factor);
    world.sender = new LinkRecords(told, base * tickPs, one, mbps(fastest) * factor, life * tickPs);
    world.receiver = world.sender.copy();
    return world;
  }

  @Override
  public World copy(World world) {
    return world.copy();
  }

  @Override
  public String broken(World world) {
    String broken = world.sender.broken();
    return broken == null ? world.receiver.broken() : broken;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "Send" -> world -> done(world, send(world));
      case "Emit" -> this::emit;
      case "Receive" -> this::receive;
      case "Hear" -> {
        int n = integer(arguments.get(0));
        yield world -> hear(world, n);
      }
      case "Lose" -> {
        int n = integer(arguments.get(0));
        yield world -> done(world, lose(world, n));
      }
      case "Forge" -> {
        int f = integer(arguments.get(0));
        yield world -> done(world, forge(world, f));
      }
      case "Reroute" -> {
        int p = integer(arguments.get(0));
        yield world -> done(world, reroute(world, p));
      }
      case "Tick" -> {
        int time = integer(arguments.get(0));
        List<List<Integer>> use = lists(items(arguments.get(1)));
        yield world -> done(world, tick(world, time, use));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private static Attempt done(World world, boolean isTaken) {
    world.last = isTaken ? ABSENT : world.last;
    return Attempt.of(isTaken);
  }

  /** A packet leaves with nothing in it. */
  @Requirement("HPCC-7")
  private boolean send(World world) {
    if (world.next > packets || world.probe != NO_PROBE) {
      return false;
    }
    world.probe = new Probe(world.next, world.path, world.now, 0, 0, List.of());
    world.next++;
    return true;
  }

  private Attempt emit(World world) {
    Probe probe = world.probe;
    if (probe == NO_PROBE || probe.nHop == paths.get(probe.route - 1).size()) {
      return Attempt.ABSENT;
    }
    int link = paths.get(probe.route - 1).get(probe.nHop) - 1;
    long at = starts.get(link).get(0) + world.now;
    long sent = starts.get(link).get(1) + world.sent[link];
    int[] head = new int[2];
    List<Real> hops = new ArrayList<>(probe.hops);
    Stamp.Sink sink =
        new Stamp.Sink() {
          @Override
          public void head(int nHop, int pathId) {
            head[0] = nHop;
            head[1] = pathId;
          }

          @Override
          public void record(int slot, long record) {
            hops.add(slot, real(link, at, sent, record));
          }
        };
    String refused =
        stamps
            .get(link)
            .emit(
                mbps(speeds.get(link)),
                at * tickPs,
                sent * UNIT_BYTES,
                waits(world.queue[link]),
                room,
                probe.nHop,
                probe.path,
                sink);
    if (refused == null) {
      world.probe = new Probe(probe.n, probe.route, probe.since, head[1], head[0], hops);
      world.last = ABSENT;
    }
    return Attempt.of(refused);
  }

  /** What the switch wrote, with its counters as they are before they wrap. */
  private Real real(int link, long at, long sent, long record) {
    return new Real(
        link + 1,
        speed(units, record),
        at + ts(record) - Math.floorMod(at, tsModulus),
        sent + tx(record) - Math.floorMod(sent, txModulus),
        TelemetryUnits.queueLength(record),
        record);
  }

  private int speed(TelemetryUnits read, long record) {
    return (int) (read.mbps(record) / tsModulus);
  }

  private long ts(long record) {
    return TelemetryUnits.timestamp(record) * TICK_PS / tickPs;
  }

  private long tx(long record) {
    return (long) TelemetryUnits.txBytes(record) * txModulus / UNIT_BYTES;
  }

  /** Returns a message with the fields that the wire has, and counters as they are there. */
  private Value onWire(Message message) {
    return Value.rec(
        Value.field("path", Value.of(message.path)),
        Value.field("nHop", Value.of(message.nHop)),
        Value.field("first", Value.of(message.first)),
        Value.field("hops", Value.seq(message.hops.stream().map(this::onWire).toList())));
  }

  private Value onWire(Real hop) {
    return Value.rec(
        Value.field("speed", Value.of(hop.speed)),
        Value.field("ts", Value.ofExact(ts(hop.record))),
        Value.field("tx", Value.ofExact(tx(hop.record))),
        Value.field("queue", Value.ofExact(hop.queue)));
  }

  /** A packet is there: its receiver sends back what it tells, or a part, or keeps it. */
  @Requirement({"HPCC-10", "HPCC-11", "HPCC-12"})
  private Attempt receive(World world) {
    Probe probe = world.probe;
    boolean keeps = form.equals("RECEIVER");
    if (probe == NO_PROBE
        || probe.nHop < paths.get(probe.route - 1).size()
        || !keeps && !network.room(world.net, probe.n - 1)) {
      return Attempt.ABSENT;
    }
    Message whole = new Message(probe.path, probe.nHop, 1, probe.hops);
    if (!form.equals("SENDER")) {
      List<Real> truth = hears(world, world.receiver, whole, world.receiverTruth);
      if (truth == null) {
        return Attempt.of("the receiver refuses it");
      }
      world.receiverTruth = truth;
    }
    world.probe = NO_PROBE;
    world.last = keeps ? probe.n : ABSENT;
    if (!keeps) {
      Message back = form.equals("RESPONSE") ? response(whole, world.receiver.fullest()) : whole;
      network.wire().sends(() -> onWire(back));
      world.net = network.put(world.net, probe.n - 1);
      world.told[probe.n - 1] = back;
    }
    return Attempt.TAKEN;
  }

  /** The record of one link. */
  private static Message response(Message whole, int hop) {
    return hop < 0
        ? new Message(whole.path, whole.nHop, 1, List.of())
        : new Message(whole.path, whole.nHop, hop + 1, List.of(whole.hops.get(hop)));
  }

  private Attempt hear(World world, int n) {
    if (!network.deliverable(world.net, n - 1)) {
      return Attempt.ABSENT;
    }
    List<Real> truth = hears(world, world.sender, world.told[n - 1], world.senderTruth);
    if (truth == null) {
      return Attempt.of("the sender refuses it");
    }
    world.senderTruth = truth;
    Message came = world.told[n - 1];
    world.net = network.take(world.net, n - 1);
    network.wire().takes(() -> onWire(came));
    still(world);
    world.last = n;
    return Attempt.TAKEN;
  }

  /** An end hears; answers the numbers behind what it keeps then, or null if it refuses. */
  private List<Real> hears(World world, LinkRecords end, Message came, List<Real> truth) {
    long nowPs = world.now * tickPs;
    LinkRecords before = end.copy();
    if (end.hear(nowPs, came.path, came.nHop, came.first - 1, came.records()) != null) {
      return null;
    }
    boolean isSame = before.path() == end.path() && before.nHop() == end.nHop();
    List<Real> after = new ArrayList<>(isSame ? truth : Collections.nCopies(end.nHop(), NO_REAL));
    for (int hop = 0; hop < end.nHop(); hop++) {
      boolean isStored =
          end.heardAtPs(hop) >= 0
              && (!isSame
                  || end.record(hop) != before.record(hop)
                  || end.heardAtPs(hop) != before.heardAtPs(hop));
      if (isStored) {
        after.set(hop, came.hops.get(hop - came.first + 1));
      }
    }
    return List.copyOf(after);
  }

  private void still(World world) {
    for (int n = 0; n < packets; n++) {
      if (!network.onWay(world.net, n)) {
        world.told[n] = NO_MESSAGE;
      }
    }
  }

  private boolean lose(World world, int n) {
    if (!network.losable(world.net, n - 1)) {
      return false;
    }
    world.net = network.drop(world.net, n - 1);
    still(world);
    return true;
  }

  /** Somebody sends what no switch wrote. */
  @Requirement("HPCC-15")
  private boolean forge(World world, int f) {
    if (world.next > packets || !network.room(world.net, world.next - 1)) {
      return false;
    }
    network.wire().sends(() -> onWire(forgeries.get(f - 1)));
    world.net = network.put(world.net, world.next - 1);
    world.told[world.next - 1] = forgeries.get(f - 1);
    world.next++;
    return true;
  }

  private boolean reroute(World world, int p) {
    if (p == world.path || world.changes == changes) {
      return false;
    }
    world.path = p;
    world.changes++;
    return true;
  }

  private boolean tick(World world, int time, List<List<Integer>> use) {
    boolean inTime = world.probe == NO_PROBE || world.now + time - world.probe.since <= transit;
    Flight aged = inTime && world.now + time <= maxTime ? network.aged(world.net, time) : null;
    if (aged == null) {
      return false;
    }
    world.now += time;
    world.net = aged;
    for (int link = 0; link < use.size(); link++) {
      world.sent[link] += (long) use.get(link).get(0) * time;
      world.queue[link] = use.get(link).get(1);
    }
    still(world);
    return true;
  }

  private Shown shown(LinkRecords end) {
    TelemetryUnits read = units.scaled(factor);
    List<List<Long>> kept = new ArrayList<>();
    for (int hop = 0; hop < end.nHop(); hop++) {
      long record = end.record(hop);
      long heardAt = end.heardAtPs(hop);
      kept.add(
          heardAt < 0
              ? List.of(0L, 0L, 0L, 0L, (long) ABSENT)
              : List.of(
                  (long) (speed(read, record) / factor),
                  ts(record),
                  tx(record),
                  (long) TelemetryUnits.queueLength(record),
                  heardAt / tickPs));
    }
    int fullest = end.fullest() < 0 ? ABSENT : end.fullest() + 1;
    return new Shown(end.path(), end.nHop(), kept, end.u(), end.tauPs() / tickPs, fullest);
  }

  private List<Part<World>> table() {
    return List.of(
        Part.number("now", w -> w.now),
        Part.of(
            "links",
            w -> Stream.of(w.sent, w.queue).map(Numbers::new).toList(),
            both -> Value.seq(ports(both.get(0), both.get(1)))),
        Part.number("path", w -> w.path),
        Part.of("probe", w -> w.probe, Probe::value),
        Part.number("next", w -> w.next),
        Part.of("net", w -> w.net, net -> network().value(net)),
        Part.of(
            "told",
            w -> List.of(w.told),
            told -> Value.seq(told.stream().map(Message::value).toList())),
        Part.number("changes", w -> w.changes),
        Part.of("s", w -> shown(w.sender), Shown::value),
        Part.of("r", w -> shown(w.receiver), Shown::value),
        Part.of(
            "truth",
            w -> List.of(w.senderTruth, w.receiverTruth),
            both ->
                Value.rec(
                    Value.field("s", Real.values(both.get(0))),
                    Value.field("r", Real.values(both.get(1))))),
        Part.number("last", w -> w.last));
  }

  private NetworkTwin<Integer> network() {
    return network;
  }

  private static List<Value> ports(Numbers sent, Numbers queue) {
    List<Value> ports = new ArrayList<>();
    for (int link = 0; link < sent.numbers().length; link++) {
      ports.add(
          Value.rec(
              Value.field("sent", Value.ofExact(sent.get(link))),
              Value.field("queue", Value.ofExact(queue.get(link)))));
    }
    return ports;
  }
}
