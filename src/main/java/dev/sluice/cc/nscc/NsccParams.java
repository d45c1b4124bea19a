package dev.sluice.cc.nscc;

import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.FIXED_POINT_SQUARED;
import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.Profile;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.Bytes;
import dev.sluice.units.FixedPoint;
import java.math.BigInteger;
import java.util.function.ToLongFunction;

/**
 * Configuration of one sender's window, computed once, when its context is configured.
 *
 * <p>Amounts are units of 2⁻⁹ byte ({@link Bytes}), times picoseconds; a model counts both in units
 * of its own. A parameter whose formula does not come out whole is rounded toward zero once, here:
 * at 100 Gb/s and 6 µs that is eta alone, 307.2 B = 157,286.4 units, of which 157,286 are taken.
 *
 * <p>What the public rules leave open is a component too: the period of an adjustment and the
 * weight of an average are numbers, the rest is {@link Readings}. Gates of time open at equality;
 * an implementation that waits longer than a period is one whose period is a picosecond longer.
 */
public final class NsccParams {
  /** Larger than any delay: a threshold that is never crossed. */
  public static final long NEVER_PS = Long.MAX_VALUE;

  /** Bytes that a target's count of what it received counts as one on the wire. */
  public static final int RECEIVED_UNIT_BYTES = 256;

  /** The largest number that TLC can hold, and so the largest that may stand in a log. */
  private static final long LARGEST = Integer.MAX_VALUE;

  private static final long BASE_BDP_BYTES = 150_000;
  private static final long REFERENCE_RTT_PS = 12_000_000;
  private static final long ABOUT_ZERO_PS = 1_000_000;

  /** ACK_Gen_Trigger of public UET, in bytes of payload. */
  public static final int ACK_GEN_TRIGGER_BYTES = 16_384;

  private static final BigInteger BIT_PS_PER_BYTE_SECOND =
      BigInteger.valueOf(8L * 1_000_000_000_000L);

  /**
   * How large the window may be.
   *
   * @param initialWnd the window at the start
   * @param maxWnd the largest, as configured
   * @param perRttNum the largest for a base RTT is {@code base · perRttNum ÷ perRttDen}; 0 if it
   *     does not follow the base RTT
   * @param perRttDen see {@code perRttNum}
   */
  public record Limits(long initialWnd, long maxWnd, long perRttNum, long perRttDen) {}

  /**
   * How the window grows.
   *
   * @param step {@code source-documents}: one additive step, Base_BDP / F
   * @param fair fair increase: per unit received, divided by the window
   * @param proportional the same at no delay at all, and less as the delay nears its target
   * @param fastNum fast increase: {@code received · fastNum ÷ fastDen}
   * @param fastDen see {@code fastNum}
   * @param eta once in each period
   * @param aboutZeroPs delays below it count as none
   * @param periodPs at least so long between two steps, or two additions of eta
   * @param threshold an adjustment is due, whatever the time, once more than this was received
   * @param grain increments are summed up in so many units squared
   */
  public record Increase(
      long step,
      long fair,
      long proportional,
      long fastNum,
      long fastDen,
      long eta,
      long aboutZeroPs,
      long periodPs,
      long threshold,
      long grain) {
    private Increase withGrain(long other) {
      return new Increase(
          step, fair, proportional, fastNum, fastDen, eta, aboutZeroPs, periodPs, threshold, other);
    }

    /** The same with another least time between two steps; 0 for a step per acknowledgment. */
    public Increase withPeriodPs(long other) {
      return new Increase(
          step, fair, proportional, fastNum, fastDen, eta, aboutZeroPs, other, threshold, grain);
    }

    /** The same with steps of whole bytes, as a shift of whole bytes gives them. */
    @Requirement("NSCC-8")
    public Increase inWholeBytes() {
      return new Increase(
          Bytes.ofWhole(Bytes.toWhole(step)),
          fair,
          proportional,
          fastNum,
          fastDen,
          eta,
          aboutZeroPs,
          periodPs,
          threshold,
          grain);
    }
  }

  /**
   * How the window falls: to {@code 1 − gamma · (avg − target) ÷ avg} of itself, and at once to no
   * less than {@code jumpNum ÷ jumpDen} of itself, which is max_md_jump.
   */
  public record Decrease(long gammaNum, long gammaDen, long jumpNum, long jumpDen) {}

  /**
   * How the window is set to what arrives.
   *
   * @param enabled whether it ever is
   * @param gate only if what arrived is less than {@code maxWnd ÷ 2^gate}
   * @param thresholdPs a delay beyond it triggers
   */
  public record QuickAdapt(boolean enabled, int gate, long thresholdPs) {}

  /**
   * Choices where public material leaves one, or where the rule as published fails.
   *
   * @param rccc credit is on as well: a trim at the last hop is none of the window's business
   * @param ownSize a packet needs room for itself, not for a whole MTU
   * @param needsMoreRoom room that is just enough for a packet does not do, as published (FIND-4)
   * @param clampsAtOnce the window is cut in the moment in which its limit falls
   * @param mayRise quick adapt may set the window to more than it is
   * @param keepsSaved a window saved under a penalty that ended without restoring it is kept
   * @param growsUnderCongestion an adjustment that is due is made on a marked and late
   *     acknowledgment too, as published
   * @param dropsUntimed a sample without a service time is no sample
   * @param signals what lowers the window in {@code source-documents}; {@code uet-1.0} knows both
   *     alone
   */
  public record Readings(
      boolean rccc,
      boolean ownSize,
      boolean needsMoreRoom,
      boolean clampsAtOnce,
      boolean mayRise,
      boolean keepsSaved,
      boolean growsUnderCongestion,
      boolean dropsUntimed,
      Signals signals) {
    /** What Sluice takes where the sources leave a choice. */
    public static final Readings DEFAULT =
        new Readings(false, false, false, true, false, true, false, false, Signals.BOTH);

    /** The public rules to the letter, where Sluice departs from them because they fail. */
    public static final Readings PUBLISHED =
        new Readings(false, false, true, false, true, true, true, false, Signals.BOTH);

    /** The same, with credit on as well. */
    public Readings withRccc() {
      return new Readings(
          true,
          ownSize,
          needsMoreRoom,
          clampsAtOnce,
          mayRise,
          keepsSaved,
          growsUnderCongestion,
          dropsUntimed,
          signals);
    }

    /** The same with another reading of what lowers the window. */
    @Requirement("NSCC-9")
    public Readings withSignals(Signals other) {
      return new Readings(
          rccc,
          ownSize,
          needsMoreRoom,
          clampsAtOnce,
          mayRise,
          keepsSaved,
          growsUnderCongestion,
          dropsUntimed,
          other);
    }

    /** The same with the window test as published, for a packet that needs more than its room. */
    @Requirement("FIND-4")
    public Readings withMoreRoomNeeded() {
      return new Readings(
          rccc,
          ownSize,
          true,
          clampsAtOnce,
          mayRise,
          keepsSaved,
          growsUnderCongestion,
          dropsUntimed,
          signals);
    }
  }

  /** The fields of {@code Config} in the specification. */
  public static final Face<NsccParams> FACE =
      Face.of(NsccParams.class)
          .heldBy(Party.SENDER)
          .number("mtu", FIXED_POINT, "the largest packet", p -> p.mtu, null)
          .number("baseRtt", PICOSECOND, "the base RTT", p -> p.configBaseRttPs, null)
          .number("target", PICOSECOND, "target_qdelay, or θ", p -> p.targetPs, null)
          .number("initialWnd", FIXED_POINT, "the first", p -> p.limits.initialWnd, null)
          .number("maxWnd", FIXED_POINT, "the largest", p -> p.limits.maxWnd, null)
          .number("perRttNum", NONE, "of the base RTT", p -> p.limits.perRttNum, null)
          .number("perRttDen", NONE, "of the base RTT", p -> p.limits.perRttDen, null)
          .number("step", FIXED_POINT, "one additive step", p -> p.increase.step, null)
          .number("fair", FIXED_POINT, "fair increase", p -> p.increase.fair, null)
          .number(
              "proportional",
              FIXED_POINT,
              "proportional increase",
              p -> p.increase.proportional,
              null)
          .number("fastNum", NONE, "fast increase", p -> p.increase.fastNum, null)
          .number("fastDen", NONE, "fast increase", p -> p.increase.fastDen, null)
          .number("eta", FIXED_POINT, "once in each period", p -> p.increase.eta, null)
          .number("aboutZero", PICOSECOND, "no delay", p -> p.increase.aboutZeroPs, null)
          .number("period", PICOSECOND, "between two steps", p -> p.increase.periodPs, null)
          .number("threshold", FIXED_POINT, "received", p -> p.increase.threshold, null)
          .number("grain", FIXED_POINT_SQUARED, "of increments", p -> p.increase.grain, null)
          .number("gammaNum", NONE, "of a decrease", p -> p.decrease.gammaNum, null)
          .number("gammaDen", NONE, "of a decrease", p -> p.decrease.gammaDen, null)
          .number("jumpNum", NONE, "the largest fall", p -> p.decrease.jumpNum, null)
          .number("jumpDen", NONE, "the largest fall", p -> p.decrease.jumpDen, null)
          .number("avgNum", NONE, "weight of a delay", p -> p.average.num(), null)
          .number("avgDen", NONE, "weight of a delay", p -> p.average.den(), null)
          .truth("quickAdapt", "quick adapt is on", p -> p.quickAdapt.enabled, null)
          .number("gate", NONE, "of quick adapt", p -> p.quickAdapt.gate, null)
          .number("qaThreshold", PICOSECOND, "of quick adapt", NsccParams::qaThresholdPs, null)
          .truth("rccc", "credit is on as well", p -> p.readings.rccc, null)
          .truth("ownSize", "a packet needs room for itself", p -> p.readings.ownSize, null)
          .truth("clampsAtOnce", "the limit cuts the window", p -> p.readings.clampsAtOnce, null)
          .truth("keepsSaved", "a saved window is kept", p -> p.readings.keepsSaved, null)
          .build();

  private final Profile profile;
  private final long mtu;
  private final long configBaseRttPs;
  private final long targetPs;
  private final long ackTrigger;
  private final Limits limits;
  private final Increase increase;
  private final Decrease decrease;
  private final Average average;
  private final QuickAdapt quickAdapt;
  private final Readings readings;

  private final boolean sourceDocuments;
  private final long ceiling;
  private final long incLimit;
  private final long achievedLimit;
  private final long proportionalNum;
  private final long proportionalDen;

  /**
   * A configuration, of which only sanity is checked.
   *
   * @param profile which reading of the rules
   * @param mtu the largest packet, all of it counted: floor of the window, and what a packet to be
   *     sent needs room for
   * @param configBaseRttPs the base RTT as configured
   * @param targetPs target_qdelay; in {@code source-documents} θ, how far above the base RTT a
   *     sample is significantly higher
   * @param ackTrigger with a window below this, every packet asks for its acknowledgment
   */
  public NsccParams(
      Profile profile,
      long mtu,
      long configBaseRttPs,
      long targetPs,
      long ackTrigger,
      Limits limits,
      Increase increase,
      Decrease decrease,
      Average average,
      QuickAdapt quickAdapt,
      Readings readings) {
    this.profile = profile;
    this.mtu = mtu;
    this.configBaseRttPs = configBaseRttPs;
    this.targetPs = targetPs;
    this.ackTrigger = ackTrigger;
    this.limits = limits;
    this.increase = increase;
    this.decrease = decrease;
    this.average = average;
    this.quickAdapt = quickAdapt;
    this.readings = readings;
    check(mtu > 0 && configBaseRttPs > 0 && targetPs > 0 && ackTrigger >= 0, "MTU, RTT, target");
    check(mtu <= limits.initialWnd, "an initial window below one MTU");
    check(limits.initialWnd <= limits.maxWnd, "an initial window above the largest");
    check(limits.perRttNum >= 0 && limits.perRttDen > 0, "the largest window for a base RTT");
    check(increase.step >= 0 && increase.fair >= 0 && increase.proportional >= 0, "a gain");
    check(increase.fastNum >= 0 && increase.fastDen > 0 && increase.eta >= 0, "a gain");
    check(increase.periodPs >= 0 && increase.threshold >= 0 && increase.grain > 0, "an adjustment");
    check(0 <= decrease.gammaNum && decrease.gammaNum <= decrease.gammaDen, "gamma beyond 1");
    check(0 < decrease.jumpNum && decrease.jumpNum <= decrease.jumpDen, "a fall beyond all");
    check(average.isSound(), "a weight beyond 1");
    check(
        profile == Profile.SOURCE_DOCUMENTS || readings.signals == Signals.BOTH,
        "uet-1.0 without marks");
    check(quickAdapt.gate >= 0 && quickAdapt.gate < Integer.SIZE, "the gate of quick adapt");

    sourceDocuments = profile == Profile.SOURCE_DOCUMENTS;
    ceiling = Math.max(limits.maxWnd, maxWndAt(configBaseRttPs));
    // Beyond a quarter of the largest window's square any increment lifts any window to the top:
    // w + c²/4w is at least c. Counting further would tell nothing.
    incLimit = -Math.floorDiv(-quarterSquare(ceiling), increase.grain);
    achievedLimit = (ceiling >> quickAdapt.gate) + 1;
    long den = Math.multiplyExact(targetPs, increase.grain);
    long gcd = FixedPoint.gcd(increase.proportional, den);
    proportionalNum = increase.proportional / gcd;
    proportionalDen = den / gcd;
  }

  /**
   * A configuration by the fields of the specification's {@code Config}; what the specification
   * leaves out is as its rules have it.
   *
   * @param config the number of each field of {@link #FACE}; of a truth value 0 or 1
   * @throws IllegalArgumentException if it is not a sound configuration
   */
  public static NsccParams of(Profile profile, Signals signals, ToLongFunction<String> config) {
    return new NsccParams(
        profile,
        config.applyAsLong("mtu"),
        config.applyAsLong("baseRtt"),
        config.applyAsLong("target"),
        0,
        new Limits(
            config.applyAsLong("initialWnd"),
            config.applyAsLong("maxWnd"),
            config.applyAsLong("perRttNum"),
            config.applyAsLong("perRttDen")),
        new Increase(
            config.applyAsLong("step"),
            config.applyAsLong("fair"),
            config.applyAsLong("proportional"),
            config.applyAsLong("fastNum"),
            config.applyAsLong("fastDen"),
            config.applyAsLong("eta"),
            config.applyAsLong("aboutZero"),
            config.applyAsLong("period"),
            config.applyAsLong("threshold"),
            config.applyAsLong("grain")),
        new Decrease(
            config.applyAsLong("gammaNum"),
            config.applyAsLong("gammaDen"),
            config.applyAsLong("jumpNum"),
            config.applyAsLong("jumpDen")),
        new Average(config.applyAsLong("avgNum"), config.applyAsLong("avgDen")),
        new QuickAdapt(
            config.applyAsLong("quickAdapt") == 1,
            Math.toIntExact(config.applyAsLong("gate")),
            config.applyAsLong("qaThreshold")),
        new Readings(
            config.applyAsLong("rccc") == 1,
            config.applyAsLong("ownSize") == 1,
            false,
            config.applyAsLong("clampsAtOnce") == 1,
            false,
            config.applyAsLong("keepsSaved") == 1,
            false,
            false,
            signals));
  }

  /** The threshold of quick adapt as TLC can hold it: a larger one is beyond any delay. */
  private static long qaThresholdPs(NsccParams params) {
    return Math.min(params.quickAdapt.thresholdPs, LARGEST);
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new IllegalArgumentException("not a sound configuration: " + what);
    }
  }

  private static long quarterSquare(long window) {
    return FixedPoint.mulDiv(window, window, 4) + (window & 1);
  }

  /**
   * The window of the source documents.
   *
   * @param senderBps rate of the sender's link
   * @param receiverBps rate of the receiver's link
   * @param configBaseRttPs the configured base RTT
   * @param packetBytes the largest packet, with all that is counted of it
   * @param initialBytes the window at the start, at most one BDP
   * @param scalingFactor F: a step is 150,000 B divided by it
   * @param thetaPs how far above the base RTT a sample is significantly higher
   */
  @Requirement({"NSCC-1", "NSCC-2", "NSCC-3", "NSCC-6", "NSCC-8", "NSCC-12", "NSCC-13"})
  public static NsccParams sourceDocuments(
      long senderBps,
      long receiverBps,
      long configBaseRttPs,
      long packetBytes,
      long initialBytes,
      long scalingFactor,
      long thetaPs) {
    BigInteger rate = BigInteger.valueOf(Math.min(senderBps, receiverBps));
    long bdp = bdpUnits(rate, configBaseRttPs, 1, 1);
    long initial = Bytes.ofWhole(initialBytes);
    check(initial <= bdp, "an initial window above one BDP");
    long maxWnd = bdpUnits(rate, configBaseRttPs, 3, 2);
    return new NsccParams(
        Profile.SOURCE_DOCUMENTS,
        Bytes.ofWhole(packetBytes),
        configBaseRttPs,
        thetaPs,
        Bytes.ofWhole(ACK_GEN_TRIGGER_BYTES),
        new Limits(initial, maxWnd, 0, 1),
        new Increase(
            Bytes.ofWhole(BASE_BDP_BYTES) / scalingFactor,
            0,
            0,
            0,
            1,
            0,
            0,
            configBaseRttPs,
            0,
            grain(maxWnd)),
        new Decrease(4, 5, 1, 2),
        new Average(1, 1),
        new QuickAdapt(false, 0, NEVER_PS),
        Readings.DEFAULT);
  }

  /**
   * The window of public UET 1.0 with its defaults.
   *
   * @param senderBps rate of the sender's link
   * @param receiverBps rate of the receiver's link; the sender's, if it is not known
   * @param configBaseRttPs the configured base RTT
   * @param payloadMtuBytes the MTU of gains
   * @param packetBytes the largest packet with all that is counted of it: the MTU of thresholds,
   *     floor and window test, which must be the same (FIND-4)
   * @param trimming whether switches trim
   */
  @Requirement({"UET-2", "NSCC-1", "NSCC-2", "X13", "X19", "FIND-3", "FIND-4"})
  public static NsccParams uet10(
      long senderBps,
      long receiverBps,
      long configBaseRttPs,
      long payloadMtuBytes,
      long packetBytes,
      boolean trimming) {
    BigInteger rate = BigInteger.valueOf(Math.min(senderBps, receiverBps));
    long bdp = bdpUnits(rate, configBaseRttPs, 1, 1);
    long maxWnd = bdpUnits(rate, configBaseRttPs, 3, 2);
    long target = trimming ? configBaseRttPs * 3 / 4 : configBaseRttPs;
    long fast = FixedPoint.gcd(bdp, 4 * Bytes.ofWhole(BASE_BDP_BYTES));
    return new NsccParams(
        Profile.UET_1_0,
        Bytes.ofWhole(packetBytes),
        configBaseRttPs,
        target,
        Bytes.ofWhole(ACK_GEN_TRIGGER_BYTES),
        limits(maxWnd, maxWnd, rate, 3, 2),
        new Increase(
            0,
            // 5 · MTU · scaling_a, where scaling_a is BDP ÷ 150,000 B
            scaled(rate, configBaseRttPs, 5 * payloadMtuBytes, BASE_BDP_BYTES),
            // alpha · target_qdelay = 4 · scaling_a · scaling_b · MTU, where scaling_b is
            // target_qdelay ÷ 12 µs
            scaled(
                rate.multiply(BigInteger.valueOf(target)),
                configBaseRttPs,
                4 * payloadMtuBytes,
                BASE_BDP_BYTES * REFERENCE_RTT_PS),
            // 0.25 · scaling_a
            bdp / fast,
            4 * Bytes.ofWhole(BASE_BDP_BYTES) / fast,
            // 0.15 · MTU · scaling_a
            scaled(rate, configBaseRttPs, 3 * payloadMtuBytes, 20 * BASE_BDP_BYTES),
            ABOUT_ZERO_PS,
            configBaseRttPs,
            8 * Bytes.ofWhole(packetBytes),
            grain(maxWnd)),
        new Decrease(4, 5, 1, 2),
        Average.AUTO,
        new QuickAdapt(true, 3, trimming ? NEVER_PS : 4 * target),
        Readings.DEFAULT);
  }

  /** Limits where MaxWnd follows the base RTT: num ÷ den of the BDP at this rate. */
  private static Limits limits(long initial, long maxWnd, BigInteger rate, long num, long den) {
    // num ÷ den · rate · 512 ÷ (8 · 10^12), in lowest terms
    BigInteger over = rate.multiply(BigInteger.valueOf(num * Bytes.UNITS));
    BigInteger under = BIT_PS_PER_BYTE_SECOND.multiply(BigInteger.valueOf(den));
    BigInteger gcd = over.gcd(under);
    return new Limits(
        initial, maxWnd, over.divide(gcd).longValueExact(), under.divide(gcd).longValueExact());
  }

  /**
   * The same with another MaxWnd than one and a half BDP. In {@code uet-1.0} the window begins
   * there.
   *
   * @param linkBps rate of the slower of the two links
   * @param againBps what MaxWnd is computed from when the base RTT falls: the same, or as published
   *     the sender's link alone
   * @param num with den: what part of the BDP
   */
  @Requirement({"NSCC-2", "X19", "FIND-3"})
  public NsccParams withMaxWnd(long linkBps, long againBps, long num, long den) {
    long maxWnd = bdpUnits(BigInteger.valueOf(linkBps), configBaseRttPs, num, den);
    Limits of =
        profile == Profile.UET_1_0
            ? limits(maxWnd, maxWnd, BigInteger.valueOf(againBps), num, den)
            : new Limits(Math.min(limits.initialWnd, maxWnd), maxWnd, 0, 1);
    NsccParams more = with(of);
    return more.with(increase.withGrain(grain(more.ceiling)));
  }

  /**
   * The same with another window at the start.
   *
   * @param initialBytes at least a packet, and at most MaxWnd
   */
  @Requirement({"NSCC-3", "X14"})
  public NsccParams withInitial(long initialBytes) {
    return with(
        new Limits(Bytes.ofWhole(initialBytes), limits.maxWnd, limits.perRttNum, limits.perRttDen));
  }

  /** rate · time · 512 · num ÷ (8 · 10^12 · den), rounded toward zero. */
  private static long bdpUnits(BigInteger rate, long timePs, long num, long den) {
    return rate.multiply(BigInteger.valueOf(timePs))
        .multiply(BigInteger.valueOf(Bytes.UNITS * num))
        .divide(BIT_PS_PER_BYTE_SECOND.multiply(BigInteger.valueOf(den)))
        .longValueExact();
  }

  private static long scaled(BigInteger rate, long timePs, long num, long den) {
    return bdpUnits(rate, timePs, num, den);
  }

  /** The smallest power of two that lets the largest useful sum of increments fit TLC's 32 bits. */
  private static long grain(long maxWnd) {
    long grain = 1;
    while (quarterSquare(maxWnd) / grain >= LARGEST) {
      grain *= 2;
    }
    return grain;
  }

  /** The same with other limits. */
  public NsccParams with(Limits other) {
    return copy(other, increase, decrease, average, quickAdapt, readings);
  }

  /** The same with another increase. */
  public NsccParams with(Increase other) {
    return copy(limits, other, decrease, average, quickAdapt, readings);
  }

  /** The same with another decrease. */
  public NsccParams with(Decrease other) {
    return copy(limits, increase, other, average, quickAdapt, readings);
  }

  /** The same with another average. */
  public NsccParams with(Average other) {
    return copy(limits, increase, decrease, other, quickAdapt, readings);
  }

  /** The same with another quick adapt. */
  public NsccParams with(QuickAdapt other) {
    return copy(limits, increase, decrease, average, other, readings);
  }

  /** The same with other readings. */
  public NsccParams with(Readings other) {
    return copy(limits, increase, decrease, average, quickAdapt, other);
  }

  /** The same with another {@link #ackTrigger}, in whole bytes; both ends are told alike. */
  @Requirement("UET-2")
  public NsccParams withAckTrigger(long bytes) {
    return new NsccParams(
        profile,
        mtu,
        configBaseRttPs,
        targetPs,
        Bytes.ofWhole(bytes),
        limits,
        increase,
        decrease,
        average,
        quickAdapt,
        readings);
  }

  private NsccParams copy(Limits l, Increase i, Decrease d, Average a, QuickAdapt q, Readings r) {
    return new NsccParams(profile, mtu, configBaseRttPs, targetPs, ackTrigger, l, i, d, a, q, r);
  }

  /** Whether the source documents rule. */
  boolean isSourceDocuments() {
    return sourceDocuments;
  }

  /** The largest packet: floor of the window, and what a packet to be sent needs room for. */
  public long mtu() {
    return mtu;
  }

  /** The base RTT as configured. */
  public long configBaseRttPs() {
    return configBaseRttPs;
  }

  /** target_qdelay, or θ. */
  public long targetPs() {
    return targetPs;
  }

  /** With a window below this, every packet asks for its acknowledgment. */
  public long ackTrigger() {
    return ackTrigger;
  }

  /** How large the window may be. */
  public Limits limits() {
    return limits;
  }

  /** How the window grows. */
  public Increase increase() {
    return increase;
  }

  /** How the window falls. */
  public Decrease decrease() {
    return decrease;
  }

  /** How delays are averaged. */
  public Average average() {
    return average;
  }

  /** How the window is set to what arrives. */
  public QuickAdapt quickAdapt() {
    return quickAdapt;
  }

  /** What is taken where there is a choice. */
  public Readings readings() {
    return readings;
  }

  /** The largest window for a base RTT; never less than one packet, which must find room. */
  long maxWndAt(long baseRttPs) {
    return limits.perRttNum == 0
        ? limits.maxWnd
        : Math.max(mtu, FixedPoint.mulDiv(baseRttPs, limits.perRttNum, limits.perRttDen));
  }

  /** The largest that any limit on the window can be. */
  long ceiling() {
    return ceiling;
  }

  /** Where the sum of increments stops: any window is lifted to the top by it. */
  long incLimit() {
    return incLimit;
  }

  /** Where the measure of quick adapt stops: it is beyond every gate. */
  long achievedLimit() {
    return achievedLimit;
  }

  /** What is received, at a delay so far below the target, adds to the increments. */
  long proportionalGain(long received, long belowPs) {
    return FixedPoint.mulDiv(
        Math.multiplyExact(received, proportionalNum), belowPs, proportionalDen);
  }
}
