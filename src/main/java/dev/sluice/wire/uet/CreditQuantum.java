package dev.sluice.wire.uet;

import dev.sluice.requirement.Requirement;
import dev.sluice.wire.Octets;

/**
 * What one unit of credit and credit_target counts, and how byte quantities become such units.
 *
 * <p>No public text states the unit, so it is a parameter: 1 B in the profile source-documents, 256
 * B in uet-1.0. A target rounds up, or the last part of a quantum would never be asked for; and it
 * saturates, for a target that was cut to 24 bits would ask for far too little. Credit rounds down,
 * for a grant must not promise more than there is; who grants carries the remainder.
 *
 * @param bytes octets of one unit
 */
@Requirement({"PDC-7", "UET-5"})
public record CreditQuantum(int bytes) {
  /** One byte, as the source documents write their figures. */
  public static final CreditQuantum SOURCE_DOCUMENTS = new CreditQuantum(1);

  /** The quantum of the public simulator, and the unit of rcvd_bytes. */
  public static final CreditQuantum UET_1_0 = new CreditQuantum(256);

  public CreditQuantum {
    if (bytes < 1) {
      throw new IllegalArgumentException("a quantum of " + bytes + " B");
    }
  }

  /** The credit_target for a backlog: rounded up, and at most 2²⁴ − 1. */
  public int target(long backlogBytes) {
    return (int) Math.min(unitsUp(backlogBytes), Counter24.MAX);
  }

  /** Whether {@link #target} says less than the backlog; a full field means "at least". */
  public boolean saturates(long backlogBytes) {
    return unitsUp(backlogBytes) > Counter24.MAX;
  }

  /** The least that a peer wants who sends this target. */
  public long targetBytes(int target) {
    return (long) checked(target) * bytes;
  }

  /** The credit field for a cumulative grant: rounded down, modulo 2²⁴. */
  public int credit(long grantedBytes) {
    return Counter24.field(Math.floorDiv(grantedBytes, bytes));
  }

  /** Bytes that a credit field grants beyond the last one; 0 if it is stale or repeated. */
  public long gainBytes(int last, int next) {
    return (long) Counter24.gain(checked(last), checked(next)) * bytes;
  }

  private long unitsUp(long backlogBytes) {
    if (backlogBytes < 0) {
      throw new IllegalArgumentException("a backlog of " + backlogBytes + " B");
    }
    return backlogBytes / bytes + (backlogBytes % bytes == 0 ? 0 : 1);
  }

  private static int checked(int field) {
    return Octets.fitting(field, Counter24.MAX);
  }
}
