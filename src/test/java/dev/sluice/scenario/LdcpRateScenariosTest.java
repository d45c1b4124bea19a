package dev.sluice.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.requirement.Requirement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What whole runs of LDCP by rates show. */
class LdcpRateScenariosTest {
  private static final String RCM =
      ReadyScenarios.text("ldcp-rate-incast")
          .orElseThrow()
          .replace("cc = \"ldcp-rate\"", "cc = \"rcm\"")
          .replaceFirst("(?s)\\[ldcp-rate\\].*?(?=\\[\\[workload)", "");

  private static Figures run(String text, String... changes) throws BadScenario {
    Map<String, String> all = new HashMap<>();
    all.put("workload[0].size", "2MB");
    for (String change : changes) {
      all.put(change.split("=")[0], change.split("=")[1]);
    }
    return Run.of(Scenario.read("rates", "rates", text, all));
  }

  private static Figures rates(String... changes) throws BadScenario {
    return run(ReadyScenarios.text("ldcp-rate-incast").orElseThrow(), changes);
  }

  /**
   * It is ahead of DCQCN over the same switches and flows: in throughput, and in latency, that of a
   * message of one packet among them.
   */
  @Test
  @Requirement("LDCP-19")
  void itIsAheadOfCongestionNotificationAlone() throws BadScenario {
    String beside =
        """

        [[flow]]
        transport = "roce"
        from = 0
        to = 8
        size = "1KiB"
        start = "1ms"
        """;
    Figures rates = run(ReadyScenarios.text("ldcp-rate-incast").orElseThrow() + beside);
    Figures rcm = run(RCM + beside);
    assertThat(rates.completed()).isEqualTo(9);
    assertThat(rcm.completed()).isEqualTo(9);
    assertThat(rates.goodputBps()).isGreaterThan(rcm.goodputBps());
    assertThat(LdcpScenariosTest.ofOnePacket(rates)).isLessThan(LdcpScenariosTest.ofOnePacket(rcm));
  }

  /** A CNP for several marks takes beta once for them, and the queue grows. */
  @Test
  @Requirement("LDCP-13")
  void notificationsThatAreMergedLetTheQueueGrow() throws BadScenario {
    Figures merged = rates("ldcp-rate.cnp-interval=50us");
    Figures each = rates();
    assertThat(merged.peakQueueBytes()).isGreaterThan(each.peakQueueBytes() * 3 / 2);
    assertThat(merged.roce().cnpsSent()).isLessThan(each.roce().cnpsSent());
  }
}
