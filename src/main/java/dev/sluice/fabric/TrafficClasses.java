package dev.sluice.fabric;

import java.util.Arrays;
import java.util.Set;

/**
 * What a DSCP means to a switch, or the priority of a VLAN tag: the traffic class, whether the
 * frame may be trimmed, and what a trimmed frame is given.
 *
 * <p>Where classes go by the priority, every frame has a tag. Its maker gives it one, or else the
 * host's port does, by the frame's DSCP; a switch that trims a frame gives it that of its new DSCP.
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

  /** By priority; null where classes go by the DSCP. */
  private final byte[] classOfPriority;

  private final byte[] priorityOf;
  private final boolean[] trimmable;
  private final int trimmed;
  private final int trimmedLastHop;

  /**
   * A meaning for each DSCP.
   *
   * @param count how many classes, 1 to 8; of those that are strict, class 0 goes first
   * @param classOfDscp 64 class numbers
   * @param trimmable the DSCPs of frames that may be trimmed
   * @param trimmed the DSCP of a frame trimmed at a port towards a switch
   * @param trimmedLastHop the DSCP of a frame trimmed at a port towards a host
   */
  public TrafficClasses(
      int count, byte[] classOfDscp, Set<Integer> trimmable, int trimmed, int trimmedLastHop) {
    this(count, classOfDscp, null, selectors(), trimmable, trimmed, trimmedLastHop);
  }

  private TrafficClasses(
      int count,
      byte[] classOfDscp,
      byte[] classOfPriority,
      byte[] priorityOfDscp,
      Set<Integer> trimmable,
      int trimmed,
      int trimmedLastHop) {
    check(count, classOfDscp, 64, "DSCPs");
    check(8, priorityOfDscp, 64, "DSCPs");
    if (classOfPriority != null) {
      check(count, classOfPriority, 8, "priorities");
    }
    if (trimmable.contains(trimmed) || trimmable.contains(trimmedLastHop)) {
      throw new IllegalArgumentException("a trimmed frame must not be trimmable");
    }
    this.count = count;
    this.classOf = classOfDscp.clone();
    this.classOfPriority = classOfPriority == null ? null : classOfPriority.clone();
    this.priorityOf = priorityOfDscp.clone();
    this.trimmable = new boolean[64];
    trimmable.forEach(dscp -> this.trimmable[dscp] = true);
    this.trimmed = trimmed;
    this.trimmedLastHop = trimmedLastHop;
  }

  private static void check(int count, byte[] numbers, int places, String what) {
    if (count < 1 || count > 8 || numbers.length != places) {
      throw new IllegalArgumentException(count + " classes for " + numbers.length + " " + what);
    }
    for (byte number : numbers) {
      if (number < 0 || number >= count) {
        throw new IllegalArgumentException("no class " + number + " among " + count);
      }
    }
  }

  /**
   * A meaning for each priority of a tag.
   *
   * @param classOfPriority 8 class numbers
   * @param priorityOfDscp 64 priorities, for the tags of frames that have none yet
   */
  public static TrafficClasses byPriority(
      int count,
      byte[] classOfPriority,
      byte[] priorityOfDscp,
      Set<Integer> trimmable,
      int trimmed,
      int trimmedLastHop) {
    byte[] classOf = new byte[64];
    for (int dscp = 0; dscp < classOf.length; dscp++) {
      classOf[dscp] = classOfPriority[priorityOfDscp[dscp]];
    }
    return new TrafficClasses(
        count, classOf, classOfPriority, priorityOfDscp, trimmable, trimmed, trimmedLastHop);
  }

  /** The usual priority of each DSCP: its first three bits, which select the class. */
  public static byte[] selectors() {
    byte[] priorities = new byte[64];
    for (int dscp = 0; dscp < priorities.length; dscp++) {
      priorities[dscp] = (byte) (dscp >> 3);
    }
    return priorities;
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

  /** Whether every frame has a tag, by whose priority classes go. */
  boolean areTagged() {
    return classOfPriority != null;
  }

  /** The class of frames with this DSCP, and the tag that goes with it. */
  public int classOf(int dscp) {
    return classOf[dscp];
  }

  /** Gives a frame its class, and the tag that tells it where classes go by the priority. */
  void classify(Packets packets, int packet, int dscp, int ecn) {
    if (classOfPriority == null) {
      packets.treatment(packet, classOf[dscp], ecn);
      return;
    }
    if (!packets.isTagged(packet) || packets.isTrimmed(packet)) {
      packets.tag(packet, priorityOf[dscp]);
    }
    packets.treatment(packet, classOfPriority[packets.priority(packet)], ecn);
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
