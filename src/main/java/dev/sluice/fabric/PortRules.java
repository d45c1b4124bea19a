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
 * @param queues one for each traffic class, the most urgent first
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
   */
  public record Queue(
      long limitBytes, boolean trims, Optional<PortRole> role, Optional<DequeueRole> leaving) {
    /** A queue in which nothing is asked where a frame begins to leave. */
    public Queue(long limitBytes, boolean trims, Optional<PortRole> role) {
      this(limitBytes, trims, role, Optional.empty());
    }

    public Queue {
      if (limitBytes < 0) {
        throw new IllegalArgumentException("a queue of " + limitBytes + " bytes");
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
      return new Queue(limitBytes, true, role, leaving);
    }

    /** The same with a role where frames begin to leave. */
    public Queue leaving(DequeueRole asked) {
      return new Queue(limitBytes, trims, role, Optional.of(asked));
    }
  }

  /** A port without limits, marking or trimming, such as a host's own. */
  public static PortRules unlimited(int classes) {
    return new PortRules(UNLIMITED, Collections.nCopies(classes, Queue.plain(UNLIMITED)));
  }
}
