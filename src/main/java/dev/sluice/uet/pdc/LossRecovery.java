package dev.sluice.uet.pdc;

import static dev.sluice.kernel.Unit.PACKET;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import java.util.Arrays;

/**
 * What a PDC's source gives up because too much has come after it: with each acknowledgment the
 * target tells how many packets it holds beyond the first missing one, and where these are too many
 * a recovery begins, which lasts until all has come that had been sent by then.
 *
 * <p>Mirrors the source's {@code recovering}, {@code point} and {@code again} of {@code
 * spec/uet/LossRecovery.tla}, and its actions of the same names. How each packet stands is its
 * owner's, who is asked. Packets are numbers from 0. An action answers null, or why it is refused,
 * and has changed nothing then.
 */
public final class LossRecovery {
  /** The count of a target that does not count. */
  public static final int NOT_COMPUTED = 0xFFFF;

  /** The least count that tells of a loss: fewer packets may have overtaken one. */
  public static final int LEAST_THRESHOLD = 5;

  /** A packet leaves for the first time. */
  public static final Action TRANSMIT = Action.of("Transmit", By.MUST, "p");

  /** A packet leaves again. */
  public static final Action RETRANSMIT = Action.of("Retransmit", By.MUST, "p");

  /** A packet is given up by itself: its timer has run out, or a NACK says that it was refused. */
  public static final Action TIMEOUT = Action.of("Timeout", By.TIME, "p");

  /** An acknowledgment comes. */
  public static final Action RECEIVE_ACK =
      Action.of("ReceiveAck", By.MESSAGE).telling("cack", "acked", "count", "Threshold", "Window");

  /** The variables and actions of the specification that are the source's own. */
  public static final Face<LossRecovery> FACE =
      Face.of(LossRecovery.class)
          .heldBy(Party.SENDER)
          .truth(
              "recovering",
              "what is missing is being given up",
              r -> r.recovering,
              (r, v) -> r.recovering = v)
          .number(
              "point",
              PACKET,
              "before the first one that the recovery does not concern",
              r -> r.point,
              (r, v) -> r.point = v)
          .keeps("sent", PACKET, "that have left", r -> r.sent, (r, v) -> r.sent = v)
          .keeps("first", PACKET, "before the marks' first", r -> r.first, (r, v) -> r.first = v)
          .actions(TRANSMIT, RETRANSMIT, TIMEOUT, RECEIVE_ACK)
          .build();

  private boolean recovering;
  private long point;
  private long sent;

  /** The packet of the first mark. */
  private long first;

  /** Bit n of word w: packet first + 64 · w + n has been sent again in this recovery. */
  private long[] again = {};

  private Listener<LossRecovery> listener;

  /** What the owner of the packets knows, and does. */
  public interface Packets {
    /** Whether a packet has been sent, and neither been acknowledged nor given up since. */
    boolean isFlying(long packet);

    /** Gives up a packet that is flying: it waits to be sent again. */
    void giveUp(long packet);
  }

  /** A copy with everything in it. */
  public LossRecovery copy() {
    LossRecovery copy = FACE.copy(this, new LossRecovery());
    copy.again = again.clone();
    return copy;
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<LossRecovery> to) {
    listener = to;
  }

  /** Whether what is missing is being given up. */
  public boolean recovering() {
    return recovering;
  }

  /** The first packet that the recovery does not concern; 0 if there is none. */
  public long point() {
    return point;
  }

  /** Whether a packet has been sent again in this recovery. */
  public boolean again(long packet) {
    long at = packet - first;
    return recovering
        && at >= 0
        && at < (long) again.length * Long.SIZE
        && (again[(int) (at >>> 6)] >>> at & 1) != 0;
  }

  /**
   * The count that tells of a loss: one and a half windows of whole packets, no more than the
   * largest window and no less than {@link #LEAST_THRESHOLD}.
   *
   * @param cwnd the window, in bytes
   * @param maxWnd the largest that it can be, in bytes
   * @param size of a whole packet, in bytes
   * @return packets
   */
  @Requirement("UET-9")
  public static long threshold(long cwnd, long maxWnd, long size) {
    return Math.max(Math.min(Math.addExact(cwnd, cwnd / 2), maxWnd) / size, LEAST_THRESHOLD);
  }

  /**
   * How many packets, from the first missing one on, are given up at a time.
   *
   * @param cwnd the window, in bytes
   * @param size of a whole packet, in bytes
   * @return packets, at least 1
   */
  @Requirement("UET-9")
  public static long window(long cwnd, long size) {
    return Math.max(cwnd / size, 1);
  }

  /** A packet leaves for the first time: the one behind all others. */
  @Requirement("UET-9")
  public String transmit(long packet) {
    if (packet != sent) {
      return "packet " + packet + ", and " + sent + " have left";
    }
    sent++;
    if (listener != null) {
      listener.took(this, TRANSMIT, packet);
    }
    return null;
  }

  /** A packet that was given up, by whomever, leaves again. */
  @Requirement("UET-9")
  public String retransmit(long packet) {
    if (packet < 0 || packet >= sent) {
      return "packet " + packet + " again, and " + sent + " have left";
    }
    if (packet >= first && packet < point) {
      int at = (int) (packet - first);
      again[at >>> 6] |= 1L << at;
    }
    if (listener != null) {
      listener.took(this, RETRANSMIT, packet);
    }
    return null;
  }

  /** A packet is given up by itself: its time is over, or a NACK says that it was not taken. */
  @Requirement("UET-9")
  public String timeout(long packet, Packets packets) {
    if (!packets.isFlying(packet)) {
      return "packet " + packet + " is not out";
    }
    packets.giveUp(packet);
    if (listener != null) {
      listener.took(this, TIMEOUT, packet);
    }
    return null;
  }

  /**
   * An acknowledgment has come, and what it shows is acknowledged. In the order of their numbers
   * those packets are given up that it tells are lost.
   *
   * @param cack how many packets it acknowledges, from the first on
   * @param acked how many are acknowledged so, by this or by one before
   * @param count how many the target holds beyond the first that is missing, or {@link
   *     #NOT_COMPUTED}; one of more than are out tells nothing
   * @param waits whether a packet waits to be sent again
   * @param threshold the count that tells of a loss
   * @param window how many packets are given up at a time
   */
  @Requirement({"UET-9", "UET-3"})
  public String receiveAck(
      long cack,
      long acked,
      int count,
      boolean waits,
      long threshold,
      long window,
      Packets packets) {
    if (cack > acked || acked > sent) {
      return cack + " acknowledged now, " + acked + " in all, of " + sent + " that have left";
    }
    if (recovering && acked >= point) {
      recovering = false;
      point = 0;
    }
    if (cack == acked) { // an older one counts from a packet on that has come since
      boolean canBe = count != NOT_COMPUTED && count < sent - acked; // the missing one is not in it
      if (!recovering && !waits && canBe && count >= threshold) {
        begin(acked);
      }
      giveUp(acked, window, packets);
    }
    if (listener != null) {
      listener.took(this, RECEIVE_ACK, cack, acked, count, threshold, window);
    }
    return null;
  }

  private void giveUp(long acked, long window, Packets packets) {
    long end = recovering ? Math.min(point, Math.addExact(acked, window)) : 0;
    for (long packet = acked; packet < end; packet++) {
      if (isMissing(packet, packets)) {
        packets.giveUp(packet);
      }
    }
  }

  /** Whether it is out, and has not been sent again in this recovery. */
  private boolean isMissing(long packet, Packets packets) {
    return packets.isFlying(packet) && !again(packet);
  }

  /** From now on each acknowledgment gives up what is missing of all that has been sent. */
  private void begin(long acked) {
    recovering = true;
    point = sent;
    first = acked;
    int words = Math.toIntExact((sent - acked + Long.SIZE - 1) / Long.SIZE);
    again = again.length < words ? new long[words] : again;
    Arrays.fill(again, 0);
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    if (!recovering) {
      return point == 0 ? null : "no recovery, and one up to packet " + point;
    }
    return first < point && point - first <= (long) again.length * Long.SIZE
        ? null
        : "a recovery from " + first + " to " + point + " with " + again.length + " words of marks";
  }

  @Override
  public String toString() {
    return recovering ? "a recovery up to packet " + point : "no recovery";
  }
}
