package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Unit;

/** The receiver of {@code StopAndWait.tla}: each packet counts once, and is always acknowledged. */
final class StopAndWaitReceiver {
  interface Sink {
    /** Sends an acknowledgment to the sender. */
    void ack(int n);
  }

  static final Action RECEIVE = Action.of("Receive", By.MESSAGE, "n");

  static final Face<StopAndWaitReceiver> FACE =
      Face.of(StopAndWaitReceiver.class)
          .number("passed", Unit.NONE, "passed on", r -> r.passed, (r, v) -> r.passed = (int) v)
          .actions(RECEIVE)
          .build();

  private final Listener<StopAndWaitReceiver> listener;
  private int passed;

  StopAndWaitReceiver(Listener<StopAndWaitReceiver> listener) {
    this.listener = listener;
  }

  StopAndWaitReceiver copy() {
    return FACE.copy(this, new StopAndWaitReceiver(listener));
  }

  String receive(int n, Sink sink) {
    passed = n == passed + 1 ? n : passed;
    listener.took(this, RECEIVE, n);
    sink.ack(n);
    return null;
  }
}
