package dev.sluice.scenario;

import static dev.sluice.scenario.Key.needed;
import static dev.sluice.scenario.Key.of;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a scenario file may say of hosts, switches, links, routes, and the queues of ports. */
final class TopologyKeys {
  static final Kind SIZE = Kind.of(Quantity.SIZE, "1B", "1TB");
  static final Kind TIME = Kind.of(Quantity.TIME, "0ps", "1000s");
  private static final Kind LENGTH = Kind.of(Quantity.LENGTH, "0m", "1000km");
  private static final Kind RATES = Kind.oneOrMore(Kind.rate());

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

  static final Table ROUTE =
      new Table(
          "route",
          true,
          "A way through a `custom` topology that frames to one host take instead of the shortest."
              + " It stays as it is if a link of it is down.",
          List.of(
              needed(
                  "path",
                  Kind.oneOrMore(Kind.text()),
                  "Names of nodes, each linked with the next: switches, and last the host. All"
                      + " frames to that host that come to one of these switches go on to the next"
                      + " node; from other switches they go the shortest way. A host that they come"
                      + " from may stand first.")),
          Map.of());

  static final Table QUEUES =
      new Table(
          "queues",
          false,
          "The switches' output ports. Data waits in a queue of its own, behind acknowledgments"
              + " and trimmed packets, unless there are [[queue]] tables.",
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
                      + " hop 1.5 BDP."),
              of(
                  "select-by",
                  Kind.choice("dscp", "pcp"),
                  "dscp",
                  "What a frame's queue is chosen by. `pcp`: the priority in a VLAN tag, which is"
                      + " the first three bits of the DSCP, and makes every frame 4 B longer; for"
                      + " [[queue]] tables."),
              of(
                  "count-ingress",
                  Kind.truth(),
                  "false",
                  "Whether switches count what they hold by the link that it came over, and by"
                      + " queue; the result shows the most of it.")),
          Map.of());

  static final Table QUEUE =
      new Table(
          "queue",
          true,
          "A queue at every switch port, instead of the three that are there otherwise; at most"
              + " eight. A host sends its acknowledgments and loads in the same order, without limits"
              + " or marks, and then its NIC's data.",
          List.of(
              needed("name", Kind.text(), "What it is called in results."),
              of(
                  "dscp",
                  Kind.oneOrMore(Kind.count(0, 63)).or("others"),
                  null,
                  "The DSCPs whose frames wait in it; `others`: all that no queue names. Data of"
                      + " flow class n has DSCP 8n, acknowledgments 46, trimmed packets 18, at the"
                      + " last hop 20."),
              of(
                  "pcp",
                  Kind.oneOrMore(Kind.count(0, 7)).or("others"),
                  null,
                  "The same by priorities, with `queues.select-by = \"pcp\"`."),
              of(
                  "rank",
                  Kind.count(0, 7),
                  "0",
                  "Queues of a smaller rank go before all of a larger one."),
              of(
                  "quantum",
                  SIZE.or("strict"),
                  "strict",
                  "What it sends when its turn comes, by deficit round robin among the queues of"
                      + " its rank that have a quantum; `strict`: before those, and before strict"
                      + " ones of its rank that stand behind it in the file."),
              of(
                  "limit",
                  SIZE.or("unlimited"),
                  "unlimited",
                  "The most that waits in it, beside what a port and a switch hold."),
              of(
                  "ecn-min",
                  SIZE.or("auto").or("off"),
                  "off",
                  "Queue from which ECN-capable frames may be marked, others never; `auto`: 0.2 BDP"
                      + " of the port's link; `off`: nothing is marked."),
              of(
                  "ecn-max",
                  SIZE.or("auto"),
                  "auto",
                  "Queue from which all of them are marked; `auto`: 0.8 BDP of the port's link."),
              of(
                  "ecn-chance",
                  Kind.chance(),
                  "100%",
                  "How likely a mark is just below `ecn-max`; it grows in proportion from 0 at"
                      + " `ecn-min`."),
              of(
                  "ecn-at",
                  Kind.choice("enqueue", "dequeue"),
                  "enqueue",
                  "Which queue counts: the one that a frame finds, or the one that it leaves behind"
                      + " it as it begins to leave."),
              of(
                  "last-hop-ecn",
                  Kind.choice("auto", "on", "off"),
                  "auto",
                  "Whether ports towards hosts mark; `auto`: not with RCCC."),
              of(
                  "not-ect-limit",
                  SIZE.or("auto").or("off"),
                  "off",
                  "Queue from which frames that are not ECN-capable are dropped, while others still"
                      + " wait; `auto`: 2 BDP of the port's link."),
              of(
                  "trim",
                  SIZE.or("off").or("auto"),
                  "off",
                  "Queue beyond which data of flow class 0 is cut down to its header; `auto`: 1 BDP,"
                      + " at the last hop 1.5 BDP.")),
          Map.of());

  private TopologyKeys() {}

  /** Names of kinds, each with its keys behind it. */
  static Map<String, List<Key>> variants(Object... namesAndKeys) {
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
