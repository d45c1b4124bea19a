package dev.sluice.cli;

import dev.sluice.house.Whole;
import dev.sluice.model.Systems;
import dev.sluice.model.tlc.Housing;
import dev.sluice.model.validate.BadLog;
import dev.sluice.model.validate.EventLog;
import dev.sluice.model.validate.JudgePool;
import dev.sluice.model.validate.Judged;
import dev.sluice.model.validate.Validation;
import dev.sluice.scenario.Scenario;
import dev.sluice.trace.LogEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * With {@code -Dsluice.all=true} every run of the system's properties is judged by TLC as well. A
 * rejection then fails the property, which shrinks the scenario to a small one that is rejected.
 *
 * <p>It takes a process for each specification, and minutes: {@code .ci/long} does it in a step of
 * its own.
 */
public final class JudgedRuns {
  private static final AtomicLong RUNS = new AtomicLong();
  private static final AtomicLong EVENTS = new AtomicLong();
  private static final AtomicLong TOO_WIDE = new AtomicLong();
  private static final AtomicLong NANOS = new AtomicLong();

  private JudgedRuns() {}

  /** Whether runs are to be judged. */
  public static boolean isAsked() {
    return Whole.IS_ASKED;
  }

  /**
   * Has a run's log judged.
   *
   * @param events all that it logged
   * @return what is wrong
   */
  public static List<String> wrong(Scenario scenario, List<LogEvent> events) {
    long begun = System.nanoTime();
    List<String> wrong = new ArrayList<>();
    try {
      EventLog log = new EventLog(RunLog.header(scenario), events);
      Acceptance acceptance = new Acceptance();
      Validation.Result result = Validation.judge(log, Systems.projections(), Pool.ALL);
      for (Judged judged : result.judged()) {
        acceptance.take(scenario.name(), judged);
      }
      result.disagreements().forEach(each -> wrong.add(each.what() + ": " + each.told()));
      wrong.addAll(acceptance.wrong());
      EVENTS.addAndGet(acceptance.events());
      TOO_WIDE.addAndGet(acceptance.tooWide());
    } catch (BadLog refused) {
      wrong.add(refused.getMessage());
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
    RUNS.incrementAndGet();
    NANOS.addAndGet(System.nanoTime() - begun);
    return wrong;
  }

  /** What has been judged so far; nothing unless it is asked for. */
  public static Optional<String> told() {
    return Whole.IS_ASKED
        ? Optional.of(
            Words.some(RUNS.get(), "run", "runs")
                + " judged: "
                + Words.some(EVENTS.get(), "event", "events")
                + ", not judged, as too wide for TLC: "
                + Words.count(TOO_WIDE.get())
                + "; "
                + Words.seconds(NANOS.get())
                + " s")
        : Optional.empty();
  }

  /** A process for each specification, started with the first run and ended with the JVM. */
  private static final class Pool {
    static final JudgePool ALL = SpecJudges.started(Housing.LONG, Systems.projections().size());
  }
}
