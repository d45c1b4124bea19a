package dev.sluice.host.roce.hpcc;

import dev.sluice.cc.hpcc.Hpcc;
import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.cc.hpcc.HpccReceiver;
import dev.sluice.cc.hpcc.HpccSender;
import dev.sluice.cc.hpcc.HpccWindow;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;

/**
 * Transitions of HpccWindow: what the senders and the receivers of one NIC do in HPCC++, and the
 * algorithm, at whichever end it runs. Their kernels tell of each; whose they are, and what they
 * are configured with, is added here.
 */
final class HpccWindowLog extends ConnectionLog {
  private final HpccEnds ends;

  HpccWindowLog(Host host, HpccEnds ends) {
    super(host, Hpcc.WINDOW.name());
    this.ends = ends;
  }

  /** Tells of the window of a queue pair that asks, if somebody listens. */
  void follow(HpccSending role, QueuePair of) {
    if (isHeard()) {
      role.kernel().tell(new Sends(asking(of), role.params()));
    }
  }

  /** Tells of the acknowledgments of a queue pair that answers, if somebody listens. */
  void follow(HpccReceiving role, QueuePair of) {
    if (isHeard()) {
      role.kernel().tell(new Receives(answering(of), role.params()));
    }
  }

  private EventSink begin(LogInstance of, HpccWindow window, Action action, Object... arguments) {
    EventSink event = begin(action.name(), of);
    Told.arguments(event, action, arguments);
    if (window != null) {
      event.variable("c", Told.record(HpccWindow.FACE, window, nowPs()));
    }
    return event;
  }

  private static EventSink windows(EventSink event, HpccParams params) {
    return event
        .given("WInit", LogValue.of(params.wInit()))
        .given("MinW", LogValue.of(params.minW()))
        .given("Bounded", LogValue.of(params.bounded()))
        .given("Size", LogValue.of(params.size()));
  }

  private static void algorithm(EventSink event, HpccParams params) {
    event
        .given("One", LogValue.of(params.one()))
        .given("Eta", LogValue.of(params.eta()))
        .given("MaxU", LogValue.of(params.maxU()))
        .given("MaxStage", LogValue.of(params.maxStage()))
        .given("Reacts", LogValue.of(params.reacts().name()))
        .given("Wai", LogValue.of(params.wai()));
  }

  private EventSink both(EventSink event, HpccParams params) {
    return event
        .given("Form", LogValue.of(ends.form()))
        .given("T", LogValue.of(params.tPs()))
        .given("Modulus", LogValue.of(params.modulus()));
  }

  private static void end(EventSink event, Action action, Object... arguments) {
    if (!action.effects().isEmpty()) {
      event.message(message(action, arguments, action.effects()));
    }
    event.end();
  }

  /** Hears of one sender. */
  private final class Sends extends Listening implements Listener<HpccSender> {
    private final HpccParams params;

    Sends(LogInstance of, HpccParams params) {
      super(of);
      this.params = params;
    }

    @Override
    public void took(HpccSender sender, Action action, Object... arguments) {
      EventSink event = begin(of, sender.window(), action, arguments);
      event.variable("s", Told.record(HpccSender.FACE, sender, nowPs()));
      if (isFirst()) {
        windows(both(event, params), params)
            .given("LeavesIf", LogValue.of(params.leavesIf().name()));
        if (sender.window() != null) {
          algorithm(event, params);
        }
      }
      end(event, action, arguments);
    }
  }

  /** Hears of one receiver. */
  private final class Receives extends Listening implements Listener<HpccReceiver> {
    private final HpccParams params;
    private final long begunPs = nowPs();

    Receives(LogInstance of, HpccParams params) {
      super(of);
      this.params = params;
    }

    @Override
    public void took(HpccReceiver receiver, Action action, Object... arguments) {
      EventSink event = begin(of, receiver.window(), action, arguments);
      event.variable("r", Told.record(HpccReceiver.FACE, receiver, nowPs()));
      if (isFirst()) {
        both(event, params).given("Begun", LogValue.of(begunPs));
        if (receiver.window() != null) {
          algorithm(windows(event, params), params);
        }
      }
      end(event, action, arguments);
    }
  }
}
