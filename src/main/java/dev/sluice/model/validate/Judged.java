package dev.sluice.model.validate;

import dev.sluice.model.tlc.LogVerdict;
import dev.sluice.model.tlc.LogVerdict.Accepted;
import dev.sluice.model.tlc.LogVerdict.Rejected;
import dev.sluice.model.tlc.LogVerdict.Undecided;
import java.util.Optional;

/**
 * One behaviour, and what was decided about it.
 *
 * @param spec the specification
 * @param behaviour the behaviour
 * @param verdict TLC's
 * @param coverage how much of it there was to compare
 */
public record Judged(String spec, Behaviour behaviour, LogVerdict verdict, Compared coverage) {

  /** Whether all of it is a behaviour of the specification. */
  public boolean isAccepted() {
    return verdict instanceof Accepted && behaviour.unjudged().isEmpty();
  }

  /** Whether it is no behaviour of the specification. */
  public boolean isRejected() {
    return verdict instanceof Rejected;
  }

  /**
   * From how many of the log's events the steps come that were judged, a rejected one with them.
   */
  public long events() {
    if (verdict instanceof Rejected rejected) {
      // A step without a number is the beginning: nothing was judged.
      return rejected().orElseThrow().number() == 0 ? 0 : distinct(rejected.event()) + 1;
    } else if (verdict instanceof Undecided undecided) {
      return distinct(Math.max(0, undecided.event()));
    }
    return behaviour.events();
  }

  /** How many of the steps were judged, a rejected one with them. */
  static int steps(Behaviour behaviour, LogVerdict verdict) {
    if (verdict instanceof Rejected rejected) {
      return Math.min(rejected.event() + 1, behaviour.steps().size());
    } else if (verdict instanceof Undecided undecided) {
      return Math.max(0, undecided.event());
    }
    return behaviour.steps().size();
  }

  private long distinct(int steps) {
    return behaviour.steps().subList(0, steps).stream().mapToLong(Step::number).distinct().count();
  }

  /** Why not all of it was judged; empty where all of it was, or where it was rejected. */
  public Optional<String> why() {
    if (verdict instanceof Undecided undecided) {
      return Optional.of("not judged: " + undecided.why());
    }
    return behaviour
        .unjudged()
        .map(rest -> "not judged from event " + rest.from() + ": " + rest.why());
  }

  /** The step that was rejected, if one was. */
  public Optional<Step> rejected() {
    return verdict instanceof Rejected rejected
        ? Optional.of(behaviour.steps().get(rejected.event()))
        : Optional.empty();
  }
}
