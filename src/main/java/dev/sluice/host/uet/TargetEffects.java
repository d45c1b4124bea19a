package dev.sluice.host.uet;

import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Target;

/** What the target asked for in the action at hand. */
final class TargetEffects implements Target.Sink {
  boolean hasWritten;

  /** Of a NACK; null if none is to be sent. */
  Packet.Code code;

  boolean hasAck;

  /** Of an acknowledgment or a NACK: the source's id, and the PSN told. */
  int dpdcid;

  long psn;

  /** Of an acknowledgment: the target's own id. */
  int spdcid;

  void nothing() {
    hasWritten = false;
    code = null;
    hasAck = false;
  }

  @Override
  public void targetClockRestarted(PdcKey key) {
    throw new IllegalStateException("this target remembers no PDC: " + key);
  }

  @Override
  public void written(PdcKey key, long payload, long offset) {
    hasWritten = true;
  }

  /**
   * Of data it goes out when they are in memory: a PDC of its own counts those, whose
   * acknowledgments are sent, several as one.
   */
  @Override
  public void ackCc(long fa, int pdcid, int sourcesId, long cack) {
    hasAck = true;
    spdcid = pdcid;
    dpdcid = sourcesId;
    psn = cack;
  }

  @Override
  public void nack(long fa, int sourcesId, Packet.Code why, long refusedPsn) {
    code = why;
    dpdcid = sourcesId;
    psn = refusedPsn;
  }
}
