package dev.sluice.fabric;

/**
 * What kind of switch.
 *
 * @param latencyPs from the first bit's arrival, or the last one's if it stores frames, to the
 *     moment when the frame could leave
 * @param cutThrough whether a frame may leave before all of it has arrived
 */
public record SwitchSpec(long latencyPs, boolean cutThrough) {
  public SwitchSpec {
    if (latencyPs < 0) {
      throw new IllegalArgumentException("a switch latency of " + latencyPs + " ps");
    }
  }

  /** A cut-through switch. */
  public static SwitchSpec cutThrough(long latencyPs) {
    return new SwitchSpec(latencyPs, true);
  }
}
