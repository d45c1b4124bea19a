package dev.sluice.model.validate;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code HpccWindow} for each connection: the window of the queue pair that asks,
 * the acknowledgments of the one that answers, and the algorithm at either end. Where the two are
 * configured differently, as their links are of two speeds, each end is a behaviour of its own.
 *
 * <p>Each end fixes its constants with its first event. Before an event stands a step in which the
 * time passes that the log's times are apart, and one in which the network does its part.
 */
public final class HpccWindowProjection implements Projection {
  private static final String COMES = "Comes";
  private static final String RECEIVE = "Receive";
  private static final String COUNT = "Count";
  private static final String RECEIVE_ACK = "ReceiveAck";
  private static final String FORM = "Form";
  private static final String RECEIVER = "RECEIVER";
  private static final String BEGUN = "Begun";
  private static final List<String> OF_BOTH = List.of(FORM, "T", "Modulus");
  private static final List<String> OF_WINDOWS = List.of("WInit", "MinW", "Bounded", "Size");
  private static final String LEAVES_IF = "LeavesIf";
  private static final List<String> OF_ALGORITHM =
      List.of("One", "Eta", "MaxU", "MaxStage", "Reacts", "Wai");

  /** The longest time, and the largest window that is an integer: two of them fit TLC's. */
  private static final long LONG = Growing.LONG_PS;

  /** Constants that may be larger than that: all windows are numbers of {@code Wide} then. */
  private static final Set<String> LARGE = Set.of("WInit", "Wai");

  /** To which base numbers of {@code Wide} have their digits. */
  private static final int BITS_OF_DIGIT = 15;

  private final long largest;

  /** One that has windows judged as integers as far as two of them fit TLC's. */
  public HpccWindowProjection() {
    this(LONG);
  }

  /**
   * One that has fewer of them judged so, to hold the two ways to count windows against each other.
   *
   * @param largest window that is judged as an integer, at most 10⁹
   */
  public HpccWindowProjection(long largest) {
    this.largest = largest;
  }

  @Override
  public String spec() {
    return Hpcc.WINDOW.name();
  }

  @Override
  public Set<String> network() {
    return Set.of("data", "acks", "lost", "done", "told");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  @Override
  public Set<String> fixes(String action) {
    List<String> all = new ArrayList<>(OF_BOTH);
    all.addAll(OF_WINDOWS);
    all.addAll(OF_ALGORITHM);
    all.add(isOfTarget(action) ? BEGUN : LEAVES_IF);
    return Set.copyOf(all);
  }

  /** Returns whether an action is one of the end that receives. */
  private static boolean isOfTarget(String action) {
    return action.equals(RECEIVE) || action.equals(COUNT);
  }

  @Override
  public Set<String> reads(String action) {
    return switch (action) {
      case RECEIVE_ACK -> Set.of("seq", "w", "n");
      case RECEIVE -> Set.of("seq");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        "c", names(HpccWindow.FACE), "s", names(HpccSender.FACE), "r", names(HpccReceiver.FACE));
  }

  private static List<String> names(Face<?> face) {
    return face.shown().stream().map(Variable::name).toList();
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "LoseData",
        OF_THE_NETWORK,
        "LoseAck",
        OF_THE_NETWORK,
        Growing.TICK,
        "the log's times say it");
  }

  @Override
  public Set<String> added() {
    return Set.of(Growing.TICK);
  }

  /** Who runs the algorithm tells of it, and nobody else. */
  @Override
  public boolean isMissing(String variable, Step step, EventLog log) {
    boolean isReceiver = isOfTarget(step.action());
    return switch (variable) {
      case "s" -> !isReceiver;
      case "r" -> isReceiver;
      default -> false;
    };
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasReceivers = !UnloggedTarget.isLeftOut(log);
    Map<String, Ends> connections = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      String flow = ConnectionEnds.flow(event, isOfTarget(event.action()));
      connections.computeIfAbsent(flow, fresh -> new Ends()).fix(event);
    }
    Map<String, Cut> cuts = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      String flow = event.instance().orElseThrow().flow();
      Ends ends = connections.get(flow);
      boolean isAlike = ends.isAlike();
      String key = isAlike ? flow : flow + " " + event.instance().orElseThrow().role();
      Cut cut = cuts.get(key);
      if (cut == null) {
        Map<String, LogValue> given = ends.constants(event, isAlike);
        cut = new Cut(log, key, given, isLarge(given), isAlike, hasReceivers);
        cut.nowPs = isAlike || event.isOfTarget() ? ends.begunPs : -1;
        cuts.put(key, cut);
      }
      cut.add(event);
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  private boolean isLarge(Map<String, LogValue> given) {
    return LARGE.stream().anyMatch(name -> Step.number(given, name) > largest);
  }

  // ---------------------------------------------------------------- what the ends fix

  /** What the two ends of a connection are configured with. */
  private static final class Ends {
    private Map<String, LogValue> sender;
    private Map<String, LogValue> receiver;
    private long firstPs = -1;
    private long begunPs = -1;

    void fix(LogEvent event) throws BadLog {
      if (event.isOutside()) {
        return;
      }
      firstPs = firstPs < 0 ? event.atPs() : firstPs;
      boolean isReceiver = event.isOfTarget();
      Map<String, LogValue> given = new TreeMap<>(event.given());
      boolean isFirst = (isReceiver ? receiver : sender) == null;
      List<String> names = names(isReceiver, LogValue.of(RECEIVER).equals(given.get(FORM)));
      Given.hold(event, isFirst, isFirst ? names : given.keySet(), "end", "an end");
      if (!isFirst) {
        return;
      }
      if (isReceiver) {
        begunPs = Step.number(given, BEGUN);
        if (begunPs < 0 || begunPs > event.atPs()) {
          throw BadLog.of(event, "is at an end that begins at " + begunPs + " ps, later than it");
        }
        given.remove(BEGUN);
        receiver = given;
      } else {
        sender = given;
      }
    }

    private static List<String> names(boolean isReceiver, boolean runsAtReceiver) {
      List<String> names = new ArrayList<>(OF_BOTH);
      if (!isReceiver || runsAtReceiver) {
        names.addAll(OF_WINDOWS);
      }
      if (isReceiver == runsAtReceiver) {
        names.addAll(OF_ALGORITHM);
      }
      names.add(isReceiver ? BEGUN : LEAVES_IF);
      return names;
    }

    /** Whether what both fix is the same, and the receiver is there from the start. */
    boolean isAlike() {
      return sender == null
          || receiver == null
          || begunPs <= firstPs
              && sender.entrySet().stream()
                  .allMatch(
                      each ->
                          receiver
                              .getOrDefault(each.getKey(), each.getValue())
                              .equals(each.getValue()));
    }

    Map<String, LogValue> constants(LogEvent event, boolean isOfBoth) {
      Map<String, LogValue> all = new TreeMap<>();
      if (sender != null && (isOfBoth || !event.isOfTarget())) {
        all.putAll(sender);
      }
      if (receiver != null && (isOfBoth || event.isOfTarget())) {
        all.putAll(receiver);
      }
      return all;
    }
  }

  // ---------------------------------------------------------------- one connection

  /** The behaviour of one connection, or of an end of it, as it grows. */
  private static final class Cut extends Growing {
    private final boolean isWhole;
    private final boolean hasReceiver;
    private final boolean isLarge;
    private final String tooWide;
    private long nowPs = -1;

    Cut(
        EventLog log,
        String key,
        Map<String, LogValue> given,
        boolean isLarge,
        boolean isWhole,
        boolean hasReceiver) {
      super(log, key, new TreeMap<>());
      this.isLarge = isLarge;
      this.isWhole = isWhole;
      this.hasReceiver = hasReceiver;
      tooWide = constants(given);
    }

    /** Takes the constants; answers which of them does not fit, or null. */
    private String constants(Map<String, LogValue> given) {
      for (Map.Entry<String, LogValue> each : given.entrySet()) {
        String name = each.getKey();
        LogValue value = each.getValue();
        boolean isParts = Set.of("One", "Eta", "MaxU").contains(name);
        long most = isParts ? Integer.MAX_VALUE : LONG;
        if (isLarge && LARGE.contains(name)) {
          constants.put("Large" + name, Step.exact(name, window(value)));
          value = value instanceof LogValue.Num number ? within(number) : value;
        } else if (value instanceof LogValue.Num number && number.value() > most) {
          constants.clear();
          return "%s is %d, and TLC counts up to %d".formatted(name, number.value(), most);
        }
        constants.put(name, Step.exact(name, value));
      }
      constants.put("Large", Value.of(isLarge));
      if (isLarge) { // one that this end does not tell is used nowhere
        Value least = Step.exact("a window", window(LogValue.of(1)));
        LARGE.forEach(name -> constants.putIfAbsent("Large" + name, least));
      }
      long minW = Step.number(given, "MinW");
      long longest = minW < 1 ? 0 : Step.number(given, "Size") * Step.number(given, "T") / minW;
      return longest > LONG ? "a gap between two packets may be longer than " + LONG + " ps" : null;
    }

    @Override
    protected void take(LogEvent event) {
      if (tooWide != null) {
        tally.stop(event, tooWide);
        return;
      }
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of("nothing"));
      boolean isAck = event.action().equals(RECEIVE_ACK);
      if (isAck || event.action().equals(RECEIVE)) {
        if (!(event.message().get("seq") instanceof LogValue.Num number)) {
          tally.stop(event, "it does not tell the number of what has come");
          return;
        }
        in.put("comes", Value.of(isAck ? "ack" : "packet"));
        in.put("seq", Step.exact("seq", number));
        in.put("told", Value.of(isWhole && hasReceiver));
      }
      if (isAck) {
        if (!(event.message().get("w") instanceof LogValue.Num w)) {
          tally.stop(event, "it does not tell the window that the acknowledgment brings");
          return;
        }
        in.put("w", Step.exact("w", isLarge ? window(w) : within(w)));
        if (!(event.message().get("n") instanceof LogValue.Num n)) {
          tally.stop(event, "it does not tell the count of flows that the acknowledgment brings");
          return;
        }
        in.put("n", Step.exact("n", within(n)));
      }
      Map<String, LogValue> arguments = new TreeMap<>(event.arguments());
      arguments.replaceAll(
          (name, told) -> told instanceof LogValue.Num number ? within(number) : told);
      LogValue seq = event.message().get("seq");
      Step step =
          Step.of(
              event,
              Step.record(arguments),
              Step.record(isLarge ? windows(event.variables()) : event.variables()),
              Value.EMPTY_SEQ,
              seq == null ? Value.EMPTY_SEQ : Step.record(Map.of("seq", seq)));
      pass(event);
      steps.add(Step.implied(event, COMES, Step.fields(in)));
      steps.add(step);
    }

    /**
     * What is measured, over what time, and what window comes: beyond what TLC counts it is beyond
     * the largest U, longer than T, and outside of a window's bounds all the same.
     */
    private static LogValue within(LogValue.Num told) {
      return LogValue.of(Math.max(-LONG, Math.min(told.value(), Integer.MAX_VALUE)));
    }

    /** Variables with windows as numbers of {@code Wide}. */
    private static Map<String, LogValue> windows(Map<String, LogValue> told) {
      Map<String, LogValue> all = new LinkedHashMap<>(told);
      all.computeIfPresent("c", (name, value) -> with("wc", value));
      all.computeIfPresent("s", (name, value) -> with("w", value));
      return all;
    }

    private static LogValue with(String window, LogValue told) {
      if (!(told instanceof LogValue.Fields record)) {
        return told;
      }
      Map<String, LogValue> fields = new LinkedHashMap<>(record.fields());
      fields.computeIfPresent(window, (name, value) -> window(value));
      return new LogValue.Fields(fields);
    }

    /** A window as its digits, the lowest first; one below 0 is none, as a digit below 0. */
    private static LogValue window(LogValue told) {
      if (!(told instanceof LogValue.Num number)) {
        return told;
      }
      List<LogValue> digits = new ArrayList<>();
      for (long rest = number.value(); rest > 0; rest >>= BITS_OF_DIGIT) {
        digits.add(LogValue.of(rest & (1 << BITS_OF_DIGIT) - 1));
      }
      if (number.value() < 0) {
        digits.add(LogValue.of(number.value()));
      }
      return new LogValue.Items(digits);
    }

    /** The time since the event before. */
    private void pass(LogEvent event) {
      long passed = nowPs < 0 ? 0 : event.atPs() - nowPs;
      nowPs = event.atPs();
      passes(event, passed);
    }
  }
}
