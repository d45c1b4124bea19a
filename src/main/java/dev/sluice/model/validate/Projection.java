package dev.sluice.model.validate;

import java.util.List;

/** How a log is seen through one specification. */
public interface Projection {
  /** The specification's module; its log module has the same name and {@code Log} behind it. */
  String spec();

  /**
   * The behaviours in a log, in the order in which they begin.
   *
   * @throws BadLog if the log does not say what it takes, such as a constant that nothing implies
   */
  List<Behaviour> behaviours(EventLog log) throws BadLog;
}
