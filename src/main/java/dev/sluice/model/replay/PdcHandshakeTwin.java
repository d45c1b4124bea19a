package dev.sluice.model.replay;

import dev.sluice.model.replay.NetworkTwin.Flight;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.Target.Context;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The Java side of {@code spec/uet/PdcHandshake.tla}: one {@link Initiator} for each fabric
 * address, one {@link Target}, the network between them, and what the host keeps for them.
 *
 * <p>The host's part follows the kernels' effects: the jobs that SES has given, the packets in
 * flight of each CCC, the clocks, and the memory that is written to.
 */
public class PdcHandshakeTwin implements Twin<PdcHandshakeTwin.World> {
  private static final List<Action> ACTIONS =
      List.of(
          Action.of(Initiator.class, "Open", "f", "p"),
          Action.of(Initiator.class, "Transmit", "f", "p"),
          Action.of(Initiator.class, "Retransmit", "f", "p", "n"),
          Action.of(Initiator.class, "ReceiveAck", "m"),
          Action.of(Initiator.class, "Close", "f", "p"),
          Action.of(Initiator.class, "RepeatClose", "f", "p"),
          Action.of(Initiator.class, "ReceiveNack", "m"),
          Action.of(Initiator.class, "Release", "f", "p"),
          Action.of(Target.class, "Admit", "m", "t"),
          Action.of(Target.class, "Refuse", "m"),
          Action.of(Target.class, "ReceiveSyn", "m"),
          Action.of(Target.class, "ReceiveRequest", "m"),
          Action.of(Target.class, "ReceiveClose", "m"),
          Action.of(Target.class, "Forget", "f", "p"),
          Action.of(PdcHandshakeTwin.class, "Lose", "m"),
          Action.of(PdcHandshakeTwin.class, "Tick", "time"));

  private static final List<String> VARIABLES =
      List.of(
          "turn",
          "source",
          "resting",
          "inflight",
          "sourceClock",
          "target",
          "context",
          "memory",
          "targetClock",
          "written",
          "net");

  private final List<String> addresses;
  private final List<String> classes;
  private final int sourcePdcs;
  private final int targetPdcs;
  private final int targetCccs;

  /** By slot, and by turn: the job's class, and its packets. */
  private final int[][] classOf;

  private final int[][] work;
  private final long modulus;
  private final long stride;
  private final int sourceHorizon;
  private final int targetHorizon;
  private final Initiator.Params[] initiators;
  private final Target.Params targets;
  private final NetworkTwin<Packet> network;

  /** Where each payload's counters begin in {@link World#written}. */
  private final int[][] payloads;

  private final int writtenSize;

  private final Sending sending = new Sending();

  /** Both ends, the network, and what the host keeps. */
  static final class World {
    private byte[] turn;
    private Initiator[] ends;
    private byte[] inflight;
    private byte[] sourceClock;
    private Target target;
    private byte[] targetClock;
    private byte[] written;
    private Flight net;

    /** Of each SPDCID the job that was said to have ended last; no variable shows it. */
    private byte[] ended;

    private World copy() {
      World copy = new World();
      copy.turn = turn.clone();
      copy.ends = ends.clone();
      Arrays.setAll(copy.ends, fa -> ends[fa].copy());
      copy.inflight = inflight.clone();
      copy.sourceClock = sourceClock.clone();
      copy.target = target.copy();
      copy.targetClock = targetClock.clone();
      copy.written = written.clone();
      copy.net = net;
      copy.ended = ended.clone();
      return copy;
    }

    @Override
    public String toString() {
      return Arrays.toString(ends) + " " + target + ", " + net;
    }
  }

  /** Numbers with the equality of their content. */
  private static final class Numbers {
    private final long[] items;

    private Numbers(long[] items) {
      this.items = items;
    }

    private static Numbers of(byte[] items) {
      long[] copy = new long[items.length];
      Arrays.setAll(copy, i -> items[i]);
      return new Numbers(copy);
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Numbers that && Arrays.equals(items, that.items);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(items);
    }

    @Override
    public String toString() {
      return Arrays.toString(items);
    }
  }

  /**
   * What the kernels ask for. On a world it is done; without one, it is only seen whether the
   * network has room.
   */
  private final class Sending implements Initiator.Sink, Target.Sink {
    private World world;
    private int fa;
    private Flight net;
    private boolean lacksRoom;

    private void on(World host, int initiator, Flight left) {
      world = host;
      fa = initiator;
      net = left;
      lacksRoom = false;
    }

    private void send(Packet packet) {
      int number = network.number(packet);
      if (network.room(net, number)) {
        net = network.put(net, number);
      } else {
        lacksRoom = true;
      }
    }

    @Override
    public void syn(long from, int trafficClass, int spdcid, long psn, long offset, long payload) {
      send(new Packet.Syn(from, trafficClass, spdcid, psn, offset, payload));
    }

    @Override
    public void request(long from, int spdcid, int dpdcid, long psn, long payload) {
      send(new Packet.Request(from, spdcid, dpdcid, psn, payload));
    }

    @Override
    public void closeCommand(long from, int spdcid, int dpdcid, long psn) {
      send(new Packet.CloseCommand(from, spdcid, dpdcid, psn));
    }

    @Override
    public void ackCc(long to, int spdcid, int dpdcid, long cack) {
      send(new Packet.AckCc(to, spdcid, dpdcid, cack));
    }

    @Override
    public void nack(long to, int dpdcid, Packet.Code code, long psn) {
      send(new Packet.Nack(to, dpdcid, code, psn));
    }

    @Override
    public void inFlight(int ccc, long change) {
      if (world != null) {
        world.inflight[fa * classes.size() + ccc] += (byte) change;
      }
    }

    @Override
    public void sourceClockRestarted(int spdcid) {
      if (world != null) {
        world.sourceClock[slot(fa, spdcid)] = 0;
      }
    }

    @Override
    public void ended(int spdcid, long payload) {
      if (world != null) {
        world.ended[slot(fa, spdcid)] = (byte) payload;
      }
    }

    @Override
    public void targetClockRestarted(PdcKey key) {
      if (world != null) {
        world.targetClock[slot((int) key.fa(), key.spdcid())] = 0;
      }
    }

    @Override
    public void written(PdcKey key, long payload, long offset) {
      if (world != null) {
        world.written[place(key, payload, offset)]++;
      }
    }
  }

  /**
   * A twin for one model.
   *
   * @param constants the model's, by name
   */
  public PdcHandshakeTwin(Map<String, Value> constants) {
    addresses = new ArrayList<>();
    items(constant(constants, "Fa")).forEach(fa -> addresses.add(string(fa)));
    sourcePdcs = number(constants, "SourcePdcs");
    targetPdcs = number(constants, "TargetPdcs");
    targetCccs = number(constants, "TargetCccs");
    List<List<Value>> jobs = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    for (String fa : addresses) {
      for (Value ofId : items(((Value.Rec) constant(constants, "Work")).get(fa))) {
        List<Value> turns = items(ofId);
        turns.forEach(job -> names.add(string(((Value.Rec) job).get("class"))));
        jobs.add(turns);
      }
    }
    classes = List.copyOf(names);
    classOf = new int[jobs.size()][];
    work = new int[jobs.size()][];
    for (int slot = 0; slot < work.length; slot++) {
      classOf[slot] =
          jobs.get(slot).stream()
              .mapToInt(job -> classes.indexOf(string(((Value.Rec) job).get("class"))))
              .toArray();
      work[slot] =
          jobs.get(slot).stream()
              .mapToInt(job -> number(((Value.Rec) job).get("packets")))
              .toArray();
    }
    modulus = number(constants, "Modulus");
    stride = number(constants, "Stride");
    int synSafety = number(constants, "SynSafety");
    int idSafety = number(constants, "IdSafety");
    targetHorizon = number(constants, "Memory");
    sourceHorizon = Math.max(synSafety, idSafety);
    long mpRange = number(constants, "MpRange");
    initiators = new Initiator.Params[addresses.size()];
    for (int fa = 0; fa < initiators.length; fa++) {
      initiators[fa] =
          new Initiator.Params(
              fa, modulus, number(constants, "SynWindow"), mpRange, synSafety, idSafety);
    }
    targets = new Target.Params(modulus, mpRange, targetHorizon);
    boolean onePath = truth(constants, "OnePath");
    network =
        new NetworkTwin<>(
            new NetworkTwin.Guarantee(
                truth(constants, "Lossy"),
                truth(constants, "Repeating"),
                truth(constants, "Reordering"),
                number(constants, "L"),
                number(constants, "Capacity")),
            packet -> onePath ? 0 : 2 * packet.fa() + (packet instanceof Packet.ToTarget ? 0 : 1),
            this::message);
    payloads = new int[work.length][];
    int size = 0;
    for (int slot = 0; slot < work.length; slot++) {
      payloads[slot] = new int[work[slot].length];
      for (int turn = 0; turn < work[slot].length; turn++) {
        payloads[slot][turn] = size;
        size += work[slot][turn];
      }
    }
    writtenSize = size;
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Action> actions() {
    boolean enough = targetPdcs >= payloads.length && targetCccs >= payloads.length;
    return ACTIONS.stream()
        .filter(action -> targetHorizon > 0 || !action.name().equals("Forget"))
        .filter(action -> !enough || !action.name().equals("Refuse"))
        .toList();
  }

  @Override
  public World initial() {
    int slots = payloads.length;
    World world = new World();
    world.turn = new byte[slots];
    world.ends = new Initiator[addresses.size()];
    Arrays.setAll(world.ends, fa -> new Initiator(initiators[fa], sourcePdcs));
    world.inflight = new byte[addresses.size() * classes.size()];
    world.sourceClock = filled(slots, sourceHorizon);
    world.target = new Target(targets, targetPdcs, targetCccs);
    world.targetClock = filled(slots, targetHorizon);
    world.written = new byte[writtenSize + 1];
    world.net = network.empty();
    world.ended = new byte[slots];
    return world;
  }

  @Override
  public World copy(World world) {
    return world.copy();
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Tick")) {
      int time = number(arguments.get(0));
      return world -> tick(world, time);
    } else if (arguments.get(0) instanceof Value.Rec rec) {
      return ofMessage(action, packet(rec), arguments);
    }
    int fa = addresses.indexOf(string(arguments.get(0)));
    int spdcid = number(arguments.get(1));
    return switch (action) {
      case "Open" -> world -> open(world, fa, spdcid);
      case "Transmit" -> source(fa, (world, end) -> end.transmit(spdcid, sending));
      case "Retransmit" -> {
        int packet = number(arguments.get(2));
        yield source(fa, (world, end) -> end.retransmit(spdcid, packet, sending));
      }
      case "Close" ->
          source(
              fa, (world, end) -> end.close(spdcid, clock(world.sourceClock, fa, spdcid), sending));
      case "RepeatClose" -> source(fa, (world, end) -> end.repeatClose(spdcid, sending));
      case "Release" ->
          source(fa, (world, end) -> end.release(spdcid, clock(world.sourceClock, fa, spdcid)));
      case "Forget" -> {
        PdcKey key = new PdcKey(fa, spdcid);
        yield world -> Attempt.of(world.target.forget(key, clock(world.targetClock, fa, spdcid)));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Step<World> ofMessage(String action, Packet packet, List<Value> arguments) {
    int number = network.number(packet);
    return switch (action) {
      case "Lose" -> world -> lose(world, number);
      case "Admit" -> {
        int pdcid = number(arguments.get(1));
        yield target(number, target -> admit(target, (Packet.Syn) packet, pdcid, sending));
      }
      case "Refuse" -> target(number, target -> target.refuse((Packet.Syn) packet, sending));
      case "ReceiveSyn" ->
          target(number, target -> target.receiveSyn((Packet.Syn) packet, sending));
      case "ReceiveRequest" -> {
        Packet.Request it = (Packet.Request) packet;
        yield target(
            number,
            target ->
                target.receiveRequest(
                    it.fa(), it.spdcid(), it.dpdcid(), it.psn(), it.payload(), sending));
      }
      case "ReceiveClose" ->
          target(number, target -> target.receiveClose((Packet.CloseCommand) packet, sending));
      case "ReceiveAck" -> {
        Packet.AckCc it = (Packet.AckCc) packet;
        yield answer(
            number,
            (int) it.fa(),
            (world, end) -> end.receiveAck(it.spdcid(), it.dpdcid(), it.cack(), sending));
      }
      case "ReceiveNack" -> {
        Packet.Nack it = (Packet.Nack) packet;
        yield answer(
            number,
            (int) it.fa(),
            (world, end) -> end.receiveNack(it.dpdcid(), it.code(), it.psn(), sending));
      }
      default -> throw new IllegalArgumentException("no action of a message: " + action);
    };
  }

  /** The one kernel call that a test replaces, to see that the replay notices. */
  String admit(Target target, Packet.Syn syn, int pdcid, Target.Sink sink) {
    return target.admit(syn, pdcid, sink);
  }

  /** A call of an initiator, which may be asked what the time is. */
  @FunctionalInterface
  private interface SourceCall {
    String on(World world, Initiator end);
  }

  private Attempt open(World world, int fa, int spdcid) {
    int slot = slot(fa, spdcid);
    boolean known = spdcid >= 1 && spdcid <= sourcePdcs;
    if (known && world.turn[slot] == work[slot].length) {
      return Attempt.ABSENT; // SES has no further job for this id
    }
    Initiator.Job wanted =
        known
            ? job(slot, world.turn[slot] + 1)
            : new Initiator.Job(0, 0, 1, Psn.at(0, stride, modulus), 1);
    Attempt attempt = Attempt.of(world.ends[fa].open(wanted, spdcid));
    if (known && attempt.isTaken()) {
      world.turn[slot]++;
    }
    return attempt;
  }

  private Initiator.Job job(int slot, int turn) {
    int trafficClass = classOf[slot][turn - 1];
    long start = Psn.at(0, turn * stride, modulus);
    return new Initiator.Job(trafficClass, trafficClass, turn, start, work[slot][turn - 1]);
  }

  /** The initiator acts of itself. */
  private Step<World> source(int fa, SourceCall call) {
    return world -> source(world, fa, world.net, call);
  }

  /** A message reaches an initiator. */
  private Step<World> answer(int number, int fa, SourceCall call) {
    return world ->
        network.deliverable(world.net, number)
            ? source(world, fa, network.take(world.net, number), call)
            : Attempt.ABSENT;
  }

  private Attempt source(World world, int fa, Flight left, SourceCall call) {
    if (!network.roomForAny(left)) {
      sending.on(null, fa, left);
      call.on(world, world.ends[fa].copy());
      if (sending.lacksRoom) {
        return Attempt.ABSENT; // the model's bound on messages under way
      }
    }
    sending.on(world, fa, left);
    return done(world, call.on(world, world.ends[fa]));
  }

  /** A message reaches the target. */
  private Step<World> target(int number, Function<Target, String> call) {
    return world -> {
      if (!network.deliverable(world.net, number)) {
        return Attempt.ABSENT;
      }
      Flight left = network.take(world.net, number);
      if (!network.roomForAny(left)) {
        sending.on(null, -1, left);
        call.apply(world.target.copy());
        if (sending.lacksRoom) {
          return Attempt.ABSENT;
        }
      }
      sending.on(world, -1, left);
      return done(world, call.apply(world.target));
    };
  }

  private Attempt done(World world, String refused) {
    if (refused == null) {
      world.net = sending.net;
    }
    return Attempt.of(refused);
  }

  /**
   * The target's memory has a cell for each packet of each job, and one for what belongs nowhere.
   */
  private int place(PdcKey key, long payload, long offset) {
    int slot = slot((int) key.fa(), key.spdcid());
    boolean stray =
        payload < 1 || payload > work[slot].length || offset >= work[slot][(int) payload - 1];
    return stray ? writtenSize : Math.toIntExact(payloads[slot][(int) payload - 1] + offset);
  }

  @Requirement("PDC-5")
  private Attempt lose(World world, int number) {
    if (!network.losable(world.net, number)) {
      return Attempt.ABSENT;
    }
    world.net = network.drop(world.net, number);
    return Attempt.TAKEN;
  }

  @Requirement("PDC-5")
  private Attempt tick(World world, int time) {
    Flight net = world.net;
    for (int passed = 0; passed < time; passed++) {
      if (!network.mayAge(net)) {
        return Attempt.ABSENT;
      }
      net = network.aged(net);
    }
    world.net = net;
    goOn(world.sourceClock, time, sourceHorizon);
    goOn(world.targetClock, time, targetHorizon);
    return Attempt.TAKEN;
  }

  private static void goOn(byte[] clocks, int time, int horizon) {
    for (int i = 0; i < clocks.length; i++) {
      clocks[i] = (byte) Math.min(clocks[i] + time, horizon);
    }
  }

  /** What a PDC's clock shows; id 0 has none, and is never asked for by a kernel. */
  private int clock(byte[] clocks, int fa, int spdcid) {
    return spdcid == 0 ? 0 : clocks[slot(fa, spdcid)];
  }

  private int slot(int fa, int spdcid) {
    return fa * sourcePdcs + spdcid - 1;
  }

  private static byte[] filled(int length, int value) {
    byte[] filled = new byte[length];
    Arrays.fill(filled, (byte) value);
    return filled;
  }

  @Override
  public String broken(World world) {
    for (int fa = 0; fa < world.ends.length; fa++) {
      String broken = world.ends[fa].broken();
      for (int p = 1; p <= sourcePdcs && broken == null; p++) {
        broken = broken(world, world.ends[fa].source(p), slot(fa, p));
      }
      if (broken != null) {
        return addresses.get(fa) + ": " + broken;
      }
    }
    return world.target.broken();
  }

  /** What a PDC has of its job, and of jobs that have ended, and no variable shows. */
  private String broken(World world, SourcePdc pdc, int slot) {
    int turn = world.turn[slot];
    int over = pdc == null ? turn : turn - 1;
    if (world.ended[slot] != over) {
      return "job " + world.ended[slot] + " was said to have ended last, and it was " + over;
    } else if (pdc == null) {
      return null;
    }
    var its =
        new Initiator.Job(pdc.trafficClass(), pdc.ccc(), pdc.payload(), pdc.start(), pdc.work());
    return its.equals(job(slot, turn))
        ? null
        : "PDC " + pdc.spdcid() + " has " + its + ", and was given " + job(slot, turn);
  }

  @Override
  public Object part(World world, int variable) {
    return switch (variable) {
      case 0 -> Numbers.of(world.turn);
      case 1 -> sources(world);
      case 2 -> resting(world);
      case 3 -> Numbers.of(world.inflight);
      case 4 -> Numbers.of(world.sourceClock);
      case 5 -> targets(world.target);
      case 6 -> contexts(world.target);
      case 7 -> memory(world.target);
      case 8 -> Numbers.of(world.targetClock);
      case 9 -> Numbers.of(world.written);
      default -> world.net;
    };
  }

  /** Of each PDC at an initiator, by slot, so many numbers; 0 is the phase of none. */
  private static final int SOURCE_FIELDS = 7;

  private Numbers sources(World world) {
    long[] items = new long[payloads.length * SOURCE_FIELDS];
    for (int slot = 0; slot < payloads.length; slot++) {
      SourcePdc pdc = world.ends[slot / sourcePdcs].source(slot % sourcePdcs + 1);
      if (pdc != null) {
        int at = slot * SOURCE_FIELDS;
        items[at] = pdc.phase().ordinal() + 1;
        items[at + 1] = pdc.spdcid();
        items[at + 2] = pdc.dpdcid();
        items[at + 3] = pdc.payload();
        items[at + 4] = pdc.start();
        items[at + 5] = pdc.sent();
        items[at + 6] = pdc.acked();
      }
    }
    return new Numbers(items);
  }

  private Numbers resting(World world) {
    long[] items = new long[payloads.length];
    Arrays.setAll(
        items, slot -> world.ends[slot / sourcePdcs].resting(slot % sourcePdcs + 1) ? 1 : 0);
    return new Numbers(items);
  }

  /** Of each PDC six numbers, how many packets have come early, and which. */
  private Numbers targets(Target target) {
    int length = 0;
    for (int id = 1; id <= target.target().capacity(); id++) {
      TargetPdc pdc = target.target().get(id);
      length += pdc == null ? 0 : TARGET_FIELDS + pdc.got().ahead();
    }
    long[] items = new long[length];
    int at = 0;
    for (int id = 1; id <= target.target().capacity(); id++) {
      TargetPdc pdc = target.target().get(id);
      if (pdc != null) {
        int early = pdc.got().ahead();
        items[at++] = pdc.pdcid();
        items[at++] = pdc.key().fa();
        items[at++] = pdc.key().spdcid();
        items[at++] = pdc.cccid();
        items[at++] = pdc.start();
        items[at++] = pdc.got().awaited();
        items[at++] = early;
        for (long n = pdc.got().awaited(); early > 0 && n < modulus; n++) {
          if (pdc.got().contains(n)) {
            items[at++] = n;
            early--;
          }
        }
      }
    }
    return new Numbers(items);
  }

  private static final int TARGET_FIELDS = 7;

  /** By id the flow of a CCC; both numbers are 0 if there is none. */
  private static Numbers contexts(Target target) {
    long[] items = new long[2 * target.context().capacity()];
    for (int id = 1; id <= target.context().capacity(); id++) {
      Context context = target.context().get(id);
      if (context != null) {
        items[2 * id - 2] = context.flow().fa() + 1;
        items[2 * id - 1] = context.flow().trafficClass() + 1;
      }
    }
    return new Numbers(items);
  }

  private Numbers memory(Target target) {
    long[] items = new long[payloads.length];
    Arrays.setAll(
        items,
        slot ->
            target.memory().contains(new PdcKey(slot / sourcePdcs, slot % sourcePdcs + 1)) ? 1 : 0);
    return new Numbers(items);
  }

  @Override
  public Value value(int variable, Object part) {
    if (part instanceof Flight net) {
      return network.value(net);
    }
    long[] items = ((Numbers) part).items;
    return switch (variable) {
      case 0, 4, 8 -> byAddress(fa -> list(sourcePdcs, p -> Value.ofExact(items[slot(fa, p)])));
      case 1 -> source(items);
      case 2, 7 -> keys(items);
      case 3 ->
          byAddress(
              fa -> {
                List<Value.Field> fields = new ArrayList<>();
                for (int c = 0; c < classes.size(); c++) {
                  Value count = Value.ofExact(items[fa * classes.size() + c]);
                  fields.add(Value.field(classes.get(c), count));
                }
                return new Value.Rec(fields);
              });
      case 5 -> target(items);
      case 6 -> context(items);
      default ->
          byAddress(
              fa ->
                  list(
                      sourcePdcs,
                      p -> list(work[slot(fa, p)].length, j -> written(items, slot(fa, p), j))));
    };
  }

  /** What was written of a job: packets once or more often, and those more often. */
  private Value written(long[] times, int slot, int turn) {
    List<Value> again = new ArrayList<>();
    List<Value> early = new ArrayList<>();
    int next = 0;
    for (int n = 0; n < work[slot][turn - 1]; n++) {
      long here = times[payloads[slot][turn - 1] + n];
      if (here > 0 && n == next) {
        next++;
      } else if (here > 0) {
        early.add(Value.of(n));
      }
      if (here > 1) {
        again.add(Value.of(n));
      }
    }
    return Value.rec(
        Value.field("once", received(next, early)), Value.field("again", Value.set(again)));
  }

  private Value source(long[] items) {
    List<Value> pdcs = new ArrayList<>();
    for (int slot = 0; slot < payloads.length; slot++) {
      int at = slot * SOURCE_FIELDS;
      if (items[at] > 0) {
        SourcePdc.Phase phase = SourcePdc.Phase.values()[(int) items[at] - 1];
        pdcs.add(
            Value.rec(
                Value.field("fa", Value.of(addresses.get(slot / sourcePdcs))),
                Value.field("spdcid", Value.ofExact(items[at + 1])),
                Value.field("dpdcid", Value.ofExact(items[at + 2])),
                Value.field("job", Value.ofExact(items[at + 3])),
                Value.field("state", Value.of(phase.name())),
                Value.field("start", Value.ofExact(items[at + 4])),
                Value.field("sent", Value.ofExact(items[at + 5])),
                Value.field("acked", Value.ofExact(items[at + 6]))));
      }
    }
    return Value.set(pdcs);
  }

  /** Keys for which there is a number. */
  private Value keys(long[] items) {
    List<Value> keys = new ArrayList<>();
    for (int slot = 0; slot < items.length; slot++) {
      if (items[slot] > 0) {
        Value fa = Value.of(addresses.get(slot / sourcePdcs));
        keys.add(Value.seq(fa, Value.of(slot % sourcePdcs + 1)));
      }
    }
    return Value.set(keys);
  }

  private Value target(long[] items) {
    List<Value> pdcs = new ArrayList<>();
    for (int at = 0; at < items.length; ) {
      int end = at + TARGET_FIELDS + (int) items[at + TARGET_FIELDS - 1];
      List<Value> early = new ArrayList<>();
      for (int n = at + TARGET_FIELDS; n < end; n++) {
        early.add(Value.ofExact(items[n]));
      }
      pdcs.add(
          Value.rec(
              Value.field("pdcid", Value.ofExact(items[at])),
              Value.field("fa", Value.of(addresses.get((int) items[at + 1]))),
              Value.field("spdcid", Value.ofExact(items[at + 2])),
              Value.field("cccid", Value.ofExact(items[at + 3])),
              Value.field("start", Value.ofExact(items[at + 4])),
              Value.field("got", received(items[at + 5], early))));
      at = end;
    }
    return Value.set(pdcs);
  }

  /** As {@code spec/lib/Received.tla} has it. */
  private static Value received(long next, List<Value> early) {
    return Value.rec(
        Value.field("next", Value.ofExact(next)), Value.field("early", Value.set(early)));
  }

  private Value context(long[] items) {
    List<Value> contexts = new ArrayList<>();
    for (int id = 1; 2 * id <= items.length; id++) {
      if (items[2 * id - 2] > 0) {
        contexts.add(
            Value.rec(
                Value.field("fa", Value.of(addresses.get((int) items[2 * id - 2] - 1))),
                Value.field("class", Value.of(classes.get((int) items[2 * id - 1] - 1))),
                Value.field("cccid", Value.of(id))));
      }
    }
    return Value.set(contexts);
  }

  /** A packet as the specification shows it. */
  private Value message(Packet packet) {
    Value.Field fa = Value.field("fa", Value.of(addresses.get((int) packet.fa())));
    if (packet instanceof Packet.Syn syn) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(true)),
          Value.field("spdcid", Value.of(syn.spdcid())),
          Value.field("dpdcid", Value.of(0)),
          Value.field("psn", Value.ofExact(syn.psn())),
          Value.field("offset", Value.ofExact(syn.offset())),
          Value.field("job", Value.ofExact(syn.payload())));
    } else if (packet instanceof Packet.Request request) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(false)),
          Value.field("spdcid", Value.of(request.spdcid())),
          Value.field("dpdcid", Value.of(request.dpdcid())),
          Value.field("psn", Value.ofExact(request.psn())),
          Value.field("job", Value.ofExact(request.payload())));
    } else if (packet instanceof Packet.CloseCommand close) {
      return Value.rec(
          Value.field("type", Value.of("CLOSE")),
          fa,
          Value.field("spdcid", Value.of(close.spdcid())),
          Value.field("dpdcid", Value.of(close.dpdcid())),
          Value.field("psn", Value.ofExact(close.psn())));
    } else if (packet instanceof Packet.AckCc ack) {
      return Value.rec(
          Value.field("type", Value.of("ACK_CC")),
          fa,
          Value.field("spdcid", Value.of(ack.spdcid())),
          Value.field("dpdcid", Value.of(ack.dpdcid())),
          Value.field("cack", Value.ofExact(ack.cack())));
    }
    Packet.Nack nack = (Packet.Nack) packet;
    return Value.rec(
        Value.field("type", Value.of("NACK")),
        fa,
        Value.field("dpdcid", Value.of(nack.dpdcid())),
        Value.field("code", Value.of(nack.code().name())),
        Value.field("psn", Value.ofExact(nack.psn())));
  }

  /** The packet that a message of the specification stands for. */
  private Packet packet(Value.Rec message) {
    int fa = addresses.indexOf(string(message.get("fa")));
    return switch (string(message.get("type"))) {
      case "RUD_CC_REQ" ->
          message.get("offset") == null
              ? new Packet.Request(
                  fa,
                  number(message.get("spdcid")),
                  number(message.get("dpdcid")),
                  number(message.get("psn")),
                  number(message.get("job")))
              : new Packet.Syn(
                  fa,
                  classOf[slot(fa, number(message.get("spdcid")))][number(message.get("job")) - 1],
                  number(message.get("spdcid")),
                  number(message.get("psn")),
                  number(message.get("offset")),
                  number(message.get("job")));
      case "CLOSE" ->
          new Packet.CloseCommand(
              fa,
              number(message.get("spdcid")),
              number(message.get("dpdcid")),
              number(message.get("psn")));
      case "ACK_CC" ->
          new Packet.AckCc(
              fa,
              number(message.get("spdcid")),
              number(message.get("dpdcid")),
              number(message.get("cack")));
      case "NACK" ->
          new Packet.Nack(
              fa,
              number(message.get("dpdcid")),
              Packet.Code.valueOf(string(message.get("code"))),
              number(message.get("psn")));
      default -> throw new IllegalArgumentException("no such message: " + message);
    };
  }

  private Value byAddress(IntFunction<Value> of) {
    List<Value.Field> fields = new ArrayList<>();
    for (int fa = 0; fa < addresses.size(); fa++) {
      fields.add(Value.field(addresses.get(fa), of.apply(fa)));
    }
    return new Value.Rec(fields);
  }

  private static Value list(int length, IntFunction<Value> of) {
    List<Value> items = new ArrayList<>();
    for (int i = 1; i <= length; i++) {
      items.add(of.apply(i));
    }
    return Value.seq(items);
  }

  private static Value constant(Map<String, Value> constants, String name) {
    Value value = constants.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the model has no constant " + name);
    }
    return value;
  }

  private static int number(Map<String, Value> constants, String name) {
    return number(constant(constants, name));
  }

  private static boolean truth(Map<String, Value> constants, String name) {
    if (constant(constants, name) instanceof Value.Bool bool) {
      return bool.value();
    }
    throw new IllegalArgumentException(name + " is no truth value");
  }

  private static List<Value> items(Value value) {
    if (value instanceof Value.Set set) {
      return set.items();
    } else if (value instanceof Value.Seq seq) {
      return seq.items();
    }
    throw new IllegalArgumentException("neither a set nor a sequence: " + value);
  }

  private static int number(Value value) {
    if (value instanceof Value.Int integer) {
      return integer.value();
    }
    throw new IllegalArgumentException("no integer: " + value);
  }

  private static String string(Value value) {
    if (value instanceof Value.Str str) {
      return str.value();
    }
    throw new IllegalArgumentException("no string: " + value);
  }
}
