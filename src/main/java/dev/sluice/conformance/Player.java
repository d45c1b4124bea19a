package dev.sluice.conformance;

import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Plays a role by its specification.
 *
 * @param role the role
 * @param configurations the parameters of each configuration, by its name
 * @param tours walks through small worlds, by name
 * @param examples those of the source documents, by name
 * @param citations the requirements on which the steps of an action rest, by the action; those on
 *     which a variable rests, by the variable; and those on which the time of a departure rests, by
 *     {@link #timeOf}
 * @param play the states in which an implementation begins, and requests worth making
 */
public record Player(
    Role role,
    Map<String, Map<String, LogValue>> configurations,
    Map<String, Tour> tours,
    Map<String, Example> examples,
    Map<String, Set<String>> citations,
    Play play) {
  public Player {
    configurations = Collections.unmodifiableMap(new LinkedHashMap<>(configurations));
    tours = Collections.unmodifiableMap(new LinkedHashMap<>(tours));
    examples = Collections.unmodifiableMap(new LinkedHashMap<>(examples));
    citations = Map.copyOf(citations);
  }

  /** The part of a role that is its own. */
  public interface Play {
    /** Returns an implementation that has heard of nothing. */
    Device start(Map<String, LogValue> given);

    /**
     * Returns the variables that an implementation may keep in a coarser step than the
     * specification, or in a finer one: all numbers whose rounding is the implementation's own.
     */
    default Set<String> grained() {
      return Set.of();
    }

    /**
     * Returns why no variable can have a grain with some parameters; empty if the {@link #grained}
     * ones can.
     */
    default String ungrained(Map<String, LogValue> given) {
      return "";
    }

    /**
     * Returns an implementation that has heard of nothing, and that shows each of the {@link
     * #grained} variables in {@link Device#PARTS} of its unit.
     */
    default Device startInParts(Map<String, LogValue> given) {
      throw new UnsupportedOperationException("no variable of this role can have a grain");
    }

    /** Returns the action of packets of the backlog; empty if the role has no backlog. */
    default Optional<String> backlog() {
      return Optional.empty();
    }

    /**
     * Returns the requirements that the kernel's actions cite and no case of the role can show: the
     * dialogue has no event and no variable for them. They are not counted.
     */
    default Set<String> unshown() {
      return Set.of();
    }

    /**
     * Proposes the next request.
     *
     * @param device one of the states that explain all replies; it is not changed
     * @param nowPs the present time, in picoseconds
     */
    ShimRequest propose(Device device, long nowPs, Map<String, LogValue> given, Draw draw);

    /**
     * Returns all requests that a {@link Tour} makes in a state: each event of its small world,
     * those that must be refused among them, and the least times that may pass. A request that may
     * change nothing is one of them.
     *
     * @param device the state; it is not changed
     */
    default List<ShimRequest> requests(Device device, long nowPs, Map<String, LogValue> given) {
      throw new UnsupportedOperationException("this role has no tours");
    }
  }

  /** Returns the name of the time of a departure, for {@link #requirements}. */
  public static String timeOf(String departure) {
    return "time of " + departure;
  }

  /**
   * Returns the requirements on which a rule rests, those that tell the most about it first; none
   * if it has none of its own.
   *
   * @param rule an action, a variable, or the time of a departure
   */
  public Set<String> requirements(String rule) {
    return citations.getOrDefault(rule, Set.of());
  }

  /** Returns an implementation that has heard of nothing. */
  public Device start(Map<String, LogValue> given) {
    return play.start(given);
  }

  /** Returns the second parts of case names: configurations, examples and tours. */
  public List<String> suites() {
    List<String> all = new ArrayList<>(configurations.keySet());
    all.addAll(examples.keySet());
    all.addAll(tours.keySet());
    return all;
  }

  /** Returns the cases without a seed: one for each example, and for each walk of a tour. */
  public List<Case> seedless() {
    return suites().stream().flatMap(suite -> seedless(suite).stream()).toList();
  }

  /** Returns the cases of an example or of a tour; none for a configuration. */
  public List<Case> seedless(String suite) {
    if (examples.containsKey(suite)) {
      Example example = examples.get(suite);
      return List.of(new Case(this, suite, example.given(), 1, example.requests().size()));
    }
    List<Case> all = new ArrayList<>();
    if (tours.containsKey(suite)) {
      Tour tour = tours.get(suite);
      for (int[] walk : tour.walks()) {
        all.add(new Case(this, suite, tour.given(), all.size() + 1, walk.length));
      }
    }
    return all;
  }
}
