package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of those who make rates of records, and of switches that write them, some of them found in
 * public code, planted in the source of the kernels: each is found by the replay of one of the
 * models of TelemetryRecords.
 */
class PlantedInRecordsTest {
  private static final String RECORDS = "cc/hpcc/LinkRecords.java";
  private static final String CHOICE = "cc/hpcc/LinkChoice.java";
  private static final String UNITS = "cc/hpcc/TelemetryUnits.java";
  private static final String STAMP = "cc/hpcc/Stamp.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "the path's id is not looked at",
              "smoke_away",
              RECORDS,
              "if (path != this.path || nHop != this.nHop) {",
              "if (nHop != this.nHop) {"),
          fault(
              "the number of hops is not looked at",
              "smoke_long",
              RECORDS,
              "if (path != this.path || nHop != this.nHop) {",
              "if (path != this.path) {"),
          fault(
              "each packet begins anew",
              "trace",
              RECORDS,
              "if (path != this.path || nHop != this.nHop) {",
              "if (nHop >= 0) {"),
          fault(
              "records of the old path stay beside the new ones",
              "smoke_away",
              RECORDS,
              "      Arrays.fill(heardAtPs, NEVER);\n    }\n    long[] before",
              "    }\n    long[] before"),
          fault(
              "there is no clock",
              "smoke_wrap",
              RECORDS,
              "&& nowPs - heardAtPs[hop] <= longestPs",
              "&& longestPs > 0"),
          fault(
              "silence is counted without what feedback takes",
              "smoke_wrap",
              RECORDS,
              "longestPs = spanPs(units, fastestMbps) - lifePs;",
              "longestPs = spanPs(units, fastestMbps);"),
          fault(
              "another speed is the same link",
              "smoke_blind",
              RECORDS,
              "&& TelemetryUnits.speed(records[hop]) == TelemetryUnits.speed(now);",
              ";"),
          fault(
              "what is no later is stored",
              "smoke",
              RECORDS,
              "if (units.mbps(hops[i]) > 0 && (advances || !holds(nowPs, first + i, hops[i]))) {",
              "if (units.mbps(hops[i]) > 0) {"),
          fault(
              "a record is stored where there is none, and never again",
              "trace",
              RECORDS,
              "(advances || !holds(nowPs, first + i, hops[i]))",
              "!holds(nowPs, first + i, hops[i])"),
          fault(
              "a speed that is no code is stored",
              "smoke_lies",
              RECORDS,
              "if (units.mbps(hops[i]) > 0 && (advances",
              "if (first >= 0 && (advances"),
          fault(
              "the clock is not set where a record is replaced",
              "smoke",
              RECORDS,
              "        heardAtPs[first + i] = nowPs;",
              "        heardAtPs[first + i] = heardAtPs[first + i] == NEVER ? nowPs : heardAtPs[first + i];"),
          fault(
              "tau is that of the first link",
              "smoke_receiver",
              RECORDS,
              "TelemetryUnits.ticks(before[best], hops[best]) * units.tickPs();",
              "TelemetryUnits.ticks(before[0], hops[0]) * units.tickPs();"),
          fault(
              "a response is of the first hop",
              "smoke_response",
              RECORDS,
              "fullest = best < 0 ? -1 : first + best;",
              "fullest = best;"),
          fault(
              "the old rate stands where nothing is measured",
              "smoke",
              RECORDS,
              "u = best < 0 ? HpccWindow.ABSENT :",
              "u = best < 0 ? u :"),
          fault(
              "all is dropped where one link is told of",
              "smoke_response",
              RECORDS,
              "    int best = choice.fullest(before, hops);",
              "    int best = choice.fullest(before, hops);\n"
                  + "    if (hops.length < nHop) {\n      Arrays.fill(heardAtPs, NEVER);\n    }"),
          fault(
              "the most bytes in flight win",
              "smoke_draft",
              CHOICE,
              "long capacity = narrowCapacity(before[other], now[other]);",
              "long capacity = TelemetryUnits.ticks(before[other], now[other]);"),
          fault(
              "the longer of two queues counts",
              "smoke",
              CHOICE,
              "Math.min(units.queueBytes(before), units.queueBytes(now))",
              "Math.max(units.queueBytes(before), units.queueBytes(now))"),
          fault(
              "a time that packets wait does not grow with the speed",
              "smoke_sojourn",
              CHOICE,
              "return units.hasSojourn() ? units.mbps(now) : 1;",
              "return units.hasSojourn() ? units.mbps(now) / 2 : 1;"),
          fault(
              "what was overtaken is a whole turn ahead",
              "smoke",
              UNITS,
              "return ahead < TIME_MODULUS - ahead ? ahead : 0;",
              "return ahead;"),
          fault(
              "bytes go back to zero",
              "smoke_wrap",
              UNITS,
              "return (txBytes(now) - txBytes(before) & TX_MODULUS - 1) * txUnitBytes;",
              "return Math.max(0, txBytes(now) - txBytes(before)) * txUnitBytes;"),
          fault(
              "queues of this domain are not told",
              "smoke_scaled",
              UNITS,
              "        Math.multiplyExact(queueUnitBytes, factor),",
              "        queueUnitBytes,"),
          fault("ids are added up", "smoke_long", STAMP, "pathId ^ switchId", "pathId + switchId"),
          fault(
              "the first record is written over",
              "smoke_room",
              STAMP,
              "    if (nHop < room) {\n      sink.record(nHop, units",
              "    if (nHop < MOST_HOPS) {\n      sink.record(nHop % room, units"),
          fault(
              "the queue is not told",
              "trace",
              STAMP,
              "nowPs, sentBytes, waits));",
              "nowPs, sentBytes, 0));"));

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, "TelemetryRecords/" + model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
