package dev.sluice.scenario;

import dev.sluice.fabric.LinkFaults;
import java.util.List;

/**
 * What goes wrong with links, and when.
 *
 * @param ports that are disturbed; empty where links go down
 * @param disturbance what it does to their frames
 * @param links that go down; empty where they stay up
 * @param storms ports from whose ends pause frames come in a storm
 * @param fromPs when it begins
 * @param toPs when it ends; {@code Long.MAX_VALUE} for never
 * @param reroutePs after which time all routes are computed anew; −1 for never
 */
public record Fault(
    List<Integer> ports,
    LinkFaults disturbance,
    List<Integer> links,
    List<Integer> storms,
    long fromPs,
    long toPs,
    long reroutePs) {
  public Fault {
    ports = List.copyOf(ports);
    links = List.copyOf(links);
    storms = List.copyOf(storms);
  }
}
