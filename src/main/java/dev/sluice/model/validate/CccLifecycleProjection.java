package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code CccLifecycle} for each flow: both ends, in all lives of its contexts.
 *
 * <p>Ids of PDCs and CCCs become names, the least that is free, as the module takes them; the pools
 * are as large as the flow needs them, since other flows share them. Requests become numbers, and
 * one that wants what another wanted that has been taken gets its number, so that a long log has no
 * more of them than wait at a time. The time that bandwidth is counted in is one base RTT.
 */
public final class CccLifecycleProjection implements Projection {
  private static final String WORK = "Work";
  private static final String BDP = "BDP";
  private static final String LARGEST = "MaxWnd";
  private static final String CCC = "ccc";
  private static final String PDC = "pdc";
  private static final String REMOTE = "remote";
  private static final String MAX_WND = "maxWnd";
  private static final BigInteger PS_PER_SECOND = BigInteger.TEN.pow(12);

  /** Events whose PDC is the source's, though the target acts. */
  private static final Set<String> OF_THE_SOURCE = Set.of("Accept", "Receive", "FollowClose");

  @Override
  public String spec() {
    return Uet.LIFE.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Accept", "Acknowledge", "EndClose", "FollowClose", "Receive");
  }

  @Override
  public void traffic(LogEvent event, Traffic traffic) {
    Map<String, LogValue> in = event.arguments();
    String pdc = " " + in.get("n") + in.get("p");
    long size = in.get("size") instanceof LogValue.Num told ? told.value() : 0;
    switch (event.action()) {
      case "Send" -> traffic.departs("data" + pdc, size);
      case "Accept" -> traffic.begins("data" + pdc);
      case "Receive" -> {
        traffic.arrives("data" + pdc, size);
        traffic.departs("acknowledged" + pdc, size);
      }
      case "Acknowledge" -> traffic.arrives("acknowledged" + pdc, size);
      case "BeginClose" -> traffic.departs("close" + pdc, 1);
      case "FollowClose" -> {
        traffic.arrives("close" + pdc, 1);
        traffic.departs("closed" + pdc, 1);
      }
      case "EndClose" -> traffic.arrives("closed" + pdc, 1);
      default -> {}
    }
  }

  @Override
  public Set<String> openings() {
    return Set.of("Post");
  }

  @Override
  public Optional<String> begins() {
    return Optional.of("Create");
  }

  @Override
  public Set<String> constants() {
    return Set.of(
        "BaseRtt", "InitialCwnd", "InitialLimit", "LinkSpeed", "MaxWndFactor", "MinCwnd", "Mtu");
  }

  @Override
  public Set<String> fixes(String action) {
    return action.equals("Post") ? Set.of(WORK) : Set.of();
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        WORK,
        List.of("src", "dst", "job", "class", "mode", "size"),
        PDC,
        List.of("state", "flow", "job", "mode", REMOTE, CCC),
        CCC,
        List.of("state", "flow", MAX_WND, "cwnd", "inflight", "pdcs"));
  }

  /** Without InitialCwnd a first window is as large as InitialLimit allows. */
  @Override
  public Set<String> implied() {
    return Set.of("InitialCwnd");
  }

  /** What happens before there is a CCC. */
  private static final Set<String> BEFORE_ITS_CCC =
      Set.of("Post", "Assign", "Allocate", "Accept", "AskCcc");

  @Override
  public Optional<Omission> hardest() {
    return Optional.of(Omission.TARGETS);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    long mtu = new HeaderConstants(log, spec()).number("Mtu", Integer.MAX_VALUE);
    boolean isLeftOut = UnloggedTarget.isLeftOut(log);
    Map<String, Cut> cuts = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      LogInstance of = event.instance().orElse(null);
      if (of == null || of.source().isEmpty() || of.destination().isEmpty()) {
        throw new BadLog(
            "event "
                + event.number()
                + " does not tell whose it is; give it of.role, of.source,"
                + " of.destination and of.class");
      }
      hasItsPdc(event, of);
      UnloggedTarget unlogged = isLeftOut ? new UnloggedCccTarget(mtu) : null;
      cuts.computeIfAbsent(of.flow(), flow -> new Cut(log, of, unlogged)).add(event);
    }
    List<Behaviour> behaviours = new ArrayList<>();
    for (Cut cut : cuts.values()) {
      behaviours.add(cut.behaviour());
    }
    return behaviours;
  }

  /** The PDC that acts is the one that the arguments name, or there is none. */
  private static void hasItsPdc(LogEvent event, LogInstance of) throws BadLog {
    boolean takesOne = event.action().equals("Assign") || event.action().equals("Allocate");
    if (!event.arguments().containsKey("p")) {
      if (of.pdc() != 0 && !takesOne && !event.isOutside()) {
        throw BadLog.of(event, "has a PDC in of.pdc, but is about none");
      }
    } else if (!OF_THE_SOURCE.contains(event.action())
        && !event.arguments().get("p").equals(LogValue.of(of.pdc()))) {
      throw BadLog.of(event, "has another PDC in of.pdc than in in.p");
    }
    if (of.life() == 0 && !BEFORE_ITS_CCC.contains(event.action()) && !event.isOutside()) {
      throw BadLog.of(event, "is of a CCC, and does not tell it; give it of.ccc and of.life");
    }
  }

  /** One end's names. */
  private static final class End {
    private final Names pdcs = new Names();
    private final Names cccs = new Names();
  }

  /** The behaviour of one flow, as it grows. */
  private static final class Cut {
    private final EventLog log;
    private final HeaderConstants told;
    private final LogInstance flow;
    private final End source = new End();
    private final End target = new End();
    private final Map<String, Integer> requests = new HashMap<>();
    private final List<Value> work = new ArrayList<>();
    private final Map<Value, Deque<Integer>> idle = new HashMap<>();
    private final List<Step> steps;
    private final Tally tally = new Tally();
    private final UnloggedTarget unlogged;
    private long maxWnd;

    /**
     * @param unlogged what the target has done; null where the log tells of it
     */
    Cut(EventLog log, LogInstance flow, UnloggedTarget unlogged) {
      this.log = log;
      this.steps = Packed.steps(log);
      this.flow = flow;
      this.unlogged = unlogged;
      this.told = new HeaderConstants(log, Uet.LIFE.name());
    }

    void add(LogEvent event) {
      if (!tally.judges(event)) {
        return;
      }
      try {
        if (unlogged != null) {
          for (LogEvent done : unlogged.before(event)) {
            project(done, true);
          }
        }
        project(event, false);
      } catch (ArithmeticException wide) {
        tally.stop(event, wide.getMessage());
      }
    }

    private void project(LogEvent event, boolean isImplied) {
      LogInstance instance = event.instance().orElseThrow();
      End own = instance.role().equals(LogInstance.SOURCE) ? source : target;
      Map<String, Value> in = new TreeMap<>();
      event.arguments().forEach((name, value) -> in.put(name, Step.exact(name, value)));
      Map<String, Value> st = new TreeMap<>();
      event.variables().forEach((name, value) -> st.put(name, Step.exact(name, value)));
      List<Step> before = new ArrayList<>();
      if (in.containsKey("r")) {
        in.put("r", Value.of(request(event, in.get("r"), before)));
      }
      int pdc = pdc(event.action(), own, instance.pdc());
      int ccc = ccc(event.action(), own, instance.ccc());
      if (in.get("p") instanceof Value.Int id) {
        boolean ofSource = OF_THE_SOURCE.contains(event.action());
        in.put("p", Value.of(ofSource ? source.pdcs.of(id.value()) : pdc));
      }
      if (in.get("c") instanceof Value.Int id) {
        in.put("c", Value.of(id.value() == instance.ccc() ? ccc : own.cccs.of(id.value())));
      }
      if (st.get(PDC) instanceof Value.Rec told) {
        st.put(PDC, entry(told, own));
      }
      if (maxWnd == 0
          && event.action().equals("Configure")
          && st.get(CCC) instanceof Value.Rec told
          && told.get(MAX_WND) instanceof Value.Int size) {
        maxWnd = size.value();
      }
      steps.addAll(before);
      if (event.action().equals("EndClose") || event.action().equals("FollowClose")) {
        own.pdcs.give(instance.pdc());
      } else if (event.action().equals("CloseCcc")) {
        own.cccs.give(instance.ccc());
      }
      Value given = Value.rec(Value.field("flow", asFlow()));
      Value none = Value.EMPTY_SEQ;
      Step step = Step.of(Names.in(event, ccc, pdc), Step.fields(in), Step.fields(st), given, none);
      steps.add(isImplied ? step.asImplied() : step);
    }

    /** The flow as the module names it. */
    private Value asFlow() {
      return Value.seq(
          Value.of(flow.source()),
          Value.of(flow.destination()),
          Value.of(Integer.toString(flow.trafficClass())));
    }

    private static int pdc(String action, End own, int id) {
      boolean takes = action.equals("Allocate") || action.equals("Accept");
      return takes ? own.pdcs.take(id) : own.pdcs.of(id);
    }

    private static int ccc(String action, End own, int id) {
      return action.equals("Create") ? own.cccs.take(id) : own.cccs.of(id);
    }

    /** An entry of the table of PDCs, with names for ids. */
    private Value entry(Value.Rec told, End own) {
      List<Value.Field> fields = new ArrayList<>();
      for (Value.Field field : told.fields()) {
        Value value = field.value();
        if (value instanceof Value.Int id) {
          if (field.name().equals(REMOTE)) {
            value = Value.of(source.pdcs.of(id.value()));
          } else if (field.name().equals(CCC)) {
            value = Value.of(own.cccs.of(id.value()));
          }
        }
        fields.add(Value.field(field.name(), value));
      }
      return new Value.Rec(fields);
    }

    /** A request's number. */
    private int request(LogEvent event, Value name, List<Step> before) {
      String called = name.toString();
      Integer known = requests.get(called);
      if (known == null) {
        LogValue given = event.given().get(WORK);
        Value wanted = given == null ? nothing() : Step.exact(WORK, given);
        Deque<Integer> free = idle.computeIfAbsent(wanted, any -> new ArrayDeque<>());
        known = free.poll();
        if (known == null) {
          work.add(wanted);
          known = work.size();
        } else {
          Value again = Value.rec(Value.field("r", Value.of(known)));
          before.add(Step.implied(event, "Renew", again));
        }
        requests.put(called, known);
      }
      if (!event.action().equals("Post")) {
        // it has been taken: from here on a later one may have its number
        idle.get(work.get(known - 1)).add(known);
      }
      return known;
    }

    /** What stands for the wish of a request that the log does not tell. */
    private Value nothing() {
      return Value.rec(
          Value.field("src", Value.of(flow.source())),
          Value.field("dst", Value.of(flow.destination())),
          Value.field("job", Value.of(0)),
          Value.field("class", Value.of(Integer.toString(flow.trafficClass()))),
          Value.field("mode", Value.of("")),
          Value.field("size", Value.of(1)));
    }

    // -------------------------------------------------------------- constants

    private BigInteger number(String name, long otherwise) throws BadLog {
      return BigInteger.valueOf(told.number(name, otherwise));
    }

    /** How large a first window may be; where the header does not say, as its profile has it. */
    private String limit() throws BadLog {
      String usual = log.header().profile().equals("source-documents") ? BDP : LARGEST;
      LogValue told = log.constant(Uet.LIFE.name(), "InitialLimit").orElse(LogValue.of(usual));
      if (told.equals(LogValue.of(BDP)) || told.equals(LogValue.of(LARGEST))) {
        return ((LogValue.Str) told).value();
      }
      throw new BadLog(
          "the header's constants.CccLifecycle.InitialLimit is neither \"BDP\" nor \"MaxWnd\"");
    }

    private boolean isAsLargeAsItsLimit() {
      Optional<LogValue> initial = log.constant(Uet.LIFE.name(), "InitialCwnd");
      return initial.isEmpty() || initial.get().equals(LogValue.of("InitialLimit"));
    }

    /** Bits that a host's link carries in one base RTT; null if nobody tells. */
    private BigInteger bits(String host) throws BadLog {
      Optional<Long> speed = told.number("LinkSpeed", host);
      Optional<Long> rtt = told.number("BaseRtt");
      if (speed.isEmpty() || rtt.isEmpty()) {
        return null;
      }
      BigInteger bits =
          BigInteger.valueOf(speed.get())
              .multiply(BigInteger.valueOf(rtt.get()))
              .divide(PS_PER_SECOND);
      if (bits.signum() <= 0) {
        throw BadLog.header(
            "constants.CccLifecycle have a LinkSpeed of %d bit/s and a BaseRtt of %d ps for %s; no bit is on its way then"
                .formatted(speed.get(), rtt.get(), host));
      }
      return bits;
    }

    Behaviour behaviour() throws BadLog {
      String key = flow.flow();
      List<Long> factor = told.numbers("MaxWndFactor", 2).orElse(List.of(3L, 2L));
      if (factor.get(0) < 1 || factor.get(1) < 1) {
        throw BadLog.header("constants.CccLifecycle.MaxWndFactor is no fraction above 0");
      }
      BigInteger common = BigInteger.valueOf(factor.get(0)).gcd(BigInteger.valueOf(factor.get(1)));
      long num = BigInteger.valueOf(factor.get(0)).divide(common).longValueExact();
      long den = BigInteger.valueOf(factor.get(1)).divide(common).longValueExact();
      BigInteger up = bits(flow.source());
      BigInteger down = bits(flow.destination());
      if (up == null || down == null) {
        // as many as give the window that the log tells
        BigInteger needed =
            BigInteger.valueOf(maxWnd == 0 ? 1 : maxWnd)
                .multiply(BigInteger.valueOf(8 * den))
                .add(BigInteger.valueOf(num - 1))
                .divide(BigInteger.valueOf(num));
        up = needed;
        down = needed;
      }
      BigInteger bdp = up.min(down).shiftRight(3);
      String limit = limit();
      BigInteger largest =
          limit.equals(BDP)
              ? bdp
              : up.min(down).multiply(BigInteger.valueOf(num)).divide(BigInteger.valueOf(8 * den));
      BigInteger initial = isAsLargeAsItsLimit() ? largest : number("InitialCwnd", 0);
      if (initial.compareTo(largest) > 0) {
        throw new BadLog(
            "the header's constants.CccLifecycle.InitialCwnd is "
                + initial
                + ", and "
                + limit
                + " of "
                + key
                + ", its InitialLimit, is "
                + largest);
      }
      Map<String, Value> constants = new TreeMap<>();
      try {
        int fastest = Value.ofExact(up.max(down).longValueExact()).value();
        Map<String, Value> speeds = new TreeMap<>();
        for (Value wanted : work) { // of this flow, unless the log contradicts itself
          for (String end : List.of("src", "dst")) {
            if (wanted instanceof Value.Rec record && record.get(end) instanceof Value.Str host) {
              speeds.put(host.value(), Value.of(fastest));
            }
          }
        }
        speeds.put(flow.source(), Value.ofExact(up.longValueExact()));
        speeds.put(flow.destination(), Value.ofExact(down.longValueExact()));
        constants.put("LinkSpeed", Step.fields(speeds));
        constants.put("Node", Value.set(speeds.keySet().stream().map(Value::of).toList()));
        constants.put("InitialCwnd", Value.ofExact(initial.longValueExact()));
        constants.put("InitialLimit", Value.of(limit));
        BigInteger least = number("MinCwnd", 1).min(initial);
        constants.put("MinCwnd", Value.ofExact(least.longValueExact()));
        constants.put("Mtu", Value.ofExact(number("Mtu", Integer.MAX_VALUE).longValueExact()));
      } catch (ArithmeticException wide) {
        throw new BadLog("the windows of " + key + " are beyond TLC's 32 bits");
      }
      constants.put(WORK, Value.seq(work.isEmpty() ? List.of(nothing()) : work));
      constants.put("PdcPool", Value.of(Math.max(source.pdcs.most(), target.pdcs.most())));
      constants.put("CccPool", Value.of(Math.max(source.cccs.most(), target.cccs.most())));
      constants.put("MaxWndFactor", Value.seq(Value.ofExact(num), Value.ofExact(den)));
      return new Behaviour(key, constants, steps, tally.judged(), tally.unjudged());
    }
  }
}
