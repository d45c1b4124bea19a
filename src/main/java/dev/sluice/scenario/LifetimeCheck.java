package dev.sluice.scenario;

import dev.sluice.requirement.Requirement;
import java.util.Optional;

/**
 * A packet that was under way for longer than {@code nic.lifetime} says is possible, in a run that
 * left flows of UET undone.
 *
 * <p>The handshake counts on that time. A SYN that is sent again, and waits for longer, may come
 * after its PDC has ended and the id is used anew: the target then opens a PDC that nobody closes,
 * and takes nothing of the next one with this id, whose source sends its SYN again for ever.
 *
 * @param port where the longest queue was
 * @param waitedPs how long the last frame of it waited at least, by the port's rate
 * @param lifetimePs what the scenario says
 */
@Requirement("FIND-1")
public record LifetimeCheck(String port, long waitedPs, long lifetimePs) {
  /** Rates are whole Mb/s, and a byte at one of them takes so many picoseconds. */
  private static final long BYTE_AT_A_MEGABIT_PS = 8_000_000;

  private static final long MEGABIT = 1_000_000;

  /** What a run shows; empty where all flows have ended, or no queue was as long as that. */
  public static Optional<LifetimeCheck> of(Scenario scenario, Figures figures) {
    int flows = figures.flows().size();
    boolean isUet = flows > figures.roce().flows();
    PortQueue longest = figures.longestQueue();
    if (!isUet || figures.completed() == flows || longest.port().isEmpty()) {
      return Optional.empty();
    }
    long waited =
        Math.multiplyExact(longest.peakBytes(), BYTE_AT_A_MEGABIT_PS)
            / (longest.rateBps() / MEGABIT);
    long lifetime = scenario.nic().lifetimePs();
    return waited > lifetime
        ? Optional.of(new LifetimeCheck(longest.port(), waited, lifetime))
        : Optional.empty();
  }
}
