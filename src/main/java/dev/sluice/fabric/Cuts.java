package dev.sluice.fabric;

import dev.sluice.sim.EventLoop;

/**
 * Losses of all that waits at a port: its link goes down, or a watchdog has found a storm there.
 */
final class Cuts {
  private final Fabric fabric;
  private final Port[] ports;
  private final Packets packets;
  private final Paths paths;
  private final EventLoop loop;

  Cuts(Fabric fabric, Port[] ports, Packets packets, Paths paths, EventLoop loop) {
    this.fabric = fabric;
    this.ports = ports;
    this.packets = packets;
    this.paths = paths;
    this.loop = loop;
  }

  /** Takes a link down or up, both directions; see {@link Fabric#setLink}. */
  void set(int link, boolean up) {
    long nowPs = loop.nowPs();
    for (Port port : ports) {
      fabric.settle(port, nowPs); // they choose paths as they begin
    }
    for (int number = 2 * link; number <= 2 * link + 1; number++) {
      Port port = ports[number];
      if (port.isUp && !up) {
        port.isUp = false;
        paths.lost();
        cutOff(port);
      } else if (!port.isUp && up) {
        port.isUp = true;
        paths.regained();
        fabric.resume(port, nowPs);
      }
    }
  }

  private void cutOff(Port port) {
    for (int i = 0; i < port.flightCount(); i++) {
      packets.flag(port.flying(i), Packets.CUT_OFF);
    }
    clear(port, -1, DropReason.LINK_DOWN);
    if (fabric.pauses != null) {
      fabric.pauses.forget(port); // once the link is back, pauses begin anew
    }
  }

  /** Drops all frames that wait at a port in some classes, bit i for class i. */
  void discard(Port port, int some) {
    clear(port, some, DropReason.WATCHDOG);
  }

  private void clear(Port port, int some, DropReason why) {
    int left;
    while ((left = port.waitingClasses & some) != 0) {
      int packet = port.takeOut(packets, Integer.numberOfTrailingZeros(left));
      lose(port, packet, loop.nowPs(), why);
    }
  }

  private void lose(Port port, int packet, long nowPs, DropReason why) {
    port.letGo(packets.frameBytes(packet));
    if (port.ingress != null) {
      fabric.count(packets.lane(packet), -packets.frameBytes(packet), nowPs);
    }
    fabric.drop(nowPs, port.number, packet, why);
  }
}
