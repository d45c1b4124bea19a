package dev.sluice.cc;

/**
 * The part that a switch port plays in congestion control: what happens to a frame that comes to
 * one of the port's queues.
 *
 * <p>A pure function of its arguments and of the parameters it was made with. The host asks once
 * for each frame, before it looks whether the buffer has room, and draws from the port's own stream
 * whether the answer needs a draw or not.
 */
@FunctionalInterface
public interface PortRole {
  /**
   * Decides on one frame.
   *
   * @param queueBytes bytes that wait in this queue now, the frame itself and the one being sent
   *     not among them
   * @param freeBytes bytes that the queue, the port and the switch's shared buffer can still take
   * @param frameBytes the frame's own size
   * @param ecn the frame's codepoint, see {@link Ecn}
   * @param draw a number from 0 to 2³² − 1, each as likely as any other
   */
  PortVerdict onEnqueue(long queueBytes, long freeBytes, int frameBytes, int ecn, long draw);
}
