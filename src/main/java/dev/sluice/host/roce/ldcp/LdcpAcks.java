package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.requirement.Requirement;

/**
 * How a host acknowledges in LDCP.
 *
 * @param areEchoed whether it speaks LDCP: marks of selected flows are echoed in its header
 * @param params what the policy of each queue pair is configured with
 * @param gapPs how long a queue pair that has acknowledged is busy, in picoseconds; 0: never
 */
@Requirement({"LDCP-2", "LDCP-3", "LDCP-19"})
public record LdcpAcks(boolean areEchoed, AckPolicy.Params params, long gapPs) {
  /** LDCP is not spoken. */
  public static final LdcpAcks NONE = new LdcpAcks(false, new AckPolicy.Params(1, true), 0);

  /**
   * @throws IllegalArgumentException if the time is negative
   */
  public LdcpAcks {
    if (gapPs < 0) {
      throw new IllegalArgumentException("busy for " + gapPs + " ps");
    }
  }
}
