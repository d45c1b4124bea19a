package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.trace.LogValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * An implementation that makes every choice of its specification by lot: when packets leave that
 * may, in which order things of one instant happen, which of several packets is next, and whether
 * it announces its next action.
 */
final class LegalDevice implements Talk {
  private static final int STOPS_SENDING = 6;

  /** A time far from all others. */
  private static final long FAR_PS = 1L << 50;

  /** Steps of timers that an implementation looks ahead if replies show none of their effects. */
  private static final int MOST_AHEAD = 200;

  private final Device begun;
  private final long latencyPs;
  private final boolean showsTimers;
  private final Random lot;
  private final List<LogValue> sends = new ArrayList<>();
  private Device device;
  private long nowPs;

  /** Since when a packet of the backlog may leave. */
  private long eligiblePs;

  /** When the next departure leaves; before it is chosen, {@link Device#NEVER_PS}. */
  private long chosenPs;

  private boolean sendsNone;

  /** When the departure leaves that must be the next; before it is chosen, NEVER_PS. */
  private long duePs;

  /** Nothing leaves or changes by itself before this time, as a reply has announced. */
  private long announcedPs;

  /** The most packets that are fetched and have not left, and the longest time of one. */
  private int commits;

  private long commitPs;

  private boolean answersMay;

  /** The time at which the implementation has denied that it would send; −1 if never. */
  private long deniedPs;

  /** Packets that have been fetched, each with the time at which it leaves. */
  private final Deque<Departure> fetched = new ArrayDeque<>();

  /**
   * Makes an implementation.
   *
   * @param showsTimers whether replies show variables; otherwise, timers are nothing that the
   *     implementation announces
   * @param latencyPs the longest time from the moment a packet may leave until it leaves; {@link
   *     Device#NEVER_PS} if packets of the backlog may wait for ever
   */
  LegalDevice(Device begun, boolean showsTimers, long latencyPs, long seed) {
    this(begun, showsTimers, latencyPs, new Random(seed));
  }

  private LegalDevice(Device begun, boolean showsTimers, long latencyPs, Random lot) {
    this.begun = begun;
    this.showsTimers = showsTimers;
    this.latencyPs = latencyPs;
    this.lot = lot;
  }

  /** Makes an implementation that does everything at once, and takes the first of its choices. */
  static LegalDevice prompt(Device begun) {
    Random first =
        new Random() {
          private static final long serialVersionUID = 1L;

          @Override
          protected int next(int bits) {
            return 0;
          }
        };
    return new LegalDevice(begun, false, 0, first);
  }

  /**
   * Has packets of the backlog fetched before they leave.
   *
   * @param packets the most packets that are fetched and have not left
   * @param timePs the longest time until one of them leaves, in picoseconds
   */
  LegalDevice committing(int packets, long timePs) {
    commits = packets;
    commitPs = timePs;
    return this;
  }

  /** Has questions answered. */
  LegalDevice answering() {
    answersMay = true;
    return this;
  }

  @Override
  public boolean answersMay() {
    return answersMay;
  }

  @Override
  public Reply start(ShimRequest start) {
    fetched.clear();
    device = begun.copy();
    nowPs = 0;
    eligiblePs = Device.NEVER_PS;
    duePs = Device.NEVER_PS;
    announcedPs = 0;
    deniedPs = -1;
    LogValue.Fields body = (LogValue.Fields) start.keys().get("start");
    return reply(Map.of("given", body.fields().get("given")));
  }

  @Override
  public Reply ask(ShimRequest request) {
    if (!request.asked().isEmpty()) {
      return new Reply(Map.of(Reply.MAY, LogValue.of(may(request.asked()))), Optional.empty());
    }
    if (request.advances()) {
      announcedPs = request.hasBacklog() ? 0 : announcedPs;
      pass(request.untilPs(), request.hasBacklog());
      return reply(Map.of());
    }
    pass(request.untilPs(), false);
    for (Device.Step step : device.choices(nowPs, request.action(), request.message())) {
      if (lot.nextBoolean()) {
        step.take().accept(device);
      }
    }
    String refused = device.event(nowPs, request.action(), request.arguments(), request.message());
    if (refused != null) {
      return new Reply(
          Map.of(), Optional.of(new ShimError(ShimError.REFUSED, "not in this state", true)));
    }
    announcedPs = 0;
    deniedPs = -1;
    again();
    while (device.due().isPresent() && (latencyPs == 0 || lot.nextBoolean())) {
      leave();
    }
    return reply(Map.of());
  }

  /** Answers whether a packet would leave now, and keeps to a denial. */
  private boolean may(String action) {
    boolean isAllowed =
        device.offers(nowPs).stream()
            .anyMatch(
                offer -> offer.action().equals(action) && device.copy().leaves(offer).isEmpty());
    boolean canWait =
        latencyPs == Device.NEVER_PS || latencyPs > 0 && eligiblePs == Device.NEVER_PS;
    if (isAllowed && (!canWait || lot.nextBoolean())) {
      return true;
    }
    deniedPs = nowPs;
    return false;
  }

  /** Lets the lot decide anew when the next packet leaves. */
  private void again() {
    eligiblePs = Device.NEVER_PS;
    chosenPs = Device.NEVER_PS;
  }

  private void pass(long toPs, boolean backlog) {
    sendsNone = latencyPs == Device.NEVER_PS && lot.nextInt(STOPS_SENDING) == 0;
    if (!backlog) {
      again();
    }
    while (true) {
      while (backlog && fetched.size() < commits && lot.nextInt(3) != 0 && fetches()) {
        again();
      }
      long timer = Math.max(nowPs, device.timerPs());
      long leaves = leavesPs(backlog);
      boolean timerFirst = timer < leaves || timer == leaves && lot.nextBoolean();
      long next = Math.min(timer, leaves);
      if (!fetched.isEmpty() && fetched.peek().atPs() <= Math.min(next, toPs)) {
        Departure first = fetched.remove();
        nowPs = Math.max(nowPs, first.atPs());
        tell(new Departure(nowPs, first.action(), first.message()));
        continue;
      }
      if (next > toPs) {
        break;
      }
      nowPs = next;
      if (timerFirst) {
        List<Device.Step> steps = device.timers(nowPs);
        steps.get(lot.nextInt(steps.size())).take().accept(device);
      } else {
        leave();
      }
    }
    nowPs = toPs;
  }

  /** Returns when the next departure leaves; never if none does. */
  private long leavesPs(boolean backlog) {
    Optional<Departure> due = device.due();
    if (due.isPresent()) {
      if (duePs == Device.NEVER_PS) {
        duePs = drawn(due.get().atPs());
      }
      return Math.max(nowPs, duePs);
    }
    long from = device.notBeforePs(nowPs);
    if (!fetched.isEmpty()) {
      return Device.NEVER_PS;
    }
    if (!backlog || sendsNone || from == Device.NEVER_PS && eligiblePs == Device.NEVER_PS) {
      return Device.NEVER_PS;
    }
    eligiblePs = Math.min(eligiblePs, Math.max(from, nowPs));
    long span = latencyPs == Device.NEVER_PS ? Math.max(1, eligiblePs / 16) : latencyPs;
    if (chosenPs < eligiblePs || chosenPs > eligiblePs + span) {
      long timer = device.timerPs();
      boolean together = timer >= eligiblePs && timer <= eligiblePs + span && lot.nextBoolean();
      chosenPs = together ? timer : eligiblePs + (lot.nextInt(3) == 0 ? 0 : lot.nextLong(span + 1));
    }
    return Math.max(Math.max(nowPs, from), Math.max(chosenPs, deniedPs + 1));
  }

  /** Draws when a departure leaves that must, from a time on and not before it was announced. */
  private long drawn(long fromPs) {
    long to = fromPs + (latencyPs == Device.NEVER_PS ? 0 : latencyPs);
    long from = Math.min(to, Math.max(fromPs, announcedPs));
    return from + (to == from ? 0 : lot.nextLong(to - from + 1));
  }

  /**
   * Announces when the implementation acts next by itself, which is true, or says nothing of it.
   */
  private void announce(Map<String, LogValue> fields) {
    if (lot.nextBoolean()) {
      return;
    }
    long first = Math.max(nowPs, Math.min(nowPs + FAR_PS, firstPs()));
    // The implementation may have timers of which the specification has nothing.
    long next = lot.nextInt(3) == 0 ? nowPs + lot.nextLong(first - nowPs + 1) : first;
    announcedPs = Math.max(announcedPs, next);
    fields.put("next", LogValue.of(next));
  }

  private long firstPs() {
    long leaves = fetched.isEmpty() ? Device.NEVER_PS : fetched.peek().atPs();
    return Math.min(leaves, firstStepPs());
  }

  private long firstStepPs() {
    if (device.due().isPresent()) {
      long leaves = leavesPs(false);
      return showsTimers ? Math.min(leaves, device.timerPs()) : leaves;
    } else if (showsTimers) {
      return device.timerPs();
    }
    Device ahead = device.copy();
    for (int step = 0; step < MOST_AHEAD && ahead.timerPs() != Device.NEVER_PS; step++) {
      long timer = Math.max(nowPs, ahead.timerPs());
      ahead.timers(timer).get(0).take().accept(ahead);
      if (ahead.due().isPresent()) {
        return drawn(ahead.due().get().atPs());
      }
    }
    return Device.NEVER_PS;
  }

  private void leave() {
    duePs = Device.NEVER_PS;
    List<Departure> offers = device.offers(nowPs);
    Departure one = offers.get(lot.nextInt(offers.size()));
    Departure now = new Departure(nowPs, one.action(), one.message());
    Optional<Device.Objection> objection = device.leaves(now);
    if (objection.isPresent()) {
      throw new IllegalStateException("the lot chose badly: " + objection.get().sentence());
    }
    tell(now);
    again();
  }

  /** Fetches a packet, and draws when it leaves; returns whether there was one. */
  private boolean fetches() {
    long from = device.notBeforePs(nowPs);
    if (device.due().isPresent() || from == Device.NEVER_PS || from > nowPs + commitPs) {
      return false;
    }
    List<Departure> offers = device.offers(from);
    Departure one = offers.get(lot.nextInt(offers.size()));
    if (device.leaves(new Departure(from, one.action(), one.message())).isPresent()) {
      return false;
    }
    long least = fetched.isEmpty() ? from : Math.max(from, fetched.getLast().atPs());
    long leaves = least + lot.nextLong(Math.max(0, nowPs + commitPs - least) + 1);
    fetched.add(new Departure(leaves, one.action(), one.message()));
    return true;
  }

  private void tell(Departure departure) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    fields.put("t", LogValue.of(departure.atPs()));
    fields.put("do", LogValue.of(departure.action()));
    fields.put("msg", new LogValue.Fields(departure.message()));
    sends.add(new LogValue.Fields(fields));
  }

  private Reply reply(Map<String, LogValue> first) {
    Map<String, LogValue> fields = new LinkedHashMap<>(first);
    while (device.due().isPresent() && device.offers(nowPs).size() > 1) {
      leave(); // its message has an id of the implementation's choice, which variables show
    }
    Map<String, LogValue> shown = device.shown(nowPs);
    device = device.settled(nowPs, shown); // an id that was shown stays
    fields.put("st", new LogValue.Fields(shown));
    fields.put("sends", new LogValue.Items(sends));
    sends.clear();
    announce(fields);
    return new Reply(fields, Optional.empty());
  }
}
