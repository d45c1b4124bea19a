package dev.sluice.fabric;

import dev.sluice.cc.BaseRtt;

/**
 * What does not change at a port; ports that agree in all of it share one.
 *
 * @param psPerByte how long a byte takes on the link
 * @param delayPs fibre, error correction, and the latency of the switch at the far end
 * @param leadsToHost whether a host is at the far end
 * @param toCutThrough whether the switch at the far end sends frames on before it has them whole
 * @param mayMeetFaster whether any port at the far end is faster than this one
 * @param treatment what holds for frames that come here
 */
record PortKind(
    long psPerByte,
    long delayPs,
    boolean leadsToHost,
    boolean toCutThrough,
    boolean mayMeetFaster,
    Treatment treatment) {
  /** Reads a port off; told the greatest rate of any port at its far end. */
  static PortKind of(Topology topology, int port, long fastestBps, Treatment treatment) {
    int to = topology.portTo(port);
    boolean leadsToHost = topology.isHost(to);
    BaseRtt.Link link = topology.link(port);
    long latency = leadsToHost ? 0 : topology.switchSpec(to).latencyPs();
    return new PortKind(
        BaseRtt.psPerByte(link.rateBps()),
        Math.addExact(Math.addExact(BaseRtt.propagationPs(link.lengthMm()), link.fecPs()), latency),
        leadsToHost,
        !leadsToHost && topology.switchSpec(to).cutThrough(),
        fastestBps > link.rateBps(),
        treatment);
  }
}
