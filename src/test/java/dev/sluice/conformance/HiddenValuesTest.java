package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Broken;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Judges implementations with parameters that cannot be set. */
class HiddenValuesTest {
  private static final Player PLAYER = Players.of("rcm-rp").orElseThrow();
  private static final int STEPS = 60;

  /**
   * The outcome of a run.
   *
   * @param values the values that calibration has left
   * @param explained the cases of calibration
   */
  private record Ran(Map<String, List<LogValue>> values, int explained, List<Result> results) {
    /** Returns the configurations whose cases end in a verdict, each with the sentence. */
    Map<String, String> of(CaseVerdict verdict) {
      Map<String, String> all = new TreeMap<>();
      results.stream()
          .filter(each -> each.verdict() == verdict)
          .forEach(each -> all.put(each.of().configuration(), each.sentence()));
      return all;
    }
  }

  private static Ran run(String hidden, String has, boolean state, List<Case> cases) throws Broken {
    Map<String, String> variables =
        Map.of("SHIM_HIDDEN", "{\"rcm-rp\": " + hidden + "}", "SHIM_HAS", has);
    try (CaseRunner runner =
        new CaseRunner(
            Shims.python("rcm.py", Limits.STANDARD.slower(4), variables), "test", "0123")) {
      runner.declaration();
      runner.judge(state);
      int explained = runner.calibrate(PLAYER, STEPS);
      List<Result> results = new ArrayList<>();
      for (Case each : cases) {
        results.add(runner.play(each));
      }
      return new Ran(runner.frozen().roles().get("rcm-rp").hidden(), explained, results);
    }
  }

  /** Returns the second case of each configuration, which calibration does not play. */
  private static List<Case> heldOut() {
    return CaseRunner.plan(PLAYER, 2, 1, STEPS);
  }

  private static final String TWO =
      "{\"Gain\": [3, 4, 5, 6], \"DecayTime\": [1000003, 2000003, 3000001]}";

  private static List<LogValue> only(long value) {
    return List.of(LogValue.of(value));
  }

  @Test
  void calibrationFindsTheValuesAndHeldOutCasesPass() throws Exception {
    Ran ran = run(TWO, "{\"\": {\"Gain\": 5, \"DecayTime\": 2000003}}", true, heldOut());
    assertThat(ran.values()).isEqualTo(Map.of("Gain", only(5), "DecayTime", only(2_000_003)));
    // Without a gain of 0, alpha would not stay above its scale there.
    assertThat(ran.of(CaseVerdict.UNSUPPORTED)).containsOnlyKeys("wide-steps");
    assertThat(ran.of(CaseVerdict.PASS)).hasSize(heldOut().size() - 1);
    assertThat(ran.explained()).isEqualTo(heldOut().size() - 1);
  }

  @Test
  void departuresAloneTellTheValues() throws Exception {
    Ran ran = run(TWO, "{\"\": {\"Gain\": 3, \"DecayTime\": 3000001}}", false, List.of());
    assertThat(ran.values()).isEqualTo(Map.of("Gain", only(3), "DecayTime", only(3_000_001)));
  }

  @Test
  void aValueThatIsNotListedFails() throws Exception {
    Case one = CaseRunner.plan(PLAYER, 1, 1, STEPS).get(0);
    Ran ran = run("{\"Gain\": [3, 4]}", "{\"\": {\"Gain\": 5}}", true, List.of(one));
    assertThat(ran.explained()).isZero();
    assertThat(ran.values().get("Gain")).hasSize(2);
    Result failed = ran.results().get(0);
    assertThat(failed.verdict()).isEqualTo(CaseVerdict.VALUE);
    assertThat(failed.sentence()).startsWith("no parameters explain the replies, of Gain 3 or 4: ");
  }

  /** Has a gain of 4 at the line of one configuration, and of 5 at the others. */
  @Test
  void aValueThatChangesAfterCalibrationFails() throws Exception {
    Ran ran =
        run(
            "{\"Gain\": [4, 5]}",
            "{\"\": {\"Gain\": 5}, \"400000\": {\"Gain\": 4}}",
            true,
            heldOut());
    assertThat(ran.values()).isEqualTo(Map.of("Gain", only(5)));
    assertThat(ran.of(CaseVerdict.VALUE)).containsOnlyKeys("short-timers");
    assertThat(ran.of(CaseVerdict.VALUE).get("short-timers")).startsWith("with Gain 5, ");
  }

  @Test
  void aParameterThatTheRoleLacksIsUnsupported() throws Exception {
    Ran ran = run("{\"Alpha\": [1]}", "{}", true, heldOut().subList(0, 1));
    assertThat(ran.results().get(0).verdict()).isEqualTo(CaseVerdict.UNSUPPORTED);
    assertThat(ran.results().get(0).sentence())
        .isEqualTo("Alpha in \"hidden\" is no parameter of the role");
  }

  @Test
  void aTourWithHiddenParametersIsUnsupported() throws Exception {
    Ran ran =
        run(
            "{\"Gain\": [5]}",
            "{\"\": {\"Gain\": 5}}",
            true,
            PLAYER.seedless("tour-time").subList(0, 1));
    assertThat(ran.results().get(0).verdict()).isEqualTo(CaseVerdict.UNSUPPORTED);
  }
}
