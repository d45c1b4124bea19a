package dev.sluice.model.validate;

import dev.sluice.cc.hpcc.Hpcc;
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
 * One behaviour of {@code TelemetryRecords} for each end of a connection that keeps records: the
 * queue pair that asks, or the one that answers where that runs the algorithm.
 *
 * <p>It fixes its constants with its first event. Before an event stands a step in which the time
 * passes that the log's times are apart, and one in which the network brings what is taken.
 *
 * <p>A silence may last longer than 32 bits of picoseconds tell. So times are counted in grains:
 * the largest number of picoseconds that all times of the behaviour are whole multiples of, one
 * from another, so that nothing is rounded.
 */
public final class TelemetryRecordsProjection implements Projection {
  private static final String SEND = "Send";
  private static final String EMIT = "Emit";
  private static final String HEAR = "Hear";
  private static final String RECEIVE = "Receive";
  private static final String TICK = "Tick";
  private static final String COMES = "Comes";
  private static final String T = "T";
  private static final String TIME_UNIT = "TimeUnit";
  private static final String FASTEST = "Fastest";
  private static final String SPEEDS = "Speeds";
  private static final String SILENCE = "Silence";
  private static final String HEARD_AT = "heardAt";
  private static final String KEPT = "kept";
  private static final String TAU = "tau";
  private static final String U = "u";
  private static final List<String> FIXED =
      List.of(
          "Form",
          "Term",
          "One",
          T,
          FASTEST,
          SPEEDS,
          TIME_UNIT,
          "TxUnit",
          "QueueUnit",
          "WaitUnit",
          SILENCE);
  private static final List<String> HOP = List.of("speed", "ts", "tx", "queue");

  /** Longer ones are all alike, and one more than it still fits TLC's integers. */
  private static final long LONG = Integer.MAX_VALUE - 1;

  @Override
  public String spec() {
    return Hpcc.RECORDS.name();
  }

  @Override
  public Set<String> network() {
    return Set.of(
        "now", "links", "path", "probe", "next", "net", "told", "changes", "truth", "last");
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
    return Set.copyOf(told(action));
  }

  /**
   * What a message tells: one that comes back to the sender, also of which hop its first record is.
   */
  private static List<String> told(String action) {
    return action.equals(HEAR)
        ? List.of("path", "nHop", "first", "hops")
        : List.of("path", "nHop", "hops");
  }

  @Override
  public Map<String, List<String>> records() {
    List<String> end = List.of("path", "nHop", KEPT, U, TAU, "fullest");
    List<String> kept = new ArrayList<>(HOP);
    kept.add(HEARD_AT);
    return Map.of("s", end, "r", end, KEPT, kept, "hops", HOP);
  }

  @Override
  public Set<String> added() {
    return Set.of(TICK);
  }

  @Override
  public Map<String, String> untold() {
    return Map.of(
        SEND,
        "nothing comes of it but what the packet gathers",
        EMIT,
        "switches log nothing",
        "Lose",
        OF_THE_NETWORK,
        "Forge",
        OF_THE_NETWORK,
        "Reroute",
        OF_THE_NETWORK,
        TICK,
        "the log's times say it");
  }

  @Override
  public List<Behaviour> behaviours(EventLog log) throws BadLog {
    UnloggedTarget.isLeftOut(log); // refuses a target's events that the header leaves out
    Map<String, Cut> cuts = new LinkedHashMap<>();
    for (LogEvent event : log.of(spec())) {
      String flow = ConnectionEnds.flow(event, event.action().equals(RECEIVE));
      String key = flow + " " + event.instance().orElseThrow().role();
      Cut cut = cuts.get(key);
      if (cut == null) {
        cut = new Cut(log, key);
        cuts.put(key, cut);
      }
      cut.look(event);
    }
    for (LogEvent event : log.of(spec())) {
      cuts.get(event.instance().orElseThrow().flow() + " " + event.instance().get().role())
          .add(event);
    }
    return cuts.values().stream().map(Cut::behaviour).toList();
  }

  // ---------------------------------------------------------------- one end

  /** The behaviour of one end, as it grows; first it is looked through for its grain. */
  private static final class Cut extends Growing {
    private long grainPs;
    private long firstPs = -1;
    private long nowPs = -1;
    private long silencePs;
    private long tickPs;

    Cut(EventLog log, String key) {
      super(log, key, new TreeMap<>());
    }

    /** Takes the constants of the first event, and times of all. */
    void look(LogEvent event) throws BadLog {
      if (event.isOutside()) {
        return;
      }
      Map<String, LogValue> given = event.given();
      boolean isFirst = firstPs < 0;
      Given.hold(event, isFirst, isFirst ? FIXED : given.keySet(), "end", "an end");
      if (isFirst) {
        firstPs = event.atPs();
        fix(event, given);
      }
      grainPs = divisor(grainPs, event.atPs() - firstPs);
      for (LogValue hop : kept(event)) {
        if (hop instanceof LogValue.Fields fields
            && fields.fields().get(HEARD_AT) instanceof LogValue.Num at
            && at.value() >= 0) {
          grainPs = divisor(grainPs, event.atPs() - at.value());
        }
      }
    }

    private static long divisor(long one, long other) {
      return other == 0 ? Math.abs(one) : divisor(other, one % other);
    }

    private static List<LogValue> kept(LogEvent event) {
      LogValue told = event.variables().get(event.isOfTarget() ? "r" : "s");
      return told instanceof LogValue.Fields end
              && end.fields().get(KEPT) instanceof LogValue.Items hops
          ? hops.items()
          : List.of();
    }

    private void fix(LogEvent event, Map<String, LogValue> given) throws BadLog {
      tickPs = Step.number(given, TIME_UNIT);
      silencePs = Step.number(given, SILENCE);
      if (tickPs < 1
          || silencePs < 0
          || !(given.get(SPEEDS) instanceof LogValue.Items speeds)
          || speeds.items().isEmpty()
          || !speeds.items().stream().allMatch(LogValue.Num.class::isInstance)) {
        throw BadLog.of(
            event,
            "fixes what cannot be: TimeUnit is at least 1, Silence at least 0, and Speeds a list of"
                + " numbers");
      }
      Map<String, LogValue> all = new TreeMap<>(given);
      all.put(T, LogValue.of(Step.number(given, T) / tickPs));
      long fastest =
          speeds.items().stream()
              .mapToLong(speed -> ((LogValue.Num) speed).value())
              .max()
              .orElseThrow();
      all.put("FastestLink", given.get(FASTEST));
      all.put(FASTEST, LogValue.of(Math.max(fastest, Step.number(given, FASTEST))));
      all.remove(SILENCE);
      List<LogValue> starts = new ArrayList<>();
      List<LogValue> ids = new ArrayList<>();
      for (int link = 0; link < speeds.items().size(); link++) {
        starts.add(new LogValue.Items(List.of(LogValue.of(0), LogValue.of(0), LogValue.of(0))));
        ids.add(LogValue.of(1));
      }
      all.put("Starts", new LogValue.Items(starts));
      all.put("Ids", new LogValue.Items(ids));
      try {
        all.forEach((name, value) -> constants.put(name, Step.exact(name, value)));
      } catch (ArithmeticException wide) {
        throw BadLog.of(event, "fixes a constant beyond what is judged: " + wide.getMessage());
      }
    }

    /** How many grains a time is; all beyond Silence are one more than it. */
    private long grains(long ps) {
      return Math.min(ps / grainPs, silence() + 1);
    }

    private long silence() {
      return Math.min(silencePs / grainPs, LONG);
    }

    @Override
    protected void take(LogEvent event) {
      if (nowPs < 0) {
        grainPs = Math.max(1, grainPs);
        constants.put("Grain", Value.ofExact(Math.min(grainPs, LONG)));
        constants.put(SILENCE, Value.ofExact(silence()));
        nowPs = event.atPs();
      }
      for (String name : told(event.action())) {
        if (event.message().get(name) == null) {
          tally.stop(event, "it does not tell the " + name + " of the telemetry that has come");
          return;
        }
      }
      long passed = event.atPs() - nowPs;
      if (silencePs / grainPs > LONG && passed / grainPs > LONG) {
        tally.stop(event, "nothing came for longer than TLC counts in its picoseconds");
        return;
      }
      Value message = Step.record(event.message());
      Map<String, Value> told = new TreeMap<>();
      event.variables().forEach((name, value) -> told.put(name, end(event, name, value)));
      nowPs = event.atPs();
      if (passed > 0) {
        Value time = Value.ofExact(grains(passed));
        steps.add(Step.implied(event, TICK, Step.fields(Map.of("time", time))));
      }
      Value isBack = Value.of(event.action().equals(HEAR));
      steps.add(Step.implied(event, COMES, Step.fields(Map.of("m", message, "back", isBack))));
      steps.add(
          Step.of(event, Value.EMPTY_SEQ, Step.fields(told), Value.EMPTY_SEQ, Value.EMPTY_SEQ));
    }

    /** What an end holds, with times as they are counted. */
    private Value end(LogEvent event, String name, LogValue told) {
      if (!(told instanceof LogValue.Fields end)) {
        return Step.exact(name, told);
      }
      Map<String, Value> fields = new TreeMap<>();
      for (Map.Entry<String, LogValue> each : end.fields().entrySet()) {
        String field = each.getKey();
        if (field.equals(KEPT) && each.getValue() instanceof LogValue.Items hops) {
          fields.put(field, Value.seq(hops.items().stream().map(hop -> hop(event, hop)).toList()));
        } else if (field.equals(TAU) && each.getValue() instanceof LogValue.Num ps) {
          fields.put(TAU, Value.ofExact(Math.floorDiv(ps.value(), tickPs)));
          fields.put("over", Value.ofExact(Math.min(Math.floorMod(ps.value(), tickPs), LONG)));
        } else if (field.equals(U) && each.getValue() instanceof LogValue.Num parts) {
          fields.put(U, Value.ofExact(Math.min(parts.value(), Integer.MAX_VALUE)));
        } else {
          fields.put(field, Step.exact(field, each.getValue()));
        }
      }
      return Step.fields(fields);
    }

    private Value hop(LogEvent event, LogValue told) {
      if (!(told instanceof LogValue.Fields hop)) {
        return Step.exact(KEPT, told);
      }
      Map<String, Value> fields = new TreeMap<>();
      hop.fields()
          .forEach(
              (field, value) -> {
                if (field.equals(HEARD_AT) && value instanceof LogValue.Num at) {
                  fields.put("age", Value.ofExact(age(event.atPs(), at.value())));
                } else {
                  fields.put(field, Step.exact(field, value));
                }
              });
      return Step.fields(fields);
    }

    /** How old a record is that came then, in grains; −1 of none, and less of what cannot be. */
    private long age(long nowPs, long atPs) {
      long none = Math.max(-2, atPs);
      return atPs < 0 ? none : nowPs < atPs ? -2 : grains(nowPs - atPs);
    }
  }
}
