package dev.sluice.bench;

import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.sim.RandomStreams;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One event: taken off the heap, fired, and its timer set again at a time that nobody can foresee,
 * with so many others pending. The heap's depth shows, and the cache's size.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventLoopBench {
  private static final int EVENTS = 10_000;
  private static final long SPREAD_PS = 1_000_000;

  @Param({"16", "1024", "65536"})
  public int pending;

  private EventLoop loop;
  private RandomStream draws;
  private int[] timers;

  @Setup
  public void set() {
    loop = new EventLoop();
    draws = new RandomStreams(1).stream("bench");
    timers = new int[pending];
    for (int i = 0; i < pending; i++) {
      timers[i] = loop.timer(this::again, i);
      loop.set(timers[i], draws.below(SPREAD_PS));
    }
  }

  private void again(int subject) {
    loop.set(timers[subject], loop.nowPs() + 1 + draws.below(SPREAD_PS));
  }

  @Benchmark
  @OperationsPerInvocation(EVENTS)
  public long fireAndSetAgain() {
    loop.run(EventLoop.NEVER - 1, EVENTS);
    return loop.nowPs();
  }
}
