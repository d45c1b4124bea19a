package dev.sluice.model.validate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.trace.LogEvent;
import dev.sluice.trace.LogHeader;
import dev.sluice.trace.Value;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrivals at a source, which are held against the events of its target if the log has them. */
class ToldTargetsTest {
  /** Returns the "told" of each arrival: whether the log has the events of the target. */
  private static List<Value> told(EventLog log) throws BadLog {
    List<Value> told = new ArrayList<>();
    for (Behaviour behaviour : ProjectedLogs.behaviours(log)) {
      for (Step step : behaviour.steps()) {
        if (step.isImplied()
            && ((Value.Rec) step.event()).get("in") instanceof Value.Rec in
            && in.get("told") != null) {
          told.add(in.get("told"));
        }
      }
    }
    return told;
  }

  private static List<LogEvent> of(EventLog log, boolean isTarget) {
    return log.events().stream().filter(event -> event.isOfTarget() == isTarget).toList();
  }

  /** Lets all events of the targets follow those of the sources. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EventRate-1",
        "HpccWindow-1",
        "LossRecovery-1",
        "LsnSpace-3",
        "PawaWindow-1",
        "RcTransport-2",
        "RcmLoop-1"
      })
  void aTargetThatIsHeardOfLaterHasSentNothingBefore(String name) throws Exception {
    EventLog log = ProjectedLogs.kept(name);
    List<LogEvent> events = new ArrayList<>(of(log, false));
    events.addAll(of(log, true));
    assertThat(told(log.with(events)))
        .as("\"told\" of arrivals in %s, where the targets' events come last", name)
        .isNotEmpty()
        .containsOnly(Value.of(true));
  }

  /** Leaves the targets' events out, and declares it in the header. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "EventRate-1",
        "HpccWindow-1",
        "LossRecovery-1",
        "LsnSpace-3",
        "PawaWindow-1",
        "RcTransport-2",
        "RcmLoop-1"
      })
  void aTargetThatTheHeaderLeavesOutMayHaveSentAnything(String name) throws Exception {
    EventLog log = ProjectedLogs.kept(name);
    LogHeader header = log.header();
    LogHeader without =
        new LogHeader(
            header.writer(),
            header.writerVersion(),
            header.profile(),
            header.seed(),
            header.scenario(),
            header.units(),
            header.constants(),
            List.of("target: only the sources write a log"));
    assertThat(told(new EventLog(without, of(log, false))))
        .as("\"told\" of arrivals in %s, whose targets are left out", name)
        .isNotEmpty()
        .containsOnly(Value.of(false));
  }
}
