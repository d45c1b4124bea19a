package dev.sluice.conformance;

import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Keeps the states that explain all that an implementation has done. A deviation is found when none
 * is left.
 *
 * <p>A timer runs out when it is due, and not later; timers, events and departures of one instant
 * happen in any order. A departure may come later than it may leave, unless the implementation
 * declares a latency. A step that may be taken at any time from some time on is taken, or not,
 * before each event to which it matters.
 */
public final class Observer {
  /** More states than this explain nothing. */
  private static final int MOST_STATES = 512;

  private final Set<String> refusable;
  private final Set<String> observed;
  private final Pipeline pipeline;
  private final Set<String> taken = new TreeSet<>();
  private final Set<String> latest = new TreeSet<>();
  private final Set<String> faults = new LinkedHashSet<>();
  private final GrainChanges changes;
  private final NextAction nextAction;
  private List<PossibleState> candidates = new ArrayList<>();
  private long nowPs;

  /**
   * The time before which nothing leaves or changes by itself, as a reply has announced; 0 if none
   * has since the last event or backlog.
   */
  private long nextPs;

  /**
   * The action that the implementation has denied to take at the present time, and the time; empty
   * after the next event.
   */
  private String denied = "";

  private long deniedPs;

  /**
   * A deviation.
   *
   * @param expected the variables that have another value than in the state that explains the most
   *     of a reply, each with its value there; empty if none is at fault
   */
  public record Finding(CaseVerdict verdict, String sentence, Map<String, String> expected) {
    /** Makes a deviation without a variable at fault. */
    public Finding(CaseVerdict verdict, String sentence) {
      this(verdict, sentence, Map.of());
    }
  }

  /** No state is left. */
  private static final class NoneLeft extends Exception {
    private static final long serialVersionUID = 1L;

    final CaseVerdict verdict;
    final transient Map<String, String> expected;

    NoneLeft(CaseVerdict verdict, String sentence) {
      this(verdict, sentence, Map.of());
    }

    NoneLeft(CaseVerdict verdict, String sentence, Map<String, String> expected) {
      super(sentence);
      this.verdict = verdict;
      this.expected = expected;
    }

    Finding finding() {
      return new Finding(verdict, getMessage(), expected);
    }
  }

  /**
   * Begins with some states. The implementation is in one of these.
   *
   * @param refusable the events that an implementation refuses in some of its states
   * @param observed the variables that replies show
   * @param pipeline the time from the moment a packet may leave until it leaves
   * @param grain of variables that are not exact, the step in which the implementation keeps them
   */
  public Observer(
      List<Device> devices,
      Set<String> refusable,
      Set<String> observed,
      Pipeline pipeline,
      Map<String, Long> grain) {
    this.refusable = Set.copyOf(refusable);
    this.observed = Set.copyOf(observed);
    this.pipeline = pipeline;
    this.changes = new GrainChanges(grain);
    Set<String> visible = new TreeSet<>(observed);
    visible.removeAll(grain.keySet());
    this.nextAction = new NextAction(pipeline.duePs(), visible);
    for (Device each : devices) {
      candidates.add(PossibleState.begun(candidates.size(), Cell.of(each, grain)));
    }
  }

  /**
   * Returns one of the states that explain all, with as few fetched packets as possible: nothing
   * can happen to a packet that has not left.
   */
  public Device state() {
    return first().cell().device();
  }

  private PossibleState first() {
    return candidates.stream().min(Comparator.comparingInt(PossibleState::fetches)).orElseThrow();
  }

  /** Returns the number of the state in which the implementation began that is in this state. */
  int origin() {
    return first().origin();
  }

  /** Returns the numbers of the states in which the implementation may have begun. */
  Set<Integer> origins() {
    return candidates.stream().map(PossibleState::origin).collect(Collectors.toSet());
  }

  /** Returns the names of the variables in the present state. */
  public Set<String> variables() {
    return state().shown(nowPs).keySet();
  }

  /**
   * Returns the variables that replies do not show, in one of the states that explain all replies.
   * After a deviation it is a state before it, and after an overdue departure one that lacks it.
   */
  SpecifiedState unobserved() {
    Map<String, LogValue> all = new TreeMap<>(first().cell().shown(nowPs));
    all.keySet().removeAll(observed);
    return new SpecifiedState(all, nowPs, candidates.size());
  }

  /** Returns the changes of variables with a grain, those that it hides and those that show. */
  public GrainChanges changes() {
    return changes;
  }

  /** Returns the actions that the implementation has taken, by all states' steps. */
  public Set<String> taken() {
    return taken;
  }

  /** Returns the actions of the latest request, those that were refused or not due among them. */
  public Set<String> latest() {
    return latest;
  }

  /**
   * Returns the rules that are at fault, if one can tell: variables, departures and their times.
   *
   * @see Player#requirements
   */
  Set<String> faults() {
    return faults;
  }

  private void took(String action) {
    taken.add(action);
    latest.add(action);
  }

  /** Holds the reply to {@code start} against the first state. */
  public Optional<Finding> started(Reply reply) {
    try {
      departures(reply.sends(), false);
      shown(reply);
      announced(reply);
      return Optional.empty();
    } catch (NoneLeft none) {
      return Optional.of(none.finding());
    }
  }

  /**
   * Holds the reply to a request against the states.
   *
   * @return the deviation; empty if a state explains the reply
   * @throws IllegalArgumentException if the environment cannot make the request in any of the
   *     states
   */
  public Optional<Finding> observe(ShimRequest request, Reply reply) {
    latest.clear();
    faults.clear();
    try {
      if (!request.asked().isEmpty()) {
        answered(request, reply);
      } else if (request.advances()) {
        advance(request, reply);
      } else {
        event(request, reply);
      }
      announced(reply);
      return Optional.empty();
    } catch (NoneLeft none) {
      return Optional.of(none.finding());
    }
  }

  private void advance(ShimRequest request, Reply reply) throws NoneLeft {
    if (!reply.isGood()) {
      throw new NoneLeft(
          CaseVerdict.REFUSED_ALLOWED, "time passes, and the shim answers " + reply.error().get());
    }
    if (request.hasBacklog()) {
      nextPs = 0;
    }
    if (!request.hasBacklog() || !observed.isEmpty()) {
      // A packet may be fetched later than it was possible: after a reply, or with a new backlog.
      candidates = new ArrayList<>(candidates.stream().map(PossibleState::undecided).toList());
    }
    departures(reply.sends(), request.hasBacklog());
    pass(request.untilPs(), request.hasBacklog(), true);
    shown(reply);
  }

  /** Holds the answer to a question against the states. */
  private void answered(ShimRequest question, Reply reply) throws NoneLeft {
    String action = question.asked();
    if (!reply.isGood()) {
      throw new NoneLeft(
          CaseVerdict.REFUSED_ALLOWED, "the shim answers a question with " + reply.error().get());
    }
    pass(question.untilPs(), false, true);
    if (pipeline.fetches()) {
      return; // a packet may have been fetched at any time
    } else if (!reply.may().orElseThrow()) {
      denied = action;
      deniedPs = nowPs;
      return;
    }
    List<PossibleState> allowing =
        candidates.stream().filter(each -> allows(each.cell(), action)).toList();
    if (allowing.isEmpty()) {
      latest.add(action);
      long fromPs =
          candidates.stream()
              .mapToLong(each -> each.cell().device().notBeforePs(nowPs))
              .min()
              .orElseThrow();
      boolean isEarly = fromPs != Device.NEVER_PS;
      faults.add(isEarly ? Player.timeOf(action) : action);
      throw new NoneLeft(
          isEarly ? CaseVerdict.EARLY : CaseVerdict.ACCEPTED_FORBIDDEN,
          "at %d ps the implementation says that it would %s, and may not %s"
              .formatted(nowPs, action, isEarly ? "before " + fromPs + " ps" : "in this state"));
    }
    candidates = new ArrayList<>(allowing);
  }

  private boolean allows(Cell cell, String action) {
    return cell.device().offers(nowPs).stream()
        .filter(offer -> offer.action().equals(action))
        .flatMap(
            offer -> cell.after(nowPs, device -> device.leaves(offer), Object::toString).stream())
        .anyMatch(way -> way.outcome().isEmpty());
  }

  private void event(ShimRequest request, Reply reply) throws NoneLeft {
    latest.add(request.action());
    List<PossibleState> after = new ArrayList<>();
    String refusal = "";
    boolean isForbidden = true;
    boolean refuses = !reply.isGood();
    pass(request.untilPs(), false, true);
    for (PossibleState each : chosen(request)) {
      for (Cell.After<String> way : each.cell().event(request)) {
        String why = way.outcome();
        isForbidden &= why != null;
        if ((why != null) == refuses) {
          after.add(
              refuses ? each.with(way.cell()) : each.after(way.cell(), pipeline.leaveByPs(nowPs)));
          changes.made(request.action(), way.changes());
        } else if (why != null) {
          refusal = why;
        }
      }
    }
    if (refuses && !isRefusal(reply)) {
      throw wrongError(request.action(), reply.error().get(), isForbidden);
    }
    if (after.isEmpty()) {
      if (!refuses && !refusable.contains(request.action())) {
        throw new IllegalArgumentException(
            request.action() + " cannot happen in this state: " + refusal);
      }
      throw refuses
          ? new NoneLeft(
              CaseVerdict.REFUSED_ALLOWED,
              request.action() + " must be taken, and the shim answers " + reply.error().get())
          : new NoneLeft(
              CaseVerdict.ACCEPTED_FORBIDDEN, request.action() + " must be refused: " + refusal);
    }
    candidates = after;
    if (!refuses) {
      took(request.action());
      nextPs = 0;
      denied = "";
      departures(reply.sends(), false);
      shown(reply);
    }
  }

  /** Returns the states before an event, after any steps that may be taken at any time. */
  private List<PossibleState> chosen(ShimRequest event) {
    List<PossibleState> all = new ArrayList<>(candidates);
    for (int at = 0; at < all.size(); at++) {
      PossibleState each = all.get(at);
      for (Device.Step step :
          each.cell().device().choices(nowPs, event.action(), event.message())) {
        took(step.action());
        each.cell()
            .after(nowPs, step.taking(), took -> "")
            .forEach(way -> all.add(each.with(way.cell())));
      }
    }
    return all;
  }

  /**
   * Returns the deviation of an error that is no refusal.
   *
   * @param isForbidden whether the action must be refused
   */
  private static NoneLeft wrongError(String action, ShimError error, boolean isForbidden) {
    return isForbidden
        ? new NoneLeft(
            CaseVerdict.PROTOCOL,
            "%s must be refused with the code %d, and the shim answers %s"
                .formatted(action, ShimError.REFUSED, error))
        : new NoneLeft(
            CaseVerdict.REFUSED_ALLOWED,
            "%s is an action of the role, and the shim answers %s".formatted(action, error));
  }

  private static boolean isRefusal(Reply reply) {
    return reply.error().map(error -> error.code() == ShimError.REFUSED).orElse(false);
  }

  // ---------------------------------------------------------------- departures

  private void departures(List<Departure> sends, boolean backlog) throws NoneLeft {
    for (Departure departure : sends) {
      latest.add(departure.action());
      pass(departure.atPs(), backlog, false);
      List<PossibleState> after = new ArrayList<>();
      Device.Objection first = null;
      for (PossibleState each : candidates) {
        Optional<PossibleState> left = each.left(departure);
        left.ifPresent(after::add);
        if (left.isPresent()) {
          continue;
        } else if (each.hasFetched() && each.cell().device().due().isEmpty()) {
          Device.Objection objection = each.objection(departure);
          first = first == null || objection.isEarly() ? objection : first;
          continue;
        }
        for (Cell.After<Optional<Device.Objection>> way :
            each.cell()
                .after(
                    nowPs,
                    device -> device.leaves(departure),
                    objection -> objection.map(says -> "not" + says.isEarly()).orElse("leaves"))) {
          Optional<Device.Objection> objection = way.outcome();
          if (objection.isEmpty()) {
            after.add(each.sending(way.cell()));
            changes.made(departure.action(), way.changes());
          } else if (first == null || objection.get().isEarly()) {
            first = objection.get();
          }
        }
      }
      if (after.isEmpty()) {
        faults.add(first.isEarly() ? Player.timeOf(departure.action()) : departure.action());
        throw new NoneLeft(
            first.isEarly() ? CaseVerdict.EARLY : CaseVerdict.VALUE,
            "at %d ps %s leaves with %s: %s"
                .formatted(
                    departure.atPs(),
                    departure.action(),
                    ShownValues.of(departure.message()),
                    first.sentence()));
      }
      took(departure.action());
      candidates = distinct(after, nowPs);
      if (departure.action().equals(denied) && departure.atPs() == deniedPs) {
        throw new NoneLeft(
            CaseVerdict.VALUE,
            "at %d ps %s leaves, and the implementation has said at this time that it would not"
                .formatted(departure.atPs(), departure.action()));
      }
      if (departure.atPs() < nextPs) {
        throw new NoneLeft(
            CaseVerdict.EARLY,
            "at %d ps %s leaves by itself, and \"next\" of an earlier reply is %d ps"
                .formatted(departure.atPs(), departure.action(), nextPs));
      }
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
    List<PossibleState> done = new ArrayList<>();
    TreeMap<Long, List<PossibleState>> open = new TreeMap<>();
    candidates.forEach(each -> open(open, each));
    String late = "";
    PossibleState overdue = null;
    while (!open.isEmpty()) {
      Map.Entry<Long, List<PossibleState>> next = open.pollFirstEntry();
      long timer = next.getKey();
      for (PossibleState each : distinct(next.getValue(), Math.min(timer, toPs))) {
        if (backlog) {
          fetched(each).forEach(ahead -> open(open, ahead));
        }
        String missed = wait(each, Math.min(timer, toPs), backlog);
        if (!missed.isEmpty()) {
          late = missed;
          overdue = each.at(Math.min(timer, toPs));
          continue;
        }
        if (timer <= toPs) {
          for (Device.Step step : each.cell().device().timers(timer)) {
            took(step.action());
            for (Cell.After<Boolean> way : each.cell().after(timer, step.taking(), took -> "")) {
              open(open, each.stepped(way.cell(), timer));
              changes.made(step.action(), way.changes());
            }
          }
        }
        if (timer > toPs || (timer == toPs && !all)) {
          done.add(each.at(toPs));
        }
      }
    }
    if (!done.isEmpty()) {
      faults.clear(); // other states lack no departure
    } else {
      candidates = List.of(overdue);
      nowPs = overdue.atPs();
      throw new NoneLeft(CaseVerdict.LATE, late);
    }
    nowPs = toPs;
    candidates = distinct(done, toPs);
  }

  /** Adds a state at the time of its next timer. One that could have run before runs at once. */
  private static void open(TreeMap<Long, List<PossibleState>> open, PossibleState each) {
    long timer = Math.max(each.cell().device().timerPs(), each.atPs());
    open.computeIfAbsent(timer, fresh -> new ArrayList<>()).add(each);
  }

  /**
   * Returns the states in which the implementation has fetched the next packet of the backlog, to
   * send it as soon as it may leave. It may also fetch it later: after the next timer, or when it
   * leaves.
   */
  private List<PossibleState> fetched(PossibleState of) {
    Device device = of.cell().device();
    if (of.fetches() >= pipeline.packets() || of.isDecided() || device.due().isPresent()) {
      return List.of();
    }
    of.decide();
    List<PossibleState> all = new ArrayList<>();
    for (Departure offer : device.offers(of.atPs())) {
      Device after = device.copy();
      Departure packet = offer;
      if (after.leaves(offer).isPresent()) {
        long fromPs = device.notBeforePs(of.atPs());
        packet = new Departure(fromPs, offer.action(), offer.message());
        if (fromPs == Device.NEVER_PS || after.leaves(packet).isPresent()) {
          continue;
        }
      }
      all.add(of.fetching(Cell.of(after, Map.of()), packet));
    }
    return all;
  }

  /**
   * Returns the departure that is overdue at a time, in a state without steps of its own till then.
   */
  private String wait(PossibleState of, long toPs, boolean backlog) {
    Optional<Departure> due = of.cell().device().due();
    if (due.isPresent() && due.get().atPs() + pipeline.duePs() < toPs) {
      latest.add(due.get().action());
      faults.add(Player.timeOf(due.get().action()));
      return "%s with %s is due at %d ps, and has not left by %d ps"
          .formatted(
              due.get().action(), ShownValues.of(due.get().message()), due.get().atPs(), toPs);
    }
    if (of.hasFetched()) {
      return of.overdue(toPs);
    }
    if (!backlog || !pipeline.judgesBacklog()) {
      of.eligible(Device.NEVER_PS);
      return "";
    }
    long from = of.cell().latestPs(of.atPs());
    if (from <= toPs) {
      of.eligible(Math.min(of.eligiblePs(), from));
    }
    if (of.eligiblePs() == Device.NEVER_PS || of.eligiblePs() + pipeline.latencyPs() >= toPs) {
      return "";
    }
    for (Departure offer : of.cell().device().offers(toPs)) {
      latest.add(offer.action());
      faults.add(Player.timeOf(offer.action()));
    }
    return "a packet of the backlog may leave from %d ps on, and none has left by %d ps"
        .formatted(of.eligiblePs(), toPs);
  }

  /**
   * Leaves out states that no request can tell apart at a time.
   *
   * @throws NoneLeft if too many are left
   */
  private List<PossibleState> distinct(List<PossibleState> all, long atPs) throws NoneLeft {
    if (all.size() == 1) {
      return all;
    }
    Map<Object, PossibleState> by = new LinkedHashMap<>();
    for (PossibleState each : all) {
      by.merge(
          each.key(atPs, pipeline.fetches()),
          each,
          (one, other) -> one.or(other, atPs, pipeline.fetches()));
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
    if (pipeline.fetches()) {
      told.remove(Device.SINCE_SENT);
    }
    List<PossibleState> after = new ArrayList<>();
    Map<String, Cell.Differing> nearest = Map.of();
    for (PossibleState each : candidates) {
      // An implementation that announces to take no step has taken none.
      Cell settled = nowPs < nextPs ? each.cell() : each.cell().settled(told, nowPs);
      Map<String, Cell.Differing> differing = settled.differing(told, nowPs);
      if (differing.isEmpty()) {
        after.add(each.with(settled.showing(told)));
      } else if (nearest.isEmpty() || differing.size() < nearest.size()) {
        nearest = differing;
      }
    }
    if (after.isEmpty()) {
      List<String> sentences = new ArrayList<>();
      Map<String, String> expected = new TreeMap<>();
      nearest.forEach(
          (name, differing) -> {
            sentences.add(differing.sentence());
            expected.put(name, differing.expected());
            faults.add(name);
          });
      if (nowPs < nextPs) {
        sentences.add("\"next\" of an earlier reply is " + nextPs + " ps");
      }
      throw new NoneLeft(
          CaseVerdict.VALUE, "at " + nowPs + " ps " + String.join("; ", sentences), expected);
    }
    candidates = after;
    changes.told(told);
  }

  /** Leaves out states that act before the time that a reply announces. */
  private void announced(Reply reply) throws NoneLeft {
    if (reply.next().isEmpty()) {
      return;
    }
    long next = reply.next().get();
    List<PossibleState> after = new ArrayList<>();
    long latestPs = nowPs;
    for (PossibleState each : candidates) {
      long most = nextAction.latestPs(each.cell(), nowPs, next);
      latestPs = Math.max(latestPs, most);
      if (most >= next) {
        after.add(each);
      }
    }
    if (after.isEmpty()) {
      for (PossibleState each : candidates) {
        Device acts = each.cell().device();
        acts.due().ifPresent(must -> latest.add(must.action()));
        acts.timers(acts.timerPs()).forEach(step -> latest.add(step.action()));
      }
      throw new NoneLeft(
          CaseVerdict.VALUE,
          "at %d ps \"next\" is %d and should be at most %d".formatted(nowPs, next, latestPs),
          Map.of(Reply.NEXT, "at most " + latestPs));
    }
    candidates = after;
    nextPs = Math.max(nextPs, next);
  }
}
