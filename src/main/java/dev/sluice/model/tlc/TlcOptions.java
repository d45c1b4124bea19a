package dev.sluice.model.tlc;

import java.util.List;

/**
 * How a specification is searched, where that is not as its configuration says.
 *
 * @param simulation behaviours drawn at random in place of a search; {@code null}: a search
 * @param deadlock whether a state without successors is a violation; {@code null}: as the
 *     configuration says
 * @param coverage whether TLC counts how often each expression was evaluated
 * @param flags further arguments for TLC, as they are; they come last, so that they win
 */
public record TlcOptions(
    Simulation simulation, Boolean deadlock, boolean coverage, List<String> flags) {
  /** A search, as the configuration says. */
  public static final TlcOptions NONE = new TlcOptions(null, null, false, List.of());

  public TlcOptions {
    flags = List.copyOf(flags);
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
