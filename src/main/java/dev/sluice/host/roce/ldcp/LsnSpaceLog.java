package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.Ldcp;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.host.Host;
import dev.sluice.host.roce.connection.ConnectionLog;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Transitions of LsnSpace: how the queue pairs of one NIC count requests, and responses to READs,
 * in LDCP's two spaces of sequence numbers. Their kernels tell of each; whose they are, what a
 * request asks for, and what they are configured with, is added here.
 */
final class LsnSpaceLog extends ConnectionLog {
  private static final String REQUEST = "REQUEST";
  private static final String RESPONSE = "RESPONSE";

  LsnSpaceLog(Host host) {
    super(host, Ldcp.SPACES.name());
  }

  /** Tells of a queue pair that asks; answers what hears of its READs, null if nobody listens. */
  End follow(QueuePair of, LsnParams params, LsnWindow requests) {
    if (!isHeard()) {
      return null;
    }
    End end = new End(asking(of), params);
    end.follow(REQUEST, requests);
    return end;
  }

  /** The same of one that answers. */
  End follow(QueuePair of, LsnReceiver requests, LsnWindow responses) {
    if (!isHeard()) {
      return null;
    }
    End end = new End(answering(of), null);
    end.follow(REQUEST, requests);
    end.follow(RESPONSE, responses);
    return end;
  }

  /** One end of a connection. */
  final class End {
    private final LogInstance of;

    /** What its first event tells; null afterwards, and where the other end does. */
    private LsnParams untold;

    /** Of the request in hand: for how many bytes it asks, what a READ names, and how. */
    private boolean isRead;

    private long read;

    private long from;
    private boolean again;

    private End(LogInstance of, LsnParams params) {
      this.of = of;
      untold = params;
    }

    /**
     * Which request is about to come.
     *
     * @param asks for how many bytes; 0 where it is no READ
     */
    void done(long asks) {
      read = asks;
    }

    /**
     * The same of one that is about to leave.
     *
     * @param asks 0 as well where it asks for what was asked for before, and does not say so
     */
    void done(boolean reads, long asks, long names, boolean repeats) {
      isRead = reads;
      read = asks;
      from = names;
      again = repeats;
    }

    /** The responses to its READs, and when it repeats one. */
    void follow(LsnReceiver responses, ReadRepeat repeat) {
      follow(RESPONSE, responses);
      repeat.tell(
          (kernel, action, arguments) ->
              Told.variables(
                      LsnSpaceLog.this.begin(action.name(), of), ReadRepeat.FACE, kernel, nowPs())
                  .end());
    }

    private void follow(String space, LsnWindow window) {
      window.tell(telling(space, "w", LsnWindow.FACE));
    }

    private void follow(String space, LsnReceiver receiver) {
      receiver.tell(telling(space, "r", LsnReceiver.FACE));
    }

    private <K> Listener<K> telling(String space, String variable, Face<K> face) {
      return (kernel, action, arguments) -> {
        EventSink event = begun(space, action, arguments);
        event.variable(variable, Told.record(face, kernel, nowPs()));
        ended(event, space, action, arguments);
      };
    }

    private EventSink begun(String space, Action action, Object... arguments) {
      EventSink event = LsnSpaceLog.this.begin(action.name(), of);
      if (action != LsnWindow.TIMEOUT) {
        event.argument("space", LogValue.of(space));
      }
      return Told.arguments(event, action, arguments);
    }

    private void ended(EventSink event, String space, Action action, Object... arguments) {
      if (untold != null) {
        event
            .given("Mtu", LogValue.of(untold.mtu()))
            .given("Empty", LogValue.of(untold.empty()))
            .given("FirstRequest", LogValue.of(LdcpSpaces.FIRST))
            .given("FirstResponse", LogValue.of(LdcpSpaces.FIRST));
        untold = null;
      }
      if (!action.effects().isEmpty()) {
        Map<String, LogValue> message =
            new LinkedHashMap<>(message(action, arguments, action.effects()).fields());
        boolean isPacket = action == LsnWindow.TRANSMIT || action == LsnReceiver.RECEIVE;
        if (isPacket && space.equals(REQUEST)) {
          message.put("read", LogValue.of(read));
          if (isRead && action == LsnWindow.TRANSMIT) {
            message.put("again", LogValue.of(again));
            message.put("from", LogValue.of(from));
          }
        }
        event.message(new LogValue.Fields(message));
      }
      event.end();
    }
  }
}
