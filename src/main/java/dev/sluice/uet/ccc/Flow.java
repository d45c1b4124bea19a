package dev.sluice.uet.ccc;

import dev.sluice.requirement.Requirement;

/**
 * What one congestion control context serves: one direction between two fabric endpoints in one
 * traffic class.
 *
 * @param source number of the endpoint that sends the data
 * @param destination number of the endpoint that receives it
 */
@Requirement({"CCC-7", "CCC-8"})
public record Flow(int source, int destination, int trafficClass) implements Comparable<Flow> {
  @Override
  public int compareTo(Flow other) {
    int bySource = Integer.compare(source, other.source);
    if (bySource != 0) {
      return bySource;
    }
    int byDestination = Integer.compare(destination, other.destination);
    return byDestination != 0 ? byDestination : Integer.compare(trafficClass, other.trafficClass);
  }
}
