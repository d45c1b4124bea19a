package dev.sluice.cc.rccc;

import dev.sluice.requirement.Requirement;

/**
 * What tells the entries of the Active Sender Table apart: one source CCC is one entry.
 *
 * <p>Keys are sorted by their fields, in this order; entries are served in turn in that order.
 *
 * @param faHigh upper half of the source's fabric address; 0 for IPv4
 * @param faLow lower half of the source's fabric address
 * @param trafficClass of the data, from its DSCP
 * @param cccId the source's, from the request's CCC_ID field
 */
@Requirement({"RCCC-1", "RCCC-2"})
public record SenderKey(long faHigh, long faLow, int trafficClass, int cccId)
    implements Comparable<SenderKey> {
  @Override
  public int compareTo(SenderKey other) {
    int order = Long.compareUnsigned(faHigh, other.faHigh);
    if (order == 0) {
      order = Long.compareUnsigned(faLow, other.faLow);
    }
    if (order == 0) {
      order = Integer.compare(trafficClass, other.trafficClass);
    }
    return order == 0 ? Integer.compare(cccId, other.cccId) : order;
  }
}
