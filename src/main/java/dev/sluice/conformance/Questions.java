package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongFunction;

/**
 * Adds questions to the requests of a case: whether the implementation would send a packet of the
 * backlog now. Most come at the time from which it may, or one picosecond before.
 */
final class Questions {
  private static final int ASKS_IN = 4;

  private final String action;
  private final Draw draw;
  private final Deque<ShimRequest> waiting = new ArrayDeque<>();

  /**
   * Makes questions about an action.
   *
   * @param seed the seed of the case
   */
  Questions(String action, long seed) {
    this.action = action;
    this.draw = new Draw(~seed);
  }

  /**
   * Returns the next request: a question, one that comes with it, or another one.
   *
   * @param state one of the states that explain all replies
   * @param others makes requests that are no questions
   */
  ShimRequest next(Device state, long nowPs, LongFunction<ShimRequest> others) {
    if (waiting.isEmpty() && draw.oneIn(ASKS_IN)) {
      ask(state.notBeforePs(nowPs), nowPs);
    }
    return waiting.isEmpty() ? others.apply(nowPs) : waiting.remove();
  }

  private void ask(long fromPs, long nowPs) {
    long atPs = nowPs;
    if (fromPs != Device.NEVER_PS && fromPs > nowPs) {
      atPs = fromPs - draw.below(2);
      waiting.add(ShimRequest.advance(atPs, false));
    }
    waiting.add(ShimRequest.may(atPs, action));
    if (draw.oneIn(2)) {
      waiting.add(ShimRequest.advance(atPs, true));
    }
  }
}
