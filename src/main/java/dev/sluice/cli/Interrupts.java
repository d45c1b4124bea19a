package dev.sluice.cli;

import dev.sluice.trace.WholeFile;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens on Ctrl-C and on SIGTERM.
 *
 * <p>Java answers both by running its shutdown hooks, and then ends with 130 or 143 by itself. The
 * hook set here stops what is under way, and waits for the command to print what was decided and to
 * clean up. A command that does not come to that in time is cut off: its processes are ended and
 * its temporary files deleted here, and it prints nothing more.
 */
final class Interrupts {
  /** So long a command may take to say what was decided; the rest takes a moment. */
  private static final long PATIENCE_MILLIS = 1800;

  /** And so much longer one that waits for another process, which may have either patience. */
  private static final long HANDED_OVER_MILLIS = 600;

  /** So long one that has a result to print of what was done until the signal came. */
  private static final long KEEPING_MILLIS = 8000;

  private final List<Runnable> stops = new ArrayList<>();
  private final Deque<Runnable> leftovers = new ArrayDeque<>();
  private final CountDownLatch settled = new CountDownLatch(1);
  private Runnable cutOff = () -> {};
  private boolean signalled;
  private boolean cut;
  private boolean over;
  private long patienceMillis = PATIENCE_MILLIS;

  /**
   * Begins to listen.
   *
   * @param cutOff says for a command that it was interrupted, and keeps it from saying more
   */
  void install(Runnable cutOff) {
    this.cutOff = cutOff;
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(this::signal, "interrupted"));
    } catch (IllegalStateException already) {
      signalled = true; // it came while Java was starting
    }
  }

  /** Says what is to be stopped; called at once where the signal has come already. */
  void onSignal(Runnable stop) {
    synchronized (this) {
      if (!signalled) {
        stops.add(stop);
        return;
      }
    }
    stop.run();
  }

  /** Makes something in the file system. */
  @FunctionalInterface
  interface Making<T> {
    /** What was made. */
    T make() throws IOException;
  }

  /**
   * Makes something that {@link #leaves} hears of as it is made, so that no cut comes between; and
   * makes nothing once the command has been cut off, for nobody would clear it away.
   *
   * @throws Refusal if it has been cut off
   */
  synchronized <T> T making(Making<T> what) throws IOException, Refusal {
    if (cut) {
      throw Refusal.notDecided("interrupted");
    }
    return what.make();
  }

  /** Says what is to be cleared away if the command does not come to it. */
  synchronized void leaves(Runnable clear) {
    leftovers.push(clear);
  }

  /** The command has cleared it away itself. */
  synchronized void cleared(Runnable clear) {
    leftovers.remove(clear);
  }

  /**
   * The command prints what was done until the signal came, which a busy machine takes long for.
   */
  synchronized void keepsWhatIsDone() {
    patienceMillis = KEEPING_MILLIS;
    WholeFile.writeAtEnd();
    leaves(WholeFile::giveUp);
  }

  /** Another process does the work from here on, and says itself that it was interrupted. */
  synchronized void handOver() {
    patienceMillis = KEEPING_MILLIS + HANDED_OVER_MILLIS;
    cutOff = () -> {};
  }

  /** Whether a signal has come. */
  synchronized boolean signalled() {
    return signalled;
  }

  /**
   * Whether the process is about to end although the command did not say so. Other hooks may have
   * begun before the one set here, so that Java itself is asked.
   */
  boolean isEnding() {
    if (signalled()) {
      return true;
    }
    Thread none = new Thread(() -> {}, "never started");
    try {
      Runtime.getRuntime().addShutdownHook(none);
      Runtime.getRuntime().removeShutdownHook(none);
      return false;
    } catch (IllegalStateException ends) {
      return true;
    }
  }

  /** The process is about to end by itself: nothing is left to stop. */
  void settle() {
    synchronized (this) {
      over = true;
    }
    settled.countDown();
  }

  private void signal() {
    List<Runnable> due;
    long patience;
    synchronized (this) {
      if (over) {
        return;
      }
      signalled = true;
      due = List.copyOf(stops);
      patience = patienceMillis;
    }
    due.forEach(Runnable::run);
    try {
      if (!settled.await(patience, TimeUnit.MILLISECONDS)) {
        cutOff();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From here on the command says nothing and makes nothing; what it leaves behind. */
  synchronized List<Runnable> silence() {
    cut = true;
    cutOff.run();
    return List.copyOf(leftovers);
  }

  private void cutOff() {
    List<Runnable> due = silence();
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    due.forEach(Runnable::run);
  }
}
