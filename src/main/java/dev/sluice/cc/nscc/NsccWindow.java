package dev.sluice.cc.nscc;

import static dev.sluice.kernel.Unit.FIXED_POINT;
import static dev.sluice.kernel.Unit.GRAIN;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import java.util.List;

/**
 * The sender's window of one CCC.
 *
 * <p>Mirrors {@code spec/uet/NsccWindow.tla}: an action is the one of the same name there. It
 * changes the window in place and answers null, or it changes nothing and answers why it is
 * refused. A reader is the field of {@code window} of the same name. What a mark does to the
 * entropy value is said by {@link EntropyValues}. Amounts are units of 2⁻⁹ byte, see {@link
 * dev.sluice.units.Bytes}; times are picoseconds on the host's clock. Each block of the rules
 * rounds once, toward zero, at its end.
 *
 * <p>Each call takes constant time and makes no object. Nothing is kept beside what readers show,
 * but that four times are kept as points on the host's clock, and shown as what has passed since,
 * or is to pass until.
 */
public final class NsccWindow {
  /** In place of an RTT sample: there is no valid one. */
  public static final long NO_SAMPLE = 0;

  /** In place of a service time: it is not known. */
  public static final long NO_SERVICE_TIME = -1;

  /** In place of the time that is left of a period of quick adapt: none has begun. */
  public static final long NOT_BEGUN = -1;

  private static final long NEVER = Long.MIN_VALUE;
  private static final int WHOLE_PENALTY = 128;
  private static final long SERVICE_TICK_PS = 128_000;
  private static final int SERVICE_TIME_BEYOND = 0xFFFF;

  private static final String NO_PACKET = "a packet has at least one unit, and at most an MTU";
  private static final String NO_ROOM = "the window has no room for a packet";
  private static final String BELOW_ZERO = "an amount is below zero";
  private static final String NO_PENALTY = "a penalty is a number from 0 to 127";

  /** A packet leaves. */
  public static final Action SEND = Action.of("Send", By.MUST, "size");

  /** An acknowledgment comes. */
  public static final Action ACK =
      Action.of("Ack", By.MESSAGE, "n", "late", "marked", "rtt", "penalty");

  /** A NACK comes. */
  public static final Action NACK = Action.of("Nack", By.MESSAGE, "size", "late", "reason", "rtt");

  /** A packet is given up for lost. */
  public static final Action INFER_LOSS = Action.of("InferLoss", By.APPLICATION, "size");

  /** The fields of {@code window} in the specification, and the actions. */
  public static final Face<NsccWindow> FACE =
      Face.of(NsccWindow.class)
          .heldBy(Party.SENDER)
          .number("cwnd", FIXED_POINT, "the window", w -> w.cwnd, (w, v) -> w.cwnd = v)
          .number(
              "inflight",
              FIXED_POINT,
              "sent, and neither acknowledged nor given up; negative for a moment where"
                  + " acknowledgments count in quanta",
              w -> w.inflight,
              (w, v) -> w.inflight = v)
          .number(
              "maxWnd",
              FIXED_POINT,
              "what the window may not exceed, for the base RTT as it stands",
              w -> w.maxWnd,
              (w, v) -> w.maxWnd = v)
          .number(
              "baseRtt",
              PICOSECOND,
              "the smallest round trip seen, or configured",
              w -> w.baseRttPs,
              (w, v) -> w.baseRttPs = v)
          .number(
              "savedCwnd",
              FIXED_POINT,
              "the window before a penalty; 0 if none is saved",
              w -> w.savedCwnd,
              (w, v) -> w.savedCwnd = v)
          .number(
              "avgDelay",
              PICOSECOND,
              "the average queue delay",
              w -> w.avgDelayPs,
              (w, v) -> w.avgDelayPs = v)
          .number(
              "incBytes",
              GRAIN,
              "increments that wait to be divided by the window",
              w -> w.incBytes,
              (w, v) -> w.incBytes = v)
          .number(
              "receivedBytes",
              FIXED_POINT,
              "received since the last adjustment, counted as far as it matters",
              w -> w.receivedBytes,
              (w, v) -> w.receivedBytes = v)
          .number(
              "achievedBytes",
              FIXED_POINT,
              "received in this period of quick adapt, counted as far as it matters",
              w -> w.achievedBytes,
              (w, v) -> w.achievedBytes = v)
          .number(
              "fiCount",
              FIXED_POINT,
              "received without any delay, counted as far as it matters",
              w -> w.fiCount,
              (w, v) -> w.fiCount = v)
          .truth(
              "increaseMode",
              "fast increase is on",
              w -> w.increaseMode,
              (w, v) -> w.increaseMode = v)
          .number(
              "bytesToIgnore",
              FIXED_POINT,
              "in flight when quick adapt last set the window",
              w -> w.bytesToIgnore,
              (w, v) -> w.bytesToIgnore = v)
          .number(
              "bytesIgnored",
              FIXED_POINT,
              "of bytesToIgnore, come in or lost since",
              w -> w.bytesIgnored,
              (w, v) -> w.bytesIgnored = v)
          .truth("triggerQa", "a packet was trimmed", w -> w.triggerQa, (w, v) -> w.triggerQa = v)
          .follows(
              "sinceAdjust",
              PICOSECOND,
              "since the last period of adjustment ended, counted as far as it matters",
              NsccWindow::sinceAdjust)
          .follows(
              "sinceDecrease",
              PICOSECOND,
              "since the window last fell, counted as far as it matters",
              NsccWindow::sinceDecrease)
          .follows(
              "sinceDelay",
              PICOSECOND,
              "since a delay was averaged last, up to a base RTT; 0 if the weight is fixed",
              NsccWindow::sinceDelay)
          .follows(
              "untilQa",
              PICOSECOND,
              "what is left of this period of quick adapt; −1 before the first",
              NsccWindow::untilQa)
          .keeps(
              "lastAdjustPs",
              PICOSECOND,
              "when the last period of adjustment ended",
              w -> w.lastAdjustPs,
              (w, v) -> w.lastAdjustPs = v)
          .keeps(
              "lastDecreasePs",
              PICOSECOND,
              "when the window last fell",
              w -> w.lastDecreasePs,
              (w, v) -> w.lastDecreasePs = v)
          .keeps(
              "lastDelayPs",
              PICOSECOND,
              "when a delay was averaged last",
              w -> w.lastDelayPs,
              (w, v) -> w.lastDelayPs = v)
          .keeps(
              "qaEndPs",
              PICOSECOND,
              "when this period of quick adapt ends",
              w -> w.qaEndPs,
              (w, v) -> w.qaEndPs = v)
          .actions(SEND, ACK, NACK, INFER_LOSS)
          .build();

  private final NsccParams params;
  private Listener<NsccWindow> listener;
  // Not private, so that a test may begin wherever it likes.
  long cwnd;
  long inflight;
  long maxWnd;
  long baseRttPs;
  long savedCwnd;
  long avgDelayPs;
  long incBytes;
  long receivedBytes;
  long achievedBytes;
  long fiCount;
  boolean increaseMode;
  long bytesToIgnore;
  long bytesIgnored;
  boolean triggerQa;
  long lastAdjustPs;
  long lastDecreasePs;
  long lastDelayPs;
  long qaEndPs;

  /** The window of a context that is configured at this time. */
  @Requirement({"NSCC-3", "UET-2", "X14"})
  public NsccWindow(NsccParams params, long nowPs) {
    this.params = params;
    cwnd = params.limits().initialWnd();
    maxWnd = params.limits().maxWnd();
    baseRttPs = params.configBaseRttPs();
    lastAdjustPs = nowPs;
    lastDecreasePs = nowPs;
    lastDelayPs = nowPs;
    qaEndPs = NEVER;
  }

  private NsccWindow(NsccParams params) {
    this.params = params;
  }

  /** A raw copy, which nobody listens to. */
  public NsccWindow copy() {
    return FACE.copy(this, new NsccWindow(params));
  }

  /** Who hears of each action that is taken; null for nobody. */
  public void tell(Listener<NsccWindow> to) {
    listener = to;
  }

  // Readers.

  /** What the window is configured with. */
  public NsccParams params() {
    return params;
  }

  /** The window. */
  public long cwnd() {
    return cwnd;
  }

  /** Sent, and neither acknowledged nor given up; may be negative for a moment. */
  public long inflight() {
    return inflight;
  }

  /** What the window may not exceed, for the base RTT as it stands. */
  public long maxWnd() {
    return maxWnd;
  }

  /** The smallest round trip seen, or configured. */
  public long baseRttPs() {
    return baseRttPs;
  }

  /** Since the last period of adjustment ended, counted as far as it matters. */
  @Requirement({"NSCC-13", "D9"})
  public long sinceAdjust(long nowPs) {
    return Math.min(nowPs - lastAdjustPs, params.increase().periodPs());
  }

  /** Since the window last fell, counted as far as it matters. */
  @Requirement("NSCC-12")
  public long sinceDecrease(long nowPs) {
    return Math.min(nowPs - lastDecreasePs, params.configBaseRttPs() + 1);
  }

  /** Since a delay was averaged last, up to a base RTT; 0 if the weight is fixed. */
  @Requirement("UET-10")
  public long sinceDelay(long nowPs) {
    return params.average().isAuto() ? Math.min(nowPs - lastDelayPs, params.configBaseRttPs()) : 0;
  }

  /** What is left of this period of quick adapt, or {@link #NOT_BEGUN}. */
  @Requirement("UET-2")
  public long untilQa(long nowPs) {
    return qaEndPs == NEVER ? NOT_BEGUN : Math.max(0, qaEndPs - nowPs);
  }

  /** Whether a packet of any size may be sent. */
  public boolean mayTransmit() {
    return mayTransmit(params.mtu());
  }

  /** Whether a packet of this size may be sent; it needs room for an MTU, or for itself. */
  @Requirement({"CCC-12", "CCC-15", "X18", "FIND-4"})
  public boolean mayTransmit(long size) {
    long free = cwnd - inflight - (params.readings().ownSize() ? size : params.mtu());
    return params.readings().needsMoreRoom() ? free > 0 : free >= 0;
  }

  /** Whether the packet just sent must ask for its ACK, or the window may stand still. */
  @Requirement("UET-2")
  public boolean requestsAck() {
    return cwnd - inflight < params.mtu() || cwnd < params.ackTrigger();
  }

  // Samples.

  /**
   * An RTT sample: from the latest transmission to the acknowledgment, less the time that the
   * target took.
   *
   * @param retransmissions how often the packet was sent again
   * @param echo the acknowledgment says that it is for a retransmission
   * @param serviceTimePs see {@link #serviceTimePs}
   * @return {@link #NO_SAMPLE} if it is not clear which transmission was acknowledged
   */
  @Requirement({"NSCC-9", "UET-2"})
  public static long rttSamplePs(
      long nowPs, long sentPs, int retransmissions, boolean echo, long serviceTimePs) {
    if (retransmissions > 1 || (retransmissions == 1) != echo || serviceTimePs < 0) {
      return NO_SAMPLE;
    }
    return Math.max(NO_SAMPLE, nowPs - sentPs - serviceTimePs);
  }

  /**
   * The service time that a field shows. One that is too long for the field is not known; where the
   * field says that it is not valid, the target may never say more, and it counts as none, unless
   * the configuration would rather drop the sample.
   */
  @Requirement("UET-2")
  public static long serviceTimePs(NsccParams.Readings readings, int field) {
    if (field == SERVICE_TIME_BEYOND || field == 0 && readings.dropsUntimed()) {
      return NO_SERVICE_TIME;
    }
    return field * SERVICE_TICK_PS;
  }

  // Actions.

  /** A packet leaves. */
  @Requirement({"CCC-12", "NSCC-2", "UET-2"})
  public String send(long size) {
    if (size <= 0 || size > params.mtu()) {
      return NO_PACKET;
    }
    if (!mayTransmit(size)) {
      return NO_ROOM;
    }
    inflight += size;
    if (listener != null) {
      listener.took(this, SEND, size);
    }
    return null;
  }

  /**
   * An acknowledgment comes.
   *
   * @param received newly received, as the target counts it
   * @param freed of what is in flight, now acknowledged: a packet given up before is received, but
   *     is in flight no more (FIND-2). As published it is {@code received}
   * @param marked M: congestion was experienced
   * @param rttPs the sample, or {@link #NO_SAMPLE}
   * @param penalty rcv_cwnd_pend, 0 to 127
   * @param restore rc: the penalty is over
   */
  @Requirement({"NSCC-2", "NSCC-5", "NSCC-9", "NSCC-12", "RTT-8", "UET-2"})
  public String ack(
      long nowPs,
      long received,
      long freed,
      boolean marked,
      long rttPs,
      int penalty,
      boolean restore) {
    if ((received | freed | rttPs) < 0) {
      return BELOW_ZERO;
    }
    if (penalty < 0 || penalty >= WHOLE_PENALTY) {
      return NO_PENALTY;
    }
    inflight -= freed;
    if (params.isSourceDocuments()) {
      followRttAndMark(nowPs, marked, rttPs);
    } else {
      followSignals(nowPs, received, marked, rttPs, penalty, restore);
    }
    if (listener != null) {
      List<Object> brake = List.of(penalty, restore);
      listener.took(this, ACK, received, received - freed, marked, rttPs, brake);
    }
    return null;
  }

  /**
   * A NACK comes.
   *
   * @param size of the packet
   * @param freed {@code size}, or 0 if the packet was given up before
   * @param rttPs the sample, with no service time, or {@link #NO_SAMPLE}
   */
  @Requirement({"UET-2", "X17"})
  public String nack(long nowPs, long size, long freed, NackReason reason, long rttPs) {
    if ((size | freed | rttPs) < 0) {
      return BELOW_ZERO;
    }
    inflight -= freed;
    if (!params.isSourceDocuments()) {
      followNack(nowPs, size, reason, rttPs);
    }
    if (listener != null) {
      listener.took(this, NACK, size, freed < size, reason.label(), rttPs);
    }
    return null;
  }

  /** A packet is given up for lost. */
  @Requirement({"UET-2", "FIND-2"})
  public String inferLoss(long size) {
    if (size < 0) {
      return BELOW_ZERO;
    }
    inflight -= size;
    if (!params.isSourceDocuments()) {
      cwnd = Math.max(cwnd - size, params.mtu());
      ignore(size);
    }
    if (listener != null) {
      listener.took(this, INFER_LOSS, size);
    }
    return null;
  }

  // The rules of source-documents.

  /**
   * Falls above base + θ and on a mark that counts, grows near the base RTT. The delay is asked
   * first: beyond the target its amount counts, marked or not.
   */
  @Requirement({"RTT-7", "RTT-8", "NSCC-9"})
  private void followRttAndMark(long nowPs, boolean marked, long rttPs) {
    boolean sampled = rttPs != NO_SAMPLE;
    long delay = sampled ? Math.max(0, rttPs - baseRttPs) : 0;
    if (sampled) {
      feed(nowPs, delay);
    }
    if (delay > params.targetPs()) {
      multiplicativeDecrease(nowPs);
    } else if (marked && params.readings().signals() == Signals.BOTH) {
      markDecrease(nowPs);
    } else if (sampled) {
      step(nowPs);
    }
  }

  /** A step a period, of the same bytes at every speed. */
  @Requirement({"NSCC-5", "NSCC-6", "NSCC-7", "NSCC-8", "NSCC-13", "X14"})
  private void step(long nowPs) {
    if (periodIsOver(nowPs)) {
      cwnd = Math.min(cwnd + params.increase().step(), maxWnd);
      lastAdjustPs = nowPs;
    }
  }

  /** A mark takes one packet where the public formula takes nothing. */
  @Requirement({"NSCC-9", "NSCC-12"})
  private void markDecrease(long nowPs) {
    if (mayDecrease(nowPs)) {
      cwnd = Math.max(cwnd - params.mtu(), params.mtu());
      lastDecreasePs = nowPs;
    }
  }

  // The rules of uet-1.0.

  @Requirement("UET-2")
  private void followSignals(
      long nowPs, long received, boolean marked, long rttPs, int penalty, boolean restore) {
    count(received);
    boolean braked = flowControl(received, penalty, restore);
    if (rttPs == NO_SAMPLE) {
      return;
    }
    lowerBase(rttPs);
    long delay = rttPs - baseRttPs;
    feed(nowPs, delay);
    if (!quickAdapt(nowPs, false, marked, delay)) {
      quadrant(nowPs, received, marked, delay, braked);
    }
  }

  @Requirement({"UET-2", "X17"})
  private void followNack(long nowPs, long size, NackReason reason, long rttPs) {
    if (rttPs != NO_SAMPLE) {
      lowerBase(rttPs);
    }
    if (reason != NackReason.OTHER) {
      feed(nowPs, params.configBaseRttPs());
      ignore(size);
    }
    if (reacts(reason)) {
      triggerQa = true;
      if (!quickAdapt(nowPs, true, true, 0)) {
        cwnd = Math.max(cwnd - size, params.mtu());
      }
    }
  }

  private void count(long received) {
    ignore(received);
    receivedBytes = Math.min(receivedBytes + received, params.increase().threshold() + 1);
    achievedBytes = Math.min(achievedBytes + received, params.achievedLimit());
  }

  private void ignore(long amount) {
    bytesIgnored = Math.min(bytesIgnored + amount, bytesToIgnore);
  }

  /** The target's own brake; whether it is on. */
  @Requirement("UET-2")
  private boolean flowControl(long received, int penalty, boolean restore) {
    if (penalty > 0) {
      if (savedCwnd == 0) {
        savedCwnd = cwnd;
      }
      long cut = FixedPoint.mulDiv(penalty, received, WHOLE_PENALTY);
      cwnd = Math.max(params.mtu(), Math.min(cwnd, inflight) - cut);
      return true;
    }
    if (restore && savedCwnd != 0) {
      cwnd = Math.min(savedCwnd, maxWnd);
      savedCwnd = 0;
    } else if (!params.readings().keepsSaved()) {
      savedCwnd = 0;
    }
    return false;
  }

  /** A smaller sample becomes the base RTT, and the largest window follows it. */
  @Requirement({"NSCC-2", "X19", "FIND-3"})
  private void lowerBase(long rttPs) {
    if (rttPs >= baseRttPs) {
      return;
    }
    baseRttPs = rttPs;
    maxWnd = params.maxWndAt(rttPs);
    if (params.readings().clampsAtOnce()) {
      cwnd = Math.min(cwnd, maxWnd);
    }
  }

  /** A trim at the last hop is credit's business where there is credit. */
  @Requirement("X17")
  private boolean reacts(NackReason reason) {
    return reason == NackReason.TRIMMED
        || reason == NackReason.TRIMMED_LAST_HOP && !params.readings().rccc();
  }

  /** Sets the window to what arrives, if that is little; whether nothing more is to be done. */
  @Requirement("UET-2")
  private boolean quickAdapt(long nowPs, boolean loss, boolean marked, long delay) {
    NsccParams.QuickAdapt rule = params.quickAdapt();
    if (!rule.enabled()) {
      return false;
    }
    boolean done = marked && bytesIgnored < bytesToIgnore;
    if (!done && untilQa(nowPs) <= 0) {
      boolean asked = triggerQa || loss || delay > rule.thresholdPs();
      long gate = -Math.floorDiv(-maxWnd, 1L << rule.gate());
      if (qaEndPs != NEVER && asked && achievedBytes < gate) {
        long adapted = params.readings().mayRise() ? achievedBytes : Math.min(cwnd, achievedBytes);
        cwnd = Math.max(adapted, params.mtu());
        bytesToIgnore = Math.max(0, inflight);
        bytesIgnored = 0;
        triggerQa = false;
        done = true;
      }
      achievedBytes = 0;
      qaEndPs = nowPs + baseRttPs + params.targetPs();
    }
    if (done) {
      incBytes = 0;
      receivedBytes = 0;
    }
    return done;
  }

  /**
   * Mark and delay together, then the adjustment if it is due. One that is due waits while
   * acknowledgments are marked and late.
   */
  @Requirement({"UET-2", "FIND-23"})
  private void quadrant(long nowPs, long received, boolean marked, long delay, boolean braked) {
    boolean late = delay >= params.targetPs();
    if (marked) {
      if (late) {
        multiplicativeDecrease(nowPs);
      }
    } else if (!braked) {
      if (late) {
        fairIncrease(received);
      } else {
        proportionalIncrease(received, delay);
      }
    }
    boolean waits = marked && late && !params.readings().growsUnderCongestion();
    if (!waits && (periodIsOver(nowPs) || receivedBytes > params.increase().threshold())) {
      fulfillAdjustment(nowPs);
    }
  }

  @Requirement({"UET-2", "X14"})
  private void fairIncrease(long received) {
    NsccParams.Increase gain = params.increase();
    increment(FixedPoint.mulDiv(gain.fair(), received, gain.grain()));
  }

  private void increment(long grains) {
    incBytes = Math.min(Math.addExact(incBytes, grains), params.incLimit());
  }

  @Requirement({"UET-2", "X14"})
  private void proportionalIncrease(long received, long delay) {
    fastIncrease(received, delay);
    if (!increaseMode) {
      increment(params.proportionalGain(received, params.targetPs() - delay));
    }
  }

  @Requirement("UET-2")
  private void fastIncrease(long received, long delay) {
    NsccParams.Increase gain = params.increase();
    if (delay >= gain.aboutZeroPs()) {
      fiCount = 0;
      increaseMode = false;
      return;
    }
    fiCount = Math.min(fiCount + received, params.ceiling() + 1);
    increaseMode = increaseMode || fiCount > cwnd;
    if (increaseMode) {
      long grown = cwnd + FixedPoint.mulDiv(received, gain.fastNum(), gain.fastDen());
      cwnd = Math.min(grown, maxWnd);
    }
  }

  /** What was owed is divided by the window, and eta comes once in a period. */
  @Requirement({"UET-2", "D9"})
  private void fulfillAdjustment(long nowPs) {
    NsccParams.Increase gain = params.increase();
    long grown = cwnd + FixedPoint.mulDiv(incBytes, gain.grain(), cwnd);
    if (periodIsOver(nowPs)) {
      grown += gain.eta();
      lastAdjustPs = nowPs;
    }
    cwnd = Math.min(grown, maxWnd);
    incBytes = 0;
    receivedBytes = 0;
  }

  // What both share.

  @Requirement({"UET-10", "NSCC-12"})
  private void feed(long nowPs, long delay) {
    avgDelayPs = params.average().moved(avgDelayPs, delay, sinceDelay(nowPs), baseRttPs);
    lastDelayPs = nowPs;
  }

  /** Beyond the target: the more, the further the average delay is. */
  @Requirement({"NSCC-12", "UET-2"})
  private void multiplicativeDecrease(long nowPs) {
    increaseMode = false;
    fiCount = 0;
    if (avgDelayPs > params.targetPs() && mayDecrease(nowPs)) {
      cwnd = Math.max(decreased(), params.mtu());
      lastDecreasePs = nowPs;
    }
  }

  /** At most once in a base RTT. */
  @Requirement("NSCC-12")
  private boolean mayDecrease(long nowPs) {
    return sinceDecrease(nowPs) > baseRttPs;
  }

  /** cwnd · max(1 − gamma · (avg − target) ÷ avg, floor), rounded at the end. */
  private long decreased() {
    NsccParams.Decrease rule = params.decrease();
    long kept =
        (rule.gammaDen() - rule.gammaNum()) * avgDelayPs + rule.gammaNum() * params.targetPs();
    return Math.max(
        FixedPoint.mulDiv(cwnd, kept, rule.gammaDen() * avgDelayPs),
        FixedPoint.mulDiv(cwnd, rule.jumpNum(), rule.jumpDen()));
  }

  private boolean periodIsOver(long nowPs) {
    return sinceAdjust(nowPs) >= params.increase().periodPs();
  }
}
