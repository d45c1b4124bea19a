package dev.sluice.host.uet;

import dev.sluice.wire.uet.SesOpcode;
import dev.sluice.wire.uet.StandardRequest;

/** A piece of memory on its way: what a PDC carries for a flow. */
final class Message {
  final int flow;
  final int opcode;
  final int id;
  final int job;
  final long bytes;

  /** How many bytes a read asks for; of others as many as they have. */
  final long requested;

  /** Of what answers a read: that one's id; negative otherwise. */
  final int answers;

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

  /** The one that its PDC sends after it. */
  Message next;

  /** Bytes that a read request counts for: its semantic header. */
  static final int READ_BYTES = StandardRequest.SIZE;

  static Message write(int flow, int id, int job, long bytes) {
    return new Message(flow, SesOpcode.WRITE, id, job, bytes, bytes, -1, flow, 0, flow, 0);
  }

  static Message read(int flow, int id, int job, long bytes) {
    return new Message(flow, SesOpcode.READ, id, job, READ_BYTES, bytes, -1, flow, 0, flow, 0);
  }

  static Message answer(int flow, int id, int job, long bytes, int read) {
    return new Message(
        flow, SesOpcode.RESPONSE_WITH_DATA, id, job, bytes, bytes, read, flow, 0, flow, 0);
  }

  /** Whether this asks for data, and brings none itself. */
  boolean isRead() {
    return opcode == SesOpcode.READ && !isAnswer();
  }

  /** Whether this is what a read has asked for; opcodes of requests and responses overlap. */
  boolean isAnswer() {
    return answers >= 0;
  }

  private Message(
      int flow,
      int opcode,
      int id,
      int job,
      long bytes,
      long requested,
      int answers,
      int fromRegion,
      long fromOffset,
      int toRegion,
      long toOffset) {
    this.flow = flow;
    this.opcode = opcode;
    this.id = id;
    this.job = job;
    this.bytes = bytes;
    this.requested = requested;
    this.answers = answers;
    this.fromRegion = fromRegion;
    this.fromOffset = fromOffset;
    this.toRegion = toRegion;
    this.toOffset = toOffset;
  }
}
