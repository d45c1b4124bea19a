package dev.sluice.model.tlc;

import java.util.List;

/**
 * How a specification is searched, where that is not as its configuration says.
 *
 * @param simulation behaviours drawn at random in place of a search; {@code null}: a search
 * @param deadlock whether a state without successors is a violation; {@code null}: as the
 *     configuration says
 * @param coverage whether TLC counts how often each expression was evaluated
 * @param properties options for the JVM of TLC that set system properties, {@code -Dname=value}
 * @param flags further arguments for TLC, as they are; they come last, so that they win
 * @param mostStates distinct states, initial ones aside, after which a search is ended; 0: no limit
 */
public record TlcOptions(
    Simulation simulation,
    Boolean deadlock,
    boolean coverage,
    List<String> properties,
    List<String> flags,
    long mostStates) {
  /** A search, as the configuration says. */
  public static final TlcOptions NONE = new TlcOptions(null, null, false, List.of(), List.of());

  public TlcOptions {
    properties = List.copyOf(properties);
    flags = List.copyOf(flags);
  }

  /** Without a limit on states. */
  public TlcOptions(
      Simulation simulation,
      Boolean deadlock,
      boolean coverage,
      List<String> properties,
      List<String> flags) {
    this(simulation, deadlock, coverage, properties, flags, 0);
  }

  /** Returns whether TLC goes on after a violation. */
  boolean goesOn() {
    return flags.contains("-continue");
  }

  /** A search as the configuration says, ended after so many distinct states. */
  public static TlcOptions within(long mostStates) {
    return new TlcOptions(null, null, false, List.of(), List.of(), mostStates);
  }

  /**
   * Behaviours drawn at random.
   *
   * @param behaviours how many, by each worker
   * @param depth the most states that each has
   * @param seed of the chance by which they are drawn
   */
  public record Simulation(long behaviours, int depth, long seed) {}
}
