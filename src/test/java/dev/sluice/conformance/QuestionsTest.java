package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimError;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Transcript;
import dev.sluice.trace.LogValue;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Judges answers to questions: would the implementation send a packet now? In {@code paper-2015},
 * packets of 1,122 bytes leave 224,400 ps apart.
 */
class QuestionsTest {
  private static final String TRANSMIT = "Transmit";

  private static Reply answer(boolean may) {
    return new Reply(Map.of("may", LogValue.of(may)), Optional.empty());
  }

  private static LogValue packet(long atPs) {
    return ObserverTest.departure(
        atPs, TRANSMIT, Map.of("bytes", LogValue.of(1_122), "ecn", LogValue.of("ECT_0")));
  }

  /** Sends a packet at 0, and lets some time pass. */
  private static Observer sent(long toPs) {
    Observer observer = ObserverTest.of("rcm-rp", "paper-2015", Device.NEVER_PS);
    ObserverTest.passes(observer, ShimRequest.advance(0, true), ObserverTest.reply(packet(0)));
    ObserverTest.passes(observer, ShimRequest.advance(toPs, false), ObserverTest.reply());
    return observer;
  }

  @Test
  void aPacketThatWouldLeaveBeforeItMayIsEarly() {
    for (boolean may : new boolean[] {true, false}) {
      ObserverTest.passes(sent(224_400), ShimRequest.may(224_400, TRANSMIT), answer(may));
    }
    ObserverTest.passes(sent(224_399), ShimRequest.may(224_399, TRANSMIT), answer(false));
    ObserverTest.fails(
        sent(224_399),
        ShimRequest.may(224_399, TRANSMIT),
        answer(true),
        CaseVerdict.EARLY,
        "at 224399 ps the implementation says that it would Transmit, and may not before 224400");
  }

  @Test
  void aPacketThatMayNotLeaveAtAllIsForbidden() {
    Observer observer = ObserverTest.of("ldcp-pawa", "measured", Device.NEVER_PS);
    ObserverTest.fails(
        observer,
        ShimRequest.may(0, TRANSMIT),
        answer(true),
        CaseVerdict.ACCEPTED_FORBIDDEN,
        "may not in this state");
  }

  @Test
  void aDenialHoldsAtItsTime() {
    Observer observer = sent(224_400);
    ObserverTest.passes(observer, ShimRequest.may(224_400, TRANSMIT), answer(false));
    ObserverTest.fails(
        observer,
        ShimRequest.advance(224_400, true),
        ObserverTest.reply(packet(224_400)),
        CaseVerdict.VALUE,
        "the implementation has said at this time that it would not");
    Observer later = sent(224_400);
    ObserverTest.passes(later, ShimRequest.may(224_400, TRANSMIT), answer(false));
    ObserverTest.passes(
        later, ShimRequest.advance(224_401, true), ObserverTest.reply(packet(224_401)));
    Observer event = sent(224_400);
    ObserverTest.passes(event, ShimRequest.may(224_400, TRANSMIT), answer(false));
    ObserverTest.passes(
        event, ShimRequest.event(224_400, "ReceiveCnp", Map.of(), Map.of()), ObserverTest.reply());
    ObserverTest.passes(
        event, ShimRequest.advance(448_800, true), ObserverTest.reply(packet(448_800)));
  }

  @Test
  void anErrorRefusesAQuestion() {
    ObserverTest.fails(
        sent(0),
        ShimRequest.may(0, TRANSMIT),
        new Reply(Map.of(), Optional.of(new ShimError(10, "unknown verb", true))),
        CaseVerdict.REFUSED_ALLOWED,
        "the shim answers a question with");
  }

  private static Result run(String shim, String role, String mistake) throws Broken {
    List<Case> cases = CaseRunner.plan(Players.of(role).orElseThrow(), 1, 1, 60);
    return Shims.firstFailure(
        Shims.python(
            shim, Limits.STANDARD.slower(4), Map.of("SHIM_VERBS", "may", "SHIM_MAY", mistake)),
        cases,
        false);
  }

  /** Departures alone find none of these, since packets leave as they may. */
  @ParameterizedTest
  @CsvSource({
    "rcm.py, rcm-rp, early, EARLY",
    "hpcc.py, hpcc-sender, early, EARLY",
    "pawa.py, ldcp-pawa, early, EARLY",
    "rcm.py, rcm-rp, always, EARLY",
    "hpcc.py, hpcc-sender, always, ACCEPTED_FORBIDDEN",
    "pawa.py, ldcp-pawa, always, ACCEPTED_FORBIDDEN",
    "credit.py, credit-spender, always, ACCEPTED_FORBIDDEN",
    "rcm.py, rcm-rp, never, VALUE",
    "credit.py, credit-spender, never, VALUE",
    "rcm.py, rcm-rp, words, PROTOCOL",
  })
  void aWrongAnswerIsFound(String shim, String role, String mistake, CaseVerdict verdict)
      throws Broken {
    Result failure = run(shim, role, mistake);
    assertThat(failure).as("a case that fails").isNotNull();
    assertThat(failure.verdict()).as(failure.sentence()).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "rcm.py, rcm-rp",
    "rcm.py, rcm-np",
    "hpcc.py, hpcc-sender",
    "pawa.py, ldcp-pawa",
    "credit.py, credit-spender",
    "pdc.py, pdc-target",
  })
  void rightAnswersPass(String shim, String role) throws Broken {
    Result failure = run(shim, role, "");
    assertThat(failure).as("a case that does not pass").isNull();
  }

  /** Keeps a wrong answer in a transcript, which is judged and shrunk like any other request. */
  @Test
  void aQuestionIsPartOfATranscript() throws Exception {
    String lines =
        """
        {"format":"sluice-transcript/1","case":"rcm-rp/paper-2015/1","declared":{"observe":[]}}
        {"id":1,"start":{"role":"rcm-rp","case":"c-1","given":{}}}
        {"id":1,"given":{}}
        {"id":2,"may":{"t":0,"do":"Transmit","in":{}}}
        {"id":2,"may":true}
        """;
    Transcript read =
        Transcript.read(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
    assertThat(read.requests()).containsExactly(ShimRequest.may(0, TRANSMIT));
    assertThat(read.exchanges().get(1).reply().may()).contains(true);
  }
}
