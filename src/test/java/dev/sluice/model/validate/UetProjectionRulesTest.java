package dev.sluice.model.validate;

import static dev.sluice.model.validate.ProjectedLogs.behaviours;
import static dev.sluice.model.validate.ProjectedLogs.part;
import static dev.sluice.model.validate.ProjectedLogs.projection;
import static dev.sluice.model.validate.ProjectedLogs.times;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.trace.LogInstance;
import dev.sluice.trace.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules of the projections of UET that need several contexts, PDCs or answers. */
class UetProjectionRulesTest {
  private static LogInstance source(String target, int ccc, int life, int pdc) {
    return new LogInstance(LogInstance.SOURCE, "a", target, 0, ccc, life, pdc);
  }

  private static LogInstance target(int ccc, int life, int pdc) {
    return new LogInstance(LogInstance.TARGET, "a", "b", 0, ccc, life, pdc);
  }

  private static Value constant(HandLog log, String name) throws BadLog {
    return behaviours(log.log()).get(0).constants().get(name);
  }

  private static Traffic traffic(HandLog log) {
    Traffic traffic = new Traffic();
    EventLog all = log.log();
    all.events()
        .forEach(
            event -> {
              traffic.next();
              projection(event.spec()).traffic(event, traffic);
            });
    return traffic;
  }

  // ---------------------------------------------------------------- NsccWindow

  /** Configures a context again before the first event of its window. */
  @Test
  void aWindowStandsFromTheFirstConfigureOfItsLife() throws BadLog {
    HandLog log = new HandLog();
    log.event("CccLifecycle", "Configure").at("a", 500).of(source("b", 7, 2, 0)).end();
    log.event("CccLifecycle", "Configure").at("a", 1_000).end();
    log.event("CccLifecycle", "Configure").at("a", 2_000).end();
    log.event("NsccWindow", "Send")
        .at("a", 5_000)
        .in("S", List.of("a/7"))
        .given("Config", Map.of("mtu", 1))
        .end();
    Behaviour window = projection("NsccWindow").behaviours(log.log()).get(0);
    assertThat(times(window, "Tick", 4))
        .as("time before the window's event")
        .containsExactly(4_000);
  }

  private static HandLog.Event sends(HandLog log, int life) {
    return log.event("NsccWindow", "Send").of(source("b", 7, life, 0));
  }

  @Test
  void eachLifeHasAWindowWithItsOwnLimits() throws BadLog {
    HandLog log = new HandLog();
    for (int life = 1; life <= 2; life++) {
      sends(log, life).in("S", List.of("a/7")).given("Config", Map.of("mtu", 1L << 40)).end();
    }
    List<Behaviour> windows = projection("NsccWindow").behaviours(log.log());
    assertThat(windows).as("windows of two lives").hasSize(2);
    assertThat(windows.get(0).constants().get("Config"))
        .as("a limit beyond what TLC counts")
        .hasToString("(\"a/7\" :> [mtu |-> 2147483647])");
    EventLog unnamed = sends(log, 2).end().log();
    assertThatExceptionOfType(BadLog.class)
        .as("an event that names no sender")
        .isThrownBy(() -> projection("NsccWindow").behaviours(unnamed))
        .withMessageContaining("in.S must be the set of it");
  }

  // ---------------------------------------------------------------- CreditConservation

  private static final String CREDIT = "CreditConservation";

  private static HandLog credit() {
    HandLog log = new HandLog();
    for (String name : List.of("Mtu", "InitialCredit", "SliceBudget", "Window", "Quantum")) {
      log.constant(CREDIT, name, 64);
    }
    return log.constant(CREDIT, "Modulus", 1 << 24);
  }

  private static HandLog.Event ofSender(HandLog log, String action) {
    boolean isTarget = List.of("Receive", "Commit", "Grant", "Forget").contains(action);
    return log.event(CREDIT, action)
        .of(isTarget ? target(7, 1, 0) : source("b", 7, 1, 0))
        .in("s", "a/7");
  }

  private static void granted(HandLog log, int credit, int committed) {
    ofSender(log, "Grant").msg("credit", credit).st("committed", committed).end();
  }

  private static void learns(HandLog log, int credit, int acked) {
    ofSender(log, "Learn").msg("credit", credit).st("acked", acked).end();
  }

  private static HandLog queue(HandLog log, int places) {
    List<Integer> queue = IntStream.range(0, places).boxed().toList();
    return ofSender(log, "Grant").msg("credit", 5).st("queue", queue).end();
  }

  @Test
  void aReceiverHasAsManyPlacesAsItsLongestQueue() throws BadLog {
    HandLog log = queue(queue(queue(credit(), 2), 4), 1);
    assertThat(((Value.Seq) constant(log, "PdcOrder")).items()).as("PdcOrder").hasSize(4);
  }

  @Test
  void eachPdcHasTheSizesThatItIsAskedFor() throws BadLog {
    HandLog log = credit();
    for (int pdc = 1; pdc <= 3; pdc++) {
      ofSender(log, "Want").in("p", pdc).given("Jobs", 100 * pdc).end();
    }
    ofSender(log, "Want").in("p", 2).given("Jobs", 7).end();
    Value jobs = ((Value.Rec) constant(log, "Jobs")).get("a/7");
    assertThat(jobs.toString())
        .as("jobs of three PDCs")
        .isEqualTo("(\"1\" :> <<100>> @@ \"2\" :> <<200, 7>> @@ \"3\" :> <<300>>)");
  }

  /** Tells more bytes than before only if they are more than at any time before. */
  @Test
  void bytesThatWereAckedOnceAreNoNews() throws BadLog {
    HandLog log = credit();
    granted(log, 5, 100);
    learns(log, 5, 100);
    granted(log, 7, 100);
    granted(log, 7, 100);
    granted(log, 5, 100);
    learns(log, 5, 50);
    learns(log, 5, 80);
    assertThat(constant(log, "MaxAcks"))
        .as("MaxAcks, of one answer at a time")
        .isEqualTo(Value.of(10));
  }

  @Test
  void sizesOfCommitsAddUpIfTheSumIsNotTold() throws BadLog {
    HandLog log = credit();
    for (int credit = 5; credit <= 7; credit++) {
      ofSender(log, "Commit").msg("credit", credit).msg("size", 30).end();
    }
    learns(log, 6, 60);
    assertThat(constant(log, "MaxAcks")).as("MaxAcks, of two answers").isEqualTo(Value.of(12));
  }

  @ParameterizedTest
  @CsvSource({"false, 10", "true, 12"})
  void anyAnswerTellsOfMemoryOnlyIfCreditTravelsByItself(boolean separate, int most) throws BadLog {
    HandLog log = credit().constant(CREDIT, "Separate", separate);
    granted(log, 5, 100);
    granted(log, 6, 100);
    learns(log, 6, 50);
    assertThat(constant(log, "MaxAcks"))
        .as("MaxAcks with Separate = %s", separate)
        .isEqualTo(Value.of(most));
  }

  /** Forgets a sender between answers, so that only the one after that can be under way. */
  @Test
  void answersToAForgottenSenderAreGone() throws BadLog {
    HandLog log = credit();
    granted(log, 5, 0);
    granted(log, 6, 0);
    ofSender(log, "Forget").end();
    granted(log, 6, 0);
    learns(log, 5, 0);
    assertThat(constant(log, "MaxAcks")).as("MaxAcks").isEqualTo(Value.of(10));
  }

  /** Has a sender whose credit has fallen, as in a new context, take an answer. */
  @ParameterizedTest
  @CsvSource({"4, 0", "5, 0", "6, 1"})
  void onlyCreditThatRisesHasCome(int credit, int arrivals) {
    HandLog log = credit();
    ofSender(log, "Want").st("credit", 5).end();
    ofSender(log, "Learn").st("credit", credit).msg("credit", credit).end();
    assertThat(traffic(log).arrivals()).as("answers that have come").hasSize(arrivals);
  }

  // ---------------------------------------------------------------- CccLifecycle

  private static final String LIFE = "CccLifecycle";

  @ParameterizedTest
  @CsvSource({"64, 64", "1000, 1000", "1001, 1000", "5000, 1000"})
  void theLeastWindowIsNoLargerThanTheFirst(int told, int least) throws BadLog {
    HandLog log = new HandLog().constant(LIFE, "MinCwnd", told);
    log.event(LIFE, "Configure").of(source("b", 3, 1, 0)).st("ccc", Map.of("maxWnd", 1_000)).end();
    assertThat(constant(log, "InitialCwnd")).as("InitialCwnd").isEqualTo(Value.of(1_000));
    assertThat(constant(log, "MinCwnd")).as("MinCwnd of %d", told).isEqualTo(Value.of(least));
  }

  /** Uses two contexts and three PDCs at one end, and one of each at the other. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void thePoolsAreThoseOfTheEndThatUsesMore(boolean isSource) throws BadLog {
    HandLog log = new HandLog();
    for (int id = 1; id <= 3; id++) {
      LogInstance many = isSource ? source("b", 0, 0, id) : target(0, 0, id);
      log.event(LIFE, isSource ? "Allocate" : "Accept").of(many).in("p", id).end();
    }
    for (int id = 1; id <= 2; id++) {
      LogInstance many = isSource ? source("b", id, id, 0) : target(id, id, 0);
      log.event(LIFE, "Create").of(many).in("c", id).end();
    }
    log.event(LIFE, "Create").of(isSource ? target(9, 1, 0) : source("b", 9, 1, 0)).end();
    assertThat(constant(log, "CccPool")).as("CccPool").isEqualTo(Value.of(2));
    assertThat(constant(log, "PdcPool")).as("PdcPool").isEqualTo(Value.of(3));
  }

  /** Takes nine bytes, and accepts a PDC of the same name again. */
  @Test
  void aPdcIsAcceptedByTheFirstByteBeyondThoseThatCame() {
    HandLog log = new HandLog();
    log.event(LIFE, "Receive").of(target(7, 1, 1)).in("n", "a").in("p", 3).in("size", 9).end();
    log.event(LIFE, "Accept").of(target(0, 0, 1)).in("n", "a").in("p", 3).end();
    assertThat(traffic(log).arrivals())
        .extracting(Traffic.Arrival::level)
        .as("bytes that must have left before the second Accept")
        .containsExactly(10L);
  }

  // ---------------------------------------------------------------- CccScheduling

  private static final String TURNS = "CccScheduling";

  private static HandLog.Event turn(HandLog log, int life) {
    return log.event(TURNS, "NewData").of(source("b", 7, life, 0));
  }

  private static HandLog turns() {
    return new HandLog().constant(TURNS, "Mtu", 4_204);
  }

  @Test
  void eachLifeOfAContextIsABehaviour() throws BadLog {
    HandLog log = turn(turn(turns(), 1).end(), 2).end();
    assertThat(behaviours(log.log())).as("behaviours of two lives").hasSize(2);
  }

  @Test
  void aBehaviourHasAllPdcsThatItsEventsName() throws BadLog {
    HandLog log = turns();
    for (String pdc : List.of("1.1", "2.1", "1.1", "1.2")) {
      turn(log, 1).in("x", pdc).end();
    }
    assertThat(constant(log, "Pdc"))
        .as("Pdc")
        .isEqualTo(Value.set(Value.of("1.1"), Value.of("1.2"), Value.of("2.1")));
  }

  @Test
  void anEventWithoutAMarkedPacketHasNone() throws BadLog {
    HandLog log = turn(turns(), 1).st("event", Map.of("marked", "", "bytes", 3)).end();
    turn(log, 1).st("event", Map.of("marked", "1.1/7", "bytes", 3)).end();
    List<Step> steps = behaviours(log.log()).get(0).steps();
    assertThat(((Value.Rec) part(steps.get(0), "st", "event")).get("marked"))
        .as("marked packets, none told")
        .isEqualTo(Value.EMPTY_SET);
    assertThat(((Value.Rec) part(steps.get(1), "st", "event")).get("marked"))
        .as("marked packets, one told")
        .isEqualTo(Value.set(Value.seq(Value.of("1.1"), Value.of(7))));
  }

  @ParameterizedTest
  @CsvSource({"2147483647, true", "2147483648, false", "4294967296, false"})
  void aPacketIsNoLargerThanTlcCounts(long mtu, boolean isJudged) throws BadLog {
    EventLog log = turn(new HandLog().constant(TURNS, "Mtu", mtu), 1).end().log();
    if (isJudged) {
      assertThat(behaviours(log)).as("behaviours with Mtu = %d", mtu).hasSize(1);
    } else {
      assertThatExceptionOfType(BadLog.class)
          .isThrownBy(() -> behaviours(log))
          .withMessageContaining("constants.CccScheduling.Mtu is beyond TLC's 32 bits");
    }
  }

  // ---------------------------------------------------------------- LossRecovery

  private static final String GAPS = "LossRecovery";

  private static HandLog sends(HandLog log, String target, String packet) {
    return log.event(GAPS, "Transmit").of(source(target, 7, 1, 0)).in("p", packet).end();
  }

  @Test
  void aPacketThatComesIsOfTheTurnThatBeganLast() throws BadLog {
    HandLog log = sends(sends(new HandLog(), "b", "1.1/0"), "b", "1.2/0");
    log.event(GAPS, "Receive").of(target(7, 1, 1)).msg("packet", "1/0").end();
    List<Behaviour> turns = behaviours(log.log());
    assertThat(turns).as("behaviours of two turns").hasSize(2);
    assertThat(turns.get(1).events()).as("events of the second turn").isEqualTo(2);
  }

  @Test
  void aPdcHasAsManyPacketsAsItEverSent() throws BadLog {
    HandLog log = sends(sends(new HandLog(), "b", "1.1/5"), "b", "1.1/2");
    assertThat(constant(log, "Packets")).as("Packets").isEqualTo(Value.of(6));
  }

  /** Leaves one of all out that an acknowledgment needs, or none. */
  @ParameterizedTest
  @CsvSource({"cack, 0", "count, 0", "Threshold, 0", "Window, 0", "shown, 1"})
  void anAcknowledgmentTellsAllThatItIsHeldAgainst(String leftOut, int judged) throws BadLog {
    HandLog.Event event =
        new HandLog().event(GAPS, "ReceiveAck").of(source("b", 7, 1, 1)).in("p", "1.1/0");
    for (String name : List.of("cack", "count")) {
      if (!name.equals(leftOut)) {
        event.msg(name, 1);
      }
    }
    for (String name : List.of("Threshold", "Window")) {
      if (!name.equals(leftOut)) {
        event.given(name, 2);
      }
    }
    assertThat(behaviours(event.end().log()).get(0).events())
        .as("events that are judged without %s", leftOut)
        .isEqualTo(judged);
  }

  @Test
  void pdcsToTwoTargetsAreTwo() throws BadLog {
    HandLog log = sends(sends(new HandLog(), "b", "1.1/0"), "c", "1.1/0");
    assertThat(behaviours(log.log())).as("behaviours").hasSize(2);
  }

  // ---------------------------------------------------------------- PdcHandshake

  private static final String PDCS = "PdcHandshake";
  private static final long START = (1L << 32) - 1;

  private static HandLog.Event pdc(HandLog log, String action, long ps) {
    return log.event(PDCS, action).at("a", ps).of(source("b", 0, 0, 3));
  }

  private static HandLog opened() {
    return pdc(new HandLog(), "Open", 1)
        .in("f", "a")
        .in("p", 3)
        .st("source", List.of(Map.of("fa", "a", "spdcid", 3, "start", START, "sent", 0)))
        .end();
  }

  /** Tells more packets while a PDC is open than when it closes, and again others after that. */
  @Test
  void theCloseOfAPdcTellsHowManyPacketsItHad() throws BadLog {
    HandLog log = opened();
    pdc(log, "Transmit", 2).given("Work", 5).end();
    assertThat(packets(log)).as("packets of an open PDC").isEqualTo(Value.of(5));
    pdc(log, "Close", 3).given("Work", 3).end();
    pdc(log, "Retransmit", 4).given("Work", 9).end();
    assertThat(packets(log)).as("packets of a closed PDC").isEqualTo(Value.of(3));
  }

  private static Value packets(HandLog log) throws BadLog {
    Value jobs = ((Value.Rec) constant(log, "Work")).get("a");
    Value first = ((Value.Seq) ((Value.Seq) jobs).items().get(0)).items().get(0);
    return ((Value.Rec) first).get("packets");
  }

  /** Acknowledges PSNs from that of the first packet on: its only one, its Close, and one more. */
  @ParameterizedTest
  @CsvSource({"0, 1027", "1, 1028", "2, 1029", "3, 3080"})
  void aPdcHasThePsnsOfItsPacketsOfItsCloseAndOneMore(int place, int told) throws BadLog {
    HandLog log = opened();
    Map<String, Object> ack =
        Map.of("type", "ACK_CC", "fa", "a", "spdcid", 0, "dpdcid", 3, "cack", START + place);
    pdc(log, "ReceiveAck", 2).in("m", ack).end();
    List<Step> steps = behaviours(log.log()).get(0).steps();
    Value message = part(steps.get(steps.size() - 1), "in", "m");
    assertThat(((Value.Rec) message).get("cack"))
        .as("PSN %d of the PDC, where one that is of no PDC is 3,080", place)
        .isEqualTo(Value.of(told));
  }

  @ParameterizedTest
  @CsvSource({"Transmit", "Retransmit", "ReceiveAck", "ReceiveNack"})
  void timeCountsFromASynThatIsSentOrTheEndOfAPdc(String action) throws BadLog {
    HandLog log = opened();
    log.constant(PDCS, "SynSafety", 100);
    pdc(log, action, 10).st("source", List.of(Map.of("state", "CREATING"))).end();
    pdc(log, "Other", 40).end();
    assertThat(times(behaviours(log.log()).get(0), "Tick", 3))
        .as("time after %s", action)
        .containsExactly(30);
    HandLog running = opened();
    running.constant(PDCS, "SynSafety", 100);
    pdc(running, action, 10).st("source", List.of(Map.of("state", "ESTABLISHED"))).end();
    pdc(running, "Other", 40).end();
    assertThat(times(behaviours(running.log()).get(0), "Tick", 3))
        .as("time after %s of a PDC that goes on", action)
        .isEmpty();
  }

  /** Sends the second packet of a PDC whose first one has the last PSN. */
  @ParameterizedTest
  @CsvSource({"Transmit, 2, 0", "Transmit, 1, 4294967295", "Close, 1, 0"})
  void thePsnAfterTheLastIsZero(String action, int sent, long psn) {
    HandLog departs =
        pdc(new HandLog(), action, 1)
            .in("f", "a")
            .in("p", 3)
            .st("source", List.of(Map.of("start", START, "sent", sent)))
            .end();
    HandLog arrives =
        new HandLog()
            .event(PDCS, "ReceiveRequest")
            .of(target(0, 0, 1))
            .in("m", Map.of("fa", "a", "spdcid", 3, "psn", psn))
            .end();
    assertThat(traffic(departs).departures())
        .as("%s after %d packets", action, sent)
        .extracting(Traffic.Departure::key)
        .containsExactly(traffic(arrives).arrivals().get(0).key());
  }

  /** Opens a PDC with many packets before one with few. */
  @Test
  void thePsnsOfPdcsAreAsFarApartAsTheLongestNeeds() throws BadLog {
    HandLog log = opened();
    pdc(log, "Transmit", 2).given("Work", 50).end();
    log.event(PDCS, "Open")
        .at("a", 3)
        .of(source("b", 0, 0, 4))
        .st("source", List.of(Map.of("start", 9)))
        .end();
    assertThat(constant(log, "Stride")).as("Stride").isEqualTo(Value.of(50 + 1_024 + 2));
  }

  /** Has a target that refuses use two PDCs, and its header tell of fewer, as many, and more. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "5, 5"})
  void aPoolIsAtLeastAsLargeAsItsUse(int told, int pool) throws BadLog {
    HandLog log = new HandLog().constant(PDCS, "TargetPdcs", told);
    for (int id = 1; id <= 2; id++) {
      log.event(PDCS, "Admit")
          .of(target(0, 0, id))
          .st("target", List.of(Map.of("pdcid", id, "fa", "a", "spdcid", id, "cccid", 5)))
          .end();
    }
    log.event(PDCS, "Refuse").of(target(0, 0, 0)).end();
    assertThat(constant(log, "TargetPdcs")).as("TargetPdcs").isEqualTo(Value.of(pool));
  }
}
