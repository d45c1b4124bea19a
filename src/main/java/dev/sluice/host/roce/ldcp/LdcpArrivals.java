package dev.sluice.host.roce.ldcp;

import dev.sluice.cc.ldcp.LsnParams;
import dev.sluice.cc.ldcp.LsnReceiver;
import dev.sluice.host.roce.connection.QueuePair;
import dev.sluice.requirement.Requirement;
import dev.sluice.roce.Op;
import dev.sluice.roce.RequestPacket;
import dev.sluice.roce.ResponseKind;
import dev.sluice.wire.roce.LdcpHeader;

/**
 * The receiving half of LDCP for a queue pair that answers: {@link LsnReceiver} says what of its
 * requests has come in its turn, and {@link LdcpReceiver} when that is acknowledged.
 */
public final class LdcpArrivals {
  /** Where answers go. */
  @FunctionalInterface
  public interface Taker {
    /**
     * @param kind null: of LSNs alone, for a packet that its queue pair answers later, or not
     * @param lsn before which all has come that it stands for
     */
    void answer(ResponseKind kind, long psn, long msn, long value, long lsn, boolean ece);
  }

  /** What becomes of a request, once it is known whether it has come in its turn. */
  public interface Turn {
    /** It has: its connection takes it now. */
    void take();

    /** Its connection has taken it: all before an LSN has come by now. */
    void taken(long upTo);

    /** It has not: an acknowledgment of LSNs alone leaves, of all before this one, or a NAK. */
    void acknowledge(boolean nak, long lsn);
  }

  /** The LSN that is expected first. */
  public static final long FIRST = LdcpSpaces.FIRST;

  private final LdcpNic nic;
  private final LsnParams lsns;
  private final LsnReceiver space;
  private final LdcpReceiver receiver;
  private final Coming coming = new Coming();

  /** Hears of what is asked; null where nobody listens. */
  private final LsnSpaceLog.End told;

  /**
   * Those of a queue pair to which nothing has come yet.
   *
   * @param responses to READs; null where no window is over them
   * @param taker takes answers once they are to leave
   */
  public LdcpArrivals(LdcpNic nic, QueuePair of, LdcpResponses responses, Taker taker) {
    this.nic = nic;
    receiver = new LdcpReceiver(nic, of, taker);
    lsns = LdcpSpaces.params(nic.mtu);
    space = new LsnReceiver(lsns, LdcpSpaces.FIRST);
    told = responses == null ? null : nic.spaces.follow(of, space, responses.space());
  }

  /**
   * A request packet has come, with so many bytes of data.
   *
   * @param asks for how many bytes it asks, if it is a READ
   * @param own where its header of LDCP begins
   * @param turn hears what becomes of it
   */
  @Requirement("LDCP-12")
  public void came(RequestPacket request, int bytes, long asks, byte[] octets, int own, Turn turn) {
    if (told != null) {
      told.done(request.op() == Op.READ ? asks : 0);
    }
    coming.begins(turn);
    long extent = LdcpSpaces.extent(lsns, request.op(), bytes);
    nic.points.receive(space, LdcpHeader.lsn(octets, own), extent, coming);
  }

  /** The request in hand is to be answered so, see {@link Taker#answer}. */
  @Requirement({"LDCP-2", "LDCP-3"})
  public void answered(
      ResponseKind kind, long psn, long msn, long value, long upTo, boolean isMarked) {
    receiver.came(kind, psn, msn, value, upTo, isMarked);
  }

  /** The request in hand. */
  private final class Coming implements LsnReceiver.Sink {
    private Turn turn;
    private boolean isTaken;

    void begins(Turn itsTurn) {
      turn = itsTurn;
      isTaken = false;
    }

    @Override
    public void take() {
      isTaken = true;
      turn.take();
    }

    /** It is acknowledged; or it has come before. */
    @Override
    @Requirement({"LDCP-2", "LDCP-12"})
    public void acknowledge(long upTo) {
      if (isTaken) {
        turn.taken(upTo);
      } else if (!receiver.flush()) {
        turn.acknowledge(false, upTo);
      }
    }

    @Override
    @Requirement("LDCP-12")
    public void missing(long at) {
      receiver.flush();
      turn.acknowledge(true, at);
    }
  }

  /** What does not fit together in its kernel; {@code null} if all does. */
  public String broken() {
    return space.broken();
  }
}
