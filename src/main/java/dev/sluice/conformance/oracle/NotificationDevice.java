package dev.sluice.conformance.oracle;

import dev.sluice.cc.Ecn;
import dev.sluice.cc.rcm.NotificationPoint;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The notification point of a queue pair, whose CNPs leave at once. */
final class NotificationDevice implements Device {
  /** The opcode of a packet that carries a message of its own. */
  private static final int SEND_ONLY = 0x04;

  private final NotificationPoint.Params params;
  private final long peer;
  private final NotificationPoint point;
  private final Deque<Departure> due = new ArrayDeque<>();

  /** The times of the last valid mark and of the last CNP; {@link #NEVER_PS} if none has come. */
  private long markPs = NEVER_PS;

  private long cnpPs = NEVER_PS;

  /**
   * Makes a notification point that has received nothing.
   *
   * @param peer the number of the queue pair at the other end
   */
  NotificationDevice(NotificationPoint.Params params, long peer) {
    this(params, peer, new NotificationPoint(params, peer, true, 0));
  }

  private NotificationDevice(NotificationPoint.Params params, long peer, NotificationPoint point) {
    this.params = params;
    this.peer = peer;
    this.point = point;
  }

  @Override
  public Device copy() {
    NotificationDevice copy = new NotificationDevice(params, peer, point.copy());
    copy.due.addAll(due);
    copy.markPs = markPs;
    copy.cnpPs = cnpPs;
    return copy;
  }

  @Override
  public long timerPs() {
    return point.timerPs();
  }

  @Override
  public List<Step> timers(long nowPs) {
    return timerPs() > nowPs
        ? List.of()
        : List.of(
            new Step(
                NotificationPoint.CNP_TIMER.name(), in -> ((NotificationDevice) in).timer(nowPs)));
  }

  private void timer(long nowPs) {
    point.cnpTimer(nowPs, new Cnp(nowPs, NotificationPoint.CNP_TIMER));
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    if (!action.equals(NotificationPoint.RECEIVE.name())) {
      return "a notification point has no event " + action;
    }
    int ecn = codepoint(((LogValue.Str) message.get("ecn")).value());
    boolean valid = ((LogValue.Truth) arguments.get("valid")).value();
    markPs = valid && ecn == Ecn.CE ? nowPs : markPs;
    return point.receive(nowPs, SEND_ONLY, ecn, valid, new Cnp(nowPs, NotificationPoint.RECEIVE));
  }

  /** Returns the codepoint of a word. */
  static int codepoint(String word) {
    for (int codepoint = Ecn.NOT_ECT; codepoint <= Ecn.CE; codepoint++) {
      if (Ecn.word(codepoint).equals(word)) {
        return codepoint;
      }
    }
    throw new IllegalArgumentException("no codepoint is called " + word);
  }

  @Override
  public long notBeforePs(long nowPs) {
    return NEVER_PS;
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    if (due.isEmpty()) {
      String sentence =
          point.owed()
              ? "no CNP leaves before " + point.timerPs() + " ps"
              : "no CNP may leave: " + whyNone();
      return Optional.of(new Objection(point.owed(), sentence));
    }
    Departure must = due.getFirst();
    if (!departure.action().equals(must.action()) || !departure.message().equals(must.message())) {
      return Optional.of(Objection.only(must.action(), must.message()));
    }
    due.removeFirst();
    return Optional.empty();
  }

  /** Returns why no mark waits for an answer. */
  private String whyNone() {
    if (markPs == NEVER_PS) {
      return "no valid packet with a mark has come";
    }
    return cnpPs >= markPs
        ? "the last mark, at %d ps, was answered at %d ps".formatted(markPs, cnpPs)
        : "the last mark, at %d ps, is within the interval after the CNP at %d ps, and needs no answer"
            .formatted(markPs, cnpPs);
  }

  @Override
  public Optional<Departure> due() {
    return Optional.ofNullable(due.peekFirst());
  }

  @Override
  public Set<String> ages() {
    return Set.of("sinceCnp");
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    return Told.record(NotificationPoint.FACE, point, nowPs).fields();
  }

  /** Keeps the CNP that leaves. */
  private final class Cnp implements NotificationPoint.Sink {
    private final long nowPs;
    private final Action action;

    Cnp(long nowPs, Action action) {
      this.nowPs = nowPs;
      this.action = action;
    }

    @Override
    public void sendCnp(long qp, int ecn) {
      Map<String, LogValue> cnp = new LinkedHashMap<>();
      cnp.put("qp", LogValue.of(qp));
      cnp.put("ecn", LogValue.of(Ecn.word(ecn)));
      cnpPs = nowPs;
      due.addLast(new Departure(nowPs, action.name(), cnp));
    }

    @Override
    public void deliver() {
      // The packet's way on is none of the notification point's business.
    }
  }
}
