package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults that implementers of HPCC++ make, some of them found in public code, planted in the source
 * of its kernels: each is found by the replay of one of the models.
 */
class PlantedInHpccTest {
  private static final String WINDOW = "cc/hpcc/HpccWindow.java";
  private static final String SENDER = "cc/hpcc/HpccSender.java";
  private static final String REACTION = "cc/hpcc/HpccReaction.java";
  private static final String DEPARTURE = "cc/hpcc/HpccDeparture.java";
  private static final String RECEIVER = "cc/hpcc/HpccReceiver.java";
  private static final String PARAMS = "cc/hpcc/HpccParams.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "tau / T is divided in whole numbers",
              "HpccWindow/smoke",
              WINDOW,
              "u += Math.floorDiv(share * (Math.min(seen, params.maxU()) - u), params.tPs());",
              "u += share / params.tPs() * (Math.min(seen, params.maxU()) - u);"),
          fault(
              "U is rounded toward zero as it falls",
              "HpccWindow/smoke_steps",
              WINDOW,
              "u += Math.floorDiv(share * (Math.min(seen, params.maxU()) - u), params.tPs());",
              "u += share * (Math.min(seen, params.maxU()) - u) / params.tPs();"),
          fault(
              "a gap longer than T counts for more than all",
              "HpccWindow/smoke_stages",
              WINDOW,
              "long share = Math.min(tauPs, params.tPs());",
              "long share = tauPs;"),
          fault(
              "any u is believed",
              "HpccWindow/smoke_steps",
              WINDOW,
              "Math.min(seen, params.maxU()) - u",
              "seen - u"),
          fault(
              "Wc moves at every ACK",
              "HpccWindow/smoke_stages",
              SENDER,
              "computeWind(params.reacts().movesReference(closes))",
              "computeWind(true)"),
          fault(
              "Wc moves once a round, where it is to move with each ACK",
              "HpccWindow/smoke_each_ack",
              REACTION,
              "closes || this == ACK",
              "closes"),
          fault(
              "W moves with each ACK, where it is to move once a round",
              "HpccWindow/smoke_each_round",
              REACTION,
              "closes || this != ROUND",
              "true"),
          fault(
              "eta must be exceeded",
              "HpccWindow/smoke_at_once",
              WINDOW,
              "u >= params.eta() || incStage >= params.maxStage()",
              "u > params.eta() || incStage > params.maxStage()"),
          fault(
              "maxStage has no effect",
              "HpccWindow/smoke_stages",
              WINDOW,
              "u >= params.eta() || incStage >= params.maxStage()",
              "u >= params.eta()"),
          fault(
              "incStage is not reset",
              "HpccWindow/smoke_stages",
              WINDOW,
              "incStage = multiplies ? 0 : incStage + 1;",
              "incStage = multiplies ? incStage : incStage + 1;"),
          fault(
              "the multiplicative branch adds nothing",
              "HpccWindow/smoke",
              WINDOW,
              "params.within(w + wai())",
              "params.within(multiplies ? w : w + wai())"),
          fault(
              "the target is a full link",
              "HpccWindow/smoke",
              WINDOW,
              ": FixedPoint.mulDiv(wc, params.eta(), u);",
              ": FixedPoint.mulDiv(wc, params.one(), u);"),
          fault(
              "an idle link leaves the reference",
              "HpccWindow/smoke_small",
              WINDOW,
              "        ? largest\n",
              "        ? u == 0 ? wc : largest\n"),
          fault(
              "Wc follows down only",
              "HpccWindow/smoke_stages",
              WINDOW,
              "      wc = w;\n",
              "      wc = Math.min(w, wc);\n"),
          fault(
              "the round waits for the packet that was acknowledged",
              "HpccWindow/smoke",
              SENDER,
              "lastUpdateSeq = tauPs > 0 ? sndNxt :",
              "lastUpdateSeq = tauPs > 0 ? seq :"),
          fault(
              "lastUpdateSeq stays behind without telemetry",
              "HpccWindow/smoke_wrap",
              SENDER,
              ": Math.floorMod(seq - 1, params.modulus());",
              ": lastUpdateSeq;"),
          fault(
              "sequence numbers are compared as numbers",
              "HpccWindow/smoke_wrap",
              SENDER,
              "boolean closes = progress(seq, lastUpdateSeq) > 0;",
              "boolean closes = seq > lastUpdateSeq;"),
          fault(
              "the window moves once a round",
              "HpccWindow/smoke",
              SENDER,
              "params.reacts().movesWindow(closes)",
              "closes"),
          fault(
              "what has been received is sent again",
              "HpccWindow/smoke_loss",
              SENDER,
              "sndNxt = progress(seq, sndNxt) > 0 ? seq : sndNxt;",
              "sndNxt = sndNxt + 0;"),
          fault(
              "below one packet nothing leaves",
              "HpccWindow/smoke_pace",
              SENDER,
              "params.bounded() && sndNxt == sndUna",
              "false"),
          fault(
              "one packet more than the window is in flight",
              "HpccWindow/smoke",
              DEPARTURE,
              "(packets + 1) * size <= w",
              "packets * size <= w"),
          fault(
              "a packet leaves while just the window is in flight",
              "HpccWindow/trace_below",
              DEPARTURE,
              "packets * size < w",
              "packets * size <= w"),
          fault(
              "all of a packet has to fit, where less than the window in flight is enough",
              "HpccWindow/trace_below",
              DEPARTURE,
              "this == BELOW",
              "this == null"),
          fault(
              "the gap is rounded down",
              "HpccWindow/smoke_steps",
              PARAMS,
              "return (size * tPs + w - 1) / w;",
              "return size * tPs / w;"),
          fault(
              "the pace does not begin anew",
              "HpccWindow/smoke",
              SENDER,
              "    sentAtPs = nowPs;\n    if (listener",
              "    if (listener"),
          fault(
              "one packet is the least window",
              "HpccWindow/smoke_pace",
              PARAMS,
              "Math.max(minW, w)",
              "Math.max(size, w)"),
          fault(
              "going back moves the round back, too",
              "HpccWindow/smoke_loss",
              SENDER,
              "    sndNxt = sndUna;\n",
              "    sndNxt = sndUna;\n    lastUpdateSeq = sndUna;\n"),
          fault(
              "the receiver's round ends at T",
              "HpccWindow/trace_receiver",
              RECEIVER,
              "nowPs - updatedAtPs > params.tPs()",
              "nowPs - updatedAtPs >= params.tPs()"),
          fault(
              "the receiver's T does not begin anew",
              "HpccWindow/smoke_receiver",
              RECEIVER,
              "        updatedAtPs = nowPs;\n",
              ""),
          fault(
              "a packet out of order counts",
              "HpccWindow/smoke_loss",
              RECEIVER,
              "expected = seq == expected ? (expected + 1) % params.modulus() : expected;",
              "expected = (expected + 1) % params.modulus();"),
          fault(
              "a sender does not go by N",
              "HpccWindow/smoke_reported",
              WINDOW,
              "    n = flows;\n",
              ""),
          fault(
              "N that no receiver reports any more is gone by",
              "HpccWindow/smoke_counts",
              WINDOW,
              "    n = flows;\n",
              "    n = flows == ABSENT ? n : flows;\n"),
          fault(
              "each flow adds the headroom of all",
              "HpccWindow/smoke_reported",
              PARAMS,
              "headroom() / n",
              "headroom()"),
          fault(
              "a receiver that runs the algorithm does not go by its count",
              "HpccWindow/smoke_counts_receiver",
              RECEIVER,
              "      window.counted(n);\n",
              ""),
          fault(
              "a receiver's window goes by the N of the packet before",
              "HpccWindow/smoke_counts_receiver",
              RECEIVER,
              "      window.counted(n);\n      if (nowPs - updatedAtPs > params.tPs()) {\n"
                  + "        w = window.computeWind(true);\n        updatedAtPs = nowPs;\n      }\n",
              "      if (nowPs - updatedAtPs > params.tPs()) {\n        w ="
                  + " window.computeWind(true);\n        updatedAtPs = nowPs;\n      }\n"
                  + "      window.counted(n);\n"),
          fault(
              "a receiver reports no N",
              "HpccWindow/smoke_reported",
              RECEIVER,
              "window == null ? n : HpccWindow.ABSENT",
              "HpccWindow.ABSENT"),
          fault(
              "the sender takes no window from the receiver",
              "HpccWindow/smoke_receiver",
              SENDER,
              "      w = params.within(received);\n",
              "      w = w + 0;\n"));

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
