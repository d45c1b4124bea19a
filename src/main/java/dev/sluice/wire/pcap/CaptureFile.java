package dev.sluice.wire.pcap;

import java.util.Arrays;
import java.util.List;

/**
 * What a capture file holds.
 *
 * @param interfaces in the order in which packets refer to them
 * @param packets in the order of the file
 */
public record CaptureFile(List<Interface> interfaces, List<Captured> packets) {
  /** The link type of Ethernet. */
  public static final int ETHERNET = 1;

  public CaptureFile {
    interfaces = List.copyOf(interfaces);
    packets = List.copyOf(packets);
  }

  /**
   * A place where packets were captured.
   *
   * @param name as the writer called it; may be empty
   * @param linkType what frames look like; see {@link #ETHERNET}
   */
  public record Interface(String name, int linkType) {}

  /**
   * One packet.
   *
   * @param interfaceId index of the interface
   * @param timePs when, in picoseconds
   * @param octets as far as they were captured
   * @param originalLength octets of the frame on the wire
   * @param comment what the writer says about it; may be empty
   */
  public record Captured(
      int interfaceId, long timePs, byte[] octets, int originalLength, String comment) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Captured that
          && interfaceId == that.interfaceId
          && timePs == that.timePs
          && originalLength == that.originalLength
          && comment.equals(that.comment)
          && Arrays.equals(octets, that.octets);
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(timePs) + Arrays.hashCode(octets);
    }
  }
}
