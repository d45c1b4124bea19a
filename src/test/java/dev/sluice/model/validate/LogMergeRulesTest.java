package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Merges small logs, whose messages are numbered: {@code Send} and {@code Take} of one number are
 * two ends of a message, and {@code Fill} and {@code Drain} those of an amount.
 */
class LogMergeRulesTest {
  private static final String MAIL = "Mail";

  private static final Projection THROUGH =
      new Projection() {
        @Override
        public String spec() {
          return MAIL;
        }

        @Override
        public List<Behaviour> behaviours(EventLog log) {
          return List.of();
        }

        @Override
        public Set<String> constants() {
          return Set.of();
        }

        @Override
        public void traffic(LogEvent event, Traffic traffic) {
          long n = event.arguments().get("n") instanceof LogValue.Num number ? number.value() : 0;
          switch (event.action()) {
            case "Send" -> traffic.departs("message " + n, 1);
            case "Take" -> traffic.arrives("message " + n);
            case "TakeTwo" -> {
              traffic.arrives("message " + n);
              traffic.arrives("message " + (n + 1));
            }
            case "Fill" -> traffic.departs("amount", n);
            case "Drain" -> traffic.arrives("amount", n);
            default -> {}
          }
        }
      };

  /** Adds an event of a host at a time. */
  private static HandLog add(HandLog log, String host, long ps, String action, int n) {
    return log.event(MAIL, action).of(null).at(host, ps).in("n", n).end();
  }

  private static MergedLog merged(HandLog... logs) throws BadLog {
    return LogMerge.of(List.of(logs).stream().map(HandLog::log).toList(), List.of(THROUGH));
  }

  /** Returns the events in their new order: number, time, host, action and argument. */
  private static List<String> order(MergedLog merged) {
    return merged.log().events().stream()
        .map(
            each ->
                "%d %d %s %s %s"
                    .formatted(
                        each.number(),
                        each.atPs(),
                        each.at(),
                        each.action(),
                        each.arguments().get("n") instanceof LogValue.Num n ? n.value() : "-"))
        .toList();
  }

  private static String clocks(MergedLog merged) {
    return String.join(
        ", ",
        merged.hosts().stream()
            .map(c -> c.host() + " +" + c.offsetPs() + " " + c.falls() + " " + c.worstFallPs())
            .toList());
  }

  // ---------------------------------------------------------------- order

  @Test
  void eventsStandInTheOrderOfTheirTimes() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 1, "Idle", 1), "a", 5, "Idle", 2);
    HandLog b = add(add(new HandLog(), "b", 3, "Idle", 3), "b", 5, "Idle", 4);
    MergedLog merged = merged(b, a);
    assertThat(order(merged))
        .containsExactly("1 1 a Idle 1", "2 3 b Idle 3", "3 5 a Idle 2", "4 5 b Idle 4");
    assertThat(merged.isAligned()).as("aligned").isTrue();
    assertThat(merged.contradictions()).isEmpty();
    assertThat(clocks(merged)).isEqualTo("a +0 0 0, b +0 0 0");
  }

  @Test
  void aClockThatIsAheadIsSetBackByItsMessages() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 10, "Send", 1), "a", 20, "Send", 2);
    HandLog b = add(add(new HandLog(), "b", 4, "Take", 1), "b", 21, "Take", 2);
    MergedLog merged = merged(a, b);
    assertThat(merged.isAligned()).as("aligned").isTrue();
    assertThat(clocks(merged)).isEqualTo("a +0 0 0, b +6 0 0");
    assertThat(order(merged))
        .containsExactly("1 10 a Send 1", "2 10 b Take 1", "3 20 a Send 2", "4 27 b Take 2");
    assertThat(merged.contradictions())
        .containsExactly(new MergedLog.Contradiction("a", "b", 1, 6));
  }

  @Test
  void offsetsAreCarriedFromHostToHost() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 0, "Take", 2), "a", 1, "Idle", 0);
    HandLog b = add(add(new HandLog(), "b", 0, "Take", 1), "b", 2, "Send", 2);
    HandLog c = add(new HandLog(), "c", 50, "Send", 1);
    MergedLog merged = merged(a, b, c);
    assertThat(merged.isAligned()).as("aligned").isTrue();
    assertThat(clocks(merged)).isEqualTo("a +52 0 0, b +50 0 0, c +0 0 0");
    assertThat(order(merged))
        .containsExactly(
            "1 50 c Send 1", "2 50 b Take 1", "3 52 b Send 2", "4 52 a Take 2", "5 53 a Idle 0");
  }

  @Test
  void clocksThatDriftAreLeftAndCausalityDecides() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 10, "Send", 1), "a", 11, "Take", 2);
    HandLog b = add(add(new HandLog(), "b", 4, "Take", 1), "b", 20, "Send", 2);
    MergedLog merged = merged(a, b);
    assertThat(merged.isAligned()).as("aligned").isFalse();
    assertThat(clocks(merged)).isEqualTo("a +0 0 0, b +0 0 0");
    assertThat(order(merged))
        .containsExactly("1 10 a Send 1", "2 10 b Take 1", "3 20 b Send 2", "4 20 a Take 2");
    assertThat(merged.contradictions())
        .containsExactlyInAnyOrder(
            new MergedLog.Contradiction("a", "b", 1, 6),
            new MergedLog.Contradiction("b", "a", 1, 9));
  }

  @Test
  void contradictionsOfTwoHostsAreCountedTogether() throws BadLog {
    HandLog a =
        add(add(add(new HandLog(), "a", 10, "Send", 1), "a", 20, "Send", 2), "a", 30, "Send", 3);
    HandLog b =
        add(add(add(new HandLog(), "b", 8, "Take", 1), "b", 13, "Take", 2), "b", 30, "Take", 3);
    assertThat(merged(a, b).contradictions())
        .containsExactly(new MergedLog.Contradiction("a", "b", 2, 7));
    HandLog both = new HandLog();
    add(both, "b", 8, "Take", 1);
    add(both, "a", 10, "Send", 1);
    assertThat(LogMerge.contradictions(both.log(), List.of(THROUGH)))
        .containsExactly(new MergedLog.Contradiction("a", "b", 1, 2));
  }

  @Test
  void aMessageOfAHostToItselfAsksForNothing() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 1, "Take", 1), "a", 5, "Send", 1);
    HandLog b = add(new HandLog(), "b", 3, "Idle", 0);
    assertThat(order(merged(a, b))).containsExactly("1 1 a Take 1", "2 3 b Idle 0", "3 5 a Send 1");
  }

  @Test
  void anEventOfNoProjectionHasNoMessages() throws BadLog {
    HandLog a = new HandLog().event("Other", "Send").of(null).at("a", 9).in("n", 1).end();
    HandLog b = add(new HandLog(), "b", 3, "Idle", 0);
    assertThat(order(merged(a, b))).containsExactly("1 3 b Idle 0", "2 9 a Send 1");
  }

  // ---------------------------------------------------------------- amounts

  @Test
  void anAmountArrivesAfterAsMuchHasLeft() throws BadLog {
    HandLog a = new HandLog();
    add(a, "a", 10, "Fill", 3);
    add(a, "a", 20, "Fill", -5);
    add(a, "a", 30, "Fill", 2);
    add(a, "a", 40, "Fill", 1);
    HandLog b = new HandLog();
    add(b, "b", 10, "Drain", 3);
    add(b, "b", 11, "Drain", 1);
    add(b, "b", 12, "Drain", 1);
    MergedLog merged = merged(a, b);
    assertThat(merged.isAligned()).as("aligned").isTrue();
    assertThat(clocks(merged)).isEqualTo("a +0 0 0, b +19 0 0");
    assertThat(order(merged))
        .containsExactly(
            "1 10 a Fill 3",
            "2 20 a Fill -5",
            "3 29 b Drain 3",
            "4 30 a Fill 2",
            "5 30 b Drain 1",
            "6 31 b Drain 1",
            "7 40 a Fill 1");
  }

  @Test
  void nothingArrivesWithoutADeparture() throws BadLog {
    HandLog a = add(new HandLog(), "a", 10, "Fill", 3);
    HandLog b = add(new HandLog(), "b", 1, "Drain", 0);
    assertThat(order(merged(a, b))).containsExactly("1 1 b Drain 0", "2 10 a Fill 3");
  }

  @Test
  void aFirstPartArrivesAfterTheFirstOfTheNextAmountHasLeft() {
    Traffic traffic = new Traffic();
    traffic.arrives("amount", 3);
    traffic.next();
    traffic.begins("amount");
    assertThat(traffic.arrivals()).containsExactly(new Traffic.Arrival("amount", 4));
    assertThat(traffic.recall("size", 5)).as("before it is kept").isEqualTo(5);
    traffic.remember("size", 6);
    traffic.next();
    assertThat(traffic.recall("size", 5)).as("for later events").isEqualTo(6);
  }

  @Test
  void aMessageLeavesWithTheLastEventOfItsStep() throws BadLog {
    HandLog a = new HandLog();
    add(a, "a", 10, "Send", 1);
    add(a, "a", 10, "Idle", 2);
    add(a, "a", 10, "Idle", 3);
    add(a, "a", 10, "Send", 4);
    add(a, "a", 11, "Idle", 5);
    HandLog b = add(new HandLog(), "b", 10, "Take", 1);
    HandLog early = add(new HandLog(), "B", 10, "Take", 1);
    assertThat(order(merged(a, early)))
        .containsExactly(
            "1 10 a Send 1",
            "2 10 a Idle 2",
            "3 10 a Idle 3",
            "4 10 B Take 1",
            "5 10 a Send 4",
            "6 11 a Idle 5");
    assertThat(order(merged(a, b)).get(4)).isEqualTo("5 10 b Take 1");
  }

  /** Ends a step before an event that takes a message. */
  @Test
  void aStepEndsBeforeAnArrival() throws BadLog {
    HandLog a = new HandLog();
    add(a, "a", 10, "Send", 1);
    add(a, "a", 10, "Take", 2);
    HandLog b = new HandLog();
    add(b, "b", 10, "Take", 1);
    add(b, "b", 10, "Send", 2);
    assertThat(order(merged(a, b)))
        .containsExactly("1 10 a Send 1", "2 10 b Take 1", "3 10 b Send 2", "4 10 a Take 2");
  }

  // ---------------------------------------------------------------- clocks that fall

  @Test
  void aClockThatFallsGoesOnFromItsLastTime() throws BadLog {
    HandLog log = new HandLog();
    add(log, "a", 10, "Idle", 1);
    add(log, "a", 4, "Idle", 2);
    add(log, "b", 5, "Idle", 3);
    add(log, "a", 6, "Idle", 4);
    add(log, "a", 3, "Idle", 5);
    MergedLog merged = merged(log);
    assertThat(order(merged))
        .containsExactly(
            "1 10 a Idle 1", "2 10 a Idle 2", "3 11 b Idle 3", "4 12 a Idle 4", "5 12 a Idle 5");
    assertThat(clocks(merged)).isEqualTo("a +0 2 6, b +0 0 0");
  }

  /** Raises the time at which the clock falls, too. */
  @Test
  void aClockThatFallsContradictsNothing() throws BadLog {
    HandLog log = new HandLog();
    add(log, "b", 7, "Send", 1);
    add(log, "a", 10, "Idle", 2);
    add(log, "a", 4, "Take", 1);
    MergedLog merged = merged(log);
    assertThat(merged.contradictions()).isEmpty();
    assertThat(clocks(merged)).isEqualTo("a +0 1 6, b +0 0 0");
  }

  @Test
  void timesCountFromTheEarliestOrigin() throws BadLog {
    HandLog a = add(new HandLog().from(100), "a", 5, "Idle", 1);
    HandLog b = add(new HandLog().from(103), "b", 1, "Idle", 2);
    MergedLog merged = merged(a, b);
    assertThat(order(merged)).containsExactly("1 4 b Idle 2", "2 5 a Idle 1");
    assertThat(merged.log().extent().originPs()).hasToString("100");
    assertThat(merged.log().extent().lines()).as("lines").isEqualTo(3);
  }

  // ---------------------------------------------------------------- unfinished logs

  @Test
  void aMessageThatNeverLeavesIsTakenAtTheEndOrEndsAnUnfinishedLog() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 1, "Take", 1), "a", 2, "Idle", 2);
    HandLog b = add(new HandLog(), "b", 9, "Idle", 3);
    assertThat(order(merged(a, b))).as("whole").hasSize(3);
    b.unfinished();
    MergedLog merged = merged(a, b);
    assertThat(order(merged)).containsExactly("1 9 b Idle 3");
    assertThat(merged.log().extent().isPrefix()).as("is a prefix").isTrue();
  }

  /** Has two hosts wait for each other. */
  @Test
  void aCircleOfMessagesGoesOnWithTheEarliestEvent() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 2, "Take", 1), "a", 3, "Send", 2);
    HandLog b = add(add(new HandLog(), "b", 1, "Take", 2), "b", 4, "Send", 1);
    assertThat(order(merged(a, b)))
        .containsExactly("1 1 b Take 2", "2 4 b Send 1", "3 4 a Take 1", "4 4 a Send 2");
    HandLog first = add(add(new HandLog(), "a", 1, "Take", 1), "a", 3, "Send", 2);
    HandLog second = add(add(new HandLog(), "b", 2, "Take", 2), "b", 4, "Send", 1);
    assertThat(order(merged(first, second)).get(0)).isEqualTo("1 1 a Take 1");
    HandLog same = add(add(new HandLog(), "b", 1, "Take", 2), "b", 4, "Send", 1);
    assertThat(order(merged(first, same)).get(0)).as("at one time").isEqualTo("1 1 a Take 1");
  }

  // ---------------------------------------------------------------- headers

  @Test
  void aHostHasOneLog() {
    HandLog one = add(new HandLog(), "a", 1, "Idle", 1);
    HandLog two = add(new HandLog(), "a", 2, "Idle", 2);
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> merged(one, two))
        .withMessageStartingWith("a has events in two of the logs");
  }

  @Test
  void headersAreJoined() throws BadLog {
    LogInstance target = new LogInstance(LogInstance.TARGET, "a", "b", 0, 7, 1, 0);
    HandLog one =
        add(
                new HandLog().constant(MAIL, "Room", 1).constant("A", "x", Map.of("p", 1)),
                "a",
                1,
                "Idle",
                1)
            .unit("Mail.n", "B")
            .omits("target: far")
            .omits("Mail.Take: both");
    HandLog two =
        add(
                new HandLog().constant(MAIL, "Pace", 2).constant("A", "x", Map.of("q", 2)),
                "b",
                1,
                "Idle",
                2)
            .unit("Mail.m", "B")
            .omits("Mail.Take: both")
            .omits("st: two");
    MergedLog merged = merged(one, two);
    assertThat(merged.log().header().units()).containsOnlyKeys("Mail.n", "Mail.m");
    assertThat(merged.log().constants(MAIL)).containsOnlyKeys("Room", "Pace");
    assertThat(merged.log().constants("A").get("x"))
        .isEqualTo(HandLog.value(Map.of("p", 1, "q", 2)));
    assertThat(merged.log().header().omits())
        .containsExactly("target: far", "Mail.Take: both", "st: two");
    two.event(MAIL, "Idle").of(target).at("b", 2).end();
    assertThat(merged(one, two).log().header().omits())
        .as("with events of a target")
        .containsExactly("Mail.Take: both", "st: two");
  }

  @Test
  void headersThatContradictEachOtherAreRefused() throws BadLog {
    HandLog one = add(new HandLog().constant(MAIL, "Room", 1), "a", 1, "Idle", 1);
    assertThat(merged(one, add(new HandLog().constant(MAIL, "Room", 1), "b", 1, "Idle", 1)).hosts())
        .hasSize(2);
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(
            () -> merged(one, add(new HandLog().constant(MAIL, "Room", 2), "b", 1, "Idle", 1)))
        .withMessage("the headers of the logs differ in constants.Mail.Room");
    one.unit("Mail.n", "B");
    HandLog two = add(new HandLog(), "b", 1, "Idle", 1).unit("Mail.n", "B");
    assertThat(merged(one, two).log().header().units()).containsExactly(Map.entry("Mail.n", "B"));
    two.unit("Mail.n", "KiB");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> merged(one, two))
        .withMessage("the headers of the logs differ in units.Mail.n, which is \"B\" and \"KiB\"");
    assertThatExceptionOfType(BadLog.class)
        .isThrownBy(() -> merged(one, add(new HandLog().profile("uet-1.1"), "b", 1, "Idle", 1)))
        .withMessage(
            "the headers of the logs differ in their profile, which is \"uet-1.0\" and"
                + " \"uet-1.1\"");
  }

  /** Takes two messages with one event, the second message earlier by more. */
  @Test
  void theWorstOfTwoMessagesToOneEventIsTold() throws BadLog {
    HandLog a = add(add(new HandLog(), "a", 10, "Send", 1), "a", 20, "Send", 2);
    HandLog b = add(new HandLog(), "b", 8, "TakeTwo", 1);
    assertThat(merged(a, b).contradictions())
        .containsExactly(new MergedLog.Contradiction("a", "b", 1, 12));
  }

  @Test
  void lessThanNothingDoesNotArrive() {
    Traffic traffic = new Traffic();
    traffic.arrives("amount", 5);
    traffic.next();
    traffic.arrives("amount", -2);
    assertThat(traffic.arrivals()).as("arrivals of -2").isEmpty();
    traffic.arrives("amount", 1);
    assertThat(traffic.arrivals()).containsExactly(new Traffic.Arrival("amount", 4));
  }
}
