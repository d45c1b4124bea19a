package dev.sluice.model.validate;

import dev.sluice.cc.pfc.Pfc;
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
import java.util.stream.IntStream;

/**
 * One behaviour of {@code PfcLossless} for each lossless class of each link: the port that sends,
 * and the buffer at the other end.
 *
 * <p>The buffer fixes the constants with its first event. Before an event stands a step in which
 * the time passes that the log's times are apart.
 */
public final class PfcLosslessProjection implements Projection {
  private static final String ELAPSE = "Elapse";
  private static final String BEGIN = "Begin";

  /** Actions of the port that sends. */
  private static final Set<String> OF_PORT = Set.of(BEGIN, "ReceivePause");

  /** Actions of the buffer that receives. */
  private static final Set<String> OF_BUFFER = Set.of("Admit", "Release", "SendPause", "Refresh");

  private static final String ADMIT = "Admit";
  private static final String RELEASE = "Release";
  private static final String SIZE = "size";
  private static final String THRESHOLD = "t";
  private static final List<String> FIXED =
      List.of(
          "PerByte",
          "Gap",
          "Headroom",
          "OwnFrame",
          "PauseFrame",
          "Cable",
          "Latency",
          "Response",
          "Pause",
          "RefreshAfter");

  /** The longest time that passes at once, and the largest threshold that is told apart. */
  private static final long LONG = 1_000_000_000;

  /** The longest pause that is judged, in picoseconds. */
  private static final long LONGEST = 2_000_000_000;

  @Override
  public String spec() {
    return Pfc.LOSSLESS.name();
  }

  @Override
  public Set<String> arrivals() {
    return Set.of("Admit", "ReceivePause");
  }

  @Override
  public Set<String> network() {
    return Set.of("busy", "waiting", "onLink", "pauses", "waited", "lost");
  }

  @Override
  public Set<String> constants() {
    return Set.of();
  }

  @Override
  public Set<String> fixes(String action) {
    return OF_PORT.contains(action) ? Set.of() : Set.copyOf(FIXED);
  }

  @Override
  public Set<String> added() {
    return Set.of(ELAPSE);
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(ELAPSE, "the log's times say it");
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    boolean hasBuffers = !UnloggedTarget.isLeftOut(log);
    Map<String, Lane> lanes = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      LogInstance of = event.instance().orElse(null);
      if (of == null || of.source().isEmpty() || of.destination().isEmpty()) {
        throw BadLog.of(
            event,
            "does not tell whose it is; give it of.role, of.source, of.destination and of.class");
      }
      Set<String> others = event.isOfTarget() ? OF_PORT : OF_BUFFER;
      if (others.contains(event.action()) && !event.isOutside()) {
        throw BadLog.of(event, "is of a " + of.role() + ", and no action of its end of a link");
      }
      lanes.computeIfAbsent(of.flow(), key -> new Lane(key, hasBuffers)).add(event);
    }
    List<Behaviour> all = new ArrayList<>();
    for (Lane lane : lanes.values()) {
      all.add(lane.behaviour(log));
    }
    return all;
  }

  /** All that happens to one class of one link. */
  private static final class Lane {
    private final String key;
    private final boolean hasBuffer;
    private final List<LogEvent> events = new ArrayList<>();
    private boolean isTooSlow;

    Lane(String key, boolean hasBuffer) {
      this.key = key;
      this.hasBuffer = hasBuffer;
    }

    void add(LogEvent event) {
      events.add(event);
    }

    Behaviour behaviour(EventLog log) throws BadLog {
      Map<String, Value> constants = new TreeMap<>();
      Set<Long> thresholds = new TreeSet<>();
      List<Long> bytes = new ArrayList<>();
      for (LogEvent event : events) {
        fix(event, constants);
        if (event.arguments().get(THRESHOLD) instanceof LogValue.Num t
            && LogValue.fitsTlc(Math.min(t.value(), LONG))) {
          thresholds.add(Math.min(t.value(), LONG));
        }
        if (event.arguments().get(SIZE) instanceof LogValue.Num size
            && size.fitsTlc() // an event with another one is not judged
            && !bytes.contains(size.value())) {
          bytes.add(size.value());
        }
      }
      if (!thresholds.isEmpty()) {
        constants.put("Thresholds", ends(new TreeSet<>(thresholds)));
      }
      if (!bytes.isEmpty()) {
        constants.put("Bytes", Value.seq(bytes.stream().map(Lane::value).toList()));
        constants.put(
            "Sizes",
            Value.set(IntStream.rangeClosed(1, bytes.size()).mapToObj(Value::of).toList()));
      }
      List<Step> steps = Packed.steps(log);
      Tally tally = new Tally();
      long nowPs = events.get(0).atPs();
      for (LogEvent event : events) {
        if (!tally.judges(event)) {
          continue;
        }
        if (!hasBuffer) {
          tally.stop(event, "it is held against its buffer, whose events are left out");
          continue;
        }
        if (isTooSlow) {
          tally.stop(
              event, "a pause of its link may be longer than 2 ms, up to which logs are judged");
          continue;
        }
        try {
          Map<String, Value> in = new TreeMap<>();
          for (Map.Entry<String, LogValue> each : event.arguments().entrySet()) {
            in.put(each.getKey(), argument(each.getKey(), each.getValue(), bytes));
          }
          long passed = event.atPs() - nowPs;
          if (passed > 0) {
            Value time = value(Math.min(passed, LONG));
            steps.add(Step.implied(event, ELAPSE, Value.rec(Value.field("time", time))));
          }
          nowPs = event.atPs();
          steps.add(
              Step.of(
                  event,
                  Step.fields(in),
                  Step.record(event.variables()),
                  Value.EMPTY_SEQ,
                  Step.record(event.message())));
        } catch (ArithmeticException wide) {
          tally.stop(event, wide.getMessage());
        }
      }
      return new Behaviour(key, constants, steps, tally.judged(), tally.unjudged());
    }

    /** A size by its place; a threshold that is beyond all frames by one that is, too. */
    private static Value argument(String name, LogValue told, List<Long> bytes) {
      if (name.equals(SIZE) && told instanceof LogValue.Num size && size.fitsTlc()) {
        return Value.of(bytes.indexOf(size.value()) + 1);
      }
      if (name.equals(THRESHOLD) && told instanceof LogValue.Num t) {
        return value(Math.min(t.value(), LONG));
      }
      return Step.exact(name, told);
    }

    private static Value value(long number) {
      return Value.of(Math.toIntExact(number));
    }

    private static Value ends(TreeSet<Long> thresholds) {
      return Value.set(List.of(value(thresholds.first()), value(thresholds.last())));
    }

    private void fix(LogEvent event, Map<String, Value> constants) throws BadLog {
      if (event.isOutside() || !event.isOfTarget()) {
        return;
      }
      boolean isFirst = constants.isEmpty() && !isTooSlow;
      Given.hold(event, isFirst, FIXED, "buffer", "a buffer");
      if (isFirst) {
        for (String name : FIXED) {
          if (!(event.given().get(name) instanceof LogValue.Num number)) {
            throw BadLog.of(event, "fixes %s to no number".formatted(name));
          }
          if (number.value() > LONGEST) {
            isTooSlow = true;
            constants.clear();
            return;
          }
          if (!number.fitsTlc()) {
            throw BadLog.of(event, "fixes %s to a number beyond 32 bits".formatted(name));
          }
          constants.put(name, Step.exact(name, number));
        }
      }
    }
  }
}
