package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes the telemetry that a sender of HPCC++ receives as events of {@code TelemetryRecords}.
 *
 * <p>A dialogue tells records, and a log of {@code HpccWindow} their utilisation. The kernel
 * computes it here. TLC judges the result by the records, and then the window by the result.
 */
public final class TelemetryLog {
  /** Parameters that {@code HpccWindow} does not have. */
  public static final List<String> PARAMETERS =
      List.of("Term", "Speeds", "TimeUnit", "TxUnit", "QueueUnit", "WaitUnit", "Silence");

  /** Fields of an acknowledgment beside its telemetry. */
  public static final Set<String> ACKNOWLEDGMENT = Set.of("seq", "w", "n");

  /** Variables of the algorithm: those of the record {@code c}. */
  public static final Set<String> ALGORITHM =
      HpccWindow.FACE.shown().stream().map(Variable::name).collect(Collectors.toSet());

  private static final List<String> OF_WINDOWS = List.of("Form", "One", "T");
  private static final String HOPS = "hops";

  /** Ticks after which a timestamp begins again. */
  private static final long TURN = 1L << TelemetryUnits.TIME_BITS;

  private final Map<String, LogValue> given;
  private final TelemetryGiven telemetry;
  private final LinkRecords links;
  private boolean isOver;

  /** Makes the log of a sender with these parameters, which has heard of no link. */
  public TelemetryLog(Map<String, LogValue> given) {
    this.given = given;
    telemetry = TelemetryGiven.of(given);
    links = telemetry.links(RoleParameters.to(HpccParams.class, given));
  }

  /** Returns the constants that the first event fixes. */
  public Map<String, LogValue> given() {
    Map<String, LogValue> all = new TreeMap<>(given);
    all.keySet().removeIf(name -> !PARAMETERS.contains(name) && !OF_WINDOWS.contains(name));
    all.put("Fastest", LogValue.of(Collections.max(telemetry.units().speedsMbps())));
    return all;
  }

  /**
   * Returns whether the timestamps of a message go on with the times of its dialogue. A log counts
   * their turns by its own times, so that one which is off by half a turn is another time there.
   */
  private boolean isTimely(long nowPs, Map<String, LogValue> message) {
    boolean isOfPath =
        message.get(HOPS) instanceof LogValue.Items
            && RoleParameters.number(message, "path") == links.path()
            && RoleParameters.number(message, "nHop") == links.nHop();
    int hop = isOfPath ? (int) RoleParameters.number(message, "first") - 1 : 0;
    List<LogValue> hops = isOfPath ? ((LogValue.Items) message.get(HOPS)).items() : List.of();
    for (LogValue each : hops) {
      long before = links.heardAtPs(hop);
      if (before >= 0) {
        long kept = TelemetryUnits.timestamp(links.record(hop));
        long ahead = RoleParameters.number(((LogValue.Fields) each).fields(), "ts") - kept;
        long passed = (nowPs - before) / telemetry.units().tickPs();
        if (nearest(ahead, passed) != nearest(ahead, 0)) {
          return false;
        }
      }
      hop++;
    }
    return true;
  }

  /** Returns the ticks nearest to some others that a timestamp may mean. */
  private static long nearest(long ticks, long about) {
    return about - TURN / 2 + Math.floorMod(ticks - about + TURN / 2, TURN);
  }

  /**
   * Takes the telemetry of an acknowledgment, and returns the variables of its event; empty if it
   * has none, or if the log of records is over because of a timestamp that is not timely.
   *
   * @throws IllegalArgumentException if the telemetry fits no header
   */
  public Optional<Map<String, LogValue>> hear(long nowPs, Map<String, LogValue> message) {
    if (!(message.get(HOPS) instanceof LogValue.Items hops)) {
      return Optional.empty();
    }
    isOver |= !isTimely(nowPs, message);
    String refused =
        links.hear(
            nowPs,
            (int) RoleParameters.number(message, "path"),
            (int) RoleParameters.number(message, "nHop"),
            (int) RoleParameters.number(message, "first") - 1,
            telemetry.records(hops.items()));
    if (refused != null) {
      throw new IllegalArgumentException(refused);
    }
    return isOver ? Optional.empty() : Optional.of(shown());
  }

  private Map<String, LogValue> shown() {
    List<LogValue> hops = new ArrayList<>();
    for (int hop = 0; hop < links.nHop(); hop++) {
      long record = links.record(hop);
      long heardAtPs = links.heardAtPs(hop);
      Map<String, LogValue> fields = new LinkedHashMap<>();
      fields.put("speed", LogValue.of(heardAtPs < 0 ? 0 : telemetry.units().mbps(record)));
      fields.put("ts", LogValue.of(TelemetryUnits.timestamp(record)));
      fields.put("tx", LogValue.of(TelemetryUnits.txBytes(record)));
      fields.put("queue", LogValue.of(TelemetryUnits.queueLength(record)));
      fields.put("heardAt", LogValue.of(heardAtPs));
      hops.add(new LogValue.Fields(fields));
    }
    Map<String, LogValue> all = new LinkedHashMap<>();
    all.put("path", LogValue.of(links.path()));
    all.put("nHop", LogValue.of(links.nHop()));
    all.put("kept", new LogValue.Items(hops));
    all.put("u", u());
    all.put("tau", LogValue.of(links.tauPs()));
    all.put("fullest", LogValue.of(links.fullest() < 0 ? -1 : links.fullest() + 1));
    return all;
  }

  /** Returns the utilisation; a larger one than logs can have is the largest of these. */
  private LogValue u() {
    return LogValue.of(Math.min(links.u(), LogValue.LARGEST));
  }

  /** Returns the measurement of an acknowledgment; it keeps its count of flows if that counts. */
  public Map<String, LogValue> measured(Map<String, LogValue> message) {
    boolean hasTelemetry = message.containsKey(HOPS);
    if (hasTelemetry) {
      message.put("n", LogValue.of(links.counted(RoleParameters.number(message, "n"))));
    }
    return Map.of(
        "u",
        hasTelemetry ? u() : LogValue.of(HpccWindow.ABSENT),
        "tau",
        LogValue.of(hasTelemetry ? links.tauPs() : 0));
  }
}
