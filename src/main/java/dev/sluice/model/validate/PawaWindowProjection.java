package dev.sluice.model.validate;

import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code PawaWindow} for each connection: the window of the queue pair that asks,
 * and the acknowledgments of the one that answers.
 *
 * <p>Each end fixes its constants with its first event. Before an event stands a step in which the
 * time passes that the log's times are apart, and one in which the network does its part. A
 * window's clock begins with the stable stage: how long before its first event, that event tells.
 */
public final class PawaWindowProjection implements Projection {
  private static final String COMES = "Comes";
  private static final String RECEIVE = "Receive";
  private static final String FLUSH = "Flush";
  private static final String RECEIVE_ACK = "ReceiveAck";
  private static final List<String> OF_WINDOW =
      List.of(
          "One",
          "Alpha",
          "Beta",
          "Gamma",
          "MaxCw",
          "StartCw",
          "StartInFlight",
          "Since",
          "Floor",
          "BaseRtt",
          "MaxRtt",
          "TimerRtt");

  /** What the first event of a window tells beside constants: how long ago the window began. */
  private static final String SINCE = "Since";

  private static final List<String> OF_RECEIVER = List.of("DelayUpTo", "CleanFirst");

  @Override
  public String spec() {
    return Ldcp.STABLE.name();
  }

  @Override
  public Set<String> network() {
    return Set.of("data", "acks", "sent", "acked", "marks", "told", "naks", "timeouts");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  private static boolean isOfReceiver(String action) {
    return action.equals(RECEIVE) || action.equals(FLUSH);
  }

  @Override
  public Set<String> fixes(String action) {
    return Set.copyOf(isOfReceiver(action) ? OF_RECEIVER : OF_WINDOW);
  }

  @Override
  public Set<String> reads(String action) {
    return action.equals(RECEIVE_ACK) ? Set.of("n", "ece") : Set.of();
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of("w", PawaWindow.FACE.shown().stream().map(Variable::name).toList());
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(Growing.TICK, "the log's times say it");
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

  // ---------------------------------------------------------------- one connection

  /** The behaviour of one connection, as it grows. */
  private static final class Cut extends Growing {
    private final boolean hasReceiver;
    private boolean hasWindow;
    private boolean hasReceived;
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
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of("nothing"));
      if (event.action().equals(RECEIVE)) {
        in.put("comes", Value.of("packet"));
      } else if (event.action().equals(RECEIVE_ACK)) {
        if (!(event.message().get("n") instanceof LogValue.Num n)
            || !(event.message().get("ece") instanceof LogValue.Truth ece)) {
          tally.stop(event, "it does not tell how many packets are acknowledged, and of marks");
          return;
        }
        in.put("comes", Value.of("ack"));
        in.put("n", Step.exact("n", n));
        in.put("ece", Step.exact("ece", ece));
        in.put("told", Value.of(hasReceiver));
      }
      pass(event);
      steps.add(Step.implied(event, COMES, Step.fields(in)));
      steps.add(Step.of(event));
    }

    /** The time since the event before. */
    private void pass(LogEvent event) {
      long passed = nowPs < 0 ? 0 : event.atPs() - nowPs;
      if (nowPs < 0 && !event.isOfTarget()) {
        passed = Step.number(event.given(), SINCE);
      } else if (!hasWindow) {
        return; // no clock runs yet
      }
      nowPs = event.atPs();
      passes(event, passed);
    }

    /** Takes what an end fixes; answers whether times can be counted. */
    private boolean fix(LogEvent event) throws BadLog {
      boolean isOfTarget = event.isOfTarget();
      List<String> names = isOfTarget ? OF_RECEIVER : OF_WINDOW;
      boolean isFirst = isOfTarget ? !hasReceived : !hasWindow;
      Given.hold(event, isFirst, names, "end", "an end");
      if (isFirst) {
        for (String name : names) {
          if (!name.equals(SINCE)) {
            constants.put(name, Step.exact(name, event.given().get(name)));
          }
        }
      }
      if (Step.number(event.given(), SINCE) < 0) {
        throw BadLog.of(event, "is of a window that begins later than it, as Since is below 0");
      }
      hasReceived |= isOfTarget;
      hasWindow |= !isOfTarget;
      if (!isOfTarget && isFirst && longestGap(event) > Growing.LONG_PS) {
        tally.stop(
            event, "a gap between two packets may be longer than " + Growing.LONG_PS + " ps");
        return false;
      }
      return true;
    }

    private static long longestGap(LogEvent event) {
      long gamma = Math.max(1, Step.number(event.given(), "Gamma"));
      return Step.number(event.given(), "MaxRtt") * Step.number(event.given(), "One") / gamma;
    }
  }
}
