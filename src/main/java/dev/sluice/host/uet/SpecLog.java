package dev.sluice.host.uet;

import dev.sluice.cc.nscc.NackReason;
import dev.sluice.cc.nscc.NsccParams;
import dev.sluice.cc.nscc.NsccWindow;
import dev.sluice.cc.rccc.CreditGranter;
import dev.sluice.cc.rccc.CreditSpender;
import dev.sluice.cc.rccc.SenderKey;
import dev.sluice.host.Addresses;
import dev.sluice.trace.EventSink;
import dev.sluice.trace.LogInstance;
import dev.sluice.trace.LogValue;
import dev.sluice.trace.Told;
import dev.sluice.uet.ccc.Ccc;
import dev.sluice.uet.ccc.CccScheduling;
import dev.sluice.uet.ccc.Flow;
import dev.sluice.uet.ccc.PdsManager;
import dev.sluice.uet.pdc.Packet;
import dev.sluice.uet.pdc.ReceiveWindow;
import dev.sluice.uet.pdc.SourcePdc;
import dev.sluice.uet.pdc.Target;
import dev.sluice.uet.pdc.TargetPdc;
import dev.sluice.units.Bytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the transitions of one NIC's kernels under the names of the specifications: the action, its
 * arguments, and all that this NIC then knows of the specification's variables for the context that
 * acts. What each event tells is written down in {@code docs/eventlog.md}.
 *
 * <p>Endpoints are named as the topology names their hosts, PDCs and CCCs by their ids on the wire,
 * and a CCC among all senders by its source and CCC_ID. Nothing is gathered while nobody listens.
 */
final class SpecLog {
  private static final String LIFE = "CccLifecycle";
  private static final String PDC = "PdcHandshake";
  private static final String CREDIT = "CreditConservation";
  private static final String NSCC = "NsccWindow";
  private static final String SCHEDULING = "CccScheduling";

  private static final List<String> STEPS = List.of("Nscc", "Mark", "Rccc", "Settle");
  private static final LogValue.Items NO_FLOW = items(text(""), text(""), text(""));

  private final Nic nic;
  private EventSink sink;

  /** Which context of its flow each one is, by its id; and how many each flow has had. */
  private int[] sourceLife = new int[8];

  private int[] targetLife = new int[8];
  private final Map<String, Integer> lives = new HashMap<>();

  /** How many jobs each SPDCID has had towards each destination. */
  private final Map<Long, Integer> turns = new HashMap<>();

  /** Windows whose configuration has been told, by CCC id. */
  private SendingCcc[] configured;

  /** Packets that the acknowledgment at hand is the first to acknowledge. */
  private final List<Long> done = new ArrayList<>();

  private String marked = "";

  SpecLog(Nic nic) {
    this.nic = nic;
  }

  void to(EventSink listener) {
    sink = listener;
    configured = listener == null ? null : new SendingCcc[SourceSide.CCC_IDS + 1];
  }

  boolean isOn() {
    return sink != null;
  }

  // ---------------------------------------------------------------- values

  private static LogValue text(String text) {
    return LogValue.of(text);
  }

  private static LogValue.Items items(LogValue... items) {
    return new LogValue.Items(Arrays.asList(items));
  }

  /** A record: names and values in turn, values being numbers, words or values. */
  private static LogValue.Fields fields(Object... namesAndValues) {
    Map<String, LogValue> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      Object value = namesAndValues[i + 1];
      LogValue told;
      if (value instanceof Number number) {
        told = LogValue.of(number.longValue());
      } else if (value instanceof Boolean truth) {
        told = LogValue.of(truth.booleanValue());
      } else if (value instanceof String word) {
        told = LogValue.of(word);
      } else {
        told = (LogValue) value;
      }
      fields.put((String) namesAndValues[i], told);
    }
    return new LogValue.Fields(fields);
  }

  private LogValue.Items flow(Flow flow) {
    return items(
        text(nic.nameOf(flow.source())),
        text(nic.nameOf(flow.destination())),
        text(Integer.toString(flow.trafficClass())));
  }

  private static int[] put(int[] table, int at, int value) {
    int[] room = at < table.length ? table : Arrays.copyOf(table, Math.max(at + 1, 2 * at));
    room[at] = value;
    return room;
  }

  // ---------------------------------------------------------------- whose it is

  private int pdcId(int pdc) {
    return pdc == 0 ? 0 : nic.params.pdcIdBase() + pdc;
  }

  private int cccId(int ccc) {
    return nic.params.cccIdBase() + ccc;
  }

  private LogInstance source(Flow flow, int ccc, int pdc) {
    return new LogInstance(
        LogInstance.SOURCE,
        nic.name,
        nic.nameOf(flow.destination()),
        flow.trafficClass(),
        ccc == 0 ? 0 : cccId(ccc),
        ccc == 0 ? 0 : sourceLife[ccc],
        pdcId(pdc));
  }

  private LogInstance source(SendingCcc ccc, int pdc) {
    return source(ccc.flow, ccc.id, pdc);
  }

  private LogInstance source(SendingPdc pdc) {
    return source(pdc.key.flow(), pdc.ccc == null ? 0 : pdc.ccc.id, pdc.spdcid);
  }

  private LogInstance target(Flow flow, int ccc, int pdc) {
    return new LogInstance(
        LogInstance.TARGET,
        nic.nameOf(flow.source()),
        nic.name,
        flow.trafficClass(),
        ccc == 0 ? 0 : cccId(ccc),
        ccc == 0 ? 0 : targetLife[ccc],
        pdcId(pdc));
  }

  private LogInstance target(ReceivingCcc ccc, int pdc) {
    return target(ccc.flow, ccc.id, pdc);
  }

  private EventSink begin(String spec, String action, LogInstance of) {
    return sink.event(nic.loop.nowPs(), nic.name, spec, action).instance(of);
  }

  // ---------------------------------------------------------------- CccLifecycle

  private String request(PdsManager.Request request) {
    return nic.name + "#" + request.id();
  }

  void post(PdsManager.Request request) {
    if (sink != null) {
      Flow flow = request.key().flow();
      begin(LIFE, "Post", source(flow, 0, 0))
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
        flow(pdc.key.flow()),
        "job",
        pdc.key.job(),
        "mode",
        "RUD",
        "remote",
        0,
        "ccc",
        pdc.ccc == null ? 0 : cccId(pdc.ccc.id));
  }

  private LogValue pdc(Flow flow, int remote, int ccc) {
    return fields(
        "state", "OPEN", "flow", flow(flow), "job", 0, "mode", "", "remote", remote, "ccc", ccc);
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
        "flow", flow(state.flow()),
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
    if (sink != null) {
      begin(LIFE, action, source(pdc))
          .argument("r", request(request))
          .variable("request", "TAKEN")
          .variable("pdc", pdc(pdc, "OPEN"))
          .variable("todo", pdc.transfer.todo())
          .end();
    }
  }

  void accept(Flow flow, int remote, int pdc) {
    if (sink != null) {
      begin(LIFE, "Accept", target(flow, 0, pdc))
          .argument("n", nic.nameOf(flow.source()))
          .argument("p", remote)
          .variable("pdc", pdc(flow, remote, 0))
          .end();
    }
  }

  /** The CCC of a flow that begins here, or ends here, is asked for. */
  void askCcc(int pdc, Flow flow) {
    if (sink != null) {
      asked("AskCcc", flow, 0, pdc)
          .argument("n", nic.name)
          .argument("p", pdcId(pdc))
          .variable("asked", items(flow(flow)))
          .end();
    }
  }

  private EventSink asked(String action, Flow flow, int ccc, int pdc) {
    return begin(
        LIFE, action, flow.source() == nic.host ? source(flow, ccc, pdc) : target(flow, ccc, pdc));
  }

  void create(HostedCcc created) {
    if (sink != null) {
      Flow flow = created.flow;
      int ccc = created.id;
      boolean isSource = flow.source() == nic.host;
      int life = lives.merge(flow.toString(), 1, Integer::sum);
      if (isSource) {
        sourceLife = put(sourceLife, ccc, life);
      } else {
        targetLife = put(targetLife, ccc, life);
      }
      asked("Create", flow, ccc, 0)
          .argument("n", nic.name)
          .argument("f", flow(flow))
          .variable("asked", items())
          .variable("ccc", ccc(created.context, 0))
          .end();
    }
  }

  private EventSink context(String action, LogInstance of) {
    return begin(LIFE, action, of).argument("n", nic.name).argument("c", of.ccc());
  }

  void configure(SendingCcc ccc) {
    if (sink != null) {
      context("Configure", source(ccc, 0)).variable("ccc", ccc(ccc)).end();
    }
  }

  void configure(ReceivingCcc ccc) {
    if (sink != null) {
      context("Configure", target(ccc, 0)).variable("ccc", ccc(ccc.context, 0)).end();
    }
  }

  void bind(SendingPdc pdc) {
    if (sink != null) {
      begin(LIFE, "Bind", source(pdc))
          .argument("n", nic.name)
          .argument("p", pdcId(pdc.spdcid))
          .variable("pdc", pdc(pdc, "OPEN"))
          .variable("ccc", ccc(pdc.ccc))
          .end();
    }
  }

  void bind(int pdc, int remote, ReceivingCcc ccc) {
    if (sink != null) {
      begin(LIFE, "Bind", target(ccc, pdc))
          .argument("n", nic.name)
          .argument("p", pdcId(pdc))
          .variable("pdc", pdc(ccc.flow, remote, cccId(ccc.id)))
          .variable("ccc", ccc(ccc.context, 0))
          .end();
    }
  }

  void makeReady(SendingCcc ccc) {
    if (sink != null) {
      context("MakeReady", source(ccc, 0)).variable("ccc", ccc(ccc)).end();
    }
  }

  void makeReady(ReceivingCcc ccc) {
    if (sink != null) {
      context("MakeReady", target(ccc, 0)).variable("ccc", ccc(ccc.context, 0)).end();
    }
  }

  void signal(SendingCcc ccc, long window) {
    if (sink != null) {
      context("Signal", source(ccc, 0)).argument("window", window).variable("ccc", ccc(ccc)).end();
    }
  }

  private EventSink moved(String action, SendingPdc pdc, long size) {
    return begin(LIFE, action, source(pdc))
        .argument("n", nic.name)
        .argument("p", pdcId(pdc.spdcid))
        .argument("size", size)
        .variable("todo", pdc.transfer.todo())
        .variable("flight", pdc.transfer.flight())
        .variable("ccc", ccc(pdc.ccc));
  }

  void acknowledge(SendingPdc pdc, long size) {
    if (sink != null) {
      moved("Acknowledge", pdc, size).end();
    }
  }

  void arrive(ReceivingPdc pdc, long size) {
    if (sink != null) {
      begin(LIFE, "Receive", target(pdc.ccc, pdc.pdcid))
          .argument("n", nic.nameOf(pdc.source))
          .argument("p", pdc.spdcid)
          .argument("size", size)
          .end();
    }
  }

  void beginClose(SendingPdc pdc) {
    if (sink != null) {
      begin(LIFE, "BeginClose", source(pdc))
          .argument("n", nic.name)
          .argument("p", pdcId(pdc.spdcid))
          .variable("pdc", pdc(pdc, "CLOSING"))
          .end();
    }
  }

  void followClose(ReceivingPdc pdc) {
    if (sink != null) {
      begin(LIFE, "FollowClose", target(pdc.ccc, pdc.pdcid))
          .argument("n", nic.nameOf(pdc.source))
          .argument("p", pdc.spdcid)
          .variable("pdc", noPdc())
          .variable("ccc", ccc(pdc.ccc.context, 0))
          .end();
    }
  }

  void endClose(SendingPdc pdc) {
    if (sink != null) {
      begin(LIFE, "EndClose", source(pdc))
          .argument("n", nic.name)
          .argument("p", pdcId(pdc.spdcid))
          .variable("pdc", noPdc())
          .variable("ccc", ccc(pdc.ccc))
          .end();
    }
  }

  void closeCcc(SendingCcc ccc) {
    if (sink != null) {
      context("CloseCcc", source(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }

  void closeCcc(ReceivingCcc ccc) {
    if (sink != null) {
      context("CloseCcc", target(ccc, 0)).variable("ccc", noCcc()).end();
    }
  }

  // ---------------------------------------------------------------- PdcHandshake

  private EventSink initiator(String action, SendingPdc pdc) {
    return begin(PDC, action, source(pdc)).argument("f", nic.name).argument("p", pdcId(pdc.spdcid));
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
            "spdcid", pdcId(pdc.spdcid),
            "dpdcid", state.dpdcid(),
            "job", turn(pdc),
            "state", state.phase().name(),
            "start", state.start(),
            "sent", state.sent(),
            "acked", state.acked());
    return event
        .variable("turn", turn(pdc))
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
    return items(items(text(nic.name), LogValue.of(pdcId(spdcid))));
  }

  /** Since the last SYN, as far as it matters; before the first one long ago. */
  private long clock(SendingPdc pdc) {
    long horizon = nic.params.lifetimePs();
    return pdc.state.sent() == 0 ? horizon : Math.min(horizon, nic.loop.nowPs() - pdc.clockPs);
  }

  private static long turnKey(SendingPdc pdc) {
    return (long) pdc.destination << 32 | pdc.spdcid;
  }

  private int turn(SendingPdc pdc) {
    return turns.getOrDefault(turnKey(pdc), 0);
  }

  void open(SendingPdc pdc) {
    if (sink != null) {
      turns.merge(turnKey(pdc), 1, Integer::sum);
      initiating(initiator("Open", pdc), pdc, false).end();
    }
  }

  /** A packet leaves for the first time: an action of three specifications. */
  void transmit(SendingCcc ccc, SendingPdc pdc, long size, long target) {
    if (sink != null) {
      EventSink event = sending(initiator("Transmit", pdc), pdc);
      event.given("Work", LogValue.of(pdc.state.work())).end();
      moved("Send", pdc, size).end();
      if (nic.params.congestionControl().rccc()) {
        String packet = numbered(pdc, pdc.state.sent() - 1);
        spent(ccc, "Transmit", pdc.place).message(request(packet, size, false, target)).end();
      }
    }
  }

  private LogValue.Fields request(String packet, long size, boolean isAgain, long target) {
    long field = nic.creditParams.wireTarget(target);
    return isAgain
        ? fields("packet", packet, "size", size, "retx", true, "credit_target", field)
        : fields("packet", packet, "size", size, "credit_target", field);
  }

  /** A packet as both ends know it: its PDC's id at the source, and its number from 0. */
  private String numbered(SendingPdc pdc, long number) {
    return pdcId(pdc.spdcid) + "/" + number;
  }

  void retransmit(SendingCcc ccc, SendingPdc pdc, long packet, boolean spends, long target) {
    if (sink != null) {
      sending(initiator("Retransmit", pdc).argument("n", packet), pdc).end();
      long size = pdc.bytes(packet) + nic.extra;
      if (nic.params.congestionControl().rccc()) {
        spent(ccc, spends ? "Transmit" : "Resend", pdc.place)
            .message(request(numbered(pdc, packet), size, true, target))
            .end();
      }
    }
  }

  void receiveAck(SendingPdc pdc, int spdcid, long cack, boolean hasEnded) {
    if (sink != null) {
      LogValue message =
          fields(
              "type",
              "ACK_CC",
              "fa",
              nic.name,
              "spdcid",
              spdcid,
              "dpdcid",
              pdcId(pdc.spdcid),
              "cack",
              cack);
      EventSink event = begin(PDC, "ReceiveAck", source(pdc)).argument("m", message);
      initiating(event, pdc, hasEnded).end();
    }
  }

  void receiveNack(SendingPdc pdc, Packet.Code code, long psn, boolean hasEnded) {
    if (sink != null) {
      LogValue message =
          fields(
              "type",
              "NACK",
              "fa",
              nic.name,
              "dpdcid",
              pdcId(pdc.spdcid),
              "code",
              code.name(),
              "psn",
              psn);
      EventSink event = begin(PDC, "ReceiveNack", source(pdc)).argument("m", message);
      initiating(event, pdc, hasEnded).end();
    }
  }

  void close(SendingPdc pdc) {
    if (sink != null) {
      EventSink event = initiating(initiator("Close", pdc), pdc, false);
      event.given("Work", LogValue.of(pdc.state.work())).end();
    }
  }

  void repeatClose(SendingPdc pdc) {
    if (sink != null) {
      initiating(initiator("RepeatClose", pdc), pdc, false).end();
    }
  }

  void release(SendingPdc pdc) {
    if (sink != null) {
      initiator("Release", pdc)
          .variable("turn", turn(pdc))
          .variable("resting", items())
          .variable(
              "sourceClock", Math.min(nic.params.lifetimePs(), nic.loop.nowPs() - pdc.clockPs))
          .end();
    }
  }

  private LogValue syn(Packet.Syn syn) {
    return fields(
        "type", "RUD_CC_REQ",
        "fa", hostOf(syn.fa()),
        "syn", true,
        "spdcid", syn.spdcid(),
        "dpdcid", 0,
        "psn", syn.psn(),
        "offset", syn.offset());
  }

  private String hostOf(long fa) {
    return nic.nameOf(Addresses.host((int) fa));
  }

  /** All that a target knows of a PDC. */
  private EventSink targeted(EventSink event, TargetPdc state, int trafficClass) {
    String fa = hostOf(state.key().fa());
    LogValue record =
        fields(
            "pdcid", pdcId(state.pdcid()),
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
    if (sink != null) {
      Flow flow = new Flow(Addresses.host((int) syn.fa()), nic.host, syn.trafficClass());
      EventSink event =
          begin(PDC, "Admit", target(flow, 0, state.pdcid()))
              .argument("m", syn(syn))
              .argument("t", pdcId(state.pdcid()));
      targeted(event, state, syn.trafficClass()).end();
    }
  }

  void refuse(Packet.Syn syn) {
    if (sink != null) {
      Flow flow = new Flow(Addresses.host((int) syn.fa()), nic.host, syn.trafficClass());
      begin(PDC, "Refuse", target(flow, 0, 0)).argument("m", syn(syn)).end();
    }
  }

  void receiveSyn(ReceivingPdc pdc, Packet.Syn syn) {
    if (sink != null) {
      EventSink event =
          begin(PDC, "ReceiveSyn", target(pdc.ccc, pdc.pdcid)).argument("m", syn(syn));
      targeted(event, pdc.received, pdc.ccc.flow.trafficClass()).end();
    }
  }

  /** A request without SYN; where its PDC is not there, the PDC is null. */
  void receiveRequest(ReceivingPdc pdc, int from, int spdcid, int dpdcid, long psn) {
    if (sink != null) {
      long fa = Addresses.of(from);
      LogValue message =
          fields(
              "type",
              "RUD_CC_REQ",
              "fa",
              hostOf(fa),
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
            ? new LogInstance(LogInstance.TARGET, hostOf(fa), nic.name, -1, 0, 0, 0)
            : target(pdc.ccc, pdc.pdcid);
    return begin(PDC, action, of);
  }

  void receiveClose(ReceivingPdc pdc, Packet.CloseCommand close, Target after) {
    if (sink != null) {
      LogValue message =
          fields(
              "type", "CLOSE",
              "fa", hostOf(close.fa()),
              "spdcid", close.spdcid(),
              "dpdcid", pdcId(close.dpdcid()),
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
                  "fa", hostOf(close.fa()),
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

  // ---------------------------------------------------------------- CreditConservation

  private String sender(SendingCcc ccc) {
    return nic.name + "/" + cccId(ccc.id);
  }

  private String sender(SenderKey key) {
    return hostOf(key.faLow()) + "/" + key.cccId();
  }

  void want(SendingCcc ccc, int place, long delta) {
    if (sink != null) {
      spent(ccc, "Want", place).given("Jobs", LogValue.of(delta)).end();
    }
  }

  void inferLoss(SendingCcc ccc, SendingPdc pdc, long packet, long size) {
    if (sink != null) {
      spender(ccc, "InferLoss")
          .message(fields("pdc", pdc.place + 1, "packet", numbered(pdc, packet), "size", size))
          .end();
    }
  }

  /** Bytes that were to be sent again on new credit need not be: their credit stays spent. */
  void recover(SendingCcc ccc, SendingPdc pdc, long packet, long size) {
    if (sink != null) {
      spent(ccc, "Recover", pdc.place)
          .message(fields("packet", numbered(pdc, packet), "size", size))
          .end();
    }
  }

  private EventSink spent(SendingCcc ccc, String action, int place) {
    EventSink event = begin(CREDIT, action, source(ccc, ccc.places[place].spdcid));
    return spender(event.argument("s", sender(ccc)).argument("p", place + 1), ccc);
  }

  private EventSink spender(SendingCcc ccc, String action) {
    return spender(begin(CREDIT, action, source(ccc, 0)).argument("s", sender(ccc)), ccc);
  }

  /** All that a sender knows of its credit. */
  private static EventSink spender(EventSink event, SendingCcc ccc) {
    return Told.variables(event, CreditSpender.FACE, ccc.credit, 0);
  }

  void learn(SendingCcc ccc, long wireCredit) {
    if (sink != null) {
      spender(ccc, "Learn").message(fields("credit", wireCredit)).end();
    }
  }

  void ask(SendingCcc ccc, long target) {
    if (sink != null) {
      long field = nic.creditParams.wireTarget(target);
      spender(ccc, "Ask").message(fields("size", 0, "credit_target", field)).end();
    }
  }

  void closeCredit(SendingCcc ccc) {
    if (sink != null) {
      spender(ccc, "Close").end();
    }
  }

  /** All that a receiver knows of a sender, and what it keeps for all of them. */
  private EventSink granter(ReceivingCcc ccc, String action, CreditGranter granter) {
    SenderKey key = ccc.key;
    boolean isKnown = granter.slot(key, ccc.slot) >= 0;
    EventSink event =
        begin(CREDIT, action, target(ccc, 0))
            .argument("s", sender(key))
            .variable("known", isKnown ? items(text(sender(key))) : items());
    CreditGranter.Of entry = new CreditGranter.Of(granter, key, ccc.slot);
    Told.variables(event, CreditGranter.ENTRY, entry, 0);
    return divided(event, granter);
  }

  private EventSink divided(EventSink event, CreditGranter granter) {
    SenderKey last = granter.lastSender();
    return Told.variables(event, CreditGranter.FACE, granter, 0)
        .variable("lastSender", last == null ? "" : sender(last));
  }

  /**
   * A request has come: with the packet of this number, new if it has a size; or a Credit request.
   */
  void receive(ReceivingPdc pdc, CreditGranter granter, long number, long size, long field) {
    if (sink != null) {
      granter(pdc.ccc, "Receive", granter)
          .message(
              fields("packet", pdc.spdcid + "/" + number, "size", size, "credit_target", field))
          .end();
    }
  }

  void receiveAsked(ReceivingCcc ccc, CreditGranter granter, long field) {
    if (sink != null) {
      granter(ccc, "Receive", granter).message(fields("size", 0, "credit_target", field)).end();
    }
  }

  void commit(ReceivingCcc ccc, CreditGranter granter, long bytes) {
    if (sink != null) {
      issued(ccc, "Commit", granter, bytes);
    }
  }

  void grant(ReceivingCcc ccc, CreditGranter granter) {
    if (sink != null) {
      issued(ccc, "Grant", granter, 0);
    }
  }

  private void issued(ReceivingCcc ccc, String action, CreditGranter granter, long bytes) {
    long credit = nic.creditParams.wireCredit(granter.granted(ccc.key, ccc.slot));
    granter(ccc, action, granter)
        .message(bytes > 0 ? fields("credit", credit, "size", bytes) : fields("credit", credit))
        .end();
  }

  void slice(CreditGranter granter) {
    if (sink != null) {
      LogInstance of = new LogInstance(LogInstance.TARGET, "", nic.name, -1, 0, 0, 0);
      divided(begin(CREDIT, "Slice", of), granter).end();
    }
  }

  void forget(ReceivingCcc ccc, CreditGranter granter) {
    if (sink != null) {
      granter(ccc, "Forget", granter).end();
    }
  }

  // ---------------------------------------------------------------- NsccWindow

  private NsccWindow window(SendingCcc ccc) {
    return sink != null && ccc.window instanceof NsccHost host ? host.window() : null;
  }

  private EventSink nscc(SendingCcc ccc, String action) {
    return begin(NSCC, action, source(ccc, 0)).argument("S", items(text(sender(ccc))));
  }

  private void window(EventSink event, SendingCcc ccc, NsccWindow window) {
    event.variable("window", Told.record(NsccWindow.FACE, window, nic.loop.nowPs()));
    if (configured[ccc.id] != ccc) {
      configured[ccc.id] = ccc;
      event.given("Config", Told.record(NsccParams.FACE, window.params(), nic.loop.nowPs()));
    }
    event.end();
  }

  void send(SendingCcc ccc, long size) {
    NsccWindow window = window(ccc);
    if (window != null) {
      window(nscc(ccc, "Send").argument("size", Bytes.ofWhole(size)), ccc, window);
    }
  }

  void ack(
      SendingCcc ccc,
      long received,
      long freed,
      boolean isMarked,
      long rttPs,
      int penalty,
      boolean restores) {
    NsccWindow window = window(ccc);
    if (window != null) {
      window(
          nscc(ccc, "Ack")
              .argument("n", Bytes.ofWhole(received))
              .argument("late", Bytes.ofWhole(received - freed))
              .argument("marked", isMarked)
              .argument("rtt", rttPs)
              .argument("penalty", items(LogValue.of(penalty), LogValue.of(restores))),
          ccc,
          window);
    }
  }

  void loss(SendingCcc ccc, int code, long size, long rttPs) {
    NsccWindow window = window(ccc);
    if (window != null) {
      EventSink event =
          nscc(ccc, code == 0 ? "InferLoss" : "Nack").argument("size", Bytes.ofWhole(size));
      if (code != 0) {
        event
            .argument("late", false)
            .argument("reason", NackReason.ofCode(code).label())
            .argument("rtt", rttPs);
      }
      window(event, ccc, window);
    }
  }

  // ---------------------------------------------------------------- CccScheduling

  private String packet(SendingPdc pdc, long number) {
    return pdcId(pdc.spdcid) + "." + turn(pdc) + "/" + number;
  }

  private String packets(SendingPdc pdc, long first, long last) {
    return packet(pdc, first) + (first == last ? "" : ".." + last);
  }

  void newData(SendingCcc ccc, SendingPdc pdc, long size) {
    if (sink != null) {
      String name = pdcId(pdc.spdcid) + "." + turn(pdc);
      scheduled(event(ccc, "NewData").argument("x", name).argument("size", size), ccc);
    }
  }

  /** Send, Nack or InferLoss of a packet. */
  void scheduling(SendingCcc ccc, String action, SendingPdc pdc, long number) {
    if (sink != null) {
      String packet = packet(pdc, number);
      marked = action.equals("Send") ? "" : packet;
      scheduled(event(ccc, action).argument("p", packet), ccc);
    }
  }

  /** A packet is acknowledged that was not before. */
  void done(long number) {
    if (sink != null) {
      done.add(number);
    }
  }

  void acknowledged(SendingCcc ccc, SendingPdc pdc) {
    if (sink != null) {
      List<LogValue> ranges = new ArrayList<>();
      for (int i = 0; i < done.size(); i++) {
        long first = done.get(i);
        while (i + 1 < done.size() && done.get(i + 1) == done.get(i) + 1) {
          i++;
        }
        ranges.add(text(packets(pdc, first, done.get(i))));
      }
      done.clear();
      long inflight = ccc.inflight() + ccc.scheduling.event().bytes(); // until the next step
      scheduled(event(ccc, "Ack").argument("S", new LogValue.Items(ranges)), ccc, inflight);
    }
  }

  /** CreditUpdate, or a step within an event. */
  void scheduling(SendingCcc ccc, String action) {
    if (sink != null) {
      EventSink event = event(ccc, action);
      if (action.equals("Nscc") && isWindowed()) {
        event.argument("w", cwnd(ccc));
      } else if (action.equals("Rccc") && nic.params.congestionControl().rccc()) {
        event.argument("c", ccc.credit.allowed());
      }
      scheduled(event, ccc);
    }
  }

  /** A step that asked for permission: for a packet of this size that takes so much credit. */
  void asked(SendingCcc ccc, String action, long size, long cost) {
    EventSink event = event(ccc, action);
    boolean credits = nic.params.congestionControl().rccc();
    if (credits || isWindowed() && !nic.params.congestionControl().nscc()) {
      event.argument("size", size);
    }
    if (credits) {
      event.argument("cost", cost);
    }
    scheduled(event, ccc);
  }

  private EventSink event(SendingCcc ccc, String action) {
    return begin(SCHEDULING, action, source(ccc, 0));
  }

  private boolean isWindowed() {
    return nic.params.congestionControl() != CongestionControl.NONE;
  }

  private static long cwnd(SendingCcc ccc) {
    return ccc.window instanceof NsccHost host ? host.cwnd() : ccc.cwnd();
  }

  private void scheduled(EventSink event, SendingCcc ccc) {
    scheduled(event, ccc, ccc.inflight());
  }

  private void scheduled(EventSink event, SendingCcc ccc, long inflight) {
    CccScheduling scheduling = ccc.scheduling;
    CccScheduling.Event left = scheduling.event();
    List<LogValue> steps = new ArrayList<>();
    for (int bit = 0; bit < STEPS.size(); bit++) {
      if ((left.steps() >> bit & 1) != 0) {
        steps.add(text(STEPS.get(bit)));
      }
    }
    event
        .variable("state", scheduling.state().name())
        .variable("backlog", scheduling.backlog())
        .variable("waitingRtx", scheduling.waitingRtx())
        .variable("rtxBacklog", scheduling.rtxBacklog())
        .variable("inflightPkts", scheduling.inflightPkts())
        .variable(
            "event",
            fields(
                "steps",
                new LogValue.Items(steps),
                "marked",
                left.marked() == 0 ? "" : marked,
                "packets",
                left.packets(),
                "bytes",
                left.bytes()));
    if (isWindowed()) {
      boolean isNscc = ccc.window instanceof NsccHost;
      event
          .variable("window", cwnd(ccc))
          .variable(
              "nsccInflight",
              isNscc ? Bytes.toWhole(((NsccHost) ccc.window).window().inflight()) : inflight);
    }
    if (nic.params.congestionControl().rccc()) {
      event.variable("credit", ccc.credit.allowed());
    }
    event.end();
  }
}
