package dev.sluice.scenario;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.PortRole;
import dev.sluice.cc.RedMarker;
import dev.sluice.cc.TrimBeyond;
import dev.sluice.fabric.FabricRules;
import dev.sluice.fabric.PortRules;
import dev.sluice.fabric.Topology;
import dev.sluice.fabric.TrafficClasses;
import dev.sluice.requirement.Requirement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What holds at the switches' ports: one rule for all, its thresholds in BDPs of each port's own
 * link unless they are given.
 *
 * @param bufferBytes the most that a port holds
 * @param sharedBytes the most that a switch holds
 * @param lastHopBytes the most data that waits at a port towards a host
 * @param ecn whether ports mark
 * @param ecnMinBytes where marking may begin; {@link #AUTO}: 0.2 BDP
 * @param ecnMaxBytes where marking is certain; {@link #AUTO}: 0.8 BDP
 * @param lastHopEcn whether ports towards hosts mark
 * @param trims whether data is trimmed
 * @param trimBytes beyond which queue; {@link #AUTO}: 1 BDP, at the last hop 1.5 BDP
 * @param baseRttPs the time of a BDP
 */
@Requirement({"RCCC-11", "UET-6"})
public record QueueRules(
    long bufferBytes,
    long sharedBytes,
    long lastHopBytes,
    boolean ecn,
    long ecnMinBytes,
    long ecnMaxBytes,
    boolean lastHopEcn,
    boolean trims,
    long trimBytes,
    long baseRttPs)
    implements FabricRules {
  /** A threshold that follows from the port's link. */
  public static final long AUTO = -1;

  private static final int CLASSES = TrafficClasses.standard().count();

  /** The longest queue that marking knows. */
  static final long LARGEST = 1L << 30;

  @Override
  public PortRules port(Topology topology, int port) {
    if (topology.isHost(topology.portFrom(port))) {
      return PortRules.unlimited(CLASSES);
    }
    boolean lastHop = topology.leadsToHost(port);
    long rateBps = topology.link(port).rateBps();
    Optional<PortRole> role = role(lastHop, rateBps);
    List<PortRules.Queue> queues = new ArrayList<>();
    for (int trafficClass = 0; trafficClass < CLASSES; trafficClass++) {
      queues.add(
          trafficClass == TrafficClasses.LOW
              ? new PortRules.Queue(lastHop ? lastHopBytes : PortRules.UNLIMITED, trims, role)
              : PortRules.Queue.plain(PortRules.UNLIMITED));
    }
    return new PortRules(bufferBytes, queues);
  }

  @Override
  public long sharedBufferBytes(Topology topology, int node) {
    return sharedBytes;
  }

  private Optional<PortRole> role(boolean lastHop, long rateBps) {
    PortRole role = null;
    if (ecn && (lastHopEcn || !lastHop)) {
      long min = Math.min(LARGEST, ecnMinBytes == AUTO ? bdp(rateBps, 1, 5) : ecnMinBytes);
      long max = Math.min(LARGEST, ecnMaxBytes == AUTO ? bdp(rateBps, 4, 5) : ecnMaxBytes);
      role = new RedMarker(min, Math.max(min, max), 1L << 32);
    }
    if (trims) {
      long beyond =
          trimBytes != AUTO ? trimBytes : lastHop ? bdp(rateBps, 3, 2) : bdp(rateBps, 1, 1);
      role = new TrimBeyond(beyond, role == null ? RedMarker.step(LARGEST) : role);
    }
    return Optional.ofNullable(role);
  }

  private long bdp(long rateBps, long numerator, long denominator) {
    return Bdp.bytes(rateBps, rateBps, baseRttPs, numerator, denominator);
  }
}
