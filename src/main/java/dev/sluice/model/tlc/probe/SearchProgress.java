package dev.sluice.model.tlc.probe;

import java.io.PrintStream;
import tlc2.TLCGlobals;
import tlc2.tool.AbstractChecker;
import tlc2.tool.ModelChecker;

/**
 * Says from time to time how far the search has come: TLC itself speaks once a minute.
 *
 * <p>A line begins with {@value #MARK}; states generated, distinct states, states left on the queue
 * and the depth follow.
 */
public final class SearchProgress extends Thread {
  /** What a line begins with. */
  public static final String MARK = "@!@!@SLUICE-AT ";

  private static final long MILLIS = 2000;

  private final PrintStream out;

  private SearchProgress(PrintStream out) {
    super("search progress");
    this.out = out;
    setDaemon(true);
  }

  /** Begins; {@link #interrupt} ends it. */
  static SearchProgress begin(PrintStream out) {
    SearchProgress progress = new SearchProgress(out);
    progress.start();
    return progress;
  }

  @Override
  public void run() {
    AbstractChecker before = TLCGlobals.mainChecker; // another run's, in a process that serves many
    try {
      while (true) {
        Thread.sleep(MILLIS);
        AbstractChecker now = TLCGlobals.mainChecker;
        if (now != before && now instanceof ModelChecker search) {
          out.println(line(search));
        }
      }
    } catch (InterruptedException over) {
      // the run is over
    } catch (RuntimeException unknown) {
      // a version of TLC that cannot be asked: it says how far it is once a minute
    }
  }

  private static String line(ModelChecker search) {
    return MARK
        + search.getStatesGenerated()
        + " "
        + search.getDistinctStatesGenerated()
        + " "
        + search.getStateQueueSize()
        + " "
        + search.getProgress();
  }
}
