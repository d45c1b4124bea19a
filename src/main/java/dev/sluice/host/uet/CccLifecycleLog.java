package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.host.Addresses;
import dev.sluice.kernel.Action;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccManager;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.Pdc;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.ccc.Transfer;
import dev.sluice.uet.pdc.PdcKey;
import java.util.HashMap;
import java.util.Map;

/**
 * Transitions of CccLifecycle: requests, PDCs and CCCs, from their beginning to their end. Its
 * kernels tell of each; who they are is added here.
 *
 * <p>Where two kernels have a part in an action, it is told when the second one has done its own,
 * with what both hold by then. A host that leaves one of them out is seen at once, or at the next
 * event that tells what has changed.
 */
final class CccLifecycleLog {
  private static final String SPEC = Uet.LIFE.name();
  private static final LogValue.Items NO_FLOW = items(text(""), text(""), text(""));

  private final SpecLog log;
  private final Nic nic;
  private final Half atSource = new Half();
  private final Half atTarget = new Half();

  /** At the target: a PDC's id on the wire, less the base, by its number with the PDS Manager. */
  private final Map<Integer, Integer> pdcids = new HashMap<>();

  CccLifecycleLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  /** An action of which the PDS Manager has done its part. */
  private static final class Half {
    private Action action;

    /** The PDC's number with the PDS Manager. */
    private int pdc;

    /** The request, or the other end's PDC. */
    private int of;

    void begin(Action begun, int whose, int ofWhat) {
      action = begun;
      pdc = whose;
      of = ofWhat;
    }

    /** The name of the action that has begun and is now done; null if it is neither of these. */
    String end(Action either, Action or) {
      Action done = action == either || action == or ? action : null;
      action = done == null ? action : null;
      return done == null ? null : done.name();
    }
  }

  /** Tells of all that the managers do, from now on; or no more. */
  void listen(boolean on) {
    nic.source.pds.tell(on ? this::atSource : null);
    nic.source.cccs.tell(on ? this::ofSource : null);
    nic.target.pds.tell(on ? this::atTarget : null);
    nic.target.cccs.tell(on ? this::ofTarget : null);
  }

  /** Tells of the work of a PDC that is new. */
  void follow(SendingPdc pdc) {
    if (log.isOn()) {
      pdc.transfer.tell((transfer, action, arguments) -> moved(pdc, action, arguments));
    }
  }

  /** Tells of the life of a context that is new. */
  void follow(SendingCcc ccc) {
    if (log.isOn()) {
      ccc.context.tell((context, action, arguments) -> lived(ccc, action, arguments));
    }
  }

  /** Tells of the life of a context that is new. */
  void follow(ReceivingCcc ccc) {
    if (log.isOn()) {
      ccc.context.tell((context, action, arguments) -> lived(ccc, action, arguments));
    }
  }

  // ---------------------------------------------------------------- source

  private void atSource(PdsManager pds, Action action, Object... arguments) {
    int first = (int) arguments[0];
    if (action == PdsManager.POST) {
      posted(first, action, arguments);
    } else if (action == PdsManager.BEGIN_CLOSE) {
      SendingPdc pdc = nic.source.pdcs[first];
      ofPdc(action.name(), pdc).variable("pdc", pdc(pds.pdcs().get(first))).end();
    } else if (action == PdsManager.ASSIGN || action == PdsManager.ALLOCATE) {
      atSource.begin(action, (int) arguments[1], first);
    } else {
      atSource.begin(action, first, 0);
    }
  }

  private void posted(int request, Action action, Object... arguments) {
    int destination = (int) Told.number("dst", action, arguments);
    int trafficClass = (int) Told.number("class", action, arguments);
    Flow flow = new Flow(nic.number, destination, trafficClass);
    log.begin(SPEC, action.name(), log.source(flow, 0, 0))
        .argument("r", request(request))
        .variable("request", "WAITING")
        .given(
            "Work",
            fields(
                "src", nic.name,
                "dst", nic.nameOf(destination),
                "job", Told.effect("job", action, arguments),
                "class", Integer.toString(trafficClass),
                "mode", "RUD",
                "size", Told.effect("size", action, arguments)))
        .end();
  }

  private String request(int id) {
    return nic.name + "#" + id;
  }

  private EventSink ofPdc(String action, SendingPdc pdc) {
    return log.begin(SPEC, action, log.source(pdc))
        .argument("n", nic.name)
        .argument("p", log.pdcId(pdc.spdcid));
  }

  private void moved(SendingPdc pdc, Action action, Object... arguments) {
    String done =
        action == Transfer.TAKE ? atSource.end(PdsManager.ASSIGN, PdsManager.ALLOCATE) : null;
    if (action != Transfer.TAKE) {
      Told.arguments(ofPdc(action.name(), pdc), action, arguments)
          .variable("todo", pdc.transfer.todo())
          .variable("flight", pdc.transfer.flight())
          .variable("lost", pdc.transfer.lost())
          .variable("ccc", ccc(pdc.ccc.context))
          .end();
    } else if (done != null) {
      log.begin(SPEC, done, log.source(pdc))
          .argument("r", request(atSource.of))
          .variable("request", "TAKEN")
          .variable("pdc", pdc(nic.source.pds.pdcs().get(atSource.pdc)))
          .variable("todo", pdc.transfer.todo())
          .end();
    }
  }

  private void ofSource(CccManager cccs, Action action, Object... arguments) {
    if (action == CccManager.ASK_CCC) {
      asked(cccs, nic.source.pdcs[atSource.pdc].spdcid, action, arguments);
    } else if (action == CccManager.CREATE) {
      created(cccs, (int) arguments[0]);
    } else {
      SendingCcc ccc = nic.source.byCcc[(int) arguments[0]];
      context(action.name(), log.source(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }

  private void lived(SendingCcc ccc, Action action, Object... arguments) {
    if (action == Ccc.SEND || action == Ccc.GIVE_UP || action == Ccc.ACKNOWLEDGE) {
      return; // the PDC, which is called next, tells of it
    }
    if (action == Ccc.BIND || action == Ccc.LEAVE) {
      String done = atSource.end(PdsManager.BIND, PdsManager.END_CLOSE);
      if (done != null) {
        SendingPdc pdc = nic.source.pdcs[atSource.pdc];
        log.begin(SPEC, done, log.source(ccc, pdc.spdcid))
            .argument("n", nic.name)
            .argument("p", log.pdcId(pdc.spdcid))
            .variable("pdc", pdc(nic.source.pds.pdcs().get(atSource.pdc)))
            .variable("ccc", ccc(ccc.context))
            .end();
      }
      return;
    }
    Told.arguments(context(action.name(), log.source(ccc, 0)), action, arguments)
        .variable("ccc", ccc(ccc.context))
        .end();
  }

  // ---------------------------------------------------------------- target

  private void atTarget(PdsManager pds, Action action, Object... arguments) {
    if (action == PdsManager.ACCEPT) {
      int id = (int) arguments[1];
      Pdc pdc = pds.pdcs().get(id);
      Flow flow = pdc.flow();
      PdcKey key = new PdcKey(Addresses.of(flow.source()), pdc.remote());
      pdcids.put(id, nic.target.target.target().find(key));
      log.begin(SPEC, action.name(), log.target(flow, 0, pdcids.get(id)))
          .argument("n", nic.nameOf(flow.source()))
          .argument("p", pdc.remote())
          .variable("pdc", pdc(pdc))
          .end();
    } else if (action == PdsManager.FOLLOW_CLOSE) {
      atTarget.begin(action, (int) arguments[1], (int) arguments[0]);
    } else {
      atTarget.begin(action, (int) arguments[0], 0);
    }
  }

  private void ofTarget(CccManager cccs, Action action, Object... arguments) {
    if (action == CccManager.ASK_CCC) {
      asked(cccs, pdcids.get(atTarget.pdc), action, arguments);
    } else if (action == CccManager.CREATE) {
      created(cccs, (int) arguments[0]);
    } else {
      ReceivingCcc ccc = nic.target.byCcc[(int) arguments[0]];
      context(action.name(), log.target(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }

  private void lived(ReceivingCcc ccc, Action action, Object... arguments) {
    if (action == Ccc.RECEIVE) {
      ReceivingPdc pdc = ccc.last;
      EventSink event =
          log.begin(SPEC, action.name(), log.target(ccc, pdc.pdcid))
              .argument("n", nic.nameOf(pdc.source))
              .argument("p", pdc.spdcid);
      Told.arguments(event, action, arguments).end();
    } else if (action == Ccc.BIND || action == Ccc.LEAVE) {
      String done = atTarget.end(PdsManager.BIND, PdsManager.FOLLOW_CLOSE);
      if (done != null) {
        boolean binds = action == Ccc.BIND;
        int pdcid = pdcids.get(atTarget.pdc);
        log.begin(SPEC, done, log.target(ccc, pdcid))
            .argument("n", binds ? nic.name : nic.nameOf(ccc.flow.source()))
            .argument("p", binds ? log.pdcId(pdcid) : atTarget.of)
            .variable("pdc", pdc(nic.target.pds.pdcs().get(atTarget.pdc)))
            .variable("ccc", ccc(ccc.context))
            .end();
      }
    } else {
      Told.arguments(context(action.name(), log.target(ccc, 0)), action, arguments)
          .variable("ccc", ccc(ccc.context))
          .end();
    }
  }

  // ---------------------------------------------------------------- either side

  private EventSink context(String action, LogInstance of) {
    return log.begin(SPEC, action, of).argument("n", nic.name).argument("c", of.ccc());
  }

  private LogInstance end(Flow flow, int ccc, int pdc) {
    return flow.source() == nic.number ? log.source(flow, ccc, pdc) : log.target(flow, ccc, pdc);
  }

  /** The CCC of a flow that begins here, or ends here, is asked for. */
  private void asked(CccManager cccs, int pdc, Action action, Object... arguments) {
    Flow flow =
        new Flow(
            (int) Told.number("src", action, arguments),
            (int) Told.number("dst", action, arguments),
            (int) Told.number("class", action, arguments));
    log.begin(SPEC, action.name(), end(flow, 0, pdc))
        .argument("n", nic.name)
        .argument("p", log.pdcId(pdc))
        .variable("asked", stillAsked(cccs, flow))
        .end();
  }

  /** It is there; what it holds is what each one does that nothing has happened to. */
  private void created(CccManager cccs, int id) {
    Flow flow = cccs.flows().get(id);
    log.begins(flow, id);
    log.begin(SPEC, CccManager.CREATE.name(), end(flow, id, 0))
        .argument("n", nic.name)
        .argument("f", log.flow(flow))
        .variable("asked", stillAsked(cccs, flow))
        .variable("ccc", ccc(new Ccc(nic.cccParams, flow)))
        .end();
  }

  private LogValue stillAsked(CccManager cccs, Flow flow) {
    return cccs.asked().contains(flow) ? items(log.flow(flow)) : items();
  }

  /** The record of a PDC; of one that is gone, that of a free id. */
  private LogValue pdc(Pdc pdc) {
    if (pdc == null) {
      return fields("state", "FREE", "flow", NO_FLOW, "job", 0, "mode", "", "remote", 0, "ccc", 0);
    }
    return fields(
        "state", pdc.phase().name(),
        "flow", log.flow(pdc.flow()),
        "job", pdc.job(),
        "mode", pdc.isSource() ? "RUD" : "",
        "remote", pdc.remote(),
        "ccc", pdc.ccc() == 0 ? 0 : log.cccId(pdc.ccc()));
  }

  private static LogValue noCcc() {
    return fields(
        "state", "NONE", "flow", NO_FLOW, "maxWnd", 0, "cwnd", 0, "inflight", 0, "pdcs", 0);
  }

  private LogValue ccc(Ccc state) {
    return fields(
        "state", state.phase().name(),
        "flow", log.flow(state.flow()),
        "maxWnd", state.maxWnd(),
        "cwnd", state.cwnd(),
        "inflight", state.inflight(),
        "pdcs", state.pdcs());
  }
}
