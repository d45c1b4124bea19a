package dev.sluice.fabric;

import java.util.Arrays;
import java.util.Set;

/**
 * What a DSCP means to a switch: the traffic class, whether the frame may be trimmed, and what a
 * trimmed frame is given.
 */
public final class TrafficClasses {
  /** The class of control traffic in {@link #standard()}. */
  public static final int HIGH = 0;

  /** The class of trimmed frames in {@link #standard()}. */
  public static final int MEDIUM = 1;

  /** The class of data in {@link #standard()}. */
  public static final int LOW = 2;

  /** Expedited forwarding: control traffic in {@link #standard()}. */
  public static final int DSCP_CONTROL = 46;

  /** Best effort: trimmable data in {@link #standard()}. */
  public static final int DSCP_DATA = 0;

  /** Frames trimmed before the last hop in {@link #standard()}. */
  public static final int DSCP_TRIMMED = 18;

  /** Frames trimmed at the last hop in {@link #standard()}. */
  public static final int DSCP_TRIMMED_LAST_HOP = 20;

  private final int count;
  private final byte[] classOf;
  private final boolean[] trimmable;
  private final int trimmed;
  private final int trimmedLastHop;

  /**
   * A meaning for each DSCP.
   *
   * @param count how many classes, 1 to 8; class 0 goes first
   * @param classOfDscp 64 class numbers
   * @param trimmable the DSCPs of frames that may be trimmed
   * @param trimmed the DSCP of a frame trimmed at a port towards a switch
   * @param trimmedLastHop the DSCP of a frame trimmed at a port towards a host
   */
  public TrafficClasses(
      int count, byte[] classOfDscp, Set<Integer> trimmable, int trimmed, int trimmedLastHop) {
    if (count < 1 || count > 8 || classOfDscp.length != 64) {
      throw new IllegalArgumentException(count + " classes for " + classOfDscp.length + " DSCPs");
    }
    for (byte number : classOfDscp) {
      if (number < 0 || number >= count) {
        throw new IllegalArgumentException("no class " + number + " among " + count);
      }
    }
    if (trimmable.contains(trimmed) || trimmable.contains(trimmedLastHop)) {
      throw new IllegalArgumentException("a trimmed frame must not be trimmable");
    }
    this.count = count;
    this.classOf = classOfDscp.clone();
    this.trimmable = new boolean[64];
    trimmable.forEach(dscp -> this.trimmable[dscp] = true);
    this.trimmed = trimmed;
    this.trimmedLastHop = trimmedLastHop;
  }

  /** Control first, then trimmed frames, then all the rest, of which DSCP 0 is trimmable. */
  public static TrafficClasses standard() {
    byte[] classOf = new byte[64];
    Arrays.fill(classOf, (byte) LOW);
    classOf[DSCP_CONTROL] = HIGH;
    classOf[DSCP_TRIMMED] = MEDIUM;
    classOf[DSCP_TRIMMED_LAST_HOP] = MEDIUM;
    return new TrafficClasses(3, classOf, Set.of(DSCP_DATA), DSCP_TRIMMED, DSCP_TRIMMED_LAST_HOP);
  }

  /** How many classes there are. */
  public int count() {
    return count;
  }

  /** The class of frames with this DSCP; the smaller, the more urgent. */
  public int classOf(int dscp) {
    return classOf[dscp];
  }

  /** Whether frames with this DSCP may be trimmed. */
  public boolean isTrimmable(int dscp) {
    return trimmable[dscp];
  }

  /** The DSCP that a trimmed frame gets. */
  public int trimmedDscp(boolean lastHop) {
    return lastHop ? trimmedLastHop : trimmed;
  }
}
