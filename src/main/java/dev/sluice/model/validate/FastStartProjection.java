package dev.sluice.model.validate;

import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One behaviour of {@code FastStart} for each connection: the queue pair that asks, up to the
 * stable stage.
 *
 * <p>Its first event fixes its constants. Before an event stand steps in which the time passes that
 * the log's times are apart, and one in which application and network do their part.
 */
public final class FastStartProjection implements Projection {
  private static final String TICK = "Tick";
  private static final String COMES = "Comes";
  private static final String TRANSMIT = "Transmit";
  private static final String RECEIVE_ACK = "ReceiveAck";
  private static final List<String> FIXED = List.of("Iw", "TailOf", "RoundEnd", "BaseRtt", "Rto");

  /** The longest time that is counted, in picoseconds: TLC can still add a step of 47 us to it. */
  private static final long LONG = 2_100_000_000;

  @Override
  public String spec() {
    return Ldcp.FIRST.name();
  }

  @Override
  public Set<String> network() {
    return Set.of("posted", "expected", "nakked", "queue", "acks", "lost", "early");
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
      case TRANSMIT -> Set.of("last", "more");
      case RECEIVE_ACK -> Set.of("nak", "psn");
      default -> Set.of();
    };
  }

  @Override
  public Map<String, List<String>> records() {
    return Map.of("s", FastStart.FACE.shown().stream().map(Variable::name).toList());
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        "Post",
        "a packet that leaves was posted",
        "Deliver",
        "who answers logs RcTransport",
        "LoseAck",
        OF_THE_NETWORK,
        TICK,
        "the log's times say it");
  }

  @Override
  public Set<String> added() {
    return Set.of(TICK);
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    return ConnectionEnds.behaviours(log.of(spec()), event -> false, key -> new Cut(log, key));
  }

  // ---------------------------------------------------------------- one connection

  /** The behaviour of one connection, as it grows. */
  private static final class Cut extends Growing {
    private long mostPs;
    private long nowPs = -1;

    Cut(EventLog log, String key) {
      super(log, key, new TreeMap<>());
    }

    @Override
    protected void take(LogEvent event) throws BadLog {
      if (!fix(event)) {
        return;
      }
      Map<String, LogValue> message = event.message();
      Map<String, Value> in = new TreeMap<>();
      in.put("comes", Value.of("nothing"));
      if (event.action().equals(TRANSMIT)) {
        if (!(message.get("last") instanceof LogValue.Truth last)
            || !(message.get("more") instanceof LogValue.Truth more)) {
          tally.stop(
              event,
              "it does not tell whether the packet is the last of its message, and whether more is"
                  + " posted");
          return;
        }
        in.put("comes", Value.of("packet"));
        in.put("last", Step.exact("last", last));
        in.put("more", Step.exact("more", more));
      } else if (event.action().equals(RECEIVE_ACK)) {
        if (!(message.get("psn") instanceof LogValue.Num psn)
            || !(message.get("nak") instanceof LogValue.Truth nak)) {
          tally.stop(event, "it does not tell how many packets are acknowledged, and of a gap");
          return;
        }
        in.put("comes", Value.of("ack"));
        in.put("psn", Step.exact("psn", psn));
        in.put("nak", Step.exact("nak", nak));
      }
      Step told = Step.of(event);
      pass(event);
      steps.add(Step.implied(event, COMES, Step.fields(in)));
      steps.add(told);
    }

    /** The time since the event before, as far as it matters, in steps that TLC can add. */
    private void pass(LogEvent event) {
      long left = nowPs < 0 ? 0 : Math.min(event.atPs() - nowPs, mostPs);
      nowPs = event.atPs();
      while (left > 0) {
        long passes = Math.min(left, Integer.MAX_VALUE - mostPs);
        Value time = Value.of((int) passes);
        steps.add(Step.implied(event, TICK, Step.fields(Map.of("time", time))));
        left -= passes;
      }
    }

    /** Takes what the first event fixes; answers whether times can be counted. */
    private boolean fix(LogEvent event) throws BadLog {
      boolean isFirst = constants.isEmpty();
      Given.hold(event, isFirst, FIXED, "fast start", "a fast start");
      if (isFirst) {
        mostPs = Math.max(Step.number(event.given(), "BaseRtt"), Step.number(event.given(), "Rto"));
        if (mostPs > LONG) {
          tally.stop(event, "a round trip or a timeout is longer than " + LONG + " ps");
          return false;
        }
        for (String name : FIXED) {
          constants.put(name, Step.exact(name, event.given().get(name)));
        }
      }
      return true;
    }
  }
}
