package dev.sluice.model.validate;

import dev.sluice.trace.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How a log is seen through one specification. */
public interface Projection {
  /** Why no log tells of what is lost on the way. */
  String OF_THE_NETWORK = "no end can tell what the network does";

  /**
   * A specification of whose events a log holds one behaviour.
   *
   * @param constants those that the log's header must tell
   */
  static Projection whole(String spec, String... constants) {
    return new WholeLog(spec, Set.of(constants));
  }

  /** The specification's module; its log module has the same name and {@code Log} behind it. */
  String spec();

  /**
   * The behaviours in a log, in the order in which they begin.
   *
   * @throws BadLog if the log does not say what it takes, such as a constant that nothing implies
   */
  List<Behaviour> behaviours(EventLog log) throws BadLog;

  /** Variables that the log module keeps in another way than models do: what the network holds. */
  default Set<String> network() {
    return Set.of();
  }

  /** The omission that leaves a judge most to find out for itself; empty if none does. */
  default Optional<Omission> hardest() {
    return Optional.empty();
  }

  /**
   * Constants of the specification that a header may tell: those that {@link #behaviours} reads.
   */
  Set<String> constants();

  /** Returns those of them that have a value if no header tells it, so that no rule is lost. */
  default Set<String> implied() {
    return Set.of();
  }

  /** Constants that an event of this action may fix, beside those that the log module looks at. */
  default Set<String> fixes(String action) {
    return Set.of();
  }

  /** Fields of an action's message that the projection reads, beside those the log module does. */
  default Set<String> reads(String action) {
    return Set.of();
  }

  /**
   * The fields of each record that a log tells, by the name under which it stands, be that an
   * argument, a variable, a constant that an event fixes, or a field of another record. Under any
   * other name there is no record.
   */
  default Map<String, List<String>> records() {
    return Map.of();
  }

  /**
   * What the projection itself adds, and no log may tell: {@code Action}, and {@code
   * Action.argument}.
   */
  default Set<String> added() {
    return Set.of();
  }

  /**
   * Whether an event that does not tell a variable leaves something out: not where there is nothing
   * to tell, such as credit of a sender that has none.
   */
  default boolean isMissing(String variable, Step step, EventLog log) {
    return true;
  }

  /** The action that begins a context, with its id and its life; empty if none does. */
  default Optional<String> begins() {
    return Optional.empty();
  }

  /**
   * Returns the actions by which an end takes a message of the other end. They are empty if a log
   * may have such an action before any event of the other end.
   */
  default Set<String> arrivals() {
    return Set.of();
  }

  /** Adds the messages that depart and arrive with an event, so far as the two ends share them. */
  default void traffic(LogEvent event, Traffic traffic) {}

  /** Returns the actions that may be the first in a log; empty if any may be. */
  default Set<String> openings() {
    return Set.of();
  }

  /** Actions that no log can tell of, and why. */
  default Map<String, String> untold() {
    return Map.of();
  }
}
