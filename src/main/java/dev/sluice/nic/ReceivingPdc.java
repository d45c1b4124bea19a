package dev.sluice.nic;

import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.TargetPdc;

/** One PDC at its target. */
final class ReceivingPdc {
  /** Its id on the wire, less the base. */
  final int pdcid;

  /** Its number with the PDS Manager. */
  final int id;

  final int source;

  /** The source's id, as on the wire. */
  final int spdcid;

  final ReceivingCcc ccc;

  /** What has come. */
  final TargetPdc.Draft received;

  /** What of it is in memory. */
  final TargetPdc.Draft committed;

  /** Bytes in memory, of which no acknowledgment has told yet. */
  long untold;

  /** What has come, and what is in memory, as it counts towards the next acknowledgment. */
  long arrivedWeight;

  long committedWeight;

  /** With so much in memory an acknowledgment is due. */
  long ackAtWeight;

  /** When so much has come, the instant at which it is in memory must not be missed. */
  long watchAtWeight;

  /** Bytes that have come for the first time, by nominal sizes. */
  long receivedBytes;

  /** The entropy value of the packet that came last. */
  int entropy;

  /** Up to this one each packet is to be acknowledged at once. */
  int askedPsn;

  /** The packet that was committed last. */
  int lastPsn;

  /**
   * A PDC of which nothing is in memory yet.
   *
   * @param admitted with its first packet
   */
  ReceivingPdc(TargetPdc.State admitted, int id, int source, int spdcid, ReceivingCcc ccc) {
    pdcid = admitted.pdcid();
    received = new TargetPdc.Draft(admitted);
    committed =
        new TargetPdc.Draft(
            new TargetPdc.State(
                pdcid, admitted.key(), admitted.cccid(), admitted.start(), ReceiveWindow.empty()));
    lastPsn = (int) admitted.start() - 1;
    askedPsn = lastPsn;
    this.id = id;
    this.source = source;
    this.spdcid = spdcid;
    this.ccc = ccc;
  }
}
