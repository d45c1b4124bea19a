package dev.sluice.model.tlc.probe;

import tlc2.tool.Action;
import tlc2.tool.TLCState;

/** Told what TLC finds while it searches, on TLC's worker threads. */
interface Reports {
  /** An initial state; TLC may report one more than once. */
  void initial(TLCState state);

  /** A transition between two states of the model. */
  void edge(TLCState from, TLCState to, boolean isNew, Action action);
}
