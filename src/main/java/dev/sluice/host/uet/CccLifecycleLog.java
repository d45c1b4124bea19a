package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;

/** Transitions of CccLifecycle: requests, PDCs and CCCs, from their beginning to their end. */
final class CccLifecycleLog {
  private static final String SPEC = Uet.LIFE.name();

  private final SpecLog log;
  private final Nic nic;
  private static final LogValue.Items NO_FLOW = items(text(""), text(""), text(""));

  CccLifecycleLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  private String request(PdsManager.Request request) {
    return nic.name + "#" + request.id();
  }

  void post(PdsManager.Request request) {
    if (log.isOn()) {
      Flow flow = request.key().flow();
      log.begin(SPEC, "Post", log.source(flow, 0, 0))
          .argument("r", request(request))
          .variable("request", "WAITING")
          .given(
              "Work",
              fields(
                  "src", nic.name,
                  "dst", nic.nameOf(flow.destination()),
                  "job", request.key().job(),
                  "class", Integer.toString(flow.trafficClass()),
                  "mode", "RUD",
                  "size", request.size()))
          .end();
    }
  }

  private LogValue pdc(SendingPdc pdc, String state) {
    return fields(
        "state",
        state,
        "flow",
        log.flow(pdc.key.flow()),
        "job",
        pdc.key.job(),
        "mode",
        "RUD",
        "remote",
        0,
        "ccc",
        pdc.ccc == null ? 0 : log.cccId(pdc.ccc.id));
  }

  private LogValue pdc(Flow flow, int remote, int ccc) {
    return fields(
        "state",
        "OPEN",
        "flow",
        log.flow(flow),
        "job",
        0,
        "mode",
        "",
        "remote",
        remote,
        "ccc",
        ccc);
  }

  private static LogValue noPdc() {
    return fields("state", "FREE", "flow", NO_FLOW, "job", 0, "mode", "", "remote", 0, "ccc", 0);
  }

  private static LogValue noCcc() {
    return fields(
        "state", "NONE", "flow", NO_FLOW, "maxWnd", 0, "cwnd", 0, "inflight", 0, "pdcs", 0);
  }

  private LogValue ccc(Ccc state, long inflight) {
    return fields(
        "state", state.phase().name(),
        "flow", log.flow(state.flow()),
        "maxWnd", state.maxWnd(),
        "cwnd", state.cwnd(),
        "inflight", inflight,
        "pdcs", state.pdcs());
  }

  /** In flight is what is sent and not acknowledged, that which is to be sent again included. */
  private LogValue ccc(SendingCcc ccc) {
    long inflight = 0;
    for (SendingPdc pdc : ccc.places) {
      inflight += pdc == null ? 0 : pdc.transfer.flight();
    }
    return ccc(ccc.context, inflight);
  }

  void assign(PdsManager.Request request, SendingPdc pdc) {
    taken("Assign", request, pdc);
  }

  void allocate(PdsManager.Request request, SendingPdc pdc) {
    taken("Allocate", request, pdc);
  }

  private void taken(String action, PdsManager.Request request, SendingPdc pdc) {
    if (log.isOn()) {
      log.begin(SPEC, action, log.source(pdc))
          .argument("r", request(request))
          .variable("request", "TAKEN")
          .variable("pdc", pdc(pdc, "OPEN"))
          .variable("todo", pdc.transfer.todo())
          .end();
    }
  }

  void accept(Flow flow, int remote, int pdc) {
    if (log.isOn()) {
      log.begin(SPEC, "Accept", log.target(flow, 0, pdc))
          .argument("n", nic.nameOf(flow.source()))
          .argument("p", remote)
          .variable("pdc", pdc(flow, remote, 0))
          .end();
    }
  }

  /** The CCC of a flow that begins here, or ends here, is asked for. */
  void askCcc(int pdc, Flow flow) {
    if (log.isOn()) {
      asked("AskCcc", flow, 0, pdc)
          .argument("n", nic.name)
          .argument("p", log.pdcId(pdc))
          .variable("asked", items(log.flow(flow)))
          .end();
    }
  }

  private EventSink asked(String action, Flow flow, int ccc, int pdc) {
    return log.begin(
        SPEC,
        action,
        flow.source() == nic.number ? log.source(flow, ccc, pdc) : log.target(flow, ccc, pdc));
  }

  void create(int ccc, Ccc created) {
    if (log.isOn()) {
      Flow flow = created.flow();
      log.begins(flow, ccc);
      asked("Create", flow, ccc, 0)
          .argument("n", nic.name)
          .argument("f", log.flow(flow))
          .variable("asked", items())
          .variable("ccc", ccc(created, 0))
          .end();
    }
  }

  private EventSink context(String action, LogInstance of) {
    return log.begin(SPEC, action, of).argument("n", nic.name).argument("c", of.ccc());
  }

  void configure(SendingCcc ccc) {
    if (log.isOn()) {
      context("Configure", log.source(ccc, 0)).variable("ccc", ccc(ccc)).end();
    }
  }

  void configure(ReceivingCcc ccc) {
    if (log.isOn()) {
      context("Configure", log.target(ccc, 0)).variable("ccc", ccc(ccc.context, 0)).end();
    }
  }

  void bind(SendingPdc pdc) {
    if (log.isOn()) {
      log.begin(SPEC, "Bind", log.source(pdc))
          .argument("n", nic.name)
          .argument("p", log.pdcId(pdc.spdcid))
          .variable("pdc", pdc(pdc, "OPEN"))
          .variable("ccc", ccc(pdc.ccc))
          .end();
    }
  }

  void bind(int pdc, int remote, ReceivingCcc ccc) {
    if (log.isOn()) {
      log.begin(SPEC, "Bind", log.target(ccc, pdc))
          .argument("n", nic.name)
          .argument("p", log.pdcId(pdc))
          .variable("pdc", pdc(ccc.flow, remote, log.cccId(ccc.id)))
          .variable("ccc", ccc(ccc.context, 0))
          .end();
    }
  }

  void makeReady(SendingCcc ccc) {
    if (log.isOn()) {
      context("MakeReady", log.source(ccc, 0)).variable("ccc", ccc(ccc)).end();
    }
  }

  void makeReady(ReceivingCcc ccc) {
    if (log.isOn()) {
      context("MakeReady", log.target(ccc, 0)).variable("ccc", ccc(ccc.context, 0)).end();
    }
  }

  void signal(SendingCcc ccc, long window) {
    if (log.isOn()) {
      context("Signal", log.source(ccc, 0))
          .argument("window", window)
          .variable("ccc", ccc(ccc))
          .end();
    }
  }

  EventSink moved(String action, SendingPdc pdc, long size) {
    return log.begin(SPEC, action, log.source(pdc))
        .argument("n", nic.name)
        .argument("p", log.pdcId(pdc.spdcid))
        .argument("size", size)
        .variable("todo", pdc.transfer.todo())
        .variable("flight", pdc.transfer.flight())
        .variable("ccc", ccc(pdc.ccc));
  }

  void acknowledge(SendingPdc pdc, long size) {
    if (log.isOn()) {
      moved("Acknowledge", pdc, size).end();
    }
  }

  void arrive(ReceivingPdc pdc, long size) {
    if (log.isOn()) {
      log.begin(SPEC, "Receive", log.target(pdc.ccc, pdc.pdcid))
          .argument("n", nic.nameOf(pdc.source))
          .argument("p", pdc.spdcid)
          .argument("size", size)
          .end();
    }
  }

  void beginClose(SendingPdc pdc) {
    if (log.isOn()) {
      log.begin(SPEC, "BeginClose", log.source(pdc))
          .argument("n", nic.name)
          .argument("p", log.pdcId(pdc.spdcid))
          .variable("pdc", pdc(pdc, "CLOSING"))
          .end();
    }
  }

  void followClose(ReceivingPdc pdc) {
    if (log.isOn()) {
      log.begin(SPEC, "FollowClose", log.target(pdc.ccc, pdc.pdcid))
          .argument("n", nic.nameOf(pdc.source))
          .argument("p", pdc.spdcid)
          .variable("pdc", noPdc())
          .variable("ccc", ccc(pdc.ccc.context, 0))
          .end();
    }
  }

  void endClose(SendingPdc pdc) {
    if (log.isOn()) {
      log.begin(SPEC, "EndClose", log.source(pdc))
          .argument("n", nic.name)
          .argument("p", log.pdcId(pdc.spdcid))
          .variable("pdc", noPdc())
          .variable("ccc", ccc(pdc.ccc))
          .end();
    }
  }

  void closeCcc(SendingCcc ccc) {
    if (log.isOn()) {
      context("CloseCcc", log.source(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }

  void closeCcc(ReceivingCcc ccc) {
    if (log.isOn()) {
      context("CloseCcc", log.target(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }
}
