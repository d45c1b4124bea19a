package dev.sluice.cc.nscc;

import java.util.List;

/** What no host does to a window: looks at all of it, and changes one thing in it. */
public final class NsccStates {
  private NsccStates() {}

  public static void cwnd(NsccWindow window, long cwnd) {
    window.cwnd = cwnd;
  }

  public static long lastDecreasePs(NsccWindow window) {
    return window.lastDecreasePs;
  }

  public static void lastDecreasePs(NsccWindow window, long ps) {
    window.lastDecreasePs = ps;
  }

  /** All that readers show at this time. */
  static List<Object> shown(NsccWindow window, long nowPs) {
    return List.of(
        window.cwnd(),
        window.inflight(),
        window.maxWnd(),
        window.baseRttPs(),
        window.savedCwnd,
        window.avgDelayPs,
        window.incBytes,
        window.receivedBytes,
        window.achievedBytes,
        window.fiCount,
        window.increaseMode,
        window.bytesToIgnore,
        window.bytesIgnored,
        window.triggerQa,
        window.sinceAdjust(nowPs),
        window.sinceDecrease(nowPs),
        window.sinceDelay(nowPs),
        window.untilQa(nowPs));
  }
}
