package dev.sluice.example.stopandwait;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Unit;

/** The sender of {@code StopAndWait.tla}: one packet at a time, numbered from 1. */
final class StopAndWaitSender {
  interface Sink {
    /** Sends a packet to the receiver, and starts the timer anew. */
    void packet(int n);
  }

  static final Action SEND = Action.of("Send", By.MUST);
  static final Action TIMEOUT = Action.of("Timeout", By.TIME);
  static final Action TAKE_ACK = Action.of("TakeAck", By.MESSAGE, "n");

  static final Face<StopAndWaitSender> FACE =
      Face.of(StopAndWaitSender.class)
          .number("next", Unit.NONE, "sent now, or next", s -> s.next, (s, v) -> s.next = (int) v)
          .truth("waiting", "it is sent", s -> s.waiting, (s, v) -> s.waiting = v)
          .actions(SEND, TIMEOUT, TAKE_ACK)
          .build();

  private final int last;
  private final Listener<StopAndWaitSender> listener;
  private int next = 1;
  private boolean waiting;

  /** A sender of so many packets, and who hears of its actions. */
  StopAndWaitSender(int last, Listener<StopAndWaitSender> listener) {
    this.last = last;
    this.listener = listener;
  }

  StopAndWaitSender copy() {
    return FACE.copy(this, new StopAndWaitSender(last, listener));
  }

  String send(Sink sink) {
    if (waiting || next > last) {
      return waiting ? "a packet is not acknowledged" : "all packets are sent";
    }
    waiting = true;
    listener.took(this, SEND);
    sink.packet(next);
    return null;
  }

  String timeout(Sink sink) {
    if (!waiting) {
      return "nothing waits to be acknowledged";
    }
    listener.took(this, TIMEOUT);
    sink.packet(next);
    return null;
  }

  String takeAck(int n) {
    if (waiting && n == next) {
      next++;
      waiting = false;
    }
    listener.took(this, TAKE_ACK, n);
    return null;
  }
}
