package dev.sluice.cli;

import dev.sluice.model.Model;
import dev.sluice.model.tlc.TlcOutput.HowFar;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Says on standard error how far the work has come: a bar on a terminal, elsewhere a line for each
 * model with the time it took, and for a long one now and then how far its search is.
 */
final class Progress implements Runner.Watcher, AutoCloseable {
  private static final int WIDTH = 79;
  private static final long FIRST_NANOS = 8_000_000_000L;
  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final long LEAST_ELAPSED_NANOS = 3_000_000_000L;
  private static final int LINES_BETWEEN_ESTIMATES = 25;

  private final Terminal terminal;
  private final int total;
  private final ProgressBar bar;
  private final LongSupplier nanos;
  private final Map<Model, Spoken> spoken = new HashMap<>();
  private final ToLongFunction<Model> work;
  private final long begun;
  private final long totalWork;
  private long finishedWork;
  private int finished;

  /**
   * What was last told of a search.
   *
   * @param begun when it was first heard of, in nanoseconds
   * @param next when it is to be told of again
   * @param at when this was told
   */
  private record Spoken(long begun, long next, long at, HowFar howFar) {}

  /**
   * Begins.
   *
   * @param work measures the work of a model; the time left is estimated from it
   */
  Progress(Session session, String task, List<Model> models, ToLongFunction<Model> work) {
    this.terminal = session.terminal();
    this.nanos = session.nanos();
    this.total = models.size();
    this.work = work;
    this.begun = nanos.getAsLong();
    this.totalWork = models.stream().mapToLong(work).sum();
    this.bar =
        terminal.errIsTerminal()
            ? new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .continuousUpdate() // the message behind the bar changes where the bar does not
                .setConsumer(new ConsoleProgressBarConsumer(terminal.err(), WIDTH))
                .build()
            : null;
  }

  @Override
  public synchronized void progress(Model model, HowFar howFar) {
    long now = nanos.getAsLong();
    Spoken last = spoken.get(model);
    if (bar != null) {
      bar.setExtraMessage(
          Words.some(howFar.distinct(), "state", "states")
              + ", "
              + Words.count(howFar.queue())
              + " queued, depth "
              + howFar.depth());
    } else if (last == null || howFar.generated() < last.howFar.generated()) { // or begun anew
      spoken.put(model, new Spoken(now, now + FIRST_NANOS, now, howFar));
    } else if (now >= last.next) {
      long rate = (long) ((howFar.generated() - last.howFar.generated()) * 1e9 / (now - last.at));
      terminal
          .err()
          .print(
              model.id()
                  + ": after "
                  + Words.seconds(now - last.begun)
                  + " s "
                  + Words.some(howFar.distinct(), "distinct state", "distinct states")
                  + ", "
                  + Words.count(howFar.queue())
                  + " on the queue, depth "
                  + howFar.depth()
                  + ", "
                  + Words.count(rate)
                  + " states generated a second\n");
      long pause = Math.min(2 * (now - last.at), LONGEST_NANOS);
      spoken.put(model, new Spoken(last.begun, now + pause, now, howFar));
    }
  }

  @Override
  public synchronized void done(Done done, Path folder) {
    finished++;
    finishedWork += work.applyAsLong(done.model());
    if (bar != null) {
      bar.setExtraMessage(left() + done.model().name());
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
                + " s"
                + (finished % LINES_BETWEEN_ESTIMATES == 0 ? left() : "")
                + "\n");
  }

  /** The time left, in words; empty while too little is done to tell. */
  private String left() {
    long elapsed = nanos.getAsLong() - begun;
    if (elapsed < LEAST_ELAPSED_NANOS || finishedWork <= 0 || finished == total) {
      return "";
    }
    double rest = (double) elapsed * (totalWork - finishedWork) / finishedWork;
    String time = Words.about((long) rest);
    return bar == null ? "; " + time + " left" : time + " left, ";
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
