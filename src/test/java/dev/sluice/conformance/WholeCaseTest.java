package dev.sluice.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.conformance.Case.Result;
import dev.sluice.conformance.oracle.Players;
import dev.sluice.conformance.shim.Declaration;
import dev.sluice.conformance.shim.Limits;
import dev.sluice.conformance.shim.Reply;
import dev.sluice.conformance.shim.ShimRequest;
import dev.sluice.conformance.shim.Talk;
import dev.sluice.trace.LogValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Plays cases whose requests are sent at once. */
class WholeCaseTest {
  private static final int STEPS = 60;

  private static List<Result> run(String shim, Map<String, String> variables, List<Case> cases)
      throws Exception {
    Map<String, String> all = new HashMap<>(variables);
    all.put("SHIM_VERBS", "play");
    try (CaseRunner runner =
        new CaseRunner(Shims.python(shim, Limits.STANDARD.slower(4), all), "test", "0123")) {
      assertThat(runner.declaration().isAtOnce()).isTrue();
      List<Result> results = new ArrayList<>();
      for (Case each : cases) {
        results.add(runner.play(each));
      }
      return results;
    }
  }

  private static List<Case> cases(String role) {
    Player player = Players.of(role).orElseThrow();
    List<Case> cases = new ArrayList<>(CaseRunner.plan(player, 1, 1, STEPS));
    for (String suite : player.suites()) {
      cases.addAll(player.seedless(suite).stream().limit(1).toList());
    }
    return cases;
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
  void implementationsThatActAtOncePass(String shim, String role) throws Exception {
    for (Result each : run(shim, Map.of(), cases(role))) {
      assertThat(each.verdict())
          .as("%s: %s", each.of().name(), each.sentence())
          .isEqualTo(CaseVerdict.PASS);
    }
  }

  /** Keeps a step of the rate in 15 bits; a case of wide steps needs 16. */
  @Test
  void aMistakeIsFound() throws Exception {
    Player player = Players.of("rcm-rp").orElseThrow();
    Case wide = new Case(player, "wide-steps", player.configurations().get("wide-steps"), 1, STEPS);
    Result result = run("rcm.py", Map.of("SHIM_WIDTH", "StepHyper:15"), List.of(wide)).get(0);
    assertThat(result.verdict().isFailure()).as(result.sentence()).isTrue();
    assertThat(result.exchanges()).hasSizeGreaterThan(1);
  }

  /** An implementation whose cases are sent at once, and that makes its choices by lot. */
  private record AtOnce(LegalDevice device) implements Talk {
    @Override
    public Reply start(ShimRequest start) {
      return device.start(start);
    }

    @Override
    public Reply ask(ShimRequest request) {
      return device.ask(request);
    }

    @Override
    public boolean isAtOnce() {
      return true;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"rcm-rp", "rcm-np", "hpcc-sender", "ldcp-pawa", "credit-spender", "pdc-target"})
  void anImplementationThatChoosesOtherwiseDoesNotFail(String role) {
    Player player = Players.of(role).orElseThrow();
    Map<CaseVerdict, Integer> verdicts = new EnumMap<>(CaseVerdict.class);
    for (Case each : CaseRunner.plan(player, 1, 3, STEPS)) {
      LegalDevice device =
          new LegalDevice(player.start(each.given()), true, Device.NEVER_PS, each.seed());
      Result result =
          each.play(
              new AtOnce(device),
              new Declaration.Part(player.role().variables().keySet(), Device.NEVER_PS));
      verdicts.merge(result.verdict(), 1, Integer::sum);
    }
    assertThat(verdicts.keySet()).isSubsetOf(CaseVerdict.PASS, CaseVerdict.INCONCLUSIVE);
  }

  /** An implementation that sends nothing, and takes each event. */
  private record Silent() implements Talk {
    @Override
    public Reply start(ShimRequest start) {
      LogValue.Fields body = (LogValue.Fields) start.keys().get("start");
      return new Reply(Map.of("given", body.fields().get("given")), Optional.empty());
    }

    @Override
    public Reply ask(ShimRequest request) {
      return ObserverTest.reply();
    }

    @Override
    public boolean isAtOnce() {
      return true;
    }
  }

  @Test
  void aRequestThatDoesNotFitTheChoicesIsNotJudged() {
    Player player = Players.of("ldcp-pawa").orElseThrow();
    Result result =
        CaseRunner.plan(player, 1, 1, STEPS)
            .get(0)
            .play(new Silent(), new Declaration.Part(Set.of(), Device.NEVER_PS));
    assertThat(result.verdict()).as(result.sentence()).isEqualTo(CaseVerdict.INCONCLUSIVE);
    assertThat(result.sentence())
        .startsWith("the implementation makes another choice, and request");
  }

  @Test
  void aMissingReplyBreaksTheDialogue() throws Exception {
    Case one = cases("rcm-np").get(0);
    Result result = run("rcm.py", Map.of("SHIM_LENIENT", "forgets-a-reply"), List.of(one)).get(0);
    assertThat(result.verdict()).isEqualTo(CaseVerdict.PROTOCOL);
    assertThat(result.sentence()).contains("one for each request, and has");
  }

  @Test
  void aParameterThatIsHiddenIsFound() throws Exception {
    Map<String, String> variables =
        Map.of(
            "SHIM_VERBS",
            "play",
            "SHIM_HIDDEN",
            "{\"rcm-rp\": {\"Gain\": [3, 4, 5]}}",
            "SHIM_HAS",
            "{\"\": {\"Gain\": 4}}");
    try (CaseRunner runner =
        new CaseRunner(
            Shims.python("rcm.py", Limits.STANDARD.slower(4), variables), "test", "0123")) {
      runner.declaration();
      assertThat(runner.calibrate(Players.of("rcm-rp").orElseThrow(), STEPS)).isPositive();
      assertThat(runner.frozen().roles().get("rcm-rp").hidden().get("Gain"))
          .singleElement()
          .hasToString("Num[value=4]");
    }
  }
}
