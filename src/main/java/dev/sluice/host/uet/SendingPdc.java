package dev.sluice.host.uet;

import dev.sluice.host.Connection;
import dev.sluice.host.Flight;
import dev.sluice.host.Sender;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.SourcePdc;
import java.util.ArrayDeque;

/**
 * One PDC at its source: its messages, and its packets between first sending and acknowledgment.
 */
final class SendingPdc extends Connection {
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

  /** What is given up because too much has come after it. */
  final LossRecovery recovery = new LossRecovery();

  int timeouts;

  /** When the last of them was; 0 before the first. */
  long timedOutPs;

  /** Until then nothing is sent again, unless the target answers before; 0 where nothing waits. */
  long heldUntilPs;

  /** When its clock was restarted last: by a SYN, or by its end. */
  long clockPs;

  /** Whether it has ended, and only its id is left, which rests. */
  boolean isOver;

  int retransmissionTimer = -1;
  int closeTimer = -1;

  SendingPdc(int id, Pdc.SourceKey key) {
    super(new Flight());
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

  @Override
  protected Sender sender() {
    return ccc;
  }

  /** Notes a new packet, the one behind all others. */
  void put(long packet, Message message, long place, int bytes) {
    flight.put(packet, state.acked(), message, place, bytes);
  }

  /** A packet leaves; it stands as before. */
  void sent(long packet, long atPs, int entropy) {
    flight.sent(packet, atPs, entropy);
  }

  Message message(long packet) {
    return (Message) flight.work(packet);
  }

  long place(long packet) {
    return flight.place(packet);
  }

  int bytes(long packet) {
    return flight.bytes(packet);
  }

  long sentAt(long packet) {
    return flight.sentAt(packet);
  }

  int tries(long packet) {
    return flight.tries(packet);
  }

  int entropy(long packet) {
    return flight.path(packet);
  }

  PacketStanding standing(long packet) {
    return STANDINGS[flight.standing(packet)];
  }

  /** Has a packet stand as a kernel has decided, and so it counts among those to be sent again. */
  void stand(long packet, PacketStanding now) {
    boolean waited = standing(packet) == PacketStanding.WAITING;
    flight.stand(packet, now.ordinal());
    if (now == PacketStanding.WAITING && !waited) {
      waitingFrom = waiting == 0 ? packet : Math.min(packet, waitingFrom);
      waiting++;
    } else if (now != PacketStanding.WAITING && waited) {
      waiting--;
    }
  }

  /** Whether what is to be sent again has to wait still. */
  boolean isHeldBack() {
    return heldUntilPs > 0 && isUnlimited();
  }

  /** Whether neither credit nor an answer limits what it sends again. */
  boolean isUnlimited() {
    return state.phase() == SourcePdc.Phase.CREATING || ccc.resendsOnOldCredit();
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
    flight.forgetWork();
  }
}
