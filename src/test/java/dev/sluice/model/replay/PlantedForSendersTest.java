package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants faults in the kernels of congestion control at senders: a guard is missing, or wrong,
 * against an acknowledgment, a response or a CNP that no honest receiver sends. Models with chaos
 * peers find each.
 */
class PlantedForSendersTest {
  private static final String PAWA = "cc/ldcp/PawaWindow.java";
  private static final String RATE = "cc/ldcp/EventRate.java";
  private static final String START = "cc/ldcp/FastStart.java";
  private static final String SPACE = "cc/ldcp/LsnWindow.java";
  private static final String INTO = "cc/ldcp/LsnReceiver.java";
  private static final String REPEAT = "cc/ldcp/ReadRepeat.java";
  private static final String NSCC = "cc/nscc/NsccWindow.java";

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "an ACK for nothing, or for more than is in flight, moves the window",
              "PawaWindow/chaos",
              PAWA,
              "n < 1 || n > inFlight || ",
              ""),
          new Fault(
              "an ACK for one packet more than is in flight moves the window",
              "PawaWindow/chaos",
              PAWA,
              "n > inFlight || ",
              "n > inFlight + 1 || "),
          new Fault(
              "an ACK for nothing measures a round trip",
              "PawaWindow/chaos",
              PAWA,
              "    if (n < 1 || n > inFlight",
              "    rttPs = n < 1 ? measured(measuredPs) : rttPs;\n    if (n < 1 || n > inFlight"),
          new Fault(
              "an ACK for too much takes all in flight",
              "PawaWindow/chaos",
              PAWA,
              "    if (n < 1 || n > inFlight",
              "    n = Math.min(n, inFlight);\n    if (n < 1 || n > inFlight"),
          new Fault(
              "a response to the next request is taken",
              "EventRate/chaos",
              RATE,
              "out && answers == number",
              "out && answers != (number + params.numbers() - 1) % params.numbers()"),
          new Fault(
              "a response counts though no request is out",
              "EventRate/chaos",
              RATE,
              "boolean news = out && answers == number;",
              "boolean news = answers == number;"),
          new Fault(
              "a response to the last request is taken for one that is out",
              "EventRate/chaos",
              RATE,
              "boolean news = out && answers == number;",
              "boolean news =\n"
                  + "        out\n"
                  + "            && (answers == number\n"
                  + "                || answers == (number + params.numbers() - 1)"
                  + " % params.numbers());"),
          new Fault(
              "a CNP without a mark takes a window below the least",
              "EventRate/chaos",
              RATE,
              "Math.max(params.minWindow(), window - params.beta())",
              "Math.max(1 - params.minWindow(), window - params.beta())"),
          new Fault(
              "an acknowledgment of packets that were not sent ends fast start",
              "FastStart/chaos",
              START,
              "boolean isOfSent = !isUnsent(psn);",
              "boolean isOfSent = true;"),
          new Fault(
              "an acknowledgment of one packet too many counts",
              "FastStart/chaos",
              START,
              "stage == Stage.FAST && psn > next;",
              "stage == Stage.FAST && psn > next + 1;"),
          new Fault(
              "an old NAK has the sender go back",
              "FastStart/chaos",
              START,
              "if (nak && psn == una) {",
              "if (nak && psn <= una) {"),
          new Fault(
              "each LSN acknowledges",
              "LsnSpace/chaos_requester",
              SPACE,
              "return params.ahead(lsn, acked) <= params.ahead(sent, acked);",
              "return true;"),
          new Fault(
              "an LSN at the upper edge acknowledges one byte too many",
              "LsnSpace/chaos_responder",
              SPACE,
              "params.ahead(lsn, acked) <= params.ahead(sent, acked);",
              "params.ahead(lsn, acked) <= params.ahead(sent, acked) + 1;"),
          new Fault(
              "an old NAK has the sender go back to its LSN",
              "LsnSpace/chaos_requester",
              SPACE,
              "    if (isNews(lsn)) {\n      if (nak",
              "    next = nak ? lsn : next;\n    if (isNews(lsn)) {\n      if (nak"),
          new Fault(
              "a packet half of the ring ahead shows a gap",
              "LsnSpace/chaos_responder",
              INTO,
              "2 * params.ahead(lsn, expected) >= params.modulus()",
              "2 * params.ahead(lsn, expected) > params.modulus()"),
          new Fault(
              "each packet behind a gap draws a NAK",
              "LsnSpace/chaos_responder",
              INTO,
              "boolean tells = early && !told;",
              "boolean tells = early;"),
          new Fault(
              "a response is taken that no READ has asked for",
              "LsnSpace/chaos_requester",
              REPEAT,
              "responses.ahead(lsn) + bytes <= missing",
              "true"),
          new Fault(
              "a response is taken whose end no READ has asked for",
              "LsnSpace/chaos_requester",
              REPEAT,
              "responses.ahead(lsn) + bytes <= missing",
              "responses.ahead(lsn) + bytes <= missing + 1"),
          new Fault(
              "bytes that the target counts twice leave flight",
              "NsccWindow/chaos",
              NSCC,
              "    inflight -= freed;\n    if (params.isSourceDocuments()) {",
              "    inflight -= received;\n    if (params.isSourceDocuments()) {"),
          new Fault(
              "each clean acknowledgment has its step",
              "NsccWindow/chaos",
              NSCC,
              "    if (periodIsOver(nowPs)) {\n      cwnd = Math.min",
              "    if (nowPs >= 0) {\n      cwnd = Math.min"),
          new Fault(
              "a flood of clean acknowledgments takes the window beyond its bound",
              "NsccWindow/chaos",
              NSCC,
              "cwnd = Math.min(cwnd + params.increase().step(), maxWnd);",
              "cwnd = cwnd + params.increase().step();"),
          new Fault(
              "a flood of marks takes the window below a packet",
              "NsccWindow/chaos",
              NSCC,
              "      cwnd = Math.max(cwnd - params.mtu(), params.mtu());\n      lastDecreasePs",
              "      cwnd = cwnd - params.mtu();\n      lastDecreasePs"));

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
