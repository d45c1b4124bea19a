package dev.sluice.model.tlc.probe;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import tlc2.tool.Action;
import tlc2.tool.TLCState;

/**
 * Splits the time of one run into phases, by the messages that all versions of TLC print with
 * {@code -tool}.
 *
 * <p>CPU time is that of the whole process, so a phase includes the compilation and the garbage
 * collection that happen during it.
 */
final class PhaseClock {
  private static final String MESSAGE = "@!@!@STARTMSG ";
  private static final int PARSING = 2220;
  private static final int PARSED = 2219;
  private static final int COMPUTES_INITIAL_STATES = 2189;
  private static final int CHECKS_TEMPORAL = 2192;
  private static final int CHECKED_TEMPORAL = 2267;
  private static final int TRACE_FOLLOWS = 2121;
  private static final int LASSO_FOLLOWS = 2264;

  private final PhaseTimes times = new PhaseTimes();
  private final AtomicLong streamNanos = new AtomicLong();
  private Phase phase = Phase.START;
  private long wall = System.nanoTime();
  private long cpu = processCpuNanos();

  /** Takes one text that TLC prints. */
  synchronized void heard(String text) {
    if (text == null || !text.startsWith(MESSAGE)) {
      return;
    }
    int colon = text.indexOf(':', MESSAGE.length());
    switch (Integer.parseInt(text, MESSAGE.length(), colon, 10)) {
      case PARSING -> enter(Phase.SANY);
      case PARSED -> enter(Phase.CONFIGURATION);
      case COMPUTES_INITIAL_STATES -> enter(Phase.SEARCH);
      case CHECKS_TEMPORAL -> enter(Phase.LIVENESS);
      case CHECKED_TEMPORAL -> enter(Phase.SEARCH);
      case TRACE_FOLLOWS, LASSO_FOLLOWS -> enter(Phase.COUNTEREXAMPLE);
      default -> {
        // belongs to the phase that it is printed in
      }
    }
  }

  private void enter(Phase next) {
    long wallNow = System.nanoTime();
    long cpuNow = processCpuNanos();
    times.add(phase, wallNow - wall, cpuNow - cpu);
    phase = next;
    wall = wallNow;
    cpu = cpuNow;
  }

  /** Returns reports that count the time spent in these. */
  Reports timed(Reports reports) {
    return new Reports() {
      @Override
      public void initial(TLCState state) {
        long begun = System.nanoTime();
        reports.initial(state);
        streamNanos.addAndGet(System.nanoTime() - begun);
      }

      @Override
      public void edge(TLCState from, TLCState to, boolean isNew, Action action) {
        long begun = System.nanoTime();
        reports.edge(from, to, isNew, action);
        streamNanos.addAndGet(System.nanoTime() - begun);
      }
    };
  }

  /**
   * Ends the measurement. The stream's time is taken off the search; with several workers, whose
   * times overlap, at most all of it.
   */
  synchronized PhaseTimes finish() {
    enter(Phase.START);
    long stream = Math.min(streamNanos.get(), times.wallNanos(Phase.SEARCH));
    times.add(Phase.STREAM, stream, stream);
    times.add(Phase.SEARCH, -stream, -Math.min(stream, times.cpuNanos(Phase.SEARCH)));
    return times;
  }

  /** Returns the CPU time of this process so far, or −1 if the JVM cannot tell. */
  static long processCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : -1;
  }
}
