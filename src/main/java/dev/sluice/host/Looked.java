package dev.sluice.host;

/** What the event loop can look at before it is needed; see {@link dev.sluice.sim.EventHandler}. */
interface Looked {
  /**
   * Looks at a part of it, and changes nothing.
   *
   * @param step from 0 on; a later one follows what an earlier one has found
   * @return any number that follows from all that was looked at
   */
  long look(int step);
}
