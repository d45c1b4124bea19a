package dev.sluice.host.roce.hpcc;

import dev.sluice.host.roce.connection.AskedReads;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.Responses;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.PsnRing;
import dev.sluice.wire.telemetry.AckTelemetry;
import java.util.function.BooleanSupplier;

/**
 * {@link Responses} of HPCC++, which both ends number since the start, modulo the PSNs' number:
 * {@link HpccDataSender} has them leave under window and pace, and hears what the requester brings
 * back.
 */
public final class HpccResponses extends Responses {
  private final HpccDataSender data;

  /** Numbers of responses: acknowledged before it, left before it at least once, and next. */
  private long acked;

  private long sentBefore;
  private long next;

  /** An answer begins anew with this one: the requester misses it. */
  private long anew = -1;

  /** Whether something has left or come since the last probe. */
  private boolean isNews;

  /** Those of a queue pair that nobody has asked anything of, see {@link Responses}. */
  public HpccResponses(
      HpccNic nic, QueuePair of, int mtu, HpccSending window, BooleanSupplier other) {
    super(mtu, window, other);
    data = new HpccDataSender(nic, of, window, this::isProbed, this::onWire);
  }

  private long onWire() {
    return PsnRing.OF_WIRE.of(next);
  }

  /**
   * Whether another probe is to leave. The last one has to be answered: a requester that has given
   * up answers none, and its responses stay in flight.
   */
  @Requirement("HPCC-9")
  private boolean isProbed() {
    boolean goesOn = data.inFlight() > 0 && isNews;
    isNews = false;
    return goesOn;
  }

  @Override
  public long place() {
    return reads.placeOf(next);
  }

  @Override
  public AskedReads.Response next() {
    return reads.response(place(), next == anew, next < sentBefore);
  }

  /**
   * The next response leaves.
   *
   * @return whether it carries the header
   */
  @Requirement({"HPCC-5", "HPCC-9"})
  public boolean transmit(long atPs) {
    isNews = true;
    boolean isStamped = data.transmit(atPs, next);
    next++;
    sentBefore = Math.max(sentBefore, next);
    return isStamped;
  }

  /**
   * A READ has come; it tells of responses as well, and brings nothing. One that was executed
   * before has all sent again from the first response that is missing on, if it asks for that one;
   * what it asks for otherwise is behind that, or has come meanwhile.
   *
   * @param isRepeated whether it was executed before
   * @param missing the number of the response that the requester misses, 24 bits
   */
  @Requirement({"HPCC-10", "HPCC-23"})
  public void read(boolean isRepeated, long psn, long missing) {
    advance(missing);
    boolean back = isRepeated && acked < next && reads.packetOf(psn) == acked;
    data.answered(acked, back);
    if (back) {
      next = acked;
      anew = acked;
    }
    reads.forget(reads.placeOf(acked));
  }

  /** An acknowledgment of responses has come, or what else tells of them and of their path. */
  @Requirement({"HPCC-4", "HPCC-10"})
  public void heard(long missing, AckTelemetry brought) {
    advance(missing);
    heard(brought);
    reads.forget(reads.placeOf(acked));
  }

  /** What a probe has gathered has come back, which tells of no response. */
  @Requirement({"HPCC-9", "HPCC-12"})
  public void heard(AckTelemetry brought) {
    isNews = true;
    data.heard(acked, false, brought);
  }

  /** What has not left is not believed to be there. */
  @Requirement({"HPCC-10", "HPCC-15"})
  private void advance(long missing) {
    long more = PsnRing.OF_WIRE.ahead(missing, acked);
    acked += more <= sentBefore - acked ? more : 0;
    next = Math.max(next, acked);
  }

  @Override
  public String broken() {
    return next - acked == data.inFlight()
        ? data.broken()
        : (next - acked) + " responses in flight, and " + data.inFlight() + " in the window";
  }
}
