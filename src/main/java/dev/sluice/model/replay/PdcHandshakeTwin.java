package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.model.replay.NetworkTwin.Flight;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import dev.sluice.uet.IdTable;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.KeySet;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcEffect;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Psn;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The Java side of {@code spec/uet/PdcHandshake.tla}: one {@link Initiator} for each fabric
 * address, one {@link Target}, the network between them, and what the host keeps for them.
 *
 * <p>The host's part follows the kernels' effects: the jobs that SES has given, the packets in
 * flight of each CCC, the clocks, and the memory that is written to.
 */
public class PdcHandshakeTwin implements ValueTwin<PdcHandshakeTwin.State> {
  private static final List<Twin.Action> ACTIONS =
      List.of(
          Twin.Action.of(Initiator.class, "Open", "f", "p"),
          Twin.Action.of(Initiator.class, "Transmit", "f", "p"),
          Twin.Action.of(Initiator.class, "Retransmit", "f", "p", "n"),
          Twin.Action.of(Initiator.class, "ReceiveAck", "m"),
          Twin.Action.of(Initiator.class, "Close", "f", "p"),
          Twin.Action.of(Initiator.class, "RepeatClose", "f", "p"),
          Twin.Action.of(Initiator.class, "ReceiveNack", "m"),
          Twin.Action.of(Initiator.class, "Release", "f", "p"),
          Twin.Action.of(Target.class, "Admit", "m", "t"),
          Twin.Action.of(Target.class, "Refuse", "m"),
          Twin.Action.of(Target.class, "ReceiveSyn", "m"),
          Twin.Action.of(Target.class, "ReceiveRequest", "m"),
          Twin.Action.of(Target.class, "ReceiveClose", "m"),
          Twin.Action.of(Target.class, "Forget", "f", "p"),
          Twin.Action.of(PdcHandshakeTwin.class, "Lose", "m"),
          Twin.Action.of(PdcHandshakeTwin.class, "Tick", "time"));

  private static final List<String> VARIABLES =
      List.of(
          "turn",
          "source",
          "resting",
          "inflight",
          "sourceClock",
          "target",
          "context",
          "memory",
          "targetClock",
          "written",
          "net");

  private final List<String> addresses;
  private final List<String> classes;
  private final int sourcePdcs;
  private final int targetPdcs;
  private final int targetCccs;

  /** By slot, and by turn: the job's class, and its packets. */
  private final int[][] classOf;

  private final int[][] work;
  private final long modulus;
  private final long stride;
  private final int sourceHorizon;
  private final int targetHorizon;
  private final Initiator.Params[] initiators;
  private final Target.Params targets;
  private final NetworkTwin<Packet> network;

  /** Where each payload's counters begin in {@link State#written}. */
  private final int[][] payloads;

  private final int writtenSize;

  /** A list of small numbers with the equality of its content. */
  private static final class Numbers {
    private final byte[] items;

    private Numbers(byte[] items) {
      this.items = items;
    }

    private Numbers with(int index, int value) {
      byte[] copy = items.clone();
      copy[index] = (byte) value;
      return new Numbers(copy);
    }

    @Override
    public boolean equals(Object other) {
      return this == other || other instanceof Numbers that && Arrays.equals(items, that.items);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(items);
    }

    @Override
    public String toString() {
      return Arrays.toString(items);
    }
  }

  /** All initiators. */
  private static final class Sources {
    private final Initiator.State[] ends;
    private final int hash;

    private Sources(Initiator.State[] ends) {
      this.ends = ends;
      this.hash = Arrays.hashCode(ends);
    }

    private Sources with(int fa, Initiator.State end) {
      if (ends[fa] == end) {
        return this;
      }
      Initiator.State[] copy = ends.clone();
      copy[fa] = end;
      return new Sources(copy);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof Sources that && hash == that.hash && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public String toString() {
      return Arrays.toString(ends);
    }
  }

  /** Both ends, the network, and what the host keeps. */
  public static final class State {
    private final Numbers turn;
    private final Sources sources;
    private final Numbers inflight;
    private final Numbers sourceClock;
    private final Target.State target;
    private final Numbers targetClock;
    private final Numbers written;
    private final Flight net;
    private final int hash;

    private State(
        Numbers turn,
        Sources sources,
        Numbers inflight,
        Numbers sourceClock,
        Target.State target,
        Numbers targetClock,
        Numbers written,
        Flight net) {
      this.turn = turn;
      this.sources = sources;
      this.inflight = inflight;
      this.sourceClock = sourceClock;
      this.target = target;
      this.targetClock = targetClock;
      this.written = written;
      this.net = net;
      int h = 31 * sources.hash + target.hashCode();
      h = 31 * h + net.hashCode();
      h = 31 * h + turn.hashCode();
      h = 31 * h + sourceClock.hashCode();
      h = 31 * h + targetClock.hashCode();
      this.hash = 31 * h + written.hashCode();
    }

    private Initiator.State end(int fa) {
      return sources.ends[fa];
    }

    private State with(Sources nextSources, Target.State nextTarget) {
      return nextSources == sources && nextTarget == target
          ? this
          : new State(
              turn, nextSources, inflight, sourceClock, nextTarget, targetClock, written, net);
    }

    private State with(Flight nextNet) {
      return new State(turn, sources, inflight, sourceClock, target, targetClock, written, nextNet);
    }

    private State withTurn(Numbers nextTurn) {
      return new State(nextTurn, sources, inflight, sourceClock, target, targetClock, written, net);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof State that
              && hash == that.hash
              && net.equals(that.net)
              && sources.equals(that.sources)
              && target.equals(that.target)
              && turn.equals(that.turn)
              && inflight.equals(that.inflight)
              && sourceClock.equals(that.sourceClock)
              && targetClock.equals(that.targetClock)
              && written.equals(that.written);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public String toString() {
      return sources + " " + target + ", " + net;
    }
  }

  /**
   * A twin for one model.
   *
   * @param constants the model's, by name
   */
  public PdcHandshakeTwin(Map<String, Value> constants) {
    addresses = new ArrayList<>();
    items(constant(constants, "Fa")).forEach(fa -> addresses.add(string(fa)));
    sourcePdcs = number(constants, "SourcePdcs");
    targetPdcs = number(constants, "TargetPdcs");
    targetCccs = number(constants, "TargetCccs");
    List<List<Value>> jobs = new ArrayList<>();
    TreeSet<String> names = new TreeSet<>();
    for (String fa : addresses) {
      for (Value ofId : items(((Value.Rec) constant(constants, "Work")).get(fa))) {
        List<Value> turns = items(ofId);
        turns.forEach(job -> names.add(string(((Value.Rec) job).get("class"))));
        jobs.add(turns);
      }
    }
    classes = List.copyOf(names);
    classOf = new int[jobs.size()][];
    work = new int[jobs.size()][];
    for (int slot = 0; slot < work.length; slot++) {
      classOf[slot] =
          jobs.get(slot).stream()
              .mapToInt(job -> classes.indexOf(string(((Value.Rec) job).get("class"))))
              .toArray();
      work[slot] =
          jobs.get(slot).stream()
              .mapToInt(job -> number(((Value.Rec) job).get("packets")))
              .toArray();
    }
    modulus = number(constants, "Modulus");
    stride = number(constants, "Stride");
    int synSafety = number(constants, "SynSafety");
    int idSafety = number(constants, "IdSafety");
    targetHorizon = number(constants, "Memory");
    sourceHorizon = Math.max(synSafety, idSafety);
    long mpRange = number(constants, "MpRange");
    initiators = new Initiator.Params[addresses.size()];
    for (int fa = 0; fa < initiators.length; fa++) {
      initiators[fa] =
          new Initiator.Params(
              fa, modulus, number(constants, "SynWindow"), mpRange, synSafety, idSafety);
    }
    targets = new Target.Params(modulus, mpRange, targetHorizon);
    boolean onePath = truth(constants, "OnePath");
    network =
        new NetworkTwin<>(
            new NetworkTwin.Guarantee(
                truth(constants, "Lossy"),
                truth(constants, "Repeating"),
                truth(constants, "Reordering"),
                number(constants, "L"),
                number(constants, "Capacity")),
            packet -> onePath ? 0 : 2 * packet.fa() + (packet instanceof Packet.ToTarget ? 0 : 1),
            this::message);
    payloads = new int[work.length][];
    int size = 0;
    for (int slot = 0; slot < work.length; slot++) {
      payloads[slot] = new int[work[slot].length];
      for (int turn = 0; turn < work[slot].length; turn++) {
        payloads[slot][turn] = size;
        size += work[slot][turn];
      }
    }
    writtenSize = size;
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Twin.Action> actions() {
    boolean enough = targetPdcs >= payloads.length && targetCccs >= payloads.length;
    return ACTIONS.stream()
        .filter(action -> targetHorizon > 0 || !action.name().equals("Forget"))
        .filter(action -> !enough || !action.name().equals("Refuse"))
        .toList();
  }

  @Override
  public State initial() {
    Initiator.State[] ends = new Initiator.State[addresses.size()];
    Arrays.fill(ends, Initiator.State.ofPool(sourcePdcs));
    int slots = payloads.length;
    return new State(
        new Numbers(new byte[slots]),
        new Sources(ends),
        new Numbers(new byte[addresses.size() * classes.size()]),
        new Numbers(filled(slots, sourceHorizon)),
        Target.State.ofPools(targetPdcs, targetCccs),
        new Numbers(filled(slots, targetHorizon)),
        new Numbers(new byte[writtenSize + 1]),
        network.empty());
  }

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    if (action.equals("Tick")) {
      int time = number(arguments.get(0));
      return state -> tick(state, time);
    } else if (arguments.get(0) instanceof Value.Rec rec) {
      return ofMessage(action, packet(rec), arguments);
    }
    int fa = addresses.indexOf(string(arguments.get(0)));
    int spdcid = number(arguments.get(1));
    Initiator.Params own = initiators[fa];
    return switch (action) {
      case "Open" -> state -> open(state, fa, spdcid);
      case "Transmit" -> source(fa, s -> Initiator.transmit(s.end(fa), own, spdcid));
      case "Retransmit" -> {
        int packet = number(arguments.get(2));
        yield source(fa, s -> Initiator.retransmit(s.end(fa), own, spdcid, packet));
      }
      case "Close" ->
          source(
              fa, s -> Initiator.close(s.end(fa), own, spdcid, clock(s.sourceClock, fa, spdcid)));
      case "RepeatClose" -> source(fa, s -> Initiator.repeatClose(s.end(fa), own, spdcid));
      case "Release" ->
          source(
              fa, s -> Initiator.release(s.end(fa), own, spdcid, clock(s.sourceClock, fa, spdcid)));
      case "Forget" -> {
        PdcKey key = new PdcKey(fa, spdcid);
        yield state ->
            target(
                state,
                state.net,
                Target.forget(state.target, targets, key, clock(state.targetClock, fa, spdcid)));
      }
      default -> throw new IllegalArgumentException("no such action: " + action);
    };
  }

  private Step<State> ofMessage(String action, Packet packet, List<Value> arguments) {
    int number = network.number(packet);
    int fa = (int) packet.fa();
    Initiator.Params own = initiators[fa];
    return switch (action) {
      case "Lose" -> state -> lose(state, number);
      case "Admit" -> {
        int pdcid = number(arguments.get(1));
        yield arrival(number, s -> admit(s.target, targets, (Packet.Syn) packet, pdcid));
      }
      case "Refuse" -> arrival(number, s -> Target.refuse(s.target, (Packet.Syn) packet));
      case "ReceiveSyn" ->
          arrival(number, s -> Target.receiveSyn(s.target, targets, (Packet.Syn) packet));
      case "ReceiveRequest" ->
          arrival(number, s -> Target.receiveRequest(s.target, targets, (Packet.Request) packet));
      case "ReceiveClose" ->
          arrival(
              number, s -> Target.receiveClose(s.target, targets, (Packet.CloseCommand) packet));
      case "ReceiveAck" ->
          answer(fa, number, s -> Initiator.receiveAck(s.end(fa), own, (Packet.AckCc) packet));
      case "ReceiveNack" ->
          answer(fa, number, s -> Initiator.receiveNack(s.end(fa), own, (Packet.Nack) packet));
      default -> throw new IllegalArgumentException("no action of a message: " + action);
    };
  }

  /** The one kernel call that a test replaces, to see that the replay notices. */
  Outcome<Target.State> admit(Target.State state, Target.Params params, Packet.Syn syn, int pdcid) {
    return Target.admit(state, params, syn, pdcid);
  }

  private Attempt<State> open(State state, int fa, int spdcid) {
    int slot = slot(fa, spdcid);
    boolean known = spdcid >= 1 && spdcid <= sourcePdcs;
    if (known && state.turn.items[slot] == work[slot].length) {
      return new Attempt.Absent<>(); // SES has no further job for this id
    }
    int job = known ? state.turn.items[slot] + 1 : 1;
    int trafficClass = known ? classOf[slot][job - 1] : 0;
    var wanted =
        new Initiator.Job(
            trafficClass,
            trafficClass,
            job,
            Psn.at(0, job * stride, modulus),
            known ? work[slot][job - 1] : 1);
    Attempt<State> attempt =
        source(state, fa, state.net, Initiator.open(state.end(fa), wanted, spdcid));
    return known && attempt instanceof Attempt.Taken<State> taken
        ? new Attempt.Taken<>(taken.next().withTurn(state.turn.with(slot, job)))
        : attempt;
  }

  /** The initiator acts of itself. */
  private Step<State> source(int fa, Function<State, Outcome<Initiator.State>> call) {
    return state -> source(state, fa, state.net, call.apply(state));
  }

  /** A message reaches the target. */
  private Step<State> arrival(int number, Function<State, Outcome<Target.State>> call) {
    return state ->
        network.deliverable(state.net, number)
            ? target(state, network.take(state.net, number), call.apply(state))
            : new Attempt.Absent<>();
  }

  /** A message reaches an initiator. */
  private Step<State> answer(int fa, int number, Function<State, Outcome<Initiator.State>> call) {
    return state ->
        network.deliverable(state.net, number)
            ? source(state, fa, network.take(state.net, number), call.apply(state))
            : new Attempt.Absent<>();
  }

  private Attempt<State> source(State state, int fa, Flight net, Outcome<Initiator.State> outcome) {
    if (outcome instanceof Outcome.Refused<Initiator.State> no) {
      return new Attempt.Refused<>(
          state.with(state.sources.with(fa, no.next()), state.target), no.because());
    }
    Sources sources = state.sources.with(fa, outcome.next());
    var accepted = (Outcome.Accepted<Initiator.State>) outcome;
    return carryOut(state, sources, state.target, net, fa, accepted.effects());
  }

  private Attempt<State> target(State state, Flight net, Outcome<Target.State> outcome) {
    if (outcome instanceof Outcome.Refused<Target.State> no) {
      return new Attempt.Refused<>(state.with(state.sources, no.next()), no.because());
    }
    var accepted = (Outcome.Accepted<Target.State>) outcome;
    return carryOut(state, state.sources, accepted.next(), net, -1, accepted.effects());
  }

  private Attempt<State> carryOut(
      State state, Sources sources, Target.State target, Flight net, int fa, List<Effect> effects) {
    Numbers inflight = state.inflight;
    Numbers sourceClock = state.sourceClock;
    Numbers targetClock = state.targetClock;
    Numbers written = state.written;
    Flight now = net;
    for (Effect effect : effects) {
      if (effect instanceof PdcEffect.Sent sent) {
        int number = network.number(sent.packet());
        if (!network.room(now, number)) {
          return new Attempt.Absent<>(); // the model's bound on messages under way
        }
        now = network.put(now, number);
      } else if (effect instanceof PdcEffect.InFlight change) {
        int place = fa * classes.size() + change.ccc();
        inflight = inflight.with(place, Math.toIntExact(inflight.items[place] + change.change()));
      } else if (effect instanceof PdcEffect.SourceClockRestarted restarted) {
        sourceClock = sourceClock.with(slot(fa, restarted.spdcid()), 0);
      } else if (effect instanceof PdcEffect.TargetClockRestarted restarted) {
        PdcKey key = restarted.key();
        targetClock = targetClock.with(slot((int) key.fa(), key.spdcid()), 0);
      } else if (effect instanceof PdcEffect.Written write) {
        int place = place(write);
        written = written.with(place, written.items[place] + 1);
      }
    }
    return new Attempt.Taken<>(
        new State(state.turn, sources, inflight, sourceClock, target, targetClock, written, now));
  }

  /**
   * The target's memory has a cell for each packet of each job, and one for what belongs nowhere.
   */
  private int place(PdcEffect.Written write) {
    PdcKey key = write.key();
    int slot = slot((int) key.fa(), key.spdcid());
    boolean stray =
        write.payload() < 1
            || write.payload() > work[slot].length
            || write.offset() >= work[slot][(int) write.payload() - 1];
    return stray
        ? writtenSize
        : Math.toIntExact(payloads[slot][(int) write.payload() - 1] + write.offset());
  }

  @Requirement("PDC-5")
  private Attempt<State> lose(State state, int number) {
    return network.losable(state.net, number)
        ? new Attempt.Taken<>(state.with(network.drop(state.net, number)))
        : new Attempt.Absent<>();
  }

  @Requirement("PDC-5")
  private Attempt<State> tick(State state, int time) {
    Flight net = state.net;
    for (int passed = 0; passed < time; passed++) {
      if (!network.mayAge(net)) {
        return new Attempt.Absent<>();
      }
      net = network.aged(net);
    }
    return new Attempt.Taken<>(
        new State(
            state.turn,
            state.sources,
            state.inflight,
            later(state.sourceClock, time, sourceHorizon),
            state.target,
            later(state.targetClock, time, targetHorizon),
            state.written,
            net));
  }

  private static Numbers later(Numbers clocks, int time, int horizon) {
    byte[] copy = clocks.items.clone();
    for (int i = 0; i < copy.length; i++) {
      copy[i] = (byte) Math.min(copy[i] + time, horizon);
    }
    return new Numbers(copy);
  }

  /** What a PDC's clock shows; id 0 has none, and is never asked for by a kernel. */
  private int clock(Numbers clocks, int fa, int spdcid) {
    return spdcid == 0 ? 0 : clocks.items[slot(fa, spdcid)];
  }

  private int slot(int fa, int spdcid) {
    return fa * sourcePdcs + spdcid - 1;
  }

  private static byte[] filled(int length, int value) {
    byte[] filled = new byte[length];
    Arrays.fill(filled, (byte) value);
    return filled;
  }

  @Override
  public Object part(State state, int variable) {
    return switch (variable) {
      case 0 -> state.turn;
      case 1, 2 -> state.sources;
      case 3 -> state.inflight;
      case 4 -> state.sourceClock;
      case 5 -> state.target.pdcs();
      case 6 -> state.target.contexts();
      case 7 -> state.target.memory();
      case 8 -> state.targetClock;
      case 9 -> state.written;
      default -> state.net;
    };
  }

  @Override
  public Value value(int variable, Object part) {
    return switch (variable) {
      case 0, 4, 8 -> {
        Numbers numbers = (Numbers) part;
        yield byAddress(fa -> list(sourcePdcs, p -> Value.of(numbers.items[slot(fa, p)])));
      }
      case 1 -> source((Sources) part);
      case 2 -> resting((Sources) part);
      case 3 -> {
        Numbers numbers = (Numbers) part;
        yield byAddress(
            fa -> {
              List<Value.Field> fields = new ArrayList<>();
              for (int c = 0; c < classes.size(); c++) {
                int count = numbers.items[fa * classes.size() + c];
                fields.add(Value.field(classes.get(c), Value.of(count)));
              }
              return new Value.Rec(fields);
            });
      }
      case 5 -> target((IdTable<?, ?>) part);
      case 6 -> context((IdTable<?, ?>) part);
      case 7 -> memory((KeySet) part);
      case 9 -> {
        Numbers numbers = (Numbers) part;
        yield byAddress(
            fa ->
                list(
                    sourcePdcs,
                    p -> list(work[slot(fa, p)].length, j -> written(numbers, slot(fa, p), j))));
      }
      default -> network.value((Flight) part);
    };
  }

  /** What was written of a job: packets once or more often, and those more often. */
  private Value written(Numbers numbers, int slot, int turn) {
    List<Value> again = new ArrayList<>();
    ReceiveWindow once = ReceiveWindow.empty();
    for (int n = 0; n < work[slot][turn - 1]; n++) {
      int times = numbers.items[payloads[slot][turn - 1] + n];
      if (times > 0) {
        once = once.with(n);
      }
      if (times > 1) {
        again.add(Value.of(n));
      }
    }
    return Value.rec(Value.field("once", received(once)), Value.field("again", Value.set(again)));
  }

  private Value source(Sources sources) {
    List<Value> pdcs = new ArrayList<>();
    for (int fa = 0; fa < addresses.size(); fa++) {
      for (int p = 1; p <= sourcePdcs; p++) {
        SourcePdc.State pdc = sources.ends[fa].pdc(p);
        if (pdc != null) {
          pdcs.add(
              Value.rec(
                  Value.field("fa", Value.of(addresses.get(fa))),
                  Value.field("spdcid", Value.of(pdc.spdcid())),
                  Value.field("dpdcid", Value.of(pdc.dpdcid())),
                  Value.field("job", Value.ofExact(pdc.payload())),
                  Value.field("state", Value.of(pdc.phase().name())),
                  Value.field("start", Value.ofExact(pdc.start())),
                  Value.field("sent", Value.ofExact(pdc.sent())),
                  Value.field("acked", Value.ofExact(pdc.acked()))));
        }
      }
    }
    return Value.set(pdcs);
  }

  private Value resting(Sources sources) {
    List<Value> keys = new ArrayList<>();
    for (int fa = 0; fa < addresses.size(); fa++) {
      for (int p = 1; p <= sourcePdcs; p++) {
        if (sources.ends[fa].rests(p)) {
          keys.add(Value.seq(Value.of(addresses.get(fa)), Value.of(p)));
        }
      }
    }
    return Value.set(keys);
  }

  private Value target(IdTable<?, ?> table) {
    List<Value> pdcs = new ArrayList<>();
    for (int id = 1; id <= table.capacity(); id++) {
      if (table.get(id) instanceof TargetPdc.State pdc) {
        pdcs.add(
            Value.rec(
                Value.field("pdcid", Value.of(pdc.pdcid())),
                Value.field("fa", Value.of(addresses.get((int) pdc.key().fa()))),
                Value.field("spdcid", Value.of(pdc.key().spdcid())),
                Value.field("cccid", Value.of(pdc.cccid())),
                Value.field("start", Value.ofExact(pdc.start())),
                Value.field("got", received(pdc.got()))));
      }
    }
    return Value.set(pdcs);
  }

  /** As {@code spec/lib/Received.tla} has it. */
  private static Value received(ReceiveWindow window) {
    List<Value> early = new ArrayList<>();
    int ahead = window.ahead();
    for (long n = window.awaited(); early.size() < ahead; n++) {
      if (window.contains(n)) {
        early.add(Value.ofExact(n));
      }
    }
    return Value.rec(
        Value.field("next", Value.ofExact(window.awaited())),
        Value.field("early", Value.set(early)));
  }

  private Value context(IdTable<?, ?> table) {
    List<Value> contexts = new ArrayList<>();
    for (int id = 1; id <= table.capacity(); id++) {
      if (table.get(id) instanceof Target.Context context) {
        contexts.add(
            Value.rec(
                Value.field("fa", Value.of(addresses.get((int) context.flow().fa()))),
                Value.field("class", Value.of(classes.get(context.flow().trafficClass()))),
                Value.field("cccid", Value.of(id))));
      }
    }
    return Value.set(contexts);
  }

  private Value memory(KeySet memory) {
    List<Value> keys = new ArrayList<>();
    for (int fa = 0; fa < addresses.size(); fa++) {
      for (int p = 1; p <= sourcePdcs; p++) {
        if (memory.contains(new PdcKey(fa, p))) {
          keys.add(Value.seq(Value.of(addresses.get(fa)), Value.of(p)));
        }
      }
    }
    return Value.set(keys);
  }

  /** A packet as the specification shows it. */
  private Value message(Packet packet) {
    Value.Field fa = Value.field("fa", Value.of(addresses.get((int) packet.fa())));
    if (packet instanceof Packet.Syn syn) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(true)),
          Value.field("spdcid", Value.of(syn.spdcid())),
          Value.field("dpdcid", Value.of(0)),
          Value.field("psn", Value.ofExact(syn.psn())),
          Value.field("offset", Value.ofExact(syn.offset())),
          Value.field("job", Value.ofExact(syn.payload())));
    } else if (packet instanceof Packet.Request request) {
      return Value.rec(
          Value.field("type", Value.of("RUD_CC_REQ")),
          fa,
          Value.field("syn", Value.of(false)),
          Value.field("spdcid", Value.of(request.spdcid())),
          Value.field("dpdcid", Value.of(request.dpdcid())),
          Value.field("psn", Value.ofExact(request.psn())),
          Value.field("job", Value.ofExact(request.payload())));
    } else if (packet instanceof Packet.CloseCommand close) {
      return Value.rec(
          Value.field("type", Value.of("CLOSE")),
          fa,
          Value.field("spdcid", Value.of(close.spdcid())),
          Value.field("dpdcid", Value.of(close.dpdcid())),
          Value.field("psn", Value.ofExact(close.psn())));
    } else if (packet instanceof Packet.AckCc ack) {
      return Value.rec(
          Value.field("type", Value.of("ACK_CC")),
          fa,
          Value.field("spdcid", Value.of(ack.spdcid())),
          Value.field("dpdcid", Value.of(ack.dpdcid())),
          Value.field("cack", Value.ofExact(ack.cack())));
    }
    Packet.Nack nack = (Packet.Nack) packet;
    return Value.rec(
        Value.field("type", Value.of("NACK")),
        fa,
        Value.field("dpdcid", Value.of(nack.dpdcid())),
        Value.field("code", Value.of(nack.code().name())),
        Value.field("psn", Value.ofExact(nack.psn())));
  }

  /** The packet that a message of the specification stands for. */
  private Packet packet(Value.Rec message) {
    int fa = addresses.indexOf(string(message.get("fa")));
    return switch (string(message.get("type"))) {
      case "RUD_CC_REQ" ->
          message.get("offset") == null
              ? new Packet.Request(
                  fa,
                  number(message.get("spdcid")),
                  number(message.get("dpdcid")),
                  number(message.get("psn")),
                  number(message.get("job")))
              : new Packet.Syn(
                  fa,
                  classOf[slot(fa, number(message.get("spdcid")))][number(message.get("job")) - 1],
                  number(message.get("spdcid")),
                  number(message.get("psn")),
                  number(message.get("offset")),
                  number(message.get("job")));
      case "CLOSE" ->
          new Packet.CloseCommand(
              fa,
              number(message.get("spdcid")),
              number(message.get("dpdcid")),
              number(message.get("psn")));
      case "ACK_CC" ->
          new Packet.AckCc(
              fa,
              number(message.get("spdcid")),
              number(message.get("dpdcid")),
              number(message.get("cack")));
      case "NACK" ->
          new Packet.Nack(
              fa,
              number(message.get("dpdcid")),
              Packet.Code.valueOf(string(message.get("code"))),
              number(message.get("psn")));
      default -> throw new IllegalArgumentException("no such message: " + message);
    };
  }

  private Value byAddress(IntFunction<Value> of) {
    List<Value.Field> fields = new ArrayList<>();
    for (int fa = 0; fa < addresses.size(); fa++) {
      fields.add(Value.field(addresses.get(fa), of.apply(fa)));
    }
    return new Value.Rec(fields);
  }

  private static Value list(int length, IntFunction<Value> of) {
    List<Value> items = new ArrayList<>();
    for (int i = 1; i <= length; i++) {
      items.add(of.apply(i));
    }
    return Value.seq(items);
  }

  private static Value constant(Map<String, Value> constants, String name) {
    Value value = constants.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the model has no constant " + name);
    }
    return value;
  }

  private static int number(Map<String, Value> constants, String name) {
    return number(constant(constants, name));
  }

  private static boolean truth(Map<String, Value> constants, String name) {
    if (constant(constants, name) instanceof Value.Bool bool) {
      return bool.value();
    }
    throw new IllegalArgumentException(name + " is no truth value");
  }

  private static List<Value> items(Value value) {
    if (value instanceof Value.Set set) {
      return set.items();
    } else if (value instanceof Value.Seq seq) {
      return seq.items();
    }
    throw new IllegalArgumentException("neither a set nor a sequence: " + value);
  }

  private static int number(Value value) {
    if (value instanceof Value.Int integer) {
      return integer.value();
    }
    throw new IllegalArgumentException("no integer: " + value);
  }

  private static String string(Value value) {
    if (value instanceof Value.Str str) {
      return str.value();
    }
    throw new IllegalArgumentException("no string: " + value);
  }
}
