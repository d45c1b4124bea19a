package dev.sluice.conformance;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.conformance.TranscriptLog.Line;
import dev.sluice.kernel.Variable;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.HashMap;
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
final class TelemetryLog {
  /** Parameters that {@code HpccWindow} does not have. */
  static final List<String> PARAMETERS =
      List.of("Term", "Speeds", "TimeUnit", "TxUnit", "QueueUnit", "WaitUnit", "Silence");

  /** Fields of an acknowledgment beside its telemetry. */
  static final Set<String> ACKNOWLEDGMENT = Set.of("seq", "w", "n");

  /** Variables of the algorithm: those of the record {@code c}. */
  static final Set<String> ALGORITHM =
      HpccWindow.FACE.shown().stream().map(Variable::name).collect(Collectors.toSet());

  private static final List<String> OF_WINDOWS = List.of("Form", "One", "T");
  private static final String HOPS = "hops";

  /** The largest number of a log. */
  private static final long MOST = (1L << 53) - 1;

  /** Ticks after which a timestamp begins again. */
  private static final long TURN = 1L << TelemetryUnits.TIME_BITS;

  private final Map<String, LogValue> given;
  private final TelemetryUnits units;
  private final LinkRecords links;
  private final long fastestMbps;
  private final Map<Long, LogValue> kept = new HashMap<>();
  private boolean isOver;

  TelemetryLog(Map<String, LogValue> given) {
    this.given = given;
    List<Long> speeds =
        ((LogValue.Items) given.get("Speeds"))
            .items().stream().map(each -> ((LogValue.Num) each).value()).toList();
    units =
        new TelemetryUnits(
            number(given, "TimeUnit"),
            number(given, "TxUnit"),
            number(given, "QueueUnit"),
            number(given, "WaitUnit"),
            speeds);
    fastestMbps = speeds.stream().max(Long::compare).orElseThrow();
    links = new LinkRecords(units, number(given, "T"), number(given, "One"), fastestMbps);
  }

  private static long number(Map<String, LogValue> of, String name) {
    return ((LogValue.Num) of.get(name)).value();
  }

  /** Returns the constants that the first event fixes. */
  Map<String, LogValue> given() {
    Map<String, LogValue> all = new TreeMap<>(given);
    all.keySet().removeIf(name -> !PARAMETERS.contains(name) && !OF_WINDOWS.contains(name));
    all.put("Fastest", LogValue.of(fastestMbps));
    return all;
  }

  /**
   * Returns whether the timestamps of a message go on with the times of its dialogue. A log counts
   * their turns by its own times, so that one which is off by half a turn is another time there.
   */
  private boolean isTimely(long nowPs, Map<String, LogValue> message) {
    boolean isOfPath =
        message.get(HOPS) instanceof LogValue.Items
            && number(message, "path") == links.path()
            && number(message, "nHop") == links.nHop();
    int hop = isOfPath ? (int) number(message, "first") - 1 : 0;
    List<LogValue> hops = isOfPath ? ((LogValue.Items) message.get(HOPS)).items() : List.of();
    for (LogValue each : hops) {
      long before = links.heardAtPs(hop);
      if (before >= 0) {
        long kept = TelemetryUnits.timestamp(links.record(hop));
        long ahead = number(((LogValue.Fields) each).fields(), "ts") - kept;
        long passed = (nowPs - before) / units.tickPs();
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
   * Takes the telemetry of an acknowledgment, and returns its event; empty if it has none, or if
   * the log of records is over because of a timestamp that is not timely.
   */
  Optional<Line> hear(long nowPs, Map<String, LogValue> message) {
    if (!(message.get(HOPS) instanceof LogValue.Items hops)) {
      return Optional.empty();
    }
    isOver |= !isTimely(nowPs, message);
    long[] records = new long[hops.items().size()];
    for (int at = 0; at < records.length; at++) {
      records[at] = record(((LogValue.Fields) hops.items().get(at)).fields());
      kept.put(records[at], hops.items().get(at));
    }
    String refused =
        links.hear(
            nowPs,
            Math.toIntExact(number(message, "path")),
            Math.toIntExact(number(message, "nHop")),
            Math.toIntExact(number(message, "first")) - 1,
            records);
    if (refused != null) {
      throw new IllegalArgumentException(refused);
    }
    Map<String, LogValue> telemetry = new LinkedHashMap<>(message);
    telemetry.keySet().removeAll(ACKNOWLEDGMENT);
    return isOver
        ? Optional.empty()
        : Optional.of(
            new Line(
                Hpcc.RECORDS.name(), nowPs, LinkRecords.HEAR.name(), Map.of(), telemetry, shown()));
  }

  private long record(Map<String, LogValue> hop) {
    long mbps = number(hop, "speed");
    boolean isLength = !units.hasSojourn();
    return units.record(
        mbps == 0 ? units.speedsMbps().size() : units.code(mbps),
        number(hop, "ts") * units.tickPs(),
        number(hop, "tx") * units.txUnitBytes(),
        number(hop, "queue") * (isLength ? units.queueUnitBytes() : units.sojournUnitPs()));
  }

  private Map<String, LogValue> shown() {
    List<LogValue> hops = new ArrayList<>();
    for (int hop = 0; hop < links.nHop(); hop++) {
      boolean isKept = links.heardAtPs(hop) >= 0;
      Map<String, LogValue> fields = new LinkedHashMap<>();
      if (isKept) {
        fields.putAll(((LogValue.Fields) kept.get(links.record(hop))).fields());
      } else {
        List.of("speed", "ts", "tx", "queue").forEach(name -> fields.put(name, LogValue.of(0)));
      }
      fields.put("heardAt", LogValue.of(links.heardAtPs(hop)));
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
    return LogValue.of(Math.min(links.u(), MOST));
  }

  /** Returns the measurement of an acknowledgment; it keeps its count of flows if that counts. */
  Map<String, LogValue> measured(Map<String, LogValue> message) {
    boolean hasTelemetry = message.containsKey(HOPS);
    if (hasTelemetry) {
      message.put("n", LogValue.of(links.counted(number(message, "n"))));
    }
    return Map.of(
        "u",
        hasTelemetry ? u() : LogValue.of(HpccWindow.ABSENT),
        "tau",
        LogValue.of(hasTelemetry ? links.tauPs() : 0));
  }
}
