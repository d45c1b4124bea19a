package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Java side of {@code spec/uet/CccScheduling.tla}: one CCC's scheduling, what its algorithms
 * allow, its packets, and a network that may lose them.
 *
 * <p>What NSCC and RCCC decide is an argument of the model's steps, and so it is here.
 */
public final class CccSchedulingTwin implements Twin<CccSchedulingTwin.State> {
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
          "packet",
          "window",
          "nsccInflight",
          "credit",
          "copies");

  private static final List<Action> ACTIONS =
      List.of(
          Action.of(CccScheduling.class, "NewData", "p"),
          Action.of(CccScheduling.class, "Send", "p"),
          Action.of(CccScheduling.class, "Ack", "S"),
          Action.of(CccScheduling.class, "Nack", "p"),
          Action.of(CccScheduling.class, "InferLoss", "p"),
          Action.of(CccScheduling.class, "CreditUpdate"),
          Action.of(CccScheduling.class, "Nscc", "w"),
          Action.of(CccScheduling.class, "Mark"),
          Action.of(CccScheduling.class, "Rccc", "c"),
          Action.of(CccScheduling.class, "Settle"),
          Action.of(CccSchedulingTwin.class, "Lose", "p"));

  private final List<String> packets;
  private final long[] sizes;
  private final long mtu;
  private final int maxCopies;
  private final SendPermission first;

  /** The CCC, its algorithms, its packets, and the network. */
  public static final class State {
    private final CccScheduling.State ccc;
    private final SendPermission permission;
    private final byte[] standings;
    private final byte[] copies;

    private State(
        CccScheduling.State ccc, SendPermission permission, byte[] standings, byte[] copies) {
      this.ccc = ccc;
      this.permission = permission;
      this.standings = standings;
      this.copies = copies;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof State that
              && Arrays.equals(standings, that.standings)
              && Arrays.equals(copies, that.copies)
              && permission.equals(that.permission)
              && ccc.equals(that.ccc);
    }

    @Override
    public int hashCode() {
      return 31 * ccc.hashCode() + permission.hashCode() + Arrays.hashCode(standings);
    }

    @Override
    public String toString() {
      return ccc
          + " "
          + permission
          + " "
          + Arrays.toString(standings)
          + " "
          + Arrays.toString(copies);
    }

    private PacketStanding standing(int packet) {
      return STANDINGS[standings[packet]];
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public CccSchedulingTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    packets = of.strings("Packet");
    Map<String, Value> bySize = of.byString("Size");
    sizes = new long[packets.size()];
    for (int p = 0; p < sizes.length; p++) {
      sizes[p] = Constants.integer(bySize.get(packets.get(p)));
    }
    mtu = Arrays.stream(sizes).max().orElseThrow();
    maxCopies = of.integer("MaxCopies");
    first = new SendPermission(of.integer("InitialWindow"), 0, of.integer("InitialCredit"));
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Action> actions() {
    return ACTIONS;
  }

  @Override
  public State initial() {
    return new State(
        CccScheduling.State.INITIAL, first, new byte[sizes.length], new byte[sizes.length]);
  }

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    Value argument = arguments.isEmpty() ? null : arguments.get(0);
    return switch (action) {
      case "CreditUpdate" -> state -> whole(state, CccScheduling.creditUpdate(state.ccc));
      case "Mark" -> this::mark;
      case "Settle" ->
          state -> whole(state, CccScheduling.settle(state.ccc, state.permission.canSend(mtu)));
      case "Nscc" -> {
        long window = Constants.integer(argument);
        yield state -> nscc(state, window);
      }
      case "Rccc" -> {
        long credit = Constants.integer(argument);
        yield state -> rccc(state, credit);
      }
      case "Ack" -> {
        int[] acked =
            Constants.items(argument).stream()
                .mapToInt(packet -> packets.indexOf(Constants.string(packet)))
                .toArray();
        yield state -> ack(state, acked);
      }
      default -> {
        int p = packets.indexOf(Constants.string(argument));
        yield switch (action) {
          case "NewData" ->
              state ->
                  standing(state, p, CccScheduling.newData(state.ccc, state.standing(p), sizes[p]));
          case "Send" -> state -> send(state, p);
          case "Nack" -> state -> nack(state, p);
          case "InferLoss" -> state -> inferLoss(state, p);
          case "Lose" -> state -> lose(state, p);
          default -> throw new IllegalArgumentException("no such action: " + action);
        };
      }
    };
  }

  private Attempt<State> send(State state, int p) {
    Outcome<CccScheduling.State> outcome =
        CccScheduling.send(state.ccc, state.standing(p), sizes[p]);
    if (!(standing(state, p, outcome) instanceof Attempt.Taken<State> taken)) {
      return refused(state, (Outcome.Refused<CccScheduling.State>) outcome);
    }
    State next = taken.next();
    for (Effect effect : ((Outcome.Accepted<CccScheduling.State>) outcome).effects()) {
      if (effect instanceof CccScheduling.Sent sent) {
        byte[] copies = next.copies.clone();
        copies[p]++;
        next = new State(next.ccc, next.permission.onSend(sent.size()), next.standings, copies);
      }
    }
    return new Attempt.Taken<>(next);
  }

  private Attempt<State> ack(State state, int[] acked) {
    CccScheduling.Acked sum = CccScheduling.Acked.NOTHING;
    byte[] copies = state.copies.clone();
    for (int p : acked) {
      if (copies[p] == 0) {
        return new Attempt.Absent<>();
      }
      copies[p]--;
      sum = sum.plus(state.standing(p), sizes[p]);
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
    return new Attempt.Taken<>(new State(taken.next(), state.permission, standings, copies));
  }

  private Attempt<State> nack(State state, int p) {
    if (state.copies[p] == 0) {
      return new Attempt.Absent<>();
    }
    Outcome<CccScheduling.State> outcome =
        CccScheduling.nack(state.ccc, p + 1, state.standing(p), sizes[p]);
    if (outcome instanceof Outcome.Refused<CccScheduling.State> no) {
      return refused(state, no);
    }
    byte[] copies = state.copies.clone();
    copies[p]--;
    return new Attempt.Taken<>(
        new State(outcome.next(), state.permission, state.standings, copies));
  }

  /** The PDC's timer is the model's environment: it fires while there is room for a copy more. */
  private Attempt<State> inferLoss(State state, int p) {
    if (state.copies[p] >= maxCopies) {
      return new Attempt.Absent<>();
    }
    return whole(state, CccScheduling.inferLoss(state.ccc, p + 1, state.standing(p), sizes[p]));
  }

  private Attempt<State> nscc(State state, long window) {
    long bytes = state.ccc.event().bytes();
    Outcome<CccScheduling.State> outcome = CccScheduling.nscc(state.ccc);
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(
            new State(
                outcome.next(),
                state.permission.onNscc(bytes, window),
                state.standings,
                state.copies));
  }

  private Attempt<State> rccc(State state, long credit) {
    Outcome<CccScheduling.State> outcome = CccScheduling.rccc(state.ccc);
    return outcome instanceof Outcome.Refused<CccScheduling.State> no
        ? refused(state, no)
        : new Attempt.Taken<>(
            new State(
                outcome.next(), state.permission.onRccc(credit), state.standings, state.copies));
  }

  private Attempt<State> mark(State state) {
    return standing(
        state,
        state.ccc.event().marked() - 1,
        CccScheduling.mark(state.ccc, state.permission.canSend(mtu)));
  }

  /** The network loses a copy, between two events. */
  private static Attempt<State> lose(State state, int p) {
    if (state.copies[p] == 0 || !state.ccc.event().isOver()) {
      return new Attempt.Absent<>();
    }
    byte[] copies = state.copies.clone();
    copies[p]--;
    return new Attempt.Taken<>(new State(state.ccc, state.permission, state.standings, copies));
  }

  private static Attempt<State> whole(State state, Outcome<CccScheduling.State> outcome) {
    return standing(state, -1, outcome);
  }

  /** The CCC's answer, and what it makes of the packet that it is about. */
  private static Attempt<State> standing(State state, int p, Outcome<CccScheduling.State> outcome) {
    if (!(outcome instanceof Outcome.Accepted<CccScheduling.State> taken)) {
      return refused(state, (Outcome.Refused<CccScheduling.State>) outcome);
    }
    byte[] standings = state.standings;
    for (Effect effect : taken.effects()) {
      if (effect instanceof CccScheduling.Stands stands) {
        standings = state.standings.clone();
        standings[p] = (byte) stands.standing().ordinal();
      }
    }
    return new Attempt.Taken<>(new State(taken.next(), state.permission, standings, state.copies));
  }

  private static Attempt<State> refused(State state, Outcome.Refused<CccScheduling.State> no) {
    State left =
        no.next() == state.ccc
            ? state
            : new State(no.next(), state.permission, state.standings, state.copies);
    return new Attempt.Refused<>(left, no.because());
  }

  @Override
  public Object part(State state, int variable) {
    return switch (variable) {
      case 0 -> state.ccc.readiness();
      case 1 -> state.ccc.backlog();
      case 2 -> state.ccc.waitingRtx();
      case 3 -> state.ccc.rtxBacklog();
      case 4 -> state.ccc.inflightPkts();
      case 5 -> state.ccc.event();
      case 7 -> state.permission.window();
      case 8 -> state.permission.nsccInflight();
      case 9 -> state.permission.credit();
      default -> {
        List<Integer> parts = new ArrayList<>();
        for (byte item : variable == 6 ? state.standings : state.copies) {
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
    } else if (part instanceof List<?> parts) {
      Map<Value, Value> byPacket = new TreeMap<>();
      for (int p = 0; p < parts.size(); p++) {
        int item = (Integer) parts.get(p);
        byPacket.put(
            Value.of(packets.get(p)),
            variable == 6 ? Value.of(STANDINGS[item].name()) : Value.of(item));
      }
      return Value.function(byPacket);
    }
    return Value.ofExact(((Number) part).longValue());
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
        Value.field("marked", Value.of(event.marked() == 0 ? "" : packets.get(event.marked() - 1))),
        Value.field("packets", Value.of(event.packets())),
        Value.field("bytes", Value.ofExact(event.bytes())));
  }
}
