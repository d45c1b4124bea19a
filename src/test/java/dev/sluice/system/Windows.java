package dev.sluice.system;

import dev.sluice.host.uet.CongestionControl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Windows: no new packet leaves what is in flight above the window, what is in flight is never more
 * than the largest window since the oldest of it left, the window lies between a packet and MaxWnd,
 * and what the source counts as in flight is what it sent and has not heard of.
 */
final class Windows extends Conversations {
  private record Key(int host, int pdc, long packet) {}

  private record Flying(long size, long sincePs) {}

  private record Window(long atPs, long bytes) {}

  private static final class Side {
    final Map<Key, Flying> flight = new LinkedHashMap<>();
    final List<Window> windows = new ArrayList<>();
    long bytes;
    boolean isNew;
  }

  private final Map<Pair, Side> sides = new HashMap<>();

  private Side side(Pair pair) {
    return sides.computeIfAbsent(pair, key -> new Side());
  }

  @Override
  public void packetSent(
      long atPs, int host, int flow, int pdc, long packet, int bytes, int entropy, boolean again) {
    Side side = side(new Pair(host, rig.scenario.flows().get(flow).to()));
    Flying flying = new Flying(rig.size(bytes), atPs);
    Flying before = side.flight.put(new Key(host, pdc, packet), flying);
    check(before == null, "packet %d of PDC %d of host %d is in flight twice", packet, pdc, host);
    side.bytes += flying.size;
    side.isNew = !again;
  }

  private void remove(Pair pair, Key key) {
    Side side = side(pair);
    Flying flying = side.flight.remove(key);
    if (flying != null) {
      side.bytes -= flying.size;
    }
  }

  @Override
  void done(long atPs, Talk talk, long number) {
    remove(new Pair(talk.source, talk.target), new Key(talk.source, talk.spdcid, number));
  }

  @Override
  public void lossInferred(long atPs, int host, int flow, int pdc, long packet) {
    super.lossInferred(atPs, host, flow, pdc, packet);
    remove(new Pair(host, rig.scenario.flows().get(flow).to()), new Key(host, pdc, packet));
  }

  @Override
  public void windowChanged(long atPs, int host, int destination, long cwnd, long inFlight) {
    Pair pair = new Pair(host, destination);
    if (!isClear(pair)) {
      return;
    }
    Side side = side(pair);
    check(inFlight == side.bytes, "%d in flight, and told are %d", side.bytes, inFlight);
    check(
        !side.isNew || side.bytes <= cwnd,
        "a new packet makes it %d in flight in a window of %d",
        side.bytes,
        cwnd);
    side.isNew = false;
    check(cwnd >= rig.size(rig.params().mtuBytes()), "a window of %d, below one packet", cwnd);
    if (rig.params().congestionControl() != CongestionControl.NONE) {
      check(cwnd <= maxWnd(pair), "a window of %d, and MaxWnd is %d", cwnd, maxWnd(pair));
    }
    long oldest = atPs;
    for (Flying flying : side.flight.values()) {
      oldest = Math.min(oldest, flying.sincePs);
    }
    side.windows.add(new Window(atPs, cwnd));
    long since = oldest;
    side.windows.removeIf(window -> window.atPs < since);
    long largest = side.windows.stream().mapToLong(Window::bytes).max().orElse(0);
    check(
        side.bytes <= largest,
        "%d in flight, and the largest window since the oldest of it left was %d",
        side.bytes,
        largest);
  }

  private long maxWnd(Pair pair) {
    var topology = rig.scenario.topology();
    long gbps =
        Math.min(topology.hostRateBps(pair.source()), topology.hostRateBps(pair.target()))
            / 1_000_000_000;
    // Gb/s times ps: thousandths of a bit
    return gbps
        * rig.params().baseRttPs()
        * rig.params().maxWndNumerator()
        / (8_000 * rig.params().maxWndDenominator());
  }
}
