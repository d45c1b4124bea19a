package dev.sluice.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A figure of a run that can be expected; each is a whole number of its unit. */
public enum Metric {
  /** How many flows were completed. */
  COMPLETED(
      "completed",
      Unit.FLOWS,
      "Flows completed: the source knows all of the payload to be in the target's "
          + "memory; `all` for every one."),
  /** Frames that vanished. */
  DROPS("drops", Unit.COUNT, "Frames dropped, for whatever reason."),
  /** Frames that were marked. */
  MARKS("marks", Unit.COUNT, "Frames that a switch marked with congestion experienced."),
  /** Frames that were trimmed. */
  TRIMS("trims", Unit.COUNT, "Frames that a switch cut down to their header."),
  /** Data packets that were sent more than once. */
  RETRANSMISSIONS("retransmissions", Unit.COUNT, "Data packets retransmitted."),
  /** Changes of the entropy value. */
  ENTROPY_CHANGES("entropy-changes", Unit.COUNT, "How often a context changed its entropy value."),
  /** The longest queue. */
  PEAK_QUEUE("peak-queue", Unit.SIZE, "The longest data queue at a switch port at any moment."),
  /** 99th percentile of the queue at the port that held most. */
  QUEUE_P99(
      "queue-p99",
      Unit.SIZE,
      "At the port whose queue holds most over time (bytes times time): the 99th "
          + "percentile of the queue that its frames found, each of them included."),
  /** Median of that queue. */
  QUEUE_P50("queue-p50", Unit.SIZE, "The same: the 50th percentile."),
  /** Payload throughput of all flows together. */
  GOODPUT(
      "goodput",
      Unit.RATE,
      "Payload of the completed flows, over the time from the first start of a flow, "
          + "completed or not, to the last completion; 0 if no flow was completed."),
  /** Least time that the hosts allow, over the actual time. */
  EFFICIENCY(
      "efficiency",
      Unit.RATIO,
      "The time that all flows would take if nothing but their hosts held them up (the "
          + "payload of the busiest host at its rate, and a base RTT) over the time from the "
          + "first start to the last completion; absent if a flow was not completed."),
  /** The slowest flow's rate. */
  FLOW_GOODPUT_MIN(
      "flow-goodput-min",
      Unit.RATE,
      "The least rate of a flow, payload over completion time; 0 if a flow was not "
          + "completed."),
  /** The fastest flow's rate. */
  FLOW_GOODPUT_MAX(
      "flow-goodput-max", Unit.RATE, "The greatest rate of a flow; 0 if no flow was completed."),
  /** The shortest flow completion time. */
  FCT_MIN("fct-min", Unit.TIME, "The shortest completion time of the completed flows."),
  /** Median flow completion time. */
  FCT_MEDIAN(
      "fct-median", Unit.TIME, "The 50th percentile of the completed flows' completion times."),
  /** 99th percentile of flow completion times. */
  FCT_P99("fct-p99", Unit.TIME, "The 99th percentile of the completed flows' completion times."),
  /** The longest flow completion time. */
  FCT_MAX("fct-max", Unit.TIME, "The longest completion time of the completed flows."),
  /** The shortest round trip measured. */
  RTT_MIN("rtt-min", Unit.TIME, "The shortest round-trip time that a source measured."),
  /** The longest round trip measured. */
  RTT_MAX("rtt-max", Unit.TIME, "The longest round-trip time that a source measured."),
  /** Jain's index of the flows' rates. */
  FAIRNESS(
      "fairness",
      Unit.FRACTION,
      "Jain's index of the rates of all flows, (Σx)² ÷ (n × Σx²): x is payload over "
          + "completion time, 0 for a flow that was not completed. It is 1 for equal rates "
          + "and for a single flow, k ÷ n if k of n flows share equally and the "
          + "others starve, and 0 if no flow was completed."),
  /** 99th percentile of slowdowns. */
  SLOWDOWN_P99(
      "slowdown-p99",
      Unit.RATIO,
      "The 99th percentile of the completed flows' slowdowns: completion time over the "
          + "time that the flow takes alone, its payload at the rate of the slowest hop "
          + "between its hosts (parallel links among which switches choose count together), "
          + "and the base RTT that its NIC is configured with."),
  /** Greatest slowdown. */
  SLOWDOWN_MAX("slowdown-max", Unit.RATIO, "The greatest slowdown of a completed flow."),
  /** Retransmissions for each packet. */
  RESENT_SHARE(
      "resent-share",
      Unit.RATIO,
      "Retransmissions over the data packets that were sent for the first time."),
  /** Delivered share of open-loop frames. */
  LOAD_DELIVERED(
      "load-delivered",
      Unit.RATIO,
      Needs.LOADS,
      "Frames of [[load]] tables that came whole by the end of the run, over those sent."),
  /** The longest that a frame of an open-loop source took. */
  LOAD_DELAY_MAX(
      "load-delay-max",
      Unit.TIME,
      Needs.LOADS,
      "The longest time that a frame of a [[load]] took from its sending to its delivery."),
  /** The most of one class that a switch held of what came over one link. */
  PEAK_INGRESS(
      "peak-ingress",
      Unit.SIZE,
      Needs.INGRESS,
      "With `queues.count-ingress`: the most that a switch held of one queue's frames that came"
          + " over one link."),
  /** Pause frames that ask for a pause. */
  XOFFS(
      "xoffs",
      Unit.COUNT,
      Needs.PAUSES,
      "With `pause.lossless`: how often a port was told to pause in a queue, repetitions counted."),
  /** Pause frames that end one. */
  XONS("xons", Unit.COUNT, Needs.PAUSES, "The same: how often a port was told to go on."),
  /** How long a port was paused. */
  PAUSED_MAX(
      "paused-max",
      Unit.TIME,
      Needs.PAUSES,
      "The same: how long the port and queue stood paused, in all, that were paused longest."),
  /** Pauses that came before all marks. */
  XOFFS_UNMARKED(
      "xoffs-unmarked",
      Unit.COUNT,
      Needs.PAUSES,
      "The same: how often a port was told to pause before any frame had been marked."),
  /** Storms of pause frames that watchdogs found. */
  STORMS(
      "storms",
      Unit.COUNT,
      Needs.PAUSES,
      "The same: how many storms of pause frames the switches' watchdogs found."),
  /** Ports that can never go on. */
  DEADLOCKED(
      "deadlocked",
      Unit.COUNT,
      Needs.PAUSES,
      "The same: how many ports, each in a queue, can never go on, because ports pause one another"
          + " in a cycle."),
  /** Flows whose connection has given up. */
  FAILED(
      "failed",
      Unit.COUNT,
      Needs.ROCE,
      "Flows of RoCEv2 whose connection has used up its retries, or was refused, and those behind"
          + " them."),
  /** NAKs that tell of a missing packet. */
  NAKS("naks", Unit.COUNT, Needs.ROCE, "NAKs of RoCEv2 that told a requester of a missing packet."),
  /** NAKs that tell of a missing receive. */
  RNR_NAKS("rnr-naks", Unit.COUNT, Needs.ROCE, "RNR NAKs of RoCEv2: no receive was posted."),
  /** Retransmission timers that ran out. */
  TIMEOUTS("timeouts", Unit.COUNT, Needs.ROCE, "Retransmission timers of RoCEv2 that ran out."),
  /** Notifications of congestion. */
  CNPS(
      "cnps",
      Unit.COUNT,
      Needs.ROCE,
      "Notifications of congestion (CNPs) of RoCEv2 that those who received marked packets sent."),
  /** The queue that LDCP's frames find in the mean. */
  LDCP_QUEUE(
      "ldcp-queue",
      Unit.SIZE,
      Needs.LDCP,
      "With `roce.cc = \"ldcp\"`: the queue that its frames find, each of them not "
          + "included, in the mean over the frames of the time that is observed; at the port "
          + "where the sum is greatest."),
  /** By how much that differs from the closed form. */
  LDCP_QUEUE_OFF(
      "ldcp-queue-off",
      Unit.RATIO,
      Needs.LDCP,
      "The same: by how much that queue differs from the closed form's, as a share of it; of equal"
          + " flows that begin together, into one host."),
  /** The window in the mean. */
  LDCP_WINDOW(
      "ldcp-window",
      Unit.RATIO,
      Needs.LDCP,
      "The same: the window of each pair of hosts in the mean over that time, and of "
          + "those the mean, in packets."),
  /** By how much that differs from the closed form. */
  LDCP_WINDOW_OFF(
      "ldcp-window-off",
      Unit.RATIO,
      Needs.LDCP,
      "The same: by how much it differs from the closed form's."),
  /** The share of marks. */
  LDCP_MARKED(
      "ldcp-marked",
      Unit.FRACTION,
      Needs.LDCP,
      "The same: of the packets acknowledged in that time, the share with an echoed mark."),
  /** How busy the bottleneck is. */
  LDCP_LOAD(
      "ldcp-load",
      Unit.FRACTION,
      Needs.LDCP,
      "The same: the share of time in which that port was sending, whatever the frames."),
  /** ECN-capable frames that a switch dropped. */
  CAPABLE_DROPS(
      "capable-drops",
      Unit.COUNT,
      Needs.LDCP,
      "The same: frames dropped by switches that were ECN-capable, in the whole run."),
  /** The queue at the busiest port of HPCC++. */
  HPCC_QUEUE(
      "hpcc-queue",
      Unit.SIZE,
      Needs.HPCC,
      "With `roce.cc = \"hpcc\"`: the queue that its frames find, each of them not "
          + "included, in the mean over the frames of the time that is observed; at the port "
          + "that is sending for the greatest share of it."),
  /** 99th percentile of that queue. */
  HPCC_QUEUE_P99("hpcc-queue-p99", Unit.SIZE, Needs.HPCC, "The same: the 99th percentile."),
  /** The longest there. */
  HPCC_QUEUE_PEAK(
      "hpcc-queue-peak", Unit.SIZE, Needs.HPCC, "The same: the longest queue that a frame finds."),
  /** How busy that port is. */
  HPCC_LOAD(
      "hpcc-load",
      Unit.FRACTION,
      Needs.HPCC,
      "The same: the share of time in which that port was sending, whatever the frames."),
  /** By how much that differs from the closed form. */
  HPCC_LOAD_OFF(
      "hpcc-load-off",
      Unit.RATIO,
      Needs.HPCC,
      "The same: by how much that load differs from the closed form's, as a share of it; of flows"
          + " into one host over one switch."),
  /** The least of it in a T. */
  HPCC_LOAD_MIN(
      "hpcc-load-min", Unit.RATIO, Needs.HPCC, "The same: the load of the whole T with the least."),
  /** The most of it in a T. */
  HPCC_LOAD_MAX(
      "hpcc-load-max",
      Unit.RATIO,
      Needs.HPCC,
      "The same: that of the T with the most; frames count where they begin, so that it may be"
          + " above 1 by one of them."),
  /** U in the mean. */
  HPCC_U(
      "hpcc-u",
      Unit.RATIO,
      Needs.HPCC,
      "The same: U as acknowledgments have left it, in the mean over acknowledgments."),
  /** By how much that differs from the closed form. */
  HPCC_U_OFF(
      "hpcc-u-off",
      Unit.RATIO,
      Needs.HPCC,
      "The same: by how much that U differs from the closed form's, as a share of it; of flows into"
          + " one host over one switch."),
  /** The window in the mean. */
  HPCC_WINDOW(
      "hpcc-window",
      Unit.SIZE,
      Needs.HPCC,
      "The same: windows as acknowledgments have left them, in the mean over "
          + "acknowledgments.");

  /** What a figure counts. */
  public enum Unit {
    /** Things. */
    COUNT,
    /** Flows, of which there is a number that is all. */
    FLOWS,
    /** Bytes. */
    SIZE,
    /** Bits per second. */
    RATE,
    /** Picoseconds. */
    TIME,
    /** Millionths, up to one. */
    FRACTION,
    /** Millionths. */
    RATIO
  }

  /** What a run must have for a figure to be there. */
  enum Needs {
    /** Nothing: every run has it. */
    NOTHING(""),
    /** Open-loop sources. */
    LOADS("a [[load]]"),
    /** Queues that count by where frames came from. */
    INGRESS("queues.count-ingress = true"),
    /** Switches that pause. */
    PAUSES("pause.lossless, and not off"),
    /** Flows that RoCEv2 carries. */
    ROCE("a flow whose transport is roce"),
    /** LDCP. */
    LDCP("roce.cc = \"ldcp\""),
    /** HPCC++. */
    HPCC("roce.cc = \"hpcc\"");

    private final String says;

    Needs(String says) {
      this.says = says;
    }

    /** The same as a scenario says it. */
    String says() {
      return says;
    }
  }

  private final String key;
  private final Unit unit;
  private final Needs needs;
  private final String says;

  Metric(String key, Unit unit, String says) {
    this(key, unit, Needs.NOTHING, says);
  }

  Metric(String key, Unit unit, Needs needs, String says) {
    this.key = key;
    this.unit = unit;
    this.needs = needs;
    this.says = says;
  }

  /** Its name in scenario files and results. */
  public String key() {
    return key;
  }

  /** Whether every run has it; others only those that have what it needs. */
  public boolean isOfEveryRun() {
    return needs == Needs.NOTHING;
  }

  /** What a run must have for it to be there. */
  Needs needs() {
    return needs;
  }

  /** What it counts. */
  public Unit unit() {
    return unit;
  }

  /** What it is. */
  public String says() {
    return says;
  }

  /** The metric of that name. */
  public static Optional<Metric> of(String key) {
    return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }

  /** All names. */
  static List<String> keys() {
    return Arrays.stream(values()).map(Metric::key).toList();
  }

  /** A value with its unit, exactly, as it may be written in a scenario. */
  public String print(long value) {
    return switch (unit) {
      case COUNT, FLOWS -> Long.toString(value);
      case SIZE -> Quantity.SIZE.print(value);
      case RATE -> Quantity.RATE.print(value);
      case TIME -> Quantity.TIME.print(value);
      case FRACTION, RATIO ->
          String.format(java.util.Locale.ROOT, "%d.%06d", value / 1_000_000, value % 1_000_000);
    };
  }
}
