package dev.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.scenario.DeadlockResult;
import dev.sluice.scenario.Expectation;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.LoadResult;
import dev.sluice.scenario.Metric;
import dev.sluice.scenario.PauseResult;
import dev.sluice.scenario.PortQueue;
import dev.sluice.scenario.QueueResult;
import dev.sluice.scenario.RoceResult;
import dev.sluice.scenario.RunVerdict;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.SizeBin;
import dev.sluice.scenario.StormResult;
import java.util.List;
import java.util.Locale;

/**
 * The result of {@code sluice run} as one JSON document, the same bytes from run to run: whole
 * numbers only, in the units that {@code units} names.
 */
final class RunJson {
  /** Names this form; the number goes up when a field changes its meaning. */
  static final String FORMAT = "sluice-run/2";

  private static final ObjectMapper JSON = new ObjectMapper();

  private RunJson() {}

  /** The document as text. */
  static String of(List<RunText.Swept> runs, String status, int exit) {
    ObjectNode root = JSON.createObjectNode();
    root.put("format", FORMAT);
    root.put("sluice", Sluice.version());
    root.put("command", "run");
    root.put("status", status);
    root.put("exit", exit);
    ObjectNode units = root.putObject("units");
    for (Metric metric : Metric.values()) {
      if (runs.stream().anyMatch(run -> isOf(run.figures(), metric))) {
        units.put(metric.key(), unit(metric));
      }
    }
    if (runs.stream().anyMatch(run -> run.figures().differInSize())) {
      units.put("slowdownBySize", "10^-6");
    }
    ArrayNode all = root.putArray("runs");
    runs.forEach(run -> run(run, all.addObject()));
    return ResultJson.print(root);
  }

  /** Returns the word for a verdict. */
  static String status(RunVerdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The unit of a figure. */
  static String unit(Metric metric) {
    return switch (metric.unit()) {
      case COUNT, FLOWS -> "1";
      case SIZE -> "B";
      case RATE -> "bit/s";
      case TIME -> "ps";
      case FRACTION, RATIO -> "10^-6";
    };
  }

  private static boolean isOf(Figures figures, Metric metric) {
    return metric.isOfEveryRun() || figures.value(metric) >= 0;
  }

  /** What only scenarios have that ask for it. */
  private static void more(Figures figures, ObjectNode node) {
    if (!figures.queues().isEmpty()) {
      ArrayNode queues = node.putArray("queues");
      for (QueueResult queue : figures.queues()) {
        ObjectNode one = queues.addObject();
        one.put("name", queue.name());
        one.put("port", queue.port());
        one.put("peakBytes", queue.peakBytes());
        one.put("marked", queue.marked());
        one.put("dropped", queue.dropped());
      }
    }
    if (figures.ingressPeak().bytes() >= 0) {
      ObjectNode peak = node.putObject("peakIngress");
      peak.put("port", figures.ingressPeak().port());
      peak.put("queue", figures.ingressPeak().queue());
      peak.put("bytes", figures.ingressPeak().bytes());
    }
    if (!figures.pauses().isEmpty()) {
      ArrayNode pauses = node.putArray("pauses");
      for (PauseResult pause : figures.pauses()) {
        ObjectNode one = pauses.addObject();
        one.put("port", pause.port());
        one.put("queue", pause.queue());
        one.put("xoffs", pause.xoffs());
        one.put("xons", pause.xons());
        one.put("pausedPs", pause.pausedPs());
      }
    }
    if (!figures.storms().isEmpty()) {
      ArrayNode storms = node.putArray("storms");
      for (StormResult storm : figures.storms()) {
        ObjectNode one = storms.addObject();
        one.put("port", storm.port());
        one.put("queue", storm.queue());
        one.put("foundPs", storm.foundPs());
        one.put("endPs", storm.endPs());
        one.put("dropped", storm.dropped());
      }
    }
    figures.deadlock().ifPresent(deadlock -> deadlock(deadlock, node.putObject("deadlock")));
    if (figures.roce().flows() > 0) {
      RoceResult of = figures.roce();
      ObjectNode roce = node.putObject("roce");
      roce.put("flows", of.flows());
      roce.put("completed", of.completed());
      roce.put("failed", of.failed());
      roce.put("acknowledgments", of.acknowledgments());
      roce.put("cnpsSent", of.cnpsSent());
      roce.put("cnpsReceived", of.cnpsReceived());
      roce.put("leastRateBps", of.leastRateBps());
    }
    if (figures.ldcp().windowMillionths() >= 0) {
      ObjectNode ldcp = node.putObject("ldcp");
      ldcp.put("port", figures.ldcp().port());
      figures
          .ldcp()
          .closed()
          .ifPresent(
              form -> {
                ObjectNode closed = ldcp.putObject("closedForm");
                closed.put("flows", form.flows());
                closed.put("bdpBytes", form.bdpBytes());
                closed.put("frameBytes", form.frameBytes());
                closed.put("queueBytes", form.queueBytes());
                closed.put("wholeQueueBytes", form.wholeQueueBytes());
                closed.put("windowMillionths", form.windowMillionths());
                closed.put("markedMillionths", form.markedMillionths());
                closed.put("isValid", form.isValid());
              });
    }
    if (figures.hpcc().loadMillionths() >= 0) {
      ObjectNode hpcc = node.putObject("hpcc");
      hpcc.put("port", figures.hpcc().port());
      figures
          .hpcc()
          .closed()
          .ifPresent(
              form -> {
                ObjectNode closed = hpcc.putObject("closedForm");
                closed.put("flows", form.flows());
                closed.put("bdpBytes", form.bdpBytes());
                closed.put("uMillionths", form.uMillionths());
                closed.put("queueBytes", form.queueBytes());
                closed.put("windowBytes", form.windowBytes());
                closed.put("mostFlows", form.mostFlows());
              });
    }
    if (!figures.loads().isEmpty()) {
      ArrayNode loads = node.putArray("loads");
      for (LoadResult load : figures.loads()) {
        ObjectNode one = loads.addObject();
        one.put("from", load.load().from());
        one.put("to", load.load().to());
        one.put("rateBps", load.load().rateBps());
        one.put("frameBytes", load.load().frameBytes());
        one.put("sentFrames", load.counts().sentFrames());
        one.put("deliveredFrames", load.counts().deliveredFrames());
        one.put("markedFrames", load.counts().markedFrames());
        one.put("trimmedFrames", load.counts().trimmedFrames());
        one.put("shortestPs", load.counts().shortestPs());
        one.put("longestPs", load.counts().longestPs());
      }
    }
  }

  private static void deadlock(DeadlockResult deadlock, ObjectNode node) {
    node.put("sincePs", deadlock.sincePs());
    node.put("ports", deadlock.lanes());
    ArrayNode cycle = node.putArray("cycle");
    for (DeadlockResult.Wait wait : deadlock.cycle()) {
      ObjectNode one = cycle.addObject();
      one.put("port", wait.port());
      one.put("queue", wait.queue());
      one.put("waitsForPort", wait.forPort());
      one.put("waitsForQueue", wait.forQueue());
      one.put("at", wait.at());
      one.put("bytes", wait.bytes());
    }
  }

  private static void run(RunText.Swept run, ObjectNode node) {
    Scenario scenario = run.scenario();
    Figures figures = run.figures();
    node.put("scenario", scenario.name());
    node.put("title", scenario.title());
    node.put("digest", scenario.digest());
    node.put("profile", scenario.nic().profile().label());
    node.put("cc", scenario.control());
    node.put("seed", scenario.seed());
    node.put("baseRttPs", scenario.nic().baseRttPs());
    if (scenario.nic().congestionControl().nscc()) {
      node.put("windowSignals", scenario.nic().signals().label());
    }
    if (scenario.nic().congestionControl().rccc()) {
      node.put("creditTarget", scenario.nic().targetSays().label());
      node.put("packets", scenario.nic().packets().label());
    }
    node.put("initialLimit", scenario.nic().initialLimit().label());
    ObjectNode changes = node.putObject("changes");
    scenario.changes().forEach(changes::put);
    if (!run.value().isEmpty()) {
      node.put("swept", run.value());
    }
    ArrayNode warnings = node.putArray("warnings");
    RunText.warnings(scenario).forEach(warnings::add);
    RunText.after(scenario, figures).forEach(warnings::add);
    node.put("atRest", figures.isAtRest());
    node.put("endPs", figures.endPs());
    node.put("dataPackets", figures.dataPackets());
    node.put("busiestPort", figures.busiestPort());
    node.put("longestQueuePort", figures.longestQueue().port());
    PortQueue hop = figures.busiestLastHop();
    ObjectNode lastHop = node.putObject("busiestLastHop");
    lastHop.put("port", hop.port());
    lastHop.put("peakBytes", hop.peakBytes());
    lastHop.put("p99Bytes", hop.p99Bytes());
    lastHop.put("p50Bytes", hop.p50Bytes());
    ObjectNode values = node.putObject("figures");
    for (Metric metric : Metric.values()) {
      if (isOf(figures, metric)) {
        values.put(metric.key(), figures.value(metric));
      }
    }
    ObjectNode drops = node.putObject("drops");
    figures
        .drops()
        .forEach(
            (reason, count) ->
                drops.put(reason.name().toLowerCase(Locale.ROOT).replace('_', '-'), count));
    more(figures, node);
    if (figures.differInSize()) {
      ArrayNode sizes = node.putArray("slowdownBySize");
      figures.bySize().forEach(bin -> size(bin, sizes.addObject()));
    }
    ArrayNode expectations = node.putArray("expectations");
    for (Expectation expectation : scenario.expectations()) {
      ObjectNode one = expectations.addObject();
      one.put("expected", expectation.toString());
      one.put("found", figures.value(expectation.metric()));
      one.put("met", figures.meets(expectation));
    }
    ArrayNode flows = node.putArray("flows");
    for (FlowResult flow : figures.flows()) {
      ObjectNode one = flows.addObject();
      one.put("from", flow.flow().from());
      one.put("to", flow.flow().to());
      if (scenario.hasRoce()) {
        one.put("transport", flow.flow().isRoce() ? "roce" : "uet");
        one.put("operation", flow.flow().verb().name().toLowerCase(Locale.ROOT).replace('_', '-'));
      }
      one.put("outcome", flow.outcome().name().toLowerCase(Locale.ROOT));
      one.put("bytes", flow.flow().bytes());
      one.put("startPs", flow.flow().startPs());
      one.put("endPs", flow.endPs());
      if (flow.failedPs() >= 0) {
        one.put("failedPs", flow.failedPs());
      }
      one.put("fctPs", flow.fctPs());
      one.put("goodputBps", flow.goodputBps());
    }
  }

  /** Flows of about one size; −1 where sizes have no upper bound. */
  static void size(SizeBin bin, ObjectNode node) {
    bounds(bin, node);
    node.put("flows", bin.flows());
    node.put("completed", bin.completed());
    for (int percent : SizeBin.PERCENTS) {
      node.put("p" + percent, bin.slowdown(percent));
    }
  }

  /** Which sizes they are. */
  static void bounds(SizeBin bin, ObjectNode node) {
    node.put("aboveBytes", bin.aboveBytes());
    node.put("upToBytes", bin.upToBytes() == Long.MAX_VALUE ? -1 : bin.upToBytes());
  }

  /** How the table of flows begins. */
  static final String CSV_HEAD = "run,flow,from,to,bytes,start_ps,end_ps,fct_ps,goodput_bps\n";

  /** The flows as comma-separated values, one a line below a head. */
  static String csv(List<RunText.Swept> runs) {
    StringBuilder text = new StringBuilder(CSV_HEAD);
    for (RunText.Swept run : runs) {
      int number = 0;
      for (FlowResult flow : run.figures().flows()) {
        text.append(run.value()).append(',').append(number++);
        for (long field :
            new long[] {
              flow.flow().from(),
              flow.flow().to(),
              flow.flow().bytes(),
              flow.flow().startPs(),
              flow.endPs(),
              flow.fctPs(),
              flow.goodputBps()
            }) {
          text.append(',').append(field);
        }
        text.append('\n');
      }
    }
    return text.toString();
  }
}
