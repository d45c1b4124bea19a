package dev.sluice.model.validate;

import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a log tells of one context, as far as a specification can judge it.
 *
 * @param key whose it is, for readers: {@code host-0>host-2/0 life 1}
 * @param constants of the specification, by name
 * @param steps in the log's order
 * @param events how many of the log's events the steps come from
 * @param unjudged what could not be judged, if anything
 */
public record Behaviour(
    String key,
    Map<String, Value> constants,
    List<Step> steps,
    long events,
    Optional<Unjudged> unjudged) {

  /**
   * Events that nobody judges.
   *
   * @param from number of the first one in the log
   * @param events how many
   * @param why a sentence
   */
  public record Unjudged(long from, long events, String why) {}

  public Behaviour {
    constants = new TreeMap<>(constants);
    steps = Packed.kept(steps);
  }
}
