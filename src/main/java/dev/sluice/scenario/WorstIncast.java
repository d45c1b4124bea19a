package dev.sluice.scenario;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.rccc.IncastBound;
import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.PortRules;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import java.util.Collections;
import java.util.Map;

/**
 * The incast that fills the last hop's queue as far as credit lets it, found by search.
 *
 * <p>One sender, which is known, has its link taken up by flows to many other targets, so that it
 * saves all the credit that the receiver's cap allows. When those flows end it sends on all of it
 * at once; and at that moment the others begin, each with the initial credit that nobody asked for.
 * Senders' links are as fast as they can be, so that little leaves the queue meanwhile. When the
 * others have to begin is what is searched for.
 *
 * <p>What remains to the bound is at most {@link #mostGapBytes}. It does not depend on the number
 * of senders but through the window: a larger one takes longer to come in, and the receiver's link
 * carries more meanwhile.
 *
 * @param senders how many source contexts send to the receiver
 * @param rateBps the receiver's link
 * @param baseRttPs the configured base round-trip time
 * @param windowBytes the receiver's cap over all senders
 * @param initialBytes credit of a sender that has not asked
 * @param mtuBytes payload of a packet
 */
@Requirement({"RCCC-10", "FIND-5", "FIND-6"})
public record WorstIncast(
    int senders, long rateBps, long baseRttPs, long windowBytes, long initialBytes, int mtuBytes) {
  /** What a packet takes of a queue beyond its payload. */
  public static final int OVERHEAD_BYTES = Scenario.HEADER_BYTES;

  /** The fastest link there is, and what a byte takes on it. */
  public static final String FAST = "1600G";

  private static final long FAST_BYTE_PS = 5;

  /** The same as a rate: that of every sender's link. */
  private static final long FAST_BPS = 1_600_000_000_000L;

  /** Credit that is saved up before it is granted, unless a packet takes more. */
  private static final long GRANT_BYTES = 4_096;

  /** The largest MaxWnd that a scenario may have, in percent of the BDP. */
  private static final int MAX_WINDOW_PERCENT = 1_000;

  private static final int MOST_SENDERS = 1_000;
  private static final long MOST_WINDOW = (1L << 23) - 1;
  private static final long SLOWEST_BPS = 1_000_000_000;
  private static final long LONGEST_SAVING_PS = 200_000_000;
  private static final long LONG_TIMEOUT_PS = 100_000_000_000L;
  private static final int COARSE = 24;
  private static final int FINE = 8;

  /**
   * What a search came to.
   *
   * @param startPs when the other senders begin
   * @param peakBytes the longest queue at the last hop; none shorter is lossless
   * @param gapBytes what was left to the bound
   */
  public record Found(long startPs, long peakBytes, long gapBytes) {}

  /** The smallest buffer that the theorem calls lossless. */
  public long bufferBytes() {
    return new IncastBound(windowBytes, initialBytes).buffer(senders);
  }

  /** What the receiver's link carries while the saved window comes over its sender's link. */
  public long carriedBytes() {
    return FixedPoint.mulDiv(windowBytes, rateBps, FAST_BPS);
  }

  /**
   * How far the longest queue found may stay below the bound: what the link carries meanwhile, the
   * frame on the link, saved credit that no packet fits, room in the window that no grant fits, a
   * grant that is under way, and what the saving sender's own window keeps back.
   */
  public long mostGapBytes() {
    return carriedBytes() + 2 * packetBytes() + 2 * grantBytes() + keptBackBytes();
  }

  /** What of the window is beyond the largest window that a simulated sender has, ten BDP. */
  public long keptBackBytes() {
    long largest = Bdp.bytes(rateBps, rateBps, baseRttPs, MAX_WINDOW_PERCENT, 100);
    return Math.max(0, windowBytes - largest);
  }

  /** What is granted at a time. */
  private long grantBytes() {
    return Math.max(GRANT_BYTES, packetBytes());
  }

  /** The shortest retransmission timeout at which nothing is sent again that only waits. */
  public long timeoutPs() {
    return new IncastBound(windowBytes, initialBytes)
        .timeoutPs(senders, rateBps, baseRttPs, packetBytes());
  }

  /** Why it is not worth trying, or {@code ""}. */
  public String whyNot() {
    if (senders > MOST_SENDERS) {
      return "more than " + MOST_SENDERS + " senders";
    }
    if (windowBytes < 1 || windowBytes > MOST_WINDOW) {
      return "a window must be less than half of what 24 bits of credit count";
    }
    if (rateBps < SLOWEST_BPS) {
      return "a link slower than 1 Gb/s";
    }
    return savingPs() > LONGEST_SAVING_PS ? "it takes too long to save up this much credit" : "";
  }

  private long packetBytes() {
    return mtuBytes + OVERHEAD_BYTES;
  }

  /** How long the receiver needs to grant all the window, with time to spare. */
  private long savingPs() {
    return Math.multiplyExact(windowBytes, 10_000_000_000L) / (rateBps / 1_000) + 12_000_000;
  }

  /** Targets that keep the saving sender's link busy, each with no more than a window. */
  private long others() {
    return Math.max(100, Math.max(senders, 1_500_000 / windowBytes));
  }

  /** Packets for each of the other targets. */
  private long packetsEach() {
    long ps = packetBytes() * FAST_BYTE_PS * others();
    return (savingPs() + ps - 1) / ps;
  }

  private long savedUntilPs() {
    return packetsEach() * packetBytes() * FAST_BYTE_PS * others();
  }

  /** What a sender has to send so that its initial credit is used up, as far as packets fit. */
  private long freshBytes() {
    long whole = initialBytes / packetBytes();
    long rest = initialBytes - whole * packetBytes() - OVERHEAD_BYTES;
    return whole * mtuBytes + Math.max(0, rest);
  }

  /**
   * The scenario as a file says it.
   *
   * @param queueBytes the most data that waits at the last hop; {@link PortRules#UNLIMITED}: any
   * @param startPs when the other senders begin
   * @param timeoutPs the first retransmission timeout
   */
  public String toml(long queueBytes, long startPs, long timeoutPs) {
    int others = (int) others();
    String rates = String.join(", ", Collections.nCopies(others + 1, '"' + FAST + '"'));
    String text =
        """
        profile = "source-documents"
        cc = "rccc"

        [topology]
        kind = "star"
        hosts = %d
        rate = [%s, "%sb/s"]

        [queues]
        last-hop-queue = "%s"

        [nic]
        base-rtt = "%dps"
        mtu = %d
        packet-overhead = "%dB"
        initial-credit = "%dB"
        credit-window = "%dB"
        credit-cap = "%dB"
        max-window = 1000
        rto = "%dps"

        [[flow]]
        from = %d
        to = %d
        size = "%dB"

        [[workload]]
        kind = "outcast"
        source = %d
        receivers = %d
        size = "%dB"
        """
            .formatted(
                others + 2,
                rates,
                Quantity.RATE.print(rateBps),
                queueBytes == PortRules.UNLIMITED ? "unlimited" : queueBytes + "B",
                baseRttPs,
                mtuBytes,
                OVERHEAD_BYTES,
                initialBytes,
                windowBytes,
                windowBytes,
                timeoutPs,
                others,
                others + 1,
                3 * windowBytes + 20L * mtuBytes,
                others,
                others,
                packetsEach() * mtuBytes);
    return senders == 1
        ? text
        : text
            + """

            [[workload]]
            kind = "incast"
            senders = %d
            target = %d
            size = "%dB"
            start = "%dps"
            """
                .formatted(senders - 1, others + 1, freshBytes(), startPs);
  }

  /** Has it happen. */
  public Figures run(long queueBytes, long startPs) throws BadScenario {
    return run(queueBytes, startPs, LONG_TIMEOUT_PS);
  }

  /** Has it happen with another retransmission timeout. */
  public Figures run(long queueBytes, long startPs, long timeoutPs) throws BadScenario {
    String text = toml(queueBytes, startPs, timeoutPs);
    return Run.of(Scenario.read("worst-incast", "worst-incast.toml", text, Map.of()));
  }

  /** Looks for the moment at which the others have to begin. */
  public Found search() throws BadScenario {
    long saved = savedUntilPs();
    long step = saved / 5 / COARSE;
    Found best = new Found(0, -1, 0);
    for (int i = 0; i < (senders == 1 ? 1 : COARSE); i++) {
      best = better(best, saved - saved / 7 + i * step);
    }
    long around = best.startPs();
    for (int i = 1; i < FINE && senders > 1; i++) {
      best = better(best, around - step + i * 2 * step / FINE);
    }
    return best;
  }

  private Found better(Found best, long startPs) throws BadScenario {
    Figures figures = run(PortRules.UNLIMITED, startPs);
    long peak = figures.longestQueue().port().endsWith(target()) ? figures.peakQueueBytes() : 0;
    return peak > best.peakBytes() ? new Found(startPs, peak, bufferBytes() - peak) : best;
  }

  private String target() {
    return ">host-" + (others() + 1);
  }

  /** How many frames a run lost for want of room. */
  public static long lost(Figures figures) {
    return figures.drops().getOrDefault(DropReason.NO_ROOM, 0L);
  }
}
