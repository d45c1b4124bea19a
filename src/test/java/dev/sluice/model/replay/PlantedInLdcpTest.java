package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults that implementers of LDCP may make, planted in the source of its kernels: each is found by
 * the replay of one of the models.
 */
class PlantedInLdcpTest {
  private static final String WINDOW = "cc/ldcp/PawaWindow.java";
  private static final String PARAMS = "cc/ldcp/PawaParams.java";
  private static final String POLICY = "cc/ldcp/AckPolicy.java";
  private static final String START = "cc/ldcp/FastStart.java";
  private static final String EVENTS = "cc/ldcp/EventRate.java";
  private static final String LSNS = "cc/ldcp/LsnParams.java";
  private static final String SPACE = "cc/ldcp/LsnWindow.java";
  private static final String INTO = "cc/ldcp/LsnReceiver.java";
  private static final String REPEAT = "cc/ldcp/ReadRepeat.java";
  private static final String TWIN = "model/replay/LsnSpaceTwin.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "n * beta is taken as beta",
              "PawaWindow/smoke_published",
              WINDOW,
              "cw - n * params.beta()",
              "cw - params.beta()"),
          fault(
              "the floor is missing",
              "PawaWindow/trace",
              WINDOW,
              "params.floor() ? Math.max(params.gamma(), left) : left",
              "left"),
          fault(
              "halves are taken below the floor",
              "PawaWindow/trace",
              WINDOW,
              "Math.max(params.gamma(), cw / 2)",
              "cw / 2"),
          fault(
              "what an increase leaves over is forgotten",
              "PawaWindow/smoke_steps",
              WINDOW,
              "rest = grown >= params.maxCw() ? 0 : sum % cw;",
              "rest = 0;"),
          fault(
              "what is left over outlives a cut",
              "PawaWindow/smoke_steps",
              WINDOW,
              "    rest = 0;\n  }",
              "  }"),
          fault(
              "n * alpha is taken as alpha",
              "PawaWindow/smoke",
              WINDOW,
              "long sum = n * params.alpha()",
              "long sum = params.alpha()"),
          fault(
              "a window of one packet is clocked by the timer",
              "PawaWindow/smoke",
              WINDOW,
              "    if (cw >= params.one()) {\n      return (inFlight",
              "    if (cw > params.one()) {\n      return (inFlight"),
          fault(
              "one packet more than the window is in flight",
              "PawaWindow/smoke",
              WINDOW,
              "(inFlight + 1) * params.one() <= cw",
              "inFlight * params.one() < cw"),
          fault(
              "the timer counts from the last ACK",
              "PawaWindow/smoke_clock",
              WINDOW,
              "    inFlight -= n;\n",
              "    inFlight -= n;\n    sentAtPs += 1;\n"),
          fault(
              "a measured round trip has no bounds",
              "PawaWindow/smoke_measured",
              WINDOW,
              "Math.min(params.maxRttPs(), Math.max(params.baseRttPs(), measuredPs))",
              "measuredPs"),
          fault(
              "the timer is rounded down",
              "PawaWindow/smoke_clock",
              PARAMS,
              "(rttPs * one + cw - 1) / cw",
              "rttPs * one / cw"),
          fault(
              "a marked packet waits with the clean ones",
              "PawaWindow/smoke",
              POLICY,
              "    if (!ce) {",
              "    if (!ce || busy) {"),
          fault(
              "a mark is told of all that wait, mended or not",
              "PawaWindow/smoke",
              POLICY,
              "return held > 0 && params.cleanFirst() ? 2 : 1;",
              "return 1;"),
          fault(
              "what waited is told of twice",
              "PawaWindow/smoke",
              POLICY,
              "held = answers == 0 ? held + 1 : 0;",
              "held = answers == 0 ? held + 1 : held;"),
          fault(
              "what is to be sent again stays in flight",
              "PawaWindow/trace_losses",
              WINDOW,
              "    inFlight = 0;\n    if (listener != null) {\n      listener.took(this, GO_BACK",
              "    if (listener != null) {\n      listener.took(this, GO_BACK"),
          fault(
              "a timeout leaves the window",
              "PawaWindow/trace_losses",
              WINDOW,
              "    cw = Math.min(cw, params.one());\n",
              ""),
          fault(
              "a timeout raises a window below one packet",
              "PawaWindow/smoke_losses",
              WINDOW,
              "    cw = Math.min(cw, params.one());\n",
              "    cw = params.one();\n"),
          fault(
              "a timer runs though nothing is in flight",
              "PawaWindow/trace_losses",
              WINDOW,
              "    inFlight = 0;\n    cw = Math.min",
              "    cw = Math.min"),
          fault(
              "what fast start has in flight is forgotten",
              "PawaWindow/trace_losses",
              WINDOW,
              "    inFlight = startInFlight;\n",
              ""),
          fault(
              "no packet of fast start is ECN-capable",
              "FastStart/smoke",
              START,
              "return next + 1 == params.iw() || last && (params.tailOf()",
              "return next < 0 && (params.tailOf()"),
          fault(
              "the last packet of a message is not ECN-capable",
              "FastStart/smoke_messages",
              START,
              "params.iw() || last && (params.tailOf() == TailOf.MESSAGE || !more)",
              "params.iw()"),
          fault(
              "a burst posted at once has a tail for each message",
              "FastStart/trace_posted",
              START,
              "TailOf.MESSAGE || !more",
              "TailOf.MESSAGE || true"),
          fault(
              "what is posted behind a message is ignored by the one that is last",
              "FastStart/trace_posted",
              START,
              "TailOf.MESSAGE || !more",
              "TailOf.MESSAGE || more"),
          fault(
              "the window after a loss counts what was sent",
              "FastStart/smoke",
              START,
              "settle(afterLoss(psn));",
              "settle(afterLoss(next + 1));"),
          fault(
              "the window after a loss is all of IW",
              "FastStart/smoke",
              START,
              "Math.max(1, Math.min(params.iw(), count))",
              "params.iw()"),
          fault(
              "the loss of the first packet leaves no window",
              "FastStart/smoke_tails",
              START,
              "Math.max(1, Math.min(params.iw(), count))",
              "Math.min(params.iw(), count)"),
          fault(
              "what is sent again may be dropped at K",
              "FastStart/smoke",
              START,
              "isCapable = stage == Stage.STABLE || roundIsOver",
              "isCapable = roundIsOver"),
          fault(
              "a NAK does not go back",
              "FastStart/smoke",
              START,
              "      next = psn;\n",
              "      next = Math.max(next, psn);\n"),
          fault(
              "fast start ends one packet late",
              "FastStart/smoke",
              START,
              "stage == Stage.FAST && psn >= params.iw()",
              "stage == Stage.FAST && psn > params.iw()"),
          fault(
              "a NAK that is out of date goes back",
              "FastStart/smoke_messages",
              START,
              "if (nak && psn == una) {",
              "if (nak) {"),
          fault(
              "an ACK does not restart the timer",
              "FastStart/smoke_messages",
              START,
              "      next = Math.max(next, psn);\n      heardAtPs = nowPs;\n",
              "      next = Math.max(next, psn);\n"),
          fault(
              "a timeout has fast start go on",
              "FastStart/smoke_tails",
              START,
              "settle(afterTimeout());",
              "cw = stage == Stage.FAST ? 0 : 1;"),
          fault(
              "the base round trip counts from the last packet",
              "FastStart/smoke_base_rtt",
              START,
              "if (next == 0 && stage == Stage.FAST) {",
              "if (stage == Stage.FAST) {"),
          fault(
              "any response is taken for that of the request that is out",
              "EventRate/trace_faults",
              EVENTS,
              "boolean news = out && answers == number;",
              "boolean news = out;"),
          fault(
              "a response that is late or repeated adds alpha",
              "EventRate/trace_faults",
              EVENTS,
              "boolean news = out && answers == number;",
              "boolean news = true;"),
          fault(
              "a round trip is believed that is shorter than that without a queue",
              "EventRate/smoke_times",
              EVENTS,
              "rttPs = Math.max(params.baseRttPs(), age(nowPs));",
              "rttPs = Math.max(1, age(nowPs));"),
          fault(
              "a response does not set the rate",
              "EventRate/trace",
              EVENTS,
              "      rate = params.rate(window, rttPs);\n      over();",
              "      over();"),
          fault(
              "a CNP does not set the rate",
              "EventRate/trace",
              EVENTS,
              "window - params.beta());\n    rate = params.rate(window, rttPs);",
              "window - params.beta());"),
          fault(
              "no window is the largest",
              "EventRate/trace",
              EVENTS,
              "Math.min(params.maxWindow(), window + params.alpha())",
              "window + params.alpha()"),
          fault(
              "no window is the least",
              "EventRate/smoke_cnps",
              EVENTS,
              "Math.max(params.minWindow(), window - params.beta())",
              "window - params.beta()"),
          fault(
              "all requests have one number",
              "EventRate/trace",
              EVENTS,
              "    number = (number + 1) % params.numbers();\n",
              ""),
          fault(
              "a request leaves while one is out",
              "EventRate/trace_faults",
              EVENTS,
              "    if (out) {\n      return \"request",
              "    if (out && number < 0) {\n      return \"request"),
          fault(
              "the wait counts from the request before",
              "EventRate/trace",
              EVENTS,
              "    askedAtPs = nowPs;\n",
              "    askedAtPs = Math.min(askedAtPs, nowPs);\n"),
          fault(
              "a timeout takes beta",
              "EventRate/trace_faults",
              EVENTS,
              "    over();\n    if",
              "    over();\n    window = Math.max(params.minWindow(), window - params.beta());\n    rate = params.rate(window, rttPs);\n    if"),
          fault(
              "the rate is rounded up",
              "EventRate/smoke_times",
              EVENTS,
              "return window * ratePerPs / rttPs;",
              "return (window * ratePerPs + rttPs - 1) / rttPs;"),
          fault(
              "an acknowledgment adds a part",
              "EventRate/trace_others",
              EVENTS,
              "  public String otherEvent(Event event) {\n",
              "  public String otherEvent(Event event) {\n    window = event == Event.ACK ? window + 1 : window;\n"),
          fault(
              "a response takes its LSN in the space of requests",
              "LsnSpace/trace",
              TWIN,
              "world.senders[space].transmit(",
              "world.senders[REQUEST].transmit("),
          fault(
              "the space of responses begins where that of requests does",
              "LsnSpace/trace",
              TWIN,
              "new LsnWindow(params, first[space])",
              "new LsnWindow(params, first[REQUEST])"),
          fault(
              "an acknowledgment moves the other space",
              "LsnSpace/trace",
              TWIN,
              "world.senders[space].receiveAck(\n                came.kind",
              "world.senders[1 - space].receiveAck(\n                came.kind"),
          fault(
              "a READ occupies what it asks for",
              "LsnSpace/trace",
              LSNS,
              "return read || data == 0 ? empty : data;",
              "return data == 0 ? empty : data;"),
          fault(
              "LSNs do not wrap",
              "LsnSpace/trace",
              LSNS,
              "return WrappingCounter.wire(lsn + bytes, modulus);",
              "return lsn + bytes;"),
          fault(
              "LSNs are compared without their wrap",
              "LsnSpace/trace",
              LSNS,
              "return WrappingCounter.wire(lsn - from, modulus);",
              "return lsn - from;"),
          fault(
              "whatever fits in part may leave",
              "LsnSpace/smoke",
              SPACE,
              "} else if (inFlight() + bytes > most) {",
              "} else if (inFlight() >= most) {"),
          fault(
              "the window that was given does not count",
              "LsnSpace/smoke_merges",
              SPACE,
              "Math.min(window, params.window())",
              "params.window()"),
          fault(
              "what is sent again counts as sent on",
              "LsnSpace/smoke",
              SPACE,
              "sent = again ? sent : next;",
              "sent = params.plus(sent, bytes);"),
          fault(
              "a NAK is taken for an acknowledgment",
              "LsnSpace/smoke",
              SPACE,
              "if (nak || freed > inFlight()) {",
              "if (freed > inFlight()) {"),
          fault(
              "what is acknowledged meanwhile is sent again",
              "LsnSpace/smoke_repeats",
              SPACE,
              "if (nak || freed > inFlight()) {",
              "if (nak) {"),
          fault(
              "an acknowledgment that is out of date counts",
              "LsnSpace/smoke_overtake",
              SPACE,
              "return params.ahead(lsn, acked) <= params.ahead(sent, acked);",
              "return true;"),
          fault(
              "the timer sends nothing again",
              "LsnSpace/smoke",
              SPACE,
              "    next = acked;\n    if (listener",
              "    if (listener"),
          fault(
              "what comes early is taken",
              "LsnSpace/smoke",
              INTO,
              "boolean early = ahead > 0 && !isOld(lsn);",
              "boolean early = false;"),
          fault(
              "what has come before is taken for a gap",
              "LsnSpace/smoke",
              INTO,
              "boolean early = ahead > 0 && !isOld(lsn);",
              "boolean early = ahead > 0;"),
          fault(
              "each packet beyond a gap is told of",
              "LsnSpace/smoke",
              INTO,
              "boolean tells = early && !told;",
              "boolean tells = early;"),
          fault(
              "that a gap was told of is remembered for ever",
              "LsnSpace/smoke",
              INTO,
              "told = ahead > 0 && (early || told);",
              "told = early || told;"),
          fault(
              "what has come before is not answered",
              "LsnSpace/smoke",
              INTO,
              "} else if (!early && !owes) {",
              "} else if (ahead == 0 && !owes) {"),
          fault(
              "an acknowledgment waits though its receiver is not busy",
              "LsnSpace/smoke_merges",
              INTO,
              "ahead == 0 && busy",
              "ahead == 0"),
          fault(
              "that an acknowledgment waits is remembered once it has left",
              "LsnSpace/smoke_merges",
              INTO,
              "    owes = false;\n    if (listener",
              "    if (listener"),
          fault(
              "a READ is repeated though all has come",
              "LsnSpace/smoke_overtake",
              REPEAT,
              "again = again && missing > 0;",
              ""),
          fault(
              "a READ that was repeated is repeated again",
              "LsnSpace/trace",
              REPEAT,
              "  public void repeated() {\n    again = false;",
              "  public void repeated() {"),
          fault(
              "a gap among responses has nothing repeated",
              "LsnSpace/trace",
              REPEAT,
              "  public void missed() {\n    again = true;",
              "  public void missed() {"));

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
