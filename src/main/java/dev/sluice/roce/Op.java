package dev.sluice.roce;

import dev.sluice.requirement.Requirement;

/** What a requester may ask of a responder. */
public enum Op {
  /** A message for whatever the responder's user has posted to receive it. */
  SEND,
  /** Bytes for the responder's memory. */
  WRITE,
  /** The same, with immediate data for which a receive must be posted. */
  WRITE_IMM,
  /** Bytes of the responder's memory. */
  READ,
  /** One word of the responder's memory, changed there and returned as it was. */
  ATOMIC;

  /** Whether its answer brings something that the requester waits for. */
  public boolean isAnswered() {
    return this == READ || this == ATOMIC;
  }

  /** Whether a packet of it changes the responder's memory. */
  public boolean writes() {
    return this == WRITE || this == WRITE_IMM || this == ATOMIC;
  }

  /**
   * Whether a packet of it uses up a receive: of a message the first one, of immediate data the
   * last.
   */
  @Requirement("RC-11")
  public boolean needsReceive(boolean first, boolean last) {
    return this == SEND ? first : this == WRITE_IMM && last;
  }
}
