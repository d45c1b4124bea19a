package dev.sluice.fabric;

/**
 * Is told what happens in the fabric, and must not change it. All methods do nothing unless
 * overridden.
 *
 * <p>Calls about one port come in order of time. Those about different ports too, except for {@link
 * #dequeued}, which may come late unless the fabric is punctual.
 */
public interface FabricObserver {
  /** In place of the classes that a pause frame speaks of: of all traffic (802.3x). */
  int WHOLE_LINK = 1 << 31;

  /**
   * A frame has joined a queue that now holds so much, or begins at once and the queue is empty.
   */
  default void enqueued(long atPs, int port, int packet, int trafficClass, long queueBytes) {}

  /** A frame has begun to leave; {@code queueBytes} are left in its queue. */
  default void dequeued(long atPs, int port, int packet, int trafficClass, long queueBytes) {}

  /** A frame has been marked; {@link #enqueued} or {@link #dequeued} follows. */
  default void marked(long atPs, int port, int packet, long queueBytes) {}

  /** A frame has been cut down to its header; it is enqueued or dropped next. */
  default void trimmed(long atPs, int port, int packet) {}

  /** A frame is gone. The port is where it was to be queued, or whose link it was on. */
  default void dropped(long atPs, int port, int packet, DropReason why) {}

  /**
   * A switch that counts that holds now so much of a class that came over a link: more, before
   * {@link #enqueued} of the frame, or less, since the last bit of one has left or it is dropped
   * out of a queue.
   *
   * @param port the one that sends to the switch, at the other end of that link
   */
  default void ingressChanged(long atPs, int port, int trafficClass, long bytes) {}

  /**
   * A pause frame has arrived.
   *
   * @param port the one that it was sent to
   * @param classes that it speaks of, bit i for class i; with {@link #WHOLE_LINK} of all at once
   * @param quanta by class, for how long; 0 to go on; of all at once that of class 0
   */
  default void toldToPause(long atPs, int port, int classes, int[] quanta) {}

  /** A port is paused in these classes from now on, bit i for class i, and in no others. */
  default void paused(long atPs, int port, int classes) {}

  /**
   * Tells of a storm of pause frames that a switch's watchdog has found at a port, or of its end.
   */
  default void watched(long atPs, int port, int classes, boolean isStorm) {}

  /** A frame has been handed to a host. */
  default void delivered(long atPs, int host, int packet) {}
}
