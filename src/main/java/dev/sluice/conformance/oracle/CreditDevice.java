package dev.sluice.conformance.oracle;

import dev.sluice.cc.Profile;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.conformance.Device;
import dev.sluice.conformance.shim.Reply.Departure;
import dev.sluice.kernel.Action;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A source of receiver credit with its host's lists: messages that are not sent whole, packets that
 * were given up for lost, and packets in flight. PDCs have the places 1, 2, … in a dialogue.
 */
final class CreditDevice implements Device {
  private static final String RETX = "retx";
  private static final String TARGET = "credit_target";

  private final CreditParams params;
  private final List<List<Long>> messages;
  private final List<List<Long>> again;
  private final List<Packet> flight;
  private final Deque<Departure> due = new ArrayDeque<>();
  private CreditSpender spender;

  /**
   * A packet that was sent.
   *
   * @param pdc the place of its PDC, from 0
   */
  record Packet(int pdc, long size) {}

  /**
   * Begins with a context.
   *
   * @param spender the kernel, which has nothing to send
   */
  CreditDevice(CreditParams params, CreditSpender spender, int pdcs) {
    this(params, spender, lists(pdcs), lists(pdcs), List.of());
  }

  private CreditDevice(
      CreditParams params,
      CreditSpender spender,
      List<List<Long>> messages,
      List<List<Long>> again,
      List<Packet> flight) {
    this.params = params;
    this.spender = spender;
    this.messages = copies(messages);
    this.again = copies(again);
    this.flight = new ArrayList<>(flight);
  }

  private static List<List<Long>> lists(int count) {
    List<List<Long>> lists = new ArrayList<>();
    for (int at = 0; at < count; at++) {
      lists.add(List.of());
    }
    return lists;
  }

  private static List<List<Long>> copies(List<List<Long>> all) {
    List<List<Long>> lists = new ArrayList<>();
    all.forEach(each -> lists.add(new ArrayList<>(each)));
    return lists;
  }

  @Override
  public Device copy() {
    CreditDevice copy = new CreditDevice(params, spender.copy(), messages, again, flight);
    copy.due.addAll(due);
    return copy;
  }

  // ---------------------------------------------------------------- for the choice of stimuli

  /** Returns the kernel. */
  CreditSpender spender() {
    return spender;
  }

  /** Returns the number of PDCs. */
  int pdcs() {
    return messages.size();
  }

  /** Returns the sizes of a PDC's packets that were given up for lost. */
  List<Long> again(int pdc) {
    return again.get(pdc);
  }

  /** Returns the bytes that were given up and may have arrived after all. */
  long given() {
    return params.profile() == Profile.SOURCE_DOCUMENTS
        ? 0
        : again.stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
  }

  /**
   * Returns packets that may be lost, the oldest first. An acknowledgment is for the oldest packets
   * here. The specification counts bytes and does not say which packets they are.
   */
  List<Packet> flight() {
    return flight;
  }

  // ---------------------------------------------------------------- events

  @Override
  public String event(
      long nowPs, String action, Map<String, LogValue> arguments, Map<String, LogValue> message) {
    if (action.equals(CreditSpender.WANT.name())) {
      return want(pdc(arguments, "p"), RoleParameters.number(message, "size"));
    } else if (action.equals(CreditSpender.LEARN.name())) {
      return learn(message);
    } else if (action.equals(CreditSpender.INFER_LOSS.name())) {
      return inferLoss(pdc(message, "pdc"), RoleParameters.number(message, "size"));
    } else if (action.equals(CreditSpender.RECOVER.name())) {
      return recover(pdc(arguments, "p"), RoleParameters.number(message, "size"));
    } else if (action.equals(CreditSpender.RESEND.name())) {
      return spender.resend(
          pdc(arguments, "p"),
          (pdc, bytes, target) ->
              leavesAt(
                  nowPs,
                  CreditSpender.RESEND,
                  Map.of("pdc", LogValue.of(pdc + 1), RETX, LogValue.of(true)),
                  target));
    } else if (action.equals(CreditSpender.ASK.name())) {
      return spender.ask(
          largestNext(),
          (pdc, bytes, target) ->
              leavesAt(nowPs, CreditSpender.ASK, Map.of("size", LogValue.of(bytes)), target));
    }
    return action.equals(CreditSpender.CLOSE.name())
        ? spender.close()
        : "a source of receiver credit has no event " + action;
  }

  private static int pdc(Map<String, LogValue> from, String name) {
    return (int) RoleParameters.number(from, name) - 1;
  }

  private void leavesAt(long nowPs, Action action, Map<String, LogValue> fields, long target) {
    due.add(new Departure(nowPs, action.name(), message(fields, target)));
  }

  private Map<String, LogValue> message(Map<String, LogValue> fields, long target) {
    Map<String, LogValue> all = new LinkedHashMap<>(fields);
    all.put(TARGET, LogValue.of(params.wireTarget(target)));
    return all;
  }

  private String want(int pdc, long size) {
    String refused = spender.want(pdc, size);
    if (refused == null) {
      messages.get(pdc).add(size);
    }
    return refused;
  }

  /** Takes an ACK_CC. One without credit repeats the total that is known. */
  private String learn(Map<String, LogValue> message) {
    long credit =
        message.containsKey("credit")
            ? RoleParameters.number(message, "credit")
            : params.wireCredit(spender.credit());
    String refused = spender.learn(credit, RoleParameters.number(message, "acked"));
    long left = flight.stream().mapToLong(Packet::size).sum();
    while (left > spender.sent() - spender.acked()) {
      left -= flight.remove(0).size();
    }
    return refused;
  }

  private String inferLoss(int pdc, long size) {
    String refused = spender.inferLoss(pdc, size);
    if (refused == null) {
      again.get(pdc).add(size);
      flight.remove(new Packet(pdc, size));
    }
    return refused;
  }

  /** Takes back a loss, if the host has given up such a packet. */
  private String recover(int pdc, long size) {
    if (!again.get(pdc).contains(size)) {
      return "no packet of " + size + " B is given up for lost";
    }
    String refused = spender.recover(pdc, size);
    if (refused == null) {
      again.get(pdc).remove((Long) size);
      flight.add(new Packet(pdc, size));
    }
    return refused;
  }

  // ---------------------------------------------------------------- departures

  /** Returns the bytes of the largest packet that may be the next; 0 if nothing is queued. */
  long largestNext() {
    int pdc = spender.pdcInTurn();
    if (pdc == CreditSpender.NO_PDC) {
      return 0;
    }
    List<Long> waiting = messages.get(pdc);
    long largest = waiting.isEmpty() ? 0 : spender.packetBytes(waiting.get(0));
    for (long size : again.get(pdc)) {
      largest = Math.max(largest, size);
    }
    return largest;
  }

  @Override
  public long notBeforePs(long nowPs) {
    // If only some of the packets fit, a source may wait for credit for another one.
    long largest = largestNext();
    return largest > 0 && largest <= spender.allowed() ? nowPs : NEVER_PS;
  }

  @Override
  public Optional<Objection> leaves(Departure departure) {
    if (!due.isEmpty()) {
      Departure only = due.peek();
      if (!departure.action().equals(only.action())
          || !departure.message().equals(only.message())) {
        return Optional.of(Objection.only(only.action(), only.message()));
      }
      due.remove();
      return Optional.empty();
    }
    Map<String, LogValue> told = departure.message();
    if (!departure.action().equals(CreditSpender.TRANSMIT.name())
        || !(told.get("pdc") instanceof LogValue.Num place)
        || !(told.get("size") instanceof LogValue.Num size)
        || place.value() < 1
        || place.value() > pdcs()) {
      return Optional.of(
          new Objection(false, "only a Transmit with pdc and size, of a PDC from 1 on, may leave"));
    }
    return transmit(departure, (int) place.value() - 1, size.value());
  }

  private Optional<Objection> transmit(Departure departure, int pdc, long size) {
    boolean isAgain = departure.message().containsKey(RETX);
    if (isAgain && !again.get(pdc).contains(size)) {
      return Optional.of(new Objection(false, "no packet of " + size + " B is given up for lost"));
    } else if (!isAgain && messages.get(pdc).isEmpty()) {
      return Optional.of(new Objection(false, "this PDC has no message"));
    }
    CreditSpender after = spender.copy();
    Map<String, LogValue> expected = new LinkedHashMap<>();
    String refused = transmit(after, pdc, isAgain, size, expected);
    if (refused != null) {
      return Optional.of(new Objection(true, refused));
    } else if (!expected.equals(departure.message())) {
      return Optional.of(Objection.only(departure.action(), expected));
    }
    spender = after;
    if (isAgain) {
      again.get(pdc).remove((Long) size);
    } else {
      long rest = params.rest(messages.get(pdc).remove(0), size);
      if (rest > 0) {
        messages.get(pdc).add(0, rest);
      }
    }
    flight.add(new Packet(pdc, size));
    return Optional.empty();
  }

  /**
   * Lets a packet leave.
   *
   * @param size that of a packet that leaves again; the size of another one follows from its
   *     message
   * @param packet takes the fields of the packet
   * @return why it may not leave now; null if it may
   */
  private String transmit(
      CreditSpender from, int pdc, boolean isAgain, long size, Map<String, LogValue> packet) {
    CreditSpender.Sink sink =
        (of, bytes, target) -> {
          packet.put("pdc", LogValue.of(of + 1));
          packet.put("size", LogValue.of(bytes));
          packet.putAll(message(isAgain ? Map.of(RETX, LogValue.of(true)) : Map.of(), target));
        };
    return isAgain
        ? from.transmitAgain(pdc, size, sink)
        : from.transmit(pdc, messages.get(pdc).get(0), sink);
  }

  @Override
  public List<Departure> offers(long nowPs) {
    List<Departure> all = new ArrayList<>(due().map(List::of).orElse(List.of()));
    for (int pdc = 0; due.isEmpty() && pdc < pdcs(); pdc++) {
      if (!messages.get(pdc).isEmpty()) {
        offer(nowPs, pdc, false, 0, all);
      }
      for (long size : again.get(pdc)) {
        offer(nowPs, pdc, true, size, all);
      }
    }
    return all;
  }

  private void offer(long nowPs, int pdc, boolean isAgain, long size, List<Departure> all) {
    Map<String, LogValue> packet = new LinkedHashMap<>();
    if (transmit(spender.copy(), pdc, isAgain, size, packet) == null) {
      all.add(new Departure(nowPs, CreditSpender.TRANSMIT.name(), packet));
    }
  }

  @Override
  public Optional<Departure> due() {
    return Optional.ofNullable(due.peek());
  }

  @Override
  public Object hidden(long nowPs) {
    return List.of(copies(messages), copies(again), List.copyOf(flight), List.copyOf(due));
  }

  @Override
  public Map<String, LogValue> shown(long nowPs) {
    return Told.record(CreditSpender.FACE, spender, nowPs).fields();
  }
}
