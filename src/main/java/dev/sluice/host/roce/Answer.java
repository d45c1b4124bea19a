package dev.sluice.host.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.telemetry.AckTelemetry;
import java.util.ArrayDeque;

/** An answer that waits: for a READ as many packets as are left of it. */
final class Answer {
  final ResponseKind kind;
  long psn;
  final long msn;
  final long value;
  int region;
  long place;
  long left;
  boolean first = true;

  /** Whether the same was read before. */
  boolean again;

  /** Of the packets of the READ that it answers, the next one's number. */
  long number;

  /** Whether it echoes a mark. */
  boolean ece;

  /**
   * Responses to READs that it comes behind, in bytes since the start, where they have a window.
   */
  long behind;

  /** What it brings back, where HPCC++ is spoken. */
  AckTelemetry brings = AckTelemetry.NONE;

  Answer(ResponseKind kind, long psn, long msn, long value, boolean ece) {
    this.kind = kind;
    this.ece = ece;
    this.psn = psn;
    this.msn = msn;
    this.value = value;
  }

  /** Whether it says all that an earlier one says, and may leave when that may; not of null. */
  @Requirement("RC-4")
  boolean standsFor(Answer earlier) {
    return kind == ResponseKind.ACK
        && earlier != null
        && earlier.kind == ResponseKind.ACK
        && earlier.behind == behind;
  }

  /** Joins answers that wait, before those that come behind more responses to READs. */
  void join(ArrayDeque<Answer> waiting) {
    ArrayDeque<Answer> later = new ArrayDeque<>();
    while (!waiting.isEmpty() && waiting.peekLast().behind > behind) {
      later.addFirst(waiting.removeLast());
    }
    waiting.add(this);
    waiting.addAll(later);
  }
}
