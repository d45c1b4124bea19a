package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import dev.sluice.uet.Uet;
import dev.sluice.uet.pdc.Psn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code PdcHandshake} for each pair of endpoints; or, where a target refused
 * anybody, one for that target with all its initiators, since they share its pools.
 *
 * <p>PSNs have 32 bits, and TLC's numbers 31. So each PDC gets a Start_PSN that is so far from the
 * next one's that no packet of one can be taken for one of another, and a PSN becomes its distance
 * from the Start_PSN that it belongs to. One that belongs to none becomes a number that no packet
 * has.
 */
public final class PdcHandshakeProjection implements Projection {
  private static final long PSNS = 1L << 32;

  /** More packets of one acknowledgment are not looked at as logs are merged. */
  private static final long MOST_AT_ONCE = 1 << 16;

  private static final long PSN_MODULUS = Psn.WIRE_MODULUS;

  @Override
  public String spec() {
    return Uet.HANDSHAKE.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of(
        "Admit",
        "ReceiveAck",
        "ReceiveClose",
        "ReceiveNack",
        "ReceiveRequest",
        "ReceiveSyn",
        "Refuse");
  }

  @Override
  public void traffic(LogEvent event, Traffic traffic) {
    if (event.arguments().get("m") instanceof LogValue.Fields message) {
      arrives(event, message.fields(), traffic);
    } else if (event.variables().get("source") instanceof LogValue.Items told
        && !told.items().isEmpty()
        && told.items().get(0) instanceof LogValue.Fields source
        && source.fields().get("start") instanceof LogValue.Num start
        && source.fields().get("sent") instanceof LogValue.Num sent) {
      String pdc = " " + event.arguments().get("f") + event.arguments().get("p");
      long next = start.value() + sent.value();
      switch (event.action()) {
        case "Open" -> traffic.remember("acked" + pdc, start.value());
        case "Transmit" -> traffic.departs("psn" + pdc + (next - 1) % PSNS, 1);
        case "Close" -> traffic.departs("psn" + pdc + next % PSNS, 1);
        default -> {}
      }
    }
  }

  private static void arrives(LogEvent event, Map<String, LogValue> message, Traffic traffic) {
    LogValue initiator = message.get("fa");
    String fromSource = " " + initiator + message.get("spdcid");
    String fromTarget = " " + initiator + message.get("dpdcid");
    long psn = message.get("psn") instanceof LogValue.Num told ? told.value() : 0;
    switch (event.action()) {
      case "Admit", "Refuse", "ReceiveSyn", "ReceiveRequest", "ReceiveClose" -> {
        traffic.arrives("psn" + fromSource + psn);
        boolean isRefused = !event.variables().containsKey("target"); // it draws a NACK
        traffic.departs((isRefused ? "refused" : "taken") + fromSource + psn, 1);
      }
      case "ReceiveNack" -> traffic.arrives("refused" + fromTarget + psn);
      case "ReceiveAck" -> {
        if (message.get("cack") instanceof LogValue.Num cack) {
          long acked = traffic.recall("acked" + fromTarget, cack.value());
          long news = Math.min(Math.floorMod(cack.value() - acked, PSNS), MOST_AT_ONCE);
          for (long each = 0; each < news; each++) {
            traffic.arrives("taken" + fromTarget + (acked + each) % PSNS);
          }
          traffic.remember("acked" + fromTarget, cack.value());
        }
      }
      default -> {}
    }
  }

  @Override
  public Set<String> openings() {
    return Set.of("Open");
  }

  @Override
  public Set<String> network() {
    return Set.of("net", "written", "sourceClock", "targetClock");
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "Lose",
        OF_THE_NETWORK,
        "Forget",
        "NICs wait before they close (FIND-1), and keep no memory of closed PDCs");
  }

  @Override
  public Set<String> constants() {
    return Set.of(
        "TargetPdcs", "TargetCccs", "SynWindow", "MpRange", "SynSafety", "IdSafety", "FirstAgain");
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        "m",
        List.of("type", "fa", "syn", "spdcid", "dpdcid", "psn", "offset", "cack", "code"),
        "source",
        List.of("fa", "spdcid", "dpdcid", "job", "state", "start", "sent", "acked"),
        "target",
        List.of("pdcid", "fa", "spdcid", "cccid", "start", "got"),
        "context",
        List.of("fa", "class", "cccid"));
  }

  /** Of a PDC that is not there, a target has nothing to tell. */
  @Override
  public boolean isMissing(String variable, Step step, EventLog log) {
    return step.pdc() != 0;
  }

  @Override
  public Set<String> added() {
    return Set.of("Tick");
  }

  @Override
  public Optional<Omission> hardest() {
    return Optional.of(Omission.TARGETS);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    HeaderConstants told = new HeaderConstants(log, spec());
    told.truth("FirstAgain", false);
    for (String name : constants()) {
      if (!name.equals("FirstAgain") && !LogValue.fitsTlc(told.number(name, 0))) {
        throw BadLog.header("constants.PdcHandshake." + name + " is beyond TLC's 32 bits");
      }
    }
    Set<String> shared = new HashSet<>();
    List<LogEvent> events = log.of(spec());
    for (LogEvent event : events) {
      LogInstance of = event.instance().orElse(null);
      if (of == null || of.destination().isEmpty() || of.source().isEmpty()) {
        throw new BadLog(
            "event "
                + event.number()
                + " does not tell whose it is; give it of.role, of.source and of.destination");
      }
      Contexts.hasItsPdc(event, of);
      if (event.action().equals("Refuse")) {
        if (!event.isOfTarget()) {
          throw BadLog.of(event, "is of a source, but only targets refuse PDCs");
        }
        shared.add(of.destination());
      }
    }
    boolean isLeftOut = UnloggedTarget.isLeftOut(log);
    Map<String, Cut> cuts = new LinkedHashMap<>();
    for (LogEvent event : events) {
      LogInstance of = event.instance().orElseThrow();
      boolean all = shared.contains(of.destination());
      String key = (all ? "" : of.source()) + ">" + of.destination();
      cuts.computeIfAbsent(key, name -> new Cut(log, name, all, isLeftOut)).add(event);
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  /** The Start_PSN that an Open tells; 0 if it does not. */
  static long start(LogEvent open) {
    return open.variables().get("source") instanceof LogValue.Items records
            && records.items().size() == 1
            && records.items().get(0) instanceof LogValue.Fields record
            && record.fields().get("start") instanceof LogValue.Num start
        ? start.value()
        : 0;
  }

  /** One PDC of an initiator, from its Open to the next on the same SPDCID. */
  private static final class Life {
    private final long start;
    private final String trafficClass;
    private long packets = 1;
    private boolean isFinal;

    Life(long start, String trafficClass) {
      this.start = start;
      this.trafficClass = trafficClass;
    }

    /** The packets of its job so far, or with its Close in the end. */
    void carries(long count, boolean inTheEnd) {
      if (inTheEnd) {
        packets = Math.max(1, count);
        isFinal = true;
      } else if (!isFinal) {
        packets = Math.max(packets, count);
      }
    }
  }

  /** An initiator: its SPDCIDs in the order in which they are met, and what each served. */
  private static final class Source {
    private final Map<Long, Integer> names = new HashMap<>();
    private final List<List<Life>> lives = new ArrayList<>();

    int name(long spdcid) {
      if (spdcid == 0) {
        return 0;
      }
      return names.computeIfAbsent(
          spdcid,
          fresh -> {
            lives.add(new ArrayList<>());
            return lives.size();
          });
    }

    List<Life> lives(int name) {
      return name == 0 || name > lives.size() ? List.of() : lives.get(name - 1);
    }

    boolean isIdle() {
      return lives.stream().allMatch(List::isEmpty);
    }
  }

  /** The behaviour of one pair, or of one target, as it grows. */
  private static final class Cut {
    private final EventLog log;
    private final String key;
    private final boolean isWholeTarget;
    private final Map<String, Source> sources = new LinkedHashMap<>();
    private final Map<Long, Integer> targets = new HashMap<>();
    private final Names contexts = new Names();

    /** The context of each PDC of the target, as the log has both. */
    private final Map<Long, Integer> contextOf = new HashMap<>();

    private final List<LogEvent> events;

    /** Which of these the log does not tell. */
    private final BitSet implied = new BitSet();

    private final UnloggedTarget unlogged;
    private final Tally tally = new Tally();
    private long stride;
    private long modulus;

    Cut(EventLog log, String key, boolean isWholeTarget, boolean isTargetLeftOut) {
      this.log = log;
      this.events = Packed.events(log);
      this.key = key;
      this.isWholeTarget = isWholeTarget;
      this.unlogged = isTargetLeftOut ? new UnloggedPdcTarget() : null;
    }

    // -------------------------------------------------------------- what PDCs there are

    void add(LogEvent event) {
      if (sources.isEmpty()) { // a behaviour has an initiator, even if none of its events is judged
        source(event.instance().orElseThrow().source());
      }
      if (!tally.judges(event)) {
        return;
      }
      if (event.given().get("Work") instanceof LogValue.Num packets && !packets.fitsTlc()) {
        tally.stop(event, "Work holds a number beyond 32 bits");
        return;
      }
      if (event.action().equals("Open") && !event.variables().containsKey("source")) {
        tally.stop(event, "it does not tell source, and PSNs mean nothing without a Start_PSN");
        return;
      }
      if (unlogged != null) {
        for (LogEvent done : unlogged.before(event)) {
          implied.set(events.size());
          events.add(done);
        }
      }
      events.add(event);
      LogInstance of = event.instance().orElseThrow();
      Source source = source(of.source());
      if (of.role().equals(LogInstance.SOURCE)) {
        int name = source.name(of.pdc());
        List<Life> lives = source.lives(name);
        if (event.action().equals("Open")) {
          lives.add(new Life(start(event), Integer.toString(of.trafficClass())));
        } else if (!lives.isEmpty() && event.given().get("Work") instanceof LogValue.Num packets) {
          lives.get(lives.size() - 1).carries(packets.value(), event.action().equals("Close"));
        }
      }
    }

    private Source source(String fa) {
      return sources.computeIfAbsent(fa, fresh -> new Source());
    }

    private int target(long pdcid) {
      return pdcid == 0 ? 0 : targets.computeIfAbsent(pdcid, fresh -> targets.size() + 1);
    }

    // -------------------------------------------------------------- PSNs

    private void lay() {
      long packets = 1;
      long turns = 1;
      for (Source source : sources.values()) {
        for (List<Life> lives : source.lives) {
          turns = Math.max(turns, lives.size());
          for (Life life : lives) {
            packets = Math.max(packets, life.packets);
          }
        }
      }
      stride = packets + Math.max(0, constant("MpRange", 1_024)) + 2;
      modulus = stride * (turns + 2);
      if (modulus > Integer.MAX_VALUE) {
        modulus = stride;
        stride = 0;
      }
    }

    /** A PSN that no packet of any PDC has. */
    private long nowhere() {
      return modulus - 1;
    }

    private long startOf(int turn) {
      return turn * stride % modulus;
    }

    /** Which of the PDCs that there were until now has this Start_PSN; 0 if none. */
    private static int turnOf(List<Life> lives, long start) {
      for (int turn = lives.size(); turn > 0; turn--) {
        if (lives.get(turn - 1).start == start) {
          return turn;
        }
      }
      return 0;
    }

    /** Which of them a PSN belongs to: its packets, its Close, and one more. */
    private static int turnWith(List<Life> lives, long psn) {
      for (int turn = lives.size(); turn > 0; turn--) {
        Life life = lives.get(turn - 1);
        if (Math.floorMod(psn - life.start, PSN_MODULUS) <= life.packets + 1) {
          return turn;
        }
      }
      return 0;
    }

    private Value psn(List<Life> lives, int turn, long psn) {
      if (turn == 0) {
        return Value.ofExact(nowhere());
      }
      long place = Math.floorMod(psn - lives.get(turn - 1).start, PSN_MODULUS);
      return Value.ofExact(
          place > lives.get(turn - 1).packets + 1 ? nowhere() : (startOf(turn) + place) % modulus);
    }

    // -------------------------------------------------------------- events

    Behaviour behaviour() {
      lay();
      List<Step> steps = Packed.steps(log);
      long horizon = Math.max(constant("SynSafety", 0), constant("IdSafety", 0));
      Map<Source, int[]> opened = new HashMap<>();
      for (Source source : sources.values()) {
        opened.put(source, new int[source.lives.size() + 1]);
      }
      long atPs = events.isEmpty() ? 0 : events.get(0).atPs();
      long passed = horizon; // since a clock was last restarted: beyond the horizon none moves
      for (int k = 0; k < events.size(); k++) {
        LogEvent event = events.get(k);
        LogInstance of = event.instance().orElseThrow();
        boolean isSource = of.role().equals(LogInstance.SOURCE);
        if (isSource && event.action().equals("Open")) {
          Source source = source(of.source());
          opened.get(source)[source.name(of.pdc())]++;
        }
        try {
          Step step = step(event, of, isSource, opened);
          if (isSource && event.atPs() > atPs) {
            long time = Math.min(event.atPs() - atPs, horizon - passed);
            if (time > 0) {
              Value ps = Value.ofExact(time);
              steps.add(Step.implied(event, "Tick", Value.rec(Value.field("time", ps))));
              passed += time;
            }
            atPs = event.atPs();
          }
          if (isSource && restartsClock(event)) {
            passed = 0;
          }
          steps.add(implied.get(k) ? step.asImplied() : step);
        } catch (ArithmeticException wide) {
          tally.stop(event, wide.getMessage());
          break;
        }
      }
      return new Behaviour(key, constants(), steps, tally.judged(), tally.unjudged());
    }

    /** Whether the event may be a SYN that is sent, or the end of a PDC. */
    private static boolean restartsClock(LogEvent event) {
      return switch (event.action()) {
        case "Transmit", "Retransmit", "ReceiveAck", "ReceiveNack" -> {
          List<LogValue> told = items(event.variables().get("source"));
          boolean goesOn =
              told.size() == 1
                  && told.get(0) instanceof LogValue.Fields record
                  && !Step.text(record.fields(), "state").equals("CREATING");
          yield !goesOn;
        }
        default -> false;
      };
    }

    private Step step(LogEvent event, LogInstance of, boolean isSource, Map<Source, int[]> opened) {
      Source source = source(of.source());
      int pdc = isSource ? source.name(of.pdc()) : target(of.pdc());
      Map<String, Value> in = new TreeMap<>();
      for (Map.Entry<String, LogValue> argument : event.arguments().entrySet()) {
        String name = argument.getKey();
        if (name.equals("m") && argument.getValue() instanceof LogValue.Fields message) {
          in.put(name, message(message.fields(), opened));
        } else if (name.equals("p") && argument.getValue() instanceof LogValue.Num id) {
          in.put(name, Value.of(source.name(id.value())));
        } else if (name.equals("t") && argument.getValue() instanceof LogValue.Num id) {
          in.put(name, Value.of(target(id.value())));
        } else {
          in.put(name, Step.exact(name, argument.getValue()));
        }
      }
      Map<String, Value> st = new TreeMap<>();
      for (Map.Entry<String, LogValue> variable : event.variables().entrySet()) {
        String name = variable.getKey();
        st.put(
            name,
            switch (name) {
              case "source", "target" -> records(variable.getValue(), opened);
              case "context" -> contexts(variable.getValue(), event);
              case "resting" -> resting(variable.getValue(), source);
              default -> Step.exact(name, variable.getValue());
            });
      }
      if (!isSource && items(event.variables().get("target")).isEmpty()) {
        Integer left = contextOf.remove((long) of.pdc());
        if (left != null && items(event.variables().get("context")).isEmpty()) {
          contexts.give(left);
        }
      }
      Map<String, Value> given = new TreeMap<>();
      given.put("class", Value.of(Integer.toString(of.trafficClass())));
      event.given().forEach((name, value) -> given.put(name, Step.exact(name, value)));
      return Step.of(
          Names.in(event, 0, pdc),
          Step.fields(in),
          Step.fields(st),
          Step.fields(given),
          Step.record(event.message()));
    }

    /** The PDCs that an SPDCID has had when an event happens. */
    private List<Life> until(Source source, int name, Map<Source, int[]> opened) {
      int[] counts = opened.get(source);
      List<Life> lives = source.lives(name);
      int count = name > 0 && counts != null && name < counts.length ? counts[name] : 0;
      return lives.subList(0, Math.min(count, lives.size()));
    }

    /** A message, with names for ids, and with the job that its PSN belongs to. */
    private Value message(Map<String, LogValue> fields, Map<Source, int[]> opened) {
      String type = Step.text(fields, "type");
      boolean toTarget = type.equals("RUD_CC_REQ") || type.equals("CLOSE");
      Source source = source(Step.text(fields, "fa"));
      int name = source.name(Step.number(fields, toTarget ? "spdcid" : "dpdcid"));
      List<Life> lives = until(source, name, opened);
      String counted = fields.containsKey("cack") ? "cack" : "psn";
      long psn = Step.number(fields, counted);
      int turn =
          fields.containsKey("offset")
              ? turnOf(lives, Math.floorMod(psn - Step.number(fields, "offset"), PSN_MODULUS))
              : turnWith(lives, psn);
      Map<String, Value> told = new TreeMap<>();
      for (Map.Entry<String, LogValue> field : fields.entrySet()) {
        String of = field.getKey();
        long number = field.getValue() instanceof LogValue.Num n ? n.value() : 0;
        told.put(
            of,
            switch (of) {
              case "spdcid" -> Value.of(toTarget ? name : target(number));
              case "dpdcid" -> Value.of(toTarget ? target(number) : name);
              case "psn", "cack" -> psn(lives, turn, psn);
              default -> Step.exact(of, field.getValue());
            });
      }
      if (type.equals("RUD_CC_REQ")) {
        told.put("job", Value.of(Math.max(1, turn)));
      }
      return Step.fields(told);
    }

    /** The records of PDCs, of either end. */
    private Value records(LogValue told, Map<Source, int[]> opened) {
      List<Value> records = new ArrayList<>();
      for (LogValue item : items(told)) {
        records.add(
            item instanceof LogValue.Fields record
                ? pdc(record.fields(), opened)
                : Step.exact("source", item));
      }
      return Value.seq(records);
    }

    private Value pdc(Map<String, LogValue> fields, Map<Source, int[]> opened) {
      Source source = source(Step.text(fields, "fa"));
      int name = source.name(Step.number(fields, "spdcid"));
      List<Life> lives = until(source, name, opened);
      Map<String, Value> told = new TreeMap<>();
      for (Map.Entry<String, LogValue> field : fields.entrySet()) {
        String of = field.getKey();
        long number = field.getValue() instanceof LogValue.Num n ? n.value() : 0;
        told.put(
            of,
            switch (of) {
              case "spdcid" -> Value.of(name);
              case "dpdcid", "pdcid" -> Value.of(target(number));
              case "start" -> {
                int turn = turnOf(lives, number);
                yield Value.ofExact(turn == 0 ? nowhere() : startOf(turn));
              }
              case "got" -> Ranges.countedFrom(0, field.getValue());
              case "cccid" -> {
                contextOf.put(Step.number(fields, "pdcid"), Value.ofExact(number).value());
                yield Value.of(contexts.take(Value.ofExact(number).value()));
              }
              default -> Step.exact(of, field.getValue());
            });
      }
      return Step.fields(told);
    }

    private static List<LogValue> items(LogValue value) {
      return value instanceof LogValue.Items items ? items.items() : List.of();
    }

    private Value contexts(LogValue told, LogEvent event) {
      List<Value> records = new ArrayList<>();
      for (LogValue item : items(told)) {
        Map<String, Value> fields = new TreeMap<>();
        if (item instanceof LogValue.Fields record) {
          record
              .fields()
              .forEach(
                  (name, value) ->
                      fields.put(
                          name,
                          name.equals("cccid") && value instanceof LogValue.Num id
                              ? Value.of(contexts.take(Value.ofExact(id.value()).value()))
                              : Step.exact(name, value)));
        }
        records.add(Step.fields(fields));
      }
      return Value.seq(records);
    }

    private static Value resting(LogValue told, Source source) {
      List<Value> keys = new ArrayList<>();
      for (LogValue item : items(told)) {
        List<LogValue> pair = items(item);
        keys.add(
            pair.size() == 2 && pair.get(1) instanceof LogValue.Num id
                ? Value.seq(Step.exact("fa", pair.get(0)), Value.of(source.name(id.value())))
                : Step.exact("resting", item));
      }
      return Value.seq(keys);
    }

    // -------------------------------------------------------------- constants

    private long constant(String name, long otherwise) {
      return log.constant(Uet.HANDSHAKE.name(), name).orElse(null) instanceof LogValue.Num number
          ? number.value()
          : otherwise;
    }

    private Map<String, Value> constants() {
      boolean none = sources.values().stream().allMatch(Source::isIdle);
      List<Value> addresses = new ArrayList<>();
      List<Value.Field> work = new ArrayList<>();
      int pdcs = 1;
      for (Source source : sources.values()) {
        pdcs = Math.max(pdcs, source.lives.size());
      }
      for (Map.Entry<String, Source> source : sources.entrySet()) {
        addresses.add(Value.of(source.getKey()));
        List<Value> jobs = new ArrayList<>();
        for (int name = 1; name <= pdcs; name++) {
          List<Life> lives =
              none
                  ? List.of(new Life(0, "")) // no log tells of it, and so it is never opened
                  : source.getValue().lives(name);
          jobs.add(
              Value.seq(
                  lives.stream()
                      .<Value>map(
                          life ->
                              Value.rec(
                                  Value.field("class", Value.of(life.trafficClass)),
                                  Value.field("packets", Value.ofExact(life.packets))))
                      .toList()));
        }
        work.add(Value.field(source.getKey(), Value.seq(jobs)));
      }
      Map<String, Value> constants = new TreeMap<>();
      constants.put("Fa", Value.set(addresses));
      constants.put("Work", new Value.Rec(work));
      constants.put("SourcePdcs", Value.of(pdcs));
      int here = Math.max(1, targets.size());
      constants.put("TargetPdcs", Value.ofExact(pool("TargetPdcs", here)));
      int cccs = Math.max(contexts.most(), isWholeTarget ? 1 : classes());
      constants.put("TargetCccs", Value.ofExact(pool("TargetCccs", cccs)));
      constants.put("SynWindow", Value.ofExact(constant("SynWindow", Psn.WIRE_SYN_WINDOW)));
      constants.put("MpRange", Value.ofExact(constant("MpRange", 1_024)));
      constants.put("Modulus", Value.ofExact(modulus));
      constants.put("Stride", Value.ofExact(stride));
      constants.put("SynSafety", Value.ofExact(constant("SynSafety", 0)));
      constants.put("IdSafety", Value.ofExact(constant("IdSafety", 0)));
      LogValue firstAgain =
          log.constant(Uet.HANDSHAKE.name(), "FirstAgain").orElse(LogValue.of(false));
      constants.put("FirstAgain", Step.exact("FirstAgain", firstAgain));
      return constants;
    }

    /** Each pair and class has a context of its own, whether the log tells of it or not. */
    private int classes() {
      int all = 0;
      for (Source source : sources.values()) {
        Set<String> own = new HashSet<>();
        source.lives.forEach(lives -> lives.forEach(life -> own.add(life.trafficClass)));
        all += own.size();
      }
      return all;
    }

    private long pool(String name, long needed) {
      long told = constant(name, needed);
      if (told < 1) {
        return told; // an assumption says why that will not do
      }
      return isWholeTarget ? Math.max(told, needed) : needed;
    }
  }
}
