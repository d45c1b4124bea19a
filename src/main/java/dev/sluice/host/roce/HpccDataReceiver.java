package dev.sluice.host.roce;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.Aeth;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.Syndrome;
import dev.sluice.wire.telemetry.AckTelemetry;

/**
 * What a queue pair of HPCC++ does as data come to it, requests or responses to READs: it sends
 * back what packets and probes have gathered, as {@link HpccEnds} has it. {@link HpccReceiving} has
 * the kernels.
 */
final class HpccDataReceiver {
  private final QueuePair qp;
  private final RoceNic nic;
  private final Service service;
  private final int sourcePort;
  private final HpccReceiving receiving;

  /** That of a queue pair; who logs, listens from here. */
  HpccDataReceiver(QueuePair qp, Service service, int sourcePort) {
    this.qp = qp;
    nic = qp.nic;
    this.service = service;
    this.sourcePort = sourcePort;
    HpccEnds ends = nic.params.hpcc();
    receiving =
        new HpccReceiving(
            ends,
            ends.params().apply(nic.host.rateBps()),
            nic.loop.nowPs(),
            nic.points.hpcc,
            nic.flows,
            qp.number);
    nic.windows.follow(receiving, qp.number, qp.peer, qp.peerQp);
    nic.records.follow(receiving, qp.number, qp.peer, qp.peerQp);
  }

  /**
   * A packet has come, and its transport has done with it.
   *
   * @param isTaken whether it was the one that was missing first, and is not any more
   * @param psn its PSN
   * @param missing what is missing first now, as its sender counts, 24 bits
   * @param head where its telemetry begins; −1: it has none
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  void came(boolean isTaken, long psn, long missing, int head) {
    receiving.came(nic.loop.nowPs(), isTaken, nic.packets.octets(), head);
    if (head >= 0 && nic.params.hpcc().isNotified()) {
      notify(psn, missing, head);
    }
  }

  /** A probe has come: what it has gathered goes back at once. */
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  void probed(byte[] octets, int at, long missing) {
    long psn = Bth.psn(octets, at);
    int gathered = at + Bth.SIZE;
    AckTelemetry brings = receiving.gathered(octets, gathered);
    switch (nic.params.hpcc().returned()) {
      case WHOLE ->
          nic.host.send(nic.frames.notice(qp.peer, service, sourcePort, qp.peerQp, psn, brings));
      case LINK -> {
        int hop = receiving.fullest(nic.loop.nowPs(), brings);
        nic.host.send(
            nic.frames.response(qp.peer, service, sourcePort, qp.peerQp, psn, brings, hop));
      }
      case NOTIFICATION -> notify(psn, missing, gathered);
    }
  }

  /** A notification of what the packet has gathered whose telemetry begins there. */
  private void notify(long psn, long missing, int gathered) {
    nic.host.send(
        nic.frames.notification(qp.peer, service, sourcePort, qp.peerQp, psn, missing, gathered));
  }

  /**
   * Writes how many responses have come, modulo 2²⁴, which a READ tells behind its own headers.
   *
   * <p>It has the form of an acknowledgment's header.
   */
  @Requirement("HPCC-10")
  void telling(byte[] octets, int at) {
    Aeth.put(octets, at, Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS), (int) expected());
  }

  /** What the answer that leaves now takes along. */
  AckTelemetry taken() {
    return receiving.taken();
  }

  /** The packet that is missing first, as the kernel counts them. */
  long expected() {
    return receiving.kernel().expected();
  }
}
