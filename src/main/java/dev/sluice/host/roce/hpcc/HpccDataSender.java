package dev.sluice.host.roce.hpcc;

import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.wire.telemetry.AckTelemetry;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * What a queue pair of HPCC++ does beside its packets as it sends data, requests or responses to
 * READs: it has probes leave, and tells the window of what comes back. {@link HpccSending} has the
 * kernels.
 */
public final class HpccDataSender {
  private final HpccNic nic;
  private final QueuePair of;
  private final EventLoop loop;
  private final HpccSending sending;
  private final BooleanSupplier goesOn;
  private final LongSupplier next;

  /** The timer of its probes; −1 without. */
  private final int probe;

  /**
   * That of a queue pair; who logs, listens from here.
   *
   * @param goesOn whether another probe is to leave, as data are in flight
   * @param next the number of the packet of data that leaves next, 24 bits
   */
  public HpccDataSender(
      HpccNic nic, QueuePair of, HpccSending sending, BooleanSupplier goesOn, LongSupplier next) {
    this.nic = nic;
    this.of = of;
    loop = nic.host.loop();
    this.sending = sending;
    this.goesOn = goesOn;
    this.next = next;
    nic.windows.follow(sending, of);
    nic.records.follow(sending, of);
    probe = sending.hasProbes() ? loop.timer(nic.host.handler(subject -> probe(), null), 0) : -1;
  }

  /**
   * A packet leaves.
   *
   * @param packet which one, from 0
   * @return whether it carries the header
   */
  @Requirement("HPCC-9")
  public boolean transmit(long atPs, long packet) {
    boolean isStamped = sending.transmit(atPs, packet);
    if (probe >= 0 && !loop.isSet(probe)) {
      loop.set(probe, Math.max(loop.nowPs(), atPs));
    }
    return isStamped;
  }

  /** Once in T, as long as data are in flight. */
  @Requirement("HPCC-9")
  private void probe() {
    if (goesOn.getAsBoolean()) {
      nic.host.send(nic.frames.probe(of, next.getAsLong(), sending.room()));
      loop.set(probe, loop.nowPs() + sending.params().tPs());
    }
  }

  /**
   * Something has come that tells of packets, and may bring what others have gathered.
   *
   * @param acked packets that the other end has by now
   * @param back whether all behind them is to be sent again
   */
  @Requirement({"HPCC-4", "HPCC-10", "HPCC-23"})
  public void heard(long acked, boolean back, AckTelemetry brought) {
    sending.heard(loop.nowPs(), acked, back, brought);
    nic.told.told(sending, of.peer());
  }

  /** A response to a READ has come, which tells of requests, and brings nothing. */
  @Requirement("HPCC-10")
  public void answered(long acked, boolean back) {
    sending.heard(loop.nowPs(), acked, back, AckTelemetry.NONE);
  }

  /** All that is in flight is to be sent again. */
  @Requirement("HPCC-23")
  public void goesBack() {
    sending.goesBack();
  }

  /** Packets in flight. */
  long inFlight() {
    return sending.kernel().inFlight();
  }

  /** What does not fit together in its kernels; {@code null} if all does. */
  public String broken() {
    String broken = sending.kernel().broken();
    return broken != null || sending.links() == null ? broken : sending.links().broken();
  }
}
