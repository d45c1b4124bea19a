package dev.sluice.host.roce.rcm;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.cc.rcm.Rcm;
import dev.sluice.cc.rcm.ReactionParams;
import dev.sluice.cc.rcm.ReactionPoint;
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
import java.util.List;
import java.util.Map;

/**
 * Transitions of RcmLoop: what the notification points and the reaction points of one NIC see, send
 * and do. Their kernels tell of each; whose they are, and what they are configured with, is added
 * here. Nothing is told of packets that cannot be marked.
 */
final class RcmLoopLog extends ConnectionLog {
  private final Notices notices;

  RcmLoopLog(Host host, Notices notices) {
    super(host, Rcm.LOOP.name());
    this.notices = notices;
  }

  /** Tells of the reaction point of a queue pair, if somebody listens. */
  void follow(Reaction role, QueuePair of) {
    if (isHeard()) {
      role.point().tell(new Reacts(asking(of), role.params()));
    }
  }

  /** What hears of the notification point of a queue pair; null if nobody listens. */
  Listener<NotificationPoint> follow(QueuePair of) {
    return isHeard() && notices.areSent() ? new Notifies(answering(of)) : null;
  }

  /** The CNP that leaves: nothing, or one. */
  private static LogValue cnp(LogValue.Items told) {
    if (told.items().isEmpty()) {
      return told;
    }
    Map<String, LogValue> one = new LinkedHashMap<>();
    one.put("qp", told.items().get(0));
    one.put("ecn", LogValue.of(Ecn.word(((LogValue.Num) told.items().get(1)).value())));
    return new LogValue.Items(List.of(new LogValue.Fields(one)));
  }

  /** Hears of one reaction point. */
  private final class Reacts extends Listening implements Listener<ReactionPoint> {
    private final ReactionParams params;

    Reacts(LogInstance of, ReactionParams params) {
      super(of);
      this.params = params;
    }

    @Override
    public void took(ReactionPoint point, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      event.variable("rp", Told.record(ReactionPoint.FACE, point, nowPs()));
      if (isFirst()) {
        configured(event, point);
      }
      if (action == ReactionPoint.TRANSMIT) {
        Map<String, LogValue> packet = new LinkedHashMap<>();
        packet.put("bytes", Told.effect("bytes", action, arguments));
        packet.put("ecn", LogValue.of(Ecn.word(Told.number("ecn", action, arguments))));
        event.message(new LogValue.Fields(packet));
      }
      event.end();
    }

    private void configured(EventSink event, ReactionPoint point) {
      event
          .given("Reacts", LogValue.of(point.reacts()))
          .given("Line", LogValue.of(params.line()))
          .given("MinRate", LogValue.of(params.minRate()))
          .given("Scale", LogValue.of(params.scale()))
          .given("Gain", LogValue.of(params.gain()))
          .given("AlphaStart", LogValue.of(params.alphaStart()))
          .given("DecayTime", LogValue.of(params.decayTime()))
          .given("CutGap", LogValue.of(params.cutGap()))
          .given("Clamp", LogValue.of(params.clamp().name()))
          .given("Rise", LogValue.of(params.rise().name()))
          .given("RiseTime", LogValue.of(params.riseTime()))
          .given("RiseBytes", LogValue.of(params.riseBytes()))
          .given("Both", LogValue.of(params.both()))
          .given("FastSteps", LogValue.of(params.fastSteps()))
          .given("CountsFirst", LogValue.of(params.countsFirst()))
          .given("StepAdd", LogValue.of(params.stepAdd()))
          .given("StepHyper", LogValue.of(params.stepHyper()));
    }
  }

  /** Hears of one notification point. */
  private final class Notifies extends Listening implements Listener<NotificationPoint> {

    Notifies(LogInstance of) {
      super(of);
    }

    @Override
    public void took(NotificationPoint point, Action action, Object... arguments) {
      boolean comes = action == NotificationPoint.RECEIVE;
      long ecn = comes ? Told.number("ecn", action, arguments) : Ecn.NOT_ECT;
      if (comes && ecn == Ecn.NOT_ECT) {
        return;
      }
      EventSink event = begin(action.name(), of);
      event.variable("np", Told.record(NotificationPoint.FACE, point, nowPs()));
      if (isFirst()) {
        NotificationPoint.Params params = notices.params();
        event
            .given("Interval", LogValue.of(params.intervalPs()))
            .given("Answers", LogValue.of(params.answers().name()))
            .given("CnpEcn", LogValue.of(Ecn.word(params.cnpEcn())));
      }
      Map<String, LogValue> message = new LinkedHashMap<>();
      if (comes) {
        message.put("ecn", LogValue.of(Ecn.word(ecn)));
      }
      message.put("cnp", cnp((LogValue.Items) Told.effect("cnp", action, arguments)));
      event.message(new LogValue.Fields(message));
      event.end();
    }
  }
}
