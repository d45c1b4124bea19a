package dev.sluice.conformance;

import static dev.sluice.conformance.ObserverTest.departure;
import static dev.sluice.conformance.ObserverTest.fails;
import static dev.sluice.conformance.ObserverTest.of;
import static dev.sluice.conformance.ObserverTest.passes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.trace.LogValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Judges the next action that replies announce. {@code LegalDevicesTest} has the legal ones. */
class NextActionTest {
  private static final long FAR = 1L << 50;
  private static final long INTERVAL = 50_000_000;
  private static final ShimRequest CUT = ShimRequest.event(0, "ReceiveCnp", Map.of(), Map.of());
  private static final ShimRequest MARK =
      ShimRequest.event(
          0, "Receive", Map.of("valid", LogValue.of(true)), Map.of("ecn", LogValue.of("CE")));
  private static final LogValue ANSWER =
      departure(0, "Receive", Map.of("qp", LogValue.of(7), "ecn", LogValue.of("ECT_1")));

  private static Reply next(long nextPs, Map<String, LogValue> state, LogValue... sends) {
    Map<String, LogValue> fields = new HashMap<>(ObserverTest.reply(state, sends).fields());
    fields.put("next", LogValue.of(nextPs));
    return new Reply(fields, Optional.empty());
  }

  private static Reply next(long nextPs, LogValue... sends) {
    return next(nextPs, Map.of(), sends);
  }

  /** Has a cut at 0, with which both timers are due at 55 µs, and the rate rises. */
  @Test
  void aTimerWhoseEffectIsShownMustNotBeAnnouncedTooLate() {
    for (String shown : List.of("sinceDecay", "timeStage", "rate")) {
      passes(of("rcm-rp", "paper-2015", 0, shown), CUT, next(55_000_000));
      fails(
          of("rcm-rp", "paper-2015", 0, shown),
          CUT,
          next(55_000_001),
          CaseVerdict.VALUE,
          "at 0 ps \"next\" is 55000001 and should be at most 55000000");
    }
  }

  @Test
  void aTimerWhoseEffectIsNotShownNeedNotBeAnnounced() {
    passes(of("rcm-rp", "paper-2015", 0), CUT, next(FAR));
    passes(of("rcm-rp", "paper-2015", 0, "sentBytes"), CUT, next(FAR));
  }

  @Test
  void anEarlierTimeIsAllowed() {
    Observer observer = of("rcm-rp", "paper-2015", 0, "rate");
    passes(observer, CUT, next(0));
    passes(observer, ShimRequest.advance(1_000, false), next(2_000));
    passes(observer, ShimRequest.advance(3_000, false), next(4_000));
  }

  /** Owes a CNP that leaves from the end of the interval on, within the latency. */
  @Test
  void aDepartureThatMustLeaveMustNotBeAnnouncedTooLate() {
    for (long late : new long[] {0, 1}) {
      Observer observer = of("rcm-np", "50us", 1_000);
      passes(observer, MARK, ObserverTest.reply(ANSWER));
      Reply announces = next(INTERVAL + 1_000 + late);
      if (late == 0) {
        passes(observer, MARK, announces);
      } else {
        fails(observer, MARK, announces, CaseVerdict.VALUE, "be at most " + (INTERVAL + 1_000));
      }
      Observer shows = of("rcm-np", "50us", 1_000, "owed");
      passes(shows, MARK, ObserverTest.reply(ANSWER));
      Reply atEnd = next(INTERVAL + late, Map.of("owed", LogValue.of(true)));
      if (late == 0) {
        passes(shows, MARK, atEnd);
      } else {
        fails(shows, MARK, atEnd, CaseVerdict.VALUE, "should be at most " + INTERVAL);
      }
    }
  }

  private static LogValue answerAt(long atPs) {
    return departure(atPs, "Receive", Map.of("qp", LogValue.of(7), "ecn", LogValue.of("ECT_1")));
  }

  @Test
  void nothingLeavesBeforeTheAnnouncedTime() {
    Observer observer = of("rcm-np", "50us", 1_000);
    passes(observer, MARK, next(800));
    passes(observer, ShimRequest.advance(400, false), next(600));
    fails(
        observer,
        ShimRequest.advance(799, false),
        ObserverTest.reply(answerAt(799)),
        CaseVerdict.EARLY,
        "at 799 ps Receive leaves by itself, and \"next\" of an earlier reply is 800 ps");
    Observer inTime = of("rcm-np", "50us", 1_000);
    passes(inTime, MARK, next(800));
    passes(inTime, ShimRequest.advance(800, false), ObserverTest.reply(answerAt(800)));
  }

  @Test
  void anEventOrABacklogEndsAnAnnouncement() {
    Observer observer = of("rcm-np", "50us", 1_000);
    passes(observer, MARK, next(800));
    passes(observer, MARK, ObserverTest.reply());
    passes(observer, ShimRequest.advance(700, false), ObserverTest.reply(answerAt(700)));
    Observer backlog = of("rcm-np", "50us", 1_000);
    passes(backlog, MARK, next(800));
    passes(backlog, ShimRequest.advance(700, true), ObserverTest.reply(answerAt(700)));
  }

  // ---------------------------------------------------------------- whole implementations

  /**
   * Plays a shim whose announcements are lies of one kind.
   *
   * @param lie variables of its environment
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "rcm.py; rcm-rp; SHIM_NEXT=1; VALUE; \"next\" is",
        "rcm.py; rcm-rp; SHIM_NEXT=-1000000000000; PROTOCOL; which is past",
        "doubles.py; rcm-rp; SHIM_NEXT=1; VALUE; \"next\" is",
        "rcm.py; rcm-np; SHIM_NEXT=1; VALUE; \"next\" is",
        "pdc.py; pdc-target; SHIM_LATE=1000 SHIM_NEXT=1; VALUE; \"next\" is",
        "pdc.py; pdc-target; SHIM_LATE=1000 SHIM_LATENCY=3000 SHIM_NEXT=1000; EARLY; by itself",
        "pdc.py; pdc-target; SHIM_FORGET=at-once SHIM_NEXT=never; VALUE; memory lacks",
      })
  void aLieIsFound(String shim, String role, String lie, CaseVerdict verdict, String says)
      throws Exception {
    Result failed = played(shim, role, lie);
    assertThat(failed).as("a case that fails").isNotNull();
    assertThat(failed.verdict()).as(failed.sentence()).isEqualTo(verdict);
    assertThat(failed.sentence()).contains(says);
  }

  /** Plays shims of roles without timers; the target of PDCs forgets lazily here. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "hpcc.py; hpcc-sender; SHIM_NEXT=never",
        "pawa.py; ldcp-pawa; SHIM_NEXT=never",
        "credit.py; credit-spender; SHIM_NEXT=never",
        "pdc.py; pdc-target; SHIM_NEXT=never",
      })
  void theTruthPasses(String shim, String role, String announces) throws Exception {
    Result failed = played(shim, role, announces);
    assertThat(failed == null ? "" : failed.of().name() + ": " + failed.sentence()).isEmpty();
  }

  private static Result played(String shim, String role, String variables) throws Exception {
    Map<String, String> environment = new HashMap<>();
    for (String each : variables.split(" ")) {
      environment.put(each.split("=")[0], each.split("=")[1]);
    }
    return Shims.firstFailure(
        Shims.python(shim, Limits.STANDARD.slower(4), environment),
        CaseRunner.plan(Players.of(role).orElseThrow(), 1, 2, 60),
        true);
  }

  @Test
  void aVariableThatChangesBeforeTheAnnouncedTimeIsAtFault() {
    Map<String, LogValue> keeps = Map.of("keeps", LogValue.of(true));
    Map<String, LogValue> forgets = Map.of("keeps", LogValue.of(false));
    for (long nowPs : new long[] {9, 10}) {
      Observer observer =
          new Observer(
              List.of(new ObserverTest.Forgetting()),
              Set.of(),
              Set.of("keeps"),
              ObserverTest.within(0),
              Map.of());
      passes(observer, ShimRequest.advance(5, false), next(10, keeps));
      ShimRequest advance = ShimRequest.advance(nowPs, false);
      if (nowPs == 10) {
        passes(observer, advance, ObserverTest.reply(forgets));
      } else {
        fails(
            observer,
            advance,
            ObserverTest.reply(forgets),
            CaseVerdict.VALUE,
            "keeps is false and should be true; \"next\" of an earlier reply is 10 ps");
      }
    }
  }
}
