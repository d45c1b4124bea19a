package dev.sluice.model.replay;

import static dev.sluice.cc.rccc.CreditGranter.NOWHERE;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The Java side of {@code spec/uet/RcccIncast.tla}: one {@link CreditGranter}, a {@link
 * CreditSpender} for each sender, and the last hop with its queue.
 *
 * <p>The receiver of the specification grants to any sender that it knows; the kernel grants to the
 * entry in turn, as far as its demand and its shares go. So the twin has the senders ask for the
 * credit that the model grants: octet by octet, after slices in which bystanders are granted as
 * much as had been granted in the slice at hand. Bystanders are further entries whose data comes in
 * as soon as they have credit, so that they leave nothing outstanding. Whether there is room under
 * the cap and budget in the slice is the kernel's answer. A grant of several octets is first tried
 * on a copy of the receiver, since the kernel may take some of them and refuse the next.
 *
 * <p>The twin is the environment: it opens senders and has them leave, it is the last hop, and it
 * delivers each Close. A sender of the model may leave with work undone, which {@link
 * CreditSpender#close} refuses; the twin drops its kernel.
 */
public final class RcccIncastTwin implements Twin<RcccIncastTwin.World> {
  /** More octets than any walk grants: the backlog and the window of a sender. */
  private static final long MUCH = 1L << 40;

  private static final long MODULUS = 4 * MUCH;
  private static final int NOTHING = 0;
  private static final int ONE = 1;

  /**
   * Entries stand in rows of two, and no slot stays empty, as in {@link CreditConservationTwin}.
   */
  private static final int ROW_BITS = 1;

  private static final int SPARE = 1;

  private static final CreditGranter.Sink NOBODY = (to, total, issued, acked) -> {};

  private final List<Case> cases;
  private final int spareSenders;
  private final boolean churn;

  /** Bystanders that are in turn before the senders, one for each octet of the longest slice. */
  private final SenderKey[] before;

  private final SenderKey[] keys;

  /** The bystander that is last by key: if it was served last, the first by key are in turn. */
  private final SenderKey last;

  private final List<Part<World>> parts;

  /** One set of parameters, as the model's variable shows it and as the kernels take it. */
  private record Case(
      Value value,
      int senders,
      int header,
      int slice,
      int buffer,
      CreditParams sender,
      CreditParams receiver) {
    private static Case of(Value value) {
      int initial = field(value, "initial");
      int header = field(value, "header");
      int slice = field(value, "slice");
      int packet = field(value, "mtu") + header;
      return new Case(
          value,
          field(value, "senders"),
          header,
          slice,
          field(value, "buffer"),
          params(slice, packet, header, initial, 0),
          params(slice, ONE, 0, initial, field(value, "window")));
    }

    private static int field(Value value, String name) {
      return Constants.integer(Constants.in(value, name));
    }

    private static CreditParams params(int slice, int packet, int header, int initial, int cap) {
      return new CreditParams(
          Profile.SOURCE_DOCUMENTS,
          CreditParams.TargetSays.BACKLOG,
          CreditParams.Packets.SAVED,
          1,
          slice,
          packet,
          header,
          initial,
          MUCH,
          0,
          MODULUS,
          packet,
          cap);
    }
  }

  /** The kernels, the last hop, and those that have left. */
  public final class World {
    private final Case of;
    private final CreditGranter granter;
    private final CreditSpender[] spenders = new CreditSpender[keys.length];
    private final boolean[] closing;
    private final int[] queue;
    private int room;
    private boolean lost;

    private World(Case of) {
      this.of = of;
      granter = new CreditGranter(of.receiver, ROW_BITS, SPARE);
      Arrays.setAll(spenders, s -> newSender());
      closing = new boolean[keys.length];
      queue = new int[keys.length];
      room = of.slice;
      long initial = of.receiver.initialCreditBytes();
      granter.receive(last, NOWHERE, initial, NOTHING, NOBODY);
      for (SenderKey bystander : before) {
        granter.receive(bystander, NOWHERE, initial, NOTHING, NOBODY);
      }
    }

    private World(World other) {
      of = other.of;
      granter = other.granter.copy();
      Arrays.setAll(spenders, s -> other.spenders[s].copy());
      closing = other.closing.clone();
      queue = other.queue.clone();
      room = other.room;
      lost = other.lost;
    }

    private CreditSpender newSender() {
      return new CreditSpender(of.sender, 1);
    }

    private long opened() {
      return Arrays.stream(spenders).filter(CreditSpender::open).count();
    }

    private int queued() {
      return Arrays.stream(queue).sum();
    }

    /** Takes a packet at the last hop. */
    private void reach(int s, long octets) {
      if (queued() + octets <= of.buffer) {
        queue[s] += (int) octets;
      } else {
        lost = true;
      }
    }

    /** Delivers an ACK_CC at once: if it is late in the model, its sender does not use it yet. */
    private void learn(SenderKey to, long total, long acked) {
      spenders[Arrays.binarySearch(keys, to)].learn(of.sender.wireCredit(total), acked);
    }

    private CreditGranter.Sink toSenders() {
      return (to, total, issued, acked) -> learn(to, total, acked);
    }
  }

  /**
   * Makes the twin for a model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing or not of the form it must have
   */
  public RcccIncastTwin(Map<String, Value> constants) {
    Constants given = new Constants(constants);
    cases = given.items("Cases").stream().map(Case::of).toList();
    spareSenders = given.integer("Spare");
    churn = given.bool("Churn");
    int longest = cases.stream().mapToInt(Case::slice).max().orElse(0);
    before = keys(0, longest);
    keys = keys(longest, given.integer("Senders"));
    last = keys(longest + keys.length, 1)[0];
    parts =
        List.of(
            Part.of("case", world -> world.of.value, value -> value),
            set("open", (world, s) -> world.spenders[s].open()),
            numbers("unused", (world, s) -> unused(world.spenders[s])),
            set("closing", (world, s) -> world.closing[s]),
            set("known", (world, s) -> world.granter.known(keys[s])),
            numbers("counted", (world, s) -> counted(world.granter, keys[s])),
            numbers("queue", (world, s) -> world.queue[s]),
            Part.number("room", world -> world.room),
            Part.number("budget", world -> world.granter.budget()),
            Part.of("lost", world -> world.lost, Value::of));
  }

  private static SenderKey[] keys(int from, int number) {
    return IntStream.range(from, from + number)
        .mapToObj(at -> new SenderKey(0, at, 0, 0xA1))
        .toArray(SenderKey[]::new);
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    List<Action> actions =
        new ArrayList<>(Action.each(getClass(), List.of("Join", "Ask", "Serve"), "s"));
    actions.add(Action.of(CreditGranter.class, "Slice"));
    actions.add(Action.of(CreditGranter.class, "Grant", "s", "size"));
    actions.add(Action.of(getClass(), "Send", "s", "payload"));
    if (churn) {
      actions.add(Action.of(getClass(), "Leave", "s"));
      actions.add(Action.of(CreditGranter.class, "Forget", "s"));
    }
    return List.copyOf(actions);
  }

  @Override
  public World initial() {
    return new World(cases.get(0));
  }

  @Override
  public List<Supplier<World>> starts() {
    return cases.stream().<Supplier<World>>map(of -> () -> new World(of)).toList();
  }

  @Override
  public World copy(World world) {
    return new World(world);
  }

  @Override
  public String broken(World world) {
    return CreditConservationTwin.broken(world.granter, world.spenders);
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int[] of = arguments.stream().mapToInt(Constants::integer).toArray();
    return switch (action) {
      case "Slice" -> this::slice;
      case "Join" -> world -> join(world, of[0] - 1);
      case "Send" -> world -> send(world, of[0] - 1, of[1]);
      case "Ask" -> world -> ask(world, of[0] - 1);
      case "Serve" -> world -> serve(world, of[0] - 1);
      case "Grant" -> world -> grant(world, keys[of[0] - 1], of[1]);
      case "Leave" -> world -> leave(world, of[0] - 1);
      case "Forget" -> world -> forget(world, of[0] - 1);
      default -> throw new IllegalArgumentException("no action is called " + action);
    };
  }

  // ---------------------------------------------------------------- senders and last hop

  /** Opens a sender with a backlog that it cannot use up. */
  @Requirement("RCCC-9")
  private Attempt join(World world, int s) {
    return Attempt.of(
        world.opened() < world.of.senders
            && s < world.of.senders + spareSenders
            && !world.spenders[s].open()
            && !world.closing[s],
        () -> world.spenders[s].want(0, MUCH));
  }

  /** Sends a packet, if the sender has one of this size. */
  @Requirement("RCCC-6")
  private Attempt send(World world, int s, int payload) {
    CreditSpender sender = world.spenders[s];
    long bytes = payload + world.of.header;
    return Attempt.of(
        sender.packetBytes(bytes) == bytes,
        () -> sender.transmit(0, bytes, (pdc, size, target) -> world.reach(s, size)));
  }

  /** Asks without data, if the receiver does not know the sender. */
  @Requirement("RCCC-1")
  private Attempt ask(World world, int s) {
    return Attempt.of(
        world.spenders[s].open() && !world.granter.known(keys[s]),
        () -> request(world.granter, keys[s], 0, NOTHING, world.toSenders()));
  }

  /** Carries an octet of a sender to the receiver. */
  @Requirement("RCCC-1")
  private Attempt serve(World world, int s) {
    if (world.room == 0 || world.queue[s] == 0) {
      return Attempt.ABSENT;
    }
    world.room--;
    world.queue[s]--;
    return Attempt.of(request(world.granter, keys[s], ONE, NOTHING, world.toSenders()));
  }

  /** Has a sender leave, with the credit that it saved. */
  @Requirement("RCCC-12")
  private Attempt leave(World world, int s) {
    if (!world.spenders[s].open() || world.queue[s] > 0) {
      return Attempt.ABSENT;
    }
    world.spenders[s] = world.newSender();
    world.closing[s] = true;
    return Attempt.TAKEN;
  }

  /** Delivers a Close; a receiver without an entry has nothing to forget. */
  private Attempt forget(World world, int s) {
    if (!world.closing[s]) {
      return Attempt.ABSENT;
    }
    world.closing[s] = false;
    return world.granter.known(keys[s])
        ? Attempt.of(world.granter.forget(keys[s], NOWHERE))
        : Attempt.TAKEN;
  }

  // ---------------------------------------------------------------- the receiver

  /** Ends a slice, at whose end a bystander wants an octet. */
  private Attempt slice(World world) {
    boolean isOver = world.room == 0 || world.queued() == 0;
    boolean isUsed = world.room < world.of.slice || world.granter.budget() != world.of.slice;
    if (!isOver || !isUsed) {
      return Attempt.ABSENT;
    }
    demand(world.granter, last, ONE, NOBODY);
    Attempt ended = Attempt.of(world.granter.slice());
    demand(world.granter, last, NOTHING, NOBODY);
    if (ended.isTaken()) {
      world.room = world.of.slice;
    }
    return ended;
  }

  /** Has the receiver grant, if it grants as much on a copy. */
  private Attempt grant(World world, SenderKey to, int size) {
    if (!world.granter.known(to)) {
      return Attempt.of(world.granter.grant(to, NOWHERE, NOBODY));
    }
    String refused = grant(world.granter.copy(), world.of.slice, to, size, NOBODY);
    return Attempt.of(
        refused != null
            ? refused
            : grant(world.granter, world.of.slice, to, size, world.toSenders()));
  }

  /** Has a receiver grant so many octets. */
  private String grant(
      CreditGranter granter, int slice, SenderKey to, int size, CreditGranter.Sink sink) {
    String refused = null;
    for (int octet = 0; octet < size && refused == null; octet++) {
      refused = grantOctet(granter, slice, to, sink);
    }
    return refused;
  }

  /**
   * Has a receiver grant one octet. A slice in which the bystander that is last by key is served
   * passes first, so that in the next one the other bystanders are in turn before the sender.
   */
  private String grantOctet(
      CreditGranter granter, int slice, SenderKey to, CreditGranter.Sink sink) {
    int used = (int) (slice - granter.budget());
    demand(granter, last, ONE, NOBODY);
    String refused = share(granter, last);
    refused = refused != null ? refused : serve(granter, last);
    for (int i = 0; i < used; i++) {
      demand(granter, before[i], ONE, NOBODY);
    }
    demand(granter, to, ONE, sink);
    refused = refused != null ? refused : share(granter, to);
    for (int i = 0; i < used && refused == null; i++) {
      refused = serve(granter, before[i]);
    }
    return refused != null ? refused : granter.grant(to, NOWHERE, sink);
  }

  /** Lets slices pass until each that wants an octet has its share: not more than entries. */
  private static String share(CreditGranter granter, SenderKey one) {
    String refused = null;
    for (int left = granter.size();
        left > 0 && refused == null && granter.accrued(one, NOWHERE) == 0;
        left--) {
      refused = granter.slice();
    }
    return refused;
  }

  /** Grants a bystander its octet, and delivers that octet at once. */
  private static String serve(CreditGranter granter, SenderKey bystander) {
    String refused = granter.grant(bystander, NOWHERE, NOBODY);
    return refused != null ? refused : request(granter, bystander, ONE, NOTHING, NOBODY);
  }

  /** Changes the demand of an entry by a request without data. */
  private static void demand(
      CreditGranter granter, SenderKey of, int octets, CreditGranter.Sink sink) {
    request(granter, of, 0, octets, sink);
  }

  private static String request(
      CreditGranter granter, SenderKey of, int data, int wanted, CreditGranter.Sink sink) {
    return granter.receive(of, NOWHERE, data, wanted, sink);
  }

  // ---------------------------------------------------------------- what the model sees

  private static long unused(CreditSpender sender) {
    return sender.open() ? sender.allowed() : 0;
  }

  private static long counted(CreditGranter granter, SenderKey key) {
    return granter.granted(key, NOWHERE) - granter.arrived(key, NOWHERE);
  }

  /** A number that each sender has. */
  private interface OfSender {
    long of(World world, int s);
  }

  private interface IsSender {
    boolean of(World world, int s);
  }

  private Part<World> numbers(String name, OfSender number) {
    return Part.of(
        name,
        world -> Numbers.of(keys.length, s -> number.of(world, s)),
        numbers ->
            Value.seq(
                IntStream.range(0, keys.length)
                    .<Value>mapToObj(s -> Value.ofExact(numbers.get(s)))
                    .toList()));
  }

  private Part<World> set(String name, IsSender isIn) {
    return Part.set(
        name,
        world ->
            new TreeSet<>(
                IntStream.range(0, keys.length)
                    .filter(s -> isIn.of(world, s))
                    .mapToObj(s -> s + 1)
                    .toList()));
  }
}
