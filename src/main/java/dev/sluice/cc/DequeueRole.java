package dev.sluice.cc;

/**
 * The part that a switch port plays where a frame begins to leave: the instant at which it is known
 * what the frame leaves behind it, and what has left before it.
 *
 * <p>A pure function of its arguments and of the parameters it was made with, like {@link
 * PortRole}. What it says of the port, telemetry say, it writes into the frame's header, where the
 * frame's sender has left room for it; a header's length does not change.
 */
@FunctionalInterface
public interface DequeueRole {
  /**
   * Looks at one frame that begins to leave, writes into it, and decides whether it is marked.
   *
   * @param nowPs when its first bit leaves
   * @param queueBytes bytes that wait in its queue behind it
   * @param waitedPs how long it has been at the port, in picoseconds
   * @param sentBytes bytes that the port has sent before it, in all
   * @param psPerByte how long a byte takes on the port's link
   * @param ecn the frame's codepoint, see {@link Ecn}
   * @param draw a number from 0 to 2³² − 1, each as likely as any other
   * @param octets the frame's header, from {@code at} on, so long as {@code length} says
   * @return {@link PortVerdict#PASS} or {@link PortVerdict#MARK}; it is too late for others
   */
  PortVerdict onDequeue(
      long nowPs,
      long queueBytes,
      long waitedPs,
      long sentBytes,
      long psPerByte,
      int ecn,
      long draw,
      byte[] octets,
      int at,
      int length);
}
