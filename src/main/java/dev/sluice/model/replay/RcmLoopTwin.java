package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.rcm.CongestionPoint;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.NotificationPoint.Answers;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.cc.rcm.ReactionPoint;
import dev.sluice.kernel.Face;
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
import java.util.stream.Stream;

/**
 * The Java side of {@code spec/rcm/RcmLoop.tla}: a reaction point and a notification point for each
 * queue pair, the congestion point between them, and a network that loses, repeats, reorders and
 * marks the notifications.
 */
public final class RcmLoopTwin implements Twin<RcmLoopTwin.World> {
  private static final long DRAWS = 1L << 32;

  /** The opcode of a packet with data: SEND, the only one of its message. */
  private static final int DATA = 0x04;

  private static final List<String> CODEPOINTS = List.of("NOT_ECT", "ECT_1", "ECT_0", "CE");

  private final Wire wire = new Wire();
  private final int[] peer;
  private final int[] packets;
  private final Set<Integer> selected;
  private final Set<Integer> notifies;
  private final Set<Integer> reacts;
  private final ReactionParams reaction;
  private final NotificationPoint.Params notification;
  private final RedMarker marker;
  private final int size;
  private final int draws;
  private final int room;
  private final int maxLink;
  private final int maxCnps;
  private final int losses;
  private final int repeats;
  private final int cnpMarks;
  private final int corruptions;
  private final boolean timePasses;
  private final Honest honest;

  /** In a model with one end, its user counts packets modulo this. */
  private final int laps;

  private final List<Part<World>> parts;

  /** The ends that keep to the rules; a chaos peer has them receive any message. */
  private enum Honest {
    /** There is no chaos peer. */
    ALL,
    /** The chaos peer replaces all but the reaction points. */
    REACTION,
    /** The chaos peer replaces all but the notification points. */
    NOTIFICATION,
    /** The chaos peer is a third party. */
    BOTH;

    /** Returns whether the network shows the messages that left last, and no others. */
    private boolean isOpen() {
      return this == REACTION || this == NOTIFICATION;
    }
  }

  /** A packet on its way: the queue pair that it is for, from 0, and its codepoint. */
  private record OnWay(int qp, int ecn) {}

  /** Both ends of all queue pairs, and the network. */
  public final class World
      implements ReactionPoint.Sink, NotificationPoint.Sink, CongestionPoint.Sink {
    private final ReactionPoint[] rp;
    private final NotificationPoint[] np;
    private final CongestionPoint cp;
    private final int[] sent;
    private final int[] delivered;
    private final List<OnWay> link;
    private final List<OnWay> queue;
    private final List<OnWay> cnps;
    private int lost;
    private int repeated;
    private int marked;
    private int corrupted;
    private final long[] quiet;
    private final boolean[] unanswered;
    private final long[] calm;
    private final long[] passed;
    private long nowPs;

    /** The queue pair in hand: the one that sends, or that a packet has come to. */
    private int hand;

    private World() {
      int n = peer.length;
      rp = new ReactionPoint[n];
      np = new NotificationPoint[n];
      Arrays.setAll(rp, q -> new ReactionPoint(reaction, selected.contains(q), reacts.contains(q)));
      Arrays.setAll(np, q -> new NotificationPoint(notification, peer[q], notifies.contains(q), 0));
      cp = new CongestionPoint(marker, room);
      sent = new int[n];
      delivered = new int[n];
      link = new ArrayList<>();
      queue = new ArrayList<>();
      cnps = new ArrayList<>();
      quiet = new long[n];
      unanswered = new boolean[n];
      calm = new long[n];
      passed = new long[n];
      Arrays.fill(quiet, notification.intervalPs() + 1);
      Arrays.fill(calm, reaction.riseTime());
      Arrays.fill(passed, reaction.riseBytes());
    }

    private World(World from) {
      rp = from.rp.clone();
      np = from.np.clone();
      Arrays.setAll(rp, q -> from.rp[q].copy());
      Arrays.setAll(np, q -> from.np[q].copy());
      cp = from.cp.copy();
      sent = from.sent.clone();
      delivered = from.delivered.clone();
      link = new ArrayList<>(from.link);
      queue = new ArrayList<>(from.queue);
      cnps = new ArrayList<>(from.cnps);
      lost = from.lost;
      repeated = from.repeated;
      marked = from.marked;
      corrupted = from.corrupted;
      quiet = from.quiet.clone();
      unanswered = from.unanswered.clone();
      calm = from.calm.clone();
      passed = from.passed.clone();
      nowPs = from.nowPs;
    }

    @Override
    public void send(int ecn) {
      OnWay leaves = new OnWay(peer[hand], ecn);
      if (honest.isOpen()) {
        link.clear();
      }
      link.add(leaves);
      wire.sends(() -> of(leaves));
    }

    @Override
    public void sendCnp(long qp, int ecn) {
      OnWay leaves = new OnWay((int) qp, ecn);
      if (honest.isOpen()) {
        cnps.clear();
      }
      cnps.add(leaves);
      quiet[leaves.qp] = 0;
      unanswered[leaves.qp] = false;
      wire.sends(() -> of(leaves));
    }

    @Override
    public void deliver() {
      delivered[hand] = oneMore(delivered[hand]);
    }

    @Override
    public void queue(int ecn) {
      queue.add(new OnWay(hand, ecn));
    }

    @Override
    public void drop() {
      // it was on the link, and is nowhere now
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public RcmLoopTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    peer = of.items("Peer").stream().mapToInt(one -> integer(one) - 1).toArray();
    packets = of.items("Packets").stream().mapToInt(Constants::integer).toArray();
    selected = places(of.items("Selected"));
    notifies = places(of.items("Notifies"));
    reacts = places(of.items("Reacts"));
    size = of.integer("Size");
    draws = of.integer("Draw");
    room = of.integer("Room");
    marker =
        new RedMarker(of.integer("KMin"), of.integer("KMax"), of.integer("PMax") * DRAWS / draws);
    notification =
        new NotificationPoint.Params(
            of.integer("Interval"),
            Answers.valueOf(of.string("Answers")),
            CODEPOINTS.indexOf(of.string("CnpEcn")));
    reaction =
        new ReactionParams(
            of.integer("Line"),
            of.integer("MinRate"),
            of.integer("PerByte"),
            of.integer("Scale"),
            of.integer("Gain"),
            of.integer("AlphaStart"),
            of.integer("DecayTime"),
            of.integer("CutGap"),
            Clamp.valueOf(of.string("Clamp")),
            Rise.valueOf(of.string("Rise")),
            of.integer("RiseTime"),
            of.integer("RiseBytes"),
            of.bool("Both"),
            of.integer("FastSteps"),
            of.bool("CountsFirst"),
            of.integer("StepAdd"),
            of.integer("StepHyper"));
    maxLink = of.integer("MaxLink");
    maxCnps = of.integer("MaxCnps");
    losses = of.integer("Losses");
    repeats = of.integer("Repeats");
    cnpMarks = of.integer("CnpMarks");
    corruptions = of.integer("Corruptions");
    timePasses = !of.items("Elapsed").isEmpty();
    boolean isChaos = of.has("Honest");
    honest = isChaos ? Honest.valueOf(of.string("Honest")) : Honest.ALL;
    laps = honest.isOpen() ? of.integer("Laps") : Integer.MAX_VALUE;
    parts = table();
  }

  private int oneMore(int count) {
    return (count + 1) % laps;
  }

  private static Set<Integer> places(List<Value> numbers) {
    Set<Integer> places = new HashSet<>();
    numbers.forEach(one -> places.add(integer(one) - 1));
    return places;
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
    Class<?> network = RcmLoopTwin.class;
    List<Action> all = new ArrayList<>();
    if (honest != Honest.ALL) {
      all.add(Action.of(network, "Inject", "m"));
    }
    if (honest.isOpen()) {
      all.add(Action.of(network, "Tick", "time"));
      if (honest == Honest.NOTIFICATION) {
        all.add(Action.of(NotificationPoint.class, NotificationPoint.CNP_TIMER, "q"));
      } else {
        all.add(Action.of(ReactionPoint.class, ReactionPoint.TRANSMIT, "q"));
        addTimers(all);
      }
      return all;
    }
    all.add(Action.of(ReactionPoint.class, ReactionPoint.TRANSMIT, "q"));
    all.add(Action.of(CongestionPoint.class, CongestionPoint.ENQUEUE));
    all.add(Action.of(NotificationPoint.class, NotificationPoint.RECEIVE));
    if (hasCnps()) {
      all.add(Action.of(ReactionPoint.class, ReactionPoint.RECEIVE_CNP, "i", "stays"));
      addOfCnps(all, network);
    }
    if (timePasses) {
      all.add(Action.of(network, "Tick", "time"));
    }
    return all;
  }

  /** Whether a CNP can leave at all: somebody sends what may be marked to one who notifies. */
  private boolean hasCnps() {
    for (int q = 0; q < peer.length; q++) {
      if (packets[q] > 0 && selected.contains(q) && notifies.contains(peer[q])) {
        return true;
      }
    }
    return false;
  }

  private void addOfCnps(List<Action> all, Class<?> network) {
    if (reacts.stream().anyMatch(q -> packets[q] > 0 && selected.contains(q))) {
      addTimers(all);
    }
    if (notification.answers() == Answers.INTERVAL_END && notification.intervalPs() > 0) {
      all.add(Action.of(NotificationPoint.class, NotificationPoint.CNP_TIMER, "q"));
    }
    if (losses > 0) {
      all.add(Action.of(network, "LoseCnp", "i"));
    }
    if (cnpMarks > 0) {
      all.add(Action.of(network, "MarkCnp", "i"));
    }
  }

  private void addTimers(List<Action> all) {
    if (timePasses && reaction.riseTime() > 0) {
      all.add(Action.of(ReactionPoint.class, ReactionPoint.RISE_TIMER, "q"));
    }
    if (timePasses && reaction.decayTime() > 0) {
      all.add(Action.of(ReactionPoint.class, ReactionPoint.ALPHA_TIMER, "q"));
    }
  }

  /** Of a CNP that comes, two kernels hear. */
  @Override
  public List<String> requirements(String action) {
    Stream<String> own = Twin.super.requirements(action).stream();
    return action.equals("ReceiveCnp")
        ? Stream.concat(own, Twin.super.requirements("Receive").stream())
            .distinct()
            .sorted()
            .toList()
        : own.toList();
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
    for (int q = 0; q < peer.length; q++) {
      String reaction = world.rp[q].broken();
      String wrong = reaction == null ? world.np[q].broken() : reaction;
      if (wrong != null) {
        return wrong;
      }
    }
    return world.cp.broken();
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    Value first = arguments.get(0);
    if (action.equals("Inject")) {
      return inject(first);
    }
    int at = first instanceof Value.Int number ? number.value() : 0;
    boolean truth = first instanceof Value.Bool bool && bool.value();
    return switch (action) {
      case "Transmit" -> world -> transmit(world, at - 1);
      case "Enqueue" -> world -> enqueue(world, at);
      case "Receive" -> world -> receive(world, truth);
      case "ReceiveCnp" -> {
        boolean stays = ((Value.Bool) arguments.get(1)).value();
        yield world -> receiveCnp(world, at - 1, stays);
      }
      case "RiseTimer" -> world -> Attempt.of(world.rp[at - 1].riseTimer(world.nowPs));
      case "AlphaTimer" -> world -> Attempt.of(world.rp[at - 1].alphaTimer(world.nowPs));
      case "CnpTimer" -> world -> cnpTimer(world, at - 1);
      case "LoseCnp" -> world -> Attempt.of(loseCnp(world, at - 1));
      case "MarkCnp" -> world -> Attempt.of(markCnp(world, at - 1));
      case "Tick" -> world -> Attempt.of(tick(world, at));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  // ---------------------------------------------------------------- the ends, and the switch

  private Attempt transmit(World world, int q) {
    if (world.sent[q] >= packets[q] || world.link.size() >= maxLink) {
      return Attempt.ABSENT;
    }
    world.hand = q;
    String refused = world.rp[q].transmit(world.nowPs, size, world);
    if (refused == null) {
      world.sent[q] = oneMore(world.sent[q]);
      world.passed[q] = Math.min(world.passed[q] + size, reaction.riseBytes());
    }
    return Attempt.of(refused);
  }

  private Attempt enqueue(World world, int draw) {
    if (world.link.isEmpty()) {
      return Attempt.ABSENT;
    }
    OnWay came = world.link.remove(0);
    wire.takes(() -> of(came));
    world.hand = came.qp;
    return Attempt.of(world.cp.enqueue(size, came.ecn, draw * DRAWS / draws, world));
  }

  private Attempt receive(World world, boolean valid) {
    if (world.queue.isEmpty() || !valid && world.corrupted >= corruptions) {
      return Attempt.ABSENT;
    }
    OnWay came = world.queue.get(0);
    NotificationPoint np = world.np[came.qp];
    if (world.cnps.size() == maxCnps && np.answers(world.nowPs, DATA, came.ecn, valid)) {
      return Attempt.ABSENT;
    }
    world.queue.remove(0);
    world.corrupted += valid ? 0 : 1;
    String refused = world.cp.dequeue(size);
    return refused == null ? takePacket(world, came, valid) : Attempt.of(refused);
  }

  private Attempt takePacket(World world, OnWay came, boolean valid) {
    wire.takes(() -> of(came));
    world.hand = came.qp;
    if (came.ecn == Ecn.CE && valid && notifies.contains(came.qp)) {
      world.unanswered[peer[came.qp]] = true;
    }
    return Attempt.of(world.np[came.qp].receive(world.nowPs, DATA, came.ecn, valid, world));
  }

  private Attempt receiveCnp(World world, int i, boolean stays) {
    if (i >= world.cnps.size() || stays && world.repeated >= repeats) {
      return Attempt.ABSENT;
    }
    OnWay came = stays ? world.cnps.get(i) : world.cnps.remove(i);
    world.repeated += stays ? 1 : 0;
    return takeCnp(world, came);
  }

  private Attempt takeCnp(World world, OnWay came) {
    wire.takes(() -> of(came));
    world.hand = came.qp;
    world.calm[came.qp] = 0;
    world.passed[came.qp] = 0;
    int opcode = NotificationPoint.CNP;
    String refused = ReactionPoint.isCnp(opcode) ? world.rp[came.qp].receiveCnp(world.nowPs) : null;
    return Attempt.of(
        refused == null
            ? world.np[came.qp].receive(world.nowPs, opcode, came.ecn, true, world)
            : refused);
  }

  private Attempt cnpTimer(World world, int q) {
    if (world.cnps.size() >= maxCnps) {
      return Attempt.ABSENT;
    }
    world.hand = q;
    return Attempt.of(world.np[q].cnpTimer(world.nowPs, world));
  }

  // ---------------------------------------------------------------- chaos peer

  /** Returns the step in which a queue pair receives a message of the chaos peer. */
  @Requirement({"RCM-3", "RCM-5"})
  private Step<World> inject(Value message) {
    boolean isCnp = string(in(message, "opcode")).equals("CNP");
    boolean valid = ((Value.Bool) in(message, "valid")).value();
    int ecn = CODEPOINTS.indexOf(string(in(message, "ecn")));
    OnWay came = new OnWay(integer(in(message, "qp")) - 1, ecn);
    return world -> {
      if (honest.isOpen()) {
        world.cnps.clear();
      } else if (world.repeated < repeats) {
        world.repeated++;
      } else {
        return Attempt.ABSENT;
      }
      return isCnp ? takeCnp(world, came) : takePacket(world, came, valid);
    };
  }

  // ---------------------------------------------------------------- network and time

  private boolean loseCnp(World world, int i) {
    if (i >= world.cnps.size() || world.lost >= losses) {
      return false;
    }
    world.cnps.remove(i);
    world.lost++;
    return true;
  }

  @Requirement({"RCM-4", "FIND-13"})
  private boolean markCnp(World world, int i) {
    if (i >= world.cnps.size()
        || world.marked >= cnpMarks
        || !Ecn.canBeMarked(world.cnps.get(i).ecn)) {
      return false;
    }
    world.cnps.set(i, new OnWay(world.cnps.get(i).qp, Ecn.CE));
    world.marked++;
    return true;
  }

  /** Time passes; not beyond the end of an interval that has a CNP leave. */
  @Requirement({"RCM-3", "RCM-6"})
  private boolean tick(World world, long time) {
    for (NotificationPoint np : world.np) {
      if (np.timerPs() < world.nowPs + time) {
        return false;
      }
    }
    world.nowPs += time;
    for (int q = 0; q < peer.length; q++) {
      world.quiet[q] = Math.min(world.quiet[q] + time, notification.intervalPs() + 1);
      world.calm[q] = Math.min(world.calm[q] + time, reaction.riseTime());
    }
    return true;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    int n = peer.length;
    return List.of(
        Part.of("rp", w -> read(ReactionPoint.FACE, w.rp, w.nowPs), this::reactions),
        Part.of("np", w -> read(NotificationPoint.FACE, w.np, w.nowPs), this::notifications),
        Part.number("waiting", w -> w.cp.waiting()),
        row("sent", w -> Numbers.of(n, q -> w.sent[q])),
        row("delivered", w -> Numbers.of(n, q -> w.delivered[q])),
        Part.of("link", w -> List.copyOf(w.link), RcmLoopTwin::ofAll),
        Part.of("queue", w -> List.copyOf(w.queue), RcmLoopTwin::ofAll),
        Part.of("cnps", w -> List.copyOf(w.cnps), RcmLoopTwin::ofAll),
        Part.number("lost", w -> w.lost),
        Part.number("repeated", w -> w.repeated),
        Part.number("marked", w -> w.marked),
        Part.number("corrupted", w -> w.corrupted),
        row("quiet", w -> Numbers.of(n, q -> w.quiet[q])),
        Part.of(
            "unanswered",
            w -> Numbers.of(n, q -> w.unanswered[q] ? 1 : 0),
            numbers -> seq(q -> Value.of(numbers.get(q) == 1))),
        row("calm", w -> Numbers.of(n, q -> w.calm[q])),
        row("passed", w -> Numbers.of(n, q -> w.passed[q])));
  }

  private static <K> Numbers read(Face<K> face, K[] kernels, long nowPs) {
    int fields = face.shown().size();
    long[] numbers = new long[fields * kernels.length];
    for (int q = 0; q < kernels.length; q++) {
      face.read(kernels[q], nowPs, numbers, q * fields);
    }
    return new Numbers(numbers);
  }

  private Value reactions(Numbers numbers) {
    return records(ReactionPoint.FACE, numbers);
  }

  private Value notifications(Numbers numbers) {
    return records(NotificationPoint.FACE, numbers);
  }

  private Value records(Face<?> face, Numbers numbers) {
    return seq(q -> new Value.Rec(numbers.fields(face, q * face.shown().size())));
  }

  private Part<World> row(String name, Function<World, Numbers> of) {
    return Part.of(name, of, numbers -> seq(q -> Value.ofExact(numbers.get(q))));
  }

  private Value seq(IntFunction<Value> value) {
    List<Value> items = new ArrayList<>();
    for (int q = 0; q < peer.length; q++) {
      items.add(value.apply(q));
    }
    return Value.seq(items);
  }

  private static Value ofAll(List<OnWay> messages) {
    return Value.seq(messages.stream().map(RcmLoopTwin::of).toList());
  }

  private static Value of(OnWay message) {
    return Value.rec(
        Value.field("qp", Value.of(message.qp + 1)),
        Value.field("ecn", Value.of(CODEPOINTS.get(message.ecn))));
  }
}
