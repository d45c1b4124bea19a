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

  /** Of the packet's PDC, or of the one that has ended: its id. */
  int spdcid;

  int trafficClass;
  long psn;

  /** The field of the target's id, which in a SYN tells the offset. */
  int dpdcid;

  /** Which PDC's message the packet carries, by its number with the PDS Manager. */
  long payload;

  boolean hasEnded;

  InitiatorEffects(SourceSide source) {
    this.source = source;
    points = source.points;
  }

  /** The PDC whose message the packet carries. */
  SendingPdc carried() {
    return source.pdcs[(int) payload];
  }

  @Override
  public void syn(long fa, int ofClass, int id, long psnToSend, long offset, long message) {
    isSyn = true;
    spdcid = id;
    trafficClass = ofClass;
    payload = message;
    psn = psnToSend;
    dpdcid = SynField.of(false, (int) points.psnOffset(offset));
  }

  @Override
  public void request(long fa, int id, int targetsId, long psnToSend, long message) {
    isSyn = false;
    spdcid = id;
    trafficClass = source.bySpdcid[id].key.flow().trafficClass();
    payload = message;
    psn = psnToSend;
    dpdcid = targetsId;
  }

  @Override
  public void closeCommand(long fa, int id, int targetsId, long psnToSend) {
    spdcid = id;
    psn = psnToSend;
    dpdcid = targetsId;
  }

  @Override
  public void inFlight(int ccc, long change) {
    source.byCcc[ccc].packetsInFlight += change;
  }

  @Override
  public void sourceClockRestarted(int id) {
    source.bySpdcid[id].clockPs = atPs;
  }

  @Override
  public void ended(int id, long message) {
    spdcid = id;
    payload = message;
    hasEnded = true;
  }
}
