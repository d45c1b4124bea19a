package dev.sluice.cli;

import dev.sluice.cc.hpcc.HpccParams;
import dev.sluice.scenario.HpccClosedForm;
import dev.sluice.scenario.HpccPlan;
import dev.sluice.scenario.HpccResult;
import java.util.List;
import java.util.Locale;

/** What {@code sluice run} prints of HPCC++. */
final class HpccText {
  private static final double PARTS_OF_BYTE = 512;
  private static final int MILLION = 1_000_000;

  private HpccText() {}

  /** How its flows are configured. */
  static String head(HpccPlan plan) {
    HpccParams params = plan.params();
    return "T %s, eta %s, maxStage %s, W_init %s, W_ai %s; the %s runs it; frames of %s B%s"
        .formatted(
            Amounts.time(params.tPs()),
            share(Math.round((double) params.eta() * MILLION / params.one())),
            Words.count(params.maxStage()),
            Amounts.size(Math.round(params.wInit() / PARTS_OF_BYTE)),
            bytes(params.wai())
                + (plan.countedFlows() > 0 ? " or by the flows that are counted" : ""),
            plan.atReceiver() ? "receiver" : "sender",
            Words.count(plan.frameBytes()),
            plan.rule().countsReceived() ? "; switches tell of what they have received" : "");
  }

  private static String bytes(long parts) {
    String text = String.format(Locale.ROOT, "%.3f", parts / PARTS_OF_BYTE);
    return text.replaceAll("\\.?0+$", "") + " B";
  }

  /** What the rows of a sweep have besides. */
  static final List<String> HEADS = List.of(">load", ">U", ">U*", ">queue mean", ">p99");

  /** The same of one run. */
  static List<String> cells(HpccResult result) {
    return List.of(
        share(result.loadMillionths()),
        share(result.uMillionths()),
        share(result.closed().map(HpccClosedForm::uMillionths).orElse(-1L)),
        queue(result.queueBytes()),
        queue(result.queueP99Bytes()));
  }

  private static String queue(long bytes) {
    return bytes < 0 ? "none" : Amounts.size(bytes);
  }

  /** What came of them. */
  static String seen(HpccResult result) {
    if (result.port().isEmpty()) {
      return "no queue and no load, as there is no switch";
    }
    return "load %s at %s, in each T %s to %s; queue %s in the mean, p99 %s, peak %s"
        .formatted(
            share(result.loadMillionths()),
            result.port(),
            share(result.leastMillionths()),
            share(result.mostMillionths()),
            Amounts.size(result.queueBytes()),
            Amounts.size(result.queueP99Bytes()),
            Amounts.size(result.queuePeakBytes()));
  }

  /** Where windows stood. */
  static String windows(HpccResult result) {
    return "window %s in the mean%s"
        .formatted(
            Amounts.size(result.windowBytes()),
            result.uMillionths() < 0 ? "" : ", U " + share(result.uMillionths()));
  }

  /** Where all should come to rest. */
  static String closed(HpccClosedForm form) {
    return "U* %s, q* %s, W* %s; %s, none waits up to %s; B T %s"
        .formatted(
            share(form.uMillionths()),
            Amounts.size(form.queueBytes()),
            Amounts.size(form.windowBytes()),
            Words.some(form.flows(), "flow", "flows"),
            Words.count(form.mostFlows()),
            Amounts.size(form.bdpBytes()));
  }

  private static String share(long millionths) {
    return millionths < 0
        ? "none"
        : String.format(Locale.ROOT, "%.2f %%", 100.0 * millionths / MILLION);
  }
}
