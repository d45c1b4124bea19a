package dev.sluice.cc.rcm;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.MEGABIT_RATE;
import static dev.sluice.kernel.Unit.NONE;
import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.rcm.ReactionParams.Clamp;
import dev.sluice.cc.rcm.ReactionParams.Rise;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;

/**
 * The reaction point of one queue pair: its rate, which falls with each notification of congestion
 * (CNP) and rises when they stay away.
 *
 * <p>Mirrors {@code rp} of {@code spec/rcm/RcmLoop.tla}, and its actions of the same names. It
 * holds nothing while the rate is the line rate. An action answers null, or why it is refused, and
 * has changed nothing then.
 */
public final class ReactionPoint {
  /** A packet leaves. */
  public static final Action TRANSMIT = Action.of("Transmit", By.MUST).telling("bytes", "ecn");

  /** A CNP for this queue pair comes. */
  public static final Action RECEIVE_CNP = Action.of("ReceiveCnp", By.MESSAGE);

  /** The time of a rise has come. */
  public static final Action RISE_TIMER = Action.of("RiseTimer", By.TIME);

  /** Time without a CNP has passed, and alpha falls. */
  public static final Action ALPHA_TIMER = Action.of("AlphaTimer", By.TIME);

  /** What the specification has of a reaction point. */
  public static final Face<ReactionPoint> FACE =
      Face.of(ReactionPoint.class)
          .heldBy(Party.SENDER)
          .truth("limited", "it holds the rate down", r -> r.limited, (r, v) -> r.limited = v)
          .number("rate", MEGABIT_RATE, "R_C", r -> r.rate, (r, v) -> r.rate = v)
          .number("target", MEGABIT_RATE, "R_T", r -> r.target, (r, v) -> r.target = v)
          .number("alpha", NONE, "of its parts", r -> r.alpha, (r, v) -> r.alpha = v)
          .number(
              "timeStage",
              NONE,
              "rises by time since the last CNP",
              r -> r.timeStage,
              (r, v) -> r.timeStage = v)
          .number(
              "byteStage",
              NONE,
              "rises by bytes since then",
              r -> r.byteStage,
              (r, v) -> r.byteStage = v)
          .follows(
              "sinceRise",
              PICOSECOND,
              "since the timer of rises began",
              (r, now) -> r.since(now, r.riseFromPs, r.params.riseTime()))
          .follows(
              "sinceDecay",
              PICOSECOND,
              "since alpha moved",
              (r, now) -> r.since(now, r.decayFromPs, r.params.decayTime()))
          .follows("sinceCut", PICOSECOND, "since the rate was cut", ReactionPoint::sinceCut)
          .number(
              "sentBytes",
              BYTE,
              "since the byte counter began",
              r -> r.sentBytes,
              (r, v) -> r.sentBytes = v)
          .number(
              "lastBytes",
              BYTE,
              "of the packet that was sent last",
              r -> r.lastBytes,
              (r, v) -> r.lastBytes = v)
          .follows(
              "sinceSent",
              PICOSECOND,
              "since then",
              (r, now) -> r.since(now, r.sentAtPs, r.params.longestGap(r.lastBytes)))
          .keeps(
              "riseFromPs",
              PICOSECOND,
              "when the timer of rises began",
              r -> r.riseFromPs,
              (r, v) -> r.riseFromPs = v)
          .keeps(
              "decayFromPs",
              PICOSECOND,
              "when alpha moved",
              r -> r.decayFromPs,
              (r, v) -> r.decayFromPs = v)
          .keeps(
              "cutAtPs",
              PICOSECOND,
              "when the rate was cut",
              r -> r.cutAtPs,
              (r, v) -> r.cutAtPs = v)
          .keeps(
              "sentAtPs",
              PICOSECOND,
              "when a packet was sent",
              r -> r.sentAtPs,
              (r, v) -> r.sentAtPs = v)
          .actions(TRANSMIT, RECEIVE_CNP, RISE_TIMER, ALPHA_TIMER)
          .build();

  private final ReactionParams params;
  private final boolean selected;
  private final boolean reacts;

  private boolean limited;
  private long rate;
  private long target;
  private long alpha;
  private long timeStage;
  private long byteStage;
  private long sentBytes;
  private long lastBytes;

  private long riseFromPs;
  private long decayFromPs;
  private long cutAtPs;
  private long sentAtPs;

  private Listener<ReactionPoint> listener;

  /** What the queue pair's owner does for it. */
  public interface Sink {
    /** The packet leaves with this codepoint, see {@link Ecn}. */
    void send(int ecn);
  }

  /**
   * A reaction point that has heard of nothing.
   *
   * @param selected whether the application wants congestion control for this queue pair
   * @param reacts whether the host has reaction points at all; without, CNPs change nothing
   */
  public ReactionPoint(ReactionParams params, boolean selected, boolean reacts) {
    this.params = params;
    this.selected = selected;
    this.reacts = reacts;
    release();
  }

  /** A copy with everything in it. */
  public ReactionPoint copy() {
    return FACE.copy(this, new ReactionPoint(params, selected, reacts));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<ReactionPoint> to) {
    listener = to;
  }

  /** Whether CNPs change anything. */
  public boolean reacts() {
    return reacts;
  }

  /** Whether it holds the rate down. */
  public boolean limited() {
    return limited;
  }

  /** The rate, R_C. */
  public long rate() {
    return rate;
  }

  /** What the rate rises to, R_T. */
  public long target() {
    return target;
  }

  /** How much a CNP takes off: half of alpha. */
  public long alpha() {
    return alpha;
  }

  private long since(long nowPs, long fromPs, long limit) {
    return limited ? Math.min(nowPs - fromPs, limit) : 0;
  }

  private long sinceCut(long nowPs) {
    return limited ? Math.min(nowPs - cutAtPs, params.cutGap()) : params.cutGap();
  }

  /** Nothing is held down, and nothing is kept of what was. */
  @Requirement("RCM-6")
  private void release() {
    limited = false;
    rate = params.line();
    target = params.line();
    alpha = params.alphaStart();
    timeStage = 0;
    byteStage = 0;
    sentBytes = 0;
    lastBytes = 0;
  }

  /** When the next packet may leave; while nothing is held down, at once. */
  @Requirement("RCM-5")
  public long notBeforePs(long nowPs) {
    return limited ? Math.max(nowPs, sentAtPs + params.gap(lastBytes, rate)) : nowPs;
  }

  /** When a timer runs out next; {@link SenderRole#NEVER_PS} if none runs. */
  @Requirement("RCM-6")
  public long timerPs() {
    if (!limited) {
      return SenderRole.NEVER_PS;
    }
    boolean runs = params.riseTime() > 0 && (!params.both() || sentBytes >= params.riseBytes());
    return Math.min(
        runs ? riseFromPs + params.riseTime() : SenderRole.NEVER_PS,
        params.decayTime() > 0 ? decayFromPs + params.decayTime() : SenderRole.NEVER_PS);
  }

  /**
   * A packet leaves.
   *
   * @param bytes of it, as they count for the rate
   */
  @Requirement({"RCM-1", "RCM-5", "RCM-6", "RCM-10"})
  public String transmit(long nowPs, long bytes, Sink sink) {
    long from = notBeforePs(nowPs);
    if (from > nowPs) {
      return "no packet leaves before " + from + " ps at this rate";
    }
    if (limited) {
      lastBytes = bytes;
      sentAtPs = nowPs;
      count(bytes);
    }
    int ecn = selected ? Ecn.ECT_0 : Ecn.NOT_ECT;
    if (listener != null) {
      listener.took(this, TRANSMIT, bytes, ecn);
    }
    sink.send(ecn);
    return null;
  }

  /** The packet may be the one that has the rate rise. */
  @Requirement("RCM-6")
  private void count(long bytes) {
    if (params.riseBytes() == 0) {
      return;
    }
    sentBytes += bytes;
    if (sentBytes < params.riseBytes()) {
      return;
    }
    if (params.both()) {
      sentBytes = params.riseBytes();
    } else {
      sentBytes = 0;
      rise(timeStage, byteStage + 1);
    }
  }

  /** Whether a packet is a CNP: its opcode says so, whatever its ECN field does. */
  @Requirement({"RCM-4", "FIND-13"})
  public static boolean isCnp(int opcode) {
    return opcode == NotificationPoint.CNP;
  }

  /** A CNP for this queue pair comes. */
  @Requirement({"RCM-5", "RCM-6", "RCM-12"})
  public String receiveCnp(long nowPs) {
    if (reacts) {
      boolean cuts = sinceCut(nowPs) >= params.cutGap();
      boolean clamps =
          params.rise() == Rise.DCQCN
              && (params.clamp() == Clamp.ALWAYS || !limited || timeStage > 0);
      limited = true;
      timeStage = 0;
      byteStage = 0;
      sentBytes = 0;
      riseFromPs = nowPs;
      decayFromPs = nowPs;
      if (cuts) {
        cut(nowPs, clamps);
      }
    }
    if (listener != null) {
      listener.took(this, RECEIVE_CNP);
    }
    return null;
  }

  /** The cut is made with the alpha from before. */
  @Requirement("RCM-5")
  private void cut(long nowPs, boolean clamps) {
    long scale = params.scale();
    target = clamps ? rate : target;
    rate = Math.max(params.minRate(), FixedPoint.mulDiv(rate, 2 * scale - alpha, 2 * scale));
    alpha = FixedPoint.mulDiv(alpha, scale - params.gain(), scale) + params.gain();
    cutAtPs = nowPs;
  }

  /** The time of a rise has come. */
  @Requirement("RCM-6")
  public String riseTimer(long nowPs) {
    if (!limited || params.riseTime() == 0) {
      return "no timer runs";
    } else if (nowPs - riseFromPs < params.riseTime()) {
      return "the timer runs until " + (riseFromPs + params.riseTime()) + " ps";
    } else if (params.both() && sentBytes < params.riseBytes()) {
      return sentBytes + " bytes have been sent of " + params.riseBytes();
    }
    riseFromPs = nowPs;
    sentBytes = params.both() ? 0 : sentBytes;
    rise(timeStage + 1, byteStage);
    if (listener != null) {
      listener.took(this, RISE_TIMER);
    }
    return null;
  }

  /** The rate rises; a mean is rounded up, so that it arrives. */
  @Requirement("RCM-6")
  private void rise(long byTime, long byBytes) {
    long t = params.countsFirst() ? byTime : timeStage;
    long b = params.countsFirst() ? byBytes : byteStage;
    target = Math.min(params.line(), target + add(t, b));
    rate =
        params.rise() == Rise.STEP
            ? Math.min(params.line(), rate + params.stepAdd())
            : (rate + target + 1) / 2;
    timeStage = byTime;
    byteStage = byBytes;
    if (rate == params.line()) {
      release();
    }
  }

  /** What the target rises by. */
  private long add(long t, long b) {
    long beyond = Math.min(t, b) - params.fastSteps();
    if (Math.max(t, b) < params.fastSteps()) {
      return 0;
    }
    return params.stepHyper() > 0 && beyond > 0 ? beyond * params.stepHyper() : params.stepAdd();
  }

  /** Time without a CNP has passed, and alpha falls; one part of it stays. */
  @Requirement("RCM-5")
  public String alphaTimer(long nowPs) {
    if (!limited || params.decayTime() == 0) {
      return "no timer runs";
    } else if (nowPs - decayFromPs < params.decayTime()) {
      return "the timer runs until " + (decayFromPs + params.decayTime()) + " ps";
    }
    alpha = Math.max(1, FixedPoint.mulDiv(alpha, params.scale() - params.gain(), params.scale()));
    decayFromPs = nowPs;
    if (listener != null) {
      listener.took(this, ALPHA_TIMER);
    }
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return params.minRate() <= rate && rate <= target && target <= params.line()
        ? null
        : "a rate of " + rate + " with a target of " + target;
  }

  @Override
  public String toString() {
    return "rate " + rate + ", target " + target + ", alpha " + alpha;
  }
}
