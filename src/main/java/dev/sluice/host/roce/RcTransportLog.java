package dev.sluice.host.roce;

import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.roce.Completion;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.Requester;
import dev.sluice.roce.RequesterParams;
import dev.sluice.roce.Responder;
import dev.sluice.roce.Roce;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Transitions of RcTransport: what the queue pairs of one NIC send, take and execute. Their kernels
 * tell of each; who they are, and what their users have been told and have done, is added here.
 */
final class RcTransportLog extends ConnectionLog {
  /** What a packet of a request tells. */
  private static final List<String> PACKET = List.of("op", "psn", "span", "first", "last", "ack");

  RcTransportLog(Host host) {
    super(host, Roce.TRANSPORT.name());
  }

  /** Tells of all that a queue pair asks; null if nobody listens. */
  Asked follow(RequestingQp qp, Requester requester) {
    if (!isHeard()) {
      return null;
    }
    Asked log = new Asked(qp, requester.params());
    requester.tell(log);
    return log;
  }

  /** Tells of all that a queue pair answers; null if nobody listens. */
  Answered follow(RespondingQp qp, Responder responder) {
    if (!isHeard()) {
      return null;
    }
    Answered log = new Answered(qp, responder);
    responder.tell(log);
    return log;
  }

  // ---------------------------------------------------------------- requester

  /** Hears of one requester. */
  final class Asked extends Listening implements Listener<Requester> {
    private final RequesterParams params;

    /** How many requests have been told of. */
    private long posted;

    /** How many of them the kernel has told what became of them. */
    private int ended;

    /** The requests that stand so, by their place from 1. */
    private final Map<Completion, BitSet> standing = new TreeMap<>();

    private Asked(RequestingQp qp, RequesterParams params) {
      super(asking(qp.qp));
      this.params = params;
      for (Completion each : List.of(Completion.DONE, Completion.FAILED, Completion.FLUSHED)) {
        standing.put(each, new BitSet());
      }
    }

    /** Its user is told what became of a request. */
    void done(long request, Completion what) {
      standing.get(what).set((int) request + 1);
    }

    @Override
    public void took(Requester requester, Action action, Object... arguments) {
      if (action.effects().contains("told")) {
        hears((LogValue.Items) Told.effect("told", action, arguments));
      }
      EventSink event = begin(action.name(), of);
      Told.variables(event, Requester.FACE, requester, 0).variable("told", standings());
      configured(event);
      asked(event, requester);
      if (action == Requester.TRANSMIT) {
        event.message(message(action, arguments, PACKET));
      } else if (action == Requester.RECEIVE_RESPONSE) {
        boolean counts = Told.number("msn", action, arguments) != Requester.NO_MSN;
        List<String> told = counts ? List.of("kind", "psn", "msn") : List.of("kind", "psn");
        event.message(message(action, arguments, told));
      }
      event.end();
    }

    /** What becomes of the next requests, of which the host is told behind this. */
    private void hears(LogValue.Items words) {
      for (LogValue word : words.items()) {
        standing.get(Completion.valueOf(((LogValue.Str) word).value())).set(++ended);
      }
    }

    private LogValue standings() {
      Map<String, LogValue> all = new LinkedHashMap<>();
      standing.forEach((what, requests) -> all.put(what.name(), ranges(requests)));
      return new LogValue.Fields(all);
    }

    private void configured(EventSink event) {
      if (isFirst()) {
        event
            .given("FirstPsn", LogValue.of(params.firstPsn()))
            .given("Window", LogValue.of(params.window()))
            .given("AckEvery", LogValue.of(params.ackEvery()))
            .given("Depth", LogValue.of(params.depth()))
            .given("Retries", LogValue.of(params.retries()))
            .given("RnrRetries", LogValue.of(params.rnrRetries()));
      }
    }

    /** The requests that were posted since the event before. */
    private void asked(EventSink event, Requester requester) {
      List<LogValue> fresh = new ArrayList<>();
      while (posted < requester.posted()) {
        Map<String, LogValue> work = new LinkedHashMap<>(); // in this order, run for run
        work.put("op", LogValue.of(requester.op(posted).name()));
        work.put("packets", LogValue.of(requester.packets(posted)));
        fresh.add(new LogValue.Fields(work));
        posted++;
      }
      if (!fresh.isEmpty()) {
        event.given("Work", new LogValue.Items(fresh));
      }
    }
  }

  // ---------------------------------------------------------------- responder

  /** Hears of one responder. */
  final class Answered extends Listening implements Listener<Responder> {
    private final long firstPsn;
    private final long receives;
    private final int keeps;
    private long executed;
    private long memory;

    private Answered(RespondingQp qp, Responder responder) {
      super(answering(qp.qp));
      firstPsn = responder.epsn();
      receives = responder.receives();
      keeps = responder.keeps();
    }

    /** Its user has a packet executed. */
    void done(RequestPacket packet) {
      executed++;
      memory += packet.op().writes() ? 1 : 0;
    }

    @Override
    public void took(Responder responder, Action action, Object... arguments) {
      EventSink event = begin(action.name(), of);
      Told.variables(event, Responder.FACE, responder, 0)
          .variable("saved", saved(responder))
          .variable("executed", executed)
          .variable("memory", memory);
      if (isFirst()) {
        event
            .given("FirstPsn", LogValue.of(firstPsn))
            .given("Receives", LogValue.of(receives))
            .given("Saved", LogValue.of(keeps));
      }
      if (action == Responder.RECEIVE) {
        LogValue.Fields come = message(action, arguments, PACKET);
        Map<String, LogValue> whole = new LinkedHashMap<>(come.fields());
        whole.put("answer", answer(action, arguments));
        event.message(new LogValue.Fields(whole));
      }
      event.end();
    }

    /** What is answered: nothing, or one. */
    private static LogValue answer(Action action, Object... arguments) {
      LogValue kind = Told.effect("kind", action, arguments);
      if (kind.equals(LogValue.of(""))) {
        return new LogValue.Items(List.of());
      }
      Map<String, LogValue> one = new LinkedHashMap<>();
      one.put("kind", kind);
      one.put("psn", Told.effect("answered", action, arguments));
      one.put("msn", Told.effect("msn", action, arguments));
      return new LogValue.Items(List.of(new LogValue.Fields(one)));
    }

    /** The PSNs of the results that are kept, the latest first. */
    private static LogValue saved(Responder responder) {
      List<LogValue> all = new ArrayList<>();
      for (int place = 0; place < responder.saved(); place++) {
        all.add(LogValue.of(responder.savedPsn(place)));
      }
      return new LogValue.Items(all);
    }
  }

  // ---------------------------------------------------------------- values

  /** Some numbers, as ranges: first and last of each. */
  private static LogValue ranges(BitSet numbers) {
    List<LogValue> ranges = new ArrayList<>();
    for (int first = numbers.nextSetBit(0); first >= 0; ) {
      int end = numbers.nextClearBit(first);
      ranges.add(new LogValue.Items(List.of(LogValue.of(first), LogValue.of(end - 1))));
      first = numbers.nextSetBit(end);
    }
    return new LogValue.Items(ranges);
  }
}
