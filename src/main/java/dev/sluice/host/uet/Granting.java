package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;
import java.util.Arrays;

/** How credit is granted at a target: what is asked for, what slices divide, and what goes out. */
final class Granting implements CreditGranter.Sink {
  private final TargetSide target;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final FaultPoints points;
  private final boolean creditInAck;
  private final CreditParams creditParams;
  final CreditGranter granter;
  private final int sliceTimer;

  /** Of the ACK_CC that the granter has asked for last. */
  private SenderKey ackedTo;

  long ackedTotal;

  long issued;

  /** Whose packet brings the request at hand, and its number from 0; null if none does. */
  private ReceivingPdc brings;

  private long broughtNumber;

  /** By the slot of their entry in the Active Sender Table. */
  private ReceivingCcc[] bySlot = new ReceivingCcc[8];

  Granting(TargetSide target, Nic nic, boolean creditInAck) {
    this.target = target;
    this.nic = nic;
    this.creditInAck = creditInAck;
    params = nic.params;
    loop = nic.loop;
    frames = nic.frames;
    points = nic.points;
    creditParams = nic.creditParams;
    granter = new CreditGranter(creditParams);
    sliceTimer = loop.timer(nic.host.handler(this::sliceDue, null), nic.number);
  }

  /** Notes an ACK_CC, which is sent when the granter has done what it was asked. */
  @Override
  public void ackCc(SenderKey to, long total, long justIssued, long acked) {
    ackedTo = to;
    ackedTotal = total;
    issued = justIssued;
  }

  void told(ReceivingCcc ccc, long bytes, long total) {
    if (bytes > 0 && nic.observer != null) {
      nic.observer.creditGranted(loop.nowPs(), nic.number, ccc.flow.source(), bytes, total);
    }
  }

  void startSlices() {
    if (!loop.isSet(sliceTimer)) {
      loop.set(sliceTimer, loop.nowPs() + params.slicePs());
    }
  }

  /** The slice timer: the link's next slice is divided, and what is due is granted. */
  @Requirement({"RCCC-2", "RCCC-3", "RCCC-12"})
  void sliceDue(int host) {

    target.commit();
    grantAll(); // what the cap held back, and has room for since data came in
    if (points.slice(granter) == null) {
      grantAll();
      loop.set(sliceTimer, loop.nowPs() + params.slicePs());
    } // else no entry wants anything: the timer rests
  }

  void grantAll() {
    int slot;
    while ((slot = granter.slotInTurn()) >= 0) {
      Kernels.done(granter.grant(bySlot[slot].key, slot, this));
      ReceivingCcc ccc = bySlot[granter.slot(ackedTo, slot)];
      long total = ackedTotal;
      told(ccc, issued, total);
      ReceivingPdc pdc = ccc.last;
      if (creditInAck) {
        target.acknowledge(pdc, pdc.lastPsn, TargetSide.AGAIN, 0);
      } else {
        credit(pdc, total);
      }
    }
  }

  /** The packet that brings the request at hand, as both ends know it; null if none does. */
  String packet() {
    return brings == null ? null : brings.spdcid + "/" + broughtNumber;
  }

  /** A request has come with a packet of data, which counts for so much if it is new. */
  void receive(ReceivingPdc pdc, long number, long bytes, long field) {
    brings = pdc;
    broughtNumber = number;
    receive(pdc.ccc, bytes, field);
    brings = null;
  }

  /** The header of a trimmed packet has come, whose data are missing. */
  void receiveTrimmed(ReceivingPdc pdc, long number, long field) {
    brings = pdc;
    broughtNumber = number;
    Kernels.done(granter.receiveTrimmed(pdc.ccc.key, pdc.ccc.slot, field));
    brings = null;
    startSlices();
  }

  /** A request has come: the first one of its sender makes an entry. */
  private void receive(ReceivingCcc ccc, long bytes, long field) {
    int before = granter.size();
    int slots = granter.slots();
    Kernels.done(granter.receive(ccc.key, ccc.slot, bytes, field, this));
    ccc.slot = granter.slot(ccc.key, ccc.slot);
    if (granter.size() == before) {
      return;
    }
    if (granter.slots() > slots) { // others have moved up
      if (slots == bySlot.length) {
        bySlot = Arrays.copyOf(bySlot, 2 * slots);
      }
      System.arraycopy(bySlot, ccc.slot, bySlot, ccc.slot + 1, slots - ccc.slot);
    }
    bySlot[ccc.slot] = ccc;
  }

  void forget(ReceivingCcc ccc) {
    int slots = granter.slots();
    int slot = granter.slot(ccc.key, ccc.slot);
    bySlot[slot] = null;
    Kernels.done(granter.forget(ccc.key, slot));
    if (granter.slots() < slots) { // entries have moved together
      int to = 0;
      for (int from = 0; from < slots; from++) {
        ReceivingCcc moved = bySlot[from];
        if (moved != null) {
          bySlot[to] = moved;
          moved.slot = to++;
        }
      }
      Arrays.fill(bySlot, to, slots, null);
    }
  }

  /** A Credit packet. */
  @Requirement({"X16", "UET-3"})
  void credit(ReceivingPdc pdc, long total) {
    nic.host.send(
        frames.control(
            pdc.source,
            pdc.entropy,
            ControlType.CREDIT,
            0,
            0,
            params.pdcIdBase() + pdc.pdcid,
            pdc.spdcid,
            CreditPlacement.LAST.payload((int) creditParams.wireCredit(total))));
  }

  /** A Credit request: answered with the totals as they stand. */
  @Requirement({"RCCC-15", "FIND-16"})
  void creditRequest(byte[] octets, int at, int from) {
    target.commit();
    ReceivingPdc pdc = target.byDpdcid(Control.dpdcid(octets, at));
    if (pdc == null || pdc.source != from || pdc.ccc.key == null) {
      return;
    }
    long field = CreditPlacement.LAST.credit(Control.payload(octets, at));
    receive(pdc.ccc, 0, field);
    startSlices();
    if (creditInAck) {
      target.acknowledge(pdc, pdc.lastPsn, TargetSide.AGAIN, 0);
    } else {
      credit(pdc, ackedTotal);
    }
  }
}
