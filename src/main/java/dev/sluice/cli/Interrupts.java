package dev.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens on Ctrl-C and on SIGTERM.
 *
 * <p>Java answers both by running its shutdown hooks, and then ends with 130 or 143 by itself. The
 * hook set here stops what is under way, and waits for the command to print what was decided and to
 * clean up; it does not wait for ever.
 */
final class Interrupts {
  private static final int PATIENCE_SECONDS = 20;

  private final List<Runnable> stops = new ArrayList<>();
  private final CountDownLatch settled = new CountDownLatch(1);
  private boolean signalled;
  private boolean over;

  /** Begins to listen. */
  void install() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::signal, "interrupted"));
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

  /** Whether a signal has come. */
  synchronized boolean signalled() {
    return signalled;
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
    synchronized (this) {
      if (over) {
        return;
      }
      signalled = true;
      due = List.copyOf(stops);
    }
    due.forEach(Runnable::run);
    try {
      settled.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
