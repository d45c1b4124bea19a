package dev.sluice.uet.ccc;

import dev.sluice.cc.Bdp;
import dev.sluice.cc.Effect;
import dev.sluice.cc.Outcome;
import dev.sluice.requirement.Requirement;

/**
 * One congestion control context (CCC), from its creation to its close.
 *
 * <p>All that moves data is here, in constant time on this context's own state: the window, and the
 * bytes in flight over all PDCs that are bound to it. Mirrors the actions of {@code
 * spec/uet/CccLifecycle.tla} of the same names.
 */
public final class Ccc {
  /** In place of a context whose id is free. */
  public static final State NONE = new State(Phase.NONE, null, 0, 0, 0, 0);

  private Ccc() {}

  /** How far a context has come. */
  public enum Phase {
    /** The id is free. */
    NONE,
    /** Created, and not authorised to do anything. */
    IDLE,
    /** Configured and bound: it may enforce its policy, and its PDCs may send. */
    READY
  }

  /**
   * What the contexts of one endpoint are configured from.
   *
   * @param endpoint this endpoint's number
   * @param baseRttPs the configured base round-trip time
   * @param maxWndNumerator of the factor from BDP to MaxWnd
   * @param maxWndDenominator of the same
   * @param initialCwnd the first window in bytes; 0: as large as {@code initialLimit} lets it be. A
   *     larger one is refused
   * @param initialLimit how large the first window may be
   * @param bindFirst whether a PDC may be bound before the context is configured
   */
  public record Params(
      int endpoint,
      long baseRttPs,
      long maxWndNumerator,
      long maxWndDenominator,
      long initialCwnd,
      InitialLimit initialLimit,
      boolean bindFirst) {
    public Params {
      if (baseRttPs <= 0 || maxWndNumerator <= 0 || maxWndDenominator <= 0 || initialCwnd < 0) {
        throw new IllegalArgumentException(
            "times, factors and windows must be positive: "
                + baseRttPs
                + ", "
                + maxWndNumerator
                + "/"
                + maxWndDenominator
                + ", "
                + initialCwnd);
      }
    }
  }

  /**
   * The context.
   *
   * @param flow whom it serves
   * @param maxWnd the window's upper limit in bytes; 0 until configured
   * @param cwnd the effective window in bytes; 0 until configured
   * @param inflight bytes sent and not acknowledged, all PDCs together
   * @param pdcs how many PDCs are bound to it
   */
  public record State(Phase phase, Flow flow, long maxWnd, long cwnd, long inflight, int pdcs) {
    public State {
      if (cwnd < 0 || cwnd > maxWnd || inflight < 0 || pdcs < 0) {
        throw new IllegalArgumentException(
            "no such context: window " + cwnd + " of " + maxWnd + ", " + inflight + ", " + pdcs);
      }
    }

    /** A context with its data structures and nothing in them. */
    @Requirement("CCC-3")
    public static State idle(Flow flow) {
      return new State(Phase.IDLE, flow, 0, 0, 0, 0);
    }

    /** Whether windows and limits are set. */
    public boolean isConfigured() {
      return maxWnd > 0;
    }

    /** Whether its last PDC has left. */
    public boolean isDeserted() {
      return phase == Phase.READY && pdcs == 0;
    }

    /** By how much the next packet's bytes may grow what is in flight; negative if too much is. */
    public long room() {
      return cwnd - inflight;
    }
  }

  /** So much was received, and is acknowledged to the source. */
  public record AckSent(long size) implements Effect {}

  /**
   * Sets windows and limits from the configuration.
   *
   * @param senderBps rate of the source's link in bits per second
   * @param receiverBps rate of the destination's link
   */
  @Requirement({"CCC-4", "NSCC-1", "NSCC-2", "NSCC-3", "X14"})
  public static Outcome<State> configure(
      State state, Params params, long senderBps, long receiverBps) {
    if (state.phase() != Phase.IDLE || state.isConfigured()) {
      return Outcome.refused(state, "not IDLE and unconfigured");
    }
    long bdp = Bdp.bytes(senderBps, receiverBps, params.baseRttPs());
    long maxWnd =
        Bdp.bytes(
            senderBps,
            receiverBps,
            params.baseRttPs(),
            params.maxWndNumerator(),
            params.maxWndDenominator());
    long limit = params.initialLimit() == InitialLimit.MAX_WND ? maxWnd : Math.min(bdp, maxWnd);
    if (params.initialCwnd() > limit) {
      return Outcome.refused(state, "a first window above " + params.initialLimit().label());
    }
    long cwnd = params.initialCwnd() == 0 ? limit : params.initialCwnd();
    return Outcome.accepted(
        new State(state.phase(), state.flow(), maxWnd, cwnd, state.inflight(), state.pdcs()));
  }

  /** Counts one more PDC of this context's flow. */
  @Requirement({"CCC-4", "CCC-8"})
  public static Outcome<State> bind(State state, Params params) {
    if (state.phase() == Phase.NONE) {
      return Outcome.refused(state, "no such CCC");
    }
    if (!params.bindFirst() && !state.isConfigured()) {
      return Outcome.refused(state, "not configured");
    }
    return Outcome.accepted(withPdcs(state, state.pdcs() + 1));
  }

  /** Authorises the context, once it is configured and bound. */
  @Requirement("CCC-5")
  public static Outcome<State> makeReady(State state) {
    if (state.phase() != Phase.IDLE || !state.isConfigured() || state.pdcs() == 0) {
      return Outcome.refused(state, "not IDLE, configured and bound");
    }
    return Outcome.accepted(
        new State(
            Phase.READY,
            state.flow(),
            state.maxWnd(),
            state.cwnd(),
            state.inflight(),
            state.pdcs()));
  }

  /** Lets a packet of so many bytes out, if the window has room for it. */
  @Requirement({"CCC-6", "CCC-12"})
  public static Outcome<State> send(State state, long size) {
    if (state.phase() != Phase.READY) {
      return Outcome.refused(state, "not READY");
    }
    if (!SendPermission.hasRoom(state.cwnd(), state.inflight(), size)) {
      return Outcome.refused(state, "the window has no room for it");
    }
    return Outcome.accepted(withInflight(state, Math.addExact(state.inflight(), size)));
  }

  /** Takes so many bytes from the wire, at the target, and answers for them. */
  @Requirement({"CCC-5", "CCC-7"})
  public static Outcome<State> receive(State state, long size) {
    if (state.phase() != Phase.READY) {
      return Outcome.refused(state, "not READY");
    }
    return Outcome.accepted(state, new AckSent(size));
  }

  /** Takes acknowledged bytes out of flight. */
  @Requirement("CCC-12")
  public static Outcome<State> acknowledge(State state, long size) {
    if (state.inflight() < size) {
      return Outcome.refused(state, "no so much is in flight");
    }
    return Outcome.accepted(withInflight(state, state.inflight() - size));
  }

  /**
   * Moves the window to where the algorithm wants it, never above MaxWnd; before READY it comes to
   * nothing.
   *
   * @param window in bytes, positive
   */
  @Requirement({"CCC-5", "CCC-12", "NSCC-2"})
  public static Outcome<State> signal(State state, Params params, long window) {
    if (window <= 0) {
      throw new IllegalArgumentException("a window that never has room: " + window);
    }
    if (state.phase() == Phase.NONE || state.flow().source() != params.endpoint()) {
      return Outcome.refused(state, "not a CCC of a source");
    }
    if (state.phase() != Phase.READY) {
      return Outcome.accepted(state);
    }
    long cwnd = Math.min(window, state.maxWnd());
    return Outcome.accepted(
        cwnd == state.cwnd()
            ? state
            : new State(
                state.phase(), state.flow(), state.maxWnd(), cwnd, state.inflight(), state.pdcs()));
  }

  /** Counts one PDC less. */
  @Requirement("CCC-11")
  public static Outcome<State> leave(State state) {
    if (state.pdcs() == 0) {
      return Outcome.refused(state, "serves no PDC");
    }
    return Outcome.accepted(withPdcs(state, state.pdcs() - 1));
  }

  private static State withPdcs(State state, int pdcs) {
    return new State(
        state.phase(), state.flow(), state.maxWnd(), state.cwnd(), state.inflight(), pdcs);
  }

  private static State withInflight(State state, long inflight) {
    return new State(
        state.phase(), state.flow(), state.maxWnd(), state.cwnd(), inflight, state.pdcs());
  }
}
