package dev.sluice.fabric;

/**
 * What a fabric is besides its topology.
 *
 * @param headers how to read a header
 * @param classes what a DSCP means
 * @param rules what holds at each port
 * @param frameOverheadBytes what a frame takes on a link beyond header and payload: check sequence,
 *     preamble, gap
 * @param punctual whether observers are told of each frame's beginning at its time, which costs a
 *     second event a hop and changes nothing else
 */
public record FabricConfig(
    HeaderFormat headers,
    TrafficClasses classes,
    FabricRules rules,
    int frameOverheadBytes,
    boolean punctual) {
  public FabricConfig {
    if (frameOverheadBytes < 0) {
      throw new IllegalArgumentException("an overhead of " + frameOverheadBytes + " bytes");
    }
  }
}
