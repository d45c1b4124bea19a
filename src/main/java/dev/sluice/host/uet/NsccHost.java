package dev.sluice.host.uet;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.kernel.Kernels;
import dev.sluice.units.Bytes;

/** NSCC's window of one CCC, hosted: bytes become the kernel's units, and back. */
final class NsccHost implements SenderRole {
  private final NsccWindow window;
  private final FaultPoints points;

  /** Of the acknowledgment that is told next. */
  private int penalty;

  private boolean restore;

  NsccHost(NsccWindow window, FaultPoints points) {
    this.window = window;
    this.points = points;
  }

  /** The kernel. */
  NsccWindow window() {
    return window;
  }

  @Override
  public long cwnd() {
    return Bytes.toWhole(window.cwnd());
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return window.mayTransmit(Bytes.ofWhole(bytes));
  }

  @Override
  public void onSend(long nowPs, long bytes) {
    Kernels.done(window.send(Bytes.ofWhole(bytes)));
  }

  /**
   * What the target says of its brake in the acknowledgment that is told next: a signal of UET,
   * which other transports have not.
   *
   * @param value the brake, 0 to 127
   * @param lifts whether the target lifts it
   */
  void onPenalty(int value, boolean lifts) {
    penalty = value;
    restore = lifts;
  }

  @Override
  public void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {
    long cwndBefore = window.cwnd();
    Kernels.done(
        window.ack(
            nowPs, Bytes.ofWhole(received), Bytes.ofWhole(freed), marked, rttPs, penalty, restore));
    penalty = 0;
    restore = false;
    points.acknowledged(window, nowPs, cwndBefore);
  }

  @Override
  public void onNack(long nowPs, long bytes, int code, long rttPs) {
    long units = Bytes.ofWhole(bytes);
    Kernels.done(window.nack(nowPs, units, units, NackReason.ofCode(code), rttPs));
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
