package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of the kind that implementations of reliable connections have had, planted in the source
 * of requester and responder: each is found by the replay of one of the models.
 */
class PlantedInRoceTest {
  private static final String REQUESTER = "roce/Requester.java";
  private static final String RESPONDER = "roce/Responder.java";
  private static final String PSN = "roce/PsnRing.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "a READ that is asked for from its middle is asked for whole",
              "smoke_reads",
              REQUESTER,
              "requests.end(ofNext) - number : 1",
              "requests.end(ofNext) - requests.begin(ofNext) : 1"),
          fault(
              "an ATOMIC is executed again",
              "smoke_atomics",
              RESPONDER,
              "            answerAtomic(packet, savedValue(place), sink);",
              "            answerAtomic(packet, sink.execute(packet), sink);"),
          fault(
              "each packet behind a gap draws a NAK",
              "smoke",
              RESPONDER,
              "boolean tells = !silent;",
              "boolean tells = true;"),
          fault(
              "each packet is acknowledged",
              "smoke",
              RESPONDER,
              "        if (packet.ack()) {",
              "        if (packet.psn() >= 0) {"),
          fault(
              "AckReq counts only at the end of a message",
              "smoke_acks",
              RESPONDER,
              "        if (packet.ack()) {",
              "        if (packet.ack() && packet.last()) {"),
          fault(
              "an RNR NAK is taken for a gap",
              "smoke_receives",
              REQUESTER,
              "boolean isRnr = kind == ResponseKind.RNR && !tellsOfLoss;",
              "boolean isRnr = false;"),
          fault(
              "an RNR NAK uses up a retry",
              "smoke_receives",
              REQUESTER,
              "kind == ResponseKind.NAK || tellsOfLoss",
              "kind == ResponseKind.NAK || kind == ResponseKind.RNR || tellsOfLoss"),
          fault(
              "the MSN in an acknowledgment is the one before",
              "smoke_each",
              RESPONDER,
              "    sink.answer(kind, psn, msn);",
              "    sink.answer(kind, psn, kind == ResponseKind.ACK ? psns.plus(msn, -1) : msn);"),
          fault(
              "the MSN counts packets",
              "smoke",
              RESPONDER,
              "msn = packet.last() ? (msn + 1) % modulus : msn;",
              "msn = (msn + 1) % modulus;"),
          fault(
              "PSNs are compared without their wrap",
              "smoke_wrap",
              PSN,
              "return psn != expected && 2 * ahead(psn, expected) < modulus;",
              "return psn > expected;"),
          fault(
              "responses are placed without the wrap of PSNs",
              "smoke_wrap",
              PSN,
              "return Math.floorMod(psn - from, modulus);",
              "return Math.max(psn - from, 0);"),
          fault(
              "retries are never forgotten",
              "smoke",
              REQUESTER,
              "(progress ? 0 : tries) + (back",
              "tries + (back"),
          fault(
              "RNR NAKs are never forgotten",
              "smoke_receives",
              REQUESTER,
              "(progress ? 0 : rnrs) +",
              "rnrs +"),
          fault(
              "seven RNR retries are seven",
              "live",
              REQUESTER,
              "isRnr && params.rnrRetries() != RequesterParams.ENDLESS ? 1 : 0",
              "isRnr ? 1 : 0"),
          fault(
              "a READ takes one PSN at the responder",
              "smoke_each",
              RESPONDER,
              "epsn = psns.plus(epsn, packet.span());",
              "epsn = psns.plus(epsn, 1);"),
          fault(
              "a duplicate is acknowledged with its own PSN",
              "smoke_wrap",
              RESPONDER,
              "answer(packet, ResponseKind.ACK, psns.plus(epsn, -1), sink);",
              "answer(packet, ResponseKind.ACK, packet.psn(), sink);"),
          fault(
              "a READ may reach beyond the window",
              "smoke",
              REQUESTER,
              "next + span(next) > acked + params.window()",
              "next >= acked + params.window()"),
          fault(
              "one READ or ATOMIC more is out than was agreed",
              "smoke",
              REQUESTER,
              "isAnswered() && out >= params.depth()",
              "isAnswered() && out > params.depth()"),
          fault(
              "each response beyond the missing one has all sent again",
              "smoke_reads",
              REQUESTER,
              "tellsOfLoss && (progress || !askedAgain)",
              "tellsOfLoss"),
          fault(
              "a result takes the place of the one before",
              "smoke_atomics",
              RESPONDER,
              "      latest = (latest + 1) % savedPsn.length;\n",
              ""),
          fault(
              "what comes after a refusal is executed",
              "smoke_refused",
              RESPONDER,
              "    if (refused) {",
              "    if (refused && packet.first()) {"),
          fault(
              "a gap that is closed is not forgotten",
              "smoke_wrap",
              RESPONDER,
              "    silent = false;\n",
              ""),
          fault(
              "what is behind a missing receive draws a NAK",
              "smoke_receives",
              RESPONDER,
              "      silent = true;\n      answer(packet, ResponseKind.RNR",
              "      answer(packet, ResponseKind.RNR"),
          fault(
              "a message leaves its receive",
              "smoke_receives",
              RESPONDER,
              "    receives -= op.needsReceive(packet.first(), packet.last()) ? 1 : 0;\n",
              ""),
          fault(
              "a timeout does not forget the missing response",
              "smoke_reads",
              REQUESTER,
              "    askedAgain = false;\n",
              ""),
          fault(
              "the last retry is not made",
              "smoke_each",
              REQUESTER,
              "state = tries > params.retries() ? State.ERROR",
              "state = tries >= params.retries() ? State.ERROR"),
          fault(
              "a NAK acknowledges what it names",
              "smoke",
              REQUESTER,
              "long upTo = kind == ResponseKind.ACK ? number + 1 : number;",
              "long upTo = kind == ResponseKind.RNR ? number : number + 1;"),
          fault(
              "what has been acknowledged is sent again",
              "smoke_early",
              REQUESTER,
              "    if (next < acked) {\n      goBack();\n    }\n",
              ""),
          fault(
              "who waits for a receive goes on from where it stood",
              "smoke_receives",
              REQUESTER,
              "if (back || isRnr) {",
              "if (back) {"),
          fault(
              "two copies share their requests",
              "smoke",
              REQUESTER,
              "new Requester(params, requests.copy())",
              "new Requester(params, requests)"),
          fault(
              "no request is told as the one that failed",
              "smoke_each",
              REQUESTER,
              "request == done ? Completion.FAILED : Completion.FLUSHED",
              "Completion.FLUSHED"),
          fault(
              "a READ is done, and still counted as out",
              "smoke_reads",
              REQUESTER,
              "      out -= requests.op(ofAcked).isAnswered() && ofAcked < ofNext ? 1 : 0;\n",
              ""),
          fault(
              "a response that is too early is taken",
              "smoke_reads",
              REQUESTER,
              "&& number == unanswered()",
              "&& number >= unanswered()"),
          fault(
              "a late response wakes a connection that has failed",
              "smoke_early",
              REQUESTER,
              "state == State.READY && number < sent &&",
              "number < sent &&"),
          fault(
              "a packet from the midst of a message begins one",
              "chaos_responder",
              RESPONDER,
              "!continues(packet) || starts(packet) && !allowed",
              "starts(packet) && !allowed"),
          fault(
              "a SEND goes on as a WRITE",
              "chaos_responder",
              RESPONDER,
              "return op == Op.SEND ? 1 : 2;",
              "return 1;"),
          fault(
              "a READ with an old PSN is read though it is not allowed",
              "chaos_responder_reads",
              RESPONDER,
              "allowed && packet.span() <=",
              "packet.span() <="),
          fault(
              "a READ with an old PSN is read beyond the expected PSN",
              "chaos_responder_reads",
              RESPONDER,
              "allowed && packet.span() <= psns.ahead(epsn, packet.psn())",
              "allowed"),
          fault(
              "a READ from its middle needs no permission",
              "chaos_responder_reads",
              RESPONDER,
              "return packet.first() || packet.op().isAnswered();",
              "return packet.first();"),
          fault(
              "of two results with the same PSN the older one is sent",
              "chaos_responder_atomics",
              RESPONDER,
              "for (int place = 0; place < kept; place++) {",
              "for (int place = kept - 1; place >= 0; place--) {"),
          fault(
              "an answer of the other kind acknowledges what was before it",
              "chaos_requester",
              REQUESTER,
              "(!isData || number > missing || brings)",
              "true"),
          fault(
              "data answers an ATOMIC",
              "chaos_requester",
              REQUESTER,
              "&& kind == answer(requests.op(ofUnanswered))",
              "&& (kind == ResponseKind.DATA || kind == ResponseKind.ATOMIC)"),
          fault(
              "an acknowledgment completes a READ",
              "chaos_requester",
              REQUESTER,
              "brings ? number + 1 : Math.min(upTo, missing)",
              "brings ? number + 1 : upTo"),
          fault(
              "a refusal of what was not sent ends the connection",
              "chaos_requester",
              REQUESTER,
              "state == State.READY && number < sent && (",
              "state == State.READY && (number < sent || kind == ResponseKind.REFUSED) && ("));

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, "RcTransport/" + model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
