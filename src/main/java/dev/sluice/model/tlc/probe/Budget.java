package dev.sluice.model.tlc.probe;

import java.util.concurrent.atomic.AtomicLong;
import tlc2.tool.Action;
import tlc2.tool.TLCState;

/**
 * Ends a search that finds more states than it may. Counted in states, not in time, so that the
 * outcome is the same on every machine.
 */
public final class Budget implements Reports {
  /** What the search then ends with, as a failure of TLC's that only its words tell from others. */
  public static final String SPENT = "SLUICE-BUDGET-SPENT";

  private final Reports also;
  private final long most;
  private final AtomicLong found = new AtomicLong();

  /**
   * A budget.
   *
   * @param also told of all that is within it; {@code null}: nobody
   * @param most distinct states, initial ones aside
   */
  Budget(Reports also, long most) {
    this.also = also;
    this.most = most;
  }

  @Override
  public void initial(TLCState state) {
    if (also != null) {
      also.initial(state);
    }
  }

  @Override
  public void edge(TLCState from, TLCState to, boolean isNew, Action action) {
    if (isNew && found.incrementAndGet() > most) {
      throw new IllegalStateException(SPENT);
    }
    if (also != null) {
      also.edge(from, to, isNew, action);
    }
  }
}
