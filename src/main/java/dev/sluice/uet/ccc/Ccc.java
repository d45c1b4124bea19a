package dev.sluice.uet.ccc;

import static dev.sluice.kernel.Unit.BYTE;
import static dev.sluice.kernel.Unit.NONE;

import dev.sluice.cc.Bdp;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;

/**
 * One congestion control context (CCC), from its creation to its close.
 *
 * <p>All that moves data is here, in constant time on this context's own state: the window, and the
 * bytes in flight over all PDCs that are bound to it. Mirrors the actions of {@code
 * spec/uet/CccLifecycle.tla} of the same names. An action answers null, or why it is refused, and
 * has changed nothing then.
 */
public final class Ccc {
  private final Params params;
  private final Flow flow;
  private Phase phase = Phase.IDLE;
  private long maxWnd;
  private long cwnd;

  /** Package-private for tests, which plant a context that does not look at its window. */
  long inflight;

  private int pdcs;
  private Listener<Ccc> listener;

  /** How far a context has come. */
  public enum Phase {
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

  /** What a context at a target decides. */
  public interface Sink {
    /** {@code size} bytes were received, and are acknowledged to the source. */
    void ackSent(long size);
  }

  /** Windows and limits are set. */
  public static final Action CONFIGURE = Action.of("Configure", By.MUST);

  /** One more PDC; {@link PdsManager#bind} says which. */
  public static final Action BIND = Action.of("Bind", By.MUST);

  /** It may act. */
  public static final Action MAKE_READY = Action.of("MakeReady", By.MUST);

  /** The hosted algorithm has moved its window: a part of the same host, and no message. */
  public static final Action SIGNAL = Action.of("Signal", By.APPLICATION, "window");

  /** A packet leaves, for the first time or again; {@link Transfer} says whose. */
  public static final Action SEND = Action.of("Send", By.MUST, "size");

  /** A packet has come, at the target. */
  public static final Action RECEIVE = Action.of("Receive", By.MESSAGE, "size");

  /** A packet is given up for lost; {@link Transfer#giveUp} says whose. */
  public static final Action GIVE_UP = Action.of("GiveUp", By.MAY, "size");

  /** Bytes in flight are acknowledged; {@link Transfer#acknowledge} says whose. */
  public static final Action ACKNOWLEDGE = Action.of("Acknowledge", By.MESSAGE, "size");

  /** One PDC less, as a part of FollowClose and EndClose, which {@link PdsManager} begins. */
  public static final Action LEAVE = Action.of("Leave", By.INTERNAL);

  /** The record of the specification's {@code ccc}, but for its flow, and what it does. */
  public static final Face<Ccc> FACE =
      Face.of(Ccc.class)
          .heldBy(Party.EITHER)
          .word("state", Phase.values(), "how far it has come", c -> c.phase, (c, v) -> c.phase = v)
          .number(
              "maxWnd",
              BYTE,
              "the window's upper limit; 0 until configured",
              c -> c.maxWnd,
              (c, v) -> c.maxWnd = v)
          .number(
              "cwnd",
              BYTE,
              "the effective window; 0 until configured",
              c -> c.cwnd,
              (c, v) -> c.cwnd = v)
          .number(
              "inflight",
              BYTE,
              "sent, not acknowledged and not given up for lost, all PDCs together",
              c -> c.inflight,
              (c, v) -> c.inflight = v)
          .number(
              "pdcs",
              NONE,
              "how many PDCs are bound to it",
              c -> c.pdcs,
              (c, v) -> c.pdcs = (int) v)
          .actions(CONFIGURE, BIND, MAKE_READY, SIGNAL, SEND, RECEIVE, GIVE_UP, ACKNOWLEDGE, LEAVE)
          .build();

  /**
   * A context with its data structures and nothing in them.
   *
   * @param flow whom it serves
   */
  public Ccc(Params params, Flow flow) {
    this.params = params;
    this.flow = flow;
  }

  /** A raw copy. */
  public Ccc copy() {
    return FACE.copy(this, new Ccc(params, flow));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<Ccc> to) {
    listener = to;
  }

  /** How far it has come. */
  public Phase phase() {
    return phase;
  }

  /** Whom it serves. */
  public Flow flow() {
    return flow;
  }

  /** The window's upper limit in bytes; 0 until configured. */
  public long maxWnd() {
    return maxWnd;
  }

  /** The effective window in bytes; 0 until configured. */
  public long cwnd() {
    return cwnd;
  }

  /** Bytes sent, not acknowledged and not given up for lost, all PDCs together. */
  public long inflight() {
    return inflight;
  }

  /** How many PDCs are bound to it. */
  public int pdcs() {
    return pdcs;
  }

  /** Whether windows and limits are set. */
  public boolean isConfigured() {
    return maxWnd > 0;
  }

  /** Whether its last PDC has left. */
  public boolean isDeserted() {
    return phase == Phase.READY && pdcs == 0;
  }

  @Override
  public String toString() {
    return phase
        + " "
        + flow
        + ", window "
        + cwnd
        + " of "
        + maxWnd
        + ", in flight "
        + inflight
        + ", PDCs "
        + pdcs;
  }

  /**
   * Sets windows and limits from the configuration.
   *
   * @param senderBps rate of the source's link in bits per second
   * @param receiverBps rate of the destination's link
   */
  @Requirement({"CCC-4", "NSCC-1", "NSCC-2", "NSCC-3", "X14"})
  public String configure(long senderBps, long receiverBps) {
    if (phase != Phase.IDLE || isConfigured()) {
      return "not IDLE and unconfigured";
    }
    long bdp = Bdp.bytes(senderBps, receiverBps, params.baseRttPs());
    long most =
        Bdp.bytes(
            senderBps,
            receiverBps,
            params.baseRttPs(),
            params.maxWndNumerator(),
            params.maxWndDenominator());
    long limit = params.initialLimit() == InitialLimit.MAX_WND ? most : Math.min(bdp, most);
    if (params.initialCwnd() > limit) {
      return params.initialLimit() == InitialLimit.MAX_WND
          ? "a first window above MaxWnd"
          : "a first window above BDP";
    }
    maxWnd = most;
    cwnd = params.initialCwnd() == 0 ? limit : params.initialCwnd();
    if (listener != null) {
      listener.took(this, CONFIGURE);
    }
    return null;
  }

  /** Counts one more PDC of this context's flow. */
  @Requirement({"CCC-4", "CCC-8"})
  public String bind() {
    if (!params.bindFirst() && !isConfigured()) {
      return "not configured";
    }
    pdcs++;
    if (listener != null) {
      listener.took(this, BIND);
    }
    return null;
  }

  /** Authorises the context, once it is configured and bound. */
  @Requirement("CCC-5")
  public String makeReady() {
    if (phase != Phase.IDLE || !isConfigured() || pdcs == 0) {
      return "not IDLE, configured and bound";
    }
    phase = Phase.READY;
    if (listener != null) {
      listener.took(this, MAKE_READY);
    }
    return null;
  }

  /** Lets a packet of so many bytes out, for the first time or again, if the window has room. */
  @Requirement({"CCC-6", "CCC-12"})
  public String send(long size) {
    if (phase != Phase.READY) {
      return "not READY";
    }
    if (!SendPermission.hasRoom(cwnd, inflight, size)) {
      return "the window has no room for it";
    }
    inflight += size;
    if (listener != null) {
      listener.took(this, SEND, size);
    }
    return null;
  }

  /** Takes so many bytes from the wire, at the target, and answers for them. */
  @Requirement({"CCC-5", "CCC-7"})
  public String receive(long size, Sink sink) {
    if (phase != Phase.READY) {
      return "not READY";
    }
    if (listener != null) {
      listener.took(this, RECEIVE, size);
    }
    sink.ackSent(size);
    return null;
  }

  /** Takes a packet of so many bytes out of flight, which is given up for lost. */
  @Requirement("CCC-12")
  public String giveUp(long size) {
    if (inflight < size) {
      return "not enough is in flight";
    }
    inflight -= size;
    if (listener != null) {
      listener.took(this, GIVE_UP, size);
    }
    return null;
  }

  /** Takes acknowledged bytes out of flight, without those that had been given up. */
  @Requirement("CCC-12")
  public String acknowledge(long size) {
    if (inflight < size) {
      return "not enough is in flight";
    }
    inflight -= size;
    if (listener != null) {
      listener.took(this, ACKNOWLEDGE, size);
    }
    return null;
  }

  /**
   * Moves the window to where the algorithm wants it, never above MaxWnd; before READY it comes to
   * nothing.
   *
   * @param window in bytes, positive
   */
  @Requirement({"CCC-5", "CCC-12", "NSCC-2"})
  public String signal(long window) {
    if (window <= 0) {
      throw new IllegalArgumentException("a window that never has room: " + window);
    }
    if (flow.source() != params.endpoint()) {
      return "not a CCC of a source";
    }
    if (phase == Phase.READY) {
      cwnd = Math.min(window, maxWnd);
    }
    if (listener != null) {
      listener.took(this, SIGNAL, window);
    }
    return null;
  }

  /** Counts one PDC less. */
  @Requirement("CCC-11")
  public String leave() {
    if (pdcs == 0) {
      return "serves no PDC";
    }
    pdcs--;
    if (listener != null) {
      listener.took(this, LEAVE);
    }
    return null;
  }
}
