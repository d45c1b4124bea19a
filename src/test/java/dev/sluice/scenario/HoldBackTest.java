package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of UET-8's note on the wait of trimmed packets: 120 senders of 200 KB each. */
class HoldBackTest {
  private static final long MICROSECOND = 1_000_000;

  private static Scenario incast(Map<String, String> changes) throws BadScenario {
    String text = ReadyScenarios.text("trimmed-incast").orElseThrow();
    return Scenario.read("trimmed-incast", "trimmed-incast.toml", text, changes);
  }

  @ParameterizedTest
  @CsvSource({
    "rccc, source-documents, doubling, 7392, 2817, 0.979",
    "rccc, source-documents, steady, 317330, 4111, 0.998",
    "nscc, uet-1.0, doubling, 62938, 3851, 0.949",
    "nscc, uet-1.0, steady, 94771, 2617, 0.948",
    "nscc, uet-1.0, off, 79706, 2523, 0.908"
  })
  @Requirement("UET-8")
  void aWaitThatDoublesCostsTailsAndSparesTrims(
      String cc, String profile, String holdBack, long trims, long lastUs, double fairness)
      throws BadScenario {
    Map<String, String> changes =
        Map.of(
            "cc", cc,
            "profile", profile,
            "nic.hold-back", holdBack,
            "workload[0].senders", "120");
    Figures figures = Run.of(incast(changes));
    assertThat(figures.frames().trimmed()).isEqualTo(trims);
    long lastPs = figures.flows().stream().mapToLong(FlowResult::fctPs).max().orElseThrow();
    assertThat((lastPs + MICROSECOND / 2) / MICROSECOND).isEqualTo(lastUs);
    assertThat(Math.round(figures.fairnessMillionths() / 1e3) / 1e3).isEqualTo(fairness);
  }

  /** Compares the trims of 2 ms: nothing but the wait limits them. */
  @ParameterizedTest
  @CsvSource({"doubling, 0, 63", "off, 1000, 1000000"})
  @Requirement("UET-8")
  void withoutAWaitHeadersFillTheLink(String holdBack, long least, long most) throws BadScenario {
    Map<String, String> changes =
        Map.of(
            "cc", "rccc",
            "profile", "source-documents",
            "until", "2ms",
            "nic.hold-back", holdBack,
            "workload[0].senders", "120");
    Figures figures = Run.of(incast(changes));
    assertThat(figures.frames().trimmed() / 120).isBetween(least, most);
  }
}
