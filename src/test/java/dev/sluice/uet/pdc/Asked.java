package dev.sluice.uet.pdc;

import java.util.ArrayList;
import java.util.List;

/** Keeps what kernels ask of their host, in order: packets, and a record for all else. */
final class Asked implements Initiator.Sink, Target.Sink {
  private final List<Object> all = new ArrayList<>();

  record InFlight(int ccc, long change) {}

  record SourceClockRestarted(int spdcid) {}

  record Ended(int spdcid, long payload) {}

  record TargetClockRestarted(PdcKey key) {}

  record Written(PdcKey key, long payload, long offset) {}

  /** What was asked for since this was called last. */
  List<Object> since() {
    List<Object> since = List.copyOf(all);
    all.clear();
    return since;
  }

  @Override
  public void syn(long fa, int trafficClass, int spdcid, long psn, long offset, long payload) {
    all.add(new Packet.Syn(fa, trafficClass, spdcid, psn, offset, payload));
  }

  @Override
  public void request(long fa, int spdcid, int dpdcid, long psn, long payload) {
    all.add(new Packet.Request(fa, spdcid, dpdcid, psn, payload));
  }

  @Override
  public void closeCommand(long fa, int spdcid, int dpdcid, long psn) {
    all.add(new Packet.CloseCommand(fa, spdcid, dpdcid, psn));
  }

  @Override
  public void ackCc(long fa, int spdcid, int dpdcid, long cack) {
    all.add(new Packet.AckCc(fa, spdcid, dpdcid, cack));
  }

  @Override
  public void nack(long fa, int dpdcid, Packet.Code code, long psn) {
    all.add(new Packet.Nack(fa, dpdcid, code, psn));
  }

  @Override
  public void inFlight(int ccc, long change) {
    all.add(new InFlight(ccc, change));
  }

  @Override
  public void sourceClockRestarted(int spdcid) {
    all.add(new SourceClockRestarted(spdcid));
  }

  @Override
  public void ended(int spdcid, long payload) {
    all.add(new Ended(spdcid, payload));
  }

  @Override
  public void targetClockRestarted(PdcKey key) {
    all.add(new TargetClockRestarted(key));
  }

  @Override
  public void written(PdcKey key, long payload, long offset) {
    all.add(new Written(key, payload, offset));
  }
}
