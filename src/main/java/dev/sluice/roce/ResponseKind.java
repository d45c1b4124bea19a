package dev.sluice.roce;

/** What a responder answers. */
public enum ResponseKind {
  /** All up to its PSN is executed. */
  ACK,
  /** All before its PSN is executed, and what has this PSN is missing. */
  NAK,
  /** No receive is posted for what has its PSN. */
  RNR,
  /** What has its PSN is not allowed; the responder does nothing more. */
  REFUSED,
  /** A packet of what a READ asks for. */
  DATA,
  /** What an ATOMIC has found. */
  ATOMIC
}
