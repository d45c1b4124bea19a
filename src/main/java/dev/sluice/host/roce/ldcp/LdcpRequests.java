package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnWindow;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.wire.roce.LdcpHeader;

/**
 * The sending half of LDCP for a queue pair that asks: its requests, whose bytes have a space of
 * LDCP sequence numbers, under a window of packets.
 *
 * <p>{@link LsnWindow} says which byte is next, and {@link LdcpSender} when it may leave. Each
 * packet is kept until its LSN is acknowledged, and sent again as it was where the other end misses
 * it. A packet that the queue pair sends again although it was acknowledged is a new one here, with
 * the next LSN: its answer is what was missing.
 *
 * @param <W> what its queue pair knows its requests by
 */
public final class LdcpRequests<W> implements LsnWindow.Sink {
  /**
   * A packet as it left first, whose LSN is not acknowledged.
   *
   * @param <W> what its queue pair knows the request by that it is of
   */
  public static final class Kept<W> {
    private final W work;
    private final long number;
    private final RequestPacket request;

    /** What a log hears of it: for how many bytes it is the first to ask, and how. */
    private final long asks;

    private final boolean again;

    /** Where it ends, in bytes since the start. */
    private final long end;

    private Kept<W> next;

    private Kept(W work, long number, RequestPacket request, long asks, boolean again, long end) {
      this.work = work;
      this.number = number;
      this.request = request;
      this.asks = asks;
      this.again = again;
      this.end = end;
    }

    /** The request that it is of. */
    public W work() {
      return work;
    }

    /** Its number in the connection. */
    public long number() {
      return number;
    }

    /** What it says of itself. */
    public RequestPacket request() {
      return request;
    }
  }

  private final LdcpNic nic;
  private final QueuePair of;
  private final int silentAtMost;
  private final LdcpSender window;
  private final LsnParams lsns;
  private final LsnWindow space;
  private final LdcpReads reads;

  /** Hears of them; null where nobody listens. */
  private final LsnSpaceLog.End told;

  /** The packets that are kept: the first, the last, and the one to be sent again next. */
  private Kept<W> first;

  private Kept<W> last;
  private Kept<W> upcoming;

  /** Since the start: bytes and packets that are acknowledged. */
  private long freed;

  private long freedPackets;

  private final LdcpTimed timed = new LdcpTimed();

  /** When its timer began, and how often it has run out since something was acknowledged. */
  private long heardPs;

  private int silent;

  /** The packet in hand: its LSN, and whether it is a READ that is repeated. */
  private long lsn;

  private boolean isRepeated;

  /** Packets that the acknowledgment in hand has acknowledged. */
  private long dropped;

  /**
   * Those of a queue pair that has sent nothing.
   *
   * @param silentAtMost how often its timer runs out with nothing acknowledged in between
   */
  public LdcpRequests(LdcpNic nic, QueuePair of, int silentAtMost, LdcpSender window) {
    this.nic = nic;
    this.of = of;
    this.silentAtMost = silentAtMost;
    this.window = window;
    nic.first.follow(window, of);
    nic.stable.follow(window, of);
    lsns = LdcpSpaces.params(nic.mtu);
    space = new LsnWindow(lsns, LdcpSpaces.FIRST);
    reads = new LdcpReads(nic, of);
    told = nic.spaces.follow(of, lsns, space);
    reads.follow(told);
  }

  /** What is read. */
  public LdcpReads reads() {
    return reads;
  }

  // ---------------------------------------------------------------- what leaves

  /** The packet that is to be sent again before any other; null if none is. */
  @Requirement("LDCP-12")
  public Kept<W> upcoming() {
    return upcoming;
  }

  /**
   * A packet leaves: the one that is to be sent again, if one is, otherwise a new one.
   *
   * @param bytes of data in it
   * @param asks for how many bytes it asks; 0 where it is no READ
   * @param wasSent whether the queue pair has sent it before
   * @param more whether another packet is posted behind it, and may leave
   * @return its codepoint
   */
  @Requirement({"LDCP-8", "LDCP-12", "LDCP-19"})
  public int transmit(
      long atPs,
      W work,
      long number,
      RequestPacket request,
      int bytes,
      long asks,
      boolean wasSent,
      boolean more) {
    Kept<W> kept = upcoming;
    boolean isRead = request.op() == Op.READ;
    isRepeated = kept == null ? isRead && reads.leaves(wasSent, asks) : kept.again;
    boolean isOld = wasSent && !isRepeated; // that was asked for before
    long asksFirst = kept != null ? kept.asks : isOld ? 0 : asks;
    if (isRead) {
      reads.flush();
    }
    if (told != null) {
      told.done(isRead, asksFirst, reads.expected(), isRepeated);
    }
    if (space.inFlight() == 0) {
      heardPs = atPs;
    }
    long extent = LdcpSpaces.extent(lsns, request.op(), bytes);
    Kernels.done(nic.points.transmit(space, extent, lsns.window(), this));
    if (kept == null) {
      keep(new Kept<>(work, number, request, asksFirst, isRepeated, place()));
      timed.leaves(atPs, place());
    } else {
      upcoming = kept.next;
    }
    return window.transmit(atPs, request.last(), more);
  }

  private void keep(Kept<W> packet) {
    if (last == null) {
      first = packet;
    } else {
      last.next = packet;
    }
    last = packet;
  }

  /** Writes the header of the packet that has left last. */
  @Requirement({"LDCP-12", "LDCP-19"})
  public void put(byte[] octets, int at, boolean isRead) {
    if (isRead) {
      LdcpHeader.putRead(octets, at, lsn, false, isRepeated, reads.expected());
    } else {
      LdcpHeader.put(octets, at, lsn, false);
    }
  }

  /** The byte to be sent next, since the start. */
  private long place() {
    return freed + space.inFlight();
  }

  // ---------------------------------------------------------------- what comes

  /** Whether an LSN that a peer names is old, or one that a packet ends at. */
  @Requirement("LDCP-12")
  public boolean isPlace(long itsLsn) {
    long ahead = LdcpSpaces.onWire(itsLsn - space.acked());
    if (ahead == 0 || ahead > space.unacknowledged()) {
      return true;
    }
    Kept<W> at = first;
    while (at != null && at.end < freed + ahead) {
      at = at.next;
    }
    return at != null && at.end == freed + ahead;
  }

  /**
   * All before an LSN has come.
   *
   * @param nak whether the packet there is missing
   */
  @Requirement({"LDCP-4", "LDCP-7", "LDCP-10", "LDCP-12"})
  public void heard(boolean nak, long upTo, boolean ece) {
    long nowPs = nic.host.nowPs();
    long inFlight = window.inFlight();
    long before = place();
    dropped = 0;
    nic.points.receiveAck(space, nak, upTo, this);
    boolean back = place() < before && before > freed;
    if (space.inFlight() == 0) {
      upcoming = first;
    }
    if (dropped > 0 || back) {
      heardPs = nowPs;
      silent = 0;
    }
    long n = Math.min(dropped, inFlight);
    window.heard(nowPs, freedPackets, n, back, ece, timed.measured(nowPs, freed, place()));
    nic.moved(window, of, n);
  }

  // ---------------------------------------------------------------- the timer

  /**
   * When its timer runs out; {@link SenderRole#NEVER_PS} if nothing is in flight, or it has so too
   * often.
   */
  @Requirement("LDCP-9")
  public long duePs() {
    boolean runs = space.inFlight() > 0 && silent <= silentAtMost;
    return runs ? heardPs + nic.timeoutPs : SenderRole.NEVER_PS;
  }

  /** When something was acknowledged last, or a packet left with nothing in flight. */
  public long heardPs() {
    return heardPs;
  }

  /** Its timer has run out: all that is not acknowledged is sent again. */
  @Requirement({"LDCP-9", "LDCP-10", "LDCP-12"})
  public void timedOut() {
    heardPs = nic.host.nowPs();
    silent++;
    timed.forget();
    space.timeout();
    upcoming = first;
    window.timedOut(heardPs);
  }

  // ---------------------------------------------------------------- what the kernel decides

  @Override
  public void send(long itsLsn, long bytes, boolean again) {
    lsn = itsLsn;
  }

  @Override
  public void freed(long bytes) {
    freed += bytes;
    while (first != null && first.end <= freed) {
      first = first.next;
      dropped++;
      freedPackets++;
    }
    last = first == null ? null : last;
  }

  /** What does not fit together; {@code null} if all does. */
  public String broken() {
    long out = 0;
    for (Kept<W> each = first; each != upcoming; each = each.next) {
      out++;
    }
    if (out != window.inFlight()) {
      return out + " packets in flight, and " + window.inFlight() + " in the window";
    } else if (space.unacknowledged() != (last == null ? 0 : last.end - freed)) {
      return space.unacknowledged() + " B are not acknowledged, and others are kept";
    }
    return space.broken() == null ? reads.broken() : space.broken();
  }
}
