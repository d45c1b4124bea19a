package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.ReadRepeat;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.ResponseKind;

/**
 * The receiving half of LDCP for a queue pair that asks: the responses to its READs, which it
 * acknowledges like requests, and of which it sends no NAK: it repeats the READ.
 *
 * <p>{@link LsnReceiver} says what has come, {@link LdcpReceiver} when it is acknowledged, and
 * {@link ReadRepeat} whether the next READ that leaves again is to have its responses sent again.
 */
public final class LdcpReads implements LsnReceiver.Sink {
  private final LdcpNic nic;
  private final QueuePair of;
  private final LsnReceiver space;
  private final ReadRepeat repeat = new ReadRepeat();
  private final LdcpReceiver receiver;

  /** The response in hand, and whether it is the one expected. */
  private long psn;

  private long bytes;
  private boolean isMarked;
  private boolean isTaken;

  LdcpReads(LdcpNic nic, QueuePair of) {
    this.nic = nic;
    this.of = of;
    space = new LsnReceiver(LdcpSpaces.params(nic.mtu), 0);
    receiver = new LdcpReceiver(nic, of, this::leaves);
  }

  private void leaves(ResponseKind kind, long itsPsn, long msn, long value, long lsn, boolean ece) {
    acknowledge(itsPsn, lsn, ece);
  }

  /** An acknowledgment of responses leaves. */
  private void acknowledge(long itsPsn, long upTo, boolean ece) {
    nic.host.send(nic.frames.lsnsOfResponses(of, itsPsn, upTo, ece));
  }

  /** The LSN of the response that is expected, which each READ names. */
  public long expected() {
    return space.expected();
  }

  /**
   * A READ leaves, for the first time or again. What it names acknowledges all that has come, so
   * that no acknowledgment waits any longer.
   */
  @Requirement({"LDCP-3", "LDCP-12"})
  void flush() {
    receiver.leavesWith();
  }

  /** Whether responses that were asked for have not come. */
  public boolean misses() {
    return repeat.missing() > 0;
  }

  /** Tells a log, if there is one, of all that comes from now on. */
  void follow(LsnSpaceLog.End end) {
    if (end != null) {
      end.follow(space, repeat);
    }
  }

  /** What does not fit together in its kernels; {@code null} if all does. */
  String broken() {
    return space.broken() == null ? repeat.broken() : space.broken();
  }

  /**
   * A READ leaves.
   *
   * @param again whether it was sent before
   * @return whether it has its responses sent again
   */
  @Requirement("LDCP-12")
  boolean leaves(boolean again, long asks) {
    if (!again) {
      repeat.asked(asks);
      return false;
    }
    boolean repeats = nic.points.again(repeat);
    if (repeats) {
      repeat.repeated();
    }
    return repeats;
  }

  /**
   * A response has come.
   *
   * @param brings whether its queue pair has taken what it brings
   */
  @Requirement({"LDCP-2", "LDCP-12"})
  public void came(long itsPsn, long lsn, long itsBytes, boolean brings, boolean marked) {
    if (brings != (lsn == space.expected()) || !repeat.isAskedFor(space, lsn, itsBytes)) {
      return; // not taken by the queue pair, or asked for by no READ
    }
    psn = itsPsn;
    bytes = itsBytes;
    isMarked = marked;
    isTaken = false;
    nic.points.receive(space, lsn, itsBytes, this);
  }

  @Override
  public void take() {
    isTaken = true;
    repeat.came(bytes);
  }

  @Override
  public void acknowledge(long lsn) {
    if (isTaken) {
      receiver.came(ResponseKind.ACK, psn, 0, 0, lsn, isMarked);
    } else {
      receiver.flush();
      acknowledge(psn, lsn, false);
    }
  }

  @Override
  public void missing(long lsn) {
    repeat.missed();
  }

  /** A later answer, or none for long, tells that responses are missing. */
  @Requirement("LDCP-12")
  public void miss() {
    if (repeat.missing() > 0 && !repeat.again()) {
      repeat.askAgain();
    }
  }
}
