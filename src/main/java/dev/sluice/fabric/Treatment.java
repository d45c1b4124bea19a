package dev.sluice.fabric;

import dev.sluice.cc.DequeueRole;
import dev.sluice.cc.PortRole;
import java.util.List;
import java.util.TreeMap;

/** {@link PortRules} as the fabric looks them up: one for all ports that have the same. */
final class Treatment {
  final long bufferBytes;
  final long[] limitBytes;
  final boolean[] trims;

  /** One for each class, or null if there is none at all. */
  final PortRole[] roles;

  /** The same for frames that begin to leave. */
  final DequeueRole[] leaving;

  /** By class what it may send whenever its turn comes; 0 for a strict one. */
  final long[] quantumBytes;

  /** The classes of each rank as bits, in the order of ranks; null if all go by their number. */
  final int[] ranks;

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
    quantumBytes = rules.queues().stream().mapToLong(PortRules.Queue::quantumBytes).toArray();
    ranks = ranks(rules.queues());
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

  private static int[] ranks(List<PortRules.Queue> queues) {
    TreeMap<Integer, Integer> members = new TreeMap<>();
    boolean goByNumber = true;
    for (int i = 0; i < queues.size(); i++) {
      int rank = queues.get(i).rank();
      goByNumber &= queues.get(i).quantumBytes() == 0;
      goByNumber &= i == 0 || queues.get(i - 1).rank() <= rank;
      members.merge(rank, 1 << i, (some, one) -> some | one);
    }
    return goByNumber ? null : members.values().stream().mapToInt(Integer::intValue).toArray();
  }
}
