package dev.sluice.host.uet;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.Profile;
import dev.sluice.cc.nscc.EntropyPolicy;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.Signals;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.requirement.Requirement;
import dev.sluice.uet.ccc.CccTeardown;
import dev.sluice.uet.ccc.InitialLimit;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.units.WrappingCounter;
import dev.sluice.wire.uet.CodePoints;
import dev.sluice.wire.uet.Mpr;

/**
 * How the NICs of a system are configured. All of them must agree on most of this, as the endpoints
 * of a real fabric must.
 *
 * <p>Begin with {@link #sourceDocuments()} or {@link #uet10()}, and change what is to be different
 * by {@link #with()}. Times are in picoseconds.
 *
 * @param profile which reading of the rules
 * @param congestionControl which algorithms
 * @param mtuBytes the most payload in a packet
 * @param overheadBytes what a packet counts for beyond its payload, in windows and in credit
 * @param baseRttPs the configured base round-trip time
 * @param maxWndNumerator of the factor from BDP to MaxWnd
 * @param maxWndDenominator of the same
 * @param initialCwndBytes the first window, at most {@link #initialLimit()}; 0: as much
 * @param scalingFactor F: in {@code source-documents} a step of the window is 150,000 bytes divided
 *     by it
 * @param thetaPs in {@code source-documents} how far above the base round trip a sample is
 *     significantly higher; 0: as far again
 * @param delayWeight in {@code uet-1.0}: each new queue delay moves its average by one part in so
 *     many; 0: in as many as acknowledgments come in a base round trip (UET-10)
 * @param signals what lowers the window in {@code source-documents}
 * @param publishedWindow whether two rules of the window are as published, which FIND-3 and FIND-4
 *     mend: the largest window follows the sender's link alone when the base RTT falls, and a
 *     packet needs more room than it takes
 * @param trimming whether the fabric trims
 * @param initialCreditBytes what a sender may send unasked
 * @param creditWindowBytes credit that may be out beyond what has come in; 0: one and a half BDP
 * @param creditCapBytes the same over all senders that a receiver knows; 0: any amount
 * @param targetSays in {@code source-documents} what credit_target says
 * @param packets in {@code source-documents} what becomes of credit that no whole packet fits;
 *     null: packets are cut to it where credit counts data alone, and it is saved where packets
 *     count with more than their data
 * @param grantBytes credit that an entry saves up before it is granted any; 0: a packet's worth,
 *     and no less unless packets are cut
 * @param slicePs the time that the receiver divides among its senders
 * @param grantNumerator of the share of the link that is granted
 * @param grantDenominator of the same
 * @param commitPs how long memory takes to commit a packet
 * @param contextPs how long the CCC Manager takes to configure a context
 * @param ackTriggerBytes bytes after which an acknowledgment is sent unasked; 0: every packet
 * @param ackMinimumBytes the least that a packet counts for towards that
 * @param rtoPs the first retransmission timeout; each one after that is twice as long
 * @param maxBackoff how often it doubles
 * @param rtoFromSending counts from the first unacknowledged packet's sending, else from progress
 * @param askPs the shortest time that a sender that lacks credit waits before it asks for it again
 * @param mpRange packets beyond the cumulative acknowledgment; a multiple of 128
 * @param firstAgain whether until the target answers a PDC sends no packet but its first again
 * @param holdBack wait of a trimmed packet if nothing else limits it
 * @param gaps whether too many packets beyond a missing one tell of a loss
 * @param lifetimePs the longest that a packet can be under way: ids rest as long
 * @param entropy how entropy values are chosen
 * @param entropies how many values a set has
 * @param codePoints the DSCP values
 * @param pdcPool how many PDC ids a host has
 * @param pdcIdBase what is added to a PDC's number to give its id on the wire
 * @param cccIdBase the same for CCCs
 */
public record NicParams(
    Profile profile,
    CongestionControl congestionControl,
    int mtuBytes,
    int overheadBytes,
    long baseRttPs,
    long maxWndNumerator,
    long maxWndDenominator,
    long initialCwndBytes,
    long scalingFactor,
    long thetaPs,
    long delayWeight,
    Signals signals,
    boolean publishedWindow,
    boolean trimming,
    long initialCreditBytes,
    long creditWindowBytes,
    long creditCapBytes,
    CreditParams.TargetSays targetSays,
    CreditParams.Packets packets,
    long grantBytes,
    long slicePs,
    long grantNumerator,
    long grantDenominator,
    long commitPs,
    long contextPs,
    int ackTriggerBytes,
    int ackMinimumBytes,
    long rtoPs,
    int maxBackoff,
    boolean rtoFromSending,
    long askPs,
    int mpRange,
    boolean firstAgain,
    HoldBack holdBack,
    boolean gaps,
    long lifetimePs,
    EntropyPolicy entropy,
    int entropies,
    CodePoints codePoints,
    int pdcPool,
    int pdcIdBase,
    int cccIdBase) {
  private static final long MICROSECOND = 1_000_000;
  private static final long MILLISECOND = 1_000 * MICROSECOND;

  private static final int MOST_OVERHEAD = 1_000;

  /** The most traffic classes of data. */
  public static final int TRAFFIC_CLASSES = 5;

  public NicParams {
    if (mtuBytes < 64 || mtuBytes > 16_000) {
      throw new IllegalArgumentException("an MTU of " + mtuBytes + " bytes of payload");
    }
    if (packets == CreditParams.Packets.CUT && overheadBytes > 0) {
      throw new IllegalArgumentException(
          "packets are cut to credit only where credit counts data alone: " + overheadBytes);
    }
    if (overheadBytes < 0 || overheadBytes > MOST_OVERHEAD) {
      throw new IllegalArgumentException("packets with an overhead of " + overheadBytes + " bytes");
    }
    if (baseRttPs <= 0 || slicePs <= 0 || rtoPs <= 0 || askPs <= 0) {
      throw new IllegalArgumentException(
          "times must be positive: " + baseRttPs + ", " + slicePs + ", " + rtoPs + ", " + askPs);
    }
    if (commitPs < 0 || contextPs < 0 || lifetimePs < 0) {
      String times = commitPs + ", " + contextPs + ", " + lifetimePs;
      throw new IllegalArgumentException("times must not be negative: " + times);
    }
    if (grantNumerator <= 0 || grantDenominator <= 0 || maxBackoff < 0 || maxBackoff > 20) {
      throw new IllegalArgumentException(
          "granting " + grantNumerator + "/" + grantDenominator + ", backoff " + maxBackoff);
    }
    if (Mpr.field(mpRange) == 0) {
      throw new IllegalArgumentException("an MP_Range of 0");
    }
    if (Integer.bitCount(entropies) != 1 || entropies > 1 << 14) {
      throw new IllegalArgumentException("entropy values are a power of two: " + entropies);
    }
    if (pdcPool < 2 || pdcIdBase + pdcPool > 0xFFFF || pdcIdBase < 0) {
      throw new IllegalArgumentException("PDC ids " + pdcIdBase + " + 1 … " + pdcPool);
    }
    if (cccIdBase < 0 || cccIdBase > 0xFE) {
      throw new IllegalArgumentException("CCC ids from " + cccIdBase + " + 1 on");
    }
  }

  /**
   * What the source documents say, with the choices that they leave open: bytes of payload are
   * counted, a slice is a microsecond, the initial credit is 12,500 bytes, and the link is granted
   * whole.
   */
  public static NicParams sourceDocuments() {
    return new NicParams(
        Profile.SOURCE_DOCUMENTS,
        CongestionControl.RCCC,
        4_096,
        0,
        6 * MICROSECOND,
        3,
        2,
        0,
        1_024,
        0,
        0,
        Signals.BOTH,
        false,
        false,
        12_500,
        0,
        0,
        CreditParams.TargetSays.TOTAL,
        null,
        0,
        MICROSECOND,
        1,
        1,
        100_000,
        0,
        NsccParams.ACK_GEN_TRIGGER_BYTES,
        1_024,
        MILLISECOND,
        5,
        false,
        MILLISECOND,
        1_024,
        true,
        HoldBack.DOUBLING,
        false,
        MILLISECOND / 2,
        EntropyPolicy.STICKY,
        256,
        CodePoints.DEFAULT,
        16_384,
        0,
        0);
  }

  /**
   * What public material on UE Specification 1.0.x says: nominal sizes are counted, credit in units
   * of 256 bytes, and 99 % of the link is granted.
   */
  public static NicParams uet10() {
    return sourceDocuments()
        .with()
        .profile(Profile.UET_1_0)
        .overheadBytes(Frames.NOMINAL_EXTRA)
        .congestionControl(CongestionControl.NSCC)
        .initialCredit(49 * CreditParams.UET_QUANTUM_BYTES)
        .grant(16_384)
        .grantShare(99, 100)
        .entropy(EntropyPolicy.SPRAYED)
        .build();
  }

  /** A copy to be changed. */
  public Builder with() {
    return new Builder(this);
  }

  /** How many CCCs a host has as a target. */
  @Requirement({"PDC-4", "RCCC-15"})
  public int targetCccs() {
    return CccTeardown.contextPool(pdcPool);
  }

  /**
   * How large a first window may be: one BDP, or MaxWnd where NSCC of {@code uet-1.0} has the
   * window.
   */
  @Requirement({"NSCC-3", "X14"})
  public InitialLimit initialLimit() {
    return !isSourceDocuments() && congestionControl.nscc()
        ? InitialLimit.MAX_WND
        : InitialLimit.BDP;
  }

  /** Whether this is the profile of the source documents. */
  public boolean isSourceDocuments() {
    return profile == Profile.SOURCE_DOCUMENTS;
  }

  /** How a source asks its algorithms about the next packet. */
  @Requirement({"UET-1", "RCCC-6"})
  public SendPermission permission() {
    return new SendPermission(
        isSourceDocuments() || !congestionControl.nscc(),
        !congestionControl.rccc(),
        mtuBytes + overheadBytes);
  }

  /** What becomes of credit that no whole packet fits. */
  @Requirement("RCCC-13")
  @Override
  public CreditParams.Packets packets() {
    if (packets != null) {
      return packets;
    }
    return isSourceDocuments() && overheadBytes == 0
        ? CreditParams.Packets.CUT
        : CreditParams.Packets.SAVED;
  }

  /** Credit that an entry saves up before it is granted any. */
  @Override
  public long grantBytes() {
    long packet = mtuBytes + overheadBytes;
    boolean mayBeLess = packets() == CreditParams.Packets.CUT && grantBytes > 0;
    return mayBeLess ? grantBytes : Math.max(grantBytes, packet);
  }

  /**
   * How credit is given by a host, and spent by one.
   *
   * @param rateBps of its link
   */
  public CreditParams credit(long rateBps) {
    long quantum = isSourceDocuments() ? 1 : CreditParams.UET_QUANTUM_BYTES;
    long mtu = mtuBytes + overheadBytes;
    long grant = grantBytes();
    long slice = Bdp.bytes(rateBps, rateBps, slicePs, grantNumerator, grantDenominator);
    long window =
        creditWindowBytes == 0 ? Bdp.bytes(rateBps, rateBps, baseRttPs, 3, 2) : creditWindowBytes;
    long least = Math.max(grant + quantum, initialCreditBytes);
    return new CreditParams(
        profile,
        targetSays,
        packets(),
        quantum,
        slice,
        mtu,
        overheadBytes,
        initialCreditBytes / quantum * quantum,
        Math.max(window, least) / quantum * quantum,
        0,
        WrappingCounter.MODULUS_24,
        grant,
        creditCapBytes / quantum * quantum);
  }

  /** The retransmission timeout after so many in a row. */
  long rtoPs(int inARow) {
    return rtoPs << Math.min(inARow, maxBackoff);
  }

  /** Makes parameters that differ from given ones. */
  public static final class Builder {
    private Profile profile;
    private CongestionControl congestionControl;
    private int mtuBytes;
    private int overheadBytes;
    private long baseRttPs;
    private long maxWndNumerator;
    private long maxWndDenominator;
    private long initialCwndBytes;
    private long scalingFactor;
    private long thetaPs;
    private long delayWeight;
    private Signals signals;
    private boolean publishedWindow;
    private boolean trimming;
    private long initialCreditBytes;
    private long creditWindowBytes;
    private long creditCapBytes;
    private CreditParams.TargetSays targetSays = CreditParams.TargetSays.TOTAL;
    private CreditParams.Packets packets;
    private long grantBytes;
    private long slicePs;
    private long grantNumerator;
    private long grantDenominator;
    private long commitPs;
    private long contextPs;
    private int ackTriggerBytes;
    private int ackMinimumBytes;
    private long rtoPs;
    private int maxBackoff;
    private boolean rtoFromSending;
    private long askPs;
    private int mpRange;
    private boolean firstAgain;
    private HoldBack holdBack;
    private boolean gaps;
    private long lifetimePs;
    private EntropyPolicy entropy;
    private int entropies;
    private CodePoints codePoints;
    private int pdcPool;
    private int pdcIdBase;
    private int cccIdBase;

    private Builder(NicParams from) {
      profile = from.profile;
      congestionControl = from.congestionControl;
      mtuBytes = from.mtuBytes;
      overheadBytes = from.overheadBytes;
      baseRttPs = from.baseRttPs;
      maxWndNumerator = from.maxWndNumerator;
      maxWndDenominator = from.maxWndDenominator;
      initialCwndBytes = from.initialCwndBytes;
      scalingFactor = from.scalingFactor;
      thetaPs = from.thetaPs;
      delayWeight = from.delayWeight;
      signals = from.signals;
      publishedWindow = from.publishedWindow;
      trimming = from.trimming;
      initialCreditBytes = from.initialCreditBytes;
      creditWindowBytes = from.creditWindowBytes;
      creditCapBytes = from.creditCapBytes;
      targetSays = from.targetSays;
      packets = from.packets;
      grantBytes = from.grantBytes;
      slicePs = from.slicePs;
      grantNumerator = from.grantNumerator;
      grantDenominator = from.grantDenominator;
      commitPs = from.commitPs;
      contextPs = from.contextPs;
      ackTriggerBytes = from.ackTriggerBytes;
      ackMinimumBytes = from.ackMinimumBytes;
      rtoPs = from.rtoPs;
      maxBackoff = from.maxBackoff;
      rtoFromSending = from.rtoFromSending;
      askPs = from.askPs;
      mpRange = from.mpRange;
      firstAgain = from.firstAgain;
      holdBack = from.holdBack;
      gaps = from.gaps;
      lifetimePs = from.lifetimePs;
      entropy = from.entropy;
      entropies = from.entropies;
      codePoints = from.codePoints;
      pdcPool = from.pdcPool;
      pdcIdBase = from.pdcIdBase;
      cccIdBase = from.cccIdBase;
    }

    /** Which reading of the rules. */
    public Builder profile(Profile value) {
      profile = value;
      return this;
    }

    /** Which algorithms. */
    public Builder congestionControl(CongestionControl value) {
      congestionControl = value;
      return this;
    }

    /** The most payload in a packet. */
    public Builder mtuBytes(int value) {
      mtuBytes = value;
      return this;
    }

    /** What a packet counts for beyond its payload, in windows and in credit. */
    public Builder overheadBytes(int value) {
      overheadBytes = value;
      return this;
    }

    /** The configured base round-trip time. */
    public Builder baseRttPs(long value) {
      baseRttPs = value;
      return this;
    }

    /** The factor from BDP to MaxWnd. */
    public Builder maxWnd(long numerator, long denominator) {
      maxWndNumerator = numerator;
      maxWndDenominator = denominator;
      return this;
    }

    /** The first window, at most what {@link NicParams#initialLimit()} says; 0: as much. */
    public Builder initialCwndBytes(long value) {
      initialCwndBytes = value;
      return this;
    }

    /** F: a step of the window in {@code source-documents} is 150,000 bytes divided by it. */
    public Builder scalingFactor(long value) {
      scalingFactor = value;
      return this;
    }

    /** How far above the base round trip a sample is significantly higher; 0: as far again. */
    public Builder thetaPs(long value) {
      thetaPs = value;
      return this;
    }

    /** See {@link NicParams#delayWeight()}. */
    public Builder delayWeight(long value) {
      delayWeight = value;
      return this;
    }

    /** What lowers the window in {@code source-documents}. */
    public Builder signals(Signals value) {
      signals = value;
      return this;
    }

    /** Whether two rules of the window are as published (FIND-3, FIND-4). */
    public Builder publishedWindow(boolean value) {
      publishedWindow = value;
      return this;
    }

    /** Whether the fabric trims. */
    public Builder trimming(boolean value) {
      trimming = value;
      return this;
    }

    /** What a sender may send unasked. */
    public Builder initialCredit(long value) {
      initialCreditBytes = value;
      return this;
    }

    /** Credit that may be out beyond what has come in; 0: one and a half BDP. */
    public Builder creditWindowBytes(long value) {
      creditWindowBytes = value;
      return this;
    }

    /** What credit_target says, in {@code source-documents}. */
    public Builder targetSays(CreditParams.TargetSays value) {
      targetSays = value;
      return this;
    }

    /** What becomes of credit that no whole packet fits; null: see {@link NicParams#packets}. */
    public Builder packets(CreditParams.Packets value) {
      packets = value;
      return this;
    }

    /** The credit window over all senders that a receiver knows; 0: any amount. */
    public Builder creditCapBytes(long value) {
      creditCapBytes = value;
      return this;
    }

    /** Credit that is saved up before it is granted; at least a packet's. */
    public Builder grant(long value) {
      grantBytes = value;
      return this;
    }

    /** The time that the receiver divides among its senders. */
    public Builder slicePs(long value) {
      slicePs = value;
      return this;
    }

    /** The share of the link that is granted. */
    public Builder grantShare(long numerator, long denominator) {
      grantNumerator = numerator;
      grantDenominator = denominator;
      return this;
    }

    /** How long memory takes to commit a packet. */
    public Builder commitPs(long value) {
      commitPs = value;
      return this;
    }

    /** How long the CCC Manager takes to configure a context. */
    public Builder contextPs(long value) {
      contextPs = value;
      return this;
    }

    /** See {@link NicParams#ackTriggerBytes()}. */
    public Builder ackTriggerBytes(int value) {
      ackTriggerBytes = value;
      return this;
    }

    /** The least that a packet counts for towards that. */
    public Builder ackMinimumBytes(int value) {
      ackMinimumBytes = value;
      return this;
    }

    /** The first retransmission timeout, which doubles {@code maxBackoff} times at most. */
    public Builder rtoPs(long value) {
      rtoPs = value;
      return this;
    }

    /** How often it doubles. */
    public Builder maxBackoff(int value) {
      maxBackoff = value;
      return this;
    }

    /** See {@link NicParams#rtoFromSending()}. */
    public Builder rtoFromSending(boolean value) {
      rtoFromSending = value;
      return this;
    }

    /** The shortest time that a sender that lacks credit waits before it asks for it again. */
    public Builder askPs(long value) {
      askPs = value;
      return this;
    }

    /** Packets beyond the cumulative acknowledgment; a multiple of 128. */
    public Builder mpRange(int value) {
      mpRange = value;
      return this;
    }

    /** See {@link NicParams#firstAgain()}. */
    public Builder firstAgain(boolean value) {
      firstAgain = value;
      return this;
    }

    /** See {@link NicParams#holdBack()}. */
    public Builder holdBack(HoldBack value) {
      holdBack = value;
      return this;
    }

    /** See {@link NicParams#gaps()}. */
    public Builder gaps(boolean value) {
      gaps = value;
      return this;
    }

    /** The longest that a packet can be under way: ids rest as long. */
    public Builder lifetimePs(long value) {
      lifetimePs = value;
      return this;
    }

    /** How entropy values are chosen. */
    public Builder entropy(EntropyPolicy value) {
      entropy = value;
      return this;
    }

    /** How many values a set has. */
    public Builder entropies(int value) {
      entropies = value;
      return this;
    }

    /** The DSCP values. */
    public Builder codePoints(CodePoints value) {
      codePoints = value;
      return this;
    }

    /** How many PDC ids a host has. */
    public Builder pdcPool(int value) {
      pdcPool = value;
      return this;
    }

    /** What is added to a PDC's number to give its id on the wire. */
    public Builder pdcIdBase(int value) {
      pdcIdBase = value;
      return this;
    }

    /** The same for CCCs. */
    public Builder cccIdBase(int value) {
      cccIdBase = value;
      return this;
    }

    /** The parameters. */
    public NicParams build() {
      return new NicParams(
          profile,
          congestionControl,
          mtuBytes,
          overheadBytes,
          baseRttPs,
          maxWndNumerator,
          maxWndDenominator,
          initialCwndBytes,
          scalingFactor,
          thetaPs,
          delayWeight,
          signals,
          publishedWindow,
          trimming,
          initialCreditBytes,
          creditWindowBytes,
          creditCapBytes,
          targetSays,
          packets,
          grantBytes,
          slicePs,
          grantNumerator,
          grantDenominator,
          commitPs,
          contextPs,
          ackTriggerBytes,
          ackMinimumBytes,
          rtoPs,
          maxBackoff,
          rtoFromSending,
          askPs,
          mpRange,
          firstAgain,
          holdBack,
          gaps,
          lifetimePs,
          entropy,
          entropies,
          codePoints,
          pdcPool,
          pdcIdBase,
          cccIdBase);
    }
  }
}
