package dev.sluice.nic;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.units.Bytes;

/** NSCC's window of one CCC, hosted: bytes become the kernel's units, and back. */
final class NsccHost implements SenderRole {
  private final NsccParams params;
  private final boolean needsMoreRoom;
  private final Pieces pieces;
  private NsccWindow.State state;

  /**
   * A window at its beginning.
   *
   * @param needsMoreRoom whether a packet needs more room than it takes, as published (FIND-4)
   */
  NsccHost(NsccParams params, long nowPs, boolean needsMoreRoom, Pieces pieces) {
    this.params = params;
    this.needsMoreRoom = needsMoreRoom;
    this.pieces = pieces;
    state = NsccWindow.initial(params, nowPs);
  }

  /** The kernel's state. */
  NsccWindow.State state() {
    return state;
  }

  /** What it is configured with. */
  NsccParams params() {
    return params;
  }

  @Override
  public long cwnd() {
    return Bytes.toWhole(state.cwnd());
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return NsccWindow.mayTransmit(state, params, Bytes.ofWhole(bytes))
        && !(needsMoreRoom && state.inflight() + params.mtu() == state.cwnd());
  }

  @Override
  public void onSend(long nowPs, long bytes) {
    state = Kernels.next(NsccWindow.send(state, params, Bytes.ofWhole(bytes)));
  }

  @Override
  public void onAck(
      long nowPs,
      long received,
      long freed,
      boolean marked,
      long rttPs,
      int penalty,
      boolean restore) {
    NsccWindow.State next =
        Kernels.next(
            NsccWindow.ack(
                state,
                params,
                nowPs,
                Bytes.ofWhole(received),
                Bytes.ofWhole(freed),
                marked,
                rttPs,
                penalty,
                restore));
    state = pieces.acknowledged(state, params, next);
  }

  @Override
  public void onNack(long nowPs, long bytes, int code, long rttPs) {
    long units = Bytes.ofWhole(bytes);
    NackReason reason = NackReason.ofCode(code);
    state = Kernels.next(NsccWindow.nack(state, params, nowPs, units, units, reason, rttPs));
  }

  @Override
  public void onLoss(long nowPs, long bytes) {
    state = Kernels.next(NsccWindow.inferLoss(state, params, Bytes.ofWhole(bytes)));
  }

  @Override
  public boolean requestsAck() {
    return NsccWindow.requestsAck(state, params);
  }
}
