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
  private static final int KILO = 1_000;

  private final Session session;
  private final ProgressBar bar;

  RunProgress(Session session, Scenario scenario) {
    this.session = session;
    this.bar =
        session.terminal().errIsTerminal()
            ? new ProgressBarBuilder()
                .setTaskName("kB")
                .setInitialMax(scenario.demandBytes() / KILO)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setConsumer(new ConsoleProgressBarConsumer(session.terminal().err(), WIDTH))
                .build()
            : null;
  }

  @Override
  public boolean goesOn(long deliveredBytes, long nowPs) {
    if (bar != null) {
      bar.stepTo(deliveredBytes / KILO);
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
