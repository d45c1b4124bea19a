package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Completion;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Responder;
import dev.sluice.roce.ResponseKind;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The Java side of {@code spec/roce/RcTransport.tla}: a requester and a responder, what their users
 * see, and a network that loses, repeats, and has messages overtake each other.
 */
public final class RcTransportTwin implements Twin<RcTransportTwin.World> {
  private final Wire wire = new Wire();
  private final List<Part<World>> parts = table();
  private final List<Op> ops = new ArrayList<>();
  private final List<Integer> ends = new ArrayList<>();
  private final Set<Integer> forbidden = new HashSet<>();
  private final RequesterParams params;
  private final int saved;
  private final int receives;
  private final boolean early;
  private final int overtake;
  private final int losses;
  private final int ackLosses;
  private final int repeats;
  private final int maxData;
  private final int maxAcks;
  private final Honest honest;

  /** In a model with a chaos peer, memory counts modulo this. */
  private final int laps;

  /** Whether the chaos peer guesses PSNs, and misses. */
  private final boolean misses;

  /** The ends that keep to the rules; a chaos peer has the honest ones receive any message. */
  private enum Honest {
    /** There is no chaos peer. */
    ALL,
    /** The chaos peer replaces the responder and the network. */
    REQUESTER,
    /** The chaos peer replaces the requester and the network. */
    RESPONDER,
    /** The chaos peer is a third party. */
    BOTH;

    /** Returns whether the network shows the messages that left last, and no others. */
    private boolean isOpen() {
      return this == REQUESTER || this == RESPONDER;
    }
  }

  /** A request packet on its way, and how many later ones have overtaken it. */
  private record OnWay(int number, RequestPacket packet, int passed) {}

  /** A response on its way; of one that brings nothing, place and value are 0. */
  private record Response(
      ResponseKind kind, long psn, long msn, int place, long value, int passed) {}

  /** What a READ or an ATOMIC has brought for a packet. */
  private record Returned(int number, int place, long value) {}

  /** Both ends, their users, and the network. */
  public final class World implements Requester.Sink, Responder.Sink {
    private final Requester requester;
    private final Responder responder;
    private final Completion[] told;
    private final Set<Returned> returned;
    private final List<Integer> executed;
    private long memory;
    private final List<OnWay> data;
    private final List<Response> acks;
    private int lost;
    private int lostAcks;
    private int repeated;

    /** What the end in hand has been given. */
    private int number;

    private Response response;

    private World() {
      requester = new Requester(params);
      for (int k = 0; k < ops.size(); k++) {
        requester.post(ops.get(k), ends.get(k) - begin(k));
      }
      responder = new Responder(params.modulus(), params.firstPsn(), receives, saved);
      told = new Completion[ops.size()];
      Arrays.fill(told, Completion.OPEN);
      returned = new HashSet<>();
      executed = new ArrayList<>();
      data = new ArrayList<>();
      acks = new ArrayList<>();
    }

    private World(World from) {
      requester = from.requester.copy();
      responder = from.responder.copy();
      told = from.told.clone();
      returned = new HashSet<>(from.returned);
      executed = new ArrayList<>(from.executed);
      memory = from.memory;
      data = new ArrayList<>(from.data);
      acks = new ArrayList<>(from.acks);
      lost = from.lost;
      lostAcks = from.lostAcks;
      repeated = from.repeated;
    }

    @Override
    public void send(long sends, RequestPacket packet) {
      OnWay leaves = new OnWay((int) sends, packet, 0);
      if (honest.isOpen()) {
        data.clear();
      }
      data.add(leaves);
      wire.sends(() -> ofRequest(leaves));
    }

    @Override
    public void returned(long to) {
      returned.add(new Returned((int) to, response.place, response.value));
    }

    @Override
    public void told(long request, Completion what) {
      told[(int) request] = what;
    }

    @Override
    public long execute(RequestPacket packet) {
      if (honest == Honest.RESPONDER) {
        executed.clear();
      }
      executed.add(number);
      long found = memory;
      memory += packet.op().writes() ? 1 : 0;
      memory %= honest == Honest.RESPONDER ? laps : Long.MAX_VALUE;
      return found;
    }

    @Override
    public void read(RequestPacket packet, long msn) {
      for (int j = 0; j < packet.span(); j++) {
        long psn = (packet.psn() + j) % params.modulus();
        leaves(new Response(ResponseKind.DATA, psn, msn, number + j, memory, 0));
      }
    }

    @Override
    public void answerAtomic(long psn, long msn, long value) {
      leaves(new Response(ResponseKind.ATOMIC, psn, msn, number, value, 0));
    }

    @Override
    public void answer(ResponseKind kind, long psn, long msn) {
      leaves(new Response(kind, psn, msn, 0, 0, 0));
    }

    private void leaves(Response answer) {
      acks.add(answer);
      wire.sends(() -> ofResponse(answer));
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public RcTransportTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    int end = 0;
    for (Value asked : of.items("Work")) {
      ops.add(Op.valueOf(string(in(asked, "op"))));
      end += integer(in(asked, "packets"));
      ends.add(end);
    }
    of.items("Refused").forEach(one -> forbidden.add(integer(one) - 1));
    params =
        new RequesterParams(
            of.integer("Modulus"),
            of.integer("FirstPsn"),
            of.integer("Window"),
            of.integer("AckEvery"),
            of.integer("Depth"),
            of.integer("Retries"),
            of.integer("RnrRetries"));
    saved = of.integer("Saved");
    receives = of.integer("Receives");
    early = of.bool("Early");
    overtake = of.integer("Overtake");
    losses = of.integer("Losses");
    ackLosses = of.integer("AckLosses");
    repeats = of.integer("Repeats");
    maxData = of.integer("MaxData");
    maxAcks = of.integer("MaxAcks");
    boolean isChaos = of.has("Honest");
    honest = isChaos ? Honest.valueOf(of.string("Honest")) : Honest.ALL;
    laps = isChaos ? of.integer("Laps") : 0;
    misses = isChaos && of.bool("Misses");
  }

  private int begin(int request) {
    return request == 0 ? 0 : ends.get(request - 1);
  }

  private int requestOf(int number) {
    int request = 0;
    while (ends.get(request) <= number) {
      request++;
    }
    return request;
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
    if (!honest.isOpen()) {
      return ofBoth();
    }
    List<Action> all = new ArrayList<>();
    if (honest == Honest.REQUESTER) {
      all.add(Action.of(Requester.class, Requester.TRANSMIT));
      all.add(Action.of(Requester.class, Requester.TIMEOUT));
      all.add(Action.of(Requester.class, Requester.RNR_TIMER));
    } else if (receivesOfUse() > 0) {
      all.add(Action.of(Responder.class, Responder.POST_RECEIVE));
    }
    all.add(Action.of(RcTransportTwin.class, "Inject", "m"));
    return all;
  }

  private List<Action> ofBoth() {
    Class<?> network = RcTransportTwin.class;
    List<Action> all = new ArrayList<>();
    all.add(Action.of(Requester.class, Requester.TRANSMIT));
    all.add(Action.of(Responder.class, "Receive", "i", "stays"));
    all.add(Action.of(Requester.class, "ReceiveResponse", "i", "stays"));
    boolean isHit = honest == Honest.BOTH && !misses;
    if (losses + ackLosses > 0 || early || isHit) {
      all.add(Action.of(Requester.class, Requester.TIMEOUT));
    }
    if (receives < receivesOfUse()) {
      all.add(Action.of(Responder.class, Responder.POST_RECEIVE));
    }
    if (receives < receivesOfUse() || isHit) {
      all.add(Action.of(Requester.class, Requester.RNR_TIMER));
    }
    if (honest == Honest.BOTH) {
      all.add(Action.of(network, "Inject", "m"));
    }
    if (losses > 0) {
      all.add(Action.of(network, "Lose", "i"));
    }
    if (ackLosses > 0) {
      all.add(Action.of(network, "LoseResponse", "i"));
    }
    return all;
  }

  /** How many receives all work takes: one for each message, and for immediate data. */
  private int receivesOfUse() {
    return (int) ops.stream().filter(op -> op == Op.SEND || op == Op.WRITE_IMM).count();
  }

  private int used(World world) {
    int used = 0;
    for (int number : world.executed) {
      int request = requestOf(number);
      boolean first = number == begin(request);
      boolean last = number + 1 == ends.get(request);
      used += ops.get(request).needsReceive(first, last) ? 1 : 0;
    }
    return used;
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
    String requester = world.requester.broken();
    return requester == null ? world.responder.broken() : requester;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Inject")) {
      return inject(arguments.get(0));
    }
    int i = arguments.isEmpty() ? 0 : integer(arguments.get(0)) - 1;
    boolean stays = arguments.size() > 1 && ((Value.Bool) arguments.get(1)).value();
    return switch (action) {
      case "Transmit" ->
          world ->
              world.data.size() < maxData
                  ? Attempt.of(world.requester.transmit(world))
                  : Attempt.ABSENT;
      case "Timeout" ->
          world -> isTime(world) ? Attempt.of(world.requester.timeout(world)) : Attempt.ABSENT;
      case "RnrTimer" -> world -> Attempt.of(world.requester.rnrTimer());
      case "PostReceive" -> this::postReceive;
      case "Receive" -> world -> receive(world, i, stays);
      case "ReceiveResponse" -> world -> receiveResponse(world, i, stays);
      case "Lose" -> world -> Attempt.of(lose(world, i));
      case "LoseResponse" -> world -> Attempt.of(loseResponse(world, i));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  // ---------------------------------------------------------------- the ends

  private boolean isTime(World world) {
    return early || world.data.isEmpty() && world.acks.isEmpty() && !world.requester.mayTransmit();
  }

  private Attempt postReceive(World world) {
    long posted = world.responder.receives();
    return posted + (honest.isOpen() ? 0 : used(world)) < receivesOfUse()
        ? Attempt.of(world.responder.postReceive())
        : Attempt.ABSENT;
  }

  private Attempt receive(World world, int i, boolean stays) {
    if (i >= world.data.size()
        || stays && world.repeated >= repeats
        || world.acks.size() + world.data.get(i).packet.span() > maxAcks
        || world.data.subList(0, i).stream().anyMatch(one -> one.passed >= overtake)) {
      return Attempt.ABSENT;
    }
    world.repeated += stays ? 1 : 0;
    world.data.subList(0, i).replaceAll(one -> new OnWay(one.number, one.packet, one.passed + 1));
    return take(world, stays ? world.data.get(i) : world.data.remove(i));
  }

  private Attempt take(World world, OnWay came) {
    wire.takes(() -> ofRequest(came));
    world.number = came.number;
    if (honest.isOpen() && !world.responder.refused()) {
      world.acks.clear();
    }
    boolean allowed = !forbidden.contains(requestOf(came.number));
    return Attempt.of(world.responder.receive(came.packet, allowed, world));
  }

  private Attempt receiveResponse(World world, int i, boolean stays) {
    if (i >= world.acks.size()
        || stays && world.repeated >= repeats
        || world.acks.subList(0, i).stream().anyMatch(one -> one.passed >= overtake)) {
      return Attempt.ABSENT;
    }
    world.repeated += stays ? 1 : 0;
    world
        .acks
        .subList(0, i)
        .replaceAll(
            one -> new Response(one.kind, one.psn, one.msn, one.place, one.value, one.passed + 1));
    return take(world, stays ? world.acks.get(i) : world.acks.remove(i));
  }

  private Attempt take(World world, Response came) {
    wire.takes(() -> ofResponse(came));
    world.response = came;
    return Attempt.of(world.requester.receiveResponse(came.kind, came.psn, came.msn, world));
  }

  // ---------------------------------------------------------------- chaos peer

  /** Returns the step in which an end receives a message of the chaos peer. */
  @Requirement("RC-14")
  private Step<World> inject(Value message) {
    boolean isRequest = ((Value.Rec) message).get("number") != null;
    OnWay request = isRequest ? request(message) : null;
    Response response = isRequest ? null : response(message);
    long psn = isRequest ? request.packet.psn() : response.psn;
    return world -> {
      if (honest == Honest.BOTH) {
        if (world.repeated >= repeats
            || misses && !isMissed(world, psn)
            || isRequest && world.acks.size() + request.packet.span() > maxAcks) {
          return Attempt.ABSENT;
        }
        world.repeated++;
      }
      return isRequest ? take(world, request) : take(world, response);
    };
  }

  /** Returns whether a PSN is neither out nor expected. */
  private static boolean isMissed(World world, long psn) {
    Requester requester = world.requester;
    return requester.number(psn) >= requester.sent() && psn != world.responder.epsn();
  }

  /** Returns the packet that a requester would send in this place of the work. */
  private OnWay request(Value message) {
    int number = integer(in(message, "number"));
    int request = requestOf(number);
    Op op = ops.get(request);
    boolean isRead = op == Op.READ;
    boolean last = isRead || number + 1 == ends.get(request);
    int span = isRead ? ends.get(request) - number : 1;
    boolean ack = ((Value.Bool) in(message, "ack")).value();
    long psn = integer(in(message, "psn"));
    boolean first = number == begin(request);
    return new OnWay(number, new RequestPacket(op, psn, span, first, last, ack), 0);
  }

  private static Response response(Value message) {
    return new Response(
        ResponseKind.valueOf(string(in(message, "kind"))),
        integer(in(message, "psn")),
        integer(in(message, "msn")),
        integer(in(message, "place")),
        integer(in(message, "value")),
        0);
  }

  // ---------------------------------------------------------------- network

  private boolean lose(World world, int i) {
    if (i >= world.data.size() || world.lost >= losses) {
      return false;
    }
    world.data.remove(i);
    world.lost++;
    return true;
  }

  private boolean loseResponse(World world, int i) {
    if (i >= world.acks.size() || world.lostAcks >= ackLosses) {
      return false;
    }
    world.acks.remove(i);
    world.lostAcks++;
    return true;
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>();
    table.addAll(Part.of(Requester.FACE, world -> world.requester));
    table.addAll(Part.of(Responder.FACE, world -> world.responder));
    table.add(Part.of("told", world -> List.of(world.told), RcTransportTwin::ofTold));
    table.add(Part.of("returned", world -> Set.copyOf(world.returned), this::ofReturned));
    table.add(Part.of("saved", RcTransportTwin::saved, RcTransportTwin::ofSaved));
    table.add(
        Part.of(
            "executed",
            world -> List.copyOf(world.executed),
            all -> Value.seq(all.stream().map(n -> (Value) Value.of(n)).toList())));
    table.add(Part.number("memory", world -> world.memory));
    table.add(Part.of("data", world -> List.copyOf(world.data), RcTransportTwin::ofData));
    table.add(Part.of("acks", world -> List.copyOf(world.acks), RcTransportTwin::ofAcks));
    table.add(Part.number("lost", world -> world.lost));
    table.add(Part.number("lostAcks", world -> world.lostAcks));
    table.add(Part.number("repeated", world -> world.repeated));
    return table;
  }

  private static Value ofTold(List<Completion> told) {
    return Value.seq(told.stream().map(one -> (Value) Value.of(one.name())).toList());
  }

  private Value ofReturned(Set<Returned> returned) {
    return Value.set(
        returned.stream()
            .map(
                one ->
                    Value.rec(
                        Value.field("number", Value.of(one.number)),
                        Value.field("place", Value.of(one.place)),
                        Value.field("value", Value.ofExact(one.value))))
            .toList());
  }

  /** The saved results, the latest first: by turns a PSN and a value. */
  private static List<Long> saved(World world) {
    List<Long> saved = new ArrayList<>();
    for (int place = 0; place < world.responder.saved(); place++) {
      saved.add(world.responder.savedPsn(place));
      saved.add(world.responder.savedValue(place));
    }
    return saved;
  }

  private static Value ofSaved(List<Long> saved) {
    List<Value> items = new ArrayList<>();
    for (int at = 0; at < saved.size(); at += 2) {
      items.add(
          Value.rec(
              Value.field("psn", Value.ofExact(saved.get(at))),
              Value.field("value", Value.ofExact(saved.get(at + 1)))));
    }
    return Value.seq(items);
  }

  private static Value ofData(List<OnWay> data) {
    List<Value> items = new ArrayList<>();
    for (OnWay one : data) {
      items.add(
          Value.rec(
              Value.field("number", Value.of(one.number)),
              Value.field("psn", Value.ofExact(one.packet.psn())),
              Value.field("ack", Value.of(one.packet.ack())),
              Value.field("passed", Value.of(one.passed))));
    }
    return Value.seq(items);
  }

  private static Value ofAcks(List<Response> acks) {
    List<Value> items = new ArrayList<>();
    for (Response one : acks) {
      items.add(
          Value.rec(
              Value.field("kind", Value.of(one.kind.name())),
              Value.field("psn", Value.ofExact(one.psn)),
              Value.field("msn", Value.ofExact(one.msn)),
              Value.field("place", Value.of(one.place)),
              Value.field("value", Value.ofExact(one.value)),
              Value.field("passed", Value.of(one.passed))));
    }
    return Value.seq(items);
  }

  /** A packet as the responder gets it. */
  private static Value ofRequest(OnWay one) {
    RequestPacket packet = one.packet;
    return Value.rec(
        Value.field("number", Value.of(one.number)),
        Value.field("op", Value.of(packet.op().name())),
        Value.field("psn", Value.ofExact(packet.psn())),
        Value.field("span", Value.ofExact(packet.span())),
        Value.field("first", Value.of(packet.first())),
        Value.field("last", Value.of(packet.last())),
        Value.field("ack", Value.of(packet.ack())));
  }

  /** A response as the requester gets it. */
  private static Value ofResponse(Response one) {
    return Value.rec(
        Value.field("kind", Value.of(one.kind.name())),
        Value.field("psn", Value.ofExact(one.psn)),
        Value.field("msn", Value.ofExact(one.msn)),
        Value.field("place", Value.of(one.place)),
        Value.field("value", Value.ofExact(one.value)));
  }
}
