package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.host.roce.connection.AskedReads;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.host.roce.connection.Responses;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.wire.roce.LdcpHeader;
import java.util.function.BooleanSupplier;

/**
 * {@link Responses} of LDCP, whose bytes have a space of LDCP sequence numbers of their own: {@link
 * LsnWindow} says which byte is next, also after a repeated READ, and {@link LdcpSender} counts the
 * packets that it is cut into.
 */
public final class LdcpResponses extends Responses implements LsnWindow.Sink {
  private final LdcpSender window;
  private final LsnWindow space;
  private final LsnParams params;
  private final LdcpNic nic;
  private final QueuePair of;

  /** Bytes acknowledged since the start. */
  private long freed;

  /** Before it, all was sent at least once. */
  private long sentBefore;

  /** An answer begins anew here: responses go on from a byte that a repeated READ has named. */
  private long anew = -1;

  private long lsn;

  private final LdcpTimed timed = new LdcpTimed();

  /** Those of a queue pair that nobody has asked anything of, see {@link Responses}. */
  public LdcpResponses(LdcpNic nic, QueuePair of, LdcpSender window, BooleanSupplier other) {
    super(nic.mtu, window, other);
    this.nic = nic;
    this.of = of;
    this.window = window;
    nic.first.follow(window, of);
    nic.stable.follow(window, of);
    params = LdcpSpaces.params(nic.mtu);
    space = new LsnWindow(params, LdcpSpaces.FIRST);
  }

  /** The kernel that counts them, for who listens. */
  LsnWindow space() {
    return space;
  }

  @Override
  public long place() {
    return freed + space.inFlight();
  }

  @Override
  public AskedReads.Response next() {
    long place = place();
    return reads.response(place, place == anew, place < sentBefore);
  }

  /**
   * It leaves.
   *
   * @return its codepoint
   */
  @Requirement({"LDCP-8", "LDCP-12"})
  public int transmit(long nowPs, AskedReads.Response response) {
    Kernels.done(nic.points.transmit(space, response.bytes(), params.window(), this));
    sentBefore = Math.max(sentBefore, place());
    if (!response.again()) {
      timed.leaves(nowPs, place());
    }
    return window.transmit(nowPs, response.last(), place() < reads.bytes());
  }

  /**
   * Writes the header of the response that has left last.
   *
   * @param upTo before which LSN of requests all is acknowledged
   */
  @Requirement({"LDCP-12", "LDCP-19"})
  public void put(byte[] octets, int at, long upTo) {
    LdcpHeader.putRead(octets, at, lsn, false, false, upTo);
  }

  /**
   * Whether an LSN that a peer names is old, or one that a response may begin with: what is sent
   * from such a one on ends where it ended the first time.
   */
  @Requirement("LDCP-12")
  public boolean isPlace(long itsLsn) {
    long ahead = LdcpSpaces.onWire(itsLsn - space.acked());
    long place = freed + ahead;
    return ahead > space.unacknowledged() || reads.isPlace(place);
  }

  /**
   * An acknowledgment of responses has come, or a READ, which is one as well.
   *
   * @param again whether the READ is repeated: the response of this LSN is missing
   */
  @Requirement({"LDCP-4", "LDCP-7", "LDCP-12"})
  public void heard(long nowPs, boolean again, long upTo, boolean ece) {
    long before = reads.packetsBefore(freed);
    long placeBefore = place();
    nic.points.receiveAck(space, again, upTo, this);
    long n = reads.packetsBefore(Math.min(freed, placeBefore)) - before;
    boolean back = place() < placeBefore && placeBefore > freed;
    anew = back ? place() : anew;
    long roundTripPs = timed.measured(nowPs, freed, place());
    window.heard(nowPs, reads.packetsBefore(freed), n, back, ece, roundTripPs);
    reads.forget(freed);
    nic.moved(window, of, n);
  }

  @Override
  public String broken() {
    long out = reads.packetsBefore(place()) - reads.packetsBefore(freed);
    return space.broken() != null || out == window.inFlight()
        ? space.broken()
        : out + " responses in flight, and " + window.inFlight() + " in the window";
  }

  // ---------------------------------------------------------------- what the kernel decides

  @Override
  public void send(long itsLsn, long bytes, boolean again) {
    lsn = itsLsn;
  }

  @Override
  public void freed(long bytes) {
    freed += bytes;
  }
}
