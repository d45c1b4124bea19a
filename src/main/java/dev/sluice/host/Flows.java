package dev.sluice.host;

import dev.sluice.sim.EventLoop;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * What hosts are to move for each other, and what has become of it: flows are numbered from 0 on in
 * the order in which they are asked for.
 */
public final class Flows {
  /** The time of what has not happened. */
  public static final long NEVER = Long.MAX_VALUE;

  private final EventLoop loop;
  private final IntConsumer begins;
  private int count;
  private int completed;
  private int[] sourceOf = new int[64];
  private int[] destinationOf = new int[64];
  private int[] jobOf = new int[64];
  private int[] classOf = new int[64];
  private boolean[] isRead = new boolean[64];
  private long[] bytesOf = new long[64];
  private long[] startedPs = new long[64];
  private long[] completedPs = new long[64];

  /**
   * No flows.
   *
   * @param begins is told the number of each when it comes to its host
   */
  public Flows(EventLoop loop, IntConsumer begins) {
    this.loop = loop;
    this.begins = begins;
  }

  /** One more flow, of the checked arguments that its transport takes; answers its number. */
  public int add(
      int source,
      int destination,
      int job,
      int trafficClass,
      long bytes,
      long startPs,
      boolean reads) {
    if (count == sourceOf.length) {
      int room = 2 * count;
      sourceOf = Arrays.copyOf(sourceOf, room);
      destinationOf = Arrays.copyOf(destinationOf, room);
      jobOf = Arrays.copyOf(jobOf, room);
      classOf = Arrays.copyOf(classOf, room);
      isRead = Arrays.copyOf(isRead, room);
      bytesOf = Arrays.copyOf(bytesOf, room);
      startedPs = Arrays.copyOf(startedPs, room);
      completedPs = Arrays.copyOf(completedPs, room);
    }
    int flow = count++;
    sourceOf[flow] = source;
    destinationOf[flow] = destination;
    jobOf[flow] = job;
    classOf[flow] = trafficClass;
    isRead[flow] = reads;
    bytesOf[flow] = bytes;
    startedPs[flow] = startPs;
    completedPs[flow] = NEVER;
    loop.at(startPs, begins::accept, flow);
    return flow;
  }

  /** A flow is complete. */
  public void complete(int flow, long atPs) {
    completedPs[flow] = atPs;
    completed++;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** How many are complete. */
  public int completed() {
    return completed;
  }

  /** The host that asked for it. */
  public int source(int flow) {
    return sourceOf[flow];
  }

  /** The host whose memory is written, or read. */
  public int destination(int flow) {
    return destinationOf[flow];
  }

  /** Whose work it is a part of. */
  public int job(int flow) {
    return jobOf[flow];
  }

  /** Its traffic class. */
  public int trafficClass(int flow) {
    return classOf[flow];
  }

  /** Whether it reads from its destination instead of writing there. */
  public boolean isRead(int flow) {
    return isRead[flow];
  }

  /** How many bytes it moves. */
  public long bytes(int flow) {
    return bytesOf[flow];
  }

  /** When it came to its host. */
  public long startedPs(int flow) {
    return startedPs[flow];
  }

  /** When it was complete, or {@link #NEVER}. */
  public long completedPs(int flow) {
    return completedPs[flow];
  }
}
