package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.items;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.model.replay.NetworkTwin.Flight;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.Target.Context;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
          Action.of(Initiator.class, Initiator.OPEN, "f"),
          Action.of(Initiator.class, Initiator.TRANSMIT, "f"),
          Action.of(Initiator.class, Initiator.RETRANSMIT, "f"),
          Action.of(Initiator.class, Initiator.RECEIVE_ACK, "m"),
          Action.of(Initiator.class, Initiator.CLOSE, "f"),
          Action.of(Initiator.class, Initiator.REPEAT_CLOSE, "f"),
          Action.of(Initiator.class, Initiator.RECEIVE_NACK, "m"),
          Action.of(Initiator.class, Initiator.RELEASE, "f"),
          Action.of(Target.class, Target.ADMIT, "m"),
          Action.of(Target.class, Target.REFUSE, "m"),
          Action.of(Target.class, Target.RECEIVE_SYN, "m"),
          Action.of(Target.class, Target.RECEIVE_REQUEST, "m"),
          Action.of(Target.class, Target.RECEIVE_CLOSE, "m"),
          Action.of(Target.class, Target.FORGET),
          Action.of(PdcHandshakeTwin.class, "Lose", "m"),
          Action.of(PdcHandshakeTwin.class, "Inject", "m"),
          Action.of(PdcHandshakeTwin.class, "Tick", "time"));

  private final List<Part<World>> parts = table();
  private final List<String> addresses;
  private final List<String> classes;
  private final int sourcePdcs;
  private final int targetPdcs;
  private final int targetCccs;

  private final PdcJobs jobs;
  private final int sourceHorizon;
  private final int targetHorizon;
  private final Initiator.Params[] initiators;
  private final Target.Params targets;
  private final PdcValues values;
  private final NetworkTwin<Packet> network;

  /** The kernel of the only end that a model has, the other being a chaos peer; null for both. */
  private final Class<?> end;

  /** The address whose jobs are messages that a third party injects; -1 if there is none. */
  private final int third;

  private final boolean floods; // whether it never stops

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

  /**
   * What the kernels ask for. On a world it is done; without one, it is only seen whether the
   * network has room.
   */
  private final class Sending implements Initiator.Sink, Target.Sink {
    private World world;
    private int fa;
    private Flight net;
    private boolean lacksRoom;

    /** Whether what is written is the first of a PDC that has a memory of its own. */
    private boolean begins;

    private void on(World host, int initiator, Flight left) {
      world = host;
      fa = initiator;
      net = left;
      lacksRoom = false;
    }

    private void send(Packet packet) {
      int number = network.number(packet);
      if (world != null) {
        network.sends(number);
      }
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
        world.sourceClock[jobs.slot(fa, spdcid)] = 0;
      }
    }

    @Override
    public void ended(int spdcid, long payload) {
      if (world != null) {
        world.ended[jobs.slot(fa, spdcid)] = (byte) payload;
      }
    }

    @Override
    public void targetClockRestarted(PdcKey key) {
      if (world != null) {
        world.targetClock[jobs.slot((int) key.fa(), key.spdcid())] = 0;
      }
    }

    @Override
    public void written(PdcKey key, long payload, long offset) {
      if (world == null) {
        return;
      } else if (begins) {
        jobs.clear(world.written, key);
      }
      world.written[jobs.cell(key, payload, offset)]++;
    }
  }

  /**
   * A twin for one model.
   *
   * @param constants the model's, by name
   */
  public PdcHandshakeTwin(Map<String, Value> constants) {
    addresses = new ArrayList<>();
    Constants of = new Constants(constants);
    of.items("Fa").forEach(fa -> addresses.add(string(fa)));
    sourcePdcs = of.integer("SourcePdcs");
    targetPdcs = of.integer("TargetPdcs");
    targetCccs = of.integer("TargetCccs");
    jobs = new PdcJobs(addresses, of);
    classes = jobs.classes();
    long modulus = of.integer("Modulus");
    int synSafety = of.integer("SynSafety");
    int idSafety = of.integer("IdSafety");
    targetHorizon = of.integer("Memory");
    sourceHorizon = Math.max(synSafety, idSafety);
    long mpRange = of.integer("MpRange");
    long syns = of.integer("SynWindow");
    boolean first = of.bool("FirstAgain");
    initiators = new Initiator.Params[addresses.size()];
    for (int fa = 0; fa < initiators.length; fa++) {
      initiators[fa] = new Initiator.Params(fa, modulus, syns, mpRange, synSafety, idSafety, first);
    }
    targets = new Target.Params(modulus, mpRange, targetHorizon);
    boolean onePath = of.bool("OnePath");
    values =
        new PdcValues(
            addresses, classes, (fa, spdcid, job) -> jobs.classOf(jobs.slot(fa, spdcid), job));
    end = of.has("End") ? end(of.string("End")) : null;
    third = of.has("Third") ? addresses.indexOf(of.string("Third")) : -1;
    floods = third >= 0 && of.bool("Floods");
    network =
        new NetworkTwin<>(
            new NetworkTwin.Guarantee(
                of.bool("Lossy"),
                of.bool("Repeating"),
                of.bool("Reordering"),
                of.integer("L"),
                of.integer("Capacity")),
            packet -> onePath ? 0 : 2 * packet.fa() + (packet instanceof Packet.ToTarget ? 0 : 1),
            values::message);
  }

  private static Class<?> end(String name) {
    return switch (name) {
      case "TARGET" -> Target.class;
      case "INITIATOR" -> Initiator.class;
      default -> null;
    };
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
    boolean enough = targetPdcs >= jobs.slots() && targetCccs >= jobs.slots();
    return ACTIONS.stream()
        .filter(action -> targetHorizon > 0 || !action.name().equals("Forget"))
        .filter(action -> !enough || !action.name().equals("Refuse"))
        .filter(action -> network.isLossy() || !action.name().equals("Lose"))
        .filter(action -> third >= 0 || !action.name().equals("Inject"))
        .filter(action -> end == null || action.owner() == end || action.name().equals("Tick"))
        .toList();
  }

  @Override
  public World initial() {
    int slots = jobs.slots();
    World world = new World();
    world.turn = new byte[slots];
    world.ends = new Initiator[addresses.size()];
    Arrays.setAll(world.ends, fa -> new Initiator(initiators[fa], sourcePdcs));
    world.inflight = new byte[addresses.size() * classes.size()];
    world.sourceClock = filled(slots, sourceHorizon);
    world.target = new Target(targets, targetPdcs, targetCccs);
    world.targetClock = filled(slots, targetHorizon);
    world.written = new byte[jobs.cells()];
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
      int time = integer(arguments.get(0));
      return world -> tick(world, time);
    } else if (arguments.get(0) instanceof Value.Rec rec) {
      return ofMessage(action, values.packet(rec), arguments);
    }
    int fa = addresses.indexOf(string(arguments.get(0)));
    int spdcid = integer(arguments.get(1));
    return switch (action) {
      case "Open" -> world -> open(world, fa, spdcid);
      case "Transmit" -> source(fa, (world, end) -> end.transmit(spdcid, sending));
      case "Retransmit" -> {
        int packet = integer(arguments.get(2));
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
      case "Inject" -> world -> inject(world, number);
      case "Admit" -> {
        int pdcid = integer(arguments.get(1));
        yield target(
            number,
            target -> {
              sending.begins = network.isOpen();
              String refused = admit(target, (Packet.Syn) packet, pdcid, sending);
              sending.begins = false;
              return refused;
            });
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
    int slot = jobs.slot(fa, spdcid);
    boolean known = spdcid >= 1 && spdcid <= sourcePdcs;
    if (known && world.turn[slot] == jobs.turns(slot)) {
      return Attempt.ABSENT; // SES has no further job for this id
    }
    Initiator.Job wanted = known ? jobs.job(slot, world.turn[slot] + 1) : jobs.ofNoSlot();
    Attempt attempt = Attempt.of(world.ends[fa].open(wanted, spdcid));
    if (known && attempt.isTaken()) {
      world.turn[slot]++;
    }
    return attempt;
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

  @Requirement("PDC-5")
  private Attempt lose(World world, int number) {
    if (!network.losable(world.net, number)) {
      return Attempt.ABSENT;
    }
    world.net = network.drop(world.net, number);
    return Attempt.TAKEN;
  }

  @Requirement({"PDC-5", "PDC-6", "PDC-10"})
  private Attempt inject(World world, int number) {
    int slot = jobs.slot(third, 1);
    boolean stops = !floods && world.turn[slot] == jobs.turns(slot);
    if (stops || !network.room(world.net, number)) {
      return Attempt.ABSENT;
    }
    world.turn[slot] += floods ? 0 : 1;
    world.ended[slot] = world.turn[slot];
    world.net = network.put(world.net, number);
    return Attempt.TAKEN;
  }

  @Requirement("PDC-5")
  private Attempt tick(World world, int time) {
    Flight net = network.aged(world.net, time);
    if (net == null) {
      return Attempt.ABSENT;
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
    return spdcid == 0 ? 0 : clocks[jobs.slot(fa, spdcid)];
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
        broken = broken(world, world.ends[fa].source(p), jobs.slot(fa, p));
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
    return its.equals(jobs.job(slot, turn))
        ? null
        : "PDC " + pdc.spdcid() + " has " + its + ", and was given " + jobs.job(slot, turn);
  }

  private List<Part<World>> table() {
    return List.of(
        bySlot("turn", world -> world.turn),
        Part.of("source", this::sources, this::sources),
        keys("resting", (world, fa, p) -> world.ends[fa].resting(p)),
        Part.of("inflight", world -> numbers(world.inflight), this::inflight),
        bySlot("sourceClock", world -> world.sourceClock),
        Part.of("target", this::targets, pdcs -> values.targets(pdcs)),
        Part.of("context", PdcHandshakeTwin::contexts, flows -> values.contexts(flows)),
        keys("memory", (world, fa, p) -> world.target.memory().contains(new PdcKey(fa, p))),
        bySlot("targetClock", world -> world.targetClock),
        Part.of("written", world -> numbers(world.written), this::written),
        Part.of("net", world -> world.net, net -> network.value(net)));
  }

  private static Numbers numbers(byte[] items) {
    return Numbers.of(items.length, i -> items[i]);
  }

  /** A number for each PDC id of each address. */
  private Part<World> bySlot(String name, Function<World, byte[]> of) {
    return Part.of(
        name,
        world -> numbers(of.apply(world)),
        items ->
            byAddress(fa -> list(sourcePdcs, p -> Value.ofExact(items.get(jobs.slot(fa, p))))));
  }

  /** Whether a PDC id of an address is in a set. */
  @FunctionalInterface
  private interface IsIn {
    boolean test(World world, int fa, int spdcid);
  }

  private Part<World> keys(String name, IsIn set) {
    return Part.of(
        name,
        world ->
            Numbers.of(
                jobs.slots(),
                slot -> set.test(world, jobs.address(slot), jobs.spdcid(slot)) ? 1 : 0),
        this::keys);
  }

  /** By slot, the numbers of the PDC at an initiator; null where there is none. */
  private List<Numbers> sources(World world) {
    List<Numbers> sources = new ArrayList<>(jobs.slots());
    for (int slot = 0; slot < jobs.slots(); slot++) {
      SourcePdc pdc = world.ends[jobs.address(slot)].source(jobs.spdcid(slot));
      sources.add(pdc == null ? null : Numbers.of(SourcePdc.FACE, pdc));
    }
    return sources;
  }

  private Value sources(List<Numbers> sources) {
    List<Value> pdcs = new ArrayList<>();
    for (int slot = 0; slot < sources.size(); slot++) {
      if (sources.get(slot) != null) {
        Value fa = Value.of(addresses.get(jobs.address(slot)));
        List<Value.Field> fields = sources.get(slot).fields(SourcePdc.FACE, 0);
        fields.add(Value.field("fa", fa));
        pdcs.add(new Value.Rec(fields));
      }
    }
    return Value.set(pdcs);
  }

  private Value inflight(Numbers items) {
    return byAddress(
        fa -> Value.function(classes, c -> Value.ofExact(items.get(fa * classes.size() + c))));
  }

  private List<PdcValues.At> targets(World world) {
    List<PdcValues.At> pdcs = new ArrayList<>();
    for (int id = 1; id <= world.target.target().capacity(); id++) {
      TargetPdc pdc = world.target.target().get(id);
      if (pdc != null) {
        pdcs.add(PdcValues.At.of(pdc));
      }
    }
    return pdcs;
  }

  /** By id the flow of a CCC; null if there is none. */
  private static List<Target.Flow> contexts(World world) {
    List<Target.Flow> flows = new ArrayList<>();
    for (int id = 1; id <= world.target.context().capacity(); id++) {
      Context context = world.target.context().get(id);
      flows.add(context == null ? null : context.flow());
    }
    return flows;
  }

  private Value written(Numbers times) {
    return byAddress(
        fa ->
            list(
                sourcePdcs,
                p -> list(jobs.turns(jobs.slot(fa, p)), j -> written(times, jobs.slot(fa, p), j))));
  }

  /** What was written of a job: packets once or more often, and those more often. */
  private Value written(Numbers times, int slot, int turn) {
    List<Value> again = new ArrayList<>();
    List<Value> early = new ArrayList<>();
    int next = 0;
    for (int n = 0; n < jobs.packets(slot, turn); n++) {
      long here = times.get(jobs.cell(slot, turn, n));
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
        Value.field("once", PdcValues.received(next, early)),
        Value.field("again", Value.set(again)));
  }

  /** Keys for which there is a number. */
  private Value keys(Numbers items) {
    List<Value> keys = new ArrayList<>();
    for (int slot = 0; slot < jobs.slots(); slot++) {
      if (items.get(slot) > 0) {
        Value fa = Value.of(addresses.get(jobs.address(slot)));
        keys.add(Value.seq(fa, Value.of(jobs.spdcid(slot))));
      }
    }
    return Value.set(keys);
  }

  private Value byAddress(IntFunction<Value> of) {
    return Value.function(addresses, of);
  }

  private static Value list(int length, IntFunction<Value> of) {
    List<Value> items = new ArrayList<>();
    for (int i = 1; i <= length; i++) {
      items.add(of.apply(i));
    }
    return Value.seq(items);
  }
}
