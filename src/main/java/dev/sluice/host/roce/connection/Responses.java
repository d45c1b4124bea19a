package dev.sluice.host.roce.connection;

import dev.sluice.cc.SenderRole;
import dev.sluice.requirement.Requirement;
import java.util.function.BooleanSupplier;

/**
 * The sending half of an algorithm with windows for a queue pair that answers: the responses to
 * READs, under a window like that of requests. What was asked for is kept until its responses are
 * acknowledged. There is no timer: the requester has one, and repeats the READ.
 */
public abstract class Responses implements SenderRole {
  /** What was asked for. */
  protected final AskedReads reads;

  private final int mtu;
  private final SenderRole window;
  private final BooleanSupplier other;

  /**
   * Those of a queue pair that nobody has asked anything of.
   *
   * @param other whether something else may leave, which no window is about
   */
  protected Responses(int mtu, SenderRole window, BooleanSupplier other) {
    this.mtu = mtu;
    this.window = window;
    this.other = other;
    reads = new AskedReads(mtu);
  }

  /** What was asked for. */
  public final AskedReads reads() {
    return reads;
  }

  /** The byte to be sent next, since the start. */
  public abstract long place();

  /** The next response, which has not left yet. */
  public abstract AskedReads.Response next();

  /** What does not fit together; {@code null} if all does. */
  public abstract String broken();

  /** Whether a response waits, and its window has room. */
  public final boolean maySend() {
    return place() < reads.bytes() && window.mayTransmit(mtu);
  }

  @Override
  public final long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public final boolean mayTransmit(long bytes) {
    return other.getAsBoolean() || window.mayTransmit(bytes);
  }

  @Override
  @Requirement({"LDCP-7", "HPCC-5"})
  public final long notBeforePs(long nowPs) {
    return other.getAsBoolean() ? nowPs : window.notBeforePs(nowPs);
  }
}
