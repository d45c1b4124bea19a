package dev.sluice.cli;

import dev.sluice.fabric.DropReason;
import dev.sluice.fabric.Topology;
import dev.sluice.host.load.LoadCounts;
import dev.sluice.scenario.CnpIntervalCheck;
import dev.sluice.scenario.DeadlockResult;
import dev.sluice.scenario.Expectation;
import dev.sluice.scenario.Figures;
import dev.sluice.scenario.FlowResult;
import dev.sluice.scenario.FlowResult.Outcome;
import dev.sluice.scenario.HeadroomCheck;
import dev.sluice.scenario.IngressPeak;
import dev.sluice.scenario.LeastRateCheck;
import dev.sluice.scenario.LifetimeCheck;
import dev.sluice.scenario.LoadResult;
import dev.sluice.scenario.LosslessCheck;
import dev.sluice.scenario.Metric;
import dev.sluice.scenario.PauseResult;
import dev.sluice.scenario.PortQueue;
import dev.sluice.scenario.QueueResult;
import dev.sluice.scenario.RunVerdict;
import dev.sluice.scenario.Scenario;
import dev.sluice.scenario.SizeBin;
import dev.sluice.scenario.StormResult;
import dev.sluice.scenario.UnmarkedCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What {@code sluice run} prints for people. */
final class RunText {
  private static final int MOST_STORMS = 3;

  private RunText() {}

  /** What is run. */
  static List<String> head(Scenario scenario) {
    List<String> lines = new ArrayList<>();
    lines.add(scenario.title().isEmpty() ? scenario.name() : scenario.title());
    if (scenario.hasUet()) {
      lines.add(row("profile", scenario.nic().profile().label()));
      lines.add(row("algorithm", algorithm(scenario)));
    }
    if (scenario.hasRoce()) {
      lines.add(row("RoCEv2", RoceText.head(scenario)));
      scenario.ldcp().ifPresent(plan -> lines.add(row("LDCP", LdcpText.head(plan))));
      scenario.ldcpRate().ifPresent(with -> lines.add(row("LDCP", LdcpText.head(with))));
      scenario.hpcc().ifPresent(plan -> lines.add(row("HPCC++", HpccText.head(plan))));
    }
    lines.add(row("topology", topology(scenario)));
    lines.add(
        row(
            "flows",
            Words.some(scenario.flows().size(), "flow", "flows")
                + ", "
                + Amounts.size(scenario.demandBytes())));
    lines.add(row("seed", Long.toString(scenario.seed())));
    scenario.changes().forEach((path, value) -> lines.add(row("with", path + " = " + value)));
    return lines;
  }

  /** The same for one run, with {@link #warnings}. */
  static List<String> headOfOne(Scenario scenario) {
    List<String> lines = new ArrayList<>(head(scenario));
    warnings(scenario).forEach(warning -> lines.add(row("warning", warning)));
    return lines;
  }

  /** Returns what keeps a scenario from doing as its keys say, a sentence each. */
  static List<String> warnings(Scenario scenario) {
    List<String> warnings = new ArrayList<>();
    for (LosslessCheck check : LosslessCheck.of(scenario)) {
      String at =
          " ("
              + Words.some(check.senders(), "sender", "senders")
              + " to host-"
              + check.host()
              + ")";
      if (check.capIsShort()) {
        warnings.add(
            "credit-cap is below "
                + Amounts.size(check.capNeededBytes())
                + ": the link may idle or stand still"
                + at);
      }
      if (check.queueIsShort()) {
        warnings.add(
            "the last hop holds less than "
                + Amounts.size(check.queueNeededBytes())
                + ": it may lose packets"
                + at);
      }
      if (check.timeoutIsShort()) {
        warnings.add(
            "rto is below "
                + Amounts.time(check.timeoutNeededPs())
                + ": what only waits may be sent again"
                + at);
      }
    }
    CnpIntervalCheck.of(scenario).ifPresent(check -> warnings.add(interval(check)));
    UnmarkedCheck.of(scenario).ifPresent(check -> warnings.add(unmarked(check)));
    for (LeastRateCheck check : LeastRateCheck.of(scenario)) {
      warnings.add(
          "%s at hpcc.least-rate need %s, and the link to %s has %s: no window can fall far enough,"
                  .formatted(
                      Words.some(check.flows(), "flow", "flows"),
                      Amounts.rate(Math.multiplyExact(check.flows(), check.leastBps())),
                      check.host(),
                      Amounts.rate(check.rateBps()))
              + " the queue grows, and the closed form does not apply; lower hpcc.least-rate");
    }
    for (HeadroomCheck check : HeadroomCheck.of(scenario)) {
      warnings.add(
          "the headrooms of %s at %s are %s together, and its shared buffer is %s: lossless queues"
                  .formatted(
                      Words.some(check.lanes(), "lossless lane", "lossless lanes"),
                      check.node(),
                      Amounts.size(check.headroomBytes()),
                      Amounts.size(check.bufferBytes()))
              + " may drop; raise queues.shared-buffer, or lower pause.headroom");
    }
    if (scenario.isOutcastOfReads()) {
      warnings.add(
          "all flows are READs from one host, so that data leave it and nothing meets there: this"
              + " incast is an outcast; use kind = \"outcast\" for an incast of READs");
    }
    return warnings;
  }

  private static String unmarked(UnmarkedCheck check) {
    String because =
        switch (check.why()) {
          case OFF -> "ecn-min is off";
          case LAST_HOP_OFF -> "last-hop-ecn is off, and all ports of switches lead to hosts";
          case TOO_SHORT ->
              "ecn-min is "
                  + Amounts.size(check.ecnMinBytes())
                  + ", and the queue holds at most "
                  + Amounts.size(check.mostBytes());
        };
    String then =
        switch (check.why()) {
          case OFF -> "set ecn-min and ecn-max of the queue";
          case LAST_HOP_OFF -> "set last-hop-ecn to on";
          case TOO_SHORT -> "set a smaller ecn-min";
        };
    return "roce.cc is rcm, but queue %s never marks frames (%s): no CNP is sent, and no rate falls; %s"
        .formatted(check.queue(), because, then);
  }

  private static String interval(CnpIntervalCheck check) {
    List<String> after = new ArrayList<>();
    if (check.params().riseTime() > 0) {
      after.add("rise-timer " + Amounts.time(check.params().riseTime()));
    }
    if (check.params().riseBytes() > 0) {
      after.add("rise-bytes " + Amounts.size(check.params().riseBytes()));
    }
    return "cnp-interval is "
        + Amounts.time(check.intervalPs())
        + ", and rates rise within it ("
        + String.join(check.params().both() ? " and " : " or ", after)
        + "): marks are not answered while the queue grows (FIND-27); set a shorter interval, or a"
        + " later rise";
  }

  /** Returns warnings that a run's result gives rise to. */
  static List<String> after(Scenario scenario, Figures figures) {
    List<String> warnings = new ArrayList<>();
    LifetimeCheck.of(scenario, figures)
        .ifPresent(
            check ->
                warnings.add(
                    "a packet waited "
                        + Amounts.time(check.waitedPs())
                        + " at "
                        + check.port()
                        + ", and nic.lifetime is "
                        + Amounts.time(check.lifetimePs())
                        + ": a SYN sent again that comes so late may hold up the next PDC of its id"
                        + " for ever; raise nic.lifetime above that, or nic.rto, so that what only"
                        + " waits is not sent again"));
    long timeoutPs = scenario.roce().timeoutPs();
    boolean isPaused = figures.pauses().stream().anyMatch(pause -> pause.pausedPs() > timeoutPs);
    if (figures.roce().timeouts() > 0 && figures.frames().dropped() == 0 && !isPaused) {
      warnings.add(
          Words.some(figures.roce().timeouts(), "retransmission timer", "retransmission timers")
              + " of RoCEv2 ran out, and no frame was lost: acknowledgments took longer than"
              + " roce.timeout, which is "
              + Amounts.time(timeoutPs)
              + "; set a longer one");
    }
    return warnings;
  }

  private static String row(String name, String value) {
    return String.format(Locale.ROOT, "  %-11s %s", name, value).stripTrailing();
  }

  private static String algorithm(Scenario scenario) {
    return switch (scenario.nic().congestionControl()) {
      case NONE -> "none";
      case FIXED_WINDOW -> "window of constant size, at the sender";
      case NSCC -> "NSCC, the sender's window";
      case RCCC -> "RCCC, the receiver's credit";
      case NSCC_AND_RCCC -> "NSCC and RCCC together";
    };
  }

  private static String topology(Scenario scenario) {
    Topology topology = scenario.topology();
    return Words.some(topology.hosts(), "host", "hosts")
        + ", "
        + Words.some(topology.nodes() - topology.hosts(), "switch", "switches")
        + ", "
        + Words.some(topology.links(), "link", "links")
        + "; configured base RTT "
        + Amounts.time(scenario.nic().baseRttPs());
  }

  /** What came out. */
  static List<String> result(Scenario scenario, Figures figures) {
    List<String> lines = new ArrayList<>();
    lines.add(
        row(
            "completed",
            figures.completed()
                + " of "
                + Words.some(figures.flows().size(), "flow", "flows")
                + "; "
                + (figures.isAtRest() ? "all at rest after " : "NOT at rest after ")
                + Amounts.time(figures.endPs())));
    failed(figures).ifPresent(line -> lines.add(row("failed", line)));
    after(scenario, figures).forEach(warning -> lines.add(row("warning", warning)));
    lines.add(
        row(
            "FCT",
            "min "
                + figure(figures, Metric.FCT_MIN)
                + ", median "
                + figure(figures, Metric.FCT_MEDIAN)
                + ", p99 "
                + figure(figures, Metric.FCT_P99)
                + ", max "
                + figure(figures, Metric.FCT_MAX)));
    lines.add(
        row(
            "goodput",
            figure(figures, Metric.GOODPUT)
                + " in all; a flow "
                + figure(figures, Metric.FLOW_GOODPUT_MIN)
                + " to "
                + figure(figures, Metric.FLOW_GOODPUT_MAX)));
    if (figures.roce().flows() > 0) {
      lines.add(row("RoCEv2", RoceText.result(figures)));
      if (figures.roce().cnpsSent() > 0) {
        lines.add(row("RCM", RoceText.notifications(figures)));
      }
      scenario
          .ldcp()
          .ifPresent(plan -> lines.add(row("LDCP", LdcpText.means(figures.ldcp(), plan))));
      figures
          .ldcp()
          .closed()
          .ifPresent(form -> lines.add(row("closed form", LdcpText.closed(form))));
      if (scenario.hpcc().isPresent()) {
        lines.add(row("HPCC++", HpccText.seen(figures.hpcc())));
        lines.add(row("", HpccText.windows(figures.hpcc())));
        figures
            .hpcc()
            .closed()
            .ifPresent(form -> lines.add(row("closed form", HpccText.closed(form))));
      }
    }
    lines.add(row("fairness", figure(figures, Metric.FAIRNESS) + " (Jain)"));
    queues(figures, lines);
    for (QueueResult queue : figures.queues()) {
      String longest = queue.port().isEmpty() ? "" : " at " + queue.port();
      lines.add(
          row(
              "queue",
              "%s: peak %s%s, marked %s, dropped %s"
                  .formatted(
                      queue.name(),
                      Amounts.size(queue.peakBytes()),
                      longest,
                      Words.count(queue.marked()),
                      Words.count(queue.dropped()))));
    }
    if (figures.ingressPeak().bytes() > 0) {
      IngressPeak peak = figures.ingressPeak();
      lines.add(
          row(
              "ingress",
              "peak %s of %s, come by %s"
                  .formatted(Amounts.size(peak.bytes()), peak.queue(), peak.port())));
    }
    pauses(figures, lines);
    figures.deadlock().ifPresent(deadlock -> deadlock(deadlock, lines));
    lines.add(
        row(
            "frames",
            "dropped "
                + figure(figures, Metric.DROPS)
                + drops(figures.drops())
                + ", marked "
                + figure(figures, Metric.MARKS)
                + ", trimmed "
                + figure(figures, Metric.TRIMS)));
    lines.add(
        row(
            "packets",
            Words.count(figures.dataPackets())
                + " of data, "
                + figure(figures, Metric.RETRANSMISSIONS)
                + " of them sent again; entropy changes "
                + figure(figures, Metric.ENTROPY_CHANGES)));
    figures.loads().forEach(load -> lines.add(row("open loop", load(scenario, load))));
    if (figures.differInSize()) {
      lines.add("");
      lines.addAll(bySize(figures));
    }
    return lines;
  }

  /** How much flows were slowed down, by their size. */
  private static List<String> bySize(Figures figures) {
    TextTable table = new TextTable("slowdown", ">flows", ">p50", ">p95", ">p99");
    for (SizeBin bin : figures.bySize()) {
      String all = Words.count(bin.flows());
      List<String> cells = new ArrayList<>();
      cells.add(bin.says());
      cells.add(bin.completed() == bin.flows() ? all : Words.count(bin.completed()) + " of " + all);
      for (int percent : SizeBin.PERCENTS) {
        cells.add(Amounts.of(Metric.SLOWDOWN_P99, bin.slowdown(percent)));
      }
      table.row(cells);
    }
    return table.lines();
  }

  /** Returns failed connections and a deadlock, a line each, as a sweep prints them. */
  private static List<String> failures(Figures figures) {
    List<String> lines = new ArrayList<>();
    failed(figures).ifPresent(line -> lines.add("failed " + line));
    figures.deadlock().ifPresent(deadlock -> lines.add("deadlock: " + stands(deadlock)));
    return lines;
  }

  /** Returns how many flows failed with their connections, and the first of them. */
  private static Optional<String> failed(Figures figures) {
    List<FlowResult> failed =
        figures.flows().stream().filter(flow -> flow.outcome() == Outcome.FAILED).toList();
    return failed.stream()
        .min(Comparator.comparingLong(FlowResult::failedPs)) // the first of equals
        .map(
            first ->
                "%s of %s with their connections: first flow %d, from host %d to host %d, at %s"
                    .formatted(
                        Words.count(failed.size()),
                        Words.some(figures.roce().flows(), "flow", "flows"),
                        figures.flows().indexOf(first),
                        first.flow().from(),
                        first.flow().to(),
                        Amounts.time(first.failedPs())));
  }

  private static String stands(DeadlockResult deadlock) {
    return "%s pause one another since %s; %s stopped for ever"
        .formatted(
            Words.some(deadlock.cycle().size(), "port", "ports"),
            Amounts.time(deadlock.sincePs()),
            Words.some(deadlock.lanes(), "port is", "ports are"));
  }

  /** Adds the cycle of ports that wait for one another. */
  private static void deadlock(DeadlockResult deadlock, List<String> lines) {
    lines.add(row("deadlock", stands(deadlock)));
    for (DeadlockResult.Wait wait : deadlock.cycle()) {
      lines.add(
          row(
              "",
              "%s %s waits for %s %s: %s at %s"
                  .formatted(
                      wait.port(),
                      wait.queue(),
                      wait.forPort(),
                      wait.forQueue(),
                      Amounts.size(wait.bytes()),
                      wait.at())));
    }
  }

  /** How often ports were paused, and the three that were so longest. */
  private static void pauses(Figures figures, List<String> lines) {
    if (figures.unmarkedXoffs() < 0) {
      return;
    }
    lines.add(
        row(
            "pause",
            "XOFFs %s, XONs %s; %s"
                .formatted(
                    figure(figures, Metric.XOFFS),
                    figure(figures, Metric.XONS),
                    Words.some(figures.pauses().size(), "port paused", "ports paused"))));
    for (PauseResult pause : figures.pauses().subList(0, Math.min(3, figures.pauses().size()))) {
      lines.add(
          row(
              "",
              "%s %s: %s, XOFFs %s, XONs %s"
                  .formatted(
                      pause.port(),
                      pause.queue(),
                      Amounts.time(pause.pausedPs()),
                      Words.count(pause.xoffs()),
                      Words.count(pause.xons()))));
    }
    storms(figures.storms(), lines);
  }

  /** Adds the first storms that watchdogs found. */
  private static void storms(List<StormResult> storms, List<String> lines) {
    for (int i = 0; i < Math.min(MOST_STORMS, storms.size()); i++) {
      StormResult storm = storms.get(i);
      lines.add(
          row(
              i == 0 ? "storms" : "",
              "%s %s: found after %s, %s; %s"
                  .formatted(
                      storm.port(),
                      storm.queue(),
                      Amounts.time(storm.foundPs()),
                      storm.endPs() < 0 ? "not over" : "over after " + Amounts.time(storm.endPs()),
                      Words.some(storm.dropped(), "frame dropped", "frames dropped"))));
    }
    if (storms.size() > MOST_STORMS) {
      lines.add(row("", "and %s more".formatted(Words.count(storms.size() - MOST_STORMS))));
    }
  }

  private static String load(Scenario scenario, LoadResult load) {
    Topology topology = scenario.topology();
    LoadCounts counts = load.counts();
    String came =
        "%s to %s at %s: %s frames sent, %s came"
            .formatted(
                topology.hostName(load.load().from()),
                topology.hostName(load.load().to()),
                Amounts.rate(load.load().rateBps()),
                Words.count(counts.sentFrames()),
                Words.count(counts.deliveredFrames()));
    came +=
        counts.markedFrames() == 0
            ? ""
            : ", %s marked".formatted(Words.count(counts.markedFrames()));
    came +=
        counts.trimmedFrames() == 0
            ? ""
            : ", %s trimmed".formatted(Words.count(counts.trimmedFrames()));
    return counts.deliveredFrames() == 0
        ? came
        : came
            + ", after "
            + Amounts.time(counts.shortestPs())
            + " to "
            + Amounts.time(counts.longestPs());
  }

  /**
   * The queue that held most over time; the longest and the last hop besides, where they are
   * others.
   */
  private static void queues(Figures figures, List<String> lines) {
    PortQueue busiest = figures.busiestQueue();
    PortQueue longest = figures.longestQueue();
    PortQueue lastHop = figures.busiestLastHop();
    if (busiest.port().isEmpty()) {
      lines.add(row("queue", "nothing waited at a switch"));
      return;
    }
    lines.add(row("queue", queue(busiest)));
    if (!longest.port().equals(busiest.port())) {
      lines.add(row("longest", queue(longest)));
    }
    if (!lastHop.port().isEmpty() && !lastHop.port().equals(busiest.port())) {
      lines.add(row("last hop", queue(lastHop)));
    }
  }

  private static String queue(PortQueue queue) {
    return "peak "
        + Amounts.of(Metric.PEAK_QUEUE, queue.peakBytes())
        + ", p99 "
        + Amounts.of(Metric.QUEUE_P99, queue.p99Bytes())
        + ", median "
        + Amounts.of(Metric.QUEUE_P50, queue.p50Bytes())
        + ", at "
        + queue.port();
  }

  private static String figure(Figures figures, Metric metric) {
    return Amounts.of(metric, figures.value(metric));
  }

  private static String drops(Map<DropReason, Long> drops) {
    return drops.isEmpty()
        ? ""
        : drops.entrySet().stream()
            .map(drop -> words(drop.getKey()) + " " + Words.count(drop.getValue()))
            .collect(Collectors.joining(", ", " (", ")"));
  }

  private static String words(DropReason reason) {
    return reason.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Which expectations are met. */
  static List<String> expectations(Terminal terminal, Scenario scenario, Figures figures) {
    TextTable table = new TextTable("", "expected", ">found");
    for (Expectation expectation : scenario.expectations()) {
      boolean met = figures.meets(expectation);
      table.row(
          List.of(
              met ? "ok" : "FAIL", expectation.toString(), figure(figures, expectation.metric())),
          met ? terminal::good : terminal::bad,
          0);
    }
    return table.lines();
  }

  /**
   * Why expectations may not be met that are somebody else's; empty where the scenario is as it is
   * written, but for its seed and for what is expected.
   */
  static Optional<String> isChanged(Scenario scenario) {
    List<String> changed =
        scenario.changes().keySet().stream()
            .filter(path -> !path.equals("seed") && !path.startsWith("expect."))
            .toList();
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "What is expected is said of the scenario as it is written, and "
                + String.join(", ", changed)
                + (changed.size() == 1 ? " is" : " are")
                + " different here; --set expect.KEY=VALUE says what is expected instead.");
  }

  /** The rows of a sweep. */
  static List<String> sweep(Terminal terminal, String path, List<Swept> runs) {
    boolean isHpcc = runs.stream().anyMatch(run -> run.scenario().hpcc().isPresent());
    List<String> heads =
        new ArrayList<>(
            List.of(
                "",
                ">" + path,
                ">completed",
                ">FCT median",
                ">FCT max",
                ">goodput",
                ">fairness",
                ">peak queue",
                ">dropped",
                ">sent again"));
    heads.addAll(isHpcc ? HpccText.HEADS : List.of());
    TextTable table = new TextTable(heads.toArray(String[]::new));
    for (Swept run : runs) {
      boolean met = run.isGood();
      List<String> cells = new ArrayList<>();
      cells.add(met ? "ok" : "FAIL");
      cells.add(run.value());
      cells.add(run.figures().completed() + "/" + run.figures().flows().size());
      for (Metric metric :
          List.of(
              Metric.FCT_MEDIAN,
              Metric.FCT_MAX,
              Metric.GOODPUT,
              Metric.FAIRNESS,
              Metric.PEAK_QUEUE,
              Metric.DROPS,
              Metric.RETRANSMISSIONS)) {
        cells.add(figure(run.figures(), metric));
      }
      cells.addAll(isHpcc ? HpccText.cells(run.figures().hpcc()) : List.of());
      table.row(cells, met ? terminal::good : terminal::bad, 0);
    }
    List<String> lines = new ArrayList<>(table.lines());
    for (Swept run : runs) {
      for (String warning : warnings(run.scenario())) {
        lines.add("  " + path + " = " + run.value() + ": warning: " + warning);
      }
      for (String failure : failures(run.figures())) {
        lines.add("  " + path + " = " + run.value() + ": " + failure);
      }
      for (Expectation unmet : run.figures().unmet(run.scenario().expectations())) {
        lines.add(
            "  "
                + path
                + " = "
                + run.value()
                + ": expected "
                + unmet
                + ", found "
                + figure(run.figures(), unmet.metric()));
      }
    }
    return lines;
  }

  /** Returns the last line: the verdict on all runs, and how many expectations are met. */
  static String verdict(Terminal terminal, List<Swept> runs, RunVerdict verdict) {
    long all = runs.stream().mapToLong(run -> run.scenario().expectations().size()).sum();
    long unmet =
        runs.stream()
            .mapToLong(run -> run.figures().unmet(run.scenario().expectations()).size())
            .sum();
    String counts =
        (all - unmet) + " of " + Words.some(all, "expectation", "expectations") + " met";
    return switch (verdict) {
      case AS_EXPECTED ->
          terminal.good("AS EXPECTED") + ": " + (all == 0 ? "all flows completed" : counts);
      case NOT_DECIDED -> terminal.doubtful("NOT DECIDED") + ": flows were cut short; " + counts;
      case FAILED -> terminal.bad("FAILED") + ": " + counts;
      case CONNECTIONS_FAILED -> {
        long failed = runs.stream().mapToLong(run -> run.figures().roce().failed()).sum();
        yield terminal.bad("CONNECTIONS FAILED")
            + ": "
            + Words.some(failed, "flow", "flows")
            + " failed; "
            + counts;
      }
      case DEADLOCK -> terminal.bad("DEADLOCK") + ": ports pause one another for ever; " + counts;
    };
  }

  /**
   * One run of a sweep, or the only one.
   *
   * @param value of the key that is swept; empty for the only one
   */
  record Swept(String value, Scenario scenario, Figures figures) {
    /** Returns the verdict on this run. */
    RunVerdict verdict() {
      return figures.verdict(scenario.expectations());
    }

    /** Returns whether nothing failed; a run that was cut short has not. */
    boolean isGood() {
      return verdict().compareTo(RunVerdict.NOT_DECIDED) <= 0;
    }
  }
}
