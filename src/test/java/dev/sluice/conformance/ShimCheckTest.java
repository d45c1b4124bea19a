package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.ShimCheck.Outcome;
import dev.sluice.conformance.ShimCheck.Report;
import dev.sluice.conformance.ShimCheck.Row;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Limits;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks a shim that keeps to the protocol, and shims that break one rule of it each. */
class ShimCheckTest {
  private static final int ROWS_OF_BOTH_ROLES = 22;

  private static Report check(Map<String, String> variables) {
    return check("rcm.py", variables);
  }

  private static Report check(String shim, Map<String, String> variables) {
    Limits limits = Limits.STANDARD.slower(4);
    List<Role> roles = Players.all().stream().map(Player::role).toList();
    return ShimCheck.of(
        Shims.python(shim, limits, variables), roles, limits, "test", "0123456789abcdef");
  }

  private static List<String> failing(Report report) {
    return report.rows().stream()
        .filter(row -> row.outcome() == Outcome.FAIL)
        .map(Row::name)
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"rcm.py, 22", "hpcc.py, 14", "pawa.py, 14", "credit.py, 14", "pdc.py, 14"})
  void aShimThatKeepsToTheProtocolPassesEachCheck(String shim, int checks) {
    Report report = check(shim, Map.of());
    assertThat(failing(report)).as("checks that fail").isEmpty();
    assertThat(report.count(Outcome.PASS)).as("checks").isEqualTo(checks);
    assertThat(report.count(Outcome.NOT_RUN)).as("checks that have not run").isZero();
  }

  @ParameterizedTest
  @CsvSource({"rcm.py, 24", "hpcc.py, 15", "pawa.py, 15", "credit.py, 15", "pdc.py, 15"})
  void questionsAddACheck(String shim, int checks) {
    Report report = check(shim, Map.of("SHIM_VERBS", "may"));
    assertThat(failing(report)).as("checks that fail").isEmpty();
    assertThat(report.count(Outcome.PASS)).as("checks").isEqualTo(checks);
    Report sends = check(shim, Map.of("SHIM_VERBS", "may", "SHIM_MAY", "sends"));
    boolean hasBacklog = !shim.equals("pdc.py");
    assertThat(failing(sends).contains("a question changes nothing"))
        .as("whether it is found that a question has an effect")
        .isEqualTo(hasBacklog);
  }

  @ParameterizedTest
  @CsvSource({
    "unknown-verb, an unknown verb is refused",
    "wrong-code, an unknown verb is refused",
    "indefinite, an unknown verb is refused",
    "early-event, an event before the first start is refused",
    "unknown-role, an unknown role is refused",
    "unknown-parameter, an unknown parameter is refused",
    "other-parameters, parameters are the ones that were given",
    "busy, events and times are answered",
    "other-variables, replies have the variables and actions of the role",
    "unknown-action, an unknown action is refused",
    "unknown-action-acts, a case begins anew",
    "past, a time in the past is refused",
    "no-restart, a case begins anew",
    "exit-code, the shim ends after bye with exit code 0",
    "short-lines, a request of nearly the longest line is read",
  })
  void aBrokenRuleFailsItsCheck(String rule, String check) {
    assertThat(failing(check(Map.of("SHIM_LENIENT", rule))))
        .as("checks that fail if the shim breaks the rule %s", rule)
        .contains(check);
  }

  @Test
  void namesThatDifferAreShownAlone() {
    Report more = check(Map.of("SHIM_OBSERVE", "owed"));
    assertThat(because(more, "rcm-np"))
        .isEqualTo("\"st\" has sinceCnp, which \"observe\" of the declaration lacks");
    Report fewer = check(Map.of("SHIM_OBSERVE", "owed,sinceCnp,owned"));
    assertThat(because(fewer, "rcm-np"))
        .isEqualTo("\"st\" lacks owned, which \"observe\" of the declaration has");
    Report unknown = check(Map.of("SHIM_OBSERVE", "owed,sinceCnp,owned", "SHIM_SHOWS", "owned"));
    assertThat(because(unknown, "rcm-np"))
        .isEqualTo(
            "\"observe\" of the declaration has owned, which the role lacks; see 'sluice conform"
                + " list rcm-np'");
  }

  private static String because(Report report, String role) {
    return report.rows().stream()
        .filter(row -> row.role().equals(role) && row.name().startsWith("replies have"))
        .findFirst()
        .orElseThrow()
        .because();
  }

  @Test
  void aBrokenDialogueLeavesTheRestNotRun() {
    Report report = check(Map.of("SHIM_LENIENT", "short-lines"));
    assertThat(report.rows()).as("checks").hasSize(ROWS_OF_BOTH_ROLES);
    assertThat(report.count(Outcome.PASS)).as("checks that pass").isEqualTo(4);
    assertThat(report.count(Outcome.FAIL)).as("checks that fail").isEqualTo(1);
    assertThat(report.isUnusable()).as("whether the shim never became usable").isFalse();
  }
}
