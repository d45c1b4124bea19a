package dev.sluice.host.uet;

import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Ack;
import dev.sluice.wire.uet.AckCc;
import dev.sluice.wire.uet.CcType;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.CreditPlacement;
import dev.sluice.wire.uet.CreditState;
import dev.sluice.wire.uet.NsccState;
import dev.sluice.wire.uet.Psn32;
import dev.sluice.wire.uet.SesOpcode;

/** What acknowledgments and credit do to a source. */
final class Acknowledgments {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final FaultPoints points;
  private final boolean credits;
  private final boolean scheduled;
  private final Initiator initiator;
  private final InitiatorEffects told;
  private final CreditParams creditParams;

  Acknowledgments(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    points = source.points;
    credits = source.credits;
    scheduled = source.scheduled;
    initiator = source.initiator;
    told = source.told;
    creditParams = source.creditParams;
  }

  /** An acknowledgment; late, repeated or strange ones change nothing. */
  @Requirement({"PDC-3", "PDC-6", "PDC-10", "RCCC-5"})
  void ack(byte[] octets, int at, int from) {
    SendingPdc pdc = source.owner(Ack.dpdcid(octets, at), from);
    if (pdc == null) {
      return;
    }
    long cack = Psn32.number(Ack.cackPsn(octets, at) + 1);
    int target = Ack.spdcid(octets, at);
    SourcePdc state = pdc.state;
    boolean isClosing = state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT;
    boolean isFirst = state.phase() == SourcePdc.Phase.CREATING;
    boolean isOwn = state.isOwn(target, cack);
    long acked = state.acked();
    told.atPs = loop.nowPs();
    Kernels.done(initiator.receiveAck(target, pdc.spdcid, cack, told));
    if (isClosing) {
      source.closing.endIfTold();
      return;
    }
    Kernels.done(pdc.ccc.teardown.learn(isFirst && state.phase() == SourcePdc.Phase.ESTABLISHED));
    if (!isOwn) {
      return;
    }
    if (isFirst) {
      for (SendingPdc other : pdc.ccc.places) {
        if (other != null && other.transfer.isDone()) {
          source.closing.closeSoon(other);
        }
      }
    }
    settleAck(pdc, acked, octets, at);
  }

  void settleAck(SendingPdc pdc, long from, byte[] octets, int at) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    boolean m = Ack.m(octets, at);
    boolean hasNsccState = AckCc.ccType(octets, at) == CcType.CC_NSCC;
    long rttPs = NsccWindow.NO_SAMPLE;
    if (!Ack.p(octets, at)) {
      long packet = source.number(pdc, Ack.ackPsn(octets, at));
      if (packet >= from && packet < pdc.state.sent()) {
        if (pdc.standing(packet) == PacketStanding.FLYING) {
          rttPs =
              NsccWindow.rttSamplePs(
                  now,
                  pdc.sentAt(packet),
                  pdc.tries(packet) - 1,
                  Ack.retx(octets, at),
                  hasNsccState && scheduled
                      ? NsccWindow.serviceTimePs(
                          NsccParams.Readings.DEFAULT, NsccState.serviceTime(octets, at))
                      : 0);
        }
        if (m) {
          source.entropy.marked(ccc, pdc.entropy(packet));
        }
      }
    }
    acked.clear();
    for (long packet = from; packet < pdc.state.acked(); packet++) {
      done(pdc, packet);
    }
    long bitmap = AckCc.sackBitmap(octets, at);
    if (bitmap != 0) {
      long base = source.number(pdc, AckCc.sackBase(octets, at));
      for (long bits = bitmap; bits != 0; bits &= bits - 1) {
        long packet = base + Long.numberOfTrailingZeros(bits);
        if (packet >= pdc.state.acked() && packet < pdc.state.sent()) {
          done(pdc, packet);
        }
      }
    }
    long freed = acked.bytes();
    long newly = freed + acked.unmarkedBytes();
    if (scheduled) {
      source.inHand.take(pdc, from, now);
      Kernels.done(ccc.scheduling.ack(acked));
    }
    if (newly > 0) {
      Kernels.done(ccc.context.acknowledge(freed));
      Kernels.done(pdc.transfer.acknowledge(newly, acked.unmarkedBytes()));
      pdc.timeouts = 0;
      if (pdc.transfer.flight() == 0) {
        loop.cancel(pdc.retransmissionTimer);
      } else {
        loop.set(
            pdc.retransmissionTimer, Math.max(now, source.losses.fromPs(pdc) + params.rtoPs(0)));
      }
    }
    long received = newly;
    if (hasNsccState) {
      int field = NsccState.rcvdBytes(octets, at);
      long gain = NsccState.gainBytes(pdc.rcvdBytes, field);
      if (gain > 0) {
        pdc.rcvdBytes = field;
      }
      received = scheduled ? gain : newly;
    }
    int penalty = hasNsccState ? NsccState.rcvCwndPend(octets, at) : 0;
    boolean restores = hasNsccState && NsccState.restoreCwnd(octets, at);
    if (ccc.role() instanceof NsccHost nscc) {
      nscc.onPenalty(penalty, restores);
    }
    ccc.acknowledged(received, freed, m, rttPs);
    if (ccc.asker == pdc
        && (ccc.askedFor < pdc.state.acked()
            || pdc.standing(ccc.askedFor) == PacketStanding.DONE)) {
      ccc.asker = null; // answered; what other PDCs have in flight may not have asked
    }
    source.followWindow(ccc);
    if (scheduled) {
      Kernels.done(ccc.scheduling.nscc());
    }
    if (credits) {
      ccc.ackedBytes += newly;
      learn(
          ccc,
          AckCc.ccType(octets, at) == CcType.CC_CREDIT
              ? CreditState.credit(octets, at)
              : creditParams.wireCredit(ccc.credit.credit()));
    }
    boolean canSend;
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      canSend = source.sending.settle(ccc);
    } else {
      canSend = !ccc.isOnRing() && source.sending.choose(ccc);
    }
    if (nic.observer != null) {
      nic.observer.acknowledged(now, nic.number, ccc.destination, newly, rttPs, m);
      source.tellWindow(ccc, now);
    }
    source.sending.wake(ccc, canSend);
    if (params.gaps()) {
      source.losses.recover(
          pdc,
          source.number(pdc, Ack.cackPsn(octets, at) + 1),
          hasNsccState ? NsccState.oooCount(octets, at) : CreditState.oooCount(octets, at));
    }
    if (pdc.transfer.isDone()) {
      source.closing.closeSoon(pdc);
    }
  }

  /** What {@link #settleAck} gathers. */
  private final CccScheduling.Acked acked = new CccScheduling.Acked();

  void done(SendingPdc pdc, long packet) {
    PacketStanding standing = pdc.standing(packet);
    if (standing == PacketStanding.DONE) {
      return;
    }
    int bytes = pdc.bytes(packet);
    long size = source.size(bytes);
    pdc.stand(packet, acked.add(standing, size));
    nic.log.scheduling.done(packet);
    nic.log.recovery.done(packet);
    if (standing == PacketStanding.WAITING) {
      if (credits && scheduled) {
        source.inHand.take(pdc, packet, loop.nowPs());
        Kernels.done(pdc.ccc.credit.recover(pdc.place, size));
      }
    }
    Message message = pdc.message(packet);
    message.acked += bytes;
    if (message.acked == message.bytes && message.opcode == SesOpcode.WRITE) {
      nic.completed(message.flow);
    }
  }

  void learn(SendingCcc ccc, long wireCredit) {
    long creditBefore = ccc.credit.credit();
    long ackedBefore = ccc.credit.acked();
    points.learn(ccc.credit, creditParams, wireCredit, ccc.ackedBytes);
    if (ccc.credit.credit() != creditBefore) {
      ccc.askWait.creditCame(loop.nowPs());
    }
    if (ccc.credit.credit() != creditBefore || ccc.credit.acked() != ackedBefore) {
      source.tellCredit(ccc);
    }
  }

  /** A Credit packet. */
  @Requirement({"X16", "UET-3"})
  void credit(byte[] octets, int at, int from) {
    SendingPdc pdc = source.owner(Control.dpdcid(octets, at), from);
    if (pdc == null || !credits || pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      return;
    }
    SendingCcc ccc = pdc.ccc;
    long wireCredit = CreditPlacement.LAST.credit(Control.payload(octets, at));
    if (scheduled) {
      Kernels.done(ccc.scheduling.creditUpdate());
    }
    learn(ccc, wireCredit);
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      source.sending.settle(ccc);
    }
    source.sending.wake(ccc);
  }
}
