package dev.sluice.model;

import dev.sluice.model.replay.Twin;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.TreeSet;

/** The toy specification's Java side, with a switch for each way in which a kernel can go wrong. */
public final class RelayTwin implements Twin<RelayTwin.State> {

  /** A mistake to plant. */
  public enum Fault {
    NONE,
    STARTS_AT_TWO,
    REFUSES_LAST,
    SENDS_BEYOND_LAST,
    KEEPS_LATEST,
    CHANGES_ON_REFUSAL,
    COUNTS_IN_SECRET,
    FORGETS_TO_LOSE,
    LOSES_NOTHING_IN_FLIGHT,
    FAILS_WHEN_ALL_IS_SENT,
    FAILS_ON_THE_LAST
  }

  /** Sender, wire and receiver; {@code secret} is shown by no variable. */
  public record State(int next, TreeSet<Integer> wire, int seen, int secret) {}

  private final int last;
  private final Fault fault;

  public RelayTwin(int last, Fault fault) {
    this.last = last;
    this.fault = fault;
  }

  @Override
  public List<String> variables() {
    return List.of("next", "wire", "seen");
  }

  @Override
  public List<Action> actions() {
    return List.of(
        Action.of(RelayTwin.class, "Send"),
        Action.of(RelayTwin.class, "Receive", "n"),
        Action.of(RelayTwin.class, "Lose", "n"));
  }

  @Override
  public State initial() {
    return new State(fault == Fault.STARTS_AT_TWO ? 2 : 1, new TreeSet<>(), 0, 0);
  }

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    int n = arguments.isEmpty() ? 0 : ((Value.Int) arguments.get(0)).value();
    return switch (action) {
      case "Send" -> this::send;
      case "Receive" -> state -> receive(state, n);
      default -> state -> lose(state, n);
    };
  }

  @Requirement("RCCC-6")
  private Attempt<State> send(State state) {
    int failing = fault == Fault.FAILS_WHEN_ALL_IS_SENT ? last + 1 : last;
    if (fault.name().startsWith("FAILS") && state.next == failing) {
      throw new ArithmeticException("/ by zero");
    }
    int limit = fault == Fault.SENDS_BEYOND_LAST ? last + 1 : last;
    if (state.next > limit || fault == Fault.REFUSES_LAST && state.next == last) {
      State after =
          fault == Fault.CHANGES_ON_REFUSAL
              ? new State(state.next, state.wire, 0, state.secret)
              : state;
      return new Attempt.Refused<>(after, "all tokens are sent");
    }
    TreeSet<Integer> wire = new TreeSet<>(state.wire);
    wire.add(state.next);
    return new Attempt.Taken<>(new State(state.next + 1, wire, state.seen, state.secret));
  }

  private Attempt<State> receive(State state, int n) {
    if (!state.wire.contains(n)) {
      return new Attempt.Absent<>();
    }
    TreeSet<Integer> wire = new TreeSet<>(state.wire);
    wire.remove(n);
    int seen = fault == Fault.KEEPS_LATEST ? n : Math.max(state.seen, n);
    int secret = fault == Fault.COUNTS_IN_SECRET ? state.secret + 1 : state.secret;
    return new Attempt.Taken<>(new State(state.next, wire, seen, secret));
  }

  private Attempt<State> lose(State state, int n) {
    if (fault == Fault.FORGETS_TO_LOSE || !state.wire.contains(n)) {
      return fault == Fault.LOSES_NOTHING_IN_FLIGHT
          ? new Attempt.Taken<>(state)
          : new Attempt.Absent<>();
    }
    TreeSet<Integer> wire = new TreeSet<>(state.wire);
    wire.remove(n);
    return new Attempt.Taken<>(new State(state.next, wire, state.seen, state.secret));
  }

  @Override
  public Object part(State state, int variable) {
    return switch (variable) {
      case 0 -> state.next;
      case 1 -> state.wire;
      default -> state.seen;
    };
  }

  @Override
  public Value value(int variable, Object part) {
    return variable == 1
        ? Value.set(((TreeSet<?>) part).stream().map(item -> Value.of((Integer) item)).toList())
        : Value.of((Integer) part);
  }
}
