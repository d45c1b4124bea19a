package dev.sluice.conformance.oracle;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.trace.LogValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of telemetry that a sender of HPCC++ is given, beside those of its window.
 *
 * @param units the units of records, and the codes of Speed
 */
record TelemetryGiven(TelemetryUnits units) {
  /** Returns the parameters as {@code start} has them. */
  Map<String, LogValue> given(HpccParams params) {
    Map<String, LogValue> given = new LinkedHashMap<>();
    given.put("Term", LogValue.of(units.hasSojourn() ? "SOJOURN" : "LENGTH"));
    given.put("Speeds", RoleParameters.list(units.speedsMbps()));
    given.put("TimeUnit", LogValue.of(units.tickPs()));
    given.put("TxUnit", LogValue.of(units.txUnitBytes()));
    given.put("QueueUnit", LogValue.of(units.queueUnitBytes()));
    given.put("WaitUnit", LogValue.of(units.sojournUnitPs()));
    given.put("Silence", LogValue.of(links(params).longestPs()));
    return given;
  }

  /** Returns the parameters that {@code start} has. */
  static TelemetryGiven of(Map<String, LogValue> given) {
    return new TelemetryGiven(
        new TelemetryUnits(
            RoleParameters.number(given, "TimeUnit"),
            RoleParameters.number(given, "TxUnit"),
            RoleParameters.number(given, "QueueUnit"),
            RoleParameters.number(given, "WaitUnit"),
            RoleParameters.numbers(given, "Speeds")));
  }

  /** Returns the records of a sender that has received none. Its fabric has all speeds. */
  LinkRecords links(HpccParams params) {
    long fastestMbps = units.speedsMbps().stream().max(Long::compare).orElseThrow();
    return new LinkRecords(units, params.tPs(), params.one(), fastestMbps);
  }

  /** Returns the wire's 64 bits of a record that a message has. */
  long record(Map<String, LogValue> hop) {
    long mbps = RoleParameters.number(hop, "speed");
    int code = mbps == 0 ? units.speedsMbps().size() : units.code(mbps);
    return units.record(
        code,
        RoleParameters.number(hop, "ts") * units.tickPs(),
        RoleParameters.number(hop, "tx") * units.txUnitBytes(),
        RoleParameters.number(hop, "queue")
            * (units.hasSojourn() ? units.sojournUnitPs() : units.queueUnitBytes()));
  }

  /** Returns all records that a message has. */
  long[] records(List<LogValue> hops) {
    return hops.stream().mapToLong(hop -> record(((LogValue.Fields) hop).fields())).toArray();
  }
}
