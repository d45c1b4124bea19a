package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Face;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** Runs both ends over a network that loses each third message, and logs what the kernels do. */
final class StopAndWaitHost {
  static final String SPEC = "StopAndWait";

  private final Queue<Runnable> wire = new ArrayDeque<>();
  private final int last;
  private final EventLogWriter log;
  private int messages;

  /** A host with so many packets to send, and where its log goes. */
  StopAndWaitHost(int last, OutputStream out) {
    LogValue constants = new LogValue.Fields(Map.of("Last", LogValue.of(last)));
    Map<String, LogValue> all = Map.of(SPEC, constants);
    log = new EventLogWriter(out, new LogHeader(SPEC, "1", "", 0, "", Map.of(), all, List.of()));
    this.last = last;
  }

  /** Sends all packets. */
  void run() {
    var sender =
        new StopAndWaitSender(last, (k, did, in) -> log(StopAndWaitSender.FACE, k, did, in));
    var receiver =
        new StopAndWaitReceiver((k, did, in) -> log(StopAndWaitReceiver.FACE, k, did, in));
    StopAndWaitReceiver.Sink back = n -> bring(() -> sender.takeAck(n));
    StopAndWaitSender.Sink forth = n -> bring(() -> receiver.receive(n, back));
    while (!wire.isEmpty() || sender.send(forth) == null || sender.timeout(forth) == null) {
      if (!wire.isEmpty()) {
        wire.remove().run();
      }
    }
    log.finish();
  }

  private void bring(Runnable message) {
    if (++messages % 3 != 0) {
      wire.add(message);
    }
  }

  private <K> void log(Face<K> face, K kernel, Action action, Object... arguments) {
    EventSink event = log.event(messages, face.kernel(), SPEC, action.name());
    Told.variables(Told.arguments(event, action, arguments), face, kernel, messages).end();
  }
}
