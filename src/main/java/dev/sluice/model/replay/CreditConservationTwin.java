package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
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
import java.util.Set;
import java.util.TreeMap;

/**
 * {@code spec/uet/CreditConservation.tla} in Java: a {@link CreditSpender} for each sender, one
 * {@link CreditGranter}, and between them the model's network, which carries what the kernels'
 * effects put into it.
 *
 * <p>The network is this specification's own: RUD_CC_REQs and ACK_CCs per sender, oldest first, of
 * which it loses or repeats a given number. It hands a request's target and an ACK_CC's total to
 * the other end as the wire shows them.
 */
public class CreditConservationTwin implements ValueTwin<CreditConservationTwin.World> {
  private static final List<String> VARIABLES =
      List.of(
          "job",
          "open",
          "queue",
          "messages",
          "again",
          "lastPdc",
          "backlog",
          "credit",
          "authorised",
          "spent",
          "acked",
          "known",
          "wanted",
          "granted",
          "accrued",
          "arrived",
          "committed",
          "remainder",
          "budget",
          "lastSender",
          "requests",
          "acks",
          "faults",
          "closes");

  private static final List<Twin.Action> ACTIONS =
      List.of(
          Twin.Action.of(CreditSpender.class, "Want", "s", "p"),
          Twin.Action.of(CreditSpender.class, "Transmit", "s", "p", "k"),
          Twin.Action.of(CreditSpender.class, "Ask", "s"),
          Twin.Action.of(CreditSpender.class, "InferLoss", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "Doubt", "s", "p", "size"),
          Twin.Action.of(CreditSpender.class, "Recover", "s", "p", "k"),
          Twin.Action.of(CreditSpender.class, "Resend", "s", "p"),
          Twin.Action.of(CreditSpender.class, "Learn", "s", "i", "twice", "later"),
          Twin.Action.of(CreditSpender.class, "Close", "s"),
          Twin.Action.of(CreditGranter.class, "Receive", "s", "i", "d", "twice"),
          Twin.Action.of(CreditGranter.class, "Commit", "s", "later"),
          Twin.Action.of(CreditGranter.class, "Slice"),
          Twin.Action.of(CreditGranter.class, "Grant", "s"),
          Twin.Action.of(CreditGranter.class, "Forget", "s"),
          Twin.Action.of(CreditConservationTwin.class, "LoseRequest", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "LoseAck", "s", "i"));

  private static final Set<String> LOSSES = Set.of("InferLoss", "LoseRequest", "LoseAck");
  private static final Set<String> DOUBTS = Set.of("Doubt", "Recover", "Resend");

  private static final Attempt<World> ABSENT = new Attempt.Absent<>();
  private static final Request[] NO_REQUESTS = {};
  private static final Piece[] NO_PIECES = {};
  private static final long[] NO_MESSAGES = {};
  private static final long NO_CREDIT = -1;
  private static final Ack[] NO_ACKS = {};

  private final CreditParams params;
  private final List<String> senders;
  private final List<String> pdcs;
  private final SenderKey[] keys;
  private final long[][][] jobs;
  private final boolean separate;
  private final long lag;
  private final boolean earlyTimer;
  private final boolean doubts;
  private final int maxRequests;
  private final int maxAcks;
  private final int faults;

  /** A request on its way. */
  private record Request(int pdc, long size, long target, boolean lost) {
    private Request withoutData() {
      return size == 0 ? this : new Request(CreditSpender.NO_PDC, 0, target, false);
    }
  }

  /** An ACK_CC on its way, or a Credit packet. */
  private record Ack(long total, long acked) {}

  /** A packet that the host has given up for lost, and keeps to send it again. */
  private record Piece(long size, boolean lost) {}

  /** Everything the specification has variables for. */
  public static final class World {
    private final long[] job;
    private final long[][] messages;
    private final Piece[][] again;
    private final CreditSpender.State[] spenders;
    private final CreditGranter.State granter;
    private final Request[][] requests;
    private final Ack[][] acks;
    private final int faults;
    private final long closes; // a bit for each sender
    private int hash;

    private World(
        long[] job,
        long[][] messages,
        Piece[][] again,
        CreditSpender.State[] spenders,
        CreditGranter.State granter,
        Request[][] requests,
        Ack[][] acks,
        int faults,
        long closes) {
      this.job = job;
      this.messages = messages;
      this.again = again;
      this.spenders = spenders;
      this.granter = granter;
      this.requests = requests;
      this.acks = acks;
      this.faults = faults;
      this.closes = closes;
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof World that
              && faults == that.faults
              && closes == that.closes
              && hashCode() == that.hashCode()
              && Arrays.equals(job, that.job)
              && Arrays.deepEquals(messages, that.messages)
              && Arrays.deepEquals(again, that.again)
              && Arrays.equals(spenders, that.spenders)
              && granter.equals(that.granter)
              && Arrays.deepEquals(requests, that.requests)
              && Arrays.deepEquals(acks, that.acks);
    }

    @Override
    public int hashCode() {
      if (hash == 0) {
        int sum = Arrays.hashCode(job);
        sum = 31 * sum + Arrays.deepHashCode(messages);
        sum = 31 * sum + Arrays.deepHashCode(again);
        sum = 31 * sum + Arrays.hashCode(spenders);
        sum = 31 * sum + granter.hashCode();
        sum = 31 * sum + Arrays.deepHashCode(requests);
        sum = 31 * sum + Arrays.deepHashCode(acks);
        sum = 31 * sum + faults;
        hash = 31 * sum + Long.hashCode(closes);
      }
      return hash;
    }

    @Override
    public String toString() {
      return "job %s, messages %s, again %s, spenders %s, granter %s, requests %s, acks %s, faults %d, closes %s"
          .formatted(
              Arrays.toString(job),
              Arrays.deepToString(messages),
              Arrays.deepToString(again),
              Arrays.toString(spenders),
              granter,
              Arrays.deepToString(requests),
              Arrays.deepToString(acks),
              faults,
              Long.toBinaryString(closes));
    }

    private World withSpender(int s, CreditSpender.State next) {
      return next == spenders[s]
          ? this
          : new World(
              job,
              messages,
              again,
              put(spenders, s, next),
              granter,
              requests,
              acks,
              faults,
              closes);
    }

    private World withMessages(int place, long[] next) {
      return new World(
          job,
          put(messages, place, next),
          again,
          spenders,
          granter,
          requests,
          acks,
          faults,
          closes);
    }

    private World withAgain(int place, Piece[] next) {
      return new World(
          job,
          messages,
          put(again, place, next),
          spenders,
          granter,
          requests,
          acks,
          faults,
          closes);
    }

    private World withGranter(CreditGranter.State next) {
      return next == granter
          ? this
          : new World(job, messages, again, spenders, next, requests, acks, faults, closes);
    }

    private World withRequests(int s, Request[] next) {
      return new World(
          job, messages, again, spenders, granter, put(requests, s, next), acks, faults, closes);
    }

    private World withAcks(int s, Ack[] next) {
      return new World(
          job, messages, again, spenders, granter, requests, put(acks, s, next), faults, closes);
    }

    private World withFaults(int left) {
      return new World(job, messages, again, spenders, granter, requests, acks, left, closes);
    }

    private boolean isClosing(int s) {
      return (closes >> s & 1) != 0;
    }

    private World withClose(int s, boolean underWay) {
      long bits = underWay ? closes | 1L << s : closes & ~(1L << s);
      return new World(job, messages, again, spenders, granter, requests, acks, faults, bits);
    }
  }

  /**
   * The twin for a model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing or not of the form it must have
   */
  public CreditConservationTwin(Map<String, Value> constants) {
    Constants given = new Constants(constants);
    params =
        new CreditParams(
            Profile.of(given.string("Profile")),
            CreditParams.TargetSays.of(given.string("TargetSays")),
            CreditParams.Packets.of(given.string("Packets")),
            given.number("Quantum"),
            given.number("SliceBudget"),
            given.number("Mtu"),
            given.number("Header"),
            given.number("InitialCredit"),
            given.number("Window"),
            given.number("Overshoot"),
            given.number("Modulus"),
            given.number("GrantUnits"),
            given.number("Cap"));
    senders = given.strings("SenderOrder");
    pdcs = given.strings("PdcOrder");
    keys = new SenderKey[senders.size()];
    jobs = new long[senders.size()][pdcs.size()][];
    for (int s = 0; s < senders.size(); s++) {
      keys[s] = new SenderKey(0, s, 0, 0xA1);
      for (int p = 0; p < pdcs.size(); p++) {
        jobs[s][p] = given.jobs("Jobs", senders.get(s), pdcs.get(p));
      }
    }
    separate = given.truth("Separate");
    lag = given.number("Lag");
    earlyTimer = given.truth("EarlyTimer");
    doubts = given.truth("Doubts");
    maxRequests = given.number("MaxRequests");
    maxAcks = given.number("MaxAcks");
    faults = given.number("Faults");
  }

  @Override
  public List<String> variables() {
    return VARIABLES;
  }

  @Override
  public List<Twin.Action> actions() {
    return ACTIONS.stream().filter(action -> !isLeftOut(action.name())).toList();
  }

  /**
   * Where the network is given nothing to lose, nothing is ever found lost; where nothing is
   * doubted, nothing is sent again that is not lost; and in {@code source-documents} such a packet
   * is resent, and not given up.
   */
  private boolean isLeftOut(String action) {
    return faults == 0 && LOSSES.contains(action)
        || !(doubts && faults > 0) && DOUBTS.contains(action)
        || params.profile() == Profile.SOURCE_DOCUMENTS
            && Set.of("Doubt", "Recover").contains(action);
  }

  @Override
  public World initial() {
    int n = keys.length;
    CreditSpender.State[] spenders = new CreditSpender.State[n];
    Request[][] requests = new Request[n][];
    Ack[][] acks = new Ack[n][];
    Arrays.fill(spenders, CreditSpender.closed(pdcs.size()));
    Arrays.fill(requests, NO_REQUESTS);
    Arrays.fill(acks, NO_ACKS);
    long[][] messages = new long[n * pdcs.size()][];
    Piece[][] again = new Piece[n * pdcs.size()][];
    Arrays.fill(messages, NO_MESSAGES);
    Arrays.fill(again, NO_PIECES);
    return new World(
        new long[n * pdcs.size()],
        messages,
        again,
        spenders,
        CreditGranter.initial(params),
        requests,
        acks,
        faults,
        0);
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int s = arguments.isEmpty() ? 0 : senders.indexOf(((Value.Str) arguments.get(0)).value());
    return switch (action) {
      case "Want" -> bindWant(s, pdc(arguments));
      case "Transmit" -> bindTransmit(s, pdc(arguments), number(arguments, 2));
      case "Ask" -> state -> ask(state, s);
      case "InferLoss" -> bindInferLoss(s, place(arguments));
      case "Doubt" -> {
        int p = pdc(arguments);
        int size = number(arguments, 2);
        yield state -> !doubts ? ABSENT : doubt(state, params, s, s * pdcs.size() + p, p, size);
      }
      case "Recover" -> bindRecover(s, pdc(arguments), number(arguments, 2));
      case "Resend" -> bindResend(s, pdc(arguments));
      case "Learn" -> bindLearn(s, place(arguments), twice(arguments, 2), number(arguments, 3));
      case "Close" -> state -> close(state, s);
      case "Receive" ->
          bindReceive(s, place(arguments), number(arguments, 2) - 1, twice(arguments, 3));
      case "Commit" -> {
        int later = number(arguments, 1);
        yield state -> commit(state, s, later);
      }
      case "Slice" -> state -> granted(state, slice(state.granter, params));
      case "Grant" -> state -> granted(state, CreditGranter.grant(state.granter, params, keys[s]));
      case "Forget" -> state -> forget(state, s);
      case "LoseRequest" -> {
        int i = place(arguments);
        yield state -> loseRequest(state, s, i);
      }
      case "LoseAck" -> {
        int i = place(arguments);
        yield state -> loseAck(state, s, i);
      }
      default -> throw new IllegalArgumentException("no action is called " + action);
    };
  }

  private int pdc(List<Value> arguments) {
    return pdcs.indexOf(((Value.Str) arguments.get(1)).value());
  }

  /** A place in flight: counted from 1 in the specification, from 0 here. */
  private static int place(List<Value> arguments) {
    return number(arguments, 1) - 1;
  }

  private static int number(List<Value> arguments, int at) {
    return ((Value.Int) arguments.get(at)).value();
  }

  private static boolean twice(List<Value> arguments, int at) {
    return ((Value.Bool) arguments.get(at)).value();
  }

  /** {@link CreditSpender#learn}; a test plants a faulty kernel here, to see the replay find it. */
  protected Outcome<CreditSpender.State> learn(
      CreditSpender.State spender, CreditParams using, long wireCredit, long acked) {
    return CreditSpender.learn(spender, using, wireCredit, acked);
  }

  /** {@link CreditGranter#slice}; a test plants a faulty kernel here. */
  protected Outcome<CreditGranter.State> slice(CreditGranter.State granter, CreditParams using) {
    return CreditGranter.slice(granter, using);
  }

  private Step<World> bindWant(int s, int p) {
    int place = s * pdcs.size() + p;
    long[] sizes = jobs[s][p];
    return state -> {
      int next = (int) state.job[place];
      if (next == sizes.length || state.isClosing(s)) {
        return ABSENT; // no message left, or the last context's end has not been answered yet
      }
      Outcome<CreditSpender.State> outcome =
          CreditSpender.want(state.spenders[s], params, p, sizes[next]);
      if (outcome instanceof Outcome.Refused<CreditSpender.State> refused) {
        return refused(state.withSpender(s, refused.next()), refused.because());
      }
      long[] job = state.job.clone();
      job[place]++;
      return taken(
          new World(
              job,
              put(state.messages, place, append(state.messages[place], sizes[next])),
              state.again,
              put(state.spenders, s, outcome.next()),
              state.granter,
              state.requests,
              state.acks,
              state.faults,
              state.closes));
    };
  }

  /** A packet of the oldest message leaves, or one that the host has given up for lost. */
  private Step<World> bindTransmit(int s, int p, int k) {
    int place = s * pdcs.size() + p;
    return state -> {
      long[] messages = state.messages[place];
      Piece[] again = state.again[place];
      if (state.requests[s].length == maxRequests
          || k > again.length
          || k == 0 && messages.length == 0) {
        return ABSENT;
      }
      CreditSpender.State spender = state.spenders[s];
      Outcome<CreditSpender.State> outcome =
          k == 0
              ? CreditSpender.transmit(spender, params, p, messages[0])
              : CreditSpender.transmitAgain(spender, params, p, again[k - 1].size());
      if (outcome instanceof Outcome.Refused<CreditSpender.State>) {
        return spent(state, s, outcome);
      }
      if (k > 0) {
        World next = state.withAgain(place, without(again, k - 1));
        return spent(next, s, outcome, again[k - 1].lost());
      }
      long rest = params.rest(messages[0], outcome.next().spent() - spender.spent());
      long[] left = rest == 0 ? Arrays.copyOfRange(messages, 1, messages.length) : messages.clone();
      if (rest > 0) {
        left[0] = rest;
      }
      return spent(state.withMessages(place, left), s, outcome);
    };
  }

  private Attempt<World> ask(World state, int s) {
    boolean fires =
        earlyTimer
            ? state.requests[s].length < maxRequests
            : state.requests[s].length == 0
                && state.acks[s].length == 0
                && state.granter.arrived(keys[s]) == state.granter.committed(keys[s]);
    return fires
        ? spent(state, s, CreditSpender.ask(state.spenders[s], params, largestNext(state, s)))
        : ABSENT;
  }

  /** The largest packet that the PDC in turn might send next; 0 if it has none. */
  private long largestNext(World state, int s) {
    int p = CreditSpender.pdcInTurn(state.spenders[s]);
    if (p == CreditSpender.NO_PDC) {
      return 0;
    }
    int place = s * pdcs.size() + p;
    long[] messages = state.messages[place];
    long largest =
        messages.length == 0
            ? 0
            : CreditSpender.packetBytes(state.spenders[s], params, messages[0]);
    for (Piece piece : state.again[place]) {
      largest = Math.max(largest, piece.size());
    }
    return largest;
  }

  private Step<World> bindInferLoss(int s, int i) {
    return state -> {
      Request[] flight = state.requests[s];
      if (i >= flight.length || !flight[i].lost()) {
        return ABSENT;
      }
      Outcome<CreditSpender.State> outcome =
          CreditSpender.inferLoss(state.spenders[s], params, flight[i].pdc(), flight[i].size());
      if (outcome instanceof Outcome.Refused<CreditSpender.State> refused) {
        return refused(state.withSpender(s, refused.next()), refused.because());
      }
      int place = s * pdcs.size() + flight[i].pdc();
      Piece piece = new Piece(flight[i].size(), true);
      return taken(
          state
              .withSpender(s, outcome.next())
              .withAgain(place, append(state.again[place], piece))
              .withRequests(s, without(flight, i)));
    };
  }

  /** A source cannot tell: for its kernel a packet that is not lost is lost like any other. */
  @Requirement({"RCCC-8", "RCCC-15", "UET-1"})
  public static Attempt<World> doubt(
      World state, CreditParams params, int s, int place, int p, long size) {
    if (state.faults == 0 || params.profile() == Profile.SOURCE_DOCUMENTS) {
      return ABSENT;
    }
    Outcome<CreditSpender.State> outcome =
        CreditSpender.inferLoss(state.spenders[s], params, p, size);
    return outcome instanceof Outcome.Refused<CreditSpender.State> refused
        ? refused(state.withSpender(s, refused.next()), refused.because())
        : taken(
            state
                .withSpender(s, outcome.next())
                .withAgain(place, append(state.again[place], new Piece(size, false)))
                .withFaults(state.faults - 1));
  }

  private Step<World> bindRecover(int s, int p, int k) {
    int place = s * pdcs.size() + p;
    return state -> {
      Piece[] again = state.again[place];
      if (k > again.length || again[k - 1].lost()) {
        return ABSENT;
      }
      Outcome<CreditSpender.State> outcome =
          CreditSpender.recover(state.spenders[s], params, p, again[k - 1].size());
      return outcome instanceof Outcome.Refused<CreditSpender.State> refused
          ? refused(state.withSpender(s, refused.next()), refused.because())
          : taken(state.withSpender(s, outcome.next()).withAgain(place, without(again, k - 1)));
    };
  }

  private Step<World> bindResend(int s, int p) {
    return state -> {
      if (!doubts || state.faults == 0 || state.requests[s].length == maxRequests) {
        return ABSENT;
      }
      Outcome<CreditSpender.State> outcome = CreditSpender.resend(state.spenders[s], params, p);
      return spent(
          outcome instanceof Outcome.Refused<CreditSpender.State>
              ? state
              : state.withFaults(state.faults - 1),
          s,
          outcome);
    };
  }

  private Step<World> bindLearn(int s, int i, boolean twice, int later) {
    return state -> {
      Ack[] flight = state.acks[s];
      if (i >= flight.length || twice && state.faults == 0 || later > flight[i].acked()) {
        return ABSENT;
      }
      long total = flight[i].total() == NO_CREDIT ? state.spenders[s].credit() : flight[i].total();
      Outcome<CreditSpender.State> outcome =
          learn(state.spenders[s], params, params.wireCredit(total), flight[i].acked() - later);
      if (outcome instanceof Outcome.Refused<CreditSpender.State> refused) {
        return refused(state.withSpender(s, refused.next()), refused.because());
      }
      World next = state.withSpender(s, outcome.next());
      return taken(
          twice ? next.withFaults(state.faults - 1) : next.withAcks(s, without(flight, i)));
    };
  }

  private Attempt<World> close(World state, int s) {
    Outcome<CreditSpender.State> outcome = CreditSpender.close(state.spenders[s], params);
    return outcome instanceof Outcome.Refused<CreditSpender.State> refused
        ? refused(state.withSpender(s, refused.next()), refused.because())
        : taken(state.withSpender(s, outcome.next()).withAcks(s, NO_ACKS).withClose(s, true));
  }

  private Step<World> bindReceive(int s, int i, int d, boolean twice) {
    return state -> {
      Request[] flight = state.requests[s];
      if (i >= flight.length || flight[i].lost() || twice && state.faults == 0) {
        return ABSENT;
      }
      if (d != i && !brings(flight, i, d)) {
        return ABSENT;
      }
      Request request = flight[i];
      Request[] rest = flight;
      if (d != i && flight[d].lost()) {
        rest = without(without(flight, Math.max(i, d)), Math.min(i, d));
      } else {
        if (d != i) {
          Request bare = new Request(flight[d].pdc(), 0, flight[d].target(), false);
          rest = put(flight, d, bare);
        }
        rest = without(rest, i);
      }
      if (twice) {
        Request copy = new Request(CreditSpender.NO_PDC, 0, request.target(), false);
        rest = withRequest(rest, copy);
      }
      World there = state.withRequests(s, rest);
      Outcome<CreditGranter.State> outcome =
          CreditGranter.receive(
              state.granter,
              params,
              keys[s],
              flight[d].size(),
              params.wireTarget(request.target()));
      return outcome instanceof Outcome.Refused<CreditGranter.State> refused
          ? refused(state.withGranter(refused.next()), refused.because())
          : granted(twice ? there.withFaults(state.faults - 1) : there, outcome);
    };
  }

  /** Whether the data of d may come with i: of copies, the first that comes brings them. */
  private static boolean brings(Request[] flight, int i, int d) {
    return d < flight.length
        && flight[d].pdc() == flight[i].pdc()
        && flight[d].size() > 0
        && flight[i].size() == 0;
  }

  private Attempt<World> commit(World state, int s, long later) {
    SenderKey key = keys[s];
    long waiting = state.granter.arrived(key) - state.granter.committed(key);
    return granted(state, CreditGranter.commit(state.granter, params, key, waiting - later));
  }

  private Attempt<World> forget(World state, int s) {
    if (!state.isClosing(s)) {
      return ABSENT; // nothing tells the receiver to
    }
    Outcome<CreditGranter.State> outcome = CreditGranter.forget(state.granter, params, keys[s]);
    return outcome instanceof Outcome.Refused<CreditGranter.State> refused
        ? refused(state.withGranter(refused.next()), refused.because())
        : taken(
            state
                .withGranter(outcome.next())
                .withRequests(s, NO_REQUESTS)
                .withAcks(s, NO_ACKS)
                .withClose(s, false));
  }

  /** The network loses one request; without data, nobody will miss it. */
  @Requirement("RCCC-15")
  public static Attempt<World> loseRequest(World state, int s, int i) {
    Request[] flight = state.requests[s];
    if (state.faults == 0 || i >= flight.length || flight[i].lost()) {
      return ABSENT;
    }
    Request lost = flight[i];
    Request[] left =
        lost.size() == 0
            ? without(flight, i)
            : put(flight, i, new Request(lost.pdc(), lost.size(), 0, true));
    return taken(state.withRequests(s, left).withFaults(state.faults - 1));
  }

  /** The network loses one ACK_CC; the next one says all that it said. */
  @Requirement({"RCCC-5", "RCCC-15"})
  public static Attempt<World> loseAck(World state, int s, int i) {
    return state.faults == 0 || i >= state.acks[s].length
        ? ABSENT
        : taken(state.withAcks(s, without(state.acks[s], i)).withFaults(state.faults - 1));
  }

  /** What a sender's kernel answered, and its requests put in flight. */
  private Attempt<World> spent(World state, int s, Outcome<CreditSpender.State> outcome) {
    return spent(state, s, outcome, true);
  }

  /** The same where what is sent may be nothing new to the receiver. */
  private Attempt<World> spent(
      World state, int s, Outcome<CreditSpender.State> outcome, boolean isNew) {
    World next = state.withSpender(s, outcome.next());
    if (outcome instanceof Outcome.Refused<CreditSpender.State> refused) {
      return refused(next, refused.because());
    }
    for (Effect effect : ((Outcome.Accepted<CreditSpender.State>) outcome).effects()) {
      if (effect instanceof CreditSpender.Request sent) {
        long size = isNew ? sent.bytes() : 0;
        Request request = new Request(sent.pdc(), size, sent.target(), false);
        Request[] flight = next.requests[s];
        boolean asks = request.pdc() == CreditSpender.NO_PDC;
        next = next.withRequests(s, asks ? withRequest(flight, request) : append(flight, request));
      }
    }
    return taken(next);
  }

  /** What the receiver's kernel answered, and its ACK_CCs put in flight. */
  private Attempt<World> granted(World state, Outcome<CreditGranter.State> outcome) {
    World next = state.withGranter(outcome.next());
    if (outcome instanceof Outcome.Refused<CreditGranter.State> refused) {
      return refused(next, refused.because());
    }
    for (Effect effect : ((Outcome.Accepted<CreditGranter.State>) outcome).effects()) {
      if (effect instanceof CreditGranter.AckCc ack) {
        int s = Arrays.binarySearch(keys, ack.to());
        if (next.spenders[s].open()) { // to a closed context, it finds nobody
          Ack[] flight = next.acks[s];
          if (separate) {
            flight = withAck(flight, new Ack(NO_CREDIT, ack.acked()), ack.total());
            flight = withAck(flight, new Ack(ack.total(), 0), ack.total());
          } else {
            flight = withAck(flight, new Ack(ack.total(), ack.acked()), ack.total());
          }
          next = next.withAcks(s, flight);
        }
      }
    }
    return taken(next);
  }

  /** A request without data, which merges with its like. */
  private static Request[] withRequest(Request[] flight, Request request) {
    for (Request other : flight) {
      if (other.equals(request)) {
        return flight;
      }
    }
    return append(flight, request);
  }

  /** Older ones leave as the totals move on; the newest is not there twice. */
  private Ack[] withAck(Ack[] flight, Ack ack, long total) {
    List<Ack> young = new ArrayList<>(flight.length + 1);
    for (Ack other : flight) {
      if (other.total() == NO_CREDIT || total - other.total() <= lag) {
        young.add(other);
      }
    }
    if (young.isEmpty() || !young.get(young.size() - 1).equals(ack)) {
      if (young.size() == maxAcks) {
        young.remove(0);
      }
      young.add(ack);
    }
    return young.toArray(NO_ACKS);
  }

  private static Attempt<World> taken(World next) {
    return new Attempt.Taken<>(next);
  }

  private static Attempt<World> refused(World unchanged, String because) {
    return new Attempt.Refused<>(unchanged, because);
  }

  private static <T> T[] put(T[] array, int place, T value) {
    T[] copy = array.clone();
    copy[place] = value;
    return copy;
  }

  private static <T> T[] append(T[] array, T value) {
    T[] longer = Arrays.copyOf(array, array.length + 1);
    longer[array.length] = value;
    return longer;
  }

  private static long[] append(long[] array, long value) {
    long[] longer = Arrays.copyOf(array, array.length + 1);
    longer[array.length] = value;
    return longer;
  }

  private static <T> T[] without(T[] array, int place) {
    T[] shorter = Arrays.copyOf(array, array.length - 1);
    System.arraycopy(array, place + 1, shorter, place, shorter.length - place);
    return shorter;
  }

  @Override
  public Object part(World state, int variable) {
    int n = keys.length;
    return switch (VARIABLES.get(variable)) {
      case "job" -> new Row(state.job);
      case "open" -> row(n, s -> state.spenders[s].open() ? 1 : 0);
      case "queue" ->
          row(n * pdcs.size(), i -> state.spenders[i / pdcs.size()].queue().bytes(i % pdcs.size()));
      case "messages" -> new Lists(state.messages);
      case "again" -> deep(state.again);
      case "lastPdc" -> row(n, s -> state.spenders[s].lastPdc());
      case "backlog" -> row(n, s -> state.spenders[s].backlog());
      case "credit" -> row(n, s -> state.spenders[s].credit());
      case "authorised" -> row(n, s -> state.spenders[s].authorised());
      case "spent" -> row(n, s -> state.spenders[s].spent());
      case "acked" -> row(n, s -> state.spenders[s].acked());
      case "known" -> state.granter.known();
      case "wanted" -> row(n, s -> state.granter.wanted(keys[s]));
      case "granted" -> row(n, s -> state.granter.granted(keys[s]));
      case "accrued" -> row(n, s -> state.granter.accrued(keys[s]));
      case "arrived" -> row(n, s -> state.granter.arrived(keys[s]));
      case "committed" -> row(n, s -> state.granter.committed(keys[s]));
      case "remainder" -> state.granter.remainder();
      case "budget" -> state.granter.budget();
      case "lastSender" ->
          state.granter.lastSender() == null
              ? 0L
              : Arrays.binarySearch(keys, state.granter.lastSender()) + 1L;
      case "requests" -> deep(state.requests);
      case "acks" -> deep(state.acks);
      case "faults" -> (long) state.faults;
      case "closes" -> state.closes;
      default -> throw new IllegalArgumentException("no variable has the index " + variable);
    };
  }

  private static List<List<Object>> deep(Object[][] rows) {
    List<List<Object>> lists = new ArrayList<>(rows.length);
    for (Object[] row : rows) {
      lists.add(Arrays.asList(row));
    }
    return lists;
  }

  private interface At {
    long at(int place);
  }

  private static Row row(int length, At numbers) {
    long[] row = new long[length];
    for (int i = 0; i < length; i++) {
      row[i] = numbers.at(i);
    }
    return new Row(row);
  }

  /** What is left of the messages of each PDC, compared by content. */
  private record Lists(long[][] numbers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Lists that && Arrays.deepEquals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.deepHashCode(numbers);
    }
  }

  /** Numbers of one variable, compared by content. */
  private record Row(long[] numbers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(numbers);
    }
  }

  @Override
  public Value value(int variable, Object part) {
    String name = VARIABLES.get(variable);
    if (name.equals("closes")) {
      List<Value> closing = new ArrayList<>();
      for (int s = 0; s < keys.length; s++) {
        if (((long) part >> s & 1) != 0) {
          closing.add(Value.of(senders.get(s)));
        }
      }
      return Value.set(closing);
    }
    if (part instanceof Long number) {
      return Value.ofExact(number);
    }
    if (part instanceof CreditGranter.Table table) {
      List<Value> known = new ArrayList<>();
      for (int slot = 0; slot < table.size(); slot++) {
        known.add(Value.of(senders.get(Arrays.binarySearch(keys, table.key(slot)))));
      }
      return Value.set(known);
    }
    Map<Value, Value> bySender = new TreeMap<>();
    for (int s = 0; s < keys.length; s++) {
      Value value;
      if (part instanceof Row row) {
        value =
            switch (name) {
              case "open" -> Value.of(row.numbers()[s] == 1);
              case "job", "queue" -> byPdc(row.numbers(), s);
              default -> Value.ofExact(row.numbers()[s]);
            };
      } else if (part instanceof Lists lists) {
        Map<Value, Value> byPdc = new TreeMap<>();
        for (int p = 0; p < pdcs.size(); p++) {
          List<Value> left = new ArrayList<>();
          for (long message : lists.numbers()[s * pdcs.size() + p]) {
            left.add(Value.ofExact(message));
          }
          byPdc.put(Value.of(pdcs.get(p)), Value.seq(left));
        }
        value = Value.function(byPdc);
      } else if (name.equals("again")) {
        Map<Value, Value> byPdc = new TreeMap<>();
        for (int p = 0; p < pdcs.size(); p++) {
          List<Value> pieces = new ArrayList<>();
          for (Object piece : (List<?>) ((List<?>) part).get(s * pdcs.size() + p)) {
            pieces.add(value((Piece) piece));
          }
          byPdc.put(Value.of(pdcs.get(p)), Value.seq(pieces));
        }
        value = Value.function(byPdc);
      } else {
        List<Value> flight = new ArrayList<>();
        for (Object message : (List<?>) ((List<?>) part).get(s)) {
          flight.add(message instanceof Request request ? value(request) : value((Ack) message));
        }
        value = Value.seq(flight);
      }
      bySender.put(Value.of(senders.get(s)), value);
    }
    return Value.function(bySender);
  }

  private Value byPdc(long[] numbers, int s) {
    Map<Value, Value> byPdc = new TreeMap<>();
    for (int p = 0; p < pdcs.size(); p++) {
      byPdc.put(Value.of(pdcs.get(p)), Value.ofExact(numbers[s * pdcs.size() + p]));
    }
    return Value.function(byPdc);
  }

  private Value value(Request request) {
    return Value.rec(
        Value.field(
            "pdc",
            Value.of(request.pdc() == CreditSpender.NO_PDC ? "none" : pdcs.get(request.pdc()))),
        Value.field("size", Value.ofExact(request.size())),
        Value.field("target", Value.ofExact(request.target())),
        Value.field("lost", Value.of(request.lost())));
  }

  private static Value value(Piece piece) {
    return Value.rec(
        Value.field("size", Value.ofExact(piece.size())),
        Value.field("lost", Value.of(piece.lost())));
  }

  private static Value value(Ack ack) {
    return Value.rec(
        Value.field("total", Value.ofExact(ack.total())),
        Value.field("acked", Value.ofExact(ack.acked())));
  }

  /** A model's constants, each of the form that the specification gives it. */
  private record Constants(Map<String, Value> byName) {
    private int number(String name) {
      return get(name, Value.Int.class).value();
    }

    private String string(String name) {
      return get(name, Value.Str.class).value();
    }

    private boolean truth(String name) {
      return get(name, Value.Bool.class).value();
    }

    private List<String> strings(String name) {
      List<String> strings = new ArrayList<>();
      for (Value item : get(name, Value.Seq.class).items()) {
        strings.add(((Value.Str) item).value());
      }
      return strings;
    }

    private long[] jobs(String name, String sender, String pdc) {
      Value.Rec byPdc = (Value.Rec) get(name, Value.Rec.class).get(sender);
      List<Value> sizes = ((Value.Seq) byPdc.get(pdc)).items();
      long[] jobs = new long[sizes.size()];
      for (int i = 0; i < jobs.length; i++) {
        jobs[i] = ((Value.Int) sizes.get(i)).value();
      }
      return jobs;
    }

    private <V extends Value> V get(String name, Class<V> form) {
      Value value = byName.get(name);
      if (!form.isInstance(value)) {
        throw new IllegalArgumentException(
            "constant %s must be a %s, and is %s".formatted(name, form.getSimpleName(), value));
      }
      return form.cast(value);
    }
  }
}
