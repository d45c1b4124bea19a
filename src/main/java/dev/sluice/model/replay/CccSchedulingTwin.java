package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Java side of {@code spec/uet/CccScheduling.tla}: one CCC's scheduling, what its algorithms
 * allow, its PDCs with their packets, and a network that may lose them.
 *
 * <p>What NSCC and RCCC decide is an argument of the model's steps, and so is the packet for which
 * they are asked; both are so here.
 */
public final class CccSchedulingTwin implements ValueTwin<CccSchedulingTwin.State> {
  private static final PacketStanding[] STANDINGS = PacketStanding.values();

  private static final List<String> STEPS = List.of("Nscc", "Mark", "Rccc", "Settle");

  private static final List<String> VARIABLES =
      List.of(
          "state",
          "backlog",
          "waitingRtx",
          "rtxBacklog",
          "inflightPkts",
          "event",
          "next",
          "queue",
          "sent",
          "packet",
          "window",
          "nsccInflight",
          "credit",
          "copies");

  private static final int QUEUE = VARIABLES.indexOf("queue");
  private static final int SENT = VARIABLES.indexOf("sent");
  private static final int PACKET = VARIABLES.indexOf("packet");

  private static final List<Twin.Action> ACTIONS =
      List.of(
          Twin.Action.of(CccScheduling.class, "NewData", "x", "size"),
          Twin.Action.of(CccScheduling.class, "Send", "p"),
          Twin.Action.of(CccScheduling.class, "Ack", "S"),
          Twin.Action.of(CccScheduling.class, "Nack", "p"),
          Twin.Action.of(CccScheduling.class, "InferLoss", "p"),
          Twin.Action.of(CccScheduling.class, "CreditUpdate"),
          Twin.Action.of(CccScheduling.class, "Nscc", "w"),
          Twin.Action.of(CccScheduling.class, "Mark", "size", "cost"),
          Twin.Action.of(CccScheduling.class, "Rccc", "c"),
          Twin.Action.of(CccScheduling.class, "Settle", "size", "cost"),
          Twin.Action.of(CccSchedulingTwin.class, "Lose", "p"));

  private final List<String> pdcs;

  /** The index of each PDC's first packet, and behind the last one how many there are. */
  private final int[] firsts;

  private final int mtu;
  private final int maxCopies;
  private final boolean ownSize;
  private final boolean overdraft;
  private final SendPermission first;

  /** For which packet the algorithms were asked. */
  private record Asked(int size, int cost) {}

  /** The CCC, its algorithms, its packets, and the network. */
  public static final class State {
    private final CccScheduling.State ccc;
    private final SendPermission permission;
    private final Asked next;

    /** Of each PDC what is left of each message, to be sent for the first time. */
    private final List<List<Integer>> queue;

    /** By packet; {@link PacketStanding#NEW} for one that was not sent. */
    private final byte[] standings;

    /** By packet, of those that were sent. */
    private final int[] sizes;

    private final byte[] copies;

    private State(
        CccScheduling.State ccc,
        SendPermission permission,
        Asked next,
        List<List<Integer>> queue,
        byte[] standings,
        int[] sizes,
        byte[] copies) {
      this.ccc = ccc;
      this.permission = permission;
      this.next = next;
      this.queue = queue;
      this.standings = standings;
      this.sizes = sizes;
      this.copies = copies;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof State that
              && Arrays.equals(standings, that.standings)
              && Arrays.equals(copies, that.copies)
              && Arrays.equals(sizes, that.sizes)
              && queue.equals(that.queue)
              && next.equals(that.next)
              && permission.equals(that.permission)
              && ccc.equals(that.ccc);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * ccc.hashCode() + permission.hashCode())
          + 31 * next.hashCode()
          + queue.hashCode()
          + Arrays.hashCode(standings);
    }

    @Override
    public String toString() {
      return ccc
          + " "
          + permission
          + " "
          + next
          + " "
          + queue
          + " "
          + Arrays.toString(standings)
          + " "
          + Arrays.toString(copies);
    }

    private PacketStanding standing(int packet) {
      return STANDINGS[standings[packet]];
    }

    private State with(CccScheduling.State other) {
      return other == ccc
          ? this
          : new State(other, permission, next, queue, standings, sizes, copies);
    }

    private State with(CccScheduling.State other, SendPermission allowed) {
      return new State(other, allowed, next, queue, standings, sizes, copies);
    }

    private State with(CccScheduling.State other, byte[] underWay) {
      return new State(other, permission, next, queue, standings, sizes, underWay);
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
    ownSize = of.bool("OwnSize");
    overdraft = of.bool("Overdraft");
    first = new SendPermission(of.integer("InitialWindow"), 0, of.integer("InitialCredit"));
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Twin.Action> actions() {
    return ACTIONS;
  }

  @Override
  public State initial() {
    int packets = firsts[pdcs.size()];
    return new State(
        CccScheduling.State.INITIAL,
        first,
        new Asked(mtu, mtu),
        Collections.nCopies(pdcs.size(), List.of()),
        new byte[packets],
        new int[packets],
        new byte[packets]);
  }

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    return switch (action) {
      case "CreditUpdate" -> state -> whole(state, CccScheduling.creditUpdate(state.ccc));
      case "NewData" -> {
        int pdc = pdcs.indexOf(Constants.string(arguments.get(0)));
        int size = Constants.integer(arguments.get(1));
        yield state -> newData(state, pdc, size);
      }
      case "Mark", "Settle" -> {
        Asked asked =
            new Asked(Constants.integer(arguments.get(0)), Constants.integer(arguments.get(1)));
        yield action.equals("Mark") ? state -> mark(state, asked) : state -> settle(state, asked);
      }
      case "Nscc" -> {
        long window = Constants.integer(arguments.get(0));
        yield state -> nscc(state, window);
      }
      case "Rccc" -> {
        long credit = Constants.integer(arguments.get(0));
        yield state -> rccc(state, credit);
      }
      case "Ack" -> {
        int[] acked = Constants.items(arguments.get(0)).stream().mapToInt(this::packet).toArray();
        yield state -> ack(state, acked);
      }
      case "Send" -> {
        int pdc = pdcs.indexOf(Constants.string(Constants.items(arguments.get(0)).get(0)));
        int p = packet(arguments.get(0));
        yield state -> send(state, pdc, p);
      }
      default -> {
        int p = packet(arguments.get(0));
        yield switch (action) {
          case "Nack" -> state -> nack(state, p);
          case "InferLoss" -> state -> inferLoss(state, p);
          case "Lose" -> state -> lose(state, p);
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

  private int sent(State state, int pdc) {
    int end = firsts[pdc];
    while (end < firsts[pdc + 1] && state.standing(end) != PacketStanding.NEW) {
      end++;
    }
    return end - firsts[pdc];
  }

  private int count(int size) {
    return (size + mtu - 1) / mtu;
  }

  /** The application is the model's environment: it has so many packets to send, and no more. */
  private Attempt<State> newData(State state, int pdc, int size) {
    int known = sent(state, pdc) + count(size);
    for (int left : state.queue.get(pdc)) {
      known += count(left);
    }
    if (known > firsts[pdc + 1] - firsts[pdc]) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome = CccScheduling.newData(state.ccc, size);
    if (outcome instanceof Outcome.Refused<CccScheduling.State> no) {
      return refused(state, no);
    }
    List<Integer> messages = new ArrayList<>(state.queue.get(pdc));
    messages.add(size);
    return new Attempt.Taken<>(
        new State(
            outcome.next(),
            state.permission,
            state.next,
            with(state.queue, pdc, messages),
            state.standings,
            state.sizes,
            state.copies));
  }

  private static List<List<Integer>> with(List<List<Integer>> queue, int pdc, List<Integer> one) {
    List<List<Integer>> all = new ArrayList<>(queue);
    all.set(pdc, List.copyOf(one));
    return List.copyOf(all);
  }

  private int firstSize(List<Integer> messages) {
    return Math.min(mtu, messages.get(0));
  }

  /** A PDC offers the packet for which the algorithms were asked. */
  private Attempt<State> send(State state, int pdc, int p) {
    PacketStanding standing = state.standing(p);
    List<Integer> messages = state.queue.get(pdc);
    boolean again = standing == PacketStanding.WAITING;
    if (standing == PacketStanding.NEW) {
      if (messages.isEmpty() || p != firsts[pdc] + sent(state, pdc)) {
        return new Attempt.Absent<>();
      }
      standing = PacketStanding.QUEUED;
    }
    int size = standing == PacketStanding.QUEUED ? firstSize(messages) : state.sizes[p];
    if ((ownSize || !overdraft) && !isAskedFor(state.next, size, again)) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome = CccScheduling.send(state.ccc, standing, size);
    if (!(outcome instanceof Outcome.Accepted<CccScheduling.State> taken)) {
      return refused(state, (Outcome.Refused<CccScheduling.State>) outcome);
    }
    SendPermission permission = state.permission;
    byte[] standings = state.standings.clone();
    byte[] copies = state.copies.clone();
    for (Effect effect : taken.effects()) {
      if (effect instanceof CccScheduling.Sent sent) {
        copies[p]++;
        permission = permission.onSend(sent.size(), overdraft ? sent.size() : state.next.cost());
      } else if (effect instanceof CccScheduling.Stands stands) {
        standings[p] = (byte) stands.standing().ordinal();
      }
    }
    int[] sizes = state.sizes.clone();
    sizes[p] = size;
    List<List<Integer>> queue = state.queue;
    if (!again) {
      List<Integer> left = new ArrayList<>(messages);
      if (left.get(0) == size) {
        left.remove(0);
      } else {
        left.set(0, left.get(0) - size);
      }
      queue = with(queue, pdc, left);
    }
    return new Attempt.Taken<>(
        new State(taken.next(), permission, state.next, queue, standings, sizes, copies));
  }

  private Attempt<State> ack(State state, int[] acked) {
    CccScheduling.Acked sum = CccScheduling.Acked.NOTHING;
    byte[] copies = state.copies.clone();
    for (int p : acked) {
      if (copies[p] == 0) {
        return new Attempt.Absent<>();
      }
      copies[p]--;
      sum = sum.plus(state.standing(p), state.sizes[p]);
    }
    Outcome<CccScheduling.State> outcome = CccScheduling.ack(state.ccc, sum);
    if (!(outcome instanceof Outcome.Accepted<CccScheduling.State> taken)) {
      return refused(state, (Outcome.Refused<CccScheduling.State>) outcome);
    }
    byte[] standings = state.standings.clone();
    for (Effect effect : taken.effects()) {
      if (effect instanceof CccScheduling.Stands stands) {
        for (int p : acked) {
          standings[p] = (byte) stands.standing().ordinal();
        }
      }
    }
    return new Attempt.Taken<>(
        new State(
            taken.next(),
            state.permission,
            state.next,
            state.queue,
            standings,
            state.sizes,
            copies));
  }

  private Attempt<State> nack(State state, int p) {
    if (state.copies[p] == 0) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome =
        CccScheduling.nack(state.ccc, p + 1, state.standing(p), state.sizes[p]);
    if (outcome instanceof Outcome.Refused<CccScheduling.State> no) {
      return refused(state, no);
    }
    byte[] copies = state.copies.clone();
    copies[p]--;
    return new Attempt.Taken<>(state.with(outcome.next(), copies));
  }

  /** The PDC's timer is the model's environment: it fires while there is room for a copy more. */
  private Attempt<State> inferLoss(State state, int p) {
    if (state.copies[p] >= maxCopies) {
      return new Attempt.Absent<>();
    }
    return whole(
        state, CccScheduling.inferLoss(state.ccc, p + 1, state.standing(p), state.sizes[p]));
  }

  private Attempt<State> nscc(State state, long window) {
    long bytes = state.ccc.event().bytes();
    Outcome<CccScheduling.State> outcome = CccScheduling.nscc(state.ccc);
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(state.with(outcome.next(), state.permission.onNscc(bytes, window)));
  }

  private Attempt<State> rccc(State state, long credit) {
    Outcome<CccScheduling.State> outcome = CccScheduling.rccc(state.ccc);
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(state.with(outcome.next(), state.permission.onRccc(credit)));
  }

  // ---------------------------------------------------------------- permission

  private boolean isAskedFor(Asked asked, int size, boolean waits) {
    return asked.size() == size
        && (asked.cost() == size || waits && !overdraft && asked.cost() == 0);
  }

  /** Whether a PDC may have this packet to send, or none may send now and a whole one stands in. */
  private boolean mayBeAsked(State state, Asked asked, int marked) {
    if (asked.size() == mtu && asked.cost() == mtu) {
      return true;
    }
    for (List<Integer> messages : state.queue) {
      if (!messages.isEmpty() && isAskedFor(asked, firstSize(messages), false)) {
        return true;
      }
    }
    for (int p = 0; p < state.standings.length; p++) {
      if ((p == marked || state.standing(p) == PacketStanding.WAITING)
          && isAskedFor(asked, state.sizes[p], true)) {
        return true;
      }
    }
    return false;
  }

  private boolean may(State state, Asked asked) {
    return state.permission.canSend(ownSize ? asked.size() : mtu, overdraft ? 1 : asked.cost());
  }

  private Attempt<State> mark(State state, Asked asked) {
    int marked = state.ccc.event().marked() - 1;
    if (!mayBeAsked(state, asked, marked)) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome = CccScheduling.mark(state.ccc, may(state, asked));
    if (!(outcome instanceof Outcome.Accepted<CccScheduling.State> taken)) {
      return refused(state, (Outcome.Refused<CccScheduling.State>) outcome);
    }
    byte[] standings = state.standings.clone();
    for (Effect effect : taken.effects()) {
      if (effect instanceof CccScheduling.Stands stands) {
        standings[marked] = (byte) stands.standing().ordinal();
      }
    }
    return new Attempt.Taken<>(
        new State(
            taken.next(),
            state.permission,
            asked,
            state.queue,
            standings,
            state.sizes,
            state.copies));
  }

  private Attempt<State> settle(State state, Asked asked) {
    if (!mayBeAsked(state, asked, -1)) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome = CccScheduling.settle(state.ccc, may(state, asked));
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(
            new State(
                outcome.next(),
                state.permission,
                asked,
                state.queue,
                state.standings,
                state.sizes,
                state.copies));
  }

  // ---------------------------------------------------------------- network

  /** The network loses a copy, between two events. */
  private static Attempt<State> lose(State state, int p) {
    if (state.copies[p] == 0 || !state.ccc.event().isOver()) {
      return new Attempt.Absent<>();
    }
    byte[] copies = state.copies.clone();
    copies[p]--;
    return new Attempt.Taken<>(state.with(state.ccc, copies));
  }

  /** The CCC's answer, which is about none of the packets. */
  private static Attempt<State> whole(State state, Outcome<CccScheduling.State> outcome) {
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(state.with(outcome.next()));
  }

  private static Attempt<State> refused(State state, Outcome.Refused<CccScheduling.State> no) {
    return new Attempt.Refused<>(state.with(no.next()), no.because());
  }

  // ---------------------------------------------------------------- what the model sees

  @Override
  public Object part(State state, int variable) {
    return switch (variable) {
      case 0 -> state.ccc.readiness();
      case 1 -> state.ccc.backlog();
      case 2 -> state.ccc.waitingRtx();
      case 3 -> state.ccc.rtxBacklog();
      case 4 -> state.ccc.inflightPkts();
      case 5 -> state.ccc.event();
      case 6 -> state.next;
      case 7 -> state.queue;
      case 8 -> {
        List<Integer> counts = new ArrayList<>();
        for (int x = 0; x < pdcs.size(); x++) {
          counts.add(sent(state, x));
        }
        yield counts;
      }
      case 9 -> {
        List<Integer> parts = new ArrayList<>();
        for (int p = 0; p < state.standings.length; p++) {
          parts.add(STANDINGS.length * state.sizes[p] + state.standings[p]);
        }
        yield parts;
      }
      case 10 -> state.permission.window();
      case 11 -> state.permission.nsccInflight();
      case 12 -> state.permission.credit();
      default -> {
        List<Integer> parts = new ArrayList<>();
        for (byte item : state.copies) {
          parts.add((int) item);
        }
        yield parts;
      }
    };
  }

  @Override
  public Value value(int variable, Object part) {
    if (part instanceof CccScheduling.Readiness readiness) {
      return Value.of(readiness.name());
    } else if (part instanceof CccScheduling.Event event) {
      return event(event);
    } else if (part instanceof Asked asked) {
      return Value.rec(
          Value.field("size", Value.of(asked.size())), Value.field("cost", Value.of(asked.cost())));
    } else if (part instanceof List<?> parts) {
      return variable == QUEUE || variable == SENT ? byPdc(parts) : byPacket(variable, parts);
    }
    return Value.ofExact(((Number) part).longValue());
  }

  private Value byPdc(List<?> parts) {
    Map<Value, Value> byPdc = new TreeMap<>();
    for (int x = 0; x < parts.size(); x++) {
      Value value =
          parts.get(x) instanceof List<?> messages
              ? Value.seq(messages.stream().<Value>map(each -> Value.of((Integer) each)).toList())
              : Value.of((Integer) parts.get(x));
      byPdc.put(Value.of(pdcs.get(x)), value);
    }
    return Value.function(byPdc);
  }

  private Value byPacket(int variable, List<?> parts) {
    Map<Value, Value> byPacket = new TreeMap<>();
    for (int p = 0; p < parts.size(); p++) {
      int item = (Integer) parts.get(p);
      PacketStanding standing = STANDINGS[item % STANDINGS.length];
      if (variable != PACKET) {
        byPacket.put(name(p), Value.of(item));
      } else if (standing == PacketStanding.FLYING || standing == PacketStanding.WAITING) {
        byPacket.put(
            name(p),
            Value.rec(
                Value.field("size", Value.of(item / STANDINGS.length)),
                Value.field("stands", Value.of(standing.name()))));
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
