package dev.sluice.model.tlc.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Set;

/**
 * Ends a TLC that stands still: one whose main thread is gone, or in which every thread waits for
 * another.
 *
 * <p>It looks at what threads do, and not at how long they take: a thread that computes, reads,
 * writes, or waits for its turn on a busy machine is runnable, and nothing ends it.
 */
final class StandstillWatch extends Thread {
  /** Between two looks. */
  private static final long MILLIS = 1000;

  /** So many looks in a row at which nobody had anything to do. */
  private static final int LOOKS = 5;

  /** Threads that run whatever TLC does: the JVM's own, and those that look on. */
  private static final Set<String> BESIDES =
      Set.of(
          "Reference Handler",
          "Finalizer",
          "Signal Dispatcher",
          "Common-Cleaner",
          "Notification Thread",
          "Attach Listener",
          "process reaper",
          "tether",
          "search progress",
          "standstill watch");

  private final Thread main;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private StandstillWatch(Thread main) {
    super("standstill watch");
    this.main = main;
    setDaemon(true);
  }

  /** Begins to watch the thread that ends the process, and those that it waits for. */
  static void begin(Thread main) {
    new StandstillWatch(main).start();
  }

  @Override
  public void run() {
    try {
      for (int still = 0; still < LOOKS; still = isStill() ? still + 1 : 0) {
        Thread.sleep(MILLIS);
      }
    } catch (InterruptedException e) {
      return; // nobody interrupts this thread
    }
    Probe.halt("none of TLC's threads had anything to do for " + LOOKS + " s");
  }

  private boolean isStill() {
    if (!main.isAlive()) {
      return true;
    }
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null
          && thread.getThreadState() == State.RUNNABLE
          && !BESIDES.contains(thread.getThreadName())
          && !thread.getThreadName().startsWith("RMI ")) {
        return false;
      }
    }
    return true;
  }
}
