package dev.sluice.host.roce.connection;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.ip.Ecn;

/**
 * How the fabric is to treat the frames of a connection, both ways. Flows of different service have
 * connections of their own.
 *
 * @param dscp of all frames, 0 to 63: it chooses their class, and with it what may pause them
 * @param isIpv6 whether they are IPv6 packets, and not IPv4
 * @param isSelected whether the application has selected the flow for congestion control: requests
 *     and responses to READs are then ECT(0), and spaced out as the algorithm has it; otherwise all
 *     is Not-ECT, and nothing holds it back
 */
@Requirement({"RCM-1", "RCM-10"})
public record Service(int dscp, boolean isIpv6, boolean isSelected) {
  private static final int MOST_DSCP = 63;

  /**
   * @throws IllegalArgumentException if there is no such DSCP
   */
  public Service {
    if (dscp < 0 || dscp > MOST_DSCP) {
      throw new IllegalArgumentException("DSCP " + dscp + ", from 0 to " + MOST_DSCP);
    }
  }

  /** The codepoint of packets that carry or ask for data, see {@link Ecn}. */
  public int ecn() {
    return isSelected ? Ecn.ECT_0 : Ecn.NOT_ECT;
  }
}
