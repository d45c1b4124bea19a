package dev.sluice.cli;

import dev.sluice.model.ModelResult;
import dev.sluice.model.tlc.TlcRun;
import dev.sluice.model.tlc.probe.Phase;
import dev.sluice.model.tlc.probe.PhaseTimes;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Measures the phases of one model's check, on the thread that checks it. CPU time is that of the
 * thread, without compilation and garbage collection.
 */
final class Stopwatch {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final LongSupplier nanos;
  private final long begun;
  private final PhaseTimes times = new PhaseTimes();
  private Phase phase = Phase.FILES;
  private long wall;
  private long cpu;

  /** Starts the measurement. */
  Stopwatch(LongSupplier nanos) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
    this.wall = begun;
    this.cpu = cpuNanos();
  }

  /** Ends the current phase and begins another one. */
  void enter(Phase next) {
    long wallNow = nanos.getAsLong();
    long cpuNow = cpuNanos();
    times.add(phase, wallNow - wall, cpuNow - cpu);
    phase = next;
    wall = wallNow;
    cpu = cpuNow;
  }

  /** Ends the measurement, and takes TLC's phases out of the time that the thread waited. */
  Done done(ModelResult result) {
    enter(Phase.FILES);
    TlcRun run = result.run();
    if (run != null) {
      times.add(Phase.FILES, -run.phases().wallNanos(), 0);
      times.add(run.phases());
    }
    return new Done(result, wall - begun, times);
  }

  private static long cpuNanos() {
    return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
  }
}
