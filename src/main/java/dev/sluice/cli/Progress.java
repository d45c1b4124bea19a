package dev.sluice.cli;

import dev.sluice.model.Model;
import java.nio.file.Path;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Says on standard error how far the work has come: a bar on a terminal, elsewhere a line for each
 * model with the time it took.
 */
final class Progress implements Runner.Watcher, AutoCloseable {
  private static final int WIDTH = 79;

  private final Terminal terminal;
  private final int total;
  private final ProgressBar bar;
  private int finished;

  /** Begins. */
  Progress(Terminal terminal, String task, int total) {
    this.terminal = terminal;
    this.total = total;
    this.bar =
        terminal.errIsTerminal()
            ? new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), WIDTH))
                .build()
            : null;
  }

  @Override
  public void progress(Model model, String words) {
    if (bar != null) {
      bar.setExtraMessage(model.name() + " " + words);
    }
  }

  @Override
  public synchronized void done(Done done, Path folder) {
    finished++;
    if (bar != null) {
      bar.setExtraMessage(done.model().name());
      bar.step();
      return;
    }
    terminal
        .err()
        .print(
            "["
                + finished
                + "/"
                + total
                + "] "
                + done.model().id()
                + ": "
                + done.result().outcome()
                + ", "
                + Words.seconds(done.nanos())
                + " s\n");
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
