package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Keeps the states that explain all that an implementation has done. A deviation is found when none
 * is left.
 *
 * <p>A timer runs out when it is due, and not later; timers, events and departures of one instant
 * happen in any order. A departure may come later than it may leave, unless the implementation
 * declares a latency.
 */
public final class Observer {
  /** More states than this explain nothing. */
  private static final int MOST_STATES = 512;

  private final Set<String> observed;
  private final long latencyPs;
  private final Set<String> taken = new TreeSet<>();
  private List<Candidate> candidates = new ArrayList<>();
  private long nowPs;

  /** A deviation. */
  public record Finding(CaseVerdict verdict, String sentence) {}

  /** A state, since when it is the case, and since when a packet of the backlog may leave. */
  private static final class Candidate {
    final Device device;
    long atPs;
    long eligiblePs = Device.NEVER_PS;

    Candidate(Device device) {
      this.device = device;
    }

    Candidate copy() {
      Candidate copy = new Candidate(device.copy());
      copy.atPs = atPs;
      copy.eligiblePs = eligiblePs;
      return copy;
    }
  }

  /** No state is left. */
  private static final class NoneLeft extends Exception {
    private static final long serialVersionUID = 1L;

    final CaseVerdict verdict;

    NoneLeft(CaseVerdict verdict, String sentence) {
      super(sentence);
      this.verdict = verdict;
    }
  }

  /**
   * Begins with one state.
   *
   * @param observed the variables that replies show
   * @param latencyPs the time within which a departure leaves that may, if a backlog is shown;
   *     {@link Device#NEVER_PS} if the implementation declares none
   */
  public Observer(Device device, Set<String> observed, long latencyPs) {
    this.observed = Set.copyOf(observed);
    this.latencyPs = latencyPs;
    candidates.add(new Candidate(device));
  }

  /** Returns one of the states that explain all. */
  public Device state() {
    return candidates.get(0).device;
  }

  /** Returns the actions that the implementation has taken, by all states' steps. */
  public Set<String> taken() {
    return taken;
  }

  /** Holds the reply to {@code start} against the first state. */
  public Optional<Finding> started(Reply reply) {
    try {
      departures(reply.sends(), false);
      shown(reply);
      return Optional.empty();
    } catch (NoneLeft none) {
      return Optional.of(new Finding(none.verdict, none.getMessage()));
    }
  }

  /**
   * Holds the reply to a request against the states.
   *
   * @return the deviation; empty if a state explains the reply
   */
  public Optional<Finding> observe(ShimRequest request, Reply reply) {
    try {
      if (request.advances()) {
        advance(request, reply);
      } else {
        event(request, reply);
      }
      return Optional.empty();
    } catch (NoneLeft none) {
      return Optional.of(new Finding(none.verdict, none.getMessage()));
    }
  }

  private void advance(ShimRequest request, Reply reply) throws NoneLeft {
    if (!reply.isGood()) {
      throw new NoneLeft(
          CaseVerdict.REFUSED_ALLOWED, "time passes, and the shim answers " + reply.error().get());
    }
    departures(reply.sends(), request.hasBacklog());
    pass(request.untilPs(), request.hasBacklog(), true);
    shown(reply);
  }

  private void event(ShimRequest request, Reply reply) throws NoneLeft {
    List<Candidate> after = new ArrayList<>();
    String refusal = "";
    boolean refuses = isRefusal(reply);
    if (!reply.isGood() && !refuses) {
      throw new NoneLeft(
          CaseVerdict.REFUSED_ALLOWED,
          "%s is an action of the role, and the shim answers %s"
              .formatted(request.action(), reply.error().get()));
    }
    pass(request.untilPs(), false, true);
    for (Candidate each : candidates) {
      Candidate next = each.copy();
      String why =
          next.device.event(
              request.untilPs(), request.action(), request.arguments(), request.message());
      next.eligiblePs = Device.NEVER_PS;
      if ((why != null) == refuses) {
        after.add(refuses ? each : next);
      } else if (why != null) {
        refusal = why;
      }
    }
    if (after.isEmpty()) {
      throw refuses
          ? new NoneLeft(
              CaseVerdict.REFUSED_ALLOWED,
              request.action() + " must be taken, and the shim answers " + reply.error().get())
          : new NoneLeft(
              CaseVerdict.ACCEPTED_FORBIDDEN, request.action() + " must be refused: " + refusal);
    }
    candidates = after;
    if (!refuses) {
      taken.add(request.action());
      departures(reply.sends(), false);
      shown(reply);
    }
  }

  private static boolean isRefusal(Reply reply) {
    return reply.error().map(error -> error.code() == ShimError.REFUSED).orElse(false);
  }

  // ---------------------------------------------------------------- departures

  private void departures(List<Departure> sends, boolean backlog) throws NoneLeft {
    for (Departure departure : sends) {
      pass(departure.atPs(), backlog, false);
      List<Candidate> after = new ArrayList<>();
      Device.Objection first = null;
      for (Candidate each : candidates) {
        Candidate next = each.copy();
        Optional<Device.Objection> objection = next.device.leaves(departure);
        if (objection.isEmpty()) {
          next.eligiblePs = Device.NEVER_PS;
          after.add(next);
        } else if (first == null || objection.get().isEarly()) {
          first = objection.get();
        }
      }
      if (after.isEmpty()) {
        throw new NoneLeft(
            first.isEarly() ? CaseVerdict.EARLY : CaseVerdict.VALUE,
            "at %d ps %s leaves with %s: %s"
                .formatted(
                    departure.atPs(),
                    departure.action(),
                    ShownValues.of(departure.message()),
                    first.sentence()));
      }
      taken.add(departure.action());
      candidates = distinct(after, nowPs);
    }
  }

  // ---------------------------------------------------------------- time

  /**
   * Lets time pass.
   *
   * @param all whether the timers of the last instant have run out, too; otherwise some of them may
   *     have
   */
  private void pass(long toPs, boolean backlog, boolean all) throws NoneLeft {
    List<Candidate> done = new ArrayList<>();
    TreeMap<Long, List<Candidate>> open = new TreeMap<>();
    candidates.forEach(each -> open(open, each));
    String late = "";
    while (!open.isEmpty()) {
      Map.Entry<Long, List<Candidate>> next = open.pollFirstEntry();
      long timer = next.getKey();
      for (Candidate each : distinct(next.getValue(), Math.min(timer, toPs))) {
        String missed = wait(each, Math.min(timer, toPs), backlog);
        if (!missed.isEmpty()) {
          late = missed;
          continue;
        }
        if (timer <= toPs) {
          for (Device.Step step : each.device.timers(timer)) {
            Candidate after = each.copy();
            step.take().accept(after.device);
            after.atPs = timer;
            taken.add(step.action());
            open(open, after);
          }
        }
        if (timer > toPs || (timer == toPs && !all)) {
          each.atPs = toPs;
          done.add(each);
        }
      }
    }
    if (done.isEmpty()) {
      throw new NoneLeft(CaseVerdict.LATE, late);
    }
    nowPs = toPs;
    candidates = distinct(done, toPs);
  }

  /** Adds a state at the time of its next timer. One that could have run before runs at once. */
  private static void open(TreeMap<Long, List<Candidate>> open, Candidate each) {
    long timer = Math.max(each.device.timerPs(), each.atPs);
    open.computeIfAbsent(timer, fresh -> new ArrayList<>()).add(each);
  }

  /**
   * Returns the departure that is overdue at a time, in a state without steps of its own till then.
   */
  private String wait(Candidate of, long toPs, boolean backlog) {
    Optional<Departure> due = of.device.due();
    if (due.isPresent() && due.get().atPs() + latency() < toPs) {
      return "%s with %s is due at %d ps, and has not left by %d ps"
          .formatted(
              due.get().action(), ShownValues.of(due.get().message()), due.get().atPs(), toPs);
    }
    if (!backlog || latencyPs == Device.NEVER_PS) {
      of.eligiblePs = Device.NEVER_PS;
      return "";
    }
    long from = of.device.notBeforePs(of.atPs);
    if (from <= toPs) {
      of.eligiblePs = Math.min(of.eligiblePs, from);
    }
    return of.eligiblePs != Device.NEVER_PS && of.eligiblePs + latencyPs < toPs
        ? "a packet of the backlog may leave from %d ps on, and none has left by %d ps"
            .formatted(of.eligiblePs, toPs)
        : "";
  }

  /** Returns the time that a departure may take that must leave at once, in picoseconds. */
  private long latency() {
    return latencyPs == Device.NEVER_PS ? 0 : latencyPs;
  }

  /**
   * Leaves out states that no request can tell apart at a time.
   *
   * @throws NoneLeft if too many are left
   */
  private List<Candidate> distinct(List<Candidate> all, long atPs) throws NoneLeft {
    if (all.size() == 1) {
      return all;
    }
    Map<String, Candidate> by = new LinkedHashMap<>();
    for (Candidate each : all) {
      Device device = each.device;
      String key =
          "%s|%d|%d|%s|%d"
              .formatted(
                  ShownValues.whole(device.shown(atPs)),
                  device.timerPs(),
                  device.notBeforePs(atPs),
                  device.due(),
                  each.eligiblePs);
      by.putIfAbsent(key, each);
    }
    if (by.size() > MOST_STATES) {
      throw new NoneLeft(
          CaseVerdict.INCONCLUSIVE, "more than " + MOST_STATES + " states explain the replies");
    }
    return new ArrayList<>(by.values());
  }

  // ---------------------------------------------------------------- variables

  private void shown(Reply reply) throws NoneLeft {
    Map<String, LogValue> told = new TreeMap<>(reply.state());
    told.keySet().retainAll(observed);
    List<Candidate> after = new ArrayList<>();
    String nearest = "";
    int fewest = Integer.MAX_VALUE;
    for (Candidate each : candidates) {
      Map<String, LogValue> is = each.device.shown(nowPs);
      List<String> differing = new ArrayList<>();
      told.forEach(
          (name, value) -> {
            if (is.containsKey(name) && !value.equals(is.get(name))) {
              differing.add(
                  "%s is %s and should be %s"
                      .formatted(name, ShownValues.of(value), ShownValues.of(is.get(name))));
            }
          });
      if (differing.isEmpty()) {
        after.add(each);
      } else if (differing.size() < fewest) {
        fewest = differing.size();
        nearest = String.join("; ", differing);
      }
    }
    if (after.isEmpty()) {
      throw new NoneLeft(CaseVerdict.VALUE, "at " + nowPs + " ps " + nearest);
    }
    candidates = after;
  }
}
