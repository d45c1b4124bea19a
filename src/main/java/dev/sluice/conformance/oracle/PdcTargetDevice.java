package dev.sluice.conformance.oracle;

import dev.sluice.conformance.Device;
import dev.sluice.conformance.ShownValues;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.pdc.Packet.CloseCommand;
import dev.sluice.uet.pdc.Packet.Code;
import dev.sluice.uet.pdc.Packet.Request;
import dev.sluice.uet.pdc.Packet.Syn;
import dev.sluice.uet.pdc.Packet.ToTarget;
import dev.sluice.uet.pdc.PdcKey;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The target of PDCs. It chooses the ids of its PDCs and CCCs itself, and when it forgets a key.
 *
 * <p>The kernel needs the id of a PDC when it opens one, and the first ACK_CC, or a variable, tells
 * it. The SYN therefore waits until then, and all later packets behind it.
 */
final class PdcTargetDevice implements Device {
  private static final String TARGET = "target";
  private static final String CONTEXT = "context";
  private static final String MEMORY = "memory";
  private static final String FA = "fa";
  private static final String CCCID = "cccid";

  /** Closed PDCs that packets may still come for. */
  private static final int MOST_GONE = 8;

  private static final Comparator<PdcKey> BY_KEY =
      Comparator.comparingLong(PdcKey::fa).thenComparingInt(PdcKey::spdcid);

  /** The kernel, which copies of this device share until they change it. */
  private Target target;

  private final long memoryPs;
  private boolean isShared;

  /** The variables; null if they have to be gathered anew. */
  private Map<String, LogValue> shown;

  /** The ids of PDCs. */
  private final TreeSet<Integer> pdcids = new TreeSet<>();

  /** The implementation's ids of CCCs, if they are known. The kernel has its own. */
  private final Map<Target.Flow, Integer> cccids = new HashMap<>();

  /** The times at which the PDCs of remembered keys were closed. */
  private final TreeMap<PdcKey, Long> closedPs = new TreeMap<>(BY_KEY);

  private final List<TargetPdc> gone = new ArrayList<>();
  private final Deque<Departure> due = new ArrayDeque<>();

  /** Packets since the first SYN that has opened a PDC with an unknown id. */
  private final Deque<Arrival> waiting = new ArrayDeque<>();

  /** The answer to the first packet that waits, without the id; null if none waits. */
  private Departure opening;

  /** A choice: the key of the next packet is forgotten before it. */
  private boolean forgets;

  /** The time of the last packet whose key may have been forgotten. */
  private long choicePs = Long.MIN_VALUE / 2;

  /** The last packet, for the reason why none waits for an answer; null if none has come. */
  private Arrival last;

  /** The last answer to that packet; null if it has none. */
  private Departure answered;

  /**
   * A packet that has come.
   *
   * @param forgets whether the key was forgotten before
   */
  private record Arrival(long atPs, ToTarget packet, boolean forgets) {}

  /**
   * Begins without PDCs.
   *
   * @param target the kernel
   * @param memoryPs the time for which the key of a closed PDC is remembered, at least
   */
  PdcTargetDevice(Target target, long memoryPs) {
    this.target = target;
    this.memoryPs = memoryPs;
  }

  @Override
  public Device copy() {
    return twin();
  }

  private PdcTargetDevice twin() {
    PdcTargetDevice copy = new PdcTargetDevice(target, memoryPs);
    isShared = true;
    copy.isShared = true;
    copy.shown = shown;
    copy.pdcids.addAll(pdcids);
    copy.cccids.putAll(cccids);
    copy.closedPs.putAll(closedPs);
    copy.gone.addAll(gone);
    copy.due.addAll(due);
    copy.waiting.addAll(waiting);
    copy.opening = opening;
    copy.forgets = forgets;
    copy.choicePs = choicePs;
    copy.last = last;
    copy.answered = answered;
    return copy;
  }

  /** Prepares for a change of the kernel. */
  private Target changed() {
    if (isShared) {
      target = target.copy();
      isShared = false;
    }
    shown = null;
    return target;
  }

  // ---------------------------------------------------------------- for the choice of stimuli

  /** Returns the kernel. */
  Target target() {
    return target;
  }

  /** Returns whether a PDC was opened whose id is unknown. */
  boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Returns the PDCs. */
  List<TargetPdc> pdcs() {
    return pdcids.stream().map(target.target()::get).toList();
  }

  /** Returns PDCs that were closed, the last one first. */
  List<TargetPdc> gone() {
    return gone;
  }

  /** Returns the times at which the PDCs of remembered keys were closed. */
  Map<PdcKey, Long> closedPs() {
    return closedPs;
  }

  /** Returns the time of the last packet whose key may have been forgotten. */
  long choicePs() {
    return choicePs;
  }

  // ---------------------------------------------------------------- events

  @Override
  public List<Step> choices(long nowPs, String action, Map<String, LogValue> message) {
    if (forgets || !(PdcMessages.packet(message) instanceof Syn syn)) {
      return List.of();
    }
    PdcKey key = PdcMessages.key(syn);
    boolean mayForget =
        target.memory().contains(key) && target.copy().forget(key, sinceClosed(key, nowPs)) == null
            || waiting.stream()
                .map(Arrival::packet)
                .anyMatch(
                    each -> each instanceof CloseCommand && PdcMessages.key(each).equals(key));
    return mayForget
        ? List.of(new Step(Target.FORGET.name(), in -> ((PdcTargetDevice) in).forgets = true))
        : List.of();
  }

  private long sinceClosed(PdcKey key, long nowPs) {
    return nowPs - closedPs.getOrDefault(key, nowPs);
  }

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    if (forgets || !choices(nowPs, action, message).isEmpty()) {
      choicePs = nowPs;
    }
    last = new Arrival(nowPs, PdcMessages.packet(message), forgets);
    answered = null;
    waiting.add(last);
    forgets = false;
    proceed();
    return null;
  }

  /** Takes packets up to the first one that opens a PDC. */
  private void proceed() {
    opening = null;
    shown = null;
    while (!waiting.isEmpty()) {
      Arrival next = waiting.peek();
      if (next.forgets()) {
        forget(PdcMessages.key(next.packet()), next.atPs());
      }
      if (next.packet() instanceof Syn syn) {
        int any = target.target().leastFree();
        Answer answer = new Answer(next.atPs(), Target.ADMIT, ack -> opening = withoutId(ack));
        if (target.copy().admit(syn, any, answer) == null) {
          return;
        }
      }
      waiting.remove();
      take(next);
    }
  }

  private void forget(PdcKey key, long nowPs) {
    if (target.memory().contains(key) && changed().forget(key, sinceClosed(key, nowPs)) == null) {
      closedPs.remove(key);
    }
  }

  /** Takes a packet that opens no PDC. */
  private void take(Arrival arrival) {
    changed();
    if (arrival.packet() instanceof Syn syn) {
      if (target.refuse(syn, answer(arrival, Target.REFUSE)) != null) {
        target.receiveSyn(syn, answer(arrival, Target.RECEIVE_SYN));
      }
    } else if (arrival.packet() instanceof Request request) {
      target.receiveRequest(
          request.fa(),
          request.spdcid(),
          request.dpdcid(),
          request.psn(),
          request.payload(),
          answer(arrival, Target.RECEIVE_REQUEST));
    } else if (arrival.packet() instanceof CloseCommand close) {
      TargetPdc named = target.target().get(close.dpdcid());
      target.receiveClose(close, answer(arrival, Target.RECEIVE_CLOSE));
      if (named != null && target.target().get(close.dpdcid()) == null) {
        pdcids.remove(close.dpdcid());
        cccids.keySet().removeIf(flow -> target.context().find(flow) == 0);
        gone.add(0, named);
        gone.subList(Math.min(gone.size(), MOST_GONE), gone.size()).clear();
      }
    }
  }

  private Answer answer(Arrival to, Action action) {
    return new Answer(to.atPs(), action, due::add);
  }

  /**
   * Opens the PDC of the first packet that waits, and takes those behind it.
   *
   * @param expected the departure that tells the id; null if it is still to come
   * @return why the id cannot be given, or why the departure is another one; empty if all is well
   */
  private Optional<Objection> open(long pdcid, Departure expected) {
    Arrival first = waiting.element();
    Syn syn = (Syn) first.packet();
    Target after = target.copy();
    List<Departure> answers = new ArrayList<>();
    int id = pdcid == (int) pdcid ? (int) pdcid : 0;
    String refused = after.admit(syn, id, new Answer(first.atPs(), Target.ADMIT, answers::add));
    if (refused != null) {
      return Optional.of(new Objection(false, refused));
    }
    Departure answer = answers.get(0);
    if (expected == null) {
      due.add(answer);
    } else if (isOther(expected, answer)) {
      return Optional.of(Objection.only(answer.action(), answer.message()));
    } else {
      answered = expected;
    }
    target = after;
    isShared = false;
    pdcids.add(id);
    waiting.remove();
    proceed();
    return Optional.empty();
  }

  // ---------------------------------------------------------------- departures

  @Override
  public long notBeforePs(long nowPs) {
    return NEVER_PS;
  }

  private static boolean isOther(Departure one, Departure other) {
    return !one.action().equals(other.action()) || !one.message().equals(other.message());
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    if (!due.isEmpty()) {
      Departure only = due.peek();
      if (isOther(departure, only)) {
        return Optional.of(Objection.only(only.action(), only.message()));
      }
      due.remove();
      answered = departure;
      return Optional.empty();
    } else if (waiting.isEmpty()) {
      return Optional.of(new Objection(false, "no packet waits for an answer: " + whyNone()));
    }
    return departure.message().get(PdcMessages.SPDCID) instanceof LogValue.Num id
            && departure.action().equals(Target.ADMIT.name())
        ? open(id.value(), departure)
        : Optional.of(
            new Objection(
                false,
                "only Admit with %s, and a free id as spdcid, may leave"
                    .formatted(ShownValues.of(opening.message()))));
  }

  /** Returns why no packet waits for an answer. */
  private String whyNone() {
    if (last == null) {
      return "none has come";
    }
    PdcKey key = PdcMessages.key(last.packet());
    String none =
        last.packet() instanceof Syn && target.memory().contains(key)
            ? "needs none: the target remembers the key of the PDC that was closed at %d ps"
                .formatted(closedPs.get(key))
            : "needs none";
    return "the last one, with fa \"%s\" and spdcid %d at %d ps, %s"
        .formatted(
            PdcMessages.address(key.fa()),
            key.spdcid(),
            last.atPs(),
            answered == null ? none : "was answered at " + answered.atPs() + " ps");
  }

  /**
   * Returns the answer that is due; if its id is free to choose, with some ids that may be chosen.
   */
  @Override
  public List<Departure> offers(long nowPs) {
    if (!due.isEmpty() || waiting.isEmpty()) {
      return due.isEmpty() ? List.of() : List.of(due.peek());
    }
    int greatest = target.target().capacity();
    while (target.target().get(greatest) != null) {
      greatest--;
    }
    List<Departure> all = new ArrayList<>();
    for (int id : new int[] {target.target().leastFree(), greatest}) {
      Map<String, LogValue> message = new LinkedHashMap<>(opening.message());
      message.put(PdcMessages.SPDCID, LogValue.of(id));
      all.add(new Departure(nowPs, opening.action(), message));
    }
    return all;
  }

  private static Departure withoutId(Departure ack) {
    Map<String, LogValue> message = new LinkedHashMap<>(ack.message());
    message.remove(PdcMessages.SPDCID);
    return new Departure(ack.atPs(), ack.action(), message);
  }

  @Override
  public Optional<Departure> due() {
    return Optional.ofNullable(due.isEmpty() ? opening : due.peek());
  }

  /** Passes the answers of the kernel on. */
  private final class Answer implements Target.Sink {
    private final long nowPs;
    private final Action action;
    private final Consumer<Departure> to;

    Answer(long nowPs, Action action, Consumer<Departure> to) {
      this.nowPs = nowPs;
      this.action = action;
      this.to = to;
    }

    @Override
    public void targetClockRestarted(PdcKey key) {
      closedPs.put(key, nowPs);
    }

    @Override
    public void written(PdcKey key, long payload, long offset) {
      // Memory is the host's, and replies do not show it.
    }

    @Override
    public void ackCc(long fa, int spdcid, int dpdcid, long cack) {
      to.accept(new Departure(nowPs, action.name(), PdcMessages.ackCc(fa, spdcid, dpdcid, cack)));
    }

    @Override
    public void nack(long fa, int dpdcid, Code code, long psn) {
      to.accept(new Departure(nowPs, action.name(), PdcMessages.nack(fa, dpdcid, code, psn)));
    }
  }

  // ---------------------------------------------------------------- variables

  @Override
  public Set<String> sets() {
    return Set.of(TARGET, CONTEXT, MEMORY);
  }

  @Override
  public Object hidden(long nowPs) {
    Map<PdcKey, Long> ages = new HashMap<>();
    closedPs.forEach((key, atPs) -> ages.put(key, Math.min(nowPs - atPs, memoryPs)));
    return List.of(List.copyOf(due), List.copyOf(waiting), ages, Map.copyOf(cccids), forgets);
  }

  @Override
  public Device settled(long nowPs, Map<String, LogValue> told) {
    if (told.isEmpty()) {
      return this;
    }
    PdcTargetDevice settled = twin();
    List<Map<String, LogValue>> pdcs = records(told.get(TARGET));
    while (settled.isWaiting()
        && told(pdcs, shown(PdcMessages.key(settled.waiting.element().packet())), "pdcid")
            .filter(id -> settled.open(id, null).isEmpty())
            .isPresent()) {
      // Packets behind may have opened another PDC.
    }
    if (told.get(MEMORY) instanceof LogValue.Items remembered) {
      List.copyOf(settled.closedPs.keySet()).stream()
          .filter(key -> !remembered.items().contains(pair(key)))
          .forEach(key -> settled.forget(key, nowPs));
    }
    List<Map<String, LogValue>> contexts = records(told.get(CONTEXT));
    for (TargetPdc pdc : settled.isWaiting() ? List.<TargetPdc>of() : settled.pdcs()) {
      Target.Flow flow = settled.flow(pdc);
      told(contexts, shown(flow), CCCID).ifPresent(id -> settled.bind(flow, id));
      told(pdcs, shown(pdc.key()), CCCID).ifPresent(id -> settled.bind(flow, id));
    }
    return settled;
  }

  /** Returns the records among the members of a list. */
  private static List<Map<String, LogValue>> records(LogValue list) {
    List<Map<String, LogValue>> records = new ArrayList<>();
    if (list instanceof LogValue.Items items) {
      for (LogValue each : items.items()) {
        if (each instanceof LogValue.Fields record) {
          records.add(record.fields());
        }
      }
    }
    return records;
  }

  /** Returns a number that the first record with certain fields tells. */
  private static Optional<Long> told(
      List<Map<String, LogValue>> records, Map<String, LogValue> fields, String name) {
    return records.stream()
        .filter(each -> each.entrySet().containsAll(fields.entrySet()))
        .findFirst()
        .flatMap(
            each ->
                each.get(name) instanceof LogValue.Num number
                    ? Optional.of(number.value())
                    : Optional.empty());
  }

  private Target.Flow flow(TargetPdc pdc) {
    return target.context().get(pdc.cccid()).flow();
  }

  /** Gives a CCC the id that a variable tells, if it is one of the pool that no other CCC has. */
  private void bind(Target.Flow flow, long id) {
    if (id >= 1 && id <= target.context().capacity() && !cccids.containsValue((int) id)) {
      shown = cccids.putIfAbsent(flow, (int) id) == null ? null : shown;
    }
  }

  /**
   * Returns the id of a CCC, or one that it may have.
   *
   * @param given the ids that other CCCs have been given so
   */
  private int cccid(Target.Flow flow, Collection<Integer> given) {
    if (cccids.containsKey(flow)) {
      return cccids.get(flow);
    }
    int least = 1;
    while (cccids.containsValue(least) || given.contains(least)) {
      least++;
    }
    return least;
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    shown = shown == null ? gathered() : shown;
    return shown;
  }

  private Map<String, LogValue> gathered() {
    Set<Integer> unknown = new TreeSet<>();
    Map<String, LogValue> values = opened(unknown).gathered(unknown);
    if (isWaiting()) {
      values.remove(CONTEXT); // ids of CCCs cannot be told apart before packets behind are taken
    }
    return values;
  }

  /**
   * Returns the state after the packets that wait, with any ids.
   *
   * @param unknown takes the ids of PDCs that are unknown
   */
  private PdcTargetDevice opened(Set<Integer> unknown) {
    PdcTargetDevice all = isWaiting() ? twin() : this;
    while (all.isWaiting()) {
      int any = all.target.target().leastFree();
      unknown.add(any);
      all.open(any, null);
    }
    return all;
  }

  /**
   * Returns the variables.
   *
   * @param unknown ids in the place of those that are unknown, which are shown as 0
   */
  private Map<String, LogValue> gathered(Set<Integer> unknown) {
    List<LogValue> pdcs = new ArrayList<>();
    Map<Target.Flow, LogValue> contexts = new LinkedHashMap<>();
    Map<Target.Flow, Integer> ids = new HashMap<>();
    for (TargetPdc pdc : pdcs()) {
      Target.Flow flow = flow(pdc);
      ids.computeIfAbsent(flow, fresh -> cccid(flow, List.copyOf(ids.values())));
      LogValue cccid = LogValue.of(ids.get(flow));
      Map<String, LogValue> record = new LinkedHashMap<>();
      record.put("pdcid", LogValue.of(unknown.contains(pdc.pdcid()) ? 0 : pdc.pdcid()));
      record.putAll(shown(pdc.key()));
      record.put(CCCID, cccid);
      record.put("start", LogValue.of(pdc.start()));
      record.put("got", ranges(pdc.got()));
      pdcs.add(new LogValue.Fields(record));
      Map<String, LogValue> context = new LinkedHashMap<>(shown(flow));
      context.put(CCCID, cccid);
      contexts.put(flow, new LogValue.Fields(context));
    }
    Map<String, LogValue> values = new LinkedHashMap<>();
    values.put(TARGET, new LogValue.Items(pdcs));
    values.put(CONTEXT, new LogValue.Items(List.copyOf(contexts.values())));
    values.put(
        MEMORY,
        new LogValue.Items(
            closedPs.keySet().stream()
                .filter(target.memory()::contains)
                .map(PdcTargetDevice::pair)
                .toList()));
    return values;
  }

  private static Map<String, LogValue> shown(PdcKey key) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    fields.put(FA, LogValue.of(PdcMessages.address(key.fa())));
    fields.put(PdcMessages.SPDCID, LogValue.of(key.spdcid()));
    return fields;
  }

  private static Map<String, LogValue> shown(Target.Flow flow) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    fields.put(FA, LogValue.of(PdcMessages.address(flow.fa())));
    fields.put("class", LogValue.of(Integer.toString(flow.trafficClass())));
    return fields;
  }

  private static LogValue pair(PdcKey key) {
    return new LogValue.Items(List.copyOf(shown(key).values()));
  }

  /** Returns the first and the last packet of each run of packets that have come. */
  private static LogValue ranges(ReceiveWindow got) {
    List<LogValue> ranges = new ArrayList<>();
    if (got.awaited() > 0) {
      ranges.add(range(0, got.awaited() - 1));
    }
    long packet = got.awaited();
    for (long left = got.ahead(); left > 0; ) {
      while (!got.contains(packet)) {
        packet++;
      }
      long first = packet;
      while (got.contains(packet)) {
        packet++;
      }
      ranges.add(range(first, packet - 1));
      left -= packet - first;
    }
    return new LogValue.Items(ranges);
  }

  private static LogValue range(long first, long last) {
    return new LogValue.Items(List.of(LogValue.of(first), LogValue.of(last)));
  }
}
