package dev.sluice.host.roce;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.Ldcp;
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
 *
 * <p>What each event tells is written down in {@code docs/eventlog.md}. Nothing is gathered while
 * nobody listens.
 */
final class FastStartLog {
  private static final String SPEC = Ldcp.FIRST.name();

  private final RoceNic nic;
  private EventSink sink;

  FastStartLog(RoceNic nic) {
    this.nic = nic;
  }

  /** Tells of all queue pairs that are made from now on; null for nobody. */
  void to(EventSink listener) {
    sink = listener;
  }

  /** Tells of the fast start of a queue pair that asks, if somebody listens. */
  void follow(LdcpSender role, int number, int peer, int peerQp) {
    if (sink != null) {
      String here = nic.host.name();
      LogInstance of =
          LogInstance.connection(LogInstance.SOURCE, here, number, nic.host.nameOf(peer), peerQp);
      role.first().tell(new Begins(of, role.params().first()));
    }
  }

  /** Hears of the fast start of one queue pair. */
  private final class Begins implements Listener<FastStart> {
    private final LogInstance of;
    private final FastStart.Params params;
    private boolean isConfigured;

    Begins(LogInstance of, FastStart.Params params) {
      this.of = of;
      this.params = params;
    }

    @Override
    public void took(FastStart first, Action action, Object... arguments) {
      long nowPs = nic.loop.nowPs();
      EventSink event = sink.event(nowPs, nic.host.name(), SPEC, action.name()).instance(of);
      event.variable("s", Told.record(FastStart.FACE, first, nowPs));
      if (!isConfigured) {
        isConfigured = true;
        event
            .given("Iw", LogValue.of(params.iw()))
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
      Map<String, LogValue> fields = new LinkedHashMap<>();
      for (String effect : action.effects()) {
        fields.put(
            effect,
            effect.equals("ecn")
                ? LogValue.of(Ecn.word(Told.number(effect, action, arguments)))
                : Told.effect(effect, action, arguments));
      }
      return new LogValue.Fields(fields);
    }
  }
}
