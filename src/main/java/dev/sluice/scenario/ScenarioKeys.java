package dev.sluice.scenario;

import static dev.sluice.scenario.Key.needed;
import static dev.sluice.scenario.Key.of;
import static dev.sluice.scenario.TopologyKeys.SIZE;
import static dev.sluice.scenario.TopologyKeys.TIME;
import static dev.sluice.scenario.TopologyKeys.variants;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * All that a scenario file may say, topology and queues in {@link TopologyKeys}: what the reader
 * reads by and {@code docs/scenarios.md} is computed from.
 */
final class ScenarioKeys {

  /** What the length field of a request can say. */
  private static final Kind FLOW_SIZE = Kind.of(Quantity.SIZE, "1B", "4GB");

  static final Kind PERIOD = Kind.of(Quantity.TIME, "1ps", "1000s");

  /** The largest number of eighteen digits: a longer one the parser of TOML may read wrong. */
  private static final long MOST_SEED = 999_999_999_999_999_999L;

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
              of("seed", Kind.count(0, MOST_SEED), "1", "Where all chance comes from."),
              of(
                  "until",
                  PERIOD,
                  "1s",
                  "When the run ends even if flows are still under way; simulated time.")),
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
                      + " average by one part in so many; `auto`: in as many as acknowledgments come"
                      + " in a base round trip (UET-10). `source-documents` averages nothing."),
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
              of(
                  "rto",
                  PERIOD,
                  "1ms",
                  "The first retransmission timeout; each next is doubled, up to five times in a row."),
              of(
                  "rto-from",
                  Kind.choice("progress", "sending"),
                  "progress",
                  "From when it counts (UET-4): from the last acknowledgment of something new, or"
                      + " from the sending of the first packet that is not acknowledged."),
              of(
                  "ask",
                  PERIOD,
                  "1ms",
                  "The shortest time that a sender that lacks credit waits before it asks for it"
                      + " again. It waits for twice as long as the last grant took, and each"
                      + " request in vain doubles the wait, up to the longest retransmission"
                      + " timeout."),
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
                  "hold-back",
                  Kind.choice("doubling", "steady", "off"),
                  "doubling",
                  "Wait of a trimmed packet before its retransmission, if neither an answer nor credit"
                      + " limits it: `doubling`, one to two base RTTs, each time twice as long,"
                      + " up to `rto`; `steady`, one to two base RTTs; `off`: none (UET-8)."),
              of(
                  "gaps",
                  Kind.choice("off", "on"),
                  "off",
                  "Whether a loss is told by what comes after it, too: when the target holds too many"
                      + " packets beyond a missing one, what is missing is sent again (UET-9). `off`:"
                      + " by refusals and timeouts alone: where first flights overflow a buffer"
                      + " without trimming, the link idles for one `rto`."),
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

  private static final Key CONNECTIONS =
      of(
          "connections",
          Kind.choice("own", "shared"),
          "own",
          "`own`: each flow has a job of its own, and with it a PDC, or a connection of RoCEv2."
              + " `shared`: flows of two hosts go one after the other.");

  /** The keys of a pattern, and those that every pattern has. */
  private static List<Key> pattern(Key... own) {
    return RoceKeys.and(
        List.of(own),
        RoceKeys.ofFlows(
            "What each flow is, as in a `[[flow]]`. Data of reads comes from the target."));
  }

  static final Table WORKLOAD =
      new Table(
          "workload",
          true,
          "Flows by pattern: what `operation` says, from each source to its target.",
          List.of(
              needed(
                  "kind",
                  Kind.choice("incast", "outcast", "permutation", "many-to-many", "drawn", "file"),
                  "The pattern. Data of READs go the other way: an `incast` of READs is an outcast of"
                      + " data, and an `outcast` of READs is an incast.")),
          variants(
              "incast",
              pattern(
                  of("senders", Kind.count(1, 4096), "8", "Hosts that send to one target."),
                  of(
                      "target",
                      Kind.host().or("auto"),
                      "auto",
                      "That one; `auto`: the host after the senders, or the last. Senders are the"
                          + " first of the others."),
                  of(
                      "messages",
                      Kind.count(1, 1_000_000),
                      "1",
                      "Number of flows of each sender. It posts them at once, and they share a PDC or"
                          + " a connection."),
                  SIZE_OF_FLOW,
                  START,
                  STAGGER),
              "outcast",
              pattern(
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
              pattern(
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
              pattern(
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
                  START),
              "drawn",
              pattern(
                  of(
                      "sizes",
                      Kind.text(),
                      "websearch",
                      "How large flows are: `websearch`, or a file with a point a line, a size in"
                          + " bytes and how many percent of the flows are no larger, up to 100;"
                          + " between two points sizes are spread evenly."),
                  of(
                      "load",
                      Kind.percent(),
                      "50%",
                      "How much payload comes up: so much of the link's rate of each host, by the"
                          + " slowest of those that take part, in the mean."),
                  of(
                      "flows",
                      Kind.count(1, FlowFile.MOST).or("auto"),
                      "auto",
                      "How many flows there are; `auto`: 1,000, or with `for` all that begin."),
                  of(
                      "for",
                      PERIOD.or("ever"),
                      "ever",
                      "For how long flows begin; with `flows`, what is reached first."),
                  of(
                      "hosts",
                      Kind.count(2, 65_536).or("auto"),
                      "auto",
                      "Hosts that take part, from the first; `auto`: all. Each flow is of two hosts"
                          + " drawn, any two as likely as others."),
                  CONNECTIONS,
                  of(
                      "start",
                      TIME,
                      "0us",
                      "When it begins; the time to the first flow, and from each to the next, is"
                          + " drawn from an exponential distribution.")),
              "file",
              pattern(
                  needed(
                      "path",
                      Kind.text(),
                      "A file of flows, as `sluice run --flows FILE` writes one: `from,to,bytes,start_ps`"
                          + " in its first line, and then a line for each flow. Hosts by number."),
                  CONNECTIONS)));

  static final Table FLOW =
      new Table(
          "flow",
          true,
          "One flow.",
          RoceKeys.and(
              List.of(
                  needed("from", Kind.host(), "Its source."),
                  needed("to", Kind.host(), "Its target."),
                  of("size", FLOW_SIZE, "2MB", "Its bytes."),
                  of("start", TIME, "0us", "When it begins."),
                  of(
                      "class",
                      Kind.count(0, 4),
                      "0",
                      "With `uet`: its traffic class; flows of different classes share no context."),
                  of(
                      "job",
                      Kind.count(0, 16_777_215),
                      "0",
                      "Its job; each job has PDCs, or connections, of its own.")),
              RoceKeys.ofFlows(
                  "`write`: into the target's memory. `read`: from it; the data comes back, with UET on a"
                      + " PDC of the target's own. With `roce` alone: `send`, a message into a receive"
                      + " that the target has posted; `write-immediate` and `send-immediate`, with"
                      + " immediate data; `atomic`: one word of eight bytes, whatever `size` says, raised by"
                      + " one at the target.")),
          Map.of());

  static final Table LOAD =
      new Table(
          "load",
          true,
          "Frames that a host sends another one at a rate of its own, whatever becomes of them: what"
              + " TCP and UDP applications put into the same fabric. The other host counts them."
              + " They leave before packets of the host's NIC.",
          List.of(
              needed("from", Kind.host(), "Where they come from."),
              needed("to", Kind.host(), "Where they go."),
              of(
                  "protocol",
                  Kind.choice("udp", "tcp"),
                  "udp",
                  "What stands behind their IP header."),
              of(
                  "rate",
                  Kind.of(Quantity.RATE, "1M", "1600G"),
                  "10G",
                  "How fast they are sent, all that a frame takes on a link counted, with gaps that carry"
                      + " what does not divide: exact over any long time."),
              of(
                  "size",
                  Kind.of(Quantity.SIZE, "128B", "16KB"),
                  "1538B",
                  "What each takes on a link, Ethernet with preamble, gap and tag counted; 1,538 B"
                      + " have an IP packet of 1,500 B, with a tag 1,496 B."),
              of("dscp", Kind.count(0, 63), "8", "Their DSCP, which says where they wait."),
              of(
                  "ecn",
                  Kind.choice("not-ect", "ect0", "ect1"),
                  "not-ect",
                  "Their ECN codepoint: whether switches may mark them."),
              of("start", TIME, "0us", "When the first is sent."),
              of("for", PERIOD, "1ms", "How long it goes on."),
              of(
                  "on",
                  PERIOD.or("always"),
                  "always",
                  "How long it sends before each pause; frames are spaced as if there were none."),
              of("off", TIME, "0us", "How long each pause is.")),
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
              of(
                  "storm",
                  Kind.truth(),
                  "false",
                  "With `pause.lossless`: the end at which the link begins asks the other end for a"
                      + " pause, again and again, in all lossless queues."),
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
              of(
                  "values",
                  Kind.oneOrMore(Kind.word()),
                  null,
                  "Its values, as they are written; at most 1,000.")),
          Map.of());

  /** All tables, in the order of the documentation. */
  static final List<Table> ALL =
      List.of(
          TOP,
          TopologyKeys.TOPOLOGY,
          TopologyKeys.HOST,
          TopologyKeys.SWITCH,
          TopologyKeys.LINK,
          TopologyKeys.ROUTE,
          TopologyKeys.QUEUES,
          TopologyKeys.QUEUE,
          PauseKeys.PAUSE,
          NIC,
          RoceKeys.ROCE,
          RcmKeys.RCM,
          LdcpKeys.LDCP,
          LdcpRateKeys.LDCP_RATE,
          HpccKeys.HPCC,
          WORKLOAD,
          FLOW,
          LOAD,
          FAULT,
          EXPECT,
          SWEEP);

  private ScenarioKeys() {}
}
