package dev.sluice.host.roce.hpcc;

import dev.sluice.host.roce.connection.QueuePair;
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
public final class HpccDataReceiver {
  private final HpccNic nic;
  private final QueuePair of;
  private final HpccReceiving receiving;

  /** That of a queue pair; who logs, listens from here. */
  public HpccDataReceiver(HpccNic nic, QueuePair of) {
    this.nic = nic;
    this.of = of;
    HpccEnds ends = nic.ends;
    receiving =
        new HpccReceiving(
            ends,
            ends.params().apply(nic.host.rateBps()),
            nic.host.nowPs(),
            nic.points,
            nic.flows,
            of.number());
    nic.windows.follow(receiving, of);
    nic.records.follow(receiving, of);
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
  public void came(boolean isTaken, long psn, long missing, int head) {
    receiving.came(nic.host.nowPs(), isTaken, nic.host.packets().octets(), head);
    if (head >= 0 && nic.ends.isNotified()) {
      notify(psn, missing, head);
    }
  }

  /** A probe has come: what it has gathered goes back at once. */
  @Requirement({"HPCC-9", "HPCC-10", "HPCC-12"})
  public void probed(byte[] octets, int at, long missing) {
    long psn = Bth.psn(octets, at);
    int gathered = at + Bth.SIZE;
    AckTelemetry brings = receiving.gathered(nic.host.nowPs(), octets, gathered);
    switch (nic.ends.returned()) {
      case WHOLE -> nic.host.send(nic.frames.notice(of, psn, brings));
      case LINK -> {
        int hop = receiving.fullest(nic.host.nowPs(), brings);
        nic.host.send(nic.frames.response(of, psn, brings, hop));
      }
      case NOTIFICATION -> notify(psn, missing, gathered);
    }
  }

  /** A notification of what the packet has gathered whose telemetry begins there. */
  private void notify(long psn, long missing, int gathered) {
    nic.host.send(nic.frames.notification(of, psn, missing, gathered));
  }

  /**
   * Writes how many responses have come, modulo 2²⁴, which a READ tells behind its own headers.
   *
   * <p>It has the form of an acknowledgment's header.
   */
  @Requirement("HPCC-10")
  public void telling(byte[] octets, int at) {
    Aeth.put(octets, at, Syndrome.of(Syndrome.ACK, Syndrome.NO_CREDITS), (int) expected());
  }

  /** What the answer that leaves now takes along. */
  public AckTelemetry taken() {
    return receiving.taken();
  }

  /**
   * An acknowledgment of responses to READs leaves, with how many have come, and what it brings.
   */
  @Requirement({"HPCC-10", "HPCC-11"})
  public void acknowledge(long psn) {
    nic.host.send(nic.frames.responses(of, psn, (int) expected(), taken()));
  }

  /** The packet that is missing first, as the kernel counts them. */
  public long expected() {
    return receiving.kernel().expected();
  }
}
