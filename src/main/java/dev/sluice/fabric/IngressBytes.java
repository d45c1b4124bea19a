package dev.sluice.fabric;

/**
 * What switches hold, by the link that it came over and its class: a number for each, the lane.
 *
 * <p>A frame counts from the moment at which it is queued, or begins at once, until its last bit
 * has left: exactly as long as it takes room at its output port. So what is counted at one switch
 * is the same bytes twice, by output ports and by lanes.
 */
final class IngressBytes {
  private final int classes;
  private final long[] heldBytes;

  /** Nothing is held yet. */
  IngressBytes(int ports, int classes) {
    this.classes = classes;
    heldBytes = new long[Math.multiplyExact(ports, classes)];
  }

  /**
   * Where frames are counted that came over this link.
   *
   * @param port the port that sends them, at the other end of the link
   */
  int lane(int port, int trafficClass) {
    return port * classes + trafficClass;
  }

  /** The port of a lane. */
  int port(int lane) {
    return lane / classes;
  }

  /** The class of a lane. */
  int trafficClass(int lane) {
    return lane % classes;
  }

  /** Counts so many bytes more, or less, and says how many there are now. */
  long add(int lane, long bytes) {
    return heldBytes[lane] += bytes;
  }

  /** How many bytes of a lane are held. */
  long held(int lane) {
    return heldBytes[lane];
  }
}
