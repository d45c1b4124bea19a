package dev.sluice.host.roce;

import dev.sluice.roce.Op;

/**
 * A request of a connection: a flow.
 *
 * @param begin its first packet
 * @param position how many bytes of data requests before it carry
 */
record Work(int flow, Op op, long bytes, long begin, long position) {
  /** Bytes that its own packets carry. */
  long carried() {
    return op.isAnswered() ? 0 : bytes;
  }
}
