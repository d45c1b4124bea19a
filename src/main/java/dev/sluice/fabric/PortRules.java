package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortRole;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How one output port treats frames.
 *
 * @param bufferBytes the most the port holds, the frame being sent among it until its last bit has
 *     left
 * @param queues one for each traffic class; of strict ones, the most urgent first
 */
public record PortRules(long bufferBytes, List<Queue> queues) {
  /** No limit. */
  public static final long UNLIMITED = Long.MAX_VALUE / 4;

  public PortRules {
    queues = List.copyOf(queues);
    if (bufferBytes <= 0 || queues.isEmpty()) {
      throw new IllegalArgumentException(
          "a port of " + bufferBytes + " bytes with " + queues.size() + " queues");
    }
  }

  /**
   * One traffic class at one port.
   *
   * @param limitBytes the most that may wait in it
   * @param trims whether a trimmable frame that finds no room is cut down instead of dropped
   * @param role what decides on a frame that comes; empty: nothing
   * @param leaving what is asked where a frame begins to leave; empty: nothing
   * @param rank queues of a smaller rank go before all of a larger one; not negative
   * @param quantumBytes what it may send whenever its turn comes, among the queues of its rank that
   *     have such a quantum; 0: it is strict, and goes before those, and before all strict ones of
   *     its rank behind it
   */
  public record Queue(
      long limitBytes,
      boolean trims,
      Optional<PortRole> role,
      Optional<DequeueRole> leaving,
      int rank,
      long quantumBytes) {
    /** A strict queue in which nothing is asked where a frame begins to leave. */
    public Queue(long limitBytes, boolean trims, Optional<PortRole> role) {
      this(limitBytes, trims, role, Optional.empty(), 0, 0);
    }

    public Queue {
      if (limitBytes < 0 || rank < 0 || quantumBytes < 0 || quantumBytes > UNLIMITED) {
        throw new IllegalArgumentException(
            "a queue of %d bytes of rank %d with a quantum of %d"
                .formatted(limitBytes, rank, quantumBytes));
      }
    }

    /** A queue without marking or trimming. */
    public static Queue plain(long limitBytes) {
      return new Queue(limitBytes, false, Optional.empty());
    }

    /** A queue without trimming in which a role decides. */
    public static Queue of(long limitBytes, PortRole role) {
      return new Queue(limitBytes, false, Optional.of(role));
    }

    /** The same with trimming. */
    public Queue trimming() {
      return new Queue(limitBytes, true, role, leaving, rank, quantumBytes);
    }

    /** The same with a role where frames begin to leave. */
    public Queue leaving(DequeueRole asked) {
      return new Queue(limitBytes, trims, role, Optional.of(asked), rank, quantumBytes);
    }

    /** The same with a share by deficit round robin in place of strict priority. */
    public Queue sharing(long quantum) {
      return new Queue(limitBytes, trims, role, leaving, rank, quantum);
    }

    /** The same in another rank. */
    public Queue ranked(int other) {
      return new Queue(limitBytes, trims, role, leaving, other, quantumBytes);
    }
  }

  /** A port without limits, marking or trimming, such as a host's own. */
  public static PortRules unlimited(int classes) {
    return new PortRules(UNLIMITED, Collections.nCopies(classes, Queue.plain(UNLIMITED)));
  }
}
