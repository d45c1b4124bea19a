package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.model.Systems;
import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Logs without the events of one end: its implied steps, and whether it may be left out. */
class MissingEndsTest {
  private static LogInstance source(String target, int pdc) {
    return new LogInstance(LogInstance.SOURCE, "a", target, 0, 7, 1, pdc);
  }

  /** Returns the steps of the target that come before each event: action, and its CCC or PDC. */
  private static List<String> steps(UnloggedTarget target, HandLog log) {
    List<String> all = new ArrayList<>();
    for (LogEvent event : log.log().events()) {
      for (LogEvent step : target.before(event)) {
        LogInstance of = step.instance().orElseThrow();
        all.add(event.number() + " " + step.action() + " " + of.ccc() + "/" + of.pdc());
      }
    }
    return all;
  }

  private static void at(HandLog log, String action, Object... namesAndValues) {
    HandLog.Event event = log.event("CccLifecycle", action).of(source("b", 0));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      event.in((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    event.end();
  }

  /** Ends the only PDC of a context, and opens another. */
  @Test
  void aPdcAfterTheLastOfAContextHasAContextOfItsOwn() {
    HandLog log = new HandLog();
    at(log, "Acknowledge", "p", 3, "size", 90);
    at(log, "EndClose", "p", 3);
    at(log, "Acknowledge", "p", 4, "size", 10);
    at(log, "Acknowledge", "p", 5, "size", 10);
    assertThat(steps(new UnloggedCccTarget(64), log))
        .as("steps of the target")
        .containsExactly(
            "1 Accept 0/1",
            "1 AskCcc 0/1",
            "1 Create 1/0",
            "1 Configure 1/0",
            "1 Bind 1/1",
            "1 MakeReady 1/0",
            "1 Receive 1/1",
            "1 Receive 1/1",
            "2 FollowClose 1/1",
            "2 CloseCcc 1/0",
            "3 Accept 0/2",
            "3 AskCcc 0/2",
            "3 Create 2/0",
            "3 Configure 2/0",
            "3 Bind 2/2",
            "3 MakeReady 2/0",
            "3 Receive 2/2",
            "4 Accept 0/3",
            "4 Bind 2/3",
            "4 Receive 2/3");
  }

  private static HandLog.Event pdc(HandLog log, String action) {
    return log.event("PdcHandshake", action).of(source("b", 3));
  }

  private static void acknowledged(HandLog log, long cack) {
    pdc(log, "ReceiveAck").in("m", Map.of("spdcid", 8, "cack", cack)).end();
  }

  /** Acknowledges all packets of a PDC that closes, and then its Close. */
  @Test
  void aPdcIsClosedOnlyByTheAcknowledgmentOfItsClose() {
    HandLog log = new HandLog();
    pdc(log, "Open").st("source", List.of(Map.of("start", 100))).end();
    pdc(log, "Transmit").end();
    pdc(log, "Transmit").end();
    pdc(log, "Close").end();
    acknowledged(log, 102);
    acknowledged(log, 104);
    acknowledged(log, 103);
    assertThat(steps(new UnloggedPdcTarget(), log))
        .as("steps of the target")
        .containsExactly("5 Admit 0/8", "5 ReceiveSyn 0/8", "7 ReceiveClose 0/8");
  }

  // ---------------------------------------------------------------- complete logs

  private static HandLog sends(HandLog log, String target) {
    return log.event("LossRecovery", "Transmit").of(source(target, 1)).in("p", "1.1/0").end();
  }

  private static HandLog takes(HandLog log, String target) {
    return log.event("LossRecovery", "Receive")
        .of(new LogInstance(LogInstance.TARGET, "a", target, 0, 7, 1, 1))
        .msg("packet", "1/0")
        .end();
  }

  private static HandLog hears(HandLog log, String target) {
    return log.event("LossRecovery", "ReceiveAck").of(source(target, 1)).end();
  }

  /** Has events of one target, and answers of that one and of another. */
  @Test
  void anAnswerNeedsTheEventsOfItsOwnTarget() {
    HandLog log = hears(takes(sends(new HandLog(), "b"), "b"), "b");
    assertThatCode(() -> LogEnds.check(log.log(), Systems.projections()))
        .as("a log of both ends")
        .doesNotThrowAnyException();
    EventLog other = hears(sends(log, "c"), "c").log();
    assertThatExceptionOfType(BadLog.class)
        .as("a log without the events of c")
        .isThrownBy(() -> LogEnds.check(other, Systems.projections()))
        .withMessageContaining("takes an answer of c, and the log has no event of c as a target");
  }
}
