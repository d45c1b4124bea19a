package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Transitions of FastStart: what the queue pairs of one NIC do in the first round trip of LDCP, up
 * to the stable stage. Their kernels tell of each; whose they are, and what they are configured
 * with, is added here.
 */
final class FastStartLog extends ConnectionLog {
  FastStartLog(Host host) {
    super(host, Ldcp.FIRST.name());
  }

  /** Tells of the fast start of a queue pair that asks, if somebody listens. */
  void follow(LdcpSender role, QueuePair of) {
    if (isHeard()) {
      role.first().tell(new Begins(asking(of), role.params().first()));
    }
  }

  /** Hears of the fast start of one queue pair. */
  private final class Begins extends Listening implements Listener<FastStart> {
    private final FastStart.Params params;

    Begins(LogInstance of, FastStart.Params params) {
      super(of);
      this.params = params;
    }

    @Override
    public void took(FastStart first, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      event.variable("s", Told.record(FastStart.FACE, first, nowPs()));
      if (isFirst()) {
        event
            .given("Iw", LogValue.of(params.iw()))
            .given("TailOf", LogValue.of(params.tailOf().name()))
            .given("RoundEnd", LogValue.of(params.roundEnd().name()))
            .given("BaseRtt", LogValue.of(params.baseRttPs()))
            .given("Rto", LogValue.of(params.rtoPs()));
      }
      if (!action.effects().isEmpty()) {
        event.message(packet(action, arguments));
      }
      event.end();
    }

    /** What leaves, or comes. */
    private static LogValue.Fields packet(Action action, Object... arguments) {
      LogValue.Fields told = message(action, arguments, action.effects());
      Map<String, LogValue> fields = new LinkedHashMap<>(told.fields());
      if (fields.containsKey("ecn")) {
        fields.put("ecn", LogValue.of(Ecn.word(Told.number("ecn", action, arguments))));
      }
      return new LogValue.Fields(fields);
    }
  }
}
