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
  private NsccWindow.Draft window;

  /**
   * A window at its beginning.
   *
   * @param needsMoreRoom whether a packet needs more room than it takes, as published (FIND-4)
   */
  NsccHost(NsccParams params, long nowPs, boolean needsMoreRoom, Pieces pieces) {
    this.params = params;
    this.needsMoreRoom = needsMoreRoom;
    this.pieces = pieces;
    window = new NsccWindow.Draft(NsccWindow.initial(params, nowPs), params);
  }

  /** The kernel's state. */
  NsccWindow.State state() {
    return window.toState();
  }

  /** What it is configured with. */
  NsccParams params() {
    return params;
  }

  @Override
  public long cwnd() {
    return Bytes.toWhole(window.cwnd());
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return window.mayTransmit(Bytes.ofWhole(bytes))
        && !(needsMoreRoom && window.inflight() + params.mtu() == window.cwnd());
  }

  @Override
  public void onSend(long nowPs, long bytes) {
    Kernels.done(window.send(Bytes.ofWhole(bytes)));
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
    long cwndBefore = window.cwnd();
    Kernels.done(
        window.ack(
            nowPs, Bytes.ofWhole(received), Bytes.ofWhole(freed), marked, rttPs, penalty, restore));
    window = pieces.acknowledged(window, params, nowPs, cwndBefore);
  }

  @Override
  public void onNack(long nowPs, long bytes, int code, long rttPs) {
    long units = Bytes.ofWhole(bytes);
    NackReason reason = NackReason.ofCode(code);
    Kernels.done(window.nack(nowPs, units, units, reason, rttPs));
  }

  @Override
  public void onLoss(long nowPs, long bytes) {
    Kernels.done(window.inferLoss(Bytes.ofWhole(bytes)));
  }

  @Override
  public boolean requestsAck() {
    return window.requestsAck();
  }
}
