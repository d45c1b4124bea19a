package dev.sluice.host.uet;

import dev.sluice.uet.pdc.Initiator;
import dev.sluice.wire.uet.SynField;

/** What the initiator asked for in the action at hand. */
final class InitiatorEffects implements Initiator.Sink {
  private final SourceSide source;
  private final FaultPoints points;

  /** When that action happens: its clocks begin then. */
  long atPs;

  boolean isSyn;
  long psn;

  /** The field of the target's id, which in a SYN tells the offset. */
  int dpdcid;

  boolean hasEnded;

  InitiatorEffects(SourceSide source) {
    this.source = source;
    points = source.points;
  }

  @Override
  public void syn(
      long fa, int trafficClass, int spdcid, long psnToSend, long offset, long payload) {
    isSyn = true;
    psn = psnToSend;
    dpdcid = SynField.of(false, (int) points.psnOffset(offset));
  }

  @Override
  public void request(long fa, int spdcid, int targetsId, long psnToSend, long payload) {
    isSyn = false;
    psn = psnToSend;
    dpdcid = targetsId;
  }

  @Override
  public void closeCommand(long fa, int spdcid, int targetsId, long psnToSend) {
    psn = psnToSend;
    dpdcid = targetsId;
  }

  @Override
  public void inFlight(int ccc, long change) {
    source.byCcc[ccc].packetsInFlight += change;
  }

  @Override
  public void sourceClockRestarted(int spdcid) {
    source.bySpdcid[spdcid].clockPs = atPs;
  }

  @Override
  public void ended(int spdcid, long payload) {
    hasEnded = true;
  }
}
