package dev.sluice.model.validate;

import static dev.sluice.model.validate.Agreement.divided;
import static dev.sluice.model.validate.Agreement.same;
import static dev.sluice.model.validate.Agreement.value;
import static dev.sluice.model.validate.Agreement.valueOfPdc;
import static dev.sluice.model.validate.Agreement.within;

import dev.sluice.model.validate.Agreement.Kind;
import dev.sluice.model.validate.Agreement.Side;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the specifications' parts of a log. Each specification is judged on its own, and
 * believes the log in all that comes from its surroundings; here the log is held to one story. A
 * NIC that measures U and hands another number to its window is a behaviour of either
 * specification.
 *
 * <p>Events are compared within an instant of one host: events that describe one occurrence have
 * the same time.
 */
public final class Agreements {
  /** Units of windows and sizes of NsccWindow, in a byte. */
  private static final long WINDOW_UNITS = 512;

  private static final long PSNS = 1L << 24;

  /** All that two specifications tell of the same end of a flow. */
  static final List<Agreement> ALL =
      List.of(
          // one event, seen by several specifications
          same(
              "a packet leaves for the first time",
              Side.of("PdcHandshake", "Transmit").telling("in.p"),
              Side.of("CccLifecycle", "Send").telling("in.p")),
          same(
              "a packet leaves again",
              Side.of("PdcHandshake", "Retransmit").telling("in.p"),
              Side.of("CccLifecycle", "Resend").telling("in.p")),
          within(
              "a packet leaves",
              Side.of("CreditConservation", "Transmit").telling("msg.size"),
              Side.of("CccLifecycle", "Send", "Resend").telling("in.size")),
          within(
              "a packet leaves on new credit",
              Side.of("CccLifecycle", "Send"),
              Side.of("CreditConservation", "Transmit")),
          same(
              "a packet leaves",
              Side.of("NsccWindow", "Send").telling("in.size").inUnitsOf(WINDOW_UNITS),
              Side.of("CccLifecycle", "Send", "Resend").telling("in.size")),
          same(
              "a packet leaves",
              Side.of("CccScheduling", "Send"),
              Side.of("CccLifecycle", "Send", "Resend")),
          same(
              "a packet leaves for the first time",
              Side.of("LossRecovery", "Transmit"),
              Side.of("PdcHandshake", "Transmit")),
          same(
              "a packet leaves again",
              Side.of("LossRecovery", "Retransmit"),
              Side.of("PdcHandshake", "Retransmit")),
          within(
              "a packet has come for the first time",
              Side.of("CccLifecycle", "Receive").telling("in.p"),
              Side.of("PdcHandshake", "ReceiveRequest", "Admit", "ReceiveSyn")
                  .telling("in.m.spdcid")),
          within(
              "a packet has come for the first time",
              Side.of("CccLifecycle", "Receive").telling("in.size"),
              Side.of("CreditConservation", "Receive").telling("msg.size")),
          within(
              "a packet has come",
              Side.of("PdcHandshake", "ReceiveRequest", "Admit", "ReceiveSyn"),
              Side.of("CreditConservation", "Receive")),
          within(
              "packets are acknowledged",
              Side.of("CccLifecycle", "Acknowledge"),
              Side.of("NsccWindow", "Ack")),
          within(
              "packets are acknowledged",
              Side.of("CccLifecycle", "Acknowledge"),
              Side.of("CccScheduling", "Ack")),
          within(
              "packets are acknowledged",
              Side.of("CccLifecycle", "Acknowledge"),
              Side.of("CreditConservation", "Learn")),
          same(
              "an acknowledgment has come",
              Side.of("CccScheduling", "Ack"),
              Side.of("NsccWindow", "Ack")),
          same(
              "an acknowledgment has come",
              Side.of("LossRecovery", "ReceiveAck"),
              Side.of("NsccWindow", "Ack")),
          within(
              "credit has come",
              Side.of("CreditConservation", "Learn"),
              Side.of("CccScheduling", "Ack", "CreditUpdate")),
          same("a NACK has come", Side.of("CccScheduling", "Nack"), Side.of("NsccWindow", "Nack")),
          same(
              "a loss is inferred",
              Side.of("CccScheduling", "InferLoss"),
              Side.of("NsccWindow", "InferLoss")),
          within(
              "a timer runs out",
              Side.of("LossRecovery", "Timeout"),
              Side.of("CccLifecycle", "GiveUp")),
          within(
              "a packet is given up",
              Side.of("NsccWindow", "Nack", "InferLoss"),
              Side.of("CccLifecycle", "GiveUp")),
          same(
              "a packet is given up",
              Side.of("CccScheduling", "Nack", "InferLoss"),
              Side.of("CccLifecycle", "GiveUp")),
          within(
              "a packet is given up",
              Side.of("CreditConservation", "InferLoss").telling("msg.size"),
              Side.of("CccLifecycle", "GiveUp").telling("in.size")),
          same(
              "a source closes a PDC",
              Side.of("CccLifecycle", "BeginClose").telling("in.p"),
              Side.of("PdcHandshake", "Close").telling("in.p")),
          within(
              "a source gives its credit up",
              Side.of("CreditConservation", "Close"),
              Side.of("CccLifecycle", "BeginClose")),
          within(
              "a target forgets a sender",
              Side.of("CreditConservation", "Forget"),
              Side.of("CccLifecycle", "CloseCcc")),
          within(
              "a message is posted",
              Side.of("CreditConservation", "Want"),
              Side.of("CccLifecycle", "Post")),
          same(
              "a target opens a PDC",
              Side.of("PdcHandshake", "Admit").telling("in.m.spdcid"),
              Side.of("CccLifecycle", "Accept").telling("in.p")),
          within(
              "a source opens a PDC",
              Side.of("PdcHandshake", "Open").telling("in.p"),
              Side.of("CccLifecycle", "Bind").telling("in.p")),
          same(
              "a target gives a PDC up",
              Side.of("CccLifecycle", "FollowClose").telling("in.p"),
              Side.of("PdcHandshake", "ReceiveClose").telling("in.m.spdcid")),
          within(
              "a source gives a PDC up",
              Side.of("CccLifecycle", "EndClose").telling("in.p"),
              Side.of("PdcHandshake", "ReceiveAck", "ReceiveNack").telling("in.m.dpdcid")),
          same(
              "a packet leaves",
              Side.of("RcTransport", "Transmit"),
              Side.of("RcmLoop", "Transmit")),
          same(
              "a packet has come",
              Side.of("RcTransport", "Receive"),
              Side.of("RcmLoop", "Receive")),
          same(
              "a packet leaves",
              Side.of("RcTransport", "Transmit"),
              Side.of("HpccWindow", "Transmit")),
          same(
              "a packet has come",
              Side.of("RcTransport", "Receive"),
              Side.of("HpccWindow", "Receive")),
          same(
              "a packet leaves",
              Side.of("RcTransport", "Transmit"),
              Side.of("EventRate", "OtherEvent").where("event", "SENT")),
          within(
              "a packet leaves",
              Side.of("RcTransport", "Transmit"),
              Side.of("LsnSpace", "Transmit")),
          within(
              "a packet leaves",
              Side.of("PawaWindow", "Transmit"),
              Side.of("LsnSpace", "Transmit")),
          within(
              "a packet leaves", Side.of("FastStart", "Transmit"), Side.of("LsnSpace", "Transmit")),
          within(
              "a packet leaves",
              Side.of("FastStart", "Transmit"),
              Side.of("RcTransport", "Transmit")),
          divided(
              "a packet leaves, in one stage of a window",
              Side.of("LsnSpace", "Transmit").where("space", "REQUEST"),
              Side.of("FastStart", "Transmit"),
              Side.of("PawaWindow", "Transmit")),
          within(
              "a packet has come",
              Side.of("PawaWindow", "Receive"),
              Side.of("LsnSpace", "Receive")),
          within(
              "a packet has come",
              Side.of("RcTransport", "Receive"),
              Side.of("LsnSpace", "Receive")),
          same(
              "a packet has come",
              Side.of("RcTransport", "Receive"),
              Side.of("PawaWindow", "Receive")),
          within(
              "a marked packet has come",
              Side.of("EventRate", "Notify"),
              Side.of("RcTransport", "Receive")),
          within(
              "a response has come",
              Side.of("RcTransport", "ReceiveResponse"),
              Side.of("LsnSpace", "ReceiveAck")),
          within(
              "a response has come",
              Side.of("RcTransport", "ReceiveResponse"),
              Side.of("HpccWindow", "ReceiveAck")),
          within(
              "a response has come",
              Side.of("EventRate", "OtherEvent").where("event", "ACK"),
              Side.of("RcTransport", "ReceiveResponse")),
          within(
              "records have come",
              Side.of("TelemetryRecords", "Hear"),
              Side.of("HpccWindow", "ReceiveAck")),
          within(
              "an acknowledgment has come",
              Side.of("PawaWindow", "ReceiveAck"),
              Side.of("LsnSpace", "ReceiveAck")),
          within(
              "an acknowledgment has come",
              Side.of("FastStart", "ReceiveAck"),
              Side.of("LsnSpace", "ReceiveAck")),
          // a measurement, and the algorithm that takes it
          same(
              "measured U",
              Side.of("TelemetryRecords", "Hear").telling("st.s.u", "st.s.tau").ifAtLeast(0),
              Side.of("HpccWindow", "ReceiveAck").telling("in.u", "in.tau").ifAtLeast(0)),
          same(
                  "measured U",
                  Side.of("TelemetryRecords", "Receive").telling("st.r.u", "st.r.tau").ifAtLeast(0),
                  Side.of("HpccWindow", "Receive").telling("in.u", "in.tau").ifAtLeast(0))
              .where("TelemetryRecords", "Form", "RECEIVER"),
          // variables
          value(
              "cwnd",
              Side.of(
                      "CccLifecycle",
                      "Configure",
                      "Send",
                      "GiveUp",
                      "Resend",
                      "Acknowledge",
                      "Signal")
                  .telling("st.ccc.cwnd"),
              Side.of("CccScheduling").telling("st.window"),
              Side.of("NsccWindow").telling("st.window.cwnd").inUnitsOf(WINDOW_UNITS)),
          value(
              "bytes in flight",
              Side.of("CccLifecycle").telling("st.ccc.inflight"),
              Side.of("CccScheduling").telling("st.nsccInflight")),
          value(
              "credit at hand",
              Side.of(
                      "CreditConservation",
                      "Want",
                      "Transmit",
                      "Ask",
                      "InferLoss",
                      "Recover",
                      "Resend",
                      "Learn")
                  .telling("st.credit - st.spent"),
              Side.of("CccScheduling").telling("st.credit")),
          value(
              "backlog",
              Side.of("CccLifecycle").telling("st.todo"),
              Side.of("CccScheduling").telling("st.backlog")),
          value(
              "lost",
              Side.of("CccLifecycle").telling("st.lost"),
              Side.of("CccScheduling").telling("st.rtxBacklog")),
          value(
              "packets that have come in order",
              Side.of("RcTransport").telling("st.executed").modulo(PSNS),
              Side.of("HpccWindow").telling("st.r.expected")),
          valueOfPdc(
              "packets that are acknowledged in order",
              Side.of("PdcHandshake").telling("st.source.acked"),
              Side.of("LossRecovery").telling("st.acked")));

  private final EventLog log;
  private final List<Agreement> agreements;

  /** Specifications that tell anything at all. */
  private final Set<String> inLog = new TreeSet<>();

  /** By end and specification: its first event. */
  private final Map<String, Map<String, LogEvent>> told = new HashMap<>();

  private final Map<String, End> ends = new LinkedHashMap<>();
  private final List<Disagreement> found = new ArrayList<>();
  private final Map<Agreement, Long> compared = new LinkedHashMap<>();

  /**
   * Two events that tell different things of one, or an event without its counterpart.
   *
   * @param what the thing, in words
   * @param event the later one of two events, or the one that is alone
   * @param told the specifications' own values, in words
   */
  public record Disagreement(String what, LogEvent event, List<String> told) {}

  private Agreements(EventLog log, List<Agreement> agreements) {
    this.log = log;
    this.agreements = agreements;
  }

  /**
   * Compares the parts of some specifications.
   *
   * @param specs names of the specifications
   * @return the first disagreement of each end of a flow in each thing, in the log's order
   */
  public static Agreements of(EventLog log, Collection<String> specs) {
    List<Agreement> some =
        ALL.stream()
            .filter(each -> each.sides().stream().filter(s -> specs.contains(s.spec())).count() > 1)
            .toList();
    Agreements all = new Agreements(log, some);
    if (!some.isEmpty()) {
      all.compare();
    }
    return all;
  }

  /** Returns the disagreements. */
  public List<Disagreement> found() {
    return List.copyOf(found);
  }

  /** Returns how many events and values of each agreement were compared. */
  Map<Agreement, Long> compared() {
    return compared;
  }

  private void compare() {
    for (LogEvent event : log.events()) {
      inLog.add(event.spec());
      if (event.instance().isPresent()) {
        told.computeIfAbsent(end(event), fresh -> new HashMap<>()).putIfAbsent(event.spec(), event);
      }
    }
    for (LogEvent event : log.events()) {
      if (event.instance().isPresent()) {
        String key = end(event);
        if (told.get(key).size() > 1) {
          ends.computeIfAbsent(key, fresh -> new End(told.get(fresh))).take(event);
        }
      }
    }
    long lastPs = log.events().isEmpty() ? 0 : log.events().get(log.events().size() - 1).atPs();
    for (End end : ends.values()) {
      if (!log.extent().isPrefix() || end.nowPs < lastPs) {
        end.close();
      }
    }
    found.sort((one, other) -> Long.compare(one.event().number(), other.event().number()));
  }

  /** Returns the name of an end of a flow: its host, and its role there. */
  private static String end(LogEvent event) {
    LogInstance instance = event.instance().orElseThrow();
    return event.at() + " " + instance.role() + " " + instance.flow();
  }

  /** Compares the events of one end of a flow. */
  private final class End {
    private final List<Agreement> mine;
    private final List<LogEvent> now = new ArrayList<>();
    private final Map<String, LogEvent> latest = new HashMap<>();
    private long nowPs;

    End(Map<String, LogEvent> first) {
      mine =
          new ArrayList<>(
              agreements.stream()
                  .filter(each -> isTold(each, first))
                  .filter(each -> each.given().map(given -> isFixed(given, first)).orElse(true))
                  .toList());
    }

    private boolean isTold(Agreement each, Map<String, LogEvent> first) {
      List<Side> sides = each.sides();
      return sides.stream().filter(side -> isTold(side, first)).count() > 1
          && (each.kind() != Kind.FIRST_WITHIN_OTHERS
              || isTold(sides.get(0), first)
                  && sides.stream().allMatch(side -> inLog.contains(side.spec())));
    }

    private boolean isTold(Side side, Map<String, LogEvent> first) {
      return first.containsKey(side.spec())
          && side.actions().stream()
              .noneMatch(action -> Omitted.isOmitted(log, side.spec() + "." + action));
    }

    private static boolean isFixed(Agreement.Given given, Map<String, LogEvent> first) {
      LogValue fixed = first.get(given.spec()).given().get(given.name());
      return fixed instanceof LogValue.Str word && word.value().equals(given.value());
    }

    void take(LogEvent event) {
      if (event.atPs() != nowPs) {
        close();
        nowPs = event.atPs();
      }
      now.add(event);
      if (event.isOutside()) {
        mine.removeIf(each -> each.sides().stream().anyMatch(s -> s.spec().equals(event.spec())));
      }
    }

    /** Compares the events of an instant that is over. */
    void close() {
      List<Agreement> broken = new ArrayList<>();
      for (Agreement each : mine) {
        if (!isAbout(each)) {
          continue;
        }
        boolean agrees =
            switch (each.kind()) {
              case SAME_VALUE, SAME_VALUE_OF_PDC -> hasOneValue(each);
              case FIRST_WITHIN_OTHERS -> isDivided(each);
              default -> hasOneStory(each);
            };
        if (!agrees) {
          broken.add(each);
        }
      }
      mine.removeAll(broken);
      now.clear();
    }

    private boolean isAbout(Agreement each) {
      for (LogEvent event : now) {
        for (Side side : each.sides()) {
          if (side.isOfAction(event)) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean hasOneStory(Agreement each) {
      Side one = each.sides().get(0);
      Side other = each.sides().get(1);
      List<LogEvent> left = now.stream().filter(one::has).toList();
      List<LogEvent> right = now.stream().filter(other::has).toList();
      compared.merge(each, (long) left.size(), Long::sum);
      int next = 0;
      for (LogEvent event : left) {
        int from = next;
        while (next < right.size() && !isAlike(one.of(event), other.of(right.get(next)))) {
          if (each.kind() == Kind.SAME_STEPS) {
            differ(each, one, event, other, right.get(next));
            return false;
          }
          next++;
        }
        if (next == right.size()) {
          if (from < right.size()) {
            differ(each, one, event, other, right.get(from));
          } else {
            lacks(each, one, event, List.of(other));
          }
          return false;
        }
        next++;
      }
      if (each.kind() == Kind.SAME_STEPS && next < right.size()) {
        lacks(each, other, right.get(next), List.of(one));
        return false;
      }
      return true;
    }

    /** Returns whether the events of the first side are no more than those of the others. */
    private boolean isDivided(Agreement each) {
      Side whole = each.sides().get(0);
      List<Side> parts = each.sides().subList(1, each.sides().size());
      List<LogEvent> all = now.stream().filter(whole::has).toList();
      compared.merge(each, (long) all.size(), Long::sum);
      long known =
          now.stream().filter(event -> parts.stream().anyMatch(part -> part.has(event))).count();
      if (all.size() > known) {
        lacks(each, whole, all.get((int) known), parts);
        return false;
      }
      return true;
    }

    private static boolean isAlike(List<Optional<LogValue>> one, List<Optional<LogValue>> other) {
      for (int i = 0; i < one.size(); i++) {
        if (one.get(i).isPresent()
            && other.get(i).isPresent()
            && !one.get(i).equals(other.get(i))) {
          return false;
        }
      }
      return true;
    }

    private boolean hasOneValue(Agreement each) {
      Set<String> changed = new TreeSet<>();
      for (LogEvent event : now) {
        for (Side side : each.sides()) {
          if (side.has(event) && side.of(event).get(0).isPresent()) {
            String context = context(each, event);
            latest.put(context + side.spec(), event);
            changed.add(context);
          }
        }
      }
      for (String context : changed) {
        Side first = null;
        for (Side side : each.sides()) {
          LogEvent event = latest.get(context + side.spec());
          LogEvent before = first == null ? null : latest.get(context + first.spec());
          if (event != null && before == null) {
            first = side;
          } else if (event != null) {
            compared.merge(each, 1L, Long::sum);
            if (!isAlike(first.of(before), side.of(event))) {
              differ(each, first, before, side, event);
              return false;
            }
          }
        }
      }
      return true;
    }

    /** Returns whose variable it is: that of a CCC, or of a PDC. */
    private static String context(Agreement each, LogEvent event) {
      LogInstance of = event.instance().orElseThrow();
      int number = each.kind() == Kind.SAME_VALUE_OF_PDC ? of.pdc() : of.life();
      return each.what() + " " + number + " ";
    }

    private void differ(Agreement each, Side one, LogEvent event, Side other, LogEvent against) {
      boolean isLater = event.number() > against.number();
      List<String> told = List.of(says(one, event), says(other, against));
      found.add(
          new Disagreement(
              each.what(), isLater ? event : against, isLater ? told : reversed(told)));
    }

    private static List<String> reversed(List<String> two) {
      return List.of(two.get(1), two.get(0));
    }

    private void lacks(Agreement each, Side one, LogEvent event, List<Side> others) {
      List<String> told = new ArrayList<>(List.of(says(one, event)));
      for (Side other : others) {
        told.add(
            now.stream()
                .filter(other::isOfAction)
                .findFirst()
                .map(near -> says(other, near))
                .orElse(
                    other.spec()
                        + " has no "
                        + String.join(" or ", other.actions())
                        + " of this end at this time"));
      }
      found.add(new Disagreement(each.what(), event, told));
    }

    private static String says(Side side, LogEvent event) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < side.values().size(); i++) {
        values.add(
            side.values().get(i)
                + " = "
                + side.of(event).get(i).map(Agreements::text).orElse("(not told)"));
      }
      return side.spec()
          + ", event "
          + event.number()
          + ", "
          + event.action()
          + (values.isEmpty() ? "" : ": " + String.join(", ", values));
    }
  }

  private static String text(LogValue value) {
    return value instanceof LogValue.Num number
        ? Long.toString(number.value())
        : value.toTlc().map(Value::toString).orElseGet(value::toString);
  }
}
