package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.SynField;

/**
 * How a READY CCC sends: which packet is next, as far as no kernel says so, and its frame. Whether
 * the algorithms allow it is {@link SendPermission}'s to say.
 */
final class Sending {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final FaultPoints points;
  private final boolean credits;
  private final boolean scheduled;
  private final Initiator initiator;
  private final InitiatorEffects told;
  private final ContextEffects effects;
  private final CreditParams creditParams;
  private final PacketInHand inHand;
  private final SendPermission permission;

  Sending(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    frames = source.frames;
    points = source.points;
    credits = source.credits;
    scheduled = source.scheduled;
    initiator = source.initiator;
    told = source.told;
    effects = source.effects;
    creditParams = source.creditParams;
    inHand = source.inHand;
    permission = source.permission;
  }

  private boolean pick(SendingCcc ccc, SendingPdc pdc) {
    if (pdc.waiting > 0) {
      long again = pdc.firstWaiting();
      if (!pdc.state.mayRetransmit(again) || pdc.isHeldBack()) {
        return false;
      }
      ccc.chosenPacket = again;
      ccc.chosenBytes = pdc.bytes(ccc.chosenPacket);
    } else if (pdc.toSend != null && pdc.state.mayTransmit()) {
      Message message = pdc.toSend;
      long left = message.bytes - message.sent;
      long size =
          credits
              ? ccc.credit.packetBytes(source.counted(left))
              : permission.firstSize(left + nic.extra);
      ccc.chosenPacket = -1;
      ccc.chosenBytes = (int) (size - nic.extra);
    } else {
      return false;
    }
    ccc.chosen = pdc;
    return true;
  }

  /**
   * Finds the packet that a CCC would send next, and whether there is one. What takes credit goes
   * in the turn that the credit's kernel keeps. No specification has a turn for the rest, and only
   * assumes that nothing which may go waits for ever: PDCs take turns here, and what is sent again
   * goes before what is new.
   */
  boolean findNext(SendingCcc ccc) {
    ccc.chosen = null;
    boolean again = (!credits || ccc.resendsOnOldCredit()) && ccc.hasWaiting();
    if (credits && !again) {
      int place = ccc.credit.pdcInTurn();
      return place != CreditSpender.NO_PDC && pick(ccc, ccc.places[place]);
    }
    int places = ccc.places.length;
    int place = ccc.turn < places ? ccc.turn : 0;
    for (int k = 0; k < places; k++) {
      SendingPdc pdc = ccc.places[place];
      if (pdc != null && (!again || pdc.waiting > 0) && pick(ccc, pdc)) {
        return true;
      }
      place = place + 1 == places ? 0 : place + 1;
    }
    return false;
  }

  /** The credit that the packet takes which is found. */
  private long cost(SendingCcc ccc, long size) {
    return permission.cost(size, ccc.isPaid());
  }

  /** Whether there is a packet to send, and credit is all that it has to wait for. */
  boolean lacksCredit(SendingCcc ccc) {
    long size = ccc.nextSize();
    return ccc.chosen != null && permission.lacksCredit(ccc, size, cost(ccc, size));
  }

  /** Whether a CCC has a packet to send now; which one, is noted in it. */
  @Requirement({"CCC-5", "CCC-6"})
  boolean choose(SendingCcc ccc) {
    if (!ccc.isReady() || !findNext(ccc)) {
      return false;
    }
    long size = ccc.nextSize();
    return permission.canSend(ccc, size, cost(ccc, size));
  }

  /** Puts a CCC among those that send, if it can. */
  void wake(SendingCcc ccc) {
    if (!ccc.isOnRing()) {
      wake(ccc, choose(ccc));
    }
  }

  /** The same where it is known whether it can. */
  void wake(SendingCcc ccc, boolean can) {
    if (ccc.isOnRing()) {
      return;
    }
    ccc.wake(can);
    if (!can) {
      requestAck(ccc);
    }
  }

  /** Ends an event of a READY CCC, and answers whether it can send now. */
  boolean settle(SendingCcc ccc) {
    Kernels.done(ccc.scheduling.settle(ccc));
    return ccc.chosen != null && ccc.scheduling.state() == CccScheduling.Readiness.READY;
  }

  /**
   * Asks for an acknowledgment of what is in flight, when the window has shrunk below it and no
   * packet has asked: too little may be on its way for the target to acknowledge it unasked, and
   * the window would stand still until a timeout.
   */
  @Requirement({"UET-2", "UET-4"})
  void requestAck(SendingCcc ccc) {
    if (ccc.chosen != null && !lacksCredit(ccc)) {
      requestAnswer(ccc);
    }
  }

  /** Asks for an acknowledgment of what is in flight, if no packet has asked. */
  @Requirement({"UET-4", "UET-8"})
  void requestAnswer(SendingCcc ccc) {
    if (ccc.asker != null || ccc.inflight() == 0) {
      return;
    }
    for (SendingPdc pdc : ccc.places) {
      if (pdc != null && pdc.transfer.flight() > 0) {
        boolean syn = pdc.state.phase() == SourcePdc.Phase.CREATING;
        long last = pdc.state.sent() - 1;
        ccc.asker = pdc;
        ccc.askedFor = last;
        nic.host.send(
            frames.control(
                pdc.destination,
                EntropyChoice.FIRST,
                ControlType.ACK_REQUEST,
                Control.AR | (syn ? Control.SYN : 0),
                (int) pdc.state.psn(last),
                params.pdcIdBase() + pdc.spdcid,
                syn ? SynField.of(false, (int) last) : pdc.state.dpdcid(),
                0));
      }
    }
  }

  @Requirement({"PDC-2", "PDC-3", "PDC-6", "PDC-7", "CCC-9"})
  int send(SendingCcc ccc, long atPs) {
    SendingPdc pdc = ccc.chosen;
    boolean again = ccc.chosenPacket >= 0;
    int bytes = ccc.chosenBytes;
    long size = source.size(bytes);
    long packet = again ? ccc.chosenPacket : pdc.state.sent();
    inHand.take(pdc, packet, atPs);
    if (again && ccc.resendsOnOldCredit()) {
      if (scheduled) {
        Kernels.done(ccc.credit.recover(pdc.place, size));
      }
      Kernels.done(ccc.credit.resend(pdc.place, source.asking));
    } else if (credits && again) {
      Kernels.done(ccc.credit.transmitAgain(pdc.place, size, source.asking));
      size = source.asking.bytes;
      bytes = (int) (size - nic.extra);
      pdc = ccc.places[source.asking.place];
    } else if (credits) {
      Message message = pdc.toSend;
      long left = message.bytes - message.sent;
      Kernels.done(ccc.credit.transmit(pdc.place, source.counted(left), source.asking));
      size = source.asking.bytes;
      bytes = (int) (size - nic.extra);
      pdc = ccc.places[source.asking.place];
      // A packet that is cut leaves more packets behind than a whole one would.
      long more = 1 + source.wholePackets(left - bytes) - source.wholePackets(left);
      if (more > 0) {
        Kernels.done(pdc.state.take(more));
      }
    }
    Kernels.done(points.send(ccc.context, size));
    ccc.hasAsked = credits && ccc.credit.asksForMore();
    long target = credits ? points.creditTarget(source.asking.target, size) : 0;
    told.atPs = atPs;
    Kernels.done(
        again
            ? initiator.retransmit(pdc.spdcid, packet, told)
            : initiator.transmit(pdc.spdcid, told));
    Message message;
    long place;
    if (again) {
      Kernels.done(pdc.transfer.resend(size));
      message = told.carried().message(packet);
      place = pdc.place(packet);
    } else {
      Kernels.done(pdc.transfer.send(size, effects));
      bytes = (int) (effects.size - nic.extra);
      message = told.carried().toSend;
      place = message.sent;
      message.sent += bytes;
      if (message.sent == message.bytes) {
        pdc.removeFirst();
      }
      pdc.put(packet, message, place, bytes);
    }
    ccc.turn = pdc.place + 1;
    int entropy = source.entropy.next(ccc);
    pdc.sent(packet, atPs, entropy);
    if (scheduled) {
      PacketStanding standing = again ? PacketStanding.WAITING : PacketStanding.QUEUED;
      Kernels.done(ccc.scheduling.send(standing, size, inHand));
      ccc.goesOn(settle(ccc));
    } else {
      inHand.stands(PacketStanding.FLYING);
      inHand.sent(size);
      ccc.goesOn(choose(ccc));
    }
    Kernels.done(again ? points.retransmit(pdc.recovery, packet) : pdc.recovery.transmit(packet));
    if (!loop.isSet(pdc.retransmissionTimer)) {
      long due = atPs + params.rtoPs(pdc.timeouts);
      loop.set(pdc.retransmissionTimer, Math.max(due, loop.nowPs()));
    }
    if (!ccc.isOnRing()) {
      source.asking.blocked(ccc, atPs, atPs + nic.host.lateByPs());
    }
    boolean asks = again || !ccc.isOnRing() || place + bytes == message.bytes || ccc.requestsAck();
    ccc.asker = asks ? pdc : null;
    ccc.askedFor = packet;
    int flags =
        (again ? Request.RETX : 0) | (asks ? Request.AR : 0) | (told.isSyn ? Request.SYN : 0);
    if (nic.observer != null) {
      nic.observer.packetSent(
          atPs, nic.number, message.flow, pdc.spdcid, packet, bytes, entropy, again);
      source.tellWindow(ccc, atPs);
      if (credits) {
        source.tellCredit(ccc);
      }
    }
    return frames.data(
        pdc.destination,
        params.codePoints().ofClass(told.trafficClass),
        entropy,
        flags,
        (int) (pdc.state.acked() - 1 - packet),
        (int) told.psn,
        params.pdcIdBase() + told.spdcid,
        told.dpdcid,
        credits ? params.cccIdBase() + ccc.id : -1,
        credits ? (int) creditParams.wireTarget(target) : 0,
        message,
        place,
        message.isRead() ? 0 : bytes);
  }
}
