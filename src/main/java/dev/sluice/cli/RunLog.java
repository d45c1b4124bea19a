package dev.sluice.cli;

import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogHeader;
import java.util.List;
import java.util.Map;

/** The first line of a run's log. */
final class RunLog {
  private RunLog() {}

  static LogHeader header(Scenario scenario) {
    return new LogHeader(
        "sluice",
        Sluice.Version.number(),
        scenario.nic().profile().label(),
        scenario.seed(),
        scenario.digest(),
        Map.of(),
        Map.of(),
        List.of("Switches, links and queues are not logged; what they do shows in a capture."));
  }
}
