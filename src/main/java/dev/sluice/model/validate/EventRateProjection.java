package dev.sluice.model.validate;

import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code EventRate} for each direction of a connection: the rate of the queue pair
 * that sends its data, and what the one that takes them sends back.
 *
 * <p>Each end fixes its constants with its first event. Before an event stands a step in which the
 * time passes that the log's times are apart, and one in which the network does its part.
 */
public final class EventRateProjection implements Projection {
  private static final String COMES = "Comes";
  private static final String RECEIVE_RESPONSE = "ReceiveResponse";
  private static final String RECEIVE_CNP = "ReceiveCnp";
  private static final String OTHER_EVENT = "OtherEvent";
  private static final String RESPOND = "Respond";
  private static final String NOTIFY = "Notify";
  private static final String NUMBER = "number";
  private static final List<String> OF_SENDER =
      List.of(
          "One",
          "Alpha",
          "Beta",
          "MinWindow",
          "MaxWindow",
          "StartWindow",
          "BaseRtt",
          "ResponseTime",
          "RatePer",
          "Numbers");
  private static final List<String> OF_RECEIVER = List.of("Merge");

  /** What each action must tell of what has happened. */
  private static final Map<String, String> ARGUMENTS =
      Map.of(RECEIVE_RESPONSE, NUMBER, RESPOND, NUMBER, NOTIFY, "k", OTHER_EVENT, "event");

  @Override
  public String spec() {
    return Ldcp.EVENTS.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("ReceiveCnp", "ReceiveResponse", "Respond");
  }

  @Override
  public Set<String> network() {
    return Set.of("requests", "responses", "cnps", "faults", "marks", "cuts");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  private static boolean isOfReceiver(String action) {
    return action.equals(RESPOND) || action.equals(NOTIFY);
  }

  @Override
  public Set<String> fixes(String action) {
    return Set.copyOf(isOfReceiver(action) ? OF_RECEIVER : OF_SENDER);
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of("w", EventRate.FACE.shown().stream().map(Variable::name).toList());
  }

  @Override
  public Map<String, String> untold() {
    Map<String, String> untold = new TreeMap<>();
    for (String message : List.of("Request", "Response", "Cnp")) {
      untold.put("Lose" + message, OF_THE_NETWORK);
      untold.put("Repeat" + message, OF_THE_NETWORK);
    }
    untold.put(Growing.TICK, "the log's times say it");
    return untold;
  }

  @Override
  public Set<String> added() {
    return Set.of(Growing.TICK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasReceivers = !UnloggedTarget.isLeftOut(log);
    return ConnectionEnds.behaviours(
        log.of(spec()),
        event -> isOfReceiver(event.action()),
        key -> new Cut(log, key, hasReceivers));
  }

  // ---------------------------------------------------------------- one direction

  /** The behaviour of one direction of a connection, as it grows. */
  private static final class Cut extends Growing {
    private final boolean hasReceiver;
    private boolean hasSender;
    private boolean hasAnswered;
    private long nowPs = -1;

    Cut(EventLog log, String key, boolean hasReceiver) {
      super(log, key, new TreeMap<>());
      this.hasReceiver = hasReceiver;
    }

    @Override
    protected void take(LogEvent event) throws BadLog {
      if (!fix(event)) {
        return;
      }
      String action = event.action();
      String needs = ARGUMENTS.get(action);
      if (needs != null && !event.arguments().containsKey(needs)) {
        tally.stop(event, "it does not tell its " + needs);
        return;
      }
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of("nothing"));
      if (action.equals(RESPOND)) {
        comes(in, "request", event);
      } else if (action.equals(RECEIVE_RESPONSE)) {
        comes(in, "response", event);
        in.put("told", Value.of(hasReceiver));
      } else if (action.equals(RECEIVE_CNP)) {
        in.put("comes", Value.of("cnp"));
        in.put("told", Value.of(hasReceiver));
      }
      pass(event);
      steps.add(Step.implied(event, COMES, Step.fields(in)));
      steps.add(Step.of(event));
    }

    private static void comes(Map<String, Value> in, String what, LogEvent event) {
      in.put("comes", Value.of(what));
      in.put(NUMBER, Step.exact(NUMBER, event.arguments().get(NUMBER)));
    }

    /** The time since the event before. */
    private void pass(LogEvent event) {
      long passed = nowPs < 0 ? 0 : event.atPs() - nowPs;
      nowPs = event.atPs();
      passes(event, passed);
    }

    /** Takes what an end fixes; answers whether times can be counted. */
    private boolean fix(LogEvent event) throws BadLog {
      boolean isOfTarget = event.isOfTarget();
      List<String> names = isOfTarget ? OF_RECEIVER : OF_SENDER;
      boolean isFirst = isOfTarget ? !hasAnswered : !hasSender;
      Given.hold(event, isFirst, names, "end", "an end");
      if (isFirst) {
        for (String name : names) {
          constants.put(name, Step.exact(name, event.given().get(name)));
        }
      }
      hasAnswered |= isOfTarget;
      hasSender |= !isOfTarget;
      if (!isOfTarget && isFirst && Step.number(event.given(), "ResponseTime") > Growing.LONG_PS) {
        tally.stop(event, "a response may be waited for longer than " + Growing.LONG_PS + " ps");
        return false;
      }
      return true;
    }
  }
}
