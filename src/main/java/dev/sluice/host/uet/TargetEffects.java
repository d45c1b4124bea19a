package dev.sluice.host.uet;

import dev.sluice.host.Addresses;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.Target;

/** What the target asked for in the action at hand. */
final class TargetEffects implements Target.Sink {
  boolean hasWritten;

  /** Of a NACK; null if none is to be sent. */
  Packet.Code code;

  boolean hasAck;

  /** Of an acknowledgment or a NACK: the source's address and id, and the PSN told. */
  long fa;

  int dpdcid;

  long psn;

  /** Of an acknowledgment: the target's own id. */
  int spdcid;

  /** The host that an acknowledgment or a NACK goes to. */
  int host() {
    return Addresses.host((int) fa);
  }

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
  public void ackCc(long to, int pdcid, int sourcesId, long cack) {
    hasAck = true;
    fa = to;
    spdcid = pdcid;
    dpdcid = sourcesId;
    psn = cack;
  }

  @Override
  public void nack(long to, int sourcesId, Packet.Code why, long refusedPsn) {
    code = why;
    fa = to;
    dpdcid = sourcesId;
    psn = refusedPsn;
  }
}
