package dev.sluice.scenario;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.MarkAtDequeue;
import dev.sluice.cc.NotEctLimit;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.TrimBeyond;
import dev.sluice.fabric.PortRules;
import java.util.Optional;

/**
 * What holds in one queue of every switch port, its thresholds in BDPs of each port's own link
 * unless they are given.
 *
 * @param name what it is called in results
 * @param limitBytes the most that waits in it
 * @param lastHopBytes the same at a port towards a host
 * @param ecn whether ports mark
 * @param ecnMinBytes where marking may begin; {@link #AUTO}: 0.2 BDP
 * @param ecnMaxBytes where marking is certain; {@link #AUTO}: 0.8 BDP
 * @param ecnOf32 how likely it is just below that, in units of 2⁻³²
 * @param atDequeue whether a frame is marked as it leaves, by the queue behind it
 * @param lastHopEcn whether ports towards hosts mark
 * @param notEctBytes from which queue on a frame is dropped that is not ECN-capable; {@link #AUTO}:
 *     2 BDP
 * @param trims whether frames are trimmed, of those that may be
 * @param trimBytes beyond which queue; {@link #AUTO}: 1 BDP, at the last hop 1.5 BDP
 * @param rank those of a smaller one go first
 * @param quantumBytes what it sends in its turn among those of its rank; 0: it is strict
 */
public record QueueRule(
    String name,
    long limitBytes,
    long lastHopBytes,
    boolean ecn,
    long ecnMinBytes,
    long ecnMaxBytes,
    long ecnOf32,
    boolean atDequeue,
    boolean lastHopEcn,
    long notEctBytes,
    boolean trims,
    long trimBytes,
    int rank,
    long quantumBytes) {
  /** A threshold that follows from the port's link. */
  public static final long AUTO = -1;

  /** Always. */
  static final long CERTAIN = 1L << 32;

  /** The longest queue that marking knows. */
  static final long LARGEST = 1L << 30;

  /** A strict queue without limits, marks or trimming. */
  static QueueRule plain(String name) {
    long most = PortRules.UNLIMITED;
    return new QueueRule(
        name, most, most, false, AUTO, AUTO, CERTAIN, false, false, most, false, AUTO, 0, 0);
  }

  /** The same among others at a host's own port: nothing but whose turn it is. */
  PortRules.Queue atHost() {
    return PortRules.Queue.plain(PortRules.UNLIMITED).ranked(rank).sharing(quantumBytes);
  }

  /**
   * The queue at a port of a switch.
   *
   * @param lastHop whether it leads to a host
   * @param rateBps of its link
   * @param baseRttPs the time of a BDP
   */
  PortRules.Queue at(boolean lastHop, long rateBps, long baseRttPs) {
    PortRole role = null;
    RedMarker marker = ecn && (lastHopEcn || !lastHop) ? marker(rateBps, baseRttPs) : null;
    if (marker != null && !atDequeue) {
      role = marker;
    }
    if (trims) {
      long beyond =
          trimBytes != AUTO
              ? trimBytes
              : lastHop ? bdp(rateBps, baseRttPs, 3, 2) : bdp(rateBps, baseRttPs, 1, 1);
      role = new TrimBeyond(beyond, orNothing(role));
    }
    if (notEctBytes < PortRules.UNLIMITED) {
      long from = notEctBytes == AUTO ? bdp(rateBps, baseRttPs, 2, 1) : notEctBytes;
      role = new NotEctLimit(from, orNothing(role));
    }
    PortRules.Queue queue =
        new PortRules.Queue(
            lastHop ? Math.min(limitBytes, lastHopBytes) : limitBytes,
            trims,
            Optional.ofNullable(role),
            Optional.empty(),
            rank,
            quantumBytes);
    return marker != null && atDequeue ? queue.leaving(new MarkAtDequeue(marker)) : queue;
  }

  private RedMarker marker(long rateBps, long baseRttPs) {
    long min = ecnMinBytes == AUTO ? bdp(rateBps, baseRttPs, 1, 5) : ecnMinBytes;
    long max = ecnMaxBytes == AUTO ? bdp(rateBps, baseRttPs, 4, 5) : ecnMaxBytes;
    min = Math.min(LARGEST, min);
    max = Math.min(LARGEST, max);
    return new RedMarker(min, Math.max(min, max), ecnOf32);
  }

  private static PortRole orNothing(PortRole role) {
    return role == null ? RedMarker.step(LARGEST) : role;
  }

  private static long bdp(long rateBps, long baseRttPs, long numerator, long denominator) {
    return Bdp.bytes(rateBps, rateBps, baseRttPs, numerator, denominator);
  }
}
