package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Systems;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Projection;
import dev.sluice.requirement.Requirement;
import dev.sluice.scenario.Scenario;
import dev.sluice.uet.Uet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A PDC whose packets are trimmed before its target answers holds back, and another one of its CCC
 * goes on: with the packet about which the algorithms were asked, and no other one.
 */
class HeldBackLogTest {
  private static final String TRIMS =
      """
      cc = "window"
      seed = 2845
      [topology]
      hosts = 5
      [nic]
      rto = "33us"
      mtu = 512
      [queues]
      trim = "8KB"
      [[flow]]
      from = 1
      to = 0
      size = "1392B"
      job = 4
      start = "4us"
      [[flow]]
      from = 1
      to = 0
      size = "26932B"
      job = 3
      [[flow]]
      from = 2
      to = 0
      size = "1480B"
      job = 4
      [[flow]]
      from = 3
      to = 0
      size = "257B"
      job = 2
      start = "1us"
      [[flow]]
      from = 4
      to = 0
      size = "2019B"
      job = 2
      [[flow]]
      from = 4
      to = 0
      size = "26392B"
      job = 1
      start = "2us"
      [[flow]]
      from = 4
      to = 0
      size = "429B"
      job = 3
      start = "4us"
      """;

  @Test
  @Requirement({"UET-1", "UET-8"})
  void whatLeavesIsWhatTheAlgorithmsWereAskedAbout() throws Exception {
    EventLog log = LoggedRuns.log(Scenario.read("held", "held.toml", TRIMS, Map.of()));
    Projection scheduling =
        Systems.projections().stream()
            .filter(one -> one.spec().equals(Uet.SCHEDULING.name()))
            .findFirst()
            .orElseThrow();
    List<Judged> judged = SpecJudges.pool().through(scheduling, judge -> judge.judge(log));
    assertThat(judged).isNotEmpty().allMatch(Judged::isAccepted);
  }
}
