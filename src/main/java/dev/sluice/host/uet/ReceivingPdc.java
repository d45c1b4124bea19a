package dev.sluice.host.uet;

import dev.sluice.host.Connection;
import dev.sluice.host.Sender;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;

/** One PDC at its target. */
final class ReceivingPdc extends Connection {
  /** Its id on the wire, less the base. */
  final int pdcid;

  /** Its number with the PDS Manager. */
  final int id;

  final int source;

  /** The source's id, as on the wire. */
  final int spdcid;

  final ReceivingCcc ccc;

  /** What has come: the very PDC of the target. */
  final TargetPdc received;

  /** What of it is in memory. */
  final TargetPdc committed;

  /** What an acknowledgment would tell of what has come, as the kernel said last. */
  long arrivedCack;

  /** The acknowledgment of what is in memory, as the kernel said last. */
  final TargetEffects acknowledgment = new TargetEffects();

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
  ReceivingPdc(
      TargetPdc admitted, Target.Params params, int id, int source, int spdcid, ReceivingCcc ccc) {
    super(null);
    pdcid = admitted.pdcid();
    received = admitted;
    committed = new TargetPdc(params, pdcid, admitted.key(), admitted.cccid(), admitted.start());
    arrivedCack = admitted.cack();
    acknowledgment.ackCc(admitted.key().fa(), pdcid, admitted.key().spdcid(), committed.cack());
    lastPsn = (int) admitted.start() - 1;
    askedPsn = lastPsn;
    this.id = id;
    this.source = source;
    this.spdcid = spdcid;
    this.ccc = ccc;
  }

  @Override
  protected Sender sender() {
    return null;
  }
}
