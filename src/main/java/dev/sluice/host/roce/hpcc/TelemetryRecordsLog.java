package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.LinkRecords;
import dev.sluice.cc.hpcc.TelemetryUnits;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Transitions of TelemetryRecords: what records of links come to an end that runs the algorithm of
 * HPCC++, what it keeps of them, and what they measure. The kernel tells of each; whose it is, and
 * in which units, is added here. Switches tell nothing.
 */
final class TelemetryRecordsLog extends ConnectionLog {
  /** What telemetry's coming is where the receiver runs the algorithm: its packet comes with it. */
  private static final String RECEIVE = "Receive";

  private final HpccEnds ends;

  TelemetryRecordsLog(Host host, HpccEnds ends) {
    super(host, Hpcc.RECORDS.name());
    this.ends = ends;
  }

  /** Tells of the records of a queue pair that asks, if it keeps any and somebody listens. */
  void follow(HpccSending role, QueuePair of) {
    if (isHeard() && role.links() != null) {
      role.links().tell(new Hears("s", LinkRecords.HEAR.name(), asking(of), role.params()));
    }
  }

  /** The same of a queue pair that answers. */
  void follow(HpccReceiving role, QueuePair of) {
    if (isHeard() && role.links() != null) {
      role.links().tell(new Hears("r", RECEIVE, answering(of), role.params()));
    }
  }

  /** What stands in a record. */
  private static Map<String, LogValue> fields(TelemetryUnits units, long record) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    fields.put("speed", LogValue.of(units.mbps(record)));
    fields.put("ts", LogValue.of(TelemetryUnits.timestamp(record)));
    fields.put("tx", LogValue.of(TelemetryUnits.txBytes(record)));
    fields.put("queue", LogValue.of(TelemetryUnits.queueLength(record)));
    return fields;
  }

  /** Hears of one end's records. */
  private final class Hears extends Listening implements Listener<LinkRecords> {
    private final String variable;
    private final String does;
    private final HpccParams params;

    /**
     * @param variable the end's
     * @param does the action's name at this end
     */
    Hears(String variable, String does, LogInstance of, HpccParams params) {
      super(of);
      this.variable = variable;
      this.does = does;
      this.params = params;
    }

    @Override
    public void took(LinkRecords links, Action action, Object... arguments) {
      EventSink event = begin(does, of);
      event.variable(variable, kept(links));
      if (isFirst()) {
        configured(event, links);
      }
      LogValue.Fields header = message(action, arguments, List.of("path", "nHop"));
      Map<String, LogValue> message = new LinkedHashMap<>(header.fields());
      if (does.equals(LinkRecords.HEAR.name())) {
        message.put("first", LogValue.of(Told.number("first", action, arguments) + 1));
      }
      message.put(
          "hops",
          new LogValue.Items(
              Told.numbers("hops", action, arguments).stream()
                  .<LogValue>map(record -> new LogValue.Fields(fields(ends.units(), record)))
                  .toList()));
      event.message(new LogValue.Fields(message)).end();
    }

    /** The end's record of the specification, which counts hops from 1. */
    private LogValue kept(LinkRecords links) {
      List<LogValue> kept = new ArrayList<>();
      for (int hop = 0; hop < links.nHop(); hop++) {
        Map<String, LogValue> fields = fields(ends.units(), links.record(hop));
        if (links.heardAtPs(hop) < 0) {
          fields.put("speed", LogValue.of(0));
        }
        fields.put("heardAt", LogValue.of(links.heardAtPs(hop)));
        kept.add(new LogValue.Fields(fields));
      }
      Map<String, LogValue> all = new LinkedHashMap<>();
      all.put("path", LogValue.of(links.path()));
      all.put("nHop", LogValue.of(links.nHop()));
      all.put("kept", new LogValue.Items(kept));
      all.put("u", LogValue.of(links.u()));
      all.put("tau", LogValue.of(links.tauPs()));
      all.put("fullest", LogValue.of(links.fullest() < 0 ? -1 : links.fullest() + 1));
      return new LogValue.Fields(all);
    }

    private void configured(EventSink event, LinkRecords links) {
      TelemetryUnits units = ends.units();
      event
          .given("Form", LogValue.of(ends.hears()))
          .given("Term", LogValue.of(units.hasSojourn() ? "SOJOURN" : "LENGTH"))
          .given("One", LogValue.of(params.one()))
          .given("T", LogValue.of(params.tPs()))
          .given("Fastest", LogValue.of(ends.fastestMbps()))
          .given(
              "Speeds",
              new LogValue.Items(
                  units.speedsMbps().stream()
                      .filter(speed -> speed > 0)
                      .map(LogValue::of)
                      .toList()))
          .given("TimeUnit", LogValue.of(units.tickPs()))
          .given("TxUnit", LogValue.of(units.txUnitBytes()))
          .given("QueueUnit", LogValue.of(units.queueUnitBytes()))
          .given("WaitUnit", LogValue.of(units.sojournUnitPs()))
          .given("Silence", LogValue.of(links.longestPs()));
    }
  }
}
