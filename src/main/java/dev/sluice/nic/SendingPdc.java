package dev.sluice.nic;

import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.SourcePdc;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * One PDC at its source: its messages, and its packets between first sending and acknowledgment.
 */
final class SendingPdc {
  /** How a packet stands; see {@link dev.sluice.uet.ccc.PacketStanding}. */
  static final byte FLYING = 1;

  static final byte WAITING = 2;
  static final byte DONE = 3;

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
  SourcePdc.State state;

  Transfer.State transfer = Transfer.NOTHING;

  /** Messages that are not whole on their way, the first of them perhaps in part. */
  final ArrayDeque<Message> messages = new ArrayDeque<>();

  /** Messages that its CCC has not heard of: it is not READY. */
  final ArrayDeque<Message> unannounced = new ArrayDeque<>();

  /** Packets to be sent again, and a number below which there is none. */
  int waiting;

  long waitingFrom;

  /** The rcvd_bytes field that its target has shown. */
  int rcvdBytes;

  int timeouts;
  long lastSynPs;
  long endedPs;

  /** Whether it has ended, and only its id is left, which rests. */
  boolean isOver;

  int retransmissionTimer = -1;
  int closeTimer = -1;

  private int mask = 15;
  private Message[] messageOf = new Message[16];
  private long[] placeOf = new long[16];
  private int[] bytesOf = new int[16];
  private long[] sentAt = new long[16];
  private byte[] standing = new byte[16];
  private byte[] tries = new byte[16];
  private int[] entropyOf = new int[16];

  SendingPdc(int id, Pdc.SourceKey key) {
    this.id = id;
    this.key = key;
    this.destination = key.flow().destination();
  }

  /** Notes a new packet, the one behind all others. */
  void put(long packet, Message message, long place, int bytes) {
    if (packet - state.acked() > mask) {
      grow(state.acked(), packet);
    }
    int i = (int) packet & mask;
    messageOf[i] = message;
    placeOf[i] = place;
    bytesOf[i] = bytes;
    tries[i] = 0;
  }

  /** A packet leaves. */
  void sent(long packet, long atPs, int entropy) {
    int i = (int) packet & mask;
    standing[i] = FLYING;
    sentAt[i] = atPs;
    entropyOf[i] = entropy;
    if (tries[i] < Byte.MAX_VALUE) {
      tries[i]++;
    }
  }

  private void grow(long first, long end) {
    int length = 2 * (mask + 1);
    Message[] messages = new Message[length];
    long[] places = new long[length];
    int[] bytes = new int[length];
    long[] times = new long[length];
    byte[] standings = new byte[length];
    byte[] counts = new byte[length];
    int[] entropies = new int[length];
    for (long packet = first; packet < end; packet++) {
      int from = (int) packet & mask;
      int to = (int) packet & (length - 1);
      messages[to] = messageOf[from];
      places[to] = placeOf[from];
      bytes[to] = bytesOf[from];
      times[to] = sentAt[from];
      standings[to] = standing[from];
      counts[to] = tries[from];
      entropies[to] = entropyOf[from];
    }
    mask = length - 1;
    messageOf = messages;
    placeOf = places;
    bytesOf = bytes;
    sentAt = times;
    standing = standings;
    tries = counts;
    entropyOf = entropies;
  }

  Message message(long packet) {
    return messageOf[(int) packet & mask];
  }

  long place(long packet) {
    return placeOf[(int) packet & mask];
  }

  int bytes(long packet) {
    return bytesOf[(int) packet & mask];
  }

  long sentAt(long packet) {
    return sentAt[(int) packet & mask];
  }

  byte standing(long packet) {
    return standing[(int) packet & mask];
  }

  void stand(long packet, byte now) {
    standing[(int) packet & mask] = now;
  }

  int tries(long packet) {
    return tries[(int) packet & mask];
  }

  int entropy(long packet) {
    return entropyOf[(int) packet & mask];
  }

  /** The first packet to be sent again. */
  long firstWaiting() {
    long packet = Math.max(waitingFrom, state.acked());
    while (standing(packet) != WAITING) {
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
