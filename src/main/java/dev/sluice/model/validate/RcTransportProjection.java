package dev.sluice.model.validate;

import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Roce;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One behaviour of {@code RcTransport} for each connection, which both its queue pairs name.
 *
 * <p>Each end fixes its constants with its first event, and a requester what it is asked for with
 * the next event after that. Before an event that takes a message, and before a timer that runs
 * out, stands a step that has it come, or nothing.
 */
public final class RcTransportProjection implements Projection {
  private static final long PSNS = 1L << 24;

  /** More packets of one message are not looked at as logs are merged. */
  private static final long MOST_AT_ONCE = 1 << 16;

  private static final String COMES = "Comes";
  private static final String TRANSMIT = "Transmit";
  private static final String RECEIVE = "Receive";
  private static final String RECEIVE_RESPONSE = "ReceiveResponse";
  private static final String TIMEOUT = "Timeout";
  private static final String REFUSED = "REFUSED";
  private static final String WORK = "Work";
  private static final List<String> OF_REQUESTER =
      List.of("FirstPsn", "Window", "AckEvery", "Depth", "Retries", "RnrRetries");
  private static final List<String> OF_RESPONDER = List.of("FirstPsn", "Receives", "Saved");

  /** Packets beyond those that are told to be sent whose requests are known, too. */
  private static final long SPARE = 4_096;

  @Override
  public String spec() {
    return Roce.TRANSPORT.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Receive", "ReceiveResponse");
  }

  @Override
  public void traffic(LogEvent event, Traffic traffic) {
    Map<String, LogValue> message = event.message();
    if (event.instance().isEmpty() || !(message.get("psn") instanceof LogValue.Num psn)) {
      return;
    }
    LogInstance of = event.instance().get();
    String pair =
        " " + of.source() + " " + of.sourceQp() + " " + of.destination() + " " + of.destinationQp();
    switch (event.action()) {
      case "Transmit" -> traffic.departs("request" + pair + psn, 1);
      case "Receive" -> {
        traffic.arrives("request" + pair + psn);
        if (message.get("answer") instanceof LogValue.Items answers) {
          answers.items().forEach(each -> answers(pair, message, (LogValue.Fields) each, traffic));
        }
      }
      case "ReceiveResponse" -> traffic.arrives("answer" + pair + message.get("kind") + psn);
      default -> {}
    }
  }

  /** Adds what a responder answers to a request packet: to a READ, packets of all its PSNs. */
  private static void answers(
      String pair, Map<String, LogValue> request, LogValue.Fields answer, Traffic traffic) {
    LogValue kind = answer.fields().get("kind");
    boolean isData = LogValue.of("DATA").equals(kind);
    if (answer.fields().get("psn") instanceof LogValue.Num psn) {
      long packets =
          isData && request.get("span") instanceof LogValue.Num span
              ? Math.min(span.value(), MOST_AT_ONCE)
              : 1;
      for (long each = 0; each < packets; each++) {
        LogValue its = LogValue.of((psn.value() + each) % PSNS);
        traffic.departs("answer" + pair + kind + its, 1);
      }
    }
  }

  @Override
  public Set<String> network() {
    return Set.of("data", "acks", "lost", "lostAcks", "repeated", "returned");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  @Override
  public Set<String> fixes(String action) {
    Set<String> names = new TreeSet<>();
    if (action.equals(RECEIVE) || action.equals("PostReceive")) {
      names.addAll(OF_RESPONDER);
    } else {
      names.addAll(OF_REQUESTER);
      names.add(WORK);
    }
    return names;
  }

  @Override
  public Set<String> reads(String action) {
    return switch (action) {
      case RECEIVE -> Set.of("psn", "ack");
      case RECEIVE_RESPONSE -> Set.of("kind", "psn", "msn");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        "told",
        List.of("DONE", "FAILED", "FLUSHED"),
        "answer",
        List.of("kind", "psn", "msn"),
        WORK,
        List.of("op", "packets"));
  }

  @Override
  public Map<String, String> untold() {
    return Map.of("Lose", OF_THE_NETWORK, "LoseResponse", OF_THE_NETWORK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasResponders = !UnloggedTarget.isLeftOut(log);
    Map<String, Cut> cuts = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      boolean answers = event.action().equals(RECEIVE) || event.action().equals("PostReceive");
      String flow = ConnectionEnds.flow(event, answers);
      cuts.computeIfAbsent(flow, key -> new Cut(log, key, hasResponders)).add(event);
    }
    List<Behaviour> all = new ArrayList<>();
    for (Cut cut : cuts.values()) {
      all.add(cut.behaviour());
    }
    return all;
  }

  // ---------------------------------------------------------------- one connection

  /** The behaviour of one connection, as it grows. */
  private static final class Cut {
    private final String key;
    private final boolean hasResponder;
    private final List<Step> steps;
    private final Tally tally = new Tally();
    private final Map<String, Value> constants = new TreeMap<>();
    private final List<Value> work = new ArrayList<>();
    private final List<Value> begins = new ArrayList<>();
    private final List<Long> refusedPsns = new ArrayList<>();
    private boolean hasRequester;
    private boolean hasAnswered;
    private long total;
    private long longest = 1;
    private long firstPsn;

    /** Behind the farthest packet that is told to be sent. */
    private long sent;

    Cut(EventLog log, String key, boolean hasResponder) {
      steps = Packed.steps(log);
      this.key = key;
      this.hasResponder = hasResponder;
    }

    void add(LogEvent event) throws BadLog {
      if (!tally.judges(event)) {
        return;
      }
      try {
        fix(event);
        take(event);
      } catch (ArithmeticException wide) {
        tally.stop(event, wide.getMessage());
      }
    }

    private void take(LogEvent event) throws BadLog {
      Map<String, LogValue> message = event.message();
      switch (event.action()) {
        case TRANSMIT -> {
          if (message.get("psn") instanceof LogValue.Num psn) {
            long span = Math.max(1, Step.number(message, "span"));
            sent = Math.max(sent, number(psn.value()) + span);
          } else {
            sent++;
          }
        }
        case RECEIVE -> {
          if (!(message.get("psn") instanceof LogValue.Num)
              || !(message.get("ack") instanceof LogValue.Truth)) {
            tally.stop(event, "it does not tell the packet that has come");
            return;
          }
          steps.add(comes(event, "request", "psn", "ack"));
          if (message.get("answer") instanceof LogValue.Items answers) {
            answers.items().forEach(this::answered);
          }
        }
        case RECEIVE_RESPONSE -> {
          if (!(message.get("psn") instanceof LogValue.Num psn)
              || !(message.get("kind") instanceof LogValue.Str kind)) {
            tally.stop(event, "it does not tell the response that has come");
            return;
          }
          steps.add(comes(event, "response", "kind", "psn", "msn"));
          if (kind.value().equals(REFUSED)) {
            refusedPsns.add(psn.value());
          }
        }
        case TIMEOUT -> steps.add(comes(event, "nothing"));
        default -> {}
      }
      Value given = Step.record(withoutWork(event.given()));
      steps.add(Step.of(event, shown(message), variables(event), given, Step.record(message)));
    }

    /** What a reader of the last steps wants to see of a message. */
    private static Value shown(Map<String, LogValue> message) {
      Map<String, Value> in = new TreeMap<>();
      for (String name : List.of("kind", "op", "psn")) {
        if (message.containsKey(name)) {
          in.put(name, Step.exact(name, message.get(name)));
        }
      }
      return Step.fields(in);
    }

    private void answered(LogValue answer) {
      if (answer instanceof LogValue.Fields fields
          && LogValue.of(REFUSED).equals(fields.fields().get("kind"))) {
        refusedPsns.add(Step.number(fields.fields(), "psn"));
      }
    }

    private static Map<String, LogValue> withoutWork(Map<String, LogValue> given) {
      Map<String, LogValue> others = new TreeMap<>(given);
      others.remove(WORK);
      return others;
    }

    /** The packet of a PSN: the one that is nearest to the last that was sent. */
    private long number(long psn) {
      long modulus = RequesterParams.MODULUS;
      long ahead = Math.floorMod(psn - firstPsn - sent, modulus);
      return sent + (2 * ahead < modulus ? ahead : ahead - modulus);
    }

    private Step comes(LogEvent event, String what, String... names) {
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of(what));
      for (String name : names) {
        LogValue told = event.message().get(name);
        if (told != null) {
          in.put(name, Step.exact(name, told));
        }
      }
      in.put("told", Value.of(hasResponder));
      in.put("all", Value.of(fails(event)));
      return Step.implied(event, COMES, Step.fields(in));
    }

    /** Whether it tells that the connection has failed, and requests with it. */
    private static boolean fails(LogEvent event) {
      return event.variables().get("told") instanceof LogValue.Fields told
          && (isAny(told.fields().get("FAILED")) || isAny(told.fields().get("FLUSHED")));
    }

    private static boolean isAny(LogValue value) {
      return value instanceof LogValue.Items items && !items.items().isEmpty();
    }

    // -------------------------------------------------------------- constants

    private void fix(LogEvent event) throws BadLog {
      boolean answers = event.isOfTarget();
      List<String> names = answers ? OF_RESPONDER : OF_REQUESTER;
      boolean isFirst = answers ? !hasAnswered : !hasRequester;
      String whose = "end of the connection";
      Given.hold(event, isFirst, names, whose, "a connection");
      for (String name : names) {
        LogValue told = event.given().get(name);
        if (isFirst && !(told instanceof LogValue.Num)) {
          throw Given.lacks(event, names, whose);
        }
        if (isFirst) {
          constants.putIfAbsent(name, Step.exact(name, told));
          firstPsn = name.equals("FirstPsn") ? Step.number(event.given(), name) : firstPsn;
        }
      }
      hasAnswered |= answers;
      hasRequester |= !answers;
      if (event.given().get(WORK) instanceof LogValue.Items requests) {
        for (LogValue request : requests.items()) {
          post(event, request);
        }
      } else if (event.given().containsKey(WORK)) {
        throw BadLog.of(event, "tells given.Work, which is no list of requests");
      }
    }

    private void post(LogEvent event, LogValue request) throws BadLog {
      if (!(request instanceof LogValue.Fields fields)
          || !(fields.fields().get("op") instanceof LogValue.Str op)
          || !(fields.fields().get("packets") instanceof LogValue.Num packets)) {
        throw BadLog.of(event, "has a request in given.Work that is no record of op and packets");
      }
      begins.add(number("Work", total));
      work.add(
          Value.rec(
              Value.field("op", Value.of(op.value())),
              Value.field("packets", Step.exact(WORK, packets))));
      total += Math.max(0, packets.value());
      longest = op.value().equals("READ") ? Math.max(longest, packets.value()) : longest;
    }

    private static Value number(String name, long value) {
      return Step.exact(name, LogValue.of(value));
    }

    /** The request of each packet that is told to be sent, and of some beyond. */
    private List<Value> places() {
      List<Value> places = new ArrayList<>();
      long known = Math.min(total, sent + SPARE);
      int request = 0;
      for (long packet = 0; packet < known; packet++) {
        while (request < begins.size() && begin(request) <= packet) {
          request++;
        }
        places.add(Value.of(request));
      }
      return places;
    }

    private long begin(int request) {
      return ((Value.Int) begins.get(request)).value();
    }

    private Value refused(List<Value> places) {
      Set<Value> requests = new TreeSet<>();
      for (long psn : refusedPsns) {
        long packet = number(psn);
        if (packet >= 0 && packet < places.size()) {
          requests.add(places.get((int) packet));
        }
      }
      return Value.set(List.copyOf(requests));
    }

    // -------------------------------------------------------------- variables

    private static Value variables(LogEvent event) {
      Map<String, Value> variables = new TreeMap<>();
      event
          .variables()
          .forEach(
              (name, value) ->
                  variables.put(
                      name, name.equals("told") ? standings(value) : Step.exact(name, value)));
      return Step.fields(variables);
    }

    /** How requests stand, as the log module has it. */
    private static Value standings(LogValue told) {
      Map<String, Value> standings = new TreeMap<>();
      if (told instanceof LogValue.Fields fields) {
        fields
            .fields()
            .forEach(
                (name, ranges) ->
                    standings.put(
                        name,
                        name.equals("DONE") ? Ranges.countedFrom(1, ranges) : Ranges.set(ranges)));
      }
      return Step.fields(standings);
    }

    Behaviour behaviour() throws BadLog {
      Map<String, Value> all = new TreeMap<>(constants);
      if (!hasRequester) {
        OF_REQUESTER.forEach(name -> all.putIfAbsent(name, Value.of(1)));
      }
      if (!hasAnswered) {
        all.put("Receives", Value.of(0));
        all.put("Saved", all.get("Depth"));
      }
      List<Value> places = places();
      List<Value> bounds = new ArrayList<>(begins);
      bounds.add(number(WORK, total));
      all.put(WORK, new Value.Seq(work));
      all.put("Begins", new Value.Seq(bounds));
      all.put("Places", new Value.Seq(places));
      all.put("LongestRead", number(WORK, longest));
      all.put("MaxAcks", number(WORK, longest));
      all.put("Refused", refused(places));
      return new Behaviour(key, all, steps, tally.judged(), tally.unjudged());
    }
  }
}
