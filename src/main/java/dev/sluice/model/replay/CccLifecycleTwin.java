package dev.sluice.model.replay;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.trace.Value;
import dev.sluice.uet.IdTable;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.InitialLimit;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.SortedFew;
import dev.sluice.uet.ccc.Transfer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The Java side of {@code spec/uet/CccLifecycle.tla}: the managers, contexts and PDCs of every
 * endpoint, and a network that loses nothing.
 *
 * <p>The network is three counters for each of a source's PDCs: data under way, acknowledgments on
 * their way back, and how far the close has come. Only the kernels' effects put anything in.
 */
public final class CccLifecycleTwin implements ValueTwin<CccLifecycleTwin.State> {
  /** The model's unit of rate is a bit a picosecond. */
  private static final long BITS_PER_PICOSECOND = 1_000_000_000_000L;

  private static final byte NONE = 0;
  private static final byte ASKED = 1;
  private static final byte DONE = 2;
  private static final List<Value> CLOSE =
      List.of(Value.of("NONE"), Value.of("ASKED"), Value.of("DONE"));

  private static final List<String> VARIABLES =
      List.of("request", "pdc", "asked", "ccc", "todo", "flight", "data", "acks", "close");

  private static final List<Twin.Action> ACTIONS =
      List.of(
          Twin.Action.of(PdsManager.class, "Post", "r"),
          Twin.Action.of(PdsManager.class, "Assign", "r"),
          Twin.Action.of(PdsManager.class, "Allocate", "r"),
          Twin.Action.of(PdsManager.class, "Accept", "n", "p"),
          Twin.Action.of(PdsManager.class, "AskCcc", "n", "p"),
          Twin.Action.of(CccManager.class, "Create", "n", "f"),
          Twin.Action.of(Ccc.class, "Configure", "n", "c"),
          Twin.Action.of(Ccc.class, "Bind", "n", "p"),
          Twin.Action.of(Ccc.class, "MakeReady", "n", "c"),
          Twin.Action.of(CccManager.class, "CloseCcc", "n", "c"),
          Twin.Action.of(Ccc.class, "Send", "n", "p", "size"),
          Twin.Action.of(Ccc.class, "Receive", "n", "p", "size"),
          Twin.Action.of(Ccc.class, "Acknowledge", "n", "p", "size"),
          Twin.Action.of(Ccc.class, "Signal", "n", "c", "window"),
          Twin.Action.of(PdsManager.class, "BeginClose", "n", "p"),
          Twin.Action.of(PdsManager.class, "FollowClose", "n", "p"),
          Twin.Action.of(PdsManager.class, "EndClose", "n", "p"));

  /**
   * The calls that tests of the replay put a faulty kernel behind: a fault that the replay does not
   * find is a fault of the replay.
   */
  interface Kernels {
    /** {@link PdsManager#allocate}. */
    Outcome<PdsManager.State> allocate(
        PdsManager.State state, PdsManager.Params params, PdsManager.Request request);

    /** {@link Ccc#send}. */
    Outcome<Ccc.State> send(Ccc.State state, long size);

    /** The kernels themselves. */
    Kernels REAL =
        new Kernels() {
          @Override
          public Outcome<PdsManager.State> allocate(
              PdsManager.State state, PdsManager.Params params, PdsManager.Request request) {
            return PdsManager.allocate(state, params, request);
          }

          @Override
          public Outcome<Ccc.State> send(Ccc.State state, long size) {
            return Ccc.send(state, size);
          }
        };
  }

  private final Kernels kernels;
  private final List<String> nodes;
  private final List<String> classes;
  private final List<String> modes;
  private final List<String> requestNames;
  private final PdsManager.Request[] requests;
  private final PdsManager.Params[] pdsParams;
  private final CccManager.Params[] cccParams;
  private final Ccc.Params[] contextParams;
  private final long[] linkBps;
  private final int pdcPool;
  private final int cccPool;

  /** One endpoint: its two managers, its contexts, its PDCs, and the network's share of it. */
  private record End(
      PdsManager.State pds,
      CccManager.State ccm,
      Ccc.State[] contexts,
      Transfer.State[] transfers,
      int[] data,
      int[] acks,
      byte[] close) {

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof End that
              && Arrays.equals(data, that.data)
              && Arrays.equals(acks, that.acks)
              && Arrays.equals(close, that.close)
              && Arrays.equals(transfers, that.transfers)
              && Arrays.equals(contexts, that.contexts)
              && pds.equals(that.pds)
              && ccm.equals(that.ccm);
    }

    @Override
    public int hashCode() {
      return 31 * pds.hashCode() + Arrays.hashCode(contexts) + Arrays.hashCode(transfers);
    }

    @Override
    public String toString() {
      return pds + " " + ccm + " " + Arrays.toString(contexts) + " " + Arrays.toString(transfers);
    }

    End with(PdsManager.State manager) {
      return new End(manager, ccm, contexts, transfers, data, acks, close);
    }

    End with(CccManager.State manager) {
      return new End(pds, manager, contexts, transfers, data, acks, close);
    }

    End with(int ccc, Ccc.State context) {
      Ccc.State[] all = contexts.clone();
      all[ccc] = context;
      return new End(pds, ccm, all, transfers, data, acks, close);
    }

    End with(int pdc, Transfer.State transfer) {
      Transfer.State[] all = transfers.clone();
      all[pdc] = transfer;
      return new End(pds, ccm, contexts, all, data, acks, close);
    }

    End withData(int pdc, int units) {
      int[] all = data.clone();
      all[pdc] = units;
      return new End(pds, ccm, contexts, transfers, all, acks, close);
    }

    End withAcks(int pdc, int units) {
      int[] all = acks.clone();
      all[pdc] = units;
      return new End(pds, ccm, contexts, transfers, data, all, close);
    }

    End withClose(int pdc, byte state) {
      byte[] all = close.clone();
      all[pdc] = state;
      return new End(pds, ccm, contexts, transfers, data, acks, all);
    }
  }

  /** All endpoints, and which requests the SES has handed over. */
  public static final class State {
    private final boolean[] posted;
    private final End[] ends;

    private State(boolean[] posted, End[] ends) {
      this.posted = posted;
      this.ends = ends;
    }

    private State with(int node, End end) {
      End[] all = ends.clone();
      all[node] = end;
      return new State(posted, all);
    }

    @Override
    public boolean equals(Object other) {
      return this == other
          || other instanceof State that
              && Arrays.equals(posted, that.posted)
              && Arrays.equals(ends, that.ends);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(posted) + Arrays.hashCode(ends);
    }

    @Override
    public String toString() {
      return Arrays.toString(posted) + Arrays.toString(ends);
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public CccLifecycleTwin(Map<String, Value> constants) {
    this(constants, Kernels.REAL);
  }

  CccLifecycleTwin(Map<String, Value> constants, Kernels kernels) {
    this.kernels = kernels;
    Constants of = new Constants(constants);
    nodes = of.strings("Node");
    Map<String, Value> work = of.byString("Work");
    requestNames = List.copyOf(work.keySet());
    TreeSet<String> everyClass = new TreeSet<>();
    TreeSet<String> everyMode = new TreeSet<>();
    everyMode.add("");
    for (Value asked : work.values()) {
      everyClass.add(Constants.string(Constants.in(asked, "class")));
      everyMode.add(Constants.string(Constants.in(asked, "mode")));
    }
    classes = List.copyOf(everyClass);
    modes = List.copyOf(everyMode);
    requests = new PdsManager.Request[requestNames.size()];
    for (int i = 0; i < requests.length; i++) {
      Value asked = work.get(requestNames.get(i));
      Flow flow =
          new Flow(
              nodes.indexOf(Constants.string(Constants.in(asked, "src"))),
              nodes.indexOf(Constants.string(Constants.in(asked, "dst"))),
              classes.indexOf(Constants.string(Constants.in(asked, "class"))));
      requests[i] =
          new PdsManager.Request(
              i,
              new Pdc.SourceKey(
                  flow,
                  Constants.integer(Constants.in(asked, "job")),
                  modes.indexOf(Constants.string(Constants.in(asked, "mode")))),
              Constants.integer(Constants.in(asked, "size")));
    }
    pdcPool = of.integer("PdcPool");
    cccPool = of.integer("CccPool");
    Map<String, Value> speeds = of.byString("LinkSpeed");
    List<Value> factor = of.items("MaxWndFactor");
    pdsParams = new PdsManager.Params[nodes.size()];
    cccParams = new CccManager.Params[nodes.size()];
    contextParams = new Ccc.Params[nodes.size()];
    linkBps = new long[nodes.size()];
    for (int node = 0; node < nodes.size(); node++) {
      pdsParams[node] = new PdsManager.Params(node, pdcPool, of.integer("PdcKept"));
      cccParams[node] = new CccManager.Params(node, cccPool, of.integer("CccKept"));
      contextParams[node] =
          new Ccc.Params(
              node,
              of.integer("BaseRtt"),
              Constants.integer(factor.get(0)),
              Constants.integer(factor.get(1)),
              of.integer("InitialCwnd"),
              InitialLimit.of(Constants.string(constants.get("InitialLimit"))),
              of.bool("BindFirst"));
      linkBps[node] =
          Math.multiplyExact(
              (long) Constants.integer(speeds.get(nodes.get(node))), BITS_PER_PICOSECOND);
    }
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
    End[] ends = new End[nodes.size()];
    for (int node = 0; node < ends.length; node++) {
      Ccc.State[] contexts = new Ccc.State[cccPool + 1];
      Arrays.fill(contexts, Ccc.NONE);
      Transfer.State[] transfers = new Transfer.State[pdcPool + 1];
      Arrays.fill(transfers, Transfer.NOTHING);
      ends[node] =
          new End(
              PdsManager.State.initial(pdsParams[node]),
              CccManager.State.initial(cccParams[node]),
              contexts,
              transfers,
              new int[pdcPool + 1],
              new int[pdcPool + 1],
              new byte[pdcPool + 1]);
    }
    return new State(new boolean[requests.length], ends);
  }

  // ------------------------------------------------------------------------------- the steps

  @Override
  public Step<State> bind(String action, List<Value> arguments) {
    switch (action) {
      case "Post", "Assign", "Allocate" -> {
        int r = requestNames.indexOf(Constants.string(arguments.get(0)));
        return switch (action) {
          case "Post" -> state -> post(state, r);
          case "Assign" -> state -> assign(state, r);
          default -> state -> allocate(state, r);
        };
      }
      case "Create" -> {
        int n = nodes.indexOf(Constants.string(arguments.get(0)));
        List<Value> ends = Constants.items(arguments.get(1));
        Flow flow =
            new Flow(
                nodes.indexOf(Constants.string(ends.get(0))),
                nodes.indexOf(Constants.string(ends.get(1))),
                classes.indexOf(Constants.string(ends.get(2))));
        return state -> create(state, n, flow);
      }
      default -> {
        int n = nodes.indexOf(Constants.string(arguments.get(0)));
        int id = Constants.integer(arguments.get(1));
        int third = arguments.size() > 2 ? Constants.integer(arguments.get(2)) : 0;
        return switch (action) {
          case "Accept" -> state -> accept(state, n, id);
          case "AskCcc" -> state -> askCcc(state, n, id);
          case "Configure" -> state -> configure(state, n, id);
          case "Bind" -> state -> bind(state, n, id);
          case "MakeReady" -> state -> makeReady(state, n, id);
          case "CloseCcc" -> state -> closeCcc(state, n, id);
          case "Send" -> state -> send(state, n, id, third);
          case "Receive" -> state -> receive(state, n, id, third);
          case "Acknowledge" -> state -> acknowledge(state, n, id, third);
          case "Signal" -> state -> signal(state, n, id, third);
          case "BeginClose" -> state -> beginClose(state, n, id);
          case "FollowClose" -> state -> followClose(state, n, id);
          case "EndClose" -> state -> endClose(state, n, id);
          default -> throw new IllegalArgumentException("no such action: " + action);
        };
      }
    }
  }

  private Attempt<State> post(State state, int r) {
    if (state.posted[r]) {
      return new Attempt.Absent<>(); // the SES has handed it over before
    }
    int n = requests[r].key().flow().source();
    Outcome<PdsManager.State> taken = PdsManager.post(state.ends[n].pds, requests[r]);
    if (taken instanceof Outcome.Refused<PdsManager.State> no) {
      return refusedByPds(state, n, no);
    }
    boolean[] posted = state.posted.clone();
    posted[r] = true;
    End[] ends = state.ends.clone();
    ends[n] = ends[n].with(taken.next());
    return new Attempt.Taken<>(new State(posted, ends));
  }

  private Attempt<State> assign(State state, int r) {
    int n = requests[r].key().flow().source();
    return working(state, n, PdsManager.assign(state.ends[n].pds, requests[r]));
  }

  private Attempt<State> allocate(State state, int r) {
    int n = requests[r].key().flow().source();
    return working(state, n, kernels.allocate(state.ends[n].pds, pdsParams[n], requests[r]));
  }

  /** A request was taken: the PDC that the manager names has its work. */
  private Attempt<State> working(State state, int n, Outcome<PdsManager.State> outcome) {
    if (!(outcome instanceof Outcome.Accepted<PdsManager.State> taken)) {
      return refusedByPds(state, n, (Outcome.Refused<PdsManager.State>) outcome);
    }
    End end = state.ends[n].with(taken.next());
    for (Effect effect : taken.effects()) {
      if (effect instanceof PdsManager.WorkTaken work) {
        end = end.with(work.pdc(), Transfer.take(end.transfers[work.pdc()], work.size()).next());
      }
    }
    return new Attempt.Taken<>(state.with(n, end));
  }

  private Attempt<State> accept(State state, int n, int p) {
    if (state.ends[n].data[p] == 0) {
      return new Attempt.Absent<>();
    }
    Flow flow = flowOf(state, n, p);
    int m = flow.destination();
    Outcome<PdsManager.State> outcome = PdsManager.accept(state.ends[m].pds, flow, p);
    if (outcome instanceof Outcome.Refused<PdsManager.State> no) {
      return refusedByPds(state, m, no);
    }
    return new Attempt.Taken<>(state.with(m, state.ends[m].with(outcome.next())));
  }

  private Attempt<State> askCcc(State state, int n, int p) {
    Outcome<PdsManager.State> outcome = PdsManager.askCcc(state.ends[n].pds, p);
    if (!(outcome instanceof Outcome.Accepted<PdsManager.State> asking)) {
      return refusedByPds(state, n, (Outcome.Refused<PdsManager.State>) outcome);
    }
    End end = state.ends[n].with(asking.next());
    for (Effect effect : asking.effects()) {
      if (effect instanceof PdsManager.CccAsked asked) {
        Outcome<CccManager.State> noted = CccManager.ask(end.ccm, asked.flow());
        if (noted instanceof Outcome.Refused<CccManager.State> no) {
          return refusedByCcm(state, n, no);
        }
        end = end.with(noted.next());
      }
    }
    return new Attempt.Taken<>(state.with(n, end));
  }

  private Attempt<State> create(State state, int n, Flow flow) {
    Outcome<CccManager.State> outcome = CccManager.create(state.ends[n].ccm, cccParams[n], flow);
    if (!(outcome instanceof Outcome.Accepted<CccManager.State> taken)) {
      return refusedByCcm(state, n, (Outcome.Refused<CccManager.State>) outcome);
    }
    End end = state.ends[n].with(taken.next());
    for (Effect effect : taken.effects()) {
      if (effect instanceof CccManager.Created created) {
        end = end.with(created.id(), Ccc.State.idle(created.flow()));
      }
    }
    return new Attempt.Taken<>(state.with(n, end));
  }

  private Attempt<State> configure(State state, int n, int c) {
    Ccc.State context = state.ends[n].contexts[c];
    Flow flow = context.flow();
    long senderBps = flow == null ? 0 : linkBps[flow.source()];
    long receiverBps = flow == null ? 0 : linkBps[flow.destination()];
    return context(state, n, c, Ccc.configure(context, contextParams[n], senderBps, receiverBps));
  }

  private Attempt<State> bind(State state, int n, int p) {
    End end = state.ends[n];
    Pdc pdc = end.pds.pdcs().get(p);
    int c = end.ccm.find(pdc == null ? null : pdc.flow());
    Outcome<PdsManager.State> bound = PdsManager.bind(end.pds, p, c);
    if (bound instanceof Outcome.Refused<PdsManager.State> no) {
      return refusedByPds(state, n, no);
    }
    return context(
        state.with(n, end.with(bound.next())),
        n,
        c,
        Ccc.bind(end.contexts[c], contextParams[n]),
        state);
  }

  private Attempt<State> makeReady(State state, int n, int c) {
    return context(state, n, c, Ccc.makeReady(state.ends[n].contexts[c]));
  }

  private Attempt<State> closeCcc(State state, int n, int c) {
    End end = state.ends[n];
    Outcome<CccManager.State> closed = CccManager.closeCcc(end.ccm, c, end.contexts[c]);
    if (closed instanceof Outcome.Refused<CccManager.State> no) {
      return refusedByCcm(state, n, no);
    }
    return new Attempt.Taken<>(state.with(n, end.with(closed.next()).with(c, Ccc.NONE)));
  }

  private Attempt<State> send(State state, int n, int p, int size) {
    End end = state.ends[n];
    Outcome<Transfer.State> outcome = Transfer.send(end.transfers[p], size);
    if (!(outcome instanceof Outcome.Accepted<Transfer.State> sent)) {
      return refusedByTransfer(state, n, p, (Outcome.Refused<Transfer.State>) outcome);
    }
    int c = cccOf(end, p);
    Outcome<Ccc.State> let = kernels.send(end.contexts[c], size);
    if (let instanceof Outcome.Refused<Ccc.State> no) {
      return refusedByContext(state, n, c, no);
    }
    End next = end.with(p, sent.next()).with(c, let.next());
    for (Effect effect : sent.effects()) {
      if (effect instanceof Transfer.DataSent out) {
        next = next.withData(p, Math.toIntExact(next.data[p] + out.size()));
      }
    }
    return new Attempt.Taken<>(state.with(n, next));
  }

  private Attempt<State> receive(State state, int n, int p, int size) {
    End end = state.ends[n];
    if (end.data[p] < size) {
      return new Attempt.Absent<>();
    }
    int m = flowOf(state, n, p).destination();
    End target = state.ends[m];
    int c = cccOf(target, target.pds.pdcs().find(new Pdc.TargetKey(n, p)));
    Outcome<Ccc.State> outcome = Ccc.receive(target.contexts[c], size);
    if (!(outcome instanceof Outcome.Accepted<Ccc.State> taken)) {
      return refusedByContext(state, m, c, (Outcome.Refused<Ccc.State>) outcome);
    }
    End next = end.withData(p, end.data[p] - size);
    for (Effect effect : taken.effects()) {
      if (effect instanceof Ccc.AckSent ack) {
        next = next.withAcks(p, Math.toIntExact(next.acks[p] + ack.size()));
      }
    }
    return new Attempt.Taken<>(state.with(n, next));
  }

  private Attempt<State> acknowledge(State state, int n, int p, int size) {
    End end = state.ends[n];
    if (end.acks[p] < size) {
      return new Attempt.Absent<>();
    }
    Outcome<Transfer.State> acked = Transfer.acknowledge(end.transfers[p], size);
    if (acked instanceof Outcome.Refused<Transfer.State> no) {
      return refusedByTransfer(state, n, p, no);
    }
    int c = cccOf(end, p);
    return context(
        state.with(n, end.with(p, acked.next()).withAcks(p, end.acks[p] - size)),
        n,
        c,
        Ccc.acknowledge(end.contexts[c], size),
        state);
  }

  private Attempt<State> signal(State state, int n, int c, int window) {
    return context(state, n, c, Ccc.signal(state.ends[n].contexts[c], contextParams[n], window));
  }

  private Attempt<State> beginClose(State state, int n, int p) {
    End end = state.ends[n];
    Outcome<PdsManager.State> outcome = PdsManager.beginClose(end.pds, p, end.transfers[p]);
    if (!(outcome instanceof Outcome.Accepted<PdsManager.State> closing)) {
      return refusedByPds(state, n, (Outcome.Refused<PdsManager.State>) outcome);
    }
    End next = end.with(closing.next());
    for (Effect effect : closing.effects()) {
      if (effect instanceof PdsManager.CloseAsked asked) {
        next = next.withClose(asked.pdc(), ASKED);
      }
    }
    return new Attempt.Taken<>(state.with(n, next));
  }

  private Attempt<State> followClose(State state, int n, int p) {
    if (state.ends[n].close[p] != ASKED) {
      return new Attempt.Absent<>();
    }
    int m = flowOf(state, n, p).destination();
    Outcome<PdsManager.State> outcome = PdsManager.followClose(state.ends[m].pds, n, p);
    if (!(outcome instanceof Outcome.Accepted<PdsManager.State> gone)) {
      return refusedByPds(state, m, (Outcome.Refused<PdsManager.State>) outcome);
    }
    return left(state, m, state.with(m, state.ends[m].with(gone.next())), n, gone.effects());
  }

  private Attempt<State> endClose(State state, int n, int p) {
    if (state.ends[n].close[p] != DONE) {
      return new Attempt.Absent<>();
    }
    Outcome<PdsManager.State> outcome = PdsManager.endClose(state.ends[n].pds, p);
    if (!(outcome instanceof Outcome.Accepted<PdsManager.State> gone)) {
      return refusedByPds(state, n, (Outcome.Refused<PdsManager.State>) outcome);
    }
    End end = state.ends[n].with(gone.next()).withClose(p, NONE);
    return left(state, n, state.with(n, end), n, gone.effects());
  }

  /** A PDC of {@code m} has gone: its CCC and its source {@code n} are told. */
  private static Attempt<State> left(State before, int m, State now, int n, List<Effect> effects) {
    State state = now;
    for (Effect effect : effects) {
      if (effect instanceof PdsManager.Left left) {
        Outcome<Ccc.State> counted = Ccc.leave(state.ends[m].contexts[left.ccc()]);
        if (counted instanceof Outcome.Refused<Ccc.State> no) {
          return refusedByContext(before, m, left.ccc(), no);
        }
        state = state.with(m, state.ends[m].with(left.ccc(), counted.next()));
      } else if (effect instanceof PdsManager.CloseDone done) {
        state = state.with(n, state.ends[n].withClose(done.remote(), DONE));
      }
    }
    return new Attempt.Taken<>(state);
  }

  private static Attempt<State> context(State state, int n, int c, Outcome<Ccc.State> outcome) {
    return context(state, n, c, outcome, state);
  }

  /** A context's answer, put into a state in which all else has been done already. */
  private static Attempt<State> context(
      State state, int n, int c, Outcome<Ccc.State> outcome, State before) {
    return outcome instanceof Outcome.Refused<Ccc.State> no
        ? refusedByContext(before, n, c, no)
        : new Attempt.Taken<>(state.with(n, state.ends[n].with(c, outcome.next())));
  }

  // After a refusal the state holds what the kernel gave back, be it what it was given or not.

  private static Attempt<State> refusedByContext(
      State state, int n, int c, Outcome.Refused<Ccc.State> no) {
    End end = state.ends[n];
    State left = no.next() == end.contexts[c] ? state : state.with(n, end.with(c, no.next()));
    return new Attempt.Refused<>(left, no.because());
  }

  private static Attempt<State> refusedByTransfer(
      State state, int n, int p, Outcome.Refused<Transfer.State> no) {
    End end = state.ends[n];
    State left = no.next() == end.transfers[p] ? state : state.with(n, end.with(p, no.next()));
    return new Attempt.Refused<>(left, no.because());
  }

  private static Attempt<State> refusedByPds(
      State state, int n, Outcome.Refused<PdsManager.State> no) {
    End end = state.ends[n];
    State left = no.next() == end.pds ? state : state.with(n, end.with(no.next()));
    return new Attempt.Refused<>(left, no.because());
  }

  private static Attempt<State> refusedByCcm(
      State state, int n, Outcome.Refused<CccManager.State> no) {
    End end = state.ends[n];
    State left = no.next() == end.ccm ? state : state.with(n, end.with(no.next()));
    return new Attempt.Refused<>(left, no.because());
  }

  /** The flow that a packet of a source's PDC names in its header. */
  private static Flow flowOf(State state, int n, int p) {
    return state.ends[n].pds.pdcs().get(p).flow();
  }

  private static int cccOf(End end, int p) {
    Pdc pdc = end.pds.pdcs().get(p);
    return pdc == null ? 0 : pdc.ccc();
  }

  // ----------------------------------------------------------------------------- the variables

  @Override
  public Object part(State state, int variable) {
    List<Object> parts = new ArrayList<>();
    switch (VARIABLES.get(variable)) {
      case "request" -> {
        for (int r = 0; r < requests.length; r++) {
          int n = requests[r].key().flow().source();
          parts.add(
              !state.posted[r]
                  ? "NEW"
                  : state.ends[n].pds.waiting().contains(requests[r]) ? "WAITING" : "TAKEN");
        }
      }
      case "pdc" -> {
        for (End end : state.ends) {
          parts.add(end.pds.pdcs());
        }
      }
      case "asked" -> {
        for (End end : state.ends) {
          parts.add(end.ccm.asked());
        }
      }
      case "ccc" -> {
        for (End end : state.ends) {
          parts.add(List.of(end.ccm.flows(), List.of(end.contexts)));
        }
      }
      case "todo", "flight" -> {
        for (End end : state.ends) {
          for (int p = 1; p <= pdcPool; p++) {
            Transfer.State transfer = end.transfers[p];
            parts.add(variable == 4 ? transfer.todo() : transfer.flight());
          }
        }
      }
      default -> {
        for (End end : state.ends) {
          for (int p = 1; p <= pdcPool; p++) {
            parts.add(variable == 6 ? end.data[p] : variable == 7 ? end.acks[p] : end.close[p]);
          }
        }
      }
    }
    return parts;
  }

  @Override
  public Value value(int variable, Object part) {
    List<?> parts = (List<?>) part;
    Map<Value, Value> byKey = new TreeMap<>();
    if (variable == 0) {
      for (int r = 0; r < parts.size(); r++) {
        byKey.put(Value.of(requestNames.get(r)), Value.of((String) parts.get(r)));
      }
      return Value.function(byKey);
    }
    for (int n = 0; n < nodes.size(); n++) {
      Value value;
      switch (VARIABLES.get(variable)) {
        case "pdc" -> value = pdcs((IdTable<?, ?>) parts.get(n));
        case "asked" -> value = asked((SortedFew<?>) parts.get(n));
        case "ccc" -> value = contexts((List<?>) parts.get(n));
        default -> {
          List<Value> items = new ArrayList<>();
          for (Object item : parts.subList(n * pdcPool, (n + 1) * pdcPool)) {
            int count = Math.toIntExact(((Number) item).longValue());
            items.add(variable == 8 ? CLOSE.get(count) : Value.of(count));
          }
          value = Value.seq(items);
        }
      }
      byKey.put(Value.of(nodes.get(n)), value);
    }
    return Value.function(byKey);
  }

  private Value pdcs(IdTable<?, ?> table) {
    List<Value> entries = new ArrayList<>();
    for (int p = 1; p <= pdcPool; p++) {
      Pdc pdc = (Pdc) table.get(p);
      entries.add(
          Value.rec(
              Value.field("state", Value.of(pdc == null ? "FREE" : pdc.phase().name())),
              Value.field("flow", flow(pdc == null ? null : pdc.flow())),
              Value.field("job", Value.of(pdc == null ? 0 : pdc.job())),
              Value.field("mode", Value.of(modes.get(pdc == null ? 0 : pdc.mode()))),
              Value.field("remote", Value.of(pdc == null ? 0 : pdc.remote())),
              Value.field("ccc", Value.of(pdc == null ? 0 : pdc.ccc()))));
    }
    return Value.seq(entries);
  }

  private Value asked(SortedFew<?> flows) {
    List<Value> items = new ArrayList<>();
    for (int i = 0; i < flows.size(); i++) {
      items.add(flow((Flow) flows.get(i)));
    }
    return Value.set(items);
  }

  /** The contexts as the model has them: an id's flow is the manager's and the context's alike. */
  private Value contexts(List<?> managerAndContexts) {
    IdTable<?, ?> flows = (IdTable<?, ?>) managerAndContexts.get(0);
    List<?> contexts = (List<?>) managerAndContexts.get(1);
    List<Value> entries = new ArrayList<>();
    for (int c = 1; c <= cccPool; c++) {
      Ccc.State context = (Ccc.State) contexts.get(c);
      Value flow = flow((Flow) flows.get(c));
      Value ofContext = flow(context.flow());
      entries.add(
          Value.rec(
              Value.field("state", Value.of(context.phase().name())),
              Value.field("flow", flow.equals(ofContext) ? flow : Value.seq(flow, ofContext)),
              Value.field("maxWnd", Value.ofExact(context.maxWnd())),
              Value.field("cwnd", Value.ofExact(context.cwnd())),
              Value.field("inflight", Value.ofExact(context.inflight())),
              Value.field("pdcs", Value.of(context.pdcs()))));
    }
    return Value.seq(entries);
  }

  private Value flow(Flow flow) {
    return flow == null
        ? Value.seq(Value.of(""), Value.of(""), Value.of(""))
        : Value.seq(
            Value.of(nodes.get(flow.source())),
            Value.of(nodes.get(flow.destination())),
            Value.of(classes.get(flow.trafficClass())));
  }
}
