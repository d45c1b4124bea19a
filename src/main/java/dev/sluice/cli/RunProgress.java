package dev.sluice.cli;

import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import java.util.List;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal while runs go on, nothing elsewhere; and what ends them on a signal. */
final class RunProgress implements AutoCloseable {
  private static final int WIDTH = 79;
  private static final int KILO = 1_000;

  private final Session session;
  private final boolean one;
  private final ProgressBar bar;
  private long deliveredBytes;

  /** Of all these runs together, which may go on at a time. */
  RunProgress(Session session, List<Scenario> scenarios) {
    this(session, scenarios, 1);
  }

  /** Of so many runs of each. */
  RunProgress(Session session, List<Scenario> scenarios, int runs) {
    this.session = session;
    this.one = scenarios.size() * runs == 1;
    this.bar =
        session.terminal().errIsTerminal()
            ? new ProgressBarBuilder()
                .setTaskName("kB")
                .setInitialMax(
                    scenarios.stream().mapToLong(Scenario::demandBytes).sum() * runs / KILO)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setConsumer(new ConsoleProgressBarConsumer(session.terminal().err(), WIDTH))
                .build()
            : null;
  }

  /** Who watches one of the runs. */
  Run.Watcher ofOne() {
    long[] last = new long[1];
    return (delivered, nowPs) -> {
      moved(delivered - last[0], nowPs);
      last[0] = delivered;
      return !session.interrupts().signalled();
    };
  }

  private synchronized void moved(long bytes, long nowPs) {
    deliveredBytes += bytes;
    if (bar != null) {
      bar.stepTo(deliveredBytes / KILO);
      if (one) {
        bar.setExtraMessage(Amounts.time(nowPs));
      }
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
