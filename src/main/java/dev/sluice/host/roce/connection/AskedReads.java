package dev.sluice.host.roce.connection;

import dev.sluice.requirement.Requirement;
import dev.sluice.roce.PsnRing;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * READs that a queue pair answers under a window, in order, until their responses are acknowledged:
 * what responses they are cut into. Bytes and packets count all responses since the start.
 */
public final class AskedReads {
  /** A READ; it begins behind so many bytes and packets. */
  private record Read(
      long psn, long msn, int region, long address, long length, long begin, long packets) {
    long end() {
      return begin + length;
    }
  }

  /**
   * A response, cut from a READ.
   *
   * @param first whether its opcode says that it is the first one of an answer
   * @param last whether it is the last one of its READ
   * @param number of it among the packets of its READ
   * @param again whether it left before
   */
  public record Response(
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
  private final ArrayDeque<Read> reads = new ArrayDeque<>();
  private long bytes;
  private long packets;

  AskedReads(int mtu) {
    this.mtu = mtu;
  }

  /** A READ of so many bytes is executed: its responses come behind all others. */
  @Requirement({"LDCP-12", "HPCC-12"})
  public void add(long psn, long msn, int region, long address, long length) {
    reads.add(new Read(psn, msn, region, address, length, bytes, packets));
    bytes += length;
    packets += packets(length);
  }

  private long packets(long length) {
    return (length + mtu - 1) / mtu;
  }

  /** Bytes that were asked for. */
  public long bytes() {
    return bytes;
  }

  /** Bytes of all READs before a request, as far as any of them is kept. */
  public long bytesBefore(long psn) {
    long end = 0;
    for (Read one : reads) {
      end = PsnRing.OF_WIRE.isAhead(psn, one.psn) ? one.end() : end;
    }
    return end;
  }

  /** Responses that they take. */
  public long packets() {
    return packets;
  }

  private Read at(long place) {
    for (Read one : reads) {
      if (place < one.end()) {
        return one;
      }
    }
    throw new IllegalStateException("nobody has asked for byte " + place);
  }

  /** Responses before a byte that one begins or ends at. */
  public long packetsBefore(long place) {
    if (place == bytes) {
      return packets;
    }
    Read of = at(place);
    return of.packets + packets(place - of.begin);
  }

  /** The byte that a response begins with. */
  public long placeOf(long packet) {
    for (Read one : reads) {
      if (packet < one.packets + packets(one.length)) {
        return one.begin + (packet - one.packets) * mtu;
      }
    }
    return bytes;
  }

  /** Which response has a PSN; −1: none whose READ is kept. */
  public long packetOf(long psn) {
    for (Iterator<Read> newest = reads.descendingIterator(); newest.hasNext(); ) {
      Read one = newest.next();
      long inside = PsnRing.OF_WIRE.ahead(psn, one.psn);
      if (inside < packets(one.length)) {
        return one.packets + inside;
      }
    }
    return -1;
  }

  /** Whether a response may begin with a byte. */
  public boolean isPlace(long place) {
    return place == bytes || (place - at(place).begin) % mtu == 0;
  }

  /**
   * The response that begins with a byte.
   *
   * @param anew whether an answer begins anew there
   * @param again whether it left before
   */
  public Response response(long place, boolean anew, boolean again) {
    Read of = at(place);
    long inside = place - of.begin;
    int carries = (int) Math.min(mtu, of.length - inside);
    return new Response(
        PsnRing.OF_WIRE.plus(of.psn, inside / mtu),
        of.msn,
        of.region,
        of.address + inside,
        carries,
        inside == 0 || anew,
        inside + carries == of.length,
        (of.address + inside) / mtu,
        again);
  }

  /** All before a byte is acknowledged. */
  public void forget(long place) {
    while (!reads.isEmpty() && reads.peek().end() <= place) {
      reads.remove();
    }
  }
}
