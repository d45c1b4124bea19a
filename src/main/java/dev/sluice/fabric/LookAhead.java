package dev.sluice.fabric;

import dev.sluice.sim.EventHandler;

/** Looks at the memory that a frame's landing will need; see {@link EventHandler#lookAt}. */
final class LookAhead {
  /** The fabric takes the first steps for itself, and leaves the others to hosts. */
  private static final int FIRST_LOOK_AT_HOSTS = EventHandler.LOOKS - HostSide.LOOKS;

  private final Port[] ports;
  private final Packets packets;
  private final Paths paths;
  private final HostSide[] sides;

  LookAhead(Port[] ports, Packets packets, Paths paths, HostSide[] sides) {
    this.ports = ports;
    this.packets = packets;
    this.paths = paths;
    this.sides = sides;
  }

  /**
   * Looks at the port; at its frame, and where that goes next; and at what the hosts need who are
   * given it, or are asked for one.
   */
  long at(Port port, int step) {
    if (step == 0) {
      return port.look();
    }
    int out = port.firstOut();
    if (step == 1) {
      return port.lookAtFrames(packets) + (out >= 0 ? ports[out].look() : 0);
    }
    if (step == 2) {
      return out < 0
          ? 0
          : ports[out].lookAtFrames(packets)
              + paths.lookAt(ports[out], packets.to(port.firstPacket()));
    }
    long seen = 0;
    if (out < 0 && out != Fabric.NO_ROUTE && sides[~out] != null) {
      seen += sides[~out].lookAt(port.firstPacket(), step - FIRST_LOOK_AT_HOSTS);
    }
    if (port.puller != null) {
      seen += port.puller.lookAt(Packets.NONE, step - FIRST_LOOK_AT_HOSTS);
    }
    return seen;
  }
}
