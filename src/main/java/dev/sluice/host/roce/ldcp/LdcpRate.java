package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.Pacer;
import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.EventRate;
import dev.sluice.cc.ldcp.EventRate.Event;
import dev.sluice.cc.ldcp.RttResponder;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.requirement.Requirement;
import dev.sluice.units.FixedPoint;
import dev.sluice.wire.roce.Bth;
import dev.sluice.wire.roce.RttMessage;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;

/**
 * LDCP by rates, for one queue pair: its packets are spaced out as {@link EventRate} says, all that
 * a frame takes on a link counted. It bounds nothing that is in flight.
 *
 * <p>A flow is what its queue pair has to send: as there is something, a request to measure a round
 * trip leaves, and then the next one whenever a response has come or the wait is over, until there
 * is nothing left, sent or not, that is not acknowledged. Requests and responses are no part of the
 * rate.
 */
public final class LdcpRate implements SenderRole, EventRate.Sink, RttResponder.Sink {
  private static final long SECOND_PS = 1_000_000_000_000L;
  private static final int BITS = 8;

  /**
   * What it is configured with.
   *
   * @param events its kernel
   * @param startWindow with which a flow begins, in parts of a packet
   * @param frameBytes what a whole packet of data takes on a link, all counted: a packet of the
   *     window
   */
  public record Params(EventRate.Params events, long startWindow, long frameBytes) {
    /**
     * @throws IllegalArgumentException if the window is out of the kernel's range, a frame is
     *     larger than a pacer takes, or there are more numbers of requests than messages have
     */
    @Requirement("LDCP-13")
    public Params {
      new EventRate(events, startWindow); // what it does not take, nobody has
      if (frameBytes < 1 || frameBytes > Pacer.LARGEST_FRAME) {
        throw new IllegalArgumentException("a frame of " + frameBytes + " bytes");
      }
      if (events.numbers() > RttMessage.NUMBERS) {
        throw new IllegalArgumentException(
            events.numbers() + " numbers of requests, of " + RttMessage.NUMBERS);
      }
    }

    /** A rate of the kernel in bits a second, rounded down, and never 0. */
    @Requirement("LDCP-13")
    long bps(long rate) {
      long bits = Math.multiplyExact(frameBytes * BITS, SECOND_PS / events.one());
      return Math.max(1, FixedPoint.mulDiv(rate, bits, events.ratePerPs()));
    }
  }

  private final Params params;
  private final EventRate kernel;
  private final Pacer pacer;

  /** What answers the other end's requests. */
  private final RttResponder responder = new RttResponder();

  private LdcpNic nic;
  private QueuePair of;
  private BooleanSupplier isAtRest;

  private LdcpRate(Params params) {
    this.params = params;
    kernel = new EventRate(params.events(), params.startWindow());
    pacer = new Pacer(params.bps(kernel.rate()));
  }

  /**
   * Makes one for each queue pair that is selected for congestion control.
   *
   * @param params by the rate of the host's link in bits a second
   */
  @Requirement("LDCP-13")
  public static LongFunction<SenderRole> rates(LongFunction<Params> params) {
    return rateBps -> new LdcpRate(params.apply(rateBps));
  }

  /** Says whose it is, before anything is sent. */
  void of(LdcpNic itsNic, QueuePair queuePair, BooleanSupplier rests) {
    nic = itsNic;
    of = queuePair;
    isAtRest = rests;
  }

  /** What answers requests, for who listens. */
  RttResponder responder() {
    return responder;
  }

  /** Its kernel, for who listens. */
  EventRate kernel() {
    return kernel;
  }

  /** What it is configured with. */
  public Params params() {
    return params;
  }

  /** The rate that it keeps to, in bits a second. */
  public long rateBps() {
    return pacer.rateBps();
  }

  // ---------------------------------------------------------------- what the host asks and tells

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public long notBeforePs(long nowPs) {
    return nic.points.notBeforePs(pacer, nowPs);
  }

  @Override
  public void onFrame(long nowPs, long frameBytes) {
    pacer.begun(nowPs, frameBytes);
  }

  @Override
  @Requirement("LDCP-19")
  public void onSend(long nowPs, long bytes) {
    nic.points.otherEvent(kernel, Event.SENT);
  }

  @Override
  @Requirement("LDCP-19")
  public void onAck(long nowPs, long received, long freed, boolean marked, long rttPs) {
    nic.points.otherEvent(kernel, Event.ACK);
  }

  @Override
  @Requirement("LDCP-19")
  public void onNack(long nowPs, long bytes, int code, long rttPs) {
    nic.points.otherEvent(kernel, Event.NACK);
  }

  @Override
  @Requirement("LDCP-13")
  public void onNotification(long nowPs) {
    nic.points.receiveCnp(kernel, this);
  }

  @Override
  public long timerPs() {
    return kernel.timerPs();
  }

  @Override
  @Requirement("LDCP-13")
  public void onTimer(long nowPs) {
    if (nic.points.timeout(kernel, nowPs) == null) {
      goesOn(nowPs);
    }
  }

  /**
   * A request to measure a round trip has come, or the response to one, be it that of the request
   * that is out or not.
   *
   * @return whether it is a response
   */
  @Requirement({"LDCP-13", "LDCP-19"})
  public boolean came(long nowPs, byte[] octets, int at) {
    int number = RttMessage.number(octets, at);
    if (Bth.opcode(octets, at) == RttMessage.REQUEST) {
      responder.respond(number, this);
      return false;
    }
    responded(nowPs, number);
    return true;
  }

  private void responded(long nowPs, long number) {
    boolean wasOut = kernel.isOut();
    nic.points.receiveResponse(kernel, nowPs, number, this);
    if (wasOut && !kernel.isOut()) {
      goesOn(nowPs);
    }
  }

  private void goesOn(long nowPs) {
    if (!isAtRest.getAsBoolean()) {
      begins(nowPs);
    }
  }

  /** There is something to send: a request leaves, if none is out. */
  @Requirement("LDCP-13")
  public void begins(long nowPs) {
    kernel.request(nowPs, this);
  }

  // ---------------------------------------------------------------- what its kernel says

  @Override
  @Requirement("LDCP-13")
  public void request(long number) {
    nic.host.send(nic.frames.rtt(of, RttMessage.REQUEST, number));
  }

  @Override
  @Requirement("LDCP-13")
  public void respond(long number) {
    nic.host.send(nic.frames.rtt(of, RttMessage.RESPONSE, nic.points.answered(number)));
  }

  @Override
  @Requirement("LDCP-13")
  public void pace(long rate) {
    pacer.rate(params.bps(rate));
  }
}
