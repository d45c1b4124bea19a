package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.validate.Agreement.Kind;
import dev.sluice.model.validate.Agreement.Side;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares two specifications' parts of small logs; {@link AgreementsTest} has recorded ones. */
class AgreementRulesTest {
  private static final String LIFE = "CccLifecycle";
  private static final String TURNS = "CccScheduling";
  private static final String CREDIT = "CreditConservation";
  private static final List<String> BOTH = List.of(LIFE, TURNS);

  private static List<Agreements.Disagreement> found(HandLog log, String... specs) {
    return Agreements.of(log.log(), specs.length == 0 ? BOTH : List.of(specs)).found();
  }

  private static void differ(HandLog log, String what, long event, String one, String other) {
    assertThat(found(log, LIFE, TURNS, CREDIT))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.what()).isEqualTo(what);
              assertThat(each.event().number()).as("event").isEqualTo(event);
              assertThat(each.told()).containsExactly(one, other);
            });
  }

  private static HandLog send(HandLog log, long ps) {
    log.event(LIFE, "Send").at("a", ps).end();
    return log.event(TURNS, "Send").at("a", ps).end();
  }

  // ---------------------------------------------------------------- steps

  @Test
  void eachStepHasItsCounterpartInItsInstant() {
    assertThat(found(send(send(new HandLog(), 1), 2))).isEmpty();
    HandLog later = new HandLog();
    later.event(LIFE, "Send").at("a", 1).end();
    later.event(TURNS, "Send").at("a", 2).end();
    differ(
        later,
        "a packet leaves",
        1,
        "CccLifecycle, event 1, Send",
        "CccScheduling has no Send of this end at this time");
  }

  @Test
  void aStepOfTheSecondSideNeedsItsCounterpart() {
    HandLog log = send(new HandLog(), 1);
    log.event(TURNS, "Send").at("a", 1).end();
    differ(
        log, "a packet leaves", 3, "CccScheduling, event 3, Send", "CccLifecycle, event 1, Send");
  }

  @Test
  void theFirstDisagreementOfAnEndIsTold() {
    HandLog log = send(new HandLog(), 1);
    log.event(LIFE, "Send").at("a", 2).end();
    log.event(LIFE, "Send").at("a", 3).end();
    assertThat(found(log)).hasSize(1);
    HandLog surplus = send(new HandLog(), 1);
    surplus.event(TURNS, "Send").at("a", 2).end();
    surplus.event(TURNS, "Send").at("a", 3).end();
    assertThat(found(surplus)).hasSize(1);
  }

  @Test
  void theValuesOfStepsAreComparedInTheirOrder() {
    HandLog log = new HandLog();
    log.event("PdcHandshake", "Transmit").in("p", 1).end();
    log.event("PdcHandshake", "Transmit").in("p", 2).end();
    log.event(LIFE, "Send").in("p", 2).end();
    log.event(LIFE, "Send").in("p", 1).end();
    log.event("PdcHandshake", "Transmit").at("a", 2).in("p", 1).end();
    log.event(LIFE, "Send").at("a", 2).in("p", 2).end();
    assertThat(found(log, LIFE, "PdcHandshake"))
        .singleElement()
        .satisfies(
            each ->
                assertThat(each.told())
                    .containsExactly(
                        "CccLifecycle, event 3, Send: in.p = 2",
                        "PdcHandshake, event 1, Transmit: in.p = 1"));
  }

  @Test
  void theLaterOfTwoEventsIsTheOneThatDisagrees() {
    HandLog log = new HandLog();
    log.event(LIFE, "Send").in("p", 2).end();
    log.event("PdcHandshake", "Transmit").in("p", 1).end();
    assertThat(found(log, LIFE, "PdcHandshake"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.event().number()).as("event").isEqualTo(2);
              assertThat(each.told())
                  .containsExactly(
                      "PdcHandshake, event 2, Transmit: in.p = 1",
                      "CccLifecycle, event 1, Send: in.p = 2");
            });
    HandLog other = new HandLog();
    other.event("PdcHandshake", "Transmit").in("p", 1).end();
    other.event(LIFE, "Send").in("p", 2).end();
    assertThat(found(other, LIFE, "PdcHandshake").get(0).event().number()).isEqualTo(2);
  }

  @Test
  void aValueThatIsNotToldAgreesWithAny() {
    HandLog log = new HandLog();
    log.event("PdcHandshake", "Transmit").end();
    log.event(LIFE, "Send").in("p", 2).end();
    assertThat(found(log, LIFE, "PdcHandshake")).isEmpty();
  }

  @Test
  void aValueIsToldAsItStandsInTheLog() {
    HandLog log = new HandLog();
    log.event("PdcHandshake", "Transmit").in("p", "one").end();
    log.event(LIFE, "Send").in("p", 1L << 40).end();
    assertThat(found(log, LIFE, "PdcHandshake").get(0).told())
        .containsExactly(
            "CccLifecycle, event 2, Send: in.p = 1099511627776",
            "PdcHandshake, event 1, Transmit: in.p = \"one\"");
  }

  /** Compares no step with one of an instant that is over. */
  @Test
  void aCounterpartOfAnEarlierInstantIsNone() {
    HandLog log = new HandLog();
    log.event(TURNS, "Ack").at("a", 1).end();
    log.event(LIFE, "Acknowledge").at("a", 2).end();
    assertThat(found(log)).hasSize(1);
  }

  private static HandLog lost(List<Integer> credit, List<Integer> life) {
    HandLog log = new HandLog();
    for (long ps = 1; ps <= 2; ps++) {
      for (int size : credit) {
        log.event(CREDIT, "InferLoss").at("a", ps).msg("size", size).end();
      }
      for (int size : life) {
        log.event(LIFE, "GiveUp").at("a", ps).in("size", size).end();
      }
    }
    return log;
  }

  @Test
  void aPartMayLeaveOutStepsOfTheWhole() {
    assertThat(found(lost(List.of(2), List.of(1, 2)), LIFE, CREDIT)).isEmpty();
    assertThat(found(lost(List.of(), List.of(1, 2)), LIFE, CREDIT)).isEmpty();
    assertThat(found(lost(List.of(1, 3), List.of(1, 2, 3)), LIFE, CREDIT)).isEmpty();
  }

  @Test
  void theWholeLeavesOutNoStepOfAPart() {
    differ(
        lost(List.of(2, 1), List.of(1, 2)),
        "a packet is given up",
        2,
        "CreditConservation, event 2, InferLoss: msg.size = 1",
        "CccLifecycle, event 3, GiveUp: in.size = 1");
    differ(
        lost(List.of(3), List.of(1, 2)),
        "a packet is given up",
        2,
        "CccLifecycle, event 2, GiveUp: in.size = 1",
        "CreditConservation, event 1, InferLoss: msg.size = 3");
  }

  // ---------------------------------------------------------------- values

  private static HandLog backlog(HandLog log, String spec, long ps, long value) {
    String name = spec.equals(LIFE) ? "todo" : "backlog";
    return log.event(spec, "Want").at("a", ps).st(name, value).end();
  }

  @Test
  void aVariableIsComparedAtTheEndOfAnInstant() {
    HandLog log = backlog(backlog(new HandLog(), LIFE, 1, 5), TURNS, 1, 4);
    assertThat(found(backlog(log, TURNS, 1, 5))).isEmpty();
    HandLog wrong = backlog(backlog(new HandLog(), LIFE, 1, 5), TURNS, 1, 4);
    differ(
        wrong,
        "backlog",
        2,
        "CccScheduling, event 2, Want: st.backlog = 4",
        "CccLifecycle, event 1, Want: st.todo = 5");
  }

  @Test
  void aVariableKeepsItsValueUntilItIsToldAgain() {
    HandLog log = backlog(backlog(new HandLog(), LIFE, 1, 5), TURNS, 1, 5);
    backlog(log, TURNS, 2, 4);
    backlog(log, TURNS, 3, 3);
    differ(
        log,
        "backlog",
        3,
        "CccScheduling, event 3, Want: st.backlog = 4",
        "CccLifecycle, event 1, Want: st.todo = 5");
  }

  @Test
  void aVariableOfAnotherLifeIsAnother() {
    LogInstance second = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 2, 0);
    HandLog log = backlog(new HandLog(), LIFE, 1, 5);
    log.event(TURNS, "Want").of(second).st("backlog", 4).end();
    assertThat(found(log)).isEmpty();
    LogInstance target = new LogInstance(LogInstance.TARGET, "b", "a", 0, 7, 1, 0);
    log.event(TURNS, "Want").of(target).st("backlog", 3).end();
    assertThat(found(log)).as("at the other end").isEmpty();
  }

  @Test
  void aVariableOfAnotherPdcIsAnother() {
    HandLog log = new HandLog();
    for (int pdc = 1; pdc <= 2; pdc++) {
      LogInstance of = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 1, pdc);
      log.event("PdcHandshake", "Ack").of(of).st("source", Map.of("acked", pdc)).end();
      log.event("LossRecovery", "Ack").of(of).st("acked", pdc).end();
    }
    assertThat(found(log, "PdcHandshake", "LossRecovery")).isEmpty();
    LogInstance of = new LogInstance(LogInstance.SOURCE, "a", "b", 0, 7, 1, 2);
    log.event("LossRecovery", "Ack").of(of).st("acked", 1).end();
    assertThat(found(log, "PdcHandshake", "LossRecovery")).hasSize(1);
  }

  // ---------------------------------------------------------------- what is compared

  @Test
  void onlyTheGivenSpecificationsAreCompared() {
    HandLog log = backlog(backlog(new HandLog(), LIFE, 1, 5), TURNS, 1, 4);
    assertThat(found(log, LIFE, CREDIT)).isEmpty();
    assertThat(found(log, LIFE)).isEmpty();
    assertThat(found(log)).hasSize(1);
  }

  @Test
  void anEndThatOneSpecificationTellsIsNotCompared() {
    HandLog log = new HandLog();
    log.event(LIFE, "Send").end();
    LogInstance other = new LogInstance(LogInstance.SOURCE, "a", "c", 0, 7, 1, 0);
    log.event(TURNS, "Send").of(other).end();
    log.event(TURNS, "Send").of(null).end();
    assertThat(found(log)).isEmpty();
    assertThat(found(new HandLog())).as("an empty log").isEmpty();
  }

  @Test
  void whatTheHeaderLeavesOutIsNotCompared() {
    HandLog log = new HandLog().omits("CccScheduling.Send: no room");
    log.event(LIFE, "Send").end();
    log.event(TURNS, "Ack").end();
    assertThat(found(log)).isEmpty();
    log.event(LIFE, "GiveUp").end();
    assertThat(found(log)).as("of another action").hasSize(1);
  }

  @Test
  void aSpecificationWithAnEventOutsideIsNotComparedFromThere() {
    HandLog log = new HandLog();
    log.event(TURNS, "Odd").at("a", 2).outside().end();
    log.event(LIFE, "Send").at("a", 3).in("p", 1).end();
    log.event("PdcHandshake", "Transmit").at("a", 3).in("p", 2).end();
    assertThat(found(log)).isEmpty();
    assertThat(found(log, LIFE, TURNS, "PdcHandshake")).as("of the others").hasSize(1);
    HandLog before = new HandLog();
    before.event(LIFE, "Send").at("a", 1).end();
    before.event(TURNS, "Odd").at("a", 2).outside().end();
    assertThat(found(before)).as("before it").hasSize(1);
  }

  @Test
  void theLastInstantOfAnUnfinishedLogIsNotCompared() {
    HandLog log = send(new HandLog(), 1);
    log.event(LIFE, "Send").at("a", 2).end();
    assertThat(found(log)).hasSize(1);
    log.unfinished();
    assertThat(found(log)).isEmpty();
    log.event("NsccWindow", "Send").at("b", 3).of(null).end();
    assertThat(found(log)).as("with a later event of another end").hasSize(1);
  }

  @Test
  void aMeasurementThatIsNoneIsNotCompared() {
    HandLog log = new HandLog();
    log.event("TelemetryRecords", "Hear").st("s", Map.of("u", -1)).end();
    log.event("HpccWindow", "ReceiveAck").in("u", -1).end();
    assertThat(found(log, "TelemetryRecords", "HpccWindow")).isEmpty();
  }

  @Test
  void whatAnEndFixesDecidesWhetherItIsCompared() {
    for (String form : List.of("RECEIVER", "SENDER")) {
      HandLog log = new HandLog();
      log.event("TelemetryRecords", "Receive").given("Form", form).end();
      log.event("HpccWindow", "Transmit").end();
      log.event("HpccWindow", "Receive").at("a", 2).in("u", 5).end();
      assertThat(found(log, "TelemetryRecords", "HpccWindow"))
          .as(form)
          .hasSize(form.equals("RECEIVER") ? 1 : 0);
    }
  }

  /** Orders the disagreements of several ends by their events. */
  @Test
  void disagreementsComeInTheOrderOfTheLog() {
    LogInstance other = new LogInstance(LogInstance.SOURCE, "a", "c", 0, 7, 1, 0);
    HandLog log = new HandLog();
    log.event(LIFE, "Want").at("a", 1).st("todo", 5).end();
    log.event(LIFE, "Want").at("a", 1).of(other).st("todo", 5).end();
    log.event(TURNS, "Want").at("a", 1).of(other).st("backlog", 4).end();
    log.event(TURNS, "Want").at("a", 1).st("backlog", 4).end();
    assertThat(found(log)).extracting(each -> each.event().number()).containsExactly(3L, 4L);
    assertThat(Agreements.of(log.log(), BOTH).compared().values()).contains(2L);
  }

  // ---------------------------------------------------------------- places

  private static LogEvent event() {
    return new HandLog()
        .event("A", "Go")
        .in("n", 1030)
        .st("w", Map.of("c", 7, "d", "x"))
        .st("l", List.of(Map.of("c", 8)))
        .st("two", List.of(Map.of("c", 8), Map.of("c", 9)))
        .msg("size", 3)
        .end()
        .log()
        .events()
        .get(0);
  }

  private static List<Object> told(Side side) {
    return side.of(event()).stream()
        .map(each -> (Object) each.map(v -> v instanceof LogValue.Num n ? n.value() : v))
        .toList();
  }

  @Test
  void aPlaceIsFoundByItsNames() {
    assertThat(told(Side.of("A").telling("in.n", "st.w.c", "st.l.c", "st.two.c", "msg.size")))
        .containsExactly(
            Optional.of(1030L),
            Optional.of(7L),
            Optional.of(8L),
            Optional.empty(),
            Optional.of(3L));
    assertThat(told(Side.of("A").telling("st.w.d"))).containsExactly(Optional.of(LogValue.of("x")));
    assertThat(told(Side.of("A").telling("in.n.c", "in.m"))).containsOnly(Optional.empty());
  }

  @Test
  void aNumberIsComparedAsItsSideSays() {
    assertThat(told(Side.of("A").telling("in.n").inUnitsOf(512))).containsExactly(Optional.of(2L));
    assertThat(told(Side.of("A").telling("in.n").modulo(1000))).containsExactly(Optional.of(30L));
    assertThat(told(Side.of("A").telling("in.n - msg.size"))).containsExactly(Optional.of(1027L));
    assertThat(told(Side.of("A").telling("in.n - msg.none"))).containsExactly(Optional.empty());
    assertThat(told(Side.of("A").telling("in.n", "msg.size").inUnitsOf(2)))
        .containsExactly(Optional.of(515L), Optional.of(3L));
  }

  @Test
  void anEventIsOfASideByItsActionAndItsLeastNumber() {
    assertThat(Side.of("A").has(event())).as("any action").isTrue();
    assertThat(Side.of("A", "Go").has(event())).as("its action").isTrue();
    assertThat(Side.of("A", "Stop").has(event())).as("another action").isFalse();
    assertThat(Side.of("B", "Go").has(event())).as("another specification").isFalse();
    Side side = Side.of("A", "Go").telling("msg.size", "in.n");
    assertThat(side.ifAtLeast(3).has(event())).as("3 of 3").isTrue();
    assertThat(side.ifAtLeast(4).has(event())).as("3 of 4").isFalse();
    assertThat(side.ifAtLeast(4).isOfAction(event())).as("its action").isTrue();
    assertThat(Side.of("A").telling("in.none").ifAtLeast(4).has(event())).as("untold").isTrue();
  }

  @Test
  void anEventIsOfASideByAWord() {
    Side side = Side.of("A", "Go").telling("in.n");
    LogEvent go =
        new HandLog().event("A", "Go").in("n", 3).in("w", "x").end().log().events().get(0);
    assertThat(side.where("w", "x").has(go)).as("its word").isTrue();
    assertThat(side.where("w", "y").has(go)).as("another word").isFalse();
    assertThat(side.where("v", "x").has(go)).as("a word that is not told").isFalse();
    assertThat(side.where("n", "3").has(go)).as("a number").isFalse();
    assertThat(side.where("w", "x").of(go)).containsExactly(Optional.of(LogValue.of(3)));
  }

  @Test
  void anAgreementKnowsItsKind() {
    Side one = Side.of("A");
    Side other = Side.of("B");
    assertThat(Agreement.same("x", one, other).kind()).isEqualTo(Kind.SAME_STEPS);
    assertThat(Agreement.within("x", one, other).kind()).isEqualTo(Kind.FIRST_WITHIN_SECOND);
    assertThat(Agreement.value("x", one, other).kind()).isEqualTo(Kind.SAME_VALUE);
    assertThat(Agreement.valueOfPdc("x", one, other).kind()).isEqualTo(Kind.SAME_VALUE_OF_PDC);
    assertThat(Agreement.divided("x", one, other, one).kind()).isEqualTo(Kind.FIRST_WITHIN_OTHERS);
    assertThat(Agreement.divided("x", one, other, one).sides()).containsExactly(one, other, one);
    assertThat(Agreement.same("x", one, other).isVariable()).isFalse();
    assertThat(Agreement.divided("x", one, other).isVariable()).isFalse();
    assertThat(Agreement.value("x", one, other).isVariable()).isTrue();
    assertThat(Agreement.valueOfPdc("x", one, other).isVariable()).isTrue();
    assertThat(Agreement.same("x", one, other).where("A", "Form", "R").given())
        .hasValue(new Agreement.Given("A", "Form", "R"));
    assertThat(Side.of("A").telling("st.a.b - st.c").inUnitsOf(512).values().get(0))
        .hasToString("st.a.b - st.c / 512");
  }

  /** Sends two packets at once. The stages of the window tell one of them. */
  @Test
  void ofPacketsThatNoStageTellsTheOneTooManyIsNamed() {
    HandLog log = new HandLog();
    log.event("LsnSpace", "Transmit").in("space", "REQUEST").end();
    log.event("FastStart", "Transmit").end();
    log.event("LsnSpace", "Transmit").in("space", "REQUEST").end();
    log.event("PawaWindow", "Transmit").at("b", 2).end();
    assertThat(found(log, "LsnSpace", "FastStart", "PawaWindow"))
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.event().number()).as("event without counterpart").isEqualTo(3);
              assertThat(each.told())
                  .containsExactly(
                      "LsnSpace, event 3, Transmit",
                      "FastStart, event 2, Transmit",
                      "PawaWindow has no Transmit of this end at this time");
            });
  }

  private static HandLog unstaged(long ps, HandLog log) {
    log.event("FastStart", "Other").at("a", ps).end();
    return log.event("LsnSpace", "Transmit").at("a", ps).in("space", "REQUEST").end();
  }

  @Test
  void packetsThatNoStageTellsAreToldOnceOfAnEnd() {
    HandLog log = unstaged(2, unstaged(1, new HandLog()));
    log.event("PawaWindow", "Transmit").at("b", 3).end();
    assertThat(found(log, "LsnSpace", "FastStart", "PawaWindow"))
        .extracting(each -> each.event().number())
        .containsExactly(2L);
  }

  /** Sends a packet in the first stage of a window and one in its last, and a third in none. */
  @Test
  void aPacketOfEitherStageHasItsCounterpart() {
    HandLog log = new HandLog();
    for (String stage : List.of("FastStart", "PawaWindow")) {
      log.event("LsnSpace", "Transmit").in("space", "REQUEST").end();
      log.event(stage, "Transmit").end();
    }
    assertThat(found(log, "LsnSpace", "FastStart", "PawaWindow")).isEmpty();
    assertThat(found(unstaged(2, log), "LsnSpace", "FastStart", "PawaWindow"))
        .extracting(each -> each.event().number())
        .containsExactly(6L);
  }

  /** Leaves out a stage of the window, in which the packet may have left. */
  @Test
  void packetsAreNotDividedAmongStagesThatTheLogLacks() {
    assertThat(found(unstaged(1, new HandLog()), "LsnSpace", "FastStart", "PawaWindow")).isEmpty();
  }

  /** Leaves out the first of three specifications that tell a variable. */
  @Test
  void theOthersThatTellAVariableAreComparedWithoutTheFirst() {
    HandLog log = new HandLog();
    log.event(TURNS, "Other").st("window", 5).end();
    log.event("NsccWindow", "Other").st("window", Map.of("cwnd", 4 * 512)).end();
    assertThat(found(log, LIFE, TURNS, "NsccWindow")).hasSize(1);
  }

  /** Tells a window three times, once with another value. */
  @ParameterizedTest
  @CsvSource({"5, 5, 5, 0", "4, 5, 5, 1", "5, 4, 5, 1", "5, 5, 4, 1"})
  void eachSpecificationThatTellsAVariableIsCompared(
      int inLife, int inTurns, int inWindow, int disagreements) {
    HandLog log = new HandLog();
    log.event(LIFE, "Signal").st("ccc", Map.of("cwnd", inLife)).end();
    log.event(TURNS, "Other").st("window", inTurns).end();
    log.event("NsccWindow", "Other").st("window", Map.of("cwnd", inWindow * 512)).end();
    assertThat(found(log, LIFE, TURNS, "NsccWindow"))
        .as("disagreements of %d, %d and %d", inLife, inTurns, inWindow)
        .hasSize(disagreements);
  }

  /** Lets either of two specifications have an event outside, before they differ. */
  @ParameterizedTest
  @CsvSource({"CccLifecycle", "CccScheduling"})
  void anEventOutsideOfEitherSideEndsTheComparison(String spec) {
    HandLog log = new HandLog().event(spec, "Odd").at("a", 1).outside().end();
    backlog(backlog(log, LIFE, 2, 5), TURNS, 2, 4);
    assertThat(found(log)).as("disagreements after an event outside %s", spec).isEmpty();
  }
}
