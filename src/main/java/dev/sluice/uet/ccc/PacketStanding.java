package dev.sluice.uet.ccc;

/**
 * Where one packet stands with its PDC, as far as the scheduling of its CCC is concerned.
 *
 * <p>A packet is work while it is queued or waits, and in flight while it flies; never both, and it
 * is counted once.
 */
public enum PacketStanding {
  /** Not handed to the CCC yet. */
  NEW,
  /** To be sent for the first time: part of the backlog. */
  QUEUED,
  /** Sent, and neither acknowledged nor given up. */
  FLYING,
  /** Given up for lost, out of flight, to be sent again. */
  WAITING,
  /** Acknowledged. */
  DONE
}
