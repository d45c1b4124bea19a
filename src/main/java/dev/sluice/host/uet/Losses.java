package dev.sluice.host.uet;

import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.sim.RandomStream;
import dev.sluice.uet.ccc.PacketStanding;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.LossRecovery;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Nack;
import dev.sluice.wire.uet.NackCode;
import dev.sluice.wire.uet.Psn32;

/** Which packets a source gives up for lost, and what that does. */
final class Losses {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final boolean credits;
  private final boolean scheduled;
  private final Initiator initiator;
  private final InitiatorEffects told;
  private final PacketInHand inHand;
  private final RandomStream chance;
  private final Missing missing = new Missing();

  Losses(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    credits = source.credits;
    scheduled = source.scheduled;
    initiator = source.initiator;
    told = source.told;
    inHand = source.inHand;
    chance = nic.host.chance("held");
  }

  /** A packet was not taken, and says why. */
  @Requirement({"UET-4", "X17", "D12"})
  void nack(byte[] octets, int at, int from) {
    SendingPdc pdc = source.owner(Nack.dpdcid(octets, at), from);
    if (pdc == null) {
      return;
    }
    int code = Nack.code(octets, at);
    if (nic.observer != null) {
      nic.observer.refused(loop.nowPs(), nic.number, pdc.destination, code);
    }
    if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      Packet.Code why =
          code == NackCode.INV_DPDCID
              ? Packet.Code.UNKNOWN
              : code == NackCode.PDC_HDR_MISMATCH ? Packet.Code.MISMATCH : Packet.Code.NO_PDC;
      long psn = Psn32.number(Nack.nackPsn(octets, at));
      told.atPs = loop.nowPs();
      Kernels.done(initiator.receiveNack(pdc.spdcid, why, psn, told));
      source.closing.endIfTold();
      return;
    }
    boolean trimmed = code == NackCode.TRIMMED || code == NackCode.TRIMMED_LASTHOP;
    if (!trimmed && code != NackCode.RCVR_INFER_LOSS) {
      return; // a refused SYN is sent again when its time has come
    }
    long packet = source.number(pdc, Nack.nackPsn(octets, at));
    if (packet < pdc.state.acked()
        || packet >= pdc.state.sent()
        || pdc.standing(packet) != PacketStanding.FLYING) {
      return;
    }
    if (Nack.m(octets, at) || code == NackCode.TRIMMED) {
      source.entropy.marked(pdc.ccc, pdc.entropy(packet));
    }
    long rttPs =
        NsccWindow.rttSamplePs(
            loop.nowPs(), pdc.sentAt(packet), pdc.tries(packet) - 1, Nack.retx(octets, at), 0);
    if (pdc.isUnlimited() && params.holdBack() != HoldBack.OFF) {
      holdBack(pdc, packet); // before its CCC asks which packet is next
    }
    missing.of(pdc, code, rttPs);
    Kernels.done(pdc.recovery.timeout(packet, missing));
    source.sending.wake(pdc.ccc);
  }

  /**
   * Has what was trimmed, and may go again at once, wait, and up to twice as long by chance, so
   * that senders which were trimmed together do not come back together. Nothing else limits it, and
   * headers of packets that are cut again and again go ahead of the very data that would bring the
   * answer.
   */
  @Requirement("UET-8")
  private void holdBack(SendingPdc pdc, long packet) {
    long rto = params.rtoPs(0);
    int doublings =
        params.holdBack() == HoldBack.STEADY
            ? 0
            : Math.min(pdc.tries(packet) - 1, Long.numberOfLeadingZeros(rto) - 1);
    long wait = Math.min(rto, params.baseRttPs());
    wait = wait > rto >> doublings ? rto : wait << doublings;
    pdc.heldUntilPs = Math.max(pdc.heldUntilPs, loop.nowPs() + wait + chance.below(wait));
    loop.at(pdc.heldUntilPs, source.resuming, pdc.spdcid);
  }

  /** What was held back may be sent again, if nothing has happened to it meanwhile. */
  void resume(int spdcid) {
    SendingPdc pdc = source.bySpdcid[spdcid];
    if (pdc == null || pdc.isOver) {
      return;
    }
    if (loop.nowPs() >= pdc.heldUntilPs) {
      pdc.heldUntilPs = 0; // not before its CCC asks again which packet is next
    }
    if (!pdc.isUnlimited()) {
      return; // it has been answered
    }
    SendingCcc ccc = pdc.ccc;
    if (scheduled) {
      Kernels.done(ccc.scheduling.creditUpdate());
      Kernels.done(ccc.scheduling.rccc());
      source.sending.settle(ccc);
    }
    source.sending.wake(ccc);
    if (!ccc.isOnRing()) {
      source.sending.requestAnswer(ccc); // too little may have come for one unasked
    }
  }

  /** Gives a packet up for lost; the code says who told, 0 for nobody. */
  @Requirement({"UET-1", "RCCC-8"})
  private void lose(SendingPdc pdc, long packet, int code, long rttPs) {
    SendingCcc ccc = pdc.ccc;
    long now = loop.nowPs();
    long size = source.size(pdc.bytes(packet));
    inHand.take(pdc, packet, now);
    ccc.asker = null; // it may have been the one that asked
    if (scheduled) {
      int name = (int) (packet & 0x3FFF_FFFF) + 1;
      PacketStanding standing = pdc.standing(packet);
      Kernels.done(
          code == 0
              ? ccc.scheduling.inferLoss(name, standing, size)
              : ccc.scheduling.nack(name, standing, size));
    } else {
      inHand.stands(PacketStanding.WAITING);
    }
    Kernels.done(ccc.context.giveUp(size));
    Kernels.done(pdc.transfer.giveUp(size));
    if (code == 0) {
      ccc.lost(size);
    } else {
      ccc.refused(size, code, rttPs);
    }
    source.followWindow(ccc);
    if (scheduled) {
      Kernels.done(ccc.scheduling.nscc());
      Kernels.done(ccc.scheduling.mark(ccc, inHand));
    }
    if (credits && scheduled) {
      Kernels.done(ccc.credit.inferLoss(pdc.place, size));
    }
    if (scheduled) {
      Kernels.done(ccc.scheduling.rccc());
      source.sending.settle(ccc);
    }
    if (nic.observer != null) {
      nic.observer.lossInferred(now, nic.number, pdc.message(packet).flow, pdc.spdcid, packet);
    }
  }

  /**
   * Gives up what is missing, if an acknowledgment tells that too much has come after it. Without
   * NSCC the window is MaxWnd.
   *
   * @param cack how many packets it acknowledges, from the first on
   * @param count how many the target holds beyond the first that is missing
   */
  @Requirement("UET-9")
  void recover(SendingPdc pdc, long cack, int count) {
    SendingCcc ccc = pdc.ccc;
    long maxWnd = ccc.context.maxWnd();
    long window = params.congestionControl().nscc() ? ccc.cwnd() : maxWnd;
    long size = source.size(params.mtuBytes());
    missing.of(pdc, 0, NsccWindow.NO_SAMPLE);
    Kernels.done(
        source.points.receiveAck(
            pdc.recovery,
            cack,
            pdc.state.acked(),
            count,
            pdc.waiting > 0,
            LossRecovery.threshold(window, maxWnd, size),
            LossRecovery.window(window, size),
            missing));
    if (missing.isAny) {
      source.sending.wake(ccc);
    }
  }

  /** The packets of a PDC, and who tells that one is lost. */
  private final class Missing implements LossRecovery.Packets {
    private SendingPdc pdc;
    private int code;
    private long rttPs;
    private boolean isAny;

    void of(SendingPdc owner, int byCode, long samplePs) {
      pdc = owner;
      code = byCode;
      rttPs = samplePs;
      isAny = false;
    }

    @Override
    public boolean isFlying(long packet) {
      return pdc.standing(packet) == PacketStanding.FLYING;
    }

    @Override
    public void giveUp(long packet) {
      isAny = true;
      lose(pdc, packet, code, rttPs);
    }
  }

  /** Returns the start of the first timeout after an acknowledgment of something new. */
  @Requirement("UET-4")
  long fromPs(SendingPdc pdc) {
    long first = pdc.state.acked();
    return params.rtoFromSending() && pdc.standing(first) == PacketStanding.FLYING
        ? pdc.sentAt(first)
        : loop.nowPs();
  }

  /**
   * Gives up what has been under way for too long. The timeout doubles each time that what was sent
   * after the last one is lost as well; what went out with the packet that timed out is one loss
   * with it, however many packets that is.
   */
  @Requirement("UET-4")
  void retransmissionDue(int spdcid) {
    SendingPdc pdc = source.bySpdcid[spdcid];
    long now = loop.nowPs();
    long next = EventLoop.NEVER;
    boolean found = false;
    boolean isNew = false;
    missing.of(pdc, 0, NsccWindow.NO_SAMPLE);
    for (long packet = pdc.state.acked(); packet < pdc.state.sent(); packet++) {
      if (pdc.standing(packet) == PacketStanding.FLYING) {
        boolean isLater = pdc.sentAt(packet) >= pdc.timedOutPs;
        int inARow = isLater ? pdc.timeouts : Math.max(0, pdc.timeouts - 1);
        long due = pdc.sentAt(packet) + params.rtoPs(inARow);
        if (due <= now) {
          Kernels.done(pdc.recovery.timeout(packet, missing));
          found = true;
          isNew |= isLater;
        } else {
          next = Math.min(next, due);
        }
      }
    }
    if (isNew) {
      pdc.timeouts++;
      pdc.timedOutPs = now;
    }
    if (found) {
      if (nic.observer != null) {
        nic.observer.timedOut(now, nic.number, pdc.destination, spdcid);
      }
      source.sending.wake(pdc.ccc);
    }
    if (next != EventLoop.NEVER) {
      loop.set(pdc.retransmissionTimer, next); // a packet let out just now may have set it later
    }
  }
}
