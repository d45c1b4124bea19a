package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;

/** The behaviour of one context, as it grows event by event. */
abstract class Growing {
  /** The step in which time passes. */
  static final String TICK = "Tick";

  /** The longest time that such a step counts, in picoseconds: two of them fit TLC's integers. */
  static final long LONG_PS = 1_000_000_000;

  protected final List<Step> steps;
  protected final Map<String, Value> constants;
  protected final Tally tally = new Tally();
  private final String key;

  /**
   * A behaviour without a step.
   *
   * @param key whose it is
   * @param constants those that are known; more may become so
   */
  Growing(EventLog log, String key, Map<String, Value> constants) {
    steps = Packed.steps(log);
    this.key = key;
    this.constants = constants;
  }

  /**
   * Takes the next event, if it is judged. One with a number that TLC cannot count ends what is
   * judged.
   *
   * @throws BadLog if the log cannot be judged at all
   */
  final void add(LogEvent event) throws BadLog {
    if (tally.judges(event)) {
      try {
        take(event);
      } catch (ArithmeticException wide) {
        tally.stop(event, wide.getMessage());
      }
    }
  }

  /**
   * Makes steps of an event, or stops the tally.
   *
   * @throws ArithmeticException if it has a number that TLC cannot count
   * @throws BadLog if the log cannot be judged at all
   */
  protected abstract void take(LogEvent event) throws BadLog;

  /** So much time has passed before an event, in picoseconds; a step says it, if it is any. */
  protected final void passes(LogEvent event, long ps) {
    if (ps > 0) {
      Value time = Value.of((int) Math.min(ps, LONG_PS));
      steps.add(Step.implied(event, TICK, Step.fields(Map.of("time", time))));
    }
  }

  /** All that has come so far. */
  Behaviour behaviour() {
    return new Behaviour(key, constants, steps, tally.judged(), tally.unjudged());
  }
}
