package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.requirement.Requirement;
import java.util.ArrayDeque;
import java.util.function.BooleanSupplier;

/**
 * The sending half of LDCP for a queue pair that answers: the responses to READs, whose bytes have
 * a space of LDCP sequence numbers of their own, under a window like that of requests.
 *
 * <p>{@link LsnWindow} says which byte is next, also after a repeated READ; {@link LdcpSender}
 * counts the packets that it is cut into. What was asked for is kept until its responses are
 * acknowledged. There is no timer: the requester has one, and repeats the READ.
 */
final class LdcpResponses implements SenderRole, LsnWindow.Sink {
  /**
   * A READ whose responses are not all acknowledged; it begins behind so many bytes and packets.
   */
  private record Read(
      long psn, long msn, int region, long address, long length, long begin, long packets) {
    long end() {
      return begin + length;
    }
  }

  /**
   * The next response, cut from a READ.
   *
   * @param first whether its opcode says that it is the first one of an answer
   * @param last whether it is the last one of its READ
   * @param number of it among the packets of its READ
   */
  record Response(
      long psn,
      long msn,
      int region,
      long place,
      int bytes,
      boolean first,
      boolean last,
      long number,
      boolean again) {}

  private final int mtu;
  private final LdcpSender window;
  private final LsnWindow space;
  private final LsnParams params;
  private final RoceFaultPoints points;
  private final BooleanSupplier other;
  private final ArrayDeque<Read> reads = new ArrayDeque<>();

  /** Since the start: bytes that were asked for, packets of them, and bytes acknowledged. */
  private long asked;

  private long askedPackets;
  private long freed;

  /** Before it, all was sent at least once. */
  private long sentBefore;

  /** An answer begins anew here: responses go on from a byte that a repeated READ has named. */
  private long anew = -1;

  private long lsn;

  private final LdcpTimed timed = new LdcpTimed();

  /**
   * @param other whether something else may leave, which no window is about
   */
  LdcpResponses(int mtu, LdcpSender window, RoceFaultPoints points, BooleanSupplier other) {
    this.mtu = mtu;
    this.points = points;
    this.window = window;
    this.other = other;
    params = LdcpSpaces.params(mtu);
    space = new LsnWindow(params, LdcpSpaces.FIRST);
  }

  /** Tells a log of all that leaves from now on. */
  void follow(LsnSpaceLog.End end) {
    end.follow(space);
  }

  LdcpSender window() {
    return window;
  }

  /** A READ is executed: its responses come behind all others. */
  @Requirement("LDCP-12")
  void asked(long psn, long msn, int region, long address, long length) {
    reads.add(new Read(psn, msn, region, address, length, asked, askedPackets));
    asked += length;
    askedPackets += (length + mtu - 1) / mtu;
  }

  /** Bytes that were asked for since the start. */
  long asked() {
    return asked;
  }

  /** The byte to be sent next, since the start. */
  long place() {
    return freed + space.inFlight();
  }

  /** Whether a response waits, and its window has room. */
  boolean maySend() {
    return place() < asked && window.mayTransmit(mtu);
  }

  private Read at(long place) {
    for (Read one : reads) {
      if (place < one.end()) {
        return one;
      }
    }
    throw new IllegalStateException("nobody has asked for byte " + place);
  }

  /** Packets before a place that a packet begins or ends at. */
  private long packets(long place) {
    if (place == asked) {
      return askedPackets;
    }
    Read of = at(place);
    return of.packets + (place - of.begin + mtu - 1) / mtu;
  }

  /** The next response, which has not left yet. */
  Response next() {
    long place = place();
    Read of = at(place);
    long inside = place - of.begin;
    int bytes = (int) Math.min(mtu, of.length - inside);
    return new Response(
        of.psn + inside / mtu & 0xFF_FFFF,
        of.msn,
        of.region,
        of.address + inside,
        bytes,
        inside == 0 || place == anew,
        inside + bytes == of.length,
        (of.address + inside) / mtu,
        place < sentBefore);
  }

  /**
   * It leaves.
   *
   * @return its codepoint
   */
  @Requirement({"LDCP-8", "LDCP-12"})
  int transmit(long nowPs, Response response) {
    String held = points.transmit(space, response.bytes(), params.window(), this);
    if (held != null) {
      throw new IllegalStateException(held);
    }
    sentBefore = Math.max(sentBefore, place());
    if (!response.again()) {
      timed.leaves(nowPs, place());
    }
    return window.transmit(nowPs, response.last());
  }

  /** The LSN of the response that has left last. */
  long lsn() {
    return lsn;
  }

  /**
   * Whether an LSN that a peer names is old, or one that a response may begin with: what is sent
   * from such a one on ends where it ended the first time.
   */
  @Requirement("LDCP-12")
  boolean isPlace(long itsLsn) {
    long ahead = LdcpSpaces.onWire(itsLsn - space.acked());
    long place = freed + ahead;
    return ahead > space.unacknowledged() || place == asked || (place - at(place).begin) % mtu == 0;
  }

  /**
   * An acknowledgment of responses has come, or a READ, which is one as well.
   *
   * @param again whether the READ is repeated: the response of this LSN is missing
   * @return packets that it has taken out of flight
   */
  @Requirement({"LDCP-4", "LDCP-7", "LDCP-12"})
  long heard(long nowPs, boolean again, long upTo, boolean ece) {
    long before = packets(freed);
    long placeBefore = place();
    points.receiveAck(space, again, upTo, this);
    long n = packets(Math.min(freed, placeBefore)) - before;
    boolean back = place() < placeBefore && placeBefore > freed;
    anew = back ? place() : anew;
    long roundTripPs = timed.measured(nowPs, freed, place());
    window.heard(nowPs, packets(freed), n, back, ece, roundTripPs);
    while (!reads.isEmpty() && reads.peek().end() <= freed) {
      reads.remove();
    }
    return n;
  }

  /** What does not fit together; {@code null} if all does. */
  String broken() {
    long out = packets(place()) - packets(freed);
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

  // ---------------------------------------------------------------- what the host asks

  @Override
  public long cwnd() {
    return UNBOUNDED;
  }

  @Override
  public boolean mayTransmit(long bytes) {
    return other.getAsBoolean() || window.mayTransmit(bytes);
  }

  @Override
  @Requirement("LDCP-7")
  public long notBeforePs(long nowPs) {
    return other.getAsBoolean() ? nowPs : window.notBeforePs(nowPs);
  }
}
