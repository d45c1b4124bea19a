package dev.sluice.cc;

/**
 * Marks frames as they begin to leave, by the queue that they leave behind, instead of by the one
 * that they found: a sender hears of a queue earlier by the time that a frame waits in it.
 *
 * @param ramp which queue marks; its draw is the one of the frame that leaves
 */
public record MarkAtDequeue(RedMarker ramp) implements DequeueRole {
  @Override
  public PortVerdict onDequeue(
      long nowPs,
      long queueBytes,
      long waitedPs,
      long sentBytes,
      long psPerByte,
      int ecn,
      long draw,
      byte[] octets,
      int at,
      int length) {
    return ramp.onEnqueue(queueBytes, 0, 0, ecn, draw);
  }
}
