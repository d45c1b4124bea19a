package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case;
import dev.sluice.conformance.CaseOutcome;
import dev.sluice.conformance.CaseRunner;
import dev.sluice.conformance.CaseVerdict;
import dev.sluice.conformance.oracle.Players;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Passes failures on in the order of the cases, as soon as that is known. */
class FirstFailuresTest {
  private final List<Case> cases =
      CaseRunner.plan(Players.of("rcm-np").orElseThrow(), 1, 1, 60).subList(0, 4);
  private final List<String> passedOn = new ArrayList<>();
  private final FirstFailures failures =
      new FirstFailures(
          cases,
          outcome ->
              outcome.sentence().equals("known") ? outcome.as(CaseVerdict.EXPECTED, "") : outcome,
          outcome -> passedOn.add(outcome.verdict() + " " + cases.indexOf(outcome.of())));

  private void ends(int at, CaseVerdict verdict, String sentence) {
    failures.add(new CaseOutcome(cases.get(at), verdict, sentence, "", 1, Set.of(), Map.of()));
  }

  @Test
  void aFailureWaitsForTheCasesBeforeIt() {
    ends(1, CaseVerdict.LATE, "");
    ends(3, CaseVerdict.VALUE, "");
    assertThat(passedOn).isEmpty();
    ends(0, CaseVerdict.PASS, "");
    assertThat(passedOn).containsExactly("LATE 1");
    ends(2, CaseVerdict.EARLY, "");
    assertThat(passedOn).containsExactly("LATE 1", "EARLY 2", "VALUE 3");
  }

  @Test
  void aKindIsPassedOnOnceAndAKnownFailureNever() {
    ends(0, CaseVerdict.LATE, "known");
    ends(1, CaseVerdict.LATE, "");
    assertThat(passedOn).containsExactly("LATE 1");
    ends(2, CaseVerdict.LATE, "");
    ends(3, CaseVerdict.UNSUPPORTED, "");
    assertThat(passedOn).containsExactly("LATE 1");
  }
}
