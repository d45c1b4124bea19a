package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * The DSCP values of an installation: by them a switch chooses a queue, and a receiver knows a
 * trimmed packet.
 *
 * <p>The operator sets them. Those of {@link #DEFAULT} follow public practice where there is any,
 * CS0 for data and EF for control; for the rest any others would do.
 *
 * @param trimmable data
 * @param trimmableRtx data sent again; may be the same
 * @param trimmed data that a switch has trimmed
 * @param trimmedLastHop data that the last switch has trimmed; may be the same
 * @param control acknowledgments, credit, probes
 */
@Requirement({"UET-6", "PDC-8", "PDC-9"})
public record CodePoints(
    int trimmable, int trimmableRtx, int trimmed, int trimmedLastHop, int control) {
  /** CS0, CS0, AF21, AF22, EF. */
  public static final CodePoints DEFAULT = new CodePoints(0, 0, 18, 20, 46);

  public CodePoints {
    Octets.fitting(trimmable, 0x3F);
    Octets.fitting(trimmableRtx, 0x3F);
    Octets.fitting(trimmed, 0x3F);
    Octets.fitting(trimmedLastHop, 0x3F);
    Octets.fitting(control, 0x3F);
    if (overlap(trimmable, trimmed, trimmedLastHop, control)
        || overlap(trimmableRtx, trimmed, trimmedLastHop, control)
        || trimmed == control
        || trimmedLastHop == control) {
      throw new IllegalArgumentException("trimmable, trimmed and control packets share a DSCP");
    }
  }

  /** Returns the DSCP of a traffic class of data, 0 to 4. */
  public int ofClass(int trafficClass) {
    return trafficClass == 0 ? trimmable : 8 * trafficClass;
  }

  /** Returns the traffic class of a data packet's DSCP. */
  public int trafficClass(int dscp) {
    return dscp == trimmable || isTrimmed(dscp) ? 0 : dscp / 8;
  }

  private static boolean overlap(int dscp, int... others) {
    for (int other : others) {
      if (dscp == other) {
        return true;
      }
    }
    return false;
  }

  /** Whether a switch may trim the packet instead of dropping it. */
  public boolean isTrimmable(int dscp) {
    return dscp == trimmable || dscp == trimmableRtx;
  }

  /** Whether a switch has trimmed the packet. */
  public boolean isTrimmed(int dscp) {
    return dscp == trimmed || dscp == trimmedLastHop;
  }
}
