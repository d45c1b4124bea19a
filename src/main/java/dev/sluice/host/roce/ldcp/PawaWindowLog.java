package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.PawaParams;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.List;

/**
 * Transitions of PawaWindow: what the windows of one NIC do in LDCP's stable stage, and when its
 * queue pairs acknowledge. Their kernels tell of each; whose they are, and what they are configured
 * with, is added here.
 */
final class PawaWindowLog extends ConnectionLog {
  private final AckPolicy.Params acks;

  PawaWindowLog(Host host, AckPolicy.Params acks) {
    super(host, Ldcp.STABLE.name());
    this.acks = acks;
  }

  /** Tells of the window of a queue pair that asks, if somebody listens. */
  void follow(LdcpSender role, QueuePair of) {
    if (isHeard()) {
      role.tell(new Moves(asking(of)));
    }
  }

  /** Tells of the acknowledgments of a queue pair that answers, if somebody listens. */
  void follow(AckPolicy policy, QueuePair of) {
    if (isHeard()) {
      policy.tell(new Acknowledges(answering(of)));
    }
  }

  /** Hears of the window of one queue pair. */
  private final class Moves extends Listening implements LdcpSender.Heard {
    private PawaParams params;
    private long startCw;
    private long startInFlight;
    private long beganPs;

    Moves(LogInstance of) {
      super(of);
    }

    @Override
    public void begins(PawaParams with, PawaWindow window) {
      params = with;
      startCw = window.cw();
      startInFlight = window.inFlight();
      beganPs = nowPs();
    }

    @Override
    public void took(PawaWindow window, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      if (action == PawaWindow.RECEIVE_ACK) {
        Told.arguments(event, action, arguments);
      }
      event.variable("w", Told.record(PawaWindow.FACE, window, nowPs()));
      if (isFirst()) {
        event
            .given("One", LogValue.of(params.one()))
            .given("Alpha", LogValue.of(params.alpha()))
            .given("Beta", LogValue.of(params.beta()))
            .given("Gamma", LogValue.of(params.gamma()))
            .given("MaxCw", LogValue.of(params.maxCw()))
            .given("StartCw", LogValue.of(startCw))
            .given("StartInFlight", LogValue.of(startInFlight))
            .given("Since", LogValue.of(nowPs() - beganPs))
            .given("Floor", LogValue.of(params.floor()))
            .given("BaseRtt", LogValue.of(params.baseRttPs()))
            .given("MaxRtt", LogValue.of(params.maxRttPs()))
            .given("TimerRtt", LogValue.of(params.timerRtt().name()));
      }
      if (action == PawaWindow.RECEIVE_ACK) {
        event.message(message(action, arguments, List.of("n", "ece")));
      }
      event.end();
    }
  }

  /** Hears of one receiver. */
  private final class Acknowledges extends Listening implements Listener<AckPolicy> {

    Acknowledges(LogInstance of) {
      super(of);
    }

    @Override
    public void took(AckPolicy policy, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      Told.arguments(event, action, arguments);
      Told.variables(event, AckPolicy.FACE, policy, nowPs());
      if (isFirst()) {
        event
            .given("DelayUpTo", LogValue.of(acks.delayUpTo()))
            .given("CleanFirst", LogValue.of(acks.cleanFirst()));
      }
      event.end();
    }
  }
}
