package dev.sluice.model.replay;

import static dev.sluice.model.replay.Constants.in;
import static dev.sluice.model.replay.Constants.integer;
import static dev.sluice.model.replay.Constants.string;

import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.kernel.Face;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The Java side of {@code spec/ldcp/LsnSpace.tla}: a sender and a receiver in each of two spaces,
 * what a requester keeps of its work, and a network that loses, repeats, and has messages overtake
 * each other.
 */
public final class LsnSpaceTwin implements Twin<LsnSpaceTwin.World> {
  private static final int REQUEST = 0;
  private static final int RESPONSE = 1;
  private static final List<String> SPACES = List.of("REQUEST", "RESPONSE");

  private final Wire wire = new Wire();
  private final LsnParams params;
  private final List<Packet> packets = new ArrayList<>();
  private final long[] first;
  private final boolean merges;
  private final int overtake;
  private final int losses;
  private final int repeats;
  private final int earlyTimers;
  private final int maxNet;
  private final String honest; // the end that is in the model beside a chaos peer; null: both
  private final List<Part<World>> parts;

  /** A request packet of the work: bytes that it occupies, and asks to be read. */
  private record Packet(long bytes, long read) {}

  /** A request packet that is not acknowledged, and the responses that had come as it left. */
  private record Kept(int work, long bytes, boolean again, long asOf) {
    private Value value() {
      return Value.rec(
          Value.field("work", Value.of(work)),
          Value.field("bytes", Value.ofExact(bytes)),
          Value.field("again", Value.of(again)),
          Value.field("asOf", Value.ofExact(asOf)));
    }
  }

  /** What a message is. */
  private enum Kind {
    DATA,
    ACK,
    NAK
  }

  /** A message on its way, and how many later ones have overtaken it. */
  private record Message(
      Kind kind,
      long lsn,
      long bytes,
      int work,
      boolean again,
      long from,
      long at,
      long fromAt,
      int passed) {
    private static Message of(Value.Rec forged) {
      return new Message(
          Kind.valueOf(string(forged.get("kind"))),
          integer(forged.get("lsn")),
          integer(forged.get("bytes")),
          integer(forged.get("work")),
          ((Value.Bool) forged.get("again")).value(),
          integer(forged.get("from")),
          0,
          0,
          0);
    }

    private Message overtaken() {
      return new Message(kind, lsn, bytes, work, again, from, at, fromAt, passed + 1);
    }

    private List<Value.Field> told() {
      return List.of(
          Value.field("kind", Value.of(kind.name())),
          Value.field("lsn", Value.ofExact(lsn)),
          Value.field("bytes", Value.ofExact(bytes)),
          Value.field("work", Value.of(work)),
          Value.field("again", Value.of(again)),
          Value.field("from", Value.ofExact(from)));
    }

    /** As either end has it. */
    private Value onWire() {
      return new Value.Rec(told());
    }

    private Value value() {
      List<Value.Field> fields = new ArrayList<>(told());
      fields.add(Value.field("at", Value.ofExact(at)));
      fields.add(Value.field("fromAt", Value.ofExact(fromAt)));
      fields.add(Value.field("passed", Value.of(passed)));
      return new Value.Rec(fields);
    }
  }

  /** Both ends, and the network. */
  public final class World {
    private final LsnWindow[] senders;
    private final LsnReceiver[] receivers;
    private final ReadRepeat repeat;
    private final List<Kept> buffer;
    private int fresh;
    private int done;
    private final long[] freed;
    private final long[] came;
    private final List<List<Message>> net;
    private int lost;
    private int repeated;
    private int early;

    private World() {
      senders = new LsnWindow[] {window(REQUEST), window(RESPONSE)};
      receivers = new LsnReceiver[] {receiver(REQUEST), receiver(RESPONSE)};
      repeat = new ReadRepeat();
      buffer = new ArrayList<>();
      freed = new long[2];
      came = new long[2];
      net = List.of(new ArrayList<>(), new ArrayList<>());
    }

    private World(World from) {
      senders = new LsnWindow[] {from.senders[0].copy(), from.senders[1].copy()};
      receivers = new LsnReceiver[] {from.receivers[0].copy(), from.receivers[1].copy()};
      repeat = from.repeat.copy();
      buffer = new ArrayList<>(from.buffer);
      fresh = from.fresh;
      done = from.done;
      freed = from.freed.clone();
      came = from.came.clone();
      net = List.of(new ArrayList<>(from.net.get(0)), new ArrayList<>(from.net.get(1)));
      lost = from.lost;
      repeated = from.repeated;
      early = from.early;
    }

    private LsnWindow window(int space) {
      return new LsnWindow(params, first[space]);
    }

    private LsnReceiver receiver(int space) {
      return new LsnReceiver(params, first[space]);
    }

    private boolean hasRoom() {
      return net.get(REQUEST).size() + net.get(RESPONSE).size() < maxNet;
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public LsnSpaceTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    overtake = of.integer("Overtake");
    params =
        new LsnParams(
            of.integer("Modulus"),
            of.integer("Window"),
            of.integer("Mtu"),
            of.integer("Empty"),
            overtake);
    for (Value one : of.items("Work")) {
      cut(string(in(one, "op")), integer(in(one, "bytes")));
    }
    first = new long[] {of.integer("FirstRequest"), of.integer("FirstResponse")};
    merges = of.bool("Merges");
    losses = of.integer("Losses");
    repeats = of.integer("Repeats");
    earlyTimers = of.integer("Early");
    maxNet = of.integer("MaxNet");
    honest = of.has("Honest") ? of.string("Honest") : null;
    parts = table();
  }

  private void cut(String op, long bytes) {
    if (op.equals("READ")) {
      packets.add(new Packet(params.extent(true, bytes), bytes));
      return;
    }
    long left = bytes;
    do {
      long data = params.cut(left);
      packets.add(new Packet(params.extent(false, data), 0));
      left -= data;
    } while (left > 0);
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
    all.add(Action.of(LsnWindow.class, LsnWindow.TRANSMIT, "space"));
    all.add(Action.of(LsnWindow.class, "ReceiveAck", "space", "i", "stays"));
    all.add(Action.of(LsnReceiver.class, "Receive", "space", "i", "stays", "busy"));
    if (merges) {
      all.add(Action.of(LsnReceiver.class, LsnReceiver.FLUSH, "space"));
    }
    boolean isRequester = honest == null || honest.equals("REQUESTER");
    if (isRequester && losses + earlyTimers + overtake > 0) {
      all.add(Action.of(LsnWindow.class, LsnWindow.TIMEOUT));
      all.add(Action.of(ReadRepeat.class, ReadRepeat.ASK_AGAIN));
    }
    if (honest != null) {
      all.add(Action.of(LsnSpaceTwin.class, "Inject", "m"));
    } else if (losses > 0) {
      all.add(Action.of(LsnSpaceTwin.class, "Lose", "space", "i"));
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
    for (int space = REQUEST; space <= RESPONSE; space++) {
      String sender = world.senders[space].broken();
      String receiver = world.receivers[space].broken();
      if (sender != null || receiver != null) {
        return sender == null ? receiver : sender;
      }
    }
    return world.repeat.broken();
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    if (action.equals("Inject")) {
      Value.Rec forged = (Value.Rec) arguments.get(0);
      return world -> Attempt.of(inject(world, forged));
    }
    int space = arguments.isEmpty() ? 0 : SPACES.indexOf(string(arguments.get(0)));
    int number = arguments.size() < 2 ? 0 : integer(arguments.get(1));
    boolean stays = arguments.size() > 2 && ((Value.Bool) arguments.get(2)).value();
    boolean busy = arguments.size() > 3 && ((Value.Bool) arguments.get(3)).value();
    return switch (action) {
      case "Transmit" -> world -> transmit(world, space, number);
      case "ReceiveAck" -> world -> receiveAck(world, space, number - 1, stays);
      case "Receive" -> world -> receive(world, space, number - 1, stays, busy);
      case "Flush" -> world -> Attempt.of(world.receivers[space].flush(new Taking(world, space)));
      case "Timeout" -> world -> ring(world, world.senders[REQUEST]::timeout);
      case "AskAgain" ->
          world ->
              world.senders[REQUEST].unacknowledged() > 0
                  ? Attempt.ABSENT
                  : ring(world, world.repeat::askAgain);
      case "Lose" -> world -> Attempt.of(lose(world, space, number - 1));
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  // ---------------------------------------------------------------- senders

  private long reads(int count) {
    return packets.subList(0, count).stream().mapToLong(Packet::read).sum();
  }

  /** What the sender of a space would send next; null if there is nothing. */
  private Kept upcoming(World world, int space) {
    LsnWindow sender = world.senders[space];
    if (space == RESPONSE) {
      long place = world.freed[RESPONSE] + sender.inFlight();
      for (int n = 1; n <= world.done; n++) {
        if (place < reads(n)) {
          return new Kept(0, params.cut(reads(n) - place), false, 0);
        }
      }
      return null;
    }
    if (sender.sendsAgain()) {
      long offset = sender.inFlight();
      for (Kept one : world.buffer) {
        if (offset <= 0) {
          return one;
        }
        offset -= one.bytes;
      }
      return null;
    }
    long asOf = world.came[RESPONSE];
    if (world.repeat.again()) {
      return new Kept(0, params.extent(true, 0), true, asOf);
    } else if (world.fresh == packets.size()) {
      return null;
    }
    Packet packet = packets.get(world.fresh);
    return new Kept(world.fresh + 1, packet.bytes, false, packet.read > 0 ? asOf : 0);
  }

  private boolean isRead(int work, boolean again) {
    return again || work > 0 && packets.get(work - 1).read > 0;
  }

  private Attempt transmit(World world, int space, long window) {
    Kept packet = world.hasRoom() ? upcoming(world, space) : null;
    return packet == null
        ? Attempt.ABSENT
        : Attempt.of(
            world.senders[space].transmit(packet.bytes, window, new Sending(world, space, packet)));
  }

  /** Carries out what a sender decides. */
  private final class Sending implements LsnWindow.Sink {
    private final World world;
    private final int space;
    private final Kept packet;

    Sending(World world, int space, Kept packet) {
      this.world = world;
      this.space = space;
      this.packet = packet;
    }

    @Override
    public void send(long lsn, long bytes, boolean again) {
      boolean tells = space == REQUEST && isRead(packet.work, packet.again);
      LsnWindow sender = world.senders[space];
      Message leaves =
          new Message(
              Kind.DATA,
              lsn,
              bytes,
              packet.work,
              packet.again,
              tells ? world.receivers[RESPONSE].expected() : 0,
              world.freed[space] + sender.inFlight() - bytes,
              tells ? world.came[RESPONSE] : 0,
              0);
      world.net.get(space).add(leaves);
      wire.sends(leaves::onWire);
      if (space == REQUEST && !again) {
        world.buffer.add(packet);
        if (packet.again) {
          world.repeat.repeated();
        } else {
          world.fresh++;
          world.repeat.asked(packets.get(packet.work - 1).read);
        }
      }
    }

    @Override
    public void freed(long bytes) {
      world.freed[space] += bytes;
      if (space == REQUEST) {
        long left = bytes;
        while (left > 0 && !world.buffer.isEmpty()) {
          left -= world.buffer.remove(0).bytes;
        }
      }
    }
  }

  // ---------------------------------------------------------------- network

  /** The message that comes; null if it may not. */
  private Message taken(World world, int space, int i, boolean stays, boolean data) {
    List<Message> on = world.net.get(space);
    if (i >= on.size()
        || (on.get(i).kind == Kind.DATA) != data
        || stays && world.repeated >= repeats
        || on.subList(0, i).stream().anyMatch(one -> one.passed >= overtake)) {
      return null;
    }
    world.repeated += stays ? 1 : 0;
    on.subList(0, i).replaceAll(Message::overtaken);
    Message came = stays ? on.get(i) : on.remove(i);
    wire.takes(came::onWire);
    return came;
  }

  private boolean lose(World world, int space, int i) {
    if (i >= world.net.get(space).size() || world.lost >= losses) {
      return false;
    }
    world.net.get(space).remove(i);
    world.lost++;
    return true;
  }

  /** The chaos peer takes all that has left, and sends any message. */
  @Requirement({"LDCP-2", "LDCP-12", "LDCP-19"})
  private boolean inject(World world, Value.Rec forged) {
    int theirs = honest.equals("REQUESTER") ? RESPONSE : REQUEST;
    Message sent = Message.of(forged);
    boolean isData = sent.kind == Kind.DATA;
    boolean isSent = !isData || world.lost < losses && isOfPeer(world, theirs, sent);
    if (!isSent || !world.net.get(theirs).isEmpty()) {
      return false;
    }
    world.net.forEach(List::clear);
    world.net.get(theirs).add(sent);
    world.lost += isData ? 1 : 0;
    return true;
  }

  /** Returns whether the connection above would hand on a packet of the peer. */
  private static boolean isOfPeer(World world, int theirs, Message sent) {
    return theirs == RESPONSE
        || (sent.work == 0 || sent.work == world.done + 1)
            && (sent.from == 0 || sent.lsn == world.receivers[REQUEST].expected());
  }

  /** A timer runs out: when nothing can happen any more, or early. */
  private Attempt ring(World world, Supplier<String> kernel) {
    boolean quiet = honest == null; // a chaos peer may always send something
    for (int space = REQUEST; space <= RESPONSE; space++) {
      Kept next = upcoming(world, space);
      boolean mayTransmit =
          next != null && world.senders[space].inFlight() + next.bytes <= params.window();
      quiet &= world.net.get(space).isEmpty() && !mayTransmit && !world.receivers[space].owes();
    }
    if (!quiet && world.early >= earlyTimers) {
      return Attempt.ABSENT;
    }
    Attempt rings = Attempt.of(kernel.get());
    world.early += quiet || !rings.isTaken() ? 0 : 1;
    return rings;
  }

  // ---------------------------------------------------------------- receivers

  private Attempt receiveAck(World world, int space, int i, boolean stays) {
    Message came = taken(world, 1 - space, i, stays, false);
    return came == null
        ? Attempt.ABSENT
        : Attempt.of(
            world.senders[space].receiveAck(
                came.kind == Kind.NAK, came.lsn, new Sending(world, space, null)));
  }

  private Attempt receive(World world, int space, int i, boolean stays, boolean busy) {
    Message came = busy && !merges ? null : taken(world, space, i, stays, true);
    LsnReceiver receiver = world.receivers[space];
    if (came != null
        && space == RESPONSE
        && !world.repeat.isAskedFor(receiver, came.lsn, came.bytes)) {
      return Attempt.of(null); // asked for by no READ
    }
    return came == null
        ? Attempt.ABSENT
        : Attempt.of(receiver.receive(came.lsn, came.bytes, busy, new Taking(world, space, came)));
  }

  /** Carries out what a receiver decides. */
  private final class Taking implements LsnReceiver.Sink {
    private final World world;
    private final int space;
    private final Message packet;

    Taking(World world, int space) {
      this(world, space, null);
    }

    Taking(World world, int space, Message packet) {
      this.world = world;
      this.space = space;
      this.packet = packet;
    }

    @Override
    public void take() {
      world.came[space] += packet.bytes;
      if (space == RESPONSE) {
        world.repeat.came(packet.bytes);
        return;
      }
      world.done += packet.again ? 0 : 1;
      if (isRead(packet.work, packet.again)) {
        world.senders[RESPONSE].receiveAck(
            packet.again, packet.from, new Sending(world, RESPONSE, null));
      }
    }

    @Override
    public void acknowledge(long lsn) {
      answer(Kind.ACK, lsn);
    }

    @Override
    public void missing(long lsn) {
      if (space == REQUEST) {
        answer(Kind.NAK, lsn);
      } else {
        world.repeat.missed();
      }
    }

    private void answer(Kind kind, long lsn) {
      Message leaves = new Message(kind, lsn, 0, 0, false, 0, world.came[space], 0, 0);
      world.net.get(1 - space).add(leaves);
      wire.sends(leaves::onWire);
    }
  }

  // ---------------------------------------------------------------- what the model sees

  private List<Part<World>> table() {
    return List.of(
        bySpace("w", LsnWindow.FACE, world -> world.senders),
        bySpace("r", LsnReceiver.FACE, world -> world.receivers),
        Part.of(
            "buffer",
            world -> List.copyOf(world.buffer),
            all -> Value.seq(all.stream().map(Kept::value).toList())),
        Part.number("fresh", world -> world.fresh),
        Part.of("again", world -> world.repeat.again(), Value::of),
        Part.number("done", world -> world.done),
        totals("freed", world -> world.freed),
        totals("came", world -> world.came),
        Part.of(
            "net",
            world -> List.of(List.copyOf(world.net.get(0)), List.copyOf(world.net.get(1))),
            all ->
                Value.function(
                    SPACES, s -> Value.seq(all.get(s).stream().map(Message::value).toList()))),
        Part.number("lost", world -> world.lost),
        Part.number("repeated", world -> world.repeated),
        Part.number("early", world -> world.early));
  }

  private static Part<World> totals(String name, Function<World, long[]> of) {
    return Part.of(
        name,
        world -> Numbers.of(2, s -> of.apply(world)[s]),
        numbers -> Value.function(SPACES, s -> Value.ofExact(numbers.get(s))));
  }

  private static <K> Part<World> bySpace(String name, Face<K> face, Function<World, K[]> of) {
    int fields = face.shown().size();
    return Part.of(
        name,
        world -> {
          long[] numbers = new long[2 * fields];
          face.read(of.apply(world)[0], 0, numbers, 0);
          face.read(of.apply(world)[1], 0, numbers, fields);
          return new Numbers(numbers);
        },
        numbers -> Value.function(SPACES, s -> new Value.Rec(numbers.fields(face, s * fields))));
  }
}
