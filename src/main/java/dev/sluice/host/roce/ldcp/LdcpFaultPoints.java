package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.Pacer;
import dev.sluice.cc.ldcp.AckPolicy;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.FastStart;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.cc.ldcp.PawaWindow;
import dev.sluice.cc.ldcp.ReadRepeat;

/**
 * The places at which a test can put a faulty piece into what a NIC does in LDCP, to see that it is
 * noticed. What stands here is the sound one.
 */
public class LdcpFaultPoints {
  /** Nothing is faulty. */
  public static final LdcpFaultPoints NONE = new LdcpFaultPoints();

  /** What a sender of LDCP by rates makes of the response to a request. */
  protected String receiveResponse(EventRate rate, long nowPs, long number, EventRate.Sink sink) {
    return rate.receiveResponse(nowPs, number, sink);
  }

  /** What it makes of a CNP. */
  protected String receiveCnp(EventRate rate, EventRate.Sink sink) {
    return rate.receiveCnp(sink);
  }

  /** What it does when a response has not come in time. */
  protected String timeout(EventRate rate, long nowPs) {
    return rate.timeout(nowPs);
  }

  /** What it makes of another event of its NIC. */
  protected String otherEvent(EventRate rate, EventRate.Event event) {
    return rate.otherEvent(event);
  }

  /** When it has the next packet leave. */
  protected long notBeforePs(Pacer pacer, long nowPs) {
    return pacer.notBeforePs(nowPs);
  }

  /** The number in the response to a request with this one. */
  protected long answered(long number) {
    return number;
  }

  /** The first round trip of a queue pair in LDCP. */
  protected FastStart firstRound(LdcpSender.Params params) {
    return new FastStart(params.first(), params.stable());
  }

  /** Has a packet of it leave. */
  protected String transmit(
      FastStart first, long nowPs, boolean last, boolean more, FastStart.Sink sink) {
    return first.transmit(nowPs, last, more, sink);
  }

  /** What it makes of an acknowledgment, or a NAK. */
  protected String receiveAck(FastStart first, long nowPs, boolean nak, long psn) {
    return first.receiveAck(nowPs, nak, psn);
  }

  /** What it does when nothing was heard for so long. */
  protected String timeout(FastStart first, long nowPs) {
    return first.timeout(nowPs);
  }

  /** What a window of LDCP makes of an acknowledgment. */
  protected String receiveAck(PawaWindow window, long n, boolean ece, long rttPs) {
    return window.receiveAck(n, ece, rttPs);
  }

  /** What it makes of a NAK. */
  protected String goBack(PawaWindow window) {
    return window.goBack();
  }

  /** What it does when nothing was heard for so long. */
  protected String timeout(PawaWindow window) {
    return window.timeout();
  }

  /** What a receiver of LDCP makes of a packet. */
  protected void receive(AckPolicy policy, boolean ce, boolean busy, AckPolicy.Sink sink) {
    policy.receive(ce, busy, sink);
  }

  /** Has a packet leave with the next LSN of its space. */
  protected String transmit(LsnWindow space, long bytes, long window, LsnWindow.Sink sink) {
    return space.transmit(bytes, window, sink);
  }

  /** What a sender of LDCP makes of an acknowledgment of its LSNs. */
  protected String receiveAck(LsnWindow space, boolean nak, long lsn, LsnWindow.Sink sink) {
    return space.receiveAck(nak, lsn, sink);
  }

  /** What a receiver of LDCP makes of the LSN of a packet. */
  protected String receive(LsnReceiver space, long lsn, long bytes, LsnReceiver.Sink sink) {
    return space.receive(lsn, bytes, false, sink);
  }

  /** Whether a READ that leaves again has its responses sent again. */
  protected boolean again(ReadRepeat repeat) {
    return repeat.again();
  }
}
