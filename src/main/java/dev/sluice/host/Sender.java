package dev.sluice.host;

import dev.sluice.cc.SenderRole;

/**
 * What takes turns at a host's link: one context with an algorithm in its {@link SenderRole}. Its
 * transport says what it has to send, and whether its kernels allow that; the host sees to its
 * turn, to the time before which the role lets nothing out, and to the role's timer, which no run
 * waits for once everything is sent.
 *
 * <p>A transport tells the role of everything by way of the methods here, so that the timer that
 * the role names is looked at after each signal.
 */
public abstract class Sender implements Looked {
  private final Host host;
  private SenderRole role;
  private int roleTimer = -1;

  /**
   * What the role named last. A packet leaves late, and must not put off a time that stays named.
   */
  private long namedPs = SenderRole.NEVER_PS;

  /** Whether it is among those that send in turn, and which one comes after it there. */
  boolean isOnRing;

  Sender next;

  /** Before this instant its role lets nothing out, and it waits for that; otherwise NEVER. */
  long pacedPs = SenderRole.NEVER_PS;

  /** A sender of this host. */
  protected Sender(Host host) {
    this.host = host;
  }

  /** Gives it its algorithm, before anything is sent. */
  public final void role(SenderRole algorithm) {
    role = algorithm;
    followTimer();
  }

  /** Its algorithm; null before it has one. */
  public final SenderRole role() {
    return role;
  }

  // ---------------------------------------------------------------- what its transport says

  /**
   * Whether it has a packet to send, and all that its transport asks allows it now, but for the
   * role's {@link SenderRole#notBeforePs}. Which packet that is, the transport remembers.
   */
  protected abstract boolean maySend();

  /**
   * The DSCP of the packet that {@link #maySend} was about.
   *
   * @param droppable as in {@link #send}
   */
  protected abstract int dscp(boolean droppable);

  /**
   * Makes the frame of the packet that {@link #maySend} was about, which leaves now; tells {@link
   * #sent}, and by {@link #goesOn} whether it has another one.
   *
   * @param droppable whether its role wants it in the class that switches drop first, where the
   *     transport has one
   */
  protected abstract int send(long atPs, boolean droppable);

  /**
   * It was asked for a frame, and may not send.
   *
   * @param atPs when
   * @param firstPs the first instant at which a consequence may happen, so that nothing depends on
   *     how late the link asks
   */
  protected void blocked(long atPs, long firstPs) {}

  /** Bytes in flight, as its transport counts them for the role. */
  public abstract long inflight();

  // ---------------------------------------------------------------- what it asks and is told

  /** Whether the role's window has room for a packet of so many bytes, and the role lets it out. */
  public final boolean fits(long bytes) {
    long cwnd = role.cwnd();
    return (cwnd == SenderRole.UNBOUNDED || inflight() + bytes <= cwnd) && role.mayTransmit(bytes);
  }

  /** Whether the packet that was sent last must ask for its acknowledgment. */
  public final boolean requestsAck() {
    return role.requestsAck();
  }

  /** Says whether it can send once more after the packet that is being sent. */
  public final void goesOn(boolean can) {
    isOnRing = can;
  }

  /** Whether it is among those that send in turn. */
  public final boolean isOnRing() {
    return isOnRing;
  }

  /** Something has happened by which it may send, or may not any more. */
  public final void wake() {
    if (!isOnRing) {
      host.wake(this, maySend());
    }
  }

  /** The same where it is known whether it may. */
  public final void wake(boolean can) {
    if (!isOnRing) {
      host.wake(this, can);
    }
  }

  /** A packet leaves. */
  public final void sent(long atPs, long bytes) {
    role.onSend(atPs, bytes);
    if (role.timerPs() != namedPs) {
      followTimer(atPs + host.lateByPs());
    }
  }

  /** A packet leaves in a frame that takes so many bytes on a link, all counted. */
  public final void sent(long atPs, long bytes, long frameBytes) {
    role.onFrame(atPs, frameBytes);
    sent(atPs, bytes);
  }

  /** An acknowledgment has come; see {@link SenderRole#onAck}. */
  public final void acknowledged(long received, long freed, boolean marked, long rttPs) {
    role.onAck(host.nowPs(), received, freed, marked, rttPs);
    followTimer();
  }

  /** Telemetry has come; see {@link SenderRole#onTelemetry}. */
  public final void toldTelemetry(long[] hops, int length) {
    role.onTelemetry(host.nowPs(), hops, length);
    followTimer();
  }

  /** A notification of congestion has come. */
  public final void notified() {
    role.onNotification(host.nowPs());
    followTimer();
  }

  /** Its role has heard of something that no other method here tells of. */
  public final void heard() {
    followTimer();
    wake();
  }

  /** A packet in flight was refused; see {@link SenderRole#onNack}. */
  public final void refused(long bytes, int code, long rttPs) {
    role.onNack(host.nowPs(), bytes, code, rttPs);
    followTimer();
  }

  /** A packet was given up for lost. */
  public final void lost(long bytes) {
    role.onLoss(host.nowPs(), bytes);
    followTimer();
  }

  private void followTimer() {
    if (role.timerPs() != SenderRole.NEVER_PS || roleTimer >= 0) {
      followTimer(host.nowPs());
    }
  }

  /** Sets the role's timer to what the role names now, but no earlier than this. */
  private void followTimer(long firstPs) {
    long due = role.timerPs();
    namedPs = due;
    if (roleTimer < 0) {
      roleTimer = host.loop().backgroundTimer(host.handler(subject -> ring(), null), 0);
    }
    if (due == SenderRole.NEVER_PS) {
      host.loop().cancel(roleTimer);
    } else if (host.loop().deadlinePs(roleTimer) != Math.max(due, firstPs)) {
      host.loop().set(roleTimer, Math.max(due, firstPs));
    }
  }

  private void ring() {
    role.onTimer(host.nowPs());
    followTimer(host.nowPs());
    wake();
  }

  /** It is no more: what the host keeps for it is released. */
  public final void end() {
    host.forget(this);
    if (roleTimer >= 0) {
      host.loop().release(roleTimer);
      roleTimer = -1;
    }
  }

  @Override
  public final long look(int step) {
    return step == 0 || role == null ? pacedPs : role.cwnd() + inflight();
  }
}
