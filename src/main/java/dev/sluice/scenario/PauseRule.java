package dev.sluice.scenario;

import dev.sluice.cc.BaseRtt;
import dev.sluice.cc.pfc.Headroom;
import dev.sluice.cc.pfc.PauseThreshold;
import dev.sluice.fabric.PausePlan;
import dev.sluice.fabric.SwitchSpec;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.WatchdogPlan;
import dev.sluice.requirement.Requirement;
import java.util.Optional;

/**
 * How switches pause those that send to them.
 *
 * @param wholeLink whether a pause is of all queues at once
 * @param classes lossless queues, bit i for queue i
 * @param thresholdBytes what one queue and one link may take up; {@link QueueRule#AUTO}: a share
 * @param beta of the share, eighths of what is free
 * @param sharedBytes what a switch holds, for a share
 * @param gapBytes how far below the threshold it must fall; {@link QueueRule#AUTO}: two frames
 * @param headroomBytes {@link QueueRule#AUTO}: by the formula
 * @param quanta how long a pause is
 * @param responseQuanta until it is heeded; {@link QueueRule#AUTO}: by the table
 * @param frameBytes the largest frame of the run
 * @param watchdog how switches watch paused ports; empty if they do not
 */
@Requirement({"PFC-1", "PFC-6", "PFC-9", "PFC-10"})
record PauseRule(
    boolean wholeLink,
    int classes,
    long thresholdBytes,
    long beta,
    long sharedBytes,
    long gapBytes,
    long headroomBytes,
    int quanta,
    long responseQuanta,
    int frameBytes,
    Optional<WatchdogPlan> watchdog) {
  private static final long[] KNOWN_GBPS = {10, 25, 40, 100, 200, 400};

  /**
   * How the switch at the far end of this port pauses it.
   *
   * @throws IllegalArgumentException if that is not possible
   */
  PausePlan at(Topology topology, int port) {
    BaseRtt.Link link = topology.link(port);
    long response = response(link.rateBps());
    long headroom = headroomBytes == QueueRule.AUTO ? needed(topology, port) : headroomBytes;
    PauseThreshold threshold = threshold(topology, port, headroom);
    long most = threshold.bytes(0);
    long gap = gapBytes == QueueRule.AUTO ? Math.min(most, 2L * frameBytes) : gapBytes;
    if (gap > most) {
      throw new IllegalArgumentException(
          "the gap of %d B is more than the threshold of %d B".formatted(gap, most));
    }
    long psPerByte = BaseRtt.psPerByte(link.rateBps());
    long responsePs = response * Headroom.QUANTUM_BYTES * psPerByte;
    PausePlan plan =
        new PausePlan(wholeLink, classes, threshold, gap, headroom, quanta, frameBytes, responsePs);
    if (plan.refreshAfterPs(psPerByte) < 1) {
      throw new IllegalArgumentException(
          "a pause of %d quanta cannot be repeated in time: it takes more than %d"
              .formatted(quanta, response + frameBytes / Headroom.QUANTUM_BYTES + 1));
    }
    return plan;
  }

  private PauseThreshold threshold(Topology topology, int port, long headroom) {
    if (thresholdBytes != QueueRule.AUTO) {
      return PauseThreshold.of(thresholdBytes);
    }
    int node = topology.portTo(port);
    int ports = topology.portsOf(node).length;
    long shared = PauseThreshold.sharedBytes(sharedBytes, ports, headroom);
    if (shared < 1) {
      throw new IllegalArgumentException(
          "the shared buffer of %d B is all headroom: %d ports, 8 classes, %d B each"
              .formatted(sharedBytes, ports, headroom));
    }
    return PauseThreshold.shareOf(shared, 1000 * beta);
  }

  /** What the formula counts for a link, by what the run itself takes for each of its terms. */
  private long needed(Topology topology, int port) {
    BaseRtt.Link link = topology.link(port);
    int node = topology.portTo(port);
    SwitchSpec at = topology.switchSpec(node);
    long fastestBps = 0;
    for (int out : topology.portsOf(node)) {
      fastestBps = Math.max(fastestBps, topology.link(out).rateBps());
    }
    long oneWayPs = BaseRtt.propagationPs(link.lengthMm()) + link.fecPs();
    boolean countsLate = !at.cutThrough() || fastestBps > link.rateBps();
    return new Headroom(
            link.rateBps(),
            oneWayPs,
            at.latencyPs(),
            response(link.rateBps()),
            Math.max(frameBytes, Headroom.PAUSE_BYTES),
            frameBytes,
            Headroom.PAUSE_BYTES,
            0,
            countsLate,
            1,
            frameBytes)
        .bytes();
  }

  private long response(long rateBps) {
    if (responseQuanta != QueueRule.AUTO) {
      return responseQuanta;
    }
    for (long known : KNOWN_GBPS) {
      if (rateBps <= known * 1_000_000_000) {
        return Headroom.responseQuanta(known * 1_000_000_000);
      }
    }
    return Headroom.responseQuanta(400_000_000_000L);
  }
}
