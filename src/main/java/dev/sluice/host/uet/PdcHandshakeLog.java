package dev.sluice.host.uet;

import static dev.sluice.host.uet.LogValues.fields;
import static dev.sluice.host.uet.LogValues.items;
import static dev.sluice.host.uet.LogValues.text;

import dev.sluice.host.Addresses;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.uet.Uet;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import java.util.ArrayList;
import java.util.List;

/** Transitions of PdcHandshake: what initiators and targets know of single PDCs. */
final class PdcHandshakeLog {
  private static final String SPEC = Uet.HANDSHAKE.name();

  private final SpecLog log;
  private final Nic nic;

  PdcHandshakeLog(SpecLog log, Nic nic) {
    this.log = log;
    this.nic = nic;
  }

  private EventSink initiator(String action, SendingPdc pdc) {
    return log.begin(SPEC, action, log.source(pdc))
        .argument("f", nic.name)
        .argument("p", log.pdcId(pdc.spdcid));
  }

  /** All that an initiator knows of a PDC; once that has ended, its id rests. */
  private EventSink initiating(EventSink event, SendingPdc pdc, boolean hasEnded) {
    return initiating(event, pdc, hasEnded, hasEnded ? 0 : clock(pdc));
  }

  private EventSink initiating(EventSink event, SendingPdc pdc, boolean hasEnded, long clockPs) {
    SourcePdc state = pdc.state;
    LogValue record =
        fields(
            "fa", nic.name,
            "spdcid", log.pdcId(pdc.spdcid),
            "dpdcid", state.dpdcid(),
            "job", log.turn(pdc),
            "state", state.phase().name(),
            "start", state.start(),
            "sent", state.sent(),
            "acked", state.acked());
    return event
        .variable("turn", log.turn(pdc))
        .variable("source", hasEnded ? items() : items(record))
        .variable("resting", hasEnded ? resting(pdc.spdcid) : items())
        .variable("inflight", pdc.ccc.packetsInFlight)
        .variable("sourceClock", clockPs);
  }

  /** A packet leaves; if with SYN, the clock begins anew. */
  private EventSink sending(EventSink event, SendingPdc pdc) {
    boolean syn = pdc.state.phase() == SourcePdc.Phase.CREATING;
    return initiating(event, pdc, false, syn ? 0 : clock(pdc));
  }

  private LogValue.Items resting(int spdcid) {
    return items(items(text(nic.name), LogValue.of(log.pdcId(spdcid))));
  }

  /** Since the last SYN, as far as it matters; before the first one long ago. */
  private long clock(SendingPdc pdc) {
    long horizon = nic.params.lifetimePs();
    return pdc.state.sent() == 0 ? horizon : Math.min(horizon, nic.loop.nowPs() - pdc.clockPs);
  }

  void open(SendingPdc pdc) {
    if (log.isOn()) {
      log.takesTurn(pdc);
      initiating(initiator("Open", pdc), pdc, false).end();
    }
  }

  void receiveAck(SendingPdc pdc, int spdcid, long cack, boolean hasEnded) {
    if (log.isOn()) {
      LogValue message =
          fields(
              "type",
              "ACK_CC",
              "fa",
              nic.name,
              "spdcid",
              spdcid,
              "dpdcid",
              log.pdcId(pdc.spdcid),
              "cack",
              cack);
      EventSink event = log.begin(SPEC, "ReceiveAck", log.source(pdc)).argument("m", message);
      initiating(event, pdc, hasEnded).end();
    }
  }

  void receiveNack(SendingPdc pdc, Packet.Code code, long psn, boolean hasEnded) {
    if (log.isOn()) {
      LogValue message =
          fields(
              "type",
              "NACK",
              "fa",
              nic.name,
              "dpdcid",
              log.pdcId(pdc.spdcid),
              "code",
              code.name(),
              "psn",
              psn);
      EventSink event = log.begin(SPEC, "ReceiveNack", log.source(pdc)).argument("m", message);
      initiating(event, pdc, hasEnded).end();
    }
  }

  void close(SendingPdc pdc) {
    if (log.isOn()) {
      EventSink event = initiating(initiator("Close", pdc), pdc, false);
      event.given("Work", LogValue.of(pdc.state.work())).end();
    }
  }

  void repeatClose(SendingPdc pdc) {
    if (log.isOn()) {
      initiating(initiator("RepeatClose", pdc), pdc, false).end();
    }
  }

  void release(SendingPdc pdc) {
    if (log.isOn()) {
      initiator("Release", pdc)
          .variable("turn", log.turn(pdc))
          .variable("resting", items())
          .variable(
              "sourceClock", Math.min(nic.params.lifetimePs(), nic.loop.nowPs() - pdc.clockPs))
          .end();
    }
  }

  private LogValue syn(Packet.Syn syn) {
    return fields(
        "type", "RUD_CC_REQ",
        "fa", log.hostOf(syn.fa()),
        "syn", true,
        "spdcid", syn.spdcid(),
        "dpdcid", 0,
        "psn", syn.psn(),
        "offset", syn.offset());
  }

  /** All that a target knows of a PDC. */
  private EventSink targeted(EventSink event, TargetPdc state, int trafficClass) {
    String fa = log.hostOf(state.key().fa());
    LogValue record =
        fields(
            "pdcid", log.pdcId(state.pdcid()),
            "fa", fa,
            "spdcid", state.key().spdcid(),
            "cccid", state.cccid(),
            "start", state.start(),
            "got", ranges(state.got()));
    LogValue context =
        fields("fa", fa, "class", Integer.toString(trafficClass), "cccid", state.cccid());
    return event.variable("target", items(record)).variable("context", items(context));
  }

  /** What has come, as ranges of packets: first and last of each. */
  private static LogValue ranges(ReceiveWindow got) {
    List<LogValue> ranges = new ArrayList<>();
    long packet = got.awaited();
    if (packet > 0) {
      ranges.add(items(LogValue.of(0), LogValue.of(packet - 1)));
    }
    int ahead = got.ahead();
    while (ahead > 0) {
      while (!got.contains(packet)) {
        packet++;
      }
      long first = packet;
      while (got.contains(packet)) {
        packet++;
        ahead--;
      }
      ranges.add(items(LogValue.of(first), LogValue.of(packet - 1)));
    }
    return new LogValue.Items(ranges);
  }

  void admit(Packet.Syn syn, TargetPdc state) {
    if (log.isOn()) {
      Flow flow = new Flow(Addresses.host((int) syn.fa()), nic.number, syn.trafficClass());
      EventSink event =
          log.begin(SPEC, "Admit", log.target(flow, 0, state.pdcid()))
              .argument("m", syn(syn))
              .argument("t", log.pdcId(state.pdcid()));
      targeted(event, state, syn.trafficClass()).end();
    }
  }

  void refuse(Packet.Syn syn) {
    if (log.isOn()) {
      Flow flow = new Flow(Addresses.host((int) syn.fa()), nic.number, syn.trafficClass());
      log.begin(SPEC, "Refuse", log.target(flow, 0, 0)).argument("m", syn(syn)).end();
    }
  }

  void receiveSyn(ReceivingPdc pdc, Packet.Syn syn) {
    if (log.isOn()) {
      EventSink event =
          log.begin(SPEC, "ReceiveSyn", log.target(pdc.ccc, pdc.pdcid)).argument("m", syn(syn));
      targeted(event, pdc.received, pdc.ccc.flow.trafficClass()).end();
    }
  }

  /** A request without SYN; where its PDC is not there, the PDC is null. */
  void receiveRequest(ReceivingPdc pdc, int from, int spdcid, int dpdcid, long psn) {
    if (log.isOn()) {
      long fa = Addresses.of(from);
      LogValue message =
          fields(
              "type",
              "RUD_CC_REQ",
              "fa",
              log.hostOf(fa),
              "syn",
              false,
              "spdcid",
              spdcid,
              "dpdcid",
              dpdcid,
              "psn",
              psn);
      EventSink event = atTarget("ReceiveRequest", pdc, fa).argument("m", message);
      if (pdc != null) {
        targeted(event, pdc.received, pdc.ccc.flow.trafficClass());
      }
      event.end();
    }
  }

  private EventSink atTarget(String action, ReceivingPdc pdc, long fa) {
    LogInstance of =
        pdc == null
            ? new LogInstance(LogInstance.TARGET, log.hostOf(fa), nic.name, -1, 0, 0, 0)
            : log.target(pdc.ccc, pdc.pdcid);
    return log.begin(SPEC, action, of);
  }

  void receiveClose(ReceivingPdc pdc, Packet.CloseCommand close, Target after) {
    if (log.isOn()) {
      LogValue message =
          fields(
              "type", "CLOSE",
              "fa", log.hostOf(close.fa()),
              "spdcid", close.spdcid(),
              "dpdcid", log.pdcId(close.dpdcid()),
              "psn", close.psn());
      EventSink event = atTarget("ReceiveClose", pdc, close.fa()).argument("m", message);
      if (pdc != null) {
        TargetPdc left = after.target().get(pdc.pdcid);
        int trafficClass = pdc.ccc.flow.trafficClass();
        if (left != null) {
          targeted(event, left, trafficClass);
        } else {
          int cccid = pdc.received.cccid();
          LogValue context =
              fields(
                  "fa", log.hostOf(close.fa()),
                  "class", Integer.toString(trafficClass),
                  "cccid", cccid);
          event
              .variable("target", items())
              .variable("context", after.context().get(cccid) == null ? items() : items(context));
        }
      }
      event.end();
    }
  }

  /** A packet leaves for the first time. */
  void transmit(SendingPdc pdc) {
    EventSink event = sending(initiator("Transmit", pdc), pdc);
    event.given("Work", LogValue.of(pdc.state.work())).end();
  }

  void retransmit(SendingPdc pdc, long packet) {
    sending(initiator("Retransmit", pdc).argument("n", packet), pdc).end();
  }
}
