package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.received;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.host.Addresses;
import dev.sluice.kernel.Action;
import dev.sluice.kernel.Listener;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.pdc.Initiator;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;

/**
 * Transitions of PdcHandshake: what initiators and targets know of single PDCs. Their kernels tell
 * of each; who they are, and what the host keeps for them, is added here.
 */
final class PdcHandshakeLog {
  private static final String SPEC = Uet.HANDSHAKE.name();

  private final SpecLog log;
  private final Nic nic;

  PdcHandshakeLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  /** Tells of all that an initiator does. */
  Listener<Initiator> ofInitiator() {
    return this::initiated;
  }

  /** Tells of all that a target does. */
  Listener<Target> ofTarget() {
    return this::targeted;
  }

  // ---------------------------------------------------------------- initiator

  private void initiated(Initiator initiator, Action action, Object... arguments) {
    int spdcid = (int) arguments[0];
    SendingPdc pdc = nic.source.bySpdcid[spdcid];
    if (action == Initiator.OPEN) {
      log.takesTurn(pdc);
    }
    EventSink event = log.begin(SPEC, action.name(), log.source(pdc));
    if (action == Initiator.RECEIVE_ACK) {
      event.argument(
          "m",
          fields(
              "type", "ACK_CC",
              "fa", nic.name,
              "spdcid", Told.effect("spdcid", action, arguments),
              "dpdcid", log.pdcId(spdcid),
              "cack", Told.effect("cack", action, arguments)));
    } else if (action == Initiator.RECEIVE_NACK) {
      event.argument(
          "m",
          fields(
              "type", "NACK",
              "fa", nic.name,
              "dpdcid", log.pdcId(spdcid),
              "code", Told.effect("code", action, arguments),
              "psn", Told.effect("psn", action, arguments)));
    } else {
      event.argument("f", nic.name).argument("p", log.pdcId(spdcid));
      if (action == Initiator.RETRANSMIT) {
        event.argument("n", (long) arguments[1]);
      }
    }
    SourcePdc state = initiator.source(spdcid);
    event.variable("turn", log.turn(pdc));
    if (action != Initiator.RELEASE) {
      event.variable("source", state == null ? items() : items(record(pdc, state)));
    }
    event.variable("resting", initiator.resting(spdcid) ? resting(spdcid) : items());
    if (action != Initiator.RELEASE) {
      event.variable("inflight", pdc.ccc.packetsInFlight + change(action, arguments));
    }
    event.variable("sourceClock", restarts(action, arguments) ? 0 : clock(pdc, state));
    if (action.effects().contains("Work")) {
      event.given("Work", Told.effect("Work", action, arguments));
    }
    event.end();
  }

  private LogValue record(SendingPdc pdc, SourcePdc state) {
    return fields(
        "fa", nic.name,
        "spdcid", log.pdcId(state.spdcid()),
        "dpdcid", state.dpdcid(),
        "job", log.turn(pdc),
        "state", state.phase().name(),
        "start", state.start(),
        "sent", state.sent(),
        "acked", state.acked());
  }

  /** By how much the packets in flight change, which the host counts when it has been told. */
  private static long change(Action action, Object... arguments) {
    return action.effects().contains("inflight") ? Told.number("inflight", action, arguments) : 0;
  }

  /** Whether the PDC's clock starts anew, which the host notes when it has been told. */
  private static boolean restarts(Action action, Object... arguments) {
    return action.effects().contains("clockRestarts")
        && Told.effect("clockRestarts", action, arguments).equals(LogValue.of(true));
  }

  private LogValue.Items resting(int spdcid) {
    return items(items(text(nic.name), LogValue.of(log.pdcId(spdcid))));
  }

  /** Since the last SYN, or the end, as far as it matters; before the first one long ago. */
  private long clock(SendingPdc pdc, SourcePdc state) {
    long horizon = nic.params.lifetimePs();
    boolean isNew = state != null && state.sent() == 0;
    return isNew ? horizon : Math.min(horizon, nic.loop.nowPs() - pdc.clockPs);
  }

  // ---------------------------------------------------------------- target

  private void targeted(Target target, Action action, Object... arguments) {
    long fa = Told.number("fa", action, arguments);
    boolean isOfNobodyKnown = action == Target.ADMIT || action == Target.REFUSE;
    int pdcid =
        action == Target.ADMIT
            ? (int) arguments[0]
            : isOfNobodyKnown ? 0 : (int) Told.number("pdcid", action, arguments);
    ReceivingPdc pdc = isOfNobodyKnown ? null : nic.target.byPdcid(pdcid);
    Flow flow =
        pdc != null
            ? pdc.ccc.flow
            : new Flow(
                Addresses.host((int) fa),
                nic.number,
                isOfNobodyKnown ? (int) Told.number("class", action, arguments) : -1);
    LogInstance of = log.target(flow, pdc == null ? 0 : pdc.ccc.id, pdcid);
    EventSink event = log.begin(SPEC, action.name(), of);
    event.argument("m", message(action, arguments));
    if (action == Target.ADMIT) {
      event.argument("t", log.pdcId(pdcid));
    }
    if (pdcid != 0) {
      TargetPdc state = target.target().get(pdcid);
      int cccid = state != null ? state.cccid() : pdc.received.cccid();
      LogValue context =
          fields(
              "fa", log.hostOf(fa),
              "class", Integer.toString(flow.trafficClass()),
              "cccid", cccid);
      event
          .variable("target", state == null ? items() : items(record(state)))
          .variable("context", target.context().get(cccid) == null ? items() : items(context));
    }
    event.end();
  }

  private LogValue message(Action action, Object... arguments) {
    String fa = log.hostOf(Told.number("fa", action, arguments));
    LogValue spdcid = Told.effect("spdcid", action, arguments);
    LogValue psn = Told.effect("psn", action, arguments);
    if (action.effects().contains("offset")) {
      LogValue offset = Told.effect("offset", action, arguments);
      return fields(
          "type", "RUD_CC_REQ",
          "fa", fa,
          "syn", true,
          "spdcid", spdcid,
          "dpdcid", 0,
          "psn", psn,
          "offset", offset);
    }
    long dpdcid = nic.params.pdcIdBase() + Told.number("dpdcid", action, arguments);
    return action == Target.RECEIVE_CLOSE
        ? fields("type", "CLOSE", "fa", fa, "spdcid", spdcid, "dpdcid", dpdcid, "psn", psn)
        : fields(
            "type",
            "RUD_CC_REQ",
            "fa",
            fa,
            "syn",
            false,
            "spdcid",
            spdcid,
            "dpdcid",
            dpdcid,
            "psn",
            psn);
  }

  /** All that a target knows of a PDC. */
  private LogValue record(TargetPdc state) {
    return fields(
        "pdcid", log.pdcId(state.pdcid()),
        "fa", log.hostOf(state.key().fa()),
        "spdcid", state.key().spdcid(),
        "cccid", state.cccid(),
        "start", state.start(),
        "got", received(state.got()));
  }
}
