package dev.sluice.nic;

/** A piece of memory on its way: what a PDC carries for a flow. */
final class Message {
  final int flow;
  final int opcode;
  final int id;
  final int job;
  final long bytes;

  /** Where it is read. */
  final int fromRegion;

  final long fromOffset;

  /** Where it goes. */
  final int toRegion;

  final long toOffset;

  /** Bytes that have been sent at least once. */
  long sent;

  /** Bytes that are acknowledged. */
  long acked;

  Message(
      int flow,
      int opcode,
      int id,
      int job,
      long bytes,
      int fromRegion,
      long fromOffset,
      int toRegion,
      long toOffset) {
    this.flow = flow;
    this.opcode = opcode;
    this.id = id;
    this.job = job;
    this.bytes = bytes;
    this.fromRegion = fromRegion;
    this.fromOffset = fromOffset;
    this.toRegion = toRegion;
    this.toOffset = toOffset;
  }
}
