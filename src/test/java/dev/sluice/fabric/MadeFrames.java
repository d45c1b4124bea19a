package dev.sluice.fabric;

/** Frames made by hand, for observers that are driven without a fabric. */
public final class MadeFrames {
  private MadeFrames() {}

  /** Returns a packet that takes so many bytes on a link, and is of a traffic class. */
  public static int of(Packets packets, int frameBytes, int trafficClass) {
    int packet = packets.allocate(0);
    packets.frameBytes(packet, frameBytes);
    packets.treatment(packet, trafficClass, 0);
    return packet;
  }
}
