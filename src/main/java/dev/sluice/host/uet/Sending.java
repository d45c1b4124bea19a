package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.ccc.SendPermission;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.Request;
import dev.sluice.wire.uet.SynField;

/** How a READY CCC sends: which packet is next, whether all algorithms allow it, and its frame. */
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
    permission =
        new SendPermission(
            !scheduled || !params.congestionControl().nscc(),
            !credits,
            source.size(params.mtuBytes()));
  }

  boolean pick(SendingCcc ccc, SendingPdc pdc) {
    if (pdc.waiting > 0) {
      long again = pdc.firstWaiting();
      if (!pdc.state.mayRetransmit(again) || pdc.isHeldBack()) {
        return false;
      }
      ccc.chosenPacket = again;
      ccc.chosenBytes = pdc.bytes(ccc.chosenPacket);
    } else if (pdc.toSend != null && pdc.state.mayTransmit()) {
      Message message = pdc.toSend;
      ccc.chosenPacket = -1;
      long left = message.bytes - message.sent;
      ccc.chosenBytes =
          (int)
              (credits
                  ? ccc.credit.packetBytes(source.counted(left)) - nic.extra
                  : Math.min(params.mtuBytes(), left));
    } else {
      return false;
    }
    ccc.chosen = pdc;
    return true;
  }

  /** Finds the packet that a CCC would send next, and whether there is one. */
  boolean findNext(SendingCcc ccc) {
    ccc.chosen = null;
    ccc.lacksCredit = false;
    int places = ccc.places.length;
    if (credits && (ccc.waiting == 0 || !ccc.resendsOnOldCredit())) {
      int place = ccc.credit.pdcInTurn();
      return place != CreditSpender.NO_PDC && pick(ccc, ccc.places[place]);
    }
    int place = ccc.turn < places ? ccc.turn : 0;
    for (int k = 0; k < places; k++) {
      SendingPdc pdc = ccc.places[place];
      if (pdc != null && (ccc.waiting == 0 || pdc.waiting > 0) && pick(ccc, pdc)) {
        return true;
      }
      place = place + 1 == places ? 0 : place + 1;
    }
    return false;
  }

  /** The credit that a packet of this size takes. */
  long cost(SendingCcc ccc, long size, boolean again) {
    return again && ccc.resendsOnOldCredit() ? 0 : size;
  }

  /**
   * Whether all algorithms allow a packet of this size. Called when the next packet is known: one
   * that has nothing to send lacks no credit, and has its next request still to make.
   */
  @Requirement({"CCC-12", "CCC-15", "RCCC-6"})
  boolean fits(SendingCcc ccc, long size, boolean again) {
    if (!points.nsccCanSend(permission, ccc.cwnd(), ccc.inflight(), size)
        || !ccc.role().mayTransmit(size)) {
      return false;
    }
    boolean lacks =
        credits && !permission.rcccCanSend(ccc.credit.allowed(), cost(ccc, size, again));
    ccc.lacksCredit = lacks && ccc.chosen != null;
    return !lacks;
  }

  /** Whether the algorithms allow the next packet, whatever the PDCs say. */
  boolean permits(SendingCcc ccc) {
    findNext(ccc);
    return fits(ccc, askedSize(ccc), isAskedAgain(ccc));
  }

  /** The size that is asked about: of the next packet, or of a whole one if there is none. */
  long askedSize(SendingCcc ccc) {
    return source.size(ccc.chosen != null ? ccc.chosenBytes : params.mtuBytes());
  }

  /** Whether the next packet was sent before. */
  private static boolean isAskedAgain(SendingCcc ccc) {
    return ccc.chosen != null && ccc.chosenPacket >= 0;
  }

  /** The credit that the packet takes which is asked about. */
  long askedCost(SendingCcc ccc) {
    return cost(ccc, askedSize(ccc), isAskedAgain(ccc));
  }

  /** Whether a CCC has a packet to send now; which one, is noted in it. */
  @Requirement({"CCC-5", "CCC-6"})
  boolean choose(SendingCcc ccc) {
    return ccc.isReady()
        && findNext(ccc)
        && fits(ccc, source.size(ccc.chosenBytes), ccc.chosenPacket >= 0);
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
    boolean may = permits(ccc);
    Kernels.done(ccc.scheduling.settle(may));
    return may && ccc.chosen != null;
  }

  /**
   * Asks for an acknowledgment of what is in flight, when the window has shrunk below it and no
   * packet has asked: too little may be on its way for the target to acknowledge it unasked, and
   * the window would stand still until a timeout.
   */
  @Requirement({"UET-2", "UET-4"})
  void requestAck(SendingCcc ccc) {
    if (!ccc.lacksCredit && ccc.chosen != null) {
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
        params.dscp(told.trafficClass),
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
