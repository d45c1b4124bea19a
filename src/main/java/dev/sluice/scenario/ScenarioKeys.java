package dev.sluice.scenario;

import static dev.sluice.scenario.Key.needed;
import static dev.sluice.scenario.Key.of;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a scenario file may say: the one place that the reader reads by and that {@code
 * docs/scenarios.md} is computed from.
 */
final class ScenarioKeys {
  private static final Kind SIZE = Kind.of(Quantity.SIZE, "1B", "1TB");

  /** What the length field of a request can say. */
  private static final Kind FLOW_SIZE = Kind.of(Quantity.SIZE, "1B", "4GB");

  private static final Kind TIME = Kind.of(Quantity.TIME, "0ps", "1000s");
  private static final Kind PERIOD = Kind.of(Quantity.TIME, "1ps", "1000s");
  private static final Kind LENGTH = Kind.of(Quantity.LENGTH, "0m", "1000km");
  private static final Kind RATES = Kind.oneOrMore(Kind.rate());

  static final Table TOP =
      new Table(
          "",
          false,
          "What holds for the whole run.",
          List.of(
              of("title", Kind.text(), "", "One line that is printed above the result."),
              of(
                  "profile",
                  Kind.choice("uet-1.0", "source-documents"),
                  "uet-1.0",
                  "Which reading of the rules the NICs follow."),
              of(
                  "cc",
                  Kind.choice("none", "window", "nscc", "rccc", "both"),
                  "nscc",
                  "What holds senders back: nothing but the range of packet numbers, a window of"
                      + " constant size, the window of NSCC, the credit of RCCC, or the last two"
                      + " together."),
              of("seed", Kind.count(0, Long.MAX_VALUE), "1", "Where all chance comes from."),
              of(
                  "until",
                  PERIOD,
                  "1s",
                  "When the run ends even if flows are still under way; simulated time.")),
          Map.of());

  static final Table TOPOLOGY =
      new Table(
          "topology",
          false,
          "Which hosts, switches and links there are. All links carry as much in either direction.",
          List.of(
              of(
                  "kind",
                  Kind.choice("star", "two-leaves", "leaf-spine", "fat-tree", "custom"),
                  "star",
                  "Its shape."),
              of("fec", TIME, "150ns", "Delay of the error correction at the end of each link."),
              of(
                  "switch-latency",
                  TIME,
                  "400ns",
                  "From the first bit's arrival to the first bit's departure.")),
          variants(
              "star",
              List.of(
                  of(
                      "hosts",
                      Kind.count(2, 4097).or("auto"),
                      "auto",
                      "Hosts around one switch; `auto`: as many as the workload needs."),
                  of("rate", RATES, "100G", "The hosts' links; a list is gone through in turn."),
                  of("length", LENGTH, "25m", "Fibre of a host's link.")),
              "two-leaves",
              List.of(
                  of("length", LENGTH, "5m", "Fibre of a host's link."),
                  of("core-length", LENGTH, "40m", "Fibre between the leaves.")),
              "leaf-spine",
              List.of(
                  of("leaves", Kind.count(1, 256), "4", "Leaf switches."),
                  of("spines", Kind.count(1, 256), "4", "Spine switches."),
                  of("hosts-per-leaf", Kind.count(1, 256), "4", "Hosts on each leaf."),
                  of("rate", RATES, "100G", "The hosts' links; a list is gone through in turn."),
                  of("length", LENGTH, "5m", "Fibre of a host's link."),
                  of("core-rate", Kind.rate(), "100G", "The links between leaf and spine."),
                  of("core-length", LENGTH, "20m", "Fibre between leaf and spine.")),
              "fat-tree",
              List.of(
                  of(
                      "radix",
                      Kind.count(2, 64),
                      "8",
                      "Ports of each switch, even; radix³ ÷ 4 hosts: 8 has 128, 16 has 1,024."),
                  of("rate", RATES, "100G", "The hosts' links; a list is gone through in turn."),
                  of("length", LENGTH, "5m", "Fibre of a host's link."),
                  of("edge-rate", Kind.rate(), "100G", "The links from edge to aggregation."),
                  of("edge-length", LENGTH, "10m", "Fibre from edge to aggregation."),
                  of("core-rate", Kind.rate(), "100G", "The links from aggregation to core."),
                  of("core-length", LENGTH, "10m", "Fibre from aggregation to core.")),
              "custom",
              List.of()));

  static final Table HOST =
      new Table(
          "host",
          true,
          "A host of a `custom` topology, numbered in the order of the file.",
          List.of(needed("name", Kind.text(), "Its name, which no other node has.")),
          Map.of());

  static final Table SWITCH =
      new Table(
          "switch",
          true,
          "A switch of a `custom` topology.",
          List.of(
              needed("name", Kind.text(), "Its name, which no other node has."),
              of(
                  "latency",
                  TIME.or("auto"),
                  "auto",
                  "Its latency; `auto`: the topology's `switch-latency`.")),
          Map.of());

  static final Table LINK =
      new Table(
          "link",
          true,
          "A link of a `custom` topology; a host has exactly one.",
          List.of(
              needed("from", Kind.text(), "The name of one end."),
              needed("to", Kind.text(), "The name of the other end."),
              of("rate", Kind.rate(), "100G", "Its rate."),
              of("length", LENGTH, "5m", "Its fibre."),
              of("fec", TIME.or("auto"), "auto", "Its delay; `auto`: the topology's `fec`.")),
          Map.of());

  static final Table QUEUES =
      new Table(
          "queues",
          false,
          "The switches' output ports. Data waits in a queue of its own, behind acknowledgments"
              + " and trimmed packets.",
          List.of(
              of(
                  "buffer",
                  SIZE.or("unlimited"),
                  "unlimited",
                  "The most that a port holds; what finds no room is dropped."),
              of(
                  "shared-buffer",
                  SIZE.or("unlimited"),
                  "unlimited",
                  "The most that all ports of a switch hold together."),
              of(
                  "last-hop-queue",
                  SIZE.or("unlimited"),
                  "unlimited",
                  "The most data that waits at a port towards a host, beside `buffer`."),
              of(
                  "ecn-min",
                  SIZE.or("auto").or("off"),
                  "auto",
                  "Queue from which data may be marked; `auto`: 0.2 BDP of the port's link;"
                      + " `off`: nothing is marked."),
              of(
                  "ecn-max",
                  SIZE.or("auto"),
                  "auto",
                  "Queue from which all data is marked; `auto`: 0.8 BDP of the port's link."),
              of(
                  "last-hop-ecn",
                  Kind.choice("auto", "on", "off"),
                  "auto",
                  "Whether ports towards hosts mark; `auto`: not with RCCC."),
              of(
                  "trim",
                  SIZE.or("off").or("auto"),
                  "off",
                  "Queue beyond which data is cut down to its header; `auto`: 1 BDP, at the last"
                      + " hop 1.5 BDP.")),
          Map.of());

  static final Table NIC =
      new Table(
          "nic",
          false,
          "The hosts' NICs, all alike.",
          List.of(
              of("mtu", Kind.count(64, 16_000), "4096", "The most payload in a packet, bytes."),
              of(
                  "packet-overhead",
                  Kind.of(Quantity.SIZE, "0B", "1000B").or("auto"),
                  "auto",
                  "What a packet counts for beyond its payload, in windows and credit; `auto`: 0 B,"
                      + " in `uet-1.0` 108 B. On the link and in queues it takes 126 B, without"
                      + " RCCC 122 B."),
              of(
                  "base-rtt",
                  PERIOD.or("auto").or("exact").or("microseconds"),
                  "auto",
                  "The configured base round-trip time, that of the longest path. `exact`: with a"
                      + " full packet there, the commit and its acknowledgment back, rounded up to"
                      + " 128 ns. `microseconds`: with a full packet either way and the commit,"
                      + " rounded up to whole microseconds. `auto`: `exact` for NSCC in `uet-1.0`,"
                      + " else `microseconds`."),
              of(
                  "max-window",
                  Kind.count(10, 1000),
                  "150",
                  "MaxWnd in percent of the BDP by the slower of the two ends."),
              of(
                  "initial-window",
                  SIZE.or("auto"),
                  "auto",
                  "The first window, at most one BDP, or MaxWnd with NSCC in `uet-1.0`; `auto`: as much."),
              of(
                  "scaling-factor",
                  Kind.powerOfTwo(512, 8192).or("auto"),
                  "auto",
                  "F in `source-documents`, where a step of the window is 150,000 B ÷ F; `auto`:"
                      + " 1,024. `uet-1.0` has none."),
              of(
                  "theta",
                  PERIOD.or("auto"),
                  "auto",
                  "In `source-documents`: how far above the base RTT a sample may lie before the"
                      + " window falls; `auto`: as far as the base RTT itself. `uet-1.0` has none."),
              of(
                  "delay-weight",
                  Kind.count(1, 1024).or("auto"),
                  "auto",
                  "In `uet-1.0`, how slowly NSCC averages the queue delay: each new one moves the"
                      + " average by one part in so many; `auto`: 8. `source-documents` averages"
                      + " nothing."),
              of(
                  "window-signals",
                  Kind.choice("both", "rtt"),
                  "both",
                  "In `source-documents`: what lowers the window. `both`: round-trip times and marks;"
                      + " `rtt`: round-trip times alone, a mark only changes the entropy value."
                      + " `uet-1.0` knows `both` alone."),
              of(
                  "window-rules",
                  Kind.choice("mended", "published"),
                  "mended",
                  "`published`: the largest window follows the sender's link alone when the base RTT"
                      + " falls (FIND-3), and a packet needs more room than it takes (FIND-4)."),
              of(
                  "initial-credit",
                  Kind.of(Quantity.SIZE, "0B", "16MB").or("auto"),
                  "auto",
                  "What a sender may send unasked; `auto`: 12,500 B, in `uet-1.0` 49 units of 256"
                      + " B."),
              of(
                  "credit-window",
                  SIZE.or("auto"),
                  "auto",
                  "Credit that may be out beyond what has come in; `auto`: one and a half BDP."),
              of(
                  "credit-cap",
                  SIZE.or("off"),
                  "off",
                  "The same over all the senders that a receiver knows, their initial credit"
                      + " counted, which bounds the queue of an incast (`sluice bound incast`); `off`:"
                      + " as published, any amount."),
              of(
                  "credit-target",
                  Kind.choice("total", "backlog"),
                  "total",
                  "In `source-documents`, what a request says: the `total` credit that is wanted, or"
                      + " the `backlog`, as published, which is granted twice (FIND-25)."),
              of(
                  "packets",
                  Kind.choice("auto", "cut", "saved"),
                  "auto",
                  "In `source-documents`: packets are `cut` to the credit at hand, or credit is"
                      + " `saved` up for whole ones; `auto`: cut, or saved where `packet-overhead` is"
                      + " not 0. `uet-1.0` sends whole packets."),
              of(
                  "slice",
                  PERIOD,
                  "1us",
                  "The time whose worth of the link a receiver divides among its senders."),
              of(
                  "grant",
                  SIZE.or("auto"),
                  "auto",
                  "Credit that is saved up before it is granted; `auto`: a packet's, in `uet-1.0`"
                      + " 16,384 B. Less than a packet's only where packets are cut."),
              of(
                  "grant-share",
                  Kind.count(1, 100).or("auto"),
                  "auto",
                  "The share of the link that is granted, in percent; `auto`: 100, in `uet-1.0`"
                      + " 99."),
              of("commit", TIME, "100ns", "How long memory takes to commit a packet."),
              of(
                  "context",
                  TIME,
                  "0ns",
                  "How long the CCC Manager takes to configure a new context; until then nothing is"
                      + " sent."),
              of(
                  "ack-bytes",
                  Kind.of(Quantity.SIZE, "0B", "1MB").or("auto"),
                  "auto",
                  "An acknowledgment is sent after so much, if nothing asks for it before; 0: for"
                      + " every packet. `auto`: 16 KiB; with NSCC no more than lets a window fill its"
                      + " link over one switch, in whole packets."),
              of("rto", PERIOD, "1ms", "The first retransmission timeout; each next is doubled."),
              of(
                  "ask",
                  PERIOD,
                  "1ms",
                  "How long a sender that lacks credit waits before it asks for it again."),
              of(
                  "lifetime",
                  TIME,
                  "500us",
                  "The longest that a packet can be under way: PDCs close, and their ids rest, that"
                      + " much later."),
              of(
                  "mp-range",
                  Kind.count(128, 32_640),
                  "1024",
                  "How many packets may be out beyond the cumulative acknowledgment; a multiple of"
                      + " 128."),
              of(
                  "unanswered",
                  Kind.choice("first", "all"),
                  "first",
                  "What a PDC sends again as long as its target has not answered: its `first` packet,"
                      + " or `all` that are lost, which nothing limits when they are trimmed (UET-8)."),
              of(
                  "gaps",
                  Kind.choice("off", "on"),
                  "off",
                  "Whether a loss is told by what comes after it, too: when the target holds too many"
                      + " packets beyond a missing one, what is missing is sent again (UET-9). `off`:"
                      + " by refusals and timeouts alone."),
              of(
                  "entropy",
                  Kind.choice("auto", "sticky", "sprayed"),
                  "auto",
                  "How packets choose their paths: one entropy value until a mark changes it, or a"
                      + " set in turn; `auto`: sticky, in `uet-1.0` sprayed."),
              of(
                  "entropies",
                  Kind.powerOfTwo(1, 16_384),
                  "256",
                  "How many entropy values a set has."),
              of(
                  "pdc-pool",
                  Kind.count(2, 45_000),
                  "16384",
                  "How many PDCs a host may have at a time as a source, and as many as a target,"
                      + " there in one CCC fewer at most; what finds none waits."),
              of(
                  "pdc-ids",
                  Kind.oneOrMore(Kind.count(0, 45_000)),
                  "0",
                  "The number before a host's first PDC id; a list is gone through by host."),
              of("ccc-ids", Kind.oneOrMore(Kind.count(0, 254)), "0", "The same for its CCC ids.")),
          Map.of());

  private static final Key SIZE_OF_FLOW = of("size", FLOW_SIZE, "2MB", "Bytes of each flow.");
  private static final Key START = of("start", TIME, "0us", "When the first flow begins.");
  private static final Key STAGGER =
      of("stagger", TIME, "0us", "How much later each next flow begins.");

  static final Table WORKLOAD =
      new Table(
          "workload",
          true,
          "Flows by pattern. A flow is one write to the target's memory.",
          List.of(
              needed(
                  "kind",
                  Kind.choice("incast", "outcast", "permutation", "many-to-many"),
                  "The pattern.")),
          variants(
              "incast",
              List.of(
                  of("senders", Kind.count(1, 4096), "8", "Hosts that send to one target."),
                  of(
                      "target",
                      Kind.host().or("auto"),
                      "auto",
                      "That one; `auto`: the host after the senders, or the last. Senders are the"
                          + " first of the others."),
                  SIZE_OF_FLOW,
                  START,
                  STAGGER),
              "outcast",
              List.of(
                  of("receivers", Kind.count(1, 4096), "8", "Hosts that one source sends to."),
                  of(
                      "source",
                      Kind.host(),
                      "0",
                      "That one. Receivers are the first of the others."),
                  SIZE_OF_FLOW,
                  START,
                  STAGGER),
              "permutation",
              List.of(
                  of(
                      "hosts",
                      Kind.count(2, 65_536).or("auto"),
                      "auto",
                      "So many hosts, from the first, each send to one other and receive from one;"
                          + " `auto`: all."),
                  SIZE_OF_FLOW,
                  START,
                  STAGGER),
              "many-to-many",
              List.of(
                  of(
                      "hosts",
                      Kind.count(2, 65_536).or("auto"),
                      "auto",
                      "Hosts that take part, from the first; `auto`: all."),
                  of("flows", Kind.count(1, 1_000_000), "64", "How many flows come and go."),
                  of(
                      "over",
                      PERIOD,
                      "1ms",
                      "Each begins at a moment drawn from this time, between two hosts drawn."),
                  of("size", FLOW_SIZE, "256KB", "Bytes of each flow."),
                  START)));

  static final Table FLOW =
      new Table(
          "flow",
          true,
          "One flow.",
          List.of(
              needed("from", Kind.host(), "Its source."),
              needed("to", Kind.host(), "Its target."),
              of(
                  "operation",
                  Kind.choice("write", "read"),
                  "write",
                  "`write`: into the target's memory. `read`: from it; the request goes to the"
                      + " target, and the data comes back on a PDC of the target's own."),
              of("size", FLOW_SIZE, "2MB", "Its bytes."),
              of("start", TIME, "0us", "When it begins."),
              of(
                  "class",
                  Kind.count(0, 4),
                  "0",
                  "Its traffic class; flows of different classes share no context."),
              of("job", Kind.count(0, 16_777_215), "0", "Its job; each job has PDCs of its own.")),
          Map.of());

  static final Table FAULT =
      new Table(
          "fault",
          true,
          "What goes wrong with links.",
          List.of(
              needed(
                  "link",
                  Kind.text(),
                  "`A>B` for one direction, `A~B` for both, by the names of its ends; `*` for all"
                      + " links."),
              of("loss", Kind.chance(), "0", "A frame vanishes."),
              of(
                  "corruption",
                  Kind.chance(),
                  "0",
                  "A frame is damaged, and dropped where it ends."),
              of("repetition", Kind.chance(), "0", "A frame arrives twice."),
              of("reordering", Kind.chance(), "0", "A frame is overtaken by later ones."),
              of("late", PERIOD, "1us", "The most by which an overtaken frame is late."),
              of(
                  "down",
                  Kind.truth(),
                  "false",
                  "The link is down, both directions; what waits for it is lost."),
              of("at", TIME, "0us", "When it begins."),
              of("for", PERIOD.or("ever"), "ever", "How long it lasts."),
              of(
                  "reroute",
                  TIME.or("never"),
                  "never",
                  "With `down`: after which time all switches have new routes; those at its ends"
                      + " avoid it at once.")),
          Map.of());

  static final Table EXPECT =
      new Table(
          "expect",
          false,
          "What must come out; one that is not met makes the exit code 1. A plain value must be met"
              + " exactly; a text may begin with `<=`, `>=`, `<` or `>`.",
          Arrays.stream(Metric.values())
              .map(metric -> of(metric.key(), Expectation.kind(metric), null, metric.says()))
              .toList(),
          Map.of());

  static final Table SWEEP =
      new Table(
          "sweep",
          false,
          "One key gone through: a run for each value, a row of the result for each.",
          List.of(
              of("key", Kind.text(), null, "The key's path, such as `workload[0].senders`."),
              of("values", Kind.oneOrMore(Kind.word()), null, "Its values, as they are written.")),
          Map.of());

  /** All tables, in the order of the documentation. */
  static final List<Table> ALL =
      List.of(TOP, TOPOLOGY, HOST, SWITCH, LINK, QUEUES, NIC, WORKLOAD, FLOW, FAULT, EXPECT, SWEEP);

  private ScenarioKeys() {}

  private static Map<String, List<Key>> variants(Object... namesAndKeys) {
    Map<String, List<Key>> variants = new LinkedHashMap<>();
    for (int i = 0; i < namesAndKeys.length; i += 2) {
      List<Key> keys = new ArrayList<>();
      for (Object key : (List<?>) namesAndKeys[i + 1]) {
        keys.add((Key) key);
      }
      variants.put((String) namesAndKeys[i], keys);
    }
    return variants;
  }
}
