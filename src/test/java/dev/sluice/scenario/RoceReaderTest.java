package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.host.roce.Verb;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What does not go together with RoCEv2 is said before anything runs. */
class RoceReaderTest {
  private static final String FLOW =
      """
      [[flow]]
      transport = "roce"
      from = 0
      to = 1
      size = "100KB"
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          flow[0].size | 3GB | a message of 3000000000 B; allowed: at most 2147483648B
          flow[0].class | 2 | flow[0].class belongs to transport uet; allowed: 0, and a dscp
          flow[0].dscp | 0 | frames of RoCEv2 with DSCP 0 would be trimmed, and they cannot be
          flow[0].transport | uet | flow[0].operation is send, and UET carries it; allowed: write, read
          roce.mtu | 1500 | roce.mtu is 1500; allowed: a power of two from 256 to 4096
          rcm.notify | true | rcm.notify belongs to roce.cc rcm; allowed: roce.cc = "rcm"
          roce.first-psn | 16777216 | roce.first-psn is 16777216; allowed: a whole number from 0
          """)
  void whatDoesNotGoTogetherIsRefused(String key, String value, String said) {
    String text = FLOW + "operation = \"send\"\n[queues]\ntrim = \"20KB\"\n";
    BadScenario bad =
        catchThrowableOfType(
            BadScenario.class, () -> Scenario.read("a", "a", text, Map.of(key, value)));
    assertThat(bad).isNotNull();
    assertThat(bad.getMessage()).contains(said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          roce.rate | 10G | roce.rate belongs to roce.cc none: RCM has rates of its own; allowed: line
          rcm.min-rate | 100G | such reaction points are not possible: rates from 100000 to 100000
          rcm.min-rate | 1500000bit/s | rcm.min-rate is "1500000bit/s"; allowed: a rate
          rcm.rise-after | both | rises
          rcm.initial-alpha | 0 | such reaction points are not possible: alpha from 0, g 4096
          rcm.cnp-dscp | 64 | rcm.cnp-dscp is 64; allowed: a whole number from 0 to 63
          rcm.cut | 0 | such reaction points are not possible: alpha from 0, g 0
          rcm.cut | 1 | such reaction points are not possible: alpha from 2097152, g 0
          """)
  void reactionPointsThatAreNotPossibleAreRefused(String key, String value, String said) {
    String text = FLOW + "[roce]\ncc = \"rcm\"\n[rcm]\nrise-bytes = 0\n";
    BadScenario bad =
        catchThrowableOfType(
            BadScenario.class, () -> Scenario.read("a", "a", text, Map.of(key, value)));
    assertThat(bad).isNotNull();
    assertThat(bad.getMessage()).contains(said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"g = \"1/2\"", "initial-alpha = \"1/2\"", "alpha-timer = \"1us\""})
  void aKeyOfAlphaIsRefusedBesideACut(String beside) {
    String text = FLOW + "[roce]\ncc = \"rcm\"\n[rcm]\ncut = \"3/4\"\n" + beside + "\n";
    BadScenario bad =
        catchThrowableOfType(BadScenario.class, () -> Scenario.read("a", "a", text, Map.of()));
    assertThat(bad).isNotNull();
    assertThat(bad.getMessage())
        .contains(
            "rcm." + beside.split(" ")[0] + " has no effect with rcm.cut, which replaces alpha");
  }

  @Test
  void aReadThatNoWindowHoldsIsRefused() {
    String text = FLOW + "operation = \"read\"\n[roce]\nwindow = 24\n";
    BadScenario bad =
        catchThrowableOfType(BadScenario.class, () -> Scenario.read("a", "a", text, Map.of()));
    assertThat(bad.getMessage()).contains("a READ of 25 packets, where 24 PSNs may be out");
  }

  @Test
  void whatIsRocesAloneIsRefusedOfUet() {
    for (String[] each :
        new String[][] {
          {"dscp", "30", "flow[0].dscp belongs to transport roce"},
          {"selected", "false", "flow[0].selected belongs to transport roce"}
        }) {
      BadScenario bad =
          catchThrowableOfType(
              BadScenario.class,
              () ->
                  Scenario.read(
                      "a",
                      "a",
                      FLOW.replace("roce", "uet"),
                      Map.of("flow[0]." + each[0], each[1])));
      assertThat(bad.getMessage()).contains(each[2]);
    }
  }

  @Test
  void aPatternOfUetMayRead() throws BadScenario {
    String text =
        "[topology]\nkind = \"star\"\n[[workload]]\nkind = \"incast\"\nsenders = 2\n"
            + "operation = \"read\"\nsize = \"64KB\"\n";
    Scenario scenario = Scenario.read("a", "a", text, Map.of());
    assertThat(scenario.flows()).allMatch(flow -> flow.verb() == Verb.READ && flow.source() == 2);
    assertThat(Run.of(scenario).completed()).isEqualTo(2);
    assertThat(Run.of(scenario).roce()).isEqualTo(RoceResult.NONE);
  }
}
