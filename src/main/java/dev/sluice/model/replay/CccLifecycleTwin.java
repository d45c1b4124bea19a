package dev.sluice.model.replay;

import dev.sluice.kernel.Variable;
import dev.sluice.trace.Value;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.InitialLimit;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.Transfer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The Java side of {@code spec/uet/CccLifecycle.tla}: the managers, contexts and PDCs of every
 * endpoint, and a network that loses nothing.
 *
 * <p>The network is three counters for each of a source's PDCs: data under way, acknowledgments on
 * their way back, and how far the close has come. Only the kernels' effects put anything in.
 */
public class CccLifecycleTwin implements Twin<CccLifecycleTwin.World> {
  /** The model's unit of rate is a bit a picosecond. */
  private static final long BITS_PER_PICOSECOND = 1_000_000_000_000L;

  private static final byte NONE = 0;
  private static final byte ASKED = 1;
  private static final byte DONE = 2;
  private static final List<Value> CLOSE =
      List.of(Value.of("NONE"), Value.of("ASKED"), Value.of("DONE"));

  private static final List<Action> ACTIONS =
      List.of(
          Action.of(PdsManager.class, PdsManager.POST),
          Action.of(PdsManager.class, PdsManager.ASSIGN),
          Action.of(PdsManager.class, PdsManager.ALLOCATE),
          Action.of(PdsManager.class, PdsManager.ACCEPT, "n"),
          Action.of(PdsManager.class, PdsManager.ASK_CCC, "n"),
          Action.of(CccManager.class, CccManager.CREATE, "n", "f"),
          Action.of(Ccc.class, Ccc.CONFIGURE, "n", "c"),
          Action.of(Ccc.class, Ccc.BIND, "n", "p"),
          Action.of(Ccc.class, Ccc.MAKE_READY, "n", "c"),
          Action.of(CccManager.class, CccManager.CLOSE_CCC, "n"),
          Action.of(Ccc.class, Ccc.SEND, "n", "p"),
          Action.of(Ccc.class, Ccc.RECEIVE, "n", "p"),
          Action.of(Transfer.class, Transfer.GIVE_UP, "n", "p"),
          Action.of(Transfer.class, Transfer.RESEND, "n", "p"),
          Action.of(Transfer.class, Transfer.ACKNOWLEDGE, "n", "p"),
          Action.of(Ccc.class, Ccc.SIGNAL, "n", "c"),
          Action.of(PdsManager.class, PdsManager.BEGIN_CLOSE, "n"),
          Action.of(PdsManager.class, PdsManager.FOLLOW_CLOSE, "n"),
          Action.of(PdsManager.class, PdsManager.END_CLOSE, "n"));

  private final List<Part<World>> parts = table();
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
  private final boolean givesUp;

  /** One endpoint: its two managers, its contexts, its PDCs, and the network's share of it. */
  private static final class End {
    private final PdsManager pds;
    private final CccManager ccm;

    /** By id; null where it is free. */
    private final Ccc[] contexts;

    private final Transfer[] transfers;
    private final long[] data;
    private final long[] acks;
    private final byte[] close;

    private End(PdsManager pds, CccManager ccm, int pdcPool, int cccPool) {
      this.pds = pds;
      this.ccm = ccm;
      contexts = new Ccc[cccPool + 1];
      transfers = new Transfer[pdcPool + 1];
      Arrays.setAll(transfers, p -> new Transfer());
      data = new long[pdcPool + 1];
      acks = new long[pdcPool + 1];
      close = new byte[pdcPool + 1];
    }

    private End(End from) {
      pds = from.pds.copy();
      ccm = from.ccm.copy();
      contexts = from.contexts.clone();
      for (int c = 0; c < contexts.length; c++) {
        contexts[c] = contexts[c] == null ? null : contexts[c].copy();
      }
      transfers = new Transfer[from.transfers.length];
      Arrays.setAll(transfers, p -> from.transfers[p].copy());
      data = from.data.clone();
      acks = from.acks.clone();
      close = from.close.clone();
    }

    /** The CCC that a PDC is bound to; null if there is none. */
    private Ccc cccOf(int p) {
      Pdc pdc = pds.pdcs().get(p);
      return pdc == null ? null : contexts[pdc.ccc()];
    }
  }

  /** All endpoints, and which requests the SES has handed over; kernels' effects end up here. */
  public final class World implements PdsManager.Sink, CccManager.Sink, Ccc.Sink, Transfer.Sink {
    private final boolean[] posted;
    private final End[] ends;

    /** The endpoint whose kernels are called, and the source that they answer. */
    private int here;

    private int source;

    /** The source's PDC that data or an acknowledgment is of. */
    private int inHand;

    private Flow asked;

    private World() {
      posted = new boolean[requests.length];
      ends = new End[nodes.size()];
      for (int node = 0; node < ends.length; node++) {
        ends[node] =
            new End(
                new PdsManager(pdsParams[node]), new CccManager(cccParams[node]), pdcPool, cccPool);
      }
    }

    private World(World from) {
      posted = from.posted.clone();
      ends = Arrays.stream(from.ends).map(End::new).toArray(End[]::new);
    }

    /** From here on kernels of this endpoint are called. */
    private End at(int node) {
      here = node;
      return ends[node];
    }

    @Override
    public void workTaken(int pdc, long size) {
      ends[here].transfers[pdc].take(size);
    }

    @Override
    public void opened(int pdc) {
      // the table has it, and nobody is told
    }

    @Override
    public void cccAsked(Flow flow) {
      asked = flow;
    }

    @Override
    public void closeAsked(int pdc) {
      ends[here].close[pdc] = ASKED;
    }

    @Override
    public void closeDone(int remote) {
      ends[source].close[remote] = DONE;
    }

    @Override
    public void left(int ccc) {
      String refused = ends[here].contexts[ccc].leave();
      if (refused != null) {
        throw new IllegalStateException("CCC " + ccc + " " + refused);
      }
    }

    @Override
    public void created(int id, Flow flow) {
      ends[here].contexts[id] = new Ccc(contextParams[here], flow);
    }

    @Override
    public void dataSent(long size) {
      ends[here].data[inHand] += size;
    }

    @Override
    public void ackSent(long size) {
      ends[source].acks[inHand] += size;
    }
  }

  /**
   * The twin for one model's constants.
   *
   * @throws IllegalArgumentException if a constant is missing, or not of the form it must have
   */
  public CccLifecycleTwin(Map<String, Value> constants) {
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
    givesUp = of.bool("GivesUp");
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
  public List<Part<World>> parts() {
    return parts;
  }

  @Override
  public List<Action> actions() {
    return ACTIONS;
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
    String broken = null;
    for (int node = 0; broken == null && node < world.ends.length; node++) {
      broken = world.ends[node].pds.broken();
      broken = broken == null ? world.ends[node].ccm.broken() : broken;
    }
    return broken;
  }

  // ------------------------------------------------------------------------------- the steps

  @Override
  public Step<World> bind(String action, List<Value> arguments) {
    switch (action) {
      case "Post", "Assign", "Allocate" -> {
        int r = requestNames.indexOf(Constants.string(arguments.get(0)));
        return switch (action) {
          case "Post" -> world -> post(world, r);
          case "Assign" -> world -> assign(world, r);
          default -> world -> allocate(world, r);
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
        return world -> create(world, n, flow);
      }
      default -> {
        int n = nodes.indexOf(Constants.string(arguments.get(0)));
        int id = Constants.integer(arguments.get(1));
        int third = arguments.size() > 2 ? Constants.integer(arguments.get(2)) : 0;
        int fourth = arguments.size() > 3 ? Constants.integer(arguments.get(3)) : 0;
        return switch (action) {
          case "Accept" -> world -> accept(world, n, id);
          case "AskCcc" -> world -> askCcc(world, n, id);
          case "Configure" -> world -> configure(world, n, id);
          case "Bind" -> world -> bind(world, n, id);
          case "MakeReady" -> world -> on(world.ends[n].contexts[id], Ccc::makeReady);
          case "CloseCcc" -> world -> closeCcc(world, n, id);
          case "Send" -> world -> send(world, n, id, third);
          case "Receive" -> world -> receive(world, n, id, third);
          case "GiveUp" -> world -> giveUp(world, n, id, third);
          case "Resend" -> world -> resend(world, n, id, third);
          case "Acknowledge" -> world -> acknowledge(world, n, id, third, fourth);
          case "Signal" ->
              world -> on(world.ends[n].contexts[id], context -> context.signal(third));
          case "BeginClose" -> world -> beginClose(world, n, id);
          case "FollowClose" -> world -> followClose(world, n, id);
          case "EndClose" -> world -> endClose(world, n, id);
          default -> throw new IllegalArgumentException("no such action: " + action);
        };
      }
    }
  }

  private Attempt post(World world, int r) {
    if (world.posted[r]) {
      return Attempt.ABSENT; // the SES has handed it over before
    }
    String refused = pdsOf(world, r).post(requests[r]);
    world.posted[r] = refused == null;
    return Attempt.of(refused);
  }

  private PdsManager pdsOf(World world, int r) {
    return world.at(requests[r].key().flow().source()).pds;
  }

  private Attempt assign(World world, int r) {
    return Attempt.of(pdsOf(world, r).assign(requests[r], world));
  }

  private Attempt allocate(World world, int r) {
    return Attempt.of(allocate(pdsOf(world, r), requests[r], world));
  }

  /** {@link PdsManager#allocate}; tests of the replay put a faulty one here. */
  String allocate(PdsManager pds, PdsManager.Request request, PdsManager.Sink sink) {
    return pds.allocate(request, sink);
  }

  private Attempt accept(World world, int n, int p) {
    if (world.ends[n].data[p] == 0) {
      return Attempt.ABSENT;
    }
    Flow flow = flowOf(world, n, p);
    return Attempt.of(world.at(flow.destination()).pds.accept(flow, p, world));
  }

  private Attempt askCcc(World world, int n, int p) {
    End end = world.at(n);
    String refused = end.pds.askCcc(p, world);
    return Attempt.of(refused == null ? end.ccm.askCcc(world.asked) : refused);
  }

  private Attempt create(World world, int n, Flow flow) {
    return Attempt.of(world.at(n).ccm.create(flow, world));
  }

  /** A step of a context, which is there. */
  private static Attempt on(Ccc context, Function<Ccc, String> step) {
    return context == null ? Attempt.ABSENT : Attempt.of(step.apply(context));
  }

  private Attempt configure(World world, int n, int c) {
    return on(
        world.ends[n].contexts[c],
        context ->
            context.configure(
                linkBps[context.flow().source()], linkBps[context.flow().destination()]));
  }

  /** PDS Manager and context both have a say, and neither goes ahead alone. */
  private static Attempt bind(World world, int n, int p) {
    End end = world.at(n);
    Pdc pdc = end.pds.pdcs().get(p);
    int c = end.ccm.find(pdc == null ? null : pdc.flow());
    Ccc context = end.contexts[c];
    if (context != null && context.copy().bind() != null) {
      return Attempt.of(context.bind());
    }
    String refused = end.pds.bind(p, c);
    return Attempt.of(refused == null ? context.bind() : refused);
  }

  private static Attempt closeCcc(World world, int n, int c) {
    End end = world.at(n);
    Attempt closed = on(end.contexts[c], context -> end.ccm.closeCcc(c, context));
    if (closed.isTaken()) {
      end.contexts[c] = null;
    }
    return closed;
  }

  /** PDC and context both have a say, and neither goes ahead alone. */
  private Attempt send(World world, int n, int p, int size) {
    End end = world.at(n);
    world.inHand = p;
    Ccc context = end.cccOf(p);
    if (context == null) {
      return Attempt.ABSENT;
    }
    Transfer transfer = end.transfers[p];
    if (transfer.copy().send(size, sent -> {}) != null) {
      return Attempt.of(transfer.send(size, world));
    }
    String refused = send(context, size);
    return Attempt.of(refused == null ? transfer.send(size, world) : refused);
  }

  /** {@link Ccc#send}; tests of the replay put a faulty one here. */
  String send(Ccc context, long size) {
    return context.send(size);
  }

  private static Attempt receive(World world, int n, int p, int size) {
    if (world.ends[n].data[p] < size) {
      return Attempt.ABSENT;
    }
    End target = world.at(flowOf(world, n, p).destination());
    world.source = n;
    world.inHand = p;
    int q = target.pds.pdcs().find(new Pdc.TargetKey(n, p));
    Attempt received = on(target.cccOf(q), context -> context.receive(size, world));
    if (received.isTaken()) {
      world.ends[n].data[p] -= size;
    }
    return received;
  }

  private Attempt giveUp(World world, int n, int p, int size) {
    if (!givesUp) {
      return Attempt.ABSENT; // no timer ends in this model
    }
    End end = world.at(n);
    String refused = end.transfers[p].giveUp(size);
    return Attempt.of(refused == null ? end.cccOf(p).giveUp(size) : refused);
  }

  /** PDC and context both have a say, and neither goes ahead alone. */
  private Attempt resend(World world, int n, int p, int size) {
    End end = world.at(n);
    Transfer transfer = end.transfers[p];
    if (transfer.copy().resend(size) != null) {
      return Attempt.of(transfer.resend(size));
    }
    String refused = send(end.cccOf(p), size);
    return Attempt.of(refused == null ? transfer.resend(size) : refused);
  }

  private static Attempt acknowledge(World world, int n, int p, int size, int late) {
    End end = world.at(n);
    if (end.acks[p] < size) {
      return Attempt.ABSENT;
    }
    String refused = end.transfers[p].acknowledge(size, late);
    if (refused == null) {
      refused = end.cccOf(p).acknowledge(size - late);
    }
    end.acks[p] -= refused == null ? size : 0;
    return Attempt.of(refused);
  }

  private static Attempt beginClose(World world, int n, int p) {
    End end = world.at(n);
    return Attempt.of(end.pds.beginClose(p, end.transfers[p], world));
  }

  private static Attempt followClose(World world, int n, int p) {
    if (world.ends[n].close[p] != ASKED) {
      return Attempt.ABSENT;
    }
    world.source = n;
    return Attempt.of(world.at(flowOf(world, n, p).destination()).pds.followClose(n, p, world));
  }

  private static Attempt endClose(World world, int n, int p) {
    End end = world.at(n);
    if (end.close[p] != DONE) {
      return Attempt.ABSENT;
    }
    String refused = end.pds.endClose(p, world);
    end.close[p] = refused == null ? NONE : DONE;
    return Attempt.of(refused);
  }

  /** The flow that a packet of a source's PDC names in its header. */
  private static Flow flowOf(World world, int n, int p) {
    return world.ends[n].pds.pdcs().get(p).flow();
  }

  // ----------------------------------------------------------------------------- the variables

  private List<Part<World>> table() {
    List<Part<World>> table = new ArrayList<>();
    table.add(Part.of("request", this::requests, this::requests));
    table.add(byPdc("pdc", (end, p) -> end.pds.pdcs().get(p), this::pdc));
    for (Variable<Transfer> variable : Transfer.FACE.shown()) {
      table.add(
          byPdc(
              variable.name(),
              (end, p) -> variable.reader().of(end.transfers[p], 0),
              Value::ofExact));
    }
    table.add(byPdc("data", (end, p) -> end.data[p], Value::ofExact));
    table.add(byPdc("acks", (end, p) -> end.acks[p], Value::ofExact));
    table.add(byPdc("close", (end, p) -> end.close[p], state -> CLOSE.get(state)));
    table.add(
        byNode(
            "asked",
            end -> List.copyOf(end.ccm.asked()),
            asked -> Value.set(asked.stream().map(this::flow).toList())));
    table.add(
        byNode(
            "ccc",
            end -> each(cccPool, c -> shown(end.ccm.flows().get(c), end.contexts[c])),
            contexts -> Value.seq(contexts.stream().map(this::context).toList())));
    return table;
  }

  private List<String> requests(World world) {
    List<String> states = new ArrayList<>();
    for (int r = 0; r < requests.length; r++) {
      int n = requests[r].key().flow().source();
      boolean waits = world.ends[n].pds.waiting().contains(requests[r]);
      states.add(!world.posted[r] ? "NEW" : waits ? "WAITING" : "TAKEN");
    }
    return states;
  }

  private Value requests(List<String> states) {
    return Value.function(requestNames, r -> Value.of(states.get(r)));
  }

  private <P> Part<World> byNode(String name, Function<End, P> of, Function<P, Value> value) {
    return Part.of(
        name,
        world -> Arrays.stream(world.ends).map(of).toList(),
        ends -> {
          return Value.function(nodes, n -> value.apply(ends.get(n)));
        });
  }

  private <P> Part<World> byPdc(
      String name, BiFunction<End, Integer, P> of, Function<P, Value> value) {
    return byNode(
        name,
        end -> each(pdcPool, p -> of.apply(end, p)),
        pdcs -> Value.seq(pdcs.stream().map(value).toList()));
  }

  /** One for each id, from 1 on; there may be none behind it. */
  private static <P> List<P> each(int ids, IntFunction<P> of) {
    List<P> each = new ArrayList<>(ids);
    for (int id = 1; id <= ids; id++) {
      each.add(of.apply(id));
    }
    return each;
  }

  /**
   * What a context shows.
   *
   * @param ofManager whose it is to the CCC manager
   * @param flow whose it is to itself
   * @param numbers of its face; null if there is none
   */
  private record Shown(Flow ofManager, Flow flow, Numbers numbers) {}

  private static Shown shown(Flow ofManager, Ccc ccc) {
    if (ccc == null) {
      return new Shown(ofManager, null, null);
    }
    return new Shown(ofManager, ccc.flow(), Numbers.of(Ccc.FACE, ccc));
  }

  private Value pdc(Pdc pdc) {
    return Value.rec(
        Value.field("state", Value.of(pdc == null ? "FREE" : pdc.phase().name())),
        Value.field("flow", flow(pdc == null ? null : pdc.flow())),
        Value.field("job", Value.of(pdc == null ? 0 : pdc.job())),
        Value.field("mode", Value.of(modes.get(pdc == null ? 0 : pdc.mode()))),
        Value.field("remote", Value.of(pdc == null ? 0 : pdc.remote())),
        Value.field("ccc", Value.of(pdc == null ? 0 : pdc.ccc())));
  }

  /** A context as the model has it: an id's flow is the manager's and the context's alike. */
  private Value context(Shown shown) {
    Value flow = flow(shown.ofManager());
    Value ofContext = flow(shown.flow());
    List<Value.Field> fields = new ArrayList<>();
    fields.add(Value.field("flow", flow.equals(ofContext) ? flow : Value.seq(flow, ofContext)));
    for (int i = 0; i < Ccc.FACE.shown().size(); i++) {
      Variable<Ccc> variable = Ccc.FACE.shown().get(i);
      Value none = variable.isNumber() ? Value.of(0) : Value.of("NONE");
      Value there =
          shown.numbers() == null ? none : Numbers.value(variable, shown.numbers().get(i));
      fields.add(Value.field(variable.name(), there));
    }
    return new Value.Rec(fields);
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
