package dev.sluice.sim;

/** What a timer or an appointment does when its time has come. */
@FunctionalInterface
public interface EventHandler {
  /** How many steps there are to {@link #lookAt}. */
  int LOOKS = 7;

  /**
   * Acts at {@link EventLoop#nowPs()}.
   *
   * @param subject the number given when the timer was made: which link, which connection
   */
  void fire(int subject);

  /**
   * Looks at the memory that {@link #fire} will need, shortly before that happens, and changes
   * nothing: it may be called off, and other things may happen before.
   *
   * <p>A large simulation does not fit into a processor's caches, and an event then waits for one
   * piece of memory after another, each of which says where the next one is. Of several events at
   * once the processor can fetch the pieces side by side. So the loop has all that is due next look
   * ahead, some dozen events at a time, one step after the other: what is found by way of something
   * else is looked at in a later step, after the others have taken this one.
   *
   * @param step from 0 to {@link #LOOKS} − 1
   * @return any number that follows from all that was looked at, so that none of it is left out
   */
  default long lookAt(int subject, int step) {
    return 0;
  }
}
