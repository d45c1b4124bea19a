package dev.sluice.sim;

import java.util.function.IntToLongFunction;

/** What a timer does when its time has come. */
@FunctionalInterface
public interface EventHandler {
  /**
   * Acts at {@link EventLoop#nowPs()}.
   *
   * @param subject the number given when the timer was made: which link, which connection
   */
  void fire(int subject);

  /**
   * Looks at the memory that {@link #fire} will need, and changes nothing; see {@link Lookout}.
   *
   * @return any number that follows from all that was looked at
   */
  default long lookAt(int subject) {
    return 0;
  }

  /** What does the one, and looks ahead by the other. */
  static EventHandler looking(EventHandler handler, IntToLongFunction look) {
    return new EventHandler() {
      @Override
      public void fire(int subject) {
        handler.fire(subject);
      }

      @Override
      public long lookAt(int subject) {
        return look.applyAsLong(subject);
      }
    };
  }
}
