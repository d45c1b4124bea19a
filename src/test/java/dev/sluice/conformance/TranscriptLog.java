package dev.sluice.conformance;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.conformance.oracle.TelemetryLog;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Transcript.Exchange;
import dev.sluice.model.validate.EventLog;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes the dialogue of a case as event logs, which TLC can judge.
 *
 * <p>Requests and departures are events, with the variables of the next reply. A variable that is
 * no clock is as the last event before the reply has left it. Timers of one instant, and packets of
 * that instant, may come in any order, so that one dialogue may have several logs. A dialogue
 * deviates if TLC rejects all of them.
 *
 * <p>Two roles have no such logs. {@code CreditConservation} needs the events of the receiver,
 * whose slices and turns decide the credit, and {@code PdcHandshake} those of the initiators.
 */
public final class TranscriptLog {
  /** The longest time that TLC counts, in picoseconds. */
  private static final long LONGEST_PS = 1_000_000_000;

  private static final String TOO_LONG = "its times or products do not fit TLC's integers";

  private static final String HOST = "host-0";
  private static final String OTHER = "host-1";

  private final Form form;
  private final Map<String, LogValue> given;
  private final Optional<TelemetryLog> telemetry;
  private List<Way> ways = new ArrayList<>();
  private boolean isOver;

  /** A role in the terms of its log. */
  private enum Form {
    /** The reaction point. No log tells anything of the port behind it. */
    REACTION(
        "rcm-rp",
        "RcmLoop",
        "rp",
        Set.of("sinceRise", "sinceDecay", "sinceCut", "sinceSent"),
        List.of("PerByte", "Selected", "Size"),
        Rcm.PROTOCOL.units(),
        List.of("target: the other end is not tested.", "st: variables of packets in between.")),

    /** The notification point, behind one packet of a sender that does not react. */
    NOTIFICATION(
        "rcm-np",
        "RcmLoop",
        "np",
        Set.of("sinceCnp"),
        List.of("Peer"),
        Rcm.PROTOCOL.units(),
        List.of("RcmLoop.rp: the other end is not tested.", "st: the same.")),

    /** The window of LDCP's stable stage. */
    WINDOW(
        "ldcp-pawa",
        "PawaWindow",
        "w",
        Set.of("sinceSent"),
        List.of(),
        Ldcp.PROTOCOL.units(),
        List.of("target: the other end is not tested.", "st: variables of packets in between.")),

    /** The sender of HPCC++, with the records of its links. */
    TELEMETRY(
        "hpcc-sender",
        "HpccWindow",
        "s",
        Set.of("sinceSent"),
        TelemetryLog.PARAMETERS,
        Hpcc.PROTOCOL.units(),
        List.of("target: the other end is not tested.", "st: variables of packets in between."));

    private final String role;
    private final String spec;
    private final String record;
    private final Set<String> clocks;
    private final List<String> ownParameters;
    private final Map<String, String> units;
    private final List<String> omits;

    /**
     * Describes a role.
     *
     * @param record the variable that has the role's variables as its fields
     * @param clocks those that grow with time
     * @param ownParameters parameters that are no constants of a log
     * @param omits the parts that the logs leave out
     */
    Form(
        String role,
        String spec,
        String record,
        Set<String> clocks,
        List<String> ownParameters,
        Map<String, String> units,
        List<String> omits) {
      this.role = role;
      this.spec = spec;
      this.record = record;
      this.clocks = clocks;
      this.ownParameters = ownParameters;
      this.units = units;
      this.omits = omits;
    }
  }

  /** An event of a log that is being written. */
  private record Line(
      String spec,
      long atPs,
      String action,
      Map<String, LogValue> arguments,
      Map<String, LogValue> message,
      Map<String, LogValue> variables) {
    Line copy() {
      return new Line(
          spec,
          atPs,
          action,
          arguments,
          new LinkedHashMap<>(message),
          new LinkedHashMap<>(variables));
    }
  }

  /** One order of all that has happened, and the state to which it leads. */
  private record Way(Device device, List<Line> lines) {
    /** Returns all that tells its state from others at a time. */
    Object key(long atPs) {
      return List.of(atPs, device.timerPs(), device.notBeforePs(atPs), device.shown(atPs));
    }

    Way copy() {
      return new Way(device.copy(), new ArrayList<>(lines.stream().map(Line::copy).toList()));
    }
  }

  private TranscriptLog(Form form, Map<String, LogValue> given, Device start) {
    this.form = form;
    this.given = given;
    this.telemetry =
        form == Form.TELEMETRY ? Optional.of(new TelemetryLog(given)) : Optional.empty();
    ways.add(new Way(start, new ArrayList<>()));
  }

  /** Returns the roles whose dialogues can be written as logs. */
  public static Set<String> roles() {
    Set<String> all = new TreeSet<>();
    for (Form each : Form.values()) {
      all.add(each.role);
    }
    return all;
  }

  private static Form form(String role) {
    for (Form each : Form.values()) {
      if (each.role.equals(role)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no logs of the role " + role);
  }

  /** Returns why no log can have these parameters; empty if one can. */
  public static String unjudged(Case of) {
    Map<String, LogValue> given = of.given();
    return switch (form(of.player().role().name())) {
      case REACTION -> {
        if (!given.get("PerByte").equals(LogValue.of(ReactionParams.PER_BYTE))) {
          yield "rates of logs are in Mb/s";
        }
        yield given.get("Selected").equals(LogValue.of(true))
            ? ""
            : "logs are of flows that the application has selected";
      }
      case NOTIFICATION -> number(given, "Interval") <= LONGEST_PS ? "" : TOO_LONG;
      case WINDOW -> {
        boolean fits =
            number(given, "MaxRtt") * number(given, "One") / number(given, "Gamma") <= LONGEST_PS
                && number(given, "MaxCw") < Integer.MAX_VALUE / number(given, "Alpha") / 2;
        yield fits ? "" : TOO_LONG;
      }
      case TELEMETRY -> {
        if (!given.get("Form").equals(LogValue.of("SENDER"))) {
          yield "no receiver sends the windows";
        }
        boolean fits =
            longestGapPs(given) <= LONGEST_PS && number(given, "MaxU") < Integer.MAX_VALUE;
        yield fits ? "" : TOO_LONG;
      }
    };
  }

  /** Returns the longest time between two packets of a sender of HPCC++, in picoseconds. */
  private static long longestGapPs(Map<String, LogValue> given) {
    return number(given, "Size") * number(given, "T") / number(given, "MinW");
  }

  private static long number(Map<String, LogValue> given, String name) {
    return ((LogValue.Num) given.get(name)).value();
  }

  /**
   * Writes a dialogue.
   *
   * @return one log for each order of its timers that the replies do not rule out
   */
  public static List<EventLog> of(Case of, List<Exchange> exchanges) {
    Form form = form(of.player().role().name());
    TranscriptLog log = new TranscriptLog(form, of.given(), of.player().start(of.given()));
    long nowPs = 0;
    for (Exchange each : exchanges.subList(1, exchanges.size())) {
      if (log.isOver || each.reply() == null) {
        break;
      }
      nowPs = Math.max(nowPs, each.request().untilPs());
      log.take(each.request(), each.reply(), nowPs);
    }
    return log.ways.stream().map(way -> log.written(way, of.given())).distinct().toList();
  }

  // ---------------------------------------------------------------- one request

  private void take(ShimRequest request, Reply reply, long nowPs) {
    if (!reply.isGood()) {
      return; // a refused action is no event
    }
    if (!request.advances()) {
      run(nowPs, true);
      for (Way way : ways) {
        way.device().event(nowPs, request.action(), request.arguments(), request.message());
        event(way, request);
      }
    }
    for (Departure each : reply.sends()) {
      if (!isOver) {
        leave(each);
      }
    }
    if (!isOver) {
      run(nowPs, true);
    }
    show(reply.state(), nowPs);
  }

  /** Adds the event of a request. */
  private void event(Way way, ShimRequest request) {
    Map<String, LogValue> message = new LinkedHashMap<>(request.message());
    Map<String, LogValue> arguments = request.arguments();
    if (form == Form.NOTIFICATION) {
      boolean isValid = arguments.get("valid").equals(LogValue.of(true));
      String ecn = ((LogValue.Str) message.get("ecn")).value();
      if (!isValid || !Set.of("ECT_0", "CE").contains(ecn)) {
        return; // logs tell nothing of such packets
      }
      message.put("cnp", new LogValue.Items(List.of()));
      arguments = Map.of();
    } else if (telemetry.isPresent() && !message.isEmpty()) {
      telemetry
          .get()
          .hear(request.untilPs(), message)
          .ifPresent(shown -> way.lines().add(heard(request, shown)));
      arguments = telemetry.get().measured(message);
      message.keySet().retainAll(TelemetryLog.ACKNOWLEDGMENT);
    }
    add(way.lines(), request.untilPs(), request.action(), arguments, message);
  }

  /** Returns the event that the telemetry of an acknowledgment is. */
  private static Line heard(ShimRequest request, Map<String, LogValue> shown) {
    Map<String, LogValue> message = new LinkedHashMap<>(request.message());
    message.keySet().removeAll(TelemetryLog.ACKNOWLEDGMENT);
    return new Line(
        Hpcc.RECORDS.name(), request.untilPs(), LinkRecords.HEAR.name(), Map.of(), message, shown);
  }

  private void add(
      List<Line> lines,
      long atPs,
      String action,
      Map<String, LogValue> arguments,
      Map<String, LogValue> message) {
    lines.add(new Line(form.spec, atPs, action, arguments, message, new LinkedHashMap<>()));
  }

  /** Has a packet leave in each way that lets it; in all of them if none does. */
  private void leave(Departure packet) {
    run(packet.atPs(), false);
    List<Way> left = new ArrayList<>();
    for (Way way : ways) {
      Way after = way.copy();
      if (after.device().leaves(packet).isEmpty()) {
        left.add(after);
      }
    }
    isOver = left.isEmpty();
    ways = isOver ? ways : left;
    ways.forEach(way -> departure(way.lines(), packet));
  }

  /** Adds a departure, or the answer to the event before. */
  private void departure(List<Line> lines, Departure packet) {
    Map<String, LogValue> message = new LinkedHashMap<>(packet.message());
    String action = packet.action();
    switch (form) {
      case NOTIFICATION -> {
        LogValue cnp = new LogValue.Items(List.of(new LogValue.Fields(message)));
        Line last = lines.isEmpty() ? null : lines.get(lines.size() - 1);
        boolean isAnswer =
            action.equals("Receive")
                && last != null
                && last.action().equals(action)
                && last.atPs() == packet.atPs()
                && last.message().get("cnp").equals(new LogValue.Items(List.of()));
        if (isAnswer) {
          last.message().put("cnp", cnp);
          return;
        }
        action = "CnpTimer";
        message = new LinkedHashMap<>(Map.of("cnp", cnp));
      }
      case WINDOW -> message.clear(); // the codepoint is none of the module's
      default -> {}
    }
    add(lines, packet.atPs(), action, Map.of(), message);
  }

  /**
   * Runs timers up to a time.
   *
   * @param all whether those of the last instant have run, too; otherwise any of them may have
   */
  private void run(long toPs, boolean all) {
    List<Way> done = new ArrayList<>();
    Deque<Way> open = new ArrayDeque<>(ways);
    Set<Object> seen = new HashSet<>();
    while (!open.isEmpty()) {
      Way way = open.poll();
      long timer = way.device().timerPs();
      if (timer > toPs || (timer == toPs && !all)) {
        done.add(way);
      }
      if (timer > toPs || !seen.add(way.key(timer))) {
        continue; // another order has led to the same state
      }
      for (Device.Step step : way.device().timers(timer)) {
        Way after = way.copy();
        step.take().accept(after.device());
        if (form != Form.NOTIFICATION) { // there the departure is the event
          add(after.lines(), timer, step.action(), Map.of(), Map.of());
        }
        open.add(after);
      }
    }
    ways = done;
  }

  /** Adds the variables of a reply to the last event, and leaves out ways that have others. */
  private void show(Map<String, LogValue> told, long nowPs) {
    Map<Object, Way> same = new LinkedHashMap<>();
    for (Way way : ways) {
      Map<String, LogValue> shown = way.device().shown(nowPs);
      if (told.entrySet().stream()
          .allMatch(each -> each.getValue().equals(shown.get(each.getKey())))) {
        same.putIfAbsent(way.key(nowPs), way);
      }
    }
    isOver |= same.isEmpty();
    ways = isOver ? ways : new ArrayList<>(same.values());
    for (Way way : ways) {
      if (!way.lines().isEmpty()) {
        Line last = way.lines().get(way.lines().size() - 1);
        told.forEach((name, value) -> put(last, name, value, nowPs, told));
      }
    }
  }

  /** Adds a variable to the last event before a reply; a clock with its value at that event. */
  private void put(Line last, String name, LogValue value, long nowPs, Map<String, LogValue> told) {
    boolean stands = LogValue.of(false).equals(told.get("limited"));
    long passedPs = nowPs - last.atPs();
    if (!form.clocks.contains(name) || stands || passedPs == 0) {
      last.variables().put(name, value);
    } else if (value instanceof LogValue.Num clock && clock.value() < mostPs(name, told)) {
      last.variables().put(name, LogValue.of(clock.value() - passedPs));
    }
  }

  /** Returns the time up to which a clock counts. */
  private long mostPs(String clock, Map<String, LogValue> told) {
    return switch (clock) {
      case "sinceRise" -> number(given, "RiseTime");
      case "sinceDecay" -> number(given, "DecayTime");
      case "sinceCut" -> number(given, "CutGap");
      case "sinceCnp" -> number(given, "Interval");
      default ->
          switch (form) {
            case WINDOW -> number(given, "MaxRtt") * number(given, "One") / number(given, "Gamma");
            case TELEMETRY -> longestGapPs(given);
            default ->
                Math.min(
                    LONGEST_PS,
                    number(told, "lastBytes")
                        * number(given, "PerByte")
                        / number(given, "MinRate"));
          };
    };
  }

  // ---------------------------------------------------------------- the log

  private EventLog written(Way way, Map<String, LogValue> given) {
    LogHeader header =
        new LogHeader("test", "1", "uet-1.0", 0, "", form.units, Map.of(), form.omits);
    List<LogEvent> events = new ArrayList<>();
    int qp = form == Form.NOTIFICATION ? (int) number(given, "Peer") : 1;
    if (form == Form.NOTIFICATION) {
      Line packet =
          new Line(
              form.spec,
              0,
              "Transmit",
              Map.of(),
              Map.of("bytes", LogValue.of(1_000), "ecn", LogValue.of("ECT_0")),
              Map.of());
      events.add(event(events.size() + 1, packet, false, qp, SENDER));
    }
    Set<String> begun = new HashSet<>();
    for (Line line : way.lines()) {
      Map<String, LogValue> fixed = new TreeMap<>();
      boolean isFirst = begun.add(line.spec());
      if (isFirst && !line.spec().equals(form.spec)) {
        fixed.putAll(telemetry.orElseThrow().given());
      } else if (isFirst) {
        fixed.putAll(given);
        fixed.keySet().removeAll(form.ownParameters);
        if (form == Form.REACTION) {
          fixed.put("Reacts", LogValue.of(true));
        } else if (form == Form.WINDOW) {
          fixed.put("Since", LogValue.of(line.atPs()));
        }
      }
      events.add(event(events.size() + 1, line, form == Form.NOTIFICATION, qp, fixed));
    }
    return new EventLog(header, events);
  }

  /** Returns the variable that has a variable of the role as its field. */
  private String record(Line line, String name) {
    boolean isOfAlgorithm =
        telemetry.isPresent()
            && line.spec().equals(form.spec)
            && TelemetryLog.ALGORITHM.contains(name);
    return isOfAlgorithm ? "c" : form.record;
  }

  private LogEvent event(
      long number, Line line, boolean isTarget, int qp, Map<String, LogValue> fixed) {
    LogInstance of =
        LogInstance.connection(
            isTarget ? LogInstance.TARGET : LogInstance.SOURCE, HOST, qp, OTHER, 1);
    Map<String, Map<String, LogValue>> records = new TreeMap<>();
    line.variables()
        .forEach(
            (name, value) ->
                records
                    .computeIfAbsent(record(line, name), fresh -> new TreeMap<>())
                    .put(name, value));
    Map<String, LogValue> variables = new TreeMap<>();
    records.forEach((record, fields) -> variables.put(record, new LogValue.Fields(fields)));
    return new LogEvent(
        number,
        line.atPs(),
        isTarget ? OTHER : HOST,
        line.spec(),
        line.action(),
        Optional.of(of),
        line.arguments(),
        variables,
        fixed,
        line.message(),
        false);
  }

  /** Constants of a sender that does not react. */
  private static final Map<String, LogValue> SENDER = sender();

  private static Map<String, LogValue> sender() {
    Map<String, LogValue> given = new TreeMap<>();
    for (String name : List.of("MinRate", "Scale", "Gain", "AlphaStart", "RiseTime", "StepAdd")) {
      given.put(name, LogValue.of(1));
    }
    for (String name : List.of("DecayTime", "CutGap", "RiseBytes", "FastSteps", "StepHyper")) {
      given.put(name, LogValue.of(0));
    }
    given.put("Line", LogValue.of(2));
    given.put("Reacts", LogValue.of(false));
    given.put("Both", LogValue.of(false));
    given.put("CountsFirst", LogValue.of(false));
    given.put("Clamp", LogValue.of("ALWAYS"));
    given.put("Rise", LogValue.of("DCQCN"));
    return given;
  }
}
