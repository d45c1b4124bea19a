package dev.sluice.roce;

/** What a requester's user hears of a request. */
public enum Completion {
  /** Nothing yet. */
  OPEN,
  /** It is complete. */
  DONE,
  /** It was refused, or tried too often, and the connection has failed with it. */
  FAILED,
  /** The connection has failed before its turn. */
  FLUSHED
}
