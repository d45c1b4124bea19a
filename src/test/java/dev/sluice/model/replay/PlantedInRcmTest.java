package dev.sluice.model.replay;

import dev.sluice.model.replay.KernelFaults.Fault;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of the kind that implementations of congestion management have had, planted in the source
 * of its three points: each is found by the replay of one of the models.
 */
class PlantedInRcmTest {
  private static final String REACTION = "cc/rcm/ReactionPoint.java";
  private static final String NOTIFICATION = "cc/rcm/NotificationPoint.java";
  private static final String CONGESTION = "cc/rcm/CongestionPoint.java";

  private static final List<Fault> FAULTS =
      List.of(
          fault(
              "a cut takes a half at most",
              "trace_step",
              REACTION,
              "2 * scale - alpha, 2 * scale",
              "2 * scale - Math.min(scale, alpha), 2 * scale"),
          fault(
              "a CNP does not restart the byte counter",
              "smoke_bytes",
              REACTION,
              "      sentBytes = 0;\n      riseFromPs = nowPs;",
              "      riseFromPs = nowPs;"),
          fault(
              "a CNP does not restart the timer of rises",
              "smoke_each",
              REACTION,
              "      riseFromPs = nowPs;\n      decayFromPs = nowPs;",
              "      riseFromPs = riseFromPs == 0 ? nowPs : riseFromPs;\n      decayFromPs = nowPs;"),
          fault(
              "a CNP leaves the stage of rises by time",
              "smoke_each",
              REACTION,
              "      timeStage = 0;\n      byteStage = 0;\n      sentBytes = 0;\n      riseFromPs",
              "      byteStage = 0;\n      sentBytes = 0;\n      riseFromPs"),
          fault(
              "a CNP leaves the stage of rises by bytes",
              "smoke_bytes",
              REACTION,
              "      byteStage = 0;\n      sentBytes = 0;\n      riseFromPs",
              "      sentBytes = 0;\n      riseFromPs"),
          fault(
              "whether the target follows is asked after the stage was forgotten",
              "smoke_after",
              REACTION,
              "!limited || timeStage > 0",
              "!limited || timeStage > 9"),
          fault(
              "the target always follows",
              "smoke_after",
              REACTION,
              "params.clamp() == Clamp.ALWAYS || !limited || timeStage > 0",
              "params.clamp() != null"),
          fault(
              "a cut is made with the new alpha",
              "smoke_after",
              REACTION,
              "    rate = Math.max(params.minRate(), FixedPoint.mulDiv(rate, 2 * scale - alpha, 2 * scale));\n"
                  + "    alpha = FixedPoint.mulDiv(alpha, scale - params.gain(), scale) + params.gain();",
              "    alpha = FixedPoint.mulDiv(alpha, scale - params.gain(), scale) + params.gain();\n"
                  + "    rate = Math.max(params.minRate(), FixedPoint.mulDiv(rate, 2 * scale - alpha, 2 * scale));"),
          fault(
              "the target is the rate after the cut",
              "smoke_each",
              REACTION,
              "    cutAtPs = nowPs;",
              "    target = clamps ? rate : target;\n    cutAtPs = nowPs;"),
          fault(
              "a rate may fall below the least one",
              "smoke_each",
              REACTION,
              "rate = Math.max(params.minRate(), ",
              "rate = Math.max(1, "),
          fault(
              "alpha falls to nothing",
              "smoke",
              REACTION,
              "Math.max(1, FixedPoint.mulDiv(alpha, params.scale()",
              "Math.max(0, FixedPoint.mulDiv(alpha, params.scale()"),
          fault(
              "alpha's timer does not begin anew",
              "smoke",
              REACTION,
              "    decayFromPs = nowPs;\n    if (listener",
              "    if (listener"),
          fault(
              "the timer of rises does not begin anew",
              "smoke_each",
              REACTION,
              "    riseFromPs = nowPs;\n    sentBytes = params.both()",
              "    sentBytes = params.both()"),
          fault(
              "the byte counter does not begin anew",
              "smoke_bytes",
              REACTION,
              "      sentBytes = 0;\n      rise(timeStage, byteStage + 1);",
              "      rise(timeStage, byteStage + 1);"),
          fault(
              "time alone is enough, where both are asked for",
              "smoke_both",
              REACTION,
              "params.both() && sentBytes < params.riseBytes()",
              "params.both() && sentBytes < 0"),
          fault(
              "bytes alone are enough, where both are asked for",
              "smoke_both",
              REACTION,
              "    if (params.both()) {",
              "    if (params.both() && sentBytes < 0) {"),
          fault(
              "a mean is rounded down",
              "live",
              REACTION,
              "(rate + target + 1) / 2",
              "(rate + target) / 2"),
          fault(
              "a rise is counted before it is compared, in each profile",
              "smoke_hyper",
              REACTION,
              "long t = params.countsFirst() ? byTime : timeStage;",
              "long t = byTime;"),
          fault(
              "nothing is let go at the line rate",
              "smoke_each",
              REACTION,
              "    if (rate == params.line()) {\n      release();\n    }\n",
              ""),
          fault(
              "alpha is kept for the next time",
              "smoke",
              REACTION,
              "    alpha = params.alphaStart();\n",
              "    alpha = alpha == 0 ? params.alphaStart() : alpha;\n"),
          fault(
              "packets leave as they come",
              "smoke_bytes",
              REACTION,
              "    if (from > nowPs) {",
              "    if (from > nowPs && bytes < 0) {"),
          fault(
              "the gap is that of the first packet",
              "smoke_bytes",
              REACTION,
              "      sentAtPs = nowPs;\n",
              "      sentAtPs = sentAtPs == 0 ? nowPs : sentAtPs;\n"),
          fault(
              "data is ECN-capable, selected or not",
              "trace_two",
              REACTION,
              "selected ? Ecn.ECT_0 : Ecn.NOT_ECT",
              "Ecn.ECT_0"),
          fault(
              "a host without reaction points reacts",
              "smoke_without",
              REACTION,
              "    if (reacts) {",
              "    if (reacts || !selected || selected) {"),
          fault(
              "the gap between cuts is not looked at",
              "smoke_after",
              REACTION,
              "      if (cuts) {",
              "      if (cuts || limited) {"),
          fault(
              "the interval is ignored",
              "smoke_each",
              NOTIFICATION,
              "isNews(opcode, ecn, valid) && sinceCnp(nowPs) >= params.intervalPs()",
              "isNews(opcode, ecn, valid)"),
          fault(
              "the end of the interval answers in each profile",
              "trace_bytes",
              NOTIFICATION,
              "owed = params.answers() == Answers.INTERVAL_END;",
              "owed = true;"),
          fault(
              "marks within the interval are forgotten",
              "smoke_each",
              NOTIFICATION,
              "owed = params.answers() == Answers.INTERVAL_END;",
              "owed = false;"),
          fault(
              "a CNP does not begin an interval",
              "smoke_each",
              NOTIFICATION,
              "    sentAtPs = nowPs;\n    owed = false;",
              "    owed = false;"),
          fault(
              "a packet is answered whose ICRC does not verify",
              "trace_ramp",
              NOTIFICATION,
              "ecn == Ecn.CE && valid &&",
              "ecn == Ecn.CE &&"),
          fault(
              "a CNP is answered by a CNP",
              "smoke_marked",
              NOTIFICATION,
              "valid && !ReactionPoint.isCnp(opcode);",
              "valid;"),
          fault(
              "a CNP names another queue pair",
              "smoke_two",
              NOTIFICATION,
              "    if (answers) {\n      sink.sendCnp(peer, ",
              "    if (answers) {\n      sink.sendCnp(peer ^ 1, "),
          fault(
              "a host without notification points notifies",
              "smoke_without",
              NOTIFICATION,
              "return notifies && ecn",
              "return ecn"),
          fault(
              "a marked packet is not delivered",
              "smoke_each",
              NOTIFICATION,
              "    if (valid && !ReactionPoint.isCnp(opcode)) {",
              "    if (valid && ecn != Ecn.CE) {"),
          fault(
              "a packet is dropped where it could be marked",
              "smoke_ramp",
              CONGESTION,
              "boolean fits = waiting + bytes <= room;",
              "boolean fits = waiting + bytes < room;"),
          fault(
              "what is marked is not counted",
              "smoke_each",
              CONGESTION,
              "waiting += fits ? bytes : 0;",
              "waiting += fits && verdict == PortVerdict.PASS ? bytes : 0;"),
          fault(
              "each CNP of a flood cuts",
              "chaos_reaction",
              REACTION,
              "sinceCut(nowPs) >= params.cutGap()",
              "true"),
          fault(
              "a flood of CNPs takes the rate to nothing",
              "chaos_reaction_two",
              REACTION,
              "Math.max(params.minRate(), FixedPoint.mulDiv(rate, 2 * scale - alpha, 2 * scale))",
              "FixedPoint.mulDiv(rate, 2 * scale - alpha, 2 * scale)"),
          fault(
              "data with ECT(1) is taken for marked",
              "chaos_notification",
              NOTIFICATION,
              "ecn == Ecn.CE && valid",
              "(ecn & 1) == 1 && valid"),
          fault(
              "a flood of marks is answered one by one",
              "chaos_notification",
              NOTIFICATION,
              "isNews(opcode, ecn, valid) && sinceCnp(nowPs) >= params.intervalPs()",
              "isNews(opcode, ecn, valid)"),
          fault(
              "a packet is handed on that does not verify",
              "chaos_notification",
              NOTIFICATION,
              "if (valid && !ReactionPoint.isCnp(opcode)) {",
              "if (!ReactionPoint.isCnp(opcode)) {"));

  private static Fault fault(String says, String model, String source, String from, String to) {
    return new Fault(says, "RcmLoop/" + model, source, from, to);
  }

  @TestFactory
  List<DynamicTest> eachIsFoundByReplay(@TempDir Path scratch) {
    return KernelFaults.eachIsFound(FAULTS, scratch);
  }
}
