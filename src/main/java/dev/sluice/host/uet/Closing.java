package dev.sluice.host.uet;

import dev.sluice.kernel.Kernels;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.Control;
import dev.sluice.wire.uet.ControlType;

/** When PDCs close at their source, and how they say so. */
final class Closing {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final boolean credits;
  private final Initiator initiator;
  private final InitiatorEffects told;
  private final ContextEffects effects;

  Closing(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    frames = source.frames;
    credits = source.credits;
    initiator = source.initiator;
    told = source.told;
    effects = source.effects;
  }

  void closeSoon(SendingPdc pdc) {
    if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      return;
    }
    long due = pdc.clockPs + params.lifetimePs();
    loop.set(pdc.closeTimer, Math.max(due, loop.nowPs()));
  }

  /** It may be time to close a PDC, to close it again, or to give its id back. */
  @Requirement({"PDC-11", "CCC-11", "RCCC-15"})
  void closeDue(int spdcid) {

    SendingPdc pdc = source.bySpdcid[spdcid];
    long now = loop.nowPs();
    if (initiator.resting(spdcid)) {
      Kernels.done(initiator.release(spdcid, now - pdc.clockPs));
      loop.release(pdc.closeTimer);
      source.bySpdcid[spdcid] = null;
      source.retryStalled();
    } else if (pdc.state.phase() == SourcePdc.Phase.CLOSE_ACK_WAIT) {
      Kernels.done(initiator.repeatClose(spdcid, told));
      sendClose(pdc, Control.RETX);
    } else if (pdc.transfer.isDone() && pdc.ccc.teardown.mayClose()) {
      Kernels.done(source.pds.beginClose(pdc.id, pdc.transfer, effects));
      Kernels.done(initiator.close(spdcid, now - pdc.clockPs, told));
      Kernels.done(pdc.ccc.teardown.close());
      if (credits && pdc.ccc.teardown.isClosing()) {
        Kernels.done(pdc.ccc.credit.close()); // the target may forget it
      }
      sendClose(source.pdcs[effects.pdc], 0);
    }
  }

  /** Sends the Close that the initiator has told of. */
  void sendClose(SendingPdc pdc, int flags) {
    nic.host.send(
        frames.control(
            pdc.destination,
            EntropyChoice.FIRST,
            ControlType.CLOSE_COMMAND,
            flags | Control.AR,
            (int) told.psn,
            params.pdcIdBase() + told.spdcid,
            told.dpdcid,
            0));
    loop.set(pdc.closeTimer, loop.nowPs() + params.rtoPs(Math.min(5, pdc.timeouts++)));
  }

  void endIfTold() {
    if (told.hasEnded) {
      told.hasEnded = false;
      source.ended(source.bySpdcid[told.spdcid], (int) told.payload);
    }
  }
}
