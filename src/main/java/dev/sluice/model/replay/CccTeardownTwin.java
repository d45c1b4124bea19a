package dev.sluice.model.replay;

import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.CccTeardown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * The Java side of {@code spec/uet/CccTeardown.tla}: what the kernel says of joining a CCC and of
 * closing its PDCs, and around it first packets, credit, a target with its pools, and a network
 * that may lose messages.
 *
 * <p>The target's own life and the credit are other specifications' (PdcHandshake,
 * CreditConservation), and replayed there; here they are the kernel's surroundings.
 */
public final class CccTeardownTwin implements ValueTwin<CccTeardownTwin.State> {
  private static final List<String> VARIABLES =
      List.of("phase", "sent", "credit", "spent", "known", "granted", "arrived", "net");

  private static final List<String> MESSAGES =
      List.of("SYN", "ASK", "ACK_CC", "CLOSE", "CLOSE_ACK");
  private static final int SYN = 0;
  private static final int ASK = 1;
  private static final int ACK_CC = 2;
  private static final int CLOSE = 3;
  private static final int CLOSE_ACK = 4;

  private enum Phase {
    WANTED,
    CREATING,
    ESTABLISHED,
    CLOSE_ACK_WAIT,
    ENDED
  }

  private final List<String> sources = new ArrayList<>();
  private final int[] jobs;
  private final int initialCredit;
  private final int window;
  private final int targetPdcs;
  private final boolean lossy;

  /** One flow, at both ends, and what is under way between them. */
  private record Flow(
      CccTeardown.State ccc,
      List<Phase> phase,
      List<Boolean> sent,
      int credit,
      int spent,
      List<Boolean> known,
      int granted,
      int arrived,
      List<List<Integer>> net) {
    private Flow phase(CccTeardown.State next, int n, Phase now) {
      return new Flow(next, with(phase, n, now), sent, credit, spent, known, granted, arrived, net);
    }

    private Flow credit(int total, int used) {
      return new Flow(ccc, phase, sent, total, used, known, granted, arrived, net);
    }

    private Flow sent(int n) {
      return new Flow(
          ccc, phase, with(sent, n, true), credit, spent + 1, known, granted, arrived, net);
    }

    private Flow known(List<Boolean> now, int issued, int in) {
      return new Flow(ccc, phase, sent, credit, spent, now, issued, in, net);
    }

    /** With this message under way, which tells this total; negative: without it. */
    private Flow net(int type, int n, int total) {
      List<List<Integer>> now = with(net, n, with(net.get(n), type, total));
      return new Flow(ccc, phase, sent, credit, spent, known, granted, arrived, now);
    }

    private boolean isUnderWay(int type, int n) {
      return net.get(n).get(type) >= 0;
    }

    private int knownPdcs() {
      return (int) known.stream().filter(each -> each).count();
    }
  }

  /** All flows towards one target. */
  public record State(List<?> flows) {
    private Flow flow(int s) {
      return (Flow) flows.get(s);
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public CccTeardownTwin(Map<String, Value> constants) {
    Constants of = new Constants(constants);
    Map<String, Value> wanted = new TreeMap<>(of.byString("Jobs"));
    sources.addAll(wanted.keySet());
    jobs = wanted.values().stream().mapToInt(Constants::integer).toArray();
    initialCredit = of.integer("InitialCredit");
    window = of.integer("Window");
    targetPdcs = of.integer("TargetPdcs");
    lossy = of.bool("Lossy");
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Twin.Action> actions() {
    boolean scarce =
        Arrays.stream(jobs).sum() > targetPdcs || jobs.length > 1 && jobs.length >= targetPdcs;
    List<Twin.Action> all = new ArrayList<>();
    for (String own : List.of("Open", "Learn", "Close", "End")) {
      all.add(Twin.Action.of(CccTeardown.class, own, "s", "n"));
    }
    for (String other : List.of("Transmit", "Admit", "ReceiveClose")) {
      all.add(Twin.Action.of(CccTeardownTwin.class, other, "s", "n"));
    }
    if (Arrays.stream(jobs).max().orElse(0) > initialCredit) {
      all.add(Twin.Action.of(CccTeardownTwin.class, "Ask", "s", "n"));
      all.add(Twin.Action.of(CccTeardownTwin.class, "Answer", "s", "n"));
    }
    if (scarce) {
      all.add(Twin.Action.of(CccTeardownTwin.class, "Refuse", "s", "n"));
    }
    if (scarce || lossy) {
      all.add(Twin.Action.of(CccTeardownTwin.class, "Retransmit", "s", "n"));
    }
    if (lossy) {
      all.add(Twin.Action.of(CccTeardownTwin.class, "RepeatClose", "s", "n"));
      all.add(Twin.Action.of(CccTeardownTwin.class, "ReceiveSyn", "s", "n"));
      all.add(Twin.Action.of(CccTeardownTwin.class, "Lose", "type", "s", "n"));
    }
    return all;
  }

  @Override
  public State initial() {
    List<Flow> flows = new ArrayList<>();
    for (int wanted : jobs) {
      List<Boolean> none = repeated(wanted, false);
      List<Integer> quiet = repeated(MESSAGES.size(), -1);
      flows.add(
          new Flow(
              CccTeardown.NONE,
              repeated(wanted, Phase.WANTED),
              none,
              0,
              0,
              none,
              0,
              0,
              repeated(wanted, quiet)));
    }
    return new State(List.copyOf(flows));
  }

  private static <T> List<T> repeated(int times, T item) {
    return List.copyOf(Collections.nCopies(times, item));
  }

  private static <T> List<T> with(List<T> list, int at, T item) {
    List<T> all = new ArrayList<>(list);
    all.set(at, item);
    return List.copyOf(all);
  }

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    int last = arguments.size() - 1;
    int s = sources.indexOf(Constants.string(arguments.get(last - 1)));
    int n = Constants.integer(arguments.get(last)) - 1;
    return switch (action) {
      case "Open" -> state -> open(state, s, n);
      case "Transmit" -> on(s, flow -> transmit(flow, n));
      case "Retransmit" -> on(s, flow -> retransmit(flow, n));
      case "Ask" -> on(s, flow -> ask(flow, n));
      case "Learn" -> state -> learn(state, s, n);
      case "Close" -> state -> close(state, s, n);
      case "RepeatClose" -> on(s, flow -> repeatClose(flow, n));
      case "End" -> state -> end(state, s, n);
      case "Admit" -> state -> admit(state, s, n);
      case "ReceiveSyn" -> on(s, flow -> receiveSyn(flow, n));
      case "Refuse" -> state -> refuse(state, s, n);
      case "Answer" -> on(s, flow -> answer(flow, n));
      case "ReceiveClose" -> on(s, flow -> receiveClose(flow, n));
      case "Lose" -> {
        int type = MESSAGES.indexOf(Constants.string(arguments.get(0)));
        yield on(s, flow -> flow.isUnderWay(type, n) ? flow.net(type, n, -1) : null);
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  /** A step of the surroundings of one flow; null: there is nothing of the kind. */
  private Step<State> on(int s, UnaryOperator<Flow> step) {
    return state -> {
      Flow next = step.apply(state.flow(s));
      return next == null ? new Attempt.Absent<>() : taken(state, s, next);
    };
  }

  private static Attempt<State> taken(State state, int s, Flow next) {
    List<Object> all = new ArrayList<>(state.flows());
    all.set(s, next);
    return new Attempt.Taken<>(new State(List.copyOf(all)));
  }

  /** A step that the kernel may refuse. */
  private static Attempt<State> decided(
      State state, int s, Outcome<CccTeardown.State> outcome, UnaryOperator<Flow> then) {
    Flow flow = state.flow(s);
    if (outcome instanceof Outcome.Refused<CccTeardown.State> no) {
      boolean same = no.next().equals(flow.ccc());
      return new Attempt.Refused<>(same ? state : null, no.because());
    }
    return taken(state, s, then.apply(flow));
  }

  private Attempt<State> open(State state, int s, int n) {
    Flow flow = state.flow(s);
    if (flow.phase().indexOf(Phase.WANTED) != n) {
      return new Attempt.Absent<>();
    }
    Outcome<CccTeardown.State> outcome = CccTeardown.open(flow.ccc());
    boolean isNew = flow.ccc().equals(CccTeardown.NONE);
    return decided(
        state,
        s,
        outcome,
        now -> {
          Flow next = now.phase(outcome.next(), n, Phase.CREATING);
          return isNew ? next.credit(initialCredit, 0) : next;
        });
  }

  private static Flow transmit(Flow flow, int n) {
    boolean waits = flow.phase().get(n) == Phase.CREATING && flow.sent().indexOf(false) == n;
    return waits && flow.spent() < flow.credit() ? flow.sent(n).net(SYN, n, 0) : null;
  }

  private static Flow retransmit(Flow flow, int n) {
    boolean waits = flow.phase().get(n) == Phase.CREATING && flow.sent().get(n);
    return waits && !flow.isUnderWay(SYN, n) && !flow.isUnderWay(ACK_CC, n)
        ? flow.net(SYN, n, 0)
        : null;
  }

  private static Flow ask(Flow flow, int n) {
    boolean wants = false;
    for (int m = 0; m < flow.phase().size(); m++) {
      wants |= flow.phase().get(m) == Phase.CREATING && !flow.sent().get(m);
    }
    boolean may = flow.phase().get(n) == Phase.ESTABLISHED && flow.spent() == flow.credit();
    return wants && may && !flow.isUnderWay(ASK, n) && !flow.isUnderWay(ACK_CC, n)
        ? flow.net(ASK, n, 0)
        : null;
  }

  private static Attempt<State> learn(State state, int s, int n) {
    Flow flow = state.flow(s);
    int total = flow.net().get(n).get(ACK_CC);
    if (total < 0) {
      return new Attempt.Absent<>();
    }
    Phase phase = flow.phase().get(n);
    boolean isFirst = phase == Phase.CREATING;
    Outcome<CccTeardown.State> outcome = CccTeardown.learn(flow.ccc(), isFirst);
    return decided(
        state,
        s,
        outcome,
        now -> {
          Flow next = now.phase(outcome.next(), n, isFirst ? Phase.ESTABLISHED : phase);
          int credit = phase == Phase.ENDED ? now.credit() : Math.max(now.credit(), total);
          return next.credit(credit, now.spent()).net(ACK_CC, n, -1);
        });
  }

  private static Attempt<State> close(State state, int s, int n) {
    Flow flow = state.flow(s);
    if (flow.phase().get(n) != Phase.ESTABLISHED) {
      return new Attempt.Absent<>();
    }
    Outcome<CccTeardown.State> outcome = CccTeardown.close(flow.ccc());
    return decided(
        state,
        s,
        outcome,
        now -> now.phase(outcome.next(), n, Phase.CLOSE_ACK_WAIT).net(CLOSE, n, 0));
  }

  private static Flow repeatClose(Flow flow, int n) {
    return flow.phase().get(n) == Phase.CLOSE_ACK_WAIT
            && !flow.isUnderWay(CLOSE, n)
            && !flow.isUnderWay(CLOSE_ACK, n)
        ? flow.net(CLOSE, n, 0)
        : null;
  }

  private static Attempt<State> end(State state, int s, int n) {
    Flow flow = state.flow(s);
    if (!flow.isUnderWay(CLOSE_ACK, n)) {
      return new Attempt.Absent<>();
    }
    Outcome<CccTeardown.State> outcome = CccTeardown.end(flow.ccc());
    return decided(
        state,
        s,
        outcome,
        now -> {
          Flow next = now.phase(outcome.next(), n, Phase.ENDED).net(CLOSE_ACK, n, -1);
          return outcome.next().equals(CccTeardown.NONE) ? next.credit(0, 0) : next;
        });
  }

  private boolean hasRoom(State state, int s) {
    int pdcs = 0;
    int cccs = 0;
    for (int other = 0; other < jobs.length; other++) {
      int count = state.flow(other).knownPdcs();
      pdcs += count;
      cccs += count == 0 ? 0 : 1;
    }
    boolean has = state.flow(s).knownPdcs() > 0;
    return pdcs < targetPdcs && (has || cccs < CccTeardown.contextPool(targetPdcs));
  }

  @Requirement({"PDC-4", "FIND-26"})
  private Attempt<State> admit(State state, int s, int n) {
    Flow flow = state.flow(s);
    if (!flow.isUnderWay(SYN, n) || flow.known().get(n) || !hasRoom(state, s)) {
      return new Attempt.Absent<>();
    }
    int granted = flow.knownPdcs() == 0 ? initialCredit : flow.granted();
    List<Boolean> known = with(flow.known(), n, true);
    Flow next = flow.known(known, granted, flow.arrived() + 1);
    return taken(state, s, next.net(SYN, n, -1).net(ACK_CC, n, granted));
  }

  private static Flow receiveSyn(Flow flow, int n) {
    return flow.isUnderWay(SYN, n) && flow.known().get(n)
        ? flow.net(SYN, n, -1).net(ACK_CC, n, flow.granted())
        : null;
  }

  @Requirement({"PDC-4", "FIND-26"})
  private Attempt<State> refuse(State state, int s, int n) {
    Flow flow = state.flow(s);
    return !flow.isUnderWay(SYN, n) || flow.known().get(n) || hasRoom(state, s)
        ? new Attempt.Absent<>()
        : taken(state, s, flow.net(SYN, n, -1));
  }

  private Flow answer(Flow flow, int n) {
    if (!flow.isUnderWay(ASK, n)) {
      return null;
    }
    Flow next = flow.net(ASK, n, -1);
    if (!flow.known().get(n)) {
      return next;
    }
    int granted = flow.granted() + (flow.granted() - flow.arrived() < window ? 1 : 0);
    return next.known(flow.known(), granted, flow.arrived()).net(ACK_CC, n, granted);
  }

  private static Flow receiveClose(Flow flow, int n) {
    if (!flow.isUnderWay(CLOSE, n)) {
      return null;
    }
    List<Boolean> left = with(flow.known(), n, false);
    Flow next =
        left.contains(true)
            ? flow.known(left, flow.granted(), flow.arrived())
            : flow.known(left, 0, 0);
    return next.net(CLOSE, n, -1).net(CLOSE_ACK, n, 0);
  }

  @Override
  public Object part(State state, int variable) {
    List<Object> parts = new ArrayList<>();
    for (int s = 0; s < jobs.length; s++) {
      Flow flow = state.flow(s);
      parts.add(
          switch (VARIABLES.get(variable)) {
            case "phase" -> flow.phase();
            case "sent" -> flow.sent();
            case "credit" -> flow.credit();
            case "spent" -> flow.spent();
            case "known" -> flow.known();
            case "granted" -> flow.granted();
            case "arrived" -> flow.arrived();
            default -> flow.net();
          });
    }
    return parts;
  }

  @Override
  public Value value(int variable, Object part) {
    List<?> parts = (List<?>) part;
    Value.Field[] fields = new Value.Field[jobs.length];
    for (int s = 0; s < jobs.length; s++) {
      fields[s] = Value.field(sources.get(s), ofFlow(parts.get(s)));
    }
    return Value.rec(fields);
  }

  private static Value ofFlow(Object part) {
    if (part instanceof Integer number) {
      return Value.of(number);
    }
    List<Value> items = new ArrayList<>();
    List<?> list = (List<?>) part;
    for (int n = 0; n < list.size(); n++) {
      if (list.get(n) instanceof Phase phase) {
        items.add(Value.of(phase.name()));
      } else if (list.get(n) instanceof List<?> messages) {
        items.add(ofMessages(messages));
      } else if ((Boolean) list.get(n)) {
        items.add(Value.of(n + 1));
      }
    }
    return list.get(0) instanceof Boolean ? Value.set(items) : Value.seq(items);
  }

  private static Value ofMessages(List<?> totals) {
    List<Value> messages = new ArrayList<>();
    for (int type = 0; type < MESSAGES.size(); type++) {
      int total = (Integer) totals.get(type);
      if (total >= 0) {
        messages.add(
            Value.rec(
                Value.field("type", Value.of(MESSAGES.get(type))),
                Value.field("total", Value.of(total))));
      }
    }
    return Value.set(messages);
  }
}
