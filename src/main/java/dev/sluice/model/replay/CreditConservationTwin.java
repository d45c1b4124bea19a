package dev.sluice.model.replay;

import static dev.sluice.cc.rccc.CreditGranter.NOWHERE;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.kernel.Variable;
import dev.sluice.model.replay.CreditMessages.Ack;
import dev.sluice.model.replay.CreditMessages.Piece;
import dev.sluice.model.replay.CreditMessages.Request;
import dev.sluice.requirement.Requirement;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * {@code spec/uet/CreditConservation.tla} in Java: a {@link CreditSpender} for each sender, one
 * {@link CreditGranter}, and between them the model's network, which carries what the kernels'
 * effects put into it.
 *
 * <p>The network is this specification's own: RUD_CC_REQs and ACK_CCs per sender, oldest first, of
 * which it loses or repeats a given number. It hands a request's target and an ACK_CC's total to
 * the other end as the wire shows them.
 */
public class CreditConservationTwin implements Twin<CreditConservationTwin.World> {
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
          Twin.Action.of(CreditGranter.class, "ReceiveTrimmed", "s", "i"),
          Twin.Action.of(CreditGranter.class, "Commit", "s", "later"),
          Twin.Action.of(CreditGranter.class, "Slice"),
          Twin.Action.of(CreditGranter.class, "Grant", "s"),
          Twin.Action.of(CreditGranter.class, "Forget", "s"),
          Twin.Action.of(CreditConservationTwin.class, "Trim", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "LoseRequest", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "LoseGivenUp", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "LoseAck", "s", "i"),
          Twin.Action.of(CreditConservationTwin.class, "Inject", "s", "m"));

  private static final Set<String> LOSSES = Set.of("InferLoss", "LoseRequest", "LoseAck");
  private static final Set<String> TRIMS = Set.of("Trim", "ReceiveTrimmed");
  private static final Set<String> DOUBTS = Set.of("Doubt", "Recover", "Resend");

  /** Entries stand in rows of two, so that even three senders fill more than one. */
  private static final int ROW_BITS = 1;

  /** No slot stays empty, so that the others move whenever one leaves. */
  private static final int SPARE = 1;

  private final CreditParams params;
  private final List<String> senders;
  private final List<String> pdcs;
  private final CreditNames names;
  private final SenderKey[] keys;
  private final long[][][] jobs;
  private final boolean separate;
  private final long lag;
  private final boolean earlyTimer;
  private final boolean trims;
  private final boolean doubts;
  private final int maxRequests;
  private final int maxAcks;
  private final int faults;

  private final boolean injects; // whether faults are messages that a third party injects

  private final List<Part<World>> parts;
  private final Wire wire = new Wire();

  /** The kernels, and what the specification has variables for beside them. */
  public final class World {
    private final CreditSpender[] spenders;
    private final CreditGranter granter;
    private final int[] job;
    private final List<List<Long>> messages;
    private final List<List<Piece>> again;
    private final List<List<Request>> requests;
    private final List<List<Ack>> acks;
    private int faults;
    private long closes; // a bit for each sender

    private World() {
      int n = keys.length;
      spenders = new CreditSpender[n];
      Arrays.setAll(spenders, s -> new CreditSpender(params, pdcs.size()));
      granter = new CreditGranter(params, ROW_BITS, SPARE);
      job = new int[n * pdcs.size()];
      messages = CreditMessages.lists(job.length);
      again = CreditMessages.lists(job.length);
      requests = CreditMessages.lists(n);
      acks = CreditMessages.lists(n);
      faults = CreditConservationTwin.this.faults;
    }

    private World(World other) {
      spenders = other.spenders.clone();
      Arrays.setAll(spenders, s -> other.spenders[s].copy());
      granter = other.granter.copy();
      job = other.job.clone();
      messages = CreditMessages.copies(other.messages);
      again = CreditMessages.copies(other.again);
      requests = CreditMessages.copies(other.requests);
      acks = CreditMessages.copies(other.acks);
      faults = other.faults;
      closes = other.closes;
    }

    private boolean isClosing(int s) {
      return (closes >> s & 1) != 0;
    }

    /** Puts what a sender's kernel asks for in flight; only the network knows what of it is new. */
    private void send(int s, int pdc, long bytes, long size, long target) {
      wire.sends(() -> onWire(pdc, bytes, target));
      put(s, new Request(pdc, size, target, false));
    }

    private void put(int s, Request request) {
      if (request.pdc() != CreditSpender.NO_PDC || !requests.get(s).contains(request)) {
        requests.get(s).add(request);
      }
    }

    /** Puts what the receiver's kernel asks for in flight; to a closed context, it finds nobody. */
    private void send(SenderKey to, long total, long acked) {
      int s = Arrays.binarySearch(keys, to);
      if (separate) {
        send(s, new Ack(Ack.NO_CREDIT, acked), total);
        send(s, new Ack(total, 0), total);
      } else {
        send(s, new Ack(total, acked), total);
      }
    }

    /** Older ones leave as the totals move on; the newest is not there twice. */
    private void send(int s, Ack ack, long total) {
      wire.sends(() -> ack.onWire(params));
      if (!spenders[s].open()) {
        return;
      }
      CreditMessages.send(acks.get(s), ack, maxAcks, old -> total - old.total() > lag);
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
            given.integer("Quantum"),
            given.integer("SliceBudget"),
            given.integer("Mtu"),
            given.integer("Header"),
            given.integer("InitialCredit"),
            given.integer("Window"),
            given.integer("Overshoot"),
            given.integer("Modulus"),
            given.integer("GrantUnits"),
            given.integer("Cap"));
    senders = CreditNames.of(given.items("SenderOrder"));
    pdcs = CreditNames.of(given.items("PdcOrder"));
    names = new CreditNames(senders, pdcs);
    keys = new SenderKey[senders.size()];
    jobs = new long[senders.size()][pdcs.size()][];
    for (int s = 0; s < senders.size(); s++) {
      keys[s] = new SenderKey(0, s, 0, 0xA1);
      for (int p = 0; p < pdcs.size(); p++) {
        Value job = Constants.in(given.byString("Jobs").get(senders.get(s)), pdcs.get(p));
        jobs[s][p] = Constants.items(job).stream().mapToLong(Constants::integer).toArray();
      }
    }
    separate = given.bool("Separate");
    lag = given.integer("Lag");
    earlyTimer = given.bool("EarlyTimer");
    trims = given.bool("Trims");
    doubts = given.bool("Doubts");
    maxRequests = given.integer("MaxRequests");
    maxAcks = given.integer("MaxAcks");
    faults = given.integer("Faults");
    injects = given.has("Forges");
    parts = table();
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
  public List<Twin.Action> actions() {
    return ACTIONS.stream().filter(action -> !isLeftOut(action.name())).toList();
  }

  /**
   * If the network is given nothing to lose, nothing is ever found lost, and nothing is trimmed if
   * switches do not trim. If nothing is doubted, no packet is retransmitted that is not lost; and
   * in {@code source-documents} such a packet is resent, and not given up.
   */
  private boolean isLeftOut(String action) {
    return (faults == 0 || injects) && LOSSES.contains(action)
        || !injects && action.equals("Inject")
        || !(trims && faults > 0) && TRIMS.contains(action)
        || !(doubts && faults > 0) && DOUBTS.contains(action)
        || !(doubts && faults > 1) && action.equals("LoseGivenUp")
        || params.profile() == Profile.SOURCE_DOCUMENTS
            && Set.of("Doubt", "Recover", "LoseGivenUp").contains(action);
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
    return broken(world.granter, world.spenders);
  }

  /** Returns the first fault that one of these kernels reports; null if none does. */
  static String broken(CreditGranter granter, CreditSpender[] spenders) {
    String broken = granter.broken();
    for (int s = 0; broken == null && s < spenders.length; s++) {
      broken = spenders[s].broken();
    }
    return broken;
  }

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    int s = arguments.isEmpty() ? 0 : senders.indexOf(((Value.Str) arguments.get(0)).value());
    return switch (action) {
      case "Want" -> bindWant(s, pdc(arguments));
      case "Transmit" -> bindTransmit(s, pdc(arguments), number(arguments, 2));
      case "Ask" -> world -> ask(world, s);
      case "InferLoss" -> bindInferLoss(s, place(arguments));
      case "Doubt" -> world -> doubt(world, s, pdc(arguments), number(arguments, 2));
      case "Recover" -> bindRecover(s, pdc(arguments), number(arguments, 2));
      case "Resend" -> bindResend(s, pdc(arguments));
      case "Learn" -> bindLearn(s, place(arguments), twice(arguments, 2), number(arguments, 3));
      case "Close" -> world -> close(world, s);
      case "Receive" ->
          bindReceive(s, place(arguments), number(arguments, 2) - 1, twice(arguments, 3));
      case "Commit" -> bindCommit(s, number(arguments, 1));
      case "Slice" -> world -> Attempt.of(slice(world.granter));
      case "Grant" -> world -> Attempt.of(world.granter.grant(keys[s], NOWHERE, toSender(world)));
      case "Forget" -> world -> forget(world, s);
      case "Trim" -> world -> trim(world, s, place(arguments));
      case "ReceiveTrimmed" -> world -> receiveTrimmed(world, s, place(arguments));
      case "LoseRequest" -> world -> loseRequest(world, s, place(arguments));
      case "LoseGivenUp" -> world -> loseGivenUp(world, s, place(arguments));
      case "LoseAck" -> world -> loseAck(world, s, place(arguments));
      case "Inject" -> bindInject(s, (Value.Rec) arguments.get(1));
      default -> throw new IllegalArgumentException("no action is called " + action);
    };
  }

  /** A request as both ends see it: they do not know what the network will do with it. */
  private Value onWire(int pdc, long size, long target) {
    return CreditMessages.onWire(pdcs, pdc, size, params.wireTarget(target));
  }

  private static CreditGranter.Sink toSender(World world) {
    return (to, total, issued, acked) -> world.send(to, total, acked);
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
  protected String learn(CreditSpender spender, CreditParams using, long wireCredit, long acked) {
    return spender.learn(wireCredit, acked);
  }

  /** {@link CreditGranter#slice}; a test plants a faulty kernel here. */
  protected String slice(CreditGranter granter) {
    return granter.slice();
  }

  private Step<World> bindWant(int s, int p) {
    int place = s * pdcs.size() + p;
    long[] sizes = jobs[s][p];
    return world -> {
      int next = world.job[place];
      if (next == sizes.length || world.isClosing(s)) {
        return Attempt.ABSENT; // no message left, or the last context's end is not answered yet
      }
      String refused = world.spenders[s].want(p, sizes[next]);
      if (refused == null) {
        world.job[place]++;
        world.messages.get(place).add(sizes[next]);
      }
      return Attempt.of(refused);
    };
  }

  /** A packet of the oldest message leaves, or one that the host has given up for lost. */
  private Step<World> bindTransmit(int s, int p, int k) {
    int place = s * pdcs.size() + p;
    return world -> {
      List<Long> messages = world.messages.get(place);
      List<Piece> again = world.again.get(place);
      if (world.requests.get(s).size() == maxRequests
          || k > again.size()
          || k == 0 && messages.isEmpty()) {
        return Attempt.ABSENT;
      }
      if (k > 0) {
        Piece piece = again.get(k - 1); // nothing new to the receiver, if it was not lost
        return Attempt.of(
            world.spenders[s].transmitAgain(
                p,
                piece.size(),
                (pdc, bytes, target) -> {
                  again.remove(k - 1);
                  world.send(s, pdc, bytes, piece.lost() ? bytes : 0, target);
                }));
      }
      return Attempt.of(
          world.spenders[s].transmit(
              p,
              messages.get(0),
              (pdc, bytes, target) -> {
                long rest = params.rest(messages.get(0), bytes);
                if (rest > 0) {
                  messages.set(0, rest);
                } else {
                  messages.remove(0);
                }
                world.send(s, pdc, bytes, bytes, target);
              }));
    };
  }

  private Attempt ask(World world, int s) {
    boolean fires =
        earlyTimer
            ? world.requests.get(s).size() < maxRequests
            : world.requests.get(s).isEmpty()
                && world.acks.get(s).isEmpty()
                && world.granter.arrived(keys[s], NOWHERE)
                    == world.granter.committed(keys[s], NOWHERE);
    return fires
        ? Attempt.of(
            world.spenders[s].ask(
                largestNext(world, s),
                (pdc, bytes, target) -> world.send(s, pdc, bytes, bytes, target)))
        : Attempt.ABSENT;
  }

  /** The largest packet that the PDC in turn might send next; 0 if it has none. */
  private long largestNext(World world, int s) {
    int p = world.spenders[s].pdcInTurn();
    if (p == CreditSpender.NO_PDC) {
      return 0;
    }
    int place = s * pdcs.size() + p;
    return CreditMessages.largestNext(
        world.spenders[s], world.messages.get(place), world.again.get(place));
  }

  private Step<World> bindInferLoss(int s, int i) {
    return world -> {
      List<Request> flight = world.requests.get(s);
      if (!CreditMessages.isLost(flight, i) || isGivenUp(world, s, i)) {
        return Attempt.ABSENT; // the timer runs for what is counted in flight
      }
      Request lost = flight.get(i);
      String refused = world.spenders[s].inferLoss(lost.pdc(), lost.size());
      if (refused == null) {
        world.again.get(s * pdcs.size() + lost.pdc()).add(new Piece(lost.size(), true));
        flight.remove(i);
      }
      return Attempt.of(refused);
    };
  }

  /** The source gives up what is not lost, and cannot tell: to its kernel it is lost like any. */
  @Requirement({"RCCC-8", "RCCC-15", "UET-1"})
  public Attempt doubt(World world, int s, int p, long size) {
    if (!doubts
        || world.faults == 0
        || params.profile() == Profile.SOURCE_DOCUMENTS
        || !CreditMessages.isDoubted(
            world.again.get(s * pdcs.size() + p), world.requests.get(s), p, size)) {
      return Attempt.ABSENT;
    }
    String refused = world.spenders[s].inferLoss(p, size);
    if (refused == null) {
      world.again.get(s * pdcs.size() + p).add(new Piece(size, false));
      world.faults--;
    }
    return Attempt.of(refused);
  }

  private Step<World> bindRecover(int s, int p, int k) {
    int place = s * pdcs.size() + p;
    return world -> {
      List<Piece> again = world.again.get(place);
      if (k > again.size() || again.get(k - 1).lost()) {
        return Attempt.ABSENT;
      }
      String refused = world.spenders[s].recover(p, again.get(k - 1).size());
      if (refused == null) {
        again.remove(k - 1);
      }
      return Attempt.of(refused);
    };
  }

  private Step<World> bindResend(int s, int p) {
    return world -> {
      if (!doubts
          || world.faults == 0
          || world.requests.get(s).size() == maxRequests
          || pdcs.size() > 1 && !CreditMessages.isOut(world.requests.get(s), p)) {
        return Attempt.ABSENT;
      }
      return Attempt.of(
          world.spenders[s].resend(
              p,
              (pdc, bytes, target) -> {
                world.faults--;
                world.send(s, pdc, bytes, bytes, target);
              }));
    };
  }

  private Step<World> bindLearn(int s, int i, boolean twice, int later) {
    return world -> {
      List<Ack> flight = world.acks.get(s);
      if (i >= flight.size() || twice && world.faults == 0 || later > flight.get(i).acked()) {
        return Attempt.ABSENT;
      }
      Ack ack = flight.get(i);
      long total = ack.total() == Ack.NO_CREDIT ? world.spenders[s].credit() : ack.total();
      String refused =
          learn(world.spenders[s], params, params.wireCredit(total), ack.acked() - later);
      if (refused == null) {
        wire.takes(() -> ack.onWire(params));
        if (twice) {
          world.faults--;
        } else {
          flight.remove(i);
        }
      }
      return Attempt.of(refused);
    };
  }

  private Attempt close(World world, int s) {
    String refused = world.spenders[s].close();
    if (refused == null) {
      world.acks.get(s).clear();
      world.closes |= 1L << s;
    }
    return Attempt.of(refused);
  }

  private Step<World> bindReceive(int s, int i, int d, boolean twice) {
    return world -> {
      List<Request> flight = world.requests.get(s);
      if (i >= flight.size()
          || flight.get(i).lost()
          || twice && world.faults == 0
          || d != i && !CreditMessages.brings(flight, i, d)) {
        return Attempt.ABSENT;
      }
      Request request = flight.get(i);
      Request data = flight.get(d);
      long field = params.wireTarget(request.target());
      String refused = world.granter.receive(keys[s], NOWHERE, data.size(), field, toSender(world));
      if (refused != null) {
        return Attempt.of(refused);
      }
      wire.takes(() -> onWire(request.pdc(), data.size(), request.target()));
      CreditMessages.take(flight, i, d);
      if (twice) {
        world.put(s, new Request(CreditSpender.NO_PDC, 0, request.target(), false));
        world.faults--;
      }
      return Attempt.TAKEN;
    };
  }

  private Step<World> bindCommit(int s, long later) {
    return world -> {
      long waiting =
          world.granter.arrived(keys[s], NOWHERE) - world.granter.committed(keys[s], NOWHERE);
      return Attempt.of(world.granter.commit(keys[s], NOWHERE, waiting - later, toSender(world)));
    };
  }

  private Attempt forget(World world, int s) {
    if (!world.isClosing(s)) {
      return Attempt.ABSENT; // nothing tells the receiver to
    }
    String refused = world.granter.forget(keys[s], NOWHERE);
    if (refused == null) {
      world.requests.get(s).clear();
      world.acks.get(s).clear();
      world.closes &= ~(1L << s);
    }
    return Attempt.of(refused);
  }

  /** The header of a trimmed packet comes; a receiver without an entry has nothing to note. */
  private Attempt receiveTrimmed(World world, int s, int i) {
    List<Request> flight = world.requests.get(s);
    if (i >= flight.size() || !flight.get(i).isTrimmed()) {
      return Attempt.ABSENT;
    }
    Request header = flight.get(i);
    if (world.granter.known(keys[s])) {
      long field = params.wireTarget(header.target());
      String refused = world.granter.receiveTrimmed(keys[s], NOWHERE, field);
      if (refused != null) {
        return Attempt.of(refused);
      }
    }
    wire.takes(() -> onWire(header.pdc(), header.size(), header.target()));
    flight.set(i, new Request(header.pdc(), header.size(), 0, true));
    return Attempt.TAKEN;
  }

  /** A switch cuts a packet down to its header. */
  @Requirement("UET-6")
  private Attempt trim(World world, int s, int i) {
    List<Request> flight = world.requests.get(s);
    if (world.faults == 0
        || i >= flight.size()
        || flight.get(i).lost()
        || !CreditMessages.trim(flight, i)) {
      return Attempt.ABSENT;
    }
    world.faults--;
    return Attempt.TAKEN;
  }

  /** The network loses one request; without data, nobody will miss it. */
  @Requirement("RCCC-15")
  public Attempt loseRequest(World world, int s, int i) {
    List<Request> flight = world.requests.get(s);
    if (world.faults == 0 || i >= flight.size() || CreditMessages.isLost(flight, i)) {
      return Attempt.ABSENT;
    }
    Request lost = flight.remove(i);
    if (lost.size() > 0) {
      flight.add(i, new Request(lost.pdc(), lost.size(), 0, true));
    }
    world.faults--;
    return Attempt.TAKEN;
  }

  /** The network loses a packet that the source has given up, and has counted once. */
  @Requirement({"RCCC-8", "RCCC-15"})
  public Attempt loseGivenUp(World world, int s, int i) {
    if (!CreditMessages.isLost(world.requests.get(s), i) || !isGivenUp(world, s, i)) {
      return Attempt.ABSENT;
    }
    Request lost = world.requests.get(s).remove(i);
    List<Piece> again = world.again.get(s * pdcs.size() + lost.pdc());
    again.set(again.indexOf(new Piece(lost.size(), false)), new Piece(lost.size(), true));
    return Attempt.TAKEN;
  }

  private boolean isGivenUp(World world, int s, int i) {
    Request lost = world.requests.get(s).get(i);
    return CreditMessages.isGivenUp(
        world.again.get(s * pdcs.size() + lost.pdc()), world.requests.get(s), lost);
  }

  /** The network loses one ACK_CC; the next one says all that it said. */
  @Requirement({"RCCC-5", "RCCC-15"})
  public Attempt loseAck(World world, int s, int i) {
    if (world.faults == 0 || i >= world.acks.get(s).size()) {
      return Attempt.ABSENT;
    }
    world.acks.get(s).remove(i);
    world.faults--;
    return Attempt.TAKEN;
  }

  /** A third party sends a request in the name of a sender, or an ACK_CC to it. */
  private Step<World> bindInject(int s, Value.Rec message) {
    if (message.get("total") != null) {
      Ack forged = Ack.of(message);
      return world ->
          world.spenders[s].open()
              ? inject(world, world.acks.get(s), forged, maxAcks)
              : Attempt.ABSENT;
    }
    Request forged = Request.of(pdcs, message);
    return world -> inject(world, world.requests.get(s), forged, maxRequests);
  }

  @Requirement({"RCCC-3", "RCCC-5"})
  private static <M> Attempt inject(World world, List<M> flight, M forged, int most) {
    if (world.faults == 0 || flight.size() == most) {
      return Attempt.ABSENT;
    }
    flight.add(forged);
    world.faults--;
    return Attempt.TAKEN;
  }

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>();
    for (Variable<CreditSpender> variable : CreditSpender.FACE.shown()) {
      table.add(variable.isRow() ? byPdc(variable) : bySender(variable, (w, s) -> w.spenders[s]));
    }
    for (Variable<CreditGranter.Of> variable : CreditGranter.ENTRY.shown()) {
      table.add(bySender(variable, (w, s) -> new CreditGranter.Of(w.granter, keys[s], NOWHERE)));
    }
    for (Variable<CreditGranter> variable : CreditGranter.FACE.shown()) {
      table.add(Part.number(variable.name(), w -> variable.reader().of(w.granter, 0)));
    }
    table.add(Part.number("lastSender", this::lastSender));
    table.add(names.senders("known", (w, s) -> w.granter.known(keys[s])));
    table.add(names.senders("closes", World::isClosing));
    table.add(Part.number("faults", w -> w.faults));
    table.add(names.numbers("job", (w, place) -> w.job[place]));
    table.add(
        names.lists("messages", w -> w.messages, (of, s) -> names.byPdc(of, s, Value::ofExact)));
    table.add(names.lists("again", w -> w.again, (of, s) -> names.byPdc(of, s, Piece::value)));
    table.add(
        names.lists(
            "requests",
            w -> w.requests,
            (of, s) -> CreditNames.each(of.get(s), r -> r.value(pdcs))));
    table.add(names.lists("acks", w -> w.acks, (of, s) -> CreditNames.each(of.get(s), Ack::value)));
    return table;
  }

  private long lastSender(World world) {
    SenderKey last = world.granter.lastSender();
    return last == null ? 0 : Arrays.binarySearch(keys, last) + 1L;
  }

  /** A variable of a kernel that each sender has. */
  private <K> Part<World> bySender(Variable<K> variable, BiFunction<World, Integer, K> kernel) {
    return Part.of(
        variable.name(),
        world -> Numbers.of(keys.length, s -> variable.reader().of(kernel.apply(world, s), 0)),
        numbers -> names.bySender(s -> Numbers.value(variable, numbers.get(s))));
  }

  /** A variable of which a sender's kernel has one for each PDC. */
  private Part<World> byPdc(Variable<CreditSpender> of) {
    int n = pdcs.size();
    return names.numbers(of.name(), (w, at) -> of.reader().of(w.spenders[at / n], at % n));
  }
}
