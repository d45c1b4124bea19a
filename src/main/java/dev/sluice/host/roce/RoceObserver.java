package dev.sluice.host.roce;

import dev.sluice.roce.Completion;
import dev.sluice.roce.ResponseKind;

/**
 * Is told what RoCEv2 NICs do, and must not change it. All methods do nothing unless overridden.
 * Flows are numbered as {@link RoceSystem} numbered them; times are in picoseconds.
 */
public interface RoceObserver {
  /** A flow's request has reached its NIC. */
  default void flowBegun(long atPs, int flow, int source, int destination, long bytes) {}

  /** A flow has ended, as its user hears. */
  default void flowEnded(long atPs, int flow, Completion how) {}

  /**
   * A packet leaves that carries data, or asks for them.
   *
   * @param number of the packet in its connection
   * @param bytes of payload
   * @param again whether it was sent before
   */
  default void packetSent(long atPs, int host, int flow, long number, int bytes, boolean again) {}

  /** A packet with payload has come, and was taken. */
  default void packetDelivered(long atPs, int host, int flow, int bytes, boolean marked) {}

  /**
   * A frame has come with numbers that no peer which keeps to what was agreed can have sent: it is
   * dropped, and changes nothing.
   */
  default void ignored(long atPs, int host, int peer) {}

  /** A requester has taken a response in. */
  default void responded(long atPs, int host, int destination, ResponseKind kind, long rttPs) {}

  /**
   * An answer has taken packets out of flight, and the window of LDCP has heard of it.
   *
   * @param packets that it has taken out of flight
   * @param ece whether it echoes a mark
   * @param cw the window, in parts of a packet: the initial one in fast start
   * @param one parts of a packet
   * @param inFlight packets in flight now
   */
  default void windowMoved(
      long atPs,
      int host,
      int destination,
      long packets,
      boolean ece,
      long cw,
      long one,
      long inFlight) {}

  /**
   * An answer has come, and the window of HPCC++ has heard of it.
   *
   * @param w the window, in 2⁻⁹ byte
   * @param uMillionths U; −1 where the receiver runs the algorithm
   * @param inFlight in flight now, in 2⁻⁹ byte
   */
  default void windowTold(
      long atPs, int host, int destination, long w, long uMillionths, long inFlight) {}

  /** A retransmission timer has run out. */
  default void timedOut(long atPs, int host, int destination) {}

  /** A notification of congestion leaves for the host whose packet was marked. */
  default void cnpSent(long atPs, int host, int destination) {}

  /**
   * A notification of congestion has come, for a queue pair of this host.
   *
   * @param rateBps to which its reaction point holds it down now, in bits a second; −1 if it has
   *     none
   */
  default void cnpReceived(long atPs, int host, long rateBps) {}
}
