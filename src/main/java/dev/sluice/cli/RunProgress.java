package dev.sluice.cli;

import dev.sluice.scenario.Run;
import dev.sluice.scenario.Scenario;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal while a run goes on, nothing elsewhere; and what ends it on a signal. */
final class RunProgress implements Run.Watcher, AutoCloseable {
  private static final int WIDTH = 79;

  private final Session session;
  private final ProgressBar bar;

  RunProgress(Session session, Scenario scenario) {
    this.session = session;
    this.bar =
        session.terminal().errIsTerminal()
            ? new ProgressBarBuilder()
                .setTaskName("flows")
                .setInitialMax(scenario.flows().size())
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setConsumer(new ConsoleProgressBarConsumer(session.terminal().err(), WIDTH))
                .build()
            : null;
  }

  @Override
  public boolean goesOn(int completed, long nowPs) {
    if (bar != null) {
      bar.stepTo(completed);
      bar.setExtraMessage(Amounts.time(nowPs));
    }
    return !session.interrupts().signalled();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
