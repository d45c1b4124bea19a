package dev.sluice.nic;

import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.trace.EventSink;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.TargetPdc;

/**
 * Tells the transitions of one NIC's kernels under the names of the specifications: the action, its
 * arguments, and what it changed.
 *
 * <p>An endpoint is named as the topology names its host, a CCC as a sender of credit by its source
 * and CCC_ID. Nothing is gathered while nobody listens.
 */
final class SpecLog {
  private static final String LIFE = "CccLifecycle";
  private static final String PDC = "PdcHandshake";
  private static final String CREDIT = "CreditConservation";
  private static final String NSCC = "NsccWindow";
  private static final String SCHEDULING = "CccScheduling";

  private final Nic nic;
  private EventSink sink;

  SpecLog(Nic nic) {
    this.nic = nic;
  }

  void to(EventSink listener) {
    sink = listener;
  }

  private EventSink begin(String spec, String action) {
    return sink.event(nic.loop.nowPs(), nic.name, spec, action);
  }

  // ---------------------------------------------------------------- CccLifecycle

  private EventSink life(String action) {
    return begin(LIFE, action).argument("n", nic.name);
  }

  void post(PdsManager.Request request) {
    if (sink != null) {
      life("Post").argument("r", request.id()).variable("request", "WAITING").end();
    }
  }

  void assign(PdsManager.Request request, SendingPdc pdc) {
    if (sink != null) {
      life("Assign")
          .argument("r", request.id())
          .argument("p", pdc.id)
          .variable("request", "TAKEN")
          .variable("todo", pdc.transfer.todo())
          .end();
    }
  }

  void allocate(PdsManager.Request request, SendingPdc pdc) {
    if (sink != null) {
      life("Allocate")
          .argument("r", request.id())
          .argument("p", pdc.id)
          .variable("request", "TAKEN")
          .variable("pdc", "OPEN")
          .variable("todo", pdc.transfer.todo())
          .end();
    }
  }

  void accept(Flow flow, int remote, int pdc) {
    if (sink != null) {
      life("Accept")
          .argument("p", pdc)
          .argument("source", nic.nameOf(flow.source()))
          .argument("remote", remote)
          .variable("pdc", "OPEN")
          .end();
    }
  }

  void askCcc(int pdc, Flow flow) {
    if (sink != null) {
      flow(life("AskCcc").argument("p", pdc), flow).variable("asked", true).end();
    }
  }

  private EventSink flow(EventSink event, Flow flow) {
    return event
        .argument("source", nic.nameOf(flow.source()))
        .argument("destination", nic.nameOf(flow.destination()))
        .argument("class", flow.trafficClass());
  }

  void create(Flow flow, int ccc) {
    if (sink != null) {
      flow(life("Create").argument("c", ccc), flow)
          .variable("asked", false)
          .variable("state", "IDLE")
          .end();
    }
  }

  void configure(int ccc, Ccc.State state) {
    if (sink != null) {
      life("Configure")
          .argument("c", ccc)
          .variable("maxWnd", state.maxWnd())
          .variable("cwnd", state.cwnd())
          .end();
    }
  }

  void bind(int pdc, int ccc, Ccc.State state) {
    if (sink != null) {
      life("Bind")
          .argument("p", pdc)
          .argument("c", ccc)
          .variable("ccc", ccc)
          .variable("pdcs", state.pdcs())
          .end();
    }
  }

  void makeReady(int ccc) {
    if (sink != null) {
      life("MakeReady").argument("c", ccc).variable("state", "READY").end();
    }
  }

  void signal(SendingCcc ccc, long window) {
    if (sink != null) {
      life("Signal")
          .argument("c", ccc.id)
          .argument("window", window)
          .variable("cwnd", ccc.state.cwnd())
          .end();
    }
  }

  private void lifeSend(SendingCcc ccc, SendingPdc pdc, long size) {
    life("Send")
        .argument("p", pdc.id)
        .argument("size", size)
        .variable("todo", pdc.transfer.todo())
        .variable("flight", pdc.transfer.flight())
        .variable("inflight", ccc.state.inflight())
        .end();
  }

  void acknowledge(SendingCcc ccc, SendingPdc pdc, long size) {
    if (sink != null) {
      life("Acknowledge")
          .argument("p", pdc.id)
          .argument("size", size)
          .variable("flight", pdc.transfer.flight())
          .variable("inflight", ccc.state.inflight())
          .end();
    }
  }

  void arrive(ReceivingPdc pdc, long size) {
    if (sink != null) {
      life("Receive").argument("p", pdc.id).argument("size", size).end();
    }
  }

  void beginClose(int pdc) {
    if (sink != null) {
      life("BeginClose").argument("p", pdc).variable("pdc", "CLOSING").end();
    }
  }

  void followClose(int pdc, Ccc.State state) {
    if (sink != null) {
      life("FollowClose")
          .argument("p", pdc)
          .variable("pdc", "FREE")
          .variable("pdcs", state.pdcs())
          .end();
    }
  }

  void endClose(int pdc, Ccc.State state) {
    if (sink != null) {
      life("EndClose")
          .argument("p", pdc)
          .variable("pdc", "FREE")
          .variable("pdcs", state.pdcs())
          .end();
    }
  }

  void closeCcc(int ccc) {
    if (sink != null) {
      life("CloseCcc").argument("c", ccc).variable("state", "NONE").end();
    }
  }

  // ---------------------------------------------------------------- PdcHandshake

  private EventSink pdc(String action, int spdcid) {
    return begin(PDC, action).argument("f", nic.name).argument("p", spdcid);
  }

  void open(SourcePdc.State state) {
    if (sink != null) {
      pdc("Open", state.spdcid())
          .variable("phase", state.phase().name())
          .variable("start", state.start())
          .variable("ccc", state.ccc())
          .end();
    }
  }

  /** A packet leaves for the first time: an action of three specifications. */
  void transmit(SendingCcc ccc, SendingPdc sending, long size) {
    if (sink != null) {
      SourcePdc.State state = sending.state;
      pdc("Transmit", state.spdcid())
          .variable("sent", state.sent())
          .variable("work", state.work())
          .end();
      lifeSend(ccc, sending, size);
      if (nic.params.congestionControl().rccc()) {
        spent(ccc, "Transmit", sending.place);
      }
    }
  }

  void retransmit(SendingCcc ccc, SendingPdc sending, long packet, boolean spends) {
    if (sink != null) {
      pdc("Retransmit", sending.spdcid)
          .argument("n", packet)
          .variable("phase", sending.state.phase().name())
          .end();
      if (spends) {
        spent(ccc, "Transmit", sending.place);
      }
    }
  }

  void receiveAck(SendingPdc sending, Packet.AckCc ack) {
    if (sink != null) {
      SourcePdc.State state = sending.state;
      pdc("ReceiveAck", sending.spdcid)
          .argument("spdcid", ack.spdcid())
          .argument("cack", ack.cack())
          .variable("phase", state.phase().name())
          .variable("dpdcid", state.dpdcid())
          .variable("acked", state.acked())
          .end();
    }
  }

  void receiveNack(SendingPdc sending, Packet.Nack nack) {
    if (sink != null) {
      pdc("ReceiveNack", sending.spdcid)
          .argument("code", nack.code().wire())
          .argument("psn", nack.psn())
          .end();
    }
  }

  void ended(SendingPdc sending) {
    if (sink != null) {
      pdc("Ended", sending.spdcid).variable("resting", true).end();
    }
  }

  void close(SendingPdc sending) {
    if (sink != null) {
      pdc("Close", sending.spdcid).variable("phase", sending.state.phase().name()).end();
    }
  }

  void repeatClose(SendingPdc sending) {
    if (sink != null) {
      pdc("RepeatClose", sending.spdcid).end();
    }
  }

  void release(int spdcid) {
    if (sink != null) {
      pdc("Release", spdcid).variable("resting", false).end();
    }
  }

  void admit(Packet.Syn syn, TargetPdc.State state) {
    if (sink != null) {
      syn(begin(PDC, "Admit"), syn)
          .argument("t", state.pdcid())
          .variable("start", state.start())
          .variable("awaited", state.got().awaited())
          .variable("context", state.cccid())
          .end();
    }
  }

  void receiveSyn(Packet.Syn syn, TargetPdc.State state) {
    if (sink != null) {
      syn(begin(PDC, "ReceiveSyn"), syn).variable("awaited", state.got().awaited()).end();
    }
  }

  private EventSink syn(EventSink event, Packet.Syn syn) {
    return event
        .argument("fa", nic.nameOf(Addresses.host((int) syn.fa())))
        .argument("spdcid", syn.spdcid())
        .argument("psn", syn.psn())
        .argument("offset", syn.offset());
  }

  void receiveRequest(Packet.Request request, TargetPdc.State state) {
    if (sink != null) {
      begin(PDC, "ReceiveRequest")
          .argument("fa", nic.nameOf(Addresses.host((int) request.fa())))
          .argument("spdcid", request.spdcid())
          .argument("dpdcid", request.dpdcid())
          .argument("psn", request.psn())
          .variable("awaited", state.got().awaited())
          .end();
    }
  }

  void receiveClose(Packet.CloseCommand close, boolean closed) {
    if (sink != null) {
      begin(PDC, "ReceiveClose")
          .argument("fa", nic.nameOf(Addresses.host((int) close.fa())))
          .argument("spdcid", close.spdcid())
          .argument("dpdcid", close.dpdcid())
          .argument("psn", close.psn())
          .variable("closed", closed)
          .end();
    }
  }

  // ---------------------------------------------------------------- CreditConservation

  private String sender(SendingCcc ccc) {
    return nic.name + "/" + (nic.params.cccIdBase() + ccc.id);
  }

  private String sender(ReceivingCcc ccc) {
    return nic.nameOf(ccc.flow.source()) + "/" + ccc.key.cccId();
  }

  private EventSink credit(SendingCcc ccc, String action) {
    return begin(CREDIT, action).argument("s", sender(ccc));
  }

  void want(SendingCcc ccc, int place) {
    if (sink != null) {
      spent(ccc, "Want", place);
    }
  }

  void inferLoss(SendingCcc ccc, int place) {
    if (sink != null) {
      spent(ccc, "InferLoss", place);
    }
  }

  private void spent(SendingCcc ccc, String action, int place) {
    CreditSpender.State state = ccc.credit;
    credit(ccc, action)
        .argument("p", place)
        .variable("queue", state.queue().bytes(place))
        .variable("backlog", state.backlog())
        .variable("authorised", state.authorised())
        .variable("spent", state.spent())
        .end();
  }

  void learn(SendingCcc ccc, long wireCredit) {
    if (sink != null) {
      CreditSpender.State state = ccc.credit;
      credit(ccc, "Learn")
          .argument("wire", wireCredit)
          .variable("credit", state.credit())
          .variable("backlog", state.backlog())
          .variable("authorised", state.authorised())
          .variable("acked", state.acked())
          .end();
    }
  }

  void ask(SendingCcc ccc) {
    if (sink != null) {
      credit(ccc, "Ask").end();
    }
  }

  void closeCredit(SendingCcc ccc) {
    if (sink != null) {
      credit(ccc, "Close").variable("open", false).end();
    }
  }

  private EventSink granted(ReceivingCcc ccc, String action) {
    return begin(CREDIT, action).argument("s", sender(ccc));
  }

  void receive(ReceivingCcc ccc, CreditGranter.State granter) {
    if (sink != null) {
      granted(ccc, "Receive")
          .variable("wanted", granter.wanted(ccc.key))
          .variable("accrued", granter.accrued(ccc.key))
          .variable("arrived", granter.arrived(ccc.key))
          .end();
    }
  }

  void commit(ReceivingCcc ccc, CreditGranter.State granter) {
    if (sink != null) {
      issued(granted(ccc, "Commit"), ccc, granter)
          .variable("committed", granter.committed(ccc.key))
          .end();
    }
  }

  void grant(ReceivingCcc ccc, CreditGranter.State granter) {
    if (sink != null) {
      issued(granted(ccc, "Grant"), ccc, granter).end();
    }
  }

  private static EventSink issued(EventSink event, ReceivingCcc ccc, CreditGranter.State granter) {
    return event
        .variable("wanted", granter.wanted(ccc.key))
        .variable("granted", granter.granted(ccc.key))
        .variable("accrued", granter.accrued(ccc.key))
        .variable("budget", granter.budget());
  }

  void slice(CreditGranter.State granter) {
    if (sink != null) {
      begin(CREDIT, "Slice")
          .variable("remainder", granter.remainder())
          .variable("budget", granter.budget())
          .end();
    }
  }

  void forget(ReceivingCcc ccc) {
    if (sink != null) {
      granted(ccc, "Forget").variable("known", false).end();
    }
  }

  // ---------------------------------------------------------------- NsccWindow

  private NsccWindow.State window(SendingCcc ccc) {
    return sink != null && ccc.window instanceof NsccHost host ? host.state() : null;
  }

  private EventSink nscc(SendingCcc ccc, String action) {
    return begin(NSCC, action).argument("s", sender(ccc));
  }

  private static EventSink state(EventSink event, NsccWindow.State state) {
    return event
        .variable("cwnd", state.cwnd())
        .variable("inflight", state.inflight())
        .variable("maxWnd", state.maxWnd())
        .variable("baseRtt", state.baseRttPs())
        .variable("avgDelay", state.avgDelayPs())
        .variable("incBytes", state.incBytes());
  }

  void send(SendingCcc ccc, long size) {
    NsccWindow.State state = window(ccc);
    if (state != null) {
      nscc(ccc, "Send").argument("size", size).variable("inflight", state.inflight()).end();
    }
  }

  void ack(SendingCcc ccc, long received, long freed, boolean marked, long rttPs) {
    NsccWindow.State state = window(ccc);
    if (state != null) {
      state(
              nscc(ccc, "Ack")
                  .argument("received", received)
                  .argument("freed", freed)
                  .argument("marked", marked)
                  .argument("rtt", rttPs),
              state)
          .end();
    }
  }

  void loss(SendingCcc ccc, int code, long size, long rttPs) {
    NsccWindow.State state = window(ccc);
    if (state != null) {
      EventSink event = nscc(ccc, code == 0 ? "InferLoss" : "Nack").argument("size", size);
      if (code != 0) {
        event.argument("reason", NackReason.ofCode(code).name()).argument("rtt", rttPs);
      }
      state(event, state).end();
    }
  }

  // ---------------------------------------------------------------- CccScheduling

  void scheduling(SendingCcc ccc, String action) {
    if (sink != null) {
      CccScheduling.State state = ccc.scheduling;
      begin(SCHEDULING, action)
          .argument("c", sender(ccc))
          .variable("state", state.readiness().name())
          .variable("backlog", state.backlog())
          .variable("waitingRtx", state.waitingRtx())
          .variable("rtxBacklog", state.rtxBacklog())
          .variable("inflightPkts", state.inflightPkts())
          .end();
    }
  }
}
