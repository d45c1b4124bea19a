package dev.sluice.cc.rccc;

import dev.sluice.cc.Bdp;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * The buffer at the last hop with which an incast on receiver credit never loses a packet.
 *
 * <p>The receiver lets at most {@code window} octets be outstanding, which is credit issued and not
 * yet come in as data, summed over all senders it knows and with their initial credit counted. Of
 * the others it knows nothing, and each may spend its initial credit. So what may wait in the queue
 * is {@code window + (senders − 1) × initial}, and there is an order of events in which it does.
 * The argument stands in {@code spec/README.md}, the model is {@code spec/uet/RcccIncast.tla}.
 *
 * @param window octets outstanding up to which the receiver grants, at least {@code initial}
 * @param initial octets of credit that a sender has unasked, 0 or more
 */
public record IncastBound(long window, long initial) {
  private static final long BIT_PS_PER_BYTE_SECOND = 8_000_000_000_000L;

  /**
   * A bound.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public IncastBound {
    if (initial < 0 || window < initial) {
      throw new IllegalArgumentException("window " + window + ", initial credit " + initial);
    }
  }

  /**
   * The smallest lossless buffer, in octets.
   *
   * @param senders how many source contexts may send to the receiver, at least 1
   * @throws IllegalArgumentException if there is no sender
   * @throws ArithmeticException if the buffer does not fit a long
   */
  @Requirement({"RCCC-10", "FIND-5", "FIND-6"})
  public long buffer(long senders) {
    if (senders < 1) {
      throw new IllegalArgumentException("senders " + senders);
    }
    return Math.addExact(window, Math.multiplyExact(senders - 1, initial));
  }

  /**
   * The largest number of senders that a buffer is lossless for: 0 if it is none, {@link
   * Long#MAX_VALUE} if any number will do, since none has initial credit.
   *
   * @param buffer octets that the last hop's queue holds
   */
  @Requirement({"RCCC-10", "FIND-6"})
  public long senders(long buffer) {
    if (buffer < window) {
      return 0;
    }
    return initial == 0 ? Long.MAX_VALUE : (buffer - window) / initial + 1;
  }

  /**
   * The window that keeps a link busy: what it carries from a grant to its data and in a slice, and
   * what each sender may hold that is less than a packet, which it cannot use until more is
   * granted.
   *
   * @param senders how many source contexts may send to the receiver
   * @param rateBps of the receiver's link
   * @param turnPs base RTT and slice
   * @param packetBytes a packet with its headers
   * @throws ArithmeticException if the window does not fit a long
   */
  @Requirement({"RCCC-10", "RCCC-15"})
  public static long busyWindow(long senders, long rateBps, long turnPs, long packetBytes) {
    long held = Math.multiplyExact(senders, packetBytes - 1);
    return Math.addExact(Bdp.bytes(rateBps, rateBps, turnPs), held);
  }

  /**
   * The shortest retransmission timeout at which no packet is sent again that only waits: the base
   * RTT, and what the link needs for a full queue and the frame that is on it.
   *
   * @param senders how many source contexts may send to the receiver, at least 1
   * @param rateBps of the receiver's link
   * @param baseRttPs from a packet to its acknowledgment where nothing waits, memory included
   * @param packetBytes a packet with its headers
   * @throws ArithmeticException if the time does not fit a long
   */
  @Requirement("RCCC-10")
  public long timeoutPs(long senders, long rateBps, long baseRttPs, long packetBytes) {
    long octets = Math.addExact(buffer(senders), packetBytes);
    long waits = FixedPoint.mulDiv(octets, BIT_PS_PER_BYTE_SECOND, rateBps);
    return Math.addExact(Math.addExact(baseRttPs, waits), 1); // the division rounds down
  }
}
