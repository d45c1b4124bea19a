package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.ResponseKind;
import dev.sluice.sim.EventLoop;

/**
 * When an end of LDCP acknowledges what has come in its turn: {@link AckPolicy} says when an
 * acknowledgment leaves, and whether it echoes a mark; what it stands for is remembered here.
 *
 * <p>A queue pair is busy for a while after each acknowledgment: as long as its NIC needs for one.
 */
final class LdcpReceiver implements AckPolicy.Sink {
  private final LdcpNic nic;
  private final EventLoop loop;
  private final AckPolicy policy;
  private final LdcpArrivals.Taker taker;
  private final int timer;
  private long busyUntilPs;

  /** The answer in hand, and how many acknowledgments are still to leave with it. */
  private ResponseKind kind;

  private long psn;
  private long msn;
  private long value;
  private long lsn;
  private int left;

  /** Whether another one waited as the packet in hand came. */
  private boolean hasHeld;

  /** What the one that waits would say. */
  private long heldPsn;

  private long heldMsn;
  private long heldLsn;

  LdcpReceiver(LdcpNic nic, QueuePair of, LdcpArrivals.Taker taker) {
    this.nic = nic;
    loop = nic.host.loop();
    this.taker = taker;
    policy = new AckPolicy(nic.acks.params());
    nic.stable.follow(policy, of);
    timer = loop.timer(nic.host.handler(subject -> flush(), null), 0);
  }

  /**
   * A packet has come in its turn, which is to be answered so, see {@link
   * LdcpArrivals.Taker#answer}.
   *
   * @param itsLsn the one behind it
   */
  @Requirement({"LDCP-2", "LDCP-3"})
  void came(ResponseKind answer, long itsPsn, long itsMsn, long itsValue, long itsLsn, boolean ce) {
    kind = answer;
    psn = itsPsn;
    msn = itsMsn;
    value = itsValue;
    lsn = itsLsn;
    boolean busy = answer == ResponseKind.ACK && loop.nowPs() < busyUntilPs;
    hasHeld = policy.held() > 0;
    left = policy.answers(ce, busy);
    nic.points.receive(policy, ce, busy, this);
    if (policy.held() > 0) {
      heldPsn = itsPsn;
      heldMsn = itsMsn;
      heldLsn = itsLsn;
      if (!loop.isSet(timer)) {
        loop.set(timer, busyUntilPs);
      }
    } else {
      loop.cancel(timer);
    }
  }

  /**
   * What waits is told, since something else is to be said.
   *
   * @return whether something was
   */
  boolean flush() {
    boolean waits = policy.held() > 0;
    if (waits) {
      left = 2; // and the one that waits is the first of them
      policy.flush(this);
      loop.cancel(timer);
    }
    return waits;
  }

  /**
   * What waits is told by a packet that leaves anyway, and says before which LSN all has come: no
   * other one leaves for it, which would keep the NIC busy.
   */
  @Requirement({"LDCP-3", "LDCP-12"})
  void leavesWith() {
    if (policy.held() > 0) {
      policy.flush((n, ece) -> {});
      loop.cancel(timer);
    }
  }

  @Override
  public void acknowledge(long n, boolean ece) {
    left--;
    busyUntilPs = loop.nowPs() + nic.acks.gapPs();
    long upTo = left > 0 ? heldLsn : lsn;
    boolean isOfHeld = left > 0 || kind == null && hasHeld; // which nothing else would answer
    hasHeld = false;
    if (isOfHeld) {
      taker.answer(ResponseKind.ACK, heldPsn, heldMsn, 0, upTo, ece);
    } else {
      taker.answer(kind, psn, msn, value, upTo, ece);
    }
  }
}
