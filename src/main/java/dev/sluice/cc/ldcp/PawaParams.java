package dev.sluice.cc.ldcp;

import dev.sluice.requirement.Requirement;

/**
 * What a sender's window is configured with. The source gives no values but for gamma, of which it
 * calls a quarter, an eighth and a sixteenth of a packet typical.
 *
 * @param one parts of a packet
 * @param alpha what a round of clean acknowledgments adds to a window, in such parts; from 1 part
 *     to a packet
 * @param beta what an acknowledgment with ECE takes, in such parts; from 1 part to a packet
 * @param gamma the step below one packet, and the least window, in such parts
 * @param maxCw the largest window, in such parts; at least two packets
 * @param floor whether gamma bounds each decrease, or, as published, only those from below one
 *     packet
 * @param baseRttPs the round trip without a queue
 * @param maxRttPs the longest round trip that is believed
 * @param timerRtt the round trip of the timer below one packet
 */
public record PawaParams(
    long one,
    long alpha,
    long beta,
    long gamma,
    long maxCw,
    boolean floor,
    long baseRttPs,
    long maxRttPs,
    TimerRtt timerRtt) {
  /** Which round trip clocks a window below one packet. */
  public enum TimerRtt {
    /** The one without a queue. */
    BASE,
    /** The last one that an acknowledgment has measured. */
    MEASURED
  }

  /** Packets that an acknowledgment may stand for at most. */
  static final long MOST_AN_ACK = 1 << 16;

  private static final long MOST_PARTS = 1 << 16;
  private static final long LARGEST_CW = 1L << 36;
  private static final long LONGEST_RTT_PS = 1L << 40;

  /**
   * @throws IllegalArgumentException if one is out of its range
   */
  @Requirement({"LDCP-4", "LDCP-6", "LDCP-7"})
  public PawaParams {
    if (one < 2 || one > MOST_PARTS || gamma < 1 || gamma >= one) {
      throw new IllegalArgumentException(
          "gamma of " + gamma + " parts of a packet, of which there are " + one);
    }
    if (alpha < 1 || alpha > one || beta < 1 || beta > one) {
      throw new IllegalArgumentException(
          "alpha " + alpha + ", beta " + beta + " in parts of a packet, of 1 to " + one);
    }
    if (maxCw < 2 * one || maxCw > LARGEST_CW) {
      throw new IllegalArgumentException(
          "a largest window of " + maxCw + " parts; from two packets to 2^36");
    }
    if (baseRttPs < 1 || maxRttPs < baseRttPs || maxRttPs > LONGEST_RTT_PS) {
      throw new IllegalArgumentException(
          "round trips from " + baseRttPs + " to " + maxRttPs + " ps, of 1 to 2^40");
    }
  }

  /** Between two packets of a window below one packet, rounded up. */
  @Requirement("LDCP-7")
  long gapPs(long cw, long rttPs) {
    return (rttPs * one + cw - 1) / cw;
  }

  /** The longest gap: that of the least window and the longest round trip. */
  @Requirement("LDCP-7")
  long longestGapPs() {
    return gapPs(gamma, maxRttPs);
  }
}
