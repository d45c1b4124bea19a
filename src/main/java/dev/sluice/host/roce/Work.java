package dev.sluice.host.roce;

/** A request of a connection: a flow. */
final class Work {
  final int flow;
  final Verb verb;

  /** Of the message, or to be read; of an ATOMIC 8. */
  final long bytes;

  /** Its first packet. */
  final long begin;

  /** How many bytes of data requests before it carry. */
  final long position;

  /** How many packets there are before it, of which a READ is one. */
  final long packets;

  /** The one that was posted next; null if none was. */
  Work next;

  Work(int flow, Verb verb, long bytes, long begin, long position, long packets) {
    this.flow = flow;
    this.verb = verb;
    this.bytes = bytes;
    this.begin = begin;
    this.position = position;
    this.packets = packets;
  }

  /** Bytes that its own packets carry. */
  long carried() {
    return verb.op().isAnswered() ? 0 : bytes;
  }
}
