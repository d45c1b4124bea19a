package dev.sluice.host.roce;

import dev.sluice.cc.SenderRole;
import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnWindow;
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
 */
final class LdcpRequests implements LsnWindow.Sink {
  /** A packet as it left first, whose LSN is not acknowledged. */
  static final class Kept {
    private final Work work;
    private final long number;
    private final RequestPacket request;

    /** What a log hears of it: for how many bytes it is the first to ask, and how. */
    private final long asks;

    private final boolean again;

    /** Where it ends, in bytes since the start. */
    private final long end;

    private Kept next;

    private Kept(
        Work work, long number, RequestPacket request, long asks, boolean again, long end) {
      this.work = work;
      this.number = number;
      this.request = request;
      this.asks = asks;
      this.again = again;
      this.end = end;
    }

    Work work() {
      return work;
    }

    long number() {
      return number;
    }

    RequestPacket request() {
      return request;
    }
  }

  private final RoceNic nic;
  private final int peer;
  private final int silentAtMost;
  private final LdcpSender window;
  private final LsnParams lsns;
  private final LsnWindow space;
  private final LdcpReads reads;

  /** Hears of them; null where nobody listens. */
  private final LsnSpaceLog.End told;

  /** The packets that are kept: the first, the last, and the one to be sent again next. */
  private Kept first;

  private Kept last;
  private Kept upcoming;

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
   * @param silentAtMost how often its timer runs out with nothing acknowledged in between
   * @param acknowledges takes acknowledgments of responses to READs
   */
  LdcpRequests(
      RoceNic nic,
      int number,
      int peer,
      int peerQp,
      int silentAtMost,
      LdcpSender window,
      LdcpReads.Taker acknowledges) {
    this.nic = nic;
    this.peer = peer;
    this.silentAtMost = silentAtMost;
    this.window = window;
    nic.first.follow(window, number, peer, peerQp);
    nic.ldcp.follow(window, number, peer, peerQp);
    lsns = LdcpSpaces.params(nic.params.mtu());
    space = new LsnWindow(lsns, LdcpSpaces.FIRST);
    reads = new LdcpReads(nic, number, peer, peerQp, acknowledges);
    told = nic.spaces.follow(number, peer, peerQp, lsns, space);
    reads.follow(told);
  }

  /** What is read. */
  LdcpReads reads() {
    return reads;
  }

  // ---------------------------------------------------------------- what leaves

  /** The packet that is to be sent again before any other; null if none is. */
  @Requirement("LDCP-12")
  Kept upcoming() {
    return upcoming;
  }

  /**
   * A packet leaves: the one that is to be sent again, if one is, otherwise a new one.
   *
   * @param bytes of data in it
   * @param wasSent whether the queue pair has sent it before
   * @return its codepoint
   */
  @Requirement({"LDCP-8", "LDCP-12", "LDCP-19"})
  int transmit(
      long atPs, Work work, long number, RequestPacket request, int bytes, boolean wasSent) {
    Kept kept = upcoming;
    boolean isRead = request.op() == Op.READ;
    isRepeated = kept == null ? isRead && reads.leaves(wasSent, work.bytes) : kept.again;
    long asks = kept == null ? asks(work, number, wasSent && !isRepeated) : kept.asks;
    if (isRead) {
      reads.flush();
    }
    if (told != null) {
      told.done(isRead, asks, reads.expected(), isRepeated);
    }
    if (space.inFlight() == 0) {
      heardPs = atPs;
    }
    long extent = LdcpSpaces.extent(lsns, request.op(), bytes);
    String held = nic.points.ldcp.transmit(space, extent, lsns.window(), this);
    if (held != null) {
      throw new IllegalStateException(held);
    }
    if (kept == null) {
      keep(new Kept(work, number, request, asks, isRepeated, place()));
      timed.leaves(atPs, place());
    } else {
      upcoming = kept.next;
    }
    return window.transmit(atPs, request.last());
  }

  /** For how many bytes a packet asks, unless that was asked for before and is not repeated. */
  private long asks(Work work, long number, boolean isOld) {
    return work.verb.op() != Op.READ || isOld
        ? 0
        : work.bytes - (number - work.begin) * nic.params.mtu();
  }

  private void keep(Kept packet) {
    if (last == null) {
      first = packet;
    } else {
      last.next = packet;
    }
    last = packet;
  }

  /** Writes the header of the packet that has left last. */
  @Requirement({"LDCP-12", "LDCP-19"})
  void put(byte[] octets, int at, boolean isRead) {
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
  boolean isPlace(long itsLsn) {
    long ahead = LdcpSpaces.onWire(itsLsn - space.acked());
    if (ahead == 0 || ahead > space.unacknowledged()) {
      return true;
    }
    Kept at = first;
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
  void heard(boolean nak, long upTo, boolean ece) {
    long nowPs = nic.loop.nowPs();
    long inFlight = window.inFlight();
    long before = place();
    dropped = 0;
    nic.points.ldcp.receiveAck(space, nak, upTo, this);
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
    nic.moved(window, peer, n, window.isMarked());
  }

  // ---------------------------------------------------------------- the timer

  /**
   * When its timer runs out; {@link SenderRole#NEVER_PS} if nothing is in flight, or it has so too
   * often.
   */
  @Requirement("LDCP-9")
  long duePs() {
    boolean runs = space.inFlight() > 0 && silent <= silentAtMost;
    return runs ? heardPs + nic.params.timeoutPs() : SenderRole.NEVER_PS;
  }

  /** When something was acknowledged last, or a packet left with nothing in flight. */
  long heardPs() {
    return heardPs;
  }

  /** Its timer has run out: all that is not acknowledged is sent again. */
  @Requirement({"LDCP-9", "LDCP-10", "LDCP-12"})
  void timedOut() {
    heardPs = nic.loop.nowPs();
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
  String broken() {
    long out = 0;
    for (Kept each = first; each != upcoming; each = each.next) {
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
