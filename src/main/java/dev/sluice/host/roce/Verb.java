package dev.sluice.host.roce;

import dev.sluice.roce.Op;

/** What an application asks of its NIC: an {@link Op}, and whether immediate data goes along. */
public enum Verb {
  /** Bytes into the other host's memory. */
  WRITE(Op.WRITE, false),
  /** The same, and immediate data, for which a receive must be posted. */
  WRITE_IMMEDIATE(Op.WRITE_IMM, true),
  /** A message into whatever receive the other host has posted. */
  SEND(Op.SEND, false),
  /** The same, and immediate data. */
  SEND_IMMEDIATE(Op.SEND, true),
  /** Bytes out of the other host's memory. */
  READ(Op.READ, false),
  /** One word of the other host's memory, raised by one there and returned as it was. */
  ATOMIC(Op.ATOMIC, false);

  private final Op op;
  private final boolean isImmediate;

  Verb(Op op, boolean isImmediate) {
    this.op = op;
    this.isImmediate = isImmediate;
  }

  /** What the connection sees of it. */
  public Op op() {
    return op;
  }

  /** Whether its last packet brings immediate data. */
  public boolean isImmediate() {
    return isImmediate;
  }

  /** What a request of an operation is without immediate data, where it need have none. */
  static Verb of(Op op) {
    return switch (op) {
      case WRITE -> WRITE;
      case WRITE_IMM -> WRITE_IMMEDIATE;
      case SEND -> SEND;
      case READ -> READ;
      case ATOMIC -> ATOMIC;
    };
  }
}
