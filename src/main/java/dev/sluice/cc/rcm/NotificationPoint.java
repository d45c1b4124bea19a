package dev.sluice.cc.rcm;

import static dev.sluice.kernel.Unit.PICOSECOND;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.SenderRole;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Action.By;
import dev.sluice.kernel.Face;
import dev.sluice.kernel.Listener;
import dev.sluice.kernel.Party;
import dev.sluice.requirement.Requirement;
import java.util.List;

/**
 * The notification point of one queue pair: it sees which packets came with a mark, and has a
 * notification of congestion (CNP) sent to the queue pair at the other end, so often and no more
 * often.
 *
 * <p>Mirrors {@code np} of {@code spec/rcm/RcmLoop.tla}, and its actions of the same names. An
 * action answers null, or why it is refused, and has changed nothing then.
 */
public final class NotificationPoint {
  /** The opcode of a CNP in its base transport header. 0x80 is another thing. */
  public static final int CNP = 0x81;

  /**
   * A packet comes. {@code cnp} is the queue pair and the codepoint of the CNP that leaves; empty
   * if none does.
   */
  public static final Action RECEIVE =
      Action.of("Receive", By.MESSAGE, "valid").telling("opcode", "ecn", "cnp");

  /** The interval is over, and marks have come in it. */
  public static final Action CNP_TIMER = Action.of("CnpTimer", By.TIME).telling("cnp");

  /** What answers to marks within the interval. */
  public enum Answers {
    /** A CNP at its end. */
    INTERVAL_END,
    /** The CNP that answers the next mark beyond it. */
    NEXT_MARK
  }

  /**
   * What a notification point is configured with.
   *
   * @param intervalPs between two CNPs at least; 0: each mark has its own
   * @param cnpEcn the codepoint that CNPs leave with, see {@link Ecn}
   */
  public record Params(long intervalPs, Answers answers, int cnpEcn) {
    /**
     * @throws IllegalArgumentException if one is out of its range
     */
    @Requirement({"RCM-3", "RCM-4"})
    public Params {
      if (intervalPs < 0 || cnpEcn < Ecn.NOT_ECT || cnpEcn > Ecn.CE) {
        throw new IllegalArgumentException(
            "an interval of " + intervalPs + " ps, ECN " + cnpEcn + " on CNPs");
      }
    }
  }

  /** What the specification has of a notification point. */
  public static final Face<NotificationPoint> FACE =
      Face.of(NotificationPoint.class)
          .heldBy(Party.RECEIVER)
          .follows("sinceCnp", PICOSECOND, "since a CNP left", NotificationPoint::sinceCnp)
          .truth("owed", "a mark waits for the interval's end", n -> n.owed, (n, v) -> n.owed = v)
          .keeps(
              "sentAtPs", PICOSECOND, "when a CNP left", n -> n.sentAtPs, (n, v) -> n.sentAtPs = v)
          .actions(RECEIVE, CNP_TIMER)
          .build();

  private final Params params;
  private final long peer;
  private final boolean notifies;

  private boolean owed;
  private long sentAtPs;

  private Listener<NotificationPoint> listener;

  /** What the queue pair's owner does for it. */
  public interface Sink {
    /** A CNP leaves. */
    void sendCnp(long qp, int ecn);

    /** The packet in hand goes on to where packets are executed. */
    void deliver();
  }

  /**
   * A notification point that has seen nothing.
   *
   * @param peer the number of the queue pair at the other end
   * @param notifies whether the host has notification points at all
   */
  public NotificationPoint(Params params, long peer, boolean notifies, long nowPs) {
    this.params = params;
    this.peer = peer;
    this.notifies = notifies;
    sentAtPs = nowPs - params.intervalPs();
  }

  /** A copy with everything in it. */
  public NotificationPoint copy() {
    return FACE.copy(this, new NotificationPoint(params, peer, notifies, 0));
  }

  /** Tells a listener of each action from now on; null for nobody. */
  public void tell(Listener<NotificationPoint> to) {
    listener = to;
  }

  /** Whether a mark waits for the interval's end. */
  public boolean owed() {
    return owed;
  }

  private long sinceCnp(long nowPs) {
    return Math.min(nowPs - sentAtPs, params.intervalPs());
  }

  /** When the interval's end has a CNP leave; {@link SenderRole#NEVER_PS} if it has not. */
  @Requirement("RCM-3")
  public long timerPs() {
    return owed ? sentAtPs + params.intervalPs() : SenderRole.NEVER_PS;
  }

  /** Whether a packet has to be answered: it is marked, valid, and no CNP itself. */
  @Requirement({"RCM-3", "RCM-12", "FIND-13"})
  private boolean isNews(int opcode, int ecn, boolean valid) {
    return notifies && ecn == Ecn.CE && valid && !ReactionPoint.isCnp(opcode);
  }

  /** Whether a packet would have a CNP leave at once. */
  @Requirement("RCM-3")
  public boolean answers(long nowPs, int opcode, int ecn, boolean valid) {
    return isNews(opcode, ecn, valid) && sinceCnp(nowPs) >= params.intervalPs();
  }

  /**
   * A packet comes to the queue pair.
   *
   * @param opcode of its base transport header
   * @param ecn its codepoint
   * @param valid whether its ICRC verifies
   */
  @Requirement({"RCM-3", "RCM-11", "RCM-12", "FIND-13"})
  public String receive(long nowPs, int opcode, int ecn, boolean valid, Sink sink) {
    boolean answers = answers(nowPs, opcode, ecn, valid);
    if (answers) {
      leaves(nowPs);
    } else if (isNews(opcode, ecn, valid)) {
      owed = params.answers() == Answers.INTERVAL_END;
    }
    if (listener != null) {
      listener.took(this, RECEIVE, valid, opcode, ecn, answers ? cnp() : List.of());
    }
    if (answers) {
      sink.sendCnp(peer, params.cnpEcn());
    }
    if (valid && !ReactionPoint.isCnp(opcode)) {
      sink.deliver();
    }
    return null;
  }

  /** The CNP that leaves, as a listener hears of it. */
  private List<Long> cnp() {
    return List.of(peer, (long) params.cnpEcn());
  }

  private void leaves(long nowPs) {
    sentAtPs = nowPs;
    owed = false;
  }

  /** The interval is over, and marks have come in it. */
  @Requirement("RCM-3")
  public String cnpTimer(long nowPs, Sink sink) {
    if (!owed) {
      return "no mark waits";
    } else if (nowPs < timerPs()) {
      return "the interval lasts until " + timerPs() + " ps";
    }
    leaves(nowPs);
    if (listener != null) {
      listener.took(this, CNP_TIMER, cnp());
    }
    sink.sendCnp(peer, params.cnpEcn());
    return null;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    return owed && params.answers() == Answers.NEXT_MARK
        ? "a mark waits for an interval whose end answers nothing"
        : null;
  }

  @Override
  public String toString() {
    return "last CNP at " + sentAtPs + " ps" + (owed ? ", one owed" : "");
  }
}
