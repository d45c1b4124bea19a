package dev.sluice.model.replay;

import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.CccTeardown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The Java side of {@code spec/uet/CccTeardown.tla}: what the kernel says of joining a CCC and of
 * closing its PDCs, and around it first packets, credit, a target with its pools, and a network
 * that may lose messages.
 *
 * <p>The target's own life and the credit are other specifications' (PdcHandshake,
 * CreditConservation), and replayed there; here they are the kernel's surroundings.
 */
public final class CccTeardownTwin implements Twin<CccTeardownTwin.World> {
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

  private final List<Part<World>> parts = table();
  private final Wire wire = new Wire();
  private final List<String> sources = new ArrayList<>();
  private final int[] jobs;
  private final int initialCredit;
  private final int window;
  private final int targetPdcs;
  private final boolean lossy;

  /** One flow, at both ends, and what is under way between them. */
  private static final class Flow {
    private final CccTeardown ccc;
    private final Phase[] phase;
    private final boolean[] sent;
    private int credit;
    private int spent;
    private final boolean[] known;
    private int granted;
    private int arrived;

    /** By PDC and type what a message tells that is under way; negative: there is none. */
    private final int[][] net;

    private final Wire wire;

    private Flow(int wanted, Wire wire) {
      this.wire = wire;
      ccc = new CccTeardown();
      phase = new Phase[wanted];
      Arrays.fill(phase, Phase.WANTED);
      sent = new boolean[wanted];
      known = new boolean[wanted];
      net = new int[wanted][MESSAGES.size()];
      for (int[] messages : net) {
        Arrays.fill(messages, -1);
      }
    }

    private Flow(Flow from) {
      wire = from.wire;
      ccc = from.ccc.copy();
      phase = from.phase.clone();
      sent = from.sent.clone();
      credit = from.credit;
      spent = from.spent;
      known = from.known.clone();
      granted = from.granted;
      arrived = from.arrived;
      net = new int[from.net.length][];
      for (int n = 0; n < net.length; n++) {
        net[n] = from.net[n].clone();
      }
    }

    private boolean isUnderWay(int type, int n) {
      return net[n][type] >= 0;
    }

    private void put(int type, int n, int total) {
      net[n][type] = total;
      wire.sends(() -> message(type, n, total));
    }

    private void take(int type, int n) {
      int total = net[n][type];
      wire.takes(() -> message(type, n, total));
      lose(type, n);
    }

    private void lose(int type, int n) {
      net[n][type] = -1;
    }

    private static Value message(int type, int n, int total) {
      return Value.rec(
          Value.field("type", Value.of(MESSAGES.get(type))),
          Value.field("n", Value.of(n + 1)),
          Value.field("total", Value.of(total)));
    }

    private int in(Phase wanted) {
      return (int) Arrays.stream(phase).filter(each -> each == wanted).count();
    }

    private int knownPdcs() {
      return numbers(known).size();
    }
  }

  /** All flows towards one target. */
  public static final class World {
    private final Flow[] flows;

    private World(Flow[] flows) {
      this.flows = flows;
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
  public Wire wire() {
    return wire;
  }

  @Override
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    boolean scarce =
        Arrays.stream(jobs).sum() > targetPdcs || jobs.length > 1 && jobs.length >= targetPdcs;
    List<String> others = List.of("Transmit", "Admit", "ReceiveClose");
    List<Action> all = new ArrayList<>(Action.of(CccTeardown.FACE, "s", "n"));
    all.addAll(Action.each(CccTeardownTwin.class, others, "s", "n"));
    if (Arrays.stream(jobs).max().orElse(0) > initialCredit) {
      all.add(Action.of(CccTeardownTwin.class, "Ask", "s", "n"));
      all.add(Action.of(CccTeardownTwin.class, "Answer", "s", "n"));
    }
    if (scarce) {
      all.add(Action.of(CccTeardownTwin.class, "Refuse", "s", "n"));
    }
    if (scarce || lossy) {
      all.add(Action.of(CccTeardownTwin.class, "Retransmit", "s", "n"));
    }
    if (lossy) {
      all.add(Action.of(CccTeardownTwin.class, "RepeatClose", "s", "n"));
      all.add(Action.of(CccTeardownTwin.class, "ReceiveSyn", "s", "n"));
      all.add(Action.of(CccTeardownTwin.class, "Lose", "type", "s", "n"));
    }
    return all;
  }

  @Override
  public World initial() {
    return new World(
        Arrays.stream(jobs).mapToObj(wanted -> new Flow(wanted, wire)).toArray(Flow[]::new));
  }

  @Override
  public World copy(World world) {
    return new World(Arrays.stream(world.flows).map(Flow::new).toArray(Flow[]::new));
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int last = arguments.size() - 1;
    int s = sources.indexOf(Constants.string(arguments.get(last - 1)));
    int n = Constants.integer(arguments.get(last)) - 1;
    return switch (action) {
      case "Open" -> world -> open(world.flows[s], n);
      case "Transmit" -> world -> transmit(world.flows[s], n);
      case "Retransmit" -> world -> retransmit(world.flows[s], n);
      case "Ask" -> world -> ask(world.flows[s], n);
      case "Learn" -> world -> learn(world.flows[s], n);
      case "Close" -> world -> close(world.flows[s], n);
      case "RepeatClose" -> world -> repeatClose(world.flows[s], n);
      case "End" -> world -> end(world.flows[s], n);
      case "Admit" -> world -> admit(world, s, n);
      case "ReceiveSyn" -> world -> receiveSyn(world.flows[s], n);
      case "Refuse" -> world -> refuse(world, s, n);
      case "Answer" -> on(s, flow -> answer(flow, n));
      case "ReceiveClose" -> on(s, flow -> receiveClose(flow, n));
      case "Lose" -> {
        int type = MESSAGES.indexOf(Constants.string(arguments.get(0)));
        yield on(s, flow -> lose(flow, type, n));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  /** A step of the surroundings of one flow; false: there is nothing of the kind. */
  private static Step<World> on(int s, Predicate<Flow> step) {
    return world -> step.test(world.flows[s]) ? Attempt.TAKEN : Attempt.ABSENT;
  }

  private Attempt open(Flow flow, int n) {
    if (Arrays.asList(flow.phase).indexOf(Phase.WANTED) != n) {
      return Attempt.ABSENT;
    }
    boolean isNew = flow.ccc.isEmpty();
    String refused = flow.ccc.open();
    if (refused == null) {
      flow.phase[n] = Phase.CREATING;
      flow.credit = isNew ? initialCredit : flow.credit;
    }
    return Attempt.of(refused);
  }

  private static Attempt transmit(Flow flow, int n) {
    if (n > 0 && !flow.sent[n - 1]) {
      return Attempt.ABSENT; // PDCs that have sent nothing are alike
    }
    if (flow.phase[n] != Phase.CREATING || flow.sent[n]) {
      return Attempt.of("no first packet is to be sent");
    }
    if (flow.spent >= flow.credit) {
      return Attempt.of("there is no credit");
    }
    flow.sent[n] = true;
    flow.spent++;
    flow.put(SYN, n, 0);
    return Attempt.TAKEN;
  }

  private static Attempt retransmit(Flow flow, int n) {
    if (flow.isUnderWay(SYN, n) || flow.isUnderWay(ACK_CC, n)) {
      return Attempt.ABSENT;
    }
    if (flow.phase[n] != Phase.CREATING || !flow.sent[n]) {
      return Attempt.of("no first packet is to be sent again");
    }
    flow.put(SYN, n, 0);
    return Attempt.TAKEN;
  }

  private static Attempt ask(Flow flow, int n) {
    if (flow.isUnderWay(ASK, n) || flow.isUnderWay(ACK_CC, n)) {
      return Attempt.ABSENT;
    }
    boolean wants = false;
    for (int m = 0; m < flow.phase.length; m++) {
      wants |= flow.phase[m] == Phase.CREATING && !flow.sent[m];
    }
    if (!wants || flow.phase[n] != Phase.ESTABLISHED || flow.spent != flow.credit) {
      return Attempt.of("no other PDC lacks credit, or this one cannot ask for it");
    }
    flow.put(ASK, n, 0);
    return Attempt.TAKEN;
  }

  private static Attempt learn(Flow flow, int n) {
    if (!flow.isUnderWay(ACK_CC, n)) {
      return Attempt.ABSENT;
    }
    boolean isFirst = flow.phase[n] == Phase.CREATING;
    String refused = flow.ccc.learn(isFirst);
    if (refused == null) {
      flow.phase[n] = isFirst ? Phase.ESTABLISHED : flow.phase[n];
      if (flow.phase[n] != Phase.ENDED) {
        flow.credit = Math.max(flow.credit, flow.net[n][ACK_CC]);
      }
      flow.take(ACK_CC, n);
    }
    return Attempt.of(refused);
  }

  private static Attempt close(Flow flow, int n) {
    if (flow.phase[n] != Phase.ESTABLISHED) {
      return Attempt.of("the PDC is not established");
    }
    String refused = flow.ccc.close();
    if (refused == null) {
      flow.phase[n] = Phase.CLOSE_ACK_WAIT;
      flow.put(CLOSE, n, 0);
    }
    return Attempt.of(refused);
  }

  private static Attempt repeatClose(Flow flow, int n) {
    if (flow.isUnderWay(CLOSE, n) || flow.isUnderWay(CLOSE_ACK, n)) {
      return Attempt.ABSENT;
    }
    if (flow.phase[n] != Phase.CLOSE_ACK_WAIT) {
      return Attempt.of("the PDC does not close");
    }
    flow.put(CLOSE, n, 0);
    return Attempt.TAKEN;
  }

  private static Attempt end(Flow flow, int n) {
    if (!flow.isUnderWay(CLOSE_ACK, n)) {
      return Attempt.ABSENT;
    }
    String refused = flow.ccc.end();
    if (refused == null) {
      flow.phase[n] = Phase.ENDED;
      flow.take(CLOSE_ACK, n);
      if (flow.ccc.isEmpty()) {
        flow.credit = 0;
        flow.spent = 0;
      }
    }
    return Attempt.of(refused);
  }

  private boolean hasRoom(World world, int s) {
    int pdcs = 0;
    int cccs = 0;
    for (Flow other : world.flows) {
      int count = other.knownPdcs();
      pdcs += count;
      cccs += count == 0 ? 0 : 1;
    }
    boolean has = world.flows[s].knownPdcs() > 0;
    return pdcs < targetPdcs && (has || cccs < CccTeardown.contextPool(targetPdcs));
  }

  @Requirement({"PDC-4", "FIND-26"})
  private Attempt admit(World world, int s, int n) {
    Flow flow = world.flows[s];
    if (!flow.isUnderWay(SYN, n)) {
      return Attempt.ABSENT;
    }
    if (flow.known[n] || !hasRoom(world, s)) {
      return Attempt.of("the PDC is known, or there is no room for it");
    }
    flow.granted = flow.knownPdcs() == 0 ? initialCredit : flow.granted;
    flow.known[n] = true;
    flow.arrived++;
    flow.take(SYN, n);
    flow.put(ACK_CC, n, flow.granted);
    return Attempt.TAKEN;
  }

  private static Attempt receiveSyn(Flow flow, int n) {
    if (!flow.isUnderWay(SYN, n)) {
      return Attempt.ABSENT;
    }
    if (!flow.known[n]) {
      return Attempt.of("the PDC is not known");
    }
    flow.take(SYN, n);
    flow.put(ACK_CC, n, flow.granted);
    return Attempt.TAKEN;
  }

  @Requirement({"PDC-4", "FIND-26"})
  private Attempt refuse(World world, int s, int n) {
    Flow flow = world.flows[s];
    if (!flow.isUnderWay(SYN, n)) {
      return Attempt.ABSENT;
    }
    if (flow.known[n] || hasRoom(world, s)) {
      return Attempt.of("the PDC is known, or there is room for it");
    }
    flow.take(SYN, n);
    return Attempt.TAKEN;
  }

  private boolean answer(Flow flow, int n) {
    if (!flow.isUnderWay(ASK, n)) {
      return false;
    }
    flow.take(ASK, n);
    if (flow.known[n]) {
      flow.granted += flow.granted - flow.arrived < window ? 1 : 0;
      flow.put(ACK_CC, n, flow.granted);
    }
    return true;
  }

  private static boolean receiveClose(Flow flow, int n) {
    if (!flow.isUnderWay(CLOSE, n)) {
      return false;
    }
    flow.known[n] = false;
    if (flow.knownPdcs() == 0) {
      flow.granted = 0;
      flow.arrived = 0;
    }
    flow.take(CLOSE, n);
    flow.put(CLOSE_ACK, n, 0);
    return true;
  }

  private static boolean lose(Flow flow, int type, int n) {
    boolean is = flow.isUnderWay(type, n);
    flow.lose(type, n);
    return is;
  }

  /** The kernel keeps numbers of PDCs, and the model a phase for each. */
  @Override
  public String broken(World world) {
    for (int s = 0; s < jobs.length; s++) {
      Flow flow = world.flows[s];
      List<Integer> counted =
          List.of(flow.ccc.creating(), flow.ccc.established(), flow.ccc.closing());
      List<Integer> there =
          List.of(
              flow.in(Phase.CREATING), flow.in(Phase.ESTABLISHED), flow.in(Phase.CLOSE_ACK_WAIT));
      if (!counted.equals(there)) {
        return "PDCs of "
            + sources.get(s)
            + " that are created, established, and close are counted as "
            + counted
            + ", and there are "
            + there;
      }
    }
    return null;
  }

  /** The numbers, from 1 on, of the PDCs for which it is so. */
  private static List<Integer> numbers(boolean[] each) {
    List<Integer> numbers = new ArrayList<>();
    for (int n = 0; n < each.length; n++) {
      if (each[n]) {
        numbers.add(n + 1);
      }
    }
    return numbers;
  }

  private List<Part<World>> table() {
    return List.of(
        byFlow(
            "phase",
            flow -> List.of(flow.phase),
            phases -> Value.seq(phases.stream().<Value>map(p -> Value.of(p.name())).toList())),
        byFlow("sent", flow -> numbers(flow.sent), CccTeardownTwin::set),
        byFlow("known", flow -> numbers(flow.known), CccTeardownTwin::set),
        byFlow("credit", flow -> flow.credit, Value::of),
        byFlow("spent", flow -> flow.spent, Value::of),
        byFlow("granted", flow -> flow.granted, Value::of),
        byFlow("arrived", flow -> flow.arrived, Value::of),
        byFlow(
            "net",
            flow -> Arrays.stream(flow.net).map(t -> Arrays.stream(t).boxed().toList()).toList(),
            net -> Value.seq(net.stream().map(CccTeardownTwin::ofMessages).toList())));
  }

  private <P> Part<World> byFlow(String name, Function<Flow, P> of, Function<P, Value> value) {
    return Part.of(
        name,
        world -> Arrays.stream(world.flows).map(of).toList(),
        each -> {
          Value.Field[] fields = new Value.Field[jobs.length];
          Arrays.setAll(fields, s -> Value.field(sources.get(s), value.apply(each.get(s))));
          return Value.rec(fields);
        });
  }

  private static Value set(List<Integer> numbers) {
    return Value.set(numbers.stream().<Value>map(Value::of).toList());
  }

  private static Value ofMessages(List<Integer> totals) {
    List<Value> messages = new ArrayList<>();
    for (int type = 0; type < MESSAGES.size(); type++) {
      int total = totals.get(type);
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
