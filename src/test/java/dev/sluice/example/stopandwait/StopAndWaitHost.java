package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventLogWriter;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;

/** Runs both ends over a network that loses each third message, and logs what the kernels do. */
final class StopAndWaitHost {
  static final String SPEC = "StopAndWait";

  private final Queue<Runnable> wire = new ArrayDeque<>();
  private int messages;

  /** Sends so many packets. */
  void run(int last, OutputStream out) {
    var log = new EventLogWriter(out, LogHeader.of(SPEC, Map.of("Last", LogValue.of(last))));
    var sender = new StopAndWaitSender(last, listener(log, StopAndWaitSender.FACE));
    var receiver = new StopAndWaitReceiver(listener(log, StopAndWaitReceiver.FACE));
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

  private <K> Listener<K> listener(EventLogWriter log, Face<K> face) {
    return Told.listener(log, SPEC, face, () -> messages);
  }
}
