package dev.sluice.fabric;

/** What stands at a host's end of its link: a NIC, or a test's source and sink. */
public interface HostSide {
  /** In place of a time: not before the next {@link Fabric#ready}. */
  long NEVER = Long.MAX_VALUE;

  /**
   * Takes a frame whose last bit has just arrived, undamaged. Its slot is free for others as soon
   * as this returns.
   */
  void deliver(int packet, long atPs);

  /**
   * Gives the next frame, as the link is free and nothing handed over by {@link Fabric#send} waits.
   *
   * <p>Asked for only after {@link Fabric#ready}, and after {@link Packets#NONE} not again until
   * the next {@code ready}. The instant may lie in the past: what happened on this host since then
   * has not happened yet, because the fabric settles a host's port before it tells that host
   * anything, and a host that changes by itself, by a timer, calls {@link Fabric#settle} first. In
   * here, frames are only made and returned, not sent.
   *
   * @param atPs when the frame begins
   * @param paused a bit for each class that the far end has paused; the frame is of none of them
   */
  default int pull(long atPs, int paused) {
    return Packets.NONE;
  }

  /**
   * When a host that has just answered {@link #pull} by {@link Packets#NONE} has a frame, if
   * nothing happens before: its senders space out what they send. A later instant than that of the
   * {@code pull}, or {@link #NEVER}. If it has passed already, since the host was asked late, the
   * frame begins then nevertheless; if not, the host calls {@link Fabric#ready} when it has come.
   */
  default long pullAgainPs() {
    return NEVER;
  }

  /** Some class of those that the far end had paused may go on. */
  default void resumed() {}

  /** How many steps there are to {@link #lookAt}. */
  int LOOKS = 4;

  /**
   * Looks at the memory that this host will need, and changes nothing; see {@link
   * dev.sluice.sim.EventHandler#lookAt}.
   *
   * @param packet is to be delivered soon, or {@link Packets#NONE} where one is to be pulled
   * @param step from 0 to {@link #LOOKS} − 1
   * @return any number that follows from all that was looked at
   */
  default long lookAt(int packet, int step) {
    return 0;
  }
}
