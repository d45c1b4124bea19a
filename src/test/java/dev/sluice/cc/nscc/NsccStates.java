package dev.sluice.cc.nscc;

/** States that differ in one component. */
public final class NsccStates {
  private NsccStates() {}

  public static NsccWindow.State withCwnd(NsccWindow.State s, long cwnd) {
    return with(s, cwnd, s.lastDecreasePs());
  }

  public static NsccWindow.State withLastDecrease(NsccWindow.State s, long ps) {
    return with(s, s.cwnd(), ps);
  }

  private static NsccWindow.State with(NsccWindow.State s, long cwnd, long lastDecreasePs) {
    return new NsccWindow.State(
        cwnd,
        s.inflight(),
        s.maxWnd(),
        s.baseRttPs(),
        s.savedCwnd(),
        s.avgDelayPs(),
        s.incBytes(),
        s.receivedBytes(),
        s.achievedBytes(),
        s.fiCount(),
        s.increaseMode(),
        s.bytesToIgnore(),
        s.bytesIgnored(),
        s.triggerQa(),
        s.lastAdjustPs(),
        lastDecreasePs,
        s.qaEndPs());
  }
}
