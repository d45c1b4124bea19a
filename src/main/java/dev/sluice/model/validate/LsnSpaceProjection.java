package dev.sluice.model.validate;

import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code LsnSpace} for each connection: both ends, in both spaces.
 *
 * <p>The first event of the queue pair that asks fixes its constants. Before an event stands a step
 * in which the network does its part, and with it an end whose events the log leaves out.
 */
public final class LsnSpaceProjection implements Projection {
  private static final String COMES = "Comes";
  private static final String TRANSMIT = "Transmit";
  private static final String RECEIVE_ACK = "ReceiveAck";
  private static final String RECEIVE = "Receive";
  private static final String SPACE = "space";
  private static final String REQUEST = "REQUEST";
  private static final List<String> FIXED =
      List.of("Mtu", "Empty", "FirstRequest", "FirstResponse");

  /** Numbers from here on look to the log module like others. */
  private static final long LSNS = 1L << 30;

  @Override
  public String spec() {
    return Ldcp.SPACES.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Receive", "ReceiveAck");
  }

  @Override
  public Set<String> network() {
    return Set.of("buffer", "fresh", "done", "freed", "came", "net", "lost", "repeated", "early");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  @Override
  public Set<String> fixes(String action) {
    return Set.copyOf(FIXED);
  }

  @Override
  public Set<String> reads(String action) {
    return switch (action) {
      case TRANSMIT, RECEIVE -> Set.of("lsn", "bytes", "read");
      case RECEIVE_ACK -> Set.of("nak", "lsn");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of(
        "w", LsnWindow.FACE.shown().stream().map(Variable::name).toList(),
        "r", LsnReceiver.FACE.shown().stream().map(Variable::name).toList());
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "Flush",
        "who is busy acknowledges later by PawaWindow's receiver, and LSNs of all that has come",
        "Lose",
        OF_THE_NETWORK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasTargets = !UnloggedTarget.isLeftOut(log);
    return ConnectionEnds.behaviours(
        log.of(spec()), LsnSpaceProjection::isOfTarget, key -> new Cut(log, key, hasTargets));
  }

  /** Whether an event's action is one of the end that answers, in the space that it is about. */
  private static boolean isOfTarget(LogEvent event) {
    boolean isOfRequests = Step.text(event.arguments(), SPACE).equals(REQUEST);
    return switch (event.action()) {
      case TRANSMIT, RECEIVE_ACK -> !isOfRequests;
      case RECEIVE, "Flush" -> isOfRequests;
      default -> false;
    };
  }

  // ---------------------------------------------------------------- one connection

  /** The behaviour of one connection, as it grows. */
  private static final class Cut extends Growing {
    private final boolean hasTarget;

    Cut(EventLog log, String key, boolean hasTarget) {
      super(log, key, new TreeMap<>());
      this.hasTarget = hasTarget;
    }

    @Override
    protected void take(LogEvent event) throws BadLog {
      fix(event);
      Map<String, LogValue> message = event.message();
      boolean isOfRequests = Step.text(event.arguments(), SPACE).equals(REQUEST);
      boolean isPacket = event.action().equals(TRANSMIT) || event.action().equals(RECEIVE);
      boolean isAck = event.action().equals(RECEIVE_ACK);
      if (isPacket && (!has(message, "lsn") || !has(message, "bytes"))
          || isPacket && isOfRequests && !has(message, "read")) {
        tally.stop(event, "it does not tell the LSN of a packet, what it occupies, or asks for");
        return;
      }
      if (isAck && (!has(message, "lsn") || !(message.get("nak") instanceof LogValue.Truth))) {
        tally.stop(event, "it does not tell before which LSN all has come, and of a gap");
        return;
      }
      if (Step.number(message, "lsn") >= LSNS) {
        tally.stop(event, "an LSN is " + LSNS + " or more");
        return;
      }
      steps.add(Step.implied(event, COMES, Step.fields(coming(event, isOfRequests, isAck))));
      steps.add(Step.of(event));
    }

    private static boolean has(Map<String, LogValue> message, String name) {
      return message.get(name) instanceof LogValue.Num;
    }

    /** What the network, or an end that tells nothing, does before an event. */
    private Map<String, Value> coming(LogEvent event, boolean isOfRequests, boolean isAck)
        throws BadLog {
      Map<String, Value> in = new TreeMap<>();
      boolean comes = isAck || event.action().equals(RECEIVE);
      in.put("comes", Value.of(!comes ? "nothing" : isAck ? "ack" : "packet"));
      if (comes) {
        if (!event.arguments().containsKey(SPACE)) {
          throw BadLog.of(event, "does not tell which space its LSN is of; give it in." + SPACE);
        }
        in.put(SPACE, Step.exact(SPACE, event.arguments().get(SPACE)));
        in.put("told", Value.of(hasTarget));
        for (String name : isAck ? List.of("nak", "lsn") : List.of("lsn", "bytes")) {
          in.put(name, Step.exact(name, event.message().get(name)));
        }
        if (!isAck && isOfRequests) {
          in.put("read", Step.exact("read", event.message().get("read")));
        }
      }
      return in;
    }

    /** Takes what the first event of the queue pair that asks fixes, and no other event may. */
    private void fix(LogEvent event) throws BadLog {
      boolean isFirst = constants.isEmpty() && !event.isOfTarget();
      Given.hold(event, isFirst, FIXED, "connection", "a connection");
      if (isFirst) {
        for (String name : FIXED) {
          constants.put(name, Step.exact(name, event.given().get(name)));
        }
      }
    }
  }
}
