package dev.sluice.host.uet;

import dev.sluice.cc.rccc.CreditParams;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.requirement.Requirement;
import dev.sluice.sim.EventHandler;
import dev.sluice.sim.EventLoop;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.wire.uet.ControlType;
import dev.sluice.wire.uet.CreditPlacement;

/** How a CCC that lacks credit asks for it, and what the kernel of a CCC has asked for last. */
final class CreditAsking implements CreditSpender.Sink {
  private final SourceSide source;
  private final Nic nic;
  private final NicParams params;
  private final EventLoop loop;
  private final Frames frames;
  private final CreditParams creditParams;
  private final EventHandler due;

  /** Of the request that the kernel of a CCC has asked for last: the place of its PDC. */
  int place;

  /** The same: data on new credit. */
  long bytes;

  /** The same: what is wanted. */
  long target;

  CreditAsking(SourceSide source) {
    this.source = source;
    nic = source.nic;
    params = source.params;
    loop = source.loop;
    frames = source.frames;
    creditParams = source.creditParams;
    due = nic.host.handler(this::askDue, null);
  }

  /**
   * A CCC cannot send. One that has a packet which lacks credit asks for it: at once if it has not
   * told the target that it wants more, and then each time that no credit comes for its wait.
   */
  void blocked(SendingCcc ccc, long atPs, long firstPs) {
    if (!source.sending.lacksCredit(ccc)) {
      ccc.askWait.ends();
      return;
    }
    ccc.askWait.lacks(atPs);
    if (!ccc.hasAsked && ccc.isEstablished()) {
      ccc.hasAsked = true;
      ccc.asksAtOnce = true;
      loop.set(askTimer(ccc), firstPs);
    } else if (!loop.isSet(askTimer(ccc))) {
      loop.set(ccc.askTimer, Math.max(firstPs, ccc.askWait.duePs()));
    }
  }

  int askTimer(SendingCcc ccc) {
    if (ccc.askTimer < 0) {
      ccc.askTimer = loop.timer(due, ccc.id);
    }
    return ccc.askTimer;
  }

  /** A sender that lacks credit asks for it, as the last grant may be lost. */
  @Requirement({"RCCC-15", "FIND-16"})
  void askDue(int id) {
    SendingCcc ccc = source.byCcc[id];
    if (ccc == null
        || ccc.isOnRing()
        || source.sending.choose(ccc)
        || !source.sending.lacksCredit(ccc)) {
      if (ccc != null) {
        ccc.asksAtOnce = false;
      }
      return;
    }
    if (!ccc.asksAtOnce && loop.nowPs() < ccc.askWait.duePs()) { // credit has come meanwhile
      loop.set(ccc.askTimer, ccc.askWait.duePs());
      return;
    }
    ccc.asksAtOnce = false;
    for (SendingPdc pdc : ccc.places) {
      if (pdc != null && pdc.state.phase() == SourcePdc.Phase.ESTABLISHED) {
        if (ccc.credit.ask(source.size(ccc.chosenBytes), this) == null) {
          int field = (int) creditParams.wireTarget(target);
          nic.host.send(
              frames.control(
                  pdc.destination,
                  EntropyChoice.FIRST,
                  ControlType.CREDIT_REQUEST,
                  0,
                  0,
                  params.pdcIdBase() + pdc.spdcid,
                  pdc.state.dpdcid(),
                  CreditPlacement.LAST.payload(field)));
        }
        break;
      }
    }
    ccc.askWait.asks(loop.nowPs());
    loop.set(ccc.askTimer, ccc.askWait.duePs());
  }

  /** Notes a request, which leaves with the packet that is being made. */
  @Override
  public void request(int of, long carried, long level) {
    place = of;
    bytes = carried;
    target = level;
  }
}
