package dev.sluice.sim;

/** What a timer does when its time has come. */
@FunctionalInterface
public interface EventHandler {
  /**
   * Acts at {@link EventLoop#nowPs()}.
   *
   * @param subject the number given when the timer was made: which link, which connection
   */
  void fire(int subject);
}
