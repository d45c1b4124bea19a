package dev.sluice.host.uet;

import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.SourcePdc;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * One PDC at its source: its messages, and its packets between first sending and acknowledgment.
 */
final class SendingPdc {
  private static final PacketStanding[] STANDINGS = PacketStanding.values();

  /** Its number with the PDS Manager. */
  final int id;

  final Pdc.SourceKey key;
  final int destination;

  SendingCcc ccc;

  /** Its place in the CCC. */
  int place;

  /** Its id on the wire, less the base; 0 until it is open. */
  int spdcid;

  /** Null until it is open. */
  SourcePdc state;

  final Transfer transfer = new Transfer();

  /** The first message that is not whole on its way, perhaps in part; the others follow it. */
  Message toSend;

  private Message lastToSend;

  /** Messages that its CCC has not heard of: it is not READY. */
  final ArrayDeque<Message> unannounced = new ArrayDeque<>();

  /** Packets to be sent again, and a number below which there is none. */
  int waiting;

  long waitingFrom;

  /** The rcvd_bytes field that its target has shown. */
  int rcvdBytes;

  int timeouts;

  /** When its clock was restarted last: by a SYN, or by its end. */
  long clockPs;

  /** Whether it has ended, and only its id is left, which rests. */
  boolean isOver;

  int retransmissionTimer = -1;
  int closeTimer = -1;

  private static final int FIRST_PACKETS = 4;

  /** Of each packet four numbers side by side, for it is looked up long after it was sent. */
  private static final int FIELDS = 4;

  private static final int PLACE = 0;
  private static final int SENT_AT = 1;
  private static final int BYTES_AND_ENTROPY = 2;
  private static final int TRIES_AND_STANDING = 3;

  private int mask = FIRST_PACKETS - 1;
  private Message[] messageOf = new Message[FIRST_PACKETS];
  private long[] packets = new long[FIRST_PACKETS * FIELDS];

  SendingPdc(int id, Pdc.SourceKey key) {
    this.id = id;
    this.key = key;
    this.destination = key.flow().destination();
  }

  /** Puts a message behind those that are to be sent. */
  void add(Message message) {
    if (toSend == null) {
      toSend = message;
    } else {
      lastToSend.next = message;
    }
    lastToSend = message;
  }

  /** Takes out the first message, which is whole on its way. */
  void removeFirst() {
    Message first = toSend;
    toSend = first.next;
    first.next = null;
  }

  private int at(long packet) {
    return ((int) packet & mask) * FIELDS;
  }

  /** Notes a new packet, the one behind all others. */
  void put(long packet, Message message, long place, int bytes) {
    if (packet - state.acked() > mask) {
      grow(state.acked(), packet);
    }
    messageOf[(int) packet & mask] = message;
    int at = at(packet);
    packets[at + PLACE] = place;
    packets[at + BYTES_AND_ENTROPY] = bytes;
    packets[at + TRIES_AND_STANDING] = 0;
  }

  /** A packet leaves; it stands as before. */
  void sent(long packet, long atPs, int entropy) {
    int at = at(packet);
    packets[at + SENT_AT] = atPs;
    packets[at + BYTES_AND_ENTROPY] = (long) entropy << Integer.SIZE | bytes(packet);
    int tries = Math.min(Byte.MAX_VALUE, tries(packet) + 1);
    packets[at + TRIES_AND_STANDING] = (long) tries << Byte.SIZE | standingBits(packet);
  }

  private void grow(long first, long end) {
    int length = 2 * (mask + 1);
    Message[] messages = new Message[length];
    long[] more = new long[length * FIELDS];
    for (long packet = first; packet < end; packet++) {
      int to = (int) packet & (length - 1);
      messages[to] = message(packet);
      System.arraycopy(packets, at(packet), more, to * FIELDS, FIELDS);
    }
    mask = length - 1;
    messageOf = messages;
    packets = more;
  }

  /** Looks at the packet that is acknowledged next, and the next one to be sent. */
  long lookAtPackets() {
    return standingBits(state.acked()) + standingBits(state.sent());
  }

  Message message(long packet) {
    return messageOf[(int) packet & mask];
  }

  long place(long packet) {
    return packets[at(packet) + PLACE];
  }

  int bytes(long packet) {
    return (int) packets[at(packet) + BYTES_AND_ENTROPY];
  }

  long sentAt(long packet) {
    return packets[at(packet) + SENT_AT];
  }

  private byte standingBits(long packet) {
    return (byte) packets[at(packet) + TRIES_AND_STANDING];
  }

  PacketStanding standing(long packet) {
    return STANDINGS[standingBits(packet)];
  }

  void stand(long packet, PacketStanding now) {
    packets[at(packet) + TRIES_AND_STANDING] = (long) tries(packet) << Byte.SIZE | now.ordinal();
  }

  int tries(long packet) {
    return (int) (packets[at(packet) + TRIES_AND_STANDING] >> Byte.SIZE);
  }

  int entropy(long packet) {
    return (int) (packets[at(packet) + BYTES_AND_ENTROPY] >>> Integer.SIZE);
  }

  /** The first packet to be sent again. */
  long firstWaiting() {
    long packet = Math.max(waitingFrom, state.acked());
    while (standing(packet) != PacketStanding.WAITING) {
      packet++;
    }
    waitingFrom = packet;
    return packet;
  }

  /** Lets go of the messages, which are done. */
  void forgetMessages() {
    Arrays.fill(messageOf, null);
  }
}
