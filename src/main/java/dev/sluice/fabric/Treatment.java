package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortRole;

/** {@link PortRules} as the fabric looks them up: one for all ports that have the same. */
final class Treatment {
  final long bufferBytes;
  final long[] limitBytes;
  final boolean[] trims;

  /** One for each class, or null if there is none at all. */
  final PortRole[] roles;

  /** The same for frames that begin to leave. */
  final DequeueRole[] leaving;

  /** By class what it may send whenever its turn comes, or null if all are strict. */
  final long[] quantumBytes;

  Treatment(PortRules rules) {
    int classes = rules.queues().size();
    bufferBytes = rules.bufferBytes();
    limitBytes = new long[classes];
    trims = new boolean[classes];
    roles =
        rules.queues().stream().anyMatch(queue -> queue.role().isPresent())
            ? new PortRole[classes]
            : null;
    leaving =
        rules.queues().stream().anyMatch(queue -> queue.leaving().isPresent())
            ? new DequeueRole[classes]
            : null;
    quantumBytes =
        rules.queues().stream().anyMatch(queue -> queue.quantumBytes() > 0)
            ? rules.queues().stream().mapToLong(PortRules.Queue::quantumBytes).toArray()
            : null;
    for (int i = 0; i < classes; i++) {
      PortRules.Queue queue = rules.queues().get(i);
      limitBytes[i] = queue.limitBytes();
      trims[i] = queue.trims();
      if (roles != null) {
        roles[i] = queue.role().orElse(null);
      }
      if (leaving != null) {
        leaving[i] = queue.leaving().orElse(null);
      }
    }
  }
}
