package dev.sluice.cc.nscc;

import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * The sender's window of one CCC, as a pure function of its last state and one signal.
 *
 * <p>Mirrors {@code spec/uet/NsccWindow.tla}: each public method that returns an outcome is the
 * action of the same name. Amounts are units of 2⁻⁹ byte, see {@link dev.sluice.units.Bytes}; times
 * are picoseconds on the host's clock. Each block of the rules rounds once, toward zero, at its
 * end.
 *
 * <p>Each call takes constant time and makes a new state of 17 numbers; a host that does not want a
 * new one each time works on a {@link Draft}.
 */
public final class NsccWindow {
  /** In place of an RTT sample: there is no valid one. */
  public static final long NO_SAMPLE = 0;

  /** In place of a service time: it is not known. */
  public static final long NO_SERVICE_TIME = -1;

  private static final long NEVER = Long.MIN_VALUE;
  private static final int WHOLE_PENALTY = 128;
  private static final long SERVICE_TICK_PS = 128_000;
  private static final int SERVICE_TIME_BEYOND = 0xFFFF;

  private static final String NO_PACKET = "a packet has at least one unit, and at most an MTU";
  private static final String NO_ROOM = "the window has no room for a packet";
  private static final String LESS_THAN_NOTHING = "an amount is less than nothing";
  private static final String NO_PENALTY = "a penalty is a number from 0 to 127";
  private static final String BACKWARDS = "time does not run backwards";

  private static final ChangeEv CHANGE_EV = new ChangeEv();

  private NsccWindow() {}

  /**
   * The window; components are named as in the specification, but for the three times, which the
   * specification shows as what has passed since, or is still to pass until.
   *
   * @param cwnd the window
   * @param inflight sent, and neither acknowledged nor given up; may be negative for a moment where
   *     acknowledgments count in quanta
   * @param maxWnd what the window may not exceed, for the base RTT as it stands
   * @param baseRttPs the smallest round trip seen, or configured
   * @param savedCwnd the window before a penalty; 0 if none is saved
   * @param avgDelayPs the average queue delay
   * @param incBytes increments that wait to be divided by the window, in grains
   * @param receivedBytes received since the last adjustment, counted as far as it matters
   * @param achievedBytes received in this period of quick adapt, counted as far as it matters
   * @param fiCount received without any delay, counted as far as it matters
   * @param increaseMode fast increase is on
   * @param bytesToIgnore in flight when quick adapt last set the window
   * @param bytesIgnored of them, come in or lost since
   * @param triggerQa a packet was trimmed
   * @param lastAdjustPs when the last period of adjustment ended
   * @param lastDecreasePs when the window last fell
   * @param qaEndPs when this period of quick adapt ends
   */
  public record State(
      long cwnd,
      long inflight,
      long maxWnd,
      long baseRttPs,
      long savedCwnd,
      long avgDelayPs,
      long incBytes,
      long receivedBytes,
      long achievedBytes,
      long fiCount,
      boolean increaseMode,
      long bytesToIgnore,
      long bytesIgnored,
      boolean triggerQa,
      long lastAdjustPs,
      long lastDecreasePs,
      long qaEndPs) {

    /** Whether a period of quick adapt has begun yet. */
    public boolean quickAdaptHasBegun() {
      return qaEndPs != NEVER;
    }
  }

  /** The next packet takes another entropy value. */
  public record ChangeEv() implements Effect {}

  /** The window of a context that is configured at this time. */
  @Requirement({"NSCC-3", "UET-2", "X14"})
  public static State initial(NsccParams params, long nowPs) {
    NsccParams.Limits limits = params.limits();
    return new State(
        limits.initialWnd(),
        0,
        limits.maxWnd(),
        params.configBaseRttPs(),
        0,
        0,
        0,
        0,
        0,
        0,
        false,
        0,
        0,
        false,
        nowPs,
        nowPs,
        NEVER);
  }

  // Readers, for the host.

  /** Whether a packet of any size may be sent. */
  @Requirement({"CCC-12", "CCC-15", "X18", "FIND-4"})
  public static boolean mayTransmit(State state, NsccParams params) {
    return mayTransmit(state, params, params.mtu());
  }

  /** Whether a packet of this size may be sent; it needs room for an MTU, or for itself. */
  @Requirement({"CCC-12", "CCC-15", "X18", "FIND-4"})
  public static boolean mayTransmit(State state, NsccParams params, long size) {
    return new Draft(state, params).mayTransmit(size);
  }

  /**
   * Whether the packet just sent must ask for its acknowledgment, or the window may stand still.
   */
  @Requirement("UET-2")
  public static boolean requestsAck(State state, NsccParams params) {
    return new Draft(state, params).requestsAck();
  }

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
  public static long serviceTimePs(NsccParams params, int field) {
    if (field == SERVICE_TIME_BEYOND || field == 0 && params.readings().dropsUntimed()) {
      return NO_SERVICE_TIME;
    }
    return field * SERVICE_TICK_PS;
  }

  // Actions.

  /** A packet leaves. */
  @Requirement({"CCC-12", "NSCC-2", "UET-2", "X18"})
  public static Outcome<State> send(State state, NsccParams params, long size) {
    Draft draft = new Draft(state, params);
    return Outcome.of(state, draft.send(size), draft::toState);
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
  @Requirement({
    "NSCC-2", "NSCC-5", "NSCC-6", "NSCC-7", "NSCC-8", "NSCC-9", "NSCC-10", "NSCC-11", "NSCC-12",
    "NSCC-13", "RTT-7", "RTT-8", "UET-2", "X14", "X19", "D9", "FIND-3", "FIND-23"
  })
  public static Outcome<State> ack(
      State state,
      NsccParams params,
      long nowPs,
      long received,
      long freed,
      boolean marked,
      long rttPs,
      int penalty,
      boolean restore) {
    Draft draft = new Draft(state, params);
    String refused = draft.ack(nowPs, received, freed, marked, rttPs, penalty, restore);
    return marked && params.isSourceDocuments()
        ? Outcome.of(state, refused, draft::toState, CHANGE_EV)
        : Outcome.of(state, refused, draft::toState);
  }

  /**
   * A NACK comes.
   *
   * @param size of the packet
   * @param freed {@code size}, or 0 if the packet was given up before
   * @param rttPs the sample, with no service time, or {@link #NO_SAMPLE}
   */
  @Requirement({"UET-2", "X17", "X19", "FIND-3"})
  public static Outcome<State> nack(
      State state,
      NsccParams params,
      long nowPs,
      long size,
      long freed,
      NackReason reason,
      long rttPs) {
    Draft draft = new Draft(state, params);
    return Outcome.of(state, draft.nack(nowPs, size, freed, reason, rttPs), draft::toState);
  }

  /** A packet is given up for lost. */
  @Requirement("UET-2")
  public static Outcome<State> inferLoss(State state, NsccParams params, long size) {
    Draft draft = new Draft(state, params);
    return Outcome.of(state, draft.inferLoss(size), draft::toState);
  }

  /**
   * Moves the origin of the host's clock: what was so many picoseconds ago is now so many more. A
   * host whose clock never ends has no need of it; it is for one with a narrow clock, and for the
   * replay, since only what has passed matters, never what time it is. Times further back than any
   * rule asks are forgotten.
   */
  @Requirement({"NSCC-13", "D9"})
  public static Outcome<State> tick(State state, NsccParams params, long elapsedPs) {
    if (elapsedPs < 0) {
      return Outcome.refused(state, BACKWARDS);
    }
    Draft draft = new Draft(state, params);
    draft.lastAdjustPs =
        Math.max(Math.subtractExact(state.lastAdjustPs, elapsedPs), -params.increase().periodPs());
    draft.lastDecreasePs =
        Math.max(
            Math.subtractExact(state.lastDecreasePs, elapsedPs), -params.configBaseRttPs() - 1);
    if (state.quickAdaptHasBegun()) {
      draft.qaEndPs = Math.max(Math.subtractExact(state.qaEndPs, elapsedPs), 0);
    }
    return Outcome.accepted(draft.toState());
  }

  /**
   * A window that is worked on in place, for a host that keeps thousands: the rules stand here, and
   * the functions above follow them on a copy. An action answers null, or why it is refused, and
   * has changed nothing then. What it would tell by an effect follows from its arguments.
   */
  public static final class Draft {
    private final NsccParams params;
    private long nowPs;

    private long cwnd;
    private long inflight;
    private long maxWnd;
    private long baseRttPs;
    private long savedCwnd;
    private long avgDelayPs;
    private long incBytes;
    private long receivedBytes;
    private long achievedBytes;
    private long fiCount;
    private boolean increaseMode;
    private long bytesToIgnore;
    private long bytesIgnored;
    private boolean triggerQa;
    private long lastAdjustPs;
    private long lastDecreasePs;
    private long qaEndPs;

    /** A window to be worked on, which begins as this state. */
    public Draft(State state, NsccParams params) {
      this.params = params;
      cwnd = state.cwnd;
      inflight = state.inflight;
      maxWnd = state.maxWnd;
      baseRttPs = state.baseRttPs;
      savedCwnd = state.savedCwnd;
      avgDelayPs = state.avgDelayPs;
      incBytes = state.incBytes;
      receivedBytes = state.receivedBytes;
      achievedBytes = state.achievedBytes;
      fiCount = state.fiCount;
      increaseMode = state.increaseMode;
      bytesToIgnore = state.bytesToIgnore;
      bytesIgnored = state.bytesIgnored;
      triggerQa = state.triggerQa;
      lastAdjustPs = state.lastAdjustPs;
      lastDecreasePs = state.lastDecreasePs;
      qaEndPs = state.qaEndPs;
    }

    /** The window as it stands. */
    public State toState() {
      return new State(
          cwnd,
          inflight,
          maxWnd,
          baseRttPs,
          savedCwnd,
          avgDelayPs,
          incBytes,
          receivedBytes,
          achievedBytes,
          fiCount,
          increaseMode,
          bytesToIgnore,
          bytesIgnored,
          triggerQa,
          lastAdjustPs,
          lastDecreasePs,
          qaEndPs);
    }

    /** {@link State#cwnd()}. */
    public long cwnd() {
      return cwnd;
    }

    /** {@link State#inflight()}. */
    public long inflight() {
      return inflight;
    }

    /** {@link NsccWindow#mayTransmit(State, NsccParams, long)}. */
    public boolean mayTransmit(long size) {
      return inflight + (params.readings().ownSize() ? size : params.mtu()) <= cwnd;
    }

    /** {@link NsccWindow#requestsAck}. */
    public boolean requestsAck() {
      return cwnd - inflight < params.mtu() || cwnd < params.ackTrigger();
    }

    /** {@link NsccWindow#send}. */
    public String send(long size) {
      if (size <= 0 || size > params.mtu()) {
        return NO_PACKET;
      }
      if (!mayTransmit(size)) {
        return NO_ROOM;
      }
      inflight += size;
      return null;
    }

    /** {@link NsccWindow#ack}. */
    public String ack(
        long atPs,
        long received,
        long freed,
        boolean marked,
        long rttPs,
        int penalty,
        boolean restore) {
      if ((received | freed | rttPs) < 0) {
        return LESS_THAN_NOTHING;
      }
      if (penalty < 0 || penalty >= WHOLE_PENALTY) {
        return NO_PENALTY;
      }
      nowPs = atPs;
      inflight -= freed;
      if (params.isSourceDocuments()) {
        followRttAndMark(marked, rttPs);
        return null;
      }
      count(received);
      boolean penalised = flowControl(received, penalty, restore);
      if (rttPs != NO_SAMPLE) {
        lowerBase(rttPs);
        long delay = rttPs - baseRttPs;
        feed(delay);
        if (!quickAdapt(false, marked, delay)) {
          quadrant(received, marked, delay, penalised);
        }
      }
      return null;
    }

    /** {@link NsccWindow#nack}. */
    public String nack(long atPs, long size, long freed, NackReason reason, long rttPs) {
      if ((size | freed | rttPs) < 0) {
        return LESS_THAN_NOTHING;
      }
      nowPs = atPs;
      inflight -= freed;
      if (!params.isSourceDocuments()) {
        if (rttPs != NO_SAMPLE) {
          lowerBase(rttPs);
        }
        if (reason != NackReason.OTHER) {
          feed(params.configBaseRttPs());
          ignore(size);
        }
        if (reason == NackReason.TRIMMED
            || reason == NackReason.TRIMMED_LAST_HOP && !params.readings().rccc()) {
          triggerQa = true;
          if (!quickAdapt(true, true, 0)) {
            cwnd = Math.max(cwnd - size, params.mtu());
          }
        }
      }
      return null;
    }

    /** {@link NsccWindow#inferLoss}. */
    public String inferLoss(long size) {
      if (size < 0) {
        return LESS_THAN_NOTHING;
      }
      inflight -= size;
      if (!params.isSourceDocuments()) {
        cwnd = Math.max(cwnd - size, params.mtu());
        ignore(size);
      }
      return null;
    }

    /**
     * The source documents: falls above base + θ and on a mark that counts, grows near the base
     * RTT, a step a period.
     */
    private void followRttAndMark(boolean marked, long rttPs) {
      boolean sampled = rttPs != NO_SAMPLE;
      long delay = sampled ? Math.max(0, rttPs - baseRttPs) : 0;
      if (sampled) {
        feed(delay);
      }
      if (delay > params.targetPs()) {
        multiplicativeDecrease();
      } else if (marked && params.readings().signals() == Signals.BOTH) {
        markDecrease();
      } else if (sampled && nowPs - lastAdjustPs >= params.increase().periodPs()) {
        cwnd = Math.min(cwnd + params.increase().step(), maxWnd);
        lastAdjustPs = nowPs;
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

    /** The average moves towards a delay; the move is rounded. */
    private void feed(long delay) {
      NsccParams.Average average = params.average();
      avgDelayPs +=
          delay >= avgDelayPs
              ? FixedPoint.mulDiv(delay - avgDelayPs, average.num(), average.den())
              : -FixedPoint.mulDiv(avgDelayPs - delay, average.num(), average.den());
    }

    /** Sets the window to what arrives, if that is little; whether nothing more is to be done. */
    private boolean quickAdapt(boolean loss, boolean marked, long delay) {
      NsccParams.QuickAdapt rule = params.quickAdapt();
      if (!rule.enabled()) {
        return false;
      }
      boolean done = marked && bytesIgnored < bytesToIgnore;
      if (!done && nowPs >= qaEndPs) {
        boolean asked = triggerQa || loss || delay > rule.thresholdPs();
        long gate = -Math.floorDiv(-maxWnd, 1L << rule.gate());
        if (qaEndPs != NEVER && asked && achievedBytes < gate) {
          long adapted =
              params.readings().mayRise() ? achievedBytes : Math.min(cwnd, achievedBytes);
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

    /** Mark and delay together, then the adjustment if it is due. */
    private void quadrant(long received, boolean marked, long delay, boolean penalised) {
      boolean late = delay >= params.targetPs();
      if (marked) {
        if (late) {
          multiplicativeDecrease();
        }
      } else if (!penalised) {
        if (late) {
          fairIncrease(received);
        } else {
          proportionalIncrease(received, delay);
        }
      }
      boolean waits = marked && late && !params.readings().growsUnderCongestion();
      if (!waits
          && (nowPs - lastAdjustPs >= params.increase().periodPs()
              || receivedBytes > params.increase().threshold())) {
        fulfillAdjustment();
      }
    }

    private void fairIncrease(long received) {
      NsccParams.Increase gain = params.increase();
      increment(FixedPoint.mulDiv(gain.fair(), received, gain.grain()));
    }

    private void increment(long grains) {
      incBytes = Math.min(Math.addExact(incBytes, grains), params.incLimit());
    }

    private void proportionalIncrease(long received, long delay) {
      fastIncrease(received, delay);
      if (!increaseMode) {
        increment(params.proportionalGain(received, params.targetPs() - delay));
      }
    }

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

    private void multiplicativeDecrease() {
      increaseMode = false;
      fiCount = 0;
      if (avgDelayPs > params.targetPs() && nowPs - lastDecreasePs > baseRttPs) {
        cwnd = Math.max(decreased(), params.mtu());
        lastDecreasePs = nowPs;
      }
    }

    /** A mark takes one packet where the public formula takes nothing. */
    private void markDecrease() {
      if (nowPs - lastDecreasePs > baseRttPs) {
        cwnd = Math.max(cwnd - params.mtu(), params.mtu());
        lastDecreasePs = nowPs;
      }
    }

    /** cwnd · max(1 − gamma · (avg − target) ÷ avg, floor), rounded at the end. */
    private long decreased() {
      NsccParams.Decrease rule = params.decrease();
      long kept =
          (rule.gammaDen() - rule.gammaNum()) * avgDelayPs + rule.gammaNum() * params.targetPs();
      return Math.max(
          FixedPoint.mulDiv(cwnd, kept, rule.gammaDen() * avgDelayPs),
          FixedPoint.mulDiv(cwnd, rule.floorNum(), rule.floorDen()));
    }

    /** What was owed is divided by the window, and eta comes once in a period. */
    private void fulfillAdjustment() {
      NsccParams.Increase gain = params.increase();
      long grown = cwnd + FixedPoint.mulDiv(incBytes, gain.grain(), cwnd);
      if (nowPs - lastAdjustPs >= gain.periodPs()) {
        grown += gain.eta();
        lastAdjustPs = nowPs;
      }
      cwnd = Math.min(grown, maxWnd);
      incBytes = 0;
      receivedBytes = 0;
    }
  }
}
